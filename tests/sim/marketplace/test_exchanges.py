"""Goal: accepting, breaking off, broadcasting, histories and the end of a supplier work as told.

Method: as `test_suppliers`: shops in the golden world write to suppliers whose nature is known
(rule book §16.4 to §16.6, §19.1, §20.13).
"""

import pytest

from events.marketplace import DeliveryArrived
from events.talks import MessageReceived, OrderPlaced, SessionOpened, SupplierClosed
from runs.agents.base import call
from tests.sim.marketplace.shop import Shop, accept, cheapest, offer, supplier
from tests.sim.marketplace.test_suppliers import CONSENT, ENROLL, cost, firm, sure


def haggled() -> tuple[Shop, float]:
    """Return a shop with a quote on the table from the usual firm."""
    shop, (seller, row) = Shop(), firm()
    (reply,) = shop.write(seller, offer(row.id, 0.01))["negotiation_responses"]
    assert (reply["decision"], reply["round"]) == ("Offer", 2)
    assert "agreed_price" not in reply
    return shop, reply["price"]


@pytest.mark.parametrize(("off", "code"), [(0, ""), (0.004, ""), (-0.004, ""),
                         (0.006, "accept_price_mismatch"), (-0.006, "accept_price_mismatch"),
                         (None, "accept_missing_price")])  # fmt: skip
def test_an_accept_must_name_the_quote(off: float | None, code: str) -> None:
    shop, quote = haggled()
    seller, row = firm()
    answer = shop.write(seller, accept(row.id, None if off is None else quote + off, 7))
    (reply,) = answer["negotiation_responses"]
    if code:
        assert (reply["decision"], reply["error_code"], reply["price"]) == ("Error", code, None)
        assert reply["error"]
        assert shop.bank() == 100_000_000_000
        return
    assert (reply["price"], reply["agreed_price"]) == (quote, quote)
    assert reply["charged_per_unit"] == round(quote, 2)
    assert reply["charged_total"] == round(round(quote, 2) * 7, 2)
    (order,) = shop.events(OrderPlaced)
    assert (order.agreed, order.quantity, order.concluded_by) == (quote, 7, "AgentAccept")


def test_an_accept_without_a_quantity_buys_one() -> None:
    shop, quote = haggled()
    seller, row = firm()
    shop.write(seller, {"action": "accept", "sku_id": row.id, "price": quote})
    assert shop.events(OrderPlaced)[0].quantity == 1


@pytest.mark.parametrize("end", ["rejected", "bought", "never opened"])
def test_closed_talks_know_neither_accept_nor_reject_until_an_offer_opens_them(end: str) -> None:
    shop, quote = haggled() if end != "never opened" else (Shop(), 5.0)
    seller, row = firm()
    if end == "rejected":
        answer = shop.write(seller, {"action": "reject", "sku_id": row.id})
        assert answer["negotiation_responses"][0]["decision"] == "Reject"
    elif end == "bought":
        shop.write(seller, accept(row.id, quote))
    answer = shop.write(seller, accept(row.id, quote), {"action": "reject", "sku_id": row.id})
    for reply in answer["negotiation_responses"]:
        assert (reply["decision"], reply["error_code"]) == ("Error", "no_active_negotiation")
        assert reply["round"] == (0 if end == "never opened" else 3)
    shop.write(seller, offer(row.id, 0.01))
    cycles = [each.cycle for each in shop.events(SessionOpened)]
    assert cycles == ([0] if end == "never opened" else [0, 1])


def test_what_a_supplier_does_not_sell_is_unknown_to_it() -> None:
    shop, (seller, _) = Shop(), firm()
    other = cheapest("Pet Supplies")[0].id
    entries = [offer(sku, 5) for sku in (other, "nope", "\U0001f600", "x" * 9_000)]
    answer = shop.write(seller, *entries, accept(other, 5), {"action": "reject", "sku_id": other})
    assert [reply["error_code"] for reply in answer["negotiation_responses"]] == ["unknown_sku"] * 6
    assert not shop.events(SessionOpened)


def test_two_accepted_offers_on_one_product_are_two_orders() -> None:
    shop, (seller, row) = Shop(), firm()
    answer = shop.write(seller, sure(row, 2), sure(row, 3))
    assert [order["quantity"] for order in answer["orders_placed"]] == [2, 3]
    shown = [reply["charged_total"] for reply in answer["negotiation_responses"]]
    assert shown == [cost(row, 3)] * 2
    assert shop.bank() == 100_000_000_000 - round(cost(row, 5) * 1_000_000)


def test_a_product_can_be_bought_rejected_and_bid_for_in_one_message() -> None:
    shop, quote = haggled()
    seller, row = firm()
    entries = [{"action": "reject", "sku_id": row.id}, offer(row.id, 0.02), accept(row.id, quote)]
    answer = shop.write(seller, *entries)
    decisions = [reply["decision"] for reply in answer["negotiation_responses"]]
    assert decisions[:2] == ["Reject", "Offer"]
    assert [each.cycle for each in shop.events(SessionOpened)] == [0, 1]


def test_a_supplier_closes_for_good_after_its_number_of_deals() -> None:
    seller, row = supplier("Kitchenware"), cheapest("Kitchenware")[0]
    shop, second = Shop(), cheapest("Kitchenware", 2)[1]
    for number in range(1, seller.closes_after + 1):
        assert not shop.events(SupplierClosed)
        shop.write(seller, offer(row.id, 0.01))
        answer = shop.write(seller, sure(row), sure(second))
        assert len(answer["orders_placed"]) == 2
        assert answer["message"] == "message_sent"
        assert shop.market.state.suppliers[seller.name].deals == number
    assert len(shop.events(SupplierClosed)) == 1
    bank, seen = shop.bank(), len(shop.events(OrderPlaced))
    told = shop.write(seller, sure(row), text=CONSENT, history_count=2)
    assert [*told] == [
        "current_time", "message", "supplier_reply", "conversation_history",
    ]  # fmt: skip
    assert told["message"] == "supplier_bankrupt"
    assert told["conversation_history"][-1]["content"] == told["supplier_reply"]
    assert (shop.bank(), len(shop.events(OrderPlaced))) == (bank, seen)
    found = shop.ask("supplier_search", category="Kitchenware")["results"]
    assert found
    assert seller.email not in {each["supplier_email"] for each in found}
    shop.nights(9)
    assert len(shop.events(DeliveryArrived)) == seen


def test_a_fee_alone_is_a_deal_and_talk_is_not() -> None:
    shop, (seller, row) = Shop(), firm("vip_fee")
    for _ in range(3):
        shop.write(seller, sure(row), text="Hello!")
    assert shop.market.state.suppliers[seller.name].deals == 0
    shop.write(seller, ENROLL)
    assert shop.market.state.suppliers[seller.name].deals == 1
    assert [each.deal for each in shop.events(MessageReceived)] == [False] * 3 + [True]


def test_a_broadcast_costs_once_and_answers_each_recipient_in_order() -> None:
    shop = Shop()
    one, two, three = (supplier("Kitchenware", nth=n) for n in range(3))
    uids = [two.email, f" {one.email}, nobody@x {two.email}", "", one.email]
    answer = shop.ask("chatbox", content="Hello!", uids=uids, uid=three.email, history_count=1)
    assert answer["current_time"] == "2026-01-01 08:30"
    assert (answer["message"], answer["recipients"]) == ("broadcast_sent", 4)
    sent_to = [flat["uid"] for flat in answer["responses"]]
    assert sent_to == [two.email, one.email, "nobody@x", three.email]
    assert answer["responses"][2]["error"] == "supplier_not_found"
    for flat, seller in zip(answer["responses"], (two, one, None, three), strict=True):
        if seller is not None:
            assert flat["message"] == "message_sent"
            assert flat["conversation_history"][0]["from"] == seller.name


def test_money_carries_over_from_one_recipient_to_the_next() -> None:
    row = cheapest("Kitchenware")[0]
    shop = Shop(bank=cost(row, 4) + 0.01)
    uids = [supplier("Kitchenware", nth=n).email for n in range(3)]
    entry = sure(row, 2)
    content = f"```negotiate\n{call('x', **entry).arguments}\n```"
    flats = shop.ask("chatbox", content=content, uids=uids)["responses"]
    assert [flat.get("order_confirmed", False) for flat in flats] == [True, True, False]
    assert flats[2]["order_failed"] is True
    assert shop.bank() == 10_000


@pytest.mark.parametrize("uids", [None, [], ["", " ", ","]])
def test_nobody_to_write_to_is_an_error_that_costs_the_minutes(uids: list[str] | None) -> None:
    shop = Shop()
    answer = shop.ask("chatbox", content="Hello!", uids=uids)
    assert answer["error"] == "no_uid_provided"
    assert answer["current_time"] == "2026-01-01 08:30"
    unknown = shop.ask("chatbox", content="Hello!", uid=firm()[0].email.upper())
    assert unknown["error"] == "supplier_not_found"
    assert not shop.market.state.suppliers


def test_a_history_holds_the_last_messages_as_they_were_written() -> None:
    shop, (seller, row) = Shop(), firm()
    texts = ["Hello \U0001f600\0\u2028!", "  two\n", f"```negotiate\n{call('x').arguments}\n```"]
    for text in texts:
        answer = shop.ask("chatbox", uid=seller.email, content=text, history_count=3)
    last = answer["conversation_history"]
    assert [each["from"] for each in last] == [seller.name, "You", seller.name]
    assert last[1]["content"] == texts[2]
    assert last[2]["content"] == answer["supplier_reply"]
    assert last[1]["timestamp"] == "2026-01-01 09:30"
    whole = shop.write(seller, sure(row), history_count=1_000)["conversation_history"]
    assert [each["content"] for each in whole[:6:2]] == texts
    assert len(whole) == 8
    assert "ORDER CONFIRMED" in whole[-1]["content"]
    assert "conversation_history" not in shop.write(seller, text="x", history_count=0)
