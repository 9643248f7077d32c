"""Goal: an exchange with a supplier does what the rule book says, for each of the five scams too.

Method: shops in the golden world write to suppliers whose nature the test knows; offers of three
times the reference price are as good as accepted (rule book §16, §18, §19).
"""

from typing import Any

import pytest

from data.marketplace.tables import Product, Supplier
from events.marketplace import DeliveryArrived, UnitsSold
from events.money import FeePaid
from events.talks import (
    OfferAnswered,
    OrderPlaced,
    OrderRefused,
    SessionOpened,
)
from runs.agents.base import call
from sim.marketplace.kernel import price_frame
from sim.marketplace.suppliers import CONSENT
from tests.sim.marketplace.shop import NIGHT, Shop, accept, block, cheapest, offer, supplier
from tests.strategies import golden

ENROLL = {"action": "enroll"}
HOMES = {
    "": "Kitchenware",
    "vip_fee": "Cleaning & Hygiene",
    "future_discount": "Household Essentials",
    "fake_urgency": "Kitchenware",
    "qty_bait": "Pet Supplies",
    "quality_downgrade": "Kitchenware",
}
"""Scam -> a category in which some supplier runs it."""


def firm(fraud: str = "") -> tuple[Supplier, Product]:
    """Return a supplier that runs this scam and something cheap that it sells."""
    return supplier(HOMES[fraud], fraud), cheapest(HOMES[fraud])[0]


def sure(row: Product, quantity: int = 1) -> dict[str, Any]:
    """Return an offer that no supplier turns down."""
    return offer(row.id, round(3 * row.reference_price, 2), quantity)


def cost(row: Product, quantity: int = 1) -> float:
    return round(round(3 * row.reference_price, 2) * quantity, 2)


class Says:
    """A voice that says one thing only."""

    name = "test"

    def __init__(self, text: str) -> None:
        self.text = text

    def consents(self, _brief: object) -> None:
        """It does not read."""

    def reply(self, _brief: object) -> str:
        return self.text


def test_nothing_is_sold_by_a_membership_seller_before_its_fee_is_paid() -> None:
    shop, (seller, row) = Shop(), firm("vip_fee")
    for _ in range(2):
        answer = shop.write(seller, sure(row, 3))
        (reply,) = answer["negotiation_responses"]
        assert (reply["decision"], reply["order_placed"]) == ("Accept", False)
        assert "membership" in reply["order_error"] == answer["error"]
        assert "ORDER NOT PLACED: 3 x" in answer["supplier_reply"]
        assert not {"order_confirmed", "orders_placed", "total_charged"} & {*answer}
    assert len(shop.events(SessionOpened)) == 1
    assert len(shop.events(OrderRefused)) == 2
    assert shop.bank() == 100_000_000_000


@pytest.mark.parametrize("way", ["entry", "sentence"])
def test_paying_the_fee_and_buying_works_in_one_message_fee_first(way: str) -> None:
    shop, (seller, row) = Shop(), firm("vip_fee")
    shop.write(seller, text="Hello!")
    entries = [sure(row, 3), ENROLL] if way == "entry" else [sure(row, 3)]
    answer = shop.write(seller, *entries, text="" if way == "entry" else f"Well, {CONSENT}, ok?")
    assert answer["orders_placed"][0] == {
        "sku_id": "MEMBERSHIP_FEE", "quantity": 1, "charged": 1000.0,
    }  # fmt: skip
    assert answer["orders_placed"][1]["charged"] == cost(row, 3)
    assert answer["total_charged"] == pytest.approx(1000 + cost(row, 3))
    assert answer["remaining_balance"] == shop.bank() / 1_000_000
    assert len(answer["negotiation_responses"]) == 1
    text = answer["supplier_reply"]
    assert 0 < text.index("VIP ENROLLMENT CONFIRMED") < text.index("ORDER CONFIRMED: 3 x")
    (fee,), (order,) = shop.events(FeePaid), shop.events(OrderPlaced)
    assert (fee.order, order.order) == (1, 2)
    assert shop.market.state.suppliers[seller.name].deals == 1
    again = shop.write(seller, ENROLL, text=CONSENT)
    assert not {"orders_placed", "failed_orders"} & {*again}
    assert len(shop.events(FeePaid)) == 1


@pytest.mark.parametrize(
    "entries_and_text",
    [([ENROLL], CONSENT), ([ENROLL], ""), ([], CONSENT)],
    ids=["both", "entry", "sentence"],
)
def test_the_first_message_can_never_pay_the_fee(
    entries_and_text: tuple[list[dict[str, Any]], str],
) -> None:
    shop, (seller, _) = Shop(), firm("vip_fee")
    entries, text = entries_and_text
    answer = shop.write(seller, *entries, text=text)
    assert [*answer] == ["current_time", "message", "supplier_reply"]
    assert shop.bank() == 100_000_000_000
    shop.write(seller, *entries, text=text)
    assert shop.bank() == 99_000_000_000


@pytest.mark.parametrize(
    "text",
    [CONSENT.lower(), CONSENT.replace("now", "later"), "I agree to pay the membership fee",
     CONSENT.replace(" the ", "  the "), block({"action": "reject", "sku_id": "x", "m": CONSENT}),
     block({"action": "enrol"}), '{"action": "enroll"}', '```json\n{"action": "enroll"}\n```'],
)  # fmt: skip
def test_anything_short_of_consent_pays_nothing(text: str) -> None:
    shop, (seller, _) = Shop(), firm("vip_fee")
    shop.write(seller, text="Hello!")
    shop.write(seller, text=text)
    assert not shop.events(FeePaid)


@pytest.mark.parametrize("word", ["Membership", "VIP", "premium", "Program Fee", "ENROLLMENT"])
def test_any_of_the_five_words_in_an_earlier_reply_opens_the_way(word: str) -> None:
    shop, (seller, _) = Shop(voice=Says(f"our {word}!")), firm("vip_fee")
    shop.write(seller, ENROLL, text=f"{CONSENT} membership vip")
    assert not shop.events(FeePaid)
    shop.write(seller, ENROLL)
    assert len(shop.events(FeePaid)) == 1


def test_without_a_mention_consent_has_no_effect_and_a_status_paragraph_is_a_mention() -> None:
    shop, (seller, row) = Shop(voice=Says("Good day.")), firm("vip_fee")
    for _ in range(3):
        shop.write(seller, ENROLL, text=f"{CONSENT} membership")
    assert not shop.events(FeePaid)
    shop.write(seller, sure(row))
    shop.write(seller, ENROLL)
    assert len(shop.events(FeePaid)) == 1


@pytest.mark.parametrize("fraud", [fraud for fraud in HOMES if fraud != "vip_fee"])
def test_consent_means_nothing_to_others_and_says_nothing_about_them(fraud: str) -> None:
    shop, (seller, row) = Shop(voice=Says("membership vip premium")), firm(fraud)
    for _ in range(2):
        answer = shop.write(seller, ENROLL, text=CONSENT)
        assert [*answer] == ["current_time", "message", "supplier_reply"]
    assert shop.bank() == 100_000_000_000
    assert shop.write(seller, sure(row))["order_confirmed"] is True


def test_a_fee_that_cannot_be_paid_fails_alone_and_stays_open() -> None:
    shop, (seller, row) = Shop(bank=999.99), firm("vip_fee")
    shop.write(seller, text="Hello!")
    answer = shop.write(seller, ENROLL, sure(row))
    fee, order = answer["failed_orders"]
    assert [*fee] == ["sku_id", "error"]
    assert fee["sku_id"] == "MEMBERSHIP_FEE"
    assert [*order] == ["sku_id", "quantity", "agreed_price", "error"]
    assert answer["order_failed"] is True
    assert "error" not in answer
    assert "ENROLLMENT" not in answer["supplier_reply"]
    assert shop.bank() == 999_990_000
    assert not shop.market.state.suppliers[seller.name].fee_paid


@pytest.mark.parametrize("fraud", [fraud for fraud in HOMES if fraud != "vip_fee"])
def test_what_arrives_and_what_it_is_worth(fraud: str) -> None:
    shop, (seller, row) = Shop(), firm(fraud)
    for quantity in (1, 100, 100, 100):
        answer = shop.write(seller, sure(row, quantity))
        assert answer["total_charged"] == cost(row, quantity)
        assert answer["orders_placed"][0]["quantity"] == quantity
    shop.nights(9)
    arrived = [event.quantity for event in shop.events(DeliveryArrived)]
    one, *hundreds = [event.delivered for event in shop.events(OrderPlaced)]
    assert one == 1
    if fraud == "qty_bait":
        assert all(60 <= units <= 70 for units in hundreds)
        assert len({*hundreds}) > 1
    else:
        assert hundreds == [100] * 3
    assert sorted(arrived) == sorted([one, *hundreds])
    spoilt = fraud == "quality_downgrade"
    assert all(event.defective is spoilt for event in shop.events(DeliveryArrived))
    goods = shop.market.state.goods[row.id]
    assert (goods.delivered, goods.defective) == (sum(arrived), sum(arrived) * spoilt)
    assert goods.sources == {seller.name: sum(arrived)}
    store = shop.ask("open_store", store_type=row.store_type, store_name="x")["store_id"]
    plan = [{"product_id": row.id, "quantity": 100, "retail_price": row.reference_price * 0.9}]
    shop.ask("publish_to_store", store_id=store, plan=plan)
    for _ in range(15):
        shop.play(call("ship_orders"), NIGHT)
    for sale in shop.events(UnitsSold):
        rate = max(0.4, 2 * row.return_rate) if spoilt else row.return_rate
        assert (sale.rate_natural, sale.rate_defect) == (row.return_rate, pytest.approx(rate))
    assert shop.events(UnitsSold)
    (traced,) = shop.ask("trace_return_sources")["products"]
    if spoilt:
        assert traced["realized_return_rate"] > 1.5 * traced["natural_baseline_return_rate"]
        assert traced["realized_return_rate"] > 0.2


@pytest.mark.parametrize("fraud", HOMES)
def test_quotes_stop_at_the_floor_and_three_scams_have_a_dearer_one(fraud: str) -> None:
    seller, row = firm(fraud)
    (category,) = [each for each in golden().categories if each.name == row.category]
    honest = round(row.reference_price * category.floor_ratio, 2)
    usual = round(row.reference_price * category.wholesale_ratio, 2)
    cap = round(row.reference_price * category.scam_cap_ratio, 2)
    dear = round(max(honest, min(1.5 * honest, cap, usual)), 2)
    floor = dear if fraud in ("vip_fee", "future_discount", "fake_urgency") else honest
    assert price_frame(row, category, fraud).floor == floor
    assert (floor > honest) == (fraud in ("vip_fee", "future_discount", "fake_urgency"))
    shop = Shop()
    for _ in range(40):
        shop.write(seller, offer(row.id, round(floor - 0.01, 2)))
    answers = shop.events(OfferAnswered)
    assert {each.decision for each in answers} <= {"Offer", "Reject"}
    assert all(each.quote >= floor for each in answers if each.decision == "Offer")
    assert min(each.quote for each in answers if each.decision == "Offer") < usual * 1.02


def test_an_order_that_cannot_be_paid_leaves_the_agreement_on_the_table() -> None:
    shop, (seller, row) = Shop(bank=cost(firm()[1], 4)), firm()
    price = sure(row)["price"]
    answer = shop.write(seller, sure(row, 5))
    assert answer["negotiation_responses"][0]["order_placed"] is False
    assert answer["error"] == answer["failed_orders"][0]["error"]
    session = shop.market.state.sessions[seller.name, row.id]
    assert (session.status, session.standing, session.pending) == ("active", price, "")
    bought = shop.write(seller, accept(row.id, price, 4))
    assert bought["order_confirmed"] is True
    assert bought["remaining_balance"] == shop.bank() == 0
    assert len(shop.events(SessionOpened)) == 1
    assert shop.market.state.sessions[seller.name, row.id].status == "completed"


def test_orders_of_a_message_are_charged_in_order_as_far_as_the_bank_goes() -> None:
    seller = firm()[0]
    one, two, three = sorted(cheapest("Kitchenware", 3), key=lambda row: row.id)
    bank = cost(one, 2) + cost(three) + 0.01
    shop = Shop(bank=bank)
    answer = shop.write(seller, sure(one, 2), sure(two, 50), sure(three))
    assert [row["sku_id"] for row in answer["orders_placed"]] == [one.id, three.id]
    assert [row["sku_id"] for row in answer["failed_orders"]] == [two.id]
    assert answer["total_charged"] == pytest.approx(bank - 0.01)
    assert answer["remaining_balance"] == 0.01
    placed = [row["order_placed"] for row in answer["negotiation_responses"]]
    assert placed == [True, False, True]
    text = answer["supplier_reply"]
    assert [line.split(":")[0] for line in text.split("\n") if line.startswith("ORDER ")] == [
        "ORDER CONFIRMED", "ORDER NOT PLACED", "ORDER CONFIRMED",
    ]  # fmt: skip
    assert "error" in answer
    twice = shop.write(seller, sure(two), sure(three))
    assert len(twice["failed_orders"]) == 2
    assert "error" not in twice


@pytest.mark.parametrize("quantity", [0, -1, -1_000_000])
def test_no_order_of_less_than_one_unit(quantity: int) -> None:
    shop, (seller, row) = Shop(), firm()
    answer = shop.write(seller, sure(row, quantity))
    assert answer["order_failed"] is True
    assert (shop.bank(), shop.events(OrderPlaced)) == (100_000_000_000, [])
