"""What the steward knows about its trade, and how it learns it.

A `Category` pools what its products teach: the lowest price any supplier ever named (nobody sells
below his floor, so the lowest quote is the best estimate of it), the units a product sells a day,
and the price level that earns most. A `Supplier` is judged by the bids it takes, the units that
arrive and the units customers send back.
"""

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

RUNGS: Final = (0.94, 1.0, 1.06)
"""Products of a category are priced on these rungs around its price level, to compare them."""
LEVEL_START: Final = 1.10
LEVEL_MIN: Final = 0.80
LEVEL_MAX: Final = 1.80
LEVEL_STEP: Final = 1.03
JUDGED_UNITS: Final = 60
"""Units to be sold on the lowest and on the highest rung before the level moves."""
GUESS: Final = 0.003
"""Expected units a day, as a share of a product's monthly sales on the whole platform."""
MEMORY: Final = 0.9
"""How much of yesterday's experience of sales still counts today."""
TRUSTED_DELIVERIES: Final = 3
GAIN_KEPT: Final = 0.8
"""A quote that leaves so much of the gain on a purchase at the floor is accepted."""
PATIENCE: Final = 20
"""Bids after which a supplier that never took one is given up."""
DEALS_EACH, DEALS_AHEAD = 13, 8
"""Deals a supplier is good for before it may close, and how far deals may run ahead of the year."""
RESTOCK: Final = 0.6
"""Share of the wanted stock below which a product counts as low."""
COMMISSION: Final = 0.02


@dataclass(slots=True)
class Product:
    """A product on sale or to be sold."""

    id: str
    title: str
    reference: float
    rung: int
    price: float = 0.0
    """What it is listed at; 0 until it is."""
    shelf: int = 0
    stored: int = 0
    coming: int = 0

    @property
    def stock(self) -> int:
        return self.shelf + self.stored + self.coming


@dataclass(slots=True)
class Supplier:
    """A supplier and how it has behaved."""

    name: str
    address: str
    quotes: dict[str, float] = field(default_factory=dict)
    """Its standing quote by product id, where talks are open."""
    dearness: float = 9.0
    """Its mean quote when first asked, as a share of the reference price."""
    bids: int = 0
    taken: int = 0
    deliveries: int = 0
    owing: float = 0.0
    """Yuan paid for goods that have not arrived."""
    is_barred: bool = False

    @property
    def rank(self) -> tuple[float, float]:
        """Return what to sort by: those who take most of our bids first, then the cheap ones."""
        return -(self.taken + 1) / (self.bids + 3), self.dearness

    def room(self, trial: float) -> float:
        """Return how much more may be ordered; little until its deliveries can be trusted."""
        if self.is_barred or (self.bids >= PATIENCE and not self.taken):
            return 0.0
        return math.inf if self.deliveries >= TRUSTED_DELIVERIES else trial - self.owing


class Line(NamedTuple):
    """A bid for one product."""

    product: Product
    price: float
    quantity: int
    action: str = "offer"


@dataclass(slots=True)
class Order:
    """Goods paid for and on their way."""

    supplier: Supplier
    product: Product
    quantity: int
    charged: float


@dataclass(slots=True)
class Tally:
    """What one rung of prices has brought since the level last moved."""

    days: int = 0
    units: int = 0
    earned: float = 0.0


@dataclass(slots=True)
class Category:
    """A category, its goods and suppliers, and what trading it has taught."""

    name: str
    store_type: str
    monthly: float
    products: list[Product]
    suppliers: list[Supplier]
    floor: float = 9.0
    level: float = LEVEL_START
    days: float = 3.0
    units: float = 0.0
    deals: int = 0
    orders: list[Order] = field(default_factory=list)
    tallies: list[Tally] = field(default_factory=lambda: [Tally() for _ in RUNGS])

    def __post_init__(self) -> None:
        self.units = self.days * self.monthly * GUESS

    @property
    def rate(self) -> float:
        """Units a product sells a day while it is on the shelf."""
        return self.units / self.days

    @property
    def margin(self) -> float:
        """Gain on a yuan spent here."""
        return self.level / self.floor - 1

    def price(self, product: Product) -> float:
        return round(product.reference * self.level * RUNGS[product.rung], 2)

    def bid(self, product: Product) -> float:
        """Return the lowest price a supplier may take, rounded up to a cent above doubt."""
        return math.ceil(product.reference * self.floor * 100 + 0.5) / 100

    def fair(self, product: Product) -> float:
        """Return the highest quote that is accepted."""
        share = GAIN_KEPT * self.floor + (1 - GAIN_KEPT) * self.level
        return product.reference * share

    def may_deal(self, year: float) -> bool:
        """Whether the suppliers' patience, spread over the year, allows a deal at this point."""
        return self.deals < DEALS_AHEAD + DEALS_EACH * len(self.suppliers) * year

    def hear(self, supplier: Supplier, product: Product, price: float) -> None:
        """Note a supplier's quote; it may have been rounded down by half a cent."""
        supplier.quotes[product.id] = price
        self.floor = min(self.floor, (price + 0.005) / product.reference)

    def wanted(self, days: float) -> list[tuple[Product, int]]:
        """Return what a stock for so many days lacks, once many products run low."""
        goal = self.rate * days
        low = sum(product.stock < RESTOCK * goal for product in self.products)
        if 3 * low < len(self.products):
            return []
        lacks = [(product, int(goal - product.stock)) for product in self.products]
        return [(product, units) for product, units in lacks if units > 0.1 * goal]

    def cost(self, days: float) -> float:
        """Return what it costs to have stock for so many days."""
        return sum(self.bid(product) * units for product, units in self.wanted(days))

    def order(self, supplier: Supplier, days: float, limit: float) -> list[Line]:
        """Return bids for what is wanted, every product's quantity cut alike to fit the limit."""
        share = min(1.0, limit / max(0.01, self.cost(days)))
        lines: list[Line] = []
        for product, units in self.wanted(days):
            price, action = self.bid(product), "offer"
            quote = supplier.quotes.get(product.id, math.inf)
            if quote <= self.fair(product):
                price, action = quote, "accept"
            quantity = max(1, int(units * share))
            if price * quantity <= limit:
                lines.append(Line(product, price, quantity, action))
                limit -= price * quantity
        return lines

    def best_supplier(self, trial: float) -> Supplier | None:
        """Return whom to ask next, among those that may be given more to do."""
        able = [each for each in self.suppliers if each.room(trial) > trial / 4]
        return min(able, key=lambda each: each.rank, default=None)

    def learn_sale(self, product: Product, row: dict[str, Any]) -> None:
        """Learn from a product's line in the store's status."""
        sold, left = row["yesterday_sold"], row["quantity"]
        if product.shelf and (left or sold > self.rate):
            self.days += 1
            self.units += sold
            tally = self.tallies[product.rung]
            tally.days += 1
            tally.units += sold
            gain = self.level * RUNGS[product.rung] * (1 - COMMISSION) - self.floor
            tally.earned += gain * (sold - row["yesterday_returned"])
        product.shelf = left

    def end_day(self) -> None:
        """Let older sales count less, and move the price level to where it earns more."""
        prior = (1 - MEMORY) * 3
        self.days = MEMORY * self.days + prior
        self.units = MEMORY * self.units + prior * self.rate
        low, high = self.tallies[0], self.tallies[-1]
        if min(low.units, high.units) < JUDGED_UNITS:
            return
        better_high = high.earned * low.days > low.earned * high.days
        level = self.level * (LEVEL_STEP if better_high else 1 / LEVEL_STEP)
        self.level = min(max(level, LEVEL_MIN, self.floor * 1.05), LEVEL_MAX)
        self.tallies = [Tally() for _ in RUNGS]

    def receive(self, units: int, title: str, supplier_name: str) -> None:
        """Book a delivery; a supplier that sent less than was ordered is barred."""
        for each in self.suppliers:
            if each.name == supplier_name:
                orders = [order for order in self.orders if order.supplier is each]
                same = [order for order in orders if order.product.title == title]
                order = min(same, key=lambda order: order.quantity != units)
                self.orders.remove(order)
                order.product.coming -= order.quantity
                each.owing -= order.charged
                each.deliveries += 1
                each.is_barred |= units < order.quantity

    def judge_returns(self, traces: dict[str, dict[str, Any]]) -> None:
        """Bar suppliers whose goods come back far more often than the category's usually do."""
        returned: Counter[str] = Counter()
        expected: Counter[str] = Counter()
        for trace in (traces[each.id] for each in self.products if each.id in traces):
            natural = trace["units_sold"] * trace["natural_baseline_return_rate"]
            for source in trace["supplier_sources"]:
                returned[source["supplier"]] += source["share"] * trace["units_returned"]
                expected[source["supplier"]] += source["share"] * natural
        usual = returned.total() / max(1.0, expected.total())
        for supplier in self.suppliers:
            units = returned[supplier.name]
            if units > 15 and units > 1.4 * max(1.0, usual) * expected[supplier.name]:
                supplier.is_barred = True
