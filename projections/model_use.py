"""What a language model's play took: answers, failed attempts, tokens, money, removals of context.

An episode that no model played has none of it. Where a provider told no tokens, or no price was
given, the sum is unknown, never too small. Definitions: docs/metrics.md, "Use of a model".
"""

from typing import Final

import polars as pl

from events.agent import (
    AgentConfigured,
    AttemptFailed,
    ContextCut,
    DayForced,
    ModelAnswered,
)
from projections.batch import Batch
from projections.metric import Metric

_NO_MODEL: Final = "no model played"
_UNTOLD: Final = "no model played, or its provider did not tell for each answer"
_UNPRICED: Final = "no model played, or a price or a number of tokens is unknown"


def _count(name: str, meaning: str) -> Metric:
    return Metric(name=name, unit="count", meaning=meaning, undefined=_NO_MODEL)


def _tokens(name: str, meaning: str) -> Metric:
    return Metric(name=name, unit="count", meaning=meaning, undefined=_UNTOLD)


METRICS: Final = (
    _count("model_answers", "answers of the model"),
    _count("attempts_failed", "requests to the provider that came to nothing"),
    _count("context_cuts", "times that old messages were removed from the window"),
    _count("context_freed", "tokens freed by that"),
    _count("forced_days", "days that its framework ended for the model"),
    _tokens("input_tokens", "tokens of all requests, as the provider tells"),
    _tokens("cached_tokens", "those of them that were read from its cache"),
    _tokens("output_tokens", "tokens of all answers, reasoning included"),
    Metric(
        name="model_cost",
        unit="nano",
        meaning="cost of all answers in the currency of the price table",
        undefined=_UNPRICED,
        better="lower",
    ),
)

_KINDS: Final = ("input_tokens", "cached_tokens", "output_tokens")


def measure(batch: Batch) -> pl.DataFrame:
    """Return `episode` and a column for each of `METRICS`, one row per episode in order."""
    played = batch.of(AgentConfigured).unique("episode", keep="first", maintain_order=True)
    prices = ["price_input", "price_cached", "price_output"]
    found = played.select("episode", *prices)
    for rows in (_answers(batch), _attempts(batch), _cuts(batch), _forced(batch)):
        found = found.join(rows, on="episode", how="left", maintain_order="left")
    counts = ["model_answers", "attempts_failed", "context_cuts", "context_freed", "forced_days"]
    found = found.with_columns(
        pl.col(*counts, *_KINDS, *(f"{each}_untold" for each in _KINDS)).fill_null(0)
    )
    told = [
        pl.when(pl.col(f"{each}_untold") == 0).then(pl.col(each)).alias(each) for each in _KINDS
    ]
    found = found.with_columns(told).with_columns(model_cost=_cost())
    return batch.filled(found.select("episode", *(metric.name for metric in METRICS)))


def _answers(batch: Batch) -> pl.DataFrame:
    answers = batch.of(ModelAnswered).group_by("episode", maintain_order=True)
    return answers.agg(
        pl.len().cast(pl.Int64).alias("model_answers"),
        *(pl.col(each).clip(lower_bound=0).sum() for each in _KINDS),
        *((pl.col(each) < 0).sum().cast(pl.Int64).alias(f"{each}_untold") for each in _KINDS),
    )


def _attempts(batch: Batch) -> pl.DataFrame:
    failed = batch.of(AttemptFailed).group_by("episode", maintain_order=True)
    return failed.agg(attempts_failed=pl.len().cast(pl.Int64))


def _cuts(batch: Batch) -> pl.DataFrame:
    cuts = batch.of(ContextCut).group_by("episode", maintain_order=True)
    return cuts.agg(context_cuts=pl.len().cast(pl.Int64), context_freed=pl.col("freed").sum())


def _forced(batch: Batch) -> pl.DataFrame:
    days = batch.of(DayForced).group_by("episode", maintain_order=True)
    return days.agg(forced_days=pl.len().cast(pl.Int64))


def _cost() -> pl.Expr:
    """Nano-units of the currency; null where a factor that counts is unknown."""
    flat = pl.col("price_cached") == pl.col("price_input")
    fresh = (
        pl.when(flat)
        .then("input_tokens")
        .otherwise(pl.col("input_tokens") - pl.col("cached_tokens"))
    )
    cached = pl.when(flat).then(0).otherwise("cached_tokens")
    parts = [
        _part(fresh, "price_input"),
        _part(cached, "price_cached"),
        _part(pl.col("output_tokens"), "price_output"),
    ]
    return parts[0] + parts[1] + parts[2]


def _part(tokens: pl.Expr, price: str) -> pl.Expr:
    known = pl.when(pl.col(price) >= 0).then(tokens * pl.col(price))
    return pl.when((tokens == 0) | (pl.col(price) == 0)).then(0).otherwise(known)
