"""What the supermarket's steward knows about a product, and how it learns it.

Demand is taken to fall by the same share with every step of price: a weighted line through
(price, log of units sold), older days counting less. The best price then stands a fixed step above
cost. A supplier is judged by what its goods cost in the end: the quote, and the customers' returns.
"""

import math
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

# How much of yesterday's experience still counts today, for the line and for the level of sales.
MEMORY, LEVEL_MEMORY = 0.97, 0.7
# Elasticities believed in, at the mean price; the first is the guess that the data must move, and
# it weighs as much as this much spread of prices.
ELASTICITY_GUESS, ELASTICITY_MIN, ELASTICITY_MAX, GUESS_WEIGHT = -2.5, -6.0, -1.4, 0.02
# Prices stay within these shares of the range seen before the first day, and of yesterday's.
RANGE_LOW, RANGE_HIGH, STEP = 0.9, 1.1, 0.15
# What a returned unit costs, in retail prices: the refund, and customers put off by bad reviews.
RETURN_COST: Final = 4.0
# Returns an untried supplier is taken to have, and how many units that opinion weighs.
RETURNS_GUESS, RETURNS_WEIGHT = 0.09, 25


class Quote(NamedTuple):
    """What a supplier asks today."""

    supplier: str
    price: float
    lead_max: int


@dataclass(slots=True)
class Product:
    """A product on the steward's shelf."""

    sku: str
    category: str
    profit: float = 0.0
    """Earned before the first day."""
    low: float = math.inf
    high: float = 0.0
    """The prices it sold at."""
    price: float = 0.0
    stock: int = 0
    coming: int = 0
    level: float = 0.0
    """How much more than the line says it sells these days, as a logarithm."""
    returns: dict[str, tuple[int, int]] = field(default_factory=dict)
    """(sold, returned) by supplier."""
    _weight: float = 0.0
    _prices: float = 0.0
    _logs: float = 0.0
    _squares: float = 0.0
    _products: float = 0.0

    def read(self, history: dict[str, Any]) -> None:
        """Learn from the days before the first one."""
        self.profit = history["net_profit"]
        for day in history["daily"]:
            if day["units_sold"]:
                self.price = day["selling_price"]
                self.low, self.high = min(self.low, self.price), max(self.high, self.price)
                self.learn(day["units_sold"])

    def learn(self, units: int) -> None:
        """Take a day's sales at the current price into the books."""
        told = math.log(units)
        if self._weight:
            self.level = LEVEL_MEMORY * self.level + (1 - LEVEL_MEMORY) * (told - self._line())
        for name in ("_weight", "_prices", "_logs", "_squares", "_products"):
            setattr(self, name, MEMORY * getattr(self, name))
        self._weight += 1
        self._prices += self.price
        self._logs += told
        self._squares += self.price * self.price
        self._products += self.price * told

    @property
    def rate(self) -> float:
        """Units it is expected to sell in a day at its price."""
        return math.exp(self._line() + self.level) if self._weight else 0.0

    @property
    def slope(self) -> float:
        """How the logarithm of sales changes with the price; below 0."""
        mean = self._prices / self._weight
        spread = self._squares / self._weight - mean * mean
        shared = self._products / self._weight - mean * (self._logs / self._weight)
        guess = GUESS_WEIGHT * mean * mean
        found = (shared + guess * ELASTICITY_GUESS / mean) / (spread + guess)
        return min(max(found, ELASTICITY_MIN / mean), ELASTICITY_MAX / mean)

    def best_price(self, cost: float) -> float:
        """Return the price that earns most at a cost, not far from those tried before."""
        wanted = cost - 1 / self.slope
        wanted = min(max(wanted, RANGE_LOW * self.low), RANGE_HIGH * self.high)
        wanted = min(max(wanted, (1 - STEP) * self.price), (1 + STEP) * self.price)
        return max(0.01, round(wanted, 2))

    def true_cost(self, quote: Quote) -> float:
        """Return what a unit of a supplier costs in the end."""
        sold, returned = self.returns.get(quote.supplier, (0, 0))
        share = (returned + RETURNS_GUESS * RETURNS_WEIGHT) / (sold + RETURNS_WEIGHT)
        return quote.price + RETURN_COST * share * self.price

    def _line(self) -> float:
        mean = self._prices / self._weight
        return self._logs / self._weight + self.slope * (self.price - mean)
