"""Logs made by hand: events in, the frame of a log out."""

import msgspec
import polars as pl

from events.base import Event
from events.codec import encode
from ledger.settlement import DAY_MIN, PHASES
from projections.batch import Batch

ACTING_MIN = 9 * 60
MORNING_MIN = 8 * 60


def at(day: int, minute: int = ACTING_MIN, phase: int = 15) -> int:
    """Return the tick of a minute of a day; by default of something the agent does at 09:00."""
    return (day * DAY_MIN + minute) * PHASES + phase


def morning(day: int, phase: int = 0) -> int:
    """Return the tick of a step of a morning's settlement."""
    return at(day, MORNING_MIN, phase)


def log_of(*events: Event) -> pl.DataFrame:
    """Return these events as a log, numbered in the order given."""
    rows = []
    for seq, event in enumerate(events, 1):
        numbered = msgspec.structs.replace(event, seq=seq)
        kind = event.__struct_config__.tag
        rows.append((seq, event.tick, kind, encode(numbered).decode()))
    schema = {"seq": pl.Int64, "tick": pl.Int64, "kind": pl.String, "payload": pl.String}
    return pl.DataFrame(rows, schema=schema, orient="row")


def batch_of(*logs: pl.DataFrame, roster: pl.DataFrame | None = None) -> Batch:
    """Return a batch of logs named by their place: 0, 1, 2."""
    return Batch({str(number): log for number, log in enumerate(logs)}, roster)
