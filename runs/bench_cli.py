"""`shopyear bench`: speed, memory and size of a recorded year, of a long one, of scoring many."""

import argparse
from pathlib import Path
from typing import Any, Final

from runs.bench import GOLDEN, Bench, bench
from runs.bench_long import bench_long
from runs.bench_score import bench_score
from runs.console import print_rows
from runs.options import add_year, encoded, whole, year_of
from runs.progress import track
from runs.scenarios import MARKETPLACE, SUPERMARKET
from runs.tables import table
from sim.settings import MAX_DAYS

STORE_YEAR: Final = GOLDEN / "retail" / "full-oracle-180.jsonl.gz"
"""The supermarket's oracle, without the looks of most days."""


def add(commands: Any) -> None:
    """Add the command to a parser."""
    sub = commands.add_parser("bench", help="measure speed, memory and log size on a recorded year")
    sub.set_defaults(command=_bench)
    sub.add_argument("--sync", choices=("commit", "day", "off"), default="day")
    sub.add_argument("--repeat", type=whole(1, 100), default=12, help="runs; the best counts")
    add_year(sub)
    sub.add_argument(
        "--long",
        type=whole(40, MAX_DAYS),
        metavar="DAYS",
        help="measure the supermarket's oracle over so many days instead",
    )
    sub.add_argument(
        "--score", type=whole(4, 100_000), metavar="N", help="measure scoring N such years instead"
    )
    sub.add_argument("--json", action="store_true", help="print the figures as one JSON object")


def _bench(arguments: argparse.Namespace) -> int:
    if arguments.long:
        return _bench_long(arguments)
    trace, world = year_of(arguments, STORE_YEAR)
    if arguments.score:
        return _bench_score(arguments, trace, world)
    found: Bench = bench(trace, world, sync=arguments.sync, repeat=arguments.repeat)
    if arguments.json:
        print(encoded(found))
    else:
        _show(found)
    return 0


def _bench_long(arguments: argparse.Namespace) -> int:
    if arguments.scenario != SUPERMARKET.name:
        raise ValueError("--long is the supermarket's: add --scenario supermarket")
    with track(4, "episodes") as advance:
        found = bench_long(arguments.long, advance)
    if arguments.json:
        print(encoded(found))
        return 0
    rows = [
        (
            f"{each.days:,}",
            f"{each.events:,}",
            f"{each.seconds:.2f}",
            f"{each.milliseconds_per_day:.1f}",
            f"{each.peak_memory_mb:.0f}",
            f"{each.sealed_bytes / 1e6:.2f}",
        )
        for each in found
    ]
    print(table(rows, ("days", "events", "CPU s", "ms per day", "peak MB", "sealed MB")))
    return 0


def _bench_score(arguments: argparse.Namespace, trace: Path, world: Path) -> int:
    if arguments.scenario != MARKETPLACE.name:
        raise ValueError(f"--score measures the {MARKETPLACE.name} only")
    with track(arguments.score, "years") as advance:
        found = bench_score(trace, world, arguments.score, advance)
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


def _show(found: Bench) -> None:
    """Print a benchmark's figures."""
    rows = {
        "trace": f"{found.trace}, {found.calls:,} calls, {found.events:,} events",
        "log": f"on, sync={found.sync}",
        "calls took": f"{found.seconds:.3f} s"
        f"  ({found.calls_per_second:,.0f} calls/s, {found.events_per_second:,.0f} events/s)",
        "sealing took": f"{found.seal_seconds:.3f} s",
        "calibration": f"{found.calibration_seconds:.3f} s",
        "ratio": f"{found.ratio:.2f} calibration units",
        "verify took": f"{found.verify_seconds:.3f} s"
        f"  ({found.verify_over_run:+.2f} calibration units beside the run)",
        "audit took": f"{found.audit_seconds:.3f} s",
        "journal": f"{found.journal_bytes / 1e6:.2f} MB",
        "sealed log": f"{found.sealed_bytes / 1e6:.2f} MB",
        "peak memory": f"{found.peak_memory_mb:.0f} MB",
    }
    print_rows(rows)
