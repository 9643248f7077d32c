"""Giving everything away: what a process does to itself before foreign code comes in.

    layer       what it holds                                            if the system refuses it
    rlimits     processor time, memory, files, processes, core dumps     no sandbox
    seccomp     every system call but memory, the two pipes and the end  no sandbox
    namespaces  own, empty network, mounts, IPC, host name               goes on without
    jail        the root is an empty folder                              goes on without
    no rights   neither root nor any capability                          goes on without
    no clock    the kernel's clock page is covered with zeros           goes on without

The two required layers hold by themselves; the others stand behind them. At the end the locks are
tried: a door found open means no sandbox.
"""

import ctypes
import os
import resource
import signal
from pathlib import Path
from typing import Any, Final

from runs.sandbox.kernel import EXECUTABLE, install, prctl

NOBODY: Final = 65534
MIB: Final = 1 << 20
NEW_MOUNTS, NEW_HOST_NAME, NEW_IPC, NEW_USER, NEW_NETWORK = (
    0x00020000,
    0x04000000,
    0x08000000,
    0x10000000,
    0x40000000,
)
SPACES: Final = NEW_MOUNTS | NEW_HOST_NAME | NEW_IPC | NEW_NETWORK
DIE_WITH_PARENT, SET_DUMPABLE = 1, 4
CAPABILITIES: Final = 0x20080522
READABLE, ANONYMOUS, FIXED = 1, 0x22, 0x10
FAILED: Final = ctypes.c_void_p(-1).value


class LockOpen(Exception):
    """A lock did not hold; the text says which."""


def lock(limits: dict[str, Any], jail: str) -> list[str]:
    """Lock this process up for good and return the layers that hold.

    Raises:
        OSError: a required layer was refused.
        LockOpen: a layer was installed but does not hold.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    os.closerange(2, 1024)
    pages = _clock_pages()
    held = []
    if _new_namespaces(libc):
        held.append("namespaces")
    if _enter(jail):
        held.append("jail")
    if _give_up_rights(libc):
        held.append("no rights")
    prctl(libc, SET_DUMPABLE, 0)
    prctl(libc, DIE_WITH_PARENT, signal.SIGKILL)
    _limit(limits)
    if _blank(libc, pages):
        held.append("no clock")
    install(libc)
    _try_locks(libc)
    return ["seccomp", "rlimits", *held]


def _new_namespaces(libc: ctypes.CDLL) -> bool:
    # The second way is for those who are not root.
    return any(libc.unshare(ctypes.c_int(kinds)) == 0 for kinds in (SPACES, NEW_USER | SPACES))


def _enter(jail: str) -> bool:
    try:
        os.chroot(jail)
    except PermissionError:
        return False
    os.chdir("/")
    return True


def _give_up_rights(libc: ctypes.CDLL) -> bool:
    try:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)
    except OSError:
        return False
    header = (ctypes.c_uint32 * 2)(CAPABILITIES, 0)
    dropped: int = libc.capset(header, (ctypes.c_uint32 * 6)())
    return dropped == 0 and os.geteuid() != 0


def _limit(limits: dict[str, Any]) -> None:
    cpu, memory = limits["cpu_s"], limits["memory_mb"] * MIB
    for kind, soft, hard in (
        (resource.RLIMIT_CPU, cpu, cpu + 1),
        (resource.RLIMIT_AS, memory, memory),
        (resource.RLIMIT_FSIZE, 0, 0),
        (resource.RLIMIT_NOFILE, 0, 0),
        (resource.RLIMIT_NPROC, 0, 0),
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_MEMLOCK, 0, 0),
    ):
        resource.setrlimit(kind, (soft, hard))
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)


def _clock_pages() -> list[tuple[int, int]]:
    # The clock can be read from these pages without any system call.
    try:
        lines = Path("/proc/self/maps").read_text(errors="replace").splitlines()
    except OSError:
        return []
    spans = [line.split()[0].split("-") for line in lines if "[vvar" in line]
    return [(int(start, 16), int(end, 16)) for start, end in spans]


def _blank(libc: ctypes.CDLL, pages: list[tuple[int, int]]) -> bool:
    """Lay zeros over the pages: the clock then asks the kernel, which refuses, so it shows 0."""
    # Just unmapping them would have Python crash, which reads the clock when it waits for a lock.
    blank = [
        _mapped(libc, start, end - start, READABLE, FIXED | ANONYMOUS) == start
        for start, end in pages
    ]
    return bool(blank) and all(blank)


def _try_locks(libc: ctypes.CDLL) -> None:
    for name, attempt in (
        ("files can be opened", lambda: os.open("/", os.O_RDONLY)),
        ("signals can be sent", lambda: os.kill(os.getppid(), 0)),
        ("processes can be started", os.fork),
        ("memory can be made executable", lambda: _executable(libc)),
    ):
        made = None
        try:
            made = attempt()
        except PermissionError:
            continue
        except OSError:
            pass  # another layer stops it, but the filter should have
        if made == 0 and attempt is os.fork:
            os._exit(1)
        raise LockOpen(f"the sandbox is not tight: {name}")
    if libc.socket(2, 1, 0) != -1:
        raise LockOpen("the sandbox is not tight: sockets can be opened")


def _executable(libc: ctypes.CDLL) -> None:
    if _mapped(libc, None, 4096, READABLE | EXECUTABLE, ANONYMOUS) == FAILED:
        raise PermissionError


def _mapped(libc: ctypes.CDLL, at: int | None, size: int, allow: int, how: int) -> int | None:
    libc.mmap.restype = ctypes.c_void_p
    place: int | None = libc.mmap(
        ctypes.c_void_p(at), ctypes.c_size_t(size), allow, how, -1, ctypes.c_long(0)
    )
    return place
