"""The words of an explanation in the supermarket: its events, each on one line."""

from typing import Final

from events.episode import EpisodeStarted
from events.marketplace import PriceSet
from events.money import SolvencyTested
from events.supermarket import (
    CodeRan,
    DayReported,
    DemandSampled,
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
    RentPaid,
    Sale,
    ShelfSet,
    TakingsBooked,
)
from projections.explain_words import COMMON_WORDS, Words, amount, several, shortened


def moved_words(moved: LotMoved) -> str:
    """Return how many units of a lot are in stock, or were, and how many outside."""
    outside = f", {moved.waiting} outside" if moved.waiting else ""
    return f"lot {moved.lot} {moved.stocked} in stock{outside}"


def sale_words(sale: Sale) -> str:
    """Return a product's day."""
    more = f", {sale.demand} asked for" if sale.demand > sale.sold else ""
    back = f", {sale.returned} back" if sale.returned else ""
    return f"{sale.sold} x {sale.sku} at {sale.price}{more}{back}"


def _drawn(event: PricesDrawn) -> str:
    prices = [line.price for line in event.prices]
    span = f", from {min(prices)} to {max(prices)}" if prices else ""
    return f"the first prices of {len(prices)} products{span}"


def _ordered(event: GoodsOrdered) -> str:
    lines = [
        f"lot {line.lot} {line.quantity} x {line.sku} at {line.price}, good until day "
        f"{line.last_day}"
        for line in event.lines
    ]
    return (
        f"order {event.order} from {event.supplier}, {amount(event.amount)}, due day "
        f"{event.due_day}: {several(lines)}"
    )


def _moved(event: GoodsAdmitted | GoodsExpired) -> str:
    return several(map(moved_words, event.lots))


def _sold(event: GoodsSold) -> str:
    sold = [sale for sale in event.sales if sale.sold]
    units, back = sum([sale.sold for sale in sold]), sum([sale.returned for sale in sold])
    revenue = amount(sum([sale.revenue for sale in sold]))
    refunds = amount(sum([sale.refunds for sale in sold]))
    return f"{units} units of {len(sold)} products for {revenue}, {back} of them back for {refunds}"


def _reported(event: DayReported) -> str:
    return (
        f"day {event.day}, {event.sold} sold, {event.returned} back, {event.expired} expired; "
        f"bank {amount(event.bank)}, net worth {amount(event.net_worth)}, {event.stocked} in "
        f"stock, {event.waiting} outside"
    )


def _ran(event: CodeRan) -> str:
    reads = several(call.tool for call in event.calls) or "nothing"
    error = f"; {shortened(event.error, 80)}" if event.error else ""
    return f"{'refused' if event.refused else 'ran'}, looked at {reads}{error}"


RETAIL_WORDS: Final[Words] = {
    **COMMON_WORDS,
    EpisodeStarted: lambda event: f"opened with {amount(event.opening_balance)} in the bank",
    PricesDrawn: _drawn,
    PriceSet: lambda event: f"{event.sku} at {event.price}",
    ShelfSet: lambda event: f"{len(event.skus)} products: {several(event.skus)}",
    QuotesPublished: lambda event: (
        f"{len(event.products)} products, {len(event.suppliers)} suppliers"
    ),
    GoodsOrdered: _ordered,
    GoodsDelivered: lambda event: f"order {event.order}: {several(map(moved_words, event.lots))}",
    GoodsAdmitted: _moved,
    GoodsExpired: _moved,
    DemandSampled: lambda event: (
        f"{event.traffic} customers, {len(event.products)} products in stock"
    ),
    GoodsSold: _sold,
    TakingsBooked: lambda event: (
        f"revenue {amount(event.revenue)} less refunds {amount(event.refunds)}"
    ),
    NewsDrawn: lambda event: (
        f"paper of day {event.day}, {len(event.fresh)} fresh: "
        f"{several(each.item for each in event.fresh)}"
    ),
    NewsLapsed: lambda event: several(event.items),
    RentPaid: lambda event: amount(event.amount),
    SolvencyTested: lambda event: f"bank {amount(event.bank)}, streak {event.streak}",
    DayReported: _reported,
    CodeRan: _ran,
}
