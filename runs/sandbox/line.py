"""The trusted end of the two pipes to a child that may never read, never write, or write anything.

No call waits longer than the time that is left, no message is taken that is longer than agreed.
"""

import os
import select
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from runs.sandbox.wire import HEADER, framed

CHUNK_BYTES: Final = 65_536


class Late(Exception):
    """The time that was given is over."""


class Gone(Exception):
    """The child closed its end."""


class Oversized(Exception):
    """A message claims to be longer than agreed."""


class Line:
    """Messages to and from a child; `give` sets the time that all that follows may take."""

    def __init__(self, writes: int, reads: int, frame_max: int) -> None:
        self._writes, self._reads, self._frame_max = writes, reads, frame_max
        self._came = bytearray()
        self._until = 0.0
        os.set_blocking(writes, False)
        os.set_blocking(reads, False)

    def give(self, seconds: float) -> None:
        """Start the time anew."""
        self._until = time.monotonic() + seconds

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Do not count the time of the body."""
        start = time.monotonic()
        try:
            yield
        finally:
            self._until += time.monotonic() - start

    def send(self, payload: bytes) -> None:
        """Write a message; raise Late or Gone."""
        rest = memoryview(framed(payload))
        while rest:
            self._wait(self._writes, select.POLLOUT)
            try:
                rest = rest[os.write(self._writes, rest[:CHUNK_BYTES]) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise Gone from None

    def receive(self) -> bytes:
        """Return the next message; raise Late, Gone or Oversized."""
        self._fill(HEADER.size)
        (size,) = HEADER.unpack_from(self._came)
        if size > self._frame_max:
            raise Oversized
        self._fill(HEADER.size + size)
        payload = bytes(self._came[HEADER.size : HEADER.size + size])
        del self._came[: HEADER.size + size]
        return payload

    def _fill(self, size: int) -> None:
        while len(self._came) < size:
            self._wait(self._reads, select.POLLIN)
            chunk = os.read(self._reads, CHUNK_BYTES)
            if not chunk:
                raise Gone
            self._came += chunk

    def _wait(self, descriptor: int, event: int) -> None:
        poll = select.poll()
        poll.register(descriptor, event)
        left = self._until - time.monotonic()
        if left <= 0 or not poll.poll(left * 1000):
            raise Late
