"""Every random draw has a name here; no other module of the simulator draws.

* `supply`: one shared MT19937 stream for search order, lead days and short deliveries, as
  published. Under `draws="keyed"` it becomes one stream per (channel, entity, n), so that one more
  order in January does not shift every later delivery.
* `demand_uniform`: one uniform per (SKU, sales day); price, stock and store are not in the key.
* `return_stream`: one stream per (shipment, speed); under `draws="keyed"` per (store type, SKU,
  sales day, speed).
* `kernel`: two streams per (supplier, SKU, cycle): decisions (MT19937) and noise (PCG64).

The supermarket draws from `StoreDraws`: as published from three generators that all rules share,
or, under `draws="paired"`, from streams keyed by purpose, product and day.

Seeds come from the first eight hex digits of an MD5. Distributions are built here on `random()`
and `getrandbits()`, the only draws Python keeps stable. Rules and vectors:
docs/rules/marketplace.md §4 and docs/rules/supermarket.md §12.
"""

import random
import struct
import zlib
from collections.abc import Sequence
from hashlib import md5
from typing import Any, TypeVar

import numpy as np

T = TypeVar("T")


def digest32(text: str) -> int:
    """Return the first 32 bits of the MD5 of a text."""
    return int.from_bytes(md5(text.encode(), usedforsecurity=False).digest()[:4], "big")


# The C generator under random.Random: seeded once, without the Python layer.
_twister: Any = random.Random.__base__


class Stream(random.Random):
    """A Mersenne Twister whose integers and shuffles are the same on every Python version."""

    def below(self, n: int) -> int:
        """Return an integer in [0, n)."""
        bits = n.bit_length()
        drawn = self.getrandbits(bits)
        while drawn >= n:
            drawn = self.getrandbits(bits)
        return drawn

    def between(self, low: int, high: int) -> int:
        """Return an integer in [low, high]."""
        return low + self.below(high - low + 1)

    def mix(self, items: list[T]) -> None:
        """Shuffle in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def pick(self, weights: Sequence[float]) -> int:
        """Return an index drawn with these weights, as `random.choices` does."""
        return _index_at(self.random(), weights)


def _index_at(uniform: float, weights: Sequence[float]) -> int:
    total = 0.0
    sums = [total := total + weight for weight in weights]
    point = uniform * total
    for index, edge in enumerate(sums[:-1]):
        if point < edge:
            return index
    return len(sums) - 1


class KernelStreams:
    """The two streams of one negotiation: `uniform()` decides, `normal(mean, sd)` adds noise."""

    __slots__ = ("_noise", "uniform")

    def __init__(self, seed: int) -> None:
        self.uniform = _twister(seed).random
        self._noise = np.random.Generator(np.random.PCG64(seed)).standard_normal

    def normal(self, mean: float, sd: float) -> float:
        return mean + sd * float(self._noise())

    def pick(self, weights: tuple[float, ...]) -> int:
        """Return an index drawn with these weights, as `random.choices` does."""
        return _index_at(self.uniform(), weights)


class Draws:
    """All streams of one episode.

    Args:
        seed: the episode's seed.
        keyed: draw supply per entity instead of from the one published stream.
    """

    def __init__(self, seed: int, *, keyed: bool = False) -> None:
        self._seed = seed
        self._keyed = keyed
        self._shared = Stream(seed)
        self._uses: dict[str, int] = {}
        # One generator serves all short-lived streams, and seeding it through the C base skips
        # Random.seed's Python layer: this runs per SKU and day.
        self._scratch = Stream(0)
        self._reseed = super(random.Random, self._scratch).seed

    def supply(self, channel: str, entity: str) -> Stream:
        """Return the stream for the next supply draw of `entity` (a search, an order line)."""
        if not self._keyed:
            return self._shared
        key = f"{self._seed}|{channel}|{entity}"
        n = self._uses[key] = self._uses.get(key, -1) + 1
        return Stream(digest32(f"{key}|{n}"))

    def demand_uniform(self, sku: str, date: str) -> float:
        self._reseed(self._seed + digest32(f"demand{sku}{date}"))
        return self._scratch.random()

    def return_stream(self, shipment: int, sale: str, speed: str) -> Stream:
        """Return the stream of one shipment; the next call of any keyed draw ends its use.

        Args:
            sale: what was sold where and when. Shipments are numbered through, so one more sale
                shifts all later numbers: under `draws="keyed"` the sale is the key.
        """
        if self._keyed:
            self._reseed(digest32(f"{self._seed}|ship|{sale}|{speed}"))
        else:
            self._reseed(self._seed + digest32(f"ship{shipment}{speed}"))
        return self._scratch

    def kernel(self, supplier: str, sku: str, cycle: int) -> KernelStreams:
        key = f"{supplier}|{sku}|{cycle}"
        return KernelStreams(digest32(f"{self._seed}|{key}" if self._keyed else key))


class StoreDraws:
    """All streams of one supermarket episode.

    Args:
        seed: of the shared generators, or part of every key.
        paired: draw by purpose, product and day, so that whatever one agent does leaves the draws
            of other products and days as another agent finds them.
    """

    def __init__(self, seed: int, *, paired: bool = False) -> None:
        self._seed = seed
        self._paired = paired
        self._shared = Stream(seed)
        self._news = Stream(seed)
        # RandomState is numpy's frozen generator: its streams are the same for good.
        self._numpy = np.random.RandomState(seed % 2**32)

    def price(self, sku: str, low: float, high: float) -> float:
        """Return a product's first price."""
        return low + (high - low) * self._stream("price", sku, 0).random()

    def lead(self, supplier: str, sku: str, day: int, low: int, high: int) -> int:
        """Return the days one order line takes."""
        return self._stream("lead", f"{supplier}|{sku}", day).between(low, high)

    def noise(self, sku: str, day: int, sigma: float) -> float:
        """Return the day's noise in a product's attraction."""
        return float(self._arrays("noise", sku, day).normal(0, sigma))

    def buyers(self, category: str, day: int, customers: int, share: float) -> int:
        """Return how many customers buy from a category."""
        return int(self._arrays("buyers", category, day).binomial(customers, share))

    def split(self, category: str, day: int, buyers: int, shares: Sequence[float]) -> list[int]:
        """Return how the buyers of a category divide among its products."""
        drawn = self._arrays("split", category, day).multinomial(buyers, shares)
        return [int(units) for units in drawn]

    def customers(self, sku: str, day: int) -> Stream:
        """Return the stream of what the day's customers of a product do, one after the other."""
        return self._stream("customers", sku, day)

    def rounding(self, sku: str, day: int) -> float:
        """Return the uniform that rounds a fractional demand."""
        return self._stream("rounding", sku, day).random()

    def news(self, day: int) -> Stream:
        """Return the stream of one day's news."""
        if not self._paired:
            return self._news
        return self._stream("news", "", day)

    def fingerprint(self) -> dict[str, list[float]]:
        """Return the states of the shared generators in a short form."""
        _, words, place, has_gauss, gauss = self._numpy.get_state(legacy=True)
        drawn = [_crc([int(word) for word in words]), int(place), int(has_gauss), float(gauss)]
        return {"np": drawn, "py": _state(self._shared), "news": _state(self._news)}

    def _stream(self, purpose: str, key: str, day: int) -> Stream:
        if not self._paired:
            return self._shared
        return Stream(digest32(f"{self._seed}|{purpose}|{key}|{day}"))

    def _arrays(self, purpose: str, key: str, day: int) -> np.random.RandomState:
        if not self._paired:
            return self._numpy
        return np.random.RandomState(digest32(f"{self._seed}|{purpose}|{key}|{day}"))


def _state(stream: Stream) -> list[float]:
    words = stream.getstate()[1]
    return [_crc(words[:-1]), words[-1]]


def _crc(words: Sequence[int]) -> int:
    return zlib.crc32(struct.pack(f"<{len(words)}I", *words))
