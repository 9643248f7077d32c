"""The journal: format, torn tails, damage, failing disks."""

import errno
import os
import resource
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from events.codec import link
from events.errors import BrokenChain, LogError
from events.journal import START, Commit, Journal, read_journal, replace_file
from tests.events.samples import lined, payloads, write_journal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.jsonl"


def test_the_format_is_pinned(path: Path) -> None:
    journal = Journal.create(path, Commit(8, 40, bytes(32)))
    batch = [b'{"kind":"a.b","seq":41,"tick":1}', b'{"kind":"a.b","seq":42,"tick":1}']
    journal.append(lined(batch), 42)
    head = link(bytes(32), batch)
    journal.sync()
    journal.close()
    assert path.read_text() == (
        f'{{"commit":8,"events":0,"seq":40,"chain":"{"00" * 32}"}}\n'
        '{"kind":"a.b","seq":41,"tick":1}\n'
        '{"kind":"a.b","seq":42,"tick":1}\n'
        f'{{"commit":9,"events":2,"seq":42,"chain":"{head.hex()}"}}\n'
    )


def test_what_was_appended_is_read(path: Path) -> None:
    commits = write_journal(path, [3, 1, 7])
    content = read_journal(path)
    assert content.anchor == START
    assert content.torn == 0
    assert [record.commit for record in content.records] == commits[1:]
    assert [record.payloads for record in content.records] == [
        payloads(1, 3),
        payloads(4, 1),
        payloads(5, 7),
    ]
    assert content.records[-1].end == path.stat().st_size


def test_u2028_does_not_split_a_line(path: Path) -> None:
    payload = '{"kind":"a.b","seq":1,"tick":1,"text":"a\u2028b\x85c\u2029d\x0ce"}'.encode()
    journal = Journal.create(path)
    journal.append(lined([payload]), 1)
    journal.close()
    assert read_journal(path).records[0].payloads == [payload]


def test_a_torn_tail_is_recognised_at_every_byte_of_the_last_two_commits(path: Path) -> None:
    write_journal(path, [2, 3, 2])
    content = read_journal(path)
    whole = path.read_bytes()
    ends = [record.end for record in content.records]
    for cut in range(ends[0], len(whole) + 1):
        path.write_bytes(whole[:cut])
        found = read_journal(path)
        good = [end for end in ends if end <= cut]
        assert found.records == content.records[: len(good)]
        assert found.torn == cut - good[-1]


def test_a_journal_torn_at_its_birth_is_empty(path: Path) -> None:
    write_journal(path, [])
    whole = path.read_bytes()
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        found = read_journal(path)
        assert (found.anchor, found.records, found.torn) == (None, [], cut)
    path.unlink()
    assert read_journal(path).torn == 0


def test_an_event_changed_by_one_digit_is_named(path: Path) -> None:
    commits = write_journal(path, [2, 3, 2])
    whole = path.read_bytes()
    changed = whole.replace(b"day's end 4", b"day's end 9")
    path.write_bytes(changed)
    batch = [p.replace(b"day's end 4", b"day's end 9") for p in payloads(3, 3)]
    with pytest.raises(BrokenChain) as caught:
        read_journal(path)
    text = str(caught.value)
    assert f"{path}: commit 2 (events 3 to 5): expected" in text
    assert link(commits[1].head, batch).hex() in text
    assert commits[2].head.hex() in text.split("found")[1]


HARMS: dict[str, Any] = {
    "event missing": lambda lines: lines[:2] + lines[3:],
    "closing line missing": lambda lines: lines[:3] + lines[4:],
    "closing line doubled": lambda lines: lines[:4] + lines[3:],
    "commit missing": lambda lines: lines[:1] + lines[4:],
    "closing line unrecognisable": lambda lines: [
        *lines[:-2],
        b'{"bommit":3' + lines[-2][11:],
        b"",
    ],
    "seq changed": lambda lines: [*lines[:-2], lines[-2].replace(b'"seq":7', b'"seq":8'), b""],
    "space added": lambda lines: [*lines[:-2], lines[-2].replace(b"}", b"} "), b""],
    "empty line in the tail": lambda lines: [*lines[:-2], b"", lines[-2], b""],
    "tail skips an event": lambda lines: [*lines[:-1], *payloads(9, 1), b""],
}


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS.keys())
def test_damage_that_no_torn_write_leaves_is_refused(path: Path, harm: Any) -> None:
    write_journal(path, [2, 3, 2])
    path.write_bytes(b"\n".join(harm(path.read_bytes().split(b"\n"))))
    with pytest.raises(BrokenChain, match="commit"):
        read_journal(path)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        b"[1]",
        b'{"kind":"a.b","seq":1,"tick":1}',
        b'{"commit":0,"events":1,"seq":0,"chain":"' + b"00" * 32 + b'"}',
        b'{"commit":0,"events":0,"seq":0,"chain":"' + b"xx" * 32 + b'"}',
        b'{"commit":0,"events":0,"seq":0,"chain":"' + b"AB" * 32 + b'"}',
        b'{"commit":"0","events":0,"seq":0,"chain":"' + b"00" * 32 + b'"}',
        b'{"commit":null,"events":0,"seq":0,"chain":7}',
    ],
)
def test_a_file_without_anchor_is_no_journal(path: Path, line: bytes) -> None:
    path.write_bytes(line + b"\n")
    with pytest.raises(LogError, match="no anchor"):
        read_journal(path)


def test_a_journal_that_cannot_be_read_or_made_is_named(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="cannot read the journal"):
        read_journal(tmp_path)
    write_journal(tmp_path / "twice", [1])
    with pytest.raises(LogError, match="twice: cannot start the journal: File exists"):
        Journal.create(tmp_path / "twice")
    with pytest.raises(LogError, match="No such file"):
        Journal.create(tmp_path / "no" / "folder")


@pytest.mark.parametrize("batch", [[], [b"a", b"\n"], [b'{"commit":1}'], [b"a", b'{"commit":']])
def test_payloads_that_could_be_misread_are_not_written(path: Path, batch: list[bytes]) -> None:
    journal = Journal.create(path)
    before = path.read_bytes()
    with pytest.raises(ValueError, match="payload"):
        journal.append(lined(batch), 1)
    journal.append(lined(payloads(1, 1)), 1)
    journal.close()
    assert path.read_bytes().startswith(before)
    assert len(read_journal(path).records) == 1


def _failing_write(monkeypatch: pytest.MonkeyPatch, room: int, failure: Any) -> None:
    """Let the disk take `room` more bytes in pieces of at most 7, then fail."""
    real, left = os.write, [room]

    def write(fd: int, data: Any) -> int:
        piece = min(7, left[0], len(data))
        if piece == 0:
            if isinstance(failure, int):
                return failure
            raise failure
        left[0] -= piece
        return real(fd, bytes(data)[:piece])

    monkeypatch.setattr(os, "write", write)


def test_short_writes_are_continued(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _failing_write(monkeypatch, 10**9, OSError())
    write_journal(path, [2, 3, 2])
    monkeypatch.undo()
    assert [len(record.payloads) for record in read_journal(path).records] == [2, 3, 2]


@pytest.mark.parametrize(
    "failure",
    [
        OSError(errno.ENOSPC, "No space left on device"),
        OSError(errno.EIO, "Input/output error"),
        OSError(errno.EROFS, "Read-only file system"),
        0,
        KeyboardInterrupt(),
    ],
)
@pytest.mark.parametrize("room", [0, 1, 90, 200])
def test_a_failed_write_leaves_whole_commits_and_no_way_on(
    path: Path, monkeypatch: pytest.MonkeyPatch, failure: Any, room: int
) -> None:
    commits = write_journal(path, [2, 3])
    before = path.read_bytes()
    fd = os.open(path, os.O_WRONLY | os.O_APPEND)
    journal = Journal(path, fd, len(before), commits[-1])
    batch = payloads(6, 4)
    _failing_write(monkeypatch, room, failure)
    expected = LogError if not isinstance(failure, KeyboardInterrupt) else KeyboardInterrupt
    with pytest.raises(expected) as caught:
        journal.append(lined(batch), 9)
    monkeypatch.undo()
    if expected is LogError:
        assert f"{path}: cannot append after commit 2 (event 5)" in str(caught.value)
    assert path.read_bytes() == before
    assert journal.last == commits[-1]
    with pytest.raises(LogError, match="cannot append after commit 2"):
        journal.append(lined(batch), 9)
    with pytest.raises(LogError, match="cannot append after commit 2"):
        journal.sync()
    journal.close()
    journal.close()


def test_a_tail_that_cannot_be_cut_back_is_still_recognised(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    journal = Journal.create(path)
    journal.append(lined(payloads(1, 2)), 2)
    _failing_write(monkeypatch, 30, OSError(errno.ENOSPC, "No space left on device"))
    monkeypatch.setattr(os, "ftruncate", refuse)
    with pytest.raises(LogError, match="No space left"):
        journal.append(lined(payloads(3, 1)), 3)
    journal.close()
    content = read_journal(path)
    assert (len(content.records), content.torn) == (1, 30)


def test_a_failed_sync_breaks_the_journal(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(fd: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    journal = Journal.create(path)
    journal.append(lined(payloads(1, 2)), 2)
    monkeypatch.setattr(os, "fdatasync", refuse)
    with pytest.raises(LogError, match="cannot make durable after commit 1"):
        journal.sync()
    monkeypatch.undo()
    with pytest.raises(LogError, match="cannot make durable after commit 1"):
        journal.append(lined(payloads(3, 1)), 3)
    journal.close()


def test_a_journal_that_cannot_be_born_leaves_no_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _failing_write(monkeypatch, 10, OSError(errno.ENOSPC, "No space left on device"))
    with pytest.raises(LogError, match="No space left"):
        Journal.create(path)
    assert not path.exists()


def test_a_close_that_fails_is_reported_once(path: Path) -> None:
    journal = Journal.create(path)
    os.close(journal._fd)
    with pytest.raises(LogError, match="cannot close the journal"):
        journal.close()
    journal.close()


def test_a_closed_journal_refuses(path: Path) -> None:
    journal = Journal.create(path)
    journal.close()
    with pytest.raises(LogError, match="the journal is closed"):
        journal.append(lined(payloads(1, 1)), 1)


def _fill(path: Path) -> None:
    """Append commits until the system refuses, then check that only whole ones are left."""
    journal, commit, refused = Journal.create(path), START, False
    for _ in range(10_000):
        batch = payloads(commit.seq + 1, 5)
        try:
            journal.append(lined(batch), commit.seq + 5)
        except LogError:
            refused = True
            break
        commit = journal.last
    journal.close()
    content = read_journal(path)
    assert refused
    assert content.torn == 0
    assert content.records[-1].commit == commit


def test_a_real_file_size_limit_leaves_whole_commits(path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_001, hard))
    try:
        _fill(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        pytest.skip("mounting a small tmpfs needs root")
    command = [mount, "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"a small tmpfs cannot be mounted here: {done.stderr.strip()}")
    yield tmp_path
    subprocess.run(["umount", str(tmp_path)], check=True)


def test_a_real_full_disk_leaves_whole_commits(small_disk: Path) -> None:
    _fill(small_disk / "journal.jsonl")


def test_replacing_a_file_leaves_the_old_one_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "file"
    replace_file(target, b"old")

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    for step in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, step, refuse)
            with pytest.raises(LogError, match="file: cannot write"):
                replace_file(target, b"new")
        assert [entry.name for entry in tmp_path.iterdir()] == ["file"]
        assert target.read_bytes() == b"old"
    replace_file(target, b"new")
    assert target.read_bytes() == b"new"
