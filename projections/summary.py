"""Figures over several episodes of one agent: pooled, with their spread and their number."""

from collections.abc import Sequence
from typing import Final

import msgspec

from projections.metric import Metric
from projections.score import METRICS
from projections.scored import LeftOut, Scored, ended, pooled, values
from projections.statistics import deviation

HOW: Final = {
    "mean": "mean",
    "ratio": "ratio of sums",
    "stouffer": "sum over the root of n",
    "share": "share of episodes",
}


class Figure(msgspec.Struct, frozen=True):
    """A metric over several episodes."""

    value: float | None
    deviation: float | None
    """Sample standard deviation of the episodes' values; None of fewer than two."""
    n: int
    """Episodes that have a value."""
    how: str
    """How they are combined."""


class Summary(msgspec.Struct, frozen=True):
    """The episodes of one agent that have ended, and those that have not."""

    agent: str
    ended: int
    left_out: tuple[LeftOut, ...]
    figures: dict[str, Figure]


def summaries(scored: Sequence[Scored]) -> list[Summary]:
    """Return a summary per agent, in the order in which the agents first appear."""
    agents = dict.fromkeys(each.agent for each in scored)
    return [_summary(agent, [each for each in scored if each.agent == agent]) for agent in agents]


def _summary(agent: str, scored: list[Scored]) -> Summary:
    whole, left_out = ended(scored)
    names = scored[0].figures
    return Summary(
        agent, len(whole), left_out, {name: _figure(METRICS[name], whole) for name in names}
    )


def _figure(metric: Metric, whole: list[Scored]) -> Figure:
    found = values(whole, metric.name)
    spread = None if metric.pooled == "share" else deviation(found)
    return Figure(pooled(metric, whole), spread, len(found), HOW[metric.pooled])
