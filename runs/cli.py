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
from typing import Any, Final

from data.supermarket.parameters import PRESETS
from events.errors import ShopyearError
from runs import (
    audit_cli,
    bench_cli,
    books_cli,
    compare_cli,
    mock_cli,
    model_cli,
    replay_cli,
    score_cli,
    torture_cli,
    world_cli,
)
from runs.archive import new_folder, run, tool_schemas
from runs.bench import GOLDEN
from runs.conform import conform_file
from runs.conformance import Conformance
from runs.console import YearProgress, told
from runs.interrupt import Interrupt
from runs.model_options import PREFIX, add_options
from runs.options import encoded, require_source, whole
from runs.report import cli as report_cli
from runs.scenarios import MARKETPLACE, SCENARIOS, SUPERMARKET
from runs.settings import settings_from
from runs.trace_store import store_world
from runs.voice_options import add_voice_options, speaking, voice_facts, voice_of_options
from sim.numbers import YUAN_MAX
from sim.settings import MAX_DAYS
from sim.world import World

VERSION: Final = "0.1.0"
WHO: Final = (
    f"{', '.join(MARKETPLACE.agents)}, in the supermarket also "
    f"{', '.join(name for name in SUPERMARKET.agents if name not in MARKETPLACE.agents)}, "
    f"or {PREFIX}MODEL"
)


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
    report_cli.add(commands)
    model_cli.add(commands)
    books_cli.add(commands)
    _add_conform(commands)
    bench_cli.add(commands)
    torture_cli.add(commands)
    mock_cli.add(commands)
    return top


def _add_run(commands: Any) -> None:
    sub = commands.add_parser("run", help="play a year and archive it")
    sub.set_defaults(command=_run)
    sub.add_argument(
        "--agent", type=_agent, default="steward", help=f"who plays: {WHO}; default: steward"
    )
    sub.add_argument("--scenario", choices=tuple(SCENARIOS), default=MARKETPLACE.name)
    sub.add_argument("--preset", metavar="NAME", help=f"of the supermarket: {', '.join(PRESETS)}")
    sub.add_argument("--days", type=whole(1, MAX_DAYS), help="default: 365, in the supermarket 180")
    sub.add_argument("--seed", type=whole(0, 2**63 - 1), help="default: the scenario's")
    sub.add_argument(
        "--draws",
        choices=("published", "keyed", "paired"),
        default="published",
        help="how luck is drawn; keyed in the marketplace, paired in the supermarket",
    )
    sub.add_argument(
        "--world", type=Path, metavar="DIR", help="tables; default: the embedded world"
    )
    sub.add_argument("--out", type=Path, metavar="DIR", help="the episode's own folder")
    sub.add_argument(
        "--initial-balance", type=_yuan, metavar="AMOUNT", help="default: 100,000, or the preset's"
    )
    sub.add_argument(
        "--sync",
        choices=("commit", "day", "off"),
        default="commit",
        help="when commits are forced to disk",
    )
    sub.add_argument("--quiet", action="store_true", help="no progress, no summary")
    sub.add_argument("--json", action="store_true", help="print the result as one JSON object")
    add_options(sub)
    add_voice_options(sub)


def _agent(text: str) -> str:
    known = {name for scenario in SCENARIOS.values() for name in scenario.agents}
    if text in known or text.removeprefix(PREFIX) not in (text, ""):
        return text
    raise argparse.ArgumentTypeError(f"there is no agent {text!r}; expected {WHO}")


def _run(arguments: argparse.Namespace) -> int:
    if arguments.agent.startswith(PREFIX):
        return model_cli.run_model(arguments)
    settings = settings_from(arguments)
    folder = arguments.out or new_folder(settings.agent, settings.seed)
    voice = voice_of_options(arguments, folder.name)
    show = not arguments.quiet
    progress = YearProgress(
        arguments.scenario, settings.agent, settings.days, settings.opening_balance, show=show
    )
    with Interrupt() as interrupt, speaking(voice), progress:

        def watch(world: World[Any]) -> None:
            progress.update(world)
            interrupt.check()

        archived = run(
            folder,
            settings,
            voice=voice,
            about=voice_facts(voice),
            world=arguments.world,
            sync=arguments.sync,
            watch=watch,
        )
    return told(archived, json_wanted=arguments.json, show=show)


def _add_tools(commands: Any) -> None:
    sub = commands.add_parser("tools", help="print the tools' schemas as JSON")
    sub.set_defaults(command=_tools)
    sub.add_argument("--scenario", choices=("marketplace", "supermarket"), default="marketplace")


def _tools(arguments: argparse.Namespace) -> int:
    schemas = tool_schemas(arguments.scenario)
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
    require_source(world)
    found = conform_file(arguments.trace, world, out=arguments.out, emit=arguments.emit)
    print(encoded(found) if arguments.json else _told(found))
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


def _yuan(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not an amount") from None
    if not math.isfinite(value) or not 0 <= value <= YUAN_MAX:
        raise argparse.ArgumentTypeError(f"{text} does not lie between 0 and {YUAN_MAX:,}")
    return value
