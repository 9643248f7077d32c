"""What suppliers that speak by a model took. Definitions: docs/metrics.md, "Use of a model"."""

from typing import Final

import polars as pl

from events.agent import VoiceSpoke
from projections.batch import Batch
from projections.metric import Metric

_KINDS: Final = ("input_tokens", "output_tokens")
_UNTOLD: Final = "its provider did not tell for each reply"

METRICS: Final = (
    Metric(name="voice_replies", unit="count", meaning="words of suppliers asked of a model"),
    Metric(
        name="voice_input_tokens",
        unit="count",
        meaning="tokens of the requests for them, as the provider tells",
        undefined=_UNTOLD,
    ),
    Metric(
        name="voice_output_tokens",
        unit="count",
        meaning="tokens of those words",
        undefined=_UNTOLD,
    ),
)


def measure(batch: Batch) -> pl.DataFrame:
    """Return `episode` and a column for each of `METRICS`, one row per episode in order."""
    spoken = batch.of(VoiceSpoke).group_by("episode", maintain_order=True)
    sums = spoken.agg(
        pl.len().cast(pl.Int64).alias("voice_replies"),
        *(pl.col(each).sum().alias(f"voice_{each}") for each in _KINDS),
        *((pl.col(each) < 0).any().alias(each) for each in _KINDS),
    )
    whole = batch.filled(sums, [metric.name for metric in METRICS])
    told = (
        pl.when(pl.col(each).fill_null(value=False))
        .then(None)
        .otherwise(f"voice_{each}")
        .alias(f"voice_{each}")
        for each in _KINDS
    )
    return whole.select("episode", "voice_replies", *told)
