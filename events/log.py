"""The episode's log: one folder, one writer, whole commits in order.

    manifest.json                      what the episode is, and its sealed segments
    segments/segment-000001.parquet    sealed commits
    journal.jsonl                      the commits since the last seal

A full journal is sealed before the next commit, in this order: write the segment and compare it
with the journal, replace the manifest, remove the journal, start a new one. A crash between any two
of these steps loses nothing and doubles nothing, because the manifest decides: a segment it does
not name is a leftover (the next seal overwrites it), and a journal that ends where its last segment
ends is one, too. Readers read the journal first and the manifest after it, so they may read while
the episode is being written.

The durable tail decides what became of an episode (`status`). A lock keeps a second writer out
(`events.lock`); `events.recover` opens an interrupted episode to go on where it stopped.
"""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, Self, get_args

import msgspec

from events.base import Event
from events.codec import encode_lines, read_header
from events.errors import BrokenChain, LogError, SequenceGap
from events.journal import START, Commit, Journal, JournalContent, Record, read_journal, sync_folder
from events.lock import WriterLock, is_locked
from events.manifest import Manifest, read_manifest, render, write_manifest
from events.segment import (
    read_segment,
    segment_name,
    to_frame,
    verify_segment,
    write_segment,
)

if TYPE_CHECKING:  # importing Polars takes 0.3 s
    import polars as pl

MANIFEST: Final = "manifest.json"
JOURNAL: Final = "journal.jsonl"
SEGMENTS: Final = "segments"
ENDED: Final = "episode.ended"
"""The kind of an episode's last event."""
FAILED: Final = "episode.failed"
"""The kind of the event after which a defect broke play off."""

Status = Literal["ended", "running", "interrupted", "failed", "quarantined"]

SEGMENT_BYTES: Final = 8_000_000
"""The size of a journal from which it is sealed."""

Sync = Literal["commit", "day", "off"]
"""When commits become durable: each one before the next, once a day in the background, or when
the system likes. A killed process loses nothing under any of them; only a power cut can."""


class EpisodeLog:
    """The writing side of a log.

    Created empty, fed with `commit`, closed once. After a `LogError` it takes no more commits; what
    was committed before stays readable.
    """

    def __init__(
        self,
        folder: Path,
        manifest: Manifest,
        journal: Journal,
        sync: Sync,
        segment_bytes: int,
        lock: WriterLock,
    ) -> None:
        self.folder = folder
        self.manifest = manifest
        self._journal = journal
        self._sync = sync
        self._segment_bytes = segment_bytes
        self._lock = lock
        self._closed = False

    @classmethod
    def create(
        cls,
        folder: Path,
        manifest: Manifest,
        *,
        sync: Sync = "commit",
        segment_bytes: int = SEGMENT_BYTES,
    ) -> "EpisodeLog":
        """Start the log of a new episode in a folder that is missing or empty.

        Args:
            segment_bytes: the size of a journal, in bytes, from which it is sealed.

        Raises:
            LogError: the folder is not empty, or cannot be written.
            ValueError: the manifest could not be read again; an unknown policy.
        """
        render(manifest)  # raises before anything is on disk
        if sync not in get_args(Sync):
            raise ValueError(f"sync: expected one of {get_args(Sync)}, found {sync!r}")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise LogError(f"{folder}: not empty; an episode needs a folder of its own")
            (folder / SEGMENTS).mkdir()
            sync_folder(folder.parent)
        except OSError as error:
            raise LogError(f"{folder}: cannot start an episode: {error}") from error
        lock = WriterLock.acquire(folder, manifest.created)
        try:
            journal = Journal.create(folder / JOURNAL)
            try:
                write_manifest(folder / MANIFEST, manifest)
            except BaseException:
                journal.close()
                raise
        except BaseException:
            lock.release()
            raise
        return cls(folder, manifest, journal, sync, segment_bytes, lock)

    @property
    def seq(self) -> int:
        """The last committed event's seq; 0 before the first."""
        return self._journal.last.seq

    @property
    def events(self) -> int:
        """Number of committed events; equal to `seq`, because there are no gaps."""
        return self._journal.last.seq

    @property
    def commits(self) -> int:
        """Number of commits."""
        return self._journal.last.number

    @property
    def head(self) -> bytes:
        """The chain's head after the last commit."""
        return self._journal.last.head

    def commit(self, events: Sequence[Event], sync: bool = False) -> None:
        """Write these events, all or none.

        No events is no commit. Under the policy "day", `sync` has everything so far made durable in
        the background; the policy "commit" makes each commit durable, "off" none.

        Raises:
            SequenceGap: the first seq is not `self.seq + 1`, or one does not follow the other.
            ValueError: an event cannot be stored.
            LogError: the disk refused, or the log is closed.
        """
        for expected, event in enumerate(events, self.seq + 1):
            if event.seq != expected:
                kind = event.__struct_config__.tag
                raise SequenceGap(
                    f"{self.folder}: expected event {expected}, found {event.seq} ({kind})"
                )
        if events:
            lines = encode_lines(events)
            if self._journal.size >= self._segment_bytes and self.seq > self._sealed_seq():
                self._seal(final=False)
            self._journal.append(lines, events[-1].seq)
        if self._sync == "commit":
            self._journal.sync()
        elif self._sync == "day" and sync:
            self._journal.sync_soon()

    def _sealed_seq(self) -> int:
        return self.manifest.segments[-1].last_seq if self.manifest.segments else 0

    def _seal(self, final: bool) -> None:
        last = self._journal.last
        self._journal.close()
        path = self._journal.path
        content = read_journal(path)
        if content.records:
            if content.records[-1].commit != last or content.torn or content.anchor is None:
                raise LogError(f"{path}: the journal is not what was written to it")
            segments = self.manifest.segments
            target = self.folder / SEGMENTS / segment_name(len(segments) + 1)
            sealed = write_segment(target, content.anchor, content.records)
            manifest = msgspec.structs.replace(self.manifest, segments=(*segments, sealed))
            write_manifest(self.folder / MANIFEST, manifest)
            self.manifest = manifest
        try:
            path.unlink()
            sync_folder(self.folder)
        except OSError as error:
            raise LogError(f"{path}: cannot remove the sealed journal: {error}") from error
        if not final:
            self._journal = Journal.create(path, last)

    def close(self, ended: bool = False) -> None:
        """Close the log; `ended` seals what is left in the journal. Closing twice is fine.

        Without `ended` the journal stays, made durable unless the policy is "off".

        Raises:
            LogError: the disk refused; the log is closed nevertheless.
        """
        if self._closed:
            return
        self._closed = True
        try:
            if ended:
                self._seal(final=True)
            elif self._sync != "off":
                self._journal.sync()
        finally:
            try:
                self._journal.close()
            finally:
                self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, error_type: type[BaseException] | None, *_: object) -> None:
        # An error on its way out says more than the closing of a log it may have broken.
        with contextlib.suppress(LogError) if error_type else contextlib.nullcontext():
            self.close()


class Row(msgspec.Struct, frozen=True, gc=False):
    """One event as the log holds it; a decoder from `events.codec` makes the event of `payload`."""

    seq: int
    tick: int
    kind: str
    payload: bytes
    chain: str | None
    """The head in hex on the last event of a commit, else None."""


class ChainReport(msgspec.Struct, frozen=True):
    """What `verify_chain` found: the sound part of the log and the first thing wrong with it."""

    commits: int
    events: int
    head: str
    torn: int
    """Bytes of an unfinished commit at the end of the journal: normal after a crash."""
    problem: str | None
    """Where the first mismatch is, what was expected there and what was found; None if none."""


def read_episode(folder: Path) -> Iterator[Row]:
    """Yield all events of the log in order, leaving out a torn tail.

    Raises:
        LogError: the log is damaged; names the file. Segments are compared with their SHA-256 and
            the journal with its chain before any of their events is yielded.
    """
    for frame in _parts(folder):
        columns = [frame[name].to_list() for name in frame.columns]
        for seq, tick, kind, payload, chain in zip(*columns, strict=True):
            yield Row(seq, tick, kind, payload.encode(), chain)


def frames(folder: Path, kinds: Iterable[str] | None = None) -> "pl.DataFrame":
    """Return the log as one frame with the columns seq, tick, kind, payload and chain.

    Args:
        kinds: keep only events of these kinds; all by default.

    Raises:
        LogError: as `read_episode`.
    """
    import polars as pl

    if kinds is None:
        return pl.concat(list(_parts(folder)))
    wanted = pl.col("kind").is_in(list(kinds))
    return pl.concat([part.filter(wanted) for part in _parts(folder)])


def status(folder: Path) -> Status:
    """Return what the durable tail tells of an episode.

    It has ended if its last event says so; otherwise it is running while a process holds its lock,
    failed if its last event says so, and interrupted if neither. It is quarantined, whatever its
    last event, if a part of the log is damaged or missing (`events.salvage` names it).
    """
    try:
        content, manifest = _open(folder)
        records = fresh_records(folder, content, manifest)
        last = None
        for sealed in manifest.segments:
            last = read_segment(folder / SEGMENTS / sealed.name, sealed)
        if records:
            kind = read_header(records[-1].payloads[-1]).kind
        else:
            kind = last.frame["kind"][-1] if last else ""
    except LogError:
        return "quarantined"
    return status_of(folder, kind)


def status_of(folder: Path, kind: str) -> Status:
    """Return what the kind of a sound log's last event, empty if there is none, tells of it."""
    if kind == ENDED:
        return "ended"
    if is_locked(folder):
        return "running"
    return "failed" if kind == FAILED else "interrupted"


def _open(folder: Path) -> tuple[JournalContent, Manifest]:
    # The journal first: if it is sealed in between, the manifest names the segment and the journal
    # is recognised as a leftover; the other way round its events would be missed.
    content = read_journal(folder / JOURNAL)
    return content, read_manifest(folder / MANIFEST)


def _parts(folder: Path) -> "Iterator[pl.DataFrame]":
    content, manifest = _open(folder)
    records = fresh_records(folder, content, manifest)
    for sealed in manifest.segments:
        yield read_segment(folder / SEGMENTS / sealed.name, sealed).frame
    yield to_frame(records)


def sealed_end(manifest: Manifest) -> Commit:
    """Return the last sealed commit; START if nothing is sealed."""
    if not manifest.segments:
        return START
    last = manifest.segments[-1]
    commits = sum(sealed.commits for sealed in manifest.segments)
    return Commit(commits, last.last_seq, bytes.fromhex(last.head))


def fresh_records(folder: Path, content: JournalContent, manifest: Manifest) -> list[Record]:
    """Return the journal's commits after the last segment; none if it has been sealed already.

    Raises:
        BrokenChain: the journal neither follows nor repeats the last segment.
    """
    end = sealed_end(manifest)
    if content.anchor is None or content.anchor == end:
        return content.records
    if content.records and content.records[-1].commit == end:
        return []
    raise BrokenChain(
        f"{folder / JOURNAL}: expected to follow commit {end.number}, event {end.seq}, head "
        f"{end.head.hex()}; found commit {content.anchor.number}, event {content.anchor.seq}, head "
        f"{content.anchor.head.hex()}"
    )


def verify_chain(folder: Path) -> ChainReport:
    """Recompute the chain from the payloads of the whole log and compare everything with them.

    Checks the manifest's digest, each segment's SHA-256, footer and columns, the journal, and that
    all parts follow one another without a gap. Never raises for damage: it goes into the report.
    """
    end, torn = START, 0
    try:
        content, manifest = _open(folder)
        for sealed in manifest.segments:
            path = folder / SEGMENTS / sealed.name
            # Without the SHA-256 first, so that the report can name the row and not just the file.
            segment = read_segment(path)
            end = verify_segment(path, segment, end)
            if not read_segment(path, sealed).frame.equals(segment.frame):
                raise LogError(f"{path}: Polars and PyArrow read different rows")
        torn = content.torn
        if records := fresh_records(folder, content, manifest):
            to_frame(records)
            end = records[-1].commit
    except LogError as error:
        return ChainReport(end.number, end.seq, end.head.hex(), torn, str(error))
    return ChainReport(end.number, end.seq, end.head.hex(), torn, None)
