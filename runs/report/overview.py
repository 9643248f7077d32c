"""The report of a folder of episodes: all in one table, their agents, their curves, the damaged."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from projections.batch import Batch
from projections.collection import Skipped, batches, name_of
from projections.score import METRICS, score
from projections.scored import Scored, values
from projections.statistics import mean_interval
from projections.summary import Summary, summaries
from projections.worth import daily
from runs.report.html import Child, Safe, el, folded, markup, shown, table, value_of
from runs.report.shell import Section, page, status_badge
from runs.report.small import curve
from runs.score import Rosters, by_world
from runs.score_cli import unit_of

CURVES_MAX: Final = 60
POINTS_MAX: Final = 130
"""A small curve has no room for more."""

COLUMNS: Final = (
    ("final_assets", "final assets, ¥"),
    ("multiplier", "multiplier"),
    ("bankrupt", "bankrupt"),
    ("drawdown_over_peak", "drawdown over peak"),
    ("se_plus", "SE+"),
    ("bad_spend_pct", "BadSpend%"),
    ("controllable_points", "controllable returns, points"),
    ("profit_per_call", "profit per call, ¥"),
)
"""The key metrics and their short names."""

_Curve = list[tuple[int, int]]


def overview(place: Path, folders: Sequence[Path], world: Path | None) -> tuple[str, list[Skipped]]:
    """Return the page about these episodes below a place, and those it had to leave out."""
    scored: list[Scored] = []
    curves: list[_Curve] = []
    skipped: list[Skipped] = []
    rosters = Rosters(world)
    for sound, bad in batches([(name_of(each, place), each) for each in folders]):
        skipped += bad
        for archives, roster in by_world(sound, rosters):
            scored += score(archives, roster)
            batch = Batch({each.name: each.log for each in archives}, roster)
            parts = daily(batch).partition_by("episode", as_dict=True, maintain_order=True)
            curves += [part.select("day", "assets").rows() for part in parts.values()]
    order = sorted(range(len(scored)), key=lambda at: (scored[at].agent, scored[at].episode))
    scored, curves = [scored[at] for at in order], [curves[at] for at in order]
    sections = [
        *([Section("damaged", "Left out", _damaged(skipped))] if skipped else []),
        Section("agents", "Agents", _agents(scored)),
        Section("episodes", "Episodes", _episodes(scored)),
        Section("curves", "Assets", _curves(scored, curves), is_on_new_page=True),
    ]
    name = place.resolve().name
    footer = el(
        "p",
        "Made by shopyear from the episodes' logs alone. Definitions of all figures: "
        "docs/metrics.md.",
    )
    header = _header(name, scored, skipped)
    return page(f"{name} – shopyear report", header, sections, footer), skipped


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


def _agents(scored: Sequence[Scored]) -> list[Child]:
    if not scored:
        return [el("p", "No episode could be read.")]
    found = summaries(scored)
    rows = [_agent(each, scored) for each in found]
    columns = ("agent", "ended", *(title for _, title in COLUMNS))
    everything = [
        folded(f"All metrics: {each.agent}", _whole_table(each)) for each in found if each.ended
    ]
    mixed = [each.agent for each in found if len(_settings(each.agent, scored)) > 1]
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


def _settings(agent: str, scored: Sequence[Scored]) -> set[tuple[int, int]]:
    ended = (each for each in scored if each.agent == agent and each.status == "ended")
    return {(each.days, each.opening_balance) for each in ended}


def _agent(summary: Summary, scored: Sequence[Scored]) -> list[Child]:
    whole = [each for each in scored if each.agent == summary.agent and each.status == "ended"]
    row: list[Child] = [summary.agent, f"{summary.ended:,}"]
    for name, _ in COLUMNS:
        metric, figure = METRICS[name], summary.figures[name]
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
    return value_of(value, unit).replace("¥", "").removesuffix(" %")


def _whole_table(summary: Summary) -> Safe:
    rows = [
        (
            el("code", name),
            value_of(each.value, METRICS[name].unit),
            value_of(each.deviation, METRICS[name].unit),
            str(each.n),
            unit_of(METRICS[name].unit),
            each.how if each.value is not None else f"undefined: {METRICS[name].undefined}",
        )
        for name, each in summary.figures.items()
    ]
    columns = ("metric", "value", "sd", "n", "unit", "how combined")
    return table(columns, rows, left=("metric", "unit", "how combined"))


def _episodes(scored: Sequence[Scored]) -> list[Child]:
    columns = ("episode", "agent", "status", "seed", "days", *(title for _, title in COLUMNS))
    rows = [
        (
            each.episode,
            each.agent,
            status_badge(each.status),
            str(each.seed),
            f"{each.days:,}",
            *(_bare(each.figures[name], METRICS[name].unit) for name, _ in COLUMNS),
        )
        for each in scored
    ]
    return [table(columns, rows, left=columns[:3])]


def _curves(scored: Sequence[Scored], curves: Sequence[_Curve]) -> list[Child]:
    drawn = [
        _curve(f"curve-{number}", each, curves[number])
        for number, each in enumerate(scored[:CURVES_MAX])
    ]
    rest = len(scored) - len(drawn)
    more = f" The first {CURVES_MAX} of {len(scored):,} are drawn." if rest else ""
    lead = "Assets every morning; the dashed line is the opening balance. Each has its own scale."
    return [el("p", lead + more), el("div", drawn, class_="small")]


def _curve(name: str, each: Scored, points: _Curve) -> Safe:
    step = -(-len(points) // POINTS_MAX)
    # The last point always stays.
    picked = points[:-1:step] + points[-1:]
    final = value_of(each.figures["final_assets"], "micro")
    end = final if each.status == "ended" else each.status
    caption = el(
        "figcaption",
        el("b", shown(each.episode, 80)),
        el("span", f"{each.agent} · seed {each.seed} · {end}"),
    )
    title = f"Assets by day, in yuan: {each.episode}"
    return el("figure", caption, curve(name, title, picked, each.opening_balance))
