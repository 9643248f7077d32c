"""The tape: events of the running commit, on their way from the simulator to a log.

The simulator appends events as they happen and marks the end of each indivisible step with
`commit`; a sink then gets the whole step at once or not at all.
"""

from collections.abc import Sequence
from typing import Protocol

from events.base import Event
from events.money import DayOpened


class Sink(Protocol):
    """Where commits go; `events.log.EpisodeLog` is one."""

    def commit(self, events: Sequence[Event], sync: bool = False) -> None:
        """Store one commit; `sync` asks for durability under the once-a-day policy."""


class Tape:
    """Collects the events of a commit and hands them over.

    Args:
        sink: where commits go; None keeps nothing.
        keep: also keep every event in `events`, for tests and in-memory episodes.
    """

    def __init__(self, sink: Sink | None = None, *, keep: bool = False) -> None:
        self._sink = sink
        self._keep = keep
        self._open: list[Event] = []
        self._has_morning = False
        self.events: list[Event] = []

    def append(self, event: Event) -> None:
        self._open.append(event)
        if type(event) is DayOpened:
            self._has_morning = True

    def commit(self) -> None:
        """Close the running commit; nothing happens if it is empty."""
        batch = self._open
        if not batch:
            return
        if self._sink is not None:
            self._sink.commit(batch, sync=self._has_morning)
        if self._keep:
            self.events.extend(batch)
        self._open, self._has_morning = [], False
