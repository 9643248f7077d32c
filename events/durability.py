"""Making a file durable in the background, so that the one who writes it need not wait.

A flush asked for while another is running is carried out after it; several such requests become
one. What has been asked for is durable once `settle` has returned.
"""

import os
import threading


class Flusher:
    """Flushes one open file from a thread of its own.

    Life cycle: idle until the first `ask`; `settle` ends the thread and reports what went wrong.
    """

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._asked = threading.Lock()
        self._asked.acquire()
        self._stopping = False
        self._thread: threading.Thread | None = None
        self.fault: OSError | None = None
        """The first failure; nothing is flushed after it."""

    def ask(self) -> None:
        """Have everything written so far flushed soon."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="flusher", daemon=True)
            self._thread.start()
        if self._asked.locked():
            self._asked.release()

    def settle(self) -> None:
        """Wait for what was asked for and end the thread; see `fault`."""
        if self._thread is not None:
            self._stopping = True
            if self._asked.locked():
                self._asked.release()
            self._thread.join()
            self._thread = None

    def _work(self) -> None:
        while True:
            self._asked.acquire()
            stopping = self._stopping
            try:
                flush(self._fd)
            except OSError as error:
                self.fault = error
                return
            if stopping:
                return


def flush(fd: int) -> None:
    """Make a file's data durable; raises OSError."""
    getattr(os, "fdatasync", os.fsync)(fd)  # macOS has no fdatasync
