"""The supermarket's benchmark lines as published: with every look they take, a product at a time.

Each product is looked up every day, its last 30 days anew, and the whole inventory before every
order. The lines that come with shopyear decide alike and look up each thing once; these here have
the number of calls of the golden traces, and what the published measures make of their looks.
"""

import datetime as dt
from collections.abc import Generator

from data.supermarket.parameters import Preset
from data.supermarket.tables import Supermarket
from events.episode import Call
from runs.agents.base import Answers, Brief, Merchant, call
from runs.agents.retail_insight import Insight
from runs.agents.retail_oracle import (
    COVER_DAYS,
    PATIENCE,
    ROOM_KEPT,
    WINDOW_DAYS,
    Rank,
    best_price,
    by_price,
    by_quality,
)


def oracle(tables: Supermarket, preset: Preset) -> Merchant:
    """Return the merchant that buys the best goods."""
    insight = Insight(tables, preset)
    return lambda brief: _play(brief, insight, by_quality(insight))


def cheapest(tables: Supermarket, preset: Preset) -> Merchant:
    """Return the merchant that buys the cheapest goods."""
    insight = Insight(tables, preset)
    return lambda brief: _play(brief, insight, by_price)


LOOKING = {"oracle": oracle, "cheapest": cheapest}


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
            sold = {
                date: [(sale["price"], sale["move"]) for sale in sales]
                for date, sales in history.items()
            }
            price, units = best_price(sold, quote["price"])
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
