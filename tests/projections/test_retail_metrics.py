"""Goal: every metric of the supermarket is what its definition says, by hand.

Method: one small log of three days, with every figure worked out by hand; logs in which a metric is
undefined.
"""

from typing import Any

import msgspec
import polars as pl
import pytest

from events.marketplace import PriceSet
from events.supermarket import (
    CodeRan,
    GoodsExpired,
    InnerCall,
    LotMoved,
    LotSold,
    Priced,
    PricesDrawn,
    Review,
    Sale,
)
from projections.model_use import METRICS as USE
from projections.model_use import measure as model_use
from projections.retail_attention import measure as attention
from projections.retail_decisions import measure as decisions
from projections.retail_evidence import measure as evidence
from projections.retail_followup import measure as follow_up
from projections.retail_proxies import best_prices, proxies
from projections.retail_score import RETAIL_FAMILIES
from projections.retail_table import measure as table
from projections.score import metrics_of
from tests.logs import at, batch_of, log_of, morning
from tests.retail_logs import YUAN, order, price, quotes, report, sold, turn


def three_days():
    """A is ordered, priced, sold and runs out; priced again and sold; the rest of it expires."""
    code = CodeRan(
        seq=0,
        tick=at(0),
        result=msgspec.Raw(b"null"),
        calls=(
            InnerCall("view_sku_prices", '{"sku_ids":["B"]}'),
            InnerCall("view_sku_prices", '{"sku_ids":["A"]}', success=False),
        ),
    )
    kinds = (Priced("A", 3.0, "Soup"), Priced("B", 2.0, "Tea"))
    yield PricesDrawn(seq=0, tick=morning(0), prices=kinds)
    yield quotes(0)
    yield from turn(
        0,
        1,
        ("view_inventory", "{}"),
        ("view_sales_profit_history", '{"sku_ids": ["A"], "start_date": "1991-09-01"}'),
        ("view_current_date_supplier_prices", '{"sku_ids": ["A"]}'),
        ("place_order", "{}", order(0, 1, "A", "s2", 10, 1.0, 2.0)),
        ("modify_product_price", "{}", price(0, "A", 4.0)),
        ("execute_code", "{}", code),
        ("view_sku_avg_ratings!", "no JSON"),
    )
    parts, stars = (LotSold(1, 3, 1),), (Review(1, 4, "price", 0),)
    yield sold(
        0,
        Sale("A", 4.0, 5, 3, 1, lots=parts, reviews=stars),
        Sale("B", 2.0, 0),
    )
    yield report(
        0,
        short=("A",),
        bare=1,
        sold=3,
        returned=1,
        revenue=12 * YUAN,
        refunds=4 * YUAN,
        bank=20 * YUAN,
        net_worth=27 * YUAN,
    )
    yield quotes(1)
    yield from turn(1, 2, ("modify_sku_price", "{}", price(1, "A", 5.0)))
    yield sold(1, Sale("A", 5.0, 2, 2, lots=(LotSold(1, 2),)))
    yield report(1, sold=2, revenue=10 * YUAN, bank=30 * YUAN, net_worth=33 * YUAN)
    yield GoodsExpired(seq=0, tick=at(2, 18 * 60, 3), lots=(LotMoved(1, stocked=4, waiting=1),))
    yield report(2, bare=1, expired=5, bank=29 * YUAN, net_worth=29 * YUAN)


HAND: dict[Any, dict[str, float | None]] = {
    table: {
        "survival_days": 3,
        "final_net_worth": 29 * YUAN,
        "final_funds": 29 * YUAN,
        "units_sold": 5,
        "units_returned": 1,
        "units_expired": 5,
        "units_ordered": 10,
        "units_per_day": 5 / 3,
        "income_per_day": 6 * YUAN,
        "products_sold_per_day": 2 / 3,
        "return_ratio": 1 / 5,
        "expired_ratio": 5 / 10,
        "expired_over_ordered": 5 / 10,
        "stockout_days": 1,
        "stockout_ratio": 1 / 3,
        "short_days": 2,
        "short_products_per_day": 3 / 3,
        "direct_calls": 8,
        "inner_calls": 2,
        "direct_tools_per_day": 8 / 3,
        "total_tools_per_day": 10 / 3,
        "tokens_per_day": None,
    },
    model_use: dict.fromkeys(metric.name for metric in USE),
    attention: {
        "acted_per_day": 2 / 3,
        "high_demand_coverage": 2 / 2,
        "acted_products": 1,
        "categories_acted": 1,
        "action_hhi": 1.0,
        "action_top_share": 1.0,
        "actions_sold": 3 / 3,
    },
    evidence: {
        "query_depth": (3 + 2 + 0) / 12,
        "query_depth_orders": 3 / 4,
        "query_depth_prices": 2 / 8,
        "query_completeness": 0.0,
        "query_depth_prices_told": 2 / 8,
        "query_depth_told": 5 / 12,
        "query_completeness_told": 0.0,
        "evidence_match_rate": 2 / 3,
        "evidence_distance": (1 + 2) / 2,
        "evidence_tools": (3 + 3 + 0) / 3,
        "query_action_overlap": 1 / 2,
    },
    decisions: {
        "price_distance": 25.0,
        "price_close": 0.75,
        "supplier_quality": 0.0,
        "quality_rank": 2.0,
        "quality_first": 0.0,
        "price_first": 1.0,
        "quality_regret": 2.0,
        "quality_ratio": 0.5,
        "price_premium": 0.0,
        "first_quality_rank": 2.0,
        "first_quality_first": 0.0,
        "first_price_first": 1.0,
        "order_days": None,
        "action_correction": 0.0,
    },
    follow_up: {
        "follow_up": 2 / 3,
        "troubles": 2,
        "resolved": 1 / 2,
        "resolved_early": None,
        "response_days": 1.0,
        "repeated_troubles": 0,
        "action_continuity": (1 + 0) / 2,
    },
}


@pytest.mark.parametrize("measure", HAND, ids=lambda measure: measure.__module__)
def test_every_figure_of_a_small_log_is_as_worked_out_by_hand(measure):
    found = measure(batch_of(log_of(*three_days()))).drop("episode").row(0, named=True)
    assert found == pytest.approx(HAND[measure])


def test_every_metric_is_worked_out_by_hand():
    assert [name for figures in HAND.values() for name in figures] == [
        metric.name
        for measure in HAND
        for family in RETAIL_FAMILIES
        if family.measure is measure
        for metric in family.metrics
    ]
    assert len(metrics_of("supermarket")) == sum(len(figures) for figures in HAND.values())


def test_a_metric_is_null_where_it_says_so_and_only_there():
    nothing = log_of(quotes(0))
    batch = batch_of(log_of(*three_days()), nothing)
    for family in RETAIL_FAMILIES:
        found = family.measure(batch)
        for metric in family.metrics:
            value = found[metric.name][1]
            assert value is None if metric.undefined else value == 0, metric.name


def test_an_idle_day_has_rates_of_zero_per_day_and_no_shares():
    found = table(batch_of(log_of(report(0)))).row(0, named=True)
    assert found["units_per_day"] == found["stockout_ratio"] == found["income_per_day"] == 0
    assert found["return_ratio"] is found["expired_ratio"] is found["expired_over_ordered"] is None


def test_figures_do_not_depend_on_the_batch():
    one = log_of(*three_days())
    other = log_of(*(event for event in three_days() if not isinstance(event, PriceSet)))
    for family in RETAIL_FAMILIES:
        alone = [family.measure(batch_of(log)).drop("episode").row(0) for log in (other, one)]
        assert family.measure(batch_of(other, one)).drop("episode").rows() == alone


def test_sales_before_the_first_day_count_where_they_are_given():
    past = pl.DataFrame({"sku": ["A"], "day": [-1], "price": [4.0], "units": [6]})
    found = decisions(batch_of(log_of(*three_days())), past).row(0, named=True)
    assert found["order_days"] == pytest.approx(30 * 10 / 6)
    assert found["price_distance"] == pytest.approx((0 + 25) / 2)
    assert found["action_correction"] == 1 / 2


def test_the_best_price_is_that_of_the_highest_mean_profit_at_todays_cost():
    log = log_of(
        quotes(0),
        sold(0, Sale("A", 2.0, 9, 9)),
        sold(1, Sale("A", 4.0, 4, 4)),
        sold(2, Sale("A", 4.0, 2, 2)),
        quotes(3),
        price(3, "A", 4.0),
        report(3),
    )
    # At a cost of 1: 9 · 1 at 2, against 3 · 3 at 4; of equals, the lower price.
    assert best_prices(batch_of(log))["best"].to_list() == [2.0]


def test_a_supplier_looks_as_good_as_its_ratings_and_what_is_kept():
    looks = proxies(batch_of(log_of(*three_days()))).filter(pl.col("day") == 1)
    by_supplier = dict(zip(looks["supplier"], looks["proxy"], strict=True))
    assert by_supplier == {"s1": None, "s2": pytest.approx(0.5 * 4 / 5 + 0.5 * 2 / 3)}


def test_an_order_is_right_with_the_supplier_that_looks_best():
    def day(number, supplier, lot):
        return [quotes(number), order(number, lot, "A", supplier, 5, 1.0, 2.0), report(number)]

    def bought(lot, returned):
        return Sale(
            "A",
            4.0,
            5,
            5,
            returned,
            lots=(LotSold(lot, 5, returned),),
            reviews=(Review(lot, 5, "price", 0),),
        )

    start = [*day(0, "s1", 1), *day(1, "s2", 2), sold(2, bought(1, 0)), sold(3, bought(2, 4))]
    for supplier, right in (("s1", 1.0), ("s2", 0.0)):
        batch = batch_of(log_of(*start, *day(4, supplier, 3)))
        assert decisions(batch)["action_correction"].to_list() == [right]


def test_high_demand_is_missed_where_no_action_came_within_four_days():
    log = log_of(
        price(0, "A", 1.0),
        report(0),
        *(
            event
            for day in (1, 2, 3, 4)
            for event in (sold(day, Sale("A", 1.0, 1, 1)), report(day))
        ),
    )
    assert attention(batch_of(log))["high_demand_coverage"].to_list() == [3 / 4]


def test_only_the_ten_best_sellers_of_a_day_are_high_demand():
    many = [Sale(f"{number:02}", 1.0, 20 - number, 20 - number) for number in range(12)]
    log = log_of(price(0, "10", 1.0), price(0, "09", 1.0), sold(0, *many), report(0))
    assert attention(batch_of(log))["high_demand_coverage"].to_list() == [1 / 10]


def test_evidence_of_the_day_before_or_after_the_action_does_not_count():
    log = log_of(
        *turn(0, 1, ("view_inventory", "{}")),
        report(0),
        *turn(1, 2, ("modify_sku_price", "{}", price(1, "A", 1.0)), ("view_inventory", "{}")),
        report(1),
    )
    found = evidence(batch_of(log)).row(0, named=True)
    assert found["query_depth_told"] == found["evidence_match_rate"] == 0
    assert found["evidence_distance"] is None


def test_all_evidence_makes_an_action_complete():
    names = '{"sku_ids": ["A"]}'
    looks = ("view_sales_profit_history", "view_current_date_supplier_prices")
    shown = ("view_sku_prices", "view_sku_inventory_cost")
    calls = [(tool, names) for tool in (*looks, *shown)]
    log = log_of(*turn(0, 1, *calls, ("modify_sku_price", "{}", price(0, "A", 1.0))), report(0))
    found = evidence(batch_of(log)).row(0, named=True)
    assert (found["query_completeness"], found["query_completeness_told"]) == (1.0, 0.0)


def test_a_trouble_without_attention_since_the_last_one_is_a_repeated_one():
    reports = [report(day, short=("A",)) for day in (0, 1)] + [report(day) for day in range(2, 12)]
    late = turn(8, 1, ("view_sku_prices", '{"sku_ids": ["A"]}'))
    found = follow_up(batch_of(log_of(*reports, *late))).row(0, named=True)
    assert (found["troubles"], found["repeated_troubles"]) == (2, 1)
    assert (found["resolved"], found["resolved_early"], found["response_days"]) == (0.5, 0.5, 7.0)
