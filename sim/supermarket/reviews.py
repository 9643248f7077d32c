"""What customers do after buying: send back, and review.

Rules: docs/rules/supermarket.md §7.
"""

import math
from functools import lru_cache

from data.supermarket.parameters import (
    COMPLAINT_STARS,
    DEAR_FACTOR,
    DIMENSIONS,
    POOR_QUALITY,
    PRICE_WEIGHTS,
    QUALITY_WEIGHTS,
    RATING_WINDOW_DAYS,
    RATING_WINDOWS,
    RETURN_BOUNDS,
    RETURN_CURVE,
    RETURN_UNKNOWN,
    STAR_COUNTS,
    TILT_LIMIT,
    TILT_STEPS,
    TILT_TOLERANCE,
)
from events.supermarket import Review
from sim.rng import Stream
from sim.supermarket.state import Lot
from sim.supermarket.world import Store


def polynomial(coefficients: tuple[float, ...], x: float) -> float:
    """Return a polynomial's value; coefficients with the highest power first."""
    value = 0.0
    for coefficient in coefficients:
        value = value * x + coefficient
    return value


@lru_cache(maxsize=65_536)
def return_probability(quality: float | None) -> float:
    """Return how likely a unit of some quality comes back."""
    if quality is None:
        return RETURN_UNKNOWN
    low, high = RETURN_BOUNDS
    return min(high, max(low, polynomial(RETURN_CURVE, min(5.0, max(1.0, quality)))))


@lru_cache(maxsize=65_536)
def star_edges(quality: float | None) -> tuple[float, ...]:
    """Return the cumulative probabilities of 1 to 5 stars for a unit of some quality.

    Opinions at large are tilted until their mean is the quality, nearly.
    """
    target = min(5.0, max(1.0, quality if quality is not None else 0.0))
    low, high = -TILT_LIMIT, TILT_LIMIT
    weights: list[float] = []
    total = 1.0
    for _ in range(TILT_STEPS):
        middle = (low + high) / 2
        weights = [count * math.exp(middle * (k + 1)) for k, count in enumerate(STAR_COUNTS)]
        total = sum(weights)
        mean = sum([(k + 1) * weight for k, weight in enumerate(weights)]) / total
        if abs(mean - target) < TILT_TOLERANCE:
            break
        if mean < target:
            low = middle
        else:
            high = middle
    reached = 0.0
    return tuple([reached := reached + weight / total for weight in weights])


def review(store: Store, stream: Stream, lot: Lot, price: float) -> Review:
    """Draw a customer's review of a unit of a lot that was sold at some price."""
    point = stream.random()
    edges = star_edges(lot.quality)
    stars = next((k for k, edge in enumerate(edges, 1) if edge >= point), len(edges))
    complaint = stars < COMPLAINT_STARS
    if complaint and lot.quality is not None and lot.quality < POOR_QUALITY:
        dimension = DIMENSIONS[stream.pick(QUALITY_WEIGHTS)]
    elif complaint and DEAR_FACTOR * lot.price < price:
        dimension = DIMENSIONS[stream.pick(PRICE_WEIGHTS)]
    else:
        dimension = DIMENSIONS[stream.below(len(DIMENSIONS))]
    category, pools = store.products[lot.sku].category, store.remarks
    about = dimension if (category, dimension, 0) in pools else ""
    exact = pools.get((category, about, stars)) or pools[category, about, 0]
    return Review(lot.number, stars, dimension, exact[stream.below(len(exact))])


def mean_rating(store: Store, sku: str, day: int) -> float | None:
    """Return a product's mean rating of the last 60 days, or of more where there is none."""
    first = day - RATING_WINDOW_DAYS
    sources = [
        ratings[sku] for ratings in (store.past.ratings, store.state.ratings) if sku in ratings
    ]
    for _ in range(RATING_WINDOWS):
        stars = count = 0
        for ratings in sources:
            more_stars, more = ratings.between(first, day)
            stars, count = stars + more_stars, count + more
        if count:
            return stars / count
        first -= RATING_WINDOW_DAYS
    return None


def appeal(store: Store, sku: str) -> float:
    """Return what a product's reviews do to its demand today, beside those before the first day."""
    if store.preset.review_ratio is None:
        return 0.0
    mean = mean_rating(store, sku, store.today)
    if mean is None:
        return 0.0
    curve = store.curves[store.products[sku].category]
    return polynomial(curve, mean) - store.first_appeal[sku]
