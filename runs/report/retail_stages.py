"""The sections of a supermarket's report about the agent: its activity, and the four stages."""

from typing import Final

from projections.score import metrics_of
from runs.report import charts
from runs.report.data import Seen
from runs.report.html import Child, Safe, el, folded, table, value_of
from runs.report.retail_data import activity, tools
from runs.report.sheet import UNIT_LABELS
from runs.report.shell import Section

STAGES: Final = (
    (
        "1 · Attention",
        ("acted_per_day", "high_demand_coverage"),
        ("acted_products", "categories_acted", "action_hhi", "action_top_share", "actions_sold"),
        (),
    ),
    (
        "2 · Evidence",
        ("query_depth", "query_depth_orders", "query_depth_prices", "query_completeness"),
        ("evidence_match_rate", "evidence_distance", "evidence_tools", "query_action_overlap"),
        ("query_depth_told", "query_depth_prices_told", "query_completeness_told"),
    ),
    (
        "3 · Decisions",
        ("price_distance", "supplier_quality", "quality_first", "price_first", "action_correction"),
        (
            *("quality_rank", "quality_regret", "quality_ratio", "price_premium", "order_days"),
            *("first_quality_rank", "first_quality_first", "first_price_first"),
        ),
        ("price_close",),
    ),
    (
        "4 · Follow-up",
        ("follow_up", "resolved"),
        ("troubles", "response_days", "repeated_troubles", "action_continuity"),
        ("resolved_early",),
    ),
)
"""A stage, its main figures and the extra ones as published, and ours that stand beside them."""
KINDS: Final = ("main", "extra", "ours")


def attention(seen: Seen) -> Section:
    """Return what the agent did each day, and with which tools."""
    made = tools(seen)
    if not made:
        return Section("attention", "Actions and attention", [el("p", "No call was made.")])
    figures = seen.figures
    done = activity(seen)
    columns = ("tool", "the agent's calls", "its code's calls", "failed")
    rows = [(el("code", tool), *(f"{each:,}" for each in counts)) for tool, *counts in made]
    per_day, inner = figures["direct_tools_per_day"], figures["inner_calls"]
    told = f"{figures['direct_calls']:,} calls, and {inner:,} of its code"
    if per_day is not None:
        told += (
            f"; {per_day:.1f} calls a day and {figures['acted_per_day']:.1f} products acted upon"
        )
    content: list[Child] = [
        el("p", f"{told}. An action is an order line or a price; a look is a call of a view tool."),
        charts.lines("activity", "Actions and looks by day", done, UNIT_LABELS) if done else None,
        folded("Calls by tool", table(columns, rows, left=("tool",))),
    ]
    return Section("attention", "Actions and attention", content)


def stages(seen: Seen) -> Section:
    """Return the published diagnostics, stage by stage, and what corrects or completes them."""
    content: list[Child] = [
        el(
            "p",
            "The four stages of the published diagnostics: their main figures, the extra ones, and "
            "beside them ours that use other evidence, or do not depend on which runs are "
            "compared or on the end of play. docs/metrics.md defines all.",
        )
    ]
    for title, *figures in STAGES:
        rows = [
            _row(seen, name, kind)
            for kind, names in zip(KINDS, figures, strict=True)
            for name in names
        ]
        columns = ("figure", "value", "kind", "meaning, or why there is no value")
        left = (columns[0], *columns[2:])
        content.append(
            el("div", table(columns, rows, left=left, caption=title), class_="prose metrics")
        )
    return Section("stages", "Four stages", content)


def _row(seen: Seen, name: str, kind: str) -> tuple[Safe, str, str, str]:
    metric, value = metrics_of(seen.started.scenario)[name], seen.figures[name]
    told = metric.meaning if value is not None else f"undefined: {metric.undefined}"
    return el("code", name), value_of(value, metric.unit, ""), kind, told
