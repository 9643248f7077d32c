"""Killing a real process at every kind of moment of a year, and proving that nothing is lost.

A child process plays a recorded year and kills itself with SIGKILL before, amid or after its nth
call that changes the disk (`runs.faults` names them). What is left must hold every commit that was
written; then the year is resumed by a new process, half of the time killed once more, and must end
with the chain head of the undisturbed one.
"""

import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import msgspec

from events.errors import ShopyearError
from events.log import MANIFEST, verify_chain
from runs.archive import resume, run
from runs.faults import Armed, Moment, Words
from runs.scenarios import of_settings
from runs.trace_play import read_play

DAILY_BYTES: Final = {"marketplace": 1_600, "supermarket": 5_000}
"""A journal of that many bytes a day is sealed: about nine times in an episode of any length."""

OPENING: Final = 8
"""Disk calls with which a resumed process opens the log; half of the second kills fall there."""


PATIENCE: Final = 600
"""Seconds after which a process counts as hanging."""


class Year(msgspec.Struct, frozen=True):
    """What is played: the calls of a trace, in the world it was recorded in."""

    trace: Path
    world: Path
    days: int


class Kill(msgspec.Struct, frozen=True):
    """One kill and, with `second`, another one: at which disk call, counted from 1."""

    call: int
    point: str
    """The call's name."""
    moment: Moment
    second: int = 0
    """The disk call of the resumed process at which it is killed, too; 0 for none."""
    second_moment: Moment = "before"


class Fate(msgspec.Struct, frozen=True):
    """What came of one kill: where processes died, and the head (or what is wrong instead)."""

    deaths: tuple[Words, ...]
    found: str


class Lost(msgspec.Struct, frozen=True):
    """A kill that changed the year."""

    kill: Kill
    found: str
    """Another chain head, or what went wrong."""


class Torture(msgspec.Struct, frozen=True):
    """The outcome: `head` is the undisturbed year's; kills by fault point and moment."""

    head: str
    points: int
    playing: dict[str, dict[str, int]]
    """Kills of the process that played first; every fault point is listed."""
    resuming: dict[str, dict[str, int]]
    """Kills of the process that resumed."""
    lost: list[Lost]


class Failed(ShopyearError):
    """A process ended otherwise than by our kill, or left less than it had written."""


def torture_kill(
    year: Year,
    *,
    points: int,
    seed: int,
    jobs: int = 1,
    watch: Callable[[int], None] = lambda _done: None,
) -> Torture:
    """Kill and resume `points` episodes, `jobs` at a time; `watch` is told how many are done."""
    lost: list[Lost] = []
    with tempfile.TemporaryDirectory() as scratch:
        whole = undisturbed(Path(scratch) / "episode", year)
    playing: dict[str, dict[str, int]] = {name: {} for name in whole.calls}
    resuming: dict[str, dict[str, int]] = {}
    kills = plan(whole.calls, points, seed)
    for done, (kill, fate) in enumerate(strike(year, kills, jobs), 1):
        for tally, death in zip((playing, resuming), fate.deaths, strict=False):
            counts = tally.setdefault(death.point, {})
            counts[death.moment] = counts.get(death.moment, 0) + 1
        if fate.found != whole.head:
            lost.append(Lost(kill, fate.found))
        watch(done)
    return Torture(whole.head, points, playing, resuming, lost)


def undisturbed(folder: Path, year: Year) -> Words:
    """Play an episode in peace; return its chain head and the names of its disk calls."""
    return _child("run", folder, year)


def plan(calls: Sequence[str], points: int, seed: int) -> list[Kill]:
    """Choose the kills: every other one goes through the named points, the rest fall anywhere."""
    chance = random.Random(seed)
    places: dict[str, list[int]] = {}
    for call, name in enumerate(calls, 1):
        places.setdefault(name, []).append(call)
    cycle = named_points(calls)
    kills: list[Kill] = []
    for number in range(points):
        if number % 2:
            call = chance.randint(1, len(calls))
            moment = chance.choice(moments(calls[call - 1]))
        else:
            name, moment = cycle[number // 2 % len(cycle)]
            call = chance.choice(places[name])
        second = 0
        if chance.random() < 0.5:
            rest = len(calls) - call + OPENING
            second = chance.randint(1, OPENING if chance.random() < 0.5 else rest)
        again: Moment = chance.choice(("before", "after"))
        kills.append(Kill(call, calls[call - 1], moment, second, again))
    return kills


def named_points(calls: Sequence[str]) -> list[tuple[str, Moment]]:
    """Return every fault point with every moment, so that the first ones name each point once."""
    names = list(dict.fromkeys(calls))
    return [
        (name, moments(name)[(number + turn) % len(moments(name))])
        for turn in range(3)
        for number, name in enumerate(names)
        if turn < len(moments(name))
    ]


def moments(point: str) -> tuple[Moment, ...]:
    """Return when a process can die at a point."""
    return ("before", "amid", "after") if point.endswith(" write") else ("before", "after")


def strike(year: Year, kills: Sequence[Kill], jobs: int) -> Iterator[tuple[Kill, Fate]]:
    """Carry out kills, several at a time; yield each with what came of it, in their order."""

    def one(kill: Kill) -> Fate:
        with tempfile.TemporaryDirectory() as scratch:
            return kill_and_resume(Path(scratch) / "episode", year, kill)

    # Threads are enough: the work is done by the processes they wait for.
    pool = ThreadPoolExecutor(jobs)
    try:
        yield from zip(kills, pool.map(one, kills), strict=True)
    finally:
        pool.shutdown(cancel_futures=True)


def kill_and_resume(folder: Path, year: Year, kill: Kill) -> Fate:
    """Kill an episode at a disk call, look at what it left, and resume it to its end."""
    deaths: list[Words] = []
    try:
        deaths.append(_child("run", folder, year, kill.call, kill.moment))
        if deaths[0].point != kill.point:
            raise Failed(f"died at {deaths[0].point!r}, call {kill.call}")
        written = deaths[0].commits
        if not written and not (folder / MANIFEST).exists():  # there was no episode yet
            anew = folder.with_name(folder.name + "-anew")
            return Fate(tuple(deaths), undisturbed(anew, year).head)
        _require_kept(folder, written)
        if kill.second:
            again = _child("resume", folder, year, kill.second, kill.second_moment)
            if again.point:  # it may have come to its end before
                deaths.append(again)
            _require_kept(folder, written + again.commits)
        return Fate(tuple(deaths), _child("resume", folder, year).head)
    except Failed as failed:
        return Fate(tuple(deaths), str(failed))


def _require_kept(folder: Path, written: int) -> None:
    # The head alone would not tell: what a resumed year has lost it plays again.
    report = verify_chain(folder)
    if report.problem is not None:
        raise Failed(report.problem)
    if report.commits != written:
        raise Failed(f"{written} commits were written, {report.commits} are left")


def _child(what: str, folder: Path, year: Year, call: int = 0, moment: Moment = "before") -> Words:
    order = (what, folder, year.trace, year.world, year.days, call, moment)
    command = [sys.executable, "-m", "runs.torture", *map(str, order)]
    try:
        told = subprocess.run(
            command, capture_output=True, check=False, text=True, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired as error:
        raise Failed(f"{what}: no end after {PATIENCE} s") from error
    if told.returncode not in (0, -signal.SIGKILL) or not told.stdout:
        *_, last = told.stderr.splitlines() or [f"exit code {told.returncode}"]
        raise Failed(f"{what}: {last}")
    return msgspec.json.decode(told.stdout, type=Words)


def main(arguments: list[str]) -> None:
    """Be the process that is killed: `run|resume FOLDER TRACE WORLD DAYS CALL MOMENT`."""
    what, folder, path, world, days, call, moment = arguments
    recorded = read_play(Path(path))
    settings = msgspec.structs.replace(recorded.settings, days=int(days))
    daily = DAILY_BYTES[of_settings(settings).name]
    armed = Armed(Path(folder), int(call), msgspec.convert(moment, Moment))
    options: dict[str, Any] = {
        "player": recorded.player(),
        "world": Path(world),
        "segment_bytes": daily * int(days),
    }
    done = run(folder, settings, **options) if what == "run" else resume(folder, **options)
    words = Words(commits=armed.commits, head=done.chain_head, calls=tuple(armed.calls))
    print(msgspec.json.encode(words).decode())


if __name__ == "__main__":
    main(sys.argv[1:])
