"""Goal: the supermarket's benchmark lines are the published ones; the steward is worth beating.

Method: let the rules play the golden traces' episodes by themselves and compare every call; let the
steward and idle play the golden worlds.
"""

import pytest

from data.supermarket.parameters import Preset
from runs.agents.retail import BENCHMARKS, RETAIL_AGENTS
from runs.agents.retail_books import Product, Quote
from runs.agents.retail_insight import Insight
from runs.agents.retail_oracle import UNITS_GUESS, _best_price
from sim.supermarket.stock import net_worth
from sim.supermarket.world import Settings
from tests.retail import world
from tests.retail_play import play, play_trace, trace_of

RECORDED_EVERY = 30
SPARSE = ["small-oracle-180", "full-cheapest-150", "full-oracle-180"]


def recorded_days(name):
    days, counts = [[]], []
    for call in trace_of(name).calls:
        days[-1].append((call["tool"], call["args"]))
        if call["tool"] == "end_today":
            days.append([])
            counts.append(call["day"]["calls"])
    return [calls for calls in days if calls], counts


@pytest.mark.parametrize("name", SPARSE)
def test_a_benchmark_line_makes_exactly_the_calls_of_its_trace(name):
    played, (days, counts) = play_trace(name), recorded_days(name)
    assert played.failed == 0
    assert [len(calls) for calls in played.days[:-1]] == counts
    assert [tool for tool, _ in played.days[-1]] == ["view_funds_and_date", "view_inventory"]
    for day, (ours, theirs) in enumerate(zip(played.days, days, strict=True)):
        if day % RECORDED_EVERY and day < len(counts):
            ours = [call for call in ours if not call[0].startswith("view_")]
        assert ours == theirs, f"day {day}"


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
    def day(price, units):
        return [{"price": price, "move": units}]

    history = {"1": day(2.0, 10), "2": day(2.0, 20), "3": day(3.0, 9), "4": []}
    assert _best_price(history, 1.0) == (3.0, 9.0)
    assert _best_price(history, 0.0) == (2.0, 15.0)
    assert _best_price({"1": []}, 1.0) == (None, UNITS_GUESS)


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
