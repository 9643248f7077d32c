"""Negotiation sessions: one per (supplier, SKU), a new cycle each time talks begin again.

Each function handles one action of the agent and returns what the supplier made of it. Goods and
money move only afterwards, in `sim.marketplace.suppliers`. Rules: docs/rules/marketplace.md §16.
"""

from typing import Final

import msgspec

from data.marketplace.tables import Product, Supplier
from events.talks import OfferAnswered, QuoteAccepted, SessionOpened, TalksRejected
from sim.marketplace.kernel import (
    ACCEPT,
    ERROR,
    REJECT,
    open_talks,
    price_frame,
    respond,
)
from sim.marketplace.state import ACTIVE, COMPLETED, REJECTED, Session
from sim.marketplace.templates import template
from sim.marketplace.world import Market

PRICE_TOLERANCE: Final = 0.005


class Reply(msgspec.Struct, frozen=True):
    """What came of one action."""

    sku: str
    decision: str
    round: int
    price: float | None = None
    sentiment: str = "neutral"
    code: str = ""
    error: str = ""


def offer(market: Market, supplier: Supplier, sku: str, price: float) -> Reply:
    """Make an offer, opening a session or a new cycle where none is running."""
    product = _product(market, supplier, sku)
    if product is None:
        return _unknown(market, supplier, sku)
    key = supplier.name, sku
    frame = price_frame(product, market.categories[product.category], supplier.fraud)
    style = template(supplier.personality, supplier.fraud)
    session = market.state.sessions.get(key)
    if session is None or session.status in (COMPLETED, REJECTED):
        cycle = session.cycle + 1 if session else 0
        streams = market.kernels[key] = market.draws.kernel(supplier.name, sku, cycle)
        market.emit(
            SessionOpened,
            supplier=supplier.name,
            sku=sku,
            cycle=cycle,
            honest=supplier.honest,
            family=style.family,
            personality=supplier.personality,
            fraud=supplier.fraud,
            reference=frame.reference,
            floor=frame.honest_floor,
            list_price=frame.list_price,
            opening=open_talks(frame, style, streams),
        )
        session = market.state.sessions[key]
    round_ = session.round
    offers = [*session.offers[-3:], price]
    verdict = respond(frame, style, session.last, offers, round_, market.kernels[key])
    market.emit(
        OfferAnswered,
        supplier=supplier.name,
        sku=sku,
        round=round_,
        offer=price,
        decision=verdict.decision,
        quote=session.standing if verdict.price is None else verdict.price,
        sentiment=verdict.sentiment,
        strategy=verdict.strategy,
    )
    return Reply(sku, verdict.decision, round_, verdict.price, verdict.sentiment)


def accept(market: Market, supplier: Supplier, sku: str, price: float | None) -> Reply:
    """Accept the supplier's standing quote by naming its price."""
    if _product(market, supplier, sku) is None:
        return _unknown(market, supplier, sku)
    session = market.state.sessions.get((supplier.name, sku))
    if price is None:
        text = "an accept must name the price the supplier last quoted"
        return _error(session, sku, "accept_missing_price", text)
    if session is None or session.status != ACTIVE:
        return _not_active(session, sku)
    if not abs(price - session.standing) <= PRICE_TOLERANCE:
        text = f"the standing quote is ¥{session.standing:.2f}, not ¥{price:.2f}"
        return _error(session, sku, "accept_price_mismatch", text)
    agreed = session.standing
    market.emit(QuoteAccepted, supplier=supplier.name, sku=sku, price=agreed)
    return Reply(sku, ACCEPT, session.round, agreed, "positive")


def reject(market: Market, supplier: Supplier, sku: str) -> Reply:
    """Break off a running session."""
    if _product(market, supplier, sku) is None:
        return _unknown(market, supplier, sku)
    session = market.state.sessions.get((supplier.name, sku))
    if session is None or session.status != ACTIVE:
        return _not_active(session, sku)
    market.emit(TalksRejected, supplier=supplier.name, sku=sku)
    return Reply(sku, REJECT, session.round, None, "negative")


def refuse(market: Market, supplier: Supplier, sku: str, code: str, text: str) -> Reply:
    """Answer an action that cannot be carried out as it was written."""
    return _error(market.state.sessions.get((supplier.name, sku)), sku, code, text)


def _product(market: Market, supplier: Supplier, sku: str) -> Product | None:
    product = market.products.get(sku)
    return product if product and product.category in supplier.categories else None


def _unknown(market: Market, supplier: Supplier, sku: str) -> Reply:
    return refuse(market, supplier, sku, "unknown_sku", f"{supplier.name} does not sell {sku!r}")


def _not_active(session: Session | None, sku: str) -> Reply:
    text = f"no talks about {sku} are open; an offer opens them"
    return _error(session, sku, "no_active_negotiation", text)


def _error(session: Session | None, sku: str, code: str, text: str) -> Reply:
    return Reply(sku, ERROR, session.round if session else 0, code=code, error=text)
