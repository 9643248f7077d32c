"""Goal: intervals, tests, effect sizes and sample sizes are what textbooks say.

Method: samples small enough to enumerate by hand; properties that hold for any sample.
"""

from math import isclose, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projections.statistics import (
    EXACT_MAX,
    RESAMPLES,
    cliff_delta,
    cohen_dz,
    deviation,
    difference_interval,
    hedges_g,
    holm,
    joint_deviation,
    mean,
    mean_interval,
    needed,
    sign_flip_test,
    smallest_p,
    two_sample_test,
)

VALUES = st.integers(-1000, 1000).map(lambda whole: whole / 8)
SAMPLES = st.lists(VALUES, min_size=2, max_size=6)


def test_mean_and_sample_deviation():
    assert mean([1, 2, 6]) == 3
    assert deviation([1, 2, 6]) == sqrt(7)


def test_sums_are_exact():
    assert mean([1e16, 1.0, -1e16]) == 1 / 3


def test_of_nothing_there_is_no_mean_and_of_one_value_no_deviation():
    assert mean([]) is None
    assert deviation([5.0]) is None
    assert joint_deviation([5.0], [1.0, 2.0]) is None


def test_independent_variances_add_up():
    assert isclose(joint_deviation([1, 3], [10, 14]), sqrt(2 + 8))


def test_all_positive_differences_are_the_two_most_extreme_of_all_signs():
    assert sign_flip_test([1, 2, 3, 4, 5, 6], "m") == (2 / 64, True)


def test_sign_flips_by_hand():
    # Sums of ±1 ±2 ±3 as far from 0 as 1 + 2 - 3 = 0: all. As 1 - 2 + 3 = 2: 2, 4, 6 and mirrored;
    # only the two zeros fall short.
    assert sign_flip_test([1, 2, -3], "m").p == 1
    assert sign_flip_test([1, -2, 3], "m").p == 6 / 8


def test_no_difference_at_all_is_certainly_chance():
    assert sign_flip_test([0, 0, 0], "m").p == 1


def test_rounding_does_not_break_ties():
    # 0.3 - 0.1 is not quite 0.2; flipped signs must still count as equally far.
    assert sign_flip_test([0.3 - 0.1, -0.2, 0.5], "m").p == 1 - 2 / 8
    assert two_sample_test([0.1 + 0.2, 0.3], [0.3, 0.1 + 0.2], "m").p == 1


def test_two_samples_by_hand():
    # 6 ways to choose two of 1, 2, 3, 4; {1, 2} and {3, 4} are the farthest apart.
    assert two_sample_test([3, 4], [1, 2], "m") == (2 / 6, True)
    assert two_sample_test([1, 4], [2, 3], "m").p == 1
    # Of the 4 ways to choose one, only 9 is as far from the others.
    assert two_sample_test([9], [1, 2, 3], "m").p == 1 / 4


def test_with_many_values_permutations_are_sampled_and_p_is_never_zero():
    assert sign_flip_test([1.0] * 40, "m") == (1 / (1 + RESAMPLES), False)
    apart = two_sample_test([9.0 + at for at in range(20)], [-float(at) for at in range(20)], "m")
    assert apart == (1 / (1 + RESAMPLES), False)


def test_sampled_tests_agree_with_exact_ones():
    differences = [3, 1, -2, 4, -1, 2, 5, -3, 1, 2, -2, 3]
    assert 2 ** len(differences) == EXACT_MAX
    exact = sign_flip_test(differences, "m")
    sampled = sign_flip_test([*differences, 0, 0], "m")  # zeros change no sum
    assert exact.exact
    assert not sampled.exact
    assert abs(exact.p - sampled.p) < 0.02


def test_sampled_two_sample_test_agrees_with_the_normal_approximation():
    a, b = list(range(30)), list(range(4, 34))
    # The means differ by 4; pooled deviation 8.99 over all 60, so z = 4 / (8.99 sqrt(2/30)) = 1.72.
    assert abs(two_sample_test(a, b, "m").p - 0.085) < 0.02


def test_sampled_permutations_are_the_same_every_time():
    differences = [3, 1, -2, 4, -1, 2, 5, -3, 1, 2, -2, 3, 1]
    assert sign_flip_test(differences, "m") == (0.1652, False)
    assert two_sample_test(list(range(8)), list(range(3, 13)), "m") == (0.0104, False)


@given(SAMPLES, SAMPLES)
def test_p_is_above_0_and_at_most_1_and_no_smaller_than_possible(a, b):
    assert smallest_p(len(a), len(b)) <= two_sample_test(a, b, "m").p <= 1
    assert smallest_p(len(a)) <= sign_flip_test(a, "m").p <= 1


@given(SAMPLES, SAMPLES)
def test_either_sample_may_come_first(a, b):
    assert two_sample_test(a, b, "m") == two_sample_test(b, a, "m")
    assert sign_flip_test(a, "m") == sign_flip_test([-value for value in a], "m")


def test_the_smallest_p():
    assert smallest_p(5) == 2 / 32
    assert smallest_p(4, 4) == 2 / 70
    assert smallest_p(1, 3) == 1 / 4
    assert smallest_p(1) == 1
    assert smallest_p(30) == smallest_p(30, 30) == 1 / (1 + RESAMPLES)


def test_an_interval_surrounds_the_mean_and_needs_two_values():
    low, high = mean_interval([1, 2, 3, 4, 5, 6, 7, 8], "m")
    assert 2 < low < 3.2
    assert 5.8 < high < 7
    assert mean_interval([1], "m") is None
    assert difference_interval([1, 2], [3], "m") is None


def test_the_interval_is_as_wide_as_students_t():
    # 5 ± 2.262 · 2 / sqrt(10) for ten values of mean 5 and deviation 2.
    raw = [-1.5, -1.1, -0.7, -0.4, -0.1, 0.1, 0.4, 0.7, 1.1, 1.5]
    values = [5 + 2 * each / deviation(raw) for each in raw]
    low, high = mean_interval(values, "m")
    assert low == pytest.approx(5 - 1.43, abs=0.12)
    assert high == pytest.approx(5 + 1.43, abs=0.12)


def test_an_interval_is_the_same_every_time_and_depends_on_its_name():
    assert mean_interval([1, 2, 4, 8], "m") == (1.0, 8.0)
    assert mean_interval([1, 2, 4, 8, 9, 15], "m") == (10 / 6, 76 / 6)
    assert mean_interval([1, 2, 4, 8, 9, 15], "n") == (11 / 6, 73 / 6)


@settings(max_examples=20)
@given(SAMPLES, SAMPLES, st.randoms(use_true_random=False))
def test_intervals_do_not_depend_on_the_order_of_values(a, b, random):
    shuffled_a, shuffled_b = random.sample(a, len(a)), random.sample(b, len(b))
    assert mean_interval(a, "m") == mean_interval(shuffled_a, "m")
    assert difference_interval(a, b, "m") == difference_interval(shuffled_a, shuffled_b, "m")


@settings(max_examples=20)
@given(SAMPLES, SAMPLES)
def test_intervals_are_mirrored_with_their_samples(a, b):
    low, high = difference_interval(a, b, "m")
    assert difference_interval(b, a, "m") == (-high, -low)
    low, high = mean_interval(a, "m")
    assert mean_interval([-value for value in a], "m") == (-high, -low)


def test_the_same_sample_twice_has_an_interval_around_zero():
    low, high = difference_interval([1, 2, 5], [5, 1, 2], "m")
    assert low == -high < 0


def test_cohens_dz_is_the_mean_over_the_deviation():
    assert isclose(cohen_dz([1, 2, 6]), 3 / sqrt(7))
    assert cohen_dz([2, 2, 2]) is None
    assert cohen_dz([2]) is None


def test_hedges_g_by_hand():
    # Means 4 and 2, variances 1 and 1, 4 degrees of freedom: 2 · (1 - 3 / 15).
    assert isclose(hedges_g([3, 4, 5], [1, 2, 3]), 1.6)
    assert isclose(hedges_g([1, 2, 3], [3, 4, 5]), -1.6)
    assert hedges_g([1, 1], [2, 2]) is None
    assert hedges_g([1], [2, 3]) is None


def test_cliffs_delta_by_hand():
    # Of 6 pairs, 4 above, 1 equal, 1 below.
    assert cliff_delta([1, 4, 5], [1, 3]) == (4 - 1) / 6
    assert cliff_delta([2, 3], [0, 1]) == 1
    assert cliff_delta([], [1]) is None


def test_holm_on_a_textbook_example():
    assert holm([0.01, 0.04, 0.03, 0.005]) == [0.03, 0.06, 0.06, 0.02]


def test_holm_never_exceeds_1_and_leaves_a_single_test_alone():
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([0.04]) == [0.04]
    assert holm([]) == []


@given(st.lists(st.floats(0.001, 1), max_size=8))
def test_holm_keeps_order_and_only_raises(p_values):
    adjusted = holm(p_values)
    both = sorted(zip(p_values, adjusted, strict=True))
    assert all(p <= high for p, high in both)
    assert [high for _, high in both] == sorted(adjusted)


def test_the_needed_number_is_the_textbooks():
    # (1.96 + 0.8416)² = 7.849: for half a deviation 31.4 pairs, or 62.8 in each of two samples.
    assert needed(0.5, 1, paired=True) == 32
    assert needed(-0.5, sqrt(2), paired=False) == 63


def test_the_needed_number_is_enough_for_a_permutation_test():
    assert needed(5, 0.001, paired=True) == 6
    assert needed(5, 0, paired=True) == 6
    assert needed(5, 0.001, paired=False) == 4
    assert needed(5, 0.001, paired=True, tests=7) == 9


def test_no_number_separates_equal_means():
    assert needed(0, 1, paired=True) is None
