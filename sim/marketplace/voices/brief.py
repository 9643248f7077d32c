"""What a voice is told: the moment it speaks in, the decisions to word, and the price list."""

import msgspec

from data.marketplace.tables import Supplier


class Decision(msgspec.Struct, frozen=True):
    """The answer to one negotiation action of the message."""

    sku: str
    title: str
    decision: str
    """Offer, Accept, Reject or Error."""
    price: float | None
    """The counter-offer; only an Offer speaks of it."""
    sentiment: str
    """positive, neutral or negative."""
    error: str = ""
    """For an Error: the reason, worded for the agent."""


class CatalogueRow(msgspec.Struct, frozen=True):
    """One product as the supplier lists it."""

    sku: str
    title: str
    size: str
    reference_price: float
    list_price: float


class Brief(msgspec.Struct, frozen=True):
    """All a voice may know about the moment; `supplier` is for acting, never to be revealed."""

    supplier: Supplier
    message: str
    """The agent's text without its negotiate blocks."""
    decisions: tuple[Decision, ...]
    """One for each negotiation action of the message, in order."""
    catalogue: tuple[CatalogueRow, ...]
    """Everything the supplier sells, in file order."""
    exchanges: int
    """Earlier exchanges with this agent."""
    deals: int
    """Earlier messages that led to an order."""
    fee_paid: bool
    fee_agreed: bool
    """This message agreed to pay the membership fee."""
    history: tuple[tuple[bool, str], ...] = ()
    """The last messages before this one: whether the agent wrote it, and its text."""
