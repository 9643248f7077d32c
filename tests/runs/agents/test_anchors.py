"""Goal: the merchants of the embedded supermarket stay where the rule book's table has them.

Method: one seed of each, 180 days.
"""

from functools import cache

import pytest

from data.supermarket.tables import Supermarket
from projections.batch import Batch
from projections.retail_reference import reference_retail
from runs.scenarios import SUPERMARKET
from sim.supermarket.world import Settings
from tests.retail_play import play


@cache
def tables() -> Supermarket:
    return SUPERMARKET.load(None)[1]


@cache
def ended(name: str, draws: str = "published") -> dict[str, float]:
    """Return the published figures of a merchant's episode with seed 1."""
    played = play(name, tables(), Settings(seed=1, draws=draws, agent=name))
    return reference_retail(Batch({name: played.log})).row(0, named=True)


def test_doing_nothing_lasts_55_days_and_ends_at_3000_below_zero():
    figures = ended("idle")
    assert (figures["survival_days"], figures["final_net_worth"]) == (55, -3000.0)


def test_the_past_has_as_many_units_as_the_published_one():
    units = sum(row.units for row in tables().history.sales)
    assert 215_000 - 13_000 <= units <= 215_000 + 13_000


def test_the_oracle_is_where_the_published_one_is():
    figures = ended("oracle")
    assert figures["survival_days"] == 180
    assert 90_000 <= figures["final_net_worth"] <= 160_000
    assert 0.018 <= figures["return_ratio"] <= 0.022


@pytest.mark.parametrize(
    ("name", "days", "worth", "units"),
    [
        ("oracle", 180, 120_734, 227_102),
        ("cheapest", 180, 3_004, 101_331),
        ("steward", 180, 76_058, 164_567),
    ],
)
def test_each_ends_as_the_table_was_made(name, days, worth, units):
    figures = ended(name)
    told = figures["survival_days"], round(figures["final_net_worth"]), figures["total_sales"]
    assert told == (days, worth, units)


def test_the_cheapest_goods_earn_less_than_a_third_of_the_best():
    assert ended("cheapest")["final_net_worth"] < ended("oracle")["final_net_worth"] / 3
