"""Goal: whatever an agent sends, the store stays whole, and its log tells all of it.

Method: hypothesis plays good and bad calls of every tool; after each the log is folded and compared
with the live state, and goods and money are counted; at the end the log is re-executed.
"""

import datetime
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from events.codec import encode
from events.episode import TurnTaken
from events.errors import RuleBroken
from sim.supermarket.sandbox import Called, Told, recalled
from sim.supermarket.year import begin, close
from sim.tape import Tape
from sim.turn import take_turn
from tests.retail import Shop, world

SKUS = [row.id for row in world().products]
SUPPLIERS = [f"supplier_{number}" for number in range(1, 6)]
skus = st.sampled_from(SKUS) | st.sampled_from(["", "x", f" {SKUS[0]}"])
lists = st.lists(skus, max_size=6) | st.sampled_from([None, 5, "all", [5], SKUS, [*SKUS, "x"]])
dates = st.dates(min_value=datetime.date(1991, 6, 1)).map(str) | st.sampled_from(
    [None, "", "09/08/91", "3 May", "1991-13-01", "1991-08-01", "1991-09-20"]
)
quantities = st.integers(-2, 900) | st.sampled_from([True, False, "7", 2.0, None, 10**12, 15_001])
prices = st.floats(0.01, 30) | st.sampled_from([0, -1, True, "3", None, 1e9, 1e-9])
suppliers = st.sampled_from([*SUPPLIERS, "", "nobody", " supplier_1 ", None])


class Echo:
    """A sandbox that calls one read tool and gives back what it answered."""

    def run(self, code, read, tools, *, given=None, today=""):
        if code not in tools:
            return Told(error="refused", rejected=True)
        arguments = {"sku_ids": given["sku_ids"][:2]}
        try:
            found = read(code, arguments)
        except RuleBroken as error:
            return Told(error=str(error), calls=(Called(code, success=False),))
        return Told("said\n", found, calls=(Called(code, json.dumps(arguments).encode()),))


class Life(RuleBasedStateMachine):
    """An episode that hypothesis plays."""

    @initialize(
        capacity=st.sampled_from([15_000, 700]),
        aggregation=st.sampled_from(["power", "legacy"]),
        draws=st.sampled_from(["published", "paired"]),
        days=st.sampled_from([180, 9]),
    )
    def begin(self, capacity: int, aggregation: str, draws: str, days: int) -> None:
        shelf = 40 if aggregation == "power" else None
        self.shop = Shop(
            Echo(),
            capacity=capacity,
            aggregation=aggregation,
            shelf=shelf,
            draws=draws,
            days=days,
            review_ratio=0.2,
        )
        self.shop.call("set_shelf_skus", sku_ids=SKUS)

    def is_on(self) -> bool:
        return not self.shop.store.is_over

    def play(self, tool: str, **arguments: Any) -> None:
        """Make a call; a failed one must have changed nothing but the count of calls."""
        before = len(self.shop.tape.events)
        answer = self.shop.answer(tool, **arguments)
        kinds = {type(event).__name__ for event in self.shop.tape.events[before:]}
        if answer.failed and tool != "execute_code":
            assert kinds <= {"TurnTaken", "ToolAnswered"}

    @precondition(is_on)
    @rule(
        lines=st.lists(st.tuples(skus, quantities), max_size=4),
        supplier=suppliers,
        extra=st.sampled_from([{}, {"note": 1}]),
    )
    def order(self, lines: list[tuple[Any, Any]], supplier: Any, extra: dict[str, Any]) -> None:
        items = [{"sku_id": sku, "quantity": quantity, **extra} for sku, quantity in lines]
        self.play("place_order", items=items, supplier_id=supplier)

    @precondition(is_on)
    @rule(first=st.integers(0, 30), supplier=st.sampled_from(SUPPLIERS), many=st.integers(20, 400))
    def restock(self, first: int, supplier: str, many: int) -> None:
        items = [{"sku_id": sku, "quantity": many} for sku in SKUS[first : first + 8]]
        self.play("place_order", items=items, supplier_id=supplier)

    @precondition(is_on)
    @rule(sku=skus, price=prices)
    def price(self, sku: Any, price: Any) -> None:
        self.play("modify_sku_price", sku_id=sku, new_price=price)

    @precondition(is_on)
    @rule(chosen=lists)
    def shelf(self, chosen: Any) -> None:
        self.play("set_shelf_skus", sku_ids=chosen)

    @precondition(is_on)
    @rule(text=st.sampled_from(["", "  ", "a", "note-1", "note-2", "€ 漢"]))
    def notes(self, text: str) -> None:
        self.play("add_note", content=text)
        self.play("remove_note", note_id=text)
        self.play("view_notes")

    @precondition(is_on)
    @rule(chosen=lists, first=dates, last=dates, supplier=suppliers, sku=skus)
    def look(self, chosen: Any, first: Any, last: Any, supplier: Any, sku: Any) -> None:
        span = {"start_date": first, "end_date": last}
        self.play("view_sales_profit_history", sku_ids=chosen, supplier_id=supplier, **span)
        self.play("view_supplier_price_history", sku_id=sku, supplier_id=supplier, **span)
        self.play("view_sku_avg_ratings", sku_ids=chosen, **span)
        self.play("view_supplier_returns_avg_rate", supplier_id=supplier, sku_ids=chosen, **span)
        self.play("view_news_history", **span)

    @precondition(is_on)
    @rule(chosen=lists, name=st.sampled_from(["", "nope", "syn00055", "syn00012_1991-09-07"]))
    def look_around(self, chosen: Any, name: str) -> None:
        for tool in ("view_sku_prices", "view_sku_inventory_cost", "view_product_prices"):
            self.play(tool, sku_ids=chosen)
        self.play("view_current_date_supplier_prices", sku_ids=chosen)
        self.play("view_news_detail", news_id=name)
        for tool in ("view_funds_and_date", "view_inventory", "view_shelf_status", "memory"):
            self.play(tool)
        self.play("view_today_news")

    @precondition(is_on)
    @rule(code=st.sampled_from(["", "view_sku_prices", "view_inventory", "raise", 5]))
    def code(self, code: Any) -> None:
        self.play("execute_code", code=code)

    @precondition(is_on)
    @rule(count=st.integers(1, 12))
    def days_pass(self, count: int) -> None:
        self.shop.nights(count)
        self.shop.check()

    @precondition(lambda self: not self.is_on())
    @rule()
    def it_is_over(self) -> None:
        assert self.shop.answer("view_funds_and_date").failed
        assert self.shop.answer("end_today").failed

    def teardown(self) -> None:
        if not hasattr(self, "shop"):
            return
        close(self.shop.store, "agent_stopped")
        self.shop.check()
        again(self.shop)


def again(shop: Shop) -> None:
    """Re-execute an episode from its inputs and compare every event."""
    tape = Tape(keep=True)
    recorded = shop.tape.events
    store = begin(world(), shop.settings, tape, recalled(recorded))
    for event in recorded:
        if isinstance(event, TurnTaken):
            take_turn(store, shop.box, event.calls)
    if shop.store.state.ended and not store.state.ended:
        close(store, shop.store.state.reason)
    assert [encode(event) for event in tape.events] == [encode(event) for event in recorded]


Life.TestCase.settings = settings(
    max_examples=30, stateful_step_count=30, suppress_health_check=list(HealthCheck)
)
TestLife = Life.TestCase


@pytest.mark.parametrize("draws", ["published", "paired"])
def test_the_same_inputs_give_the_same_log(draws):
    shop = Shop(Echo(), draws=draws, opening_balance=60_000_000_000)
    shop.call("set_shelf_skus", sku_ids=SKUS[:20])
    for supplier in SUPPLIERS:
        items = [{"sku_id": sku, "quantity": 150} for sku in SKUS[:20]]
        shop.call("place_order", items=items, supplier_id=supplier)
    shop.call("execute_code", code="view_sku_prices")
    shop.nights(15)
    shop.check()
    again(shop)
