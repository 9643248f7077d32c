"""Goal: learning and anchoring are the figures worked out by hand, and the draws are the library's.

Method: few negotiations per log (reference 100, honest floor 60: a deal at p wins (100 - p) / 40
and costs (p - 60) / 40 of the surplus).
"""

from math import sqrt
from random import Random

import polars as pl
import pytest

from projections import anchoring as module
from projections.anchoring import PERMUTATIONS, SEED, anchoring, shuffle
from projections.learning import METRICS, measure
from tests.haggling import broken_off, deal, offered, opened, paid
from tests.logs import batch_of, log_of

FRAUD = {"honest": False, "family": "Adversarial", "fraud": "fake_urgency"}
OF_HALVES = [metric.name for metric in METRICS[:6]]
OF_REORDERS = ["anchor_ratio", "anchor_regret", "anchor_z"]
OF_LOWS = ["new_low_rate", "new_low_ratio", "new_low_z"]


def figures(*events) -> dict:
    (row,) = measure(batch_of(log_of(*events))).rows(named=True)
    return row


def test_columns_are_the_metrics():
    found = measure(batch_of(log_of(), log_of(*deal(0, 70.0))))
    assert found.columns == ["episode", *(metric.name for metric in METRICS)]
    for metric in METRICS:
        is_whole = metric.unit == "days" or metric.name in ("repeat_pairs", "reorders")
        assert found.schema[metric.name] == (pl.Int64 if is_whole else pl.Float64)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_fewer_than_four_negotiations_say_nothing_about_learning(count):
    events = [event for day in range(count) for event in deal(day, 70.0, sku=str(day))]
    row = figures(*events, *deal(9, 70.0, **FRAUD))
    assert all(row[name] is None for name in OF_HALVES + OF_REORDERS + OF_LOWS)
    assert row["repeat_pairs"] == row["reorders"] == 0


def test_lifts_compare_the_later_half_with_the_earlier_one():
    row = figures(
        *deal(0, 80.0, sku="a"),
        *broken_off(1, sku="b"),
        *deal(2, 70.0, sku="c"),
        *deal(3, 60.0, sku="d"),
        *deal(8, 80.0, sku="e"),
    )
    # The middle one of an odd number belongs to the later half.
    assert row["se_half_lift"] == (0.75 + 1.0 + 0.5) / 3 - 0.5 / 2
    assert row["agr_half_lift"] == 0.5
    assert row["fraud_avoidance_lift"] == 0.0
    assert str(row["fraud_avoidance_lift"]) == "0.0"
    assert row["time_to_zero_bad"] == 0


def test_slope_is_least_squares_over_days():
    days, gains = (0, 2, 4, 10), (0.5, 0.25, 0.75, 1.0)
    prices = [100 - 40 * gain for gain in gains]
    pairs = zip(days, prices, strict=True)
    events = [event for day, price in pairs for event in deal(day, price, sku=str(day))]
    # Deviations from day 4 and from 0.625.
    top = -4 * -0.125 + -2 * -0.375 + 0 + 6 * 0.375
    assert figures(*events)["se_slope_per_day"] == pytest.approx(top / (16 + 4 + 36), rel=1e-15)


def test_slope_is_0_if_all_fell_on_one_day():
    events = [event for sku in "abcd" for event in deal(5, 70.0, sku=sku)]
    assert figures(*events)["se_slope_per_day"] == 0.0


def test_fraud_avoidance_is_over_all_negotiations():
    honest = [deal(day, 70.0, sku=str(day)) for day in (0, 1, 2, 30)]
    frauds = [deal(3, 70.0, sku="x", **FRAUD), broken_off(20, sku="y", **FRAUD)]
    events = [*honest[0], *honest[1], *honest[2], *frauds[0], *frauds[1], *honest[3]]
    row = figures(*events)
    assert row["fraud_avoidance_lift"] == 0.0 - 1 / 3
    assert row["time_to_zero_bad"] == 3


def test_rounds_improve_over_deals_with_honest_suppliers_only():
    def long(day: int) -> list:
        return [
            opened(day),
            offered(day, 50.0, 79.0),
            offered(day, 70.0),
            paid(day, 70.0),
        ]

    events = [*long(0), *long(1), *deal(2, 70.0), *deal(3, 70.0), *broken_off(4)]
    assert figures(*events)["rounds_half_improvement"] == 5.0 - 3.0
    fewer = figures(*long(0), *long(1), *deal(2, 70.0), *broken_off(3))
    assert fewer["rounds_half_improvement"] is None
    assert fewer["se_half_lift"] is not None


def test_a_reorder_at_a_worse_price_is_regretted_and_a_better_one_is_a_new_low():
    row = figures(
        *(*deal(0, 70.0), *deal(1, 74.0), *deal(2, 66.0)),
        *(*deal(0, 80.0, sku="pan"), *deal(1, 79.61, sku="pan")),
    )
    assert (row["repeat_pairs"], row["reorders"]) == (2, 3)
    assert row["anchor_regret"] == pytest.approx(0.1 / 3)
    # 0.39 of 40 yuan is less than the hundredth that makes a new low.
    assert row["new_low_rate"] == 1 / 3


def test_prices_count_between_the_floor_and_the_reference_price():
    row = figures(*deal(0, 50.0), *deal(1, 58.0), *deal(2, 130.0))
    assert row["anchor_regret"] == pytest.approx(1.0 / 2)


@pytest.mark.parametrize(
    "events",
    [
        [*deal(0, 70.0, **FRAUD), *deal(1, 74.0, **FRAUD)],
        [*deal(0, 90.0, floor=100.0), *deal(1, 95.0, floor=100.0)],
        [*deal(0, 70.0), *broken_off(1)],
        [*deal(0, 70.0), *deal(1, 74.0, sku="pan"), *deal(2, 74.0, supplier="Bolt")],
    ],
    ids=["frauds", "no surplus", "one deal", "other pairs"],
)
def test_what_is_no_reorder(events):
    row = figures(*events)
    assert row["repeat_pairs"] == row["reorders"] == 0
    assert all(row[name] is None for name in OF_REORDERS + OF_LOWS)


def test_where_every_order_gives_the_same_chance_says_nothing():
    row = figures(*deal(0, 70.0), *deal(1, 70.0))
    assert row["anchor_regret"] == row["new_low_rate"] == 0.0
    for name in ("anchor_ratio", "anchor_z", "new_low_ratio", "new_low_z"):
        assert row[name] is None


def test_a_fall_too_small_for_a_new_low_still_spares_regret():
    found = anchoring([[0.505, 0.5]])
    assert found.regret_ratio == 0.0
    assert found.regret_z > 0
    assert found.new_low_ratio is None
    assert found.new_low_z is None


def simulated(sequences: list[list[float]]) -> tuple[list[float], list[float]]:
    """Return regret and new-low rate of every permutation, shuffled by the library."""
    rng = Random(SEED)
    events = sum(len(prices) - 1 for prices in sequences)
    regrets, rates = [], []
    for _ in range(PERMUTATIONS):
        regret, lows = 0.0, 0
        for prices in sequences:
            order = list(prices)
            rng.shuffle(order)
            for place, price in enumerate(order[1:], 1):
                best = min(order[:place])
                regret += max(0.0, price - best)
                lows += price < best - 0.01
        regrets.append(regret / events)
        rates.append(lows / events)
    return regrets, rates


def test_the_null_distribution_is_that_of_the_library_shuffle():
    rng = Random(7)
    lengths = (2, 2, 5, 3, 2, 9, 2)
    sequences = [[rng.random() for _ in range(length)] for length in lengths]
    found = anchoring(sequences)
    regrets, rates = simulated(sequences)
    mean = sum(regrets) / PERMUTATIONS
    deviation = sqrt(sum((value - mean) ** 2 for value in regrets) / PERMUTATIONS)
    assert found.regret_null == pytest.approx(mean, rel=1e-12)
    assert found.regret_z == pytest.approx((mean - found.regret) / deviation, rel=1e-9)
    assert found.regret_ratio == pytest.approx(found.regret / mean, rel=1e-12)
    low = sum(rates) / PERMUTATIONS
    deviation = sqrt(sum((value - low) ** 2 for value in rates) / PERMUTATIONS)
    assert found.new_low_null == pytest.approx(low, rel=1e-12)
    assert found.new_low_z == pytest.approx((found.new_low_rate - low) / deviation, rel=1e-9)
    assert (found.pairs, found.reorders) == (7, 18)


@pytest.mark.parametrize("length", [0, 1, 2, 3, 4, 7, 8, 9, 100])
def test_shuffling_takes_the_draws_of_the_library(length):
    ours, library = Random(length), Random(length)
    for _ in range(20):
        items = [float(number) for number in range(length)]
        copy = list(items)
        shuffle(items, ours.getrandbits)
        library.shuffle(copy)
        assert items == copy
    assert ours.getstate() == library.getstate()


def test_two_prices_take_as_many_draws_as_the_shuffle_of_a_list(monkeypatch):
    drawn: list[Random] = []

    class Watched(Random):
        def __init__(self, seed: int) -> None:
            super().__init__(seed)
            drawn.append(self)

    monkeypatch.setattr(module, "Random", Watched)
    anchoring([[0.5, 0.4], [0.2, 0.3]])
    library = Random(SEED)
    for _ in range(2 * PERMUTATIONS):
        library.shuffle([0, 1])
    assert drawn[0].getstate() == library.getstate()


def test_episodes_do_not_mix():
    one = [*deal(0, 70.0), *deal(1, 74.0), *deal(2, 66.0), *deal(3, 65.0)]
    whole = measure(batch_of(log_of(*one), log_of(), log_of(*one[:6])))
    for number, events in enumerate((one, [], one[:6])):
        assert whole.row(number, named=True) | {"episode": 0} == figures(*events)
