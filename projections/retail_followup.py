"""Stage 4 of the supermarket's diagnostics: whether the agent comes back to what it did and saw.

Attention to a product is an action on it, or a look-up that names it. Definitions: docs/metrics.md,
"The supermarket's stage 4".
"""

from typing import Final

import polars as pl

from projections.batch import Batch
from projections.exact import ratio
from projections.metric import Metric
from projections.retail_frames import (
    KEY,
    NO_ACTION,
    WINDOW_DAYS,
    acted,
    actions,
    asked,
    days,
    expired,
    sales,
    short,
)

_NO_EVENT: Final = "nothing ran out, came back or expired"

METRICS: Final[tuple[Metric, ...]] = (
    Metric(
        name="follow_up",
        unit="ratio",
        meaning="share of actions whose product is acted upon again in the next seven days",
        undefined=NO_ACTION,
        better="higher",
    ),
    Metric(
        name="troubles", unit="count", meaning="products' days with a stock-out, return, expiry"
    ),
    Metric(
        name="resolved",
        unit="ratio",
        meaning="share of troubles whose product gets attention in the next seven days",
        undefined=_NO_EVENT,
        better="higher",
    ),
    Metric(
        name="resolved_early",
        unit="ratio",
        meaning="resolved, over the troubles with seven days of play after them",
        undefined="nothing ran out, came back or expired seven days before the end",
        better="higher",
    ),
    Metric(
        name="response_days",
        unit="days",
        meaning="days until that attention, mean over resolved troubles",
        undefined="no trouble got attention",
        better="lower",
    ),
    Metric(
        name="repeated_troubles",
        unit="count",
        meaning="troubles of a product that had no attention since its last one",
        better="lower",
    ),
    Metric(
        name="action_continuity",
        unit="ratio",
        meaning="products acted upon on two days running over those on either, mean over days",
        undefined="no two days running had an action",
    ),
)

_PARTS: Final = 10**6


def measure(batch: Batch) -> pl.DataFrame:
    """Return `episode` and the metrics of stage 4, one row per episode."""
    found = batch.episodes
    for part in (_followed(batch), _resolved(batch), _continued(batch)):
        found = found.join(part, on="episode", how="left", maintain_order="left")
    found = found.with_columns(pl.col("troubles", "repeated_troubles").fill_null(0))
    return found.select("episode", *(metric.name for metric in METRICS))


def troubles(batch: Batch) -> pl.DataFrame:
    """Return `episode, day, sku` of stock-outs, returns and expiries, none twice, in order."""
    returned = batch.derived(sales).filter(pl.col("returned") > 0).select(KEY)
    parts = [batch.derived(short).select(KEY), returned, batch.derived(expired).select(KEY)]
    return pl.concat(parts).unique(maintain_order=True).sort(KEY, maintain_order=True)


def attention(batch: Batch) -> pl.DataFrame:
    """Return `episode, day, sku` of what was acted upon or looked up by name, none twice."""
    named = batch.derived(asked).select(KEY).drop_nulls("sku")
    both = pl.concat([batch.derived(acted).select(KEY), named])
    return both.unique(maintain_order=True).sort(KEY, maintain_order=True)


def _next(rows: pl.DataFrame, later: pl.DataFrame) -> pl.DataFrame:
    """Add `next`: the first later day, not the same, on which the product is in `later`."""
    later = later.select("episode", "sku", "day", pl.col("day").alias("next"))
    return rows.sort("day", maintain_order=True).join_asof(
        later.sort("day", maintain_order=True),
        on="day",
        by=["episode", "sku"],
        strategy="forward",
        allow_exact_matches=False,
        check_sortedness=False,
    )


def _followed(batch: Batch) -> pl.DataFrame:
    done = batch.derived(actions).select(*KEY, "tool").unique(maintain_order=True)
    rows = _next(done, batch.derived(acted))
    is_met = (pl.col("next") - pl.col("day") <= WINDOW_DAYS).fill_null(False)
    counted = rows.group_by("episode", maintain_order=True).agg(
        is_met.sum().cast(pl.Int64).alias("met"), pl.len().alias("all")
    )
    return counted.select("episode", ratio(pl.col("met"), pl.col("all")).alias("follow_up"))


def _resolved(batch: Batch) -> pl.DataFrame:
    seen = attention(batch)
    rows = _next(troubles(batch), seen).sort(KEY, maintain_order=True)
    played = (
        batch.derived(days).group_by("episode", maintain_order=True).agg(last=pl.col("day").last())
    )
    rows = rows.join(played, on="episode", how="left", maintain_order="left")
    wait = pl.col("next") - pl.col("day")
    is_met = (wait <= WINDOW_DAYS).fill_null(False)
    is_early = pl.col("day") + WINDOW_DAYS <= pl.col("last")
    # The trouble before it had no attention until after this one's day.
    before = pl.col("next").shift(1).over("episode", "sku")
    is_first = pl.int_range(pl.len()).over("episode", "sku") == 0
    is_repeated = ~is_first & (before.is_null() | (before > pl.col("day")))
    rows = rows.with_columns(met=is_met, early=is_early, repeated=is_repeated)
    met, early = pl.col("met"), pl.col("early")
    counted = rows.group_by("episode", maintain_order=True).agg(
        pl.len().cast(pl.Int64).alias("troubles"),
        met.sum().cast(pl.Int64).alias("hits"),
        wait.filter(met).sum().alias("waited"),
        early.sum().cast(pl.Int64).alias("early"),
        (met & early).sum().cast(pl.Int64).alias("early_hits"),
        pl.col("repeated").sum().cast(pl.Int64).alias("repeated_troubles"),
    )
    return counted.select(
        *("episode", "troubles", "repeated_troubles"),
        ratio(pl.col("hits"), pl.col("troubles")).alias("resolved"),
        ratio(pl.col("early_hits"), pl.col("early")).alias("resolved_early"),
        ratio(pl.col("waited"), pl.col("hits")).alias("response_days"),
    )


def _continued(batch: Batch) -> pl.DataFrame:
    """Return the mean overlap of two days running: of pairs on which anything was acted upon."""
    done = batch.derived(acted).select(KEY)
    sizes = done.group_by("episode", "day", maintain_order=True).agg(n=pl.len().cast(pl.Int64))
    again = done.with_columns(day=pl.col("day") + 1)
    both = done.join(again, on=list(KEY), how="semi", maintain_order="left")
    shared = both.group_by("episode", "day", maintain_order=True).agg(both=pl.len().cast(pl.Int64))
    played = batch.derived(days).select("episode", "day").filter(pl.col("day") > 0)
    before = sizes.with_columns(day=pl.col("day") + 1).rename({"n": "before"})
    for part in (sizes, before, shared):
        played = played.join(part, on=["episode", "day"], how="left", maintain_order="left")
    counts = played.with_columns(pl.col("n", "before", "both").fill_null(0))
    union = pl.col("n") + pl.col("before") - pl.col("both")
    counts = counts.filter(union > 0).with_columns(share=(_PARTS * pl.col("both")) // union)
    counted = counts.group_by("episode", maintain_order=True).agg(
        pl.col("share").sum(), pl.len().alias("all")
    )
    mean = ratio(pl.col("share"), _PARTS * pl.col("all").cast(pl.Int64))
    return counted.select("episode", mean.alias("action_continuity"))
