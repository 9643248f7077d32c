"""Bounds on the numbers an agent may write (docs/rules/marketplace.md §21.2)."""

from typing import Final

YUAN_MAX: Final = 1_000_000_000
YUAN_MIN: Final = 1e-6
"""Smallest price above zero."""
QUANTITY_MAX: Final = 1_000_000
