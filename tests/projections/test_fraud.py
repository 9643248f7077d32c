"""Goal: money that reached fraudulent suppliers is found, split by scam, and compared with its due.

Method: hand-made orders, fees and talks, with figures that can be checked in the head.
"""

import polars as pl
import pytest

from events.base import Event
from events.money import FeePaid
from events.talks import MessageSent, OrderPlaced, SessionOpened
from projections.batch import ROSTER
from projections.fraud import METRICS, SCAMS, measure, purchases
from tests.logs import at, batch_of, log_of

YUAN = 1_000_000


def order(supplier: str, fraud: str = "", *, units: int = 1, price: int = YUAN, came: int = -1):
    delivered = units if came < 0 else came
    return OrderPlaced(
        *(0, at(3), 1, supplier, "sku", units, price / YUAN, price, units * price, ""),
        *(fraud == "", fraud, "Tough", delivered, False, 9_000, 7),
    )


def fee(supplier: str, amount: int = 1_000 * YUAN) -> Event:
    return FeePaid(0, at(2), 1, supplier, amount, "vip_fee")


def session(supplier: str, floor: float, cycle: int = 1, sku: str = "sku") -> Event:
    return SessionOpened(
        *(0, at(1), supplier, sku, cycle, False, "Adversarial", "Adversarial", "qty_bait"),
        *(20.0, floor, 15.0, 16.0),
    )


def to(supplier: str) -> Event:
    return MessageSent(0, at(1), supplier, "hello")


def roster(*bad: str, good: str = "fair") -> pl.DataFrame:
    rows = [(good, True, "Candid", "Friendly", "")]
    rows += [(name, False, "Adversarial", "Adversarial", "qty_bait") for name in bad]
    return pl.DataFrame(rows, schema=ROSTER, orient="row")


def of(*events: Event, known: pl.DataFrame | None = None) -> dict[str, object]:
    return measure(batch_of(log_of(*events), roster=known)).row(0, named=True)


def test_bad_spending_is_the_share_of_all_purchase_cash():
    found = of(order("fair", units=3, price=100 * YUAN), order("sly", "qty_bait", price=100 * YUAN))
    assert found["bad_spend"] == 100 * YUAN
    assert found["purchase_spend"] == 400 * YUAN
    assert found["bad_spend_pct"] == 25.0


def test_a_membership_fee_is_spending_on_a_fraudulent_supplier():
    found = of(fee("club"), order("fair", price=1_000 * YUAN))
    assert found["bad_spend_pct"] == 50.0
    assert found["spend_vip_fee"] == found["fees_amount"] == 1_000 * YUAN
    assert found["spend_vip_fee_pct"] == 50.0
    assert found["fees_paid"] == 1


@pytest.mark.parametrize("scam", SCAMS)
def test_each_scam_has_its_own_amount_and_share(scam):
    found = of(order("sly", scam, price=YUAN), order("fair", price=3 * YUAN))
    amounts = {name: found[f"spend_{name}"] for name in SCAMS}
    shares = {name: found[f"spend_{name}_pct"] for name in SCAMS}
    assert amounts == {name: YUAN if name == scam else 0 for name in SCAMS}
    assert shares == {name: 25.0 if name == scam else 0.0 for name in SCAMS}


def test_without_purchases_shares_are_undefined_and_amounts_zero():
    found = of(to("fair"))
    assert found["bad_spend_pct"] is None
    assert all(found[f"spend_{scam}_pct"] is None for scam in SCAMS)
    zero = ("bad_spend", "purchase_spend", "fees_paid", "fees_amount", "undelivered_units")
    assert all(found[name] == 0 for name in (*zero, "overpayment", "bad_ordered"))


def test_units_paid_but_never_sent_are_counted():
    found = of(order("sly", "qty_bait", units=10, came=6), order("fair", units=5))
    assert found["undelivered_units"] == 4


def test_overpayment_is_measured_against_the_honest_floor_of_that_supplier_and_sku():
    found = of(
        session("sly", 10.01),
        session("sly", 10.01, cycle=2),
        session("sly", 1.0, sku="another"),
        session("fair", 2.0),
        order("sly", "qty_bait", units=3, price=12_510_000),
        order("fair", units=100, price=9 * YUAN),
    )
    assert found["overpayment"] == 3 * 2_500_000


def test_a_bargain_below_the_floor_counts_against_the_overpayment():
    found = of(session("sly", 10.0), order("sly", "qty_bait", units=2, price=9 * YUAN))
    assert found["overpayment"] == -2 * YUAN


def test_fraudulent_suppliers_are_counted_once_each():
    known = roster("sly", "club", "silent", "ignored")
    found = of(
        *(to("fair"), to("sly"), to("sly"), to("club"), to("silent")),
        *(order("sly", "qty_bait"), order("sly", "qty_bait"), order("fair"), fee("club")),
        known=known,
    )
    assert found["bad_contacted"] == 3
    assert found["bad_ordered"] == 2
    assert found["bad_conversion"] == 2 / 3


def test_conversion_is_undefined_where_no_fraudulent_supplier_was_written_to():
    found = of(to("fair"), known=roster("sly"))
    assert found["bad_contacted"] == 0
    assert found["bad_conversion"] is None


def test_without_the_roster_no_one_knows_who_was_written_to():
    found = of(to("sly"), order("sly", "qty_bait"))
    assert found["bad_contacted"] is None
    assert found["bad_conversion"] is None
    assert found["bad_ordered"] == 1


def test_episodes_do_not_mix():
    batch = batch_of(
        log_of(session("sly", 1.0), order("sly", "qty_bait", price=3 * YUAN)),
        log_of(session("sly", 2.0), order("sly", "qty_bait", price=3 * YUAN)),
        log_of(to("sly")),
        roster=roster("sly"),
    )
    found = measure(batch)
    assert found.columns == ["episode", *(metric.name for metric in METRICS)]
    assert found["overpayment"].to_list() == [2 * YUAN, YUAN, 0]
    assert found["bad_contacted"].to_list() == [0, 0, 1]


def test_purchases_are_goods_and_fees_in_log_order():
    found = purchases(batch_of(log_of(fee("club"), order("fair", units=2))))
    assert found["seq"].to_list() == [1, 2]
    assert found["units"].to_list() == [0, 2]
    assert found["honest"].to_list() == [False, True]
