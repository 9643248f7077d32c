"""Metrics of learning: does the agent bargain better late in the year than early in it?

Lifts compare the later half of the concluded negotiations with the earlier one; anchoring compares
purchases of the same SKU from the same honest supplier with each other (`projections.anchoring`).
Docs: docs/metrics.md, learning.
"""

from typing import Final

import polars as pl

from projections.anchoring import Anchoring, anchorings
from projections.batch import Batch
from projections.metric import Metric
from projections.talks import TEN_THOUSANDTHS, concluded, is_deal, talks

LEARNS_FROM: Final = 4
"""Fewer negotiations than these say nothing about learning."""

_FEW: Final = "fewer than four negotiations with honest suppliers were concluded"
_FEW_DEALS: Final = "there were fewer than four deals with honest suppliers"
_ONCE: Final = "nothing was bought twice from the same honest supplier"
_NO_CHANCE: Final = f"{_ONCE}, or chance gives 0"
_CERTAIN: Final = f"{_ONCE}, or every order of the prices gives the same"

METRICS: Final[tuple[Metric, ...]] = (
    Metric(
        name="se_half_lift",
        unit="ratio",
        meaning="surplus efficiency with honest suppliers, later half less earlier half",
        undefined=_FEW,
        better="higher",
    ),
    Metric(
        name="agr_half_lift",
        unit="ratio",
        meaning="share of deals with honest suppliers, later half less earlier half",
        undefined=_FEW,
        better="higher",
    ),
    Metric(
        name="se_slope_per_day",
        unit="ratio",
        meaning="least-squares slope of surplus efficiency with honest suppliers, per day",
        undefined=_FEW,
        better="higher",
    ),
    Metric(
        name="fraud_avoidance_lift",
        unit="ratio",
        meaning="share of negotiations that are deals with frauds, earlier half less later half",
        undefined=_FEW,
        better="higher",
    ),
    Metric(
        name="time_to_zero_bad",
        unit="days",
        meaning="the last day with a deal with a fraudulent supplier, 0 if there was none",
        undefined=_FEW,
        better="lower",
    ),
    Metric(
        name="rounds_half_improvement",
        unit="count",
        meaning="mean rounds of deals with honest suppliers, earlier half less later half",
        undefined=_FEW_DEALS,
        better="higher",
    ),
    Metric(
        name="anchor_ratio",
        unit="ratio",
        meaning="AnchorRatio: regret over better earlier prices, relative to chance",
        undefined=_NO_CHANCE,
        better="lower",
    ),
    Metric(
        name="anchor_regret",
        unit="ratio",
        meaning="mean price of a reorder above the lowest before it, as a share of the surplus",
        undefined=_ONCE,
        better="lower",
    ),
    Metric(
        name="anchor_z",
        unit="z",
        meaning="deviations by which regret is below chance",
        undefined=_CERTAIN,
        better="higher",
        pooled="stouffer",
    ),
    Metric(
        name="new_low_rate",
        unit="ratio",
        meaning="share of reorders at a new lowest price",
        undefined=_ONCE,
        better="higher",
    ),
    Metric(
        name="new_low_ratio",
        unit="ratio",
        meaning="share of reorders at a new lowest price, relative to chance",
        undefined=_NO_CHANCE,
        better="higher",
    ),
    Metric(
        name="new_low_z",
        unit="z",
        meaning="deviations by which new lowest prices are above chance",
        undefined=_CERTAIN,
        better="higher",
        pooled="stouffer",
    ),
    Metric(
        name="repeat_pairs",
        unit="count",
        meaning="pairs of an honest supplier and a SKU with at least two deals",
    ),
    Metric(name="reorders", unit="count", meaning="deals of such a pair after its first"),
)

_ANCHORED: Final = {
    "episode": pl.UInt32,
    "anchor_ratio": pl.Float64,
    "anchor_regret": pl.Float64,
    "anchor_z": pl.Float64,
    "new_low_rate": pl.Float64,
    "new_low_ratio": pl.Float64,
    "new_low_z": pl.Float64,
    "repeat_pairs": pl.Int64,
    "reorders": pl.Int64,
}


def measure(batch: Batch) -> pl.DataFrame:
    """Return `episode` and the columns of METRICS, one row per episode in order."""
    rows = talks(batch)
    over = concluded(rows).with_columns(is_deal().cast(pl.Int64).alias("deal"))
    found = batch.episodes
    for part in (_lifts(over), _slopes(over), _anchored(anchorings(rows))):
        found = found.join(part, on="episode", how="left", maintain_order="left")
    names = [metric.name for metric in METRICS]
    return batch.filled(found.select("episode", *names), zero=["repeat_pairs", "reorders"])


def _lifts(over: pl.DataFrame) -> pl.DataFrame:
    """Return the figures that compare halves, of episodes with enough negotiations."""
    honest = over.filter("honest")
    fell_for = pl.col("deal") * pl.col("honest").not_()
    won, rounds = pl.col("efficiency"), pl.col("rounds")
    enough = honest.group_by("episode", maintain_order=True).agg(count=pl.len())
    enough = enough.filter(pl.col("count") >= LEARNS_FROM).select("episode")
    deals = honest.filter(pl.col("deal") == 1)
    found = enough
    for part in (
        _lift(honest, "se_half_lift", won, scale=TEN_THOUSANDTHS),
        _lift(honest, "agr_half_lift", pl.col("deal")),
        _lift(over, "fraud_avoidance_lift", fell_for, falls=True),
        _lift(deals, "rounds_half_improvement", rounds, falls=True),
        over.group_by("episode", maintain_order=True).agg(
            time_to_zero_bad=pl.col("day_concluded").filter(fell_for == 1).max().fill_null(0)
        ),
    ):
        found = found.join(part, on="episode", how="left", maintain_order="left")
    return found


def _lift(
    rows: pl.DataFrame, name: str, value: pl.Expr, *, scale: int = 1, falls: bool = False
) -> pl.DataFrame:
    """Return the mean of the later half less that of the earlier one, or the other way round.

    Of an odd number of rows the later half has one more; fewer than four give no row.
    """
    place, number = pl.int_range(pl.len()).over("episode"), pl.len().over("episode")
    halves = rows.select("episode", value=value, late=place >= number // 2, number=number)
    late = pl.col("late")
    sums = (
        halves.filter(pl.col("number") >= LEARNS_FROM)
        .group_by("episode", maintain_order=True)
        .agg(
            pl.col("value").filter(~late).sum().alias("early"),
            (~late).sum().alias("earlier"),
            pl.col("value").filter(late).sum().alias("late"),
            late.sum().alias("later"),
        )
    )
    lifts = []
    for episode, early, earlier, sum_late, later in sums.rows():
        before, after = early / (scale * earlier), sum_late / (scale * later)
        lifts.append((episode, before - after if falls else after - before))
    return pl.DataFrame(lifts, {"episode": pl.UInt32, name: pl.Float64}, orient="row")


def _slopes(over: pl.DataFrame) -> pl.DataFrame:
    day, won = (pl.col(name).cast(pl.Int128) for name in ("day_concluded", "efficiency"))
    # Exact integers, divided once: n * covariance over n * variance of the days.
    together = pl.len() * (day * won).sum() - day.sum() * won.sum()
    spread = pl.len() * (day * day).sum() - day.sum() * day.sum()
    sums = (
        over.filter("honest")
        .group_by("episode", maintain_order=True)
        .agg(number=pl.len(), together=together, spread=spread)
        .filter(pl.col("number") >= LEARNS_FROM)
    )
    slopes = [
        (episode, above / (TEN_THOUSANDTHS * below) if below else 0.0)
        for episode, above, below in sums.select("episode", "together", "spread").rows()
    ]
    schema = {"episode": pl.UInt32, "se_slope_per_day": pl.Float64}
    return pl.DataFrame(slopes, schema, orient="row")


def _anchored(found: dict[int, Anchoring]) -> pl.DataFrame:
    rows = [
        (
            episode,
            each.regret_ratio,
            each.regret,
            each.regret_z,
            each.new_low_rate,
            each.new_low_ratio,
            each.new_low_z,
            each.pairs,
            each.reorders,
        )
        for episode, each in found.items()
    ]
    return pl.DataFrame(rows, schema=_ANCHORED, orient="row")
