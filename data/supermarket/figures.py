"""A world in figures, beside those that a full-scale one is calibrated to."""

import datetime as dt
import math
import statistics
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from data.supermarket.generator.published import (
    BY_NAME,
    FIRST_DAY,
    HISTORY_DAYS,
    HISTORY_UNITS,
    HISTORY_UNITS_MARGIN,
    HORIZON,
    TRAFFIC_MEAN,
)
from data.supermarket.tables import Supermarket

_SATURDAY: Final = 5
_SUNDAY: Final = 6
_TENTHS: Final = ((1, "p10"), (5, "p50"), (9, "p90"))


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One figure of a world, its target, and how far it may lie from it."""

    name: str
    value: float | None
    """None where the world has nothing to compute it from."""
    target: float
    low: float
    high: float

    @property
    def holds(self) -> bool:
        """Whether the value lies within its bounds."""
        return self.value is not None and self.low <= self.value <= self.high


def figures(market: Supermarket) -> list[Figure]:
    """Compute the calibration figures, part after part.

    Prices are compared through what was charged before the first day; traffic and suppliers through
    the first 180 days.
    """
    return [
        *_volumes(market),
        *_demand(market),
        *_traffic(market),
        *_supply(market),
        *_news(market),
    ]


def _figure(name: str, value: float | None, target: float, margin: float) -> Figure:
    shown = None if value is None else round(value, 4)
    return Figure(
        name=name,
        value=shown,
        target=target,
        low=round(target - margin, 6),
        high=round(target + margin, 6),
    )


def _volumes(market: Supermarket) -> Iterator[Figure]:
    past = market.history
    units = sum([row.units for row in past.sales])
    yield _figure("history_units", units, HISTORY_UNITS, HISTORY_UNITS_MARGIN)
    homes = {row.id: row.category for row in market.products}
    sold = dict.fromkeys(BY_NAME, 0)
    for row in past.sales:
        if homes[row.sku] in sold:
            sold[homes[row.sku]] += row.units
    errors = [abs(sold[name] / HISTORY_DAYS / BY_NAME[name].daily - 1.0) for name in sold]
    yield _figure("category_volume_error", max(errors), 0.0, 0.3)
    returned = sum([row.units for row in past.returns])
    yield _figure("history_return_ratio", _ratio(returned, units), 0.02, 0.002)
    yield _figure("history_review_ratio", _ratio(len(past.reviews), units), 0.03, 0.002)
    best = len([row for row in _ranks(market) if row == 0])
    yield _figure("history_best_supplier", _ratio(best, len(past.batches)), 0.6, 0.03)


def _ranks(market: Supermarket) -> Iterator[int]:
    """Yield the rank by quality, that day, of the supplier of each past order line."""
    supplies = {supply.sku: supply for supply in market.supplies}
    for batch in market.history.batches:
        supply = supplies[batch.sku]
        place = _days(supply.first_date, batch.order_date)
        found = {
            offer.supplier: offer.qualities[place]
            for offer in supply.offers
            if 0 <= place < len(offer.qualities)
        }
        own = found.get(batch.supplier)
        if own is not None:
            yield len([each for each in found.values() if each is not None and each > own])


def _demand(market: Supermarket) -> Iterator[Figure]:
    rows = market.products
    yield from _spread("alpha", [row.alpha for row in rows], (-6.25, -4.92, -3.10), (0.6, 0.4, 1.0))
    yield from _spread("beta", [row.beta for row in rows], (-2.32, -1.15, -0.70), (0.9, 0.3, 0.2))
    yield from _spread("sigma", [row.sigma for row in rows], (0.49, 0.67, 0.93), 0.1)
    for name, target, margin in (("beta_s", 0.11, 0.05), ("beta_c", 0.064, 0.035)):
        ratios = [abs(getattr(row, name) / row.beta) for row in rows if row.beta]
        yield _figure(f"{name}_over_beta_p50", _middle(ratios), target, margin)
    charged: dict[str, list[float]] = {}
    for row in market.history.sales:
        charged.setdefault(row.sku, []).append(row.price)
    usual = {sku: statistics.median(prices) for sku, prices in charged.items()}
    yield from _spread("price", list(usual.values()), (0.69, 1.23, 2.75), (0.2, 0.25, 0.6))
    elasticities = [row.beta * usual[row.id] for row in rows if row.id in usual]
    yield from _spread("elasticity", elasticities, (-3.29, -1.82, -0.65), (0.8, 0.4, 0.35))
    yield _figure("shelf_life_p50", _middle([row.shelf_life for row in rows]), 25, 3)


def _traffic(market: Supermarket) -> Iterator[Figure]:
    start = _days(market.traffic_first, FIRST_DAY.isoformat())
    window = market.traffic[max(0, start) : max(0, start + HORIZON)]
    before = market.traffic[max(0, start - HISTORY_DAYS) : max(0, start)]
    yield _figure("traffic_mean", _mean(window), TRAFFIC_MEAN, 600)
    yield _figure("traffic_deviation", _deviation(window), 3_352, 450)
    yield _figure("history_traffic_mean", _mean(before), 30_016, 500)
    yield _figure("history_traffic_deviation", _deviation(before), 2_486, 300)
    weekdays = [(FIRST_DAY + dt.timedelta(days=day)).weekday() for day in range(len(window))]
    means = {
        weekday: statistics.mean([c for c, w in zip(window, weekdays, strict=True) if w == weekday])
        for weekday in dict.fromkeys(weekdays)
    }
    for name, weekday, target in (("saturday", _SATURDAY, 1.189), ("sunday", _SUNDAY, 1.064)):
        index = means[weekday] / statistics.mean(window) if weekday in means else None
        yield _figure(f"traffic_{name}", index, target, 0.04)
    rest = [c / means[w] - 1.0 if means[w] else 0.0 for c, w in zip(window, weekdays, strict=True)]
    yield _figure("traffic_residual", _deviation(rest), 0.073, 0.014)
    squares = math.fsum([value * value for value in rest])
    following = math.fsum([a * b for a, b in pairwise(rest)])
    yield _figure("traffic_memory", _ratio(following, squares), 0.28, 0.25)


def _supply(market: Supermarket) -> Iterator[Figure]:
    links: dict[bool, list[float]] = {True: [], False: []}
    best: list[float] = []
    worst: list[float] = []
    premiums: list[float] = []
    for supply in market.supplies:
        start = _days(supply.first_date, FIRST_DAY.isoformat())
        prices: list[float] = []
        qualities: list[float] = []
        for day in range(start, start + HORIZON):
            quotes = [
                (quality, price)
                for offer in supply.offers
                if 0 <= day < len(offer.prices)
                and (quality := offer.qualities[day]) is not None
                and (price := offer.prices[day]) is not None
            ]
            if quotes:
                qualities += [quality for quality, _ in quotes]
                prices += [price for _, price in quotes]
                top, cheapest = max(quotes), min(price for _, price in quotes)
                best.append(top[0])
                worst.append(min(quotes)[0])
                premiums.append(top[1] / cheapest - 1.0 if cheapest else 0.0)
        if len({*prices}) > 1 and len({*qualities}) > 1 and supply.category in BY_NAME:
            link = statistics.correlation(prices, qualities)
            links[BY_NAME[supply.category].is_food].append(link)
    yield _figure("price_follows_quality_food", _mean(links[True]), 0.25, 0.1)
    yield _figure("price_follows_quality_other", _mean(links[False]), 0.45, 0.1)
    yield _figure("best_quality", _mean(best), 4.83, 0.1)
    yield _figure("worst_quality", _mean(worst), 1.8, 0.15)
    yield _figure("price_of_best_over_cheapest", _mean(premiums), 0.305, 0.07)


def _news(market: Supermarket) -> Iterator[Figure]:
    trade = [row for row in market.news if row.direction in ("increase", "decrease")]
    more = len([row for row in trade if row.direction == "increase"])
    need = len([row for row in trade if row.side == "need"])
    yield _figure("news_increase_share", _ratio(more, len(trade)), 0.55, 0.07)
    yield _figure("news_demand_share", _ratio(need, len(trade)), 0.5, 0.07)
    yield _figure("news_strength", _mean([row.strength for row in trade]), 0.25, 0.015)


def _spread(
    name: str, values: Sequence[float], targets: Sequence[float], margins: float | Sequence[float]
) -> Iterator[Figure]:
    """Yield the 10th, 50th and 90th percentile."""
    ordered = sorted(values)
    each = [margins] * len(_TENTHS) if isinstance(margins, float) else margins
    for (tenth, label), target, margin in zip(_TENTHS, targets, each, strict=True):
        value = ordered[len(ordered) * tenth // 10] if ordered else None
        yield _figure(f"{name}_{label}", value, target, margin)


def _middle(values: Sequence[float]) -> float | None:
    return statistics.median(values) if values else None


def _mean(values: Iterable[float]) -> float | None:
    listed = [*values]
    return math.fsum(listed) / len(listed) if listed else None


def _deviation(values: Sequence[float]) -> float | None:
    return statistics.stdev(values) if len(values) > 1 else None


def _ratio(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def _days(first: str, date: str) -> int:
    return (dt.date.fromisoformat(date) - dt.date.fromisoformat(first)).days
