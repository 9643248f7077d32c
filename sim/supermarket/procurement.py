"""Orders: checked, paid at once, and on their way for some days.

Rules: docs/rules/supermarket.md §5.
"""

from typing import NamedTuple

from data.supermarket.parameters import LEAD_UNKNOWN, ORDER_UNITS_MIN
from events.errors import RuleBroken
from events.supermarket import GoodsOrdered, OrderLine
from ledger.accounts import BANK
from ledger.money import to_micro
from ledger.trading import ARRIVALS
from sim.supermarket.shelf import require_known
from sim.supermarket.stock import unload
from sim.supermarket.suppliers import offer_of
from sim.supermarket.world import Store


class Unaffordable(NamedTuple):
    """An order the bank cannot pay; nothing has happened."""

    required: int
    available: int


def place_order(
    store: Store, supplier: str, items: list[tuple[str, int]]
) -> GoodsOrdered | Unaffordable:
    """Order products of one supplier; the whole order arrives with its slowest line.

    Raises:
        RuleBroken: a product or the supplier is unknown, has no price today, or it is too much.
    """
    require_known(store, [sku for sku, _ in items])
    if supplier not in store.suppliers:
        known = ", ".join(store.suppliers)
        raise RuleBroken(f"there is no supplier {supplier[:60]!r}; there are {known}")
    prices = [_price(store, supplier, sku) for sku, _ in items]
    most = max(store.preset.capacity, ORDER_UNITS_MIN)
    units = sum([quantity for _, quantity in items])
    if units > most:
        raise RuleBroken(f"an order may hold {most:,} units at most, not {units:,}")
    amounts = [
        to_micro(price * quantity) for price, (_, quantity) in zip(prices, items, strict=True)
    ]
    total, bank = sum(amounts), store.balance(BANK)
    if bank < total:
        return Unaffordable(total, bank)
    leads = [_lead(store, supplier, sku) for sku, _ in items]
    due_day = store.today + max(leads)
    first = store.state.lot_count + 1
    lines = tuple(
        [
            OrderLine(
                lot=first + place,
                sku=sku,
                quantity=quantity,
                price=prices[place],
                amount=amounts[place],
                lead_days=leads[place],
                last_day=due_day + store.products[sku].shelf_life,
                quality=_quality(store, supplier, sku),
            )
            for place, (sku, quantity) in enumerate(items)
        ]
    )
    placed = store.emit(
        GoodsOrdered,
        order=store.state.order_count + 1,
        supplier=supplier,
        amount=total,
        due_day=due_day,
        lines=lines,
    )
    store.schedule(ARRIVALS, due_day, placed.order, unload)
    return placed


def _price(store: Store, supplier: str, sku: str) -> float:
    price = store.quoted(sku, store.today).prices[store.suppliers.index(supplier)]
    if price is None:
        raise RuleBroken(f"{supplier} has no price for {sku} today")
    return price


def _quality(store: Store, supplier: str, sku: str) -> float | None:
    return store.quoted(sku, store.today).qualities[store.suppliers.index(supplier)]


def _lead(store: Store, supplier: str, sku: str) -> int:
    offer = offer_of(store.supplies[sku], supplier)
    low, high = LEAD_UNKNOWN
    if offer is not None and offer.lead_min is not None and offer.lead_max is not None:
        low, high = offer.lead_min, offer.lead_max
    return store.draws.lead(supplier, sku, store.today, low, high)
