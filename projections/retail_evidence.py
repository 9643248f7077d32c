"""Stage 2 of the supermarket's diagnostics: what the agent looked at before it acted.

An action's evidence is what was looked up earlier on its day, by the agent or by its code, for its
product or for all products. Definitions: docs/metrics.md, "The supermarket's stage 2".
"""

from typing import Final

import polars as pl

from projections.batch import Batch
from projections.exact import ratio
from projections.metric import Metric
from projections.retail_frames import KEY, NO_ACTION, ORDER, PRICE, acted, actions, asked, calls

TOOLS: Final = {
    "view_inventory": ("inventory",),
    "view_shelf_status": ("inventory", "price"),
    "view_sales_profit_history": ("sales",),
    "view_current_date_supplier_prices": ("quotes",),
    "view_supplier_price_history": ("quotes",),
    "view_sku_avg_ratings": ("quality",),
    "view_supplier_returns_avg_rate": ("quality",),
    "view_sku_prices": ("price",),
    "view_sku_inventory_cost": ("cost",),
}
"""Tools that are evidence, and of what."""
ORDER_SET: Final = ("inventory", "sales", "quotes", "quality")
PRICE_SET: Final = ("sales", "quotes", "price", "cost")
"""The set that gives the published figures; the published text names another."""
PRICE_SET_TOLD: Final = ("price", "cost", "inventory", "sales")

_NO_ORDER: Final = "nothing was ordered"
_NO_PRICE: Final = "no price was set"

METRICS: Final[tuple[Metric, ...]] = (
    Metric(
        name="query_depth",
        unit="ratio",
        meaning="share of the required evidence that was looked at, mean over actions",
        undefined=NO_ACTION,
        better="higher",
    ),
    Metric(
        name="query_depth_orders",
        unit="ratio",
        meaning="the same over order lines",
        undefined=_NO_ORDER,
        better="higher",
    ),
    Metric(
        name="query_depth_prices",
        unit="ratio",
        meaning="the same over prices set",
        undefined=_NO_PRICE,
        better="higher",
    ),
    Metric(
        name="query_completeness",
        unit="ratio",
        meaning="share of actions with all the required evidence",
        undefined=NO_ACTION,
        better="higher",
    ),
    Metric(
        name="query_depth_prices_told",
        unit="ratio",
        meaning="query_depth_prices by the evidence that the published text names",
        undefined=_NO_PRICE,
        better="higher",
    ),
    Metric(
        name="query_depth_told",
        unit="ratio",
        meaning="query_depth by the evidence that the published text names",
        undefined=NO_ACTION,
        better="higher",
    ),
    Metric(
        name="query_completeness_told",
        unit="ratio",
        meaning="query_completeness by the evidence that the published text names",
        undefined=NO_ACTION,
        better="higher",
    ),
    Metric(
        name="evidence_match_rate",
        unit="ratio",
        meaning="share of actions with any of the required evidence",
        undefined=NO_ACTION,
        better="higher",
    ),
    Metric(
        name="evidence_distance",
        unit="count",
        meaning="calls from an action back to its last evidence, mean over actions that have any",
        undefined="no action had evidence",
    ),
    Metric(
        name="evidence_tools",
        unit="count",
        meaning="different tools an action's evidence came from, mean over actions",
        undefined=NO_ACTION,
    ),
    Metric(
        name="query_action_overlap",
        unit="ratio",
        meaning="share of the products acted upon a day that were looked up by name that day",
        undefined=NO_ACTION,
    ),
)

_PARTS: Final = 4
"""Every set has four kinds of evidence."""


def measure(batch: Batch) -> pl.DataFrame:
    """Return `episode` and the metrics of stage 2, one row per episode."""
    seen = batch.derived(evidence)
    kinds = {kind: _any_of(kind) for kind in dict.fromkeys((*ORDER_SET, *PRICE_SET_TOLD))}
    is_order = pl.col("tool") == ORDER
    seen = seen.with_columns(
        published=pl.when(is_order)
        .then(_count(kinds, ORDER_SET))
        .otherwise(_count(kinds, PRICE_SET)),
        told=pl.when(is_order)
        .then(_count(kinds, ORDER_SET))
        .otherwise(_count(kinds, PRICE_SET_TOLD)),
        tools=pl.sum_horizontal([pl.col(_seen(tool)).cast(pl.Int64) for tool in TOOLS]),
    )
    published, told = pl.col("published"), pl.col("told")
    is_price = pl.col("tool") == PRICE
    counted = seen.group_by("episode", maintain_order=True).agg(
        pl.len().cast(pl.Int64).alias("all"),
        is_order.sum().cast(pl.Int64).alias("orders"),
        is_price.sum().cast(pl.Int64).alias("prices"),
        published.sum().alias("depth"),
        published.filter(is_order).sum().alias("depth_orders"),
        published.filter(is_price).sum().alias("depth_prices"),
        told.sum().alias("depth_told"),
        told.filter(is_price).sum().alias("depth_prices_told"),
        (published == _PARTS).sum().cast(pl.Int64).alias("complete"),
        (told == _PARTS).sum().cast(pl.Int64).alias("complete_told"),
        (published > 0).sum().cast(pl.Int64).alias("matched"),
        pl.col("tools").sum(),
        pl.col("distance").sum(),
        pl.col("distance").count().cast(pl.Int64).alias("distances"),
    )
    whole, orders, prices = (pl.col(name) for name in ("all", "orders", "prices"))
    found = counted.select(
        "episode",
        ratio(pl.col("depth"), _PARTS * whole).alias("query_depth"),
        ratio(pl.col("depth_orders"), _PARTS * orders).alias("query_depth_orders"),
        ratio(pl.col("depth_prices"), _PARTS * prices).alias("query_depth_prices"),
        ratio(pl.col("complete"), whole).alias("query_completeness"),
        ratio(pl.col("depth_prices_told"), _PARTS * prices).alias("query_depth_prices_told"),
        ratio(pl.col("depth_told"), _PARTS * whole).alias("query_depth_told"),
        ratio(pl.col("complete_told"), whole).alias("query_completeness_told"),
        ratio(pl.col("matched"), whole).alias("evidence_match_rate"),
        ratio(pl.col("distance"), pl.col("distances")).alias("evidence_distance"),
        ratio(pl.col("tools"), whole).alias("evidence_tools"),
    )
    found = found.join(_overlap(batch), on="episode", how="full", coalesce=True)
    return batch.filled(found).select("episode", *(metric.name for metric in METRICS))


def evidence(batch: Batch) -> pl.DataFrame:
    """Return the actions with what had been looked at before each of them.

    Columns: those of `actions`, `seen_TOOL` (whether the tool had been asked) for every tool in
    `TOOLS`, and `distance` (calls back to the last of them, null if none).
    """
    looks = batch.derived(asked).filter(pl.col("tool").is_in(list(TOOLS)))
    named, general = looks.drop_nulls("sku"), looks.filter(pl.col("sku").is_null())
    rows = _placed(batch).with_columns(distance=pl.lit(None, pl.Int64))
    for keys, some in ((list(KEY), named), (["episode", "day"], general.drop("sku"))):
        rows = rows.join(_first(some, keys), on=keys, how="left", maintain_order="left")
        for tool in TOOLS:
            was = (pl.col(tool) < pl.col("seq")).fill_null(False)
            before = pl.col(_seen(tool)) if _seen(tool) in rows.columns else pl.lit(False)
            rows = rows.with_columns((was | before).alias(_seen(tool)))
        rows = rows.drop(*TOOLS)
        last = some.select(*keys, "seq", pl.col("place").alias("last")).sort(
            "seq", maintain_order=True
        )
        rows = rows.sort("seq", maintain_order=True).join_asof(
            last, on="seq", by=keys, strategy="backward", check_sortedness=False
        )
        back = pl.min_horizontal("distance", pl.col("place") - pl.col("last"))
        rows = rows.with_columns(distance=back).drop("last")
    return rows.sort("episode", "seq", maintain_order=True)


def _placed(batch: Batch) -> pl.DataFrame:
    """Return the actions with the place of the call that made each: the next one answered."""
    made = batch.derived(calls).filter(~pl.col("is_inner")).select("episode", "seq", "place")
    rows = batch.derived(actions).sort("seq", maintain_order=True)
    return rows.join_asof(
        made.sort("seq", maintain_order=True),
        on="seq",
        by="episode",
        strategy="forward",
        check_sortedness=False,
    )


def _first(looks: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    """Return, for each group, when each tool was first asked: a column per tool."""
    tool, seq = pl.col("tool"), pl.col("seq")
    return looks.group_by(keys, maintain_order=True).agg(
        *(seq.filter(tool == name).min().alias(name) for name in TOOLS)
    )


def _overlap(batch: Batch) -> pl.DataFrame:
    named = batch.derived(asked).select(KEY).drop_nulls("sku").unique(maintain_order=True)
    done = batch.derived(acted).join(
        named.with_columns(hit=1), on=list(KEY), how="left", maintain_order="left"
    )
    counted = done.group_by("episode", maintain_order=True).agg(
        pl.col("hit").fill_null(0).sum().cast(pl.Int64), pl.len().alias("all")
    )
    return counted.select(
        "episode", ratio(pl.col("hit"), pl.col("all")).alias("query_action_overlap")
    )


def _seen(tool: str) -> str:
    return f"seen_{tool}"


def _any_of(kind: str) -> pl.Expr:
    return pl.any_horizontal([_seen(tool) for tool, kinds in TOOLS.items() if kind in kinds])


def _count(kinds: dict[str, pl.Expr], wanted: tuple[str, ...]) -> pl.Expr:
    return pl.sum_horizontal([kinds[kind].cast(pl.Int64) for kind in wanted])
