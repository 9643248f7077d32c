"""Talks with suppliers: messages, negotiation sessions, orders, and a supplier's end.

A session is one negotiation with one supplier over one SKU. Prices here are the kernel's doubles in
yuan, never rounded; `unit_price` and amounts are micro-yuan. What the agent is not shown (opening
quote, floors, family, scam, cues, delivered quantity) is recorded for the metrics.
"""

from events.base import Outcome


class MessageSent(Outcome, frozen=True, tag="message.sent"):
    """The agent wrote to a supplier."""

    supplier: str
    text: str


class MessageReceived(Outcome, frozen=True, tag="message.received"):
    """A supplier answered; `deal` if at least one order came of the exchange."""

    supplier: str
    text: str
    deal: bool = False


class SessionOpened(Outcome, frozen=True, tag="session.opened"):
    """An offer opened a session; the kernel made its own, unseen opening quote."""

    supplier: str
    sku: str
    cycle: int
    honest: bool
    family: str
    personality: str
    fraud: str
    reference: float
    floor: float
    """Honest cost floor, also for a fraudulent supplier."""
    list_price: float
    opening: float


class OfferAnswered(Outcome, frozen=True, tag="offer.answered"):
    """The supplier decided on an offer."""

    supplier: str
    sku: str
    round: int
    offer: float
    decision: str
    """Offer (a counter-offer), Accept or Reject (it walked away)."""
    quote: float
    """The supplier's standing price after the decision; the offer itself when accepted."""
    sentiment: str
    strategy: str


class QuoteAccepted(Outcome, frozen=True, tag="quote.accepted"):
    """The agent accepted the standing quote."""

    supplier: str
    sku: str
    price: float


class TalksRejected(Outcome, frozen=True, tag="talks.rejected"):
    """The agent broke off a session."""

    supplier: str
    sku: str


class OrderPlaced(Outcome, frozen=True, tag="order.placed"):
    """An agreement was paid and goods are on their way."""

    order: int
    supplier: str
    sku: str
    quantity: int
    agreed: float
    unit_price: int
    amount: int
    concluded_by: str
    """SupplierAccept or AgentAccept; empty where the session had already been concluded."""
    honest: bool
    fraud: str
    personality: str
    delivered: int
    """Units that will really arrive."""
    defective: bool
    arrival_min: int
    """Minute of arrival at the gate, counted from 00:00 of day 0; booked in the next morning."""
    due_day: int


class OrderRefused(Outcome, frozen=True, tag="order.refused"):
    """An agreement could not be carried out; the session is open again at the same price."""

    supplier: str
    sku: str
    quantity: int
    agreed: float
    reason: str


class SupplierClosed(Outcome, frozen=True, tag="supplier.closed"):
    """A supplier went out of business for good."""

    supplier: str
