"""Audit pass over the mornings: every step in its phase, every day in its turn.

All of it is read from the ticks alone. Rules: docs/rules/marketplace.md §2 and §5.
"""

from typing import Final

import polars as pl

from events.base import Event
from events.episode import (
    EpisodeFinalised,
    EpisodeStarted,
)
from events.marketplace import (
    DeliveryArrived,
    NewsPublished,
    PromotionLapsed,
    ReputationUpdated,
    ReturnArrived,
    ShipmentCancelled,
    ShipmentVoided,
    UnitsSold,
)
from events.money import (
    DayClosed,
    DayOpened,
    EscrowMatured,
    IdleCharged,
    OpsCharged,
    SolvencyTested,
    StorageCharged,
)
from events.union import KINDS
from ledger.settlement import (
    ACTING,
    CLOSE,
    CLOSING_MIN,
    DAY_MIN,
    DELIVERIES,
    FINALISE,
    IDLE,
    LAPSE,
    MATURITY,
    NEWS,
    OPEN,
    OPENING_MIN,
    OPS,
    PHASES,
    REPUTATION,
    RETURNS,
    SALES,
    SOLVENCY,
    STORAGE,
    Step,
)
from projections.audit_finding import Finding, dated, found, numbered, tag_of, timed

STEPS_OF: Final[dict[type[Event], tuple[Step, ...]]] = {
    EpisodeStarted: (OPEN,),
    DayOpened: (OPEN,),
    OpsCharged: (OPS,),
    IdleCharged: (IDLE,),
    StorageCharged: (STORAGE,),
    PromotionLapsed: (SALES,),
    UnitsSold: (SALES,),
    ShipmentCancelled: (LAPSE,),
    ReturnArrived: (RETURNS, FINALISE, ACTING),
    EscrowMatured: (MATURITY, FINALISE, ACTING),
    DeliveryArrived: (DELIVERIES,),
    NewsPublished: (IDLE, LAPSE, NEWS),
    ReputationUpdated: (REPUTATION,),
    SolvencyTested: (SOLVENCY,),
    DayClosed: (CLOSE,),
    ShipmentVoided: (FINALISE, ACTING),
    EpisodeFinalised: (FINALISE, ACTING),
}
"""The steps an event may belong to; a kind that is not named belongs to the acting phase."""

NOTICES: Final = {"penalty": IDLE, "fulfilment": LAPSE}
"""The steps of notices by topic; all other topics are news."""

ALWAYS: Final = (DayOpened, SolvencyTested, DayClosed)
"""What every morning has exactly once."""
AT_MOST_ONCE: Final = (OpsCharged, IdleCharged, StorageCharged, EscrowMatured, ReputationUpdated)
"""What a morning has once at most; the final settlement may mature once more."""


def settlement(log: pl.DataFrame) -> list[Finding]:
    """Time never runs back; every morning has its steps, in their order, day after day."""
    rows = timed(log).with_columns(
        before=pl.col("tick").shift(1), minute=pl.col("tick") // PHASES % DAY_MIN
    )
    acting = pl.col("phase") == ACTING.phase
    opening, open_hours = pl.col("minute") == OPENING_MIN, (OPENING_MIN, CLOSING_MIN - 1)
    awake = pl.col("minute").is_between(*open_hours)
    return [
        *found(
            *(rows, pl.col("tick") < pl.col("before"), "settlement.tick", "time runs back"),
            *("tick", "before"),
        ),
        *found(
            *(rows, ~_on_its_phase(), "settlement.phase", "not in a step of its kind"),
            *("kind", "phase"),
        ),
        *_notices(log),
        *found(
            *(rows, pl.when(acting).then(~awake).otherwise(~opening), "settlement.hour"),
            *("a morning is not at 08:00, or the agent acts outside working hours", "minute"),
        ),
        *_mornings(log, rows),
    ]


def _on_its_phase() -> pl.Expr:
    allowed = {
        tag: [step.phase for step in STEPS_OF.get(kind, (ACTING,))] for tag, kind in KINDS.items()
    }
    table = pl.col("kind").replace_strict(
        list(allowed), list(allowed.values()), return_dtype=pl.List(pl.Int64)
    )
    return table.list.contains(pl.col("phase"))


def _notices(log: pl.DataFrame) -> list[Finding]:
    steps = {topic: step.phase for topic, step in NOTICES.items()}
    step = pl.col("topic").replace_strict(steps, default=NEWS.phase, return_dtype=pl.Int64)
    message = "a notice in another step than its topic's"
    news = dated(log, NewsPublished)
    return found(news, pl.col("phase") != step, "settlement.notice", message, "topic", "phase")


def _mornings(log: pl.DataFrame, rows: pl.DataFrame) -> list[Finding]:
    """Each morning opens first and closes last, once each, and no day is left out."""
    opened, closed = dated(log, DayOpened), dated(log, DayClosed)
    steps = rows.filter((pl.col("on") > 0) & (pl.col("phase") < ACTING.phase))
    ends = pl.col("kind") == tag_of(EpisodeFinalised)
    last = pl.col("kind").last().over("on")
    final = pl.when(ends.any().over("on")).then(last == tag_of(EpisodeFinalised))
    whole = final.otherwise(last == tag_of(DayClosed))
    head = steps.with_columns(first=pl.col("kind").first().over("on"), last=last, whole=whole)
    head = head.unique("on", keep="first", maintain_order=True)
    days = rows.with_columns(
        morning=pl.when(pl.col("kind") == tag_of(DayOpened)).then("on").forward_fill().fill_null(0)
    )
    stray = pl.col("on") != pl.col("morning")
    wrong_day = pl.col("day") != pl.col("on")
    return [
        *found(
            *(head, pl.col("first") != tag_of(DayOpened), "settlement.first"),
            *("the morning does not begin with day.opened", "first"),
        ),
        *found(
            *(head, ~pl.col("whole"), "settlement.last"),
            *("the morning does not end with its close or the final settlement", "last"),
        ),
        *numbered(opened, "day", "settlement.days"),
        *found(opened, wrong_day, "settlement.day", "not the day of its tick", "day"),
        *found(closed, wrong_day, "settlement.day", "not the day of its tick", "day"),
        *found(days, stray, "settlement.morning", "the day's morning was not settled", "morning"),
        *_counts(steps),
    ]


def _counts(steps: pl.DataFrame) -> list[Finding]:
    tags = [tag_of(kind) for kind in (*ALWAYS, *AT_MOST_ONCE)]
    settled = steps.filter(pl.col("phase") < FINALISE.phase)
    copies = settled.filter(pl.col("kind").is_in(tags))
    again = pl.struct("on", "kind").is_first_distinct().not_()
    found_again = found(copies, again, "settlement.twice", "twice in one morning", "kind")
    for kind in ALWAYS:
        has = (pl.col("kind") == tag_of(kind)).any().over("on")
        lacking = settled.with_columns(has=has).unique("on", keep="first", maintain_order=True)
        message = f"the morning has no {tag_of(kind)}"
        found_again += found(lacking, ~pl.col("has"), "settlement.lacking", message)
    return found_again
