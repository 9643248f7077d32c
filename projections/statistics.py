"""Is a difference more than chance? Intervals, permutation tests, effect sizes, sample sizes.

Every result depends on the values and a name alone: not on the order of the values, nor on Python's
version. Sums are exact (`math.fsum`); draws are read from SHAKE-256 of a stated text; A against B
is the mirror image of B against A. What cannot be told from so few values is None, never NaN.
Definitions: docs/metrics.md, "Comparing agents".
"""

import struct
from collections.abc import Iterator, Sequence
from hashlib import shake_256
from itertools import combinations, compress, product
from math import ceil, comb, floor, fsum, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

SEED: Final = "shopyear 20260101"
RESAMPLES: Final = 9_999
"""Bootstrap samples, and permutations where not all are tried."""
EXACT_MAX: Final = 4_096
"""All permutations are tried where there are at most so many."""
ALPHA: Final = 0.05
POWER: Final = 0.8

_ROUNDING: Final = 1e-12
"""Two sums that differ by less than this share of their terms differ by rounding."""
_PARITY: Final = bytes(byte & 1 for byte in range(256))
_NORMAL: Final = NormalDist()
_T_975: Final = (
    *(12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281),
    *(2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860),
    *(2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423),
)
"""Student's t at 97.5 % for 1, 2, ... degrees of freedom."""


class Interval(NamedTuple):
    """Both ends of a 95 % interval."""

    low: float
    high: float


class PValue(NamedTuple):
    """What a two-sided permutation test gives."""

    p: float
    """Above 0, at most 1."""
    exact: bool
    """All permutations were tried; otherwise `RESAMPLES` of them."""


def mean(values: Sequence[float]) -> float | None:
    """Return the mean; None of no values."""
    return fsum(values) / len(values) if values else None


def deviation(values: Sequence[float]) -> float | None:
    """Return the sample standard deviation (n - 1); None of fewer than two values."""
    if len(values) < 2:
        return None
    middle = fsum(values) / len(values)
    return sqrt(fsum((value - middle) * (value - middle) for value in values) / (len(values) - 1))


def joint_deviation(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Return the deviation of a difference between one value of each sample, both independent.

    None where either has fewer than two values.
    """
    one, other = deviation(a), deviation(b)
    return None if one is None or other is None else sqrt(one * one + other * other)


def mean_interval(values: Sequence[float], name: str) -> Interval | None:
    """Return a bootstrap interval of the mean; None of fewer than two values.

    For paired values, give their differences.

    Args:
        name: names the draws, such as the metric's name.
    """
    if len(values) < 2:
        return None
    up, down = sorted(values), sorted(-value for value in values)
    if up < down:
        return _mirrored(_interval([down], name))
    found = _interval([up], name)
    return _symmetric(found) if up == down else found


def difference_interval(a: Sequence[float], b: Sequence[float], name: str) -> Interval | None:
    """Return a bootstrap interval of mean(a) - mean(b); None where either has fewer than two.

    Args:
        name: as for `mean_interval`.
    """
    if min(len(a), len(b)) < 2:
        return None
    one, other = sorted(a), sorted(b)
    if one < other:
        return _mirrored(_interval([other, one], name))
    found = _interval([one, other], name)
    return _symmetric(found) if one == other else found


def _interval(samples: list[list[float]], name: str) -> Interval:
    """Return the percentile interval of the first sample's mean, less the second's if there is one.

    With few values the plain 2.5 and 97.5 % are too narrow; the levels are widened as if for
    Student's t (Hesterberg 2015, "expanded percentile interval").
    """
    means = _resampled_means(samples[0], f"{name}/1")
    if len(samples) > 1:
        others = _resampled_means(samples[1], f"{name}/2")
        means = [one - other for one, other in zip(means, others, strict=True)]
    means.sort()
    fewest = min(map(len, samples))
    wide = sqrt(fewest / (fewest - 1)) * _t_975(fewest - 1)
    rank = max(1, floor(_NORMAL.cdf(-wide) * (RESAMPLES + 1)))
    return Interval(means[rank - 1], means[RESAMPLES - rank])


def _resampled_means(values: list[float], name: str) -> list[float]:
    size = len(values)
    return [
        fsum([values[(draw * size) >> 32] for draw in drawn]) / size
        for drawn in _draws(f"bootstrap/{name}", size)
    ]


def _mirrored(found: Interval) -> Interval:
    return Interval(0.0 - found.high, 0.0 - found.low)


def _symmetric(found: Interval) -> Interval:
    # Values that are their own mirror image: so must be what is said of them.
    half = max(-found.low, found.high)
    return Interval(0.0 - half, half)


def _t_975(freedom: int) -> float:
    if freedom <= len(_T_975):
        return _T_975[freedom - 1]
    z = _NORMAL.inv_cdf(0.975)
    return z + (z**3 + z) / (4 * freedom)


def _draws(name: str, count: int) -> Iterator[Sequence[int]]:
    """Yield so many whole numbers below 2^32 for each sample; the same for the same name."""
    for stream in _streams(name, 4 * count):
        yield struct.unpack(f"<{count}I", stream)


def _streams(name: str, size: int) -> Iterator[bytes]:
    for number in range(1, RESAMPLES + 1):
        yield shake_256(f"{SEED}/{name}/{number}".encode()).digest(size)


def sign_flip_test(differences: Sequence[float], name: str) -> PValue | None:
    """Test paired differences: were either sign equally likely, how often so far from zero?

    None of no differences.

    Args:
        name: as for `mean_interval`; unused where all signs are tried.
    """
    if not differences:
        return None
    size = len(differences)
    lengths = sorted(map(abs, differences))
    reached = abs(fsum(differences)) - _ROUNDING * fsum(lengths)
    if 2**size <= EXACT_MAX:
        signed = product(*((length, -length) for length in lengths))
        return _exact([abs(fsum(each)) >= reached for each in signed])
    total, exceeding = fsum(lengths), 0
    for stream in _streams(f"signs/{name}", size):
        positive = fsum(compress(lengths, stream.translate(_PARITY)))
        exceeding += abs(2 * positive - total) >= reached
    return _sampled(exceeding)


def two_sample_test(a: Sequence[float], b: Sequence[float], name: str) -> PValue | None:
    """Test two samples: were their values exchangeable, how often are the means so far apart?

    None where either is empty.

    Args:
        name: as for `sign_flip_test`.
    """
    if not a or not b:
        return None
    values, size = sorted([*a, *b]), min(len(a), len(b))
    # The difference of the means is a multiple of how far the smaller sample's sum is from this.
    expected = fsum(values) * size / len(values)
    smaller = a if len(a) == size else b
    reached = abs(fsum(smaller) - expected) - _ROUNDING * fsum(map(abs, values))
    if comb(len(values), size) <= EXACT_MAX:
        chosen = combinations(values, size)
        return _exact([abs(fsum(each) - expected) >= reached for each in chosen])
    exceeding = 0
    for drawn in _draws(f"groups/{name}", size):
        # Fisher and Yates: the first `size` places are a sample without replacement.
        for place, draw in enumerate(drawn):
            other = place + ((draw * (len(values) - place)) >> 32)
            values[place], values[other] = values[other], values[place]
        exceeding += abs(fsum(values[:size]) - expected) >= reached
    return _sampled(exceeding)


def _exact(reached: Sequence[bool]) -> PValue:
    return PValue(reached.count(True) / len(reached), exact=True)


def _sampled(exceeding: int) -> PValue:
    # What was seen counts as one of the permutations, so that p is never 0.
    return PValue((1 + exceeding) / (1 + RESAMPLES), exact=False)


def smallest_p(a: int, b: int | None = None) -> float:
    """Return the smallest p a test of so many pairs, or of two samples of these sizes, can give."""
    possible: int = 2**a if b is None else comb(a + b, a)
    if possible > EXACT_MAX:
        return 1 / (1 + RESAMPLES)
    # In pairs and in samples of one size, the mirror image of the most uneven case counts, too.
    return min(1.0, (2 if b is None or a == b else 1) / possible)


def cohen_dz(differences: Sequence[float]) -> float | None:
    """Return the mean difference over the differences' deviation; None where that is 0 or None."""
    spread = deviation(differences)
    return fsum(differences) / len(differences) / spread if spread else None


def hedges_g(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Return the difference of the means over the pooled deviation, corrected for small samples.

    None where either sample has fewer than two values, or neither has any spread.
    """
    one, other = deviation(a), deviation(b)
    if one is None or other is None or one == other == 0:
        return None
    freedom = len(a) + len(b) - 2
    variance = ((len(a) - 1) * one * one + (len(b) - 1) * other * other) / freedom
    apart = fsum(a) / len(a) - fsum(b) / len(b)
    return (1 - 3 / (4 * freedom - 1)) * apart / sqrt(variance)


def cliff_delta(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Return how much oftener a value of `a` is above one of `b` than below it, from -1 to 1.

    None where either is empty.
    """
    if not a or not b:
        return None
    above = [(one > other) - (one < other) for one in a for other in b]
    return (above.count(1) - above.count(-1)) / len(above)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values adjusted for so many tests at once by Holm's method, in the same order."""
    order = sorted(range(len(p_values)), key=lambda number: p_values[number])
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for done, number in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - done) * p_values[number]))
        adjusted[number] = highest
    return adjusted


def needed(difference: float, spread: float, *, paired: bool, tests: int = 1) -> int | None:
    """Return how many pairs, or episodes of each agent, would separate two agents.

    Normal approximation, two-sided, `POWER` at `ALPHA` shared by `tests` tests; never fewer than a
    permutation test needs to get below that level at all. None where the difference is 0.

    Args:
        spread: the deviation of paired differences, or what `joint_deviation` returns.
    """
    if difference == 0:
        return None
    level = ALPHA / tests
    reach = _NORMAL.inv_cdf(1 - level / 2) + _NORMAL.inv_cdf(POWER)
    fewest = 2
    while 2 / (2**fewest if paired else comb(2 * fewest, fewest)) >= level:
        fewest += 1
    ratio = reach * spread / difference
    return max(fewest, ceil(ratio * ratio))
