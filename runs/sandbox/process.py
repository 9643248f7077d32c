"""Starting the child and seeing to its end.

The child gets an environment of its own, none of our descriptors but the two pipes, a session of
its own (a Ctrl-C at our terminal is not for it) and, where the kernel lets us, fixed addresses: the
order of a set of functions or of None would otherwise change from run to run.
"""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from runs.sandbox.limits import Limits, SandboxUnavailable
from runs.sandbox.line import Gone, Late, Line, Oversized
from runs.sandbox.wire import frame_bytes

START_S: Final = 30
ROOT: Final = Path(__file__).resolve().parents[2]
BOOT: Final = (
    "import sys; sys.path.insert(0, sys.argv[1]); from runs.sandbox.__main__ import main; main()"
)
"""`-I` would ignore the hash seed, so its parts are named: no user site, no folder of the code."""
FLAGS: Final = ("-s", "-S", "-P", "-B", "-X", "utf8", "-W", "ignore", "-c", BOOT, str(ROOT))
KEPT: Final = ("LD_LIBRARY_PATH",)
"""Where some builds of Python have their own library."""
FIXED_ADDRESSES: Final = 0x0040000
ASK: Final = 0xFFFFFFFF


class Setup(msgspec.Struct, frozen=True):
    """What a child needs to lock itself up."""

    limits: Limits
    jail: str
    """An empty folder, to be its root."""


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The child is locked up and has tried its locks."""

    layers: tuple[str, ...]


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The child could not lock itself up."""

    told: str


HELLO: Final[msgspec.json.Decoder[Ready | Refused]] = msgspec.json.Decoder(Ready | Refused)


class Child:
    """A locked process that waits for its job."""

    def __init__(self, process: subprocess.Popen[bytes], line: Line) -> None:
        self._process = process
        self.line = line
        self.layers: tuple[str, ...] = ()

    def lock(self, setup: Setup) -> None:
        """Have it lock itself up; raise SandboxUnavailable if it does not say that it has."""
        self.line.give(START_S)
        try:
            self.line.send(msgspec.json.encode(setup))
            hello = HELLO.decode(self.line.receive())
        except Gone:
            raise SandboxUnavailable(f"the sandbox ended at its start, {self.fate()}") from None
        except (Late, Oversized, msgspec.MsgspecError):
            raise SandboxUnavailable("the sandbox did not start as it should") from None
        if isinstance(hello, Refused):
            raise SandboxUnavailable(hello.told)
        self.layers = hello.layers

    def fate(self) -> str:
        """Say how the process ended, as `by SIGSEGV` or `with status 1`."""
        try:
            status = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return "by closing its pipe"
        if status >= 0:
            return f"with status {status}"
        try:
            return f"by {signal.Signals(-status).name}"
        except ValueError:
            return f"by signal {-status}"


@contextmanager
def started(setup: Setup) -> Iterator[Child]:
    """Start a child for the body and lock it up; it does not outlive the body."""
    process = _spawn()
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        frame_max = frame_bytes(setup.limits.output_bytes)
        line = Line(process.stdin.fileno(), process.stdout.fileno(), frame_max)
        child = Child(process, line)
        child.lock(setup)
        yield child
    finally:
        process.kill()
        process.stdin.close()
        process.stdout.close()
        process.wait()


def _spawn() -> subprocess.Popen[bytes]:
    environment = {"PYTHONHASHSEED": "0", "TZ": "UTC0"}
    environment |= {name: os.environ[name] for name in KEPT if name in os.environ}
    with _fixed_addresses():
        return subprocess.Popen(
            [sys.executable, *FLAGS],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd="/",
            env=environment,
            start_new_session=True,
        )


@contextmanager
def _fixed_addresses() -> Iterator[None]:
    # The setting belongs to this thread and is inherited by what it starts.
    libc = ctypes.CDLL(None)
    before = libc.personality(ctypes.c_ulong(ASK))
    changed = before != -1 and libc.personality(ctypes.c_ulong(before | FIXED_ADDRESSES)) != -1
    try:
        yield
    finally:
        if changed:
            libc.personality(ctypes.c_ulong(before))
