"""`shopyear mock-model`: a server that answers like a language model, from a script."""

import argparse
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from data.supermarket.parameters import PRESETS
from ledger.money import to_yuan
from runs.agents.base import Brief
from runs.mock.protocol import Rules
from runs.mock.script import Script, merchant_script, read_script
from runs.mock.server import MockServer, Recorded
from runs.scenarios import MARKETPLACE, SCENARIOS, of_name
from runs.settings import preset_settings


def add(commands: Any) -> None:
    """Add the command to a parser."""
    sub = commands.add_parser("mock-model", help="serve scripted answers as a model's endpoint")
    sub.set_defaults(command=_serve)
    source = sub.add_mutually_exclusive_group(required=True)
    source.add_argument("--script", type=Path, metavar="FILE", help="steps, one JSON object a line")
    merchants = {name: None for each in SCENARIOS.values() for name in each.agents}
    source.add_argument("--merchant", choices=tuple(merchants), help="answer as this one plays")
    sub.add_argument(
        "--scenario", choices=tuple(SCENARIOS), default=MARKETPLACE.name, help="of the merchant"
    )
    sub.add_argument("--days", type=_count, help="what it is told; default: that of `run`")
    sub.add_argument("--preset", metavar="NAME", help=f"of the supermarket: {', '.join(PRESETS)}")
    sub.add_argument("--world", type=Path, metavar="DIR", help="its tables; default: the embedded")
    sub.add_argument("--host", default="127.0.0.1")
    sub.add_argument("--port", type=_count, default=0, help="default: any free one")
    sub.add_argument("--key", default="", help="refuse requests without this key")
    sub.add_argument(
        "--context-limit", type=_count, default=0, metavar="TOKENS", help="refuse longer requests"
    )
    sub.add_argument("--lenient", action="store_true", help="take requests strict servers refuse")
    sub.add_argument("--quiet", action="store_true", help="no line for each request")


def _serve(arguments: argparse.Namespace) -> int:
    rules = Rules(strict=not arguments.lenient, context_limit=arguments.context_limit)
    watch: Callable[[Recorded], None] = _ignore if arguments.quiet else _show
    server = MockServer(
        _script(arguments),
        host=arguments.host,
        port=arguments.port,
        rules=rules,
        key=arguments.key,
        keep=1,
        watch=watch,
    )
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with server:
            print(server.base_url, flush=True)
            while True:
                signal.pause()
    except KeyboardInterrupt:
        return 0
    finally:
        signal.signal(signal.SIGTERM, before)


def _script(arguments: argparse.Namespace) -> Script:
    if arguments.script is not None:
        return read_script(arguments.script)
    scenario = of_name(arguments.scenario)
    preset = arguments.preset
    if arguments.merchant not in scenario.agents:
        known = ", ".join(scenario.agents)
        raise ValueError(f"the {scenario.name} has no merchant {arguments.merchant!r}: {known}")
    told = scenario.settings() if preset is None else preset_settings(scenario, preset)
    brief = Brief(
        scenario=scenario.name,
        start_date=told.start_date,
        days=arguments.days or told.days,
        opening_balance=to_yuan(told.opening_balance),
        tools=scenario.schemas(told),
    )
    _, tables = scenario.load(arguments.world)
    return merchant_script(scenario.merchant(arguments.merchant, tables, told), brief)


def _ignore(_request: Recorded) -> None:
    pass


def _show(request: Recorded) -> None:
    what = request.offence
    if request.step is not None:
        called = ", ".join(call.name for call in request.step.tool_calls)
        what = f"{called or 'no calls'}{', again' if request.again else ''}"
    where = f"{request.episode or '-'} turn {request.turn}: " if request.turn else ""
    line = f"{where}{request.status} {what}".encode("unicode_escape").decode()
    print(line, flush=True)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)
