"""Killing a real process at every kind of moment, and proving that nothing acknowledged is lost.

A child process plays an episode and kills itself with SIGKILL just before or just after its nth
call of a function that touches the disk: write, fdatasync, fsync, replace, unlink, ftruncate. So
the kill lands inside commits, inside sealing, and between write, fsync and rename. The episode is
resumed, half of the time with another kill on the way, and must end with the chain head of the
undisturbed run.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from runs.archive import resume, run
from sim.marketplace.world import Settings

POINTS: Final = ("write", "fdatasync", "fsync", "replace", "unlink", "ftruncate")
SEGMENT_BYTES: Final = 200_000
"""Small, so that a short episode is sealed several times."""


class Killed(msgspec.Struct, frozen=True):
    """One kill: after how many disk calls, before or after the call, and what came of it."""

    call: int
    name: str
    before: bool
    again: int
    """The disk call of the resumed process at which it was killed too; 0 for none."""
    head: str


class Torture(msgspec.Struct, frozen=True):
    """The outcome: `head` is the undisturbed run's; `lost` are the kills that changed it."""

    head: str
    points: int
    by_name: dict[str, int]
    lost: list[Killed]


def torture_kill(
    *, points: int, seed: int, days: int, watch: Callable[[int], None] = lambda _done: None
) -> Torture:
    """Kill and resume `points` episodes of `days` days; `watch` is told how many are done."""
    chance = random.Random(seed)
    lost: list[Killed] = []
    by_name: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as scratch:
        head, calls = undisturbed(Path(scratch) / "undisturbed", days)
        rare = [n for n, name in enumerate(calls, 1) if name not in ("write", "fdatasync")]
        for done in range(points):
            every = range(1, len(calls) + 1)
            call = chance.choice(rare) if done % 2 else chance.choice(every)
            before, again = chance.random() < 0.5, chance.random() < 0.5
            second = chance.randint(1, len(calls)) if again else 0
            folder = Path(scratch) / f"episode-{done}"
            found = kill_and_resume(folder, days, call, before=before, second=second)
            name = calls[call - 1]
            by_name[name] = by_name.get(name, 0) + 1
            if found != head:
                lost.append(Killed(call, name, before, second, found))
            watch(done + 1)
    return Torture(head, points, by_name, lost)


def undisturbed(folder: Path, days: int) -> tuple[str, list[str]]:
    """Play an episode in peace; return its chain head and the names of its disk calls in order."""
    told = _child("run", folder, days, 0, before=True)
    head, *calls = told.stdout.split()
    return head, calls


def kill_and_resume(folder: Path, days: int, call: int, *, before: bool, second: int) -> str:
    """Kill an episode at a disk call and resume it; return its chain head.

    Args:
        before: die before the call is carried out, else right after it.
        second: kill the resumed process, too, at this disk call; 0 for not.
    """
    _child("run", folder, days, call, before=before)
    if not (folder / "manifest.json").exists():
        return _play(folder.with_name(folder.name + "-anew"), days)  # it had not begun
    if second:
        _child("resume", folder, days, second, before=not before)
    return resume(folder, sync="day", segment_bytes=SEGMENT_BYTES).chain_head


def _play(folder: Path, days: int) -> str:
    settings = Settings(agent="steward", days=days)
    return run(folder, settings, sync="commit", segment_bytes=SEGMENT_BYTES).chain_head


def _child(
    what: str, folder: Path, days: int, call: int, *, before: bool
) -> "subprocess.CompletedProcess[str]":
    when = "before" if before else "after"
    command = [sys.executable, "-m", "runs.torture", what, str(folder), str(days), str(call), when]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    if told.returncode not in (0, -signal.SIGKILL):
        raise RuntimeError(f"the tortured process failed by itself: {told.stderr[-2000:]}")
    return told


def _arm(call: int, *, before: bool) -> list[str]:
    """Count all disk calls, and die at the given one."""
    names: list[str] = []

    def armed(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def act(*args: Any, **kwargs: Any) -> Any:
            names.append(name)
            mine = len(names) == call
            if mine and before:
                os.kill(os.getpid(), signal.SIGKILL)
            result = real(*args, **kwargs)
            if mine:
                os.kill(os.getpid(), signal.SIGKILL)
            return result

        return act

    for name in POINTS:
        setattr(os, name, armed(name, getattr(os, name)))
    return names


def main(arguments: list[str]) -> None:
    """Be the process that is killed: `run|resume FOLDER DAYS CALL before|after`."""
    what, folder, days, call, when = arguments
    names = _arm(int(call), before=when == "before")
    if what == "resume":
        head = resume(folder, sync="commit", segment_bytes=SEGMENT_BYTES).chain_head
    else:
        head = _play(Path(folder), int(days))
    print(head, *names)


if __name__ == "__main__":
    main(sys.argv[1:])
