"""What the supermarket's tables know and no tool tells: past profits, qualities, what news does.

The benchmark lines (`runs.agents.retail_oracle`) are given this beside their brief. It is read from
the world's tables, never from a running episode: which news is in today's paper, prices and stock
they look up with the tools, as every agent does.
"""

import datetime as dt
from collections.abc import Sequence
from typing import Final

from data.supermarket.parameters import Preset
from data.supermarket.tables import Item, Supermarket
from sim.supermarket.news import NEED, SIGNS, SUPPLY

PICKED: Final = 2
"""Products of each category that the benchmark lines sell."""


class Insight:
    """Hidden facts of one world, under one preset."""

    def __init__(self, tables: Supermarket, preset: Preset) -> None:
        self.capacity = preset.capacity
        self.has_news = preset.news
        self._preset = preset
        self._tables = tables
        self._products = {row.id: row for row in tables.products}
        self._supplies = {row.sku: row for row in tables.supplies}
        self._starts = {row.sku: _ordinal(row.first_date) for row in tables.supplies}
        self._items = {item.id: item for item in tables.news}

    def quality(self, sku: str, supplier: str, date: str) -> float:
        """Return the quality a supplier delivers when asked on a date; 0 where it is unknown."""
        place = _ordinal(date) - self._starts[sku]
        for offer in self._supplies[sku].offers:
            if offer.supplier == supplier and 0 <= place < len(offer.qualities):
                return offer.qualities[place] or 0.0
        return 0.0

    def pull(self, sku: str, paper: Sequence[str]) -> float:
        """Return by what factor a paper's items, by id, change the wish to stock a product."""
        items, category = [self._items[each] for each in paper], self._products[sku].category
        need = self._effect(items, NEED, sku, category)
        # The suppliers' own label decides what they ask; the published rule goes by the catalogue.
        supply = self._effect(items, SUPPLY, sku, category)
        return max(0.5, min(2.0, (1 + need) * (1 + supply)))

    def best_sellers(self) -> list[str]:
        """Return the products that earned most before the first day, some of each category.

        Profit is counted against the cheapest supplier of the day. The best of each category come
        first, categories in alphabetical order; there are no more than the shelf holds.
        """
        earned = dict.fromkeys(self._products, 0.0)
        for sale in self._tables.history.sales:
            cost = self._cheapest(sale.sku, sale.date)
            if cost is not None:
                earned[sale.sku] += (sale.price - cost) * sale.units
        ranked: dict[str, list[str]] = {}
        for row in self._tables.products:
            ranked.setdefault(row.category, []).append(row.id)
        for skus in ranked.values():
            skus.sort(key=lambda sku: -earned[sku])
        picked = [
            ranked[category][place]
            for place in range(PICKED)
            for category in sorted(ranked)
            if place < len(ranked[category])
        ]
        return picked[: self._preset.shelf]

    def _cheapest(self, sku: str, date: str) -> float | None:
        place = _ordinal(date) - self._starts[sku]
        prices = [
            price
            for offer in self._supplies[sku].offers
            if 0 <= place < len(offer.prices) and (price := offer.prices[place]) is not None
        ]
        return min(prices, default=None)

    def _effect(self, items: list[Item], side: str, sku: str, category: str) -> float:
        preset, total = self._preset, 0.0
        for item in items:
            concerns = item.mode == "macro_all" or item.sku == sku or item.category == category
            if item.side == side and item.direction in SIGNS and concerns:
                weight = preset.news_weights.get(item.mode, 0.0)
                total += SIGNS[item.direction] * item.strength * weight
        effect, cap = preset.news_scale * total, preset.news_cap
        return effect if cap is None else max(-cap, min(cap, effect))


def _ordinal(date: str) -> int:
    return dt.date.fromisoformat(date).toordinal()
