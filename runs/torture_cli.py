"""`shopyear torture`: kill a playing process, or play against a hostile provider."""

import argparse
import os
from typing import Any, get_args

from runs.faults import Moment
from runs.options import add_year, encoded, whole, year_of
from runs.progress import track
from runs.scenarios import MARKETPLACE, SCENARIOS
from runs.tables import table
from runs.torture import Torture, Year, torture_kill
from runs.trace_play import read_play
from sim.settings import MAX_DAYS


def add(commands: Any) -> None:
    """Add the commands to a parser."""
    kinds = commands.add_parser("torture", help="try to break an episode").add_subparsers(
        required=True, metavar="KIND"
    )
    sub = kinds.add_parser("kill", help="kill a recorded year at named moments, and resume it")
    sub.set_defaults(command=_torture_kill)
    sub.add_argument("--points", type=whole(1, 100_000), default=20, help="how many kills")
    sub.add_argument("--seed", type=whole(0, 2**63 - 1), default=1, help="chooses the kills")
    sub.add_argument(
        "--days", type=whole(1, MAX_DAYS), help="length of each episode; default: the trace's"
    )
    sub.add_argument(
        "--jobs", type=whole(1, 1000), default=os.cpu_count() or 1, help="episodes at a time"
    )
    add_year(sub)
    sub.add_argument("--json", action="store_true", help="print the outcome as one JSON object")
    sub = kinds.add_parser("model", help="kill a process that plays over HTTP, and resume it")
    sub.set_defaults(command=_torture_model)
    sub.add_argument("--points", type=whole(1, 100_000), default=10, help="how many kills")
    sub.add_argument("--seed", type=whole(0, 2**63 - 1), default=1, help="chooses the kills")
    sub.add_argument("--scenario", choices=tuple(SCENARIOS), default=MARKETPLACE.name)
    sub.add_argument("--days", type=whole(1, MAX_DAYS), default=30, help="length of each episode")
    sub.add_argument("--json", action="store_true", help="print the outcome as one JSON object")
    sub = kinds.add_parser("provider", help="play hostile and broken answers against the loop")
    sub.set_defaults(command=_torture_provider)
    sub.add_argument("cases", nargs="*", metavar="CASE", help="default: the whole corpus")
    sub.add_argument("--json", action="store_true", help="print the verdicts as JSON")


def _torture_model(arguments: argparse.Namespace) -> int:
    from runs.torture_model import torture_model

    with track(arguments.points, "kills") as advance:
        found = torture_model(
            points=arguments.points,
            seed=arguments.seed,
            days=arguments.days,
            scenario=arguments.scenario,
            watch=advance,
        )
    if arguments.json:
        print(encoded(found))
    else:
        again = sum(death.asked > found.turns for death in found.deaths)
        print(
            f"{len(found.deaths)} kills of a year of {found.turns} answers, {again} of them ",
            end="",
        )
        print(f"asked again, {len(found.lost)} lost; chain head {found.head}")
        for death in found.lost:
            print(f"  {death}")
    return 1 if found.lost else 0


def _torture_provider(arguments: argparse.Namespace) -> int:
    # Importing the client of a model takes 0.6 s.
    from runs.mock.corpus import corpus
    from runs.torture_provider import torture_provider

    with track(len(arguments.cases or corpus()), "cases") as advance:
        verdicts = torture_provider(arguments.cases, advance)
    bad = [verdict for verdict in verdicts if verdict.problems]
    if arguments.json:
        print(encoded(verdicts))
        return 1 if bad else 0
    rows = dict.fromkeys(verdict.row for verdict in verdicts)
    counts = [
        (
            row,
            str(sum(verdict.row == row for verdict in verdicts)),
            str(sum(verdict.row == row for verdict in bad)),
        )
        for row in rows
    ]
    print(table(counts, ("row", "cases", "not as they have to be"), left=("row",)))
    for verdict in bad:
        print(f"{verdict.case}: {'; '.join(verdict.problems)}")
    return 1 if bad else 0


def _torture_kill(arguments: argparse.Namespace) -> int:
    trace, world = year_of(arguments)
    year = Year(trace, world, arguments.days or read_play(trace).settings.days)
    with track(arguments.points, "kills") as advance:
        found = torture_kill(
            year, points=arguments.points, seed=arguments.seed, jobs=arguments.jobs, watch=advance
        )
    print(encoded(found) if arguments.json else _kills(found))
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
