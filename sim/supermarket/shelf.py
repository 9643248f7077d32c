"""The shelf and its prices.

Rules: docs/rules/supermarket.md §6.
"""

from collections.abc import Sequence

from events.errors import RuleBroken
from events.marketplace import PriceSet
from events.supermarket import ShelfSet
from sim.supermarket.world import Store

SHOWN = 60


def require_known(store: Store, skus: Sequence[str]) -> None:
    """Raise RuleBroken if one of the products is not the store's."""
    for sku in skus:
        if sku not in store.products:
            raise RuleBroken(f"there is no product {sku[:SHOWN]!r}")


def set_shelf(store: Store, skus: Sequence[str]) -> tuple[list[str], list[str]]:
    """Put these products on the shelf and take all others off; return (added, removed)."""
    require_known(store, skus)
    wanted, before = dict.fromkeys(skus), store.state.shelf
    limit = store.preset.shelf
    if limit is not None and len(wanted) > limit:
        raise RuleBroken(f"the shelf holds {limit} products, {len(wanted)} were asked for")
    added = sorted([sku for sku in wanted if sku not in before])
    removed = sorted([sku for sku in before if sku not in wanted])
    store.emit(ShelfSet, skus=tuple(wanted))
    return added, removed


def set_price(store: Store, sku: str, price: float) -> float:
    """Give a product a new price; return the old one."""
    require_known(store, [sku])
    if price <= 0:
        raise RuleBroken(f"new_price must be above 0, not {price}")
    before = store.state.prices[sku]
    store.emit(PriceSet, store="", sku=sku, price=price)
    return before
