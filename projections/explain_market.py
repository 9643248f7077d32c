"""What an event of the marketplace came from and led to: its shipments, batches and orders."""

from collections.abc import Sequence
from typing import Any, Final

from events.base import Event
from events.marketplace import ReturnArrived, ReturnSeeded, ShipmentSent
from events.money import EscrowMatured, WalletWithdrawn
from events.talks import OfferAnswered, OrderPlaced, QuoteAccepted
from projections.explain_words import yuan

_BY_SHIPMENT: Final = ("units.sold", "shipment.sent", "shipment.cancelled", "shipment.voided")
_BY_BATCH: Final = ("shipment.sent", "return.seeded", "return.arrived", "escrow.matured")
_BY_ORDER: Final = ("order.placed", "delivery.arrived", "fee.paid")


def related(events: Sequence[Any], asked: Any) -> list[Event]:
    """Return the events of the same shipments and batches, or of the same order."""
    kind = str(asked.__struct_config__.tag)
    if kind in _BY_ORDER:
        return _order(events, asked.order)
    if kind not in (*_BY_SHIPMENT, *_BY_BATCH):
        return []
    sent = [event for event in events if isinstance(event, ShipmentSent)]
    if kind in _BY_SHIPMENT:
        shipments = {asked.shipment}
        batches = {event.batch for event in sent if event.shipment in shipments}
    else:
        batches = _batches(asked)
        shipments = {event.shipment for event in sent if event.batch in batches}
    chain = [event for event in events if _belongs(event, shipments, batches)]
    return chain + _withdrawals(events, chain)


def _batches(event: Any) -> set[int]:
    if isinstance(event, EscrowMatured):
        return {line.batch for line in event.batches}
    return {event.batch}


def _belongs(event: Any, shipments: set[int], batches: set[int]) -> bool:
    if isinstance(event, ShipmentSent | ReturnSeeded | ReturnArrived | EscrowMatured):
        return not batches.isdisjoint(_batches(event))
    kind = str(event.__struct_config__.tag)
    return kind in _BY_SHIPMENT and event.shipment in shipments


def _withdrawals(events: Sequence[Any], chain: list[Any]) -> list[Event]:
    """Return the first withdrawal after each maturity: wallet money has no name on it."""
    found: list[Event] = []
    for matured in chain:
        if isinstance(matured, EscrowMatured):
            later = events[matured.seq :]
            found += [event for event in later if isinstance(event, WalletWithdrawn)][:1]
    return found


def _order(events: Sequence[Any], order: int) -> list[Event]:
    """Return an order's agreement, payment and delivery."""
    kinds = _BY_ORDER
    chain = [
        event
        for event in events
        if str(event.__struct_config__.tag) in kinds and event.order == order
    ]
    placed = next((event for event in chain if isinstance(event, OrderPlaced)), None)
    if placed is None:
        return chain
    agreed = [
        event
        for event in events[: placed.seq - 1]
        if isinstance(event, OfferAnswered | QuoteAccepted)
        and (event.supplier, event.sku) == (placed.supplier, placed.sku)
    ]
    return agreed[-1:] + chain


def share(event: Event, _asked: Event, chain: Sequence[Event]) -> str:
    """Return what a maturity paid for the one batch in question."""
    batches = {each.batch for each in chain if isinstance(each, ShipmentSent)}
    if not isinstance(event, EscrowMatured) or len(batches) != 1 or len(event.batches) == 1:
        return ""
    lines = [line for line in event.batches if line.batch in batches]
    return "".join([f"; of it batch {line.batch}: {yuan(line.amount)}" for line in lines])
