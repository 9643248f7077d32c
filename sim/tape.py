"""The tape: events of the running commit, on their way from the simulator to a log.

The simulator appends events as they happen and marks the end of each indivisible step with
`commit`; a sink then gets the whole step at once or not at all.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from events.base import Event
from events.money import DayOpened


class Sink(Protocol):
    """Where commits go; `events.log.EpisodeLog` is one."""

    def commit(self, events: Sequence[Event], sync: bool = False) -> None:
        """Store one commit; `sync` asks for durability under the once-a-day policy.

        The list is the tape's own and is emptied afterwards.
        """


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
        self.append: Callable[[Event], None] = self._open.append
        """Take one more event of the running commit."""
        self.events: list[Event] = []

    def commit(self) -> None:
        """Close the running commit; nothing happens if it is empty."""
        batch = self._open
        if not batch:
            return
        if self._sink is not None:
            self._sink.commit(batch, sync=any(type(event) is DayOpened for event in batch))
        if self._keep:
            self.events.extend(batch)
        batch.clear()
