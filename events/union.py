"""Everything that can happen, on one screen.

`AnyEvent` is the tagged union the log is decoded with; `KINDS` maps each wire tag to its struct.
"""

from typing import Final

from events.agent import (
    AgentConfigured,
    AttemptFailed,
    ConsentRead,
    ContextCut,
    DayForced,
    ModelAnswered,
    ModelPrompted,
    VoiceSpoke,
)
from events.base import Event
from events.episode import (
    EpisodeEnded,
    EpisodeFailed,
    EpisodeFinalised,
    EpisodeStarted,
    ToolAnswered,
    TurnTaken,
)
from events.marketplace import (
    DeliveryArrived,
    GoodsListed,
    GoodsUnlisted,
    MemoDeleted,
    MemoWritten,
    NewsPublished,
    PriceSet,
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

FORMAT: Final = 1
"""Version of this vocabulary; raised when an old reader could not understand a new log."""

AnyEvent = (
    # the episode
    EpisodeStarted
    | TurnTaken
    | ToolAnswered
    | EpisodeFinalised
    | EpisodeEnded
    | EpisodeFailed
    # a model at work
    | AgentConfigured
    | ModelPrompted
    | ContextCut
    | AttemptFailed
    | ModelAnswered
    | DayForced
    | VoiceSpoke
    | ConsentRead
    # the morning
    | DayOpened
    | OpsCharged
    | IdleCharged
    | StorageCharged
    | UnitsSold
    | ShipmentCancelled
    | ReturnArrived
    | EscrowMatured
    | DeliveryArrived
    | NewsPublished
    | ReputationUpdated
    | SolvencyTested
    | DayClosed
    | PromotionLapsed
    | ShipmentVoided
    # the agent's trade
    | StoreOpened
    | StoreClosed
    | GoodsListed
    | GoodsUnlisted
    | PriceSet
    | PromotionJoined
    | ShipmentSent
    | ReturnSeeded
    | WalletWithdrawn
    | MemoWritten
    | MemoDeleted
    # talks with suppliers
    | MessageSent
    | MessageReceived
    | SessionOpened
    | OfferAnswered
    | QuoteAccepted
    | TalksRejected
    | OrderPlaced
    | OrderRefused
    | FeePaid
    | SupplierClosed
    # the supermarket
    | PricesDrawn
    | ShelfSet
    | QuotesPublished
    | GoodsOrdered
    | GoodsDelivered
    | GoodsAdmitted
    | DemandSampled
    | GoodsSold
    | GoodsExpired
    | TakingsBooked
    | NewsDrawn
    | NewsLapsed
    | RentPaid
    | DayReported
    | CodeRan
)

KINDS: Final[dict[str, type[Event]]] = {
    str(kind.__struct_config__.tag): kind for kind in AnyEvent.__args__
}

ASIDES: Final = (
    EpisodeFailed,
    AgentConfigured,
    ModelPrompted,
    ContextCut,
    AttemptFailed,
    ModelAnswered,
    DayForced,
)
"""Kinds that follow from no rule and change no state; each is a commit of its own, between two
others. Re-execution takes them over from the record."""
