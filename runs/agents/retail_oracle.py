"""The supermarket's benchmark lines: fixed rules that know what no agent can know.

`oracle` buys every product from the supplier of the highest quality, `cheapest` from the cheapest;
all else is the same. Each sells the two products of every category that earned most before the
first day and never changes its shelf. Every day, for each product: of the prices at which it sold
in the last 30 days, take the one with the highest mean profit at today's cost; set it; when stock
falls to six days of what sold at that price, adjusted by what today's news will do, order up to
that. They act through the tools alone, and look up each past day once.
Rules: docs/rules/supermarket.md, "Benchmark lines".
"""

import datetime as dt
from collections.abc import Callable, Generator
from typing import Any, Final

import msgspec

from data.supermarket.parameters import Preset
from data.supermarket.tables import Supermarket
from events.episode import Call
from runs.agents.base import Answers, Brief, Merchant, call
from runs.agents.retail_insight import Insight

WINDOW_DAYS: Final = 30
COVER_DAYS: Final = 6
UNITS_GUESS: Final = 10.0
"""Units a day of a product that has not sold within the window."""
ROOM_KEPT: Final = 100
"""Units of storage that orders leave free."""
PATIENCE: Final = 10
"""Mornings in a row below zero after which they give up."""

Turns = Generator[list[Call], Answers, Answers]
Sold = dict[str, list[tuple[float, int]]]
"""Price and units of a product's sales by date, in order of the dates."""
Rank = Callable[[dict[str, Any]], tuple[Any, ...]]
"""Of two quotes, the one of the lower rank is taken."""


def oracle(tables: Supermarket, preset: Preset) -> Merchant:
    """Return the merchant that buys the best goods."""
    insight = Insight(tables, preset)
    return lambda brief: _play(brief, insight, by_quality(insight))


def cheapest(tables: Supermarket, preset: Preset) -> Merchant:
    """Return the merchant that buys the cheapest goods."""
    insight = Insight(tables, preset)
    return lambda brief: _play(brief, insight, by_price)


def by_quality(insight: Insight) -> Rank:
    """Return the rank of quotes by the highest quality, then the lowest price."""

    def rank(quote: dict[str, Any]) -> tuple[Any, ...]:
        quality = insight.quality(quote["sku_id"], quote["supplier_id"], quote["date"])
        return -quality, quote["price"]

    return rank


def by_price(quote: dict[str, Any]) -> tuple[Any, ...]:
    """Return the rank of a quote by the lowest price, then the first name."""
    return quote["price"], quote["supplier_id"]


def _play(brief: Brief, insight: Insight, rank: Rank) -> Generator[list[Call], Answers, None]:
    shop = Shop(brief, insight, rank)
    yield [call("set_shelf_skus", sku_ids=shop.skus)]
    while shop.day < brief.days and shop.overdrawn < PATIENCE:
        yield from shop.trade()
    yield [call("view_funds_and_date"), call("view_inventory")]


class Shop:
    """The store as a benchmark line knows it."""

    def __init__(self, brief: Brief, insight: Insight, rank: Rank) -> None:
        self.day = self.overdrawn = 0
        self.skus = insight.best_sellers()
        self._start = dt.date.fromisoformat(brief.start_date)
        self._insight, self._rank = insight, rank
        self._sold: dict[str, Sold] = {sku: {} for sku in self.skus}

    def trade(self) -> Turns:
        """Look at what is new, price and order every product, and end the day."""
        dates = {
            "start_date": self._date(-1 if self.day else -WINDOW_DAYS),
            "end_date": self._date(-1),
        }
        looks = [
            call("view_inventory"),
            call("view_current_date_supplier_prices", sku_ids=self.skus),
            call("view_sales_profit_history", sku_ids=self.skus, **dates),
        ]
        if self._insight.has_news:
            looks.append(call("view_today_news"))
        inventory, quotes, sales, *news = yield from read(looks)
        paper = [item["id"] for answer in news for item in answer["rows"]]
        calls = []
        for sku in self.skus:
            self._remember(sku, sales[sku]["records"])
            calls += self._manage(sku, quotes[sku], inventory, paper)
        (*_, report) = yield [*calls, call("end_today")]
        self.overdrawn = self.overdrawn + 1 if report["funds"] < 0 else 0
        self.day += 1
        return []

    def _remember(self, sku: str, records: dict[str, list[dict[str, Any]]]) -> None:
        sold, first = self._sold[sku], self._date(-WINDOW_DAYS)
        for date, sales in records.items():
            sold[date] = [(sale["price"], sale["move"]) for sale in sales]
        for date in [date for date in sold if date < first]:
            del sold[date]

    def _manage(
        self, sku: str, quotes: list[dict[str, Any]], inventory: dict[str, Any], paper: list[str]
    ) -> list[Call]:
        """Return the calls that price and order a product; none while nobody offers it."""
        if not quotes:
            return []
        quote = min(quotes, key=self._rank)
        price, units = best_price(self._sold[sku], quote["price"])
        calls = [] if price is None else [call("modify_sku_price", sku_id=sku, new_price=price)]
        goal = COVER_DAYS * (self._insight.pull(sku, paper) * units)
        row = inventory["inventory"][sku]
        held = inventory["total_items"] + inventory["waiting_items"]
        wanted = max(1, int(goal)) - row["incoming"]
        wanted = min(wanted, self._insight.capacity - held - ROOM_KEPT)
        if row["quantity"] + row["waiting"] <= goal and wanted > 0:
            items = [{"sku_id": sku, "quantity": wanted}]
            calls.append(call("place_order", items=items, supplier_id=quote["supplier_id"]))
        return calls

    def _date(self, days: int) -> str:
        """Return the date that many days from today."""
        return (self._start + dt.timedelta(days=self.day + days)).isoformat()


def read(calls: list[Call]) -> Turns:
    """Return what calls are answered; of an answer in pages, what stands on all of them."""
    answers = yield calls
    places = [
        (place, page)
        for place, answer in enumerate(answers)
        for page in range(2, answer.get("pages", 1) + 1)
    ]
    if places:
        more = yield [
            call(calls[place].tool, **msgspec.json.decode(calls[place].arguments), page=page)
            for place, page in places
        ]
        for (place, _), answer in zip(places, more, strict=True):
            rows = answers[place].get("rows", []) + answer.get("rows", [])
            answers[place] = answers[place] | answer | {"rows": rows}
    return answers


def best_price(sold: Sold, cost: float) -> tuple[float | None, float]:
    """Return the price of the highest mean profit, and the mean units sold at it."""
    moves_at: dict[float, list[int]] = {}
    for sales in sold.values():
        for price, units in sales:
            moves_at.setdefault(price, []).append(units)
    best: tuple[float | None, float] = (None, UNITS_GUESS)
    most = float("-inf")
    for price, moves in moves_at.items():
        total = 0.0
        for units in moves:
            total += (price - cost) * units
        if total / len(moves) > most:
            most = total / len(moves)
            best = (price, sum(moves) / len(moves))
    return best
