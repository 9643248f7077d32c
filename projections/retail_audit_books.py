"""Audit pass over the supermarket's money: the books kept anew, takings, rent, rounding.

Rules: docs/rules/supermarket.md §1 and §4.
"""

import polars as pl

from events.money import DayOpened
from events.supermarket import (
    DayReported,
    GoodsOrdered,
    GoodsSold,
    RentPaid,
    TakingsBooked,
)
from projections.audit_books import balances
from projections.audit_finding import Finding
from projections.retail_audit_log import finding, terms_of, told, worth


def books(log: pl.DataFrame) -> list[Finding]:
    """Amounts are units times prices, takings the evening's sales, and balances their sums."""
    return [*balances(log, DayReported), *_sales(log), *_takings(log), *_rents(log)]


def _sales(log: pl.DataFrame) -> list[Finding]:
    findings = []
    bought: dict[int, float] = {}
    for event in told(log, GoodsOrdered, GoodsSold):
        if isinstance(event, GoodsOrdered):
            bought |= {line.lot: line.price for line in event.lines}
            continue
        for sale in event.sales:
            costs = [worth(bought.get(part.lot, 0.0), part.units) for part in sale.lots]
            for name, expected in (
                ("revenue", worth(sale.price, sale.sold)),
                ("refunds", worth(sale.price, sale.returned)),
                ("cost", None if None in costs else sum([each or 0 for each in costs])),
            ):
                given = getattr(sale, name)
                if given != expected:
                    message = f"the {name} is not units times their price"
                    figures = {"sku": sale.sku, name: given, "expected": expected}
                    findings.append(finding(event, f"books.{name}", message, **figures))
    return findings


def _takings(log: pl.DataFrame) -> list[Finding]:
    """Revenue less refunds of an evening reach the bank the same evening."""
    findings = []
    revenue = refunds = 0
    sold: GoodsSold | None = None
    for event in told(log, GoodsSold, TakingsBooked, DayOpened):
        if isinstance(event, GoodsSold):
            revenue += sum([sale.revenue for sale in event.sales])
            refunds += sum([sale.refunds for sale in event.sales])
            sold = event
            continue
        figures = {"revenue": revenue, "refunds": refunds}
        if isinstance(event, DayOpened):
            if sold is not None and (revenue or refunds):
                message = "what was sold never reached the bank"
                findings.append(finding(sold, "books.untaken", message, **figures))
        elif (event.revenue, event.refunds) != (revenue, refunds) or not (revenue or refunds):
            message = "not the revenue and refunds of the evening's sales"
            given = {"booked": event.revenue, "refunded": event.refunds}
            findings.append(finding(event, "books.takings", message, **figures, **given))
        revenue = refunds = 0
    return findings


def _rents(log: pl.DataFrame) -> list[Finding]:
    """Each morning the rent is paid, whatever there is in the bank."""
    rent, findings = terms_of(log).rent, []
    paid = False
    for event in told(log, RentPaid, DayReported):
        if isinstance(event, RentPaid):
            paid = True
            if event.amount != rent:
                message = "not the store's rent"
                figures = {"amount": event.amount, "rent": rent}
                findings.append(finding(event, "books.rent", message, **figures))
            continue
        if rent and not paid:
            findings.append(
                finding(event, "books.unpaid", "no rent was paid this morning", rent=rent)
            )
        paid = False
    return findings
