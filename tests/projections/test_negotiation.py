"""Goal: every figure of negotiation and bargaining is the one worked out by hand.

Method: few negotiations per log (reference 100, honest floor 60, list price 80: a deal at 70 wins
0.75 of the surplus); each metric with a value, and each without one.
"""

import polars as pl
import pytest

from projections.negotiation import FAMILIES, METRICS, measure
from projections.talks import talks
from tests.haggling import broken_off, deal, left, offered, opened, paid, took, walked
from tests.logs import batch_of, log_of

FRAUD = {"honest": False, "family": "Adversarial", "fraud": "fake_urgency"}


def figures(*events) -> dict:
    (row,) = measure(batch_of(log_of(*events))).rows(named=True)
    return row


def test_columns_are_the_metrics_with_their_types():
    found = measure(batch_of(log_of(*deal(0, 70.0)), log_of()))
    names = [metric.name for metric in METRICS]
    assert found.columns == ["episode", *names]
    assert len(set(names)) == len(names)
    whole = {"count", "micro"}
    means = {"rounds_to_deal"}
    for metric in METRICS:
        is_whole = metric.unit in whole and metric.name not in means
        assert found.schema[metric.name] == (pl.Int64 if is_whole else pl.Float64), metric.name


def test_without_talks_counts_and_sums_are_0_and_all_else_is_undefined():
    row = figures()
    for metric in METRICS:
        assert row[metric.name] == (None if metric.undefined else 0), metric.name


def test_open_negotiations_count_for_nothing_else():
    row = figures(opened(), offered(0, 200.0, 80.0))
    assert row.pop("open_negotiations") == 1
    assert row == {name: value for name, value in figures().items() if name != "open_negotiations"}


def test_shares_of_the_surplus():
    row = figures(*deal(0, 70.0), *deal(1, 80.0), *broken_off(2), *broken_off(3))
    assert row["negotiations"] == row["honest_negotiations"] == 4
    assert row["deals"] == row["honest_deals"] == row["rejections"] == 2
    assert row["agr_plus"] == 0.5
    assert row["se_plus"] == 0.3125
    assert row["cse_plus"] == 0.625
    assert row["abs_se_plus"] == 12.5
    assert row["abs_cse_plus"] == 25.0
    assert row["oracle_pct"] == 31.25


def test_se_plus_is_agr_plus_times_cse_plus_and_only_the_absolute_one_drops_a_zero():
    loss = deal(1, 100.004, reference=100.004, floor=60.0)
    no_room = deal(2, 90.0, floor=100.0)
    row = figures(*deal(0, 70.0), *loss, *no_room, *broken_off(3))
    assert row["se_plus"] == pytest.approx(row["agr_plus"] * row["cse_plus"], rel=1e-12)
    # The deal without room had a utility of 10 yuan at an efficiency of 0.
    assert row["abs_cse_plus"] * row["agr_plus"] == pytest.approx((30 + 0 + 10) / 4)
    assert row["abs_se_plus"] == pytest.approx(30 / 4)


def test_efficiency_can_be_negative():
    row = figures(*deal(0, 120.0))
    assert row["se_plus"] == row["cse_plus"] == -0.5
    assert row["oracle_pct"] == -50.0


def test_no_deal_leaves_the_conditional_figures_undefined():
    row = figures(*broken_off(0))
    assert row["se_plus"] == row["agr_plus"] == row["abs_se_plus"] == row["oracle_pct"] == 0.0
    for name in ("cse_plus", "abs_cse_plus", "rounds_to_deal", "openings_accepted_share"):
        assert row[name] is None


def test_without_a_surplus_there_is_no_oracle():
    row = figures(*deal(0, 90.0, floor=100.0), *deal(1, 90.0, floor=110.0))
    assert row["oracle_pct"] is None
    assert row["se_plus"] == 0.0


def test_frauds_count_in_their_own_figures_alone():
    row = figures(*deal(0, 70.0, **FRAUD), *broken_off(1, **FRAUD), *deal(2, 80.0))
    assert (row["fraud_negotiations"], row["fraud_deals"]) == (2, 1)
    assert row["fagr_minus"] == 0.5
    assert row["honest_negotiations"] == 1
    assert row["se_plus"] == 0.5
    assert row["honest_negotiations.adversarial"] == 0
    alone = figures(*deal(0, 70.0, **FRAUD))
    for name in ("agr_plus", "se_plus", "cse_plus", "abs_se_plus", "abs_cse_plus", "oracle_pct"):
        assert alone[name] is None
    assert figures(*deal(0, 70.0))["fagr_minus"] is None


def test_violations():
    row = figures(
        *(opened(), offered(0, 160.0, 80.0), offered(0, 70.0, 78.0), left(0)),
        *deal(1, 70.0),
        *deal(2, 101.0),
        *deal(3, 100.0),
    )
    assert row["crit_viol_pct"] == 50.0
    assert row["critical_violations"] == 3
    assert row["secondary_violations"] == 1


def test_a_family_has_the_figures_of_its_honest_suppliers():
    events = []
    for day, family in enumerate(FAMILIES):
        events += deal(day, 70.0 + day, family=family)
    events += broken_off(9, family="Candid")
    row = figures(*events)
    for day, family in enumerate(FAMILIES):
        tail = family.lower()
        negotiations = 2 if family == "Candid" else 1
        assert row[f"honest_negotiations.{tail}"] == negotiations
        assert row[f"honest_deals.{tail}"] == 1
        assert row[f"agr_plus.{tail}"] == 1 / negotiations
        assert row[f"cse_plus.{tail}"] == (30 - day) / 40
        assert row[f"se_plus.{tail}"] == (30 - day) / 40 / negotiations
        assert row[f"oracle_pct.{tail}"] == 100 * (30 - day) / 40 / negotiations
    only = figures(*deal(0, 70.0))
    assert only["honest_negotiations.taciturn"] == only["honest_deals.taciturn"] == 0
    for name in ("se_plus", "agr_plus", "cse_plus", "oracle_pct"):
        assert only[f"{name}.taciturn"] is None


def test_rounds_to_deal_are_those_of_deals():
    long = [opened(1), offered(1, 50.0, 79.0), offered(1, 60.0, 78.0), took(1, 78.0)]
    row = figures(*deal(0, 70.0), *long, paid(1, 78.0, "AgentAccept"), *broken_off(2))
    assert row["rounds_to_deal"] == (3 + 6) / 2


def test_concessions_are_of_negotiations_in_which_a_side_named_two_prices():
    first = [
        opened(),
        offered(0, 50.0, 80.0),
        offered(0, 56.0, 76.0),
        offered(0, 60.0),
        paid(0, 60),
    ]
    second = [
        opened(1, reference=200.0, opening=160.0),
        *(offered(1, 100.0, 150.0), offered(1, 99.0, 150.0), left(1)),
    ]
    row = figures(*first, *second, *deal(2, 70.0))
    assert row["agent_concession"] == (5.0 - 1.0) / 2
    assert row["agent_concession_pct"] == (5.0 - 0.5) / 2
    assert row["supplier_concession"] == (-3.0 - 5.0) / 2
    assert row["supplier_concession_pct"] == (-3.0 - 2.5) / 2
    without = figures(*deal(0, 70.0))
    for side in ("agent", "supplier"):
        assert without[f"{side}_concession"] is None
        assert without[f"{side}_concession_pct"] is None


@pytest.mark.parametrize(
    ("events", "taken"),
    [
        (deal(0, 80.0), True),
        (deal(0, 79.99), False),
        ([opened(), offered(0, 50.0, 77.0), took(0, 77.0), paid(0, 77.0, "AgentAccept")], True),
        ([opened(), offered(0, 50.0, 77.0), offered(0, 77.0), paid(0, 77.0)], True),
        ([opened(), offered(0, 50.0, 77.0), offered(0, 76.0), paid(0, 76.0)], False),
        (
            [
                *(opened(), offered(0, 50.0, 77.0), offered(0, 51.0, 75.0), took(0, 75.0)),
                paid(0, 75.0, "AgentAccept"),
            ],
            False,
        ),
    ],
    ids=["list price", "below it", "first quote", "offer at it", "offer below it", "second quote"],
)
def test_an_opening_is_accepted_at_the_first_price_the_agent_could_know(events, taken):
    row = figures(*events)
    assert row["openings_accepted"] == taken
    assert row["openings_accepted_share"] == float(taken)


def test_openings_accepted_are_a_share_of_deals():
    row = figures(*deal(0, 80.0), *deal(1, 70.0), *deal(2, 70.0), *deal(3, 70.0), walked(4, 1.0))
    assert row["openings_accepted_share"] == 0.25


def test_money_saved_against_the_list_price_counts_units_of_every_paid_order():
    row = figures(
        *deal(0, 70.0, quantity=3),
        *deal(1, 85.5, quantity=2, sku="pan"),
        paid(1, 75.0, "", quantity=10),
    )
    assert row["saved_vs_list"] == (3 * 10_000_000) - 2 * 5_500_000 + 10 * 5_000_000
    assert row["saved_vs_initial"] == 10.0 - 5.5


def test_episodes_do_not_mix():
    whole = measure(batch_of(log_of(*deal(0, 70.0)), log_of(), log_of(*broken_off(0))))
    assert whole["episode"].to_list() == [0, 1, 2]
    for number, events in enumerate((deal(0, 70.0), [], broken_off(0))):
        alone = figures(*events)
        assert whole.row(number, named=True) | {"episode": 0} == alone


def test_measuring_leaves_the_frame_of_negotiations_as_it_was():
    batch = batch_of(log_of(*deal(0, 70.0)))
    before = talks(batch).clone()
    measure(batch)
    assert talks(batch).equals(before)
