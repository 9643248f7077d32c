"""`shopyear bench`: speed, memory and size of a recorded year, or of scoring many."""

import argparse
from pathlib import Path
from typing import Any

from runs.bench import GOLDEN, Bench, bench
from runs.bench_score import bench_score
from runs.console import show_bench, track
from runs.options import YEAR, encoded, require_source, whole
from runs.tables import table


def add(commands: Any) -> None:
    """Add the command to a parser."""
    sub = commands.add_parser("bench", help="measure speed, memory and log size on a recorded year")
    sub.set_defaults(command=_bench)
    sub.add_argument("--sync", choices=("commit", "day", "off"), default="day")
    sub.add_argument("--repeat", type=whole(1, 100), default=12, help="runs; the best counts")
    sub.add_argument("--trace", type=Path, default=YEAR)
    sub.add_argument("--world", type=Path, default=GOLDEN / "world")
    sub.add_argument(
        "--score", type=whole(4, 100_000), metavar="N", help="measure scoring N such years instead"
    )
    sub.add_argument("--json", action="store_true", help="print the figures as one JSON object")


def _bench(arguments: argparse.Namespace) -> int:
    require_source(arguments.trace)
    if arguments.score:
        return _bench_score(arguments)
    found: Bench = bench(
        arguments.trace, arguments.world, sync=arguments.sync, repeat=arguments.repeat
    )
    if arguments.json:
        print(encoded(found))
    else:
        show_bench(found)
    return 0


def _bench_score(arguments: argparse.Namespace) -> int:
    with track(arguments.score, "years") as advance:
        found = bench_score(arguments.trace, arguments.world, arguments.score, advance)
    if arguments.json:
        print(encoded(found))
        return 0
    rows = [
        (
            f"{each.episodes:,}",
            f"{each.events:,}",
            f"{each.seconds:.2f}",
            f"{each.microseconds_per_event:.2f}",
            f"{each.peak_memory_mb:.0f}",
        )
        for each in found
    ]
    print(table(rows, ("episodes", "events", "seconds", "µs per event", "peak MB")))
    return 0
