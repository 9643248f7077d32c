"""`shopyear run` and `shopyear tools`: playing an episode, and what an agent can do in one."""

import argparse
import json
import math
from pathlib import Path
from typing import Any, Final

from data.supermarket.parameters import PRESETS
from runs import model_cli
from runs.archive import new_folder, run, tool_schemas
from runs.console import YearProgress, told
from runs.interrupt import Interrupt
from runs.model_options import PREFIX, add_options
from runs.options import whole
from runs.scenarios import MARKETPLACE, SCENARIOS, SUPERMARKET
from runs.settings import settings_from
from runs.voice_options import add_voice_options, speaking, voice_facts, voice_of_options
from sim.numbers import YUAN_MAX
from sim.settings import MAX_DAYS
from sim.world import World

WHO: Final = (
    f"{', '.join(MARKETPLACE.agents)}, in the supermarket also "
    f"{', '.join(name for name in SUPERMARKET.agents if name not in MARKETPLACE.agents)}, "
    f"or {PREFIX}MODEL"
)


def add(commands: Any) -> None:
    """Add the commands to a parser."""
    _add_run(commands)
    _add_tools(commands)


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


def _yuan(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not an amount") from None
    if not math.isfinite(value) or not 0 <= value <= YUAN_MAX:
        raise argparse.ArgumentTypeError(f"{text} does not lie between 0 and {YUAN_MAX:,}")
    return value
