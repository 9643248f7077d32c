"""Goal: a negotiation's row says what was offered, quoted and agreed, and how it ended.

Method: logs made by hand; then every negotiation of the recorded traces, compared with theirs in
tests/projections/test_reference_talks.py.
"""

import polars as pl
import pytest

from projections.talks import concluded, talks
from tests.haggling import (
    deal,
    left,
    offered,
    opened,
    paid,
    refused,
    took,
    walked,
)
from tests.logs import batch_of, log_of


def rows_of(*events) -> list[dict]:
    return talks(batch_of(log_of(*events))).rows(named=True)


def row_of(*events) -> dict:
    (row,) = rows_of(*events)
    return row


def test_a_log_without_talks_has_no_rows():
    found = talks(batch_of(log_of()))
    assert found.is_empty()
    assert concluded(found).is_empty()


def test_an_accepted_offer_is_a_deal_when_its_order_is_paid():
    row = row_of(opened(1), offered(1, 70.0, 78.0), offered(2, 72.0), paid(2, 72.0))
    assert row["offers"] == [70.0, 72.0]
    assert row["quotes"] == [82.0, 78.0]
    assert row["first_quote"] == 78.0
    assert row["rounds"] == 5
    assert (row["outcome"], row["concluded_by"]) == ("Agreement", "SupplierAccept")
    assert row["final_price"] == 72.0
    assert (row["day_started"], row["day_concluded"], row["place"]) == (1, 2, 0)


def test_scores_of_a_deal_are_ten_thousandths():
    row = row_of(
        opened(),
        offered(0, 70.0, 78.0),
        offered(0, 72.0, 75.0),
        *(took(0, 75.0), paid(0, 75.0, "AgentAccept")),
    )
    assert row["utility"] == 25_0000
    assert row["efficiency"] == 6250
    assert row["saved"] == 5_0000
    assert row["agent_concession"] == 2_0000
    assert row["supplier_concession"] == -3_5000
    assert row["concluded_by"] == "AgentAccept"


def test_efficiency_is_rounded_by_the_exact_value_of_its_double():
    # 399.97 / 200 is a little above 1.99985; times 10,000 it would be a tie and go to 19,998.
    row = row_of(*deal(0, 0.03, reference=400.0, floor=200.0))
    assert row["efficiency"] == 19_999


def test_without_a_surplus_efficiency_is_0():
    row = row_of(*deal(0, 90.0, floor=100.0))
    assert row["efficiency"] == 0
    assert row["utility"] == 10_0000


def test_an_agreement_without_an_order_is_open():
    row = row_of(opened(), offered(0, 70.0))
    assert row["outcome"] is None
    assert row["final_price"] is None
    assert row["concluded_by"] is None
    assert row["day_concluded"] is None
    assert row["place"] is None
    assert row["rounds"] == 2
    assert row["utility"] == row["efficiency"] == row["saved"] == 0


def test_an_order_that_fails_adds_no_round_and_leaves_the_agreement_open():
    before = [opened(), offered(0, 70.0), refused(0, 70.0)]
    assert row_of(*before)["outcome"] is None
    row = row_of(*before, took(3, 70.0), paid(3, 70.0, "AgentAccept"))
    assert row["rounds"] == 3
    assert row["final_price"] == 70.0
    assert row["concluded_by"] == "AgentAccept"
    assert row["day_concluded"] == 3
    assert row["first_quote"] is None


@pytest.mark.parametrize(
    ("end", "by", "rounds"),
    [(left(4), "AgentReject", 4), (walked(4, 20.0), "SupplierReject", 5)],
)
def test_either_side_can_break_off(end, by, rounds):
    row = row_of(opened(), offered(0, 50.0, 80.0), end)
    assert (row["outcome"], row["concluded_by"], row["rounds"]) == ("Disagreement", by, rounds)
    assert row["final_price"] is None
    assert row["utility"] == row["efficiency"] == row["saved"] == 0
    assert row["day_concluded"] == 4


def test_talks_after_the_end_are_a_negotiation_of_their_own():
    first, second = rows_of(*deal(0, 70.0), opened(5, cycle=1), offered(5, 65.0, 79.0))
    assert (first["cycle"], second["cycle"]) == (0, 1)
    assert first["outcome"] == "Agreement"
    assert second["outcome"] is None
    assert second["offers"] == [65.0]


def test_other_suppliers_and_skus_do_not_mix():
    kettle, pan, other = rows_of(
        opened(),
        opened(sku="pan"),
        opened(supplier="Bolt"),
        offered(0, 71.0, 80.0, sku="pan"),
        offered(0, 70.0, 80.0),
        left(0, supplier="Bolt"),
        left(1, sku="pan"),
    )
    assert (kettle["offers"], pan["offers"], other["offers"]) == ([70.0], [71.0], [])
    assert (kettle["place"], pan["place"], other["place"]) == (None, 1, 0)


def test_the_price_of_a_deal_is_the_last_one_accepted_before_it():
    row = row_of(opened(), offered(0, 70.0), offered(0, 68.0), paid(0, 70.0), paid(0, 68.0, ""))
    assert row["final_price"] == 68.0
    assert row["outcome"] == "Agreement"


def test_a_walk_away_stands_although_an_earlier_agreement_is_paid_after_it():
    row = row_of(opened(), offered(0, 70.0), walked(0, 20.0), paid(0, 70.0))
    assert (row["outcome"], row["concluded_by"]) == ("Disagreement", "SupplierReject")


def test_an_order_that_concludes_nothing_leaves_its_row_to_the_next_talks():
    row = row_of(
        opened(),
        offered(0, 70.0),
        offered(0, 71.0),
        refused(0, 70.0),
        paid(0, 71.0, ""),
        opened(9, cycle=1, opening=81.0),
        offered(9, 66.0),
        paid(9, 66.0),
    )
    assert row["cycle"] == 0
    assert row["quotes"] == [82.0, 81.0]
    assert row["offers"] == [70.0, 71.0, 66.0]
    assert (row["day_started"], row["day_concluded"]) == (0, 9)
    assert row["final_price"] == 66.0


def test_offers_are_audited_one_by_one():
    prices = (101.0, 90.0, 151.0, 150.0)
    row = row_of(opened(), *(offered(0, price, 80.0) for price in prices))
    assert row["critical"] == ["ResViol", "BoundViol", "ResViol", "ResViol"]
    assert row["secondary"] == ["MonoViol", "MonoViol"]
    clean = row_of(opened(), offered(0, 100.0, 80.0), offered(0, 100.0, 80.0))
    assert clean["critical"] == clean["secondary"] == []


def test_rows_are_in_order_of_opening_and_conclusions_are_ranked_in_each_episode():
    log = log_of(
        opened(0, sku="a"),
        opened(1, sku="b"),
        left(2, sku="b"),
        left(3, sku="a"),
    )
    found = talks(batch_of(log, log_of(), log))
    assert found["episode"].to_list() == [0, 0, 2, 2]
    assert found["sku"].to_list() == ["a", "b", "a", "b"]
    assert found["place"].to_list() == [1, 0, 1, 0]
    assert concluded(found)["sku"].to_list() == ["b", "a", "b", "a"]


def test_a_batch_is_read_once():
    batch = batch_of(log_of(*deal(0, 70.0)))
    assert talks(batch) is talks(batch)


def test_scores_are_integers():
    found = talks(batch_of(log_of(*deal(0, 70.0))))
    names = ("utility", "efficiency", "saved", "agent_concession", "supplier_concession")
    assert {found.schema[name] for name in names} == {pl.Int64}
