"""The steward: a merchant that plays the year through the tools alone, by plain good management.

It opens the store types of the highest potential, the best margins first and the next whenever
money lies idle. Before trading a category it hears all its suppliers' quotes by absurdly low bids;
the lowest quote is taken for their floor, and from then on it bids just that for many products in a
message, or accepts a quote not far above. Suppliers get small orders until they have delivered in
full, and none any more when they deliver short or their goods keep coming back. Prices stand on
three rungs in each category, and the rung that earns most draws the others after it. Stock follows
what sells, within the money that a reserve leaves.
"""

import re
from collections import defaultdict
from collections.abc import Generator
from typing import Any, Final, NamedTuple

from events.episode import Call
from runs.agents.base import Answers, Brief, call
from runs.agents.steward_books import RUNGS, SALES_GUESS, Category, Line, Product, Supplier
from runs.agents.steward_office import Office, Turns, arrivals, message

STORES_MAX: Final = 4
# The products kept of a category are its dearest, as a market's room is counted in units.
RANGE: Final = 15
# Yuan a month a product must turn over on the whole platform; what the margin labels may mean.
MARKET_MIN: Final = 4_000
MARGINS: Final = {"low": 0.1, "moderate": 0.3, "high": 0.5}
# To hear quotes, a twentieth of the price is bid thrice; a fourth time would drive them away.
PROBES, PROBE_RATIO = 3, 0.05
# Rounds of bids a day; minutes of a message, of listing in a store, and to spare for research.
ROUNDS, MESSAGE_MIN, LISTING_MIN, SCOUT_MIN = 3, 30, 30, 300
# Days of sales to hold or have coming: while money is short, and otherwise.
COVER_SHORT, COVER_LONG = 12, 24
# Days left when buying and when expansion ends, days money must lie idle before expansion, the
# day a store must be open, and days between two looks at the returns.
LAST_ORDER_DAYS, LAST_STORE_DAYS, IDLE_DAYS, OPEN_BY_DAY, RETURNS_DAYS = 10, 60, 5, 6, 10
# Yuan that an untried supplier may owe in goods; what stays in the bank; what counts as idle.
TRIAL_MIN, TRIAL_SHARE = 6_000, 0.04
RESERVE_DAYS, OPS_COST, RESERVE_SHARE = 14, 130, 0.04
IDLE_MIN, IDLE_SHARE = 30_000, 0.25


def steward(brief: Brief) -> Generator[list[Call], Answers, None]:
    """Play the year; see the module's description."""
    firm = Firm(brief.days)
    yield from firm.plan_stores()
    while not firm.office.is_over:
        yield from firm.open_morning()
        yield from firm.open_stores()
        firm.expand()
        while firm.to_scout and firm.office.minutes_left >= SCOUT_MIN:
            yield from firm.scout(*firm.to_scout.pop(0))
        yield from firm.trade()
        if firm.day % RETURNS_DAYS == 0:
            yield from firm.check_returns()
        if firm.days_left <= 1:
            yield from firm.close_stores()
        yield from firm.office.send(call("wait_for_next_day"))


class Talk(NamedTuple):
    """One message: to whom, and what it says."""

    book: Category
    suppliers: list[Supplier]
    lines: list[Line]


class Firm:
    """The firm as its merchant knows it; each method is a part of the day."""

    def __init__(self, days: int) -> None:
        self.office = Office()
        self.days = self.days_left = days
        self.day = self.idle_days = 0
        self.bank = self.equity = 0.0
        self.plans: list[tuple[float, str, dict[str, float]]] = []
        """Store types not yet begun: margin, type, monthly sales by category; the best last."""
        self.to_scout: list[tuple[str, str, float]] = []
        self.stores: dict[str, str] = {}
        """Store type to the id of its store, empty until it opens."""
        self.books: list[Category] = []

    @property
    def budget(self) -> float:
        reserve = RESERVE_DAYS * OPS_COST * len(self.stores) + RESERVE_SHARE * self.equity
        return self.bank - reserve

    def plan_stores(self) -> Turns:
        """Research the store types of the highest tier and rank them by their margins."""
        (overview,) = yield from self.office.send(call("market_search"))
        types = sorted(overview["store_types"], key=lambda row: row["tier"])[:STORES_MAX]
        for row in types:
            searches = [call("market_search", category=name) for name in row["subcategories"]]
            answers = yield from self.office.send(*searches)
            monthly, turnover, gain = {}, 0.0, 0.0
            for detail in (answer["detail"] for answer in answers):
                sales = _middle(detail["typical_monthly_sales_range"])
                worth = sales * _middle(detail["reference_price_range"])
                turnover += worth
                gain += worth * MARGINS[detail["typical_gross_margin"]]
                if worth >= MARKET_MIN:
                    monthly[detail["category"]] = sales
            self.plans.append((gain / turnover, row["store_type"], monthly))
        self.plans.sort(key=lambda plan: plan[0])
        return []

    def open_morning(self) -> Turns:
        """Ship what was sold, fetch the money, and learn from yesterday."""
        news = self.office.news
        stores = [store for store in self.stores.values() if store]
        _, _, balance, warehouse, *statuses = yield from self.office.send(
            *map(call, ("ship_orders", "withdraw", "check_balance", "check_warehouse")),
            *(call("check_store_status", store_id=store) for store in stores),
        )
        self.day, self.days_left = balance["day"], self.days - balance["day"]
        self.bank, self.equity = balance["bank_balance"], balance["total"]
        rows = {row["product_id"]: row for status in statuses for row in status["products"]}
        for book in self.books:
            for arrival in arrivals(news):
                book.book_arrival(*arrival)
            for product in book.products:
                product.stored = warehouse["items"].get(product.id, {}).get("quantity", 0)
                if product.id in rows:
                    book.book_sale(product, rows[product.id])
            book.end_day()
        return []

    def open_stores(self) -> Turns:
        """Open stores when their first goods have come, or before the idle fee is due."""
        for store_type in [each for each, store in self.stores.items() if not store]:
            books = [book for book in self.books if book.store_type == store_type]
            has_goods = any(each.stored for book in books for each in book.products)
            if has_goods or self.day >= OPEN_BY_DAY:
                (opened,) = yield from self.office.send(
                    call("open_store", store_type=store_type, store_name=f"Steward {store_type}")
                )
                self.stores[store_type] = opened.get("store_id", "")
        return []

    def expand(self) -> None:
        """Begin another store type when money has lain idle for some days."""
        is_idle = self.budget > max(IDLE_MIN, IDLE_SHARE * self.equity)
        self.idle_days = self.idle_days + 1 if is_idle and not self.to_scout else 0
        is_time = self.idle_days >= IDLE_DAYS and self.days_left > LAST_STORE_DAYS
        if self.plans and (is_time or not self.stores):
            _, store_type, monthly = self.plans.pop()
            self.stores[store_type] = ""
            self.to_scout = [(store_type, name, sales) for name, sales in monthly.items()]

    def scout(self, store_type: str, category: str, monthly: float) -> Turns:
        """Look into a category: its dearest goods, its suppliers and their quotes."""
        rows = yield from self.office.rows("results", "list_products", category=category)
        rows = sorted(rows, key=lambda row: row["reference_price"])[-RANGE:]
        products = [
            Product(row["product_id"], row["title"][:60], row["reference_price"], n % len(RUNGS))
            for n, row in enumerate(rows)
        ]
        found = yield from self.office.rows("results", "supplier_search", category=category)
        suppliers = [Supplier(row["supplier_name"], row["supplier_email"]) for row in found]
        if products and suppliers:
            book = Category(store_type, products, suppliers, monthly * SALES_GUESS)
            yield from self.haggle([Talk(book, suppliers, _probe(products))] * PROBES)
            suppliers.sort(key=lambda each: sum(each.quotes.values()))
            self.books.append(book)
        return []

    def trade(self) -> Turns:
        """List goods and prices, then bid for more in a few rounds."""
        before = self.shelve()
        for _ in range(ROUNDS):
            spare_min = self.office.minutes_left - LISTING_MIN * len(before) - 30
            talks = self.plan_talks(spare_min // MESSAGE_MIN)
            if before or talks:
                yield from self.haggle(talks, before)
            before = []
        return []

    def shelve(self) -> list[Call]:
        """Return the calls that list what the warehouse holds and set today's prices."""
        listings: dict[str, list[dict[str, Any]]] = defaultdict(list)
        prices: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for book in self.books:
            store = self.stores[book.store_type]
            for product in book.products if store else ():
                price, listing = book.price(product), {"product_id": product.id}
                if product.stored:
                    listing |= {"quantity": product.stored, "retail_price": price}
                    listings[store].append(listing)
                elif product.price not in (0, price):
                    prices[store].append(listing | {"price": price})
                product.price = price
                product.shelf += product.stored
                product.stored = 0
        return [
            *(
                call("publish_to_store", store_id=store, plan=plan)
                for store, plan in listings.items()
            ),
            *(call("set_prices", store_id=store, prices=rows) for store, rows in prices.items()),
        ]

    def plan_talks(self, messages_max: int) -> list[Talk]:
        """Return this round's messages, the category that gains most on a yuan first."""
        talks: list[Talk] = []
        budget, trial = self.budget, max(TRIAL_MIN, TRIAL_SHARE * self.equity)
        wants = [line.cost for book in self.books for line in book.wanted(COVER_LONG)]
        cover = min(COVER_SHORT if sum(wants) > budget else COVER_LONG, self.days_left - 3)
        for book in sorted(self.books, key=lambda book: book.floor / book.level):
            supplier = book.best_supplier(trial, self.day / self.days)
            if supplier is None or self.days_left < LAST_ORDER_DAYS:
                continue
            lines = book.bids(supplier, cover, min(budget, supplier.room(trial)))
            known = [line for line in lines if line.product.id in supplier.quotes]
            new = [line.product for line in lines if line not in known]
            if len(new) > len(known):
                news = [Talk(book, [supplier], _probe(new))] * PROBES
            else:
                news = [Talk(book, [supplier], known)] if known else []
            if len(talks) + len(news) <= messages_max:
                talks += news
                budget -= sum(line.cost for line in lines)
        return talks

    def haggle(self, talks: list[Talk], before: list[Call] | None = None) -> Turns:
        """Send these messages, after the calls `before`, and take note of the answers."""
        calls = list(before or [])
        for talk in talks:
            entries = [
                {
                    "action": line.action,
                    "sku_id": line.product.id,
                    "price": line.price,
                    "quantity": line.quantity,
                }
                for line in talk.lines
            ]
            calls.append(message([each.address for each in talk.suppliers], entries))
        answers = yield from self.office.send(*calls)
        for talk, answer in zip(talks, answers[len(calls) - len(talks) :], strict=True):
            replies = answer.get("responses", [answer])
            for supplier, reply in zip(talk.suppliers, replies, strict=False):
                self.note_reply(talk, supplier, reply)
        return []

    def note_reply(self, talk: Talk, supplier: Supplier, reply: dict[str, Any]) -> None:
        """Learn from a supplier's reply; one that takes neither bids nor money is barred."""
        supplier.is_barred |= reply.get("message") != "message_sent"
        talk.book.deals += "order_confirmed" in reply
        rows = reply.get("negotiation_responses", ())
        for line, row in zip(talk.lines, rows, strict=False):
            supplier.bids += line.price > 2 * PROBE_RATIO * line.product.reference
            supplier.quotes.pop(line.product.id, None)
            if row["decision"] == "Offer":
                talk.book.hear(supplier, line.product, row["price"])
            elif row.get("order_placed"):
                self.bank -= line.cost
                supplier.owing += line.cost
                supplier.taken += 1
                line.product.coming += line.quantity
                talk.book.orders.append((supplier, line))
            elif row["decision"] == "Accept":
                supplier.is_barred = True

    def check_returns(self) -> Turns:
        """Compare what came back with what is natural, by supplier."""
        rows = yield from self.office.rows("products", "trace_return_sources")
        traces = {row["product_id"]: row for row in rows}
        for book in self.books:
            book.judge_returns(traces)
        return []

    def close_stores(self) -> Turns:
        """Sell off what is left in all stores but one, as having none costs a fee."""
        stores = [store for store in self.stores.values() if store]
        closing = [call("close_store", store_id=store, liquidate=True) for store in stores[1:]]
        return (yield from self.office.send(*closing))


def _middle(text: str) -> float:
    """Return the middle of the range that a text like `¥15-500` begins with."""
    low, high = re.findall(r"[\d.]+", text)[:2]
    return (float(low) + float(high)) / 2


def _probe(products: list[Product]) -> list[Line]:
    return [Line(each, round(each.reference * PROBE_RATIO, 2)) for each in products]
