"""Goal: demand, reviews, returns and news follow §6 to §8.

Method: worked figures, and properties that hold whatever is drawn.
"""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.supermarket.parameters import PRESETS, Preset, preset_named
from events.supermarket import DemandSampled, NewsDrawn, NewsLapsed
from ledger.settlement import day_of
from sim.supermarket.news import NEED, SIGNS, SUPPLY, Effects
from sim.supermarket.reviews import polynomial, return_probability, star_edges
from sim.supermarket.year import options_of, preset_of
from tests.retail import Shop, world

SKUS = [row.id for row in world().products]


@pytest.mark.parametrize(
    ("quality", "expected"),
    [(1, 0.30), (2, 0.15), (3, 0.10), (4, 0.05), (5, 0.02), (0.2, 0.30), (1.75, 0.172),
     (2.5, 0.122), (4.25, 0.037), (None, 0.08)],
)  # fmt: skip
def test_returns_fall_with_quality(quality, expected):
    assert return_probability(quality) == pytest.approx(expected, abs=5e-4)


@given(st.floats(1, 5), st.floats(1, 5))
def test_better_goods_never_come_back_more_often(one, other):
    low, high = sorted((one, other))
    assert return_probability(high) <= return_probability(low) + 1e-12


@pytest.mark.parametrize(
    ("quality", "shares"),
    [(1.75, (0.671, 0.140, 0.046, 0.052, 0.091)), (4.5, (0.049, 0.034, 0.036, 0.132, 0.750))],
)
def test_stars_are_tilted_towards_the_quality(quality, shares):
    edges = (0.0, *star_edges(quality))
    found = [high - low for low, high in pairwise(edges)]
    assert found == pytest.approx(shares, abs=6e-4)


@given(st.floats(-2, 7))
def test_the_mean_rating_is_the_quality(quality):
    edges = (0.0, *star_edges(quality))
    shares = [high - low for low, high in pairwise(edges)]
    mean = sum(stars * share for stars, share in enumerate(shares, 1))
    assert edges[-1] == pytest.approx(1)
    assert mean == pytest.approx(min(5, max(1, quality)), abs=2e-4)


@given(st.lists(st.floats(-3, 3), min_size=1, max_size=5), st.floats(-5, 5))
def test_a_polynomial_is_the_sum_of_its_powers(coefficients, x):
    top = len(coefficients) - 1
    value = sum(c * x ** (top - power) for power, c in enumerate(coefficients))
    assert polynomial(tuple(coefficients), x) == pytest.approx(value, abs=1e-6)


def stocked(**settings: object) -> Shop:
    shop = Shop(opening_balance=60_000_000_000, **settings)
    items = [{"sku_id": sku, "quantity": 200} for sku in SKUS]
    shop.call("place_order", items=items, supplier_id="supplier_1")
    shop.call("set_shelf_skus", sku_ids=SKUS)
    shop.nights(8)
    return shop


def test_only_goods_in_stock_attract():
    shop = Shop()
    shop.nights(1)
    assert shop.events(DemandSampled)[0].products == ()
    shop = stocked()
    assert [each.sku for each in shop.events(DemandSampled)[-1].products]


def test_a_dear_product_attracts_less():
    shop, dear = stocked(draws="paired"), stocked(draws="paired")
    for sku in SKUS:
        before = shop.store.state.prices[sku]
        dear.call("modify_sku_price", sku_id=sku, new_price=before * 1.5)
    for each in (shop, dear):
        each.nights(1)
    values = [{a.sku: a.value for a in s.events(DemandSampled)[-1].products} for s in (shop, dear)]
    assert all(values[1][sku] <= values[0][sku] for sku in values[1])
    assert sum(values[1].values()) < 0.9 * sum(values[0].values())


def test_paired_draws_do_not_move_when_another_product_does_something_else():
    one, other = stocked(draws="paired"), stocked(draws="paired")
    other.call("modify_sku_price", sku_id=SKUS[0], new_price=9.0)
    for shop in (one, other):
        shop.nights(1)
    first, second = (
        {each.sku: each for each in shop.events(DemandSampled)[-1].products}
        for shop in (one, other)
    )
    assert {sku for sku in first if first[sku].value != second[sku].value} == {SKUS[0]}
    category = one.store.products[SKUS[0]].category
    others = [sku for sku in one.store.figures.sold if one.store.products[sku].category != category]
    assert all(one.store.figures.sold[sku] == other.store.figures.sold[sku] for sku in others)


def test_news_that_runs_on_is_shown_four_to_six_days():
    shop = Shop()
    shop.nights(30)
    for drawn in shop.events(NewsDrawn):
        for shown in drawn.fresh:
            acts = shop.store.items[shown.item].direction in SIGNS
            assert shown.last_day - drawn.day in ((3, 4, 5) if acts else (0,))
    for lapsed in shop.events(NewsLapsed):
        due = day_of(lapsed.tick)
        ended = [
            shown.item
            for drawn in shop.events(NewsDrawn)
            for shown in drawn.fresh
            if shown.last_day == due and shown.last_day > drawn.day
        ]
        assert sorted(lapsed.items) == sorted(ended)
    assert len(shop.store.state.news) == 20


def test_effects_of_news_are_capped():
    shop = Shop(news_scale=50.0)
    shop.nights(5)
    for side in (NEED, SUPPLY):
        news = Effects(shop.store, side)
        effects = [news.on(sku, shop.store.products[sku].category) for sku in SKUS]
        assert any(effects)
        assert all(-0.5 <= effect <= 0.5 for effect in effects)


def test_news_off_means_no_paper_and_no_news_tools():
    shop = Shop(news=False)
    shop.nights(2)
    assert shop.store.state.news == []
    assert not any("news" in name for name in shop.box.tools)
    assert shop.answer("view_today_news").failed


def test_reviews_off_means_no_returns_either():
    shop = stocked(review_ratio=None)
    shop.nights(5)
    assert shop.store.figures.sold
    assert not any(shop.store.figures.returned.values())
    assert "view_sku_avg_ratings" not in shop.box.tools
    shop.check()


@pytest.mark.parametrize("name", [*PRESETS, "stress_hard", "ultra_easy"])
def test_a_preset_is_read_back_from_the_first_event(name):
    preset = preset_named(name)
    assert preset_of(options_of(preset)) == preset


def test_an_unknown_preset_is_refused():
    with pytest.raises(ValueError, match="hard_v2, hard, middle, easy"):
        preset_named("harder")


@pytest.mark.parametrize(
    "change",
    [{"aggregation": "sum"}, {"rent": -1}, {"capacity": 0}, {"shelf": 0}, {"rho": math.nan},
     {"review_ratio": 2}, {"news_daily": -1}, {"news_ratios": {"neutral": 0}}, {"patience": -1}],
)  # fmt: skip
def test_a_preset_no_store_can_be_run_with_is_refused(change):
    with pytest.raises(ValueError, match="must"):
        Preset(**change)
