"""Purchase orders: charged at once, drawn into the future, booked in on a later morning.

Rules: docs/rules/marketplace.md §10.
"""

from typing import Final

from data.marketplace.parameters import MEMBERSHIP_FEE_MICRO
from data.marketplace.tables import Supplier
from events.errors import RuleBroken
from events.marketplace import DeliveryArrived
from events.money import FeePaid
from events.talks import OrderPlaced
from ledger.accounts import BANK
from ledger.money import to_micro, to_yuan
from ledger.settlement import DAY_MIN, DELIVERIES
from sim.clock import first_morning
from sim.marketplace.kernel import price_frame
from sim.marketplace.promotions import delay_factor
from sim.marketplace.templates import QTY_BAIT, QUALITY_DOWNGRADE, VIP_FEE
from sim.marketplace.world import Market

LEAD_DAYS: Final = (3, 7)


def place_order(
    market: Market, supplier: Supplier, sku: str, quantity: int, agreed: float
) -> OrderPlaced:
    """Charge an agreement and send its goods on their way.

    Raises:
        RuleBroken: quantity or price is not positive, a fee is due first, or the bank cannot pay;
            nothing has happened then.
    """
    if quantity <= 0:
        raise RuleBroken(f"the quantity must be at least 1, not {quantity}")
    if agreed <= 0:
        raise RuleBroken(f"the price must be above 0, not {agreed:.2f}")
    product = market.products[sku]
    if supplier.fraud == VIP_FEE and not market.state.suppliers[supplier.name].fee_paid:
        raise RuleBroken(
            f"{supplier.name} delivers to members only: the one-time membership fee of "
            f"¥{to_yuan(MEMBERSHIP_FEE_MICRO):.2f} has not been paid"
        )
    unit = agreed
    if not supplier.honest:
        floor = price_frame(product, market.categories[product.category], supplier.fraud).floor
        unit = max(unit, floor)
    unit_price = to_micro(round(unit, 2))
    amount = unit_price * quantity
    require_funds(market, amount)
    delivered, arrival_min = _draw_supply(market, supplier, sku, quantity)
    placed = market.emit(
        OrderPlaced,
        order=market.state.orders + 1,
        supplier=supplier.name,
        sku=sku,
        quantity=quantity,
        agreed=agreed,
        unit_price=unit_price,
        amount=amount,
        concluded_by=market.state.sessions[supplier.name, sku].pending,
        honest=supplier.honest,
        fraud=supplier.fraud,
        personality=supplier.personality,
        delivered=delivered,
        defective=supplier.fraud == QUALITY_DOWNGRADE,
        arrival_min=arrival_min,
        due_day=first_morning(arrival_min),
    )
    market.schedule(DELIVERIES, placed.due_day, placed.order, deliver)
    return placed


def pay_fee(market: Market, supplier: Supplier) -> FeePaid:
    """Pay a supplier's membership fee.

    Raises:
        RuleBroken: the bank cannot pay it.
    """
    require_funds(market, MEMBERSHIP_FEE_MICRO)
    return market.emit(
        FeePaid,
        order=market.state.orders + 1,
        supplier=supplier.name,
        amount=MEMBERSHIP_FEE_MICRO,
        fraud=supplier.fraud,
    )


def require_funds(market: Market, amount: int) -> None:
    """Raise RuleBroken if the bank holds less than `amount` micro-yuan."""
    bank = market.balance(BANK)
    if bank < amount:
        raise RuleBroken(
            f"this costs ¥{to_yuan(amount):,.2f} and the bank holds ¥{to_yuan(bank):,.2f}"
        )


def _draw_supply(market: Market, supplier: Supplier, sku: str, quantity: int) -> tuple[int, int]:
    """Return (units that will arrive, minute of arrival)."""
    stream = market.draws.supply("order", f"{supplier.name}|{sku}")
    lead_days = stream.between(*LEAD_DAYS)
    extra_min = stream.between(0, DAY_MIN - 1)
    # The spread of the quoted range is drawn although no one is quoted it: the stream is shared.
    stream.between(1, 2)
    store_type = market.products[sku].store_type
    delay = delay_factor(market, market.today, store_type)
    if delay != 1:
        lead_days = max(1, round(lead_days * delay))
    delivered = quantity
    if supplier.fraud == QTY_BAIT:
        delivered = max(1, int(quantity * (0.6 + stream.random() * 0.1)))
    return delivered, market.minute + lead_days * DAY_MIN + extra_min


def deliver(market: Market, orders: list[int]) -> None:
    """Book the goods of purchase orders into the warehouse."""
    for order in orders:
        placed = market.state.deliveries[order]
        market.emit(
            DeliveryArrived,
            order=order,
            supplier=placed.supplier,
            sku=placed.sku,
            quantity=placed.delivered,
            cost=placed.unit_price * placed.delivered,
            defective=placed.defective,
        )
        market.figures.arrivals.append((placed.delivered, placed.sku, placed.supplier))
