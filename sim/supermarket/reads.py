"""The read tools: what the agent may ask, by itself or from its code.

Each answers with a structure as published, an object or a list; rules: docs/rules/supermarket.md
§10.
"""

import datetime as dt
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import msgspec

from data.supermarket.parameters import Preset
from events.errors import BadArguments, RuleBroken
from sim.settings import MAX_DAYS
from sim.supermarket import queries, research
from sim.supermarket.arguments import (
    AverageRatings,
    MaybeProducts,
    NewsDetail,
    NewsHistory,
    PriceHistory,
    ReturnRates,
    SalesHistory,
    SomeProducts,
)
from sim.supermarket.shelf import require_known
from sim.supermarket.world import Store
from sim.tools import ITSELF, Arguments, NoArguments

LISTED: Final = "rows"
"""The field under which a list is answered."""


class Read(NamedTuple):
    """One read tool: its name, its arguments, what it answers, and the rows of a long answer."""

    name: str
    arguments: type[Arguments]
    answer: Callable[[Store, Any], Any]
    rows: str = LISTED

    def parameters(self) -> tuple[str, ...]:
        """Return the names of its arguments in order, paging left out."""
        return tuple([name for name in self.arguments.__struct_fields__ if name != "page"])


def day_of(store: Store, name: str, text: str) -> int:
    """Return a date of an argument as a day.

    Raises:
        RuleBroken: it is no date.
    """
    for form in ("%Y-%m-%d", "%m/%d/%y"):
        try:
            date = dt.datetime.strptime(text, form).date()
        except ValueError:
            continue
        return store.day_of(date.isoformat())
    raise RuleBroken(f"{name} must be a date, YYYY-MM-DD or MM/DD/YY, not {text[:40]!r}")


def _days(store: Store, start: str, end: str) -> tuple[int, int]:
    first, last = day_of(store, "start_date", start), day_of(store, "end_date", end)
    if first > last:
        raise RuleBroken(f"start_date {start} is after end_date {end}")
    return first, last


def _maybe_days(store: Store, start: str | None, end: str | None) -> tuple[int | None, int | None]:
    first = None if start is None else day_of(store, "start_date", start)
    last = None if end is None else day_of(store, "end_date", end)
    if first is not None and last is not None and first > last:
        raise RuleBroken(f"start_date {start} is after end_date {end}")
    return first, last


def _supplier(name: str | None) -> str | None:
    if name is not None and not name.strip():
        raise RuleBroken("supplier_id must not be empty; leave it out for all suppliers")
    return None if name is None else name.strip()


def _prices(store: Store, args: MaybeProducts) -> Any:
    skus = args.sku_ids or []
    require_known(store, skus)
    return queries.prices(store, skus)


def _costs(store: Store, args: MaybeProducts) -> Any:
    skus = args.sku_ids or []
    require_known(store, skus)
    return queries.inventory_cost(store, skus)


def _sales(store: Store, args: SalesHistory) -> Any:
    require_known(store, args.sku_ids)
    first, last = _days(store, args.start_date, args.end_date)
    if last - first >= MAX_DAYS:
        raise RuleBroken(f"ask for {MAX_DAYS:,} days at most")
    return research.sales_history(store, args.sku_ids, first, last, _supplier(args.supplier_id))


def _supplier_prices(store: Store, args: SomeProducts) -> Any:
    require_known(store, args.sku_ids)
    return queries.supplier_prices(store, args.sku_ids)


def _price_history(store: Store, args: PriceHistory) -> Any:
    require_known(store, [args.sku_id])
    first, last = _maybe_days(store, args.start_date, args.end_date)
    return research.price_history(store, args.sku_id, first, last, _supplier(args.supplier_id))


def _ratings(store: Store, args: AverageRatings) -> Any:
    require_known(store, args.sku_ids)
    first, last = _maybe_days(store, args.start_date, args.end_date)
    return research.mean_ratings(store, args.sku_ids, first, last)


def _return_rates(store: Store, args: ReturnRates) -> Any:
    skus = store.skus if args.sku_ids is None else args.sku_ids
    require_known(store, skus)
    first, last = _days(store, args.start_date, args.end_date)
    supplier = _supplier(args.supplier_id) or ""
    return research.return_rates(store, supplier, list(skus), first, last)


def _news_history(store: Store, args: NewsHistory) -> Any:
    first, last = _days(store, args.start_date, args.end_date)
    return research.news_history(store, first, last)


_ALWAYS: Final = (
    Read("view_funds_and_date", NoArguments, lambda store, _: queries.funds_and_date(store)),
    Read("view_inventory", NoArguments, lambda store, _: queries.inventory(store)),
    Read("view_shelf_status", NoArguments, lambda store, _: queries.shelf_status(store)),
    Read("view_sku_prices", MaybeProducts, _prices, ITSELF),
    Read("view_sku_inventory_cost", MaybeProducts, _costs, ITSELF),
    Read("view_sales_profit_history", SalesHistory, _sales, ITSELF),
    Read("view_current_date_supplier_prices", SomeProducts, _supplier_prices, ITSELF),
    Read("view_supplier_price_history", PriceHistory, _price_history),
    Read("view_notes", NoArguments, lambda store, _: queries.notes(store)),
)
_REVIEWS: Final = (
    Read("view_sku_avg_ratings", AverageRatings, _ratings, ITSELF),
    Read("view_supplier_returns_avg_rate", ReturnRates, _return_rates, "per_sku"),
)
_NEWS: Final = (
    Read("view_today_news", NoArguments, lambda store, _: research.todays_news(store)),
    Read(
        "view_news_detail",
        NewsDetail,
        lambda store, args: research.news_detail(store, args.news_id),
    ),
    Read("view_news_history", NewsHistory, _news_history),
)


def reads(preset: Preset) -> tuple[Read, ...]:
    """Return the read tools of a store."""
    reviews = () if preset.review_ratio is None else _REVIEWS
    return (*_ALWAYS, *reviews, *(_NEWS if preset.news else ()))


def answer(store: Store, name: str, arguments: dict[str, Any]) -> Any:
    """Answer a read tool called by name.

    Raises:
        RuleBroken: there is no such read tool, or its arguments are wrong.
    """
    for read in reads(store.preset):
        if read.name == name:
            try:
                return read.answer(store, msgspec.convert(arguments, read.arguments))
            except msgspec.ValidationError as error:
                raise BadArguments(str(error)) from None
    raise RuleBroken(f"there is no read tool {name[:60]!r}")
