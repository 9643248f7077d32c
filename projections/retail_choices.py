"""Prices set and suppliers chosen, each beside the best there was.

What is derived from doubles is rounded to ten-thousandths and whole from there on, so that sums do
not depend on their order. Definitions: docs/metrics.md, "The supermarket's stage 3".
"""

from typing import Final

import polars as pl

from projections.batch import Batch
from projections.exact import percent, ratio
from projections.retail_frames import KEY, PRICE, actions, lines, quotes
from projections.retail_proxies import PRICE_MAX, best_prices

SCALE: Final = 10_000


def whole(value: pl.Expr) -> pl.Expr:
    """Return a double in whole ten-thousandths."""
    return (value * SCALE).round().cast(pl.Int64)


def distances(batch: Batch, past: pl.DataFrame | None = None) -> pl.DataFrame:
    """Return prices set and how far they are from the best: `episode, day, sku, seq, off`.

    `off` is in ten-thousandths of a percent.
    """
    priced = batch.derived(actions).filter(
        (pl.col("tool") == PRICE) & (pl.col("price") <= PRICE_MAX)
    )
    rows = priced.join(best_prices(batch, past), on=list(KEY), how="inner", maintain_order="left")
    off = percent((pl.col("price") - pl.col("best")).abs(), pl.col("best"))
    return rows.select(*KEY, "seq", off=whole(off))


def choices(batch: Batch) -> pl.DataFrame:
    """Return order lines compared with the day's other offers.

    Columns: `episode, day, sku, seq, supplier, quantity`, `rank` by quality (ties by price, then
    name) and `rivals`, `is_cheapest`, `regret`, `share` of the best quality and `premium`
    (ten-thousandths), `is_first` order of the product; the chosen `quote` and quality `got` beside
    the `lowest` quote, the `highest` quality and the quote of the `best` supplier by it. Offers of
    unknown quality are left out.
    """
    offers = (
        batch.derived(quotes)
        .drop_nulls("quality")
        .sort(
            [*KEY, "quality", "price", "supplier"],
            descending=[False, False, False, True, False, False],
        )
    )
    offers = offers.with_columns(
        rank=pl.int_range(1, pl.len() + 1, dtype=pl.Int64).over(KEY),
        rivals=pl.len().cast(pl.Int64).over(KEY),
        lowest=pl.col("price").min().over(KEY),
        highest=pl.col("quality").max().over(KEY),
        best=pl.col("price").first().over(KEY),
    ).rename({"price": "quote", "quality": "got"})
    bought = batch.derived(lines).select(*KEY, "seq", "supplier", "quantity")
    bought = bought.with_columns(
        is_first=pl.col("seq") == pl.col("seq").min().over("episode", "sku")
    )
    rows = bought.join(offers, on=[*KEY, "supplier"], how="inner", maintain_order="left")
    return rows.filter(pl.col("rivals") > 1).select(
        *(*KEY, "seq", "supplier", "quantity", "rank", "rivals", "is_first"),
        *("quote", "got", "lowest", "highest", "best"),
        is_cheapest=pl.col("quote") == pl.col("lowest"),
        regret=whole(pl.col("highest") - pl.col("got")),
        share=whole(ratio(pl.col("got"), pl.col("highest"))),
        premium=whole(ratio(pl.col("quote"), pl.col("lowest")) - 1),
        place=whole(ratio(pl.col("rivals") - pl.col("rank"), pl.col("rivals") - 1)),
    )
