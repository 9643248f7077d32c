"""News: what the paper shows, for how long, and what it does to demand and to prices.

Rules: docs/rules/supermarket.md §8.
"""

from typing import Final

from data.supermarket.parameters import NEWS_RUN_DAYS
from data.supermarket.tables import Item
from events.supermarket import NewsDrawn, NewsLapsed, NewsShown
from ledger.trading import LAPSE
from sim.supermarket.world import Store

NEED: Final = "need"
SUPPLY: Final = "supply"
SIGNS: Final = {"increase": 1.0, "decrease": -1.0}


def draw_paper(store: Store, day: int) -> None:
    """Draw the fresh items of a day's paper; items that run on take their places first."""
    if not store.preset.news:
        return
    going_on = sum([shown.last_day >= day for shown in store.state.news])
    stream = store.draws.news(day)
    modes = list(store.pools)
    total = sum(store.preset.news_ratios.values())
    weights = [store.preset.news_ratios.get(mode, 0.0) / total for mode in modes]
    items: list[Item] = []
    if any(weights):
        for _ in range(store.preset.news_daily - going_on):
            pool = store.pools[modes[stream.pick(weights)]]
            items.append(pool[stream.below(len(pool))])
    fresh = []
    for item in items:
        run = stream.between(*NEWS_RUN_DAYS) if item.direction in SIGNS else 0
        fresh.append(NewsShown(item.id, day + run))
    store.emit(NewsDrawn, day=day, fresh=tuple(fresh))
    for shown in fresh:
        if shown.last_day > day:
            store.schedule(LAPSE, shown.last_day + 1, store.places[shown.item], lapse)


def lapse(store: Store, places: list[int]) -> None:
    """Take items whose time is up out of the paper."""
    items = tuple([store.tables.news[place].id for place in places])
    store.emit(NewsLapsed, items=items)


class Effects:
    """What today's news does to each product, for one side of the business."""

    def __init__(self, store: Store, side: str) -> None:
        preset = store.preset
        self._scale, self._cap = preset.news_scale, preset.news_cap
        self._acting: list[tuple[Item, float]] = []
        for shown in store.state.news:
            item = store.items[shown.item]
            if item.side == side and item.direction in SIGNS:
                pull = SIGNS[item.direction] * item.strength
                self._acting.append((item, pull * preset.news_weights.get(item.mode, 0.0)))

    def on(self, sku: str, category: str) -> float:
        """Return the effect on a product of that category, as a fraction."""
        if not self._acting:
            return 0.0
        total = 0.0
        for item, pull in self._acting:
            if item.mode == "macro_all" or item.sku == sku or item.category == category:
                total += pull
        effect = self._scale * total
        if self._cap is not None:
            effect = max(-self._cap, min(self._cap, effect))
        return effect
