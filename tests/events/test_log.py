"""The episode's log: reader equals writer, whatever the commits, seals, crashes and damage."""

import errno
import hashlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import events.log
from events.codec import GENESIS, encode, link
from events.errors import BrokenChain, LogError, SequenceGap
from events.journal import Commit, Journal, read_journal
from events.log import (
    JOURNAL,
    MANIFEST,
    SEGMENTS,
    EpisodeLog,
    Row,
    Sync,
    frames,
    read_episode,
    status,
    verify_chain,
)
from events.manifest import read_manifest, write_manifest
from tests.events.samples import MANIFEST as SAMPLE
from tests.events.samples import Ended, decode, payloads, rows

SMALL = 400
"""Bytes from which a journal is sealed in these tests: a commit of five events is enough."""


def make_log(folder: Path, sizes: list[int], *, ended: bool, seal: int = SMALL) -> list[Row]:
    """Write a log with commits of these sizes; return the rows a reader should find."""
    log = EpisodeLog.create(folder, SAMPLE, sync="off", segment_bytes=seal)
    expected: list[Row] = []
    head = GENESIS
    for size in sizes:
        batch = rows(log.seq + 1, size)
        log.commit(batch)
        if size:
            head = link(head, [row[3] for row in batch])
            expected += [Row(*row, None) for row in batch]
            expected[-1] = Row(*batch[-1], head.hex())
        assert (log.head, log.seq, log.events) == (head, len(expected), len(expected))
    log.close(ended=ended)
    return expected


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "episode"


@settings(deadline=None)
@given(
    sizes=st.lists(st.integers(0, 9), max_size=12),
    seal=st.integers(1, 3000),
    ended=st.booleans(),
)
def test_a_reader_finds_what_the_writer_wrote(sizes: list[int], seal: int, ended: bool) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "episode"
        expected = make_log(folder, sizes, ended=ended, seal=seal)
        assert list(read_episode(folder)) == expected
        frame = frames(folder)
        assert frame.columns == ["seq", "tick", "kind", "payload", "chain"]
        assert [Row(s, t, k, p.encode(), c) for s, t, k, p, c in frame.iter_rows()] == expected
        report = verify_chain(folder)
        assert (report.problem, report.torn) == (None, 0)
        assert report.events == len(expected)
        assert report.commits == sum(size > 0 for size in sizes)
        assert report.head == (expected[-1].chain if expected else GENESIS.hex())
        assert not list(folder.rglob("*.tmp"))
        assert (folder / JOURNAL).exists() is not ended


def test_the_folder_holds_what_the_document_says(folder: Path) -> None:
    make_log(folder, [5, 5, 5, 5], ended=False)
    found = sorted(str(entry.relative_to(folder)) for entry in folder.rglob("*"))
    segments = [f"segments/segment-00000{n}.parquet" for n in (1, 2, 3)]
    assert found == ["journal.jsonl", "manifest.json", "segments", *segments]
    manifest = read_manifest(folder / MANIFEST)
    assert [(s.first_seq, s.last_seq) for s in manifest.segments] == [(1, 5), (6, 10), (11, 15)]
    for sealed in manifest.segments:
        content = (folder / SEGMENTS / sealed.name).read_bytes()
        assert (sealed.bytes, sealed.sha256) == (len(content), hashlib.sha256(content).hexdigest())
    assert msgspec.structs.replace(manifest, segments=()) == SAMPLE


def test_payloads_decode_to_the_events(folder: Path) -> None:
    make_log(folder, [2, 2], ended=True)
    assert [decode(row.payload).text for row in read_episode(folder)] == [
        f"day's end {seq}" for seq in (1, 2, 3, 4)
    ]


def test_a_folder_in_use_is_refused(folder: Path) -> None:
    make_log(folder, [1], ended=False)
    before = {entry: entry.stat().st_mtime_ns for entry in folder.rglob("*")}
    with pytest.raises(LogError, match="episode: not empty; an episode needs a folder of its own"):
        EpisodeLog.create(folder, SAMPLE)
    assert {entry: entry.stat().st_mtime_ns for entry in folder.rglob("*")} == before
    (folder.parent / "file").write_text("")
    with pytest.raises(LogError, match="file: cannot start an episode"):
        EpisodeLog.create(folder.parent / "file", SAMPLE)


def test_what_cannot_be_written_leaves_no_folder(folder: Path) -> None:
    with pytest.raises(ValueError, match="could not be read again"):
        EpisodeLog.create(folder, msgspec.structs.replace(SAMPLE, seed="five"))
    with pytest.raises(ValueError, match="sync: expected one of"):
        EpisodeLog.create(folder, SAMPLE, sync="always")  # type: ignore[arg-type]
    assert not folder.exists()


@pytest.mark.parametrize(
    ("batch", "error", "found"),
    [
        (rows(2, 2), SequenceGap, "expected event 3, found 2"),
        (rows(4, 1), SequenceGap, "expected event 3, found 4"),
        (rows(3, 1) + rows(5, 1), SequenceGap, "expected event 4, found 5"),
        (rows(3, 1) + rows(3, 1), SequenceGap, "expected event 4, found 3"),
        ([(3, 48, "sample.noted", payloads(4, 1)[0])], LogError, "event 3: the row says"),
        ([(3, 49, "sample.noted", payloads(3, 1)[0])], LogError, "event 3: the row says"),
        ([(3, 48, "sample.other", payloads(3, 1)[0])], LogError, "event 3: the row says"),
        ([(3, 48, "sample.noted", b"{}")], LogError, "this is no event"),
    ],
)
def test_a_commit_that_does_not_fit_is_refused_whole(
    folder: Path, batch: list[Any], error: type[Exception], found: str
) -> None:
    log = EpisodeLog.create(folder, SAMPLE, sync="off")
    log.commit(rows(1, 2))
    head = log.head
    with pytest.raises(error, match=found):
        log.commit(batch)
    assert (log.seq, log.head) == (2, head)
    log.commit(rows(3, 2))
    log.close()
    assert [row.seq for row in read_episode(folder)] == [1, 2, 3, 4]


def test_a_closed_log_refuses_and_closing_twice_is_fine(folder: Path) -> None:
    with EpisodeLog.create(folder, SAMPLE) as log:
        log.commit(rows(1, 1))
        log.close(ended=True)
        log.close()
        with pytest.raises(LogError, match="the journal is closed"):
            log.commit(rows(2, 1))
    assert len(list(read_episode(folder))) == 1


def test_an_error_inside_a_with_block_is_not_hidden(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closing a log that a failed write has broken would raise, too."""

    def play() -> None:
        with EpisodeLog.create(folder, SAMPLE) as log:
            monkeypatch.setattr(os, "write", lambda fd, data: 0)
            with pytest.raises(LogError, match="cannot append"):
                log.commit(rows(1, 1))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        play()


@pytest.mark.parametrize("sync", get_args(Sync))
def test_commits_are_durable_when_the_policy_says(
    folder: Path, monkeypatch: pytest.MonkeyPatch, sync: Sync
) -> None:
    log = EpisodeLog.create(folder, SAMPLE, sync=sync)
    calls: list[int] = []
    monkeypatch.setattr(os, "fdatasync", calls.append)
    counts = []
    for seq, day_over in ((1, False), (2, True), (3, False)):
        log.commit(rows(seq, 1), sync=day_over)
        counts.append(len(calls))
    log.commit([], sync=True)
    counts.append(len(calls))
    log.close()
    counts.append(len(calls))
    assert (
        counts
        == {
            "commit": [1, 2, 3, 4, 5],
            "day": [0, 1, 1, 2, 3],
            "off": [0, 0, 0, 0, 0],
        }[sync]
    )


def test_the_status_follows_from_the_durable_tail(folder: Path, tmp_path: Path) -> None:
    ended = Ended(seq=4, tick=64)
    for name, last, closing in (
        ("a", True, True),
        ("b", True, False),
        ("c", False, True),
        ("d", False, False),
    ):
        place = tmp_path / name
        log = EpisodeLog.create(place, SAMPLE, sync="off")
        assert status(place) == "interrupted"
        log.commit(rows(1, 3))
        if last:
            log.commit([(4, 64, "episode.ended", encode(ended))])
        log.close(ended=closing)
        assert status(place) == ("ended" if last else "interrupted")
    journal = tmp_path / "b" / JOURNAL
    journal.write_bytes(journal.read_bytes()[:-1])
    assert status(tmp_path / "b") == "interrupted"


def test_a_torn_tail_is_left_out_and_reported(folder: Path) -> None:
    expected = make_log(folder, [5, 5, 3, 2], ended=False)
    journal = folder / JOURNAL
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-1])
    report = verify_chain(folder)
    assert list(read_episode(folder)) == expected[:13]
    assert (report.events, report.problem) == (13, None)
    assert report.torn > 100


def test_bit_flips_anywhere_are_detected(tmp_path: Path) -> None:
    """300 random flips over manifest, segments and journal; the file at fault is named."""
    whole, harmed = tmp_path / "whole", tmp_path / "harmed"
    make_log(whole, [3, 9, 1, 4, 6, 2, 8, 3, 3, 1], ended=False)
    files = [entry.relative_to(whole) for entry in sorted(whole.rglob("*")) if entry.is_file()]
    assert len(files) >= 6
    draws = random.Random(20261130)
    shutil.copytree(whole, harmed)
    for number in range(300):
        file = files[number % len(files)]
        content = bytearray((whole / file).read_bytes())
        content[draws.randrange(len(content))] ^= 1 << draws.randrange(8)
        (harmed / file).write_bytes(content)
        report = verify_chain(harmed)
        if report.problem is None:
            # Only a flip that hides the end of the last commit looks like a torn tail.
            assert file.name == JOURNAL
            assert report.torn
        else:
            assert file.name in report.problem
        (harmed / file).write_bytes((whole / file).read_bytes())
    assert verify_chain(harmed) == verify_chain(whole)
    assert verify_chain(whole).problem is None


def test_a_cent_changed_with_all_checksums_renewed_is_named(folder: Path) -> None:
    """Someone rewrites a segment and the manifest consistently; the chain still tells the row."""
    expected = make_log(folder, [5, 5, 5, 2], ended=True)
    manifest = read_manifest(folder / MANIFEST)
    sealed = manifest.segments[1]
    path = folder / SEGMENTS / sealed.name
    facts = pl.read_parquet_metadata(path)
    facts.pop("ARROW:schema")
    frame = pl.read_parquet(path)
    changed = frame["payload"].str.replace("end 8", "end 9")
    frame.with_columns(changed).write_parquet(path, metadata=facts)
    content = path.read_bytes()
    forged = msgspec.structs.replace(
        sealed, bytes=len(content), sha256=hashlib.sha256(content).hexdigest()
    )
    write_manifest(
        folder / MANIFEST,
        msgspec.structs.replace(
            manifest, segments=(manifest.segments[0], forged, *manifest.segments[2:])
        ),
    )
    report = verify_chain(folder)
    assert report.problem is not None
    assert "segment-000002.parquet, row 5, event 10: expected chain" in report.problem
    assert expected[9].chain is not None
    assert f"expected chain {expected[9].chain}, found" in report.problem
    assert (report.commits, report.events) == (1, 5)


def test_a_change_outside_the_payloads_is_still_seen(folder: Path) -> None:
    make_log(folder, [5, 5], ended=True)
    path = folder / SEGMENTS / "segment-000001.parquet"
    facts = pl.read_parquet_metadata(path)
    facts.pop("ARROW:schema")
    pl.read_parquet(path).write_parquet(path, metadata=facts, compression="uncompressed")
    report = verify_chain(folder)
    assert report.problem is not None
    assert "segment-000001.parquet: bytes: expected" in report.problem


def test_a_lost_part_is_named(folder: Path) -> None:
    make_log(folder, [5, 5, 5, 5], ended=False)
    manifest = read_manifest(folder / MANIFEST)
    write_manifest(
        folder / MANIFEST, msgspec.structs.replace(manifest, segments=manifest.segments[:-1])
    )
    for read in (lambda: list(read_episode(folder)), lambda: status(folder)):
        with pytest.raises(BrokenChain, match=r"journal\.jsonl: expected to follow commit 2"):
            read()
    assert "expected to follow commit 2" in str(verify_chain(folder).problem)
    write_manifest(folder / MANIFEST, manifest)
    (folder / SEGMENTS / "segment-000002.parquet").unlink()
    with pytest.raises(LogError, match=r"segment-000002\.parquet: cannot read the segment"):
        frames(folder)
    report = verify_chain(folder)
    assert "segment-000002.parquet: cannot read" in str(report.problem)
    assert report.events == 5
    (folder / MANIFEST).unlink()
    assert "manifest.json: cannot read" in str(verify_chain(folder).problem)


class Crash(BaseException):
    """Stands for the process dying."""


def _disk_full() -> OSError:
    return OSError(errno.ENOSPC, "No space left on device")


def _count_down(
    monkeypatch: pytest.MonkeyPatch, steps: int, death: Callable[[], BaseException]
) -> list[int]:
    """Let `steps` calls that touch the disk happen, then die in place of the next."""
    left = [steps]
    for name in ("write", "fsync", "fdatasync", "replace", "unlink", "open"):
        real = getattr(os, name)

        def step(*args: Any, _real: Any = real, **kwargs: Any) -> Any:
            if left[0] == 0:
                raise death()
            left[0] -= 1
            return _real(*args, **kwargs)

        monkeypatch.setattr(os, name, step)
    return left


@pytest.mark.parametrize("death", [Crash, _disk_full])
@pytest.mark.parametrize("final", [False, True])
def test_a_crash_at_any_step_of_a_seal_loses_and_doubles_nothing(
    tmp_path: Path, death: Callable[[], BaseException], final: bool
) -> None:
    for steps in range(100):
        folder = tmp_path / str(steps)
        log = EpisodeLog.create(folder, SAMPLE, sync="commit", segment_bytes=600)
        log.commit(rows(1, 3))
        log.commit(rows(4, 3))
        with pytest.MonkeyPatch.context() as patch:
            left = _count_down(patch, steps, death)
            try:
                log.close(ended=True) if final else log.commit(rows(7, 2))
                survived = True
            except (Crash, LogError):
                survived = False
        seqs = [row.seq for row in read_episode(folder)]
        assert seqs in ([*range(1, 7)], [*range(1, 9)])
        report = verify_chain(folder)
        assert (report.problem, report.torn, report.events) == (None, 0, len(seqs))
        if survived:
            assert left[0] == 0
            assert steps > 10
            assert len(read_manifest(folder / MANIFEST).segments) == 1
            return
    raise AssertionError("the seal never came to its end")


def test_a_reader_may_read_while_the_journal_is_sealed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = EpisodeLog.create(folder, SAMPLE, sync="off", segment_bytes=SMALL)
    log.commit(rows(1, 6))

    def seal_first(path: Path) -> Any:
        monkeypatch.undo()
        log.commit(rows(7, 2))
        return read_manifest(path)

    monkeypatch.setattr(events.log, "read_manifest", seal_first)
    assert [row.seq for row in read_episode(folder)] == [1, 2, 3, 4, 5, 6]
    assert [row.seq for row in read_episode(folder)] == [1, 2, 3, 4, 5, 6, 7, 8]
    log.close()


def test_a_journal_that_is_not_what_was_written_is_not_sealed(folder: Path) -> None:
    log = EpisodeLog.create(folder, SAMPLE, sync="off")
    log.commit(rows(1, 2))
    log.commit(rows(3, 2))
    journal = folder / JOURNAL
    journal.write_bytes(journal.read_bytes()[:-3])
    with pytest.raises(LogError, match="the journal is not what was written to it"):
        log.close(ended=True)
    assert journal.exists()
    assert read_manifest(folder / MANIFEST).segments == ()


def test_the_format_lets_a_writer_go_on_where_a_crash_stopped(folder: Path) -> None:
    """What resuming will do: cut the torn tail, open for appending, number on."""
    make_log(folder, [5, 5, 3], ended=False)
    path = folder / JOURNAL
    content = read_journal(path)
    end = content.records[-1]
    path.write_bytes(path.read_bytes()[: end.end] + b'{"kind":"torn')
    os.truncate(path, end.end)
    journal = Journal(path, os.open(path, os.O_WRONLY | os.O_APPEND), end.end, end.commit)
    journal.append(payloads(14, 2), 15, link(end.commit.head, payloads(14, 2)))
    journal.close()
    assert journal.last == Commit(4, 15, journal.last.head)
    assert verify_chain(folder).events == 15
    assert verify_chain(folder).problem is None


def test_polars_is_imported_only_when_a_segment_is() -> None:
    code = "import sys, events.log, events.codec; print('polars' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_order_of_a_seal_survives_a_power_cut(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each file is durable before its name is, and both before the journal is removed."""
    log = EpisodeLog.create(folder, SAMPLE, sync="off")
    log.commit(rows(1, 3))
    calls: list[str] = []
    for name in ("fsync", "replace", "unlink"):
        real = getattr(os, name)

        def step(*args: Any, _name: str = name, _real: Any = real, **kwargs: Any) -> Any:
            calls.append(f"{_name} {Path(args[0]).name}" if _name != "fsync" else _name)
            return _real(*args, **kwargs)

        monkeypatch.setattr(os, name, step)
    log.close(ended=True)
    assert calls == [
        "fsync",
        "replace segment-000001.parquet.tmp",
        "fsync",
        "fsync",
        "replace manifest.json.tmp",
        "fsync",
        "unlink journal.jsonl",
        "fsync",
    ]
