"""Audit passes over the supermarket's shop floor: shelf, prices, customers, sales, reviews.

Rules: docs/rules/supermarket.md §6 and §7.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

import polars as pl

from events.base import Event
from events.marketplace import PriceSet
from events.money import DayOpened
from events.supermarket import (
    DemandSampled,
    GoodsAdmitted,
    GoodsDelivered,
    GoodsExpired,
    GoodsOrdered,
    GoodsSold,
    PricesDrawn,
    Sale,
    ShelfSet,
)
from projections.audit_finding import Finding
from projections.retail_audit_log import Terms, finding, first_difference, terms_of, told
from projections.retail_stock import Stockroom

POWER: Final = "power"
DIMENSIONS: Final = ("price", "quality", "other")
PRICE_MAX: Final = 1_000_000
STARS: Final = (1, 5)


def shelf(log: pl.DataFrame) -> list[Finding]:
    """The shelf holds known products, each once, and has places for them; prices are prices."""
    places, findings = terms_of(log).shelf, []
    known: set[str] = set()
    for event in told(log, PricesDrawn, ShelfSet, PriceSet):
        if isinstance(event, PricesDrawn):
            findings += _distinct(event, [line.sku for line in event.prices])
            known.update([line.sku for line in event.prices])
        elif isinstance(event, ShelfSet):
            findings += [*_distinct(event, event.skus), *_known(event, event.skus, known)]
            if places is not None and len(event.skus) > places:
                message = "more products than the shelf has places for"
                figures = {"products": len(event.skus), "places": places}
                findings.append(finding(event, "shelf.places", message, **figures))
        else:
            findings += _known(event, [event.sku], known)
            if not 0 < event.price <= PRICE_MAX or event.store:
                message = "not a price of this store's"
                findings.append(finding(event, "shelf.price", message, price=event.price))
    return findings


def _distinct(event: Event, skus: Iterable[str]) -> list[Finding]:
    twice = [sku for sku, times in Counter(skus).items() if times > 1]
    message = "the product is named twice"
    return [finding(event, "shelf.twice", message, sku=sku) for sku in twice]


def _known(event: Event, skus: Iterable[str], known: set[str]) -> list[Finding]:
    message = "the store sells no such product"
    return [finding(event, "shelf.product", message, sku=sku) for sku in skus if sku not in known]


class _Floor:
    """What stands where, at which price, on the evening that is being read."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.room = Stockroom(terms.capacity)
        self.prices: dict[str, float] = {}
        self.categories: dict[str, str] = {}
        self.shelf: tuple[str, ...] = ()
        self.demand: DemandSampled | None = None
        """The evening's demand, until its sales have been read."""


def sales(log: pl.DataFrame) -> list[Finding]:
    """Shelved products sell at the price set, what is asked for and there; few units come back."""
    floor, findings = _Floor(terms_of(log)), []
    kinds = (PricesDrawn, PriceSet, ShelfSet, DemandSampled, GoodsSold, DayOpened)
    moves = (GoodsOrdered, GoodsDelivered, GoodsAdmitted, GoodsExpired)
    for event in told(log, *kinds, *moves):
        match event:
            case PricesDrawn():
                floor.prices |= {line.sku: line.price for line in event.prices}
                floor.categories |= {line.sku: line.category for line in event.prices}
            case PriceSet():
                floor.prices[event.sku] = event.price
            case ShelfSet():
                floor.shelf = event.skus
            case DemandSampled():
                findings += _attractions(floor.terms, event)
                floor.demand = event
            case GoodsSold():
                findings += _evening(floor, event)
            case DayOpened() if floor.demand is not None:
                findings += _unsold(floor, floor.demand)
        floor.room.apply(event)
    return findings


def _attractions(terms: Terms, event: DemandSampled) -> list[Finding]:
    findings = []
    cap = terms.news_cap if terms.news else 0.0
    if event.traffic < 0:
        message = "not a number of customers"
        findings.append(finding(event, "sales.traffic", message, traffic=event.traffic))
    for each in event.products:
        off = cap is not None and abs(each.news) > cap
        off = off or (terms.review_ratio is None and each.reviews != 0)
        swayed = 1 + (each.reviews + each.news)
        if off or each.value < 0 or (swayed <= 0 and each.value > 0):
            message = "an attraction or an effect that no product can have"
            told_of = {"sku": each.sku, "value": each.value, "news": each.news}
            findings.append(
                finding(event, "sales.attraction", message, **told_of, reviews=each.reviews)
            )
    return findings


def _offered(floor: _Floor, demand: DemandSampled) -> list[str]:
    """Return the products that customers choose from, in selling order."""
    if floor.terms.aggregation != POWER:
        return [each.sku for each in demand.products]
    limited = floor.terms.shelf is not None
    groups: dict[str, list[str]] = {}
    for each in demand.products:
        if each.value > 0 and (not limited or each.sku in floor.shelf):
            groups.setdefault(floor.categories.get(each.sku, ""), []).append(each.sku)
    return [sku for group in groups.values() for sku in group]


def _unsold(floor: _Floor, demand: DemandSampled) -> list[Finding]:
    floor.demand = None
    offered = _offered(floor, demand)
    if not offered:
        return []
    message = "products were offered and nobody is told to have looked at them"
    return [finding(demand, "sales.missing", message, products=len(offered))]


def _evening(floor: _Floor, event: GoodsSold) -> list[Finding]:
    demand, floor.demand = floor.demand, None
    if demand is None:
        return [finding(event, "sales.demand", "sales of an evening without demand")]
    findings = []
    part = first_difference([sale.sku for sale in event.sales], _offered(floor, demand))
    if part:
        message = "not the products that customers could choose from, in selling order"
        findings.append(finding(event, "sales.products", message, **part))
    for sale in event.sales:
        findings += _sale(floor, event, sale)
    wanted: Counter[str] = Counter()
    for sale in event.sales:
        power = floor.terms.aggregation == POWER
        wanted[floor.categories.get(sale.sku, "") if power else sale.sku] += sale.demand
    message = "more units were asked for than customers came"
    findings += [
        finding(event, "sales.traffic", message, of=name, units=units, traffic=demand.traffic)
        for name, units in wanted.items()
        if units > demand.traffic
    ]
    return findings


def _sale(floor: _Floor, event: GoodsSold, sale: Sale) -> list[Finding]:
    there = floor.room.units(sale.sku)
    units = sum([part.units for part in sale.lots])
    returned = sum([part.returned for part in sale.lots])
    price = floor.prices.get(sale.sku)
    checks: tuple[tuple[bool, str, str, dict[str, Any]], ...] = (
        (
            sale.price == price,
            "price",
            "not the price that was set",
            {"price": sale.price, "set": price},
        ),
        (
            sale.demand >= 0 and sale.sold == min(sale.demand, there),
            "sold",
            "not what was asked for, up to what was in stock",
            {"sold": sale.sold, "asked": sale.demand, "stock": there},
        ),
        (
            sale.sold == units and sale.returned == returned,
            "lots",
            "the lots do not come to the units sold and sent back",
            {"sold": sale.sold, "of_lots": units, "returned": sale.returned, "back": returned},
        ),
        (
            all(0 <= part.returned <= part.units and part.units > 0 for part in sale.lots)
            and (floor.terms.review_ratio is not None or not returned),
            "returned",
            "more units came back than were sold, or some where none can",
            {"sold": sale.sold, "returned": sale.returned},
        ),
    )
    findings = [
        finding(event, f"sales.{rule}", message, sku=sale.sku, **figures)
        for holds, rule, message, figures in checks
        if not holds
    ]
    return findings + _reviews(floor.terms, event, sale)


def _reviews(terms: Terms, event: GoodsSold, sale: Sale) -> list[Finding]:
    findings = []
    sold = {part.lot: part.units for part in sale.lots}
    written = Counter([review.lot for review in sale.reviews])
    for lot, count in written.items():
        if count > sold.get(lot, 0) or terms.review_ratio is None:
            message = "more reviews than units of the lot were sold, or some where none can be"
            figures = {"sku": sale.sku, "lot": lot, "reviews": count, "sold": sold.get(lot, 0)}
            findings.append(finding(event, "sales.reviews", message, **figures))
    places = [list(sold).index(review.lot) for review in sale.reviews if review.lot in sold]
    if places != sorted(places):
        message = "not in the order in which the units were sold"
        findings.append(finding(event, "sales.reviews", message, sku=sale.sku))
    for review in sale.reviews:
        if (
            not STARS[0] <= review.stars <= STARS[1]
            or review.dimension not in DIMENSIONS
            or review.remark < 0
        ):
            message = "no review has so many stars, or is about that"
            figures = {"sku": sale.sku, "stars": review.stars, "dimension": review.dimension}
            findings.append(finding(event, "sales.review", message, **figures))
    return findings
