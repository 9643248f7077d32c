"""Figures over several episodes of one agent: pooled, with their spread and their number."""

from collections.abc import Sequence
from typing import Final

import msgspec

from projections.metric import Metric
from projections.score import metrics_of
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
    """The episodes of one agent in one scenario that have ended, and those that have not."""

    agent: str
    scenario: str
    ended: int
    left_out: tuple[LeftOut, ...]
    figures: dict[str, Figure]


def summaries(scored: Sequence[Scored], names: Sequence[str] | None = None) -> list[Summary]:
    """Return a summary per agent and scenario, in the order in which they first appear.

    Args:
        names: the metrics wanted; all that the episodes have by default. A ratio of sums needs the
            sums among the episodes' figures, wanted or not (`projections.score.with_sums`).
    """
    groups: dict[tuple[str, str], list[Scored]] = {}
    for each in scored:
        groups.setdefault((each.agent, each.scenario), []).append(each)
    return [_summary(*of, group, names) for of, group in groups.items()]


def _summary(
    agent: str, scenario: str, scored: list[Scored], names: Sequence[str] | None
) -> Summary:
    whole, left_out = ended(scored)
    metrics = metrics_of(scenario)
    found = {
        name: _figure(metrics[name], whole)
        for name in scored[0].figures
        if names is None or name in names
    }
    return Summary(agent, scenario, len(whole), left_out, found)


def _figure(metric: Metric, whole: list[Scored]) -> Figure:
    found = values(whole, metric.name)
    spread = None if metric.pooled == "share" else deviation(found)
    return Figure(pooled(metric, whole), spread, len(found), HOW[metric.pooled])
