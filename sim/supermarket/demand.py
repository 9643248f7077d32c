"""Demand: how attractive each product is, and how many units customers want.

Under `power` a category's attraction is the power mean of its products', and its buyers divide
among them; under `legacy` every product draws its buyers for itself. The order of additions and
draws is part of the rules. Rules: docs/rules/supermarket.md §6.
"""

import datetime as dt
import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from data.supermarket.parameters import NOISE_DIVISOR, SEASON_WEEKS, WEEK_ZERO
from events.supermarket import Attraction
from sim.supermarket.news import NEED, Effects
from sim.supermarket.reviews import appeal
from sim.supermarket.world import Store

_WEEK_ZERO: Final = dt.date.fromisoformat(WEEK_ZERO)
_UTILITY_MAX: Final = 200.0
"""Keeps exponentials finite; no sensible product comes near."""


class Wanted(NamedTuple):
    """What customers want of one product."""

    sku: str
    units: int
    had_buyers: bool
    """Its category had any."""


def attractions(store: Store) -> tuple[Attraction, ...]:
    """Return how attractive each product in stock is today, in the order of the stock."""
    week = (store.calendar.date(store.today) - _WEEK_ZERO).days // 7
    angle = 2 * math.pi * week / SEASON_WEEKS
    sine, cosine = math.sin(angle), math.cos(angle)
    news, day, prices = Effects(store, NEED), store.today, store.state.prices
    found = []
    for sku, held in store.state.stock.items():
        if not held:
            continue
        row = store.products[sku]
        reviewed, reported = appeal(store, sku), news.on(sku, row.category)
        noise = store.draws.noise(sku, day, row.sigma) if row.sigma > 0 else 0.0
        slope = row.beta + row.beta_s * sine + row.beta_c * cosine
        utility = min(_UTILITY_MAX, row.alpha + slope * prices[sku] + noise / NOISE_DIVISOR)
        value = math.exp(utility) * (1 + (reviewed + reported))
        found.append(Attraction(sku, max(0.0, value), reported, reviewed))
    return tuple(found)


def power_demand(store: Store) -> Iterator[list[Wanted]]:
    """Yield what customers want, one category after the other; each is drawn when asked for."""
    shelf, day, rho = store.state.shelf, store.today, store.preset.rho
    limited = store.preset.shelf is not None
    groups: dict[str, list[Attraction]] = {}
    for each in store.figures.attractions:
        if each.value > 0 and (each.sku in shelf or not limited):
            groups.setdefault(store.products[each.sku].category, []).append(each)
    store.figures.drawn_with = {each.sku: each.value for each in store.figures.attractions}
    customers = store.traffic(day)
    for category, group in groups.items():
        raised = total = 0.0
        for each in group:
            raised += each.value**rho
            total += each.value
        whole = raised ** (1.0 / rho)
        share = whole / (1.0 + whole)
        buyers = store.draws.buyers(category, day, customers, share)
        store.figures.binomials.append((customers, share, buyers))
        if not buyers:
            yield [Wanted(each.sku, 0, had_buyers=False) for each in group]
            continue
        shares = [each.value / total for each in group]
        split = store.draws.split(category, day, buyers, shares)
        store.figures.splits.append(split)
        pairs = zip(group, split, strict=True)
        yield [Wanted(each.sku, units, had_buyers=True) for each, units in pairs]


def legacy_demand(store: Store) -> Iterator[list[Wanted]]:
    """Yield what customers want, one product after the other, siblings taking from each other."""
    plain = {each.sku: each.value for each in store.figures.attractions}
    mutual = {sku: _with_siblings(store, sku, plain) for sku in plain}
    store.figures.drawn_with = mutual
    day = store.today
    customers = store.traffic(day)
    for sku, value in mutual.items():
        total = value
        for sibling in store.categories[store.products[sku].category]:
            if sibling != sku and sibling in mutual:
                total += mutual[sibling]
        share = total / (1.0 + total)
        buyers = store.draws.buyers(sku, day, customers, share)
        store.figures.binomials.append((customers, share, buyers))
        expected = buyers * value / total if total > 0 else 0.0
        units = math.floor(expected)
        if store.draws.rounding(sku, day) < expected - units:
            units += 1
        yield [Wanted(sku, units, had_buyers=True)]


def _with_siblings(store: Store, sku: str, plain: dict[str, float]) -> float:
    category = store.products[sku].category
    effect = store.preset.effects.get(category, store.preset.effect)
    if effect == 0:
        return plain[sku]
    taken = 0.0
    for sibling in store.categories[category]:
        if sibling != sku and sibling in plain:
            taken += effect * plain[sibling]
    return max(0.0, plain[sku] + taken)
