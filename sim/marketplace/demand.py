"""How many units customers want of each SKU on one store's shelf on one day.

Pure arithmetic in IEEE doubles, in the published order of operations, so that the same prices give
the same units to the last bit. Rules: docs/rules/marketplace.md §6.
"""

from collections.abc import Callable, Sequence
from math import exp
from typing import Final, NamedTuple

from data.marketplace.parameters import (
    CATEGORY_CAP_MIN,
    CATEGORY_CAP_NUMERATOR,
    DEMAND_SCALE,
    DEMAND_SCALE_DEFAULT,
    MONTH_DAYS,
    STORE_SCALE,
)
from data.marketplace.tables import Category, Product


class Listing(NamedTuple):
    """One SKU on a shelf as demand sees it."""

    product: Product
    category: Category
    base: float
    """Units a day at reference price, before all other factors."""
    stock: int
    price: float
    """Effective price, after a promotion's discount."""


class Day(NamedTuple):
    """What moves the demand of a whole store on one day; all are factors."""

    weekday: float = 1.0
    season: float = 1.0
    event: float = 1.0
    promotion: float = 1.0
    elasticity_boost: float = 1.0
    reputation: float = 1.0


def _linear(ratio: float, k: float) -> float:
    return max(0.0, 1 - k * (ratio - 1))


def _exponential(ratio: float, k: float) -> float:
    return exp(-k * (ratio - 1))


def _constant_elasticity(ratio: float, k: float) -> float:
    return float(ratio ** (-k))


def _quadratic(ratio: float, k: float) -> float:
    return max(0.0, 1 - k * (ratio - 1) ** 2)


FAMILIES: Final[dict[str, Callable[[float, float], float]]] = {
    "linear": _linear,
    "exponential": _exponential,
    "constant_elasticity": _constant_elasticity,
    "quadratic": _quadratic,
}


def price_factor(family: str, ratio: float, k: float) -> float:
    """Return the demand factor of a price; `ratio` is price / reference price, above 0."""
    respond = FAMILIES.get(family)
    return respond(ratio, k) if respond else 1.0


def base_demand(category: Category, store_type: str) -> float:
    """Return a SKU's units a day at reference price, before all other factors."""
    monthly = (category.monthly_min + category.monthly_max) / 2
    return monthly / MONTH_DAYS * STORE_SCALE * DEMAND_SCALE.get(store_type, DEMAND_SCALE_DEFAULT)


def category_share(categories: int) -> float:
    """Return the part of a store's capacity that one of its categories can use at most."""
    return min(1.0, max(CATEGORY_CAP_MIN, CATEGORY_CAP_NUMERATOR / max(1, categories)))


def wanted(listings: Sequence[Listing], day: Day, capacity: float, share: float) -> list[float]:
    """Return expected units by listing, after both caps and before stock limits it."""
    outer = day.season * day.event * day.reputation
    demand = []
    for product, category, base, _, price in listings:
        ratio = price / product.reference_price
        k = category.elasticity_k * day.elasticity_boost
        raw = base * price_factor(category.elasticity, ratio, k) * day.weekday * day.promotion
        demand.append(max(0.0, raw * outer))
    if capacity > 0 and demand:
        if share < 1.0:
            demand = _cap_categories(listings, demand, capacity * share)
        total = 0.0
        for units in demand:
            total += units
        if total > 0:
            saturation = (capacity * total) / (capacity + total) / total
            demand = [units * saturation for units in demand]
    return demand


def _cap_categories(
    listings: Sequence[Listing], demand: list[float], capacity: float
) -> list[float]:
    sums: dict[str, float] = {}
    for listing, units in zip(listings, demand, strict=True):
        name = listing.category.name
        sums[name] = sums.get(name, 0.0) + units
    return [
        units * (capacity / (capacity + total)) if total > 0 else units
        for units, total in (
            (units, sums[listing.category.name])
            for listing, units in zip(listings, demand, strict=True)
        )
    ]


def realised(expected: float, stock: int, uniform: Callable[[], float]) -> int:
    """Return whole units sold: the fraction becomes one more unit with its own probability.

    `uniform` is asked only where it can matter.
    """
    whole = int(expected)
    if whole >= stock:
        return stock
    fraction = expected - whole
    return whole + (fraction > 0 and uniform() < fraction)
