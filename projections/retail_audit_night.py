"""Audit passes over the supermarket's nights: their order, and when the episode ends.

Rules: docs/rules/supermarket.md §4 and §9.2.
"""

from typing import Final

import polars as pl

from events.base import Event
from events.episode import EpisodeFinalised, EpisodeStarted
from events.money import DayOpened, SolvencyTested
from events.supermarket import (
    CodeRan,
    DayReported,
    DemandSampled,
    GoodsAdmitted,
    GoodsDelivered,
    GoodsExpired,
    GoodsOrdered,
    GoodsSold,
    NewsDrawn,
    NewsLapsed,
    PricesDrawn,
    QuotesPublished,
    RentPaid,
    ShelfSet,
    TakingsBooked,
)
from ledger.settlement import ACTING, OPENING_MIN, PHASES, Step, day_of
from ledger.trading import (
    ADMIT,
    ARRIVALS,
    CLOSE,
    DEMAND,
    EXPIRY,
    FINALISE,
    LAPSE,
    NEWS,
    OPEN,
    QUOTES,
    READMIT,
    RENT,
    SALES,
    SOLVENCY,
    TAKINGS,
)
from projections.audit_days import ACTS, Order, ordered
from projections.audit_finding import Finding, tag_of
from projections.retail_audit_log import finding, terms_of, told

HORIZON: Final = "max_days_reached"
BANKRUPTCY: Final = "bankruptcy"

_STEPS: Final[dict[type[Event], tuple[Step, ...]]] = {
    EpisodeStarted: (OPEN,),
    PricesDrawn: (OPEN,),
    GoodsAdmitted: (ADMIT, READMIT),
    DemandSampled: (DEMAND,),
    GoodsSold: (SALES,),
    GoodsExpired: (EXPIRY,),
    NewsLapsed: (LAPSE,),
    # The first paper is drawn with the first prices.
    NewsDrawn: (NEWS, OPEN),
    TakingsBooked: (TAKINGS,),
    DayOpened: (OPEN,),
    GoodsDelivered: (ARRIVALS,),
    RentPaid: (RENT,),
    QuotesPublished: (QUOTES,),
    SolvencyTested: (SOLVENCY,),
    DayReported: (CLOSE,),
    EpisodeFinalised: (FINALISE, ACTING),
}
_NIGHT: Final = Order(
    name="night",
    steps=_STEPS | dict.fromkeys((*ACTS, ShelfSet, GoodsOrdered, CodeRan), (ACTING,)),
    # No tool takes time.
    working_min=(OPENING_MIN, OPENING_MIN),
    first=(GoodsAdmitted, DemandSampled),
    last=(DayReported,),
    always=(DemandSampled, DayOpened, QuotesPublished, SolvencyTested, DayReported),
    at_most_once=(GoodsSold, GoodsExpired, NewsLapsed, NewsDrawn, TakingsBooked, RentPaid),
    final=FINALISE,
)


def night(log: pl.DataFrame) -> list[Finding]:
    """Time never runs back; every night has its steps, at their hours and in order, day by day."""
    return [*ordered(log, _NIGHT), *_beginning(log), *_admissions(log)]


def _beginning(log: pl.DataFrame) -> list[Finding]:
    """Before its first turn a store draws its prices, its paper and the quotes of day 0."""
    paper: list[type[Event]] = [NewsDrawn] if terms_of(log).news else []
    kinds: list[type[Event]] = [EpisodeStarted, PricesDrawn, *paper, QuotesPublished]
    expected = [tag_of(kind) for kind in kinds]
    begun = log.head(len(expected))
    findings = [
        Finding(seq, day_of(tick), "night.begin", "not how an episode begins", {"expected": kind})
        for (seq, tick, found), kind in zip(
            begun.select("seq", "tick", "kind").iter_rows(), expected, strict=False
        )
        if found != kind
    ]
    again = [
        event
        for event in told(log[begun.height :], PricesDrawn, NewsDrawn, QuotesPublished)
        if isinstance(event, PricesDrawn) or (day_of(event.tick) == 0 and _is_opening(event))
    ]
    return findings + [finding(each, "night.begin", "a beginning has it once") for each in again]


def _is_opening(event: Event) -> bool:
    return event.tick % PHASES in (OPEN.phase, QUOTES.phase)


def _admissions(log: pl.DataFrame) -> list[Finding]:
    """Queued goods enter twice a night at most, once before the sales and once after them."""
    findings, before = [], -1
    for admitted in told(log, GoodsAdmitted):
        if admitted.tick == before:
            findings.append(finding(admitted, "night.twice", "twice in one step"))
        before = admitted.tick
    return findings


def end(log: pl.DataFrame) -> list[Finding]:
    """The episode ends on its last day or on the last overdrawn morning there may be, not else."""
    terms, findings = terms_of(log), []
    days, streak, due, reported = 0, 0, "", None
    for event in told(log, EpisodeStarted, SolvencyTested, DayReported, EpisodeFinalised):
        if isinstance(event, EpisodeStarted):
            days = event.days
        elif isinstance(event, SolvencyTested):
            streak = event.streak
        elif isinstance(event, EpisodeFinalised):
            findings += _ended(event, due)
            due, reported = "", None
        else:
            if reported is not None:
                findings.append(
                    finding(reported, "end.missing", "the episode was due to end", reason=due)
                )
            bankrupt = terms.patience and streak >= terms.patience
            due = HORIZON if day_of(event.tick) >= days else BANKRUPTCY if bankrupt else ""
            reported = event if due else None
    if reported is not None:
        findings.append(finding(reported, "end.missing", "the episode was due to end", reason=due))
    return findings


def _ended(final: EpisodeFinalised, due: str) -> list[Finding]:
    in_time = final.tick % PHASES == FINALISE.phase
    if in_time and final.reason != due:
        message = "it did not end when it was due, or not for that reason"
    elif not in_time and final.reason in (HORIZON, BANKRUPTCY):
        message = "not a reason to end between two nights"
    else:
        return []
    return [finding(final, "end.reason", message, reason=final.reason, due=due)]
