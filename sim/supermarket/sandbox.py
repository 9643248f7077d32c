"""Running the agent's code: what a sandbox is, as the world sees it.

The world hands over the code, a function that answers read tools, and what the code finds by name;
what comes back is an input of the episode, recorded whole in `code.ran`. So re-execution needs no
sandbox: it is given `Recalled`, which repeats the record.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from events.base import Event
from events.supermarket import CodeRan

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
    """Repeats what once came of each piece of code, in order; refuses all code after that."""

    def __init__(self, recorded: Iterable[Told] = ()) -> None:
        self._recorded = deque(recorded)

    def run(
        self,
        code: str,
        read: Answers,
        tools: Mapping[str, Sequence[str]],
        *,
        given: Mapping[str, Any] | None = None,
        today: str = "1970-01-01",
    ) -> Ran:
        """Return what is recorded for the next piece of code."""
        del code, read, tools, given, today
        if not self._recorded:
            return Told(error="code cannot be run here", rejected=True)
        return self._recorded.popleft()


def recalled(events: Iterable[Event]) -> Recalled:
    """Return what repeats the code of a log's events."""
    return Recalled(_told(event) for event in events if isinstance(event, CodeRan))


def _told(event: CodeRan) -> Told:
    calls = [Called(call.tool, call.arguments.encode(), call.success) for call in event.calls]
    result = msgspec.json.decode(event.result)
    return Told(event.stdout, result, event.error, tuple(calls), event.refused)
