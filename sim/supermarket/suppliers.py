"""Suppliers: what they ask today.

Rules: docs/rules/supermarket.md §5.
"""

from data.supermarket.tables import Offer, Supply
from events.supermarket import Quoted, QuotesPublished
from ledger.trading import QUOTES
from sim.supermarket.news import SUPPLY, Effects
from sim.supermarket.world import Store


def publish_quotes(store: Store) -> None:
    """Publish every supplier's price for every product, after the news of the day."""
    effects, today = Effects(store, SUPPLY), store.today
    products = []
    for sku in store.skus:
        supply = store.supplies[sku]
        effect = effects.on(sku, supply.category)
        prices, qualities = asked(store, sku, today)
        if effect:
            prices = tuple([each and each * (1.0 - effect) for each in prices])
        products.append(Quoted(sku, prices, qualities, effect))
    store.emit(QuotesPublished, suppliers=store.suppliers, products=tuple(products))


def quote_daily(store: Store, _days: list[int]) -> None:
    """Publish today's quotes, and do so again tomorrow: the suppliers' own process."""
    publish_quotes(store)
    store.schedule(QUOTES, store.today + 1, store.today + 1, quote_daily)


def asked(
    store: Store, sku: str, day: int
) -> tuple[tuple[float | None, ...], tuple[float | None, ...]]:
    """Return each supplier's price before the news, and quality, on any day; None for none."""
    starts, series = store.series[sku]
    place = day - starts
    if not 0 <= place < len(series):
        nothing = (None,) * len(store.suppliers)
        return nothing, nothing
    return series[place]


def offer_of(supply: Supply, supplier: str) -> Offer | None:
    """Return a supplier's offer of a product."""
    for offer in supply.offers:
        if offer.supplier == supplier:
            return offer
    return None
