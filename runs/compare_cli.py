"""`shopyear compare` and `shopyear board`: which agent is better, and whether that can be told."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import msgspec

from projections.board import Board, Boards, MetricsOf, board, dimensions_of, needed
from projections.compare import Comparison, Difference, Group, compare, scenario_of
from projections.metric import Metric
from projections.pairing import Pairing
from projections.retail_baseline import DOING_NOTHING
from projections.scored import LeftOut, Scored
from projections.statistics import ALPHA
from runs.progress import counting
from runs.tables import (
    NOTHING,
    currency_of,
    figure,
    idle_line,
    table,
    unit_of,
    wrapped,
)

SEPARATOR: Final = "--"
_LINES_MAX: Final = 8


def add(commands: Any) -> None:
    """Add the commands to a parser."""
    sub = commands.add_parser(
        "compare",
        help="test whether groups of episodes differ",
        usage="%(prog)s [-h] [--metrics NAMES] [--world DIR] [--json] EPISODES... -- EPISODES...",
    )
    sub.set_defaults(command=partial(_compare, sub))
    _add_options(sub, metrics=None, world=None, json=False)
    sub.add_argument(
        "words",
        nargs=argparse.REMAINDER,
        metavar="EPISODES",
        help="episodes or folders of episodes; `--` separates two or more groups",
    )
    sub = commands.add_parser("board", help="rank agents, as far as they can be told apart")
    sub.set_defaults(command=_board)
    sub.add_argument("places", nargs="+", metavar="DIR", help="episodes or folders of episodes")
    sub.add_argument("--world", type=Path, metavar="DIR", help="default: the embedded world")
    sub.add_argument("--json", action="store_true", help="print the boards as one JSON object")


def _add_options(parser: argparse.ArgumentParser, **defaults: Any) -> None:
    parser.add_argument(
        "--metrics",
        metavar="NAMES",
        help="separated by commas; default: a board's profile",
    )
    parser.add_argument("--world", type=Path, metavar="DIR", help="default: the embedded world")
    parser.add_argument("--json", action="store_true", help="print all figures as one JSON object")
    parser.set_defaults(**defaults)


def _groups(sub: argparse.ArgumentParser, arguments: argparse.Namespace) -> list[list[str]]:
    """Split the words at `--`; options may stand in any group, and are set in `arguments`."""
    # argparse itself takes everything after the first `--` for a path.
    inner = argparse.ArgumentParser(
        prog=sub.prog, usage=sub.usage, add_help=False, argument_default=argparse.SUPPRESS
    )
    _add_options(inner)
    inner.add_argument("places", nargs="*")
    is_group = partial(str.__ne__, SEPARATOR)
    groups = []
    for wanted, words in groupby(arguments.words, is_group):
        if wanted:
            groups.append(inner.parse_args(list(words), arguments).places)
    groups = [group for group in groups if group]
    if len(groups) < 2:
        sub.error(f"two groups are needed, separated by {SEPARATOR}")
    return groups


def _compare(sub: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    # Importing Polars takes 0.3 s.
    from projections.score import metrics_of, require_known

    groups = _groups(sub, arguments)
    wanted = arguments.metrics.split(",") if arguments.metrics else None
    scored, is_sound = [], True
    try:
        require_known(wanted or ())
        for places in groups:
            group, sound = _scored(places, arguments.world, wanted or needed(metrics_of))
            scored.append(group)
            is_sound &= sound
        scenario = scenario_of(*scored)
        metrics = metrics_of(scenario)
        names = wanted or [name for _, name in dimensions_of(scenario)]
        for name in names:
            if name not in metrics:
                raise ValueError(f"the {scenario} has no metric {name!r}")
        found = compare(*scored, names=names)
    except ValueError as error:
        sub.error(str(error))
    print(_encoded(found) if arguments.json else shown_comparison(found, metrics, scenario))
    return 0 if is_sound else 1


def _board(arguments: argparse.Namespace) -> int:
    from projections.score import metrics_of

    scored, is_sound = _scored(arguments.places, arguments.world, needed(metrics_of))
    found = board(scored, metrics_of)
    print(_encoded(found) if arguments.json else shown_boards(found, metrics_of))
    return 0 if is_sound else 1


def _scored(
    places: Sequence[str], world: Path | None, names: Sequence[str]
) -> tuple[list[Scored], bool]:
    """Score episodes; tell of those that could not be scored, and whether there was none."""
    from runs.score import score_paths

    with counting("episodes") as watch:
        scored, skipped = score_paths(places, world=world, names=names, watch=watch)
    for each in skipped:
        print(f"shopyear: {each.name} is left out: {each.reason}", file=sys.stderr)
    return scored, not skipped


def _encoded(found: Comparison | Boards) -> str:
    return msgspec.json.encode(found).decode()


def shown_comparison(found: Comparison, metrics: Mapping[str, Metric], scenario: str) -> str:
    """Return a comparison as text: the groups, then two tables for each two of them."""
    lines = [_shown_group(group) for group in found.groups]
    lines += [wrapped(idle_line(each)) for each in found.do_nothing]
    units = {name: unit_of(metric.unit, scenario) for name, metric in metrics.items()}
    for pairing in found.pairings:
        of_both = [each for each in found.differences if (each.a, each.b) == (pairing.a, pairing.b)]
        lines += ["", *_shown_pairing(pairing), ""]
        lines += [_shown_means(of_both, pairing, metrics, units), "", _shown_tests(of_both), ""]
        lines += _reasons(of_both)
    lines += ["", *_footnotes(found)]
    return "\n".join(lines)


def _shown_group(group: Group) -> str:
    agents = ", ".join(group.agents) or "no agent"
    text = f"{group.label}: {agents}; {_counted(group.episodes, 'ended episode')}"
    return wrapped(f"{text}{_left_out(group.left_out)}")


def _left_out(episodes: Sequence[LeftOut]) -> str:
    named = [f"{each.episode} ({each.status})" for each in episodes]
    return f"; left out: {', '.join(named)}" if named else ""


def _shown_pairing(pairing: Pairing) -> list[str]:
    if pairing.paired:
        count = _counted(pairing.of_a, "pair")
    else:
        count = f"{pairing.of_a} against {_counted(pairing.of_b, 'episode')}"
    return [
        f"{pairing.a} and {pairing.b}: {count}",
        *(wrapped(note, "  ") for note in pairing.notes),
    ]


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _shown_means(
    differences: Sequence[Difference],
    pairing: Pairing,
    metrics: Mapping[str, Metric],
    units: Mapping[str, str],
) -> str:
    rows = []
    for each in differences:
        unit = metrics[each.metric].unit
        low, high = each.interval or (None, None)
        rows.append(
            (
                each.metric,
                units[each.metric],
                str(each.n_a) if each.paired else f"{each.n_a}, {each.n_b}",
                figure(each.mean_a, unit),
                figure(each.mean_b, unit),
                *(figure(value, unit, signed=True) for value in (each.difference, low, high)),
            )
        )
    a, b = pairing.a, pairing.b
    columns = ("metric", "unit", "n", a, b, f"{a} − {b}", "95 % from", "to")
    return table(rows, columns, left=("metric", "unit"))


def _shown_tests(differences: Sequence[Difference]) -> str:
    rows = [
        (
            each.metric,
            NOTHING if each.p is None else f"{'' if each.exact else '~'}{each.p:.4f}",
            NOTHING if each.adjusted is None else f"{each.adjusted:.4f}",
            NOTHING if each.effect is None else f"{each.effect:+.2f}",
            NOTHING if each.delta is None else f"{each.delta:+.2f}",
            f"{each.verdict or NOTHING}{' (too few)' if _is_too_few(each) else ''}",
            NOTHING if each.more is None else f"{each.more:,}",
        )
        for each in differences
    ]
    paired = all(each.paired for each in differences)
    effect, more = ("d_z", "more pairs") if paired else ("Hedges' g", "more of each")
    columns = ("metric", "p", "adjusted", effect, "Cliff's δ", "verdict", more)
    return table(rows, columns, left=("metric", "verdict"))


def _is_too_few(difference: Difference) -> bool:
    return difference.lowest is not None and difference.lowest >= ALPHA


def _reasons(differences: Sequence[Difference]) -> list[str]:
    """Return why figures are missing, metrics with the same reason together."""
    told: dict[str, list[str]] = {}
    for each in differences:
        for reason in dict.fromkeys(each.undefined.values()):
            told.setdefault(reason, []).append(each.metric)
    return [wrapped(f"{NOTHING} {reason}: {', '.join(names)}") for reason, names in told.items()]


def _footnotes(found: Comparison) -> list[str]:
    lines = [f"adjusted: the p-value for {_counted(found.tests, 'test')} at once (Holm)"]
    if any(each.p is not None and not each.exact for each in found.differences):
        lines.append("~: of sampled permutations, not of all")
    if any(map(_is_too_few, found.differences)):
        lines.append(f"too few: no figures at all could bring the adjusted p-value below {ALPHA}")
    return lines


def shown_boards(found: Boards, metrics_of: MetricsOf) -> str:
    """Return the boards as text: ranks, then every agent's profile."""
    lines = []
    if len(found.boards) > 1:
        lines += [f"{len(found.boards)} boards: episodes of different settings do not compare", ""]
    for each in found.boards:
        lines += [*_shown_board(each, metrics_of(each.scenario)), ""]
    if not found.boards:
        lines.append("no episode has ended")
    lines += [f"left out: {each.episode} ({each.status})" for each in found.left_out]
    return "\n".join(lines).rstrip()


def _shown_board(found: Board, metrics: Mapping[str, Metric]) -> list[str]:
    sign, idle = currency_of(found.scenario), found.do_nothing
    title = (
        f"world {found.world[:12]}, rules {found.rules}, draws {found.draws}, {found.days} days, "
        f"opening balance {sign}{figure(found.opening_balance, 'micro')}"
    )
    if idle is not None:
        title += f", preset {idle.preset}"
    ranks = [
        (
            _rank(each.highest_rank, each.lowest_rank),
            each.agent,
            str(each.episodes),
            *(figure(value, "micro") for value in (each.mean, *(each.interval or (None, None)))),
        )
        for each in found.standings
    ]
    if idle is not None:
        worth = figure(idle.final_net_worth, "micro")
        ranks.append((NOTHING, DOING_NOTHING, NOTHING, worth, NOTHING, NOTHING))
    primary = {"final_assets": "mean assets"}.get(found.ranked_by, "mean net worth")
    columns = ("rank", "agent", "episodes", f"{primary} {sign}".rstrip(), "95 % from", "to")
    return [
        wrapped(title),
        *(wrapped(note, "  ") for note in _shortened(found.notes)),
        "",
        table(ranks, columns, left=("rank", "agent")),
        "",
        *_shown_profiles(found, metrics),
    ]


def _rank(highest: int, lowest: int) -> str:
    return str(highest) if highest == lowest else f"{highest}–{lowest}"


def _shortened(lines: Sequence[str]) -> list[str]:
    more = len(lines) - _LINES_MAX
    return [*lines[:_LINES_MAX], *([f"and {more} more (see --json)"] if more > 0 else [])]


def _shown_profiles(found: Board, metrics: Mapping[str, Metric]) -> list[str]:
    dimensions = dimensions_of(found.scenario)
    titles = [dimension for dimension, _ in dimensions]
    pooled, places, reasons = [], [], []
    for each in found.standings:
        profile = each.profile
        pooled.append([each.agent, *(figure(p.value, metrics[p.metric].unit) for p in profile)])
        positions = (NOTHING if p.position is None else f"{p.position:.0f}" for p in profile)
        places.append([each.agent, *positions])
        for p in profile:
            if p.undefined or p.episodes < each.episodes:
                told = f"{each.agent}, {p.dimension}: {p.episodes} of {each.episodes} episodes"
                reasons.append(f"{told}; {p.undefined}" if p.undefined else told)
    if found.do_nothing is not None:
        known = {name: getattr(found.do_nothing, name, None) for _, name in dimensions}
        shown = [figure(value, metrics[name].unit) for name, value in known.items()]
        pooled.append([DOING_NOTHING, *shown])
    told = ", ".join(f"{dimension} {name}" for dimension, name in dimensions)
    return [
        wrapped(f"profile: {told}"),
        "",
        table(pooled, ("pooled", *titles), left=("pooled",)),
        "",
        table(places, ("place, 0–100", *titles), left=("place, 0–100",)),
        *map(wrapped, _shortened(reasons)),
    ]
