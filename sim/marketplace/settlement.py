"""The morning: what each step of the settlement does. `MORNING` is the order (docs/rules §5).

Escrow maturity, returns and deliveries are not in the table: each falls due as a SimPy process of
its own at its step's phase, between the steps listed here.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from data.marketplace.parameters import (
    CAPACITY,
    CAPACITY_DEFAULT,
    IDLE_FEE_MICRO,
    IDLE_GRACE_DAYS,
    INSOLVENT_MORNINGS,
    SEASON,
    SEASON_DEFAULT,
    SHIP_DEADLINE_DAYS,
    STORAGE_AGES,
    WEEKEND_FACTOR,
)
from events.marketplace import (
    NewsPublished,
    Rating,
    ReputationUpdated,
    ShipmentVoided,
    UnitsSold,
)
from events.money import (
    DayClosed,
    IdleCharged,
    OpsCharged,
    StorageCharged,
    StoreCost,
)
from ledger.accounts import BANK, ESCROW, WALLET
from ledger.money import to_micro, to_yuan
from ledger.settlement import (
    CLOSE,
    FINALISE,
    IDLE,
    LAPSE,
    NEWS,
    OPEN,
    OPS,
    REPUTATION,
    SALES,
    SOLVENCY,
    STORAGE,
    Step,
)
from sim.days import finish_if_due, open_day, test_solvency
from sim.marketplace.demand import Day, Listing, realised, wanted
from sim.marketplace.promotions import effect, event_factor, publish_news
from sim.marketplace.reputation import rate
from sim.marketplace.returns import blend_defects, price_multiplier, take_back
from sim.marketplace.shipping import commission, lapse, mature
from sim.marketplace.state import Store
from sim.marketplace.world import Figures, Market
from sim.settings import MAX_DAYS

_TENTHS_BY_AGE: Final = tuple(
    max(entry for entry in STORAGE_AGES if entry[0] <= age)[1] for age in range(MAX_DAYS + 1)
)
"""Tenths of the storage fee by a lot's age in days."""


def open_morning(market: Market) -> None:
    """Begin the day with empty figures."""
    market.figures = Figures()
    open_day(market)


def charge_ops(market: Market) -> None:
    """Charge every open store its daily cost."""
    costs = tuple([StoreCost(store.id, store.ops_cost) for store in market.state.open_stores()])
    if costs:
        market.emit(OpsCharged, stores=costs)
    market.figures.ops = sum([cost.amount for cost in costs])


def charge_idle(market: Market) -> None:
    """Charge a day without any open store, after the first week."""
    if market.today <= IDLE_GRACE_DAYS or market.state.open_stores():
        return
    market.emit(IdleCharged, amount=IDLE_FEE_MICRO)
    market.figures.idle = IDLE_FEE_MICRO
    content = f"No store is open: the platform charged ¥{to_yuan(IDLE_FEE_MICRO):,.2f} for the day."
    market.emit(NewsPublished, topic="penalty", subject="", content=content)


def charge_storage(market: Market) -> None:
    """Charge every unit in the warehouse by size and age."""
    units = tenths = 0
    today, fees = market.today, market.storage_fees
    for sku, goods in market.state.goods.items():
        weighted = 0
        for held, arrived in goods.lots:
            units += held
            weighted += held * _TENTHS_BY_AGE[today - arrived]
        tenths += weighted * fees[sku]
    amount = tenths // 10
    if amount:
        market.emit(StorageCharged, units=units, amount=amount)
    market.figures.storage = amount


def sell(market: Market) -> None:
    """Let yesterday's customers buy, store by store in opening order."""
    for store in market.state.open_stores():
        _sell_in(market, store, market.today - 1)


def _sell_in(market: Market, store: Store, day: int) -> None:
    promotion = effect(market, store, day)
    kept, curves, prices = 1 - promotion.discount, market.curves[store.type], store.prices
    listings = [
        Listing(sku, curves[sku], stock, prices[sku] * kept)
        for sku, stock in store.shelf.items()
        if stock > 0
    ]
    if not listings:
        return
    date = market.calendar.date(day)
    factors = Day(
        weekday=WEEKEND_FACTOR if market.calendar.is_weekend(day) else 1.0,
        season=SEASON.get(store.type, SEASON_DEFAULT)[date.month - 1],
        event=event_factor(market, day, store.type),
        promotion=promotion.demand,
        elasticity_boost=promotion.elasticity,
        reputation=store.reputation,
    )
    share = market.category_shares[store.type]
    capacity = CAPACITY.get(store.type, CAPACITY_DEFAULT)
    iso = market.calendar.iso(day)
    for listing, units in zip(listings, wanted(listings, factors, capacity, share), strict=True):
        uniform = partial(market.draws.demand_uniform, listing.sku, iso)
        sold = realised(units, listing.stock, uniform)
        if sold > 0:
            _sell_units(market, store, listing, sold, day)


def _sell_units(market: Market, store: Store, listing: Listing, sold: int, day: int) -> None:
    product = market.products[listing.sku]
    goods = market.state.goods[listing.sku]
    unit_price = to_micro(listing.price)
    gross = sold * unit_price
    defect = blend_defects(product.return_rate, goods.delivered, goods.defective)
    market.emit(
        UnitsSold,
        shipment=market.state.sold_shipments + 1,
        store=store.id,
        sku=product.id,
        quantity=sold,
        unit_price=unit_price,
        net=gross - commission(gross),
        sale_day=day,
        deadline_day=day + SHIP_DEADLINE_DAYS,
        rate_natural=product.return_rate,
        rate_defect=defect,
        rate_price=defect * price_multiplier(listing.price / product.reference_price),
    )
    market.figures.units_sold += sold


def lapse_late(market: Market) -> None:
    """Cancel the shipments whose deadline has passed, and tell the agent."""
    today = market.today
    late = [sale for sale in market.state.shipments.values() if sale.deadline_day < today]
    for sale in late:
        lapse(market, sale)
    if late:
        content = (
            f"{len(late)} order(s) were not shipped in time and have been cancelled; "
            "the stores' reputation suffers."
        )
        market.emit(NewsPublished, topic="fulfilment", subject="", content=content)


def rate_stores(market: Market) -> None:
    """Rate every open store anew."""
    ratings = tuple(
        [
            Rating(
                store.id,
                rate(
                    store.units_shipped,
                    store.recent_sold,
                    store.recent_returns,
                    store.recent_cancellations,
                ),
            )
            for store in market.state.open_stores()
        ]
    )
    if ratings:
        market.emit(ReputationUpdated, stores=ratings)


def close_day(market: Market) -> None:
    """Write the morning's figures down."""
    figures = market.figures
    market.emit(
        DayClosed,
        day=market.state.day,
        ops=figures.ops,
        idle=figures.idle,
        storage=figures.storage,
        units_sold=figures.units_sold,
        cancelled=figures.cancelled,
        returned=figures.returned,
        matured=figures.matured,
        delivered=len(figures.arrivals),
        bank=market.balance(BANK),
        wallet=market.balance(WALLET),
        escrow=market.balance(ESCROW),
        streak=market.state.streak,
    )


def settle_pending(market: Market) -> None:
    """Settle everything pending: unsent sales are void, parcels refunded, escrow paid out."""
    state = market.state
    for sale in list(state.shipments.values()):
        market.emit(
            ShipmentVoided,
            shipment=sale.shipment,
            store=sale.store,
            sku=sale.sku,
            quantity=sale.quantity,
        )
    for batch in list(state.parcels):
        take_back(market, batch, restocked=False)
    if state.escrow:
        mature(market, list(state.escrow))


MORNING: Final[tuple[tuple[Step, Callable[[Market], None]], ...]] = (
    (OPEN, open_morning),
    (OPS, charge_ops),
    (IDLE, charge_idle),
    (STORAGE, charge_storage),
    (SALES, sell),
    (LAPSE, lapse_late),
    (NEWS, publish_news),
    (REPUTATION, rate_stores),
    (SOLVENCY, test_solvency),
    (CLOSE, close_day),
    (FINALISE, lambda market: finish_if_due(market, INSOLVENT_MORNINGS)),
)
