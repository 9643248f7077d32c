"""How an audit reads the order of days and steps, whatever the world: from the ticks alone.

What differs between the worlds is an `Order`.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import polars as pl

from events.base import Event
from events.episode import EpisodeEnded, EpisodeFinalised, EpisodeStarted, ToolAnswered, TurnTaken
from events.marketplace import MemoDeleted, MemoWritten, PriceSet
from events.money import DayOpened
from events.union import KINDS
from ledger.settlement import ACTING, DAY_MIN, PHASES, Step
from projections.audit_finding import Finding, dated, found, numbered, tag_of, timed

Kinds = tuple[type[Event], ...]

ACTS: Final[Kinds] = (TurnTaken, ToolAnswered, EpisodeEnded, PriceSet, MemoWritten, MemoDeleted)
"""What happens while the agent acts, in any world."""


class Order(NamedTuple):
    """A world's settlement between two days."""

    name: str
    """The pass, and what its rules begin with."""
    steps: dict[type[Event], tuple[Step, ...]]
    """The steps an event may belong to. A kind without any is of another world."""
    working_min: tuple[int, int]
    """First and last minute of a day at which the agent acts."""
    first: Kinds
    last: Kinds
    """How a settlement that does not end the episode begins and ends."""
    always: Kinds
    """What every settlement has exactly once."""
    at_most_once: Kinds
    """What it has once at most, before the final step."""
    final: Step


def ordered(log: pl.DataFrame, order: Order) -> list[Finding]:
    """Return what does not hold of the order of a log's days, steps and ticks."""
    name, begins = order.name, min(0, *(step.minute for step in _steps(order)))
    minute = pl.col("tick") // PHASES
    rows = timed(log).with_columns(
        before=pl.col("tick").shift(1),
        minute=minute % DAY_MIN,
        # A settlement may begin on the evening before its day.
        morning=(minute - begins) // DAY_MIN,
    )
    phase = pl.col("phase")
    places, phases = _table(order, _place), _table(order, lambda step: step.phase)
    known, timely = phases.list.len() > 0, phases.list.contains(phase)
    awake = pl.col("minute").is_between(*order.working_min)
    placed = places.list.contains(pl.col("minute") * PHASES + phase)
    there = pl.when(phase == ACTING.phase).then(awake).otherwise(placed)
    return [
        *found(
            *(rows, pl.col("tick") < pl.col("before"), f"{name}.tick", "time runs back"),
            *("tick", "before"),
        ),
        *found(rows, ~known, f"{name}.kind", "nothing of the kind happens in this world", "kind"),
        *found(
            *(rows, known & ~timely, f"{name}.phase", "not in a step of its kind"),
            *("kind", "phase"),
        ),
        *found(
            *(rows, timely & ~there, f"{name}.hour"),
            *("not at the hour of its step, or the agent acts outside working hours", "minute"),
        ),
        *_days(log, rows, order),
    ]


def _steps(order: Order) -> Iterator[Step]:
    for steps in order.steps.values():
        yield from steps


def _place(step: Step) -> int:
    return step.minute % DAY_MIN * PHASES + step.phase


def _table(order: Order, value: Callable[[Step], int]) -> pl.Expr:
    allowed = {
        tag: [value(step) for step in order.steps.get(kind, ())] for tag, kind in KINDS.items()
    }
    return pl.col("kind").replace_strict(
        list(allowed), list(allowed.values()), return_dtype=pl.List(pl.Int64)
    )


def _days(log: pl.DataFrame, rows: pl.DataFrame, order: Order) -> list[Finding]:
    """Each settlement begins and ends as it should, and no day is left out."""
    name, opened = order.name, dated(log, DayOpened)
    steps = rows.filter((pl.col("morning") > 0) & (pl.col("phase") < ACTING.phase))
    kind, final = pl.col("kind"), tag_of(EpisodeFinalised)
    last = kind.last().over("morning")
    ends = pl.when((kind == final).any().over("morning")).then(last == final)
    whole = ends.otherwise(last.is_in([tag_of(each) for each in order.last]))
    head = steps.with_columns(first=kind.first().over("morning"), last=last, whole=whole)
    head = head.unique("morning", keep="first", maintain_order=True)
    begun = pl.col("first").is_in([tag_of(each) for each in order.first])
    days = rows.with_columns(
        opened=pl.when(kind == tag_of(DayOpened)).then("on").forward_fill().fill_null(0)
    )
    start = dated(log, EpisodeStarted)["start_date"].to_list()[:1]
    dates = pl.lit(start[0] if start else None, pl.String).str.to_date(strict=False)
    date = (dates + pl.duration(days="on")).dt.to_string("%Y-%m-%d")
    return [
        *found(
            head, ~begun, f"{name}.first", "the settlement does not begin as it should", "first"
        ),
        *found(
            *(head, ~pl.col("whole"), f"{name}.last"),
            *("the settlement does not end with its close or the end of the episode", "last"),
        ),
        *numbered(opened, "day", f"{name}.days"),
        *found(
            *(opened, pl.col("day") != pl.col("on"), f"{name}.day", "not the day of its tick"),
            "day",
        ),
        *found(
            *(opened.with_columns(expected=date), pl.col("date").ne_missing(date), f"{name}.date"),
            *("not the date of its day", "date", "expected"),
        ),
        *found(
            *(days, pl.col("on") != pl.col("opened"), f"{name}.morning"),
            *("the day's morning was not settled", "opened"),
        ),
        *_counts(steps, order),
    ]


def _counts(steps: pl.DataFrame, order: Order) -> list[Finding]:
    name, closing = order.name, pl.col("phase") >= order.final.phase
    settled = steps.filter(~(closing & (pl.col("minute") == order.final.minute)))
    tags = [tag_of(kind) for kind in (*order.always, *order.at_most_once)]
    copies = settled.filter(pl.col("kind").is_in(tags))
    again = pl.struct("morning", "kind").is_first_distinct().not_()
    findings = found(copies, again, f"{name}.twice", "twice in one settlement", "kind")
    for kind in order.always:
        has = (pl.col("kind") == tag_of(kind)).any().over("morning")
        lacking = settled.with_columns(has=has).unique("morning", keep="first", maintain_order=True)
        message = f"the settlement has no {tag_of(kind)}"
        findings += found(lacking, ~pl.col("has"), f"{name}.lacking", message)
    return findings
