"""What the business was worth: its three balances, morning by morning, and what was left.

Assets are bank, wallet and escrow; stock counts nothing. The last row is the end of the episode,
after the final settlement, and is no morning of its own. Money is micro-yuan.
"""

from typing import Final

import msgspec
import polars as pl

from events.episode import EpisodeEnded, EpisodeStarted
from events.money import DayClosed
from projections.frames import frame_of

NEEDED: Final = (EpisodeStarted, DayClosed, EpisodeEnded)
"""The kinds these projections read."""


class Worth(msgspec.Struct, frozen=True, kw_only=True):
    """The primary figures of an episode."""

    opening_balance: int
    assets: int
    """Bank + wallet + escrow after the final settlement."""
    multiplier: float
    """Assets / opening balance; 0.0 where the episode opened with nothing."""
    bankrupt: bool
    last_day: int
    reason: str


def balances(log: pl.DataFrame) -> pl.DataFrame:
    """Return `day, bank, wallet, escrow, assets`, one row per morning and one for the end."""
    mornings = frame_of(log, DayClosed).select("day", "bank", "wallet", "escrow")
    end = frame_of(log, EpisodeEnded).select("day", "bank", "wallet", "escrow")
    whole = pl.concat([mornings, end])
    return whole.with_columns(assets=pl.col("bank") + pl.col("wallet") + pl.col("escrow"))


def worth(log: pl.DataFrame) -> Worth | None:
    """Return an episode's primary figures; None while it has not ended."""
    started, ended = frame_of(log, EpisodeStarted), frame_of(log, EpisodeEnded)
    if ended.is_empty():
        return None
    opening = int(started["opening_balance"][0])
    last = ended.row(0, named=True)
    assets = last["bank"] + last["wallet"] + last["escrow"]
    return Worth(
        opening_balance=opening,
        assets=assets,
        multiplier=assets / opening if opening else 0.0,
        bankrupt=last["reason"] == "bankruptcy",
        last_day=last["day"],
        reason=last["reason"],
    )
