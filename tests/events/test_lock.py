"""Goal: at any moment at most one writer, even where one gives back as another takes."""

import fcntl
from pathlib import Path

import pytest

from events import lock
from events.errors import Locked
from events.lock import LOCK, WriterLock, is_locked


def test_a_lock_on_a_removed_file_is_not_taken_for_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first owner removes its file between our opening and our locking it."""
    first = WriterLock.acquire(tmp_path, "first")
    real = fcntl.flock

    def flock(fd: int, operation: int) -> None:
        monkeypatch.setattr(lock.fcntl, "flock", real)
        first.release()
        real(fd, operation)

    monkeypatch.setattr(lock.fcntl, "flock", flock)
    second = WriterLock.acquire(tmp_path, "second")
    assert is_locked(tmp_path)
    with pytest.raises(Locked, match="since second"):
        WriterLock.acquire(tmp_path, "third")
    second.release()
    assert not (tmp_path / LOCK).exists()
