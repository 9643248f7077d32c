"""Goal: no answer tells an agent what §11 of the rule book keeps hidden.

Method: two ways. Whatever may be asked at a moment is asked twice, the second time of a store whose
hidden facts are others: the answers must be the same bytes. And every answer of whole episodes, of
merchants and of a fuzzing agent, is scanned for keys, words and numbers that nobody should see.
Planted leaks prove that both ways see.
"""

import json
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.supermarket.parameters import Preset
from events.episode import Call
from events.supermarket import DemandSampled
from runs.agents.base import Brief, Scripted, call
from runs.agents.retail import RETAIL_AGENTS
from runs.cli import main
from runs.sandbox.sandbox import Sandbox, available
from sim.supermarket.descriptions import DESCRIPTIONS
from sim.supermarket.reads import answer as read_answer
from sim.supermarket.reads import reads
from sim.supermarket.tools import ALIASES, END_TODAY
from sim.tools import schema
from sim.turn import take_turn
from tests.retail import Shop, world
from tests.sim.supermarket.asking import (
    READS,
    SKUS,
    SUPPLIERS,
    TOOLS,
    Reader,
    answered,
    ask_twice,
    questions,
)
from tests.sim.supermarket.disguise import disguised, other
from tests.sim.supermarket.scanner import WORDS, Leak, Scanner

DAYS = 24


def stocked() -> Shop:
    """Return a store that has traded: goods of all suppliers, sales, returns, reviews, news."""
    shop = Shop(Reader(), opening_balance=60_000_000_000, review_ratio=0.2)
    shop.call("set_shelf_skus", sku_ids=SKUS)
    for supplier in SUPPLIERS:
        items = [{"sku_id": sku, "quantity": 60} for sku in SKUS]
        shop.call("place_order", items=items, supplier_id=supplier)
    shop.nights(DAYS)
    return shop


@pytest.fixture(scope="module")
def shop() -> Shop:
    return stocked()


def test_nothing_that_can_be_asked_depends_on_what_is_hidden(shop):
    answers = ask_twice(shop, questions(shop, DAYS))
    answering = {tool for tool, _, result in answers if not result.get("error")}
    acts = {"modify_product_price", "set_shelf_products"}
    assert answering >= {*READS, *ALIASES, "execute_code"} - acts
    assert {tool for tool, _, _ in answers} >= {*READS, *ALIASES, "execute_code", "place_order"}
    assert all(len(text) > 40 for _, text, _ in answers)
    given = shop.store.sandbox.given
    assert given[: len(given) // 2] == given[len(given) // 2 :]
    assert given[0][0] == ["current_date", "funds", "rent", "sku_ids"]


def test_the_disguise_hides_and_is_taken_off_again(shop):
    store = shop.store
    before = [store.tables, store.state.quotes, store.state.lots, store.state.news, store.series]
    lot, (sku, *_) = next(iter(store.state.lots)), SKUS
    good, asked = store.state.lots[lot].quality, store.quoted(sku, 3)
    with disguised(store):
        assert store.state.lots[lot].quality == other(good) != good
        assert store.quoted(sku, 3).qualities != asked.qualities
        assert store.quoted(sku, 3).prices == asked.prices
        assert store.products[sku].alpha != world().products[0].alpha
        assert store.traffic(DAYS + 1) == store.tables.traffic[DAYS + 1 - store.day_of(
            store.tables.traffic_first)] != world().traffic[0]  # fmt: skip
    after = [store.tables, store.state.quotes, store.state.lots, store.state.news, store.series]
    assert all(one is other for one, other in zip(before, after, strict=True))


def test_an_order_tells_nothing_of_what_it_will_bring():
    def ordered(shop: Shop) -> list[tuple[str, bytes, Any]]:
        items = [{"sku_id": sku, "quantity": 5} for sku in SKUS[:12]]
        return answered(shop, [call("place_order", items=items, supplier_id=s) for s in SUPPLIERS])

    one, two = Shop(), Shop()
    openly = ordered(one)
    with disguised(two.store):
        assert ordered(two) == openly
    poor = Shop(opening_balance=1)
    refused = ordered(poor)
    assert "required" in refused[0][2]
    with disguised(poor.store):
        assert ordered(poor) == refused
    lots = [list(each.store.state.lots.values()) for each in (one, two)]
    assert [lot.quality for lot in lots[0]] != [lot.quality for lot in lots[1]]


@pytest.mark.parametrize("name", RETAIL_AGENTS)
@pytest.mark.parametrize("draws", ["published", "paired"])
def test_a_merchants_episode_tells_nothing_hidden(name, draws):
    shop = Shop(Reader(), days=DAYS, draws=draws)
    scanner = Scanner(world(), ALIASES)
    brief = Brief(
        scenario="supermarket",
        start_date=shop.settings.start_date,
        days=DAYS,
        opening_balance=30_000.0,
        tools=(),
    )
    agent = Scripted(name, RETAIL_AGENTS[name](world(), Preset()), brief)
    texts: list[str] = []
    while not shop.store.is_over and (calls := agent.act(texts)) is not None:
        answers = [scanned(shop, scanner, wanted) for wanted in calls]
        texts = [answer.text.decode() for answer in answers]
        if calls[-1].tool == END_TODAY and shop.store.day % 8 == 0 and not shop.store.is_over:
            ask_twice(shop, questions(shop, shop.store.day))
    assert shop.store.day == DAYS
    assert scanner.looked >= DAYS
    assert len(shop.events(DemandSampled)) > 0


def scanned(shop: Shop, scanner: Scanner, wanted: Call):
    """Make one call, twice if it only asks, and scan its answer."""
    if wanted.tool in READS:
        ask_twice(shop, [wanted])
    before = len(shop.tape.events)
    (answer,) = take_turn(shop.store, shop.box, [wanted])
    for event in shop.tape.events[before:]:
        scanner.take(event)
    scanner.look(wanted.tool, answer.text)
    return answer


JUNK = st.sampled_from([None, "", "x", 0, -1, 5, True, 2.5, [], {}, [5], "1991-09-20"])
DATES = st.sampled_from(["1991-06-06", "1991-09-06", "1991-09-10", "1991-12-31", "09/12/91", "x"])
GOOD = {
    "items": st.lists(
        st.fixed_dictionaries(
            {"sku_id": st.sampled_from(SKUS), "quantity": st.integers(1, 400)}
        ),
        min_size=1,
        max_size=4,
    ),
    "supplier_id": st.sampled_from([*SUPPLIERS, "nobody"]),
    "sku_id": st.sampled_from([*SKUS, "x"]),
    "sku_ids": st.lists(st.sampled_from(SKUS), min_size=1, max_size=40),
    "new_price": st.floats(0.05, 9).map(lambda price: round(price, 2)),
    "content": st.sampled_from(["a", "buy less"]),
    "note_id": st.sampled_from(["note-1", "note-7"]),
    "start_date": DATES,
    "end_date": DATES,
    "news_id": st.sampled_from([item.id for item in world().news[:40]]),
    "page": st.sampled_from([None, 1, 2]),
    "code": st.sampled_from(['[["view_inventory", {}]]', '[["view_today_news", {}]]', "[]"]),
}  # fmt: skip


@st.composite
def made_calls(draw: st.DrawFn) -> Call:
    """Draw a call: mostly a good one."""
    name = draw(st.sampled_from([*TOOLS, *ALIASES, END_TODAY, END_TODAY]))
    fields = TOOLS[ALIASES.get(name, name)].arguments.__struct_fields__
    arguments = {
        field: draw(JUNK if draw(st.integers(0, 11)) == 11 else GOOD[field]) for field in fields
    }
    return Call(
        name, json.dumps({key: each for key, each in arguments.items() if each is not None})
    )


@given(
    calls=st.lists(made_calls(), min_size=10, max_size=60),
    draws=st.sampled_from(["published", "paired"]),
)
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
def test_whatever_is_called_tells_nothing_hidden(calls, draws):
    shop, scanner = Shop(Reader(), draws=draws), Scanner(world(), ALIASES)
    shop.call("set_shelf_skus", sku_ids=SKUS)
    for wanted in calls:
        scanned(shop, scanner, wanted)
    if not shop.store.is_over:
        ask_twice(shop, questions(shop, shop.store.day)[::7])


@pytest.mark.parametrize("tool", TOOLS)
def test_schemas_and_descriptions_tell_nothing(tool):
    text = json.dumps(schema(TOOLS[tool], DESCRIPTIONS[tool]))
    assert not WORDS.search(text)


@pytest.mark.skipif(bool(available()), reason=available())
def test_code_finds_nothing_hidden_in_its_sandbox(shop):
    store = shop.store
    tools = {read.name: read.parameters() for read in reads(store.preset)}
    values = {"funds": 1.0, "current_date": "1991-09-07", "rent": 600.0, "sku_ids": SKUS}
    with Sandbox(strict=False) as box:
        run = partial(box.run, tools=tools, given=values, today="1991-09-07")
        found = run("sorted(globals())", read=partial(read_answer, store)).result
        asked = "[view_inventory(), view_current_date_supplier_prices(sku_ids), view_today_news()]"
        openly = run(asked, read=partial(read_answer, store))
        with disguised(store):
            masked = run(asked, read=partial(read_answer, store))
    modules = {"__builtins__", "__name__", "date", "datetime", "defaultdict", "json", "math",
               "timedelta"}  # fmt: skip
    assert {*found} == {*tools, *values, *modules}
    assert openly.error == ""
    assert openly == masked


def test_the_command_line_shows_nothing_hidden(tmp_path, capsys):
    words = [
        "run",
        "--scenario",
        "supermarket",
        "--agent",
        "steward",
        "--days",
        "4",
        "--sync",
        "off",
    ]
    assert main([*words, "--out", str(tmp_path / "e")]) == 0
    told = "".join(capsys.readouterr())
    assert "chain head" in told
    assert not WORDS.search(told)


# Planted leaks.


def planted(shop: Shop, change: Any) -> Shop:
    """Let a tool of the store tell more than it should."""
    tool = TOOLS["view_current_date_supplier_prices"]

    def run(store, args):
        found = {sku: [dict(row) for row in rows] for sku, rows in tool.run(store, args).items()}
        change(store, found)
        return found

    tools = shop.box.tools | {tool.name: tool._replace(run=run)}
    other = Shop.__new__(Shop)
    other.__dict__.update(shop.__dict__, box=shop.box._replace(tools=tools))
    return other


def quality(store, sku, name):
    place = store.suppliers.index(name)
    return store.state.quotes[-1].products[list(store.skus).index(sku)].qualities[place]


def row(found):
    return found[SKUS[0]][0]


def by_quality(store, found):
    for sku, rows in found.items():
        rows.sort(key=lambda each: -quality(store, sku, each["supplier_id"]))


PLANTED = {
    "quality": lambda store, found: row(found).update(
        category=quality(store, SKUS[0], "supplier_1")
    ),
    "rounded quality": lambda store, found: row(found).update(
        transport_days_min=round(quality(store, SKUS[0], "supplier_1"), 1)
    ),
    "order by quality": by_quality,
    "demand": lambda store, found: row(found).update(price=store.products[SKUS[0]].alpha),
    "sum of demand": lambda store, found: row(found).update(
        price=sum(each.beta for each in store.products.values())
    ),
    "attraction": lambda store, found: row(found).update(
        price=sum(each.value for each in store.figures.attractions)
    ),
    "price before the news": lambda store, found: row(found).update(
        price=store.series[SKUS[0]][1][store.today - store.series[SKUS[0]][0]][0][0]
    ),
    "tomorrow's price": lambda store, found: row(found).update(
        price=store.series[SKUS[0]][1][store.today + 1 - store.series[SKUS[0]][0]][0][0]
    ),
    "tomorrow's customers": lambda store, found: row(found).update(
        price=store.traffic(store.today + 1)
    ),
    "sign of the news": lambda store, found: row(found).update(
        category=str([store.items[shown.item].direction for shown in store.state.news])
    ),
    "strength of the news": lambda store, found: row(found).update(
        price=max(store.items[shown.item].strength for shown in store.state.news)
    ),
    "run of the news": lambda store, found: row(found).update(
        transport_days_max=max(shown.last_day for shown in store.state.news)
    ),
    "side of the news": lambda store, found: row(found).update(
        category=str([store.items[shown.item].side for shown in store.state.news])
    ),
    "unmet demand": lambda store, found: row(found).update(
        price=sum(sale.demand for days in store.state.sales.values() for sale in days.values())
    ),
    "quality of the stock": lambda store, found: row(found).update(
        price=sum(lot.quality for lot in store.state.lots.values())
    ),
}


@pytest.mark.parametrize("leak", ["nothing", *PLANTED])
def test_a_planted_leak_is_seen_by_asking_twice(shop, leak):
    spoilt = planted(shop, PLANTED.get(leak, lambda _store, _found: None))
    asked = [call("view_current_date_supplier_prices", sku_ids=SKUS)]
    if leak == "nothing":
        ask_twice(spoilt, asked)
        return
    with pytest.raises(Leak):
        ask_twice(spoilt, asked)


def test_a_planted_leak_is_seen_by_scanning(shop):
    scanner = Scanner(world(), ALIASES)
    for event in shop.tape.events:
        scanner.take(event)
    hidden = Random(4).sample(sorted(scanner.secrets), 40)
    (report,) = take_turn(shop.store, shop.box, [call("view_inventory")])
    scanner.look("view_inventory", report.text)
    answer = json.loads(report.text)
    spoilt = [
        *[answer | {"total_items": number} for number in hidden],
        *[answer | {"error": f"there are {number} of it"} for number in hidden[:5]],
        *[answer | {key: 1} for key in ("quality_score", "tier", "news_effect", "demand")],
        answer | {"error": "its quality is too low"},
        answer | {"shelf": {"sku_ids": [], "expected_returns": 0.02}},
    ]
    for each in spoilt:
        with pytest.raises(Leak):
            scanner.look("view_inventory", json.dumps(each))
