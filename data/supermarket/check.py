"""What is odd or inconsistent in a supermarket that loads; and the world in figures."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from typing import Final

from data.findings import Finding, error, warning
from data.supermarket.figures import figures
from data.supermarket.generator.published import CATEGORIES, HORIZON, SUPPLIERS
from data.supermarket.news import MACRO, NEUTRAL
from data.supermarket.parameters import DIMENSIONS, NEWS_RATIOS, START_DATE
from data.supermarket.tables import Item, Supermarket, Supply

PUBLISHED_COUNTS: Final = {
    "categories": len(CATEGORIES),
    "products": sum([row.products for row in CATEGORIES]),
    "suppliers": len(SUPPLIERS),
}
"""What -> how many a full-scale world has."""
PRODUCTS: Final = "sku_model_parameter.json"
OFFERS: Final = "suppliers"
TRAFFIC: Final = "customer_number"
NEWS: Final = "news_merged.jsonl"
REMARKS: Final = "all_category_reviews.jsonl"
HISTORY: Final = "history"
_ACTING: Final = ("increase", "decrease")
_SIDES: Final = ("need", "supply")
_START: Final = dt.date.fromisoformat(START_DATE)


def check(market: Supermarket) -> list[Finding]:
    """Look for contradictions and oddities, in the order of the tables; empty if there are none."""
    return [
        *_counts(market),
        *_products(market),
        *(finding for supply in market.supplies for finding in _supply(supply)),
        *_traffic(market),
        *_news(market),
        *_remarks(market),
        *_sales(market),
        *_units(market),
        *_figures(market),
    ]


def summary(market: Supermarket) -> dict[str, object]:
    """The world in figures: how many of what, calibrations with their bounds, and the digest.

    A calibration is told as (value, target, lowest, highest).
    """
    return {
        **_counted(market),
        "offers": sum([len(supply.offers) for supply in market.supplies]),
        "days_of_traffic": len(market.traffic),
        "days_of_quotes": min([len(supply.offers[0].prices) for supply in market.supplies]),
        "news": dict(Counter(item.mode for item in market.news)),
        "remarks": len(market.remarks),
        "past_sales": len(market.history.sales),
        "past_reviews": len(market.history.reviews),
        "past_returns": sum([row.units for row in market.history.returns]),
        **{each.name: (each.value, each.target, each.low, each.high) for each in figures(market)},
        "digest": market.digest,
    }


def _counted(market: Supermarket) -> dict[str, int]:
    names = [offer.supplier for supply in market.supplies for offer in supply.offers]
    return {
        "categories": len({row.category: 0 for row in market.products}),
        "products": len(market.products),
        "suppliers": len(dict.fromkeys(names)),
    }


def _counts(market: Supermarket) -> Iterator[Finding]:
    for what, count in _counted(market).items():
        if count != PUBLISHED_COUNTS[what]:
            published = PUBLISHED_COUNTS[what]
            yield warning(PRODUCTS, "", f"has {count} {what}; a full-scale world has {published}")


def _products(market: Supermarket) -> Iterator[Finding]:
    for row in market.products:
        if row.beta >= 0:
            yield warning(PRODUCTS, row.id, f"sells better the dearer it is: beta is {row.beta:g}")
        elif abs(row.beta_s) + abs(row.beta_c) >= -row.beta:
            yield warning(PRODUCTS, row.id, "sells better the dearer it is in some season")


def _supply(supply: Supply) -> Iterator[Finding]:
    first = (_START - dt.date.fromisoformat(supply.first_date)).days
    for offer in supply.offers:
        name = f"{supply.sku} of {offer.supplier}"
        if offer.lead_min is None:
            yield warning(OFFERS, name, "has no days of delivery: 3 to 7 stand in for them")
        quoted = len([price for price in offer.prices[max(0, first) :][:HORIZON] if price])
        if first < 0 or quoted < HORIZON:
            message = f"is quoted on {quoted} of the {HORIZON} days from {START_DATE}"
            yield warning(OFFERS, name, message)
        blind = [
            price
            for price, quality in zip(offer.prices, offer.qualities, strict=True)
            if price is not None and quality is None
        ]
        if blind:
            yield warning(OFFERS, name, f"has no quality on {len(blind)} days with a quote")


def _traffic(market: Supermarket) -> Iterator[Finding]:
    first = (_START - dt.date.fromisoformat(market.traffic_first)).days
    window = market.traffic[max(0, first) :][:HORIZON]
    if first < 0 or not any(window):
        yield error(TRAFFIC, "", f"has no customers from {START_DATE} on")
    elif len(window) < HORIZON or not all(window):
        days = len([count for count in window if count])
        message = f"has customers on {days} of the {HORIZON} days from {START_DATE}"
        yield warning(TRAFFIC, "", message)


def _news(market: Supermarket) -> Iterator[Finding]:
    modes = Counter(item.mode for item in market.news)
    for mode in NEWS_RATIOS:
        if not modes[mode]:
            yield warning(NEWS, "", f"has no item of mode {mode}")
    for mode in modes:
        if mode not in NEWS_RATIOS:
            yield warning(NEWS, "", f"has items of the mode {mode}, which never appears")
    for item in market.news:
        yield from _item(item)


def _item(item: Item) -> Iterator[Finding]:
    if item.direction not in _ACTING:
        return
    if item.side not in _SIDES:
        yield warning(NEWS, item.id, f"acts on {item.side!r}: on nothing")
    if item.mode == NEUTRAL:
        yield warning(NEWS, item.id, "is neutral, yet has a direction")
    elif item.mode != MACRO and item.sku is None and item.category is None:
        yield warning(NEWS, item.id, "names neither product nor category: it does nothing")
    if not item.strength:
        yield warning(NEWS, item.id, "has a strength of 0: it does nothing")


def _remarks(market: Supermarket) -> Iterator[Finding]:
    cells = Counter((row.category, row.dimension, row.stars) for row in market.remarks)
    for category in dict.fromkeys(row.category for row in market.products):
        for dimension in DIMENSIONS:
            for stars in range(1, 6):
                if not cells[category, dimension, stars]:
                    message = f"has no remark about {dimension} with {stars} star(s)"
                    yield warning(REMARKS, category, message)


def _sales(market: Supermarket) -> Iterator[Finding]:
    past = market.history
    rated = Counter(row.sku for row in past.reviews)
    for product in market.products:
        if not rated[product.id]:
            message = "has no rating before the first day: no episode with reviews can begin"
            yield error(HISTORY, product.id, message)
    dates = [row.date for row in past.sales]
    dates += [row.date for row in past.reviews]
    dates += [row.date for row in past.returns]
    late = max(dates, default="")
    if late >= START_DATE:
        yield error(HISTORY, "", f"reaches {late}; the first day is {START_DATE}")
    bands = {row.id: (row.price_min, row.price_max) for row in market.products}
    for sku, count in Counter(
        row.sku for row in past.sales if not bands[row.sku][0] <= row.price <= bands[row.sku][1]
    ).items():
        low, high = bands[sku]
        message = f"was sold on {count} day(s) at prices outside {low:g} to {high:g}"
        yield warning(HISTORY, sku, message)


def _units(market: Supermarket) -> Iterator[Finding]:
    """Compare sales with the units they are made of, and returns with what their suppliers sold."""
    past = market.history
    sold: Counter[tuple[str, str]] = Counter()
    for sale in past.sales:
        sold[sale.sku, sale.date] += sale.units
    made: Counter[tuple[str, str]] = Counter()
    supplied: Counter[tuple[str, str, str]] = Counter()
    for batch in past.batches:
        made[batch.sku, batch.sold_date] += batch.units
        supplied[batch.sku, batch.supplier, batch.sold_date] += batch.units
        if batch.order_date > batch.sold_date:
            message = f"was sold on {batch.sold_date}, before it was ordered"
            yield error(HISTORY, batch.sku, message)
    for (sku, date), units in (sold | made).items():
        if sold[sku, date] != made[sku, date]:
            message = f"sold {sold[sku, date]} on {date}, of {made[sku, date]} single units"
            yield error(HISTORY, sku, message)
        elif not units:
            yield warning(HISTORY, sku, f"has a sale of nothing on {date}")
    for row in past.returns:
        units = supplied[row.sku, row.supplier, row.date]
        if row.units > units:
            message = f"had {row.units} of {row.supplier} sent back on {row.date}, of {units} sold"
            yield error(HISTORY, row.sku, message)


def _figures(market: Supermarket) -> Iterator[Finding]:
    for each in figures(market):
        if not each.holds:
            message = f"is {each.value}, not {each.low:g} to {each.high:g} about {each.target:g}"
            yield warning("calibration", each.name, message)
