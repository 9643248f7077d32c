"""Operational efficiency: how many calls and minutes the work took, and what it earned per call.

Tools are gathered into eight bands of activity by one table; a tool that is not in it, such as one
that the agent made up, is `other`. Definitions: docs/metrics.md, "Operational efficiency".
"""

from typing import Final

import polars as pl

from events.episode import EpisodeEnded, EpisodeStarted, ToolAnswered, TurnTaken
from events.marketplace import MemoDeleted, MemoWritten
from projections.batch import Batch
from projections.exact import ratio, round_div
from projections.metric import NOT_ENDED, Metric

SHIPPING: Final = "shipping"
DAY_ADVANCE: Final = "day_advance"
WITHDRAWAL: Final = "withdrawal"
PUBLISHING: Final = "publishing"
PRICING: Final = "pricing"
SOURCING: Final = "sourcing"
RESEARCH: Final = "research"
BOOKKEEPING: Final = "bookkeeping"
OTHER: Final = "other"

BANDS: Final = {
    "ship_orders": SHIPPING,
    "wait_for_next_day": DAY_ADVANCE,
    "withdraw": WITHDRAWAL,
    "open_store": PUBLISHING,
    "close_store": PUBLISHING,
    "publish_to_store": PUBLISHING,
    "return_to_warehouse": PUBLISHING,
    "set_prices": PRICING,
    "join_promotion": PRICING,
    "supplier_search": SOURCING,
    "chatbox": SOURCING,
    "market_search": RESEARCH,
    "list_products": RESEARCH,
    "check_store_status": BOOKKEEPING,
    "check_balance": BOOKKEEPING,
    "check_warehouse": BOOKKEEPING,
    "trace_return_sources": BOOKKEEPING,
    "operate_memory": BOOKKEEPING,
}
"""The band of each of the marketplace's tools."""

MEMORY: Final = "operate_memory"

_MEANT: Final = {
    SHIPPING: "shipping sold goods or listing what waits to be shipped",
    DAY_ADVANCE: "waiting for the next day",
    WITHDRAWAL: "moving money from the wallet to the bank",
    PUBLISHING: "opening and closing stores, putting goods on a shelf or taking them off",
    PRICING: "prices and promotions",
    SOURCING: "finding suppliers and talking to them",
    RESEARCH: "looking at the market and at products",
    BOOKKEEPING: "looking at stores, money, stock, returns and notes",
    OTHER: "tools that do not exist",
}
_IDLE: Final = (DAY_ADVANCE, OTHER)
"""Bands that cost no working minutes."""
_NO_CALL: Final = "no call was made"

METRICS: Final = (
    Metric(name="calls", unit="count", meaning="tool calls answered, failed ones included"),
    Metric(
        name="calls_failed", unit="count", meaning="calls answered with an error", better="lower"
    ),
    Metric(
        name="calls_failed_share",
        unit="ratio",
        meaning="share of calls that failed",
        undefined=_NO_CALL,
        better="lower",
        pooled="ratio",
        over=("calls_failed", "calls"),
    ),
    Metric(name="turns", unit="count", meaning="turns taken, those without a call included"),
    Metric(
        name="calls_per_turn",
        unit="ratio",
        meaning="calls per turn",
        undefined="no turn was taken",
        pooled="ratio",
        over=("calls", "turns"),
    ),
    *(
        Metric(name=f"calls_{band}", unit="count", meaning=f"calls for {meant}")
        for band, meant in _MEANT.items()
    ),
    Metric(name="minutes_worked", unit="minutes", meaning="working minutes charged for calls"),
    *(
        Metric(name=f"minutes_{band}", unit="minutes", meaning=f"minutes of calls for {meant}")
        for band, meant in _MEANT.items()
        if band not in _IDLE
    ),
    Metric(
        name="profit_per_call",
        unit="micro",
        meaning="final assets less the opening balance, per call",
        undefined=f"{NOT_ENDED}, or {_NO_CALL}",
        better="higher",
        pooled="ratio",
        over=("surplus", "calls"),
    ),
    Metric(name="memo_writes", unit="count", meaning="notes added or changed"),
    Metric(name="memo_deletes", unit="count", meaning="notes deleted"),
    Metric(name="memo_reads", unit="count", meaning="successful look-ups of notes"),
    Metric(name="memo_chars", unit="count", meaning="characters written into notes"),
)


def measure(batch: Batch) -> pl.DataFrame:
    """Return `episode` and a column for each of `METRICS`, one row per episode in order."""
    rows = (
        _calls(batch)
        .join(_turns(batch), on="episode", maintain_order="left")
        .join(_memos(batch), on="episode", maintain_order="left")
        .join(_surplus(batch), on="episode", maintain_order="left")
    )
    return rows.with_columns(
        calls_failed_share=ratio(pl.col("calls_failed"), pl.col("calls")),
        calls_per_turn=ratio(pl.col("calls"), pl.col("turns")),
        profit_per_call=round_div(pl.col("surplus"), pl.col("calls")),
        memo_reads=pl.col("memory_done") - pl.col("memo_writes") - pl.col("memo_deletes"),
    ).select("episode", *(metric.name for metric in METRICS))


def _calls(batch: Batch) -> pl.DataFrame:
    """Count calls and minutes; `memory_done` are the successful calls of the memory tool."""
    band = pl.col("tool").replace_strict(BANDS, default=OTHER, return_dtype=pl.String)
    answered = batch.of(ToolAnswered).with_columns(band=band)
    minutes = pl.col("minutes")
    counted = answered.group_by("episode", maintain_order=True).agg(
        calls=pl.len().cast(pl.Int64),
        calls_failed=_count(pl.col("failed")),
        memory_done=_count((pl.col("tool") == MEMORY) & ~pl.col("failed")),
        minutes_worked=minutes.sum(),
        **{f"calls_{each}": _count(pl.col("band") == each) for each in _MEANT},
        **{f"minutes_{each}": minutes.filter(pl.col("band") == each).sum() for each in _MEANT},
    )
    return batch.filled(counted, zero=[name for name in counted.columns if name != "episode"])


def _count(which: pl.Expr) -> pl.Expr:
    return which.sum().cast(pl.Int64)


def _turns(batch: Batch) -> pl.DataFrame:
    turns = batch.of(TurnTaken).group_by("episode").agg(turns=pl.len().cast(pl.Int64))
    return batch.filled(turns, zero=["turns"])


def _memos(batch: Batch) -> pl.DataFrame:
    written = batch.of(MemoWritten).group_by("episode")
    written_counts = written.agg(
        memo_writes=pl.len().cast(pl.Int64),
        memo_chars=pl.col("content").str.len_chars().cast(pl.Int64).sum(),
    )
    deleted = batch.of(MemoDeleted).group_by("episode")
    deleted_counts = deleted.agg(memo_deletes=pl.len().cast(pl.Int64))
    writes = batch.filled(written_counts, zero=["memo_writes", "memo_chars"])
    deletes = batch.filled(deleted_counts, zero=["memo_deletes"])
    return writes.join(deletes, on="episode", maintain_order="left")


def _surplus(batch: Batch) -> pl.DataFrame:
    """Return `surplus` in micro-yuan; null while the episode has not ended."""
    assets = pl.col("bank") + pl.col("wallet") + pl.col("escrow")
    ended = batch.of(EpisodeEnded).select("episode", assets=assets)
    started = batch.of(EpisodeStarted).select("episode", "opening_balance")
    both = ended.join(started, on="episode", maintain_order="left")
    surplus = pl.col("assets") - pl.col("opening_balance")
    return batch.filled(both.select("episode", surplus=surplus))
