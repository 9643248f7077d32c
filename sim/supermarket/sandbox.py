"""Running the agent's code: what a sandbox is, as the world sees it.

The world hands over the code, a function that answers read tools, and what the code finds by name;
what comes back is an input of the episode, recorded whole in `code.ran`. So re-execution needs no
sandbox: it is given `Recalled`, which repeats the record and carries the recorded calls out again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from events.errors import RuleBroken
from events.supermarket import CodeRan, InnerCall

Answers = Callable[[str, dict[str, Any]], Any]
"""Answers a read tool: (name, arguments) -> its structured result; raises RuleBroken."""


class Inner(Protocol):
    """A read tool that a piece of code called."""

    @property
    def tool(self) -> str:
        """Its name."""

    @property
    def arguments(self) -> bytes:
        """A JSON object."""

    @property
    def success(self) -> bool:
        """False if the tool refused."""


class Ran(Protocol):
    """What came of a piece of code."""

    @property
    def stdout(self) -> str:
        """What it printed."""

    @property
    def result(self) -> Any:
        """A JSON value."""

    @property
    def error(self) -> str:
        """Empty if there was none."""

    @property
    def calls(self) -> Sequence[Inner]:
        """The read tools it called, in order."""

    @property
    def rejected(self) -> bool:
        """True if it broke the language's rules and was never started."""


class Sandbox(Protocol):
    """Runs code that no one vouches for; never raises for what the code does."""

    def run(
        self,
        code: str,
        read: Answers,
        tools: Mapping[str, Sequence[str]],
        *,
        given: Mapping[str, Any] | None = None,
        today: str = "1970-01-01",
    ) -> Ran:
        """Run a piece of code.

        Args:
            read: answers the read tools.
            tools: the names of each tool's arguments, in order.
            given: values the code finds by name.
            today: the day that its clock shows.
        """


class Called(NamedTuple):
    """A call that is known from elsewhere than a sandbox."""

    tool: str
    arguments: bytes = b"{}"
    success: bool = True


class Told(NamedTuple):
    """An outcome that is known from elsewhere than a sandbox."""

    stdout: str = ""
    result: Any = None
    error: str = ""
    calls: tuple[Called, ...] = ()
    rejected: bool = False


class Recalled:
    """Repeats what once came of each piece of code, in order; a live sandbox runs all after that.

    Args:
        recorded: `code.ran` events, whose calls are carried out once more, so that it shows if
            they end otherwise than recorded; or outcomes, taken as they are.
        live: runs the code of which nothing is recorded; without it, such code is refused.
    """

    def __init__(
        self, recorded: Iterable[CodeRan | Told] = (), live: Sandbox | None = None
    ) -> None:
        self._recorded = iter(recorded)
        self._live = live

    def run(
        self,
        code: str,
        read: Answers,
        tools: Mapping[str, Sequence[str]],
        *,
        given: Mapping[str, Any] | None = None,
        today: str = "1970-01-01",
    ) -> Ran:
        """Return what is recorded for the next piece of code, or what comes of it now."""
        recorded = next(self._recorded, None)
        if isinstance(recorded, Told):
            return recorded
        if recorded is not None:
            return _repeated(recorded, read, tools)
        if self._live is not None:
            return self._live.run(code, read, tools, given=given, today=today)
        return Told(error="code cannot be run here", rejected=True)


def _repeated(event: CodeRan, read: Answers, tools: Mapping[str, Sequence[str]]) -> Told:
    calls = [
        Called(call.tool, call.arguments.encode(), _succeeds(call, read))
        for call in event.calls
        if call.tool in tools
    ]
    result = msgspec.json.decode(event.result)
    return Told(event.stdout, result, event.error, tuple(calls), event.refused)


def _succeeds(call: InnerCall, read: Answers) -> bool:
    try:
        read(call.tool, msgspec.json.decode(call.arguments, type=dict[str, Any]))
    except (RuleBroken, msgspec.DecodeError):
        return False
    return True
