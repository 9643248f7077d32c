"""What an audit's passes share: findings, and the frames and joins they are drawn from."""

from typing import Any

import msgspec
import polars as pl

from events.base import Event
from events.episode import EpisodeFinalised
from events.errors import LogError
from events.money import DayOpened
from ledger.settlement import ACTING, DAY_MIN, FINALISE, PHASES, day_of
from projections.frames import frame_of


class Finding(msgspec.Struct, frozen=True):
    """One thing that does not hold, told of the event where it shows."""

    seq: int
    day: int
    rule: str
    """`pass.what`, such as `escrow.amount`."""
    message: str
    figures: dict[str, int | float | str]
    """The numbers and names that disagree."""


def tag_of(kind: type[Event]) -> str:
    """Return the wire tag of a kind, as in the log's column."""
    return str(kind.__struct_config__.tag)


def timed(rows: pl.DataFrame) -> pl.DataFrame:
    """Add what a tick says: `on` (the day) and `phase`."""
    tick = pl.col("tick")
    return rows.with_columns(on=tick // (PHASES * DAY_MIN), phase=tick % PHASES)


def dated(log: pl.DataFrame, kind: type[Event]) -> pl.DataFrame:
    """Return the events of one kind with `on` and `phase`.

    Raises:
        LogError: a value does not fit its column, such as a whole number beyond 64 bits.
    """
    rows = frame_of(log, kind)
    # What Polars cannot decode becomes null, and a null would slip through every comparison.
    scalars = pl.exclude(pl.List)
    lost = rows.filter(pl.any_horizontal(scalars.is_null()))
    if lost.height:
        names = [name for name, nulls in lost.row(0, named=True).items() if nulls is None]
        raise LogError(f"event {lost['seq'][0]}, {tag_of(kind)}: {names} does not fit its column")
    return timed(rows)


def found(
    rows: pl.DataFrame, wrong: pl.Expr, rule: str, message: str, *figures: str
) -> list[Finding]:
    """Return a finding for each row of which `wrong` holds, with these columns as its figures."""
    told = rows.filter(wrong).select("seq", "tick", pl.struct(figures or ("seq",)).alias("figures"))
    return [
        Finding(seq, day_of(tick), rule, message, shown if figures else {})
        for seq, tick, shown in told.iter_rows()
    ]


def numbered(rows: pl.DataFrame, key: str, rule: str) -> list[Finding]:
    """Find the rows whose number is not the one before it plus 1; the first is 1."""
    rows = rows.with_columns(expected=pl.col(key).shift(1, fill_value=0) + 1)
    wrong = pl.col(key) != pl.col("expected")
    return found(rows, wrong, rule, f"the {key} is not the next number", key, "expected")


def repeated(rows: pl.DataFrame, key: str, rule: str, message: str) -> list[Finding]:
    """Find the second and later rows of a key."""
    return found(rows, pl.col(key).is_first_distinct().not_(), rule, message, key)


def without(
    rows: pl.DataFrame, others: pl.DataFrame, key: str, rule: str, message: str, *figures: str
) -> list[Finding]:
    """Find the rows whose key no row of `others` has."""
    lonely = rows.join(others.select(key), on=key, how="anti", maintain_order="left")
    return found(lonely, pl.lit(value=True), rule, message, key, *figures)


def paired(rows: pl.DataFrame, others: pl.DataFrame, key: str) -> pl.DataFrame:
    """Return the rows beside the first row of `others` with their key; its columns end in `_0`."""
    first = others.unique(key, keep="first", maintain_order=True)
    renamed = first.rename({name: f"{name}_0" for name in first.columns if name != key})
    return rows.join(renamed, on=key, how="inner", maintain_order="left")


def product(left: str, right: str) -> pl.Expr:
    """Return the exact product of two whole columns, beyond 64 bits if need be."""
    return pl.col(left).cast(pl.Int128) * pl.col(right).cast(pl.Int128)


def differs(*names: str) -> pl.Expr:
    """Return whether any of these columns differs from the one it is paired with."""
    return pl.any_horizontal(pl.col(name).ne_missing(pl.col(f"{name}_0")) for name in names)


def in_final() -> pl.Expr:
    """Return whether an event belongs to a final settlement and not to a morning's step."""
    return pl.col("phase").is_in([FINALISE.phase, ACTING.phase])


def last_morning(log: pl.DataFrame) -> int:
    """Return the day of the last morning settled; 0 before the first."""
    days: Any = dated(log, DayOpened)["on"].max()
    return int(days or 0)


def is_final(log: pl.DataFrame) -> bool:
    """Return whether everything pending has been settled."""
    return bool((log["kind"] == tag_of(EpisodeFinalised)).any())


def overdue(log: pl.DataFrame, due: str) -> pl.Expr:
    """Return whether what falls due on the morning `due` should have happened by now."""
    return pl.lit(is_final(log)) | (pl.col(due) <= last_morning(log))
