"""A language model as an agent: observe, ask, decode, act.

One turn is one answer of the model that it acts by; a framework may ask it for words before one,
or end a day for it. Whatever passes between us and the provider is written down before it counts,
the configuration first. So an interrupted episode is resumed by going through the same turns with
the recorded answers in place of the provider, and the conversation comes out as it was.
"""

import hashlib
from collections.abc import Sequence
from typing import Final

import msgspec

from events.agent import AgentConfigured, DayForced, ModelAnswered, ModelPrompted
from events.episode import Call
from runs.agents.actions import read_actions, report, response_format
from runs.agents.asking import OVERFLOW, Asker, Desk, Overflowed
from runs.agents.base import IDLE_LIMIT, Brief
from runs.agents.conversation import Conversation, Message, counter
from runs.agents.days import Days
from runs.agents.exchange import Line, Setup, harmless
from runs.agents.place import Place
from runs.agents.prompts import (
    CUT,
    IDLE,
    IDLE_WARNING,
    NO_ACTION,
    VERSION,
    WARNING,
    system_text,
)

EMPTY: Final = "."
"""Stands for an answer without words and calls: providers refuse an empty message later on."""
ENDED: Final = "(the day was ended for you)"
"""Stands for the words of a turn that the model was not asked for."""
SHOP: Final = Place()


class ModelAgent:
    """Plays through a provider.

    Args:
        place: what the world tells beside its tools' answers.
    """

    def __init__(
        self, setup: Setup, brief: Brief, desk: Desk, line: Line, place: Place = SHOP
    ) -> None:
        self.name = setup.model
        self.stopped = ""
        """Why the model cannot go on, once `act` has returned None."""
        self.currency = setup.currency
        self.last_calls: list[Call] = []
        """Of the newest turn."""
        self._setup, self._brief, self._desk, self._place = setup, brief, desk, place
        form = response_format(brief.tools) if setup.mode == "json" else None
        tools = None if form else [{"type": "function", "function": tool} for tool in brief.tools]
        self._asker = Asker(setup, desk, line, tools, form)
        self.tally = self._asker.tally
        self._count = counter(setup.counter)
        self._talk = Conversation(setup.window, self._count)
        self._system = ""
        daily = setup.framework.is_daily
        self._days = Days(setup.framework, place, brief.days, self._think) if daily else None
        # A day that leads nowhere is ended for the model: the episode goes on.
        self.idle_limit = max(IDLE_LIMIT, setup.framework.fruitless_turns + 1)
        self._pending: list[tuple[str, str]] = []
        """The last turn's calls: id and tool."""
        self._said = ""
        self._complaint = ""
        """What to tell the model where its last answer had no calls."""
        self._idle = 0

    def act(self, answers: Sequence[str]) -> Sequence[Call] | None:
        """Return the model's next calls; None if the conversation cannot go on.

        Raises:
            ProviderFault: the provider failed for good, for now.
        """
        try:
            if not self._system:
                self._introduce()
            elif self._days is None:
                self._observe(answers)
            if self._days is not None and (forced := self._lead(self._days, answers)):
                return forced
            return self._decode(self._asker.answer(self._talk))
        except Overflowed:
            self.stopped = OVERFLOW
            return None

    def _introduce(self) -> None:
        setup, brief, framework = self._setup, self._brief, self._setup.framework
        self._system = system_text(brief, setup, self._place)
        first = "" if framework.is_daily else self._place.first
        schemas = msgspec.json.encode(brief.tools)
        self._desk.note(
            AgentConfigured,
            model=setup.model,
            mode=setup.mode,
            prompts=VERSION,
            system=self._system,
            first=first,
            tools_sha256=hashlib.sha256(schemas).hexdigest(),
            counter=setup.counter,
            **msgspec.structs.asdict(setup.window),
            body=setup.body,
            currency=setup.currency,
            price_input=setup.price_input,
            price_cached=setup.price_cached,
            price_output=setup.price_output,
            framework=framework.name,
            day_turns=framework.day_turns,
            round_turns=framework.round_turns,
            fruitless_turns=framework.fruitless_turns,
        )
        if first:
            self._talk = self._opened(first)

    def _opened(self, text: str) -> Conversation:
        talk = Conversation(self._setup.window, self._count)
        talk.add("system", {"role": "system", "content": self._system})
        talk.add("user", {"role": "user", "content": text})
        return talk

    def _lead(self, days: Days, answers: Sequence[str]) -> list[Call] | None:
        """Prepare the next turn of a day; return its calls if the day is ended for the model."""
        today, turn = self._desk.day, self._desk.turn + 1
        if self._talk.tokens:
            days.take(self._said, self.last_calls, answers, today)
        if days.has_passed(today):
            text = days.open(today)
            self._desk.note(ModelPrompted, turn=turn, purpose="day", text=text)
            self._talk, self._idle = self._opened(text), 0
            return None
        if reason := days.forced():
            self._desk.note(DayForced, turn=turn, reason=reason)
            self._said, self.last_calls = ENDED, [Call(self._place.wait, "{}")]
            return self.last_calls
        self._observe(answers, days.status)
        if plan := days.again():
            self._talk.add("user", {"role": "user", "content": plan})
        return None

    def _think(self, purpose: str, text: str) -> str:
        """Return what the model writes when it is asked for words."""
        self._desk.note(ModelPrompted, turn=self._desk.turn + 1, purpose=purpose, text=text)
        answered = self._asker.answer(self._opened(text), purpose)
        message: Message = msgspec.json.decode(answered.message)
        return str(message["content"] or "").strip()

    def _observe(self, answers: Sequence[str], status: str = "") -> None:
        if not self._pending:
            complaint = "\n".join(filter(None, (self._complaint, status)))
            self._talk.add("user", {"role": "user", "content": complaint})
        elif self._setup.mode == "json":
            self._talk.add_report(report([tool for _, tool in self._pending], answers), status)
        else:
            ids = (call_id for call_id, _ in self._pending)
            self._talk.add_results(list(zip(ids, answers, strict=True)), status)

    def _decode(self, answered: ModelAnswered) -> list[Call]:
        """Take the answer into the conversation and return its calls."""
        message: Message = msgspec.json.decode(answered.message)
        calls = message.pop("tool_calls", [])
        wanted = [
            (call["id"], call["function"]["name"], call["function"]["arguments"]) for call in calls
        ]
        self._said, problem = str(message["content"] or ""), IDLE
        if answered.cut:
            wanted, problem = [], CUT
        elif self._setup.mode == "json":
            wanted, problem = self._actions(self._said, answered.turn)
        elif wanted:
            message["tool_calls"] = [harmless(call) for call in calls]
        if not wanted:
            message["content"] = message["content"] or EMPTY
        self._talk.add("calls" if wanted else "assistant", message)
        self._idle = 0 if wanted else self._idle + 1
        self._complaint = self._complained(problem)
        self._pending = [(call_id, tool) for call_id, tool, _ in wanted]
        self.last_calls = [Call(tool, arguments) for _, tool, arguments in wanted]
        return self.last_calls

    def _complained(self, problem: str) -> str:
        """Return what the model is told of an answer without calls."""
        place, warning = self._place, IDLE_WARNING if problem == IDLE else WARNING
        told = problem.replace("{wait}", place.wait)
        if self._days is not None:
            return told
        return told + warning.format(count=self._idle, over=place.over)

    def _actions(self, text: str, turn: int) -> tuple[list[tuple[str, str, str]], str]:
        try:
            actions = read_actions(text)
        except ValueError as problem:
            return [], NO_ACTION.format(problem=str(problem)[:200])
        return [(f"call_{turn}_{n}", *action) for n, action in enumerate(actions, 1)], ""
