"""What the steward knows about its trade, and how it learns it.

A `Category` pools what its products teach: the lowest price ever quoted (nobody sells below his
floor, so the lowest quote is the best estimate of it), the units a product sells a day, and the
price level that earns most. A `Supplier` is judged by the bids it takes, the units that arrive and
the units that customers send back.
"""

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

# Prices: products stand on three rungs around their category's level, to be compared.
RUNGS: Final = (0.94, 1.0, 1.06)
LEVEL_START, LEVEL_MIN, LEVEL_MAX, LEVEL_STEP = 1.1, 0.8, 1.8, 1.03
JUDGED_UNITS: Final = 60
# Sales a day to expect of a product, by its sales a month on the whole platform; and how much
# of yesterday's experience still counts today.
SALES_GUESS, MEMORY = 0.003, 0.9
# Stock: a category is ordered when a third of its products hold less than this share of the goal.
RESTOCK: Final = 0.6
# Bargaining: a quote is accepted that leaves so much of the gain on a purchase at the floor; a
# supplier that took none of so many bids is given up.
GAIN_KEPT, PATIENCE = 0.8, 20
# Suppliers: deals each may make before it closes, how far they may run ahead of the year, and
# deliveries until one is trusted.
DEALS_EACH, DEALS_AHEAD, TRUSTED_DELIVERIES = 11, 8, 3
# Returned units that condemn a supplier: at least so many, and so much more than is usual.
RETURNS_MIN, RETURNS_EXCESS = 15, 1.4


@dataclass(slots=True)
class Product:
    """A product; `price` is 0 until it is listed."""

    id: str
    title: str
    reference: float
    rung: int
    price: float = 0.0
    shelf: int = 0
    stored: int = 0
    coming: int = 0

    @property
    def stock(self) -> int:
        return self.shelf + self.stored + self.coming


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
        if self.is_barred or (self.bids >= PATIENCE and not self.taken):
            return 0.0
        return math.inf if self.deliveries >= TRUSTED_DELIVERIES else trial - self.owing


@dataclass(slots=True)
class Tally:
    """What a rung has brought since the level last moved, in shares of reference prices."""

    days: int = 0
    units: int = 0
    earned: float = 0.0


@dataclass(slots=True)
class Category:
    """A category, its goods and suppliers, and what trading it has taught."""

    store_type: str
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
        """Note a supplier's quote; it may have been rounded down by half a cent."""
        supplier.quotes[product.id] = quote
        self.floor = min(self.floor, (quote + 0.005) / product.reference)

    def wanted(self, days: float) -> list[Line]:
        """Return what a stock for so many days lacks, at floor prices, once many run low."""
        goal = self.rate * days
        if 3 * sum(each.stock < RESTOCK * goal for each in self.products) < len(self.products):
            return []
        lines = [
            Line(each, math.ceil(each.reference * self.floor * 100 + 0.5) / 100, lack)
            for each in self.products
            if (lack := int(goal - each.stock)) > 0.1 * goal
        ]
        return lines

    def bids(self, supplier: Supplier, days: float, limit: float) -> list[Line]:
        """Return lines for what is wanted, all quantities cut alike to fit the limit."""
        wanted = self.wanted(days)
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

    def best_supplier(self, trial: float, year: float) -> Supplier | None:
        """Return whom to ask: who takes most bids, if the year's deals are not yet used up."""
        if self.deals > DEALS_AHEAD + DEALS_EACH * len(self.suppliers) * year:
            return None
        able = [each for each in self.suppliers if each.room(trial) > trial / 4]
        return max(able, key=lambda each: (each.taken + 1) / (each.bids + 3), default=None)

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
        """Let older sales count less, and move the price level to where more is earned."""
        self.days *= MEMORY
        self.units *= MEMORY
        low, high = self.tallies[0], self.tallies[-1]
        if min(low.units, high.units) >= JUDGED_UNITS:
            is_higher_better = high.earned * low.days > low.earned * high.days
            self.level *= LEVEL_STEP if is_higher_better else 1 / LEVEL_STEP
            self.level = min(max(self.level, LEVEL_MIN, self.floor), LEVEL_MAX)
            self.tallies = [Tally() for _ in RUNGS]

    def book_arrival(self, units: int, title: str, source: str) -> None:
        """Close the order that arrived; a supplier that sent too little is barred."""
        orders = [
            order
            for order in self.orders
            if order[0].name == source and order[1].product.title == title
        ]
        if orders:
            order = min(orders, key=lambda order: order[1].quantity != units)
            self.orders.remove(order)
            supplier, line = order
            line.product.coming -= line.quantity
            supplier.owing -= line.cost
            supplier.deliveries += 1
            supplier.is_barred |= units < line.quantity

    def judge_returns(self, traces: dict[str, dict[str, Any]]) -> None:
        """Bar suppliers whose goods come back far more often than the category's usually do."""
        returned, expected = Counter[str](), Counter[str]()
        for trace in (traces[each.id] for each in self.products if each.id in traces):
            natural = trace["units_sold"] * trace["natural_baseline_return_rate"]
            for source in trace["supplier_sources"]:
                returned[source["supplier"]] += source["share"] * trace["units_returned"]
                expected[source["supplier"]] += source["share"] * natural
        usual = max(1.0, returned.total() / max(1.0, expected.total()))
        for supplier in self.suppliers:
            units = returned[supplier.name]
            is_excess = units > RETURNS_EXCESS * usual * expected[supplier.name]
            supplier.is_barred |= units > RETURNS_MIN and is_excess
