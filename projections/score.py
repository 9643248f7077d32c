"""All metrics of the marketplace, measured together: `FAMILIES` is the list of them.

The same figures come out whichever episodes share a batch, on any number of threads and with
either of Polars' engines. Formulas: docs/metrics.md.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import polars as pl

from projections import (
    efficiency,
    failures,
    fraud,
    learning,
    model_use,
    negotiation,
    operations,
    solvency,
    worth,
)
from projections.batch import Batch
from projections.collection import Archive
from projections.metric import Metric
from projections.scored import Scored


class Family(NamedTuple):
    """Metrics that are measured together."""

    title: str
    metrics: tuple[Metric, ...]
    measure: Callable[[Batch], pl.DataFrame]


FAMILIES: Final = (
    Family("Primary", worth.METRICS, worth.measure),
    Family("Negotiation quality", negotiation.METRICS, negotiation.measure),
    Family("Fraud avoidance", fraud.METRICS, fraud.measure),
    Family("Cash and solvency", solvency.METRICS, solvency.measure),
    Family("Operational efficiency", efficiency.METRICS, efficiency.measure),
    Family("Use of a model", model_use.METRICS, model_use.measure),
    Family("Operations execution", operations.METRICS, operations.measure),
    Family("Learning over the horizon", learning.METRICS, learning.measure),
    Family("Failure rules", failures.METRICS, failures.measure),
)

METRICS: Final[dict[str, Metric]] = {
    metric.name: metric for family in FAMILIES for metric in family.metrics
}
"""Every metric by name, in the order of the families."""


def chosen(names: Sequence[str] | None) -> tuple[Family, ...]:
    """Return the families that measure these metrics; all of them by default.

    Raises:
        ValueError: there is no such metric.
    """
    if names is None:
        return FAMILIES
    for name in names:
        if name not in METRICS:
            raise ValueError(f"there is no metric {name!r}; `shopyear score --list` names them all")
    return tuple(
        family for family in FAMILIES if any(metric.name in names for metric in family.metrics)
    )


def figures(batch: Batch, names: Sequence[str] | None = None) -> list[dict[str, Any]]:
    """Return each episode's value of every metric, or of some, by name; None where undefined."""
    wanted = list(METRICS) if names is None else list(names)
    columns: dict[str, list[Any]] = {}
    for family in chosen(names):
        measured = family.measure(batch)
        for metric in family.metrics:
            columns[metric.name] = measured[metric.name].to_list()
    return [{name: columns[name][number] for name in wanted} for number in range(len(batch.names))]


def score(
    archives: Sequence[Archive], roster: pl.DataFrame | None, names: Sequence[str] | None = None
) -> list[Scored]:
    """Score episodes of one world.

    Args:
        roster: as for `Batch`.
        names: the metrics wanted; all by default.
    """
    batch = Batch({archive.name: archive.log for archive in archives}, roster)
    return [
        Scored(
            episode=archive.name,
            folder=str(archive.folder),
            status=archive.status,
            agent=archive.started.agent,
            world=archive.started.world,
            rules=archive.started.rules,
            draws=archive.started.draws,
            seed=archive.started.seed,
            days=archive.started.days,
            opening_balance=archive.started.opening_balance,
            figures=found,
        )
        for archive, found in zip(archives, figures(batch, names), strict=True)
    ]
