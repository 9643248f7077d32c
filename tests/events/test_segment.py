"""Segments: layout, determinism, damage."""

import contextlib
import io
import random
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest

import events.segment
from events.errors import BrokenChain, LogError, SequenceGap
from events.journal import START, Commit, Record, read_journal
from events.segment import (
    Sealed,
    Segment,
    read_segment,
    segment_name,
    to_frame,
    verify_segment,
    write_segment,
)
from tests.events.samples import payloads, write_journal


@pytest.fixture
def records(tmp_path: Path) -> list[Record]:
    write_journal(tmp_path / "journal.jsonl", [2, 3, 2])
    return read_journal(tmp_path / "journal.jsonl").records


@pytest.fixture
def sealed(tmp_path: Path, records: list[Record]) -> Sealed:
    return write_segment(tmp_path / segment_name(1), START, records)


def test_the_layout_is_pinned(tmp_path: Path, records: list[Record], sealed: Sealed) -> None:
    path = tmp_path / "segment-000001.parquet"
    frame = read_segment(path, sealed).frame
    assert dict(frame.schema) == {
        "seq": pl.Int64,
        "tick": pl.Int64,
        "kind": pl.String,
        "payload": pl.String,
        "chain": pl.String,
    }
    assert frame["seq"].to_list() == [1, 2, 3, 4, 5, 6, 7]
    assert frame["tick"].to_list() == [16 * seq for seq in range(1, 8)]
    assert set(frame["kind"]) == {"sample.noted"}
    assert [text.encode() for text in frame["payload"]] == payloads(1, 7)
    heads = [record.commit.head.hex() for record in records]
    assert frame["chain"].to_list() == [None, heads[0], None, None, heads[1], None, heads[2]]
    facts = pl.read_parquet_metadata(path)
    facts.pop("ARROW:schema")
    assert facts == {
        "schema_version": "1",
        "first_seq": "1",
        "last_seq": "7",
        "events": "7",
        "commits": "3",
        "head_before": "00" * 32,
        "head": heads[2],
    }
    assert sealed == Sealed(
        name="segment-000001.parquet",
        first_seq=1,
        last_seq=7,
        events=7,
        commits=3,
        bytes=path.stat().st_size,
        sha256=sealed.sha256,
        head=heads[2],
    )


def test_a_second_reader_sees_the_same_rows(tmp_path: Path, sealed: Sealed) -> None:
    """PyArrow shares no code with Polars."""
    path = tmp_path / sealed.name
    assert pq.read_table(path).to_pylist() == read_segment(path).frame.to_dicts()


def test_the_same_commits_give_the_same_bytes(
    tmp_path: Path, records: list[Record], sealed: Sealed
) -> None:
    again = write_segment(tmp_path / "other.parquet", START, records)
    assert again.sha256 == sealed.sha256
    names = {entry.name for entry in tmp_path.iterdir()}
    assert names == {"journal.jsonl", "other.parquet", sealed.name}


def test_verifying_returns_where_the_segment_ends(
    tmp_path: Path, records: list[Record], sealed: Sealed
) -> None:
    path = tmp_path / sealed.name
    assert verify_segment(path, read_segment(path), START) == records[-1].commit
    with pytest.raises(BrokenChain, match=r"row 2, event 2: expected chain"):
        verify_segment(path, read_segment(path), Commit(0, 0, bytes([1] * 32)))
    with pytest.raises(SequenceGap, match=r"row 1, event 2: found event 1"):
        verify_segment(path, read_segment(path), Commit(1, 1, START.head))


def _set(column: str, row: int, value: Any) -> Any:
    def harm(frame: pl.DataFrame) -> pl.DataFrame:
        values = frame[column].to_list()
        values[row] = value(values[row]) if callable(value) else value
        return frame.with_columns(pl.Series(column, values, frame.schema[column]))

    return harm


FORGERIES: dict[str, Any] = {
    "row 5, event 5: expected chain": _set("payload", 3, lambda text: text[:-3] + "9" + text[-2:]),
    "row 4, event 4: the columns say": _set("tick", 3, 63),
    "row 3, event 3: the columns say": _set("kind", 2, "sample.other"),
    "row 6, event 6: the columns say": _set("seq", 5, 8),
    "row 2, event 2: expected chain 000": _set("chain", 1, "0" * 64),
    "row 1, event 1: expected chain ": _set("chain", 0, "AB" * 32),
    "row 3, event 3: this is no event": _set("payload", 2, "{}"),
    "event 4: found event 5": lambda frame: frame.filter(pl.col("seq") != 4),
    "last 2 events belong to no commit": _set("chain", 6, None),
}


@pytest.mark.parametrize("found", FORGERIES.keys())
def test_a_forged_row_is_named(tmp_path: Path, sealed: Sealed, found: str) -> None:
    path = tmp_path / sealed.name
    segment = read_segment(path)
    forged = Segment(FORGERIES[found](segment.frame), segment.footer)
    with pytest.raises(LogError) as caught:
        verify_segment(path, forged, START)
    assert found in str(caught.value)
    assert str(path) in str(caught.value)


REWRITTEN: dict[str, Any] = {
    "events: expected 7, found 6": lambda frame: frame.head(6),
    "first seq: expected 1, found 2": _set("seq", 0, 2),
    "last seq: expected 7, found 9": _set("seq", 6, 9),
    "commits: expected 3, found 2": _set("chain", 1, None),
    "head: expected": _set("chain", 6, "00" * 32),
    "columns: expected": lambda frame: frame.rename({"kind": "kinds"}),
    "column types: expected": lambda frame: frame.with_columns(pl.col("seq").cast(pl.Int32)),
    "no rows or holes": _set("payload", 3, None),
}


@pytest.mark.parametrize("found", REWRITTEN.keys())
def test_a_file_that_contradicts_its_footer_is_refused(
    tmp_path: Path, sealed: Sealed, found: str
) -> None:
    path = tmp_path / sealed.name
    facts = pl.read_parquet_metadata(path)
    facts.pop("ARROW:schema")
    REWRITTEN[found](read_segment(path).frame).write_parquet(path, metadata=facts)
    with pytest.raises(LogError) as caught:
        read_segment(path)
    assert found in str(caught.value)
    assert str(path) in str(caught.value)


def _other(content: bytes) -> bytes:
    file = io.BytesIO()
    pl.DataFrame({"x": [1]}).write_parquet(file)
    return file.getvalue()


@pytest.mark.parametrize(
    "harm",
    [
        pytest.param(lambda content: b"", id="empty"),
        pytest.param(lambda content: content[: len(content) // 2], id="half"),
        pytest.param(lambda content: content[:-1], id="last byte missing"),
        pytest.param(lambda content: content[:-9] + b"\xff" + content[-8:], id="footer"),
        pytest.param(lambda content: b"x" * len(content), id="garbage"),
        pytest.param(_other, id="another Parquet file"),
    ],
)
def test_a_damaged_file_is_named(tmp_path: Path, sealed: Sealed, harm: Any) -> None:
    path = tmp_path / sealed.name
    path.write_bytes(harm(path.read_bytes()))
    for facts in (None, sealed):
        with pytest.raises(LogError) as caught:
            read_segment(path, facts)
        assert str(path) in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(LogError, match=r"none\.parquet: cannot read the segment: No such file"):
        read_segment(tmp_path / "none.parquet")


def test_any_flipped_bit_is_seen_with_the_manifests_facts(tmp_path: Path, sealed: Sealed) -> None:
    path = tmp_path / sealed.name
    content = path.read_bytes()
    for position in range(len(content)):
        harmed = bytearray(content)
        harmed[position] ^= 1 << position % 8
        path.write_bytes(harmed)
        with pytest.raises(LogError, match="SHA-256: expected"):
            read_segment(path, sealed)


def test_damage_of_every_kind_is_an_error_and_no_more(tmp_path: Path, sealed: Sealed) -> None:
    """Without the SHA-256, too, a damaged file is refused or gives wrong rows: nothing worse."""
    path = tmp_path / sealed.name
    content = path.read_bytes()
    draws = random.Random(5)
    for _ in range(2000):
        harmed = bytearray(content)
        for _ in range(draws.choice([1, 1, 1, 20])):
            harmed[draws.randrange(len(content))] ^= 1 << draws.randrange(8)
        path.write_bytes(harmed)
        with contextlib.suppress(LogError):
            verify_segment(path, read_segment(path), START)


def test_a_segment_that_reads_back_otherwise_is_refused(
    tmp_path: Path, records: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = read_segment

    def reads_less(path: Path, sealed: Sealed | None = None) -> Segment:
        segment = real(path, sealed)
        return Segment(_set("tick", 0, 0)(segment.frame), segment.footer)

    monkeypatch.setattr(events.segment, "read_segment", reads_less)
    with pytest.raises(LogError, match="does not read back as it was written"):
        write_segment(tmp_path / "segment-000001.parquet", START, records)


def test_events_that_do_not_number_on_are_no_frame(records: list[Record]) -> None:
    skipping = [Record(Commit(1, 2, bytes(32)), [*payloads(1, 1), *payloads(3, 1)], 0)]
    with pytest.raises(SequenceGap, match="expected event 2, found 3"):
        to_frame(skipping)
    assert to_frame([]).height == 0
    assert to_frame([]).schema == to_frame(records).schema
