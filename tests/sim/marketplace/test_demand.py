"""Goal: demand follows §6 of the rule book, step by step.

Method: the worked example of Appendix A.4 with each factor taken alone, the four price families,
both caps, and properties.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.marketplace.demand import Day, Listing, category_share, curve_of, realised, wanted
from sim.rng import Draws
from tests.worlds import DRESS, DRYER, SHAVER, category, product

YOUNG = 0.35310072601487047
CARE = category("Personal Care & Massage")
CURVES = {sku: curve_of(product(sku), CARE, "beauty") for sku in (SHAVER, DRYER)}
SHELF = [
    Listing(SHAVER, CURVES[SHAVER], 60, 350.0),
    Listing(DRYER, CURVES[DRYER], 40, 540.0),
]
EXAMPLE = Day(reputation=YOUNG)
families = st.sampled_from(["linear", "exponential", "constant_elasticity", "quadratic"])
ratios = st.floats(0.01, 10)


def listing(family: str, ratio: float, k: float = 2.0, name: str = "X") -> Listing:
    """Return a listing whose base demand is exactly one unit a day, at `ratio` of reference."""
    kind = category(name, elasticity=family, elasticity_k=k, monthly_min=300, monthly_max=300)
    return Listing(name, curve_of(product(name), kind, "unlisted"), 1, 100.0 * ratio)


def asked(family: str, ratio: float, k: float = 2.0, **day: float) -> float:
    [units] = wanted([listing(family, ratio, k)], Day(**day), capacity=0, share=1.0)
    return units


def test_base_demand_is_a_tenth_of_the_platforms_daily_mean_scaled_by_store_type():
    assert [CURVES[sku].base for sku in (SHAVER, DRYER)] == [10.000000000000002] * 2
    women = curve_of(product(DRESS), category("Women's Fashion"), "fashion")
    assert women.base == pytest.approx(300 / 30 * 0.1 * 4.0)


@pytest.mark.parametrize(
    ("sku", "price", "factor"),
    [(SHAVER, 350.0, 0.8807347763104437), (DRYER, 540.0, 1.0563618157784633)],
)
def test_the_examples_price_factors_are_the_published_ones(sku, price, factor):
    shape = CURVES[sku]
    assert shape.elasticity == 1.352
    assert shape.respond(price / shape.reference, shape.elasticity) == factor


def test_the_example_without_any_cap_is_the_published_raw_demand():
    assert wanted(SHELF, EXAMPLE, capacity=0, share=0.4) == [3.1098808894176226, 3.730021240857623]


def test_the_example_with_both_caps_is_the_published_demand():
    share = category_share(3)
    assert 21.78 * share == 8.712
    units = wanted(SHELF, EXAMPLE, 21.78, share)
    assert units == [1.4814897910544418, 1.7769131954702044]


def test_the_category_cap_of_the_example_is_the_published_one():
    before = wanted(SHELF, EXAMPLE, capacity=0, share=1.0)
    total = sum(before)
    assert total == 6.839902130275245
    after = [units * (8.712 / (8.712 + total)) for units in before]
    assert after == [1.7421201652152385, 2.089515789010208]
    # What is left to the store's own saturation is the published factor g.
    for units, published in zip(wanted(SHELF, EXAMPLE, 21.78, 1.2 / 3), after, strict=True):
        assert units / published == pytest.approx(0.850394720545241, rel=1e-15)


def test_the_example_sells_one_and_two_units():
    draws = Draws(20260122)
    sold = [
        realised(units, row.stock, lambda sku=row.sku: draws.demand_uniform(sku, "2026-01-08"))
        for row, units in zip(SHELF, wanted(SHELF, EXAMPLE, 21.78, 1.2 / 3), strict=True)
    ]
    assert sold == [1, 2]


@pytest.mark.parametrize(
    ("family", "ratio", "k", "factor"),
    [
        ("linear", 1.25, 2.0, 0.5),
        ("linear", 0.5, 2.0, 2.0),
        ("linear", 1.6, 2.0, 0.0),
        ("exponential", 1.5, 2.0, 0.36787944117144233),
        ("exponential", 0.5, 2.0, 2.718281828459045),
        ("constant_elasticity", 2.0, 3.0, 0.125),
        ("constant_elasticity", 0.5, 2.0, 4.0),
        ("quadratic", 1.5, 2.0, 0.5),
        ("quadratic", 0.5, 2.0, 0.5),
        ("quadratic", 2.0, 2.0, 0.0),
    ],
)
def test_each_family_responds_to_price_in_its_own_way(family, ratio, k, factor):
    assert asked(family, ratio, k) == pytest.approx(factor, rel=1e-15)


@pytest.mark.parametrize("family", ["linear", "exponential", "constant_elasticity", "quadratic"])
def test_at_reference_price_no_family_changes_demand(family):
    assert asked(family, 1.0) == 1.0


@given(st.sampled_from(["linear", "exponential", "constant_elasticity"]), ratios, ratios, ratios)
def test_a_higher_price_never_raises_demand(family, one, other, k):
    low, high = sorted((one, other))
    # The slack is for the last bit of exp and pow, which need not be monotone there.
    assert asked(family, low, k) * (1 + 1e-14) >= asked(family, high, k) >= 0


@given(ratios, st.floats(0, 1))
def test_quadratic_demand_falls_alike_on_both_sides(k, distance):
    assert asked("quadratic", 1 + distance, k) == pytest.approx(asked("quadratic", 1 - distance, k))


def test_a_promotion_multiplies_demand_and_sharpens_the_response():
    assert asked("linear", 1.25, 1.0, promotion=3.0, elasticity_boost=2.0) == 1.5
    # Rule book C.2: the quadratic family punishes discounts during a promotion.
    figures = {0.95: 1.30, 0.90: 1.49, 0.80: 1.36, 0.70: 0.19, 0.50: 0.0}
    for ratio, shown in figures.items():
        depth = min(1.0, (1 - ratio) / 0.30)
        day = {"promotion": 1 + (3.0 - 1) * depth, "elasticity_boost": 2.0}
        assert asked("quadratic", ratio, 5.212, **day) == pytest.approx(shown, abs=0.005)


def test_weekday_season_events_and_reputation_multiply_demand():
    day = {"weekday": 1.3, "season": 1.4, "event": 0.5, "reputation": 0.25}
    assert asked("linear", 1.0, **day) == pytest.approx(1.3 * 1.4 * 0.5 * 0.25)


def test_a_category_takes_its_share_of_the_store():
    shares = {0: 1.0, 1: 1.0, 2: 0.6, 3: 0.39999999999999997, 4: 0.35, 9: 0.35}
    assert {count: category_share(count) for count in shares} == shares


def test_each_category_saturates_on_its_own():
    crowd = [listing("linear", 1.0, name=name) for name in ("A", "A", "B")]
    units = wanted(crowd, Day(), capacity=20.0, share=0.1)
    # Categories hold 2 units a day: A's two units become half of it, B's one two thirds.
    before = [0.5, 0.5, 2 / 3]
    saturation = 20 / (20 + sum(before))
    assert units == pytest.approx([each * saturation for each in before])


@given(st.lists(st.tuples(families, ratios, st.sampled_from("ABC")), min_size=1, max_size=8))
def test_neither_the_store_nor_a_category_ever_sells_beyond_its_capacity(rows):
    shelf = [listing(family, ratio, name=name) for family, ratio, name in rows]
    units = wanted(shelf, Day(), capacity=5.0, share=0.35)
    assert all(each >= 0 for each in units)
    assert sum(units) < 5.0
    for name in "ABC":
        of_one = [u for u, row in zip(units, rows, strict=True) if row[2] == name]
        assert sum(of_one) <= 5.0 * 0.35


def test_an_empty_shelf_wants_nothing():
    assert wanted([], Day(), 21.78, 0.4) == []


def test_a_store_without_demand_stays_without():
    shelf = [listing("linear", 2.0), listing("linear", 3.0)]
    assert wanted(shelf, Day(), 21.78, 0.4) == [0.0, 0.0]


def never() -> float:
    raise AssertionError("no uniform was needed")


@pytest.mark.parametrize(("expected", "stock", "sold"), [(3.0, 5, 3), (0.0, 5, 0), (7.9, 7, 7),
                                                         (1e18, 4, 4), (0.5, 0, 0)])  # fmt: skip
def test_a_uniform_is_asked_only_where_it_matters(expected, stock, sold):
    assert realised(expected, stock, never) == sold


def test_the_fraction_is_sold_with_its_own_probability():
    assert realised(2.25, 9, lambda: 0.2499) == 3
    assert realised(2.25, 9, lambda: 0.25) == 2


@given(st.floats(0, 1e6), st.integers(0, 1000), st.floats(0, 1, exclude_max=True))
def test_units_sold_are_whole_or_one_more_and_never_above_stock(expected, stock, uniform):
    sold = realised(expected, stock, lambda: uniform)
    assert sold == min(stock, int(expected)) or sold == min(stock, int(expected) + 1)
    assert sold <= stock
