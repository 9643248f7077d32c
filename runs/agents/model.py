"""A language model as an agent: observe, ask, decode, act.

One turn is one answer of the model. Whatever passes between us and the provider is written down
before it counts: the configuration, each failed attempt, each answer with its tokens, each removal
of old messages. So an interrupted episode is resumed by going through the same turns with the
recorded answers in place of the provider, and the conversation comes out as it was.
"""

import hashlib
from collections.abc import Sequence
from typing import Any, Final, Protocol, TypeVar

import msgspec

from events.agent import AgentConfigured, AttemptFailed, ContextCut, ModelAnswered
from events.base import Event
from events.episode import Call
from runs.agents.actions import read_actions, report, response_format
from runs.agents.base import Brief
from runs.agents.context import Cut
from runs.agents.conversation import Conversation, Message, counter
from runs.agents.exchange import Line, Request, Setup, as_message, harmless
from runs.agents.prompts import CUT, FIRST, IDLE, NO_ACTION, VERSION, system_text
from runs.agents.retrying import ProviderFault, ask_with_patience, spread
from runs.agents.tally import Tally

E = TypeVar("E", bound=Event)

OVERFLOW: Final = "context_overflow"
"""The fault of a request that is too long; and why an episode ends whose conversation the provider
refuses even after room was made."""

EMPTY: Final = "."
"""Stands for an answer without words and calls: providers refuse an empty message later on."""


class Desk(Protocol):
    """What an agent may do to the log: a world is one."""

    @property
    def turn(self) -> int:
        """Turns taken so far."""

    def note(self, kind: type[E], /, **fields: Any) -> E:
        """Write an aside; where one is recorded here, it must be the same."""

    def repeat(self, *kinds: type[Event]) -> Any:
        """Return the aside that is recorded here, None if it is time to act."""


class ModelAgent:
    """Plays through a provider."""

    def __init__(self, setup: Setup, brief: Brief, desk: Desk, line: Line) -> None:
        self.name = setup.model
        self.stopped = ""
        """Why the model cannot go on, once `act` has returned None."""
        self._setup, self._brief, self._desk = setup, brief, desk
        self._line = line
        self.tally = Tally(setup.prices)
        self.currency = setup.currency
        self.last_calls: list[Call] = []
        """Of the newest turn."""
        self._talk = Conversation(setup.window, counter(setup.counter))
        self._format = response_format(brief.tools) if setup.mode == "json" else None
        self._pending: list[tuple[str, str]] = []
        """The last turn's calls: id and tool."""
        self._complaint = ""
        """What to tell the model where its last answer had no calls."""
        self._idle = 0

    def act(self, answers: Sequence[str]) -> Sequence[Call] | None:
        """Return the model's next calls; None if the conversation cannot go on.

        Raises:
            ProviderFault: the provider failed for good, for now.
        """
        if self._desk.turn == 0 and not self._talk.tokens:
            self._introduce()
        else:
            self._observe(answers)
        answered = self._answered()
        return None if answered is None else self._decode(answered)

    def _introduce(self) -> None:
        setup, brief = self._setup, self._brief
        system = system_text(brief, setup.window, setup.mode)
        schemas = msgspec.json.encode(brief.tools)
        self._desk.note(
            AgentConfigured,
            model=setup.model,
            mode=setup.mode,
            prompts=VERSION,
            system=system,
            first=FIRST,
            tools_sha256=hashlib.sha256(schemas).hexdigest(),
            counter=setup.counter,
            **msgspec.structs.asdict(setup.window),
            body=setup.body,
            currency=setup.currency,
            price_input=setup.price_input,
            price_cached=setup.price_cached,
            price_output=setup.price_output,
        )
        self._talk.add("system", {"role": "system", "content": system})
        self._talk.add("user", {"role": "user", "content": FIRST})

    def _observe(self, answers: Sequence[str]) -> None:
        if not self._pending:
            self._talk.add("user", {"role": "user", "content": self._complaint})
        elif self._setup.mode == "json":
            self._talk.add_report(report([tool for _, tool in self._pending], answers))
        else:
            ids = (call_id for call_id, _ in self._pending)
            self._talk.add_results(list(zip(ids, answers, strict=True)))

    def _answered(self) -> ModelAnswered | None:
        """Return the answer of this turn, recorded or new; None if there can be none."""
        turn = self._desk.turn + 1
        request = self._request(turn, self._talk.make_room(), forced=False)
        attempt, forced = 1, False
        while True:
            outcome = self._desk.repeat(AttemptFailed, ModelAnswered)
            if outcome is None:
                self._line.allow(self.tally)
                outcome = self._try(request, attempt)
            else:
                self.tally.take(outcome)
            if isinstance(outcome, ModelAnswered):
                return outcome
            attempt = outcome.attempt + 1
            if outcome.fault != OVERFLOW:
                continue
            if forced:
                self.stopped = OVERFLOW
                return None
            request = self._request(turn, self._talk.make_room(force=True), forced=True)
            forced = True

    def _request(self, turn: int, cut: Cut, *, forced: bool) -> Request:
        if cut.freed:
            self._desk.note(
                ContextCut, turn=turn, freed=cut.freed, messages=cut.cleared, forced=forced
            )
        tools = None
        if self._format is None:
            tools = [{"type": "function", "function": tool} for tool in self._brief.tools]
        return Request(turn, self._talk.request(cut), tools, self._format)

    def _try(self, request: Request, first: int) -> ModelAnswered | AttemptFailed:
        """Ask until there is an answer, or the request turns out too long.

        Raises:
            ProviderFault: the provider failed for good, for now.
        """
        turn, failed = request.turn, list[AttemptFailed]()
        line = self._line

        def note_fault(attempt: int, fault: ProviderFault, _pause: float) -> None:
            event = self._desk.note(
                AttemptFailed,
                turn=turn,
                attempt=attempt,
                fault=fault.kind,
                told=fault.told,
                status=fault.status,
            )
            self.tally.take(event)
            failed.append(event)

        try:
            reply = ask_with_patience(
                lambda _attempt: line.ask(request),
                attempts=line.attempts,
                first=first,
                wait=line.wait,
                jitter=spread(line.episode, turn),
                on_fault=note_fault,
            )
        except ProviderFault as fault:
            if fault.kind != OVERFLOW:
                raise
            return failed[-1]
        attempt = failed[-1].attempt + 1 if failed else first
        message, ids = as_message(reply, turn)
        answered = self._desk.note(
            ModelAnswered,
            turn=turn,
            attempt=attempt,
            message=msgspec.Raw(msgspec.json.encode(message)),
            finish=reply.finish,
            model=reply.model,
            cut=reply.cut,
            provider_ids=ids,
            input_tokens=reply.usage.input,
            cached_tokens=reply.usage.cached,
            output_tokens=reply.usage.output,
            reasoning_tokens=reply.usage.reasoning,
        )
        self.tally.take(answered)
        return answered

    def _decode(self, answered: ModelAnswered) -> list[Call]:
        """Take the answer into the conversation and return its calls."""
        message: Message = msgspec.json.decode(answered.message)
        calls = message.pop("tool_calls", [])
        wanted = [
            (call["id"], call["function"]["name"], call["function"]["arguments"]) for call in calls
        ]
        self._complaint = IDLE
        if answered.cut:
            wanted, self._complaint = [], CUT
        elif self._setup.mode == "json":
            wanted = self._actions(message["content"] or "", answered.turn)
        elif wanted:
            message["tool_calls"] = [harmless(call) for call in calls]
        if not wanted:
            message["content"] = message["content"] or EMPTY
        self._talk.add("calls" if wanted else "assistant", message)
        self._idle = 0 if wanted else self._idle + 1
        self._complaint = self._complaint.format(count=self._idle)
        self._pending = [(call_id, tool) for call_id, tool, _ in wanted]
        self.last_calls = [Call(tool, arguments) for _, tool, arguments in wanted]
        return self.last_calls

    def _actions(self, text: str, turn: int) -> list[tuple[str, str, str]]:
        try:
            actions = read_actions(text)
        except ValueError as problem:
            told = str(problem).replace("{", "(").replace("}", ")")
            self._complaint = NO_ACTION.replace("{problem}", told[:200])
            return []
        return [(f"call_{turn}_{n}", *action) for n, action in enumerate(actions, 1)]
