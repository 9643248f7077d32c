"""Audit pass over money: the books kept anew from the postings, beside every recorded balance.

Bank, wallet and escrow are running sums of the legs in the order of the log. A wrong balance is
told where a difference first shows or changes, not on every morning after it.
"""

from typing import Final

import polars as pl

from events.base import Event
from events.codec import make_decoder
from events.episode import EpisodeEnded
from events.marketplace import (
    DeliveryArrived,
    ReturnArrived,
    ShipmentCancelled,
    StoreClosed,
    StoreOpened,
    UnitsSold,
)
from events.money import (
    DayClosed,
    DayOpened,
    EscrowMatured,
    IdleCharged,
    OpsCharged,
    SolvencyTested,
    StorageCharged,
)
from events.union import AnyEvent
from ledger.accounts import ASSETS, ESCROW, WALLET
from ledger.postings import POSTINGS, legs
from ledger.settlement import CLOSE
from projections.audit_finding import Finding, dated, found, paired, tag_of, without

FIGURES: Final[dict[str, tuple[type[Event], pl.Expr]]] = {
    "ops": (OpsCharged, pl.col("stores").list.eval(pl.element().struct["amount"]).list.sum()),
    "idle": (IdleCharged, pl.col("amount")),
    "storage": (StorageCharged, pl.col("amount")),
    "units_sold": (UnitsSold, pl.col("quantity")),
    "cancelled": (ShipmentCancelled, pl.lit(1)),
    "returned": (ReturnArrived, pl.lit(1)),
    "matured": (
        EscrowMatured,
        pl.col("batches").list.eval(pl.element().struct["amount"]).list.sum(),
    ),
    "delivered": (DeliveryArrived, pl.lit(1)),
}
"""What each figure of `day.closed` counts: a kind, and what every event of the morning adds."""

_decode = make_decoder(AnyEvent)


def books(log: pl.DataFrame) -> list[Finding]:
    """Postings cancel, and their sums are every recorded balance, exactly."""
    running = running_book(log, postings(log))
    below = [
        found(running, (pl.col(name) < 0).cum_sum() == 1, "books.negative", message, name)
        for name, message in (
            (WALLET, "the wallet is below zero"),
            (ESCROW, "escrow is below zero"),
        )
    ]
    return [
        *balances(log, DayClosed),
        *(finding for group in below for finding in group[:1]),
        *_store_costs(log),
        *_figures(log),
        *_closed_streaks(log),
    ]


def balances(log: pl.DataFrame, closed: type[Event]) -> list[Finding]:
    """Find postings and balances that are wrong, and streaks: what is money in every world.

    Args:
        closed: the kind that tells balances at the end of each settlement.
    """
    rows = postings(log)
    return [
        *found(rows, pl.col("total") != 0, "books.unbalanced", "legs do not cancel", "total"),
        *_balances(log, running_book(log, rows), (SolvencyTested, closed, EpisodeEnded)),
        *_streaks(log),
    ]


def postings(log: pl.DataFrame) -> pl.DataFrame:
    """Return `seq, tick, bank, wallet, escrow, total`, one row per event that moves money."""
    tags = [tag_of(kind) for kind in POSTINGS]
    moving = log.filter(pl.col("kind").is_in(tags))
    moved = [legs(_decode(payload)) for payload in moving["payload"]]
    columns = {
        name: [sum([amount for account, amount in each if account == name]) for each in moved]
        for name in ASSETS
    }
    columns["total"] = [sum([amount for _, amount in each]) for each in moved]
    # 128 bits: sums of 64-bit columns wrap without a word.
    wide = [pl.Series(name, values, pl.Int128) for name, values in columns.items()]
    return moving.select("seq", "tick").with_columns(wide)


def running_book(log: pl.DataFrame, rows: pl.DataFrame) -> pl.DataFrame:
    """Return `seq, tick, kind, bank, wallet, escrow` after every event of the log."""
    moves = rows.select("seq", *ASSETS).unique("seq", keep="first", maintain_order=True)
    every = log.select("seq", "tick", "kind").join(
        moves, on="seq", how="left", maintain_order="left"
    )
    return every.with_columns(pl.col(name).fill_null(0).cum_sum() for name in ASSETS)


def _balances(
    log: pl.DataFrame, running: pl.DataFrame, kinds: tuple[type[Event], ...]
) -> list[Finding]:
    parts = [
        rows.select("seq", "tick", *(name for name in ASSETS if name in rows.columns))
        for rows in (dated(log, kind) for kind in kinds)
    ]
    noted = pl.concat(parts, how="diagonal").sort("seq", maintain_order=True)
    kept = running.select("seq", *(pl.col(name).alias(f"{name}_kept") for name in ASSETS))
    kept = kept.unique("seq", keep="first", maintain_order=True)
    both = noted.join(kept, on="seq", how="inner", maintain_order="left")
    findings = []
    for name in ASSETS:
        rows = both.drop_nulls(name).with_columns(
            difference=pl.col(name).cast(pl.Int128) - pl.col(f"{name}_kept")
        )
        off = pl.col("difference")
        wrong = (off != 0) & (off != off.shift(1, fill_value=0))
        message = f"the {name} is not what the postings come to"
        findings += found(
            *(rows, wrong, f"books.{name}", message, name, f"{name}_kept", "difference")
        )
    return findings


def _store_costs(log: pl.DataFrame) -> list[Finding]:
    """Every open store pays its own daily cost each morning, and no other store does."""
    opened, closed = dated(log, StoreOpened), dated(log, StoreClosed)
    lines = dated(log, OpsCharged).explode("stores").drop_nulls("stores").unnest("stores")
    paid = lines.group_by("on").agg(paid=pl.len().cast(pl.Int64))
    opens, closes = (log["kind"] == tag_of(kind) for kind in (StoreOpened, StoreClosed))
    count = (opens.cast(pl.Int64) - closes.cast(pl.Int64)).cum_sum()
    mornings = dated(log, DayOpened).with_columns(
        open_stores=count.filter(log["kind"] == tag_of(DayOpened))
    )
    mornings = mornings.join(paid, on="on", how="left", maintain_order="left").with_columns(
        pl.col("paid").fill_null(0)
    )
    return [
        *without(lines, opened, "store", "books.store", "such a store was never opened"),
        *found(
            *(paired(lines, opened, "store"), pl.col("amount").ne_missing(pl.col("ops_cost_0"))),
            *("books.ops_cost", "not the store's daily cost", "store", "amount", "ops_cost_0"),
        ),
        *found(
            *(paired(lines, closed, "store"), pl.col("seq") > pl.col("seq_0")),
            *("books.store", "the store had closed", "store", "seq_0"),
        ),
        *found(
            *(mornings, pl.col("paid") != pl.col("open_stores"), "books.stores"),
            *("not as many stores paid as are open", "paid", "open_stores"),
        ),
    ]


def _figures(log: pl.DataFrame) -> list[Finding]:
    """The morning's figures in `day.closed` are sums over the morning's events."""
    closed = dated(log, DayClosed)
    findings = []
    for name, (kind, value) in FIGURES.items():
        steps = dated(log, kind).filter(pl.col("phase") < CLOSE.phase)
        steps = steps.with_columns(counted=value.cast(pl.Int128))
        sums = steps.group_by("on").agg(pl.col("counted").sum())
        rows = closed.join(sums, on="on", how="left", maintain_order="left").with_columns(
            pl.col("counted").fill_null(0)
        )
        wrong = pl.col(name).cast(pl.Int128) != pl.col("counted")
        message = f"{name} is not the sum of the morning's events"
        findings += found(rows, wrong, f"books.{name}", message, name, "counted")
    return findings


def _streaks(log: pl.DataFrame) -> list[Finding]:
    tested = dated(log, SolvencyTested).with_columns(
        expected=pl.when(pl.col("bank") < 0)
        .then(pl.col("streak").shift(1, fill_value=0) + 1)
        .otherwise(0)
    )
    message = "not the mornings in a row below zero"
    wrong = pl.col("streak") != pl.col("expected")
    return found(tested, wrong, "books.streak", message, "streak", "expected", "bank")


def _closed_streaks(log: pl.DataFrame) -> list[Finding]:
    tested = dated(log, SolvencyTested).select("on", tested="streak")
    closed = dated(log, DayClosed).join(tested, on="on", how="inner", maintain_order="left")
    message = "not the streak that was tested"
    wrong = pl.col("streak") != pl.col("tested")
    return found(closed, wrong, "books.streak", message, "streak", "tested")
