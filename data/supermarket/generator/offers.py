"""Suppliers: for each product five processes of price and quality, redrawn in long cycles.

A supplier keeps a tier of quality and a tier of price through a cycle of four to six months; within
the tiers both are new every day. On every day one supplier is of the worst quality and cheapest,
and another of the best quality.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from data.supermarket.generator.chance import Chance
from data.supermarket.generator.published import (
    CYCLE_DAYS,
    DAYS,
    FOOD_LINK,
    HISTORY_FIRST,
    LEAD_DAYS,
    ORIGIN,
    OTHER_LINK,
    PRICE_BANDS,
    QUALITY_BANDS,
    SUPPLIERS,
)
from data.supermarket.tables import Offer, Supply

_TRIES: Final = 50
_BEFORE: Final = (HISTORY_FIRST - ORIGIN).days
_LAST_DAY: Final = _BEFORE + DAYS
_WORST: Final = (len(QUALITY_BANDS) - 1, len(PRICE_BANDS) - 1)
_BEST: Final = 0
_KNOT_DAYS: Final = 56
_COST_MEMORY: Final = 0.85
_COST_STEP: Final = 0.044
_COST_STEP_SPREAD: Final = 0.8


class Tiers(NamedTuple):
    """A supplier's places on the two scales from a day on, both counted from 0."""

    first: int
    quality: int
    price: int


def supply(
    chance: Chance, sku: str, category: str, *, is_food: bool, cost: float, rating: float
) -> Supply:
    """Draw what five suppliers ask and deliver for one product.

    Args:
        cost: the mean unit cost around which prices lie.
        rating: what customers would rate goods of ordinary good quality.
    """
    costs = _costs(chance, cost)
    offers = []
    for name, steps in zip(SUPPLIERS, _accepted(chance, is_food=is_food), strict=True):
        low, high = sorted((chance.between(*LEAD_DAYS), chance.between(*LEAD_DAYS)))
        if low == high:
            low, high = (low, high + 1) if high < LEAD_DAYS[1] else (low - 1, high)
        prices, qualities = _daily(chance, steps, costs, rating)
        offers.append(
            Offer(supplier=name, lead_min=low, lead_max=high, prices=prices, qualities=qualities)
        )
    first = HISTORY_FIRST.isoformat()
    return Supply(sku=sku, category=category, first_date=first, offers=tuple(offers))


def _costs(chance: Chance, mean: float) -> list[float]:
    """Draw a slow path of unit costs: a knot every eight weeks, straight lines between them."""
    step = _COST_STEP * chance.scatter(_COST_STEP_SPREAD)
    value = chance.normal(0.0, step / math.sqrt(1.0 - _COST_MEMORY**2))
    knots = []
    for _ in range(DAYS // _KNOT_DAYS + 2):
        knots.append(value)
        value = _COST_MEMORY * value + chance.normal(0.0, step)
    costs = []
    for day in range(DAYS):
        at, rest = divmod(day, _KNOT_DAYS)
        log = knots[at] + (knots[at + 1] - knots[at]) * rest / _KNOT_DAYS
        costs.append(mean * math.exp(log))
    return costs


def _daily(
    chance: Chance, steps: list[Tiers], costs: Sequence[float], rating: float
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    prices, qualities = [], []
    at = 0
    for day, cost in enumerate(costs):
        while at + 1 < len(steps) and steps[at + 1].first <= _BEFORE + day:
            at += 1
        low, high = PRICE_BANDS[steps[at].price]
        prices.append(round(cost * (low + (high - low) * chance.unit()), 4))
        low, high = QUALITY_BANDS[steps[at].quality]
        quality = rating + low + (high - low) * chance.unit()
        qualities.append(round(max(1.0, min(5.0, quality)), 3))
    return tuple(prices), tuple(qualities)


def _accepted(chance: Chance, *, is_food: bool) -> list[list[Tiers]]:
    """Draw all suppliers' tiers until price and quality go together as they should, or nearly."""
    low, high = FOOD_LINK if is_food else OTHER_LINK
    best: list[list[Tiers]] = []
    nearest = math.inf
    for _ in range(_TRIES):
        drawn = _tiers(chance, low + (high - low) * chance.unit())
        link = _link(drawn)
        distance = max(low - link, link - high, 0.0)
        if distance < nearest:
            best, nearest = drawn, distance
        if distance == 0.0:
            break
    return best


def _tiers(chance: Chance, rho: float) -> list[list[Tiers]]:
    starts: dict[int, list[int]] = {}
    for supplier in range(len(SUPPLIERS)):
        cycle = chance.between(*CYCLE_DAYS)
        for day in range(0, _LAST_DAY, cycle):
            starts.setdefault(day, []).append(supplier)
    steps: list[list[Tiers]] = [[] for _ in SUPPLIERS]
    now: list[tuple[int, int]] = [(0, 0) for _ in SUPPLIERS]
    for day in sorted(starts):
        for supplier in starts[day]:
            now[supplier] = _copula(chance, rho)
        _repair(chance, now)
        for supplier, (quality, price) in enumerate(now):
            before = steps[supplier]
            if not before or (before[-1].quality, before[-1].price) != (quality, price):
                before.append(Tiers(day, quality, price))
    return steps


def _copula(chance: Chance, rho: float) -> tuple[int, int]:
    first = chance.normal(0.0, 1.0)
    second = rho * first + math.sqrt(1.0 - rho * rho) * chance.normal(0.0, 1.0)
    quality = int(len(QUALITY_BANDS) * _share_below(first))
    price = int(len(PRICE_BANDS) * _share_below(second))
    return min(quality, _WORST[0]), min(price, _WORST[1])


def _share_below(z: float) -> float:
    return 0.5 * (1.0 + math.erf(z / math.sqrt(2.0)))


def _repair(chance: Chance, now: list[tuple[int, int]]) -> None:
    """Let there be one of the worst and one of the best; it lasts until that supplier's cycle."""
    if _WORST not in now:
        now[chance.below(len(now))] = _WORST
    if all(quality != _BEST for quality, _ in now):
        worst = now.index(_WORST)
        others = [supplier for supplier in range(len(now)) if supplier != worst]
        now[chance.choice(others)] = _BEST, chance.below(len(PRICE_BANDS))


def _link(steps: list[list[Tiers]]) -> float:
    """Return the correlation of price factor and quality over all suppliers' days."""
    weights, prices, qualities = [], [], []
    inner_price = inner_quality = 0.0
    for supplier in steps:
        ends = [step.first for step in supplier[1:]] + [_LAST_DAY]
        for step, end in zip(supplier, ends, strict=True):
            days = end - max(step.first, _BEFORE)
            if days > 0:
                low, high = PRICE_BANDS[step.price]
                bottom, top = QUALITY_BANDS[step.quality]
                weights.append(days)
                prices.append((low + high) / 2.0)
                qualities.append((bottom + top) / 2.0)
                inner_price += days * (high - low) ** 2 / 12.0
                inner_quality += days * (top - bottom) ** 2 / 12.0
    total = math.fsum(weights)
    price = _dot(weights, prices) / total
    quality = _dot(weights, qualities) / total
    pairs = zip(prices, qualities, strict=True)
    together = _dot(weights, [(p - price) * (q - quality) for p, q in pairs])
    spread_price = inner_price + _dot(weights, [(p - price) ** 2 for p in prices])
    spread_quality = inner_quality + _dot(weights, [(q - quality) ** 2 for q in qualities])
    return together / math.sqrt(spread_price * spread_quality)


def _dot(weights: Sequence[float], values: Sequence[float]) -> float:
    return math.fsum([weight * value for weight, value in zip(weights, values, strict=True)])
