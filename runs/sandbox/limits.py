"""What a run in the sandbox may use, and what comes of it."""

from typing import Any

import msgspec

from events.errors import ShopyearError


class SandboxUnavailable(ShopyearError):
    """This platform cannot isolate foreign code; the text says what is missing."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What one run may use; whatever reaches a limit is stopped."""

    cpu_s: int = 5
    """Processor time, the start of Python (some 0.1 s) included."""
    wall_s: int = 10
    """Time on the clock, the time that tools take to answer excluded."""
    memory_mb: int = 256
    """Address space, Python itself (some 40 MB) included."""
    output_bytes: int = 100_000
    """Printed text; the result and the arguments of each tool call may have as much again."""
    calls: int = 200
    """Tool calls."""


class InnerCall(msgspec.Struct, frozen=True):
    """A read tool that the code called, as it was carried out."""

    tool: str
    arguments: bytes
    """A JSON object."""
    success: bool
    """False if the tool refused; the code then got an error instead of a result."""


class Ran(msgspec.Struct, frozen=True, kw_only=True):
    """What a run left: also a stopped one has its output and its calls."""

    stdout: str = ""
    result: Any = None
    """Made of what JSON knows; None after an error."""
    error: str = ""
    """One line, empty if there was none."""
    calls: tuple[InnerCall, ...] = ()
    rejected: bool = False
    """True if the code broke the rules of the language and was never started."""
