"""The analysis report of the published system, with its names, roundings and zero denominators.

Amounts are yuan with two decimals, rates have four; a rate over nothing is 0.0, not null. Where the
published figure and ours are defined differently (drawdown, the speed channel), this is the
published one. Definitions: docs/metrics.md, "The published report".
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import polars as pl

from events.episode import EpisodeEnded, EpisodeStarted
from events.talks import MessageSent
from ledger.money import round_div
from projections import fraud, operations, returns, solvency, worth
from projections.batch import Batch

PERSONALITIES: Final = (
    "Enthusiastic",
    "Tough",
    "Friendly",
    "Unpredictable",
    "Strategic",
    "Professional",
)
"""Honest suppliers' personalities (docs/rules/marketplace.md §17.2), each reported even at 0."""

COMPLETED: Final = "max_days_reached"
"""The one reason of an end that counts as completed."""

Row = Mapping[str, Any]
Report = dict[str, Any]

_CENT: Final = 10_000
_RATE_DIGITS: Final = 4


def report(batch: Batch, negotiation_quality: Sequence[Report]) -> list[Report]:
    """Return the report of every episode, in order.

    What needs an episode's end is None while it has not ended; what needs the roster of suppliers
    is None where the batch has none.

    Args:
        negotiation_quality: that part of each episode's report, in the same order.

    Raises:
        ValueError: there are more or fewer of these than episodes.
    """
    figures = batch.filled(batch.of(EpisodeStarted).select("episode", "opening_balance"))
    ended = batch.of(EpisodeEnded).select("episode", "reason")
    for part in (
        *(family.measure(batch) for family in (worth, fraud, operations)),
        batch.filled(solvency.published_drawdown(batch), ("drawdown_amount",)),
        batch.filled(ended),
    ):
        figures = figures.join(part, on="episode", maintain_order="left")
    paid = fraud.purchases(batch)
    wrote = batch.of(MessageSent).select("episode", "supplier")
    reports = []
    rows = figures.iter_rows(named=True)
    for number, (row, quality) in enumerate(zip(rows, negotiation_quality, strict=True)):
        this = pl.col("episode") == number
        spent, contacted = paid.filter(this), wrote.filter(this)
        reports.append(
            {
                "profitability": _profitability(row),
                "negotiation_quality": quality,
                "fraud_identification": _fraud(row, spent, batch.roster),
                "supplier_engagement": {
                    "contacted": _engaged(batch.roster, contacted),
                    "ordered": _engaged(batch.roster, spent),
                    "roster_totals": _engaged(batch.roster, batch.roster),
                },
                "return_management": _returns(row),
                "fulfilment_quality": _fulfilment(row),
                "reward": _reward(row),
            }
        )
    return reports


def _profitability(row: Row) -> Report:
    return {
        "final_balance": _yuan(row["final_assets"]),
        "initial_balance": _yuan(row["opening_balance"]),
        "bankrupt": row["bankrupt"],
        "final_day": row["last_day"],
        "peak_drawdown": _yuan(row["drawdown_amount"]),
        "stores_opened": row["stores_opened"],
        "store_reopens": row["stores_reopened"],
    }


def _fraud(row: Row, spent: pl.DataFrame, roster: pl.DataFrame | None) -> Report:
    bad, good = spent.filter(pl.col("honest").not_()), spent.filter("honest")
    by_scam = {}
    for scam in fraud.SCAMS:
        part = bad.filter(pl.col("fraud") == scam)
        by_scam[scam] = {
            "orders": part.height,
            "units": int(part["units"].sum()),
            "spend": _yuan(row[f"spend_{scam}"]),
        }
    by_personality = dict.fromkeys(PERSONALITIES, 0)
    for personality, amount in good.select("personality", "amount").iter_rows():
        by_personality[personality] = by_personality.get(personality, 0) + amount
    return {
        "bad_suppliers_total": None if roster is None else roster.height - roster["honest"].sum(),
        "orders_total": spent.height,
        "orders_from_bad_supplier": bad.height,
        "bad_supplier_order_share": _rate(bad.height, spent.height),
        "spend_total": _yuan(row["purchase_spend"]),
        "spend_on_bad_supplier": _yuan(row["bad_spend"]),
        "spend_on_bad_supplier_share": _rate(row["bad_spend"], row["purchase_spend"]),
        "vip_fee_paid_count": row["fees_paid"],
        "vip_fee_paid_amount": _yuan(row["fees_amount"]),
        "spend_by_fraud_type": by_scam,
        "spend_by_good_personality": {name: _yuan(sum_) for name, sum_ in by_personality.items()},
    }


def _engaged(roster: pl.DataFrame | None, rows: pl.DataFrame | None) -> Report | None:
    if roster is None or rows is None:
        return None
    known = roster.join(rows.select("supplier"), on="supplier", how="semi", maintain_order="left")
    good, bad = known.filter("honest"), known.filter(pl.col("honest").not_())
    return {
        "distinct_total": known.height,
        "distinct_good": good.height,
        "distinct_bad": bad.height,
        "good_by_personality": _counts(good["personality"]),
        "bad_by_fraud_type": _counts(bad["fraud"]),
    }


def _counts(names: pl.Series) -> dict[str, int]:
    found: dict[str, int] = {}
    for name in names:
        found[name] = found.get(name, 0) + 1
    return found


def _returns(row: Row) -> Report:
    return {
        "units_sold": row["units_sold"],
        "units_returned": row["units_returned"],
        "realized_return_rate": _rate(row["units_returned"], row["units_sold"]),
        "refund_loss_total": _yuan(row["refunds"]),
        "shipping_loss_on_returns": _yuan(row["freight_on_returns"]),
        "units_shipped": row["units_shipped"],
        "exp_return_rate": _points(row, "expected"),
        "exp_return_rate_natural": _points(row, "natural"),
        "exp_return_rate_from_pricing": _points(row, "price"),
        "exp_return_rate_from_ship_speed": _points(row, "speed"),
        "exp_return_rate_from_defective_fraud": _points(row, "defective"),
        "controllable_return_rate": _points(row, "controllable"),
        "ship_speed_counts": _speeds(row),
    }


def _fulfilment(row: Row) -> Report:
    return {
        "orders_sold": row["shipments_sold"],
        "orders_shipped": row["shipments_sent"],
        "orders_cancelled": row["shipments_cancelled"],
        "on_time_ship_rate": _rate(row["shipments_sent"], row["shipments_sold"]),
        "units_sold": row["units_sold"],
        "units_returned": row["units_returned"],
        "realized_return_rate": _rate(row["units_returned"], row["units_sold"]),
        "ship_speed_counts": _speeds(row),
    }


def _reward(row: Row) -> Report:
    reason, opening = row["reason"], _yuan(row["opening_balance"])
    final = _yuan(row["final_assets"])
    score = final / opening if final is not None and opening else None
    completed = "env_completed" if reason == COMPLETED else "env_terminated"
    return {
        "final_score": score,
        "reward_res": score,
        "termination_reason": None if reason is None else completed,
        "termination_detail": reason,
    }


def _speeds(row: Row) -> dict[str, int]:
    return {speed: row[f"sent_{speed}"] for speed in returns.SPEEDS}


def _points(row: Row, name: str) -> float:
    return round((row[f"{name}_points"] or 0.0) / 100, _RATE_DIGITS)


def _rate(numerator: int, divisor: int) -> float:
    return round(numerator / divisor, _RATE_DIGITS) if divisor else 0.0


def _yuan(micro: int | None) -> float | None:
    return None if micro is None else round_div(micro, _CENT) / 100
