"""Goal: the supermarket's benchmark lines are the published ones; the steward is worth beating.

Method: let the rules play the golden traces' episodes by themselves, with every published look, and
compare every call; then without, and compare every act. Let the steward and idle play the golden
worlds.
"""

import datetime as dt
import json

import polars as pl
import pytest
from msgspec.structs import replace

from data.supermarket.parameters import Preset
from runs.agents.base import call
from runs.agents.retail import BENCHMARKS, RETAIL_AGENTS
from runs.agents.retail_books import Product, Quote
from runs.agents.retail_insight import Insight
from runs.agents.retail_oracle import UNITS_GUESS, WINDOW_DAYS, best_price, read
from runs.trace_store import settings_of
from sim.supermarket.stock import net_worth
from sim.supermarket.world import Settings
from tests.retail import world
from tests.retail_lines import LOOKING
from tests.retail_play import play, play_trace, trace_of

RECORDED_EVERY = 30
AGENTS = (RETAIL_AGENTS, LOOKING)
SPARSE = ["small-oracle-180", "full-cheapest-150", "full-oracle-180"]


def recorded_days(name):
    days, counts = [[]], []
    for made in trace_of(name).calls:
        days[-1].append((made["tool"], made["args"]))
        if made["tool"] == "end_today":
            days.append([])
            counts.append(made["day"]["calls"])
    return [calls for calls in days if calls], counts


def acts(days):
    return [[call for call in calls if not call[0].startswith("view_")] for calls in days]


@pytest.mark.parametrize("name", SPARSE)
def test_with_every_look_a_benchmark_line_makes_exactly_the_calls_of_its_trace(name):
    played, (days, counts) = play_trace(name), recorded_days(name)
    assert played.failed == 0
    assert [len(calls) for calls in played.days[:-1]] == counts
    assert [tool for tool, _ in played.days[-1]] == ["view_funds_and_date", "view_inventory"]
    for day, (ours, theirs) in enumerate(zip(played.days, days, strict=True)):
        if day % RECORDED_EVERY and day < len(counts):
            (ours,) = acts([ours])
        assert ours == theirs, f"day {day}"


@pytest.mark.parametrize("name", SPARSE)
def test_a_benchmark_line_acts_as_published_and_looks_once(name):
    trace, looking = trace_of(name), play_trace(name)
    header = trace.header
    data, settings = header["data"], settings_of(trace)
    played = play(header["policy"], data, settings, header["days_limit"])
    assert played.failed == 0
    assert acts(played.days) == acts(looking.days)
    assert played.store.state.book == looking.store.state.book
    assert played.store.draws.fingerprint() == looking.store.draws.fingerprint()
    asked = [
        (sku, date)
        for calls in played.days
        for tool, arguments in calls
        if tool == "view_sales_profit_history"
        for sku in arguments["sku_ids"]
        for date in dates(arguments)
        if arguments.get("page", 1) == 1
    ]
    skus = len({sku for sku, _ in asked})
    assert len(set(asked)) == len(asked) == skus * (len(played.days) - 1 + WINDOW_DAYS - 1)
    for calls in played.days[1:-1]:
        looks = [tool for tool, _ in calls if tool.startswith("view_")]
        assert len(looks) == len(set(looks)) == 4


def dates(arguments):
    first, last = (dt.date.fromisoformat(arguments[key]) for key in ("start_date", "end_date"))
    return [first + dt.timedelta(days=day) for day in range((last - first).days + 1)]


@pytest.mark.parametrize("draws", ["published", "paired"])
def test_reading_less_changes_nothing_that_happens(draws):
    settings = Settings(seed=7, days=20, draws=draws)
    one, other = (play("oracle", "data-small", settings, 0, agents) for agents in AGENTS)
    assert outcomes(one.log) == outcomes(other.log)
    assert one.log.height < other.log.height


def outcomes(log):
    calls = ("turn.taken", "tool.answered")
    rows = log.filter(~pl.col("kind").is_in(calls)).select("tick", "kind", "payload").rows()
    return [(tick, kind, json.loads(payload) | {"seq": 0}) for tick, kind, payload in rows]


def test_all_pages_of_a_long_answer_are_read():
    reading = read([call("quotes", sku_ids=["a", "b"]), call("paper"), call("sales")])
    assert len(next(reading)) == 3
    first = {"a": 1, "page": 1, "pages": 3}
    asked = reading.send([first, {"rows": [1], "page": 1, "pages": 2}, {"c": 5}])
    assert [json.loads(each.arguments) for each in asked] == [
        {"sku_ids": ["a", "b"], "page": 2},
        {"sku_ids": ["a", "b"], "page": 3},
        {"page": 2},
    ]
    with pytest.raises(StopIteration) as done:
        reading.send([{"b": 2}, {"z": 3}, {"rows": [2]}])
    quotes, paper, sales = done.value.value
    assert (quotes["a"], quotes["b"], quotes["z"]) == (1, 2, 3)
    assert paper["rows"] == [1, 2]
    assert sales == {"c": 5}


def test_a_benchmark_line_lives_on_when_nobody_offers_anything():
    tables = world()
    short = [
        [
            replace(offer, prices=offer.prices[:95], qualities=offer.qualities[:95])
            for offer in supply.offers
        ]
        for supply in tables.supplies
    ]
    supplies = [
        replace(supply, offers=tuple(offers))
        for supply, offers in zip(tables.supplies, short, strict=True)
    ]
    ended = replace(tables, supplies=tuple(supplies))
    played = play("oracle", ended, Settings(days=6))
    assert played.failed == 0
    assert [len(calls) > 5 for calls in played.days] == [True, True, False, False, False, False]


def test_idle_makes_the_calls_of_its_trace_and_lasts_55_days():
    days, _ = recorded_days("small-idle")
    assert play("idle", "data-small", Settings()).days == days
    assert len(days) == 55


def test_the_news_reach_of_a_benchmark_line_is_bounded():
    tables = world()
    insight = Insight(tables, Preset())
    strong = [item.id for item in tables.news if item.mode == "macro_all"] * 20
    for row in tables.products:
        assert 0.5 <= insight.pull(row.id, strong) <= 2.0
        assert insight.pull(row.id, []) == 1.0


def test_a_benchmark_line_gives_up_after_ten_mornings_below_zero():
    poor = Settings(opening_balance=0, preset=Preset(patience=0))
    *days, last = play("oracle", "data-small", poor).days
    assert len(days) == 10
    assert last[0] == ("view_funds_and_date", {})


def test_the_best_price_is_that_of_the_highest_mean_profit():
    sold = {"1": [(2.0, 10)], "2": [(2.0, 20)], "3": [(3.0, 9)], "4": []}
    assert best_price(sold, 1.0) == (3.0, 9.0)
    assert best_price(sold, 0.0) == (2.0, 15.0)
    assert best_price({"1": []}, 1.0) == (None, UNITS_GUESS)


@pytest.mark.parametrize(("data", "worth"), [("data-small", 5_000), ("data-full", 60_000)])
def test_the_steward_outlives_idle_and_ends_richer(data, worth):
    steward, idle = (play(name, data, Settings()) for name in ("steward", "idle"))
    assert steward.failed == 0
    assert len(steward.days) == 180 > len(idle.days)
    assert net_worth(steward.store) / 10**6 > worth > net_worth(idle.store) / 10**6


def test_the_steward_knows_only_what_the_tools_show():
    assert {*RETAIL_AGENTS} - {*BENCHMARKS} == {"steward", "idle"}
    one = RETAIL_AGENTS["steward"](world(), Preset())
    other = RETAIL_AGENTS["steward"](world("data-full"), Preset(shelf=None))
    assert one is other


def learned(*days):
    product = Product("1", "Soup", low=1.0, high=3.0)
    for price, units in days:
        product.price = price
        product.learn(units)
    return product


def test_the_stewards_demand_falls_with_the_price_it_has_seen():
    steep = learned((1.0, 100), (2.0, 20), (1.0, 100), (2.0, 20))
    flat = learned((1.0, 100), (2.0, 60), (1.0, 100), (2.0, 60))
    assert steep.slope < flat.slope < 0
    assert steep.best_price(0.5) <= flat.best_price(0.5)


def test_the_stewards_price_stays_near_yesterdays_and_within_the_known_range():
    product = learned((2.0, 10), (2.0, 10))
    assert product.best_price(50.0) == 2.3
    product.price = 3.2
    assert product.best_price(50.0) == 3.3


def test_the_steward_prefers_a_dearer_supplier_whose_goods_are_kept():
    product = learned((2.0, 10))
    product.returns = {"cheap": (500, 140), "dear": (500, 10)}
    cheap, dear = Quote("cheap", 0.5, 3), Quote("dear", 0.8, 3)
    assert product.true_cost(dear) < product.true_cost(cheap)
