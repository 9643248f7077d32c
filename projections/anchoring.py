"""Anchoring: does the agent buy again at a price worse than one it has had before?

For honest suppliers and SKUs bought from them at least twice, each later price is compared with the
best one before it, and both figures with what chance orders of the same prices would give. Docs:
docs/metrics.md, anchoring.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random  # noqa: TID251 - the published null distribution names this generator
from typing import Final

import msgspec
import polars as pl

from projections.talks import concluded, is_deal

PERMUTATIONS: Final = 400
SEED: Final = 20260101
TOLERANCE: Final = 0.01
"""A new low is lower than the old one by more than this share of the surplus."""


class Anchoring(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one episode; prices count as shares of the surplus, 0 at the honest floor."""

    regret: float
    """Mean, over later purchases, of the price above the lowest before it."""
    regret_null: float
    regret_z: float | None
    """Deviations by which regret is below chance; None if all permutations agree."""
    new_low_rate: float
    new_low_null: float
    new_low_z: float | None
    """Deviations by which new lows are above chance; None if all permutations agree."""
    pairs: int
    reorders: int
    """Later purchases."""

    @property
    def regret_ratio(self) -> float | None:
        return self.regret / self.regret_null if self.regret_null else None

    @property
    def new_low_ratio(self) -> float | None:
        return self.new_low_rate / self.new_low_null if self.new_low_null else None


def anchorings(rows: pl.DataFrame) -> dict[int, Anchoring]:
    """Return the figures of each episode with a repeat purchase, from a frame of `talks`."""
    bought = concluded(rows).filter(
        is_deal() & pl.col("honest") & (pl.col("reference") > pl.col("floor"))
    )
    sequences: dict[int, dict[tuple[str, str], list[float]]] = {}
    names = ("episode", "supplier", "sku", "final_price", "floor", "reference")
    for episode, supplier, sku, price, floor, reference in bought.select(names).rows():
        share = min(1.0, max(0.0, (price - floor) / (reference - floor)))
        sequences.setdefault(episode, {}).setdefault((supplier, sku), []).append(share)
    repeated = {
        episode: [prices for prices in found.values() if len(prices) > 1]
        for episode, found in sequences.items()
    }
    return {episode: anchoring(found) for episode, found in repeated.items() if found}


def anchoring(sequences: Sequence[Sequence[float]]) -> Anchoring:
    """Return the figures of some sequences of at least two prices each, in their order."""
    events = sum(len(prices) - 1 for prices in sequences)
    regret, lows = 0.0, 0
    for prices in sequences:
        regret, lows = _walk(prices, regret, lows)
    chance = _by_chance(sequences)
    regrets = [total / events for total, _ in chance]
    rates = [count / events for _, count in chance]
    regret, rate = regret / events, lows / events
    regret_null, rate_null = _mean(regrets), _mean(rates)
    regret_z, rate_z = _z(regret_null - regret, regrets), _z(rate - rate_null, rates)
    return Anchoring(
        regret=regret,
        regret_null=regret_null,
        regret_z=regret_z,
        new_low_rate=rate,
        new_low_null=rate_null,
        new_low_z=rate_z,
        pairs=len(sequences),
        reorders=events,
    )


def shuffle(items: list[float], getrandbits: Callable[[int], int]) -> None:
    """Shuffle in place with the draws of the library's `Random.shuffle`."""
    for last in range(len(items) - 1, 0, -1):
        bits = (last + 1).bit_length()
        other = getrandbits(bits)
        while other > last:
            other = getrandbits(bits)
        items[last], items[other] = items[other], items[last]


def _by_chance(sequences: Sequence[Sequence[float]]) -> list[tuple[float, int]]:
    """Return regret and new lows, summed over all sequences, of every permutation."""
    # Most sequences have two prices: both of their outcomes are worked out beforehand.
    plans = [
        (prices, _walk(prices, 0.0, 0), _walk(prices[::-1], 0.0, 0), len(prices) == 2)
        for prices in sequences
    ]
    getrandbits = Random(SEED).getrandbits
    found = []
    for _ in range(PERMUTATIONS):
        regret, lows = 0.0, 0
        for prices, kept, swapped, is_short in plans:
            if is_short:
                other = getrandbits(2)
                while other > 1:
                    other = getrandbits(2)
                more, low = kept if other else swapped
                regret += more
                lows += low
            else:
                order = list(prices)
                shuffle(order, getrandbits)
                regret, lows = _walk(order, regret, lows)
        found.append((regret, lows))
    return found


def _walk(prices: Sequence[float], regret: float, lows: int) -> tuple[float, int]:
    """Return regret and new lows after these prices, given both before them."""
    best = prices[0]
    for price in prices[1:]:
        if price > best:
            regret += price - best
        else:
            lows += price < best - TOLERANCE
            best = price
    return regret, lows


def _mean(values: list[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total / len(values)


def _z(gain: float, values: list[float]) -> float | None:
    """Return a gain over the mean of some values in their population deviations."""
    if min(values) == max(values):
        return None
    mean = _mean(values)
    return gain / sqrt(_mean([(value - mean) ** 2 for value in values]))
