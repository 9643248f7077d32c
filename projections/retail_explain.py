"""What an event of the supermarket came from and led to: its lots, its evening, its paper.

A lot is followed from its supplier's quote through order, arrival, queue and sales to its expiry;
a sale to the prices, the shelf and the orders behind it; money to the evening it was made.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from events.base import Event
from events.episode import EpisodeFinalised
from events.marketplace import PriceSet
from events.money import SolvencyTested
from events.supermarket import (
    DayReported,
    DemandSampled,
    GoodsAdmitted,
    GoodsDelivered,
    GoodsExpired,
    GoodsOrdered,
    GoodsSold,
    NewsDrawn,
    NewsLapsed,
    PricesDrawn,
    QuotesPublished,
    RentPaid,
    ShelfSet,
    TakingsBooked,
)
from ledger.settlement import ACTING, PHASES, day_of
from projections.explain_words import several
from projections.retail_explain_words import moved_words, sale_words

Events = Sequence[Any]

GOODS: Final = (GoodsOrdered, GoodsDelivered, GoodsAdmitted, GoodsSold, GoodsExpired)


def related(events: Events, asked: Any) -> Sequence[Event]:
    """Return the events that one of them came from and led to."""
    find = _RELATED.get(type(asked))
    return find(events, asked) if find else []


def share(event: Event, asked: Event, _chain: Sequence[Event]) -> str:
    """Return the part that is in question: of the lots or the product asked for, or every sale."""
    if event is asked and isinstance(event, GoodsSold):
        return f": {several(sale_words(sale) for sale in event.sales if sale.sold) or 'none'}"
    if event is asked:
        return ""
    if isinstance(asked, PriceSet) and isinstance(event, GoodsSold):
        sales = [sale_words(sale) for sale in event.sales if sale.sku == asked.sku]
        return f"; of it {several(sales)}"
    if not isinstance(asked, GOODS) or isinstance(asked, GoodsSold):
        return ""
    lots = lots_of(asked)
    if isinstance(event, GoodsSold):
        parts = [
            f"{part.units} of lot {part.lot}" + (f", {part.returned} back" if part.returned else "")
            for sale in event.sales
            for part in sale.lots
            if part.lot in lots
        ]
        return f"; of it {several(parts)}"
    if isinstance(event, GoodsAdmitted | GoodsExpired) and len(event.lots) > len(lots):
        return f"; of it {several(moved_words(each) for each in event.lots if each.lot in lots)}"
    return ""


def lots_of(event: Any) -> set[int]:
    """Return the lots that an event moved."""
    if isinstance(event, GoodsSold):
        return {part.lot for sale in event.sales for part in sale.lots}
    if isinstance(event, GoodsOrdered):
        return {line.lot for line in event.lines}
    return {moved.lot for moved in event.lots}


def _lots(events: Events, asked: Any) -> Sequence[Event]:
    """The whole life of an event's lots, and the quotes they were ordered at."""
    life = _of_lots(events, lots_of(asked), *GOODS)
    days = {day_of(event.tick) for event in life if isinstance(event, GoodsOrdered)}
    return [*_of_days(events, days, QuotesPublished), *life]


def _sales(events: Events, asked: GoodsSold) -> Sequence[Event]:
    """The evening of sales, and the prices, shelf, orders and arrivals behind them."""
    before = events[: asked.seq - 1]
    behind = _of_lots(before, lots_of(asked), GoodsOrdered, GoodsDelivered)
    sold = {sale.sku for sale in asked.sales if sale.sold}
    prices = {event.sku: event for event in before if isinstance(event, PriceSet)}
    named = [event for sku, event in prices.items() if sku in sold]
    first = _last(before, PricesDrawn) if sold - set(prices) else []
    return [*first, *_last(before, ShelfSet), *behind, *named, *_takings(events, asked)]


def _takings(events: Events, asked: Event) -> Sequence[Event]:
    kinds = (DemandSampled, GoodsSold, TakingsBooked, DayReported)
    return [event for event in _whole_night(events, asked) if isinstance(event, kinds)]


def _whole_night(events: Events, asked: Event) -> Sequence[Event]:
    """Everything that was settled in the same night."""
    first = last = asked.seq - 1
    while first > 0 and events[first - 1].tick % PHASES != ACTING.phase:
        first -= 1
    while last + 1 < len(events) and events[last + 1].tick % PHASES != ACTING.phase:
        last += 1
    return [event for event in events[first : last + 1] if event is not asked]


def _demand(events: Events, asked: DemandSampled) -> Sequence[Event]:
    before = events[: asked.seq - 1]
    return [*_last(before, ShelfSet), *_last(before, NewsDrawn), *_takings(events, asked)]


def _quotes(events: Events, asked: QuotesPublished) -> Sequence[Event]:
    """The paper of the day, and what was ordered at these quotes."""
    today = day_of(asked.tick)
    paper = [event for event in events if isinstance(event, NewsDrawn) and event.day == today]
    return [*paper, *_of_days(events, {today}, GoodsOrdered)]


def _paper(events: Events, asked: NewsDrawn) -> Sequence[Event]:
    """The quotes and the demand it acts on first, and the end of its items."""
    ends = {shown.last_day: shown.item for shown in asked.fresh if shown.last_day > asked.day}
    lapsed = [
        event
        for event in events[asked.seq :]
        if isinstance(event, NewsLapsed) and day_of(event.tick) in ends
    ]
    return [*_of_days(events, {asked.day}, QuotesPublished, DemandSampled), *lapsed]


def _lapsed(events: Events, asked: NewsLapsed) -> Sequence[Event]:
    """The papers in which its items were fresh."""
    today = day_of(asked.tick)
    return [
        event
        for event in events[: asked.seq]
        if isinstance(event, NewsDrawn)
        and any(shown.last_day == today > event.day for shown in event.fresh)
    ]


def _price(events: Events, asked: PriceSet) -> Sequence[Event]:
    """The price before, and the evenings on which was sold at this one."""
    same: list[Event] = [
        event for event in events if isinstance(event, PriceSet) and event.sku == asked.sku
    ]
    earlier = [event for event in same if event.seq < asked.seq]
    later = [event.seq for event in same if event.seq > asked.seq]
    until = min(later, default=len(events) + 1)
    before = earlier[-1:] or _last(events, PricesDrawn)
    sold = [
        event
        for event in events[asked.seq : until]
        if isinstance(event, GoodsSold)
        and any(sale.sku == asked.sku and sale.sold for sale in event.sales)
    ]
    return [*before, *sold]


def _shelf(events: Events, asked: ShelfSet) -> Sequence[Event]:
    """The shelf before, and the first evening of this one."""
    later = [event for event in events[asked.seq :] if isinstance(event, GoodsSold)]
    return [*_last(events[: asked.seq - 1], ShelfSet), *later[:1]]


def _solvency(events: Events, asked: SolvencyTested) -> Sequence[Event]:
    """The mornings of its streak, and what reached or left the bank in its night."""
    tests = [event for event in events[: asked.seq - 1] if isinstance(event, SolvencyTested)]
    streak = tests[len(tests) - max(0, asked.streak - 1) :]
    night = _whole_night(events, asked)
    return [*streak, *(event for event in night if isinstance(event, TakingsBooked | RentPaid))]


def _end(events: Events, asked: EpisodeFinalised) -> Sequence[Event]:
    before = events[: asked.seq - 1]
    tests = [event for event in before if isinstance(event, SolvencyTested)]
    streak = max(1, tests[-1].streak) if tests else 0
    return [*tests[len(tests) - streak :], *_last(before, DayReported)]


def _of_days(events: Events, days: Iterable[int], *kinds: type[Event]) -> list[Event]:
    wanted = set(days)
    return [event for event in events if isinstance(event, kinds) and day_of(event.tick) in wanted]


def _of_lots(events: Events, lots: set[int], *kinds: type[Event]) -> list[Event]:
    return [
        event
        for event in events
        if isinstance(event, kinds) and not lots.isdisjoint(lots_of(event))
    ]


def _last(events: Events, kind: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)][-1:]


_RELATED: Final[dict[type[Event], Callable[[Events, Any], Sequence[Event]]]] = {
    **dict.fromkeys((GoodsOrdered, GoodsDelivered, GoodsAdmitted, GoodsExpired), _lots),
    GoodsSold: _sales,
    TakingsBooked: _takings,
    DemandSampled: _demand,
    QuotesPublished: _quotes,
    NewsDrawn: _paper,
    NewsLapsed: _lapsed,
    PriceSet: _price,
    ShelfSet: _shelf,
    SolvencyTested: _solvency,
    DayReported: _whole_night,
    EpisodeFinalised: _end,
}
