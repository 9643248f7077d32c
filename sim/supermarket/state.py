"""The supermarket's state: everything that is true at one moment.

It changes only in `sim.supermarket.apply`, one event at a time, so folding an episode's log gives
the live state exactly. Money is micro-units; days count from 0; prices are doubles. What was before
the first day is not here: it belongs to the world's tables.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from events.supermarket import GoodsOrdered, NewsShown, QuotesPublished, Sale
from sim.core import Core


class Lot(NamedTuple):
    """The units of one order line: alike in everything."""

    number: int
    order: int
    sku: str
    supplier: str
    units: int
    price: float
    """What one unit was bought for."""
    quality: float | None
    ordered_day: int
    due_day: int
    last_day: int
    """The last day on which its units can be sold."""


@dataclass(slots=True)
class Ratings:
    """One product's ratings, summed up from the first day on."""

    days: list[int] = field(default_factory=list)
    sums: list[int] = field(default_factory=lambda: [0])
    """Stars until before each day, and at last of all."""
    counts: list[int] = field(default_factory=lambda: [0])

    def add(self, day: int, stars: int, count: int) -> None:
        """Take ratings of a day not before the last one."""
        if not self.days or self.days[-1] != day:
            self.days.append(day)
            self.sums.append(self.sums[-1])
            self.counts.append(self.counts[-1])
        self.sums[-1] += stars
        self.counts[-1] += count

    def between(self, first: int, last: int) -> tuple[int, int]:
        """Return stars and number of the ratings from `first` to `last`, both included."""
        low, high = bisect_left(self.days, first), bisect_right(self.days, last)
        return self.sums[high] - self.sums[low], self.counts[high] - self.counts[low]


@dataclass(slots=True)
class State(Core):
    """The whole state; `fold` builds it from a log."""

    prices: dict[str, float] = field(default_factory=dict)
    shelf: dict[str, None] = field(default_factory=dict)
    """The products on the shelf, in the order they were named."""
    lots: dict[int, Lot] = field(default_factory=dict)
    """Every lot that was ever ordered."""
    supplied: dict[str, list[int]] = field(default_factory=dict)
    """The lots of each product, oldest first."""
    stock: dict[str, list[list[int]]] = field(default_factory=dict)
    """Product -> [lot, units] in order of admission. A product that was sold out is gone from here;
    one that expired to the last unit keeps its place."""
    stocked: int = 0
    """Units in stock."""
    waiting: list[list[int]] = field(default_factory=list)
    """[lot, units] outside, first come first."""
    orders: dict[int, GoodsOrdered] = field(default_factory=dict)
    """On their way, oldest first."""
    sales: dict[str, dict[int, Sale]] = field(default_factory=dict)
    """What was sold, by product and day."""
    ratings: dict[str, Ratings] = field(default_factory=dict)
    quotes: list[QuotesPublished] = field(default_factory=list)
    """By day."""
    news: list[NewsShown] = field(default_factory=list)
    """In today's paper."""
    papers: list[tuple[str, ...]] = field(default_factory=list)
    """The items of each day's paper, in order, none twice."""
    notes: dict[str, tuple[int, str]] = field(default_factory=dict)
    """The agent's notes: day and text by title."""
    note_count: int = 0
    """Notes ever written."""
    order_count: int = 0
    lot_count: int = 0

    def units(self, sku: str) -> int:
        """Return the units of a product in stock."""
        total = 0
        for _, units in self.stock.get(sku, ()):
            total += units
        return total

    def waiting_units(self) -> int:
        """Return the units that wait outside."""
        return sum([units for _, units in self.waiting])

    def open_lines(self) -> Iterator[tuple[str, int]]:
        """Yield product and quantity of every order line on its way."""
        for order in self.orders.values():
            for line in order.lines:
                yield line.sku, line.quantity
