"""The day's order as data: what happens at 08:00, phase by phase.

Simulated time is one integer: `tick = minute * 16 + phase`, minute 0 being 00:00 of the first day.
Everything that happens at 08:00 of one morning has the same minute and is ordered by its phase, so
the log alone proves the order. The agent acts at phase 15 of whatever minute it is. The rules
behind each step: docs/rules/marketplace.md §5.

    phase  step        what it does                                             events
    -----  ----------  -------------------------------------------------------  ------------------
        0  open        the day begins, last day's sales figures are cleared     day.opened
        1  ops         every open store pays its daily cost                     ops.charged
        2  idle        no store open after the first week: a fee                idle.charged
        3  storage     every unit in the warehouse pays, more as it ages        storage.charged
        4  sales       yesterday's demand becomes pending shipments             units.sold
        5  lapse       shipments past their deadline are cancelled              shipment.cancelled
        6  returns     due parcels are refunded from escrow, goods come back    return.arrived
        7  maturity    escrow nine days after shipping moves to the wallet      escrow.matured
        8  deliveries  purchase orders that have arrived enter the warehouse    delivery.arrived
        9  news        market events begin, promotions are announced            news.published
       10  reputation  every open store is re-rated                             reputation.updated
       11  solvency    an overdrawn bank counts towards bankruptcy              solvency.tested
       12  close       the morning's figures are written down                   day.closed
       13  finalise    only at the end: what is pending is settled              episode.finalised
"""

from typing import Final, NamedTuple

PHASES: Final = 16
DAY_MIN: Final = 24 * 60
OPENING_MIN: Final = 8 * 60
CLOSING_MIN: Final = 18 * 60


class Step(NamedTuple):
    """One step of a settlement: its phase within the minute, its name, and the minute.

    Minutes count from 00:00 of the morning's day; those of the evening before are negative.
    """

    phase: int
    name: str
    minute: int = OPENING_MIN


STEPS: Final = (
    OPEN := Step(0, "open"),
    OPS := Step(1, "ops"),
    IDLE := Step(2, "idle"),
    STORAGE := Step(3, "storage"),
    SALES := Step(4, "sales"),
    LAPSE := Step(5, "lapse"),
    RETURNS := Step(6, "returns"),
    MATURITY := Step(7, "maturity"),
    DELIVERIES := Step(8, "deliveries"),
    NEWS := Step(9, "news"),
    REPUTATION := Step(10, "reputation"),
    SOLVENCY := Step(11, "solvency"),
    CLOSE := Step(12, "close"),
)
FINALISE: Final = Step(13, "finalise")
ACTING: Final = Step(15, "acting")


def tick_of(day: int, step: Step, minute_of_day: int | None = None) -> int:
    """Return the tick of `step` on `day` (0 is the first day), by default at its own minute."""
    minute = step.minute if minute_of_day is None else minute_of_day
    return (day * DAY_MIN + minute) * PHASES + step.phase


def minute_of(tick: int) -> int:
    """Return the minute of a tick, counted from 00:00 of the first day."""
    return tick // PHASES


def day_of(tick: int) -> int:
    """Return the day of a tick; 0 is the first day."""
    return tick // (PHASES * DAY_MIN)
