"""Running the agent's code: what a sandbox is, as the world sees it.

The world hands over the code, a function that answers read tools, and the limits; what comes back
is an input of the episode, recorded whole in `code.ran`. So re-execution needs no sandbox: it is
given `Recalled`, which repeats the record.
"""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from events.base import Event
from events.supermarket import CodeRan, InnerCall

SECONDS: Final = 10.0
MEMORY_MB: Final = 256

Read = Callable[[str, dict[str, Any]], Any]
"""Answers a read tool: (name, arguments) -> its structured result; raises RuleBroken."""


class Limits(NamedTuple):
    """What a piece of code may use."""

    seconds: float = SECONDS
    memory_mb: int = MEMORY_MB
    names: dict[str, Any] = {}  # noqa: RUF012
    """Values it finds by name: funds, current_date, rent, sku_ids."""
    tools: tuple[str, ...] = ()
    """The read tools it may call."""


class Ran(NamedTuple):
    """What came of a piece of code."""

    stdout: str
    error: str | None
    calls: list[tuple[str, bool]]
    """Read tools it called, and whether each succeeded."""
    result: Any = None
    """A JSON value."""
    inner: tuple[InnerCall, ...] = ()
    """The same calls with their arguments, where they are known from a record."""
    refused: bool = False
    """The code broke the sandbox's rules and was not run."""


class Sandbox(Protocol):
    """Runs code that no one vouches for; never raises for what the code does."""

    def run(self, code: str, read: Read, limits: Limits) -> Ran:
        """Run a piece of code."""


class NoSandbox:
    """Stands in where there is no sandbox: refuses all code."""

    def run(self, code: str, read: Read, limits: Limits) -> Ran:
        """Refuse a piece of code."""
        del code, read, limits
        return Ran("", "code cannot be run here", [], refused=True)


class Recalled:
    """Repeats what once came of each piece of code, in order."""

    def __init__(self, recorded: Iterable[Ran]) -> None:
        self._recorded = deque(recorded)

    def run(self, code: str, read: Read, limits: Limits) -> Ran:
        """Return what is recorded for the next piece of code."""
        if not self._recorded:
            return NoSandbox().run(code, read, limits)
        return self._recorded.popleft()


def recalled(events: Iterable[Event]) -> Recalled:
    """Return what repeats the code of a log's events."""
    return Recalled(_ran(event) for event in events if isinstance(event, CodeRan))


def _ran(event: CodeRan) -> Ran:
    calls = [(call.tool, call.success) for call in event.calls]
    result = msgspec.json.decode(event.result)
    error = event.error or None
    return Ran(event.stdout, error, calls, result, event.calls, refused=event.refused)
