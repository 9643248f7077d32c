"""Failures in dealing with suppliers: first quotes taken, membership fees paid.

Definitions and the reasons for the thresholds: docs/metrics.md, "Failure rules".
"""

from typing import Any, Final

import polars as pl

from events.money import FeePaid
from events.talks import OfferAnswered, OrderPlaced, SessionOpened
from projections.batch import Batch
from projections.exact import ratio
from projections.explain_words import yuan
from projections.failure_rule import Found, Rule, count
from projections.metric import Metric

FIRST_ROUND: Final = 2
"""The first round an agent sees; the supplier's unseen opening is round 1."""
TAKEN_PERCENT_MIN: Final = 20
"""Percent of the deals: a fifth is a way of buying, less a choice of the moment."""
TAKEN_MIN: Final = 3
"""Fewer deals are no way of buying."""


def _taken(batch: Batch) -> Found:
    talks = ["episode", "supplier", "sku"]
    answers = batch.of(OfferAnswered).select(*talks, "seq", "round", "decision", "offer")
    orders = batch.of(OrderPlaced)
    told = orders.sort("episode", "seq").join_asof(
        answers.sort("episode", "seq"), on="seq", by=talks, check_sortedness=False
    )
    rows = told.filter(
        (pl.col("concluded_by") == "AgentAccept")
        & (pl.col("round") == FIRST_ROUND)
        & (pl.col("decision") == "Offer")
    ).sort("episode", "seq")
    placed = batch.filled(orders.group_by("episode").agg(orders_placed=count()), ["orders_placed"])
    taken = batch.filled(rows.group_by("episode").agg(first_quotes=count()), ["first_quotes"])
    both = placed.join(taken, on="episode", maintain_order="left")
    number, all_ = pl.col("first_quotes"), pl.col("orders_placed")
    holds = (number >= TAKEN_MIN) & (number * 100 >= all_ * TAKEN_PERCENT_MIN)
    measured = both.with_columns(
        holds=pl.when(all_ > 0).then(holds),
        first_quotes_share=ratio(pl.col("first_quotes"), pl.col("orders_placed")),
    )
    return Found(measured, rows)


def _tell_taken(row: dict[str, Any]) -> str:
    return (
        f"order {row['order']} ({row['quantity']} x {row['sku']}) from {row['supplier']} at its "
        f"first quote, {yuan(row['unit_price'])} a unit, after one offer of ¥{row['offer']:,.2f}"
    )


OPENING: Final = Rule(
    name="first_quotes_taken",
    title="Opening quote accepted",
    meaning="the agent paid the first price it was shown, without trying for a concession",
    undefined="nothing was ordered",
    figures=(
        Metric(name="orders_placed", unit="count", meaning="orders placed"),
        Metric(
            name="first_quotes",
            unit="count",
            meaning="orders placed at the first quote the supplier showed",
            better="lower",
        ),
        Metric(
            name="first_quotes_share",
            unit="ratio",
            meaning="share of the orders placed at the first quote",
            undefined="nothing was ordered",
            better="lower",
            pooled="ratio",
            over=("first_quotes", "orders_placed"),
        ),
    ),
    look=_taken,
    tell=_tell_taken,
)


def _fees(batch: Batch) -> Found:
    rows = batch.of(FeePaid)
    paid = rows.select("episode").unique().with_columns(paid=True)
    talked = batch.of(SessionOpened).select("episode").unique().with_columns(talked=True)
    both = batch.filled(paid).join(talked, on="episode", how="left", maintain_order="left")
    # Without talks and without a fee there was nobody who could have asked for one.
    verdict = pl.coalesce("paid", pl.when("talked").then(pl.lit(False)))
    return Found(both.select("episode", holds=verdict), rows)


FEES: Final = Rule(
    name="membership_fee_paid",
    title="Membership fee paid",
    meaning="a supplier's membership fee was paid; no price falls for it",
    undefined="no talks with a supplier were opened",
    figures=(),
    look=_fees,
    tell=lambda row: f"{yuan(row['amount'])} paid to {row['supplier']} for a membership",
)
