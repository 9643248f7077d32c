"""How many units customers want of each SKU on one store's shelf on one day.

Pure arithmetic in IEEE doubles, in the published order of operations, so that the same prices give
the same units to the last bit. Rules: docs/rules/marketplace.md §6.
"""

from collections.abc import Callable, Sequence
from math import exp
from typing import Final, NamedTuple

import msgspec

from data.marketplace.parameters import (
    CATEGORY_CAP_MIN,
    CATEGORY_CAP_NUMERATOR,
    DEMAND_SCALE,
    DEMAND_SCALE_DEFAULT,
    MONTH_DAYS,
    STORE_SCALE,
)
from data.marketplace.tables import Category, Product

BOUNDLESS: Final = 1e100
"""Demand beyond all stock, at prices near nothing."""


class Curve(msgspec.Struct, frozen=True):
    """How customers of one store type respond to the price of one SKU."""

    category: str
    reference: float
    base: float
    """Units a day at reference price, before all other factors."""
    respond: Callable[[float, float], float]
    """(price / reference, elasticity) -> demand factor."""
    elasticity: float


class Listing(msgspec.Struct, frozen=True, gc=False):
    """One SKU on a shelf as demand sees it."""

    sku: str
    curve: Curve
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
    try:
        return float(ratio ** (-k))
    except OverflowError:
        return BOUNDLESS


def _quadratic(ratio: float, k: float) -> float:
    return max(0.0, 1 - k * (ratio - 1) ** 2)


FAMILIES: Final[dict[str, Callable[[float, float], float]]] = {
    "linear": _linear,
    "exponential": _exponential,
    "constant_elasticity": _constant_elasticity,
    "quadratic": _quadratic,
}


def curve_of(product: Product, category: Category, store_type: str) -> Curve:
    """Return a SKU's demand curve in a store type."""
    monthly = (category.monthly_min + category.monthly_max) / 2
    scale = DEMAND_SCALE.get(store_type, DEMAND_SCALE_DEFAULT)
    return Curve(
        category.name,
        product.reference_price,
        monthly / MONTH_DAYS * STORE_SCALE * scale,
        FAMILIES[category.elasticity],
        category.elasticity_k,
    )


def category_share(categories: int) -> float:
    """Return the part of a store's capacity that one of its categories can use at most."""
    return min(1.0, max(CATEGORY_CAP_MIN, CATEGORY_CAP_NUMERATOR / max(1, categories)))


def wanted(listings: Sequence[Listing], day: Day, capacity: float, share: float) -> list[float]:
    """Return expected units by listing, after both caps and before stock limits it."""
    outer = day.season * day.event * day.reputation
    weekday, promotion, boost = day.weekday, day.promotion, day.elasticity_boost
    demand = []
    for listing in listings:
        curve = listing.curve
        factor = curve.respond(listing.price / curve.reference, curve.elasticity * boost)
        units = curve.base * factor * weekday * promotion * outer
        demand.append(units if units > 0.0 else 0.0)
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
    names = [listing.curve.category for listing in listings]
    for name, units in zip(names, demand, strict=True):
        sums[name] = sums.get(name, 0.0) + units
    factors = {name: capacity / (capacity + total) for name, total in sums.items()}
    return [units * factors[name] for name, units in zip(names, demand, strict=True)]


def realised(expected: float, stock: int, uniform: Callable[[], float]) -> int:
    """Return whole units sold: the fraction becomes one more unit with its own probability.

    `uniform` is asked only where it can matter.
    """
    whole = int(expected)
    if whole >= stock:
        return stock
    fraction = expected - whole
    return whole + (fraction > 0 and uniform() < fraction)


class Curves(dict[str, Curve]):
    """The demand curves of one store type by SKU, made when first asked for."""

    def __init__(
        self, store_type: str, products: dict[str, Product], categories: dict[str, Category]
    ) -> None:
        super().__init__()
        self._store_type, self._products, self._categories = store_type, products, categories

    def __missing__(self, sku: str) -> Curve:
        product = self._products[sku]
        made = curve_of(product, self._categories[product.category], self._store_type)
        self[sku] = made
        return made
