"""Audit passes over the supermarket's buying: what suppliers ask, and what is ordered from them.

Rules: docs/rules/supermarket.md §5 and §3.1.
"""

from typing import Any, Final

import polars as pl

from events.episode import EpisodeStarted
from events.supermarket import (
    GoodsOrdered,
    OrderLine,
    PricesDrawn,
    Quoted,
    QuotesPublished,
    RentPaid,
    TakingsBooked,
)
from ledger.accounts import BANK
from ledger.postings import legs
from ledger.settlement import day_of
from projections.audit_finding import Finding
from projections.retail_audit_log import finding, first_difference, terms_of, told, worth

UNITS_MIN: Final = 10_000
"""An order may always hold this many units."""


def quotes(log: pl.DataFrame) -> list[Finding]:
    """Every day the same suppliers quote for the same products, and news moves prices in bounds."""
    terms, findings = terms_of(log), []
    known: set[str] = set()
    first: QuotesPublished | None = None
    for event in told(log, PricesDrawn, QuotesPublished):
        if isinstance(event, PricesDrawn):
            known.update([line.sku for line in event.prices])
            continue
        skus = [line.sku for line in event.products]
        if first is None:
            first = event
            if set(skus) != known or len(skus) != len(known):
                message = "not a quote for each of the store's products"
                findings.append(finding(event, "quotes.products", message))
        for name, given, expected in (
            ("suppliers", event.suppliers, first.suppliers),
            ("products", skus, [line.sku for line in first.products]),
        ):
            part = first_difference(given, expected)
            if part:
                message = f"not the {name} of the first day"
                findings.append(finding(event, f"quotes.{name}", message, **part))
        cap = terms.news_cap if terms.news else 0.0
        findings += [each for line in event.products for each in _quoted(event, line, cap)]
    return findings


def _quoted(event: QuotesPublished, line: Quoted, cap: float | None) -> list[Finding]:
    findings, size = [], len(event.suppliers)
    figures: dict[str, Any] = {"sku": line.sku}
    if len(line.prices) != size or len(line.qualities) != size:
        message = "not one price and one quality for each supplier"
        findings.append(finding(event, "quotes.size", message, **figures))
    if cap is not None and abs(line.effect) > cap:
        message = "the news takes off more than it may"
        findings.append(
            finding(event, "quotes.effect", message, **figures, effect=line.effect, cap=cap)
        )
    return findings


def orders(log: pl.DataFrame) -> list[Finding]:
    """An order pays the day's quote with money that is there, and is due with its slowest line."""
    terms, findings = terms_of(log), []
    most = max(terms.capacity, UNITS_MIN)
    lives: dict[str, int] = {}
    quoted: QuotesPublished | None = None
    bank, number, lots = 0, 0, 0
    money = (EpisodeStarted, TakingsBooked, RentPaid, GoodsOrdered)
    for event in told(log, PricesDrawn, QuotesPublished, *money):
        if isinstance(event, PricesDrawn):
            lives.update([(line.sku, line.shelf_life) for line in event.prices])
        elif isinstance(event, QuotesPublished):
            quoted = event
        elif isinstance(event, GoodsOrdered):
            findings += _numbers(event, number, lots)
            number, lots = event.order, max([lots, *(line.lot for line in event.lines)])
            findings += _limits(event, most, bank)
            findings += _dates(event, lives)
            findings += _prices(event, quoted)
        bank += sum([amount for account, amount in legs(event) if account == BANK])
    return findings


def _numbers(event: GoodsOrdered, number: int, lots: int) -> list[Finding]:
    findings = []
    if event.order != number + 1:
        message = "the order is not the next number"
        figures = {"order": event.order, "expected": number + 1}
        findings.append(finding(event, "orders.number", message, **figures))
    given = [line.lot for line in event.lines]
    part = first_difference(given, range(lots + 1, lots + 1 + len(given)))
    if part:
        message = "the lots are not the next numbers"
        findings.append(finding(event, "orders.lot", message, order=event.order, **part))
    return findings


def _limits(event: GoodsOrdered, most: int, bank: int) -> list[Finding]:
    findings = []
    units = sum([line.quantity for line in event.lines])
    fewest = min([line.quantity for line in event.lines], default=0)
    figures: dict[str, Any] = {"order": event.order}
    if units > most or fewest < 1:
        message = "an order of too many units, or of none"
        findings.append(finding(event, "orders.units", message, **figures, units=units, most=most))
    if event.amount > bank:
        message = "it cost more than there was in the bank"
        money = {"amount": event.amount, "bank": bank}
        findings.append(finding(event, "orders.funds", message, **figures, **money))
    return findings


def _dates(event: GoodsOrdered, lives: dict[str, int]) -> list[Finding]:
    findings, today = [], day_of(event.tick)
    leads = [line.lead_days for line in event.lines]
    due = today + max(leads, default=0)
    if event.due_day != due or min(leads, default=0) < 1:
        message = "not due on the day of its slowest line, or due at once"
        figures = {"order": event.order, "due_day": event.due_day, "expected": due}
        findings.append(finding(event, "orders.due", message, **figures))
    for line in event.lines:
        life = lives.get(line.sku)
        told_of = {"order": event.order, "lot": line.lot, "sku": line.sku}
        if life is None:
            message = "the store sells no such product"
            findings.append(finding(event, "orders.product", message, **told_of))
        elif line.last_day != event.due_day + life:
            message = "the last day is not that of arrival and the shelf life"
            days = {"last_day": line.last_day, "expected": event.due_day + life}
            findings.append(finding(event, "orders.last_day", message, **told_of, **days))
    return findings


def _prices(event: GoodsOrdered, quoted: QuotesPublished | None) -> list[Finding]:
    findings = []
    if quoted is None or day_of(quoted.tick) != day_of(event.tick):
        return [finding(event, "orders.quote", "no quotes had been published that day")]
    if event.supplier not in quoted.suppliers:
        message = "there is no such supplier"
        return [finding(event, "orders.supplier", message, supplier=event.supplier)]
    place = quoted.suppliers.index(event.supplier)
    by_sku = {line.sku: line for line in quoted.products}
    for line in event.lines:
        told_of = {"order": event.order, "lot": line.lot, "supplier": event.supplier}
        findings += _line(event, line, by_sku.get(line.sku), place, told_of)
    total = sum([line.amount for line in event.lines])
    if event.amount != total:
        message = "the amount is not the sum of its lines"
        figures = {"order": event.order, "amount": event.amount, "sum": total}
        findings.append(finding(event, "orders.amount", message, **figures))
    return findings


def _line(
    event: GoodsOrdered, line: OrderLine, quoted: Quoted | None, place: int, told_of: dict[str, Any]
) -> list[Finding]:
    findings = []
    for name, given, row in (
        ("price", line.price, quoted.prices if quoted else ()),
        ("quality", line.quality, quoted.qualities if quoted else ()),
    ):
        asked = row[place] if place < len(row) else None
        if given != asked:
            message = f"not the {name} that the supplier quoted that day"
            figures = {name: given, "quoted": asked}
            findings.append(finding(event, f"orders.{name}", message, **told_of, **figures))
    fair = worth(line.price, line.quantity)
    if line.amount != fair:
        message = "the amount is not units times their price"
        figures = {"amount": line.amount, "expected": fair}
        findings.append(finding(event, "orders.amount", message, **told_of, **figures))
    return findings
