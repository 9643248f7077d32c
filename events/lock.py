"""One writer at a time: an exclusive lock on an episode's folder.

The lock is the operating system's (`flock` on `writer.lock`), so it ends with the process that
holds it, however that process ends: a file left behind by a killed writer is stale and simply taken
over. The file's text only says who it was: process, host and start time.
"""

import contextlib
import fcntl
import os
import socket
from pathlib import Path
from typing import Final

import msgspec

from events.errors import Locked, LogError

LOCK: Final = "writer.lock"


class Owner(msgspec.Struct, frozen=True, kw_only=True):
    """Who holds a lock, or held it last."""

    pid: int
    host: str
    since: str
    """When the writer began, as its caller wrote it."""


class WriterLock:
    """A held lock; released by `release` or by the end of the process."""

    def __init__(self, path: Path, fd: int) -> None:
        self._path = path
        self._fd = fd

    @classmethod
    def acquire(cls, folder: Path, since: str) -> "WriterLock":
        """Take the lock of an episode's folder.

        Raises:
            Locked: another process writes this episode; the text names it.
            LogError: the lock file cannot be written.
        """
        path = folder / LOCK
        while True:
            try:
                fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
            except OSError as error:
                raise LogError(f"{path}: cannot lock the episode: {error.strerror}") from error
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                os.close(fd)
                raise Locked(f"{folder}: {_told(owner(folder))} writes this episode") from error
            if _is_there(path, fd):
                break
            os.close(fd)  # its last owner removed it in between: this lock would exclude nobody
        me = Owner(pid=os.getpid(), host=socket.gethostname(), since=since)
        try:
            os.ftruncate(fd, 0)
            os.pwrite(fd, msgspec.json.encode(me) + b"\n", 0)
        except OSError as error:
            os.close(fd)
            raise LogError(f"{path}: cannot lock the episode: {error.strerror}") from error
        return cls(path, fd)

    def release(self) -> None:
        """Give the lock back and remove its file; releasing twice is fine."""
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            with contextlib.suppress(OSError):
                self._path.unlink()
            os.close(fd)


def _is_there(path: Path, fd: int) -> bool:
    """Return whether a path still names the file that is open."""
    try:
        return os.path.samestat(path.stat(), os.fstat(fd))
    except FileNotFoundError:
        return False


def is_locked(folder: Path) -> bool:
    """Return whether a process writes this episode now."""
    try:
        fd = os.open(folder / LOCK, os.O_RDWR)
    except OSError:
        return False
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(fd)
    return False


def owner(folder: Path) -> Owner | None:
    """Return who wrote its name into the lock file, if it can be read."""
    try:
        return msgspec.json.decode((folder / LOCK).read_bytes(), type=Owner)
    except (OSError, msgspec.DecodeError):
        return None


def _told(held: Owner | None) -> str:
    if held is None:
        return "another process"
    return f"process {held.pid} on {held.host}, since {held.since},"
