"""The calendar's doing: market events, promotions, and the news that tells of them.

Rules: docs/rules/marketplace.md §12 (promotions) and §13 (events, news).
"""

import datetime
from typing import Final, NamedTuple

from data.marketplace.tables import MarketEvent, Promotion
from events.marketplace import NewsPublished, PromotionLapsed
from sim.clock import month_day
from sim.marketplace.state import Store
from sim.marketplace.world import Market

FULL_EFFECT_DISCOUNT: Final = 0.30
ANNOUNCE_DAYS: Final = 7
JOIN_DAYS: Final = 30
TITLE_SHOWN: Final = 60


def is_active(market: Market, promotion: Promotion, date: datetime.date) -> bool:
    """Return whether a window of the promotion contains the date."""
    windows = market.calendar.windows(promotion.windows, date.year)
    return any(first <= date <= last for first, last in windows)


def starts_within(promotion: Promotion, date: datetime.date, days: int) -> bool:
    """Return whether a window starts on one of the next `days` days, today excluded."""
    last = date + datetime.timedelta(days)
    for first, _ in promotion.windows:
        start = month_day(first, date.year)
        if start is not None and date < start <= last:
            return True
        if last.year > date.year:
            start = month_day(first, last.year)
            if start is not None and start <= last:
                return True
    return False


def find(market: Market, name: str) -> Promotion | None:
    """Return the first promotion of that exact name."""
    return next((row for row in market.tables.promotions if row.name == name), None)


class Effect(NamedTuple):
    """What a store's promotion does on one sales day."""

    discount: float = 0.0
    demand: float = 1.0
    elasticity: float = 1.0


NO_EFFECT: Final = Effect()


def effect(market: Market, store: Store, sales_day: int) -> Effect:
    """Return the effect of a store's promotion on a sales day; neutral outside its windows.

    A promotion that has no window left in the settlement's year is dropped from the store here.
    """
    if store.promotion is None:
        return NO_EFFECT
    promotion = find(market, store.promotion)
    if promotion is not None and is_active(market, promotion, market.calendar.date(sales_day)):
        depth = min(1.0, store.discount / FULL_EFFECT_DISCOUNT)
        boost = 1 + (promotion.max_multiplier - 1) * depth
        return Effect(store.discount, boost, promotion.elasticity_boost)
    today = market.calendar.date(market.today)
    windows = market.calendar.windows(promotion.windows, today.year) if promotion else []
    if all(last < today for _, last in windows):
        market.emit(PromotionLapsed, store=store.id, promotion=store.promotion)
    return NO_EFFECT


def active_events(market: Market, day: int) -> list[MarketEvent]:
    """Return the market events of a day, in file order."""
    found = market.events_by_day.get(day)
    if found is None:
        date = market.calendar.date(day)
        found = market.events_by_day[day] = [
            event for event in market.tables.events if _is_on(event, date)
        ]
    return found


def _is_on(event: MarketEvent, date: datetime.date) -> bool:
    start = month_day(event.start, date.year)
    return start is not None and 0 <= (date - start).days < event.duration_days


def event_factor(market: Market, day: int, store_type: str) -> float:
    """Return the product of all demand factors on a store type that day."""
    factor = 1.0
    for event in active_events(market, day):
        factor *= event.demand.get(store_type, 1.0)
    return factor


def delay_factor(market: Market, day: int, store_type: str) -> float:
    """Return the worst delay on deliveries of a store type's goods that day, at least 1."""
    delays = [
        event.delay
        for event in active_events(market, day)
        if "all" in event.affects or store_type in event.affects
    ]
    return max([1.0, *delays])


def publish_news(market: Market) -> None:
    """Tell of this morning's deliveries, of events that begin, and of promotions coming up."""
    if market.figures.arrivals:
        market.emit(NewsPublished, topic="delivery", subject="", content=_delivery_notice(market))
    today = market.today
    before = active_events(market, today - 1) if today else []
    for event in active_events(market, today):
        if event not in before:
            market.emit(NewsPublished, topic="event", subject=event.name, content=event.news)
    date = market.calendar.date(today)
    for promotion in market.tables.promotions:
        if promotion.name in market.state.announced:
            continue
        active = is_active(market, promotion, date)
        if active or starts_within(promotion, date, ANNOUNCE_DAYS):
            market.emit(
                NewsPublished,
                topic="promotion",
                subject=promotion.name,
                content=_promotion_notice(promotion.name, active=active),
            )


def _delivery_notice(market: Market) -> str:
    lines = [
        f"{units} x {market.products[sku].title[:TITLE_SHOWN]} from {supplier}"
        for units, sku, supplier in market.figures.arrivals
    ]
    return "Arrived in the warehouse this morning:\n" + "\n".join(lines)


def _promotion_notice(name: str, *, active: bool) -> str:
    when = "is on now" if active else "starts within a week"
    return (
        f"{name} {when}. A store takes part through join_promotion with a discount of "
        "0.05 to 0.50; the deeper the discount, the more customers."
    )
