"""What the steward knows about its trade, and how it learns it.

A `Category` pools what its products teach: the lowest price ever quoted (nobody sells below his
floor, so the lowest quote is the best estimate of it), the units a product sells a day, and the
price level that pays best. A `Supplier` is judged by the bids it takes and the units that arrive.
"""

import math
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

# Products stand on three rungs around their category's price level; the level moves a step when
# the outer rungs have sold so many units.
RUNGS: Final = (0.94, 1.0, 1.06)
LEVEL_START, LEVEL_MIN, LEVEL_MAX, LEVEL_STEP, JUDGED_UNITS = 1.1, 0.8, 1.8, 1.03, 60
# Days of sales to hold or have coming; a category is ordered when a third of its products hold less
# than this share of that; how much of yesterday's experience of sales still counts today.
COVER_DAYS, RESTOCK, MEMORY = 16, 0.6, 0.9
# A quote is accepted that leaves so much of the gain on a purchase at the floor.
GAIN_KEPT: Final = 0.9
# Deals a supplier is good for before it may close, and how far they may run ahead of the year.
DEALS_EACH, DEALS_AHEAD = 11, 8
# Deliveries until a supplier is trusted.
TRUSTED_DELIVERIES: Final = 3


@dataclass(slots=True)
class Product:
    """A product, its price and where its units are."""

    id: str
    title: str
    reference: float
    rung: int
    price: float = 0.0
    shelf: int = 0
    stored: int = 0
    coming: int = 0


class Line(NamedTuple):
    """A line of a message: a bid for a product, or the acceptance of a quote."""

    product: Product
    price: float
    quantity: int = 1
    action: str = "offer"

    @property
    def cost(self) -> float:
        return self.price * self.quantity


@dataclass(slots=True, eq=False)
class Supplier:
    """A supplier, its standing quotes by product id, and how it has behaved."""

    name: str
    address: str
    quotes: dict[str, float] = field(default_factory=dict)
    bids: int = 0
    taken: int = 0
    deliveries: int = 0
    owing: float = 0.0
    """Yuan paid for goods that have not arrived."""
    is_barred: bool = False

    def room(self, trial: float) -> float:
        """Return for how much to order; little until its deliveries can be trusted."""
        if self.is_barred:
            return 0.0
        return math.inf if self.deliveries >= TRUSTED_DELIVERIES else trial - self.owing


@dataclass(slots=True)
class Tally:
    """What a rung has brought since the level last moved; `earned` in shares of the reference."""

    days: int = 0
    units: int = 0
    earned: float = 0.0

    @property
    def score(self) -> float:
        """Earnings a day times earnings a unit: fast sales are no use where goods are short."""
        return max(0.0, self.earned) ** 2 / max(1, self.days * self.units)


@dataclass(slots=True)
class Category:
    """A category, its goods and suppliers, and what trading it has taught."""

    store: str
    products: list[Product]
    suppliers: list[Supplier]
    units: float
    days: float = 1.0
    floor: float = 1.0
    level: float = LEVEL_START
    deals: int = 0
    orders: list[tuple[Supplier, Line]] = field(default_factory=list)
    tallies: list[Tally] = field(default_factory=lambda: [Tally() for _ in RUNGS])

    @property
    def rate(self) -> float:
        """Units a product sells a day while it is on the shelf."""
        return self.units / self.days

    def price(self, product: Product) -> float:
        return round(product.reference * self.level * RUNGS[product.rung], 2)

    def hear(self, supplier: Supplier, product: Product, quote: float) -> None:
        """Note a quote; a floor, being rounded to a cent, may stand half a cent too low."""
        supplier.quotes[product.id] = quote
        self.floor = min(self.floor, (quote + 0.005) / product.reference)

    def best_supplier(self, trial: float, year: float) -> Supplier | None:
        """Return whom to ask: who takes most bids, if the year's deals are not yet used up."""
        if self.deals > DEALS_AHEAD + DEALS_EACH * len(self.suppliers) * year:
            return None
        able = [each for each in self.suppliers if each.room(trial) > trial / 4]
        return max(able, key=lambda each: (each.taken + 1) / (each.bids + 3), default=None)

    def wanted(self, days_left: int) -> list[Line]:
        """Return bids at the floor for what the stock lacks, once many products run low."""
        goal = self.rate * min(COVER_DAYS, days_left)
        lacks = [(each, goal - each.shelf - each.stored - each.coming) for each in self.products]
        if 3 * sum(lack > (1 - RESTOCK) * goal for _, lack in lacks) < len(lacks):
            return []
        return [
            Line(each, math.ceil(each.reference * self.floor * 100 + 0.5) / 100, int(lack))
            for each, lack in lacks
            if lack >= max(1, 0.1 * goal)
        ]

    def lines(self, supplier: Supplier, days_left: int, limit: float) -> list[Line]:
        """Return lines for what is wanted, all quantities cut alike to fit the limit."""
        wanted = self.wanted(days_left)
        share = min(1.0, limit / max(0.01, sum(line.cost for line in wanted)))
        fair = GAIN_KEPT * self.floor + (1 - GAIN_KEPT) * self.level
        lines: list[Line] = []
        for line in wanted:
            line = line._replace(quantity=max(1, int(line.quantity * share)))
            quote = supplier.quotes.get(line.product.id, math.inf)
            if quote <= fair * line.product.reference:
                line = line._replace(price=quote, action="accept")
            if line.cost <= limit:
                lines.append(line)
                limit -= line.cost
        return lines

    def book_sale(self, product: Product, row: dict[str, Any]) -> None:
        """Learn from a product's line in the store's status; a shelf sold empty teaches little."""
        sold, left = row["yesterday_sold"], row["quantity"]
        if product.shelf and (left or sold > self.rate):
            self.days += 1
            self.units += sold
            tally = self.tallies[product.rung]
            tally.days += 1
            tally.units += sold
            gain = self.level * RUNGS[product.rung] - self.floor
            tally.earned += gain * (sold - row["yesterday_returned"])
        product.shelf = left

    def end_day(self) -> None:
        """Let older sales count less, and move the price level to where it pays better."""
        self.days *= MEMORY
        self.units *= MEMORY
        low, high = self.tallies[0], self.tallies[-1]
        if min(low.units, high.units) >= JUDGED_UNITS:
            self.level *= LEVEL_STEP if high.score > low.score else 1 / LEVEL_STEP
            self.level = min(max(self.level, LEVEL_MIN, self.floor), LEVEL_MAX)
            self.tallies = [Tally() for _ in RUNGS]

    def receive(self, units: int, title: str, source: str) -> None:
        """Close the order that arrived; a supplier that sent too little is barred."""
        same = [
            order
            for order in self.orders
            if (order[1].product.title, order[0].name) == (title, source)
        ]
        if same:
            order = supplier, line = min(same, key=lambda order: order[1].quantity != units)
            self.orders.remove(order)
            line.product.coming -= line.quantity
            supplier.owing -= line.cost
            supplier.deliveries += 1
            supplier.is_barred |= units < line.quantity
