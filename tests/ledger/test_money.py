"""Goal: one rounding rule, exact where it must be (rule book §1.3).

Method: exact fractions as the judge.
"""

from fractions import Fraction
from math import inf, nan

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ledger.money import LIMIT, YUAN, round_div, to_micro, to_yuan


def assert_nearest_even(rounded: int, exact: Fraction) -> None:
    distance = abs(rounded - exact)
    assert distance <= Fraction(1, 2)
    if distance == Fraction(1, 2):
        assert rounded % 2 == 0


@given(st.floats(-1e12, 1e12))
@example(2.5e-6)
@example(-3.5e-6)
@example(0.5e-6)
def test_a_double_becomes_the_nearest_amount_ties_to_even(yuan):
    assert_nearest_even(to_micro(yuan), Fraction(yuan * 1e6))


def test_ties_go_to_the_even_amount():
    halves = [0.5e-6, 1.5e-6, 2.5e-6, 3.5e-6, -0.5e-6, -1.5e-6, -2.5e-6]
    assert [to_micro(each) for each in halves] == [0, 2, 2, 4, 0, -2, -2]


@given(st.integers(-(10**11), 10**11))
def test_prices_with_two_decimals_are_exact(cents):
    assert to_micro(cents / 100) == cents * 10_000


@given(st.integers(1, 10**9), st.integers(5, 50))
def test_discounted_prices_with_two_decimals_are_exact(cents, percent):
    assert to_micro(cents / 100 * (1 - percent / 100)) == cents * (100 - percent) * 100


@given(st.integers(-(10**15), 10**15))
def test_an_amount_survives_being_shown_as_a_double(micro):
    assert to_micro(to_yuan(micro)) == micro


@given(st.integers(-LIMIT, LIMIT))
def test_a_shown_amount_is_the_double_nearest_to_it(micro):
    assert to_yuan(micro) == float(Fraction(micro, YUAN))


@pytest.mark.parametrize("value", [inf, -inf, nan])
def test_what_is_not_finite_is_no_money(value):
    with pytest.raises(ValueError, match="not an amount of money"):
        to_micro(value)


@given(st.integers(), st.integers(1, 10**12))
@example(25, 50)
@example(75, 50)
@example(-25, 50)
@example(-75, 50)
def test_a_quotient_is_the_nearest_integer_ties_to_even(numerator, divisor):
    assert_nearest_even(round_div(numerator, divisor), Fraction(numerator, divisor))


def test_the_commission_rounds_its_ties_to_even():
    assert [round_div(gross, 50) for gross in (25, 75, 125, 24, 26, -25, -75)] == [
        0, 2, 2, 0, 1, 0, -2
    ]  # fmt: skip
