"""Comparing one call with its trace: exact for counts, texts and orders, half a cent for money.

Returns the first difference as a value; a mismatch is a finding, not an error.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

MONEY_TOLERANCE = 0.0051
EXACT_TOLERANCE = 1e-6
EXACT_FIELDS = (
    "price",
    "agreed_price",
    "reputation",
    "recent_returns",
    "recent_sold",
    "recent_cancellations",
)
LEGACY_FIELDS = ("rent_charged", "ops_discount")
ERROR_FIELDS = ("error", "order_error")


class Mismatch(NamedTuple):
    """Where something differs, what the trace has and what came out."""

    field: str
    expected: object
    got: object


def tolerance_of(key: str) -> float:
    """Return by how much a number under this key may differ."""
    return EXACT_TOLERANCE if key in EXACT_FIELDS else MONEY_TOLERANCE


def compare(
    expected: Any,
    got: Any,
    field: str = "",
    key: str = "",
    tolerance: Callable[[str], float] = tolerance_of,
) -> Mismatch | None:
    """Return the first difference between a trace's value and ours; our extra fields are fine."""
    if key in ERROR_FIELDS and expected is True:
        return None if got else Mismatch(field, "an error", got)
    if isinstance(expected, dict):
        return _compare_objects(expected, got, field, tolerance)
    if isinstance(expected, list):
        return _compare_lists(expected, got, field, key, tolerance)
    if isinstance(expected, bool) or not isinstance(expected, (int, float)):
        same = type(expected) is type(got) and expected == got
        return None if same else Mismatch(field, expected, got)
    same = _same_number(expected, got, tolerance(key))
    return None if same else Mismatch(field, expected, got)


def _same_number(expected: float, got: Any, tolerance: float) -> bool:
    if isinstance(got, bool) or not isinstance(got, (int, float)):
        return False
    if isinstance(expected, int) and isinstance(got, int):
        return expected == got
    return math.isclose(expected, got, rel_tol=1e-9, abs_tol=tolerance)


def _compare_objects(
    expected: dict[str, Any], got: Any, field: str, tolerance: Callable[[str], float]
) -> Mismatch | None:
    if not isinstance(got, dict):
        return Mismatch(field, expected, got)
    for key, value in expected.items():
        if key in LEGACY_FIELDS:
            continue
        here = f"{field}.{key}" if field else key
        if key not in got:
            return Mismatch(here, value, "nothing")
        found = compare(value, got[key], here, key, tolerance)
        if found:
            return found
    return None


def _compare_lists(
    expected: list[Any], got: Any, field: str, key: str, tolerance: Callable[[str], float]
) -> Mismatch | None:
    if not isinstance(got, list) or len(got) != len(expected):
        return Mismatch(field, expected, got)
    for index, (one, other) in enumerate(zip(expected, got, strict=True)):
        found = compare(one, other, f"{field}[{index}]", key, tolerance)
        if found:
            return found
    return None
