"""The supermarket's main table: how long it lasted, what it was worth, what it sold and lost.

Everything is counted over days that were played to their end; an interrupted episode is measured
as far as it came. Definitions: docs/metrics.md, "The supermarket's main table".
"""

from typing import Final

import polars as pl

from events.agent import ModelAnswered
from projections.batch import Batch
from projections.exact import ratio, round_div
from projections.metric import Metric
from projections.retail_frames import NO_DAY, calls, days, expired, lines, sales

_UNSOLD: Final = "nothing was sold"

METRICS: Final[tuple[Metric, ...]] = (
    Metric(
        name="survival_days",
        unit="days",
        meaning="days played to their end",
        better="higher",
    ),
    Metric(
        name="final_net_worth",
        unit="micro",
        meaning="funds, goods at their fading value and open orders, after the last day",
        undefined=NO_DAY,
        better="higher",
    ),
    Metric(
        name="final_funds",
        unit="micro",
        meaning="money in the bank after the last day",
        undefined=NO_DAY,
        better="higher",
    ),
    Metric(name="units_sold", unit="count", meaning="units sold", better="higher"),
    Metric(name="units_returned", unit="count", meaning="units sent back", better="lower"),
    Metric(name="units_expired", unit="count", meaning="units past their last day", better="lower"),
    Metric(name="units_ordered", unit="count", meaning="units ordered"),
    Metric(
        name="units_per_day",
        unit="count",
        meaning="units sold, mean over days",
        undefined=NO_DAY,
        better="higher",
    ),
    Metric(
        name="income_per_day",
        unit="micro",
        meaning="sales less refunds, mean over days; neither goods nor rent are taken off",
        undefined=NO_DAY,
        better="higher",
    ),
    Metric(
        name="products_sold_per_day",
        unit="count",
        meaning="products of which anything was sold, mean over days",
        undefined=NO_DAY,
        better="higher",
    ),
    Metric(
        name="return_ratio",
        unit="ratio",
        meaning="units sent back over units sold",
        undefined=_UNSOLD,
        better="lower",
        pooled="ratio",
        over=("units_returned", "units_sold"),
    ),
    Metric(
        name="expired_ratio",
        unit="ratio",
        meaning="units expired over units sold or expired",
        undefined="nothing was sold and nothing expired",
        better="lower",
    ),
    Metric(
        name="expired_over_ordered",
        unit="ratio",
        meaning="units expired over units ordered",
        undefined="nothing was ordered",
        better="lower",
        pooled="ratio",
        over=("units_expired", "units_ordered"),
    ),
    Metric(
        name="stockout_days",
        unit="days",
        meaning="days on which a product in stock ran out; empty products do not count",
    ),
    Metric(
        name="stockout_ratio",
        unit="ratio",
        meaning="stockout_days over days",
        undefined=NO_DAY,
    ),
    Metric(
        name="short_days",
        unit="days",
        meaning="days on which a product on the shelf ran out or was empty all day",
        better="lower",
    ),
    Metric(
        name="short_products_per_day",
        unit="count",
        meaning="products that ran out, or were on the shelf and empty, mean over days",
        undefined=NO_DAY,
        better="lower",
    ),
    Metric(name="direct_calls", unit="count", meaning="calls the agent made itself"),
    Metric(name="inner_calls", unit="count", meaning="calls its code made"),
    Metric(
        name="direct_tools_per_day",
        unit="count",
        meaning="calls the agent made itself, per day",
        undefined=NO_DAY,
    ),
    Metric(
        name="total_tools_per_day",
        unit="count",
        meaning="calls the agent and its code made, per day",
        undefined=NO_DAY,
    ),
    Metric(
        name="tokens_per_day",
        unit="count",
        meaning="tokens a model read and wrote, per day on which it answered",
        undefined="no model played, or its tokens are not told",
    ),
)

_COUNTS: Final = (
    "survival_days",
    "units_sold",
    "units_returned",
    "units_expired",
    "units_ordered",
    "stockout_days",
    "short_days",
    "direct_calls",
    "inner_calls",
)


def measure(batch: Batch) -> pl.DataFrame:
    """Return `episode` and the metrics of the main table, one row per episode."""
    found = batch.episodes
    parts = (_played(batch), _moved(batch), _sold(batch), _called(batch), _tokens(batch))
    for part in parts:
        found = found.join(part, on="episode", how="left", maintain_order="left")
    found = found.with_columns(pl.col([*_COUNTS, "earned", "products", "short"]).fill_null(0))
    length, sold = pl.col("survival_days"), pl.col("units_sold")
    lost, called = pl.col("units_expired"), pl.col("direct_calls")
    found = found.with_columns(
        units_per_day=ratio(sold, length),
        income_per_day=round_div(pl.col("earned"), length),
        products_sold_per_day=ratio(pl.col("products"), length),
        return_ratio=ratio(pl.col("units_returned"), sold),
        expired_ratio=ratio(lost, sold + lost),
        expired_over_ordered=ratio(lost, pl.col("units_ordered")),
        stockout_ratio=ratio(pl.col("stockout_days"), length),
        short_products_per_day=ratio(pl.col("short"), length),
        direct_tools_per_day=ratio(called, length),
        total_tools_per_day=ratio(called + pl.col("inner_calls"), length),
    )
    return found.select("episode", *(metric.name for metric in METRICS))


def _played(batch: Batch) -> pl.DataFrame:
    ran_out, bare = pl.col("short").list.len().fill_null(0).cast(pl.Int64), pl.col("bare")
    return (
        batch.derived(days)
        .group_by("episode", maintain_order=True)
        .agg(
            pl.len().cast(pl.Int64).alias("survival_days"),
            pl.col("net_worth").last().alias("final_net_worth"),
            pl.col("bank").last().alias("final_funds"),
            pl.col("sold").sum().alias("units_sold"),
            pl.col("returned").sum().alias("units_returned"),
            (pl.col("revenue") - pl.col("refunds")).sum().alias("earned"),
            (ran_out > 0).sum().cast(pl.Int64).alias("stockout_days"),
            (ran_out + bare > 0).sum().cast(pl.Int64).alias("short_days"),
            (ran_out + bare).sum().alias("short"),
        )
    )


def _moved(batch: Batch) -> pl.DataFrame:
    gone = batch.derived(expired).group_by("episode", maintain_order=True)
    bought = batch.derived(lines).group_by("episode", maintain_order=True)
    return gone.agg(units_expired=pl.col("units").sum()).join(
        bought.agg(units_ordered=pl.col("quantity").sum()), on="episode", how="full", coalesce=True
    )


def _sold(batch: Batch) -> pl.DataFrame:
    some = batch.derived(sales).filter(pl.col("sold") > 0)
    return some.group_by("episode", maintain_order=True).agg(products=pl.len().cast(pl.Int64))


def _called(batch: Batch) -> pl.DataFrame:
    is_inner = pl.col("is_inner")
    return (
        batch.derived(calls)
        .group_by("episode", maintain_order=True)
        .agg(
            (~is_inner).sum().cast(pl.Int64).alias("direct_calls"),
            is_inner.sum().cast(pl.Int64).alias("inner_calls"),
        )
    )


def _tokens(batch: Batch) -> pl.DataFrame:
    read, written = pl.col("input_tokens"), pl.col("output_tokens")
    counted = (
        batch.of(ModelAnswered)
        .group_by("episode", maintain_order=True)
        .agg(
            (read + written).sum().alias("tokens"),
            pl.min_horizontal(read, written).min().alias("least"),
            pl.col("on").n_unique().cast(pl.Int64).alias("days"),
        )
    )
    # A number that is not told is -1.
    told = counted.filter(pl.col("least") >= 0)
    return told.select("episode", ratio(pl.col("tokens"), pl.col("days")).alias("tokens_per_day"))
