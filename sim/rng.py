"""Every random draw has a name here; no other module of the simulator draws.

* `supply`: one shared MT19937 stream for search order, lead days and short deliveries, as
  published. Under `draws="keyed"` it becomes one stream per (channel, entity, n), so that one more
  order in January does not shift every later delivery.
* `demand_uniform`: one uniform per (SKU, sales day); price, stock and store are not in the key.
* `return_stream`: one stream per (shipment, speed); under `draws="keyed"` per (store type, SKU,
  sales day, speed).
* `kernel`: two streams per (supplier, SKU, cycle): decisions (MT19937) and noise (PCG64).

Seeds come from the first eight hex digits of an MD5. Distributions are built here on `random()`
and `getrandbits()`, the only draws Python keeps stable. Rules and vectors:
docs/rules/marketplace.md §4.
"""

import random
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
        total = 0.0
        sums = [total := total + weight for weight in weights]
        point = self.uniform() * total
        for index, edge in enumerate(sums[:-1]):
            if point < edge:
                return index
        return len(sums) - 1


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
