"""Failures with goods: stock left over, sales never shipped, rent paid for bare shelves.

Definitions and the reasons for the thresholds: docs/metrics.md, "Failure rules".
"""

from typing import Any, Final

import polars as pl

from events.episode import EpisodeEnded, EpisodeStarted
from events.marketplace import (
    GoodsListed,
    GoodsUnlisted,
    ReturnArrived,
    ShipmentCancelled,
    ShipmentVoided,
    StoreClosed,
    UnitsSold,
)
from events.money import OpsCharged
from events.talks import OrderPlaced
from ledger.settlement import ACTING, PHASES
from projections.batch import Batch
from projections.exact import ratio
from projections.explain_words import yuan
from projections.failure_rule import Found, Rule, count
from projections.metric import NOT_ENDED, Metric

UNSOLD_PERCENT_MIN: Final = 5
"""Percent of the units bought: less is what careful stocking leaves behind."""
UNSOLD_UNITS_MIN: Final = 20
"""Fewer units are the rest of a trial order."""

LAPSED_PERCENT_MIN: Final = 1
"""Percent of the shipments due: less is an oversight."""
LAPSED_MIN: Final = 3
"""Fewer shipments can lapse in one missed morning."""

LOST_PERMILLE_MIN: Final = 1
"""Thousandths of the opening balance: less would not show in the final assets."""

EMPTY_PERCENT_MIN: Final = 5
"""Percent of the mornings paid for: less are gaps between two deliveries."""
FIRST_GOODS_MORNINGS: Final = 8
"""Mornings for each store: the longest ordinary wait for its first goods, ordered on opening."""


def _unsold(batch: Batch) -> Found:
    orders = batch.of(OrderPlaced)
    kept = ["episode", "sku", "quantity"]
    liquidated = batch.of(StoreClosed).select("episode", pl.col("liquidated").alias("lot"))
    liquidated = liquidated.filter(pl.col("lot").list.len() > 0).explode("lot")
    back = batch.of(ReturnArrived).filter("restocked")
    out = pl.concat([batch.of(UnitsSold).select(kept), liquidated.unnest("lot").select(kept)])
    moves = pl.concat(
        [
            orders.select("episode", "sku", pl.col("delivered").alias("quantity")),
            back.select(kept),
            batch.of(ShipmentCancelled).select(kept),
            out.with_columns(-pl.col("quantity")),
        ]
    )
    left = moves.group_by("episode", "sku").agg(unsold=pl.col("quantity").sum())
    bought = orders.group_by("episode", "sku", maintain_order=True).agg(
        pl.col("seq", "on").last(), bought=pl.col("delivered").sum()
    )
    each = bought.join(left, on=["episode", "sku"], how="left", maintain_order="left")
    ended = batch.of(EpisodeEnded).select("episode")
    totals = each.group_by("episode").agg(
        bought_units=pl.col("bought").sum(), left_over_units=pl.col("unsold").sum()
    )
    unsold, units = pl.col("left_over_units"), pl.col("bought_units")
    holds = (unsold >= UNSOLD_UNITS_MIN) & (unsold * 100 >= units * UNSOLD_PERCENT_MIN)
    judged = ended.join(totals.filter(units > 0), on="episode")
    measured = judged.with_columns(
        holds=holds, left_over_share=ratio(pl.col("left_over_units"), pl.col("bought_units"))
    )
    rows = each.join(ended, on="episode", how="semi").filter(pl.col("unsold") > 0)
    return Found(batch.filled(measured), rows.sort("episode", "seq"))


def _tell_unsold(row: dict[str, Any]) -> str:
    return f"last order of {row['sku']}; at the end {row['unsold']} of {row['bought']} units unsold"


UNSOLD: Final = Rule(
    name="unsold_stock",
    title="Unsold stock at the end",
    meaning="stock bought and still unsold at the end, worth nothing then",
    undefined=f"{NOT_ENDED}, or nothing was bought",
    figures=(
        Metric(
            name="bought_units",
            unit="count",
            meaning="units bought, as they really come, those still on their way included",
            undefined=f"{NOT_ENDED}, or nothing was bought",
        ),
        Metric(
            name="left_over_units",
            unit="count",
            meaning="units in the warehouse, on shelves or on their way at the end",
            undefined=f"{NOT_ENDED}, or nothing was bought",
            better="lower",
        ),
        Metric(
            name="left_over_share",
            unit="ratio",
            meaning="share of the units bought that were unsold at the end",
            undefined=f"{NOT_ENDED}, or nothing was bought",
            better="lower",
            pooled="ratio",
            over=("left_over_units", "bought_units"),
        ),
    ),
    look=_unsold,
    tell=_tell_unsold,
)


def _sales(batch: Batch) -> pl.DataFrame:
    return batch.of(UnitsSold).select("episode", "shipment", "net", sold_tick="tick")


def _lapsed(batch: Batch) -> Found:
    sales = _sales(batch)
    keys = ["episode", "shipment"]
    rows = batch.of(ShipmentCancelled).join(sales, on=keys, how="left", maintain_order="left")
    due = sales.group_by("episode").agg(shipments_due=count())
    lapsed = rows.group_by("episode").agg(shipments_lapsed=count())
    both = batch.filled(due, ["shipments_due"]).join(
        batch.filled(lapsed, ["shipments_lapsed"]), on="episode", maintain_order="left"
    )
    number, all_ = pl.col("shipments_lapsed"), pl.col("shipments_due")
    holds = (number >= LAPSED_MIN) & (number * 100 >= all_ * LAPSED_PERCENT_MIN)
    measured = both.with_columns(
        holds=pl.when(all_ > 0).then(holds),
        shipments_lapsed_share=ratio(pl.col("shipments_lapsed"), pl.col("shipments_due")),
    )
    return Found(measured, rows)


def _tell_shipment(row: dict[str, Any]) -> str:
    worth = "" if row["net"] is None else f", {yuan(row['net'])} net"
    goods = f"{row['quantity']} x {row['sku']} of {row['store']}"
    return f"shipment {row['shipment']} ({goods}{worth})"


LAPSED: Final = Rule(
    name="lapsed_shipments",
    title="Shipments lapsed",
    meaning="sales were cancelled because nobody shipped them in time",
    undefined="nothing was sold",
    figures=(
        Metric(name="shipments_due", unit="count", meaning="shipments that sales called for"),
        Metric(
            name="shipments_lapsed",
            unit="count",
            meaning="shipments cancelled after their deadline",
            better="lower",
        ),
        Metric(
            name="shipments_lapsed_share",
            unit="ratio",
            meaning="share of the shipments due that lapsed",
            undefined="nothing was sold",
            better="lower",
            pooled="ratio",
            over=("shipments_lapsed", "shipments_due"),
        ),
    ),
    look=_lapsed,
    tell=lambda row: f"{_tell_shipment(row)} lapsed",
)


def _lost(batch: Batch) -> Found:
    sales, keys = _sales(batch), ["episode", "shipment"]
    voided = batch.of(ShipmentVoided).join(sales, on=keys, how="left", maintain_order="left")
    # What the last settlement itself sold could not be shipped by anyone.
    was_open = pl.col("sold_tick") // PHASES < pl.col("tick") // PHASES
    rows = voided.filter(was_open | (pl.col("phase") == ACTING.phase))
    lost = rows.group_by("episode").agg(shipments_lost=count(), sales_lost=pl.col("net").sum())
    opening = batch.of(EpisodeStarted).select("episode", "opening_balance")
    judged = (
        batch.filled(lost, ["shipments_lost", "sales_lost"])
        .join(batch.of(EpisodeEnded), on="episode", how="semi", maintain_order="left")
        .join(sales, on="episode", how="semi", maintain_order="left")
        .join(opening, on="episode", maintain_order="left")
    )
    amount = pl.col("sales_lost")
    enough = amount * 1000 >= pl.col("opening_balance") * LOST_PERMILLE_MIN
    measured = judged.with_columns(holds=(amount > 0) & enough)
    return Found(batch.filled(measured.drop("opening_balance")), rows)


LOST: Final = Rule(
    name="late_sales_lost",
    title="Edge-of-year shipping lost",
    meaning="sales that could have been shipped were still waiting when the episode ended",
    undefined=f"{NOT_ENDED}, or nothing was sold",
    figures=(
        Metric(
            name="shipments_lost",
            unit="count",
            meaning="shipments void at the end that could have been sent",
            undefined=f"{NOT_ENDED}, or nothing was sold",
            better="lower",
        ),
        Metric(
            name="sales_lost",
            unit="micro",
            meaning="what they would have brought into escrow",
            undefined=f"{NOT_ENDED}, or nothing was sold",
            better="lower",
        ),
    ),
    look=_lost,
    tell=lambda row: f"{_tell_shipment(row)} never shipped",
)


def _empty(batch: Batch) -> Found:
    """Run each shelf's level through the log; a morning's charge comes before its sales."""
    place = ["episode", "seq", "on", "store"]
    units = pl.col("quantity")
    no_cost = pl.lit(None, pl.Int64).alias("cost")
    charges = batch.of(OpsCharged).explode("stores").drop_nulls("stores").unnest("stores")
    moves = pl.concat(
        [
            batch.of(GoodsListed).select(*place, units, no_cost),
            batch.of(GoodsUnlisted).select(*place, -units, no_cost),
            batch.of(UnitsSold).select(*place, -units, no_cost),
            charges.select(*place, pl.lit(0, pl.Int64).alias("quantity"), cost="amount"),
        ]
    ).sort("episode", "seq", maintain_order=True)
    on_shelf = units.cum_sum().over("episode", "store")
    mornings = moves.with_columns(on_shelf=on_shelf).drop_nulls("cost")
    empty = mornings.filter(pl.col("on_shelf") <= 0)
    paid = mornings.group_by("episode").agg(
        store_mornings=count(), stores=pl.col("store").n_unique().cast(pl.Int64)
    )
    wasted = empty.group_by("episode").agg(empty_mornings=count(), empty_cost=pl.col("cost").sum())
    both = batch.filled(paid, ["store_mornings"]).join(
        batch.filled(wasted, ["empty_mornings", "empty_cost"]), on="episode", maintain_order="left"
    )
    number, all_ = pl.col("empty_mornings"), pl.col("store_mornings")
    waited = number > pl.col("stores") * FIRST_GOODS_MORNINGS
    measured = both.with_columns(
        holds=waited & (number * 100 >= all_ * EMPTY_PERCENT_MIN),
        empty_share=ratio(pl.col("empty_mornings"), pl.col("store_mornings")),
    )
    return Found(measured.drop("stores"), _stretches(empty))


def _stretches(empty: pl.DataFrame) -> pl.DataFrame:
    """Join a store's consecutive empty mornings into one row."""
    store = ["episode", "store"]
    stretch = pl.col("on") - pl.col("on").cum_count().over(store)
    joined = empty.with_columns(stretch=stretch).group_by(*store, "stretch", maintain_order=True)
    rows = joined.agg(pl.col("seq", "on").first(), mornings=count(), cost=pl.col("cost").sum())
    return rows.sort("episode", "seq", maintain_order=True)


def _tell_empty(row: dict[str, Any]) -> str:
    mornings = "1 morning" if row["mornings"] == 1 else f"{row['mornings']} mornings in a row"
    return f"{row['store']} had an empty shelf on {mornings} and cost {yuan(row['cost'])}"


EMPTY: Final = Rule(
    name="empty_store_paid",
    title="Paying for an empty store",
    meaning="daily costs were paid for stores that had nothing to sell",
    undefined="no store paid a daily cost",
    figures=(
        Metric(name="store_mornings", unit="count", meaning="daily costs paid, one per store"),
        Metric(
            name="empty_mornings",
            unit="count",
            meaning="daily costs paid for a store with an empty shelf",
            better="lower",
        ),
        Metric(
            name="empty_cost",
            unit="micro",
            meaning="sum of the daily costs paid for empty shelves",
            better="lower",
        ),
        Metric(
            name="empty_share",
            unit="ratio",
            meaning="share of the daily costs paid that were for an empty shelf",
            undefined="no store paid a daily cost",
            better="lower",
            pooled="ratio",
            over=("empty_mornings", "store_mornings"),
        ),
    ),
    look=_empty,
    tell=_tell_empty,
)
