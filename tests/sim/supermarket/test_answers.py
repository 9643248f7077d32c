"""Goal: tools answer to the published names, page long answers and refuse wrong arguments.

Method: every tool is called on a busy store; each wrong call must name what is wrong.
"""

import json
from typing import Any

import pytest

from sim.supermarket.descriptions import DESCRIPTIONS
from sim.supermarket.sandbox import Told
from sim.supermarket.tools import ALIASES
from sim.tools import schema
from tests.retail import Shop, plain, world

SKUS = [row.id for row in world().products]
SPAN = {"start_date": "1991-08-20", "end_date": "1991-09-20"}
READS: dict[str, dict[str, Any]] = {
    "view_funds_and_date": {},
    "view_inventory": {},
    "view_shelf_status": {},
    "view_notes": {},
    "view_today_news": {},
    "view_sku_prices": {"sku_ids": SKUS},
    "view_sku_inventory_cost": {"sku_ids": SKUS},
    "view_sales_profit_history": {"sku_ids": SKUS[:9], **SPAN},
    "view_current_date_supplier_prices": {"sku_ids": SKUS},
    "view_supplier_price_history": {"sku_id": SKUS[0]},
    "view_sku_avg_ratings": {"sku_ids": SKUS, "start_date": None, "end_date": None},
    "view_supplier_returns_avg_rate": {"supplier_id": "supplier_1", **SPAN},
    "view_news_history": SPAN,
    "view_news_detail": {"news_id": "syn00012"},
}


@pytest.fixture(scope="module")
def shop() -> Shop:
    shop = Shop(opening_balance=60_000_000_000)
    shop.call("set_shelf_skus", sku_ids=SKUS)
    for supplier in ("supplier_1", "supplier_4"):
        items = [{"sku_id": sku, "quantity": 90} for sku in SKUS]
        shop.call("place_order", items=items, supplier_id=supplier)
    shop.call("add_note", content="remember")
    shop.nights(12)
    return shop


def test_every_tool_is_described_and_its_schema_can_be_shown(shop):
    assert set(DESCRIPTIONS) == set(shop.box.tools)
    for name, tool in shop.box.tools.items():
        shown = schema(tool, DESCRIPTIONS[name])
        assert shown["parameters"]["type"] == "object"
        assert not any(word in json.dumps(shown) for word in ("alpha", "quality_score"))


def test_the_papers_names_do_the_same(shop):
    for alias, name in ALIASES.items():
        if name in READS:
            assert shop.call(alias, **READS[name]) == shop.call(name, **READS[name])


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("place_order", {"items": [], "supplier_id": "supplier_1"}, "items"),
        ("place_order", {"items": [{"sku_id": SKUS[0]}], "supplier_id": "supplier_1"}, "quantity"),
        ("place_order", {"items": [{"sku_id": SKUS[0], "quantity": 2.0}],
                         "supplier_id": "supplier_1"}, "quantity"),
        ("place_order", {"items": [{"sku_id": SKUS[0], "quantity": False}],
                         "supplier_id": "supplier_1"}, "quantity"),
        ("place_order", {"items": [{"sku_id": "zzz", "quantity": 2}],
                         "supplier_id": "supplier_1"}, "zzz"),
        ("place_order", {"items": [{"sku_id": SKUS[0], "quantity": 2}],
                         "supplier_id": "supplier_9"}, "supplier_9"),
        ("modify_sku_price", {"sku_id": SKUS[0], "new_price": 0}, "new_price"),
        ("modify_sku_price", {"sku_id": SKUS[0], "new_price": "2"}, "new_price"),
        ("modify_sku_price", {"sku_id": "x", "new_price": 2}, "x"),
        ("set_shelf_skus", {"sku_ids": None}, "sku_ids"),
        ("set_shelf_skus", {"sku_ids": ["nope"]}, "nope"),
        ("view_sku_prices", {"sku_ids": []}, "sku_ids"),
        ("view_sales_profit_history", {"sku_ids": SKUS[:1], "start_date": "3 May",
                                       "end_date": "1991-09-01"}, "start_date"),
        ("view_sales_profit_history", {"sku_ids": SKUS[:1], "start_date": "1991-09-02",
                                       "end_date": "1991-09-01"}, "after"),
        ("view_sales_profit_history", {"sku_ids": SKUS[:1], "start_date": "1901-09-02",
                                       "end_date": "1991-09-01"}, "days at most"),
        ("view_news_detail", {"news_id": "nope"}, "nope"),
        ("add_note", {"content": "  "}, "content"),
        ("view_inventory", {"x": 1}, "x"),
        ("end_today", {"x": 1}, "x"),
        ("view_sku_reviews", {"sku_ids": SKUS[:1]}, "no tool"),
    ],
)  # fmt: skip
def test_a_wrong_call_says_what_is_wrong_and_does_nothing(shop, tool, arguments, told):
    before, day = shop.store.draws.fingerprint(), shop.store.day
    seen = len(shop.tape.events)
    answer = shop.answer(tool, **arguments)
    assert answer.failed
    assert told in answer.result["error"]
    assert (shop.store.draws.fingerprint(), shop.store.day) == (before, day)
    assert len(shop.tape.events) == seen + 2


def test_one_turn_ends_one_day_after_everything_else(shop):
    from events.episode import Call
    from sim.turn import take_turn

    day = shop.store.day
    calls = [Call("end_today", "{}"), Call("view_funds_and_date", "{}"), Call("end_today", "{}")]
    answers = take_turn(shop.store, shop.box, calls)
    assert shop.store.day == day + 1
    assert answers[1].result["current_date"] == shop.store.calendar.iso(day)
    assert answers[0].result["current_date"] == shop.store.calendar.iso(day + 1)
    assert "note" in answers[2].result


def test_a_long_answer_comes_in_pages_of_whole_products(shop):
    asked = {"sku_ids": SKUS, "start_date": "1991-06-06", "end_date": "1991-09-18"}
    whole = shop.answer("view_sales_profit_history", **asked)
    assert set(whole.result) >= set(SKUS)
    found: dict[str, Any] = {}
    pages = json.loads(whole.text)["pages"]
    for page in range(1, pages + 1):
        text = shop.answer("view_sales_profit_history", **asked, page=page).text
        assert len(text) <= 65_536
        shown = json.loads(text)
        assert (shown["page"], shown["pages"]) == (page, pages)
        assert not set(found) & set(shown) & set(SKUS)
        found |= {sku: shown[sku] for sku in shown if sku in SKUS}
    assert found == plain({sku: whole.result[sku] for sku in SKUS})


def test_what_code_gives_back_has_a_limit():
    class Long:
        def run(self, *_args, **_given):
            return Told(result="x" * 60_000)

    told = Shop(Long()).call("execute_code", code="'x' * 60000")
    assert told["result"] is None
    assert "50,000 characters" in told["error"]


def test_ten_months_of_days_cost_about_the_same_each():
    """A day of the last third must not take more work than one of the first: counted, not timed."""
    shop = Shop(days=600, opening_balance=10**15)
    shop.call("set_shelf_skus", sku_ids=SKUS)
    sizes = []
    for _ in range(30):
        items = [{"sku_id": sku, "quantity": 60} for sku in SKUS]
        shop.call("place_order", items=items, supplier_id="supplier_1")
        before = len(shop.tape.events)
        shop.nights(5)
        sizes.append(len(shop.tape.events) - before)
    assert max(sizes[20:]) <= 1.5 * max(sizes[5:15])
    shop.check()
