"""Named random streams for the parts of a generated world.

Every part draws from a stream of its own, so that a change in one leaves the others as they are.
They rest on the two draws whose results Python promises to keep; logarithms and exponentials may
differ in their last digit between platforms, which is why all that is stored is rounded.
"""

import hashlib
import math

from data.marketplace.draws import Draws


class Chance(Draws):
    """The draws of one purpose of one seed."""

    def __init__(self, seed: int, purpose: str) -> None:
        digest = hashlib.sha256(f"{seed}:{purpose}".encode()).digest()
        super().__init__(int.from_bytes(digest[:8], "big"))

    def unit(self) -> float:
        """A number from 0 up to, not including, 1."""
        return self._source.random()

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, all equally likely."""
        return low + self.below(high - low + 1)

    def normal(self, mean: float, deviation: float) -> float:
        """A normal number."""
        radius = math.sqrt(-2.0 * math.log(1.0 - self.unit()))
        return mean + deviation * radius * math.cos(2.0 * math.pi * self.unit())

    def scatter(self, deviation: float) -> float:
        """A log-normal factor with mean 1; `deviation` is that of its logarithm."""
        return math.exp(self.normal(-deviation * deviation / 2.0, deviation))

    def successes(self, trials: int, probability: float) -> int:
        """A binomial number, found by leaping from success to success."""
        if probability <= 0.0:
            return 0
        if probability >= 1.0:
            return trials
        base = math.log1p(-probability)
        at = count = 0
        while True:
            at += int(math.log(1.0 - self.unit()) / base) + 1
            if at > trials:
                return count
            count += 1
