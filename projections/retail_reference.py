"""The supermarket's figures as published: three tables, money as doubles, shares of failure.

Where the published figure and ours differ (stock-outs, price closeness), the published one has the
published name. Which names are not known from the publication: docs/metrics.md, "The published
tables of the supermarket".
"""

from collections.abc import Mapping, Sequence
from typing import Final

import polars as pl

from events.agent import AgentConfigured
from events.episode import EpisodeEnded, EpisodeStarted
from ledger.money import to_yuan
from projections import (
    retail_attention,
    retail_decisions,
    retail_evidence,
    retail_followup,
    retail_table,
)
from projections.batch import Batch
from projections.retail_baseline import DOING_NOTHING, do_nothing
from projections.retail_decisions import published_price_close

SETTINGS: Final = ("run", "model", "framework", "ended")
RUN: Final = {
    "survival_days": "survival_days",
    "final_net_worth": "final_net_worth",
    "final_funds": "final_funds",
    "total_sales": "units_sold",
    "units_per_day": "units_per_day",
    "daily_sold_products": "products_sold_per_day",
    "return_ratio": "return_ratio",
    "expired_ratio": "expired_ratio",
    "expired_over_ordered": "expired_over_ordered",
    "stockout_days": "stockout_days",
    "stockout_ratio": "stockout_ratio",
    "units_sold": "units_sold",
    "units_returned": "units_returned",
    "units_expired": "units_expired",
    "units_ordered": "units_ordered",
    "money_earned_per_day": "income_per_day",
    "direct_calls": "direct_calls",
    "direct_tools_per_day": "direct_tools_per_day",
    "inner_calls": "inner_calls",
    "total_tools_per_day": "total_tools_per_day",
    "tokens_per_day": "tokens_per_day",
}
"""Published name -> ours."""
MONEY: Final = ("final_net_worth", "final_funds", "money_earned_per_day")
STAGES: Final = {
    "acted_per_day": "acted_per_day",
    "high_demand_coverage": "high_demand_coverage",
    "query_depth": "query_depth",
    "query_depth_order": "query_depth_orders",
    "query_depth_price": "query_depth_prices",
    "completeness": "query_completeness",
    "action_correction": "action_correction",
    "price_distance": "price_distance",
    "quality_rank": "quality_rank",
    "supplier_quality": "supplier_quality",
    "quality_first": "quality_first",
    "price_first": "price_first",
    "follow_up": "follow_up",
    "resolved": "resolved",
}
FAILED: Final = {
    "missed_high_demand": "high_demand_coverage",
    "incomplete": "query_completeness",
    "unresolved": "resolved",
}
"""Published share -> the share of ours that it leaves to 1."""
CLOSE: Final = "price_close"
EXTRA: Final = tuple(
    metric.name
    for family in (retail_attention, retail_evidence, retail_decisions, retail_followup)
    for metric in family.METRICS
    if metric.name not in (*STAGES.values(), CLOSE)
)
"""The extra figures of the stages; names are ours."""
IDLE_SETTINGS: Final = ("opening_balance", "days", "options")
"""What doing nothing is computed from."""
RULES: Final = "rules"
"""The framework of a merchant that is no model."""
COMPUTED: Final = "computed"

TABLES: Final = {
    "run_metrics": (*SETTINGS, *RUN),
    "four_stage_metrics": (*SETTINGS[:3], *STAGES, *FAILED, CLOSE, *EXTRA),
    "best_framework_by_model": (*SETTINGS[1:3], "run", "runs", "max_days", *RUN),
}
"""The published tables and their columns."""


def reference_retail(batch: Batch, past: pl.DataFrame | None = None) -> pl.DataFrame:
    """Return the published figures, `SETTINGS` first, one row per episode.

    `CLOSE` is not among them, for it depends on the runs that are compared: see `with_closeness`.
    The last columns are `IDLE_SETTINGS`.

    Args:
        past: sales before the first day, as for `best_prices`.
    """
    found = retail_table.measure(batch)
    for part in (
        retail_attention.measure(batch),
        retail_evidence.measure(batch),
        retail_decisions.measure(batch, past),
        retail_followup.measure(batch),
        _played(batch),
    ):
        found = found.join(part, on="episode", maintain_order="left")
    columns = [pl.Series("run", batch.names, pl.String), *found.select(SETTINGS[1:]).get_columns()]
    for name, ours in (RUN | STAGES).items():
        column = found[ours].alias(name)
        if name in MONEY:
            shown = [None if each is None else to_yuan(each) for each in column.to_list()]
            column = pl.Series(name, shown, pl.Float64)
        columns.append(column)
    columns += [(1 - found[ours]).alias(name) for name, ours in FAILED.items()]
    columns += found.select(*EXTRA, *IDLE_SETTINGS).get_columns()
    return pl.DataFrame(columns)


def _played(batch: Batch) -> pl.DataFrame:
    """Return who played, how, and under which settings."""
    started = batch.of(EpisodeStarted)
    started = started.select("episode", "agent", *IDLE_SETTINGS)
    setup = batch.of(AgentConfigured).group_by("episode", maintain_order=True)
    models = setup.agg(pl.col("model", "framework").first())
    ends = batch.of(EpisodeEnded).select("episode", ended=pl.lit(True))
    for part in (models, ends):
        started = started.join(part, on="episode", how="left", maintain_order="left")
    return batch.filled(started).with_columns(
        pl.col("model").fill_null(pl.col("agent")),
        pl.col("framework").fill_null(RULES),
        pl.col("ended").fill_null(False),
    )


def framed(rows: Sequence[Mapping[str, object]]) -> pl.DataFrame:
    """Return rows of `reference_retail` as a frame; what is null in all of them is a double."""
    found = pl.DataFrame(rows, infer_schema_length=None)
    return found.with_columns(pl.col(pl.Null).cast(pl.Float64))


def with_closeness(rows: pl.DataFrame) -> pl.DataFrame:
    """Add the published closeness of prices, measured against the worst of these runs."""
    close = published_price_close(rows["price_distance"].to_list())
    return rows.with_columns(pl.Series(CLOSE, close, pl.Float64))


def reference_tables(rows: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """Return the tables `TABLES` of the rows of all episodes.

    The best run of a model is that of the most days, then of the highest net worth, then of the
    most sales, among those that ended. Doing nothing stands below them, once for each of the
    settings.
    """
    whole = with_closeness(rows)
    order = ["survival_days", "final_net_worth", "total_sales"]
    ended = rows.filter("ended").sort(order, descending=True, nulls_last=True, maintain_order=True)
    best = ended.group_by("model", maintain_order=True).agg(
        pl.len().cast(pl.Int64).alias("runs"),
        pl.col("survival_days").max().alias("max_days"),
        pl.exclude("model").first(),
    )
    parts = {"run_metrics": whole, "four_stage_metrics": whole, "best_framework_by_model": best}
    tables = {name: parts[name].select(columns) for name, columns in TABLES.items()}
    name = "best_framework_by_model"
    idle = pl.DataFrame(_idle(rows), schema=tables[name].schema)
    return {**tables, name: pl.concat([tables[name], idle])}


def _idle(rows: pl.DataFrame) -> Sequence[dict[str, object]]:
    settings = dict.fromkeys(rows.select(IDLE_SETTINGS).rows())
    found = [do_nothing(*each) for each in settings]
    return [
        {
            "model": DOING_NOTHING,
            "framework": COMPUTED,
            "max_days": each.survival_days,
            "survival_days": each.survival_days,
            "final_net_worth": to_yuan(each.final_net_worth),
            "final_funds": to_yuan(each.final_net_worth),
        }
        for each in found
        if each is not None
    ]
