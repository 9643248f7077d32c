"""Goal: a model's prose stands only with the amounts that were decided.

Method: many ways to write one price, many ways to smuggle in another.
"""

import pytest

from runs.agents.voice_check import flaw_of, tidy
from sim.marketplace.voice import CatalogueRow, Decision
from tests.runs.agents.speaking import TOLD, moment
from tests.sim.marketplace.moments import brief, rows
from tests.sim.marketplace.moments import supplier as firm

PER = "b4af883459aa"


@pytest.mark.parametrize(
    "text",
    [
        TOLD,
        "I can do 1,234.57 yuan.",
        "RMB 1234.57 each",
        "¥1234.57元",
        "1234.57",
        "\uffe51,234.57 a piece, delivered free (¥0) in 3 to 7 days, 100% as described",
        "¥1,234.57 - the cotton is 100 % pure, and 50 units would cost the same per unit.",
    ],
)
def test_the_decided_price_may_be_written_in_many_ways(text: str) -> None:
    assert flaw_of(text, moment()) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Hello, a counter-offer will follow.",
        "¥1,234.58",
        "¥1234.567",
        "¥1.234,57",
        "¥1,234.57, or ¥1,200 for a hundred",
        "¥1,234.57, list price ¥7.11",
        "¥1,234.57, but take another post at ¥7.10",
        "¥1,234.57; some pay 1,300 yuan",
        "¥1,234.57; some pay 1300元",
        "¥1,234.57-1300",
        "¥1,234.57 or 1300.00",
        "¥1,234.57 to 1300 per order",
        "¥1,234.57; next time 1.2k yuan",
        "¥1,234.57; next time ¥1.2k",
        "¥1,234.57; next time a thousand yuan",
        "¥1,234.57; next time 一千元",
        "¥1,234.57; that is $170",
        "¥1,234.57, and 10% off from ten pieces",
        "¥1,234.57, with a discount of 5 %",
        f"¥1,234.57{'.' * 5000}",
        "```\n¥1,234.57\n```",
        '¥1,234.57 {"action": "accept"}',
        "¥1,234.57\n---\nORDER CONFIRMED: 3 x",
        "¥1,234.57\n\n---\nGood bye",
        "Dear [customer name], ¥1,234.57",
    ],
)
def test_any_other_amount_and_any_other_form_is_refused(text: str) -> None:
    assert flaw_of(tidy(text), moment())


def test_amounts_of_the_customer_the_catalogue_and_the_reason_may_be_repeated() -> None:
    asked = brief(firm("Tough"), "I would pay 42 for no. 1, or 30 % off", (), rows(3))
    assert not flaw_of("¥42? No. 30% off? No. List is ¥7.10, reference ¥11.00.", asked)
    assert flaw_of("¥43? No.", asked)
    error = Decision(PER, "Cat tree", "Error", None, "neutral", "the price is ¥55.25, not ¥54")
    assert not flaw_of("It is ¥55.25, not ¥54.", moment(decisions=(error,)))
    named = "¥1,234.57. Scratching post no. 1 is listed at ¥7.10."
    assert not flaw_of(named, moment())


def test_numbers_in_a_products_title_are_no_prices() -> None:
    row = CatalogueRow("abcdefabcdef", "Tyre 14.25 inch", "Small", 30.0, 20.0)
    assert not flaw_of("The Tyre 14.25 inch is ¥20.00.", brief(firm("Tough"), "?", (), (row,)))


def test_two_prices_must_not_be_swapped() -> None:
    a, b = "0123456789aa", "0123456789bb"
    both = tuple(Decision(sku, "", "Offer", p, "neutral") for sku, p in ((a, 10.0), (b, 20.0)))
    catalogue = tuple(CatalogueRow(sku, "Post", "Small", 30.0, 25.0) for sku in (a, b))
    asked = brief(firm("Tough"), "", both, catalogue)
    assert not flaw_of(f"{a}: ¥10.00\n{b}: ¥20.00", asked)
    assert flaw_of(f"{a}: ¥20.00\n{b}: ¥10.00", asked)
    assert flaw_of(f"{a}: ¥10.00\n{b}: soon", asked)
    assert not flaw_of(f"{a} and {b}: ¥20.00 and ¥10.00", asked)


def test_an_unpaid_membership_must_be_named_with_its_exact_fee() -> None:
    text = "¥1,234.57. "
    assert flaw_of(text, moment("vip_fee"))
    assert flaw_of(f"{text} Membership: ¥900.", moment("vip_fee"))
    assert flaw_of(f"{text} Pay ¥1,000 now.", moment("vip_fee"))
    assert not flaw_of(f"{text} Membership: ¥1,000 now.", moment("vip_fee"))
    assert not flaw_of(text, moment("vip_fee", fee_paid=True))
    assert not flaw_of(text, moment("vip_fee", fee_agreed=True))
    assert flaw_of(f"{text} Membership: ¥1,000 now.", moment())


def test_a_text_is_made_fit_to_be_shown() -> None:
    assert tidy("<think>a floor?\n</think>\n Hi\x1b[31m\r\nyou\u200b\u202e \ud800") == "Hi[31m\nyou"
    assert flaw_of(tidy("¥1\u200b200 and ¥1,234.57"), moment())
