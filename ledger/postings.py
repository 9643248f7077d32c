"""From an event to its posting: the one place that says which accounts an event moves.

`POSTINGS` maps an event's struct to a function returning its legs; events that are not in it move
no money. Legs sum to zero; `Book.post` insists on it.
"""

from collections.abc import Callable
from typing import Any, Final

from events.base import Event
from events.episode import EpisodeStarted
from events.marketplace import ReturnArrived, ShipmentSent, StoreClosed, StoreOpened
from events.money import (
    EscrowMatured,
    FeePaid,
    IdleCharged,
    OpsCharged,
    StorageCharged,
    WalletWithdrawn,
)
from events.supermarket import GoodsOrdered, RentPaid, TakingsBooked
from events.talks import OrderPlaced
from ledger.accounts import (
    BANK,
    CAPITAL,
    COMMISSION,
    COMMISSION_REVERSED,
    ESCROW,
    OPS,
    PROCUREMENT,
    REFUNDS,
    RENT,
    REVENUE,
    SALVAGE,
    SETUP,
    SHIPPING,
    STORAGE,
    VIP_FEES,
    WALLET,
)
from ledger.book import Leg

Legs = tuple[Leg, ...]


def transfer(source: str, target: str, amount: int) -> Legs:
    """Return the legs that move `amount` from one account to another."""
    return ((source, -amount), (target, amount))


def _opened(event: EpisodeStarted) -> Legs:
    return transfer(CAPITAL, BANK, event.opening_balance)


def _shipped(event: ShipmentSent) -> Legs:
    return (
        (BANK, -event.cost),
        (SHIPPING, event.cost),
        (ESCROW, event.net),
        (COMMISSION, event.commission),
        (REVENUE, -event.net - event.commission),
    )


def _returned(event: ReturnArrived) -> Legs:
    return (
        (ESCROW, -event.taken),
        (COMMISSION_REVERSED, -event.forgiven),
        (REFUNDS, event.taken + event.forgiven),
    )


def _liquidated(event: StoreClosed) -> Legs:
    return transfer(SALVAGE, BANK, sum([line.amount for line in event.liquidated]))


def _store_opened(event: StoreOpened) -> Legs:
    return transfer(BANK, SETUP, event.fee)


def _ops(event: OpsCharged) -> Legs:
    return transfer(BANK, OPS, sum([line.amount for line in event.stores]))


def _idle(event: IdleCharged) -> Legs:
    return transfer(BANK, OPS, event.amount)


def _storage(event: StorageCharged) -> Legs:
    return transfer(BANK, STORAGE, event.amount)


def _matured(event: EscrowMatured) -> Legs:
    return transfer(ESCROW, WALLET, sum([line.amount for line in event.batches]))


def _withdrawn(event: WalletWithdrawn) -> Legs:
    return transfer(WALLET, BANK, event.amount)


def _ordered(event: OrderPlaced) -> Legs:
    return transfer(BANK, PROCUREMENT, event.amount)


def _fee(event: FeePaid) -> Legs:
    return transfer(BANK, VIP_FEES, event.amount)


def _goods_ordered(event: GoodsOrdered) -> Legs:
    return transfer(BANK, PROCUREMENT, event.amount)


def _takings(event: TakingsBooked) -> Legs:
    return (
        (BANK, event.revenue - event.refunds),
        (REFUNDS, event.refunds),
        (REVENUE, -event.revenue),
    )


def _rent(event: RentPaid) -> Legs:
    return transfer(BANK, RENT, event.amount)


POSTINGS: Final[dict[type[Event], Callable[[Any], Legs]]] = {
    EpisodeStarted: _opened,
    StoreOpened: _store_opened,
    StoreClosed: _liquidated,
    OpsCharged: _ops,
    IdleCharged: _idle,
    StorageCharged: _storage,
    ShipmentSent: _shipped,
    ReturnArrived: _returned,
    EscrowMatured: _matured,
    WalletWithdrawn: _withdrawn,
    OrderPlaced: _ordered,
    FeePaid: _fee,
    GoodsOrdered: _goods_ordered,
    TakingsBooked: _takings,
    RentPaid: _rent,
}


def legs(event: Event) -> Legs:
    """Return the event's legs; empty if it moves no money."""
    post = POSTINGS.get(type(event))
    return post(event) if post else ()
