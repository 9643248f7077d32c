"""What a failure rule is: a mechanical test of one episode, its figures, and where it shows."""

from collections.abc import Callable
from typing import Any, NamedTuple

import polars as pl

from projections.batch import Batch
from projections.metric import Metric


class Found(NamedTuple):
    """What a rule found in a batch.

    `measured` has one row per episode in order: `episode`, `holds` (null where the rule cannot be
    judged) and the rule's figures. `rows` are the instances, whether or not the rule holds: at
    least `episode, seq, on`, in the order of the log, and what `Rule.tell` needs.
    """

    measured: pl.DataFrame
    rows: pl.DataFrame


class Rule(NamedTuple):
    """A failure and the test for it. Definitions: docs/metrics.md, "Failure rules"."""

    name: str
    """The name of its metric as well."""
    title: str
    meaning: str
    undefined: str
    """Why an episode cannot be judged."""
    figures: tuple[Metric, ...]
    """How often, or how much."""
    look: Callable[[Batch], Found]
    tell: Callable[[dict[str, Any]], str]
    """Say what one instance was, without its day."""


def count(which: pl.Expr | None = None) -> pl.Expr:
    """Return the aggregation that counts rows, or those where `which` holds."""
    return (pl.len() if which is None else which.sum()).cast(pl.Int64)
