"""The supermarket's figures as published: their names, money as doubles, shares of failure.

The first columns are those of the published run table, the others the published diagnostics. Where
the published figure and ours differ (stock-outs, price closeness), these are the published ones.
Definitions: docs/metrics.md, "The published tables of the supermarket".
"""

from typing import Final

import polars as pl

from ledger.money import to_yuan
from projections import (
    retail_attention,
    retail_decisions,
    retail_evidence,
    retail_followup,
    retail_table,
)
from projections.batch import Batch
from projections.retail_decisions import published_price_close

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


def reference_retail(batch: Batch, past: pl.DataFrame | None = None) -> pl.DataFrame:
    """Return the published figures, `run` (the episode's name) first, one row per episode.

    `price_close` is measured against the worst run of this batch, as published.

    Args:
        past: sales before the first day, as for `best_prices`.
    """
    found = retail_table.measure(batch)
    for part in (
        retail_attention.measure(batch),
        retail_evidence.measure(batch),
        retail_decisions.measure(batch, past),
        retail_followup.measure(batch),
    ):
        found = found.join(part, on="episode", maintain_order="left")
    columns = [pl.Series("run", batch.names, pl.String)]
    for name, ours in (RUN | STAGES).items():
        column = found[ours].alias(name)
        if name in MONEY:
            shown = [None if each is None else to_yuan(each) for each in column.to_list()]
            column = pl.Series(name, shown, pl.Float64)
        columns.append(column)
    columns += [(1 - found[ours]).alias(name) for name, ours in FAILED.items()]
    close = published_price_close(found["price_distance"].to_list())
    return pl.DataFrame([*columns, pl.Series("price_close", close, pl.Float64)])
