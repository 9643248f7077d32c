"""`shopyear score` and `shopyear status`: every figure of archived episodes, and how they stand."""

import argparse
import csv
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from events.errors import LogError
from events.log import status
from ledger.money import to_yuan
from runs.progress import counting
from runs.tables import NOTHING, currency_of, figure, idle_line, table, unit_of, wrapped

SOUND: Final = ("ended", "running", "interrupted")
"""What `status` takes for no trouble."""


def add(commands: Any) -> None:
    """Add the commands to a parser."""
    sub = commands.add_parser("score", help="compute every metric of episodes from their logs")
    sub.set_defaults(command=_score)
    sub.add_argument("places", nargs="*", metavar="EPISODE", help="episodes, folders or URLs")
    sub.add_argument("--metrics", metavar="NAMES", help="separated by commas; default: all")
    sub.add_argument("--world", type=Path, metavar="DIR", help="the tables they were played with")
    sub.add_argument("--list", action="store_true", help="name all metrics and stop")
    form = sub.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument("--csv", action="store_true", help="print one line per episode")
    form.add_argument(
        "--format",
        choices=("reference",),
        help="print the published report of each episode, one JSON object per line; of the "
        "supermarket's the published columns as CSV",
    )
    sub.add_argument(
        "--out", type=Path, metavar="DIR", help="with --format: write the supermarket's tables here"
    )
    sub = commands.add_parser("status", help="tell how episodes stand")
    sub.set_defaults(command=_status)
    sub.add_argument("places", nargs="+", type=Path, metavar="EPISODE")
    sub.add_argument("--json", action="store_true", help="print one JSON object per episode")


def _score(arguments: argparse.Namespace) -> int:
    # Importing Polars takes 0.3 s.
    from projections.score import FAMILIES_OF, metrics_of, require_known, with_sums
    from projections.scored import only
    from projections.summary import summaries
    from runs.reference import printed, write_tables
    from runs.score import reference_reports, score_paths

    if arguments.list:
        for scenario in FAMILIES_OF:
            found = metrics_of(scenario).items()
            rows = [(name, each.unit, each.meaning) for name, each in found]
            columns = (scenario, "unit", "meaning")
            print(table(rows, columns, left=columns), end="\n\n")
        return 0
    if not arguments.places:
        raise ValueError("name an episode, a folder of episodes or a URL")
    if arguments.out is not None and arguments.format is None:
        raise ValueError("--out belongs to --format reference")
    names = arguments.metrics.split(",") if arguments.metrics else None
    require_known(names or ())
    if arguments.format == "reference":
        with counting("episodes") as watch:
            reports, skipped = reference_reports(
                arguments.places, world=arguments.world, watch=watch
            )
        if arguments.out is None:
            print(printed(reports), end="")
        else:
            print(*write_tables(reports, arguments.out), sep="\n")
        return _told(skipped)
    with counting("episodes") as watch:
        scored, skipped = score_paths(
            arguments.places, world=arguments.world, names=names and with_sums(names), watch=watch
        )
    agents = summaries(scored, names)
    scored = only(scored, names) if names else scored
    if arguments.json:
        print(msgspec.json.encode(_as_json(scored, agents, skipped)).decode())
    elif arguments.csv:
        _print_csv(scored)
    elif len(scored) == 1:
        _print_one(scored[0])
    else:
        _print_many(scored, agents)
    return _told(skipped)


def _told(skipped: Sequence[Any]) -> int:
    for each in skipped:
        print(f"shopyear: left out: {each.name}: {each.reason}", file=sys.stderr)
    return 1 if skipped else 0


def _as_json(
    scored: Sequence[Any], agents: Sequence[Any], skipped: Sequence[Any]
) -> dict[str, Any]:
    from projections.retail_baseline import baselines
    from projections.score import metrics_of

    undefined = {
        each.episode: {
            name: metrics_of(each.scenario)[name].undefined
            for name, value in each.figures.items()
            if value is None
        }
        for each in scored
    }
    return {
        "episodes": scored,
        "undefined": undefined,
        "agents": agents,
        "do_nothing": baselines(scored),
        "skipped": skipped,
    }


def _print_csv(scored: Sequence[Any]) -> None:
    out = csv.writer(sys.stdout, lineterminator="\n")
    settings = [name for name in scored[0].__struct_fields__ if name != "figures"]
    names = dict.fromkeys(name for each in scored for name in each.figures)
    out.writerow([*settings, *names])
    for each in scored:
        values = (each.figures.get(name) for name in names)
        figures = ["" if value is None else value for value in values]
        out.writerow([*(getattr(each, name) for name in settings), *figures])


def _print_one(scored: Any) -> None:
    from projections.retail_baseline import baselines
    from projections.score import families_of

    opening = f"{currency_of(scored.scenario)}{to_yuan(scored.opening_balance):,.0f}"
    print(f"{scored.episode}: {scored.agent}, {scored.status}; seed {scored.seed}, ", end="")
    print(f"{scored.days} days from {opening}, {scored.draws} draws")
    for line in map(idle_line, baselines([scored])):
        print(wrapped(line))
    for family in families_of(scored.scenario):
        rows = [
            (
                metric.name,
                figure(scored.figures[metric.name], metric.unit),
                unit_of(metric.unit, scored.scenario),
                metric.meaning if scored.figures[metric.name] is not None else metric.undefined,
            )
            for metric in family.metrics
            if metric.name in scored.figures
        ]
        if rows:
            columns = (family.title, "value", "unit", "meaning, or why there is no value")
            print("\n" + table(rows, columns, left=(columns[0], *columns[2:])))


def _print_many(scored: Sequence[Any], agents: Sequence[Any]) -> None:
    from projections.retail_baseline import baselines
    from projections.score import metrics_of

    for summary in agents:
        metrics = metrics_of(summary.scenario)
        print(f"{summary.agent}: {summary.ended} episodes that ended", end="")
        print(f", {len(summary.left_out)} not averaged" if summary.left_out else "")
        for each in summary.left_out:
            print(f"  {each.episode} is {each.status}")
        rows = [
            (
                name,
                figure(each.value, metrics[name].unit),
                figure(each.deviation, metrics[name].unit),
                str(each.n),
                unit_of(metrics[name].unit, summary.scenario),
                each.how if each.value is not None else metrics[name].undefined,
            )
            for name, each in summary.figures.items()
        ]
        columns = ("metric", "value", "sd", "n", "unit", "how")
        print(table(rows, columns, left=("metric", "unit", "how")))
        print()
    for line in map(idle_line, baselines(scored)):
        print(wrapped(line))


def _status(arguments: argparse.Namespace) -> int:
    from events.salvage import salvage
    from projections.collection import find, name_of

    worst = 0
    for place in arguments.places:
        folders = find(place)
        if not folders:
            raise LogError(f"{place}: there is no episode here")
        for folder in folders:
            found = status(folder)
            problems = salvage(folder).problems if found == "quarantined" else ()
            worst |= found not in SOUND
            if arguments.json:
                told = {"episode": str(folder), "status": found, "problems": problems}
                print(json.dumps(told))
                continue
            print(f"{found:<12} {name_of(folder, place)}")
            for problem in problems:
                print(f"{NOTHING:>12} {problem}")
    return int(worst)
