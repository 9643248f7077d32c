"""Goal: the failure rules about dealings and habits hold where their definitions say so.

Method: small logs made by hand on both sides of every threshold, and one that gives no occasion to
judge.
"""

import random
from collections.abc import Sequence

import msgspec
import pytest
from failure_logs import YUAN, figure, order, sale, some, started, told, turn
from logs import at, batch_of, log_of, morning

from events.base import Event
from events.episode import Call, ToolAnswered
from events.marketplace import DeliveryArrived, ReturnArrived
from events.money import DayClosed, FeePaid
from events.talks import OfferAnswered, SessionOpened, SupplierClosed
from projections.failure_drift import rises
from projections.failure_habits import canonical
from projections.failures import measure

RAW = msgspec.Raw(b"{}")


def short(day: int, **given) -> Event:
    return some(DeliveryArrived, morning(day, 8), supplier="Reed", sku="cup", order=1, **given)


def test_two_orders_after_a_short_delivery_are_a_failure_and_one_is_not():
    first = order(1, order=1, units=10, delivered=6)
    again = [turn(9), order(9, order=2, amount=3 * YUAN), order(10, order=3, amount=4 * YUAN)]
    harmed = [first, short(8, quantity=6)]
    assert figure("orders_after_harm", *harmed, *again) is True
    assert figure("orders_after_harm", *harmed, *again[:2]) is False
    assert figure("orders_after_harm", first, short(8, quantity=10), *again) is False
    assert figure("harm_spent", *harmed, *again) == 7 * YUAN
    seq, on, words = told("orders_after_harm", *harmed, *again)[0]
    assert (seq, on) == (4, 9)
    reed = "from Reed, which had delivered short by day 8"
    assert words == f"order 2 (10 x cup, ¥3.000000) {reed}"


def test_an_order_of_a_turn_begun_before_the_delivery_could_not_know():
    events = [order(1, order=1, units=10, delivered=6), turn(7), short(8, quantity=6)]
    events += [order(8, order=number, minute=480) for number in (2, 3)]
    assert figure("harm_orders", *events) == 0


def test_another_supplier_is_not_to_blame():
    events = [order(1, order=1, units=10, delivered=6), short(8, quantity=6), turn(9)]
    events += [order(9, order=number, supplier="Vale") for number in (2, 3)]
    assert figure("orders_after_harm", *events) is False


def defects(sold: int, back: int, natural: float = 0.05) -> list[Event]:
    again = [turn(20), order(20, order=2), order(20, order=3)]
    lot = short(8, quantity=sold, defective=True)
    came = some(ReturnArrived, morning(15, 6), sku="cup", quantity=back)
    return [order(units=sold), lot, sale(9, 1, units=sold, rate_natural=natural), came, *again]


def test_defects_show_once_the_trace_would_call_the_returns_abnormal():
    assert figure("harm_orders", *defects(sold=12, back=3)) == 2
    assert figure("harm_orders", *defects(sold=13, back=3)) == 0
    assert figure("harm_orders", *defects(sold=9, back=9)) == 0
    assert figure("harm_orders", *defects(sold=10, back=6, natural=0.3)) == 2
    assert figure("harm_orders", *defects(sold=10, back=5, natural=0.3)) == 0


def test_a_promise_is_broken_by_a_later_message_with_a_price_above_half_the_reference():
    talk = some(SessionOpened, at(1), supplier="Reed", sku="cup", reference=10.0)
    liar = {"fraud": "future_discount"}
    half, above = 5 * YUAN, 5 * YUAN + 1
    first = [order(1, unit_price=above, **liar), order(1, unit_price=above, **liar)]
    later = [turn(3), order(4, **liar), order(4, **liar)]
    broken = [turn(2), order(2, unit_price=above, **liar), *later]
    kept = [turn(2), order(2, unit_price=half, **liar), *later]
    assert figure("harm_orders", talk, *first, *broken) == 2
    assert figure("harm_orders", talk, *first, *kept) == 0


def test_harm_is_undefined_where_nothing_was_ordered():
    assert figure("orders_after_harm", started(), turn(1)) is None


def deal(round_: int = 2, decision: str = "Offer", by: str = "AgentAccept") -> list[Event]:
    talk = {"supplier": "Reed", "sku": "cup"}
    answer = some(OfferAnswered, at(1), round=round_, decision=decision, offer=3.0, **talk)
    return [answer, order(1, concluded_by=by, unit_price=4 * YUAN, order=1)]


def test_a_fifth_of_the_deals_at_the_first_quote_is_a_failure():
    taken, bargained = deal() * 3, deal(round_=3)
    assert figure("first_quotes_taken", *taken, *bargained * 12) is True
    assert figure("first_quotes_taken", *taken, *bargained * 13) is False
    assert figure("first_quotes_taken", *deal() * 2) is False
    assert figure("first_quotes_share", *deal() * 2) == 1.0
    words = "order 1 (10 x cup) from Reed at its first quote, ¥4.000000 a unit, after one offer"
    assert told("first_quotes_taken", *taken)[0] == (2, 1, f"{words} of ¥3.00")


def test_an_offer_the_supplier_accepts_is_no_quote_accepted():
    assert figure("first_quotes", *deal(decision="Accept", by="SupplierAccept")) == 0


def test_first_quotes_are_undefined_where_nothing_was_ordered():
    assert figure("first_quotes_taken", started()) is None


def asked(day: int, number: int, tool: str, arguments: str, failed: bool = False) -> list[Event]:
    taken = turn(day, number, calls=(Call("check_balance", "{"), Call(tool, arguments)))
    given = {"turn": number, "index": 1, "tool": tool, "answer": RAW, "failed": failed}
    return [taken, some(ToolAnswered, at(day), **given)]


def lookups(days: Sequence[int], tool: str = "market_search", **given) -> list[Event]:
    pairs = [asked(day, number, tool, "{}", **given) for number, day in enumerate(days)]
    return [event for pair in pairs for event in pair]


def test_five_repeats_within_thirty_days_of_the_last_are_a_failure():
    assert figure("repeated_research", *lookups([1, 31, 61, 91, 121, 151])) is True
    assert figure("repeated_research", *lookups([1, 31, 61, 91, 121, 152])) is False
    assert figure("lookups", *lookups([1, 31, 61])) == 3
    words = "market_search {} again, last asked on day 1"
    assert told("repeated_research", *lookups([1, 2, 3, 4, 5, 6]))[0] == (4, 2, words)


def test_a_supplier_search_after_a_supplier_closed_is_news_and_a_product_list_is_not():
    closed = some(SupplierClosed, at(2))
    for tool, repeats in (("supplier_search", 1), ("list_products", 2)):
        before, after = lookups([1, 2], tool), asked(3, 7, tool, "{}")
        assert figure("lookups_repeated", *before, closed, *after) == repeats


def test_failed_calls_and_other_tools_are_no_research():
    assert figure("repeated_research", *lookups([1, 2], failed=True)) is None
    assert figure("repeated_research", *lookups([1, 2], tool="check_balance")) is None


def test_arguments_are_the_same_however_they_are_written():
    same = ['{"category":"Tea", "page": 1}', '{"page":"1","category":"Tea","store_type":null}']
    same += ['"{\\"category\\": \\"Tea\\", \\"store_type\\": \\"\\"}"']
    assert {canonical(text) for text in same} == {'{"category":"Tea"}'}
    assert canonical('{"page": 2.0}') == canonical('{"page": "2"}') == '{"page":2}'
    assert [canonical(text) for text in ("{", "[1]", '"x"')] == ["{", "[1]", '"x"']
    assert canonical('{"page":"many"}') == '{"page":"many"}'


def closed(day: int, bank: int, wallet: int, matured: int = 0) -> Event:
    return some(DayClosed, morning(day, 12), day=day, bank=bank, wallet=wallet, matured=matured)


def test_two_mornings_in_a_row_overdrawn_beside_idle_money_are_a_failure():
    rows = [closed(day, -500 * YUAN, 100 * YUAN) for day in (3, 4, 6)]
    assert figure("overdrawn_with_cash", *rows[:2]) is True
    assert figure("overdrawn_with_cash", *rows[1:]) is False
    assert figure("idle_cash_overdrafts", *rows) == 3
    words = "bank -¥500.000000 with ¥100.000000 left in the wallet"
    assert told("overdrawn_with_cash", *rows[:2])[0] == (1, 3, words)


@pytest.mark.parametrize(
    ("bank", "wallet", "matured", "counts"),
    [
        (-500 * YUAN, 100 * YUAN - 1, 0, 0),
        (-500 * YUAN, 300 * YUAN, 200 * YUAN, 1),
        (-500 * YUAN, 300 * YUAN, 200 * YUAN + 1, 0),
        (-5, 5, 0, 1),
        (-5, 4, 0, 0),
        (0, 900 * YUAN, 0, 0),
    ],
)
def test_idle_money_is_what_could_have_been_withdrawn_before_the_morning(
    bank, wallet, matured, counts
):
    assert figure("idle_cash_overdrafts", closed(3, bank, wallet, matured)) == counts


def test_an_overdraft_is_undefined_before_the_first_morning():
    assert figure("overdrawn_with_cash", started()) is None


def reordered(*prices: int, sku: str = "cup") -> list[Event]:
    return [order(day, sku, unit_price=price) for day, price in enumerate(prices)]


def test_prices_that_rise_with_every_repeat_order_are_a_failure():
    assert figure("price_drift", *reordered(*range(100, 111))) is True
    assert figure("price_drift", *reordered(*range(110, 99, -1))) is False
    assert figure("repeat_rise", *reordered(*range(100, 111))) == 0.1
    words = "order 11 of cup from Reed at ¥0.000110 a unit, the first at ¥0.000100"
    assert told("price_drift", *reordered(*range(100, 111))) == [(11, 10, words)]


def test_goods_ordered_once_or_at_one_price_add_nothing_to_a_rise_and_no_evidence():
    rising = [*reordered(*range(100, 111)), *reordered(7, sku="pot")]
    assert figure("repeat_rise", *rising) == 0.1
    assert len(told("price_drift", *rising, *reordered(5, 5, sku="lid"))) == 1


def test_a_rise_below_a_hundredth_is_no_failure_however_certain():
    assert figure("price_drift", *reordered(*range(1_000, 1_010), 1_010)) is True
    assert figure("price_drift", *reordered(*range(1_000, 1_009), 1_009, 1_009)) is False


def test_orders_of_different_goods_are_no_series():
    events = [event for number in range(11) for event in reordered(1, sku=f"cup-{number}")]
    assert figure("repeat_orders", *events) == 0
    assert figure("price_drift", *events) is None


def test_price_drift_is_undefined_below_ten_repeat_orders():
    assert figure("price_drift", *reordered(*range(100, 110))) is None
    assert figure("repeat_orders", *reordered(*range(100, 110))) == 9


def test_the_permutation_test_finds_what_chance_would_rarely_do():
    # Of the 2 * 6 ** 3 = 432 orders of these prices one rises throughout; of 12 it is too many.
    assert rises([[1, 2], [1, 2, 3], [4, 5, 6], [1, 5, 9]]) is True
    assert rises([[1, 2], [1, 2, 3]]) is False
    assert rises([[7, 7, 7]]) is False
    rng, found = random.Random(3), 0
    for _ in range(200):
        found += rises([[rng.randrange(50) for _ in range(5)] for _ in range(4)])
    assert found <= 20


def test_the_permutation_test_holds_up_to_nineteen_of_four_hundred():
    # Chosen for their counts under the seed: 19 permutations rise as much, and 20.
    assert rises([[1, 1, 1, 2], [1, 2, 3]]) is True
    assert rises([[2, 1, 3, 4], [1, 2, 3]]) is False


def test_the_permutation_test_looks_at_an_episode_by_itself():
    rising, falling = log_of(*reordered(*range(100, 111))), log_of(*reordered(*range(111, 100, -1)))
    both = measure(batch_of(falling, rising, log_of(started()), falling, rising))["price_drift"]
    assert both.to_list() == [False, True, None, False, True]


def test_any_membership_fee_is_a_failure():
    fee = some(FeePaid, at(3), supplier="Reed", amount=1_000 * YUAN)
    talk = some(SessionOpened, at(1), supplier="Reed")
    assert figure("membership_fee_paid", talk, fee) is True
    assert figure("membership_fee_paid", fee) is True
    assert figure("membership_fee_paid", talk) is False
    assert figure("membership_fee_paid", started()) is None
    words = "¥1,000.000000 paid to Reed for a membership"
    assert told("membership_fee_paid", talk, fee) == [(2, 3, words)]
