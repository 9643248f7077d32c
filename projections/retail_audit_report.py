"""Audit pass over the supermarket's daily reports: each figure from the events of its day.

Goods and bank are counted from the beginning, so one wrong event would be told of every later day:
those figures are told of where they first part, and where the difference changes. Rules:
docs/rules/supermarket.md §4, §6.6 and §9.1.
"""

from collections import Counter
from typing import Final

import polars as pl

from events.episode import EpisodeStarted
from events.supermarket import (
    DayReported,
    DemandSampled,
    GoodsAdmitted,
    GoodsDelivered,
    GoodsExpired,
    GoodsOrdered,
    GoodsSold,
    RentPaid,
    ShelfSet,
    TakingsBooked,
)
from ledger.accounts import BANK
from ledger.postings import legs
from ledger.settlement import day_of
from projections.audit_finding import Finding
from projections.retail_audit_log import finding, first_difference, terms_of, told, worth
from projections.retail_stock import Stockroom

FLOWS: Final = ("sold", "returned", "expired", "revenue", "refunds", "cost", "bare")
LEVELS: Final = ("stocked", "waiting", "net_worth")
_KINDS: Final = (
    EpisodeStarted,
    ShelfSet,
    DemandSampled,
    GoodsSold,
    GoodsExpired,
    GoodsAdmitted,
    GoodsDelivered,
    GoodsOrdered,
    TakingsBooked,
    RentPaid,
    DayReported,
)


class _Day:
    """The figures of the day that is being read, and all that is there."""

    def __init__(self, capacity: int) -> None:
        self.room = Stockroom(capacity)
        self.bank = 0
        self.shelf: tuple[str, ...] = ()
        self.flows: Counter[str] = Counter()
        self.short: list[str] = []
        self.drifts: dict[str, int] = {}
        """By how much each level was off on the day before."""


def report(log: pl.DataFrame) -> list[Finding]:
    """The day's report is what its events come to: flows, goods, net worth, what ran short."""
    day, findings = _Day(terms_of(log).capacity), []
    for event in told(log, *_KINDS):
        day.bank += sum([amount for account, amount in legs(event) if account == BANK])
        match event:
            case ShelfSet():
                day.shelf = event.skus
            case DemandSampled():
                day.flows["bare"] = sum([not day.room.units(sku) for sku in day.shelf])
            case GoodsSold():
                for sale in event.sales:
                    for name in ("sold", "returned", "revenue", "refunds", "cost"):
                        day.flows[name] += getattr(sale, name)
                    if sale.demand > sale.sold:
                        day.short.append(sale.sku)
            case GoodsExpired():
                day.flows["expired"] += sum([each.stocked + each.waiting for each in event.lots])
            case DayReported():
                findings += _compared(day, event)
                day.flows, day.short = Counter(), []
        day.room.apply(event)
    return findings


def _compared(day: _Day, event: DayReported) -> list[Finding]:
    findings = []
    expected = {"day": day_of(event.tick) - 1, **{name: day.flows[name] for name in FLOWS}}
    for name, value in expected.items():
        given = getattr(event, name)
        if given != value:
            message = f"{name} is not what the day's events come to"
            figures = {name: given, "expected": value}
            findings.append(finding(event, f"report.{name}", message, **figures))
    part = first_difference(event.short, day.short)
    if part:
        message = "not the products of which more was asked for than sold, in selling order"
        findings.append(finding(event, "report.short", message, **part))
    for name, value in zip(LEVELS, _levels(day, event), strict=True):
        given = getattr(event, name)
        drift = given - value
        if drift not in (0, day.drifts.get(name, 0)):
            message = f"{name} is not what there is by the log"
            figures = {name: given, "expected": value, "difference": drift}
            findings.append(finding(event, f"report.{name}", message, **figures))
        day.drifts[name] = drift
    return findings


def _levels(day: _Day, event: DayReported) -> tuple[int, int, int]:
    """Return units in stock and in the queue, and the net worth on the morning of the report."""
    on_the_way = sum([order.amount for order in day.room.pending.values()])
    goods = worth(day.room.goods_value(day_of(event.tick)), 1) or 0
    return day.room.stocked, day.room.waiting, day.bank + goods + on_the_way
