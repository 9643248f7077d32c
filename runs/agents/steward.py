"""The steward: a merchant that plays the year through the tools alone, by plain good management.

It opens the store types of the highest potential, the best margins first and the next whenever
money lies idle. Before trading a category it hears all its suppliers' quotes by absurdly low bids;
the lowest quote is taken for their floor, and from then on it bids just that for many products in a
message, or accepts a quote not far above. Suppliers get small orders until they have delivered in
full, and none any more when they deliver short or ask for a fee. Prices stand on three rungs in
each category, and the rung that pays best draws the others after it. Stock follows what sells,
within the money that a reserve leaves.

It leaves out promotions, market news and the tracing of returns: they are the first things to add.
"""

import json
import re
from collections import defaultdict
from collections.abc import Generator, Sequence
from typing import Any, Final, NamedTuple

from events.episode import Call
from runs.agents.base import Answers, Brief, call
from runs.agents.steward_books import RUNGS, Category, Line, Product, Supplier
from runs.agents.steward_office import Office, Turns

STORES_MAX: Final = 4
# The products kept of a category are its dearest, as a market's room is counted in units. A product
# must turn over so many yuan a month on the whole platform; of those sales we hope for this share
# a day.
RANGE, MARKET_MIN, SALES_GUESS = 20, 4_000, 0.003
MARGINS: Final = {"low": 0.1, "moderate": 0.3, "high": 0.5}
# To hear quotes, a twentieth of the price is bid thrice; a fourth time would drive them away.
PROBES, PROBE_RATIO = 3, 0.05
# Minutes of a message, of listing in a store, and to be left for research or the evening.
MESSAGE_MIN, LISTING_MIN, SCOUT_MIN, SPARE_MIN = 30, 30, 300, 30
# Days left when buying ends, and those of them that bring no sales.
LAST_ORDER_DAYS, LOST_DAYS = 10, 3
# What an untried supplier may owe, what stays in the bank, and what counts as idle: yuan, or days
# of operating cost, or a share of all money.
TRIAL_MIN, TRIAL_SHARE = 6_000, 0.04
RESERVE_DAYS, OPS_COST, RESERVE_SHARE = 14, 130, 0.04
IDLE_MIN, IDLE_SHARE = 30_000, 0.25


def steward(brief: Brief) -> Generator[list[Call], Answers, None]:
    """Play the year; see the module's description."""
    firm = Firm(brief.days)
    yield from firm.plan_stores()
    while not firm.office.is_over:
        yield from firm.open_morning()
        yield from firm.expand()
        while firm.to_scout and firm.office.minutes_left >= SCOUT_MIN:
            yield from firm.scout(*firm.to_scout.pop(0))
        yield from firm.trade()


class Talk(NamedTuple):
    """One message: to whom, and what it says."""

    book: Category
    suppliers: list[Supplier]
    lines: list[Line]


class Firm:
    """The firm as its merchant knows it; each method is a part of the day."""

    def __init__(self, days: int) -> None:
        self.office = Office()
        self.days, self.day = days, 0
        self.bank = self.equity = 0.0
        self.plans: list[tuple[float, str, dict[str, float]]] = []
        """Store types to open: margin, type, monthly sales by category; the best last."""
        self.stores: list[str] = []
        self.to_scout: list[tuple[str, str, float]] = []
        """Store, category, its monthly sales."""
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
            monthly, turnover, gain = {}, 1.0, 0.0
            for detail in (answer["detail"] for answer in answers if "detail" in answer):
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
        arrivals = re.findall(r"(?m)^(\d+) x (.*) from (.*)$", "\n".join(self.office.news))
        _, _, balance, warehouse, *statuses = yield from self.office.send(
            *map(call, ("ship_orders", "withdraw", "check_balance", "check_warehouse")),
            *(call("check_store_status", store_id=store) for store in self.stores),
        )
        self.day, self.bank = balance["day"], balance["bank_balance"]
        self.equity = balance["total"]
        rows = {row["product_id"]: row for status in statuses for row in status["products"]}
        for book in self.books:
            for units, title, supplier in arrivals:
                book.receive(int(units), title, supplier)
            for product in book.products:
                product.stored = warehouse["items"].get(product.id, {}).get("quantity", 0)
                if product.id in rows:
                    book.book_sale(product, rows[product.id])
            book.end_day()
        return []

    def expand(self) -> Turns:
        """Open another store when there is none, or money lies idle."""
        is_idle = self.budget > max(IDLE_MIN, IDLE_SHARE * self.equity) and not self.to_scout
        if self.plans and (is_idle or not self.stores):
            _, store_type, monthly = self.plans.pop()
            (opened,) = yield from self.office.send(
                call("open_store", store_type=store_type, store_name=f"Steward {store_type}")
            )
            if store := opened.get("store_id"):
                self.stores.append(store)
                self.to_scout = [(store, *category) for category in monthly.items()]
        return []

    def scout(self, store: str, category: str, monthly: float) -> Turns:
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
            book = Category(store, products, suppliers, monthly * SALES_GUESS)
            yield from self.haggle([Talk(book, suppliers, _probe(products))] * PROBES)
            suppliers.sort(key=lambda each: sum(each.quotes.values()))
            self.books.append(book)
        return []

    def trade(self) -> Turns:
        """List goods and prices, bid for more, and end the day."""
        calls = self.shelve()
        if self.day == self.days - 1:
            # Sell off what is left; having no store at all would cost a fee.
            closing = self.stores[1:]
            calls += [call("close_store", store_id=store, liquidate=True) for store in closing]
        spare_min = self.office.minutes_left - LISTING_MIN * len(calls) - SPARE_MIN
        talks = self.plan_talks(spare_min // MESSAGE_MIN)
        return (yield from self.haggle(talks, [*calls, call("wait_for_next_day")]))

    def shelve(self) -> list[Call]:
        """Return the calls that list what the warehouse holds and set today's prices."""
        plans: dict[str, list[dict[str, Any]]] = defaultdict(list)
        prices: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for book in self.books:
            for product in book.products:
                price, item = book.price(product), {"product_id": product.id}
                if product.stored:
                    listing = {"quantity": product.stored, "retail_price": price}
                    plans[book.store].append(item | listing)
                elif product.shelf and price != product.price:
                    prices[book.store].append(item | {"price": price})
                product.price = price
                product.shelf, product.stored = product.shelf + product.stored, 0
        listings = [call("publish_to_store", store_id=key, plan=plans[key]) for key in plans]
        return listings + [call("set_prices", store_id=key, prices=prices[key]) for key in prices]

    def plan_talks(self, messages_max: int) -> list[Talk]:
        """Return the day's messages, the category that gains most on a yuan first."""
        talks: list[Talk] = []
        budget, days_left = self.budget, self.days - self.day
        trial = max(TRIAL_MIN, TRIAL_SHARE * self.equity)
        for book in sorted(self.books, key=lambda book: book.floor / book.level):
            supplier = book.best_supplier(trial, self.day / self.days)
            if supplier is None or days_left < LAST_ORDER_DAYS:
                continue
            limit = min(budget, supplier.room(trial))
            lines = book.lines(supplier, days_left - LOST_DAYS, limit)
            known = [line for line in lines if line.product.id in supplier.quotes]
            unasked = [line.product for line in lines if line.product.id not in supplier.quotes]
            if len(unasked) > len(known):
                messages = [Talk(book, [supplier], _probe(unasked))] * PROBES
            else:
                messages = [Talk(book, [supplier], known)] if known else []
            if len(talks) + len(messages) <= messages_max:
                talks += messages
                budget -= sum(line.cost for line in lines)
        return talks

    def haggle(self, talks: list[Talk], before: Sequence[Call] = ()) -> Turns:
        """Send these messages, after the calls `before`, and take note of the answers."""
        calls = list(before)
        for talk in talks:
            entries = [
                {"action": action, "sku_id": product.id, "price": price, "quantity": quantity}
                for product, price, quantity, action in talk.lines
            ]
            content = f"Our bids, per unit:\n```negotiate\n{json.dumps(entries)}\n```"
            addresses = [each.address for each in talk.suppliers]
            calls.append(call("chatbox", uids=addresses, content=content))
        answers = yield from self.office.send(*calls)
        for talk, answer in zip(talks, answers[len(calls) - len(talks) :], strict=True):
            replies = answer.get("responses", [answer])
            for supplier, reply in zip(talk.suppliers, replies, strict=False):
                self.note_reply(talk, supplier, reply)
        return []

    def note_reply(self, talk: Talk, supplier: Supplier, reply: dict[str, Any]) -> None:
        """Learn from a reply; a supplier that has closed, or wants a fee first, is barred."""
        supplier.is_barred |= reply.get("message") != "message_sent" or "order_failed" in reply
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


def _middle(text: str) -> float:
    """Return the middle of the range that a text like `¥15-500` begins with."""
    low, high = re.findall(r"[\d.]+", text)[:2]
    return (float(low) + float(high)) / 2


def _probe(products: list[Product]) -> list[Line]:
    return [Line(each, round(each.reference * PROBE_RATIO, 2)) for each in products]
