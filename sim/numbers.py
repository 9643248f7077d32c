"""Bounds on the numbers an agent may write. Rules: docs/rules/marketplace.md §1, docs/deviations.md."""

from typing import Final

YUAN_MAX: Final = 1_000_000_000
YUAN_MIN: Final = 1e-6
"""Smallest price above zero."""
QUANTITY_MAX: Final = 1_000_000
