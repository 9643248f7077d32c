"""The supermarket's steward: a merchant that lives by the tools alone, by plain good management.

Before the first day it reads the past sales of all products and puts on the shelf those that earned
most, as many of each category as find room. Every morning it takes the quotes, buys each product
where a unit costs least in the end, counting what customers send back, sets the price that earns
most at that cost, and orders what the coming days will sell, within its means. Sales are learned
from each day's report, suppliers once a week from their returns.

It reads no news and no ratings, and never changes its range: these are the first things to add.
"""

import datetime as dt
from collections.abc import Generator
from typing import Any, Final

from events.episode import Call
from runs.agents.base import Answers, Brief, call
from runs.agents.retail_books import Product, Quote

PICKED: Final = 4
"""Products of each category, where the shelf has no limit."""
PAST_DAYS: Final = 93
SUPPLIERS_DAYS, SUPPLIERS_EVERY = 42, 7
CHUNK: Final = 20
"""Products asked for at once, so that no answer is too long to be shown."""
# Days of sales to have in store beyond the longest delivery, and the part of the goal below which
# a product is ordered. Nobody can sell more of it in the days that are left.
COVER_DAYS, RESTOCK = 4, 0.8
RESERVE: Final = 600.0
"""Money that stays in the bank: about a day's rent."""

Turns = Generator[list[Call], Answers, Answers]


def steward(brief: Brief) -> Generator[list[Call], Answers, None]:
    """Play the episode; see the module's description."""
    shop = Shop(brief)
    yield from shop.choose_range()
    while True:
        yield from shop.trade()


class Shop:
    """The store as its merchant knows it; each method is a part of the day."""

    def __init__(self, brief: Brief) -> None:
        self.days, self.day = brief.days, 0
        self.start = dt.date.fromisoformat(brief.start_date)
        self.funds = brief.opening_balance
        self.products: list[Product] = []

    def choose_range(self) -> Turns:
        """Look into the past of every product and fill the shelf with the best of each category."""
        (seen,) = yield [call("view_inventory")]
        skus = list(seen["inventory"])
        quotes = yield from self.quotes(skus)
        dates = {"start_date": self.date(-PAST_DAYS), "end_date": self.date(-1)}
        histories = yield [
            call("view_sales_profit_history", sku_ids=[sku], **dates) for sku in skus
        ]
        by_category: dict[str, list[Product]] = {}
        for sku, history in zip(skus, histories, strict=True):
            if quotes[sku]:
                product = Product(sku, quotes[sku][0]["category"])
                product.read(history[sku])
                by_category.setdefault(product.category, []).append(product)
        capacity = seen["shelf"]["capacity"]
        most = max(1, capacity // len(by_category)) if capacity else PICKED
        for products in by_category.values():
            products.sort(key=lambda each: -each.profit)
            self.products += [each for each in products[:most] if each.profit > 0]
        self.products.sort(key=lambda each: -each.profit)
        self.products = self.products[:capacity]
        yield [call("set_shelf_skus", sku_ids=[each.sku for each in self.products])]
        return []

    def trade(self) -> Turns:
        """Buy, set prices, end the day and learn from it."""
        quotes = yield from self.quotes([each.sku for each in self.products])
        if self.day % SUPPLIERS_EVERY == 0:
            names = {row["supplier_id"] for rows in quotes.values() for row in rows}
            yield from self.judge_suppliers(sorted(names))
        calls: list[Call] = []
        for product in self.products:
            offers = [
                Quote(row["supplier_id"], row["price"], row["transport_days_max"] or 7)
                for row in quotes[product.sku]
            ]
            if offers:
                calls += self.manage(product, min(offers, key=product.true_cost))
        (*_, report) = yield [*calls, call("end_today")]
        self.close(report)
        return []

    def manage(self, product: Product, quote: Quote) -> list[Call]:
        """Return the calls that price a product and order what it will sell."""
        calls, before = [], product.price
        product.price = product.best_price(product.true_cost(quote))
        if product.price != before or not self.day:
            calls.append(call("modify_sku_price", sku_id=product.sku, new_price=product.price))
        days = min(quote.lead_max + COVER_DAYS, self.days - self.day)
        goal, held = product.rate * days, product.stock + product.coming
        lacks = min(int(goal) - held, int((self.funds - RESERVE) / quote.price))
        is_late = self.day + quote.lead_max >= self.days
        if held < RESTOCK * goal and lacks > 0 and not is_late:
            self.funds -= lacks * quote.price
            items = [{"sku_id": product.sku, "quantity": lacks}]
            calls.append(call("place_order", items=items, supplier_id=quote.supplier))
        return calls

    def close(self, report: dict[str, Any]) -> None:
        """Learn from the day's report; a product that ran out sold less than it could have."""
        rows, short = report["inventory"]["inventory"], report["insufficient_skus"]
        for product in self.products:
            row = rows[product.sku]
            units = report["sales_by_sku"].get(product.sku, 0)
            if units and (product.sku not in short or units > product.rate):
                product.learn(units)
            product.stock, product.coming = row["quantity"] + row["waiting"], row["incoming"]
        self.funds = report["funds"]
        self.day += 1

    def quotes(self, skus: list[str]) -> Generator[list[Call], Answers, dict[str, Any]]:
        """Return what suppliers ask for products today."""
        parts = [skus[first : first + CHUNK] for first in range(0, len(skus), CHUNK)]
        answers = yield [call("view_current_date_supplier_prices", sku_ids=part) for part in parts]
        return {
            sku: answer[sku] for part, answer in zip(parts, answers, strict=True) for sku in part
        }

    def judge_suppliers(self, names: list[str]) -> Turns:
        """Count what customers lately sent back of each supplier's goods."""
        skus = [each.sku for each in self.products]
        dates = {
            "start_date": self.date(self.day - SUPPLIERS_DAYS),
            "end_date": self.date(self.day),
        }
        answers = yield [
            call("view_supplier_returns_avg_rate", supplier_id=name, sku_ids=skus, **dates)
            for name in names
        ]
        for name, answer in zip(names, answers, strict=True):
            for product in self.products:
                if row := answer.get("per_sku", {}).get(product.sku):
                    product.returns[name] = row["sold_count"], row["return_count"]
        return []

    def date(self, day: int) -> str:
        """Return the date of a day, counted from the first."""
        return (self.start + dt.timedelta(days=day)).isoformat()
