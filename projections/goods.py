"""Goods over the year, for `projections.operations`: shelves sold empty, stock left, write-offs.

A unit is worth the mean purchase cost of its SKU: all its deliveries' cost over their units, one
figure per episode. Definitions: docs/metrics.md, "Operations".
"""

from typing import Final

import polars as pl

from events.episode import EpisodeEnded
from events.marketplace import (
    DeliveryArrived,
    GoodsListed,
    GoodsUnlisted,
    ReturnArrived,
    ShipmentCancelled,
    ShipmentVoided,
    StoreClosed,
    UnitsSold,
)
from projections.batch import Batch
from projections.exact import product, round_div
from projections.metric import NOT_ENDED, Metric

METRICS: Final[tuple[Metric, ...]] = (
    Metric(
        name="stockouts",
        unit="count",
        meaning="times a morning's sales emptied a SKU's shelf in a store",
        better="lower",
    ),
    Metric(
        name="unsold_units",
        unit="count",
        meaning="units left in the warehouse and on shelves at the end",
        undefined=NOT_ENDED,
        better="lower",
    ),
    Metric(
        name="unsold_value",
        unit="micro",
        meaning="what they had cost, at each SKU's mean purchase cost",
        undefined=NOT_ENDED,
        better="lower",
    ),
    Metric(
        name="liquidated_units",
        unit="count",
        meaning="units liquidated with a closing store",
        better="lower",
    ),
    Metric(name="salvage", unit="micro", meaning="what the liquidated units fetched"),
    Metric(
        name="voided_units",
        unit="count",
        meaning="units sold but not sent when the episode ended",
        undefined=NOT_ENDED,
        better="lower",
    ),
    Metric(
        name="written_off",
        unit="micro",
        meaning="mean purchase cost of the liquidated and voided units, less the salvage",
        undefined=NOT_ENDED,
        better="lower",
    ),
)

_SKU: Final = ("episode", "sku")


def measure(batch: Batch) -> pl.DataFrame:
    """Return `episode` and the metrics of goods, one row per episode."""
    found = batch.filled(_stockouts(batch), ("stockouts",))
    sums = ("unsold_units", "unsold_value", "liquidated_units", "liquidated_value")
    kept = ("salvage", "voided_units", "voided_value")
    stock = batch.filled(_stock(batch), (*sums, *kept))
    ended = batch.of(EpisodeEnded).select("episode", is_ended=pl.lit(value=True))
    for part in (stock, batch.filled(ended)):
        found = found.join(part, on="episode", maintain_order="left")
    lost = pl.col("liquidated_value") + pl.col("voided_value") - pl.col("salvage")
    found = found.with_columns(written_off=lost)
    at_end = ("unsold_units", "unsold_value", "voided_units", "written_off")
    found = found.with_columns(
        pl.when("is_ended").then(pl.col(name)).alias(name) for name in at_end
    )
    return found.select("episode", *(metric.name for metric in METRICS))


def _stockouts(batch: Batch) -> pl.DataFrame:
    shelf = ("episode", "seq", "store", "sku")
    moves = [
        batch.of(kind).select(*shelf, (sign * pl.col("quantity")).alias("change"), is_sale=sale)
        for kind, sign, sale in (
            (GoodsListed, 1, pl.lit(value=False)),
            (GoodsUnlisted, -1, pl.lit(value=False)),
            (UnitsSold, -1, pl.lit(value=True)),
        )
    ]
    # A store's id is used once, so a closed store's shelf needs no clearing.
    level = pl.col("change").cum_sum().over("episode", "store", "sku")
    moved = pl.concat(moves).sort("episode", "seq").with_columns(level=level)
    empty = pl.col("is_sale") & (pl.col("level") == 0)
    return moved.group_by("episode", maintain_order=True).agg(
        empty.sum().cast(pl.Int64).alias("stockouts")
    )


def _stock(batch: Batch) -> pl.DataFrame:
    delivered = _units(batch.of(DeliveryArrived), "delivered", pl.col("cost").alias("cost"))
    restocked = _units(batch.of(ReturnArrived).filter("restocked"), "restocked")
    closed = batch.of(StoreClosed).select("episode", "liquidated")
    # The amount is each line's own; an event without lines has a null for its list.
    lines = closed.explode("liquidated").drop_nulls("liquidated").unnest("liquidated")
    parts = (
        restocked,
        _units(batch.of(ShipmentCancelled), "cancelled"),
        _units(batch.of(UnitsSold), "sold"),
        _units(lines, "liquidated", pl.col("amount").alias("salvage")),
        _units(batch.of(ShipmentVoided), "voided"),
    )
    goods = delivered
    for part in parts:
        goods = goods.join(part, on=_SKU, how="left", maintain_order="left")
    goods = goods.with_columns(pl.exclude(_SKU).fill_null(0))
    left = pl.col("delivered") + pl.col("restocked") + pl.col("cancelled")
    goods = goods.with_columns(unsold=left - pl.col("sold") - pl.col("liquidated"))
    return goods.group_by("episode", maintain_order=True).agg(
        pl.col("unsold").sum().alias("unsold_units"),
        _worth_of("unsold").sum().alias("unsold_value"),
        pl.col("liquidated").sum().alias("liquidated_units"),
        _worth_of("liquidated").sum().alias("liquidated_value"),
        pl.col("salvage").sum(),
        pl.col("voided").sum().alias("voided_units"),
        _worth_of("voided").sum().alias("voided_value"),
    )


def _units(rows: pl.DataFrame, name: str, *amounts: pl.Expr) -> pl.DataFrame:
    units = pl.col("quantity").alias(name)
    return rows.select(*_SKU, units, *amounts).group_by(_SKU, maintain_order=True).sum()


def _worth_of(units: str) -> pl.Expr:
    return round_div(product(units, "cost"), pl.col("delivered"))
