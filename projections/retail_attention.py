"""Stage 1 of the supermarket's diagnostics: what the agent attends to.

Definitions: docs/metrics.md, "The supermarket's stage 1".
"""

from typing import Final

import polars as pl

from projections.batch import Batch
from projections.exact import ratio
from projections.metric import Metric
from projections.retail_frames import (
    KEY,
    NO_ACTION,
    NO_DAY,
    WINDOW_DAYS,
    acted,
    actions,
    catalogue,
    days,
    sales,
    short,
)

TOP: Final = 10
LOOK_BACK_DAYS: Final = 3
"""High demand is covered by an action on the day or in these days before it."""

METRICS: Final[tuple[Metric, ...]] = (
    Metric(
        name="acted_per_day",
        unit="count",
        meaning="products acted upon, mean over days",
        undefined=NO_DAY,
    ),
    Metric(
        name="high_demand_coverage",
        unit="ratio",
        meaning="share of the days' best sellers and stock-outs acted upon within four days",
        undefined="nothing was sold",
        better="higher",
    ),
    Metric(name="acted_products", unit="count", meaning="products ever acted upon"),
    Metric(
        name="categories_acted",
        unit="count",
        meaning="categories of the catalogue ever acted upon",
        undefined="the log names no categories",
    ),
    Metric(
        name="action_hhi",
        unit="ratio",
        meaning="sum of the squared shares of products in all actions",
        undefined=NO_ACTION,
    ),
    Metric(
        name="action_top_share",
        unit="ratio",
        meaning="share of the ten most acted upon products in all actions",
        undefined=NO_ACTION,
    ),
    Metric(
        name="actions_sold",
        unit="ratio",
        meaning="share of actions whose product is sold on the day or in the seven after it",
        undefined=NO_ACTION,
        better="higher",
    ),
)


def measure(batch: Batch) -> pl.DataFrame:
    """Return `episode` and the metrics of stage 1, one row per episode."""
    found = batch.episodes
    parts = (_breadth(batch), coverage(batch), _categories(batch), _spread(batch), _sold(batch))
    for part in parts:
        found = found.join(part, on="episode", how="left", maintain_order="left")
    return batch.filled(
        found.select("episode", *(metric.name for metric in METRICS)), ["acted_products"]
    )


def high_demand(batch: Batch) -> pl.DataFrame:
    """Return `episode, day, sku` of each day's best sellers and of the products that ran out."""
    sold = batch.derived(sales).filter(pl.col("sold") > 0).select(*KEY, "sold")
    sold = sold.sort(["episode", "day", "sold", "sku"], descending=[False, False, True, False])
    best = sold.group_by("episode", "day", maintain_order=True).head(TOP).select(KEY)
    return pl.concat([best, batch.derived(short).select(KEY)]).unique(maintain_order=True)


def coverage(batch: Batch) -> pl.DataFrame:
    """Return `episode, high_demand_coverage`."""
    done = batch.derived(acted).with_columns(
        day=pl.col("day") + pl.int_ranges(0, LOOK_BACK_DAYS + 1, dtype=pl.Int64)
    )
    reached = done.explode("day").unique(maintain_order=True).with_columns(hit=1)
    wanted = high_demand(batch).join(reached, on=list(KEY), how="left", maintain_order="left")
    counted = wanted.group_by("episode", maintain_order=True).agg(
        pl.col("hit").fill_null(0).sum().cast(pl.Int64), pl.len().alias("all")
    )
    return counted.select("episode", ratio(pl.col("hit"), pl.col("all")).alias(METRICS[1].name))


def _categories(batch: Batch) -> pl.DataFrame:
    """Only episodes whose log names the categories have a row."""
    named = batch.derived(catalogue)
    touched = batch.derived(acted).select("episode", "sku").unique(maintain_order=True)
    some = named.join(touched, on=["episode", "sku"], how="semi", maintain_order="left")
    counted = some.group_by("episode", maintain_order=True).agg(
        pl.col("category").n_unique().cast(pl.Int64).alias("categories_acted")
    )
    every = named.select("episode").unique(maintain_order=True)
    return every.join(counted, on="episode", how="left", maintain_order="left").with_columns(
        pl.col("categories_acted").fill_null(0)
    )


def _breadth(batch: Batch) -> pl.DataFrame:
    length = batch.derived(days).group_by("episode", maintain_order=True).agg(days=pl.len())
    counted = batch.derived(acted).group_by("episode", maintain_order=True).agg(pairs=pl.len())
    both = length.join(counted, on="episode", how="left", maintain_order="left")
    mean = ratio(pl.col("pairs").fill_null(0), pl.col("days"))
    return both.select("episode", mean.alias("acted_per_day"))


def _spread(batch: Batch) -> pl.DataFrame:
    counts = batch.derived(actions).group_by("episode", "sku", maintain_order=True).agg(n=pl.len())
    n = pl.col("n").cast(pl.Int64)
    counted = counts.group_by("episode", maintain_order=True).agg(
        pl.len().cast(pl.Int64).alias("acted_products"),
        n.sum().alias("all"),
        (n * n).sum().alias("squares"),
        n.top_k(TOP).sum().alias("top"),
    )
    return counted.with_columns(
        action_hhi=ratio(pl.col("squares"), pl.col("all") * pl.col("all")),
        action_top_share=ratio(pl.col("top"), pl.col("all")),
    )


def _sold(batch: Batch) -> pl.DataFrame:
    sold = batch.derived(sales).filter(pl.col("sold") > 0).select(KEY)
    sold = sold.with_columns(next=pl.col("day")).sort("day", maintain_order=True)
    done = batch.derived(actions).select(KEY).sort("day", maintain_order=True)
    met = done.join_asof(
        sold, on="day", by=["episode", "sku"], strategy="forward", check_sortedness=False
    )
    is_met = (pl.col("next") - pl.col("day") <= WINDOW_DAYS).fill_null(False)
    counted = met.group_by("episode", maintain_order=True).agg(
        is_met.sum().cast(pl.Int64).alias("met"), pl.len().alias("all")
    )
    return counted.select("episode", ratio(pl.col("met"), pl.col("all")).alias("actions_sold"))
