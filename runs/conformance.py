"""What a conformance replay finds, whatever the world."""

from collections.abc import Callable
from typing import Any

import msgspec

from events.base import Event
from sim.tape import Tape


class Finding(msgspec.Struct, frozen=True):
    """The first mismatch: the call's (or turn's) number from 0, its tool, and what differs."""

    call: int
    tool: str
    field: str
    expected: Any
    got: Any


class Conformance(msgspec.Struct):
    """The outcome of one replay."""

    trace: str
    calls: int
    matched: int
    first: Finding | None

    @property
    def holds(self) -> bool:
        return self.first is None


class Watched(Tape):
    """A tape that also shows every event to an observer as soon as it is applied."""

    def watch(self, observer: Callable[[Event], None]) -> None:
        """Show every later event to an observer."""
        keep = self.append

        def append(event: Event) -> None:
            keep(event)
            observer(event)

        self.append = append
