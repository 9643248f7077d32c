"""Scored episodes made by hand."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from projections.scored import Figure, Scored

PLAIN = Scored(
    episode="e",
    folder="",
    status="ended",
    agent="steward",
    world="w",
    rules="marketplace/1",
    draws="keyed",
    seed=1,
    days=365,
    opening_balance=100_000_000_000,
    figures={},
)


def scored(seed: int, figures: dict[str, Figure], **others: Any) -> Scored:
    """Return an ended episode of a seed with these figures."""
    return replace(PLAIN, episode=f"seed-{seed}", seed=seed, figures=figures, **others)


def series(name: str, values: Sequence[Figure], first: int = 1, **others: Any) -> list[Scored]:
    """Return episodes of seeds 1, 2, 3, ... with these values of one metric."""
    return [scored(first + at, {name: value}, **others) for at, value in enumerate(values)]
