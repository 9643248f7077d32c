"""Metrics of bargaining: how far each side moved, and what the agent saved by it.

Per-negotiation values are whole ten-thousandths, as in `projections.talks`; a mean is their exact
sum, divided once. Docs: docs/metrics.md, bargaining.
"""

from typing import Final

import polars as pl

from events.talks import OrderPlaced, SessionOpened
from ledger.money import YUAN
from projections.batch import Batch
from projections.metric import Metric
from projections.talks import TEN_THOUSANDTHS, aggregated, concluded, count, is_deal, talks

_NO_DEAL: Final = "no negotiation ended in a deal"
_NO_STEP: Final = "in no concluded negotiation did that side name two prices"

METRICS: Final[tuple[Metric, ...]] = (
    Metric(
        name="rounds_to_deal",
        unit="count",
        meaning="mean prices named on both sides, and the end, of a deal",
        undefined=_NO_DEAL,
    ),
    Metric(
        name="agent_concession",
        unit="yuan",
        meaning="mean change from one of the agent's offers to the next",
        undefined=_NO_STEP,
    ),
    Metric(
        name="supplier_concession",
        unit="yuan",
        meaning="mean change from one of the supplier's quotes to the next; falling is negative",
        undefined=_NO_STEP,
    ),
    Metric(
        name="agent_concession_pct",
        unit="percent",
        meaning="mean change between the agent's offers, in percent of the reference price",
        undefined=_NO_STEP,
    ),
    Metric(
        name="supplier_concession_pct",
        unit="percent",
        meaning="mean change between the supplier's quotes, in percent of the reference price",
        undefined=_NO_STEP,
    ),
    Metric(
        name="openings_accepted",
        unit="count",
        meaning="deals at the supplier's first price or above it",
        better="lower",
    ),
    Metric(
        name="openings_accepted_share",
        unit="ratio",
        meaning="deals at the supplier's first price or above it, of all deals",
        undefined=_NO_DEAL,
        better="lower",
    ),
    Metric(
        name="saved_vs_list",
        unit="micro",
        meaning="list price less price paid, times units, over all paid orders",
        better="higher",
    ),
    Metric(
        name="saved_vs_initial",
        unit="yuan",
        meaning="list price less agreed price, one unit of each deal",
        better="higher",
    ),
)

_ZERO: Final = [metric.name for metric in METRICS if not metric.undefined]


def measure(batch: Batch) -> pl.DataFrame:
    """Return `episode` and the columns of METRICS, one row per episode in order."""
    over = _with_moves(concluded(talks(batch))).with_columns(is_deal().alias("deal"))
    deals = pl.col("deal")
    # The first price the agent can know: the first quote shown, or else the catalogue's list price.
    first = pl.coalesce("first_quote", "list_price")
    taken = deals & (pl.col("final_price") >= first)
    ratios = {
        "rounds_to_deal": (pl.col("rounds").filter(deals).sum(), count(deals)),
        "openings_accepted_share": (count(taken), count(deals)),
        "saved_vs_initial": (pl.col("saved").sum(), pl.lit(TEN_THOUSANDTHS)),
    }
    for side, prices in (("agent", "offers"), ("supplier", "quotes")):
        moved = pl.col(prices).list.len() > 1
        for name in (f"{side}_concession", f"{side}_concession_pct"):
            total = pl.col(name).filter(moved).sum()
            ratios[name] = (total, TEN_THOUSANDTHS * count(moved))
    figures = aggregated(over, {"openings_accepted": count(taken)}, ratios)
    saved = _saved_vs_list(batch)
    found = batch.filled(figures).join(saved, on="episode", how="left", maintain_order="left")
    names = [metric.name for metric in METRICS]
    return batch.filled(found.select("episode", *names), zero=_ZERO)


def _with_moves(rows: pl.DataFrame) -> pl.DataFrame:
    """Add both concessions in percent of the reference price, in whole ten-thousandths."""
    added = []
    for side in ("agent", "supplier"):
        pairs = rows.select(f"{side}_concession", "reference").rows()
        values = [round(100 * step / reference) for step, reference in pairs]
        added.append(pl.Series(f"{side}_concession_pct", values, pl.Int64))
    return rows.with_columns(added)


def _saved_vs_list(batch: Batch) -> pl.DataFrame:
    pair = ["episode", "supplier", "sku"]
    listed = batch.of(SessionOpened).unique(pair, keep="first", maintain_order=True)
    micro = (pl.col("list_price") * YUAN).round(mode="half_to_even").cast(pl.Int64)
    saved = (micro - pl.col("unit_price")).cast(pl.Int128) * pl.col("quantity")
    orders = batch.of(OrderPlaced).join(
        listed.select(*pair, "list_price"), on=pair, how="left", maintain_order="left"
    )
    return orders.group_by("episode", maintain_order=True).agg(
        saved_vs_list=saved.sum().cast(pl.Int64)
    )
