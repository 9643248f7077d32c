"""The command line. Each command parses its arguments, calls one library function and prints.

Exit codes: 0 done (or: everything holds), 1 it failed (or: something does not hold), 2 wrong usage,
130 broken off with Ctrl-C.
"""

import argparse
import json
import math
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from data.supermarket.parameters import Preset
from events.errors import ShopyearError
from ledger.money import to_micro
from runs import audit_cli, books_cli, compare_cli, replay_cli, score_cli, world_cli
from runs.agents.roster import AGENTS
from runs.archive import new_folder, run, tool_schemas
from runs.bench import GOLDEN, Bench, bench
from runs.bench_score import bench_score
from runs.conform import conform_file
from runs.conformance import Conformance
from runs.console import YearProgress, as_json, show_bench, show_summary, track
from runs.faults import Moment
from runs.interrupt import Interrupt
from runs.tables import table
from runs.torture import Torture, Year, torture_kill
from runs.trace_store import store_world
from sim.marketplace.world import MAX_DAYS, Market, Settings
from sim.numbers import YUAN_MAX
from sim.supermarket.descriptions import store_schemas

VERSION: Final = "0.1.0"
YEAR: Final = GOLDEN / "traces" / "year-mixed.jsonl.gz"
"""A recorded year with every kind of event."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    arguments = parser().parse_args(argv)
    command: Callable[[argparse.Namespace], int] = arguments.command
    try:
        return command(arguments)
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ShopyearError, ValueError, OSError) as error:
        print(f"shopyear: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    top = argparse.ArgumentParser(
        prog="shopyear", description="Play, archive and check a simulated year in business."
    )
    top.add_argument("--version", action="version", version=f"shopyear {VERSION}")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    _add_run(commands)
    _add_tools(commands)
    world_cli.add(commands)
    replay_cli.add(commands)
    audit_cli.add(commands)
    score_cli.add(commands)
    compare_cli.add(commands)
    books_cli.add(commands)
    _add_conform(commands)
    _add_bench(commands)
    _add_torture(commands)
    return top


def _add_run(commands: Any) -> None:
    sub = commands.add_parser("run", help="play a year and archive it")
    sub.set_defaults(command=_run)
    sub.add_argument("--agent", choices=tuple(AGENTS), default="steward", help="who plays")
    sub.add_argument("--days", type=_whole(1, MAX_DAYS), default=365, help="days to play")
    sub.add_argument("--seed", type=_whole(0, 2**63 - 1), default=Settings().seed)
    sub.add_argument("--draws", choices=("published", "keyed"), default="published")
    sub.add_argument(
        "--world", type=Path, metavar="DIR", help="tables; default: the embedded world"
    )
    sub.add_argument("--out", type=Path, metavar="DIR", help="the episode's own folder")
    sub.add_argument("--initial-balance", type=_yuan, default=100_000.0, metavar="YUAN")
    sub.add_argument(
        "--sync",
        choices=("commit", "day", "off"),
        default="commit",
        help="when commits are forced to disk",
    )
    sub.add_argument("--quiet", action="store_true", help="no progress, no summary")
    sub.add_argument("--json", action="store_true", help="print the result as one JSON object")


def _run(arguments: argparse.Namespace) -> int:
    settings = Settings(
        seed=arguments.seed,
        days=arguments.days,
        draws=arguments.draws,
        opening_balance=to_micro(arguments.initial_balance),
        agent=arguments.agent,
    )
    folder = arguments.out or new_folder(arguments.agent, arguments.seed)
    show = not arguments.quiet
    progress = YearProgress(settings.agent, settings.days, settings.opening_balance, show=show)
    with Interrupt() as interrupt, progress:

        def watch(market: Market) -> None:
            progress.update(market)
            interrupt.check()

        archived = run(folder, settings, world=arguments.world, sync=arguments.sync, watch=watch)
    if arguments.json:
        print(json.dumps(as_json(archived)))
    elif show:
        show_summary(archived)
    return 0 if archived.status == "ended" else 130


def _add_tools(commands: Any) -> None:
    sub = commands.add_parser("tools", help="print the tools' schemas as JSON")
    sub.set_defaults(command=_tools)
    sub.add_argument("--scenario", choices=("marketplace", "supermarket"), default="marketplace")


def _tools(arguments: argparse.Namespace) -> int:
    market = arguments.scenario == "marketplace"
    schemas = tool_schemas() if market else store_schemas(Preset())
    functions = [{"type": "function", "function": schema} for schema in schemas]
    print(json.dumps(functions, indent=2, ensure_ascii=False))
    return 0


def _add_conform(commands: Any) -> None:
    sub = commands.add_parser("conform", help="replay a conformance trace and compare every call")
    sub.set_defaults(command=_conform)
    sub.add_argument("trace", type=Path, metavar="TRACE")
    sub.add_argument("--world", type=Path, metavar="DIR", help="default: the traces' own world")
    sub.add_argument("--out", type=Path, metavar="EPISODE", help="archive the replay here")
    sub.add_argument("--emit", type=Path, metavar="FILE", help="write our own lines here")
    sub.add_argument("--json", action="store_true", help="print the outcome as one JSON object")


def _conform(arguments: argparse.Namespace) -> int:
    world = arguments.world or store_world(arguments.trace, GOLDEN / "retail") or GOLDEN / "world"
    _require_source(world)
    found = conform_file(arguments.trace, world, out=arguments.out, emit=arguments.emit)
    print(_encoded(found) if arguments.json else _told(found))
    return 0 if found.holds else 1


def _told(found: Conformance) -> str:
    text = f"{found.trace}: {found.matched} of {found.calls} match"
    if found.first is None:
        return text
    first = found.first
    return (
        f"{text}\nfirst mismatch: call {first.call} ({first.tool}), {first.field}: "
        f"expected {first.expected!r}, got {first.got!r}"
    )


def _add_bench(commands: Any) -> None:
    sub = commands.add_parser("bench", help="measure speed, memory and log size on a recorded year")
    sub.set_defaults(command=_bench)
    sub.add_argument("--sync", choices=("commit", "day", "off"), default="day")
    sub.add_argument("--repeat", type=_whole(1, 100), default=12, help="runs; the best counts")
    sub.add_argument("--trace", type=Path, default=YEAR)
    sub.add_argument("--world", type=Path, default=GOLDEN / "world")
    sub.add_argument(
        "--score", type=_whole(4, 100_000), metavar="N", help="measure scoring N such years instead"
    )
    sub.add_argument("--json", action="store_true", help="print the figures as one JSON object")


def _bench(arguments: argparse.Namespace) -> int:
    _require_source(arguments.trace)
    if arguments.score:
        return _bench_score(arguments)
    found: Bench = bench(
        arguments.trace, arguments.world, sync=arguments.sync, repeat=arguments.repeat
    )
    if arguments.json:
        print(_encoded(found))
    else:
        show_bench(found)
    return 0


def _bench_score(arguments: argparse.Namespace) -> int:
    with track(arguments.score, "years") as advance:
        found = bench_score(arguments.trace, arguments.world, arguments.score, advance)
    if arguments.json:
        print(msgspec.json.encode(found).decode())
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


def _add_torture(commands: Any) -> None:
    kinds = commands.add_parser("torture", help="try to break an episode").add_subparsers(
        required=True, metavar="KIND"
    )
    sub = kinds.add_parser("kill", help="kill a recorded year at named moments, and resume it")
    sub.set_defaults(command=_torture_kill)
    sub.add_argument("--points", type=_whole(1, 100_000), default=20, help="how many kills")
    sub.add_argument("--seed", type=_whole(0, 2**63 - 1), default=1, help="chooses the kills")
    sub.add_argument("--days", type=_whole(1, MAX_DAYS), default=365, help="length of each episode")
    sub.add_argument(
        "--jobs", type=_whole(1, 1000), default=os.cpu_count() or 1, help="episodes at a time"
    )
    sub.add_argument("--trace", type=Path, default=YEAR)
    sub.add_argument("--world", type=Path, default=GOLDEN / "world")
    sub.add_argument("--json", action="store_true", help="print the outcome as one JSON object")


def _torture_kill(arguments: argparse.Namespace) -> int:
    _require_source(arguments.trace)
    year = Year(arguments.trace, arguments.world, arguments.days)
    with track(arguments.points, "kills") as advance:
        found = torture_kill(
            year, points=arguments.points, seed=arguments.seed, jobs=arguments.jobs, watch=advance
        )
    print(_encoded(found) if arguments.json else _kills(found))
    return 1 if found.lost else 0


def _kills(found: Torture) -> str:
    shown = get_args(Moment)
    lines = [f"{'killed while playing':<44}" + "".join(f"{moment:>8}" for moment in shown)]
    for title, tally in (("", found.playing), ("killed again while resuming", found.resuming)):
        lines += [title] if title else []
        for point, counts in tally.items():
            figures = (str(counts.get(moment, "-")) for moment in shown)
            lines.append(f"  {point:<42}" + "".join(f"{figure:>8}" for figure in figures))
    lines.append(f"{found.points} kills, {len(found.lost)} lost; chain head {found.head}")
    lines += [f"  {lost.kill} ended otherwise: {lost.found}" for lost in found.lost]
    return "\n".join(lines)


def _require_source(path: Path) -> None:
    if GOLDEN in path.parents and not path.exists():
        raise ValueError(
            f"{path} is part of the source tree only; name another with --trace and --world"
        )


def _encoded(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _whole(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{value} does not lie between {low} and {high}")
        return value

    return parse


def _yuan(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not an amount") from None
    if not math.isfinite(value) or not 0 <= value <= YUAN_MAX:
        raise argparse.ArgumentTypeError(f"{text} does not lie between 0 and {YUAN_MAX:,}")
    return value
