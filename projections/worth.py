"""What the business was worth: its balances day by day, and what was left of the opening capital.

Assets are bank, wallet and escrow; stock counts nothing. Money is micro-yuan. Definitions:
docs/metrics.md, "Primary".
"""

from typing import Final

import msgspec
import polars as pl

from events.episode import EpisodeEnded, EpisodeStarted
from events.money import DayClosed
from events.supermarket import DayReported
from projections.batch import Batch
from projections.exact import ratio
from projections.metric import NOT_ENDED, Metric

NEEDED: Final = (EpisodeStarted, DayClosed, DayReported, EpisodeEnded)
"""The kinds these projections read."""

METRICS: Final[tuple[Metric, ...]] = (
    Metric(
        name="final_assets",
        unit="micro",
        meaning="bank + wallet + escrow after the final settlement",
        undefined=NOT_ENDED,
        better="higher",
    ),
    Metric(
        name="multiplier",
        unit="ratio",
        meaning="final assets over the opening balance",
        undefined=f"{NOT_ENDED}, or it opened with nothing",
        better="higher",
    ),
    Metric(
        name="surplus",
        unit="micro",
        meaning="final assets less the opening balance",
        undefined=NOT_ENDED,
        better="higher",
    ),
    Metric(
        name="bankrupt",
        unit="yes",
        meaning="the episode ended in bankruptcy",
        undefined=NOT_ENDED,
        better="lower",
        pooled="share",
    ),
    Metric(
        name="last_day",
        unit="days",
        meaning="mornings settled when the episode ended",
        undefined=NOT_ENDED,
        better="higher",
    ),
)

_BALANCES: Final = ("bank", "wallet", "escrow")
_ASSETS: Final = pl.sum_horizontal(*_BALANCES)


class Worth(msgspec.Struct, frozen=True, kw_only=True):
    """The primary figures of one episode."""

    opening_balance: int
    assets: int
    """Bank + wallet + escrow after the final settlement."""
    multiplier: float | None
    """Assets / opening balance; None where the episode opened with nothing."""
    bankrupt: bool
    last_day: int
    reason: str


def measure(batch: Batch) -> pl.DataFrame:
    """Return `episode` and the primary metrics, one row per episode; null while not ended."""
    started = batch.of(EpisodeStarted).select("episode", "opening_balance")
    ended = batch.of(EpisodeEnded).with_columns(final_assets=_ASSETS, last_day="day")
    both = ended.join(started, on="episode", how="left", maintain_order="left")
    opening = pl.col("opening_balance")
    measured = both.select(
        "episode",
        "final_assets",
        ratio(pl.col("final_assets"), opening).alias("multiplier"),
        (pl.col("final_assets") - opening).alias("surplus"),
        (pl.col("reason") == "bankruptcy").alias("bankrupt"),
        "last_day",
    )
    return batch.filled(measured)


def mornings(batch: Batch) -> pl.DataFrame:
    """Return a market's `episode, day, bank, wallet, escrow, assets`, one row per morning."""
    closed = batch.of(DayClosed).select("episode", "day", *_BALANCES)
    return closed.with_columns(assets=_ASSETS)


def daily(batch: Batch) -> pl.DataFrame:
    """Return `episode, day, assets`: the opening balance as day 0, then every settled morning.

    What the final settlement leaves is no row: it follows the last morning on the same day.
    """
    opened = batch.of(EpisodeStarted).select(
        "episode", pl.lit(0, pl.Int64).alias("day"), pl.col("opening_balance").alias("assets")
    )
    later = mornings(batch).select("episode", "day", "assets")
    return pl.concat([opened, later]).sort("episode", "day", maintain_order=True)


def balances(log: pl.DataFrame) -> pl.DataFrame:
    """Return one log's `day, bank, wallet, escrow, assets`: its mornings, then a row for the end.

    The last row is no morning of its own; an episode that has not ended lacks it.
    """
    batch = Batch({"": log})
    end = batch.of(EpisodeEnded).select("episode", "day", *_BALANCES).with_columns(assets=_ASSETS)
    return pl.concat([mornings(batch), end]).drop("episode")


def worth(log: pl.DataFrame) -> Worth | None:
    """Return one log's primary figures; None while its episode has not ended."""
    batch = Batch({"": log})
    found = measure(batch).row(0, named=True)
    if found["last_day"] is None:
        return None
    return Worth(
        opening_balance=found["final_assets"] - found["surplus"],
        assets=found["final_assets"],
        multiplier=found["multiplier"],
        bankrupt=found["bankrupt"],
        last_day=found["last_day"],
        reason=batch.of(EpisodeEnded)["reason"][0],
    )
