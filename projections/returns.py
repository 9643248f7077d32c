"""Returned goods, for `projections.operations`: how many were expected, and why; how many came.

Expected returns are sums of rates (doubles) times units; each rate is first turned into a whole
number of 10^-12, so that the sums are exact. Definitions: docs/metrics.md, "Operations".
"""

from typing import Final

import polars as pl

from events.marketplace import ReturnArrived, ReturnSeeded, ShipmentSent, UnitsSold
from projections.batch import Batch
from projections.exact import product, ratio
from projections.metric import Metric

SPEEDS: Final = {"fast": 0.75, "standard": 1.0, "slow": 1.3}
"""A shipment's speed -> the factor on its return rate (docs/rules/marketplace.md §3.7)."""

RATE_MAX: Final = 0.95
"""No return rate is above it (docs/rules/marketplace.md §8.2)."""

CHANNELS: Final = ("natural", "defective", "price", "speed")
"""Why returns are expected, in the order in which the rate is built."""

SPLITS: Final = ("", "_corrected")
"""Suffixes of the two ways to split expected returns: as published, and with speed split off."""

_SALE_RATES: Final = ("rate_natural", "rate_defect", "rate_price")
_SCALE: Final = 10**12
_NOT_SHIPPED: Final = "nothing was shipped"


def _points(name: str, meaning: str) -> Metric:
    return Metric(name=name, unit="points", meaning=meaning, undefined=_NOT_SHIPPED, better="lower")


def _split(suffix: str) -> tuple[Metric, ...]:
    how = "speed split off" if suffix else "as published"
    return (
        _points(f"controllable_points{suffix}", f"returns expected from price and speed, {how}"),
        *(
            _points(f"{channel}_points{suffix}", f"returns expected, {channel} channel, {how}")
            for channel in CHANNELS
        ),
    )


METRICS: Final[tuple[Metric, ...]] = (
    *(metric for suffix in SPLITS for metric in _split(suffix)),
    _points("expected_points", "returns expected per unit shipped, all channels"),
    Metric(
        name="realised_return_rate",
        unit="ratio",
        meaning="units returned over units sold",
        undefined="nothing was sold",
        better="lower",
    ),
    Metric(name="units_sold", unit="count", meaning="units that customers ordered"),
    Metric(name="units_shipped", unit="count", meaning="units sent"),
    Metric(
        name="units_returned",
        unit="count",
        meaning="units that came back, at the final settlement too",
    ),
    Metric(
        name="refunds",
        unit="micro",
        meaning="refunds for returned units, at their full price",
        better="lower",
    ),
    Metric(
        name="freight_on_returns",
        unit="micro",
        meaning="what sending the returned units had cost",
        better="lower",
    ),
)


def measure(batch: Batch) -> pl.DataFrame:
    """Return `episode` and the metrics of returns, one row per episode."""
    sold = batch.of(UnitsSold).select("episode", "shipment", "quantity", *_SALE_RATES)
    sent = batch.of(ShipmentSent).select("episode", "shipment", "speed")
    shipped = sent.join(sold, on=["episode", "shipment"], how="left", maintain_order="left")
    found = batch.episodes
    for part, zero in (
        (_units(sold, "units_sold"), ("units_sold",)),
        (_units(shipped, "units_shipped"), ("units_shipped",)),
        (_returned(batch), ("units_returned", "refunds", "freight_on_returns")),
        (_expected(shipped), ()),
    ):
        found = found.join(batch.filled(part, zero), on="episode", maintain_order="left")
    returned = ratio(pl.col("units_returned"), pl.col("units_sold"))
    found = found.with_columns(returned.alias("realised_return_rate"))
    return found.select("episode", *(metric.name for metric in METRICS))


def _units(rows: pl.DataFrame, name: str) -> pl.DataFrame:
    by_episode = rows.group_by("episode", maintain_order=True)
    return by_episode.agg(pl.col("quantity").sum().alias(name))


def _returned(batch: Batch) -> pl.DataFrame:
    seeded = batch.of(ReturnSeeded).select("episode", "batch", "unit_shipping")
    arrived = batch.of(ReturnArrived).join(
        seeded, on=["episode", "batch"], how="left", maintain_order="left"
    )
    return arrived.group_by("episode", maintain_order=True).agg(
        pl.col("quantity").sum().alias("units_returned"),
        (pl.col("taken") + pl.col("forgiven")).sum().alias("refunds"),
        product("unit_shipping", "quantity").sum().cast(pl.Int64).alias("freight_on_returns"),
    )


def _expected(shipped: pl.DataFrame) -> pl.DataFrame:
    final, published, corrected = _rates()
    rates = shipped.select(
        *("episode", "quantity", final.alias("expected")),
        *(rate.alias(name) for name, rate in zip(CHANNELS, published, strict=True)),
        *(rate.alias(f"{name}_corrected") for name, rate in zip(CHANNELS, corrected, strict=True)),
    )
    names = rates.columns[2:]
    sums = rates.group_by("episode", maintain_order=True).agg(
        pl.col("quantity").sum(), *(product(name, "quantity").sum().alias(name) for name in names)
    )
    sums = sums.with_columns(
        (pl.col(f"price{suffix}") + pl.col(f"speed{suffix}")).alias(f"controllable{suffix}")
        for suffix in SPLITS
    )
    # A hundred points to the unit.
    units = pl.col("quantity") * (_SCALE // 100)
    split = [(name, suffix) for suffix in SPLITS for name in ("controllable", *CHANNELS)]
    return sums.select(
        "episode",
        *(
            ratio(pl.col(f"{name}{suffix}"), units).alias(f"{name}_points{suffix}")
            for name, suffix in [("expected", ""), *split]
        ),
    )


def _rates() -> tuple[pl.Expr, list[pl.Expr], list[pl.Expr]]:
    """Return a shipment's final rate and its two splits over CHANNELS, all in 10^-12."""
    factor = pl.col("speed").replace_strict(SPEEDS, default=None, return_dtype=pl.Float64)
    final = _whole(_capped(pl.col("rate_price")) * factor)
    # As published every layer is multiplied first, so that speed is only what the cap leaves.
    natural, defective, price = (_whole(pl.col(rate) * factor) for rate in _SALE_RATES)
    defects = pl.max_horizontal(defective - natural, pl.lit(0, pl.Int64))
    published = [natural, defects, price - defective, final - price]
    # Corrected, the layers stand as at the sale, and speed is what it made of the last of them.
    natural, defective, price = (_whole(pl.col(rate)) for rate in _SALE_RATES)
    corrected = [natural, defective - natural, price - defective, final - price]
    return final, published, corrected


def _capped(rate: pl.Expr) -> pl.Expr:
    return pl.min_horizontal(rate, pl.lit(RATE_MAX))


def _whole(rate: pl.Expr) -> pl.Expr:
    return (_capped(rate) * _SCALE).round(0, "half_to_even").cast(pl.Int64)
