"""Negotiations made by hand: reference price 100, honest floor 60, list price 80, in yuan."""

from typing import Any

from events.base import Event
from events.talks import (
    MessageReceived,
    MessageSent,
    OfferAnswered,
    OrderPlaced,
    OrderRefused,
    QuoteAccepted,
    SessionOpened,
    TalksRejected,
)
from ledger.money import to_micro
from tests.logs import at

PAIR = {"supplier": "Acme", "sku": "kettle"}


def opened(day: int = 0, **facts: Any) -> SessionOpened:
    known: dict[str, Any] = {
        **PAIR,
        "cycle": 0,
        "honest": True,
        "family": "Candid",
        "personality": "Friendly",
        "fraud": "",
        "reference": 100.0,
        "floor": 60.0,
        "list_price": 80.0,
        "opening": 82.0,
    }
    return SessionOpened(seq=0, tick=at(day), **known | facts)


def offered(day: int, offer: float, quote: float | None = None, **pair: str) -> OfferAnswered:
    """Return an offer the supplier answers with a quote; without one it accepts."""
    return OfferAnswered(
        seq=0,
        tick=at(day),
        **PAIR | pair,
        round=2,
        offer=offer,
        decision="Accept" if quote is None else "Offer",
        quote=offer if quote is None else quote,
        sentiment="neutral",
        strategy="Hold",
    )


def walked(day: int, offer: float, **pair: str) -> OfferAnswered:
    """Return an offer at which the supplier walks away."""
    return OfferAnswered(
        seq=0,
        tick=at(day),
        **PAIR | pair,
        round=5,
        offer=offer,
        decision="Reject",
        quote=80.0,
        sentiment="negative",
        strategy="Pressure",
    )


def took(day: int, price: float, **pair: str) -> QuoteAccepted:
    return QuoteAccepted(seq=0, tick=at(day), **PAIR | pair, price=price)


def left(day: int, **pair: str) -> TalksRejected:
    return TalksRejected(seq=0, tick=at(day), **PAIR | pair)


def refused(day: int, price: float, **pair: str) -> OrderRefused:
    reason = "the bank is empty"
    return OrderRefused(seq=0, tick=at(day), **PAIR | pair, quantity=1, agreed=price, reason=reason)


def paid(
    day: int, price: float, by: str = "SupplierAccept", quantity: int = 1, **facts: Any
) -> OrderPlaced:
    unit = to_micro(round(price, 2))
    known: dict[str, Any] = {
        **PAIR,
        "order": 1,
        "quantity": quantity,
        "agreed": price,
        "unit_price": unit,
        "amount": unit * quantity,
        "concluded_by": by,
        "honest": True,
        "fraud": "",
        "personality": "Friendly",
        "delivered": quantity,
        "defective": False,
        "arrival_min": 0,
        "due_day": day + 5,
    }
    return OrderPlaced(seq=0, tick=at(day), **known | facts)


def deal(day: int, price: float, quantity: int = 1, **facts: Any) -> list[Event]:
    """Return a negotiation in which the first offer is accepted and paid."""
    pair = {name: facts.get(name, PAIR[name]) for name in PAIR}
    return [
        opened(day, **facts),
        offered(day, price, **pair),
        paid(day, price, quantity=quantity, **pair),
    ]


def broken_off(day: int, **facts: Any) -> list[Event]:
    """Return a negotiation that the agent breaks off after one quote."""
    pair = {name: facts.get(name, PAIR[name]) for name in PAIR}
    return [opened(day, **facts), offered(day, 50.0, 79.0, **pair), left(day, **pair)]


def sent(day: int, text: str = "Hello", supplier: str = "Acme") -> MessageSent:
    return MessageSent(seq=0, tick=at(day), supplier=supplier, text=text)


def received(day: int, deal: bool = False, supplier: str = "Acme") -> MessageReceived:
    return MessageReceived(seq=0, tick=at(day), supplier=supplier, text="Welcome", deal=deal)
