"""The episode's log: reader equals writer, whatever the commits, seals, crashes and damage."""

import errno
import hashlib
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import events.log
from events import durability
from events.codec import GENESIS
from events.errors import LogError, SequenceGap
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
from events.manifest import read_manifest
from tests.events.samples import MANIFEST as SAMPLE
from tests.events.samples import SMALL, Ended, decode, lined, make_log, notes, payloads


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
        (notes(2, 2), SequenceGap, "expected event 3, found 2"),
        (notes(4, 1), SequenceGap, "expected event 3, found 4"),
        (notes(3, 1) + notes(5, 1), SequenceGap, "expected event 4, found 5"),
        (notes(3, 1) + notes(3, 1), SequenceGap, "expected event 4, found 3"),
    ],
)
def test_a_commit_that_does_not_fit_is_refused_whole(
    folder: Path, batch: list[Any], error: type[Exception], found: str
) -> None:
    log = EpisodeLog.create(folder, SAMPLE, sync="off")
    log.commit(notes(1, 2))
    head = log.head
    with pytest.raises(error, match=found):
        log.commit(batch)
    assert (log.seq, log.head) == (2, head)
    log.commit(notes(3, 2))
    log.close()
    assert [row.seq for row in read_episode(folder)] == [1, 2, 3, 4]


def test_a_closed_log_refuses_and_closing_twice_is_fine(folder: Path) -> None:
    with EpisodeLog.create(folder, SAMPLE) as log:
        log.commit(notes(1, 1))
        log.close(ended=True)
        log.close()
        with pytest.raises(LogError, match="the journal is closed"):
            log.commit(notes(2, 1))
    assert len(list(read_episode(folder))) == 1


def test_an_error_inside_a_with_block_is_not_hidden(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closing a log that a failed write has broken would raise, too."""

    def play() -> None:
        with EpisodeLog.create(folder, SAMPLE) as log:
            monkeypatch.setattr(os, "write", lambda fd, data: 0)
            with pytest.raises(LogError, match="cannot append"):
                log.commit(notes(1, 1))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        play()


@pytest.mark.parametrize(
    ("sync", "expected"), [("commit", [1, 2, 3, 4, 5]), ("off", [0, 0, 0, 0, 0])]
)
def test_commits_are_durable_when_the_policy_says(
    folder: Path, monkeypatch: pytest.MonkeyPatch, sync: Sync, expected: list[int]
) -> None:
    log = EpisodeLog.create(folder, SAMPLE, sync=sync)
    calls: list[int] = []
    monkeypatch.setattr(os, "fdatasync", calls.append)
    counts = []
    for seq, day_over in ((1, False), (2, True), (3, False)):
        log.commit(notes(seq, 1), sync=day_over)
        counts.append(len(calls))
    log.commit([], sync=True)
    counts.append(len(calls))
    log.close()
    counts.append(len(calls))
    assert counts == expected


def test_under_the_day_policy_writing_does_not_wait_for_the_disk(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is held up until a gate opens; closing waits for it, writing does not."""
    gate, done = tmp_path / "gate", tmp_path / "done"
    os.mkfifo(gate)
    held_up = f"""
import os, pathlib
while os.read(0, 65536):
    open({str(gate)!r}).read()
    pathlib.Path({str(done)!r}).touch()
"""
    monkeypatch.setattr(durability, "PROGRAM", held_up)
    log = EpisodeLog.create(folder, SAMPLE, sync="day")
    log.commit(notes(1, 1), sync=True)
    log.commit(notes(2, 3), sync=True)
    assert not done.exists()
    opener = threading.Thread(
        target=lambda: [gate.open("w").close() for _ in range(2)], daemon=True
    )
    opener.start()
    log.close()
    assert done.exists()
    assert [row.seq for row in read_episode(folder)] == [1, 2, 3, 4]


def test_under_the_day_policy_nothing_is_asked_of_the_disk_within_a_day(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(durability, "PROGRAM", "raise SystemExit(5)")
    log = EpisodeLog.create(folder, SAMPLE, sync="day")
    for seq in range(1, 50):
        log.commit(notes(seq, 1))
    log.close()
    assert log.events == 49


def test_under_the_day_policy_a_failing_disk_stops_the_log(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = f"import os, sys; os.read(0, 1); sys.exit({errno.EIO})"
    monkeypatch.setattr(durability, "PROGRAM", failing)
    log = EpisodeLog.create(folder, SAMPLE, sync="day")

    def go_on() -> None:
        while True:
            log.commit(notes(log.seq + 1, 1), sync=True)

    for _ in range(2):
        with pytest.raises(LogError, match=r"cannot make durable after commit .*Input/output"):
            go_on()
    with pytest.raises(LogError, match="cannot make durable after commit"):
        log.close()
    assert [row.seq for row in read_episode(folder)] == list(range(1, log.seq + 1))


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
        assert status(place) == "running"
        log.commit(notes(1, 3))
        if last:
            log.commit([ended])
        log.close(ended=closing)
        assert status(place) == ("ended" if last else "interrupted")
    journal = tmp_path / "b" / JOURNAL
    journal.write_bytes(journal.read_bytes()[:-1])
    assert status(tmp_path / "b") == "interrupted"


def test_a_reader_may_read_while_the_journal_is_sealed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = EpisodeLog.create(folder, SAMPLE, sync="off", segment_bytes=SMALL)
    log.commit(notes(1, 6))

    def seal_first(path: Path) -> Any:
        monkeypatch.undo()
        log.commit(notes(7, 2))
        return read_manifest(path)

    monkeypatch.setattr(events.log, "read_manifest", seal_first)
    assert [row.seq for row in read_episode(folder)] == [1, 2, 3, 4, 5, 6]
    assert [row.seq for row in read_episode(folder)] == [1, 2, 3, 4, 5, 6, 7, 8]
    log.close()


def test_a_journal_that_is_not_what_was_written_is_not_sealed(folder: Path) -> None:
    log = EpisodeLog.create(folder, SAMPLE, sync="off")
    log.commit(notes(1, 2))
    log.commit(notes(3, 2))
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
    journal.append(lined(payloads(14, 2)), 15)
    journal.close()
    assert journal.last == Commit(4, 15, journal.last.head)
    assert verify_chain(folder).events == 15
    assert verify_chain(folder).problem is None


def test_polars_is_imported_only_when_a_segment_is() -> None:
    code = "import sys, events.log, events.codec; print('polars' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
