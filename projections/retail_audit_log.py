"""What the supermarket's audit passes share: a store's terms, its events, findings about them.

Passes decode the kinds they need and go through them in the order of the log. Whole numbers are
Python's, so no sum or product wraps.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
import polars as pl

from events.base import Event
from events.codec import make_decoder
from events.episode import EpisodeStarted
from events.errors import LogError
from events.union import AnyEvent
from ledger.money import to_micro
from ledger.settlement import day_of
from projections.audit_finding import Finding, tag_of

_decode = make_decoder(AnyEvent)


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What a store is like, as the first event has it (docs/rules/supermarket.md §2)."""

    rent: int
    capacity: int
    shelf: int | None
    aggregation: str
    review_ratio: float | None
    news: bool
    news_daily: int
    news_cap: float | None
    patience: int


NOTHING: Final = Terms(
    rent=0,
    capacity=0,
    shelf=None,
    aggregation="",
    review_ratio=None,
    news=False,
    news_daily=0,
    news_cap=None,
    patience=0,
)
"""The terms of a log without a beginning."""


def terms_of(log: pl.DataFrame) -> Terms:
    """Return the terms of a log's store.

    Raises:
        LogError: the first event does not hold them.
    """
    for started in told(log.head(1), EpisodeStarted):
        try:
            return msgspec.json.decode(started.options, type=Terms)
        except msgspec.DecodeError as error:
            where = f"event {started.seq}, {tag_of(EpisodeStarted)}"
            raise LogError(f"{where}: its options are no store's: {error}") from None
    return NOTHING


def told(log: pl.DataFrame, *kinds: type[Event]) -> Iterator[Any]:
    """Yield the events of some kinds in the order of the log."""
    rows = log.filter(pl.col("kind").is_in([tag_of(kind) for kind in kinds]))
    for payload in rows["payload"]:
        yield _decode(payload)


def finding(event: Event, rule: str, message: str, **figures: Any) -> Finding:
    """Return a finding about an event; what JSON has no number or text for is told as text."""
    plain = {
        name: value if isinstance(value, int | float | str) else repr(value)
        for name, value in figures.items()
    }
    return Finding(event.seq, day_of(event.tick), rule, message, plain)


def worth(price: float, units: int) -> int | None:
    """Return what units cost at a price, by the one rounding rule; None if it is no amount."""
    try:
        return to_micro(price * units)
    except (ValueError, OverflowError):
        return None


def first_difference(given: Iterable[Any], expected: Iterable[Any]) -> dict[str, Any]:
    """Return the first place where two lists part, as figures; empty if they are the same."""
    given, expected = tuple(given), tuple(expected)
    for place in range(max(len(given), len(expected))):
        pair = [each[place] if place < len(each) else "none" for each in (given, expected)]
        if pair[0] != pair[1]:
            return {"place": place, "found": pair[0], "expected": pair[1]}
    return {}
