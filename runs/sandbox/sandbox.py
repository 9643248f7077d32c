"""The door to the sandbox: run an agent's code, answer its tool calls, tell what came of it.

Each run is a process of its own, so runs share nothing. The door trusts nothing that comes from it:
a message is read only up to its allowed size and must be exactly one of `Out`, `Call` and `Done`.
Forging one gains nothing: a call is carried out and recorded however it was asked for, output is
counted, and a result is the code's own business.

The same code, data and day give the same run, except where a limit of time or memory ends it.
"""

import functools
import platform
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Self

import msgspec

from events.errors import RuleBroken
from runs.sandbox.limits import InnerCall, Limits, Ran, SandboxUnavailable
from runs.sandbox.line import Gone, Late, Line, Oversized
from runs.sandbox.process import Child, Setup, started

CODE_CHARS: Final = 20_000
MACHINES: Final = ("x86_64", "aarch64")
Read = Callable[[str, dict[str, Any]], dict[str, Any]]
"""Carries out a read tool; raises RuleBroken with what the code shall be told."""


class Job(msgspec.Struct, frozen=True):
    """What a locked child is to run."""

    code: str
    strict: bool
    tools: Mapping[str, Sequence[str]]
    given: Mapping[str, Any]
    today: str


class Answer(msgspec.Struct, frozen=True):
    """What a tool said."""

    result: Any = None
    error: str = ""


class Out(msgspec.Struct, frozen=True, tag="out", forbid_unknown_fields=True):
    """The code printed."""

    text: str


class Call(msgspec.Struct, frozen=True, tag="call", forbid_unknown_fields=True):
    """The code asks for a tool."""

    tool: str
    arguments: dict[str, Any]


class Done(msgspec.Struct, frozen=True, tag="done", forbid_unknown_fields=True):
    """The code has ended."""

    result: Any = None
    error: str = ""
    rejected: bool = False


TAMPERED: Final = "the code tampered with its channel"
ERROR_CHARS: Final = 500
MESSAGES: Final[msgspec.json.Decoder[Out | Call | Done]] = msgspec.json.Decoder(Out | Call | Done)


class Stopped(Exception):
    """The run is to be ended; the text says why."""


def available() -> str:
    """Return "" if code can be isolated here, else what is missing; tried once per process."""
    if sys.platform != "linux":
        return f"the sandbox needs Linux (this is {sys.platform})"
    if platform.machine() not in MACHINES or sys.maxsize <= 2**32:
        return f"the sandbox knows {' and '.join(MACHINES)}, not {platform.machine()}"
    return _tried()[0]


def layers() -> tuple[str, ...]:
    """Return what holds the code here: `seccomp` and `rlimits` always, the others where allowed."""
    return () if available() else _tried()[1]


@functools.cache
def _tried() -> tuple[str, tuple[str, ...]]:
    try:
        with tempfile.TemporaryDirectory() as jail, started(Setup(Limits(), jail)) as child:
            return "", child.layers
    except (SandboxUnavailable, OSError) as error:
        return str(error), ()


class Sandbox:
    """Runs code, one process each; raises SandboxUnavailable where that would not be safe.

    `strict` is the tool's language (see `language`); without it the code may use all of the Python
    that its process has loaded. Both are held by the same walls.
    """

    def __init__(self, limits: Limits | None = None, *, strict: bool = True) -> None:
        told = available()
        if told:
            raise SandboxUnavailable(told)
        self._limits = limits or Limits()
        self._strict = strict
        self._jail = tempfile.TemporaryDirectory(prefix="shopyear-sandbox-")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Remove what the sandbox has on disk, an empty folder."""
        self._jail.cleanup()

    def run(
        self,
        code: str,
        read: Read,
        tools: Mapping[str, Sequence[str]],
        *,
        given: Mapping[str, Any] | None = None,
        today: str = "1970-01-01",
    ) -> Ran:
        """Run code that finds the tools as functions and the given values as variables.

        Args:
            code: what the agent wrote.
            read: carries out a tool; what it raises other than RuleBroken ends the run and comes
                out here.
            tools: the parameters of each tool that the code may call, in order.
            given: variables made of what JSON knows.
            today: the day that the code's clock shows, ISO.
        """
        told = _unfit(code)
        if told:
            return Ran(error=told, rejected=True)
        run = _Run(self._limits, read, tools)
        with started(Setup(self._limits, self._jail.name)) as child:
            done = run.until_done(child, Job(code, self._strict, tools, given or {}, today))
        return Ran(
            stdout=run.stdout,
            result=None if done.error else done.result,
            error=" ".join(done.error.split())[:ERROR_CHARS],
            calls=tuple(run.calls),
            rejected=done.rejected and not run.calls and not run.stdout,
        )


class _Run:
    """A run as it goes: what was printed and called so far."""

    def __init__(self, limits: Limits, read: Read, tools: Mapping[str, Sequence[str]]) -> None:
        self._limits, self._read, self._tools = limits, read, tools
        self._printed = bytearray()
        self.calls: list[InnerCall] = []

    @property
    def stdout(self) -> str:
        # A limit may cut a character in two.
        return self._printed.decode(errors="ignore")

    def until_done(self, child: Child, job: Job) -> Done:
        child.line.give(self._limits.wall_s)
        try:
            child.line.send(msgspec.json.encode(job))
            return self._heard(child.line)
        except Stopped as stopped:
            return Done(error=f"stopped: {stopped}")
        except Late:
            return Done(error=f"stopped: the code ran for longer than {self._limits.wall_s} s")
        except Gone:
            return Done(error=self._death(child.fate()))

    def _heard(self, line: Line) -> Done:
        while True:
            message = _message(line)
            if isinstance(message, Done):
                return message
            if isinstance(message, Out):
                self._take(message.text)
            else:
                line.send(msgspec.json.encode(self._answer(message, line)))

    def _take(self, text: str) -> None:
        room = self._limits.output_bytes - len(self._printed)
        came = text.encode()
        self._printed += came[:room]
        if len(came) > room:
            raise Stopped(f"the code printed more than {self._limits.output_bytes} bytes")

    def _answer(self, call: Call, line: Line) -> Answer:
        if call.tool not in self._tools:
            raise Stopped(TAMPERED)
        if len(self.calls) == self._limits.calls:
            raise Stopped(f"the code made more than {self._limits.calls} tool calls")
        arguments = msgspec.json.encode(call.arguments)
        with line.paused():
            try:
                answer = Answer(self._read(call.tool, call.arguments))
            except RuleBroken as error:
                answer = Answer(error=str(error) or type(error).__name__)
        self.calls.append(InnerCall(call.tool, arguments, not answer.error))
        return answer

    def _death(self, fate: str) -> str:
        if fate == "by SIGXCPU":
            return f"stopped: the code used more than {self._limits.cpu_s} s of processor time"
        return f"the code's process ended without a result, {fate}"


def _message(line: Line) -> Out | Call | Done:
    try:
        return MESSAGES.decode(line.receive())
    except (Oversized, msgspec.MsgspecError, RecursionError, ValueError):
        raise Stopped(TAMPERED) from None


def _unfit(code: str) -> str:
    if not code.strip():
        return "the code is empty"
    if len(code) > CODE_CHARS:
        return f"the code has {len(code)} characters; at most {CODE_CHARS} are allowed"
    if "\0" in code:
        return "the code contains a null character"
    try:
        code.encode()
    except UnicodeEncodeError:
        return "the code is not valid Unicode"
    return ""
