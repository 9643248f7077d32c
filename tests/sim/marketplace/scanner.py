"""A scanner for hidden facts: reads along with an episode and raises where an answer tells one.

It knows the events, so it knows what is hidden and what has been told. A number that stands with a
SKU, or in a supplier's prose, must have a public source; words, keys and dates are checked as well.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from events.base import Event
from events.episode import Call, ToolAnswered
from events.marketplace import DeliveryArrived, ReturnArrived, UnitsSold
from events.talks import OfferAnswered, OrderPlaced, SessionOpened
from sim.marketplace.kernel import price_frame
from sim.marketplace.templates import FAMILIES, FAMILY_OF, SCAMS
from tests.sim.marketplace.shop import Shop
from tests.strategies import golden

WORDS = re.compile(
    r"fraud|scam|\bhonest|\bbait|downgrade|defective|kernel|\bfloor\b|elasticit|\bcapacity\b|"
    r"threshold|personalit|reservation price|opening quote|sentiment|urgency|in transit|"
    + "|".join([*SCAMS, *(rf"\b{family}\b" for family in FAMILIES if family != "Strategic")]),
    re.IGNORECASE,
)
MAPS = ("items", "inventory_returned_to_warehouse", "items_liquidated", "memos", "shortened",
        "upcoming_settlements")  # fmt: skip
"""Objects whose keys are ids, dates or the agent's own titles."""
FUTURE = {"check_balance": 9, "ship_orders": 9}
"""Tool -> how many days ahead the dates in its answers may lie."""
SKU = re.compile(r"\b[0-9a-f]{12}\b")
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")
HOUSE = frozenset((1.0, 3.0, 7.0, 1000.0))
"""Numbers of the suppliers' house rules and of the membership."""


class Leak(AssertionError):
    """A hidden fact was found."""


@cache
def numbers(line: str) -> frozenset[float]:
    return frozenset(float(each.replace(",", "")) for each in NUMBER.findall(SKU.sub(" ", line)))


@cache
def skus(line: str) -> frozenset[str]:
    return frozenset(SKU.findall(line))


@cache
def word(line: str) -> str:
    """Return a hidden word of the line, or an empty text."""
    found = WORDS.search(line)
    return found[0] if found else ""


def lines(node: Any) -> Iterator[str]:
    """Yield all texts of a result, line by line."""
    if isinstance(node, str):
        yield from node.split("\n")
    elif isinstance(node, dict | list):
        for value in node.values() if isinstance(node, dict) else node:
            yield from lines(value)


class Scanner:
    """Reads along with an episode; `look` raises Leak."""

    def __init__(self, keys: dict[str, str]) -> None:
        tables = golden()
        self.keys = {tool: {*names.split()} for tool, names in keys.items()}
        self.products = {row.id: row for row in tables.products}
        self.categories = {row.name: row for row in tables.categories}
        self.personalities = {*FAMILY_OF} | {*FAMILIES}
        self.hidden: dict[str, dict[float, str]] = {}
        self.public: dict[str, set[float]] = {}
        self.written: dict[str, set[float]] = {}
        """SKU -> numbers the agent wrote in calls that name it."""
        self.delivered: dict[str, int] = {}
        self.returned: dict[str, int] = {}
        self.looked = 0

    def take(self, event: Event) -> None:
        """Learn what an event makes hidden or public."""
        match event:
            case SessionOpened():
                row = self.products[event.sku]
                frame = price_frame(row, self.categories[row.category], event.fraud)
                secrets = {frame.floor: "floor", frame.honest_floor: "honest floor"}
                secrets |= {event.opening: "opening", round(event.opening, 2): "opening"}
                secrets |= {frame.ceiling: "ceiling"}
                self.hidden.setdefault(event.sku, {}).update(secrets)
                self.public.setdefault(event.sku, set()).update(
                    (row.reference_price, frame.list_price)
                )
            case OfferAnswered() if event.decision == "Offer":
                self.public[event.sku] |= {event.quote, round(event.quote, 2)}
            case UnitsSold():
                rates = {event.rate_defect: "defect rate", event.rate_price: "price rate"}
                self.hidden.setdefault(event.sku, {}).update(rates)
            case DeliveryArrived():
                self.delivered[event.sku] = self.delivered.get(event.sku, 0) + event.quantity
            case ReturnArrived():
                self.returned[event.sku] = self.returned.get(event.sku, 0) + event.quantity

    def look(self, call: Call, answer: dict[str, Any], events: list[Event]) -> None:
        """Scan one answer, given the events it came with."""
        self.looked += 1
        for event in events:
            self.take(event)
        written = numbers(call.arguments)
        for sku in skus(call.arguments):
            self.written.setdefault(sku, set()).update(written)
        for line in lines(answer):
            if word(line):
                raise Leak(f"{call.tool}: the word {word(line)!r} in {line!r}")
        self._keys(answer, self.keys["any"] | self.keys.get(call.tool, set()))
        today = int(events[-1].tick // 16 // 1440) if events else 0
        self._dates(call.tool, answer, today)
        for sku, number, where in beside(answer):
            self._number(call.tool, sku, number, where)
        if call.tool == "chatbox":
            placed = [event for event in events if isinstance(event, OrderPlaced)]
            for flat in answer.get("responses", [answer]):
                self._prose(flat, placed, written)
        if call.tool == "trace_return_sources":
            self._trace(answer)

    def _keys(self, node: Any, allowed: set[str]) -> None:
        if isinstance(node, dict):
            for key, value in node.items():
                if key not in allowed:
                    raise Leak(f"the key {key!r}")
                self._keys([*value.values()] if key in MAPS and value else value, allowed)
        elif isinstance(node, list):
            for value in node:
                self._keys(value, allowed)
        elif node in self.personalities:
            raise Leak(f"the value {node!r}")

    def _dates(self, tool: str, answer: dict[str, Any], today: int) -> None:
        dates = {date for line in lines(answer) for date in DATE.findall(line)}
        for date in dates | {*answer.get("upcoming_settlements", ())}:
            ahead = (int(date[:4]) - 2026) * 365 + day_of_year(date) - today
            if ahead > FUTURE.get(tool, 0):
                raise Leak(f"{tool}: {date} lies {ahead} days ahead")

    def _number(self, tool: str, sku: str, number: float, where: str) -> None:
        row = self.products.get(sku)
        if row is None or number == int(number):
            return
        if number in self.public.get(sku, ()) or number in self.written.get(sku, ()):
            return
        secret = self.hidden.get(sku, {}).get(number)
        if number in (row.return_rate, round(row.return_rate, 3)):
            traded = tool == "trace_return_sources" and sku in self.delivered
            secret = None if traded else "natural return rate"
        if secret:
            raise Leak(f"{tool}: the {secret} of {sku}, {number}, in {where}")

    def _prose(
        self, flat: dict[str, Any], placed: list[OrderPlaced], written: frozenset[float]
    ) -> None:
        """Every number in a reply, but for its price list, must have been told elsewhere."""
        told = {*HOUSE, *written}
        for row in flat.get("negotiation_responses", ()):
            told |= numbers(row.get("error", ""))
            told |= {round(row["price"], 2)} if row["price"] is not None else set()
        for row in (*flat.get("orders_placed", ()), *flat.get("failed_orders", ())):
            told |= {row[key] for key in ("quantity", "charged") if key in row}
            told |= numbers(row.get("error", ""))
            if "charged" in row:
                told.add(round(row["charged"] / row["quantity"], 2))
        for line in flat.get("supplier_reply", "").split("\n"):
            if line.count(" | ") < 4 and not line.startswith("Page "):
                titles = [self.products[sku].title for sku in skus(line) if sku in self.products]
                for number in numbers(line) - told.union(*map(numbers, titles)):
                    raise Leak(f"chatbox: {number} in {line!r}")
        for order in placed:
            shown = [n for sku, n, where in beside(flat) if sku == order.sku and where != "round"]
            public = written | numbers(self.products[order.sku].title)
            if order.delivered != order.quantity and order.delivered in {*shown} - public:
                raise Leak(f"chatbox: {order.delivered} units will arrive")

    def _trace(self, answer: dict[str, Any]) -> None:
        for row in answer.get("products", ()):
            sku = row["product_id"]
            arrived = self.delivered.get(sku, 0), self.returned.get(sku, 0)
            if (row["total_units_delivered"], row["units_returned"]) != arrived:
                raise Leak(f"trace: {row} counts what is still on its way")


def day_of_year(date: str) -> int:
    months = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
    return months[int(date[5:7]) - 1] + int(date[8:]) - 1


def beside(node: Any, at: str = "") -> Iterator[tuple[str, float, str]]:
    """Yield (SKU, number, place) for every number that stands with a SKU: in its row or line."""
    if isinstance(node, dict):
        sku = node.get("product_id") or node.get("sku_id") or (at if SKU.fullmatch(at) else "")
        for key, value in node.items():
            if sku and isinstance(value, int | float) and not isinstance(value, bool):
                yield sku, float(value), key
            elif sku and isinstance(value, str) and key in ("error", "order_error", "note"):
                yield from ((sku, number, key) for number in numbers(value))
            else:
                yield from beside(value, key)
    elif isinstance(node, list):
        for value in node:
            yield from beside(value, at)
    elif isinstance(node, str):
        for line in node.split("\n"):
            for sku in skus(line):
                yield from ((sku, number, line[:80]) for number in numbers(line))


def scanned(shop: Shop, scanner: Scanner, *calls: Call) -> None:
    """Play a turn and scan its answers with the events of each."""
    seen, heard = len(shop.tape.events), len(shop.heard)
    shop.play(*calls)
    batch: list[Event] = []
    pairs = iter(shop.heard[heard:])
    for event in shop.tape.events[seen:]:
        batch.append(event)
        if isinstance(event, ToolAnswered):
            scanner.look(*next(pairs), batch)
            batch = []
