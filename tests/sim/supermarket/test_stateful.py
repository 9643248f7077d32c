"""Goal: whatever an agent sends, the store stays whole, and its log tells all of it.

Method: hypothesis plays turns of good and bad calls of every tool. An audit that has only the bytes
of the commits folds them, counts goods and money, and compares with the live state at each commit;
at the end the log is re-executed.
"""

import datetime
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from data.supermarket.parameters import PRESETS, Preset
from events.codec import encode
from events.episode import Call, TurnTaken
from events.errors import RuleBroken
from events.supermarket import CodeRan, GoodsAdmitted, GoodsExpired
from sim.supermarket.reads import reads
from sim.supermarket.sandbox import Called, Recalled, Told
from sim.supermarket.state import State
from sim.supermarket.tools import ALIASES, END_TODAY, toolbox
from sim.supermarket.year import begin
from sim.tape import Tape
from sim.turn import Answer, take_turn
from tests.retail import Shop, world
from tests.sim.supermarket.audit import Audit, audited
from tests.strategies import JUNK, MALFORMED, written

SKUS = [row.id for row in world().products]
SUPPLIERS = [f"supplier_{number}" for number in range(1, 6)]
TOOLS = toolbox(Preset()).tools
NAMES = [*TOOLS, *ALIASES, "memory", "", "End_Today", "\0"]
skus = st.sampled_from(SKUS) | st.sampled_from(["", "x", f" {SKUS[0]}"])
lists = st.lists(skus, max_size=6) | st.sampled_from([None, 5, "all", [5], SKUS, [*SKUS, "x"]])
dates = st.dates(min_value=datetime.date(1991, 6, 1)).map(str) | st.sampled_from(
    [None, "", "09/08/91", "3 May", "1991-13-01", "1991-08-01", "1991-09-20"]
)
quantities = st.integers(-2, 900) | st.sampled_from([True, False, "7", 2.0, None, 10**12, 15_001])
prices = st.floats(0.01, 30) | st.sampled_from([0, -1, True, "3", None, 1e9, 1e-9])
suppliers = st.sampled_from([*SUPPLIERS, "", "nobody", " supplier_1 ", None])
pages = st.sampled_from([1, 2, 0, 10**9, None, "1"])
orders = st.fixed_dictionaries(
    {
        "items": st.lists(
            st.fixed_dictionaries({"sku_id": skus, "quantity": quantities}), max_size=4
        ),
        "supplier_id": suppliers,
    }
)
notes = st.sampled_from(["", "  ", "a", "note-1", "note-2", "note-9", "€ 漢", "n" * 100_001])
codes = st.sampled_from(["", " ", "view_inventory", "view_sku_prices sku_ids", "view_nothing", 5])
GOOD: dict[str, st.SearchStrategy[Any]] = {
    "items": orders.map(lambda order: order["items"]),
    "supplier_id": suppliers,
    "sku_id": skus,
    "new_price": prices,
    "sku_ids": lists,
    "content": notes,
    "note_id": notes,
    "code": codes,
    "start_date": dates,
    "end_date": dates,
    "news_id": st.sampled_from(["", "nope", "syn00055", "syn00012_1991-09-07"]),
    "page": pages,
}
"""What may stand in each field of a tool."""


@st.composite
def calls(draw: st.DrawFn, names: list[str] = NAMES) -> Call:
    """A call of any tool, mostly with its own fields; now and then no JSON object at all."""
    name = draw(st.sampled_from(names))
    tool = TOOLS.get(ALIASES.get(name, name))
    fields = tool.arguments.__struct_fields__ if tool else ("sku_ids",)
    arguments = {field: draw(GOOD[field]) for field in fields if field != "page"}
    spoilt = draw(st.integers(0, 9))
    if spoilt == 9:
        return Call(name, draw(st.sampled_from(MALFORMED)))
    if spoilt == 8:
        arguments[draw(st.sampled_from([*GOOD, "env"]))] = draw(st.sampled_from(JUNK))
    elif spoilt == 7 and arguments:
        del arguments[draw(st.sampled_from([*arguments]))]
    return Call(name, written(arguments))


class Caller:
    """A sandbox whose code is the names of a read tool and of values that it is called with."""

    def run(self, code, read, tools, *, given=None, today=""):
        tool, *names = code.split()
        if tool not in tools:
            return Told(error="refused", rejected=True)
        called = []
        for arguments in ({name: given[name][:2] for name in names}, {"nothing": today}):
            told = json.dumps(arguments).encode()
            try:
                found = read(tool, arguments)
                called.append(Called(tool, told))
            except RuleBroken as error:
                return Told(error=str(error), calls=(*called, Called(tool, told, success=False)))
        return Told("said\n", found, calls=tuple(called))


class Life(RuleBasedStateMachine):
    """An episode that hypothesis plays."""

    @initialize(
        preset=st.sampled_from(sorted(PRESETS)),
        capacity=st.sampled_from([700, 15_000]),
        draws=st.sampled_from(["published", "paired"]),
        days=st.sampled_from([180, 9]),
        bank=st.sampled_from([30_000, 200_000, 500]),
    )
    def begin(self, preset: str, capacity: int, draws: str, days: int, bank: int) -> None:
        self.shop, self.audit = audited(
            Caller(),
            preset=PRESETS[preset],
            capacity=capacity,
            draws=draws,
            days=days,
            opening_balance=bank * 10**6,
            review_ratio=0.2,
        )
        self.shop.call("set_shelf_skus", sku_ids=SKUS)

    def is_on(self) -> bool:
        return not self.shop.store.is_over

    def play(self, *made: Call) -> list[Answer]:
        """Take a turn; a single call that failed changed nothing but the count of calls."""
        before = len(self.shop.tape.events)
        answers = take_turn(self.shop.store, self.shop.box, made)
        assert len(answers) == len(made)
        if len(made) == 1 and answers[0].failed:
            kinds = {type(event).__name__ for event in self.shop.tape.events[before:]}
            assert kinds - {"CodeRan"} <= {"TurnTaken", "ToolAnswered"}
        return answers

    @precondition(is_on)
    @rule(made=calls())
    def one_call(self, made: Call) -> None:
        self.play(made)

    @precondition(is_on)
    @rule(made=st.lists(calls() | calls([END_TODAY]), max_size=5))
    def turn(self, made: list[Call]) -> None:
        day = self.shop.store.day
        self.play(*made)
        assert self.shop.store.day - day <= 1

    @precondition(is_on)
    @rule(order=orders)
    def order(self, order: dict[str, Any]) -> None:
        self.play(Call("place_order", json.dumps(order)))

    @precondition(is_on)
    @rule(first=st.integers(0, 30), supplier=st.sampled_from(SUPPLIERS), many=st.integers(20, 400))
    def restock(self, first: int, supplier: str, many: int) -> None:
        items = [{"sku_id": sku, "quantity": many} for sku in SKUS[first : first + 8]]
        self.play(Call("place_order", json.dumps({"items": items, "supplier_id": supplier})))

    @precondition(is_on)
    @rule(code=codes)
    def code(self, code: Any) -> None:
        called = self.audit.inner_calls
        (answer,) = self.play(Call("execute_code", json.dumps({"code": code})))
        told = answer.result.get("tool_calls", [])
        assert self.audit.inner_calls - called == len(told)

    @precondition(is_on)
    @rule(count=st.integers(1, 12))
    def days_pass(self, count: int) -> None:
        self.shop.nights(count)

    @precondition(lambda self: not self.is_on())
    @rule()
    def it_is_over(self) -> None:
        assert self.shop.store.state.reason in ("max_days_reached", "bankruptcy")
        for tool in ("view_funds_and_date", "end_today"):
            assert self.shop.answer(tool).failed

    def teardown(self) -> None:
        if hasattr(self, "shop"):
            self.shop.store.close("agent_stopped")
            self.audit.finish(self.shop)
            again(self.shop)


def again(shop: Shop) -> None:
    """Re-execute an episode from its inputs and compare every event."""
    tape = Tape(keep=True)
    recorded = shop.tape.events
    store = begin(world(), shop.settings, tape, Recalled(shop.events(CodeRan)))
    for event in recorded:
        if isinstance(event, TurnTaken):
            take_turn(store, shop.box, event.calls)
    if shop.store.state.ended and not store.state.ended:
        store.close(shop.store.state.reason)
    assert [encode(event) for event in tape.events] == [encode(event) for event in recorded]


TestLife = Life.TestCase
TestLife.settings = settings(
    max_examples=50,
    stateful_step_count=30,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)


def busy(**settings: Any) -> tuple[Shop, Audit]:
    """Return a store that has ordered more than fits into it, fifteen days on."""
    shop, audit = audited(Caller(), opening_balance=60_000_000_000, **settings)
    shop.call("set_shelf_skus", sku_ids=SKUS[:20])
    for supplier in SUPPLIERS:
        items = [{"sku_id": sku, "quantity": 150} for sku in SKUS[:20]]
        shop.call("place_order", items=items, supplier_id=supplier)
    shop.call("add_note", content="much")
    shop.call("execute_code", code="view_sku_prices sku_ids")
    shop.nights(15)
    order = {"items": [{"sku_id": SKUS[0], "quantity": 1}], "supplier_id": SUPPLIERS[0]}
    assert not shop.answer("place_order", **order).failed
    return shop, audit


@pytest.mark.parametrize("draws", ["published", "paired"])
@pytest.mark.parametrize("preset", ["hard_v2", "middle"])
def test_a_full_store_stays_whole_and_gives_the_same_log_again(draws, preset):
    shop, audit = busy(draws=draws, preset=PRESETS[preset], capacity=1_000)
    assert audit.queued_most > 1_000
    assert audit.count[GoodsAdmitted]
    shop.nights(40)
    assert audit.count[GoodsExpired]
    again(shop)


def test_the_audit_sees_every_tool():
    assert {read.name for read in reads(Preset())} | {"execute_code", END_TODAY} <= {*TOOLS}
    assert {field for tool in TOOLS.values() for field in tool.arguments.__struct_fields__} == {
        *GOOD
    }


def first(things: dict[Any, Any]) -> Any:
    return next(iter(things.values()))


FAULTS: dict[str, Callable[[State], Any]] = {
    "a unit from nowhere": lambda state: first(state.stock)[0].__setitem__(1, 10**6),
    "a lot without units": lambda state: first(state.stock).append([1, 0]),
    "a lost lot": lambda state: first(state.stock).pop(),
    "a lost place in the queue": lambda state: state.waiting.pop(),
    "a wrong count of the stock": lambda state: setattr(state, "stocked", state.stocked + 1),
    "a lost order": lambda state: state.orders.popitem(),
    "money from nowhere": lambda state: state.book.balances.update(bank=10**12),
    "a forgotten note": lambda state: state.notes.popitem(),
    "another shelf": lambda state: state.shelf.popitem(),
    "a longer streak": lambda state: setattr(state, "streak", 1),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("both", [False, True], ids=["live", "folded as well"])
def test_the_audit_notices(fault: str, both: bool) -> None:
    """Money and goods are noticed even if the fold errs in the same way."""
    shop, audit = busy(capacity=1_000)
    audit.check()
    FAULTS[fault](shop.store.state)
    if both:
        audit.replica = shop.store.state
    if both and fault in ("a forgotten note", "another shelf", "a longer streak"):
        audit.check()
        return
    with pytest.raises(AssertionError):
        audit.check()
