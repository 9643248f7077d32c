"""Purchase money that reached fraudulent suppliers, scam by scam, and what it failed to buy.

Spending is what left the bank: purchase orders and membership fees. Definitions: docs/metrics.md,
"Fraud".
"""

from typing import Final

import polars as pl

from events.money import FeePaid
from events.talks import MessageSent, OrderPlaced, SessionOpened
from ledger.money import YUAN
from projections.batch import Batch
from projections.exact import percent, product, ratio
from projections.metric import Metric

SCAMS: Final = ("vip_fee", "qty_bait", "quality_downgrade", "fake_urgency", "future_discount")
"""The scams of the marketplace, in the published report's order."""

_NOTHING_BOUGHT: Final = "nothing was bought"
_NO_ROSTER: Final = "the world's roster of suppliers is not at hand"


def _by_scam(scam: str) -> tuple[Metric, Metric]:
    return (
        Metric(
            name=f"spend_{scam}",
            unit="micro",
            meaning=f"purchase cash that reached {scam} suppliers, fees included",
            better="lower",
        ),
        Metric(
            name=f"spend_{scam}_pct",
            unit="percent",
            meaning=f"share of purchase cash that reached {scam} suppliers",
            undefined=_NOTHING_BOUGHT,
            better="lower",
        ),
    )


METRICS: Final[tuple[Metric, ...]] = (
    Metric(
        name="bad_spend_pct",
        unit="percent",
        meaning="share of purchase cash, fees included, that reached fraudulent suppliers",
        undefined=_NOTHING_BOUGHT,
        better="lower",
    ),
    Metric(
        name="bad_spend",
        unit="micro",
        meaning="purchase cash, fees included, that reached fraudulent suppliers",
        better="lower",
    ),
    Metric(name="purchase_spend", unit="micro", meaning="all purchase cash, fees included"),
    *(metric for scam in SCAMS for metric in _by_scam(scam)),
    Metric(name="fees_paid", unit="count", meaning="membership fees paid", better="lower"),
    Metric(name="fees_amount", unit="micro", meaning="membership fees paid", better="lower"),
    Metric(
        name="undelivered_units",
        unit="count",
        meaning="units paid for that were never going to arrive",
        better="lower",
    ),
    Metric(
        name="overpayment",
        unit="micro",
        meaning="paid to fraudulent suppliers above the honest cost floor of what was ordered",
        better="lower",
    ),
    Metric(
        name="bad_contacted",
        unit="count",
        meaning="fraudulent suppliers written to",
        undefined=_NO_ROSTER,
        better="lower",
    ),
    Metric(
        name="bad_ordered",
        unit="count",
        meaning="fraudulent suppliers paid for goods or a fee",
        better="lower",
    ),
    Metric(
        name="bad_conversion",
        unit="ratio",
        meaning="share of the fraudulent suppliers written to that were paid",
        undefined=f"{_NO_ROSTER}, or none of them was written to",
        better="lower",
    ),
)


def measure(batch: Batch) -> pl.DataFrame:
    """Return `episode` and the metrics of fraud, one row per episode."""
    found = batch.filled(_spending(batch), _SUMS)
    for part, zero in (
        (_fees(batch), ("fees_paid", "fees_amount")),
        (_orders(batch), ("undelivered_units", "overpayment")),
        (_paid(batch), ("bad_ordered",)),
        (_contacted(batch), ("bad_contacted",) if batch.roster is not None else ()),
    ):
        found = found.join(batch.filled(part, zero), on="episode", maintain_order="left")
    spent = pl.col("purchase_spend")
    found = found.with_columns(
        percent(pl.col("bad_spend"), spent).alias("bad_spend_pct"),
        *(percent(pl.col(f"spend_{scam}"), spent).alias(f"spend_{scam}_pct") for scam in SCAMS),
        ratio(pl.col("bad_ordered"), pl.col("bad_contacted")).alias("bad_conversion"),
    )
    return found.select("episode", *(metric.name for metric in METRICS))


_SUMS: Final = ("purchase_spend", "bad_spend", *(f"spend_{scam}" for scam in SCAMS))


def purchases(batch: Batch) -> pl.DataFrame:
    """Return every payment to a supplier, goods and fees: one row each, in log order.

    Columns: `episode, seq, supplier, amount, units` (0 for a fee), `honest, fraud, personality`
    (empty for a fee).
    """
    goods = batch.of(OrderPlaced).select(
        *("episode", "seq", "supplier", "amount", pl.col("quantity").alias("units")),
        *("honest", "fraud", "personality"),
    )
    fees = batch.of(FeePaid).select(
        *("episode", "seq", "supplier", "amount", pl.lit(0, pl.Int64).alias("units")),
        *((pl.col("fraud") == "").alias("honest"), "fraud", pl.lit("").alias("personality")),
    )
    return pl.concat([goods, fees]).sort("episode", "seq")


def _spending(batch: Batch) -> pl.DataFrame:
    amount, bad = pl.col("amount"), pl.col("honest").not_()
    return (
        purchases(batch)
        .group_by("episode", maintain_order=True)
        .agg(
            amount.sum().alias("purchase_spend"),
            amount.filter(bad).sum().alias("bad_spend"),
            *(
                amount.filter(bad & (pl.col("fraud") == scam)).sum().alias(f"spend_{scam}")
                for scam in SCAMS
            ),
        )
    )


def _fees(batch: Batch) -> pl.DataFrame:
    fees = batch.of(FeePaid).group_by("episode", maintain_order=True)
    return fees.agg(
        pl.len().cast(pl.Int64).alias("fees_paid"), pl.col("amount").sum().alias("fees_amount")
    )


def _orders(batch: Batch) -> pl.DataFrame:
    # The honest floor is fixed per supplier and SKU; every session of theirs states it.
    pair = ("episode", "supplier", "sku")
    floor_micro = (pl.col("floor") * YUAN).round(0, "half_to_even").cast(pl.Int64)
    floors = (
        batch.of(SessionOpened)
        .unique(list(pair), keep="first", maintain_order=True)
        .select(*pair, floor_micro.alias("floor_micro"))
    )
    orders = batch.of(OrderPlaced).join(floors, on=list(pair), how="left", maintain_order="left")
    orders = orders.with_columns(over=pl.col("unit_price") - pl.col("floor_micro"))
    paid_over = product("over", "quantity").filter(pl.col("honest").not_()).sum()
    return orders.group_by("episode", maintain_order=True).agg(
        (pl.col("quantity") - pl.col("delivered")).sum().alias("undelivered_units"),
        paid_over.cast(pl.Int64).alias("overpayment"),
    )


def _paid(batch: Batch) -> pl.DataFrame:
    bad = purchases(batch).filter(pl.col("honest").not_()).group_by("episode", maintain_order=True)
    return bad.agg(pl.col("supplier").n_unique().cast(pl.Int64).alias("bad_ordered"))


def _contacted(batch: Batch) -> pl.DataFrame:
    if batch.roster is None:
        return batch.episodes.with_columns(bad_contacted=pl.lit(None, pl.Int64))
    bad = batch.roster.filter(pl.col("honest").not_()).select("supplier")
    written = batch.of(MessageSent).join(bad, on="supplier", how="semi", maintain_order="left")
    return written.group_by("episode", maintain_order=True).agg(
        pl.col("supplier").n_unique().cast(pl.Int64).alias("bad_contacted")
    )
