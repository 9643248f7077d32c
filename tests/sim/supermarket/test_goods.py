"""Goal: goods come in, wait, are sold oldest first and expire as §3 and §4 say.

Method: a small store with a small room, ordered into by hand; figures are counted from the events.
"""

import pytest

from events.supermarket import (
    DayReported,
    GoodsAdmitted,
    GoodsDelivered,
    GoodsExpired,
    GoodsOrdered,
    GoodsSold,
)
from ledger.settlement import day_of
from tests.retail import Shop, world

SKUS = [row.id for row in world().products]
SHORT = [row.id for row in world().products if row.shelf_life == 8]
"""Products that last 8 days."""


def order(shop: Shop, units: int, *skus: str, supplier: str = "supplier_1") -> dict:
    items = [{"sku_id": sku, "quantity": units} for sku in skus]
    return shop.call("place_order", items=items, supplier_id=supplier)


def test_an_order_arrives_whole_with_its_slowest_line():
    shop = Shop()
    told = order(shop, 10, *SKUS[:5])
    leads = [line["sampled_shipping_days"] for line in told["lines"]]
    assert {line["shipping_days"] for line in told["lines"]} == {max(leads)}
    shop.nights(max(leads) - 1)
    assert shop.store.state.stocked == 0
    shop.nights(1)
    assert shop.store.state.stocked == 50
    (delivered,) = shop.events(GoodsDelivered)
    assert day_of(delivered.tick) == max(leads)
    assert told["arrival_date"] == shop.store.calendar.iso(max(leads))


def test_what_finds_no_room_waits_and_comes_in_first_come_first():
    shop = Shop(capacity=100)
    order(shop, 80, SKUS[0])
    order(shop, 80, SKUS[1])
    shop.nights(8)
    state = shop.store.state
    assert (state.stocked, state.waiting_units()) == (100, 60)
    shop.call("set_shelf_skus", sku_ids=SKUS[:2])
    for sku in SKUS[:2]:
        shop.call("modify_sku_price", sku_id=sku, new_price=0.05)
    shop.nights(1)
    (sold,) = [event for event in shop.events(GoodsSold) if any(s.sold for s in event.sales)]
    gone = sum(sale.sold for sale in sold.sales)
    admitted = shop.events(GoodsAdmitted)
    moved = sum(part.stocked for event in admitted for part in event.lots)
    assert moved == min(60, gone) > 0
    shop.check()


def test_goods_expire_the_day_after_their_last_day():
    shop = Shop()
    order(shop, 20, SHORT[0])
    (placed,) = shop.events(GoodsOrdered)
    line = placed.lines[0]
    assert line.last_day == placed.due_day + 8
    shop.nights(line.last_day + 1)
    assert shop.store.state.stocked == 20
    assert shop.events(GoodsExpired) == []
    shop.nights(1)
    (expired,) = shop.events(GoodsExpired)
    assert (day_of(expired.tick), expired.lots[0].stocked) == (line.last_day + 1, 20)
    assert shop.store.figures.expired == {SHORT[0]: 20}
    assert list(shop.store.state.stock) == [SHORT[0]], "it keeps its place"
    shop.check()


def test_waiting_goods_expire_too():
    shop = Shop(capacity=5)
    order(shop, 20, SHORT[0])
    shop.nights(18)
    (expired,) = shop.events(GoodsExpired)
    (lot,) = expired.lots
    assert (lot.stocked, lot.waiting) == (5, 15)
    shop.check()


def test_a_product_that_sells_out_loses_its_place_and_keeps_its_shelf():
    shop = Shop()
    order(shop, 1, SKUS[0])
    shop.call("set_shelf_skus", sku_ids=[SKUS[0]])
    shop.call("modify_sku_price", sku_id=SKUS[0], new_price=0.01)
    shop.nights(9)
    assert SKUS[0] not in shop.store.state.stock
    assert list(shop.store.state.shelf) == [SKUS[0]]
    reports = shop.events(DayReported)
    assert [report.short for report in reports if report.short] == [(SKUS[0],)]
    assert reports[-1].bare == 1


def test_older_goods_are_sold_first():
    shop = Shop()
    order(shop, 30, SKUS[0], supplier="supplier_1")
    order(shop, 30, SKUS[0], supplier="supplier_2")
    shop.call("set_shelf_skus", sku_ids=[SKUS[0]])
    shop.nights(20)
    sales = [sale for event in shop.events(GoodsSold) for sale in event.sales]
    parts = [part.lot for sale in sales for part in sale.lots]
    arrived = [event.lots[0].lot for event in shop.events(GoodsDelivered)]
    assert list(dict.fromkeys(parts)) == arrived[: len(set(parts))]


def test_only_what_is_on_the_shelf_is_sold():
    shop = Shop()
    order(shop, 50, *SKUS[:4])
    shop.call("set_shelf_skus", sku_ids=SKUS[:1])
    shop.nights(10)
    sold = {sale.sku for event in shop.events(GoodsSold) for sale in event.sales}
    assert sold == {SKUS[0]}


def test_an_order_that_cannot_be_paid_changes_nothing():
    shop = Shop(opening_balance=1_000_000)
    before = shop.store.draws.fingerprint()
    told = order(shop, 500, SKUS[0])
    assert told["error"]
    assert told["required"] > told["available"] == 1.0
    assert shop.events(GoodsOrdered) == []
    assert shop.store.draws.fingerprint() == before


@pytest.mark.parametrize(
    ("units", "fits"), [(15_000, True), (15_001, False)], ids=["the most", "too many"]
)
def test_an_order_has_a_limit(units, fits):
    shop = Shop(opening_balance=10**15)
    assert ("order_id" in order(shop, units, SKUS[0])) == fits


def test_the_business_ends_after_too_many_mornings_below_zero():
    shop = Shop()
    shop.nights(180)
    assert (shop.store.state.reason, shop.store.day) == ("bankruptcy", 55)
    assert shop.store.state.book["bank"] == -3_000_000_000
    assert shop.answer("view_inventory").failed


def test_an_episode_ends_after_its_last_day():
    shop = Shop(days=3)
    shop.nights(9)
    assert (shop.store.state.reason, shop.store.day) == ("max_days_reached", 3)
