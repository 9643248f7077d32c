"""Logs made by hand for the failure rules, and what the rules say of them."""

from typing import Any

import msgspec
import polars as pl
from logs import at, batch_of, log_of, morning

from events.base import Event
from events.episode import EpisodeEnded, EpisodeStarted, TurnTaken
from events.marketplace import UnitsSold
from events.talks import OrderPlaced
from projections.failures import evidence, measure

YUAN = 1_000_000
BLANK: dict[object, object] = {int: 0, str: "", float: 0.0, bool: False}


def some(kind: type[Event], tick: int, **given: object) -> Event:
    """Return an event of a kind; what is not given is blank."""
    fields = [field for field in msgspec.structs.fields(kind) if field.required]
    blank = {field.name: BLANK.get(field.type, ()) for field in fields}
    return kind(**(blank | {"tick": tick} | given))


def started(opening: int = 1_000 * YUAN) -> Event:
    return some(EpisodeStarted, at(0), opening_balance=opening)


def ended(day: int = 365) -> Event:
    return some(EpisodeEnded, at(day), day=day)


def order(day: int = 1, sku: str = "cup", units: int = 10, minute: int = 540, **given) -> Event:
    given = {"supplier": "Reed", "quantity": units, "delivered": units} | given
    return some(OrderPlaced, at(day, minute), sku=sku, **given)


def turn(day: int, number: int = 0, **given) -> Event:
    return some(TurnTaken, at(day), turn=number, **given)


def sale(day: int, shipment: int, sku: str = "cup", units: int = 1, **given) -> Event:
    return some(UnitsSold, morning(day, 4), shipment=shipment, sku=sku, quantity=units, **given)


def figure(name: str, *events: Event) -> Any:
    """Return a metric of the episode of these events."""
    return measure(batch_of(log_of(*events)))[name][0]


def told(rule: str, *events: Event) -> list[tuple[int, int, str]]:
    """Return a rule's evidence: seq, day, words."""
    rows = evidence(batch_of(log_of(*events))).filter(pl.col("rule") == rule)
    return rows.select("seq", "on", "told").rows()
