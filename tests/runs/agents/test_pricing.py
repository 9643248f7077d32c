"""Goal: amounts are exact, and what is not known never looks like nothing.

Method: hand-computed prices and costs.
"""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.agents.pricing import (
    Price,
    Prices,
    cost_nano,
    format_amount,
    load_prices,
    per_token,
    to_nano,
    to_prices,
)
from runs.agents.reply import Usage

PRICES = Prices(2500, 250, 10_000)


@pytest.mark.parametrize(
    ("text", "nano"), [("2.50", 2500), ("0", 0), ("0.075", 75), ("15", 15_000), ("1.250000", 1250)]
)
def test_a_price_per_million_is_nano_units_per_token(text, nano):
    assert per_token(text) == nano


@pytest.mark.parametrize(
    "text", ["", "-1", "1e3", "2,5", ".5", "5.", "NaN", "$2", "0.0375", "٢", " 1", "9" * 10]
)
def test_what_is_no_price_is_refused(text):
    with pytest.raises(ValueError, match="expected"):
        per_token(text)


def test_a_budget_is_an_amount():
    assert to_nano("12.5") == 12_500_000_000
    assert to_nano("0.000000001") == 1
    with pytest.raises(ValueError, match="9 decimals"):
        to_nano("0.0000000001")


def test_prices_that_are_not_given_are_unknown():
    assert to_prices(Price()) == Prices(-1, -1, -1)
    assert to_prices(Price(input="2.50", output="10")) == Prices(2500, -1, 10_000)
    with pytest.raises(ValueError, match="cached_input: expected a decimal"):
        to_prices(Price(cached_input="free"))


@pytest.mark.parametrize(
    ("usage", "prices", "cost"),
    [
        (Usage(1000, 400, 50, 30), PRICES, 600 * 2500 + 400 * 250 + 50 * 10_000),
        (Usage(1000, 0, 50), PRICES, 1000 * 2500 + 50 * 10_000),
        (Usage(1000, -1, 50), PRICES, -1),
        (Usage(1000, 400, -1), PRICES, -1),
        (Usage(-1, 400, 50), PRICES, -1),
        (Usage(), PRICES, -1),
        # Without a discount nobody needs to know what was cached.
        (Usage(1000, -1, 50), Prices(2500, 2500, 10_000), 1000 * 2500 + 50 * 10_000),
        # A price that was not given is missed only where something has it.
        (Usage(1000, 0, 50), Prices(2500, -1, 10_000), 1000 * 2500 + 50 * 10_000),
        (Usage(1000, 1, 50), Prices(2500, -1, 10_000), -1),
        (Usage(1000, -1, 50), Prices(2500, -1, 10_000), -1),
        (Usage(1000, 1000, 0), Prices(-1, 250, -1), 250_000),
        (Usage(1000, 400, 50), Prices(), -1),
        (Usage(0, 0, 0), Prices(), 0),
        # A free model is free, whatever it tells.
        (Usage(), Prices(0, 0, 0), 0),
        (Usage(-1, -1, 50), Prices(0, 0, 10), 500),
    ],
)
def test_a_cost_is_known_if_all_it_needs_is_known(usage, prices, cost):
    assert cost_nano(usage, prices) == cost


COUNTS = st.integers(-1, 10**9)


@given(COUNTS, COUNTS, COUNTS, COUNTS, COUNTS, COUNTS)
def test_a_cost_is_never_less_than_unknown(entered, cached, output, one, two, three):
    usage = Usage(entered, min(cached, entered), output)
    assert cost_nano(usage, Prices(one, two, three)) >= -1


def test_learning_more_never_changes_a_known_cost():
    levels = (-1, 0, 2)
    for cached, output, *prices in product(levels, repeat=5):
        known = cost_nano(Usage(2, cached, output), Prices(*prices))
        if known == -1:
            continue
        for better in (0, 2):
            usage = Usage(2, better if cached == -1 else cached, better if output == -1 else output)
            more = Prices(*(better if price == -1 else price for price in prices))
            if (more.cached == more.input) == (prices[1] == prices[0]):
                assert cost_nano(usage, more) == known


def test_amounts_for_people():
    assert format_amount(1_234_567_890_123, "USD") == "1,234.5679 USD"
    assert format_amount(0, "USD") == "0.0000 USD"
    assert format_amount(5_000_000_000, "EUR", 2) == "5.00 EUR"
    assert format_amount(-1, "USD") == "unknown"
    assert format_amount(1_000_000_000, "") == "1.0000"


TABLE = """
currency = "USD"
[models."vendor/model-1"]
input = "2.50"
cached_input = "0.25"
output = "10"
[models.local]
input = "0"
cached_input = "0"
output = "0"
"""


def test_a_table_has_prices_by_model(tmp_path):
    path = tmp_path / "prices.toml"
    path.write_text(TABLE)
    table = load_prices(path)
    assert table.currency == "USD"
    assert table.prices("vendor/model-1") == PRICES
    assert table.prices("local") == Prices(0, 0, 0)
    assert table.prices("another") == Prices()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("currency = ", "Invalid value"),
        ("", "currency"),
        ('currency = "USD"\n[models.m]\ninput = 2.5', "prices are texts"),
        ('currency = "USD"\n[models.m]\ninput = "2,5"', r"\[models.m\] input: expected a decimal"),
        ('currency = "USD"\n[models.m]\nprompt = "2"', "unknown field `prompt`"),
        ('currency = "USD"\n[models.m]\ninput = "2.0001"', "at most 3 decimals"),
        (b"\xff", "utf-8"),
    ],
)
def test_a_wrong_table_is_named_with_its_place(tmp_path, text, told):
    path: Path = tmp_path / "prices.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ValueError, match=told) as caught:
        load_prices(path)
    assert str(caught.value).startswith(str(path))
