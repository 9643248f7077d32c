"""The benchmark of long episodes: whether the supermarket's time and memory grow with its days."""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from data.supermarket.loader import embedded
from data.supermarket.tables import Supermarket, Supply
from data.supermarket.writer import write_folder
from runs.archive import run
from sim.supermarket.world import Settings

YEAR_DAYS: Final = 180
"""An episode's usual length, whose log has a size to keep to."""
REPEATED_DAYS: Final = 364
"""Where the tables end their last 52 weeks come again."""


class LongBench(msgspec.Struct, frozen=True, kw_only=True):
    """One measurement: a fresh process plays the oracle for so many days, the log on."""

    days: int
    """Played; fewer than asked for if the store went under."""
    events: int
    seconds: float
    """Of the processor: for all turns but the first, and for sealing the log."""
    peak_memory_mb: float
    sealed_bytes: int

    @property
    def milliseconds_per_day(self) -> float:
        return self.seconds / self.days * 1e3


def bench_long(days: int, watch: Callable[[int], None] = lambda _done: None) -> list[LongBench]:
    """Measure an episode of the usual length, then of a quarter, a half and all of so many days.

    The world is the embedded one, gone on with so that customers and quotes last.

    Args:
        watch: told how many of the measurements are done.
    """
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        world = Path(scratch) / "world"
        write_folder(lasting(embedded(), days), world)
        for done, length in enumerate((YEAR_DAYS, days // 4, days // 2, days), 1):
            command = [sys.executable, "-m", "runs.bench_long", str(world), str(length)]
            told = subprocess.run(command, capture_output=True, text=True, check=True)
            found.append(msgspec.json.decode(told.stdout, type=LongBench))
            watch(done)
    return found


def lasting(tables: Supermarket, days: int) -> Supermarket:
    """Return a world whose customers, prices and qualities last for so many days more."""
    return replace(
        tables,
        traffic=_longer(tables.traffic, days),
        supplies=tuple(_longer_supply(supply, days) for supply in tables.supplies),
    )


def _longer_supply(supply: Supply, days: int) -> Supply:
    offers = [
        replace(offer, prices=_longer(offer.prices, days), qualities=_longer(offer.qualities, days))
        for offer in supply.offers
    ]
    return replace(supply, offers=tuple(offers))


def _longer(series: Sequence[Any], days: int) -> tuple[Any, ...]:
    return (*series, *islice(cycle(series[-REPEATED_DAYS:]), days))


def main(arguments: list[str]) -> None:
    """Be the process that is measured: `WORLD DAYS`."""
    world, days = Path(arguments[0]), int(arguments[1])
    began: list[float] = []

    def watch(_world: Any) -> None:
        if not began:
            began.append(time.process_time())

    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "episode"
        settings = Settings(days=days, agent="oracle")
        done = run(folder, settings, world=world, sync="day", watch=watch)
        seconds = time.process_time() - began[0]
        told = LongBench(
            days=done.outcome.day,
            events=done.events,
            seconds=seconds,
            peak_memory_mb=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            sealed_bytes=sum(part.stat().st_size for part in folder.rglob("*.parquet")),
        )
    print(msgspec.json.encode(told).decode())


if __name__ == "__main__":
    main(sys.argv[1:])
