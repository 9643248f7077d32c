"""Goal: one bad part of a log is named and set aside, and every other part stays readable.

Method: a log of two segments and a journal, one part of it harmed in each way a disk can.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from events.log import JOURNAL, MANIFEST, SEGMENTS, frames, status
from events.salvage import salvage
from tests.events.samples import make_log

FIRST, SECOND = f"{SEGMENTS}/segment-000001.parquet", f"{SEGMENTS}/segment-000002.parquet"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_log(tmp_path / "e", [5, 5, 5, 4, 3, 2], ended=False)
    return tmp_path / "e"


def halved(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-6] ^= 1
    path.write_bytes(content)


def seqs(folder: Path) -> list[int]:
    return [seq for part in salvage(folder).parts for seq in part["seq"]]


def test_a_sound_log_is_salvaged_whole(folder: Path) -> None:
    found = salvage(folder)
    assert found.problems == ()
    assert seqs(folder) == frames(folder)["seq"].to_list()
    assert status(folder) == "interrupted"


@pytest.mark.parametrize("name", [FIRST, SECOND])
@pytest.mark.parametrize("harm", [halved, emptied, flipped, Path.unlink])
def test_a_bad_segment_is_named_and_the_rest_is_read(
    folder: Path, name: str, harm: Callable[[Path], None]
) -> None:
    whole = frames(folder)["seq"].to_list()
    lost = {FIRST: range(1, 6), SECOND: range(6, 11)}[name]
    harm(folder / name)
    assert status(folder) == "quarantined"
    (problem,) = salvage(folder).problems
    assert name in problem
    assert seqs(folder) == [seq for seq in whole if seq not in lost]


def test_a_journal_is_read_up_to_its_damage(folder: Path) -> None:
    whole = frames(folder)["seq"].to_list()
    journal = folder / JOURNAL
    lines = journal.read_bytes().split(b"\n")
    lines[-4] = lines[-4].replace(b"sample", b"simple")
    journal.write_bytes(b"\n".join(lines))
    assert status(folder) == "quarantined"
    (problem,) = salvage(folder).problems
    assert JOURNAL in problem
    assert seqs(folder) == whole[: len(seqs(folder))]
    assert 10 < len(seqs(folder)) < len(whole)


def test_without_its_manifest_a_log_has_only_its_journal(folder: Path) -> None:
    manifest = folder / MANIFEST
    manifest.write_text(manifest.read_text().replace('"seed": 20260122', '"seed": 20260123'))
    assert status(folder) == "quarantined"
    (problem,) = salvage(folder).problems
    assert "expected digest" in problem
    assert min(seqs(folder)) > 10
