"""The one place that changes the supermarket's state: `apply(state, event)`.

`APPLY` names a function per event struct. Each is plain assignment: decisions were made before the
event was written. Money moves through the book by the event's posting.
"""

from collections.abc import Iterable
from typing import Final

from events.base import Event
from events.marketplace import MemoDeleted, MemoWritten, PriceSet
from events.supermarket import (
    GoodsAdmitted,
    GoodsDelivered,
    GoodsExpired,
    GoodsOrdered,
    GoodsSold,
    LotMoved,
    NewsDrawn,
    NewsLapsed,
    PricesDrawn,
    QuotesPublished,
    ShelfSet,
)
from ledger.settlement import day_of
from sim.core import CORE, Effects, applier, folded
from sim.supermarket.state import Lot, Ratings, State


def _prices_drawn(state: State, event: PricesDrawn) -> None:
    for line in event.prices:
        state.prices[line.sku] = line.price


def _price_set(state: State, event: PriceSet) -> None:
    state.prices[event.sku] = event.price


def _shelf_set(state: State, event: ShelfSet) -> None:
    state.shelf = dict.fromkeys(event.skus)


def _goods_ordered(state: State, event: GoodsOrdered) -> None:
    today = day_of(event.tick)
    for line in event.lines:
        state.lots[line.lot] = Lot(
            line.lot,
            event.order,
            line.sku,
            event.supplier,
            line.quantity,
            line.price,
            line.quality,
            today,
            event.due_day,
            line.last_day,
        )
        state.supplied.setdefault(line.sku, []).append(line.lot)
        state.lot_count = line.lot
    state.orders[event.order] = event
    state.order_count = event.order


def _goods_delivered(state: State, event: GoodsDelivered) -> None:
    del state.orders[event.order]
    for moved in event.lots:
        _admit(state, moved)
        if moved.waiting:
            state.waiting.append([moved.lot, moved.waiting])


def _goods_admitted(state: State, event: GoodsAdmitted) -> None:
    for moved in event.lots:
        first = state.waiting[0]
        first[1] -= moved.stocked
        if not first[1]:
            del state.waiting[0]
        _admit(state, moved)


def _admit(state: State, moved: LotMoved) -> None:
    if not moved.stocked:
        return
    held = state.stock.setdefault(state.lots[moved.lot].sku, [])
    if held and held[-1][0] == moved.lot:
        held[-1][1] += moved.stocked
    else:
        held.append([moved.lot, moved.stocked])
    state.stocked += moved.stocked


def _goods_expired(state: State, event: GoodsExpired) -> None:
    gone = {moved.lot: moved for moved in event.lots}
    for moved in event.lots:
        if moved.stocked:
            sku = state.lots[moved.lot].sku
            state.stock[sku] = [each for each in state.stock[sku] if each[0] != moved.lot]
            state.stocked -= moved.stocked
    state.waiting = [each for each in state.waiting if each[0] not in gone]


def _goods_sold(state: State, event: GoodsSold) -> None:
    day = day_of(event.tick)
    for sale in event.sales:
        if sale.sold:
            held = state.stock[sale.sku]
            for sold in sale.lots:
                held[0][1] -= sold.units
                if not held[0][1]:
                    del held[0]
            if not held:
                del state.stock[sale.sku]
            state.stocked -= sale.sold
        state.sales.setdefault(sale.sku, {})[day] = sale
        if sale.reviews:
            stars = sum([review.stars for review in sale.reviews])
            state.ratings.setdefault(sale.sku, Ratings()).add(day, stars, len(sale.reviews))


def _quotes_published(state: State, event: QuotesPublished) -> None:
    state.quotes.append(event)


def _news_lapsed(state: State, event: NewsLapsed) -> None:
    today = day_of(event.tick)
    state.news = [shown for shown in state.news if shown.last_day > today]


def _news_drawn(state: State, event: NewsDrawn) -> None:
    going_on = [shown for shown in state.news if shown.last_day >= event.day]
    state.news = [*going_on, *event.fresh]
    state.papers.append(tuple(dict.fromkeys([shown.item for shown in state.news])))


def _memo_written(state: State, event: MemoWritten) -> None:
    state.notes[event.title] = day_of(event.tick), event.content
    state.note_count += 1


def _memo_deleted(state: State, event: MemoDeleted) -> None:
    del state.notes[event.title]


APPLY: Final[Effects] = {
    **CORE,
    PricesDrawn: _prices_drawn,
    PriceSet: _price_set,
    ShelfSet: _shelf_set,
    GoodsOrdered: _goods_ordered,
    GoodsDelivered: _goods_delivered,
    GoodsAdmitted: _goods_admitted,
    GoodsExpired: _goods_expired,
    GoodsSold: _goods_sold,
    QuotesPublished: _quotes_published,
    NewsLapsed: _news_lapsed,
    NewsDrawn: _news_drawn,
    MemoWritten: _memo_written,
    MemoDeleted: _memo_deleted,
}

apply: Final = applier(APPLY)
"""Makes an event true in a state: `apply(state, event)`."""


def fold(events: Iterable[Event]) -> State:
    """Return the state that a log's events lead to."""
    return folded(State(), apply, events)
