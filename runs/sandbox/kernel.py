"""The system-call filter: what is not on a short list fails, for good and for all that follows.

A refused call fails with EPERM rather than ending the process: the code gets a PermissionError,
which it understands and may go on from, and the outcome is the same on every machine. Calls of a
foreign kind (32 bit, x32), whose numbers mean other things, end the process.
"""

import ctypes
import platform
import struct
from typing import Final

ARCHITECTURES: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
ALLOWED: Final = {
    "x86_64": {
        "read": 0,
        "write": 1,
        "munmap": 11,
        "brk": 12,
        "rt_sigreturn": 15,
        "mremap": 25,
        "madvise": 28,
        "exit": 60,
        "futex": 202,
        "restart_syscall": 219,
        "exit_group": 231,
    },
    "aarch64": {
        "read": 63,
        "write": 64,
        "exit": 93,
        "exit_group": 94,
        "futex": 98,
        "restart_syscall": 128,
        "rt_sigreturn": 139,
        "brk": 214,
        "munmap": 215,
        "mremap": 216,
        "madvise": 233,
    },
}
"""Reading and writing reach the two pipes only: there is nothing else open, nothing can be opened.

Not listed are signals (none may be sent, ignored or held back), clocks and random numbers (the same
code shall give the same result), and all else: files, sockets, processes, threads.
"""
MAPPING: Final = {
    "x86_64": {"mmap": 9, "mprotect": 10},
    "aarch64": {"mmap": 222, "mprotect": 226},
}
"""Allowed unless the memory shall be executable, so no machine code can be brought in."""

# Classic BPF: load a word of the call's record, jump by comparing it, return a verdict.
LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCHITECTURE, THIRD_ARGUMENT = 0, 4, 32
X32: Final = 0x40000000
EXECUTABLE: Final = 4
ALLOW, KILL, REFUSE = 0x7FFF0000, 0x80000000, 0x00050001
NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER = 38, 22, 2


def program(machine: str) -> bytes:
    """Return the filter for a machine, as the kernel takes it; KeyError if it is unknown."""
    code = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, ARCHITECTURES[machine]),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
        (AT_LEAST, 0, 1, X32),
        (RETURN, 0, 0, KILL),
    ]
    for number in ALLOWED[machine].values():
        code += [(EQUAL, 0, 1, number), (RETURN, 0, 0, ALLOW)]
    for number in MAPPING[machine].values():
        code += [
            (EQUAL, 0, 4, number),
            (LOAD, 0, 0, THIRD_ARGUMENT),
            (ANY_BIT, 0, 1, EXECUTABLE),
            (RETURN, 0, 0, REFUSE),
            (RETURN, 0, 0, ALLOW),
        ]
    code.append((RETURN, 0, 0, REFUSE))
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in code)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def install(libc: ctypes.CDLL) -> None:
    """Put the filter on this process; raise OSError if the kernel does not take it."""
    code = program(platform.machine())
    told = _Program(len(code) // 8, code)
    prctl(libc, NO_NEW_PRIVILEGES, 1)
    prctl(libc, SET_SECCOMP, FILTER, ctypes.addressof(told))


def prctl(libc: ctypes.CDLL, option: int, *arguments: int) -> None:
    """Call prctl; raise OSError if it fails."""
    words = [ctypes.c_ulong(word) for word in (*arguments, 0, 0, 0, 0)[:4]]
    if libc.prctl(ctypes.c_int(option), *words) != 0:
        raise OSError(ctypes.get_errno(), f"prctl {option} failed")
