"""An episode's record on its way through re-execution: read once, in order.

`Record` stands where a log would: it compares each commit with the recorded one, and once the
record is used up it hands over to a live log, if there is one. What has been read and not yet
compared waits in a window, hardly more than one commit; whoever repeats something of the record
(the turns, the asides, what a voice said, what code gave) looks it up there.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from events.agent import ConsentRead, VoiceSpoke
from events.base import Event
from events.codec import encode, make_decoder
from events.episode import EpisodeStarted
from events.errors import Diverged, LogError
from events.log import Row
from events.union import ASIDES, KINDS, AnyEvent
from sim.marketplace.voice import READS, Brief, Reading, Spoken, TemplateVoice, Voice
from sim.tape import Sink

_SHOWN: Final = 300
ASIDE_TAGS: Final = {tag for tag, kind in KINDS.items() if kind in ASIDES}
_TAGS: Final = {kind: tag for tag, kind in KINDS.items()}
_END: Final = "the end of the log"

decode = make_decoder(AnyEvent)


def decoded(row: Row) -> Any:
    """Return the event of a row; raises LogError if this version does not know it."""
    return decode(row.payload)


def told(row: Row) -> str:
    """Return what a row says, not too long, for a message."""
    return _shortened(row.payload)


class Record:
    """A sink that compares commits with a record, then passes later ones on.

    Args:
        rows: the record, in order.
        live: where commits go once the record is used up; without it there must be none.
    """

    def __init__(self, rows: Iterable[Row], live: Sink | None = None) -> None:
        self._rows: Iterator[Row] = iter(rows)
        self._live = live
        self._window: deque[Row] = deque()
        self.compared = 0
        """How many events agree."""

    def started(self) -> EpisodeStarted | None:
        """Return the first event, before anything is compared; None if there is none.

        Raises:
            LogError: the log is damaged, or begins with something else.
        """
        first = self._at(0)
        if first is None:
            return None
        event = decoded(first)
        if not isinstance(event, EpisodeStarted):
            raise LogError(f"the log begins with {first.kind}, not with its start")
        return event

    def commit(self, events: Sequence[Event], sync: bool = False) -> None:
        """Compare one commit with the record, or pass it on.

        Raises:
            Diverged: an event or the end of the commit is not as recorded.
        """
        for index, event in enumerate(events):
            row = self._at(0)
            if row is None:
                if index or self._live is None:
                    raise Diverged(event.seq, _END, _shortened(encode(event)))
                self._live.commit(events, sync)
                return
            produced = encode(event)
            if produced != row.payload:
                raise Diverged(row.seq, told(row), _shortened(produced))
            if (row.chain is not None) != (index == len(events) - 1):
                raise Diverged(row.seq, "another end of its commit", _shortened(produced))
            self._window.popleft()
            self.compared += 1

    def ahead(self) -> list[Row]:
        """Return the commit that is compared next; empty if the record is used up."""
        rows: list[Row] = []
        while (row := self._at(len(rows))) is not None:
            rows.append(row)
            if row.chain is not None:
                break
        return rows

    def aside_at(self, seq: int) -> Any:
        """Return the event of this number if it is an aside, else None."""
        row = self._at(seq - 1 - self.compared)
        return decoded(row) if row is not None and row.kind in ASIDE_TAGS else None

    def inputs(self, *kinds: type[Event]) -> Iterator[Any]:
        """Yield the events of these kinds, each while its own commit is repeated.

        Raises:
            Diverged: the commit that is repeated has no more of them.
        """
        tags = [_TAGS[kind] for kind in kinds]
        given = 0
        while (row := self._next_of(tags, given)) is not None:
            given = row.seq
            yield decoded(row)

    def _next_of(self, tags: list[str], given: int) -> Row | None:
        place = max(0, given - self.compared)
        while (row := self._at(place)) is not None:
            if row.kind in tags:
                return row
            if row.chain is not None:
                raise Diverged(row.seq, told(row), " or ".join(tags))
            place += 1
        return None

    def _at(self, place: int) -> Row | None:
        while len(self._window) <= place:
            row = next(self._rows, None)
            if row is None:
                return None
            self._window.append(row)
        return self._window[place]


class RecordedVoice:
    """A voice that repeats a record, word by word, and hands over to a live one after it.

    Args:
        said: the recorded `voice.spoke` and `consent.read` events, in order.
        reads: whether the recorded voice read consent.
    """

    def __init__(
        self, name: str, said: Iterable[Any], live: Voice | None = None, *, reads: bool = False
    ) -> None:
        self.name = name
        self._said = iter(said)
        self._live = live
        self._reads = reads

    def reply(self, brief: Brief) -> str | Spoken:
        """Say what was said.

        Raises:
            Diverged: the record has another supplier speak here, or nobody.
        """
        event = self._next(VoiceSpoke, brief)
        if event is None:
            assert self._live is not None
            return self._live.reply(brief)
        return Spoken(
            event.text,
            event.source,
            event.input_tokens,
            event.cached_tokens,
            event.output_tokens,
        )

    def consents(self, brief: Brief) -> Reading | None:
        """Read what was read.

        Raises:
            Diverged: the record has something else here.
        """
        if not self._reads:
            return None
        event = self._next(ConsentRead, brief)
        if event is None:
            assert self._live is not None
            return self._live.consents(brief)
        return Reading(event.agreed, event.source)

    def _next(self, kind: type[VoiceSpoke | ConsentRead], brief: Brief) -> Any:
        """Return the next recorded event; None if a live voice has to speak."""
        event: Any = next(self._said, None)
        wanted = f"{kind.__name__} of {brief.supplier.name}"
        if event is None:
            if self._live is None:
                raise Diverged(0, _END, wanted)
            return None
        if type(event) is not kind or event.supplier != brief.supplier.name:
            raise Diverged(event.seq, repr(event)[:_SHOWN], wanted)
        return event


def voice_of(record: Record, name: str, live: Voice | None = None) -> Voice | None:
    """Return the voice that repeats a record's; None for our own, which needs no record."""
    if name in ("", TemplateVoice.name):
        return None
    said = record.inputs(VoiceSpoke, ConsentRead)
    return RecordedVoice(name, said, live, reads=name.endswith(READS))


def is_cut_off(diverged: Diverged) -> bool:
    """Whether the record just ended: an interrupted episode may end inside its last turn."""
    return diverged.recorded == _END


def _shortened(payload: bytes) -> str:
    text = payload.decode()
    return text if len(text) <= _SHOWN else text[:_SHOWN] + " ..."
