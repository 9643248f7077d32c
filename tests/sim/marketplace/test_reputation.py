"""Goal: a store's reputation follows F14.1 and F14.2, and stays within its bounds.

Method: the vectors of Appendix A.6, penalties worked out by hand, and properties.
"""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.marketplace.reputation import rate

YOUNG = 0.35310072601487047
counters = st.floats(0, 1e6)
shipped = st.integers(0, 10_000_000)


def test_a_store_that_never_shipped_has_the_published_reputation():
    assert rate(0, 0.0, 0.0, 0.0) == YOUNG


def test_five_hundred_units_lead_to_the_published_reputation():
    assert rate(500, 0.0, 0.0, 0.0) == pytest.approx(0.65, abs=1e-15)


@pytest.mark.parametrize(
    ("sold", "returned", "cancelled", "penalty"),
    [
        (10.0, 1.0, 0.0, 0.06),
        (10.0, 0.0, 1.0, 0.10),
        (10.0, 2.0, 1.0, 0.22),
        (0.5, 0.25, 0.0, 0.15),  # fewer than one unit sold counts as one
        (0.0, 0.0, 0.125, 0.125),
        (4.0, 4.0, 4.0, 0.5),  # never more than half
        (0.0, 1e9, 1e9, 0.5),
    ],
)
def test_returns_and_cancellations_cost_reputation(sold, returned, cancelled, penalty):
    assert rate(500, sold, returned, cancelled) == pytest.approx(0.65 - penalty, abs=1e-12)


def test_a_young_store_falls_to_the_floor_and_no_further():
    assert rate(0, 1.0, 0.0, 0.2) == pytest.approx(YOUNG - 0.2)
    assert rate(0, 1.0, 0.0, 0.21) == 0.15
    assert rate(0, 1.0, 0.0, 100.0) == 0.15


def test_a_great_store_reaches_one_and_keeps_half_at_worst():
    assert rate(10_000_000, 1.0, 0.0, 0.0) == 1.0
    assert rate(10_000_000, 1.0, 9.0, 9.0) == 0.5


@given(shipped, counters, counters, counters)
def test_reputation_lies_between_its_bounds(units, sold, returned, cancelled):
    assert 0.15 <= rate(units, sold, returned, cancelled) <= 1.0


@given(shipped, st.integers(0, 1000), counters, counters, counters, counters)
def test_more_shipping_never_hurts_and_more_trouble_never_helps(
    units, more, sold, returned, cancelled, trouble
):
    now = rate(units, sold, returned, cancelled)
    assert rate(units + more, sold, returned, cancelled) >= now
    assert rate(units, sold, returned + trouble, cancelled) <= now
    assert rate(units, sold, returned, cancelled + trouble) <= now
    assert rate(units, inf, returned, cancelled) >= now
