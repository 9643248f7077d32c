"""Goal: two groups are called different only on good grounds, and every missing ground is told.

Method: scored episodes made by hand, with differences that can be tested in the head.
"""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scores import scored, series

from projections.compare import Comparison, Difference, compare, winner
from projections.pairing import DRIFTING
from projections.scored import LeftOut

NAMES = ["m"]
SIX = [10, 12, 9, 14, 11, 13]


def only(found: Comparison) -> Difference:
    (difference,) = found.differences
    return difference


def of(a, b, **others) -> Difference:
    return only(compare(series("m", a, **others), series("m", b), names=NAMES))


def plus(values, by):
    return [value + by for value in values]


def test_equal_seeds_are_paired_and_a_constant_lead_is_seen_through_any_noise():
    found = of([101, 5_002, -9_001, 33.5, 10, 2], [100, 5_000, -9_002, 32, 8, 1])
    assert found.paired
    assert (found.n_a, found.n_b) == (6, 6)
    assert found.difference == 8.5 / 6
    assert found.p == found.adjusted == 2 / 64
    assert found.exact
    assert found.verdict == "A higher"
    assert winner(found) == "A"
    assert found.more == 0
    assert found.undefined == {}


def test_pairs_are_found_in_any_order():
    a, b = series("m", plus(SIX, 3)), series("m", SIX)
    assert compare(a[::-1], b[2:] + b[:2], names=NAMES) == compare(a, b, names=NAMES)


def test_five_pairs_can_never_be_told_apart():
    found = of([5, 6, 7, 8, 9], [0, 0, 0, 0, 0])
    assert found.p == found.lowest == 2 / 32
    assert found.verdict == "tie"
    assert found.more == 1


def test_identical_groups_tie():
    found = of(SIX, SIX)
    assert (found.verdict, found.difference, found.p) == ("tie", 0, 1)
    assert found.interval == (0, 0)
    assert found.undefined == {"effect": "the values do not vary", "more": "the means are equal"}


def test_one_pair_gives_no_interval():
    found = of([5], [3])
    assert found.difference == 2
    assert found.interval is found.p is found.effect is found.verdict is found.more is None
    assert found.undefined["interval"] == found.undefined["p"] == "one pair: no interval"
    assert winner(found) is None


def test_a_pair_counts_only_where_both_have_a_value():
    found = of([1, None, 3, 4], [0, 0, None, 1])
    assert (found.n_a, found.n_b) == (2, 2)
    assert (found.mean_a, found.mean_b, found.difference) == (2.5, 0.5, 2)


def test_without_a_value_in_both_there_is_nothing_to_compare():
    found = of([1, None], [None, 2])
    assert found.mean_a is found.mean_b is found.difference is None
    assert set(found.undefined.values()) == {"no pair has a value in both"}


def test_yes_and_no_are_compared_as_shares():
    found = of([True, True, False, True], [False, False, False, True])
    assert (found.mean_a, found.mean_b) == (0.75, 0.25)


def test_a_missing_partner_unpairs_the_groups_and_is_named():
    found = compare(series("m", SIX), series("m", SIX[:4]), names=NAMES)
    assert not only(found).paired
    assert (only(found).n_a, only(found).n_b) == (6, 4)
    assert found.pairings[0].notes == ("not paired: B has no seed 5, 6",)


def test_a_seed_played_twice_unpairs_the_groups_and_is_named():
    twice = [*series("m", SIX), scored(3, {"m": 1})]
    found = compare(series("m", SIX), twice, names=NAMES)
    assert found.pairings[0].notes == ("not paired: B has seed 3 more than once",)


def test_other_settings_unpair_the_groups_and_are_named():
    found = compare(series("m", SIX), series("m", SIX, days=100), names=NAMES)
    assert found.pairings[0].notes == ("not paired: the days differs (A: 365, B: 100)",)


def test_other_options_unpair_the_groups_and_only_those_that_differ_are_named():
    a, b = (
        series("m", SIX, rules="supermarket/1", options=f'{{"rent":{rent},"shelf":40,"{more}":1}}')
        for rent, more in ((600, "x"), (200, "y"))
    )
    found = compare(a, b, names=NAMES)
    assert found.pairings[0].notes == ("not paired: these options differ: rent, x, y",)


def test_episodes_of_two_scenarios_are_not_compared():
    store = series("m", SIX, rules="supermarket/1", first=7)
    with pytest.raises(ValueError, match=r"one scenario.*seed-1 is of the marketplace, seed-7 is"):
        compare(series("m", SIX), store, names=NAMES)
    with pytest.raises(ValueError, match="one scenario"):
        compare([*store, *series("m", SIX)], store, names=NAMES)


def test_stores_are_compared_beside_what_doing_nothing_comes_to():
    options = '{"name":"hard_v2","patience":5,"rent":600000000}'
    facts = {"rules": "supermarket/1", "options": options, "opening_balance": 30_000 * 10**6}
    found = compare(series("m", SIX, **facts), series("m", SIX, **facts), names=NAMES)
    assert [each.survival_days for each in found.do_nothing] == [55]
    assert compare(series("m", SIX), series("m", SIX), names=NAMES).do_nothing == ()


def test_an_unfinished_episode_is_left_out_and_takes_its_pair_with_it():
    broken = scored(2, {"m": -1_000}, status="interrupted")
    a = series("m", [1, 2, 3])
    found = compare([a[0], broken, a[2]], series("m", [0, 50, 1]), names=NAMES)
    assert found.groups[0].left_out == (LeftOut("seed-2", "interrupted"),)
    assert found.groups[0].episodes == 2
    assert only(found).paired
    assert (only(found).mean_a, only(found).mean_b) == (2, 0.5)
    assert found.pairings[0].notes == ("1 pair(s) dropped: one of the two has not ended",)


def test_an_unfinished_episode_that_was_played_again_does_no_harm():
    broken = scored(2, {"m": -1_000}, status="running")
    found = compare([broken, *series("m", [1, 2])], series("m", [0, 0]), names=NAMES)
    assert only(found).paired
    assert only(found).n_a == 2


def test_pairs_without_keyed_draws_are_told_of():
    a, b = (series("m", SIX, draws="published") for _ in range(2))
    assert compare(a, b, names=NAMES).pairings[0].notes == (DRIFTING,)


def test_unpaired_groups_by_hand():
    found = of([3, 4, 5], [1, 2], first=7)
    assert not found.paired
    assert found.difference == 2.5
    assert found.p == 2 / 10  # of 10 ways to choose two of five, {1, 2} and {4, 5} are as far
    assert found.delta == 1
    assert found.spread == pytest.approx((1 + 0.5) ** 0.5)


def test_one_episode_of_a_group_gives_no_interval():
    found = of([3, 4, 5], [1], first=7)
    assert found.difference == 3
    assert found.undefined["p"] == "one episode of B: no interval"


def test_a_group_without_values_has_no_mean():
    found = of([None, None], [1, 2], first=7)
    assert found.undefined["mean_a"] == "no episode of A has a value"
    assert found.mean_b == 1.5


def test_all_metrics_are_adjusted_together():
    a = [scored(seed, {"x": seed + 1, "y": seed, "z": None}) for seed in range(1, 8)]
    b = [scored(seed, {"x": seed, "y": seed, "z": None}) for seed in range(1, 8)]
    found = compare(a, b, names=["x", "y", "z"])
    x, y, _ = found.differences
    assert found.tests == 2
    assert (x.p, x.adjusted, x.lowest) == (2 / 128, 4 / 128, 4 / 128)
    assert (y.p, y.adjusted) == (1, 1)


def test_three_groups_are_compared_two_by_two():
    groups = [series("m", plus(SIX, by)) for by in (0, 1, 2)]
    found = compare(*groups, names=NAMES)
    assert [(each.a, each.b) for each in found.differences] == [("A", "B"), ("A", "C"), ("B", "C")]
    assert found.tests == 3
    assert {each.adjusted for each in found.differences} == {6 / 64}


def test_too_few_and_too_many_groups_are_refused():
    with pytest.raises(ValueError, match="not 1"):
        compare([], names=NAMES)
    with pytest.raises(ValueError, match="not 27"):
        compare(*[[]] * 27, names=NAMES)


def test_an_empty_group_compares_as_nothing():
    found = compare(series("m", SIX), [], names=NAMES)
    assert only(found).undefined["p"] == "no episode of B has a value"


VALUES = st.lists(st.one_of(st.none(), st.integers(-50, 50)), min_size=1, max_size=7)


@settings(max_examples=30)
@given(VALUES, VALUES)
def test_b_against_a_is_the_mirror_image(a, b):
    one, other = of(a, b), of(b, a)
    assert (one.n_a, one.mean_a, one.p, one.adjusted) == (
        *(other.n_b, other.mean_b, other.p, other.adjusted),
    )
    assert (one.more, one.spread) == (other.more, other.spread)
    for value, mirrored in (
        (one.difference, other.difference),
        (one.effect, other.effect),
        (one.delta, other.delta),
        (one.interval and one.interval.low, other.interval and other.interval.high),
    ):
        assert value == (None if mirrored is None else -mirrored)
    names = {"A": "B", "B": "A", None: None}
    assert winner(one) == names[winner(other)]


@settings(max_examples=30)
@given(VALUES)
def test_identical_groups_always_tie(values):
    found = of(values, values)
    assert found.verdict == (None if found.n_a < 2 else "tie")


@settings(max_examples=30)
@given(VALUES, VALUES)
def test_what_is_none_is_told_and_nothing_else(a, b):
    found = of(a, b)
    fields = set(found.__struct_fields__)
    assert set(found.undefined) == {name for name in fields if getattr(found, name) is None}


def test_more_seeds_are_asked_for_the_smaller_the_difference():
    noise = [-8, 5, -3, 9, -6, 7, 2, -4]
    asked = [of(plus(noise, by), [0] * 8).more for by in (4, 2, 1)]
    assert all(one < other for one, other in pairwise(asked))
