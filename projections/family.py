"""A family of metrics: those that one module measures together."""

from collections.abc import Callable
from typing import NamedTuple

import polars as pl

from projections.batch import Batch
from projections.metric import Metric


class Family(NamedTuple):
    """Metrics that are measured together."""

    title: str
    metrics: tuple[Metric, ...]
    measure: Callable[[Batch], pl.DataFrame]
