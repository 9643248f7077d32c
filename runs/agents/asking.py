"""One answer of a model: asked for, repeated from the record, written down.

Whatever passes between us and the provider is written down before it counts: each failed attempt,
each answer with its tokens, each removal of old messages. Where the record holds an answer, it
stands in for the provider.
"""

from typing import Any, Final, Protocol, TypeVar

import msgspec

from events.agent import AttemptFailed, ContextCut, ModelAnswered
from events.base import Event
from runs.agents.context import Cut
from runs.agents.conversation import Conversation
from runs.agents.exchange import Line, Request, Setup, as_message
from runs.agents.retrying import ProviderFault, ask_with_patience, spread
from runs.agents.tally import Tally

E = TypeVar("E", bound=Event)

OVERFLOW: Final = "context_overflow"
"""The fault of a request that is too long; and why an episode ends whose conversation the provider
refuses even after room was made."""


class Overflowed(Exception):
    """The provider refuses a conversation as too long even after room was made."""


class Desk(Protocol):
    """What an agent may do to the log: a world is one."""

    @property
    def turn(self) -> int:
        """Turns taken so far."""

    @property
    def day(self) -> int:
        """Mornings settled so far."""

    def note(self, kind: type[E], /, **fields: Any) -> E:
        """Write an aside; where one is recorded here, it must be the same."""

    def repeat(self, *kinds: type[Event]) -> Any:
        """Return the aside that is recorded here, None if it is time to act."""


class Asker:
    """Gets a model's answers to conversations, in the order of the episode.

    Args:
        tools: the tools' function schemas, as requests declare them; None in JSON mode.
        form: the `response_format` of JSON mode.
    """

    def __init__(
        self,
        setup: Setup,
        desk: Desk,
        line: Line,
        tools: list[dict[str, Any]] | None,
        form: dict[str, Any] | None,
    ) -> None:
        self.tally = Tally(setup.prices)
        self._desk, self._line = desk, line
        self._tools, self._form = tools, form

    def answer(self, talk: Conversation, purpose: str = "") -> ModelAnswered:
        """Return the next answer to a conversation, recorded or new.

        Args:
            purpose: what words alone are asked for; empty where the model is to act.

        Raises:
            Overflowed: there can be none.
            ProviderFault: the provider failed for good, for now.
        """
        request = self._request(talk, talk.make_room(), purpose, forced=False)
        attempt, forced = 1, False
        while True:
            outcome = self._desk.repeat(AttemptFailed, ModelAnswered)
            if outcome is None:
                self._line.allow(self.tally)
                outcome = self._try(request, attempt, purpose)
            else:
                self.tally.take(outcome)
            if isinstance(outcome, ModelAnswered):
                return outcome
            attempt = outcome.attempt + 1
            if outcome.fault != OVERFLOW:
                continue
            if forced:
                raise Overflowed
            request = self._request(talk, talk.make_room(force=True), purpose, forced=True)
            forced = True

    def _request(self, talk: Conversation, cut: Cut, purpose: str, *, forced: bool) -> Request:
        turn = self._desk.turn + 1
        if cut.freed:
            self._desk.note(
                ContextCut, turn=turn, freed=cut.freed, messages=cut.cleared, forced=forced
            )
        number, messages = self.tally.answers + 1, talk.request(cut)
        if purpose:
            return Request(number, turn, messages, None, None)
        return Request(number, turn, messages, self._tools, self._form)

    def _try(self, request: Request, first: int, purpose: str) -> ModelAnswered | AttemptFailed:
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
                jitter=spread(line.episode, request.number),
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
            purpose=purpose,
        )
        self.tally.take(answered)
        return answered
