"""A store in disguise: all that the rule book keeps hidden is other than it was, nothing else.

What an agent is told must not depend on it. So a leak shows as two different answers to the same
call, in whatever form: a figure, a rounded one, a sum, an order of rows, a choice of words.
"""

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from msgspec.structs import replace

from data.supermarket.tables import Item, Offer, Product, Supermarket, Supply
from events.supermarket import GoodsOrdered, NewsShown, Quoted, Sale
from sim.supermarket.world import Store

OTHER_SIDE = {"need": "supply", "supply": "need"}
OTHER_SIGN = {"increase": "decrease", "decrease": "increase"}
OTHER_MODE = {"macro_all": "neutral", "neutral": "sku_level", "sku_level": "single_category",
              "single_category": "macro_all"}  # fmt: skip


@contextmanager
def disguised(store: Store) -> Iterator[None]:
    """Let a store's hidden facts be others for a while."""
    kept = []

    def put(holder: Any, name: str, value: Any) -> None:
        kept.append((holder, name, getattr(holder, name)))
        setattr(holder, name, value)

    tables, state = other_world(store.tables), store.state
    put(store, "tables", tables)
    put(store, "products", {row.id: row for row in tables.products})
    put(store, "supplies", {row.sku: row for row in tables.supplies})
    put(store, "items", {item.id: item for item in tables.news})
    put(store, "pools", {mode: pool[::-1] for mode, pool in store.pools.items()})
    put(store, "curves", {row.category: row.polynomial for row in tables.tastes})
    put(store, "first_appeal", {sku: 1 - each for sku, each in store.first_appeal.items()})
    put(store, "series", {sku: other_series(*series) for sku, series in store.series.items()})
    put(
        state, "quotes", [replace(day, products=other_quotes(day.products)) for day in state.quotes]
    )
    put(
        state,
        "lots",
        {key: lot._replace(quality=other(lot.quality)) for key, lot in state.lots.items()},
    )
    put(state, "orders", {key: other_order(order) for key, order in state.orders.items()})
    put(state, "news", [NewsShown(shown.item, shown.last_day + 2) for shown in state.news])
    put(state, "sales", {sku: {day: other_sale(sale) for day, sale in days.items()}
                         for sku, days in state.sales.items()})  # fmt: skip
    hidden = {"attractions": (), "drawn_with": {}, "binomials": [], "splits": []}
    put(store, "figures", dataclasses.replace(store.figures, **hidden))
    try:
        yield
    finally:
        for holder, name, value in reversed(kept):
            setattr(holder, name, value)


@cache
def other_world(tables: Supermarket) -> Supermarket:
    """Return a world that an agent cannot tell from this one before its first night."""
    return replace(
        tables,
        products=tuple(other_product(row) for row in tables.products),
        supplies=tuple(other_supply(row) for row in tables.supplies),
        traffic=tuple(count + 17 for count in tables.traffic),
        tastes=tuple(
            replace(row, polynomial=tuple(each * 1.5 + 0.25 for each in row.polynomial))
            for row in tables.tastes
        ),
        news=tuple(other_item(item) for item in tables.news),
    )


def other_product(row: Product) -> Product:
    return replace(
        row,
        alpha=row.alpha - 0.7,
        beta=row.beta * 1.3,
        beta_s=row.beta_s + 0.1,
        beta_c=row.beta_c - 0.1,
        sigma=row.sigma * 2 + 0.1,
    )


def other_supply(row: Supply) -> Supply:
    return replace(row, offers=tuple(other_offer(offer) for offer in row.offers))


def other_offer(offer: Offer) -> Offer:
    prices = tuple(price and price * 1.7 for price in offer.prices)
    return replace(offer, prices=prices, qualities=tuple(map(other, offer.qualities)))


def other(quality: float | None) -> float | None:
    """Return another quality between 1 and 5; their order is another one, too."""
    return None if quality is None else 1 + (quality + 0.3) % 4


def other_item(item: Item) -> Item:
    return replace(
        item,
        mode=OTHER_MODE[item.mode],
        direction=OTHER_SIGN.get(item.direction, item.direction),
        strength=item.strength * 0.5 + 0.3,
        side=OTHER_SIDE.get(item.side, item.side),
    )


def other_series(first: int, days: list[Any]) -> tuple[int, list[Any]]:
    """Return what suppliers ask and deliver: what they asked before the first day is public."""
    return first, [
        (
            prices if first + place < 0 else tuple(price and price * 1.7 for price in prices),
            tuple(map(other, qualities)),
        )
        for place, (prices, qualities) in enumerate(days)
    ]


def other_quotes(quotes: tuple[Quoted, ...]) -> tuple[Quoted, ...]:
    return tuple(
        replace(each, qualities=tuple(map(other, each.qualities)), effect=0.3 - each.effect)
        for each in quotes
    )


def other_order(order: GoodsOrdered) -> GoodsOrdered:
    return replace(
        order, lines=tuple(replace(line, quality=other(line.quality)) for line in order.lines)
    )


def other_sale(sale: Sale) -> Sale:
    reviews = tuple(replace(each, dimension="other", remark=0) for each in sale.reviews)
    return replace(sale, demand=sale.demand + 9, reviews=reviews)
