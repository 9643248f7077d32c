"""The supermarket's benchmark lines: fixed rules that know what no agent can know.

`oracle` buys every product from the supplier of the highest quality, `cheapest` from the cheapest;
all else is the same. Each sells the two products of every category that earned most before the
first day and never changes its shelf. Every day, for each product: of the prices at which it sold
in the last 30 days, take the one with the highest mean profit at today's cost; set it; when stock
falls to six days of what sold at that price, adjusted by what today's news will do, order up to
that. They act through the tools alone. Rules: docs/rules/supermarket.md, "Benchmark lines".
"""

import datetime as dt
from collections.abc import Callable, Generator
from typing import Any, Final

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

Rank = Callable[[dict[str, Any]], tuple[Any, ...]]
"""Of two quotes, the one of the lower rank is taken."""


def oracle(tables: Supermarket, preset: Preset) -> Merchant:
    """Return the merchant that buys the best goods."""
    insight = Insight(tables, preset)

    def rank(quote: dict[str, Any]) -> tuple[Any, ...]:
        quality = insight.quality(quote["sku_id"], quote["supplier_id"], quote["date"])
        return -quality, quote["price"]

    return lambda brief: _play(brief, insight, rank)


def cheapest(tables: Supermarket, preset: Preset) -> Merchant:
    """Return the merchant that buys the cheapest goods."""
    insight = Insight(tables, preset)

    def rank(quote: dict[str, Any]) -> tuple[Any, ...]:
        return quote["price"], quote["supplier_id"]

    return lambda brief: _play(brief, insight, rank)


def _play(brief: Brief, insight: Insight, rank: Rank) -> Generator[list[Call], Answers, None]:
    skus = insight.best_sellers()
    stock: dict[str, dict[str, int]] = {}
    held = overdrawn = 0
    calls = [call("set_shelf_skus", sku_ids=skus)]
    for day in range(brief.days):
        today = dt.date.fromisoformat(brief.start_date) + dt.timedelta(days=day)
        looks = [_look(sku, today) for sku in skus]
        answers = yield [*calls, call("view_today_news"), *looks[0]]
        paper = [item["id"] for item in answers[-3].get("rows", ())]
        for place, sku in enumerate(skus):
            history, quotes = answers[-2][sku]["records"], answers[-1][sku]
            quote = min(quotes, key=rank)
            price, units = _best_price(history, quote["price"])
            goal = COVER_DAYS * (insight.pull(sku, paper) * units)
            row = stock.get(sku, {"quantity": 0, "waiting": 0, "incoming": 0})
            calls = [] if price is None else [call("modify_sku_price", sku_id=sku, new_price=price)]
            if row["quantity"] + row["waiting"] <= goal:
                calls.append(call("view_inventory"))
                wanted = max(1, int(goal)) - row["incoming"]
                wanted = min(wanted, insight.capacity - held - ROOM_KEPT)
                if wanted > 0:
                    items = [{"sku_id": sku, "quantity": wanted}]
                    calls.append(call("place_order", items=items, supplier_id=quote["supplier_id"]))
            if place + 1 < len(skus):
                answers = yield [*calls, *looks[place + 1]]
        (*_, report) = yield [*calls, call("end_today")]
        calls = []
        inventory = report["inventory"]
        stock = inventory["inventory"]
        held = inventory["total_items"] + inventory["waiting_items"]
        overdrawn = overdrawn + 1 if report["funds"] < 0 else 0
        if overdrawn >= PATIENCE:
            break
    yield [call("view_funds_and_date"), call("view_inventory")]


def _look(sku: str, today: dt.date) -> list[Call]:
    first = today - dt.timedelta(days=WINDOW_DAYS)
    dates = {"start_date": first.isoformat(), "end_date": today.isoformat()}
    return [
        call("view_sales_profit_history", sku_ids=[sku], **dates),
        call("view_current_date_supplier_prices", sku_ids=[sku]),
    ]


def _best_price(
    history: dict[str, list[dict[str, Any]]], cost: float
) -> tuple[float | None, float]:
    """Return the price of the highest mean profit, and the mean units sold at it."""
    sold: dict[float, list[int]] = {}
    for records in history.values():
        for record in records:
            sold.setdefault(record["price"], []).append(record["move"])
    best: tuple[float | None, float] = (None, UNITS_GUESS)
    most = float("-inf")
    for price, moves in sold.items():
        total = 0.0
        for units in moves:
            total += (price - cost) * units
        if total / len(moves) > most:
            most = total / len(moves)
            best = (price, sum(moves) / len(moves))
    return best
