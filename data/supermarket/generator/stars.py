"""How buyers of goods of some quality rate them: opinions at large, tilted to that mean."""

import math
from functools import lru_cache

from data.supermarket.parameters import STAR_COUNTS, TILT_LIMIT, TILT_STEPS, TILT_TOLERANCE


@lru_cache(maxsize=4_096)
def star_edges(quality: float) -> tuple[float, ...]:
    """Return the cumulative probabilities of 1 to 5 stars; their mean is the quality, nearly."""
    target = min(5.0, max(1.0, quality))
    low, high = -TILT_LIMIT, TILT_LIMIT
    shares: list[float] = []
    for _ in range(TILT_STEPS):
        middle = (low + high) / 2
        weights = [count * math.exp(middle * star) for star, count in enumerate(STAR_COUNTS, 1)]
        total = math.fsum(weights)
        shares = [weight / total for weight in weights]
        mean = math.fsum([star * share for star, share in enumerate(shares, 1)])
        if abs(mean - target) < TILT_TOLERANCE:
            break
        low, high = (middle, high) if mean < target else (low, middle)
    return tuple(math.fsum(shares[: place + 1]) for place in range(len(shares)))
