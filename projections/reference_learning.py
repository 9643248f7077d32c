"""Learning and anchoring in the published negotiation block, with its names and roundings.

Negotiations come as the block's own `per_negotiation` rows, in order of conclusion. Docs:
docs/metrics.md, published blocks.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from projections.anchoring import Anchoring
from projections.learning import LEARNS_FROM
from projections.talks import AGREEMENT

Row = dict[str, Any]


def learning_block(rows: list[Row]) -> Row | None:
    """Return `learning_speed`; None for fewer than four with honest suppliers."""
    good = [row for row in rows if row["supplier_type"] == "good"]
    if len(good) < LEARNS_FROM:
        return None
    deals = deals_of(good)
    bad_days = [row["day_concluded"] for row in deals_of(rows) if row["supplier_type"] == "bad"]
    families = {
        family: _lifts(some) | {"count": len(some)}
        for family in dict.fromkeys(row["supplier_family"] for row in good)
        if len(some := of_family(good, family)) >= LEARNS_FROM
    }
    fell_early, fell_late = _halves(rows, _is_bad_deal)
    sooner = None
    if len(deals) >= LEARNS_FROM:
        rounds_early, rounds_late = _halves(deals, lambda row: row["rounds"])
        sooner = round(rounds_early - rounds_late, 2)
    return {
        **_lifts(good),
        "se_slope_per_day": round(_slope(good), 6),
        "fraud_avoidance_lift": round(fell_early - fell_late, 4),
        "time_to_zero_bad": max(bad_days, default=0),
        "rounds_half_improvement": sooner,
        "by_family_learning": families or None,
        "sample_size": {
            "good_negotiations": len(good),
            "good_deals": len(deals),
            "bad_deals": len(bad_days),
            "total_timed": len(rows),
        },
    }


def _lifts(rows: list[Row]) -> Row:
    won_early, won_late = _halves(rows, lambda row: row["surplus_efficiency"])
    agreed_early, agreed_late = _halves(rows, _is_deal)
    return {
        "se_half_lift": round(won_late - won_early, 4),
        "agr_half_lift": round(agreed_late - agreed_early, 4),
    }


def _halves(rows: list[Row], value: Callable[[Row], float]) -> tuple[float, float]:
    """Return the means in the earlier half, the shorter one if odd, and in the later one."""
    half = len(rows) // 2
    return mean([value(row) for row in rows[:half]]), mean([value(row) for row in rows[half:]])


def _slope(rows: list[Row]) -> float:
    days, gains = each(rows, "day_concluded"), each(rows, "surplus_efficiency")
    day, gain = mean(days), mean(gains)
    spread = total((x - day) ** 2 for x in days)
    if not spread:
        return 0.0
    return total((x - day) * (y - gain) for x, y in zip(days, gains, strict=True)) / spread


def anchoring_block(found: Anchoring | None) -> Row | None:
    """Return `anchoring`; None where nothing was bought twice."""
    if found is None:
        return None
    return {
        "anchor_regret_ratio": _rounded(found.regret_ratio, 4),
        "new_low_rate_ratio": _rounded(found.new_low_ratio, 4),
        "anchor_regret": round(found.regret, 4),
        "anchor_regret_null": round(found.regret_null, 4),
        "anchor_regret_z": _rounded(found.regret_z, 3),
        "new_low_rate": round(found.new_low_rate, 4),
        "new_low_rate_null": round(found.new_low_null, 4),
        "new_low_rate_z": _rounded(found.new_low_z, 3),
        "sample_size": {"repeat_pairs": found.pairs, "reorders": found.reorders},
    }


def _is_deal(row: Row) -> bool:
    return bool(row["outcome"] == AGREEMENT)


def _is_bad_deal(row: Row) -> bool:
    return _is_deal(row) and row["supplier_type"] == "bad"


def deals_of(rows: list[Row]) -> list[Row]:
    """Return the agreements among some negotiations."""
    return [row for row in rows if _is_deal(row)]


def of_family(rows: list[Row], family: str) -> list[Row]:
    """Return the negotiations with suppliers of a family."""
    return [row for row in rows if row["supplier_family"] == family]


def each(rows: list[Row], name: str) -> list[float]:
    """Return one figure of every negotiation."""
    return [row[name] for row in rows]


def mean(values: Sequence[float]) -> float:
    """Return the mean of at least one value."""
    return total(values) / len(values)


def total(values: Iterable[float]) -> float:
    """Return the sum, one after the other: `sum` compensates errors from Python 3.12 on."""
    found = 0.0
    for value in values:
        found += value
    return found


def _rounded(value: float | None, decimals: int) -> float | None:
    return None if value is None else round(value, decimals)
