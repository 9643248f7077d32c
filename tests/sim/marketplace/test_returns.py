"""Goal: returns follow §8 and refunds follow §9.4 of the rule book.

Method: the vectors of Appendix A.5, return draws with known uniforms (Appendix A.3), and a store
whose sales are written by hand, so that every batch and parcel is known.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.marketplace import ReturnArrived, ReturnSeeded, UnitsSold
from ledger.accounts import BANK, COMMISSION, COMMISSION_REVERSED, ESCROW, REFUNDS, WALLET
from sim.marketplace.returns import blend_defects, price_multiplier, take_back
from sim.marketplace.shipping import commission, send
from sim.marketplace.stores import close_store, join_promotion
from sim.marketplace.world import Market
from tests.worlds import DRESS, Threshold, new_events, shop, start, stock

YUAN = 1_000_000


@pytest.mark.parametrize(
    ("natural", "blended"), [(0.1, 0.22000000000000003), (0.3, 0.42), (0.5, 0.6799999999999999)]
)
def test_four_defective_units_in_ten_blend_as_published(natural, blended):
    assert blend_defects(natural, 10, 4) == blended


@pytest.mark.parametrize(("delivered", "defective"), [(0, 0), (10, 0), (0, 5)])
def test_without_defective_deliveries_the_natural_rate_holds(delivered, defective):
    assert blend_defects(0.07, delivered, defective) == 0.07


def test_a_wholly_defective_stock_returns_at_the_defective_rate():
    rates = [blend_defects(natural, 5, 5) for natural in (0.0, 0.1, 0.2, 0.3, 0.475, 0.6)]
    assert rates == [0.4, 0.4, 0.4, 0.6, 0.95, 0.95]


@given(st.floats(0, 0.55), st.integers(1, 1000), st.integers(0, 1000))
def test_defective_goods_never_lower_the_rate(natural, delivered, defective):
    assert blend_defects(natural, delivered, min(defective, delivered)) >= natural * (1 - 1e-12)


@pytest.mark.parametrize(
    ("ratio", "factor"),
    [
        (0.01, 0.85),
        (0.8, 0.85),
        (0.9, 0.925),
        (1.0, 1.0),
        (1.1, 1.1666666666666667),
        (1.3, 1.5),
        (1.5, 1.78),
        (1.8, 2.2),
        (50.0, 2.2),
    ],
)
def test_price_moves_the_rate_between_the_published_knees(ratio, factor):
    assert price_multiplier(ratio) == pytest.approx(factor, abs=1e-14)


@given(st.floats(0.01, 3), st.floats(0.01, 3))
def test_a_higher_price_never_lowers_the_rate(one, other):
    low, high = sorted((one, other))
    assert 0.85 <= price_multiplier(low) <= price_multiplier(high) + 1e-15 <= 2.2 + 1e-15


def sale(market: Market, units: int, price: int, rate: float = 0.0) -> UnitsSold:
    """Sell units at a price in micro-yuan, with this return rate before speed."""
    return market.emit(
        UnitsSold,
        shipment=market.state.sold_shipments + 1,
        store="store_001",
        sku=DRESS,
        quantity=units,
        unit_price=price,
        net=units * price - commission(units * price),
        sale_day=market.today - 1,
        deadline_day=market.today + 1,
        rate_natural=rate,
        rate_defect=rate,
        rate_price=rate,
    )


def fashion_store(units: int = 10) -> Market:
    market = start()
    stock(market, DRESS, units, 40.0)
    shop(market, "fashion", {DRESS: 100.0})
    return market


def seed_parcel(market: Market, batch: int, units: int, price: int) -> None:
    market.emit(
        ReturnSeeded,
        batch=batch,
        store="store_001",
        sku=DRESS,
        quantity=units,
        unit_refund=price,
        unit_shipping=0,
        due_day=market.today + 3,
    )


def refund(market: Market, batch: int, units: int, price: int) -> ReturnArrived:
    seed_parcel(market, batch, units, price)
    take_back(market, batch)
    return new_events(market)[-1]


def test_a_partial_return_keeps_the_commission_until_the_batch_is_empty():
    market = fashion_store()
    batch = send(market, sale(market, 4, 100 * YUAN), "standard").batch
    book, escrow = market.state.book, market.state.escrow
    before = book[BANK]
    assert escrow[batch].amount == book[ESCROW] == 392 * YUAN
    first = refund(market, batch, 1, 100 * YUAN)
    assert (first.taken, first.forgiven) == (100 * YUAN, 0)
    assert escrow[batch].amount == book[ESCROW] == 292 * YUAN
    rest = refund(market, batch, 3, 100 * YUAN)
    assert (rest.taken, rest.forgiven) == (292 * YUAN, 8 * YUAN)
    assert escrow[batch].amount == book[ESCROW] == 0
    assert book[REFUNDS] == 400 * YUAN
    assert book[COMMISSION_REVERSED] == -8 * YUAN == -book[COMMISSION]
    assert (book[BANK], book[WALLET]) == (before, 0)
    assert sum(book.balances.values()) == 0


@settings(deadline=None)
@given(st.integers(1, 10), st.integers(1, 10), st.integers(1, 10**11))
def test_a_refund_is_taken_from_its_own_batch_and_the_excess_is_forgiven(units, sent_back, price):
    market = fashion_store()
    other = send(market, sale(market, 1, 7 * YUAN), "slow").batch
    batch = send(market, sale(market, units, price), "slow").batch
    held = market.state.escrow[batch].amount
    sent_back = min(units, sent_back)
    back = refund(market, batch, sent_back, price)
    assert back.taken + back.forgiven == sent_back * price
    assert 0 <= back.taken <= held
    assert market.state.escrow[batch].amount == held - back.taken
    if back.forgiven:
        assert back.taken == held
        assert back.forgiven <= commission(units * price)
    if sent_back == units:
        assert back.forgiven == commission(units * price)
    assert market.state.escrow[other].amount == 6_860_000
    assert sum(market.state.book.balances.values()) == 0


def test_returned_goods_become_a_new_unlisted_lot_of_that_morning():
    market = fashion_store()
    batch = send(market, sale(market, 4, 100 * YUAN), "standard").batch
    market.sleep()
    refund(market, batch, 3, 100 * YUAN)
    goods, store = market.state.goods[DRESS], market.state.stores["store_001"]
    assert goods.lots[-1] == [3, 1]
    assert (goods.free, goods.returned, goods.unit_cost) == (3, 3, 40.0)
    assert store.recent_returns == 3.0
    assert (store.yesterday[DRESS].returned, store.yesterday[DRESS].refunds) == (3, 300 * YUAN)


def test_a_parcel_for_a_closed_store_is_taken_back_all_the_same():
    market = fashion_store()
    batch = send(market, sale(market, 2, 50 * YUAN), "standard").batch
    close_store(market, "store_001", liquidate=False)
    refund(market, batch, 2, 50 * YUAN)
    assert market.state.goods[DRESS].free == 10
    assert market.state.stores["store_001"].recent_returns == 2.0


def test_at_the_end_a_parcel_is_refunded_early_and_its_goods_are_lost():
    market = fashion_store()
    batch = send(market, sale(market, 2, 50 * YUAN), "standard").batch
    seed_parcel(market, batch, 1, 50 * YUAN)
    market.close("stopped")
    book, goods = market.state.book, market.state.goods[DRESS]
    assert (book[REFUNDS], book[ESCROW], book[WALLET]) == (50 * YUAN, 0, 48 * YUAN)
    assert (goods.free, goods.stock(), goods.returned) == (0, 8, 1)
    assert not market.state.parcels


@pytest.mark.parametrize(
    ("speed", "rate", "units", "lag"),
    [
        ("standard", 0.40, 1, 3),  # uniforms 0.4023 0.8291 0.0255
        ("standard", 0.41, 2, 3),
        ("fast", 0.52, 2, 6),  # 0.75 of it against 0.1101 0.3840 0.5498
        ("fast", 0.50, 1, 6),
        ("slow", 0.17, 1, 7),  # 1.3 times it against 0.6318 0.2893 0.2169
        ("slow", 0.23, 2, 7),
    ],
)
def test_the_first_shipments_returns_are_drawn_from_its_own_stream(speed, rate, units, lag):
    market = fashion_store()
    send(market, sale(market, 3, 100 * YUAN, rate), speed)
    [parcel] = market.state.parcels.values()
    assert (parcel.quantity, parcel.due_day) == (units, lag)
    assert (parcel.unit_refund, parcel.sku, parcel.batch) == (100 * YUAN, DRESS, 1)


def test_no_unit_below_the_rate_means_no_parcel():
    market = fashion_store()
    send(market, sale(market, 3, 100 * YUAN, 0.02), "standard")
    assert not market.state.parcels


def test_a_sale_fixes_its_rates_from_the_discounted_price_and_the_delivered_mix():
    market = start()
    stock(market, DRESS, 6, 40.0)
    stock(market, DRESS, 4, 40.0, defective=True)
    store = shop(market, "fashion", {DRESS: 125.0})
    join_promotion(market, store, "New Year Kickoff Sale", 0.2)
    market.sleep()
    [sold] = market.state.shipments.values()
    assert (sold.unit_price, sold.rate_natural) == (100 * YUAN, 0.48)
    # Four in ten are defective and come back at twice the natural rate, capped at 0.95.
    assert sold.rate_defect == pytest.approx(0.6 * 0.48 + 0.4 * 0.95)
    assert sold.rate_price == sold.rate_defect  # at reference price; 125 would give 1.42 times it
    assert sold.net == sold.quantity * 98 * YUAN


class StubDraws:
    """Draws whose return stream notes the rates it is compared with."""

    def __init__(self) -> None:
        self.threshold = Threshold()

    def return_stream(self, shipment: int, sale: str, speed: str) -> "StubDraws":
        return self

    def random(self) -> Threshold:
        return self.threshold


@pytest.mark.parametrize(
    ("speed", "rate", "effective"),
    [
        ("fast", 0.4, 0.4 * 0.75),
        ("standard", 0.4, 0.4),
        ("slow", 0.4, 0.4 * 1.3),
        ("fast", 3.0, 0.95 * 0.75),
        ("standard", 3.0, 0.95),
        ("slow", 0.8, 0.95),
    ],
)
def test_the_rate_is_capped_before_and_after_the_speed(speed, rate, effective):
    market = fashion_store()
    market.draws = stub = StubDraws()
    send(market, sale(market, 3, 100 * YUAN, rate), speed)
    assert stub.threshold.seen == [effective] * 3
