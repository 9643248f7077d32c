"""The ten failure rules: which failures an episode shows, how much of each, and where.

A rule is a mechanical test of one episode. It holds, does not hold, or has no occasion to be judged
on. Definitions and the reasons for the thresholds: docs/metrics.md, "Failure rules".
"""

from typing import Final

import polars as pl

from projections.batch import Batch
from projections.failure_buying import FEES, OPENING
from projections.failure_drift import DRIFT
from projections.failure_goods import EMPTY, LAPSED, LOST, UNSOLD
from projections.failure_habits import OVERDRAWN, REPEATED
from projections.failure_harm import HARM
from projections.failure_rule import Rule
from projections.metric import Metric

RULES: Final[tuple[Rule, ...]] = (
    UNSOLD,
    HARM,
    OPENING,
    REPEATED,
    LAPSED,
    LOST,
    OVERDRAWN,
    DRIFT,
    FEES,
    EMPTY,
)


def _metrics(rule: Rule) -> tuple[Metric, ...]:
    verdict = Metric(
        name=rule.name,
        unit="yes",
        meaning=rule.meaning,
        undefined=rule.undefined,
        better="lower",
        pooled="share",
    )
    return verdict, *rule.figures


METRICS: Final = tuple(metric for rule in RULES for metric in _metrics(rule))

EVIDENCE: Final = ("episode", "rule", "seq", "on", "told")
"""The columns of `evidence`."""


def measure(batch: Batch) -> pl.DataFrame:
    """Return `episode` and a column for each of `METRICS`, one row per episode in order."""
    columns = [batch.episodes]
    for rule in RULES:
        measured = rule.look(batch).measured.rename({"holds": rule.name})
        columns.append(measured.select(rule.name, *(figure.name for figure in rule.figures)))
    return pl.concat(columns, how="horizontal")


def evidence(batch: Batch) -> pl.DataFrame:
    """Return where the rules that hold show: columns `EVIDENCE`, by episode, rule and seq.

    `seq` is an event of the log, `on` its day, `told` what it was, with amounts in yuan.
    """
    parts = []
    for number, rule in enumerate(RULES):
        found = rule.look(batch)
        holding = found.measured.filter("holds")
        rows = found.rows.join(holding, on="episode", how="semi", maintain_order="left")
        parts.append(
            rows.select(
                "episode",
                pl.lit(number).alias("number"),
                pl.lit(rule.name).alias("rule"),
                "seq",
                "on",
                pl.Series("told", list(map(rule.tell, rows.iter_rows(named=True))), pl.String),
            )
        )
    whole = pl.concat(parts).sort("episode", "number", "seq", maintain_order=True)
    return whole.select(EVIDENCE)
