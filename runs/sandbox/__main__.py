"""What runs inside the sandbox: lock up, take the job, run it, tell the result.

Everything that the code may import is imported before the locks close; afterwards nothing can be.
Python's own library is all there is: no other package is on the path, and nothing of shopyear is
loaded but this package.
"""

import ast
import collections
import collections.abc
import datetime
import decimal
import importlib
import io
import json
import math
import os
import random
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

from runs.sandbox import clock, language
from runs.sandbox.lockdown import LockOpen, lock
from runs.sandbox.wire import HEADER, OUT_CHARS, framed

for name in (*sorted(language.IMPORTS), "_strptime"):  # the last is for datetime.strptime
    importlib.import_module(name)

NAME: Final = "<code>"
LISTS: Final = (
    list,
    tuple,
    range,
    collections.deque,
    collections.abc.KeysView,
    collections.abc.ValuesView,
    collections.abc.ItemsView,
)


class Channel:
    """This end of the two pipes."""

    def __init__(self) -> None:
        self.data_max = 0

    def tell(self, **message: Any) -> None:
        """Send a message; raise ValueError if it is no JSON or its data are longer than allowed."""
        payload = json.dumps(message, ensure_ascii=False, allow_nan=False, default=_iso).encode()
        if ("result" in message or "arguments" in message) and len(payload) > self.data_max:
            raise ValueError(f"longer than {self.data_max} bytes as JSON")
        rest = framed(payload)
        while rest:
            rest = rest[os.write(1, rest) :]

    def hear(self) -> Any:
        """Return the next message; end the process if there will be none."""
        (size,) = HEADER.unpack(self._read(HEADER.size))
        return json.loads(self._read(size))

    def _read(self, size: int) -> bytes:
        came = bytearray()
        while len(came) < size:
            chunk = os.read(0, size - len(came))
            if not chunk:
                os._exit(0)
            came += chunk
        return bytes(came)


class Output(io.TextIOBase):
    """Where the code prints to: every piece goes out at once, so a stopped run keeps it."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def write(self, text: str) -> int:
        """Send the text."""
        for start in range(0, len(text), OUT_CHARS):
            self._channel.tell(type="out", text=_clean(text[start : start + OUT_CHARS]))
        return len(text)


class Rejected(Exception):
    """The code is not of the language."""


def main() -> None:
    """Run one job and end."""
    channel = Channel()
    setup = channel.hear()
    try:
        layers = lock(setup["limits"], setup["jail"])
    except (OSError, LockOpen) as error:
        channel.tell(type="refused", told=str(error))
        return
    channel.tell(type="ready", layers=layers)
    job = channel.hear()
    channel.data_max = setup["limits"]["output_bytes"]
    clock.stop(job["today"])
    random.seed(0)
    sys.stdout = sys.stderr = Output(channel)
    done = _outcome(job, channel)
    try:
        channel.tell(type="done", **done)
    except ValueError as error:
        channel.tell(type="done", error=f"the result cannot be told: {error}")
    os._exit(0)


def _outcome(job: dict[str, Any], channel: Channel) -> dict[str, Any]:
    namespace = _namespace(job, channel)
    try:
        return {"result": _plain(_value(job["code"], job["strict"], namespace))}
    except MemoryError as error:
        line = _line(error)
        # Frees what the code has made, so that there is room to tell.
        error.__traceback__ = None
        namespace.clear()
        return {"error": f"MemoryError: no more memory is allowed (line {line})"}
    except (Rejected, SyntaxError) as error:
        # A SyntaxError that the running code raises carries the frames of that code.
        rejected = error.__traceback__ is None or _line(error) == 0
        return {"error": _told(error), "rejected": rejected}
    except BaseException as error:
        return {"error": _told(error)}


def _value(code: str, strict: bool, namespace: dict[str, Any]) -> Any:
    try:
        tree: ast.Expression | ast.Module = ast.parse(code, NAME, "eval")
    except SyntaxError:
        tree = ast.parse(code, NAME, "exec")
    told = language.offence(tree) if strict else ""
    if told:
        raise Rejected(told)
    if isinstance(tree, ast.Expression):
        return eval(compile(tree, NAME, "eval"), namespace)
    exec(compile(tree, NAME, "exec"), namespace)
    return namespace.get("result", namespace.get("output"))


def _namespace(job: dict[str, Any], channel: Channel) -> dict[str, Any]:
    return {
        "__builtins__": language.allowed() if job["strict"] else vars(sys.modules["builtins"]),
        "__name__": NAME,
        "json": json,
        "math": math,
        "datetime": datetime.datetime,
        "date": datetime.date,
        "timedelta": datetime.timedelta,
        "defaultdict": collections.defaultdict,
        **job["given"],
        **{name: _tool(name, asks, channel) for name, asks in job["tools"].items()},
    }


def _tool(name: str, asks: Sequence[str], channel: Channel) -> Callable[..., Any]:
    def tool(*values: Any, **named: Any) -> Any:
        if len(values) > len(asks):
            raise TypeError(f"{name}() takes {len(asks)} arguments but {len(values)} were given")
        arguments = dict(zip(asks, values, strict=False))
        for twice in arguments.keys() & named.keys():
            raise TypeError(f"{name}() got two values for argument '{twice}'")
        channel.tell(type="call", tool=name, arguments=arguments | named)
        answer = channel.hear()
        if answer["error"]:
            raise RuntimeError(answer["error"])
        return answer["result"]

    tool.__name__ = tool.__qualname__ = name
    return tool


def _plain(value: Any) -> Any:
    """Make it of what JSON knows; what has no such form is told by its type, never its address."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return _clean(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, dict):
        return {_key(key): _plain(each) for key, each in value.items()}
    if isinstance(value, LISTS):
        return [_plain(each) for each in value]
    if isinstance(value, set | frozenset):
        return sorted((_plain(each) for each in value), key=lambda each: json.dumps(each))
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, decimal.Decimal | datetime.timedelta):
        return str(value)
    return f"<{type(value).__name__}>"


def _key(key: Any) -> str:
    plain = _plain(key)
    return plain if isinstance(plain, str) else json.dumps(plain)


def _clean(text: str) -> str:
    return text.encode(errors="replace").decode()


def _iso(value: Any) -> str:
    if isinstance(value, datetime.date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def _told(error: BaseException) -> str:
    """Name and text of the error and the line of the code, whatever the error's class does."""
    try:
        line = _line(error)
        text = f"{type(error).__name__}: {error}"
        if isinstance(error, Rejected):
            text = str(error)
        elif isinstance(error, SyntaxError):
            text, line = f"SyntaxError: {error.msg}", line or error.lineno or 0
        return _clean(text[:400].rstrip(": ") + (f" (line {line})" if line else ""))
    except BaseException:
        return "the code raised an error that cannot be told"


def _line(error: BaseException) -> int:
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == NAME:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
