"""One episode with its figures, and how the figures of several are pooled."""

from collections.abc import Iterable, Sequence
from math import fsum, sqrt

import msgspec

from projections.metric import Metric

Figure = int | float | bool | None
"""A metric's value; None where it is undefined."""

ENDED = "ended"
"""The one status of an episode whose figures may be averaged with others'."""


class Scored(msgspec.Struct, frozen=True, kw_only=True):
    """An episode and its value of each metric."""

    episode: str
    folder: str
    status: str
    agent: str
    """Its name; a model that a framework leads is an agent of its own, as `openai:m, react`."""
    world: str
    """SHA-256 of the world's tables."""
    rules: str
    draws: str
    seed: int
    days: int
    opening_balance: int
    """Micro-yuan."""
    options: str = "{}"
    """Settings of the scenario's own, as canonical JSON."""
    figures: dict[str, Figure]
    """A metric's name -> its value, in the metric's unit."""

    @property
    def scenario(self) -> str:
        """The world it was played in: the rules are named for it."""
        return self.rules.partition("/")[0]


def only(scored: Iterable[Scored], names: Sequence[str]) -> list[Scored]:
    """Return episodes with these of their figures alone, in their old order."""
    return [
        msgspec.structs.replace(
            each, figures={name: value for name, value in each.figures.items() if name in names}
        )
        for each in scored
    ]


class LeftOut(msgspec.Struct, frozen=True):
    """An episode that is not averaged with others because it has not ended."""

    episode: str
    status: str


def ended(scored: Iterable[Scored]) -> tuple[list[Scored], tuple[LeftOut, ...]]:
    """Return the episodes that have ended, and those that have not."""
    whole: list[Scored] = []
    rest: list[LeftOut] = []
    for each in scored:
        if each.status == ENDED:
            whole.append(each)
        else:
            rest.append(LeftOut(each.episode, each.status))
    return whole, tuple(rest)


def values(scored: Iterable[Scored], name: str) -> list[float]:
    """Return a metric's defined values as doubles; yes is 1, no is 0."""
    found = (each.figures.get(name) for each in scored)
    return [float(value) for value in found if value is not None]


def pooled(metric: Metric, scored: Sequence[Scored]) -> float | None:
    """Return one figure for several episodes, combined as `metric.pooled` says.

    None where no episode has a value, or a ratio's divisors add up to nothing.
    """
    found = values(scored, metric.name)
    if not found:
        return None
    if metric.pooled == "ratio" and metric.over is not None:
        return _ratio(metric, metric.over, scored)
    return fsum(found) / (sqrt(len(found)) if metric.pooled == "stouffer" else len(found))


def _ratio(metric: Metric, over: tuple[str, str], scored: Sequence[Scored]) -> float | None:
    # Only episodes with both sums count, or one without a dividend would still enlarge the divisor.
    both = [each for each in scored if all(each.figures.get(name) is not None for name in over)]
    above, below = (fsum(values(both, name)) for name in over)
    if below <= 0:
        return None
    return above / below * (100 if metric.unit == "percent" else 1)
