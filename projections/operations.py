"""How the stores were run: punctual shipping, stores open, and with them returns and goods.

Definitions: docs/metrics.md, "Operations".
"""

from typing import Final

import polars as pl

from events.marketplace import ShipmentCancelled, ShipmentSent, StoreOpened, UnitsSold
from events.money import DayClosed, OpsCharged
from projections import goods, returns
from projections.batch import Batch
from projections.exact import ratio
from projections.metric import Metric
from projections.returns import SPEEDS


def _count(name: str, meaning: str) -> Metric:
    return Metric(name=name, unit="count", meaning=meaning)


_SHIPPING: Final = (
    Metric(
        name="on_time_share",
        unit="ratio",
        meaning="shipments sent over shipments that customers ordered",
        undefined="nothing was sold",
        better="higher",
    ),
    _count("shipments_sold", "shipments that customers ordered"),
    _count("shipments_sent", "shipments sent"),
    _count("shipments_cancelled", "shipments that passed their deadline"),
    _count("units_cancelled", "units in shipments that passed their deadline"),
    *(_count(f"sent_{speed}", f"shipments sent at speed {speed}") for speed in SPEEDS),
    *(
        Metric(
            name=f"sent_{speed}_share",
            unit="ratio",
            meaning=f"share of the sent shipments that went at speed {speed}",
            undefined="nothing was shipped",
        )
        for speed in SPEEDS
    ),
)
_STORES: Final = (
    Metric(
        name="mean_open_stores",
        unit="count",
        meaning="stores open at 08:00, mean over mornings",
        undefined="no morning has been settled",
    ),
    _count("stores_opened", "openings of stores"),
    _count("stores_reopened", "openings of a store of a type that had been open before"),
)
METRICS: Final[tuple[Metric, ...]] = (*returns.METRICS, *_SHIPPING, *_STORES, *goods.METRICS)


def measure(batch: Batch) -> pl.DataFrame:
    """Return `episode` and the metrics of operations, one row per episode."""
    counts = ("shipments_sent", *(f"sent_{name}" for name in SPEEDS))
    parts = (
        (returns.measure(batch), ()),
        (_sold(batch), ("shipments_sold",)),
        (_sent(batch), counts),
        (_cancelled(batch), ("shipments_cancelled", "units_cancelled")),
        (_open_stores(batch), ()),
        (_openings(batch), ("stores_opened", "stores_reopened")),
        (goods.measure(batch), ()),
    )
    found = batch.episodes
    for part, zero in parts:
        found = found.join(batch.filled(part, zero), on="episode", maintain_order="left")
    sent = pl.col("shipments_sent")
    found = found.with_columns(
        ratio(sent, pl.col("shipments_sold")).alias("on_time_share"),
        *(ratio(pl.col(f"sent_{name}"), sent).alias(f"sent_{name}_share") for name in SPEEDS),
    )
    return found.select("episode", *(metric.name for metric in METRICS))


def _sold(batch: Batch) -> pl.DataFrame:
    sold = batch.of(UnitsSold).group_by("episode", maintain_order=True)
    return sold.agg(pl.len().cast(pl.Int64).alias("shipments_sold"))


def _sent(batch: Batch) -> pl.DataFrame:
    sent = batch.of(ShipmentSent).group_by("episode", maintain_order=True)
    return sent.agg(
        pl.len().cast(pl.Int64).alias("shipments_sent"),
        *((pl.col("speed") == name).sum().cast(pl.Int64).alias(f"sent_{name}") for name in SPEEDS),
    )


def _cancelled(batch: Batch) -> pl.DataFrame:
    lapsed = batch.of(ShipmentCancelled).group_by("episode", maintain_order=True)
    return lapsed.agg(
        pl.len().cast(pl.Int64).alias("shipments_cancelled"),
        pl.col("quantity").sum().alias("units_cancelled"),
    )


def _open_stores(batch: Batch) -> pl.DataFrame:
    closed = batch.of(DayClosed).select("episode", "on")
    open_stores = pl.col("stores").list.len().cast(pl.Int64)
    charged = batch.of(OpsCharged).select("episode", "on", open_stores.alias("stores"))
    # Every open store pays in the morning; without a charge none was open.
    mornings = closed.join(charged, on=["episode", "on"], how="left", maintain_order="left")
    sums = mornings.group_by("episode", maintain_order=True).agg(
        pl.col("stores").fill_null(0).sum(), pl.len().alias("mornings")
    )
    mean = ratio(pl.col("stores"), pl.col("mornings"))
    return sums.select("episode", mean.alias("mean_open_stores"))


def _openings(batch: Batch) -> pl.DataFrame:
    opened = batch.of(StoreOpened).group_by("episode", maintain_order=True)
    return opened.agg(
        pl.len().cast(pl.Int64).alias("stores_opened"),
        pl.col("reopened").sum().cast(pl.Int64).alias("stores_reopened"),
    )
