"""Audit pass over the supermarket's goods: every unit ordered is followed until it is gone.

Units leave the count by being sold or by expiring, each time as the lots stood there, so at every
evening those ordered are those on their way, in stock, in the queue, sold and expired; the day's
report tells how many there are (`projections.retail_audit_report`). Rules:
docs/rules/supermarket.md §3 and §4.
"""

from typing import Any

import polars as pl

from events.base import Event
from events.money import DayOpened
from events.supermarket import (
    DayReported,
    DemandSampled,
    GoodsAdmitted,
    GoodsDelivered,
    GoodsExpired,
    GoodsOrdered,
    GoodsSold,
    LotMoved,
)
from ledger.settlement import day_of
from projections.audit_finding import Finding
from projections.retail_audit_log import finding, first_difference, terms_of, told
from projections.retail_stock import Stockroom

KINDS = (
    GoodsOrdered,
    GoodsDelivered,
    GoodsAdmitted,
    DemandSampled,
    GoodsSold,
    GoodsExpired,
    DayOpened,
    DayReported,
)


def goods(log: pl.DataFrame) -> list[Finding]:
    """Goods arrive when due, enter as there is room, leave first in first out, and expire."""
    room, findings = Stockroom(terms_of(log).capacity), []
    arrived: set[int] = set()
    overdue: set[int] = set()
    last = None
    for event in told(log, *KINDS):
        match event:
            case GoodsDelivered():
                findings += _delivered(room, event, arrived, last)
                last = event
            case GoodsAdmitted():
                findings += _admitted(room, event)
            case DemandSampled():
                findings += _left_outside(room, event)
                findings += _order_of_stock(room, event)
            case GoodsSold():
                findings += _sold(room, event)
            case GoodsExpired():
                findings += _expired(room, event)
            case DayOpened():
                findings += _left_to_spoil(room, event)
                findings += _left_outside(room, event)
            case DayReported():
                findings += _never_arrived(room, event, overdue)
        room.apply(event)
    return findings


def _delivered(
    room: Stockroom, event: GoodsDelivered, arrived: set[int], before: GoodsDelivered | None
) -> list[Finding]:
    order, today = room.pending.get(event.order), day_of(event.tick)
    if order is None:
        what = "the order had already arrived" if event.order in arrived else "no such order"
        return [finding(event, "goods.unknown", what, order=event.order)]
    arrived.add(event.order)
    findings = []
    if order.due_day != today:
        message = "the order did not arrive on the day it was due"
        figures = {"order": event.order, "due_day": order.due_day}
        findings.append(finding(event, "goods.day", message, **figures))
    if before is not None and before.tick == event.tick and before.order > event.order:
        message = "not unloaded in the order in which they were placed"
        figures = {"order": event.order, "before": before.order}
        findings.append(finding(event, "goods.turn", message, **figures))
    whole = [(line.lot, line.quantity) for line in order.lines]
    moved = [(each.lot, each.stocked + each.waiting) for each in event.lots]
    message = "not the lots and units of the order"
    findings += _unlike(event, "goods.delivered", message, moved, whole)
    if not findings:
        message = "not as many found room as there was room for"
        findings += _unlike(event, "goods.room", message, event.lots, room.unloaded(order))
    return findings


def _admitted(room: Stockroom, event: GoodsAdmitted) -> list[Finding]:
    expected = [LotMoved(*part) for part in room.admissible()]
    message = "not the first units of the queue, or not as many as found room"
    return _unlike(event, "goods.admitted", message, event.lots, expected)


def _left_outside(room: Stockroom, event: Event) -> list[Finding]:
    """Goods that could have entered before; they do now, so that this is told once."""
    entering = room.admissible()
    for lot, units in entering:
        room.admit(lot, units)
    if not entering:
        return []
    units = sum([units for _, units in entering])
    message = "goods waited outside while there was room"
    return [finding(event, "goods.outside", message, units=units, lot=entering[0][0])]


def _order_of_stock(room: Stockroom, event: DemandSampled) -> list[Finding]:
    seen = [each.sku for each in event.products]
    message = "not the products in stock, in its order"
    return _unlike(event, "goods.stock", message, seen, room.in_stock())


def _sold(room: Stockroom, event: GoodsSold) -> list[Finding]:
    findings = []
    for sale in event.sales:
        units = sum([part.units for part in sale.lots])
        there = room.units(sale.sku)
        figures: dict[str, Any] = {"sku": sale.sku}
        if units > there:
            message = "more units were sold than were in stock"
            findings.append(
                finding(event, "goods.sold", message, **figures, units=units, stock=there)
            )
            continue
        parts = [(part.lot, part.units) for part in sale.lots]
        part = first_difference(parts, room.oldest(sale.sku, units))
        if part:
            message = "not the units that had entered first"
            findings.append(finding(event, "goods.sold", message, **figures, **part))
    return findings


def _expired(room: Stockroom, event: GoodsExpired) -> list[Finding]:
    message = "not just the units that were past their last day"
    past = room.past(day_of(event.tick))
    return _unlike(event, "goods.expired", message, event.lots, past)


def _left_to_spoil(room: Stockroom, event: DayOpened) -> list[Finding]:
    """Units that should have vanished last evening; they do now, so that this is told once."""
    past = room.past(day_of(event.tick) - 1)
    room.expire(past)
    if not past:
        return []
    units = sum([each.stocked + each.waiting for each in past])
    message = "units past their last day did not expire"
    return [finding(event, "goods.unexpired", message, units=units, lot=past[0].lot)]


def _never_arrived(room: Stockroom, event: DayReported, known: set[int]) -> list[Finding]:
    """Orders whose day is over, each told of once, where it was placed."""
    today = day_of(event.tick)
    pending = room.pending.values()
    overdue = [each for each in pending if each.due_day <= today and each.order not in known]
    known.update([order.order for order in overdue])
    message = "the order never arrived"
    return [
        finding(order, "goods.missing", message, order=order.order, due_day=order.due_day)
        for order in overdue
    ]


def _unlike(event: Event, rule: str, message: str, given: Any, expected: Any) -> list[Finding]:
    part = first_difference(given, expected)
    return [finding(event, rule, message, **part)] if part else []
