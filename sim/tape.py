"""The tape: events of the running commit, on their way from the simulator to a log.

The simulator appends events as they happen and marks the end of each indivisible step with
`commit`; a sink then gets the whole step at once or not at all.
"""

from functools import cache
from typing import Protocol

from events.base import Event
from events.codec import encode
from events.money import DayOpened

Record = tuple[int, int, str, bytes]
"""(seq, tick, kind, payload)."""


class Sink(Protocol):
    """Where commits go; `events.log.EpisodeLog` is one."""

    def commit(self, records: list[Record], sync: bool = False) -> None:
        """Store one commit; `sync` asks for durability under the once-a-day policy."""


@cache
def kind_of(struct: type[Event]) -> str:
    """Return an event struct's wire tag."""
    return str(struct.__struct_config__.tag)


class Tape:
    """Collects the events of a commit and hands them over encoded.

    Args:
        sink: where commits go; None keeps nothing.
        keep: also keep every event in `events`, for tests and in-memory episodes.
    """

    def __init__(self, sink: Sink | None = None, *, keep: bool = False) -> None:
        self._sink = sink
        self._keep = keep
        self._open: list[Event] = []
        self.events: list[Event] = []

    def append(self, event: Event) -> None:
        self._open.append(event)

    def commit(self) -> None:
        """Close the running commit; nothing happens if it is empty."""
        batch = self._open
        if not batch:
            return
        if self._sink is not None:
            records = [
                (event.seq, event.tick, kind_of(type(event)), encode(event)) for event in batch
            ]
            self._sink.commit(records, sync=any(type(event) is DayOpened for event in batch))
        if self._keep:
            self.events.extend(batch)
        self._open = []
