"""The failure to hold a price: repeat orders of the same goods grow dearer.

A permutation test: were a supplier's prices for a SKU exchangeable over its orders, how often would
they rise as they did? Only orders of one supplier and one SKU are ever compared. The draws come
from one seed for each episode, so the verdict depends on the episode alone.
Definitions and the reasons for the thresholds: docs/metrics.md, "Failure rules".
"""

import random  # noqa: TID251 - a seeded test statistic, not a draw of the simulated world
from itertools import groupby
from typing import Any, Final

import polars as pl

from events.talks import OrderPlaced
from projections.batch import Batch
from projections.exact import ratio
from projections.explain_words import yuan
from projections.failure_rule import Found, Rule, count
from projections.metric import Metric

REPEATS_MIN: Final = 10
"""With fewer repeat orders only a rise of nearly all of them could be told from chance."""
RISE_PERCENT_MIN: Final = 1
"""Percent from first to last price: a smaller rise is certain at times, but never costly."""
PERMUTATIONS: Final = 400
EXCEEDING_MAX: Final = 19
"""p = (1 + exceeding) / (1 + permutations) is below 0.05 up to here."""
SEED: Final = 1729

_SERIES: Final = ["episode", "supplier", "sku"]


def rises(series: list[list[int]]) -> bool:
    """Tell whether prices rise over the orders of a series, at p < 0.05, one-sided.

    The statistic is the sum of place times rank over all series, ranks counted within a series, so
    that neither dear goods nor one leap weigh more than others.

    Args:
        series: unit prices in micro-yuan in the order of the orders, for each supplier and SKU.
    """
    ranks = [_ranks(prices) for prices in series if min(prices) < max(prices)]
    observed = sum(place * rank for each in ranks for place, rank in enumerate(each))
    draw = random.Random(SEED).random
    exceeding = 0
    for _ in range(PERMUTATIONS):
        if exceeding > EXCEEDING_MAX:
            return False
        total = 0
        for each in ranks:
            # Fisher and Yates, by `random()` alone: the one draw Python keeps for all versions.
            for place in range(len(each) - 1, 0, -1):
                other = int(draw() * (place + 1))
                each[place], each[other] = each[other], each[place]
                total += place * each[place]
        exceeding += total >= observed
    return exceeding <= EXCEEDING_MAX


def _ranks(prices: list[int]) -> list[int]:
    """Return twice the rank of each price; equal prices share the mean of their ranks."""
    ordered = sorted(prices)
    return [ordered.index(price) * 2 + ordered.count(price) - 1 for price in prices]


def _drift(batch: Batch) -> Found:
    orders = batch.of(OrderPlaced)
    price = pl.col("unit_price")
    series = orders.group_by(_SERIES, maintain_order=True).agg(
        pl.col("seq", "on").last(),
        prices=price,
        first=price.first(),
        last=price.last(),
        repeats=count() - 1,
    )
    repeated = series.filter(pl.col("repeats") > 0)
    rise = pl.col("last") - pl.col("first")
    summed = repeated.group_by("episode", maintain_order=True).agg(
        repeat_orders=pl.col("repeats").sum(), rise=rise.sum(), base=pl.col("first").sum()
    )
    enough = pl.col("repeat_orders") >= REPEATS_MIN
    dearer = pl.col("rise") * 100 >= pl.col("base") * RISE_PERCENT_MIN
    tested = summed.filter(enough & dearer)["episode"].to_list()
    rising = [episode for episode, prices in _prices(repeated, tested) if rises(prices)]
    holds = pl.when(enough).then(pl.col("episode").is_in(rising))
    found = summed.with_columns(holds=holds, repeat_rise=ratio(pl.col("rise"), pl.col("base")))
    rows = repeated.filter(rise > 0).sort("episode", "seq")
    return Found(batch.filled(found.drop("rise", "base"), ["repeat_orders"]), rows)


def _prices(repeated: pl.DataFrame, episodes: list[int]) -> list[tuple[int, list[list[int]]]]:
    wanted = repeated.filter(pl.col("episode").is_in(episodes)).sort("episode", maintain_order=True)
    pairs = wanted.select("episode", "prices").iter_rows()
    grouped = groupby(pairs, key=lambda pair: int(pair[0]))
    return [(episode, [prices for _, prices in each]) for episode, each in grouped]


def _tell(row: dict[str, Any]) -> str:
    return (
        f"order {row['repeats'] + 1} of {row['sku']} from {row['supplier']} at "
        f"{yuan(row['last'])} a unit, the first at {yuan(row['first'])}"
    )


DRIFT: Final = Rule(
    name="price_drift",
    title="Upward price drift on repeat orders",
    meaning="the price of the same goods from the same supplier rose from order to order",
    undefined=f"fewer than {REPEATS_MIN} repeat orders",
    figures=(
        Metric(
            name="repeat_orders",
            unit="count",
            meaning="orders of a SKU from a supplier after the first",
        ),
        Metric(
            name="repeat_rise",
            unit="ratio",
            meaning="last less first price of what was reordered, over the first prices",
            undefined="nothing was reordered",
            better="lower",
        ),
    ),
    look=_drift,
    tell=_tell,
)
