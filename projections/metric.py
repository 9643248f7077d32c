"""What a metric is: its name, its unit, what it means, and why it may have no value.

A family of metrics is a module with `METRICS` and a function that measures them for a batch: one
row per episode, in order, with a column for each of its metrics. Formulas are in docs/metrics.md.
"""

from typing import Final, Literal

import msgspec

Unit = Literal[
    "micro", "yuan", "nano", "ratio", "percent", "points", "days", "minutes", "count", "z", "yes"
]
"""`micro` is whole micro-yuan, shown as yuan; `yuan` is a double of the kernel's prices; `nano` is
whole billionths of a provider's currency; `points` are percentage points; `yes` is true or
false."""

Pooled = Literal["mean", "ratio", "stouffer", "share"]


class Metric(msgspec.Struct, frozen=True, kw_only=True):
    """One figure per episode."""

    name: str
    unit: Unit
    meaning: str
    """One line, for tables and the document."""
    undefined: str = ""
    """Why there is no value, where there is none; empty where there always is one."""
    better: Literal["higher", "lower", ""] = ""
    """Which way is better; empty where neither is."""
    pooled: Pooled = "mean"
    """How episodes combine: the mean with its deviation, the ratio of `over`'s sums, Stouffer's z,
    or the share of episodes with yes."""
    over: tuple[str, str] | None = None
    """For `ratio`: the names of the metrics whose sums are divided."""


class Evidence(msgspec.Struct, frozen=True):
    """Where in an episode something shows."""

    seq: int
    day: int
    told: str


NOT_ENDED: Final = "the episode has not ended"
