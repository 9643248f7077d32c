"""A shop in the golden world: begins an episode, plays turns, and can be played rich first."""

import json
from collections.abc import Sequence
from typing import Any

from data.marketplace.tables import Product, Supplier
from events.codec import clean_text
from events.episode import Call
from runs.agents.base import call
from sim.answers import LIMIT
from sim.marketplace.tools import TOOLBOX
from sim.marketplace.voice import Voice
from sim.marketplace.world import Market, Settings
from sim.marketplace.year import begin
from sim.tape import Sink, Tape
from sim.turn import take_turn
from tests.strategies import WAIT, Known, golden

Answer = dict[str, Any]
NIGHT = call(WAIT)
RANGE = {
    "home_living": ("Household Essentials", "Kitchenware"),
    "daily_office": ("Cleaning & Hygiene",),
    "pet": ("Pet Supplies",),
    "food_beverage": ("Coffee & Beverages",),
}
"""Store type -> categories the scripted opening deals in; all five scams are among them."""


def strict(text: bytes | str) -> Any:
    """Return a JSON value; NaN and the infinities are no JSON."""

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is no JSON")

    return json.loads(text, parse_constant=refuse)


def supplier(category: str, fraud: str = "", nth: int = 0) -> Supplier:
    """Return the nth supplier of a category that runs this scam, or none."""
    found = [row for row in golden().suppliers if category in row.categories and row.fraud == fraud]
    return found[nth]


def cheapest(category: str, count: int = 1) -> list[Product]:
    """Return the products of a category with the lowest reference prices."""
    rows = [row for row in golden().products if row.category == category]
    return sorted(rows, key=lambda row: row.reference_price)[:count]


def block(*entries: dict[str, Any]) -> str:
    return f"```negotiate\n{json.dumps(list(entries))}\n```"


class Shop:
    """An episode under test; `play` carries out a turn and checks what holds for every answer."""

    def __init__(
        self,
        *,
        days: int = 365,
        bank: float = 100_000,
        seed: int = 20260122,
        sink: Sink | None = None,
        voice: Voice | None = None,
    ) -> None:
        settings = Settings(seed=seed, days=days, opening_balance=round(bank * 1_000_000))
        self.tape = Tape(sink, keep=True)
        self.market: Market = begin(golden(), settings, self.tape, voice)
        self.known = Known()
        self.heard: list[tuple[Call, Answer]] = []
        """All calls and answers in the order of the log, where a turn's wait comes last."""

    def play(self, *calls: Call) -> list[Answer]:
        """Play one turn and return the answers as an agent reads them."""
        taken = take_turn(self.market, TOOLBOX, calls)
        assert len(taken) == len(calls)
        answers = []
        for wanted, answer in zip(calls, taken, strict=True):
            text = answer.text.decode()
            assert len(text) <= LIMIT == 65_536, wanted.tool
            read = strict(text)
            assert isinstance(read, dict)
            assert answer.tool == clean_text(wanted.tool)
            assert str(read["current_time"]).startswith("20"), wanted.tool
            self.known.learn(wanted, read)
            answers.append(read)
        pairs = list(zip(calls, answers, strict=True))
        waits = [pair for pair in pairs if pair[0].tool == WAIT][:1]
        self.heard += [pair for pair in pairs if not waits or pair is not waits[0]] + waits
        return answers

    def ask(self, tool: str, **arguments: Any) -> Answer:
        """Play a turn of one call and return its answer."""
        (answer,) = self.play(call(tool, **arguments))
        return answer

    def write(self, to: Supplier, *entries: dict[str, Any], text: str = "", **more: Any) -> Answer:
        """Send a message with these entries to one supplier."""
        content = f"{text}\n{block(*entries)}" if entries else text
        return self.ask("chatbox", uid=to.email, content=content, **more)

    def nights(self, count: int) -> None:
        for _ in range(count):
            if not self.market.is_over:
                self.play(NIGHT)

    def bank(self) -> int:
        return self.market.balance("bank")

    def events(self, kind: type) -> list[Any]:
        """Return the committed events of one kind."""
        return [event for event in self.tape.events if type(event) is kind]


def offer(sku: str, price: float, quantity: int = 1) -> dict[str, Any]:
    return {"action": "offer", "sku_id": sku, "price": price, "quantity": quantity}


def accept(sku: str, price: float | None, quantity: int = 1) -> dict[str, Any]:
    return {"action": "accept", "sku_id": sku, "price": price, "quantity": quantity}


def open_up(shop: Shop, until: int = 20) -> None:
    """Play a scripted opening: four stores, goods from all kinds of supplier, sales, returns.

    On the morning of day `until` there are goods in every place: on their way, in the warehouse, on
    shelves, sold and waiting, shipped and in escrow, and parcels on their way back.
    """
    for store_type, categories in RANGE.items():
        shop.ask("open_store", store_type=store_type, store_name=f"{store_type} & more")
        for category in categories:
            shop.ask("list_products", category=category)
            shop.ask("supplier_search", category=category)
    _stock_up(shop)
    while shop.market.today < until and not shop.market.is_over:
        shop.ask("check_warehouse")
        shop.play(*_listings(shop), call("ship_orders", speed="fast"), call("withdraw"), NIGHT)
        if shop.market.today == until - 3:
            _stock_up(shop)


def _stock_up(shop: Shop) -> None:
    """Buy two cheap products from every kind of supplier that serves the range."""
    for categories in RANGE.values():
        for category in categories:
            rows = cheapest(category, 2)
            wanted = [offer(row.id, round(row.reference_price * 1.2, 2), 25) for row in rows]
            for seller in golden().suppliers:
                if category in seller.categories and (seller.fraud or seller.closes_after % 3 == 0):
                    if seller.fraud == "vip_fee":
                        shop.write(seller, {"action": "enroll"}, text="Hello!")
                        shop.write(seller, {"action": "enroll"}, *wanted)
                    else:
                        shop.write(seller, *wanted)


def _listings(shop: Shop) -> Sequence[Call]:
    calls = []
    for store, allowed in shop.known.stores.items():
        plan = [
            {"product_id": sku, "quantity": units, "retail_price": round(reference * 0.9, 2)}
            for sku, units in shop.known.free.items()
            for category, reference in [shop.known.products[sku]]
            if category in allowed and units > 0
        ]
        if plan:
            calls.append(call("publish_to_store", store_id=store, plan=plan))
    return calls
