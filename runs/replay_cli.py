"""`shopyear resume | verify | replay | diff`: what can be done with an archived episode."""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from events.log import MANIFEST
from events.manifest import read_manifest
from events.marketplace import NewsPublished, UnitsSold
from events.money import DayClosed
from events.supermarket import DayReported
from events.talks import OrderPlaced
from ledger.money import to_yuan
from runs.archive import resume
from runs.console import YearProgress, told
from runs.interrupt import Interrupt
from runs.model_cli import resume_model
from runs.model_options import PREFIX, add_options
from runs.replay import diff, events_of, planned, start_of
from runs.verify import verify
from runs.voice_options import add_voice_options, speaking, voice_to_resume
from sim.marketplace.world import Market


def add(commands: Any) -> None:
    """Add the commands to a parser."""
    sub = _episode(commands, "resume", "continue an interrupted episode", _resume)
    sub.add_argument("--world", type=Path, metavar="DIR", help="the tables it was begun with")
    sub.add_argument("--sync", choices=("commit", "day", "off"), default="commit")
    sub.add_argument("--quiet", action="store_true", help="no progress, no summary")
    sub.add_argument("--json", action="store_true", help="print the result as one JSON object")
    add_options(sub)
    add_voice_options(sub)
    sub = _episode(commands, "verify", "prove an episode from its log alone", _verify)
    sub.add_argument("--world", type=Path, metavar="DIR", help="the tables it was played with")
    sub.add_argument("--head", metavar="HASH", help="a published chain head to compare with")
    sub.add_argument("--json", action="store_true", help="print the verdict as one JSON object")
    sub = _episode(commands, "replay", "show an archived year day by day", _replay)
    sub.add_argument("--until", type=int, metavar="DAY", help="stop after this morning")
    sub.add_argument("--speed", type=float, metavar="N", help="days a second; default: no pause")
    sub = commands.add_parser("diff", help="find the first difference of two episodes")
    sub.set_defaults(command=_diff)
    sub.add_argument("first", type=Path, metavar="A")
    sub.add_argument("second", type=Path, metavar="B")
    sub.add_argument("--json", action="store_true", help="print the difference as JSON")


def _episode(
    commands: Any, name: str, told: str, command: Callable[[argparse.Namespace], int]
) -> Any:
    sub = commands.add_parser(name, help=told)
    sub.set_defaults(command=command)
    sub.add_argument("episode", type=Path, metavar="EPISODE")
    return sub


def _resume(arguments: argparse.Namespace) -> int:
    folder = arguments.episode
    began = start_of(folder) or planned(read_manifest(folder / MANIFEST))
    if began.agent.startswith(PREFIX):
        return resume_model(arguments, began)
    voice = voice_to_resume(arguments, folder, began.voice)
    show = not arguments.quiet
    progress = YearProgress(
        began.scenario, began.agent, began.days, began.opening_balance, show=show
    )
    with Interrupt() as interrupt, speaking(voice), progress:

        def watch(market: Market) -> None:
            progress.update(market)
            interrupt.check()

        done = resume(folder, voice=voice, world=arguments.world, sync=arguments.sync, watch=watch)
    return told(done, json_wanted=arguments.json, show=show)


def _verify(arguments: argparse.Namespace) -> int:
    verdict = verify(arguments.episode, world=arguments.world, head=arguments.head)
    print(msgspec.json.encode(verdict).decode() if arguments.json else verdict.told)
    return verdict.exit_code


def _replay(arguments: argparse.Namespace) -> int:
    sold = orders = 0
    for event in events_of(arguments.episode):
        if isinstance(event, UnitsSold):
            sold += event.quantity
        elif isinstance(event, OrderPlaced):
            orders += 1
        elif isinstance(event, NewsPublished) and event.tick > 0:
            print(f"      {event.topic}: {event.content.splitlines()[0][:90]}")
        elif isinstance(event, DayClosed | DayReported):
            print(_day(event, sold, orders) if isinstance(event, DayClosed) else _report(event))
            sold = orders = 0
            if arguments.until is not None and event.day >= arguments.until:
                break
            if arguments.speed:
                time.sleep(1 / arguments.speed)
    return 0


def _day(closed: DayClosed, sold: int, orders: int) -> str:
    balances = (
        f"{name} ¥{to_yuan(amount):>14,.2f}"
        for name, amount in (
            ("bank", closed.bank),
            ("wallet", closed.wallet),
            ("escrow", closed.escrow),
        )
    )
    return f"day {closed.day:>4}  {'  '.join(balances)}  sold {sold:>5}  orders {orders:>4}"


def _report(day: DayReported) -> str:
    return (
        f"day {day.day:>4}  bank {to_yuan(day.bank):>14,.2f}  "
        f"net worth {to_yuan(day.net_worth):>14,.2f}  sold {day.sold:>5}  "
        f"returned {day.returned:>4}  expired {day.expired:>4}  stock {day.stocked:>6}"
    )


def _diff(arguments: argparse.Namespace) -> int:
    found = diff(arguments.first, arguments.second)
    if arguments.json:
        print(msgspec.json.encode(found).decode())
    elif found is None:
        print("the two episodes are equal, event by event")
    else:
        for line in found.started:
            print(f"settings differ in {line}")
        print(f"until then both are at day {found.day} with assets of {to_yuan(found.assets):,.2f}")
        print(f"after {found.cause}, event {found.seq} differs:")
        print(f"  A: {found.first}\n  B: {found.second}")
    return 0 if found is None else 1
