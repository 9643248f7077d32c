"""Audit passes over the life of a sale: its shipment, and the escrow batch the shipment opens.

Each is begun by one event and ended by exactly one other, on its day, with the amounts that follow
from its beginning. Rules: docs/rules/marketplace.md §7, §9 and §15.3.
"""

from typing import Final

import polars as pl

from events.marketplace import (
    ReturnArrived,
    ShipmentCancelled,
    ShipmentSent,
    ShipmentVoided,
    UnitsSold,
)
from events.money import EscrowMatured
from projections.audit_finding import (
    Finding,
    dated,
    differs,
    found,
    in_final,
    numbered,
    overdue,
    paired,
    product,
    repeated,
    without,
)

COMMISSION_DIVISOR: Final = 50
"""The platform keeps a fiftieth of gross, rounded half-even."""
SHIP_DAYS: Final = 2
"""Days from the sale to the deadline."""
ESCROW_DAYS: Final = 9
"""Days from shipping to maturity."""


def shipments(log: pl.DataFrame) -> list[Finding]:
    """Each sale is sent in time, cancelled after its deadline or voided at the end, just once."""
    sold, sent = sales(log), dated(log, ShipmentSent)
    lapsed, voided = dated(log, ShipmentCancelled), dated(log, ShipmentVoided)
    fates = pl.concat(
        [part.select("seq", "tick", "shipment", "store") for part in (sent, lapsed, voided)]
    ).sort("seq", maintain_order=True)
    before = pl.col("seq") < pl.col("seq_0")
    late = sold.filter(overdue(log, "lapse_day"))
    return [
        *_sold(sold),
        *without(fates, sold, "shipment", "shipments.unknown", "there was no such sale"),
        *repeated(fates, "shipment", "shipments.twice", "the shipment was dealt with before"),
        *found(
            paired(fates, sold, "shipment"),
            differs("store") | before,
            "shipments.sale",
            "another store than its sale's, or before the sale",
            *("shipment", "store", "store_0", "seq_0"),
        ),
        *without(
            *(late, fates, "shipment", "shipments.missing"),
            "the shipment was neither sent nor cancelled nor voided",
            "deadline_day",
        ),
        *_sent(paired(sent, sold, "shipment")),
        *_not_sent(paired(lapsed, sold, "shipment"), paired(voided, sold, "shipment")),
    ]


def sales(log: pl.DataFrame) -> pl.DataFrame:
    """Return the sales with the commission and net that follow from their gross."""
    sold = dated(log, UnitsSold).with_columns(
        gross=product("quantity", "unit_price"), lapse_day=pl.col("deadline_day") + 1
    )
    whole, twice = pl.col("gross") // COMMISSION_DIVISOR, 2 * (pl.col("gross") % COMMISSION_DIVISOR)
    up = (twice > COMMISSION_DIVISOR) | ((twice == COMMISSION_DIVISOR) & (whole % 2 == 1))
    sold = sold.with_columns(fair_commission=whole + up.cast(pl.Int128))
    return sold.with_columns(fair_net=pl.col("gross") - pl.col("fair_commission"))


def _sold(sold: pl.DataFrame) -> list[Finding]:
    days = (pl.col("sale_day") + 1 != pl.col("on")) | (
        pl.col("sale_day") + SHIP_DAYS != pl.col("deadline_day")
    )
    return [
        *numbered(sold, "shipment", "shipments.number"),
        *found(
            *(sold, days, "shipments.days", "not yesterday's sale, or not its deadline"),
            *("shipment", "sale_day", "deadline_day"),
        ),
        *found(
            *(sold, pl.col("net").cast(pl.Int128) != pl.col("fair_net")),
            *("shipments.net", "net is not gross less the commission"),
            *("shipment", "net", "fair_net"),
        ),
    ]


def _sent(sent: pl.DataFrame) -> list[Finding]:
    commission = pl.col("commission").cast(pl.Int128) != pl.col("fair_commission_0")
    return [
        *found(
            *(sent, differs("net") | commission),
            *("shipments.amount", "net or commission is not that of the sale"),
            *("shipment", "net", "net_0", "commission", "fair_commission_0"),
        ),
        *found(
            *(sent, pl.col("on") > pl.col("deadline_day_0")),
            *("shipments.late", "sent after its deadline", "shipment", "deadline_day_0"),
        ),
    ]


def _not_sent(lapsed: pl.DataFrame, voided: pl.DataFrame) -> list[Finding]:
    goods = ("sku", "quantity")
    both = pl.concat([lapsed, voided])
    return [
        *found(
            *(both, differs(*goods), "shipments.goods", "not the goods of the sale"),
            *("shipment", "sku", "sku_0", "quantity", "quantity_0"),
        ),
        *found(
            *(lapsed, pl.col("on") != pl.col("lapse_day_0")),
            *("shipments.lapse", "not cancelled on the morning after its deadline"),
            *("shipment", "deadline_day_0"),
        ),
        *found(
            *(voided, in_final().not_()),
            *("shipments.voided", "voided before the final settlement", "shipment"),
        ),
    ]


def escrow(log: pl.DataFrame) -> list[Finding]:
    """Each batch opens once, refunds up to its amount, and matures once with what is left."""
    sent, arrived = dated(log, ShipmentSent), dated(log, ReturnArrived)
    lines = dated(log, EscrowMatured).explode("batches").drop_nulls("batches").unnest("batches")
    refunds = arrived.with_columns(
        earlier=pl.col("taken").cast(pl.Int128).cum_sum().over("batch") - pl.col("taken")
    )
    return [
        *numbered(sent, "batch", "escrow.number"),
        *found(
            *(sent, pl.col("on") + ESCROW_DAYS != pl.col("due_day")),
            *("escrow.due", f"not due {ESCROW_DAYS} days after shipping", "batch", "due_day"),
        ),
        *without(arrived, sent, "batch", "escrow.unknown", "a refund without its batch"),
        *_refunds(paired(refunds, sent, "batch"), lines),
        *without(lines, sent, "batch", "escrow.unknown", "a batch matured that was never opened"),
        *repeated(lines, "batch", "escrow.twice", "the batch had already matured"),
        *_matured(paired(lines, sent, "batch"), arrived),
        *without(
            *(sent.filter(overdue(log, "due_day")), lines, "batch"),
            *("escrow.missing", "the batch never matured", "due_day", "net"),
        ),
    ]


def _refunds(refunds: pl.DataFrame, lines: pl.DataFrame) -> list[Finding]:
    left = pl.col("net_0") - pl.col("earlier")
    asked = pl.col("taken").cast(pl.Int128) + pl.col("forgiven")
    refunds = refunds.with_columns(left=left, asked=asked)
    ended = refunds.rename({"seq_0": "sent"}).drop(pl.selectors.ends_with("_0"))
    return [
        *found(
            *(refunds, pl.col("taken") != pl.min_horizontal("left", "asked")),
            *("escrow.refund", "not taken up to what the batch held"),
            *("batch", "taken", "forgiven", "left"),
        ),
        *found(
            *(paired(ended, lines, "batch"), pl.col("seq") > pl.col("seq_0")),
            *("escrow.closed", "a refund after the batch had matured", "batch", "seq_0"),
        ),
        *found(
            *(refunds, pl.col("seq") < pl.col("seq_0")),
            *("escrow.early", "a refund before the batch was opened", "batch", "seq_0"),
        ),
    ]


def _matured(lines: pl.DataFrame, arrived: pl.DataFrame) -> list[Finding]:
    ends = lines.select("batch", end="seq").unique("batch", keep="first", maintain_order=True)
    taken = arrived.join(ends, on="batch").filter(pl.col("seq") < pl.col("end"))
    taken = taken.group_by("batch").agg(refunded=pl.col("taken").cast(pl.Int128).sum())
    lines = lines.join(taken, on="batch", how="left", maintain_order="left").with_columns(
        left=pl.col("net_0") - pl.col("refunded").fill_null(0)
    )
    due = pl.col("due_day_0")
    wrong_day = pl.when(in_final()).then(due < pl.col("on")).otherwise(due != pl.col("on"))
    return [
        *found(
            *(lines, pl.col("amount").cast(pl.Int128).ne_missing(pl.col("left"))),
            *("escrow.amount", "not what the batch had left", "batch", "amount", "left"),
        ),
        *found(
            *(lines, wrong_day | (pl.col("seq") < pl.col("seq_0"))),
            *("escrow.day", "not matured on its due day", "batch", "due_day_0"),
        ),
    ]
