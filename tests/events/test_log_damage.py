"""The episode's log under torn tails, flipped bits, forgery, loss and crashes."""

import errno
import hashlib
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest

from events.errors import BrokenChain, LogError
from events.journal import read_journal
from events.log import (
    JOURNAL,
    MANIFEST,
    SEGMENTS,
    EpisodeLog,
    frames,
    read_episode,
    status,
    verify_chain,
)
from events.manifest import read_manifest, write_manifest
from tests.events.samples import MANIFEST as SAMPLE
from tests.events.samples import make_log, notes


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "episode"


def test_a_torn_tail_is_left_out_and_reported(folder: Path) -> None:
    expected = make_log(folder, [5, 5, 3, 2], ended=False)
    journal = folder / JOURNAL
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-1])
    report = verify_chain(folder)
    assert list(read_episode(folder)) == expected[:13]
    assert (report.events, report.problem) == (13, None)
    assert report.torn > 100


def flipped(content: bytes, position: int, bit: int) -> bytes:
    changed = bytearray(content)
    changed[position] ^= 1 << bit
    return bytes(changed)


def test_a_flipped_bit_is_detected_wherever_it_is(tmp_path: Path) -> None:
    """500 positions, spread evenly over manifest, journal and two segments; at each, every bit.

    Detected means: `verify_chain` reports a problem and names the file with the bit. That the tail
    is torn would not do, for a torn tail is dropped, and what is flipped here was committed whole.
    """
    whole, harmed = tmp_path / "whole", tmp_path / "harmed"
    make_log(whole, [9, 7, 1, 1], ended=False)
    shutil.copytree(whole, harmed)
    assert len(read_manifest(whole / MANIFEST).segments) == 2
    segments = [f"{SEGMENTS}/segment-00000{number}.parquet" for number in (1, 2)]
    draws = random.Random(20261130)
    checked = 0
    for name, count in ((MANIFEST, 167), (JOURNAL, 167), (segments[0], 83), (segments[1], 83)):
        content = (whole / name).read_bytes()
        for position in draws.sample(range(len(content)), count):
            for bit in range(8):
                (harmed / name).write_bytes(flipped(content, position, bit))
                problem = verify_chain(harmed).problem
                assert problem is not None, f"{name}, byte {position}, bit {bit}"
                assert Path(name).name in problem
            checked += 1
        (harmed / name).write_bytes(content)
    assert checked == 500
    assert verify_chain(harmed) == verify_chain(whole)
    assert verify_chain(whole).problem is None


def test_every_bit_of_the_last_commit_counts_its_line_end_too(folder: Path) -> None:
    """No flipped bit passes for a torn tail: that would cost a commit that was durable."""
    make_log(folder, [4, 3], ended=False, seal=10_000)
    journal = folder / JOURNAL
    content, (first, last) = journal.read_bytes(), read_journal(journal).records
    for position in range(first.end, last.end):
        for bit in range(8):
            journal.write_bytes(flipped(content, position, bit))
            assert verify_chain(folder).problem is not None, f"byte {position}, bit {bit}"


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
    with pytest.raises(BrokenChain, match=r"journal\.jsonl: expected to follow commit 2"):
        list(read_episode(folder))
    assert status(folder) == "quarantined"
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
        log.commit(notes(1, 3))
        log.commit(notes(4, 3))
        with pytest.MonkeyPatch.context() as patch:
            left = _count_down(patch, steps, death)
            try:
                log.close(ended=True) if final else log.commit(notes(7, 2))
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


def test_the_order_of_a_seal_survives_a_power_cut(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each file is durable before its name is, and both before the journal is removed."""
    log = EpisodeLog.create(folder, SAMPLE, sync="off")
    log.commit(notes(1, 3))
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
        "unlink writer.lock",
    ]
