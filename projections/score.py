"""All metrics, measured together: `FAMILIES_OF` is the list of them, by scenario.

The same figures come out whichever episodes share a batch, on any number of threads and with
either of Polars' engines. Formulas: docs/metrics.md.
"""

from collections.abc import Sequence
from typing import Any, Final

import polars as pl

from events.agent import AgentConfigured
from projections import (
    efficiency,
    failures,
    fraud,
    learning,
    model_use,
    negotiation,
    operations,
    solvency,
    voice_use,
    worth,
)
from projections.batch import Batch
from projections.collection import Archive
from projections.family import Family
from projections.metric import Metric
from projections.retail_score import RETAIL_FAMILIES
from projections.scored import Scored

FAMILIES: Final = (
    Family("Primary", worth.METRICS, worth.measure),
    Family("Negotiation quality", negotiation.METRICS, negotiation.measure),
    Family("Fraud avoidance", fraud.METRICS, fraud.measure),
    Family("Cash and solvency", solvency.METRICS, solvency.measure),
    Family("Operational efficiency", efficiency.METRICS, efficiency.measure),
    Family("Use of a model", model_use.METRICS, model_use.measure),
    Family("Suppliers' voices", voice_use.METRICS, voice_use.measure),
    Family("Operations execution", operations.METRICS, operations.measure),
    Family("Learning over the horizon", learning.METRICS, learning.measure),
    Family("Failure rules", failures.METRICS, failures.measure),
)

METRICS: Final[dict[str, Metric]] = {
    metric.name: metric for family in FAMILIES for metric in family.metrics
}
"""Every metric of the marketplace by name, in the order of the families."""


FAMILIES_OF: Final = {"marketplace": FAMILIES, "supermarket": RETAIL_FAMILIES}
"""The families of each scenario."""


def families_of(scenario: str) -> tuple[Family, ...]:
    """Return a scenario's families; those of the marketplace for one that nobody knows."""
    return FAMILIES_OF.get(scenario, FAMILIES)


def metrics_of(scenario: str) -> dict[str, Metric]:
    """Return every metric of a scenario by name, in the order of the families."""
    return {metric.name: metric for family in families_of(scenario) for metric in family.metrics}


def require_known(names: Sequence[str]) -> None:
    """Raise ValueError for a name that is no scenario's metric."""
    for name in names:
        if not any(name in metrics_of(scenario) for scenario in FAMILIES_OF):
            raise ValueError(f"there is no metric {name!r}; `shopyear score --list` names them all")


def with_sums(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names, and those of the sums that pooling them takes."""
    found = dict.fromkeys(names)
    for name in names:
        for scenario in FAMILIES_OF:
            metric = metrics_of(scenario).get(name)
            found |= dict.fromkeys((metric.over if metric else None) or ())
    return tuple(found)


def figures(
    batch: Batch, names: Sequence[str] | None = None, scenario: str = "marketplace"
) -> list[dict[str, Any]]:
    """Return each episode's value of every metric, or of some, by name; None where undefined.

    Names of another scenario's metrics are left out.

    Raises:
        ValueError: there is no such metric.
    """
    known = metrics_of(scenario)
    require_known(names or ())
    wanted = [name for name in (known if names is None else names) if name in known]
    columns: dict[str, list[Any]] = {}
    for family in families_of(scenario):
        if any(metric.name in wanted for metric in family.metrics):
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
    found_all = figures(batch, names, archives[0].started.scenario)
    frameworks = _frameworks(batch)
    return [
        Scored(
            episode=archive.name,
            folder=str(archive.folder),
            status=archive.status,
            agent=", ".join([archive.started.agent, *frameworks.get(number, ())]),
            world=archive.started.world,
            rules=archive.started.rules,
            draws=archive.started.draws,
            seed=archive.started.seed,
            days=archive.started.days,
            opening_balance=archive.started.opening_balance,
            options=archive.started.options,
            figures=found,
        )
        for number, (archive, found) in enumerate(zip(archives, found_all, strict=True))
    ]


def _frameworks(batch: Batch) -> dict[int, tuple[str]]:
    """Return by episode the framework that leads its model; a model without one is led by none."""
    led = batch.of(AgentConfigured).filter(pl.col("framework") != "conversation")
    return {episode: (name,) for episode, name in led.select("episode", "framework").iter_rows()}
