"""Goal: falls of assets, overdrafts and idle cash are measured as defined.

Method: hand-made mornings of a few days, with figures that can be checked in the head.
"""

from events.base import Event
from events.episode import EpisodeEnded, EpisodeStarted
from events.money import DayClosed, StorageCharged
from projections.batch import Batch
from projections.solvency import METRICS, measure, published_drawdown
from tests.logs import at, batch_of, log_of, morning


def started(opening: int = 1_000) -> Event:
    return EpisodeStarted(
        *(0, at(0, 480, 0), 1, "marketplace", "w", "r", "published", 1, 365, "2026-01-01"),
        *(opening, "steward", "template"),
    )


def closed(day: int, bank: int, wallet: int = 0, escrow: int = 0, streak: int = 0) -> Event:
    return DayClosed(0, morning(day, 12), day, *(0,) * 8, bank, wallet, escrow, streak)


def stored(day: int, units: int) -> Event:
    return StorageCharged(0, morning(day, 3), units, 1)


def of(*events: Event) -> dict[str, object]:
    return measure(batch_of(log_of(*events))).row(0, named=True)


def test_drawdown_is_the_largest_fall_from_an_earlier_peak():
    found = of(started(), closed(1, 400), closed(2, 2_000), closed(3, 1_300), closed(4, 1_900))
    assert found["drawdown_amount"] == 700
    assert found["drawdown_over_peak"] == 0.35
    assert found["trough_day"] == 3


def test_the_usual_maximum_drawdown_relates_each_fall_to_its_own_peak():
    found = of(started(), closed(1, 400), closed(2, 2_000), closed(3, 1_300))
    assert found["max_drawdown"] == 0.6


def test_wallet_and_escrow_are_assets_too():
    assert of(started(), closed(1, 100, 400, 450))["drawdown_amount"] == 50


def test_a_fall_beyond_the_peak_is_debt():
    found = of(started(), closed(1, -500))
    assert found["drawdown_over_peak"] == found["max_drawdown"] == 1.5


def test_the_first_of_equal_troughs_counts():
    assert of(started(), closed(1, 600), closed(2, 1_000), closed(3, 600))["trough_day"] == 1


def test_the_final_settlement_is_no_morning():
    end = EpisodeEnded(0, morning(1, 15), "max_days_reached", 1, 5, 0, 0)
    found = of(started(), closed(1, 900), end)
    assert found["drawdown_amount"] == 100
    assert found["overdrawn_mornings"] == 0


def test_assets_that_never_fell_have_no_trough():
    found = of(started(), closed(1, 1_000), closed(2, 1_500))
    assert found["drawdown_amount"] == 0
    assert found["drawdown_over_peak"] == found["max_drawdown"] == 0.0
    assert found["trough_day"] is None


def test_without_assets_above_zero_a_relative_fall_is_undefined():
    found = of(started(0), closed(1, -500))
    assert found["drawdown_over_peak"] is None
    assert found["max_drawdown"] is None
    assert found["drawdown_amount"] == 500


def test_overdrawn_mornings_and_those_the_wallet_could_have_covered():
    found = of(
        started(),
        closed(1, -1, 0, 500, streak=1),
        closed(2, -100, 99, streak=2),
        closed(3, 0, 300),
        closed(4, -100, 100, streak=1),
    )
    assert found["overdrawn_mornings"] == 3
    assert found["overdrawn_covered"] == 1
    assert found["longest_overdraft"] == 2


def test_the_mean_wallet_is_whole_and_rounds_half_to_even():
    assert of(started(), closed(1, 0, 2), closed(2, 0, 3))["mean_wallet"] == 2
    assert of(started(), closed(1, 0, 3), closed(2, 0, 4))["mean_wallet"] == 4


def test_the_first_day_with_cash_in_the_wallet():
    found = of(started(), closed(1, 1), closed(2, 1, 5), closed(3, 1, 0), closed(4, 1, 9))
    assert found["first_wallet_day"] == 2
    assert of(started(), closed(1, 1))["first_wallet_day"] is None


def test_a_morning_without_a_storage_charge_found_the_warehouse_empty():
    found = of(started(), closed(1, 1), stored(2, 30), closed(2, 1), stored(3, 15), closed(3, 1))
    assert found["mean_stock_units"] == 15.0


def test_before_the_first_morning_means_are_undefined_and_counts_are_zero():
    found = of(started())
    assert found["mean_wallet"] is None
    assert found["mean_stock_units"] is None
    assert found["overdrawn_mornings"] == found["longest_overdraft"] == 0
    assert found["drawdown_amount"] == 0


def test_episodes_do_not_mix():
    batch = batch_of(
        log_of(started(), closed(1, 400)), log_of(started(9_000)), log_of(started(), closed(1, -1))
    )
    found = measure(batch)
    assert found.columns == ["episode", *(metric.name for metric in METRICS)]
    assert found["drawdown_amount"].to_list() == [600, 0, 1_001]
    assert found["overdrawn_mornings"].to_list() == [0, 0, 1]


def published(*events: Event) -> list[tuple[int, int]]:
    return published_drawdown(batch_of(log_of(*events))).rows()


def test_the_published_drawdown_begins_with_the_first_morning_and_counts_cents():
    assert published(started(9_000_000), closed(1, 5_004_999), closed(2, 4_995_001)) == [(0, 0)]
    assert published(started(), closed(1, 5_005_001), closed(2, 4_994_999)) == [(0, 20_000)]
    assert published(started()) == []


def test_a_batch_of_no_mornings_at_all_can_be_measured():
    found = measure(Batch({"only": log_of(started())}))
    assert found.height == 1
