"""The arguments of the 18 tools: one struct per tool, which is both its schema and its validation.

Numbers are bounded here, so that nothing absurd reaches a rule.
Rules: docs/rules/marketplace.md §20.
"""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from sim.numbers import QUANTITY_MAX, YUAN_MAX, YUAN_MIN
from sim.tools import Arguments, Page

TITLE_MAX: Final = 200
"""Characters in a note's title."""

Price = Annotated[float, Meta(ge=YUAN_MIN, le=YUAN_MAX, description="Yuan.")]
Quantity = Annotated[int, Meta(ge=1, le=QUANTITY_MAX)]


class Item(msgspec.Struct, frozen=True):
    """Base of list items; unknown fields are ignored, as an item stands or falls alone."""

    product_id: str


class OpenStore(Arguments, frozen=True):
    store_type: Annotated[str, Meta(description="A type id from market_search.")]
    store_name: str


class CloseStore(Arguments, frozen=True):
    store_id: str
    liquidate: Annotated[bool | None, Meta(description="Sell the stock at a tenth of cost.")] = None


class CheckStoreStatus(Arguments, frozen=True):
    store_id: Annotated[str | None, Meta(description="Omit for a summary of all.")] = None
    page: Page = None


class ListProducts(Arguments, frozen=True):
    store_type: str | None = None
    category: str | None = None
    page: Page = None


class Listing(Item, frozen=True):
    quantity: Quantity
    retail_price: Price


class PublishToStore(Arguments, frozen=True):
    store_id: str
    plan: list[Listing]


class NewPrice(Item, frozen=True):
    price: Price


class SetPrices(Arguments, frozen=True):
    store_id: str
    prices: list[NewPrice]


class TakenBack(Item, frozen=True):
    quantity: Quantity


class ReturnToWarehouse(Arguments, frozen=True):
    store_id: str
    items: list[TakenBack]


class JoinPromotion(Arguments, frozen=True):
    store_id: str
    event_name: str
    discount_rate: Annotated[float, Meta(ge=-1, le=100, description="0.05 to 0.50.")]


class CheckWarehouse(Arguments, frozen=True):
    page: Page = None


class Withdraw(Arguments, frozen=True):
    amount: Annotated[float, Meta(ge=-YUAN_MAX, le=YUAN_MAX)] | None = None


class WaitForNextDay(Arguments, frozen=True):
    current_day: str | None = None


class Chatbox(Arguments, frozen=True):
    content: str | None = None
    uid: Annotated[str | None, Meta(description="One supplier's e-mail address.")] = None
    uids: Annotated[list[str] | str | None, Meta(description="Several addresses.")] = None
    history_count: Annotated[int, Meta(ge=0, le=QUANTITY_MAX)] | None = None


class OperateMemory(Arguments, frozen=True):
    action: Literal["add", "get", "update", "delete", "list"]
    title: Annotated[str, Meta(max_length=TITLE_MAX)] | None = None
    content: str | None = None


class MarketSearch(Arguments, frozen=True):
    store_type: str | None = None
    category: str | None = None


class SupplierSearch(Arguments, frozen=True):
    product_name: str | None = None
    category: str | None = None
    store_type: str | None = None
    page: Page = None


class ShipOrders(Arguments, frozen=True):
    action: Literal["ship", "list"] | None = None
    shipment_ids: Annotated[list[int] | None, Meta(description="Omit to ship all.")] = None
    speed: str | None = None
    page: Page = None


class TraceReturnSources(Arguments, frozen=True):
    product_id: str | None = None
    page: Page = None
