"""How good suppliers look to the agent, and which price past sales speak for.

Both are what the agent could have known on the morning of an action; hidden qualities play no part.
Days before the first one are in the world's tables, not in the log: they count only if their sales
are given. Definitions: docs/metrics.md, "The supermarket's stage 3".
"""

from typing import Final

import polars as pl

from projections.batch import Batch
from projections.exact import ratio
from projections.retail_frames import KEY, PRICE, actions, lines, quotes, sales

RATING_DAYS: Final = 60
RETURN_DAYS: Final = 30
PRICE_DAYS: Final = 30
PRICE_MAX: Final = 50.0
"""Prices set above this are left out."""

_PAST: Final = {"sku": pl.String, "day": pl.Int64, "price": pl.Float64, "units": pl.Int64}


def proxies(batch: Batch) -> pl.DataFrame:
    """Return how suppliers of the products acted upon look that day.

    Columns: `episode, day, sku, supplier, price` (today's quote) and `proxy`, 0 to 1: half the mean
    rating of the last 60 days over 5, half the share not sent back of the last 30; null where a
    supplier's goods were not both rated and sold within them.
    """
    found = batch.derived(quotes).select(*KEY, "supplier", "price")
    for rows, span in ((_rated(batch), RATING_DAYS), (_sold(batch), RETURN_DAYS)):
        found = _within(found, rows, span)
    rating = ratio(pl.col("stars"), 5 * pl.col("ratings"))
    kept = ratio(pl.col("sold") - pl.col("returned"), pl.col("sold"))
    return found.select(*KEY, "supplier", "price", (0.5 * rating + 0.5 * kept).alias("proxy"))


def best_proxies(batch: Batch) -> pl.DataFrame:
    """Return the supplier that looks best, the cheaper one and the first by name among equals.

    Columns: `episode, day, sku, supplier, price, rivals` (suppliers that can be compared); no row
    where none can.
    """
    ranked = (
        batch.derived(proxies)
        .drop_nulls("proxy")
        .sort(
            [*KEY, "proxy", "price", "supplier"],
            descending=[False, False, False, True, False, False],
        )
    )
    return ranked.group_by(KEY, maintain_order=True).agg(
        pl.col("supplier").first(),
        pl.col("price").first(),
        pl.len().cast(pl.Int64).alias("rivals"),
    )


def best_prices(batch: Batch, past: pl.DataFrame | None = None) -> pl.DataFrame:
    """Return `episode, day, sku, best`: the price that past sales speak for on days of a price set.

    Of the prices of the last 30 days' sales, that of the highest mean profit at today's cost, the
    lower one among equals; cost is the quote of the supplier that looks best, or else the lowest.

    Args:
        past: sales before the first day: `sku, day` (below 0), `price, units`, a row per day.
    """
    days = batch.derived(actions).filter(pl.col("tool") == PRICE).select(KEY)
    days = days.unique(maintain_order=True)
    costs = batch.derived(quotes).group_by(KEY, maintain_order=True).agg(pl.col("price").min())
    looks = batch.derived(best_proxies).select(*KEY, pl.col("price").alias("seen"))
    costs = costs.join(looks, on=list(KEY), how="left", maintain_order="left")
    costs = costs.select(*KEY, cost=pl.coalesce("seen", "price"))
    rows = days.join(costs, on=list(KEY), how="inner", maintain_order="left")
    rows = rows.with_columns(
        then=pl.col("day") - pl.int_ranges(1, PRICE_DAYS + 1, dtype=pl.Int64)
    ).explode("then")
    rows = rows.join(
        sold_before(batch, past).rename({"day": "then"}),
        on=["episode", "sku", "then"],
        how="inner",
        maintain_order="left",
    )
    groups = rows.group_by(*KEY, "cost", "price", maintain_order=True).agg(
        pl.col("units").sum(), pl.len().cast(pl.Int64).alias("days")
    )
    profit = (pl.col("price") - pl.col("cost")) * ratio(pl.col("units"), pl.col("days"))
    groups = groups.with_columns(profit=profit).sort(
        [*KEY, "profit", "price"], descending=[False, False, False, True, False]
    )
    return groups.group_by(KEY, maintain_order=True).agg(best=pl.col("price").first())


def sold_before(batch: Batch, past: pl.DataFrame | None = None) -> pl.DataFrame:
    """Return days with sales, before the first one too: `episode, sku, day, price, units`."""
    sold = batch.derived(sales).filter(pl.col("sold") > 0)
    sold = sold.select("episode", "sku", "day", "price", pl.col("sold").alias("units"))
    if past is None:
        return sold
    earlier = batch.episodes.join(
        past.select(pl.col(n).cast(t) for n, t in _PAST.items()), how="cross"
    )
    return pl.concat([earlier.select(sold.columns), sold])


def _lots(batch: Batch) -> pl.DataFrame:
    return batch.derived(lines).select("episode", "lot", "sku", "supplier")


def _rated(batch: Batch) -> pl.DataFrame:
    rows = batch.derived(sales).select("episode", "day", "reviews").explode("reviews")
    rows = rows.drop_nulls("reviews").select(
        *("episode", "day"),
        pl.col("reviews").struct.field("lot"),
        pl.col("reviews").struct.field("stars"),
        ratings=pl.lit(1, pl.Int64),
    )
    return _by_supplier(batch, rows, ("stars", "ratings"))


def _sold(batch: Batch) -> pl.DataFrame:
    rows = batch.derived(sales).select("episode", "day", "lots").explode("lots").drop_nulls("lots")
    rows = rows.select(
        *("episode", "day"),
        pl.col("lots").struct.field("lot"),
        pl.col("lots").struct.field("units").alias("sold"),
        pl.col("lots").struct.field("returned").fill_null(0),
    )
    return _by_supplier(batch, rows, ("sold", "returned"))


def _by_supplier(batch: Batch, rows: pl.DataFrame, counts: tuple[str, ...]) -> pl.DataFrame:
    named = rows.join(_lots(batch), on=["episode", "lot"], how="left", maintain_order="left")
    keys = ("episode", "sku", "supplier", "day")
    return named.group_by(keys, maintain_order=True).agg(pl.col(counts).sum())


def _within(rows: pl.DataFrame, counted: pl.DataFrame, span: int) -> pl.DataFrame:
    """Add each supplier's counts of the `span` days before a day: running sums, subtracted."""
    keys = ["episode", "sku", "supplier"]
    counts = [name for name in counted.columns if name not in (*keys, "day")]
    counted = counted.sort("day", maintain_order=True)
    running = counted.with_columns(pl.col(name).cum_sum().over(keys) for name in counts)
    found = rows.with_columns(low=pl.col("day") - span)
    for on, suffix in (("day", ""), ("low", "_low")):
        sums = running.select(*keys, pl.col("day").alias("_at"), pl.col(counts).name.suffix(suffix))
        found = found.sort(on, maintain_order=True).join_asof(
            sums,
            left_on=on,
            right_on="_at",
            by=keys,
            strategy="backward",
            allow_exact_matches=False,
            check_sortedness=False,
        )
        found = found.drop("_at", strict=False)
    less = [pl.col(name).fill_null(0) - pl.col(f"{name}_low").fill_null(0) for name in counts]
    return found.with_columns(less).drop("low", *(f"{name}_low" for name in counts))
