"""The steward: a merchant that plays the year through the tools alone, by plain good management.

It opens the store types of the greatest potential one after the other, as its cash allows. Before
trading a category it asks all its suppliers for quotes by absurdly low bids; the lowest quote is
taken for the suppliers' floor, and from then on it bids just that, a whole message of products at
a time, until some supplier agrees. Suppliers get small orders until they have delivered in full,
and none any more when they deliver short or their goods keep coming back. Prices stand on three
rungs in each category, and the rung that earns more draws the others after it. Stock follows what
sells, within the cash that a reserve leaves.
"""

from collections.abc import Generator
from typing import Any, Final, NamedTuple

from events.episode import Call
from runs.agents.base import Answers, Brief, call
from runs.agents.steward_books import RUNGS, Category, Line, Order, Product, Supplier
from runs.agents.steward_office import WAIT, Office, Turns, arrivals, message

STORES_MAX: Final = 4
RANGE: Final = 15
"""Products kept of a category: the dearest, as a market's room is counted in units."""
MARKET_MIN: Final = 4_000
"""Yuan a month one product must turn over on the whole platform to be worth the trouble."""
PROBES, PROBE_RATIO = 3, 0.05
"""To hear quotes, a twentieth of the reference price is bid thrice; a fourth time would annoy."""
SCOUT_MIN, MESSAGE_MIN, LISTING_MIN = 300, 30, 30
"""Minutes: left for another category to be looked into; of a message; of a store's new prices."""
ROUNDS: Final = 3
"""Rounds of bids a day."""
COVER_SHORT, COVER_LONG = 12, 24
"""Days of sales to hold or have coming: while money is short, and otherwise."""
LAST_ORDER_DAYS, EXPANSION_DAYS, RETURNS_DAYS = 10, 60, 10
"""Days left when buying and when opening stores ends; days between two looks at the returns."""
OPEN_BY_DAY: Final = 6
TRIAL_MIN, TRIAL_SHARE = 6_000.0, 0.04
"""Yuan, or the share of all money, that an untried supplier may owe us in goods."""
RESERVE_DAYS, RESERVE_SHARE, OPS_COST = 14, 0.04, 130.0
"""What stays in the bank: operating cost for two weeks and a share of all money."""


def steward(brief: Brief) -> Generator[list[Call], Answers, None]:
    """Play the year; see the module's description."""
    firm = Firm(brief.days)
    yield from firm.plan_stores()
    while not firm.office.is_over:
        yield from firm.open_morning()
        if firm.days_left <= 1:
            yield from firm.close_stores()
        elif firm.day % RETURNS_DAYS == RETURNS_DAYS - 1:
            yield from firm.check_returns()
        yield from firm.open_stores()
        firm.expand()
        while firm.to_scout and firm.office.minutes_left >= SCOUT_MIN:
            yield from firm.scout(*firm.to_scout.pop(0))
        yield from firm.trade()
        yield from firm.office.send(call(WAIT))


class Talk(NamedTuple):
    """One message: to whom, and what is bid."""

    book: Category
    suppliers: list[Supplier]
    lines: list[Line]


class Firm:
    """The firm as its merchant knows it; each method is a part of the day."""

    def __init__(self, days: int) -> None:
        self.office = Office()
        self.days = self.days_left = days
        self.day = 0
        self.bank = self.equity = 0.0
        self.plans: list[tuple[str, list[str]]] = []
        """Store types not yet begun, with their categories; the best first."""
        self.to_scout: list[tuple[str, str]] = []
        """Store type and category, of stores begun."""
        self.books: list[Category] = []
        self.stores: dict[str, str] = {}
        """Store type to the id of its store, which is empty until it opens."""

    @property
    def budget(self) -> float:
        costs = RESERVE_DAYS * OPS_COST * max(1, len(self.stores))
        return self.bank - costs - RESERVE_SHARE * self.equity

    @property
    def is_short(self) -> bool:
        """Whether the present stores could use more money than there is."""
        return sum(book.cost(COVER_LONG) for book in self.books) > self.budget

    @property
    def trial(self) -> float:
        return max(TRIAL_MIN, TRIAL_SHARE * self.equity)

    def plan_stores(self) -> Turns:
        """Rank the store types: those of the highest potential, the widest range first."""
        (overview,) = yield from self.office.send(call("market_search"))
        types = sorted(
            overview["store_types"], key=lambda row: (row["tier"], -row["num_subcategories"])
        )
        self.plans = [(row["store_type"], row["subcategories"]) for row in types[:STORES_MAX]]
        return []

    def open_morning(self) -> Turns:
        """Ship what was sold, fetch the money, and learn from yesterday."""
        stores = [store for store in self.stores.values() if store]
        _, _, balance, warehouse, *statuses = yield from self.office.send(
            call("ship_orders"),
            call("withdraw"),
            call("check_balance"),
            call("check_warehouse"),
            *(call("check_store_status", store_id=store) for store in stores),
        )
        self.day, self.days_left = balance["day"], self.days - balance["day"]
        self.bank, self.equity = balance["bank_balance"], balance["total"]
        for units, title, supplier in arrivals(self.office.take_news()):
            for book in self.books:
                book.receive(units, title, supplier)
        rows = {row["product_id"]: row for status in statuses for row in status["products"]}
        for book in self.books:
            for product in book.products:
                product.stored = warehouse["items"].get(product.id, {}).get("quantity", 0)
                if product.id in rows:
                    book.learn_sale(product, rows[product.id])
            book.end_day()
        return []

    def check_returns(self) -> Turns:
        rows = yield from self.office.rows("products", "trace_return_sources")
        traces = {row["product_id"]: row for row in rows}
        for book in self.books:
            book.judge_returns(traces)
        return []

    def open_stores(self) -> Turns:
        """Open stores when their first goods have come, the first one before the idle fee."""
        for store_type, store in self.stores.items():
            books = [book for book in self.books if book.store_type == store_type]
            has_goods = any(each.stored for book in books for each in book.products)
            if not store and (has_goods or self.day >= OPEN_BY_DAY):
                (opened,) = yield from self.office.send(
                    call("open_store", store_type=store_type, store_name=f"Steward {store_type}")
                )
                self.stores[store_type] = opened.get("store_id", "")
        return []

    def close_stores(self) -> Turns:
        """Sell off what is left in all stores but one, as having none costs a fee."""
        stores = [store for store in self.stores.values() if store]
        closing = [call("close_store", store_id=store, liquidate=True) for store in stores[1:]]
        self.stores = {}
        return (yield from self.office.send(*closing))

    def expand(self) -> None:
        """Begin another store type when there is money that the present ones cannot use."""
        is_idle = not self.to_scout and all(self.stores.values()) and not self.is_short
        is_rich = self.budget > max(30_000, 0.25 * self.equity)
        if (
            self.plans
            and self.days_left > EXPANSION_DAYS
            and ((is_idle and is_rich) or not self.stores)
        ):
            store_type, categories = self.plans.pop(0)
            self.stores[store_type] = ""
            self.to_scout = [(store_type, category) for category in categories]

    def scout(self, store_type: str, name: str) -> Turns:
        """Look into a category: its sales, its dearest goods, its suppliers and their quotes."""
        market, found = yield from self.office.send(
            call("market_search", category=name), call("supplier_search", category=name)
        )
        rows = yield from self.office.rows("results", "list_products", category=name)
        rows = sorted(rows, key=lambda row: row["reference_price"])[-RANGE:]
        products = [
            Product(row["product_id"], row["title"][:60], row["reference_price"], n % len(RUNGS))
            for n, row in enumerate(rows)
        ]
        suppliers = [
            Supplier(row["supplier_name"], row["supplier_email"]) for row in found["results"]
        ]
        span = market["detail"]["typical_monthly_sales_range"].split()[0].partition("-")
        monthly = (float(span[0]) + float(span[2])) / 2
        book = Category(name, store_type, monthly, products, suppliers)
        worth = monthly * sum(each.reference for each in products) / RANGE
        if suppliers and products and worth >= MARKET_MIN:
            self.books.append(book)
            yield from self.haggle([Talk(book, suppliers, _probe(products))] * PROBES)
            for supplier in suppliers:
                shares = [supplier.quotes.get(each.id, 0) / each.reference for each in products]
                supplier.dearness = sum(shares) / len(shares)
        return []

    def trade(self) -> Turns:
        """List goods and prices, then bid for more, in a few rounds."""
        before = self.shelve()
        for _ in range(ROUNDS):
            spare_min = self.office.minutes_left - LISTING_MIN * len(before) - 10
            talks = self.plan_talks(spare_min // MESSAGE_MIN)
            yield from self.haggle(talks, before)
            before = []
            if not talks:
                break
        return []

    def shelve(self) -> list[Call]:
        """Return the calls that list what the warehouse holds and set today's prices."""
        calls = []
        for store_type, store in self.stores.items():
            plan: list[dict[str, Any]] = []
            prices: list[dict[str, Any]] = []
            for book in self.books if store else ():
                if book.store_type == store_type:
                    _list_goods(book, plan, prices)
            if plan:
                calls.append(call("publish_to_store", store_id=store, plan=plan))
            if prices:
                calls.append(call("set_prices", store_id=store, prices=prices))
        return calls

    def plan_talks(self, messages_max: int) -> list[Talk]:
        """Return this round's bids, the category that gains most on a yuan first."""
        if self.days_left < LAST_ORDER_DAYS:
            return []
        budget, talks = self.budget, list[Talk]()
        cover = min(COVER_SHORT if self.is_short else COVER_LONG, self.days_left - 3)
        for book in sorted(self.books, key=lambda book: -book.margin):
            supplier = book.best_supplier(self.trial)
            if supplier is None or not book.may_deal(self.day / self.days):
                continue
            lines = book.order(supplier, cover, min(budget, supplier.room(self.trial)))
            known = [line for line in lines if line.product.id in supplier.quotes]
            if 2 * len(known) >= len(lines) > 0:
                talk = Talk(book, [supplier], known)
                news = [talk]
                budget -= sum(line.price * line.quantity for line in known)
            else:
                cold = [line.product for line in lines if line not in known]
                news = [Talk(book, [supplier], _probe(cold))] * (PROBES if cold else 0)
            if len(talks) + len(news) <= messages_max:
                talks += news
        return talks

    def haggle(self, talks: list[Talk], before: list[Call] | None = None) -> Turns:
        """Send these messages, after the calls `before`, and take note of the answers."""
        messages = [
            message(
                [supplier.address for supplier in talk.suppliers],
                [(line.action, line.product.id, line.price, line.quantity) for line in talk.lines],
            )
            for talk in talks
        ]
        calls = [*(before or []), *messages]
        answers = (yield from self.office.send(*calls)) if calls else []
        for talk, answer in zip(talks, answers[len(calls) - len(talks) :], strict=True):
            replies = answer.get("responses", [answer])
            for supplier, reply in zip(talk.suppliers, replies, strict=True):
                self.note_reply(talk, supplier, reply)
        return []

    def note_reply(self, talk: Talk, supplier: Supplier, reply: dict[str, Any]) -> None:
        if reply.get("message") != "message_sent":
            supplier.is_barred = True
        talk.book.deals += "order_confirmed" in reply
        rows = reply.get("negotiation_responses", ())
        for line, row in zip(talk.lines, rows, strict=False):
            supplier.bids += line.price >= talk.book.bid(line.product)
            supplier.quotes.pop(line.product.id, None)
            if row["decision"] == "Offer":
                talk.book.hear(supplier, line.product, row["price"])
            elif row.get("order_placed"):
                charged = row["charged_total"]
                self.bank -= charged
                talk.book.orders.append(Order(supplier, line.product, line.quantity, charged))
                line.product.coming += line.quantity
                supplier.owing += charged
                supplier.taken += 1
            elif row["decision"] == "Accept":
                # The bank could pay, so the supplier wants something else first: a fee.
                supplier.is_barred = True


def _probe(products: list[Product]) -> list[Line]:
    return [Line(each, round(each.reference * PROBE_RATIO, 2), 1) for each in products]


def _list_goods(book: Category, plan: list[dict[str, Any]], prices: list[dict[str, Any]]) -> None:
    for product in book.products:
        price = book.price(product)
        if product.stored:
            line = {"product_id": product.id, "quantity": product.stored}
            plan.append(line | {"retail_price": price})
        elif product.shelf and price != product.price:
            prices.append({"product_id": product.id, "price": price})
        product.price = price
        product.shelf += product.stored
        product.stored = 0
