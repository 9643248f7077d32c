"""Goal: returns and their causes, shipping, stores and goods are measured as defined.

Method: hand-made sales and parcels, with figures that can be checked in the head; then a played
half-year, compared with the folded state.
"""

import pytest

import shopyear
from events.base import Event
from events.episode import EpisodeEnded
from events.marketplace import (
    DeliveryArrived,
    GoodsListed,
    GoodsUnlisted,
    Moved,
    ReturnArrived,
    ReturnSeeded,
    Salvage,
    ShipmentCancelled,
    ShipmentSent,
    ShipmentVoided,
    StoreClosed,
    StoreOpened,
    UnitsSold,
)
from events.money import DayClosed, OpsCharged, StoreCost
from projections.frames import log_frame
from projections.operations import METRICS, measure
from tests.logs import at, batch_of, log_of, morning

S1, S2 = "store_001", "store_002"


def sold(
    shipment: int,
    units: int = 1,
    *,
    sku: str = "a",
    store: str = S1,
    rates: tuple[float, float, float] = (0.1, 0.1, 0.1),
) -> Event:
    return UnitsSold(0, morning(1, 4), shipment, store, sku, units, 100, 98, 0, 2, *rates)


def sent(shipment: int, speed: str = "standard") -> Event:
    return ShipmentSent(0, at(1), shipment, S1, speed, 10, 2, shipment, 98, 10)


def seeded(batch: int, units: int, unit_shipping: int = 10) -> Event:
    return ReturnSeeded(0, at(1), batch, S1, "a", units, 100, unit_shipping, 4)


def returned(batch: int, units: int, *, sku: str = "a", restocked: bool = True) -> Event:
    return ReturnArrived(
        0, morning(4, 6), batch, S1, sku, units, 100 * units - 3, 3, restocked=restocked
    )


def delivered(units: int, cost: int, sku: str = "a") -> Event:
    return DeliveryArrived(0, morning(1, 8), 1, "supplier", sku, units, cost)


def listed(units: int, sku: str = "a", store: str = S1) -> Event:
    return GoodsListed(0, at(1), store, sku, units, 1.0)


def closed(day: int) -> Event:
    return DayClosed(0, morning(day, 12), day, *(0,) * 12)


ENDED = EpisodeEnded(0, at(9), "max_days_reached", 9, 0, 0, 0)


def of(*events: Event) -> dict[str, float | None]:
    return measure(batch_of(log_of(*events))).row(0, named=True)


def test_expected_returns_are_split_as_published():
    found = of(sold(1, 4, rates=(0.1, 0.2, 0.3)), sent(1, "slow"), sold(2, 6), sent(2, "fast"))
    # Per unit of the first sale 0.13, 0.13 and 0.13 more; of the second 0.075 and nothing more.
    assert found["natural_points"] == pytest.approx(100 * (4 * 0.13 + 6 * 0.075) / 10)
    assert found["defective_points"] == pytest.approx(100 * 4 * 0.13 / 10)
    assert found["price_points"] == pytest.approx(100 * 4 * 0.13 / 10)
    assert found["speed_points"] == 0.0
    assert found["controllable_points"] == found["price_points"]
    assert found["expected_points"] == pytest.approx(100 * (4 * 0.39 + 6 * 0.075) / 10)


def test_the_corrected_split_leaves_the_speed_its_share():
    found = of(sold(1, 4, rates=(0.1, 0.2, 0.3)), sent(1, "slow"), sold(2, 6), sent(2, "fast"))
    assert found["natural_points_corrected"] == pytest.approx(10.0)
    assert found["defective_points_corrected"] == pytest.approx(4.0)
    assert found["price_points_corrected"] == pytest.approx(4.0)
    speed = 100 * (4 * 0.3 * 0.3 - 6 * 0.1 * 0.25) / 10
    assert found["speed_points_corrected"] == pytest.approx(speed)
    assert found["controllable_points_corrected"] == pytest.approx(4.0 + speed)


@pytest.mark.parametrize("speed", ["fast", "standard", "slow"])
@pytest.mark.parametrize("rates", [(0.1, 0.2, 0.3), (0.5, 0.9, 1.4), (0.96, 0.96, 0.5)])
def test_both_splits_add_up_to_what_is_expected(speed, rates):
    found = of(sold(1, 7, rates=rates), sent(1, speed))
    channels = ("natural", "defective", "price", "speed")
    for suffix in ("", "_corrected"):
        split = [found[f"{name}_points{suffix}"] for name in channels]
        assert sum(split) == pytest.approx(found["expected_points"])


def test_rates_are_capped_before_and_after_the_speed():
    found = of(sold(1, rates=(0.5, 0.9, 2.0)), sent(1, "fast"))
    assert found["expected_points"] == pytest.approx(100 * 0.95 * 0.75)
    # As published, price takes 2.0 · 0.75 to the cap, and speed gives back what is too much.
    assert found["price_points"] == pytest.approx(95.0 - 67.5)
    assert found["speed_points"] == pytest.approx(71.25 - 95.0)
    assert found["price_points_corrected"] == pytest.approx(5.0)
    assert found["speed_points_corrected"] == pytest.approx(71.25 - 95.0)


def test_only_what_was_shipped_is_expected_back():
    found = of(sold(1, 4), sent(1), sold(2, 100, rates=(0.9, 0.9, 0.9)))
    assert found["units_sold"] == 104
    assert found["units_shipped"] == 4
    assert found["expected_points"] == pytest.approx(10.0)


def test_what_really_came_back_and_what_it_cost():
    found = of(
        *(sold(1, 6), sent(1), seeded(1, 2, 15), sold(2, 4), sent(2), seeded(2, 1, 20)),
        *(returned(1, 2), returned(2, 1, restocked=False)),
    )
    assert found["units_returned"] == 3
    assert found["realised_return_rate"] == 0.3
    assert found["refunds"] == 300
    assert found["freight_on_returns"] == 50


def test_shipping_is_on_time_unless_it_lapses():
    lapsed = ShipmentCancelled(0, morning(4, 5), 3, S1, "a", 5)
    found = of(sold(1), sold(2), sold(3, 5), sold(4), sent(1, "fast"), sent(2, "fast"), lapsed)
    assert found["on_time_share"] == 0.5
    assert found["shipments_sold"] == 4
    assert found["shipments_sent"] == found["sent_fast"] == 2
    assert found["shipments_cancelled"] == 1
    assert found["units_cancelled"] == 5


def test_speeds_are_counted_in_shipments():
    found = of(*(sold(n) for n in (1, 2, 3, 4)), sent(1), sent(2), sent(3, "slow"), sent(4, "fast"))
    assert [found[f"sent_{speed}"] for speed in ("fast", "standard", "slow")] == [1, 2, 1]
    shares = [found[f"sent_{speed}_share"] for speed in ("fast", "standard", "slow")]
    assert shares == [0.25, 0.5, 0.25]


def test_stores_are_counted_when_they_pay_in_the_morning():
    opened = [
        StoreOpened(0, at(0), S1, "pet", "P", 1, 60),
        StoreOpened(0, at(2), S2, "pet", "P", 1, 60, reopened=True),
    ]
    two = OpsCharged(0, morning(2, 1), (StoreCost(S1, 1), StoreCost(S2, 1)))
    one = OpsCharged(0, morning(3, 1), (StoreCost(S1, 1),))
    found = of(*opened, closed(1), two, closed(2), one, closed(3), closed(4))
    assert found["mean_open_stores"] == 0.75
    assert found["stores_opened"] == 2
    assert found["stores_reopened"] == 1


def test_a_shelf_sold_empty_is_a_stock_out():
    taken_back = GoodsUnlisted(0, at(3), S1, "b", 2)
    found = of(
        *(listed(5), listed(3, "b"), listed(1, "a", S2)),
        *(sold(1, 2), sold(2, 3), sold(3, 1, sku="b"), taken_back),
        *(sold(4, 1, store=S2), listed(1), sold(5, 1)),
    )
    # Of a in the first store twice, in the second once; b was taken back, not sold out.
    assert found["stockouts"] == 3


def test_stock_left_at_the_end_is_valued_at_mean_purchase_cost():
    lapsed = ShipmentCancelled(0, morning(4, 5), 1, S1, "a", 2)
    found = of(
        *(delivered(10, 100), delivered(5, 80), delivered(3, 10, "b"), sold(1, 2), sold(2, 4)),
        *(lapsed, returned(2, 1), returned(3, 1, restocked=False), sold(3, 2, sku="b"), ENDED),
    )
    # 15 - 6 + 2 + 1 = 12 of a at 180/15, and 1 of b at 10/3.
    assert found["unsold_units"] == 13
    assert found["unsold_value"] == 144 + 3


def test_liquidated_and_voided_units_are_written_off():
    store = StoreClosed(0, at(5), S1, (Moved("a", 3),), (Salvage("a", 4, 7), Salvage("b", 1, 1)))
    voided = ShipmentVoided(0, morning(9, 13), 1, S1, "a", 2)
    found = of(delivered(10, 100), delivered(2, 8, "b"), sold(1, 2), store, voided, ENDED)
    assert found["liquidated_units"] == 5
    assert found["salvage"] == 8
    assert found["voided_units"] == 2
    assert found["written_off"] == (40 + 4) + 20 - 8
    assert found["unsold_units"] == (10 - 2 - 4) + (2 - 1)


def test_before_the_end_nothing_is_left_over():
    found = of(delivered(10, 100), sold(1, 2))
    at_end = ("unsold_units", "unsold_value", "voided_units", "written_off")
    assert all(found[name] is None for name in at_end)
    assert found["liquidated_units"] == found["salvage"] == 0


def test_an_episode_of_nothing_has_no_rates_and_counts_of_zero():
    found = of(ENDED)
    null = {name for name, value in found.items() if value is None}
    assert null == {metric.name for metric in METRICS if metric.unit in ("points", "ratio")} | {
        "mean_open_stores"
    }
    assert all(value == 0 for name, value in found.items() if name not in null)


def test_episodes_do_not_mix():
    batch = batch_of(
        log_of(listed(2), sold(1, 2), sent(1), ENDED),
        log_of(sold(1, 5, rates=(0.2, 0.2, 0.2)), sent(1, "slow")),
        log_of(closed(1)),
    )
    found = measure(batch)
    assert found.columns == ["episode", *(metric.name for metric in METRICS)]
    assert found["units_sold"].to_list() == [2, 5, 0]
    assert found["expected_points"].to_list() == pytest.approx([10.0, 26.0, None])
    assert found["stockouts"].to_list() == [1, 0, 0]


def test_goods_are_what_the_folded_state_holds(archived):
    folder = archived("half-year-churn")
    state = shopyear.fold(shopyear.load(folder))
    found = measure(batch_of(log_frame(folder))).row(0, named=True)
    assert found["unsold_units"] == sum(goods.stock() for goods in state.goods.values())
    assert found["liquidated_units"] > 0
    unit_costs = sum(goods.unit_cost * goods.stock() for goods in state.goods.values())
    # The state's cost blends with what is held, ours with all that was bought.
    assert found["unsold_value"] / 1_000_000 == pytest.approx(unit_costs, rel=0.2)
