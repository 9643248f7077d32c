"""A rate limit that parallel episodes share, in one process or in many.

A file holds the time at which the next request may be sent. Who wants to send one takes that time
as its own, moves the file's on by one interval, and waits outside the lock: so requests go out
in the order in which they were announced. The lock (`flock`) lasts for the few microseconds of that
entry and ends with its holder; a process that dies while it waits wastes one interval and blocks
nobody.
"""

import fcntl
import math
import os
import time
from collections.abc import Callable
from pathlib import Path

import msgspec


class Booking(msgspec.Struct, frozen=True):
    """The file's content, in seconds of the clock."""

    free: float
    """When the next request may be sent."""
    at: float
    """When this was written: shows a clock that was set back."""


class SharedRate:
    """At most so many requests per minute among all who name the same file.

    Args:
        path: a file in an existing folder on a local disk; made at the first request.
        per_minute: 0 for no limit. Requests are spaced evenly, without bursts.
    """

    def __init__(self, path: Path, per_minute: float) -> None:
        if not 0 <= per_minute < math.inf:
            raise ValueError(f"requests per minute: expected 0 or more, found {per_minute}")
        self.path = path
        self.interval_s = 60 / per_minute if per_minute else 0.0

    def wait_turn(
        self,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], float] = time.time,
    ) -> float:
        """Return when it is this caller's turn, with the seconds waited.

        Args:
            now: a clock that all processes share.

        Raises:
            OSError: the file cannot be read or written.
        """
        if not self.interval_s:
            return 0.0
        pause = self._book(now)
        if pause > 0:
            sleep(pause)
        return pause

    def _book(self, now: Callable[[], float]) -> float:
        fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX)
            at = now()
            start = max(at, _free(os.pread(fd, 1000, 0), at))
            entry = msgspec.json.encode(Booking(start + self.interval_s, at)) + b"\n"
            os.ftruncate(fd, 0)
            os.pwrite(fd, entry, 0)
        finally:
            os.close(fd)
        return start - at


def _free(content: bytes, at: float) -> float:
    """Return the time the file names, by the clock that shows `at` now."""
    try:
        booking = msgspec.json.decode(content, type=Booking)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return at  # new, or its writer died halfway
    if booking.at > at:
        return at + booking.free - booking.at
    return booking.free
