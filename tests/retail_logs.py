"""Events of a supermarket made by hand, for logs of a few days."""

import msgspec

from events.episode import Call, ToolAnswered, TurnTaken
from events.marketplace import PriceSet
from events.supermarket import (
    DayReported,
    GoodsOrdered,
    GoodsSold,
    OrderLine,
    Quoted,
    QuotesPublished,
)
from tests.logs import at, morning

YUAN = 1_000_000


def turn(day, number, *calls):
    """Calls as (tool, JSON arguments, events they cause); a tool marked with ! fails."""
    yield TurnTaken(
        seq=0,
        tick=at(day),
        turn=number,
        calls=tuple(Call(tool.rstrip("!"), told) for tool, told, *_ in calls),
    )
    for index, (tool, _, *caused) in enumerate(calls):
        yield from caused
        yield ToolAnswered(
            seq=0,
            tick=at(day),
            turn=number,
            index=index,
            tool=tool.rstrip("!"),
            minutes=0,
            answer=msgspec.Raw(b"{}"),
            failed=tool.endswith("!"),
        )


def quotes(day, *products, suppliers=("s1", "s2")):
    """The day's quotes; by default of A by two suppliers, the better one dearer, and B by one."""
    told = products or (
        Quoted("A", (2.0, 1.0), (4.0, 2.0)),
        Quoted("B", (3.0, None), (5.0, None)),
    )
    return QuotesPublished(seq=0, tick=morning(day, 3), suppliers=suppliers, products=told)


def order(day, lot, sku, supplier, units, price, quality):
    """An order of one line, numbered as its lot."""
    line = OrderLine(lot, sku, units, price, int(price * units * YUAN), 1, day + 2, quality)
    return GoodsOrdered(
        seq=0, tick=at(day), order=lot, supplier=supplier, amount=1, due_day=day + 1, lines=(line,)
    )


def price(day, sku, value):
    """A price set."""
    return PriceSet(seq=0, tick=at(day), store="", sku=sku, price=value)


def sold(day, *sales):
    """The evening's sales."""
    return GoodsSold(seq=0, tick=at(day, 18 * 60, 2), sales=sales)


def report(day, *, short=(), bare=0, **figures):
    """The day's report; a day without one was not played to its end."""
    known = ("sold", "returned", "expired", "revenue", "refunds", "cost", "bank", "net_worth")
    told = dict.fromkeys((*known, "stocked", "waiting"), 0) | figures
    return DayReported(seq=0, tick=morning(day + 1, 5), day=day, short=short, bare=bare, **told)
