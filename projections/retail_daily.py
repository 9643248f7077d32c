"""The supermarket day by day, for curves: its net worth, and how many products the news moved."""

import polars as pl

from events.base import Event
from events.episode import EpisodeStarted
from events.supermarket import DayReported, DemandSampled, QuotesPublished
from projections.batch import Batch


def worths(batch: Batch) -> pl.DataFrame:
    """Return `episode, day, assets`: the opening balance as day 0, then net worth every morning."""
    opened = batch.of(EpisodeStarted).select(
        "episode", pl.lit(0, pl.Int64).alias("day"), pl.col("opening_balance").alias("assets")
    )
    later = batch.of(DayReported).select("episode", pl.col("day") + 1, assets="net_worth")
    return pl.concat([opened, later]).sort("episode", "day", maintain_order=True)


def demand_moved(batch: Batch) -> pl.DataFrame:
    """Return `episode, day, products`: those in stock whose demand the day's news moves, if any."""
    return _moved(batch, DemandSampled, "news")


def quotes_moved(batch: Batch) -> pl.DataFrame:
    """Return `episode, day, products`: those whose quotes the day's news moves, if any."""
    return _moved(batch, QuotesPublished, "effect")


def _moved(batch: Batch, kind: type[Event], effect: str) -> pl.DataFrame:
    rows = batch.of(kind).select("episode", pl.col("on").alias("day"), "products")
    rows = rows.explode("products").drop_nulls("products")
    # A record leaves out an effect of 0.
    some = rows.filter(pl.col("products").struct.field(effect).fill_null(0) != 0)
    return some.group_by("episode", "day", maintain_order=True).agg(
        pl.len().cast(pl.Int64).alias("products")
    )
