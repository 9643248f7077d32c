"""Random draws whose results are the same on every Python version.

Python promises that `random()` and `getrandbits()` of a seeded generator never change; everything
else the standard generator offers may. The generated world rests on these two alone.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Option = TypeVar("Option")


class Draws:
    """A seeded source of draws; each call moves it on."""

    def __init__(self, seed: int) -> None:
        self._source = Random(seed)

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self._source.random() < probability

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1, all equally likely."""
        bits = bound.bit_length()
        while True:
            value = self._source.getrandbits(bits)
            if value < bound:
                return value

    def uniform(self, low: float, high: float, digits: int) -> float:
        """A number from `low` to `high`, rounded to `digits` decimals."""
        return round(low + (high - low) * self._source.random(), digits)

    def choice(self, options: Sequence[Option]) -> Option:
        """One of the options, all equally likely."""
        return options[self.below(len(options))]

    def weighted(self, options: Sequence[Option], weights: Sequence[float]) -> Option:
        """One of the options, likely in proportion to its weight."""
        mark = self._source.random() * sum(weights)
        for option, weight in zip(options, weights, strict=True):
            mark -= weight
            if mark < 0:
                return option
        return options[-1]

    def shuffled(self, options: Sequence[Option]) -> list[Option]:
        """The options in a random order."""
        left = list(options)
        for last in range(len(left) - 1, 0, -1):
            other = self.below(last + 1)
            left[last], left[other] = left[other], left[last]
        return left
