"""Named fault points: a process that sees each of its calls that changes the disk, and dies at one.

Between two such calls the disk stays as it is, so a kill before, amid or after each of them covers
all moments there are. A call's name is the part of the episode's folder and the function: "segment
fsync", "manifest replace". A journal is a "new journal" until its name is durable; a folder's fsync
is named for what it makes durable: "folder fsync after journal unlink".
"""

import io
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

CALLS: Final = ("write", "pwrite", "fdatasync", "fsync", "ftruncate", "mkdir", "replace", "unlink")
"""The functions of `os` that are watched, next to creating a file."""

PARTS: Final = {".jsonl": "journal", ".json": "manifest", ".parquet": "segment", ".lock": "lock"}

Moment = Literal["before", "amid", "after"]
"""When a call's process dies: amid a write, half of its bytes are written."""


class Words(msgspec.Struct, frozen=True):
    """What a process said last: the point it dies at, or else the head it came to."""

    point: str = ""
    moment: Moment = "after"
    commits: int = 0
    """Commits it has written in full."""
    head: str = ""
    calls: tuple[str, ...] = ()
    """The names of its disk calls, in order."""


class Armed:
    """Sees all calls of this process that change an episode's files, and dies at one of them.

    Args:
        call: the number of that call, counted from 1; 0 for none.
    """

    def __init__(self, folder: Path, call: int, moment: Moment) -> None:
        self.calls: list[str] = []
        self.commits = 0
        self._place, self._call, self._moment = folder.parent, call, moment
        self._files: dict[int, tuple[Path, os.stat_result]] = {}
        self._newborn = False
        self._say = os.write
        opener, file_opener = self._opener(os.open), _file_opener(io.open)
        for name in CALLS:
            if hasattr(os, name):  # macOS has no fdatasync
                setattr(os, name, self._armed(name.removeprefix("p"), getattr(os, name)))
        patches = ((os, "open", opener), (io, "open", file_opener))
        for module, name, act in patches:
            setattr(module, name, act)

    def _opener(self, real: Callable[..., int]) -> Callable[..., int]:
        create = self._armed("create", real)

        def act(path: Any, flags: int, *args: Any, **kwargs: Any) -> int:
            fd: int = (create if flags & os.O_CREAT else real)(path, flags, *args, **kwargs)
            self._files[fd] = Path(path), os.fstat(fd)
            return fd

        return act

    def _armed(self, verb: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def act(target: Any, *args: Any, **kwargs: Any) -> Any:
            path = self._path(target) if isinstance(target, int) else Path(target)
            if path is None or not path.is_relative_to(self._place):
                return real(target, *args, **kwargs)
            self.calls.append(self._point(verb, path))
            mine = len(self.calls) == self._call
            if mine and self._moment == "amid":
                real(target, args[0][: len(args[0]) // 2], *args[1:])
            if mine and self._moment != "after":
                self._die()
            result = real(target, *args, **kwargs)
            self.commits += self.calls[-1] == "journal write"
            if mine:
                self._die()
            return result

        return act

    def _path(self, fd: int) -> Path | None:
        path, was = self._files.get(fd, (None, None))
        # A number is given again once its file is closed, for instance to the pipe of a sandbox.
        return path if was and os.path.samestat(os.fstat(fd), was) else None

    def _point(self, verb: str, path: Path) -> str:
        part = PARTS.get(Path(path.name.removesuffix(".tmp")).suffix, "folder")
        if part == "folder":
            self._newborn = False
            return f"folder fsync after {self.calls[-1]}" if verb == "fsync" else f"folder {verb}"
        if part == "journal":
            self._newborn |= verb == "create"
            part = "new journal" if self._newborn else part
        return f"{part} {verb}"

    def _die(self) -> None:
        words = Words(self.calls[-1], self._moment, self.commits)
        self._say(1, msgspec.json.encode(words))
        os.kill(os.getpid(), signal.SIGKILL)


class _Raw(io.FileIO):
    """A file whose writes go through `os.write`, where they are seen."""

    def write(self, block: Any) -> int:
        return os.write(self.fileno(), block)


def _create(path: str, flags: int) -> int:
    return os.open(path, flags, 0o666)


def _file_opener(real: Callable[..., Any]) -> Callable[..., Any]:
    def act(file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        if mode != "wb":
            return real(file, mode, *args, **kwargs)
        return io.BufferedWriter(_Raw(file, mode, opener=_create))

    return act
