"""The benchmark of scoring: many archived years at once, and whether time grows with the events."""

import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from data.marketplace.loader import load_folder
from runs.archive import open_log
from runs.conform import recorded_call, settings_of
from runs.trace import read_trace
from sim.marketplace.tools import TOOLBOX
from sim.marketplace.year import begin
from sim.tape import Tape
from sim.turn import take_turn

SEEDS: Final = 30
"""So many years are played under seeds of their own; more are copies of these."""
OPENING: Final = 10**12
"""A million yuan, because calls that were made for one seed lose money under another."""


class ScoreBench(msgspec.Struct, frozen=True, kw_only=True):
    """One measurement: a fresh process scores so many episodes, start-up included."""

    episodes: int
    events: int
    seconds: float
    peak_memory_mb: float

    @property
    def microseconds_per_event(self) -> float:
        return self.seconds / self.events * 1e6


def bench_score(
    trace: Path, world: Path, episodes: int, watch: Callable[[int], None] = lambda _made: None
) -> list[ScoreBench]:
    """Measure the scoring of a quarter, a half and all of so many years.

    Args:
        trace: the recorded calls each year repeats under another seed.
        watch: told how many of the years are there.

    Raises:
        OSError: the trace cannot be read.
        WorldError: the tables cannot be read.
    """
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch)
        events: list[int] = []
        for number in range(episodes):
            source = place / f"episode={number % SEEDS:04d}"
            if number < SEEDS:
                events.append(_play(trace, world, source, number))
            else:
                events.append(events[number % SEEDS])
                shutil.copytree(source, place / f"episode={number:04d}")
            watch(number + 1)
            if number + 1 in (episodes // 4, episodes // 2, episodes):
                found.append(_measured(place, world, number + 1, sum(events)))
    return found


def _play(trace: Path, world: Path, folder: Path, number: int) -> int:
    recorded, tables = read_trace(trace), load_folder(world)
    settings = settings_of(recorded)
    settings = msgspec.structs.replace(
        settings, seed=settings.seed + number, opening_balance=OPENING
    )
    log = open_log(folder, world.name, tables, settings, "off")
    market = begin(tables, settings, Tape(log))
    for call in recorded.calls:
        take_turn(market, TOOLBOX, [recorded_call(call)])
    log.close(ended=True)
    return log.events


def _measured(place: Path, world: Path, episodes: int, events: int) -> ScoreBench:
    command = [sys.executable, "-m", "runs.bench_score", str(place), str(world)]
    started = time.perf_counter()
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds = time.perf_counter() - started
    return ScoreBench(episodes=episodes, events=events, seconds=seconds, **json.loads(told.stdout))


def main(arguments: list[str]) -> None:
    """Be the process that is measured: `PLACE WORLD`."""
    from runs.score import processes_for, score_paths

    place, world = arguments
    scored, skipped = score_paths([place], world=Path(world))
    assert not skipped
    # Every process counts as much as the largest of them, as if all had their peak at once.
    own, others = (
        resource.getrusage(whose).ru_maxrss / 1024
        for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    peak = own + processes_for(len(scored)) * others
    print(json.dumps({"peak_memory_mb": peak}))


if __name__ == "__main__":
    main(sys.argv[1:])
