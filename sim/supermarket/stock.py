"""Goods: how they come in, wait, are sold first in first out, and expire.

Rules: docs/rules/supermarket.md §3 and §4.
"""

from events.supermarket import GoodsAdmitted, GoodsDelivered, GoodsExpired, LotMoved, LotSold
from ledger.money import to_micro
from ledger.trading import EXPIRY
from sim.supermarket.state import Lot, State
from sim.supermarket.world import Store


def admit(store: Store) -> None:
    """Let goods that wait outside fill the free room, first come first."""
    room = store.preset.capacity - store.state.stocked
    moved = []
    for lot, units in store.state.waiting:
        if room <= 0:
            break
        entering = min(units, room)
        moved.append(LotMoved(lot, entering))
        room -= entering
    if moved:
        store.emit(GoodsAdmitted, lots=tuple(moved))


def unload(store: Store, orders: list[int]) -> None:
    """Unload the orders that are due, in the order they were placed; the rest has to wait."""
    for order in orders:
        room = max(0, store.preset.capacity - store.state.stocked)
        moved = []
        placed = store.state.orders[order]
        for line in placed.lines:
            entering = min(line.quantity, room)
            room -= entering
            moved.append(LotMoved(line.lot, entering, line.quantity - entering))
            store.schedule(EXPIRY, line.last_day + 2, line.lot, expire)
        store.emit(GoodsDelivered, order=order, lots=tuple(moved))
        store.figures.arrived.append(placed)


def expire(store: Store, lots: list[int]) -> None:
    """Let what is left of lots past their last day vanish."""
    state, due = store.state, dict.fromkeys(lots)
    gone: dict[int, list[int]] = {}
    for held in state.stock.values():
        for lot, units in held:
            if lot in due:
                gone.setdefault(lot, [0, 0])[0] += units
    for lot, units in state.waiting:
        if lot in due:
            gone.setdefault(lot, [0, 0])[1] += units
    if not gone:
        return
    moved = tuple([LotMoved(lot, *units) for lot, units in gone.items()])
    store.emit(GoodsExpired, lots=moved)
    expired = store.figures.expired
    for each in moved:
        sku = state.lots[each.lot].sku
        expired[sku] = expired.get(sku, 0) + each.stocked + each.waiting


def oldest(state: State, sku: str, units: int) -> list[tuple[Lot, int]]:
    """Return which lots that many units of a product come from, first in first out."""
    taken = []
    for number, held in state.stock[sku]:
        if units <= 0:
            break
        part = min(held, units)
        taken.append((state.lots[number], part))
        units -= part
    return taken


def cost_of(state: State, sold: tuple[LotSold, ...]) -> int:
    """Return what sold units had been bought for, in micro-units."""
    return sum([to_micro(state.lots[part.lot].price * part.units) for part in sold])


def net_worth(store: Store) -> int:
    """Return the bank balance, the goods at their fading value, and open orders in full."""
    state, today = store.state, store.today
    total = 0.0
    for held in state.stock.values():
        for number, units in held:
            total += units * _unit_value(state.lots[number], today)
    for number, units in state.waiting:
        total += units * _unit_value(state.lots[number], today)
    pending = sum([order.amount for order in state.orders.values()])
    return to_micro(total) + state.book["bank"] + pending


def _unit_value(lot: Lot, today: int) -> float:
    life, left = lot.last_day - lot.due_day, lot.last_day - today
    if life <= 0:
        return lot.price
    return lot.price * (left / life) if left > 0 else 0.0
