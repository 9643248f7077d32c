"""Audit passes over goods on their way: parcels that come back, deliveries that come in.

Each is begun by one event and ended by exactly one other, on its day, with the amounts that follow
from its beginning. Rules: docs/rules/marketplace.md §8, §10 and §15.3.
"""

from typing import Final

import polars as pl

from events.marketplace import (
    DeliveryArrived,
    ReturnArrived,
    ReturnSeeded,
    ShipmentSent,
)
from events.money import FeePaid
from events.talks import OrderPlaced
from ledger.settlement import DAY_MIN, OPENING_MIN
from projections.audit_finding import (
    Finding,
    dated,
    differs,
    found,
    in_final,
    last_morning,
    numbered,
    overdue,
    paired,
    product,
    repeated,
    without,
)
from projections.audit_life import sales

RETURN_DAYS: Final = (3, 7)
"""Days from shipping to a parcel's return, at least and at most."""


def parcels(log: pl.DataFrame) -> list[Finding]:
    """Each parcel follows from its shipment and arrives once, on its day or at the end."""
    seeded, arrived = dated(log, ReturnSeeded), dated(log, ReturnArrived)
    sent = dated(log, ShipmentSent)
    message = "the parcel never arrived"
    return [
        *repeated(seeded, "batch", "parcels.seeded_twice", "the shipment already has a parcel"),
        *without(seeded, sent, "batch", "parcels.unshipped", "a parcel of no shipment"),
        *_seeded(paired(seeded, sent, "batch"), sales(log)),
        *without(arrived, seeded, "batch", "parcels.unknown", "no such parcel was on its way"),
        *repeated(arrived, "batch", "parcels.twice", "the parcel had already arrived"),
        *_arrived(paired(arrived, seeded, "batch")),
        *without(
            *(seeded.filter(overdue(log, "due_day")), arrived, "batch"),
            *("parcels.missing", message, "due_day", "quantity"),
        ),
    ]


def _seeded(seeded: pl.DataFrame, sold: pl.DataFrame) -> list[Finding]:
    seeded = seeded.with_columns(days=pl.col("due_day") - pl.col("on"), sent=pl.col("seq_0"))
    goods = seeded.rename({"shipment_0": "shipment"}).drop(pl.selectors.ends_with("_0"))
    too_many = (pl.col("quantity") > pl.col("quantity_0")) | (pl.col("quantity") < 1)
    refund = pl.col("unit_refund") != pl.col("unit_price_0")
    return [
        *found(
            *(seeded, ~pl.col("days").is_between(*RETURN_DAYS) | (pl.col("seq") < pl.col("sent"))),
            *("parcels.due", "not due three to seven days after shipping", "batch", "due_day"),
        ),
        *found(
            *(paired(goods, sold, "shipment"), differs("store", "sku") | too_many | refund),
            *("parcels.sale", "not goods, quantity and price of the sale", "batch"),
            *("quantity", "quantity_0", "unit_refund", "unit_price_0"),
        ),
    ]


def _arrived(arrived: pl.DataFrame) -> list[Finding]:
    arrived = arrived.with_columns(
        refund=pl.col("taken").cast(pl.Int128) + pl.col("forgiven"),
        asked=product("quantity_0", "unit_refund_0"),
    )
    due = pl.col("due_day_0")
    wrong_day = pl.when(in_final()).then(due < pl.col("on")).otherwise(due != pl.col("on"))
    return [
        *found(
            *(arrived, differs("store", "sku", "quantity"), "parcels.goods"),
            *("not the goods that were on their way", "batch", "quantity", "quantity_0"),
        ),
        *found(
            *(arrived, pl.col("refund") != pl.col("asked"), "parcels.refund"),
            *("the refund is not units times their price", "batch", "refund", "asked"),
        ),
        *found(
            *(arrived, wrong_day | (pl.col("seq") < pl.col("seq_0")), "parcels.day"),
            *("not on its due day", "batch", "due_day_0"),
        ),
        *found(
            *(arrived, pl.col("restocked") == in_final(), "parcels.restocked"),
            *("restocked at the end, or not restocked before it", "batch"),
        ),
    ]


def deliveries(log: pl.DataFrame) -> list[Finding]:
    """Each order costs its units and arrives once, on its day, as delivered."""
    placed, arrived = dated(log, OrderPlaced), dated(log, DeliveryArrived)
    fees = dated(log, FeePaid)
    orders = pl.concat([part.select("seq", "tick", "order") for part in (placed, fees)])
    return [
        *numbered(orders.sort("seq", maintain_order=True), "order", "deliveries.number"),
        *_placed(placed),
        *without(arrived, placed, "order", "deliveries.unknown", "there was no such order"),
        *repeated(arrived, "order", "deliveries.twice", "the order had already arrived"),
        *_delivered(paired(arrived, placed, "order")),
        *without(
            *(placed.filter(pl.col("due_day") <= last_morning(log)), arrived, "order"),
            *("deliveries.missing", "the order never arrived", "due_day", "delivered"),
        ),
    ]


def _placed(placed: pl.DataFrame) -> list[Finding]:
    placed = placed.with_columns(
        total=product("quantity", "unit_price"),
        # The first morning whose 08:00 is not before the arrival.
        morning=-((OPENING_MIN - pl.col("arrival_min")) // DAY_MIN),
    )
    too_many = (pl.col("delivered") > pl.col("quantity")) | (pl.col("delivered") < 1)
    return [
        *found(
            *(placed, pl.col("amount").cast(pl.Int128) != pl.col("total"), "deliveries.amount"),
            *("the amount is not units times their price", "order", "amount", "total"),
        ),
        *found(
            *(placed, too_many, "deliveries.quantity", "more delivered than ordered, or nothing"),
            *("order", "delivered", "quantity"),
        ),
        *found(
            *(
                placed,
                (pl.col("due_day") != pl.col("morning")) | (pl.col("due_day") <= pl.col("on")),
            ),
            *("deliveries.due", "not due on the first morning after its arrival"),
            *("order", "due_day", "morning"),
        ),
    ]


def _delivered(arrived: pl.DataFrame) -> list[Finding]:
    arrived = arrived.with_columns(fair_cost=product("delivered_0", "unit_price_0"))
    quantity = pl.col("quantity") != pl.col("delivered_0")
    day = (pl.col("on") != pl.col("due_day_0")) | (pl.col("seq") < pl.col("seq_0"))
    return [
        *found(
            *(arrived, differs("supplier", "sku") | quantity, "deliveries.goods"),
            *("not the goods of the order", "order", "quantity", "delivered_0"),
        ),
        *found(
            *(arrived, pl.col("cost").cast(pl.Int128) != pl.col("fair_cost"), "deliveries.cost"),
            *("the cost is not units times their price", "order", "cost", "fair_cost"),
        ),
        *found(
            *(arrived, day, "deliveries.day", "not on its due day"),
            *("order", "due_day_0"),
        ),
    ]
