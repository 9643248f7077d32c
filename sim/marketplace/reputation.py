"""A store's reputation, re-rated every morning from what it shipped and what went wrong lately.

Rules: docs/rules/marketplace.md §14.
"""

from math import exp

from data.marketplace.parameters import (
    CANCEL_WEIGHT,
    REPUTATION_MIN,
    REPUTATION_PENALTY_MAX,
    RETURN_WEIGHT,
)


def rate(units_shipped: int, sold: float, returned: float, cancelled: float) -> float:
    """Return the reputation, 0.15 to 1, of a store with these decaying counters."""
    base = 0.3 + 0.7 / (1 + exp(-(units_shipped - 500) / 200))
    denominator = max(1.0, sold)
    penalty = min(
        REPUTATION_PENALTY_MAX,
        RETURN_WEIGHT * (returned / denominator) + CANCEL_WEIGHT * (cancelled / denominator),
    )
    return max(REPUTATION_MIN, min(1.0, base - penalty))
