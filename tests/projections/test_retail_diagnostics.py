"""Goal: the supermarket's diagnostics treat ties, limits, and agents that game them as defined.

Method: logs of a few days, one question each, with the answers worked out by hand.
"""

import json

import msgspec
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.supermarket import CodeRan, InnerCall, LotSold, Quoted, Review, Sale
from projections.retail_attention import measure as attention
from projections.retail_choices import choices, distances
from projections.retail_decisions import measure as decisions
from projections.retail_evidence import measure as evidence
from projections.retail_followup import measure as follow_up
from projections.retail_followup import troubles
from projections.retail_frames import asked
from projections.retail_table import measure as table
from tests.logs import at, batch_of, log_of
from tests.retail_logs import order, price, quotes, report, sold, turn

FIVE = ("s5", "s4", "s3", "s2", "s1")


def one(measured: pl.DataFrame) -> dict:
    return measured.row(0, named=True)


def rival_quotes(day):
    """A's offers: s2 and s4 equally good, s2 cheaper; s1 and s5 equal in both; s3 unknown."""
    offer = Quoted("A", (2.0, 5.0, 1.0, 4.0, 2.0), (3.0, 4.5, None, 4.5, 3.0))
    return quotes(day, offer, suppliers=FIVE)


@pytest.mark.parametrize(
    ("supplier", "rank", "place", "regret", "premium"),
    [
        ("s2", 1, 1.0, 0.0, 1.0),
        ("s4", 2, 2 / 3, 0.0, 1.5),
        ("s1", 3, 1 / 3, 1.5, 0.0),
        ("s5", 4, 0.0, 1.5, 0.0),
    ],
)
def test_equal_qualities_rank_by_price_and_then_by_name(supplier, rank, place, regret, premium):
    log = log_of(rival_quotes(0), order(0, 1, "A", supplier, 5, 1.0, 3.0), report(0))
    found = one(decisions(batch_of(log)))
    assert found["quality_rank"] == rank
    assert found["supplier_quality"] == pytest.approx(place, abs=1e-4)
    assert (found["quality_regret"], found["price_premium"]) == (regret, premium)
    assert found["quality_ratio"] == pytest.approx((4.5 - regret) / 4.5, abs=1e-4)
    assert found["price_first"] == (premium == 0)


def test_a_supplier_of_unknown_quality_or_without_rivals_is_not_compared():
    log = log_of(rival_quotes(0), order(0, 1, "A", "s3", 5, 1.0, None), report(0),
                 quotes(1), order(1, 2, "B", "s1", 5, 3.0, 5.0), report(1))  # fmt: skip
    batch = batch_of(log)
    assert choices(batch).height == 0
    assert one(decisions(batch))["quality_rank"] is None


def test_a_line_stands_beside_the_best_and_the_cheapest_offer():
    log = log_of(rival_quotes(0), order(0, 1, "A", "s4", 7, 5.0, 4.5), report(0))
    row = one(choices(batch_of(log)))
    assert [row[name] for name in ("quantity", "quote", "got", "lowest", "highest", "best")] == [
        *(7, 5.0, 4.5, 2.0, 4.5, 4.0)
    ]


def test_first_orders_are_those_of_each_product_not_of_each_supplier():
    pair = Quoted("A", (2.0, 1.0), (4.0, 2.0)), Quoted("B", (2.0, 1.0), (4.0, 2.0))
    events = [
        *(quotes(0, *pair), order(0, 1, "A", "s2", 1, 1.0, 2.0), report(0)),
        *(quotes(1, *pair), order(1, 2, "A", "s1", 1, 2.0, 4.0)),
        *(order(1, 3, "B", "s1", 1, 2.0, 4.0), report(1)),
    ]
    found = one(decisions(batch_of(log_of(*events))))
    assert (found["quality_first"], found["first_quality_first"]) == (2 / 3, 1 / 2)
    assert (found["first_quality_rank"], found["first_price_first"]) == (1.5, 0.5)


def test_prices_above_50_are_left_out_and_ten_percent_is_the_limit_of_right():
    past = [quotes(0), sold(0, Sale("A", 10.0, 5, 5)), report(0), quotes(1)]
    for value, off, right in ((11.0, 10.0, 1.0), (8.9, 11.0, 0.0), (50.01, None, None)):
        batch = batch_of(log_of(*past, price(1, "A", value), report(1)))
        found = one(decisions(batch))
        assert found["price_distance"] == pytest.approx(off)
        assert found["action_correction"] == right


def test_closeness_is_a_runs_own_figure_and_never_below_0():
    past = [quotes(0), sold(0, Sale("A", 10.0, 5, 5)), report(0), quotes(1)]
    far, near = (log_of(*past, price(1, "A", value), report(1)) for value in (40.0, 12.0))
    both = decisions(batch_of(far, near))
    assert both["price_distance"].to_list() == [300.0, 20.0]
    assert both["price_close"].to_list() == [0.0, 0.8]
    assert decisions(batch_of(near))["price_close"].to_list() == [0.8]


def test_only_sales_of_the_last_thirty_days_speak_about_a_price():
    for day, count in ((30, 1), (31, 0)):
        log = log_of(sold(0, Sale("A", 10.0, 5, 5)), quotes(day), price(day, "A", 9.0), report(day))
        assert distances(batch_of(log)).height == count


def test_order_days_are_units_over_mean_daily_sales():
    log = log_of(
        *(sold(day, Sale("A", 2.0, 4, 4)) for day in range(10)),
        quotes(10),
        order(10, 1, "A", "s1", 6, 2.0, 4.0),
        report(10),
    )
    # 40 units in 30 days; empty days count.
    assert one(decisions(batch_of(log)))["order_days"] == pytest.approx(6 / (40 / 30))


def test_spread_counts_actions_and_its_top_has_ten_products():
    many = [price(0, f"{number:02}", 1.0) for number in range(12)]
    log = log_of(*many, *(price(0, "00", 2.0) for _ in range(3)), report(0))
    found = one(attention(batch_of(log)))
    assert found["acted_products"] == found["acted_per_day"] == 12
    assert found["action_hhi"] == (16 + 11) / 15**2
    assert found["action_top_share"] == (4 + 9) / 15


def test_an_action_pays_off_if_its_product_sells_within_seven_days():
    for day, share in ((7, 1.0), (8, 0.0)):
        log = log_of(price(0, "A", 1.0), report(0), sold(day, Sale("A", 1.0, 1, 1)), report(day))
        assert one(attention(batch_of(log)))["actions_sold"] == share


def test_a_product_that_ran_out_is_high_demand_even_if_others_sold_more():
    best = [Sale(f"{number:02}", 1.0, 9, 9) for number in range(10)]
    log = log_of(price(0, "last", 1.0), sold(0, *best, Sale("last", 1.0, 2, 1)),
                 report(0, short=("last",)))  # fmt: skip
    assert one(attention(batch_of(log)))["high_demand_coverage"] == 1 / 11


def test_leaving_a_shelf_empty_hides_stockouts_but_not_shortness():
    refilled = [report(day, short=("A",)) for day in range(4)]
    left_empty = [report(0, short=("A",)), *(report(day, bare=1) for day in (1, 2, 3))]
    found = table(batch_of(log_of(*refilled), log_of(*left_empty)))
    assert found["stockout_days"].to_list() == [4, 1]
    assert found["stockout_ratio"].to_list() == [1.0, 0.25]
    assert found["short_days"].to_list() == [4, 4]
    assert found["short_products_per_day"].to_list() == [1.0, 1.0]


def test_published_and_told_evidence_differ_only_for_prices():
    named = json.dumps({"sku_ids": ["A"]})
    looks = ("view_inventory", "view_sales_profit_history", "view_sku_prices",
             "view_sku_inventory_cost")  # fmt: skip
    calls = [(tool, named) for tool in looks]
    acts = (("modify_sku_price", "{}", price(0, "A", 1.0)),
            ("place_order", "{}", order(0, 1, "A", "s1", 1, 1.0, 4.0)))  # fmt: skip
    found = one(evidence(batch_of(log_of(*turn(0, 1, *calls, *acts), report(0)))))
    assert (found["query_depth_prices"], found["query_depth_prices_told"]) == (3 / 4, 4 / 4)
    assert found["query_depth_orders"] == 2 / 4
    assert (found["query_depth"], found["query_depth_told"]) == (5 / 8, 6 / 8)
    assert (found["query_completeness"], found["query_completeness_told"]) == (0.0, 0.5)


def test_looks_of_code_are_evidence_and_count_as_calls():
    def code(*tools):
        calls = tuple(InnerCall(tool, '{"sku_ids":["A"]}') for tool in tools)
        return CodeRan(seq=0, tick=at(0), result=msgspec.Raw(b"null"), calls=calls)

    log = log_of(
        *turn(
            0,
            1,
            ("execute_code", "{}", code("view_sku_avg_ratings", "view_inventory")),
            ("view_today_news", "{}"),
            ("place_order", "{}", order(0, 1, "A", "s1", 1, 1.0, 4.0)),
        ),
        report(0),
    )
    found = one(evidence(batch_of(log)))
    # Two of four kinds; the last evidence is three places back: the code's answer, the news, it.
    assert (found["query_depth_orders"], found["evidence_tools"]) == (2 / 4, 2.0)
    assert found["evidence_distance"] == 3.0
    assert found["query_action_overlap"] == 1.0


def test_following_up_asks_for_another_day_within_seven():
    acts = [price(0, "A", 1.0), price(0, "A", 2.0), order(0, 1, "B", "s1", 1, 1.0, 4.0)]
    for day, share in ((7, 1 / 3), (8, 0.0)):
        log = log_of(*acts, report(0), price(day, "A", 1.0), report(day))
        assert one(follow_up(batch_of(log)))["follow_up"] == share


def test_a_look_without_names_is_no_attention():
    look = ("view_sku_prices", '{"sku_ids": ["A"]}'), ("view_inventory", "{}")
    for calls, share in ((look[:1], 1.0), (look[1:], 0.0)):
        days = [report(0, short=("A",)), *(report(day) for day in range(1, 9))]
        log = log_of(*days, *turn(3, 1, *calls))
        found = one(follow_up(batch_of(log)))
        assert (found["resolved"], found["resolved_early"]) == (share, share)
        assert found["response_days"] == (3.0 if share else None)


def test_a_trouble_is_counted_once_a_day_whatever_came_together():
    lot = order(0, 1, "A", "s1", 9, 1.0, 4.0)
    sale = Sale("A", 2.0, 9, 3, 2, lots=(LotSold(1, 3, 2),), reviews=(Review(1, 1, "price", 0),))
    log = log_of(lot, sold(0, sale), report(0, short=("A",)), report(1, short=("A", "B")))
    assert troubles(batch_of(log)).select("day", "sku").rows() == [(0, "A"), (1, "A"), (1, "B")]


def test_continuity_leaves_out_only_days_without_any_action():
    log = log_of(
        price(0, "A", 1.0), price(0, "B", 1.0), report(0),
        price(1, "B", 1.0), report(1),
        report(2),
        report(3),
        price(4, "C", 1.0), report(4),
    )  # fmt: skip
    # {A, B} and {B}: 1/2; {B} and none: 0; none and none: left out; none and {C}: 0.
    found = one(follow_up(batch_of(log)))
    assert found["action_continuity"] == pytest.approx((1 / 2 + 0 + 0) / 3)


def test_arguments_that_were_encoded_twice_name_their_products():
    named = json.dumps({"sku_ids": ["A", "B"]})
    calls = [("view_sku_prices", text) for text in (named, json.dumps(named))]
    calls += [("view_sku_inventory_cost", '{"sku_id": "C"}'), ("view_inventory", "")]
    found = asked(batch_of(log_of(*turn(0, 1, *calls))))
    assert found["sku"].to_list() == ["A", "B", "A", "B", "C", None]


@given(st.text(max_size=20) | st.lists(st.text(max_size=5)).map(json.dumps))
def test_whatever_an_agent_wrote_can_be_read(text):
    found = asked(batch_of(log_of(*turn(0, 1, ("view_sku_prices", text)))))
    assert found.height <= 1
