"""The failure to learn from a supplier: ordering again after the harm it does could be seen.

What is judged is what the agent could have seen through its tools by the time it began the turn
of the order; which scam a supplier runs only says what to look for.
Definitions and the reasons for the thresholds: docs/metrics.md, "Failure rules".
"""

from typing import Any, Final

import polars as pl

from events.episode import TurnTaken
from events.marketplace import DeliveryArrived, ReturnArrived, UnitsSold
from events.talks import OrderPlaced, SessionOpened
from ledger.money import YUAN
from projections.batch import Batch
from projections.exact import ratio
from projections.explain_words import yuan
from projections.failure_rule import Found, Rule, count
from projections.metric import Metric

HARM_ORDERS_MIN: Final = 2
"""One more order may be a second chance; two are none."""

TRACED_SOLD_MIN: Final = 10
TRACED_RATE_MIN: Final = 0.25
TRACED_RATE_FACTOR: Final = 2
"""When `trace_return_sources` calls returns abnormal: units sold, least rate, times natural."""

PROMISERS: Final = ("future_discount", "vip_fee")
"""Scams that promise a far lower price from the next order on."""
PROMISE_KEPT: Final = 0.5
"""Share of the reference price; every such promise is of a third of it or less."""

SHORT: Final = "had delivered short"
DEFECTS: Final = "had sold goods that came back"
PROMISE: Final = "had not kept its promise of a lower price"

_HARM: Final = ["episode", "supplier", "seq", "on"]


def _visible(batch: Batch) -> pl.DataFrame:
    """Return the first visible harm by each supplier: `episode, supplier, since, told, seen`."""
    harms = pl.concat(
        [
            _short(batch).select(*_HARM, harm=pl.lit(SHORT)),
            _defects(batch).select(*_HARM, harm=pl.lit(DEFECTS)),
            _promises(batch).select(*_HARM, harm=pl.lit(PROMISE)),
        ]
    ).sort("episode", "seq", maintain_order=True)
    first = harms.unique(["episode", "supplier"], keep="first", maintain_order=True)
    return first.select("episode", "supplier", "harm", since="on", seen="seq")


def _short(batch: Batch) -> pl.DataFrame:
    """Return the arrivals of fewer units than were ordered."""
    ordered = batch.of(OrderPlaced).select("episode", "order", ordered="quantity")
    arrived = batch.of(DeliveryArrived).join(
        ordered, on=["episode", "order"], maintain_order="left"
    )
    return arrived.filter(pl.col("quantity") < pl.col("ordered"))


def _defects(batch: Batch) -> pl.DataFrame:
    """Return for each source of defective goods the moments at which the trace shows them."""
    lots = batch.of(DeliveryArrived).filter("defective")
    sources = lots.group_by("episode", "sku", "supplier", maintain_order=True).agg(
        arrived=pl.col("seq").min()
    )
    sku, units = ["episode", "sku"], pl.col("quantity")
    nothing = pl.lit(0, pl.Int64)
    place = [*sku, "seq", "on"]
    sold = batch.of(UnitsSold).join(sources, on=sku, how="semi")
    back = batch.of(ReturnArrived).join(sources, on=sku, how="semi")
    moves = pl.concat(
        [
            sold.select(*place, sold=units, back=nothing, natural="rate_natural"),
            back.select(*place, sold=nothing, back=units, natural=pl.lit(None, pl.Float64)),
        ]
    ).sort("episode", "seq")
    running = moves.with_columns(
        pl.col("sold", "back").cum_sum().over(sku), pl.col("natural").forward_fill().over(sku)
    )
    rate = ratio(pl.col("back"), pl.col("sold"))
    least = pl.max_horizontal(pl.lit(TRACED_RATE_MIN), pl.col("natural") * TRACED_RATE_FACTOR)
    shown = running.filter((pl.col("sold") >= TRACED_SOLD_MIN) & (rate >= least))
    found = sources.join(shown.select(place), on=sku, maintain_order="left_right")
    return found.filter(pl.col("seq") > pl.col("arrived"))


def _promises(batch: Batch) -> pl.DataFrame:
    """Return the orders, in a later message than the first, whose price breaks the promise."""
    orders = batch.of(OrderPlaced).filter(pl.col("fraud").is_in(PROMISERS))
    references = batch.of(SessionOpened).select("episode", "supplier", "sku", "reference")
    known = references.unique(["episode", "supplier", "sku"], keep="first", maintain_order=True)
    priced = orders.join(known, on=["episode", "supplier", "sku"], maintain_order="left")
    later = pl.col("tick") > pl.col("tick").min().over("episode", "supplier")
    dear = pl.col("unit_price") > pl.col("reference") * PROMISE_KEPT * YUAN
    return priced.filter(later & dear)


def _orders_after(batch: Batch) -> Found:
    orders, seen = batch.of(OrderPlaced), _visible(batch)
    begun = batch.of(TurnTaken).select("episode", "seq", begun="seq")
    dated = orders.sort("episode", "seq").join_asof(
        begun.sort("episode", "seq"), on="seq", by="episode", check_sortedness=False
    )
    judged = dated.join(seen, on=["episode", "supplier"], maintain_order="left")
    rows = judged.filter(pl.col("begun") > pl.col("seen")).sort("episode", "seq")
    again = rows.group_by("episode").agg(harm_orders=count(), harm_spent=pl.col("amount").sum())
    measured = batch.filled(again, ["harm_orders", "harm_spent"])
    traded = orders.group_by("episode").agg(traded=count())
    whole = measured.join(traded, on="episode", how="left", maintain_order="left")
    holds = pl.col("harm_orders") >= HARM_ORDERS_MIN
    return Found(
        whole.with_columns(holds=pl.when(pl.col("traded") > 0).then(holds)).drop("traded"), rows
    )


def _tell(row: dict[str, Any]) -> str:
    return (
        f"order {row['order']} ({row['quantity']} x {row['sku']}, {yuan(row['amount'])}) from "
        f"{row['supplier']}, which {row['harm']} by day {row['since']}"
    )


HARM: Final = Rule(
    name="orders_after_harm",
    title="Repeat orders after visible harm",
    meaning="the agent went on ordering from a supplier after it could see the harm done",
    undefined="nothing was ordered",
    figures=(
        Metric(
            name="harm_orders",
            unit="count",
            meaning="orders placed with suppliers whose harm was visible",
            better="lower",
        ),
        Metric(
            name="harm_spent",
            unit="micro",
            meaning="what those orders cost",
            better="lower",
        ),
    ),
    look=_orders_after,
    tell=_tell,
)
