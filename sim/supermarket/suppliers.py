"""Suppliers: what they ask today.

Rules: docs/rules/supermarket.md §5.
"""

from data.supermarket.tables import Offer, Supply
from events.supermarket import Quoted, QuotesPublished
from sim.supermarket.news import SUPPLY, Effects
from sim.supermarket.world import Store


def publish_quotes(store: Store) -> None:
    """Publish every supplier's price for every product, after the news of the day."""
    effects, today = Effects(store, SUPPLY), store.today
    products = []
    for sku in store.skus:
        supply = store.supplies[sku]
        effect = effects.on(sku, supply.category)
        place = today - store.day_of(supply.first_date)
        prices: list[float | None] = []
        qualities: list[float | None] = []
        for supplier in store.suppliers:
            offer = offer_of(supply, supplier)
            price = _at(offer.prices, place) if offer else None
            if price is not None and effect:
                price *= 1.0 - effect
            prices.append(price)
            qualities.append(_at(offer.qualities, place) if offer else None)
        products.append(Quoted(sku, tuple(prices), tuple(qualities), effect))
    store.emit(QuotesPublished, suppliers=store.suppliers, products=tuple(products))


def offer_of(supply: Supply, supplier: str) -> Offer | None:
    """Return a supplier's offer of a product."""
    for offer in supply.offers:
        if offer.supplier == supplier:
            return offer
    return None


def _at(series: tuple[float | None, ...], place: int) -> float | None:
    return series[place] if 0 <= place < len(series) else None
