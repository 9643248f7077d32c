"""The report of a folder of episodes: all in one table, their agents, their curves, the damaged.

Episodes of different scenarios have sections of their own; no figure is pooled across them.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from projections.batch import Batch
from projections.board import ranked_by
from projections.collection import Skipped, batches, name_of
from projections.metric import Metric
from projections.retail_baseline import DOING_NOTHING, SUPERMARKET, baseline_of, baselines
from projections.retail_daily import worths
from projections.score import FAMILIES_OF, metrics_of, score
from projections.scored import Scored, values
from projections.statistics import mean_interval
from projections.summary import Summary, summaries
from projections.worth import daily
from runs.report.html import Child, Safe, el, folded, markup, shown, table, value_of
from runs.report.sheet import MONEY_LABELS, YUAN_LABELS
from runs.report.shell import Section, page, status_badge
from runs.report.small import curve
from runs.score import Rosters, by_world
from runs.tables import NOTHING, currency_of, unit_of

CURVES_MAX: Final = 60
POINTS_MAX: Final = 130
"""A small curve has no room for more."""

_MARKET: Final = (
    ("final_assets", "final assets, ¥"),
    ("multiplier", "multiplier"),
    ("bankrupt", "bankrupt"),
    ("drawdown_over_peak", "drawdown over peak"),
    ("se_plus", "SE+"),
    ("bad_spend_pct", "BadSpend%"),
    ("controllable_points", "controllable returns, points"),
    ("profit_per_call", "profit per call, ¥"),
)
_STORE: Final = (
    ("final_net_worth", "net worth"),
    ("survival_days", "days survived"),
    ("income_per_day", "income a day"),
    ("return_ratio", "returned"),
    ("expired_ratio", "expired"),
    ("high_demand_coverage", "high demand covered"),
    ("supplier_quality", "suppliers by quality"),
    ("resolved", "troubles resolved"),
)
COLUMNS: Final = {SUPERMARKET: _STORE}
"""By scenario, the key metrics and their short names; those of the marketplace otherwise."""

_Curve = list[tuple[int, int]]


class _World(msgspec.Struct):
    """The episodes of one scenario, with their curves."""

    scenario: str
    scored: list[Scored]
    curves: list[_Curve]

    @property
    def columns(self) -> tuple[tuple[str, str], ...]:
        return COLUMNS.get(self.scenario, _MARKET)

    @property
    def metrics(self) -> dict[str, Metric]:
        return metrics_of(self.scenario)

    @property
    def is_store(self) -> bool:
        return self.scenario == SUPERMARKET


def overview(place: Path, folders: Sequence[Path], world: Path | None) -> tuple[str, list[Skipped]]:
    """Return the page about these episodes below a place, and those it had to leave out."""
    worlds, skipped = _read(place, folders, world)
    sections = [Section("damaged", "Left out", _damaged(skipped))] if skipped else []
    for each in worlds:
        sections += _sections(each, is_only=len(worlds) == 1)
    if not worlds:
        sections.append(Section("agents", "Agents", [el("p", "No episode could be read.")]))
    name = place.resolve().name
    footer = el(
        "p",
        "Made by shopyear from the episodes' logs alone. Definitions of all figures: "
        "docs/metrics.md.",
    )
    header = _header(name, [one for each in worlds for one in each.scored], skipped)
    return page(f"{name} – shopyear report", header, sections, footer), skipped


def _read(
    place: Path, folders: Sequence[Path], world: Path | None
) -> tuple[list[_World], list[Skipped]]:
    """Read all episodes; worlds in the order of `FAMILIES_OF`, episodes by agent and name."""
    found: dict[str, list[tuple[Scored, _Curve]]] = {}
    skipped: list[Skipped] = []
    rosters = Rosters(world)
    for sound, bad in batches([(name_of(each, place), each) for each in folders]):
        skipped += bad
        for archives, roster in by_world(sound, rosters):
            scenario = archives[0].started.scenario
            known = scenario if scenario in FAMILIES_OF else next(iter(FAMILIES_OF))
            batch = Batch({each.name: each.log for each in archives}, roster)
            series = worths(batch) if known == SUPERMARKET else daily(batch)
            parts = series.partition_by("episode", as_dict=True, maintain_order=True)
            curves = [part.select("day", "assets").rows() for part in parts.values()]
            both = zip(score(archives, roster), curves, strict=True)
            found.setdefault(known, []).extend(both)
    worlds = []
    for scenario in FAMILIES_OF:
        rows = found.get(scenario, [])
        rows.sort(key=lambda row: (row[0].agent, row[0].episode))
        if rows:
            worlds.append(_World(scenario, [row[0] for row in rows], [row[1] for row in rows]))
    return worlds, skipped


def _sections(found: _World, *, is_only: bool) -> list[Section]:
    before, after = ("", "") if is_only else (f"{found.scenario}-", f" of the {found.scenario}")
    what = "Net worth" if found.is_store else "Assets"
    return [
        Section(f"{before}agents", f"Agents{after}", _agents(found)),
        Section(f"{before}episodes", f"Episodes{after}", _episodes(found)),
        Section(f"{before}curves", f"{what}{after}", _curves(found), is_on_new_page=True),
    ]


def _header(name: str, scored: Sequence[Scored], skipped: Sequence[Skipped]) -> Safe:
    agents = len({each.agent for each in scored})
    told = f"{_counted(len(scored), 'episode')} of {_counted(agents, 'agent')}"
    others = [each for each in scored if each.status != "ended"]
    if others:
        told += f"; {len(others):,} not ended"
    if skipped:
        told += f"; {len(skipped):,} could not be read"
    return markup([el("h1", name), el("p", f"{told}.", class_="lead")])


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _damaged(skipped: Sequence[Skipped]) -> list[Child]:
    rows = [(each.name, each.reason) for each in skipped]
    columns = ("episode", "why")
    return [
        el("p", "These episodes are damaged or of another version; no figure includes them."),
        el("div", table(columns, rows, left=columns), class_="prose"),
    ]


def _agents(world: _World) -> list[Child]:
    found = summaries(world.scored)
    rows = [_agent(each, world) for each in found] + _idle(world)
    columns = ("agent", "ended", *(title for _, title in world.columns))
    everything = [
        folded(f"All metrics: {each.agent}", _whole_table(each)) for each in found if each.ended
    ]
    mixed = [each.agent for each in found if len(_settings(each.agent, world.scored)) > 1]
    left_out = [
        el("li", f"{each.episode} is {each.status}") for agent in found for each in agent.left_out
    ]
    return [
        el(
            "p",
            "Figures over the episodes of each agent that have ended, combined as the folded "
            "tables say. Below a mean of two or more stands its 95 % bootstrap interval.",
        ),
        table(columns, rows, left=("agent",)),
        el(
            "p",
            f"Episodes of different length or opening balance are averaged: {', '.join(mixed)}.",
        )
        if mixed
        else None,
        [el("p", "Not averaged with the others:"), el("ul", left_out)] if left_out else None,
        everything,
    ]


def _idle(world: _World) -> list[list[Child]]:
    """Return a row for each of the settings: what doing nothing comes to there."""
    rows: list[list[Child]] = []
    for found in baselines(world.scored):
        told = f"{found.preset}, {found.days:,} days from "
        opening = _bare(found.opening_balance, "micro")
        note = el("span", told + opening, class_="note whole")
        known = (
            _bare(value, world.metrics[name].unit)
            for name, _ in world.columns
            for value in [getattr(found, name, None)]
        )
        rows.append([[el("span", DOING_NOTHING, class_="whole"), el("br"), note], NOTHING, *known])
    return rows


def _settings(agent: str, scored: Sequence[Scored]) -> set[tuple[int, int, str]]:
    ended = (each for each in scored if each.agent == agent and each.status == "ended")
    return {(each.days, each.opening_balance, each.options) for each in ended}


def _agent(summary: Summary, world: _World) -> list[Child]:
    whole = [one for one in world.scored if one.agent == summary.agent and one.status == "ended"]
    row: list[Child] = [summary.agent, f"{summary.ended:,}"]
    for name, _ in world.columns:
        metric, figure = world.metrics[name], summary.figures[name]
        if metric.unit == "yes":
            held = sum(values(whole, name))
            row.append(f"{held:.0f} of {figure.n}" if figure.n else "–")
            continue
        interval = mean_interval(values(whole, name), name) if metric.pooled == "mean" else None
        shown_interval = (
            f"{_bare(interval.low, metric.unit)} to {_bare(interval.high, metric.unit)}"
            if interval
            else None
        )
        value: Child = _bare(figure.value, metric.unit)
        row.append(
            [value, el("br"), el("span", shown_interval, class_="note")] if interval else value
        )
    return row


def _bare(value: float | bool | None, unit: str) -> str:
    """Return a figure without the sign of its unit, which the column's title has."""
    return value_of(value, unit, "").removesuffix(" %")


def _whole_table(summary: Summary) -> Safe:
    metrics, sign = metrics_of(summary.scenario), currency_of(summary.scenario)
    rows = [
        (
            el("code", name),
            value_of(each.value, metrics[name].unit, sign),
            value_of(each.deviation, metrics[name].unit, sign),
            str(each.n),
            unit_of(metrics[name].unit, summary.scenario),
            each.how if each.value is not None else f"undefined: {metrics[name].undefined}",
        )
        for name, each in summary.figures.items()
    ]
    columns = ("metric", "value", "sd", "n", "unit", "how combined")
    return table(columns, rows, left=("metric", "unit", "how combined"))


def _episodes(world: _World) -> list[Child]:
    columns = ("episode", "agent", "status", "seed", "days", *(title for _, title in world.columns))
    rows = [
        (
            each.episode,
            each.agent,
            status_badge(each.status),
            str(each.seed),
            f"{each.days:,}",
            *(_bare(each.figures[name], world.metrics[name].unit) for name, _ in world.columns),
        )
        for each in world.scored
    ]
    return [table(columns, rows, left=columns[:3])]


def _curves(world: _World) -> list[Child]:
    drawn = [
        _curve(f"{world.scenario}-curve-{number}", each, world.curves[number])
        for number, each in enumerate(world.scored[:CURVES_MAX])
    ]
    rest = len(world.scored) - len(drawn)
    more = f" The first {CURVES_MAX} of {len(world.scored):,} are drawn." if rest else ""
    lead = (
        f"Net worth every morning; the dashed line is {DOING_NOTHING}. "
        if world.is_store
        else "Assets every morning; the dashed line is the opening balance. "
    )
    return [el("p", f"{lead}Each has its own scale.{more}"), el("div", drawn, class_="small")]


def _curve(name: str, each: Scored, points: _Curve) -> Safe:
    step = -(-len(points) // POINTS_MAX)
    # The last point always stays.
    picked = points[:-1:step] + points[-1:]
    idle, sign = baseline_of(each), currency_of(each.scenario)
    rule = [
        (day, each.opening_balance if idle is None else idle.net_worth(day)) for day, _ in picked
    ]
    final = value_of(each.figures[ranked_by(each.scenario)], "micro", sign)
    end = final if each.status == "ended" else each.status
    caption = el(
        "figcaption",
        el("b", shown(each.episode, 80)),
        el("span", f"{each.agent} · seed {each.seed} · {end}"),
    )
    what, labels = ("Net worth by day", MONEY_LABELS) if idle else ("Assets by day, in yuan",
                                                                    YUAN_LABELS)  # fmt: skip
    title = f"{what}: {each.episode}"
    return el("figure", caption, curve(name, title, picked, rule, labels))
