"""Stage 3 of the supermarket's diagnostics: how good its prices and its choice of suppliers were.

Definitions: docs/metrics.md, "The supermarket's stage 3".
"""

from collections.abc import Sequence
from typing import Final

import polars as pl

from projections.batch import Batch
from projections.exact import ratio
from projections.metric import Metric
from projections.retail_choices import SCALE, choices, distances, whole
from projections.retail_frames import KEY, lines
from projections.retail_proxies import PRICE_DAYS, best_proxies, sold_before

CLOSE: Final = 10.0
"""Percent within which a price is right."""

_NO_LINE: Final = "no order line can be compared with other suppliers"
_NO_PRICE: Final = "no price was set that past sales speak about"

METRICS: Final[tuple[Metric, ...]] = (
    Metric(
        name="price_distance",
        unit="percent",
        meaning="distance of prices set from the price past sales speak for, mean",
        undefined=_NO_PRICE,
        better="lower",
    ),
    Metric(
        name="price_close",
        unit="ratio",
        meaning="1 less that distance, each at most 100 percent, mean over prices set",
        undefined=_NO_PRICE,
        better="higher",
    ),
    Metric(
        name="supplier_quality",
        unit="ratio",
        meaning="place of the chosen supplier by hidden quality: 1 for the best, 0 for the worst",
        undefined=_NO_LINE,
        better="higher",
    ),
    Metric(
        name="quality_rank",
        unit="count",
        meaning="rank of the chosen supplier by hidden quality, mean over order lines",
        undefined=_NO_LINE,
        better="lower",
    ),
    Metric(
        name="quality_first",
        unit="ratio",
        meaning="share of order lines with the supplier of the highest quality",
        undefined=_NO_LINE,
        better="higher",
    ),
    Metric(
        name="price_first",
        unit="ratio",
        meaning="share of order lines with the cheapest supplier",
        undefined=_NO_LINE,
    ),
    Metric(
        name="quality_regret",
        unit="count",
        meaning="highest quality less the chosen one, mean over order lines",
        undefined=_NO_LINE,
        better="lower",
    ),
    Metric(
        name="quality_ratio",
        unit="ratio",
        meaning="chosen quality over the highest, mean over order lines",
        undefined=_NO_LINE,
        better="higher",
    ),
    Metric(
        name="price_premium",
        unit="ratio",
        meaning="price paid over the lowest quote, less 1, mean over order lines",
        undefined=_NO_LINE,
    ),
    Metric(
        name="first_quality_rank",
        unit="count",
        meaning="quality_rank over the first order of each product",
        undefined=_NO_LINE,
        better="lower",
    ),
    Metric(
        name="first_quality_first",
        unit="ratio",
        meaning="quality_first over the first order of each product",
        undefined=_NO_LINE,
        better="higher",
    ),
    Metric(
        name="first_price_first",
        unit="ratio",
        meaning="price_first over the first order of each product",
        undefined=_NO_LINE,
    ),
    Metric(
        name="order_days",
        unit="days",
        meaning="units ordered over the product's mean daily sales of 30 days, mean over lines",
        undefined="nothing was ordered of a product that had sold",
    ),
    Metric(
        name="action_correction",
        unit="ratio",
        meaning="share of judged actions that were right: best-looking supplier, price within 10 %",
        undefined="no action can be judged",
        better="higher",
    ),
)


def measure(batch: Batch, past: pl.DataFrame | None = None) -> pl.DataFrame:
    """Return `episode` and the metrics of stage 3, one row per episode; `past` as `best_prices`."""
    priced, chosen = distances(batch, past), choices(batch)
    found = batch.episodes
    for part in (_prices(priced), _suppliers(chosen), _cover(batch, past), _right(batch, priced)):
        found = found.join(part, on="episode", how="left", maintain_order="left")
    return found.select("episode", *(metric.name for metric in METRICS))


def published_price_close(distances: Sequence[float | None]) -> list[float | None]:
    """Return runs' price closeness as published: 1 less their distance over the largest of all.

    It depends on which runs are compared; `price_close` does not.
    """
    most = max((each for each in distances if each is not None), default=0.0)
    return [None if each is None or not most else 1 - each / most for each in distances]


def _prices(priced: pl.DataFrame) -> pl.DataFrame:
    most = 100 * SCALE
    counted = priced.group_by("episode", maintain_order=True).agg(
        pl.col("off").sum(),
        (most - pl.col("off").clip(upper_bound=most)).sum().alias("close"),
        pl.len().cast(pl.Int64).alias("all"),
    )
    return counted.select(
        "episode",
        ratio(pl.col("off"), SCALE * pl.col("all")).alias("price_distance"),
        ratio(pl.col("close"), most * pl.col("all")).alias("price_close"),
    )


def _suppliers(chosen: pl.DataFrame) -> pl.DataFrame:
    first, best, cheap = pl.col("is_first"), pl.col("rank") == 1, pl.col("is_cheapest")
    counted = chosen.group_by("episode", maintain_order=True).agg(
        pl.len().cast(pl.Int64).alias("all"),
        first.sum().cast(pl.Int64).alias("firsts"),
        pl.col("place", "rank", "regret", "share", "premium").sum(),
        best.sum().cast(pl.Int64).alias("best"),
        cheap.sum().cast(pl.Int64).alias("cheap"),
        pl.col("rank").filter(first).sum().alias("first_rank"),
        (best & first).sum().cast(pl.Int64).alias("first_best"),
        (cheap & first).sum().cast(pl.Int64).alias("first_cheap"),
    )
    every, firsts = pl.col("all"), pl.col("firsts")
    return counted.select(
        "episode",
        ratio(pl.col("place"), SCALE * every).alias("supplier_quality"),
        ratio(pl.col("rank"), every).alias("quality_rank"),
        ratio(pl.col("best"), every).alias("quality_first"),
        ratio(pl.col("cheap"), every).alias("price_first"),
        ratio(pl.col("regret"), SCALE * every).alias("quality_regret"),
        ratio(pl.col("share"), SCALE * every).alias("quality_ratio"),
        ratio(pl.col("premium"), SCALE * every).alias("price_premium"),
        ratio(pl.col("first_rank"), firsts).alias("first_quality_rank"),
        ratio(pl.col("first_best"), firsts).alias("first_quality_first"),
        ratio(pl.col("first_cheap"), firsts).alias("first_price_first"),
    )


def _cover(batch: Batch, past: pl.DataFrame | None) -> pl.DataFrame:
    bought = batch.derived(lines).select(*KEY, "quantity").with_row_index("line")
    rows = bought.with_columns(
        then=pl.col("day") - pl.int_ranges(1, PRICE_DAYS + 1, dtype=pl.Int64)
    ).explode("then")
    sold = sold_before(batch, past).select("episode", "sku", pl.col("day").alias("then"), "units")
    rows = rows.join(sold, on=["episode", "sku", "then"], how="inner", maintain_order="left")
    per_line = rows.group_by("episode", "line", maintain_order=True).agg(
        pl.col("quantity").first(), pl.col("units").sum()
    )
    per_line = per_line.with_columns(
        days=whole(ratio(PRICE_DAYS * pl.col("quantity"), pl.col("units")))
    )
    counted = per_line.group_by("episode", maintain_order=True).agg(
        pl.col("days").sum(), pl.len().cast(pl.Int64).alias("all")
    )
    return counted.select(
        "episode", ratio(pl.col("days"), SCALE * pl.col("all")).alias("order_days")
    )


def _right(batch: Batch, priced: pl.DataFrame) -> pl.DataFrame:
    """An order is judged where at least two suppliers can be compared by how they look."""
    looks = batch.derived(best_proxies).filter(pl.col("rivals") > 1)
    looks = looks.select(*KEY, pl.col("supplier").alias("best"))
    bought = batch.derived(lines).select(*KEY, "supplier")
    bought = bought.join(looks, on=list(KEY), how="inner", maintain_order="left")
    judged = pl.concat(
        [
            bought.select("episode", right=pl.col("supplier") == pl.col("best")),
            priced.select("episode", right=pl.col("off") <= CLOSE * SCALE),
        ]
    )
    counted = judged.group_by("episode", maintain_order=True).agg(
        pl.col("right").sum().cast(pl.Int64), pl.len().cast(pl.Int64).alias("all")
    )
    return counted.select(
        "episode", ratio(pl.col("right"), pl.col("all")).alias("action_correction")
    )
