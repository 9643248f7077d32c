"""Making a file durable in the background, so that the one who writes it need not wait.

A helper process shares the open file and flushes it whenever it is asked to; requests that come
while it is busy become one. (A thread would take turns with the writer at Python's interpreter
lock, which costs more than the flush.) It ends with the writer, however that ends.
"""

import os
import subprocess
import sys
from typing import Final

PROGRAM: Final = """
import os, sys
flush = getattr(os, "fdatasync", os.fsync)
try:
    while os.read(0, 65536):
        flush(int(sys.argv[1]))
except OSError as error:
    sys.exit(error.errno)
"""


class Flusher:
    """Flushes one open file from a process of its own.

    Life cycle: idle until the first `ask`; `settle` waits for what was asked for and ends it.
    """

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._process: subprocess.Popen[bytes] | None = None
        self.fault: OSError | None = None
        """The first failure; nothing is flushed after it."""

    def ask(self) -> None:
        """Have everything written so far flushed soon."""
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", PROGRAM, str(self._fd)],
                stdin=subprocess.PIPE,
                pass_fds=(self._fd,),
                start_new_session=True,
            )
        assert self._process.stdin is not None
        try:
            os.write(self._process.stdin.fileno(), b".")
        except BrokenPipeError:
            self.settle()

    def settle(self) -> None:
        """Wait until what was asked for is durable or has failed; see `fault`."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        code = process.wait()
        if code and self.fault is None:
            self.fault = OSError(code, os.strerror(code) if code > 0 else "the helper was killed")


def flush(fd: int) -> None:
    """Make a file's data durable; raises OSError."""
    getattr(os, "fdatasync", os.fsync)(fd)  # macOS has no fdatasync
