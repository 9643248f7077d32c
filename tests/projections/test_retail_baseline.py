"""Goal: what doing nothing comes to is what an idle store really comes to.

Method: the formula against stores whose agent ends its days, for all presets and for generated
settings; by hand for the standard store.
"""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.supermarket.parameters import OPENING, PRESETS
from events.supermarket import DayReported
from projections.retail_baseline import DoNothing, baseline_of, baselines, do_nothing
from sim.supermarket.year import options_of
from tests.retail import Shop
from tests.scores import scored

YUAN = 1_000_000
STANDARD = options_of(PRESETS["hard_v2"])


def test_the_standard_store_lasts_55_days_and_ends_at_minus_3000():
    found = do_nothing(30_000 * YUAN, 180, STANDARD)
    assert found == DoNothing(
        preset="hard_v2",
        days=180,
        opening_balance=30_000 * YUAN,
        rent=600 * YUAN,
        survival_days=55,
        final_net_worth=-3_000 * YUAN,
        is_bankrupt=True,
    )
    assert [found.net_worth(day) // YUAN for day in (0, 1, 50, 55, 99)] == [
        *(30_000, 29_400, 0, -3_000, -3_000)
    ]


@pytest.mark.parametrize(
    ("opening", "days", "rent", "patience", "lasts", "left"),
    [
        (3_000, 180, 600, 5, 10, -3_000),
        (3_001, 180, 600, 1, 6, -599),
        (0, 180, 600, 1, 1, -600),
        (3_000, 4, 600, 5, 4, 600),
        (3_000, 10, 600, 5, 10, -3_000),
        (3_000, 20, 600, 0, 20, -9_000),
        (3_000, 20, 0, 5, 20, 3_000),
    ],
)
def test_other_settings_by_hand(opening, days, rent, patience, lasts, left):
    options = msgspec.json.encode({"name": "x", "rent": rent, "patience": patience}).decode()
    found = do_nothing(opening, days, options)
    assert (found.survival_days, found.final_net_worth) == (lasts, left)
    assert found.is_bankrupt == (lasts < days)


def idled(**options) -> DayReported:
    shop = Shop(**options)
    shop.nights(options["days"])
    return shop.events(DayReported)[-1]


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_an_idle_store_of_every_preset_ends_as_computed(name):
    preset, opening = PRESETS[name], OPENING[name]
    facts = {field: getattr(preset, field) for field in preset.__struct_fields__}
    last = idled(days=140, opening_balance=opening, **facts)
    found = do_nothing(opening, 140, options_of(preset))
    assert (last.day + 1, last.net_worth) == (found.survival_days, found.final_net_worth)


@settings(max_examples=25)
@given(st.integers(0, 2_000), st.integers(1, 30), st.integers(0, 500), st.integers(0, 6))
def test_an_idle_store_of_any_settings_ends_as_computed(opening, days, rent, patience):
    last = idled(
        days=days,
        opening_balance=opening * YUAN,
        rent=rent * YUAN,
        patience=patience,
        news=False,
        review_ratio=None,
    )
    options = msgspec.json.encode({"name": "x", "rent": rent * YUAN, "patience": patience}).decode()
    found = do_nothing(opening * YUAN, days, options)
    assert (last.day + 1, last.net_worth) == (found.survival_days, found.final_net_worth)


@pytest.mark.parametrize("options", ["{}", "no JSON", '{"name":"x","rent":"much","patience":5}'])
def test_options_that_do_not_tell_the_rent_give_no_line(options):
    assert do_nothing(30_000 * YUAN, 180, options) is None


def test_only_the_supermarket_has_the_line_and_each_of_its_settings_once():
    def store(**others):
        return scored(1, {}, rules="supermarket/1", options=STANDARD, **others)

    assert baseline_of(scored(1, {})) is None
    found = baselines([scored(1, {}), store(), store(agent="idle"), store(days=20)])
    assert [each.days for each in found] == [365, 20]
