"""What happens in the supermarket: goods ordered, unloaded, sold, sent back, reviewed, expired.

Days are counted from 0, the first day. `price` fields are doubles in the store's currency;
`amount`, `revenue`, `refunds`, `cost` and `net_worth` are micro-units. What happens to many
products at once is one event a day with a record per product. A *lot* is the units of one order
line: they are alike in everything. Qualities, attractions and news effects are hidden from the
agent and recorded because metrics need them.
"""

import msgspec

from events.base import Input, Line, Outcome


class Priced(Line, frozen=True):
    """A product the store sells, and its first price."""

    sku: str
    price: float
    category: str = ""
    shelf_life: int = 0
    """Days."""


class PricesDrawn(Outcome, frozen=True, tag="prices.drawn"):
    """What the store sells, at its predecessor's prices, in the order they were drawn."""

    prices: tuple[Priced, ...]


class ShelfSet(Outcome, frozen=True, tag="shelf.set"):
    """These products are on the shelf now and no others."""

    skus: tuple[str, ...]


class Quoted(Line, frozen=True):
    """What one product costs today, supplier by supplier in the order of their event."""

    sku: str
    prices: tuple[float | None, ...]
    """After the news; None where a supplier has no quote."""
    qualities: tuple[float | None, ...]
    """Hidden: 1 to 5."""
    effect: float = 0.0
    """Hidden: what the news takes off the price, as a fraction."""


class QuotesPublished(Outcome, frozen=True, tag="quotes.published"):
    """The suppliers' prices of one day."""

    suppliers: tuple[str, ...]
    products: tuple[Quoted, ...]


class OrderLine(Line, frozen=True):
    """One line of an order: a lot that will arrive."""

    lot: int
    sku: str
    quantity: int
    price: float
    amount: int
    lead_days: int
    """Its own; the order arrives with its slowest line."""
    last_day: int
    """The last day on which its units can be sold."""
    quality: float | None = None
    """Hidden."""


class GoodsOrdered(Outcome, frozen=True, tag="goods.ordered"):
    """An order was paid and is on its way."""

    order: int
    supplier: str
    amount: int
    due_day: int
    lines: tuple[OrderLine, ...]


class LotMoved(Line, frozen=True):
    """Units of one lot: those that found room, and those that wait outside."""

    lot: int
    stocked: int = 0
    waiting: int = 0


class GoodsDelivered(Outcome, frozen=True, tag="goods.delivered"):
    """An order arrived; what found no room waits in a queue."""

    order: int
    lots: tuple[LotMoved, ...]


class GoodsAdmitted(Outcome, frozen=True, tag="goods.admitted"):
    """The first units of the queue found room."""

    lots: tuple[LotMoved, ...]


class GoodsExpired(Outcome, frozen=True, tag="goods.expired"):
    """Units past their last day vanished, from the stock and from the queue."""

    lots: tuple[LotMoved, ...]


class Attraction(Line, frozen=True):
    """Hidden: how attractive one product is today."""

    sku: str
    value: float
    news: float = 0.0
    """The effect of the news on it."""
    reviews: float = 0.0
    """The effect of its reviews."""


class DemandSampled(Outcome, frozen=True, tag="demand.sampled"):
    """The day's customers, and how the products in stock appeal to them."""

    traffic: int
    products: tuple[Attraction, ...]
    """In the order of the stock."""


class LotSold(Line, frozen=True):
    """Units of one lot that were sold, oldest lots first, and how many of them came back."""

    lot: int
    units: int
    returned: int = 0


class Review(Line, frozen=True):
    """A customer's review of a unit of one lot."""

    lot: int
    stars: int
    dimension: str
    remark: int
    """Its text: place in the world's table of remarks, from 0."""


class Sale(Line, frozen=True):
    """One product's day."""

    sku: str
    price: float
    demand: int
    """More than was sold where the stock ran out."""
    sold: int = 0
    returned: int = 0
    revenue: int = 0
    refunds: int = 0
    cost: int = 0
    """What the units sold had been bought for."""
    lots: tuple[LotSold, ...] = ()
    reviews: tuple[Review, ...] = ()


class GoodsSold(Outcome, frozen=True, tag="goods.sold"):
    """The day's customers bought, sent back and reviewed; in selling order."""

    sales: tuple[Sale, ...]


class TakingsBooked(Outcome, frozen=True, tag="takings.booked"):
    """The day's revenue, less refunds, reached the bank."""

    revenue: int
    refunds: int


class NewsShown(Line, frozen=True):
    """One item in the paper; `last_day` is the last day it acts and is shown."""

    item: str
    last_day: int


class NewsDrawn(Outcome, frozen=True, tag="news.drawn"):
    """Fresh items for the paper of `day`, after those that go on from the day before."""

    day: int
    fresh: tuple[NewsShown, ...]


class NewsLapsed(Outcome, frozen=True, tag="news.lapsed"):
    """Items that ran for several days have had their last one."""

    items: tuple[str, ...]


class RentPaid(Outcome, frozen=True, tag="rent.paid"):
    """The store paid a day's rent."""

    amount: int


class DayReported(Outcome, frozen=True, tag="day.reported"):
    """A day's figures; money in micro-units, balances on the morning after it."""

    day: int
    """The day that is over; the first is 0."""
    sold: int
    returned: int
    expired: int
    revenue: int
    refunds: int
    cost: int
    bank: int
    net_worth: int
    stocked: int
    waiting: int
    short: tuple[str, ...] = ()
    """Products that ran out while customers still wanted them, in selling order."""
    bare: int = 0
    """Products on the shelf that the store had none of all day."""


class InnerCall(Line, frozen=True):
    """A read tool called by the agent's code."""

    tool: str
    arguments: str
    """JSON."""
    success: bool = True


class CodeRan(Input, frozen=True, tag="code.ran"):
    """The agent's code ran in its sandbox, and this came of it."""

    result: msgspec.Raw
    """JSON."""
    stdout: str = ""
    error: str = ""
    calls: tuple[InnerCall, ...] = ()
    refused: bool = False
    """The code broke the sandbox's rules and was not run."""
