"""Cash over the year: how far assets fell, how often the bank was overdrawn, what lay idle.

Everything is read at 08:00, after the morning's settlement; the opening balance stands for day 0.
An interrupted episode is measured as far as it came. Definitions: docs/metrics.md, "Cash and
solvency".
"""

from typing import Final

import polars as pl

from events.money import DayClosed, StorageCharged
from projections.batch import Batch
from projections.exact import ratio, round_div
from projections.metric import Metric
from projections.worth import daily, mornings

_NO_MORNING: Final = "no morning has been settled"
_NO_ASSETS: Final = "assets were never above zero"

METRICS: Final[tuple[Metric, ...]] = (
    Metric(
        name="drawdown_over_peak",
        unit="ratio",
        meaning="largest fall of assets from an earlier peak, over the highest peak of all",
        undefined=_NO_ASSETS,
        better="lower",
    ),
    Metric(
        name="max_drawdown",
        unit="ratio",
        meaning="largest fall of assets relative to the peak they fell from",
        undefined=_NO_ASSETS,
        better="lower",
    ),
    Metric(
        name="drawdown_amount",
        unit="micro",
        meaning="largest fall of assets from an earlier peak",
        better="lower",
    ),
    Metric(
        name="trough_day",
        unit="days",
        meaning="the first day on which that fall was reached",
        undefined="assets never fell",
    ),
    Metric(
        name="overdrawn_mornings",
        unit="count",
        meaning="mornings on which the bank closed below zero",
        better="lower",
    ),
    Metric(
        name="overdrawn_covered",
        unit="count",
        meaning="overdrawn mornings on which the wallet held what the bank lacked",
        better="lower",
    ),
    Metric(
        name="longest_overdraft",
        unit="count",
        meaning="most overdrawn mornings in a row",
        better="lower",
    ),
    Metric(
        name="mean_wallet",
        unit="micro",
        meaning="cash left in the wallet, mean over mornings",
        undefined=_NO_MORNING,
        better="lower",
    ),
    Metric(
        name="mean_stock_units",
        unit="count",
        meaning="units that paid storage, on shelves too, mean over mornings",
        undefined=_NO_MORNING,
    ),
    Metric(
        name="first_wallet_day",
        unit="days",
        meaning="the first morning that left cash in the wallet",
        undefined="no morning left cash in the wallet",
        better="lower",
    ),
)

_CENT: Final = 10_000


def measure(batch: Batch) -> pl.DataFrame:
    """Return `episode` and the metrics of cash and solvency, one row per episode."""
    falls = drawdown(daily(batch))
    cash = _cash(batch)
    zero = ("overdrawn_mornings", "overdrawn_covered", "longest_overdraft")
    both = falls.join(cash, on="episode", how="full", coalesce=True)
    return batch.filled(both, zero).select("episode", *(metric.name for metric in METRICS))


def drawdown(series: pl.DataFrame) -> pl.DataFrame:
    """Return the four figures of drawdown per `episode` of a series `episode, day, assets`."""
    peak, fall = pl.col("peak"), pl.col("fall")
    running = series.with_columns(peak=pl.col("assets").cum_max().over("episode"))
    running = running.with_columns(fall=peak - pl.col("assets"))
    running = running.with_columns(relative=ratio(fall, peak))
    found = running.group_by("episode", maintain_order=True).agg(
        fall.max().alias("drawdown_amount"),
        peak.max().alias("top"),
        pl.col("relative").max().alias("max_drawdown"),
        pl.col("day").filter((fall == fall.max()) & (fall > 0)).first().alias("trough_day"),
    )
    return found.select(
        "episode",
        ratio(pl.col("drawdown_amount"), pl.col("top")).alias("drawdown_over_peak"),
        *("max_drawdown", "drawdown_amount", "trough_day"),
    )


def published_drawdown(batch: Batch) -> pl.DataFrame:
    """Return `episode, drawdown_amount` as the published report has it.

    Its series has no opening balance: it begins with the first morning's assets. Each is rounded
    to a whole cent, ties to even, before they are compared; an episode without mornings has no row.
    """
    cents = round_div(pl.col("assets"), pl.lit(_CENT)) * _CENT
    return drawdown(mornings(batch).with_columns(assets=cents)).select("episode", "drawdown_amount")


def _cash(batch: Batch) -> pl.DataFrame:
    closed = batch.of(DayClosed)
    stored = batch.of(StorageCharged).select("episode", "on", "units")
    # Storage is charged before the morning closes; without a charge the warehouse was empty.
    closed = closed.join(stored, on=["episode", "on"], how="left", maintain_order="left")
    bank, wallet = pl.col("bank"), pl.col("wallet")
    overdrawn = bank < 0
    found = closed.group_by("episode", maintain_order=True).agg(
        overdrawn.sum().cast(pl.Int64).alias("overdrawn_mornings"),
        (overdrawn & (bank + wallet >= 0)).sum().cast(pl.Int64).alias("overdrawn_covered"),
        pl.col("streak").max().alias("longest_overdraft"),
        round_div(wallet.cast(pl.Int128).sum(), pl.len()).alias("mean_wallet"),
        pl.col("units").fill_null(0).sum(),
        pl.len().alias("mornings"),
        pl.col("day").filter(wallet > 0).first().alias("first_wallet_day"),
    )
    mean = ratio(pl.col("units"), pl.col("mornings"))
    return found.with_columns(mean.alias("mean_stock_units")).drop("units", "mornings")
