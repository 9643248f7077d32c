"""The arguments of the supermarket's tools: one struct per tool, schema and validation in one.

Rules: docs/rules/supermarket.md §10.
"""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from sim.tools import Arguments, Page

PRICE_MAX: Final = 1_000_000
UNITS_MAX: Final = 1_000_000_000
RESULT_MAX: Final = 50_000
"""Characters of what a piece of code gives back."""
CODE_MAX: Final = 20_000
NOTE_MAX: Final = 100_000

Sku = Annotated[str, Meta(description="A product's id.")]
Skus = Annotated[list[Sku], Meta(min_length=1)]
Date = Annotated[str, Meta(description="YYYY-MM-DD or MM/DD/YY.")]
Supplier = Annotated[str, Meta(min_length=1, description="A supplier's id.")]
Quantity = Annotated[int, Meta(ge=1, le=UNITS_MAX)] | bool
Price = Annotated[float, Meta(gt=0, le=PRICE_MAX)] | bool


class OrderItem(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of an order."""

    sku_id: Sku
    quantity: Quantity


class PlaceOrder(Arguments, frozen=True):
    items: Annotated[list[OrderItem], Meta(min_length=1)]
    supplier_id: Supplier


class ModifyPrice(Arguments, frozen=True):
    sku_id: Sku
    new_price: Price


class SetShelf(Arguments, frozen=True):
    sku_ids: list[Sku]


class AddNote(Arguments, frozen=True):
    content: Annotated[str, Meta(min_length=1, max_length=NOTE_MAX)]


class RemoveNote(Arguments, frozen=True):
    note_id: str


class SomeProducts(Arguments, frozen=True):
    sku_ids: Skus
    page: Page = None


class MaybeProducts(Arguments, frozen=True):
    sku_ids: Skus | None
    page: Page = None


class SalesHistory(Arguments, frozen=True):
    sku_ids: Skus
    start_date: Date
    end_date: Date
    supplier_id: str | None = None
    page: Page = None


class PriceHistory(Arguments, frozen=True):
    sku_id: Sku
    start_date: Date | None = None
    end_date: Date | None = None
    supplier_id: str | None = None
    page: Page = None


class AverageRatings(Arguments, frozen=True):
    sku_ids: Skus
    start_date: Date | None
    end_date: Date | None
    page: Page = None


class ReturnRates(Arguments, frozen=True):
    supplier_id: Supplier
    start_date: Date
    end_date: Date
    sku_ids: Skus | None = None
    page: Page = None


class NewsDetail(Arguments, frozen=True):
    news_id: Annotated[str, Meta(min_length=1)]


class NewsHistory(Arguments, frozen=True):
    start_date: Date
    end_date: Date
    page: Page = None


class ExecuteCode(Arguments, frozen=True):
    code: Annotated[str, Meta(min_length=1, max_length=CODE_MAX)]
