"""Money: whole micro-yuan, and the one rule by which a double becomes money.

¥1 = 1,000,000 micro-yuan. Two-decimal prices, two-decimal discounts and the 2 % commission are
exact in it. Nothing in the books is ever a float. Rules: docs/rules/marketplace.md §1.
"""

import math
from typing import Final

YUAN: Final = 1_000_000
LIMIT: Final = 2**63 - 1
"""Balances must fit an Int64 column."""


def to_micro(yuan: float) -> int:
    """Return the micro-yuan nearest to `yuan`, ties to even.

    Raises:
        ValueError: `yuan` is not finite, or too large to be an amount.
    """
    micro = yuan * YUAN
    if not math.isfinite(micro):
        raise ValueError(f"not an amount of money: {yuan!r}")
    return round(micro)


def to_yuan(micro: int) -> float:
    """Return the double nearest to the exact amount, in yuan."""
    return micro / YUAN


def round_div(numerator: int, divisor: int) -> int:
    """Return numerator / divisor as the nearest integer, ties to even; the divisor is positive."""
    quotient, rest = divmod(numerator, divisor)
    twice = 2 * rest
    if twice > divisor or (twice == divisor and quotient & 1):
        quotient += 1
    return quotient
