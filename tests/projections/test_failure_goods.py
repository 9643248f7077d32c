"""Goal: the failure rules about goods hold where their definitions say so, and only there.

Method: small logs made by hand on both sides of every threshold, and one that gives no occasion to
judge.
"""

from collections.abc import Sequence

from failure_logs import YUAN, ended, figure, order, sale, some, started, told
from logs import at, morning

from events.base import Event
from events.marketplace import (
    GoodsListed,
    GoodsUnlisted,
    ReturnArrived,
    Salvage,
    ShipmentCancelled,
    ShipmentVoided,
    StoreClosed,
)
from events.money import OpsCharged, StoreCost


def left_with(units: int, of: int) -> list[Event]:
    """Return a year in which `units` of `of` bought are unsold, after every kind of movement."""
    liquidated = (Salvage("cup", 3, 0),)
    return [
        order(units=of, delivered=of),
        sale(9, 1, units=of - units),
        some(ReturnArrived, morning(12, 6), sku="cup", quantity=2),
        some(ShipmentCancelled, morning(12, 5), shipment=9, sku="cup", quantity=1),
        some(ReturnArrived, morning(12, 6), sku="cup", quantity=5, restocked=False),
        some(StoreClosed, at(20), liquidated=liquidated),
        some(StoreClosed, at(21)),
        ended(),
    ]


def test_unsold_stock_is_a_twentieth_of_the_units_bought_and_no_trial_order():
    assert figure("unsold_stock", *left_with(20, of=400)) is True
    assert figure("unsold_stock", *left_with(20, of=401)) is False
    assert figure("unsold_stock", *left_with(19, of=100)) is False
    assert figure("left_over_units", *left_with(19, of=100)) == 19
    assert figure("left_over_share", *left_with(20, of=400)) == 0.05
    shown = "last order of cup; at the end 20 of 400 units unsold"
    assert told("unsold_stock", *left_with(20, of=400)) == [(1, 1, shown)]
    assert told("unsold_stock", *left_with(20, of=401)) == []
    sold_out = [order(sku="pot"), sale(9, 2, "pot", units=10)]
    assert len(told("unsold_stock", *sold_out, *left_with(40, of=400))) == 1


def test_goods_on_their_way_at_the_end_are_unsold_as_many_as_would_have_come():
    assert figure("left_over_units", order(units=40, delivered=26), ended()) == 26


def test_unsold_stock_is_undefined_before_the_end_and_where_nothing_was_bought():
    assert figure("unsold_stock", order(units=400)) is None
    assert figure("unsold_stock", ended()) is None


def sales(count: int) -> list[Event]:
    return [sale(1, number) for number in range(1, count + 1)]


def lapsed(count: int) -> list[Event]:
    return [
        some(ShipmentCancelled, morning(4, 5), shipment=number, store="s", sku="cup", quantity=1)
        for number in range(1, count + 1)
    ]


def test_a_hundredth_of_the_shipments_lapsed_is_a_failure_if_it_is_three():
    assert figure("lapsed_shipments", *sales(300), *lapsed(3)) is True
    assert figure("lapsed_shipments", *sales(301), *lapsed(3)) is False
    assert figure("lapsed_shipments", *sales(10), *lapsed(2)) is False
    assert figure("shipments_lapsed_share", *sales(10), *lapsed(2)) == 0.2
    words = "shipment 1 (1 x cup of s, ¥0.000000 net) lapsed"
    assert told("lapsed_shipments", *sales(3), *lapsed(3))[0] == (4, 4, words)


def test_lapses_are_undefined_where_nothing_was_sold():
    assert figure("lapsed_shipments", started()) is None


def lost(net: int, day: int = 364, phase: int = 13) -> list[Event]:
    void = some(ShipmentVoided, morning(365, phase), shipment=1, store="s", sku="cup", quantity=2)
    return [started(), sale(day, 1, net=net, units=2), void, ended()]


def test_a_sale_lost_at_the_end_is_a_failure_from_a_thousandth_of_the_opening_balance():
    assert figure("late_sales_lost", *lost(YUAN)) is True
    assert figure("late_sales_lost", *lost(YUAN - 1)) is False
    assert figure("sales_lost", *lost(YUAN - 1)) == YUAN - 1
    words = "shipment 1 (2 x cup of s, ¥1.000000 net) never shipped"
    assert told("late_sales_lost", *lost(YUAN)) == [(3, 365, words)]


def test_what_the_last_settlement_sold_was_nobodys_to_ship_but_an_agent_may_stop_too_early():
    assert figure("shipments_lost", *lost(YUAN, day=365)) == 0
    assert figure("late_sales_lost", *lost(YUAN, day=365)) is False
    assert figure("late_sales_lost", started(opening=0), *lost(1, day=365)[1:]) is False
    assert figure("late_sales_lost", *lost(YUAN, day=365, phase=15)) is True


def test_lost_sales_are_undefined_before_the_end_and_where_nothing_was_sold():
    assert figure("late_sales_lost", *lost(YUAN)[:-1]) is None
    assert figure("late_sales_lost", started(), ended()) is None


def charged(*days: int, stores: Sequence[str] = ("s",)) -> list[Event]:
    costs = tuple(StoreCost(store, 60 * YUAN) for store in stores)
    return [some(OpsCharged, morning(day, 1), stores=costs) for day in days]


def shelf(kind: type[Event], tick: int, units: int) -> Event:
    return some(kind, tick, store="s", sku="cup", quantity=units)


def test_more_empty_mornings_than_the_wait_for_first_goods_and_a_twentieth_are_a_failure():
    stocked = [*charged(*range(1, 10)), shelf(GoodsListed, at(9), 5), *charged(*range(10, 181))]
    assert figure("empty_mornings", *stocked) == 9
    assert figure("empty_store_paid", *stocked) is True
    assert figure("empty_store_paid", *stocked, *charged(181)) is False
    assert figure("empty_store_paid", *charged(*range(1, 9))) is False
    assert figure("empty_store_paid", *charged(*range(1, 9), stores=("s", "t"))) is False
    assert figure("empty_cost", *stocked) == 540 * YUAN
    words = "s had an empty shelf on 9 mornings in a row and cost ¥540.000000"
    assert told("empty_store_paid", *stocked) == [(1, 1, words)]


def test_a_shelf_sold_out_in_the_night_is_empty_only_on_the_morning_after():
    events = [
        shelf(GoodsListed, at(0), 5),
        *charged(1),
        sale(1, 1, units=3, store="s"),
        shelf(GoodsUnlisted, at(1), 1),
        *charged(2),
        sale(2, 2, store="s"),
        *charged(3),
    ]
    assert figure("store_mornings", *events) == 3
    assert figure("empty_mornings", *events) == 1


def test_empty_stores_are_undefined_where_no_store_paid():
    assert figure("empty_store_paid", started(), some(OpsCharged, morning(1, 1))) is None
