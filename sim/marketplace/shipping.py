"""Sending what was sold: cost, escrow, the hidden draw of returns, and what happens to the late.

Rules: docs/rules/marketplace.md §7; the return draw §8.
"""

from data.marketplace.parameters import (
    COMMISSION_DIVISOR,
    RETURN_RATE_MAX,
    SETTLEMENT_DAYS,
    SHIPPING_MICRO,
    SPEED_COST_HALVES,
    SPEED_RETURNS,
)
from events.marketplace import ReturnSeeded, ShipmentCancelled, ShipmentSent, UnitsSold
from events.money import EscrowMatured, Matured
from ledger.money import round_div
from ledger.settlement import MATURITY, RETURNS
from sim.marketplace.returns import take_back_due
from sim.marketplace.world import Market


def shipping_cost(size: str, speed: str) -> int:
    """Return what sending one unit costs, in micro-yuan."""
    return SHIPPING_MICRO[size] * SPEED_COST_HALVES[speed] // 2


def commission(gross: int) -> int:
    """Return the platform's 2 % of a gross amount, in micro-yuan."""
    return round_div(gross, COMMISSION_DIVISOR)


def send(market: Market, sale: UnitsSold, speed: str) -> ShipmentSent:
    """Send one pending shipment: pay for it, open its escrow batch, draw its returns."""
    unit_shipping = shipping_cost(market.products[sale.sku].size, speed)
    sent = market.emit(
        ShipmentSent,
        shipment=sale.shipment,
        store=sale.store,
        speed=speed,
        cost=unit_shipping * sale.quantity,
        commission=sale.quantity * sale.unit_price - sale.net,
        batch=market.state.batches + 1,
        net=sale.net,
        due_day=market.today + SETTLEMENT_DAYS,
    )
    market.schedule(MATURITY, sent.due_day, sent.batch, mature)
    _seed_returns(market, sale, sent, unit_shipping)
    return sent


def _seed_returns(market: Market, sale: UnitsSold, sent: ShipmentSent, unit_shipping: int) -> None:
    base = min(RETURN_RATE_MAX, sale.rate_price)
    rate = min(RETURN_RATE_MAX, base * SPEED_RETURNS[sent.speed])
    store = market.state.stores[sale.store]
    sold = f"{store.type}|{sale.sku}|{sale.sale_day}"
    stream = market.draws.return_stream(sale.shipment, sold, sent.speed)
    draw = stream.random
    units = len([None for _ in range(sale.quantity) if draw() < rate])
    if not units:
        return
    due_day = market.today + stream.between(3, 7)
    market.emit(
        ReturnSeeded,
        batch=sent.batch,
        store=sale.store,
        sku=sale.sku,
        quantity=units,
        unit_refund=sale.unit_price,
        unit_shipping=unit_shipping,
        due_day=due_day,
    )
    market.schedule(RETURNS, due_day, sent.batch, take_back_due)


def mature(market: Market, batches: list[int]) -> None:
    """Move what is left of these escrow batches to the wallet."""
    escrow = market.state.escrow
    lines = tuple([Matured(batch, escrow[batch].amount) for batch in batches])
    market.emit(EscrowMatured, batches=lines)
    market.figures.matured += sum([line.amount for line in lines])


def lapse(market: Market, sale: UnitsSold) -> None:
    """Cancel a shipment that missed its deadline; its units go back to the warehouse."""
    market.emit(
        ShipmentCancelled,
        shipment=sale.shipment,
        store=sale.store,
        sku=sale.sku,
        quantity=sale.quantity,
    )
    market.figures.cancelled += 1
