"""What is odd or inconsistent in a marketplace that loads; and the world in figures."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from data.findings import Finding, error, warning
from data.marketplace import names
from data.marketplace.tables import Category, MarketEvent, Marketplace, Promotion

PUBLISHED_COUNTS = {
    "store types": 12,
    "categories": 60,
    "suppliers": 576,
    "promotions": 8,
    "events": 10,
}
"""Table -> its rows in the published world."""

_TOLERANCE = 1e-6
_YEAR = 2026


def check(market: Marketplace) -> list[Finding]:
    """Look for contradictions and oddities, in the order of the tables; empty if there are none."""
    return [
        *_counts(market),
        *_store_types(market),
        *_categories(market),
        *_products(market),
        *_suppliers(market),
        *(finding for row in market.promotions for finding in _promotion(row)),
        *(finding for row in market.events for finding in _event(row)),
    ]


def summary(market: Marketplace) -> dict[str, object]:
    """The world in figures: how many of what, within which bands, and the digest.

    Prices are in yuan, return rates fractions of one; a band is (lowest, highest).
    """
    products = Counter(row.category for row in market.products)
    suppliers = Counter(name for row in market.suppliers for name in row.categories)
    listed = [row.name for row in market.categories]
    prices = [row.reference_price for row in market.products]
    returns = [row.return_rate for row in market.products]
    return {
        "store_types": len(market.store_types),
        "categories": len(market.categories),
        "products": len(market.products),
        "suppliers": len(market.suppliers),
        "suppliers_honest": sum(row.honest for row in market.suppliers),
        "suppliers_fraudulent": sum(not row.honest for row in market.suppliers),
        "products_per_category": _band([products[name] for name in listed]),
        "suppliers_per_category": _band([suppliers[name] for name in listed]),
        "promotions": len(market.promotions),
        "events": len(market.events),
        "prices": _band(prices),
        "return_rates": _band(returns),
        "digest": market.digest,
    }


def _band(values: list[float] | list[int]) -> tuple[float, float] | None:
    return (min(values), max(values)) if values else None


def _counts(market: Marketplace) -> Iterator[Finding]:
    tables = (
        (names.STORE_TYPES_CSV, "store types", len(market.store_types)),
        (names.CATEGORIES_CSV, "categories", len(market.categories)),
        (names.SUPPLIERS_CSV, "suppliers", len(market.suppliers)),
        (names.PROMOTIONS_CSV, "promotions", len(market.promotions)),
        (names.EVENTS_CSV, "events", len(market.events)),
    )
    for file, what, count in tables:
        if count != PUBLISHED_COUNTS[what]:
            published = PUBLISHED_COUNTS[what]
            yield warning(file, "", f"has {count} {what}; the published world has {published}")


def _store_types(market: Marketplace) -> Iterator[Finding]:
    file = names.STORE_TYPES_CSV
    categories = {row.name: row for row in market.categories}
    owners: dict[str, str] = {}
    for row in market.store_types:
        if not row.categories:
            yield warning(file, row.id, "sells no category")
        for name in row.categories:
            owner = owners.setdefault(name, row.id)
            if name not in categories:
                yield error(file, row.id, f"lists the unknown category {name}")
            elif owner != row.id:
                yield error(file, row.id, f"lists {name}, which {owner} lists already")
            elif categories[name].store_type != row.id:
                other = categories[name].store_type
                yield error(file, row.id, f"lists {name}, a category of {other}")
    for name in categories:
        if name not in owners:
            yield error(
                names.CATEGORIES_CSV, name, "is listed by no store type: nobody may sell it"
            )


def _categories(market: Marketplace) -> Iterator[Finding]:
    file = names.CATEGORIES_CSV
    with_products = Counter(row.category for row in market.products)
    with_suppliers = Counter(name for row in market.suppliers for name in row.categories)
    for row in market.categories:
        bands = (
            ("price", row.price_min, row.price_max),
            ("monthly sales", row.monthly_min, row.monthly_max),
            ("return rate", row.return_min, row.return_max),
        )
        for what, low, high in bands:
            if low is not None and high is not None and low > high:
                yield error(file, row.name, f"the {what} band runs from {low:g} down to {high:g}")
        if (row.return_min is None) != (row.return_max is None):
            yield warning(file, row.name, "the return band has only one of its bounds")
        if not with_products[row.name]:
            yield warning(file, row.name, "has no products")
        if not with_suppliers[row.name]:
            yield warning(file, row.name, "has no suppliers: its products cannot be bought")
        yield from _ratios(file, row)


def _ratios(file: str, row: Category) -> Iterator[Finding]:
    # the published engine refuses to start when this does not hold; rounding is that of binary
    # floats there too (0.67 gives 0.83)
    expected = round(0.5 + 0.5 * row.floor_ratio, 2)
    if abs(row.wholesale_ratio - expected) > _TOLERANCE:
        message = f"wholesale_ratio {row.wholesale_ratio:g} must be {expected:g}: half way to 1"
        yield error(file, row.name, message)
    if row.scam_cap_ratio < row.floor_ratio - _TOLERANCE:
        cap, floor = row.scam_cap_ratio, row.floor_ratio
        message = f"scam_cap_ratio {cap:g} is below the floor {floor:g}: no scam overcharges here"
        yield warning(file, row.name, message)


def _products(market: Marketplace) -> Iterator[Finding]:
    file = names.PRODUCTS_CSV
    categories = {row.name: row for row in market.categories}
    for row in market.products:
        home = categories[row.category]
        if row.store_type != home.store_type:
            message = f"is of store type {row.store_type}; its category is of {home.store_type}"
            yield error(file, row.id, message)
        bands = (
            ("reference price", row.reference_price, home.price_min, home.price_max),
            ("return rate", row.return_rate, home.return_min, home.return_max),
        )
        for what, value, low, high in bands:
            if (low is not None and value < low - _TOLERANCE) or (
                high is not None and value > high + _TOLERANCE
            ):
                message = f"{what} {value:g} is outside {low} to {high} of {row.category}"
                yield error(file, row.id, message)


def _suppliers(market: Marketplace) -> Iterator[Finding]:
    file = names.SUPPLIERS_CSV
    for row in market.suppliers:
        if row.honest and row.personality not in names.PERSONALITIES:
            message = f"has the unknown personality {row.personality!r}: it bargains as a Candid"
            yield warning(file, row.id, message)
        if not row.honest and row.personality != names.HOSTILE:
            message = f"is fraudulent with personality {row.personality!r}, not {names.HOSTILE}"
            yield warning(file, row.id, message)
        if not row.honest and not row.fraud:
            yield warning(file, row.id, "is fraudulent, yet runs no scam")


def _promotion(row: Promotion) -> Iterator[Finding]:
    file = names.PROMOTIONS_CSV
    if row.max_multiplier < 1:
        yield warning(file, row.name, f"lowers demand: its multiplier is {row.max_multiplier:g}")
    if row.elasticity_boost < 1:
        message = f"makes buyers less sensitive to price: its boost is {row.elasticity_boost:g}"
        yield warning(file, row.name, message)
    spans = [(_day(first), _day(last)) for first, last in row.windows]
    for (first, last), (shown_first, shown_last) in zip(spans, row.windows, strict=True):
        if last < first:
            message = f"the window {shown_first} to {shown_last} runs into the next year"
            yield warning(file, row.name, message)
    for (_, end), (start, _) in pairwise(spans):
        if start <= end:
            yield warning(file, row.name, "its windows overlap or are not in the order of days")


def _event(row: MarketEvent) -> Iterator[Finding]:
    file = names.EVENTS_CSV
    if row.duration_days == 0:
        yield warning(file, row.name, "lasts 0 days: it never happens")
    if _day(row.start) + row.duration_days > 366:
        yield warning(file, row.name, "runs into the next year")
    if row.delay != 1 and not row.affects:
        yield warning(file, row.name, f"delays deliveries by {row.delay:g}, but nobody's")
    if row.affects and row.delay == 1:
        yield warning(file, row.name, "names whose deliveries are late, but delays none")
    if not row.demand and row.delay == 1:
        yield warning(file, row.name, "changes neither demand nor deliveries")
    if not row.news.strip():
        yield warning(file, row.name, "has no news text")


def _day(month_day: str) -> int:
    return dt.date.fromisoformat(f"{_YEAR}-{month_day}").timetuple().tm_yday
