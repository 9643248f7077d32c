"""Audit pass over the days: every step at its own minute and phase, every day in its turn.

All of it is read from the ticks alone. Rules: docs/rules/marketplace.md §2 and §5.
"""

from typing import Final

import polars as pl

from events.agent import ConsentRead, VoiceSpoke
from events.base import Event
from events.episode import (
    EpisodeFinalised,
    EpisodeStarted,
)
from events.marketplace import (
    DeliveryArrived,
    GoodsListed,
    GoodsUnlisted,
    NewsPublished,
    PromotionJoined,
    PromotionLapsed,
    ReputationUpdated,
    ReturnArrived,
    ReturnSeeded,
    ShipmentCancelled,
    ShipmentSent,
    ShipmentVoided,
    StoreClosed,
    StoreOpened,
    UnitsSold,
)
from events.money import (
    DayClosed,
    DayOpened,
    EscrowMatured,
    FeePaid,
    IdleCharged,
    OpsCharged,
    SolvencyTested,
    StorageCharged,
    WalletWithdrawn,
)
from events.talks import (
    MessageReceived,
    MessageSent,
    OfferAnswered,
    OrderPlaced,
    OrderRefused,
    QuoteAccepted,
    SessionOpened,
    SupplierClosed,
    TalksRejected,
)
from ledger.settlement import (
    ACTING,
    CLOSE,
    CLOSING_MIN,
    DELIVERIES,
    FINALISE,
    IDLE,
    LAPSE,
    MATURITY,
    NEWS,
    OPEN,
    OPENING_MIN,
    OPS,
    REPUTATION,
    RETURNS,
    SALES,
    SOLVENCY,
    STORAGE,
    Step,
)
from projections.audit_days import ACTS, Kinds, Order, ordered
from projections.audit_finding import Finding, dated, found

_STEPS: Final[dict[type[Event], tuple[Step, ...]]] = {
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
_TRADE: Final[Kinds] = (
    StoreOpened,
    StoreClosed,
    GoodsListed,
    GoodsUnlisted,
    PromotionJoined,
    ShipmentSent,
    ReturnSeeded,
    WalletWithdrawn,
    MessageSent,
    MessageReceived,
    SessionOpened,
    OfferAnswered,
    QuoteAccepted,
    TalksRejected,
    OrderPlaced,
    OrderRefused,
    FeePaid,
    SupplierClosed,
    VoiceSpoke,
    ConsentRead,
)
_MORNING: Final = Order(
    name="settlement",
    steps=_STEPS | dict.fromkeys((*ACTS, *_TRADE), (ACTING,)),
    working_min=(OPENING_MIN, CLOSING_MIN - 1),
    first=(DayOpened,),
    last=(DayClosed,),
    always=(DayOpened, SolvencyTested, DayClosed),
    at_most_once=(OpsCharged, IdleCharged, StorageCharged, EscrowMatured, ReputationUpdated),
    final=FINALISE,
)

_NOTICES: Final = {"penalty": IDLE, "fulfilment": LAPSE}
"""The steps of notices by topic; all other topics are news."""


def settlement(log: pl.DataFrame) -> list[Finding]:
    """Time never runs back; every morning has its steps, in their order, day after day."""
    closed = dated(log, DayClosed)
    return [
        *ordered(log, _MORNING),
        *_notices(log),
        *found(
            *(closed, pl.col("day") != pl.col("on"), "settlement.day"),
            *("not the day of its tick", "day"),
        ),
    ]


def _notices(log: pl.DataFrame) -> list[Finding]:
    steps = {topic: step.phase for topic, step in _NOTICES.items()}
    step = pl.col("topic").replace_strict(steps, default=NEWS.phase, return_dtype=pl.Int64)
    message = "a notice in another step than its topic's"
    news = dated(log, NewsPublished)
    return found(news, pl.col("phase") != step, "settlement.notice", message, "topic", "phase")
