"""The supermarket's goods counted anew from the log: on their way, in stock, in the queue outside.

What the events say is carried out as far as it can be, so that one wrong figure does not spoil all
that follows; what should have happened is told beside it. Rules: docs/rules/supermarket.md §3.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from events.supermarket import (
    GoodsAdmitted,
    GoodsDelivered,
    GoodsExpired,
    GoodsOrdered,
    GoodsSold,
    LotMoved,
)

Part = tuple[int, int]
"""(lot, units)."""


class Bought(NamedTuple):
    """A lot as it was ordered."""

    sku: str
    price: float
    quantity: int
    due_day: int
    last_day: int

    def value(self, day: int) -> float:
        """Return what a unit is worth on a day (§9.1)."""
        life, left = self.last_day - self.due_day, self.last_day - day
        if life <= 0:
            return self.price
        return self.price * (left / life) if left > 0 else 0.0


class Stockroom:
    """Where every unit is. `apply` takes the five kinds of event that move goods."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.lots: dict[int, Bought] = {}
        self.pending: dict[int, GoodsOrdered] = {}
        """Orders on their way, oldest first."""
        self.held: dict[str, dict[int, int]] = {}
        """Product -> lot -> units, both in the order in which they entered."""
        self.queue: dict[int, int] = {}
        """Lot -> units outside, first come first."""

    @property
    def stocked(self) -> int:
        """Units in stock."""
        return sum([sum(lots.values()) for lots in self.held.values()])

    @property
    def waiting(self) -> int:
        """Units in the queue."""
        return sum(self.queue.values())

    def units(self, sku: str) -> int:
        """Return the units of a product in stock."""
        return sum(self.held.get(sku, {}).values())

    def in_stock(self) -> list[str]:
        """Return the products with a unit in stock, in the order of the stock."""
        return [sku for sku, lots in self.held.items() if lots]

    def oldest(self, sku: str, units: int) -> list[Part]:
        """Return the lots that so many units come from, first in first out."""
        return list(_first(self.held.get(sku, {}).items(), units))

    def admissible(self) -> list[Part]:
        """Return what of the queue finds room now."""
        return list(_first(self.queue.items(), self.capacity - self.stocked))

    def unloaded(self, order: GoodsOrdered) -> list[LotMoved]:
        """Return how an order's lots find room, or do not, if it is unloaded now."""
        room = max(0, self.capacity - self.stocked)
        moved = []
        for line in order.lines:
            entering = min(line.quantity, room)
            room -= entering
            moved.append(LotMoved(line.lot, entering, line.quantity - entering))
        return moved

    def past(self, day: int) -> list[LotMoved]:
        """Return what has to vanish on the evening of a day."""
        gone: dict[int, list[int]] = {}
        for place, parts in enumerate((self._parts(), self.queue.items())):
            for lot, units in parts:
                if self.lots[lot].last_day < day:
                    gone.setdefault(lot, [0, 0])[place] += units
        return [LotMoved(lot, *units) for lot, units in gone.items()]

    def goods_value(self, day: int) -> float:
        """Return what all goods are worth on a day: those in stock first, then the queue."""
        total = 0.0
        for parts in (self._parts(), self.queue.items()):
            for lot, units in parts:
                total += units * self.lots[lot].value(day)
        return total

    def apply(self, event: object) -> None:
        """Carry out what an event says; units that are not there are not taken."""
        if isinstance(event, GoodsOrdered):
            self._order(event)
        elif isinstance(event, GoodsDelivered):
            self.pending.pop(event.order, None)
            for moved in self._known(event.lots):
                self.enter(moved.lot, moved.stocked)
                if moved.waiting > 0:
                    self.queue[moved.lot] = self.queue.get(moved.lot, 0) + moved.waiting
        elif isinstance(event, GoodsAdmitted):
            for moved in self._known(event.lots):
                self.admit(moved.lot, moved.stocked)
        elif isinstance(event, GoodsExpired):
            self.expire(event.lots)
        elif isinstance(event, GoodsSold):
            for sale in event.sales:
                for part in sale.lots:
                    self._take(sale.sku, part.lot, part.units)
                if sale.sku in self.held and not self.held[sale.sku] and sale.lots:
                    del self.held[sale.sku]

    def admit(self, lot: int, units: int) -> None:
        """Move units of a lot from the queue into the stock."""
        left = self.queue.get(lot, 0) - units
        if left > 0:
            self.queue[lot] = left
        else:
            self.queue.pop(lot, None)
        self.enter(lot, units)

    def enter(self, lot: int, units: int) -> None:
        """Put units of a lot into the stock."""
        if units > 0:
            lots = self.held.setdefault(self.lots[lot].sku, {})
            lots[lot] = lots.get(lot, 0) + units

    def expire(self, lots: Iterable[LotMoved]) -> None:
        """Let units of lots vanish; a product keeps its place in the stock."""
        for moved in self._known(lots):
            self._take(self.lots[moved.lot].sku, moved.lot, moved.stocked)
            left = self.queue.get(moved.lot, 0) - moved.waiting
            if left > 0:
                self.queue[moved.lot] = left
            else:
                self.queue.pop(moved.lot, None)

    def _order(self, event: GoodsOrdered) -> None:
        self.pending[event.order] = event
        for line in event.lines:
            self.lots[line.lot] = Bought(
                line.sku, line.price, line.quantity, event.due_day, line.last_day
            )

    def _take(self, sku: str, lot: int, units: int) -> None:
        lots = self.held.get(sku, {})
        if lot in lots:
            lots[lot] -= units
            if lots[lot] <= 0:
                del lots[lot]

    def _known(self, lots: Iterable[LotMoved]) -> list[LotMoved]:
        return [moved for moved in lots if moved.lot in self.lots]

    def _parts(self) -> Iterator[Part]:
        for lots in self.held.values():
            yield from lots.items()


def _first(parts: Iterable[Part], units: int) -> Iterator[Part]:
    for lot, there in parts:
        if units <= 0:
            return
        yield lot, min(there, units)
        units -= min(there, units)
