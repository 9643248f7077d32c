"""Segments: the sealed part of the log, immutable Parquet files of whole commits.

One row is one event:

| column  | type   | meaning                                                             |
|---------|--------|---------------------------------------------------------------------|
| seq     | Int64  | place in the episode                                                |
| tick    | Int64  | simulated time                                                      |
| kind    | String | the event's kind                                                    |
| payload | String | the canonical JSON text that was hashed (see `events.codec`)        |
| chain   | String | the head after the commit, on its last event; null on all the others |

These columns never change: a new kind or field of an event lives inside the payload. The footer
repeats the facts a reader wants before the rows (`Footer`). The same rows give the same bytes under
the same Polars version. Parquet readers do not notice a flipped bit: `read_segment` compares the
file's SHA-256 with the one its caller got from the manifest, and the chain runs over the payloads.
A file of unknown health is read with PyArrow, because Polars may take the process down.
"""

import hashlib
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from events.codec import link, read_header
from events.errors import BrokenChain, LogError, SequenceGap
from events.journal import Commit, Record, replace_file

if TYPE_CHECKING:  # importing Polars takes 0.3 s
    import polars as pl

SCHEMA_VERSION: Final = 1
_LEVEL: Final = 8
# Measured on a year of 25,000 synthetic events (3.6 MB) and on 7.7 MB of recorded tool results:
# level 1 gives 818 kB and 677 kB at 6 ms per MB, 3 gives 896 and 712, 8 gives 769 and 606 at 15 to
# 25 ms per MB, 12 gains 1 % for up to three times the time, 19 gains 13 % for 450 ms per MB.


class Sealed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the manifest remembers of a segment."""

    name: str
    first_seq: int
    last_seq: int
    events: int
    commits: int
    bytes: int
    sha256: str
    head: str
    """The chain's head after the segment, in hex."""


class Footer(msgspec.Struct, frozen=True, kw_only=True):
    """The facts in a segment's own footer."""

    schema_version: int
    first_seq: int
    last_seq: int
    events: int
    commits: int
    head_before: str
    head: str


class Segment(msgspec.Struct, frozen=True):
    """A segment as read back."""

    frame: "pl.DataFrame"
    footer: Footer


def segment_name(number: int) -> str:
    """Return the file name of the number-th segment, counting from 1."""
    return f"segment-{number:06d}.parquet"


def to_frame(records: list[Record]) -> "pl.DataFrame":
    """Return the events of these commits as rows, seq, tick and kind read from the payloads.

    Raises:
        SequenceGap: the events do not number up to what the commits say.
        LogError: a payload is no event.
    """
    import polars as pl

    payloads = [payload for record in records for payload in record.payloads]
    headers = [read_header(payload) for payload in payloads]
    first = records[0].commit.seq - len(records[0].payloads) + 1 if records else 1
    for expected, header in enumerate(headers, first):
        if header.seq != expected:
            raise SequenceGap(f"expected event {expected}, found {header.seq} ({header.kind})")
    chain: list[str | None] = []
    for record in records:
        chain += [None] * (len(record.payloads) - 1)
        chain.append(record.commit.head.hex())
    columns = {
        "seq": [header.seq for header in headers],
        "tick": [header.tick for header in headers],
        "kind": [header.kind for header in headers],
        "payload": [payload.decode() for payload in payloads],
        "chain": chain,
    }
    return pl.DataFrame(columns, schema=_schema())


def _schema() -> dict[str, Any]:
    import polars as pl

    return {
        "seq": pl.Int64,
        "tick": pl.Int64,
        "kind": pl.String,
        "payload": pl.String,
        "chain": pl.String,
    }


def write_segment(path: Path, anchor: Commit, records: list[Record]) -> Sealed:
    """Seal these commits, which follow `anchor`, into a new segment.

    The file is put in place in one step, then read again and compared row by row with what was to
    be written; only a return without error allows the journal to be removed.

    Raises:
        LogError: it could not be written, or reads back otherwise.
    """
    frame = to_frame(records)
    last = records[-1].commit
    footer = Footer(
        schema_version=SCHEMA_VERSION,
        first_seq=anchor.seq + 1,
        last_seq=last.seq,
        events=frame.height,
        commits=len(records),
        head_before=anchor.head.hex(),
        head=last.head.hex(),
    )
    buffer = io.BytesIO()
    frame.write_parquet(
        buffer,
        compression="zstd",
        compression_level=_LEVEL,
        metadata={key: str(value) for key, value in msgspec.structs.asdict(footer).items()},
    )
    content = buffer.getvalue()
    sealed = Sealed(
        name=path.name,
        first_seq=footer.first_seq,
        last_seq=footer.last_seq,
        events=footer.events,
        commits=footer.commits,
        bytes=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        head=footer.head,
    )
    replace_file(path, content)
    segment = read_segment(path, sealed)
    if segment.footer != footer or not segment.frame.equals(frame):
        raise LogError(f"{path}: the sealed segment does not read back as it was written")
    return sealed


def read_segment(path: Path, sealed: Sealed | None = None) -> Segment:
    """Read a segment; with `sealed`, only if it is, byte for byte, the one that was sealed.

    Raises:
        LogError: the file is missing, damaged or no segment; names the file.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise LogError(f"{path}: cannot read the segment: {error.strerror}") from error
    if sealed is not None:
        _compare(path, "bytes", sealed.bytes, len(content))
        _compare(path, "SHA-256", sealed.sha256, hashlib.sha256(content).hexdigest())
    segment = _parse(path, content) if sealed is None else _parse_known(path, content)
    frame, footer = segment.frame, segment.footer
    _compare(path, "schema version", SCHEMA_VERSION, footer.schema_version)
    _compare(path, "column types", _schema(), dict(frame.schema))
    _compare(path, "events", footer.events, frame.height)
    if frame.is_empty() or frame.drop("chain").null_count().sum_horizontal()[0]:
        raise LogError(f"{path}: the segment has no rows or holes in them")
    _compare(path, "first seq", footer.first_seq, frame["seq"][0])
    _compare(path, "last seq", footer.last_seq, frame["seq"][-1])
    _compare(path, "commits", footer.commits, frame["chain"].count())
    _compare(path, "head", footer.head, frame["chain"][-1])
    return segment


def _compare(path: Path, what: str, expected: object, found: object) -> None:
    if expected != found:
        raise LogError(f"{path}: {what}: expected {expected}, found {found}")


def _parse_known(path: Path, content: bytes) -> Segment:
    # Byte for byte what was written and read back at the seal: Polars, the faster reader, will do.
    import polars as pl

    try:
        frame = pl.read_parquet(io.BytesIO(content))
        facts = pl.read_parquet_metadata(io.BytesIO(content))
        return Segment(frame, msgspec.convert(facts, Footer, strict=False))
    except (Exception, pl.exceptions.PanicException) as error:
        raise LogError(f"{path}: the segment is damaged: {error}") from error


def _parse(path: Path, content: bytes) -> Segment:
    import polars as pl
    import pyarrow as pa  # type: ignore[import-untyped]
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

    # PyArrow reads what Polars wrote: a second opinion, and it fails in good order. Polars aborts
    # the process on some damaged files (a wrong length makes it ask for too much memory).
    try:
        file = pq.ParquetFile(pa.BufferReader(content))
        table = file.read()
        _compare(path, "columns", list(_schema()), table.schema.names)
        table.validate(full=True)  # offsets and UTF-8, which the step to Polars takes on trust
        frame = pl.DataFrame(pa.Table.from_arrays(table.columns, names=list(_schema())))
        facts = {key.decode(): text.decode() for key, text in file.metadata.metadata.items()}
        return Segment(frame, msgspec.convert(facts, Footer, strict=False))
    except LogError:
        raise
    except (Exception, pl.exceptions.PanicException) as error:
        raise LogError(f"{path}: the segment is damaged: {error}") from error


def verify_segment(path: Path, segment: Segment, after: Commit) -> Commit:
    """Recompute the chain over a segment that follows `after`; return the commit it ends with.

    Raises:
        BrokenChain, SequenceGap: names the row, what was expected and what was found.
        LogError: a payload is no event.
    """
    end = after
    payloads: list[bytes] = []
    for row, (seq, tick, kind, payload, chain) in enumerate(segment.frame.iter_rows(), 1):
        place = f"{path}, row {row}, event {end.seq + len(payloads) + 1}"
        try:
            header = read_header(payload)
        except LogError as error:
            raise LogError(f"{place}: {error}") from error
        if (seq, tick, kind) != (header.seq, header.tick, header.kind):
            raise BrokenChain(
                f"{place}: the columns say {(seq, tick, kind)}, "
                f"the payload {(header.seq, header.tick, header.kind)}"
            )
        if seq != end.seq + len(payloads) + 1:
            raise SequenceGap(f"{place}: found event {seq}")
        payloads.append(payload.encode())
        if chain is not None:
            head = link(end.head, payloads)
            if chain != head.hex():
                raise BrokenChain(f"{place}: expected chain {chain}, found {head.hex()}")
            end, payloads = Commit(end.number + 1, seq, head), []
    if payloads:
        raise BrokenChain(f"{path}: the last {len(payloads)} events belong to no commit")
    return end
