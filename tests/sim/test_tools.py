"""Goal: arguments are read strictly, and nothing malformed is ever taken for something else.

Method: each tool's reader gets the rule book's coercion table (§21.2), the public failures F1 to F7
and F21, and whatever hypothesis finds; effects are read from the events of a shop.
"""

import json
import math
from typing import Any

import msgspec
import pytest
from hypothesis import given

from events.episode import Call
from events.errors import BadArguments
from events.marketplace import GoodsListed, PriceSet, StoreClosed
from runs.agents.base import call
from sim.marketplace.tools import TOOLBOX
from sim.tools import Refused, parse, read
from tests.sim.marketplace.audit import audited
from tests.sim.marketplace.shop import NIGHT, Shop, open_up
from tests.sim.test_tool_schemas import PARAMETERS
from tests.strategies import JUNK, MALFORMED, calls, written

TOOLS = TOOLBOX.tools
WORDS = ("NaN", "Infinity", "-Infinity", "1e400", "-1e400", "nan", "inf", "null", "none", "None")
HISTORY, AMOUNT, ID = ("chatbox", "history_count"), ("withdraw", "amount"), ("ship_orders", "")


def given_to(field: tuple[str, str], literal: str) -> Any:
    """Read a call with this JSON literal in that field and return what the field became."""
    tool, name = field
    if field == ID:
        return read(TOOLS[tool], parse(f'{{"shipment_ids": [{literal}]}}')).shipment_ids[0]
    extra = '"content": "x", ' if tool == "chatbox" else ""
    return getattr(read(TOOLS[tool], parse(f'{{{extra}"{name}": {literal}}}')), name)


@pytest.mark.parametrize("text", MALFORMED, ids=lambda text: ascii(text[:20]))
def test_a_text_that_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(BadArguments, match="arguments"):
        parse(text)


@pytest.mark.parametrize("word", WORDS[:5])
def test_bare_words_that_are_no_json_are_refused_wherever_they_stand(word: str) -> None:
    for text in (
        f'{{"a": {word}}}',
        f'{{"a": [1, {{"b": {word}}}]}}',
        f'{{"a": "x", "b": {word}}}',
    ):
        with pytest.raises(BadArguments):
            parse(text)
        with pytest.raises(BadArguments):
            parse(json.dumps(text))


def test_arguments_encoded_twice_are_read_and_encoded_thrice_are_not() -> None:
    once = '{"amount": 5, "x": "\\u2028\\u0000"}'
    assert parse(json.dumps(once)) == parse(once) == {"amount": 5, "x": "\u2028\0"}
    with pytest.raises(BadArguments, match="object, not str"):
        parse(json.dumps(json.dumps(once)))


@pytest.mark.parametrize("field", [HISTORY, ID])
@pytest.mark.parametrize(
    ("literal", "value"), [("5", 5), ("5.0", 5), ('"5"', 5), ('"5.0"', 5), ("-0.0", 0), ('"0"', 0)]
)
def test_whole_numbers_are_read_as_integers(
    field: tuple[str, str], literal: str, value: int
) -> None:
    found = given_to(field, literal)
    assert (found, type(found)) == (value, int)


@pytest.mark.parametrize("field", [HISTORY, ID])
@pytest.mark.parametrize(
    "literal",
    ["5.9", '"5.7"', "true", "false", '"five"', '""', '" "', "[5]", "{}", "1e-3", '"0x5"', '"٣"',
     '"5_0"', *[f'"{word}"' for word in WORDS]],
)  # fmt: skip
def test_anything_else_is_no_integer(field: tuple[str, str], literal: str) -> None:
    with pytest.raises(BadArguments):
        given_to(field, literal)


@pytest.mark.parametrize(
    ("literal", "value"),
    [("5", 5.0), ('"12.5"', 12.5), ('"5"', 5.0), ("-1e9", -1e9), ("1e9", 1e9), ('"1e3"', 1e3)],
)
def test_numbers_and_numeric_texts_are_read_as_amounts(literal: str, value: float) -> None:
    found = given_to(AMOUNT, literal)
    assert (found, type(found)) == (value, float)


@pytest.mark.parametrize(
    "literal",
    ["true", "false", '"abc"', '""', "[]", "{}", "1000000001", "-1000000001", "1e308", '"1_0"',
     '"0x10"', *[f'"{word}"' for word in WORDS], *[f'" {word} "' for word in WORDS]],
)  # fmt: skip
def test_anything_else_is_no_amount(literal: str) -> None:
    with pytest.raises(BadArguments):
        given_to(AMOUNT, literal)


@pytest.mark.parametrize("literal", ['"yes"', '"on"', "2", "1.0", "[]", '"falsch"', '"null"'])
def test_what_is_no_boolean_does_not_liquidate(literal: str) -> None:
    with pytest.raises(BadArguments):
        read(TOOLS["close_store"], parse(f'{{"store_id": "s", "liquidate": {literal}}}'))


@pytest.mark.parametrize("literal", ["true", "false", '"true"', '"FALSE"', "1", "0", '"1"', '"0"'])
def test_a_boolean_and_what_stands_for_one_means_what_it_says(literal: str) -> None:
    shop = Shop()
    open_up(shop)
    shop.play(Call("close_store", f'{{"store_id": "store_001", "liquidate": {literal}}}'))
    (closed,) = shop.events(StoreClosed)
    liquidates = literal.strip('"').lower() in ("true", "1")
    assert (bool(closed.liquidated), bool(closed.moved)) == (liquidates, not liquidates)


@pytest.mark.parametrize(
    ("tool", "text"),
    [("ship_orders", '{"shipment_ids": "12"}'), ("ship_orders", '{"shipment_ids": {"1": 2}}'),
     ("publish_to_store", '{"store_id": "s", "plan": {"product_id": "x"}}'),
     ("publish_to_store", '{"store_id": "s", "plan": "[]"}'),
     ("chatbox", '{"content": "x", "uids": ["a", 5]}'),
     ("chatbox", '{"content": "x", "uids": [["a"]]}'),
     ("chatbox", '{"content": 5}'), ("open_store", '{"store_type": "pet", "store_name": null}'),
     ("operate_memory", '{"action": "add", "title": {}, "content": "x"}')],
)  # fmt: skip
def test_lists_are_lists_and_texts_are_texts(tool: str, text: str) -> None:
    with pytest.raises(BadArguments):
        read(TOOLS[tool], parse(text))


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("name", ["env", "x", "", "PAGE"])
def test_an_unknown_field_is_refused_by_name(tool: str, name: str) -> None:
    needed = {each: "x" for each in PARAMETERS[tool].split() if not each.startswith("[")}
    needed |= {"plan": [], "prices": [], "items": [], "discount_rate": 0.1, "action": "list"}
    fields = {each: value for each, value in needed.items() if each in PARAMETERS[tool].split()}
    read(TOOLS[tool], fields)
    with pytest.raises(BadArguments, match=f"unknown field `{name}`"):
        read(TOOLS[tool], fields | {name: 1})


def test_an_optional_field_that_is_null_counts_as_absent() -> None:
    for tool, fields in PARAMETERS.items():
        if all(name.startswith("[") for name in fields.split()):
            read(TOOLS[tool], {name.strip("[]"): None for name in fields.split()})
    assert not read(TOOLS["close_store"], {"store_id": "s", "liquidate": None}).liquidate
    assert not read(TOOLS["chatbox"], {"content": "x", "history_count": None}).history_count


NO_NUMBERS = ("true", "null", '"five"', '""', "[]", "{}", *[f'"{word}"' for word in WORDS])


def on_shelf(shop: Shop) -> str:
    """Open up, and return a SKU of which the first store lists many units."""
    open_up(shop, 12)
    shelf = shop.market.state.stores["store_001"].shelf
    return max(shelf, key=shelf.__getitem__)


@pytest.mark.parametrize(
    "number",
    ["5.9", '"5.7"', "-3", "0", "2.5", "1000001", "1e18", "10000000000000000", *NO_NUMBERS],
)
def test_a_bad_quantity_fails_alone(number: str) -> None:
    shop = Shop()
    sku = on_shelf(shop)
    good = f'{{"product_id": "{sku}", "quantity": "2", "retail_price": "12.5"}}'
    items = ",".join([good, good.replace('"2"', number), good])
    back, plan = shop.play(
        Call("return_to_warehouse", f'{{"store_id": "store_001", "items": [{items}]}}'),
        Call("publish_to_store", f'{{"store_id": "store_001", "plan": [{items}]}}'),
    )
    for answer in (back, plan):
        assert [row["success"] for row in answer["results"]] == [True, False, True]
        assert answer["results"][1]["product_id"] == sku
    listed = shop.events(GoodsListed)[-3:]
    assert [(each.sku, each.quantity, each.price) for each in listed[1:]] == [(sku, 2, 12.5)] * 2
    assert listed[0].tick < listed[1].tick


@pytest.mark.parametrize(
    "number", ["0", "-1", "9e-7", "1e-320", "1000000000.1", "1e300", *NO_NUMBERS]
)
def test_a_bad_price_fails_alone(number: str) -> None:
    shop = Shop()
    good = f'{{"product_id": "{on_shelf(shop)}", "price": 1e-6}}'
    bad = good.replace("1e-6", number)
    best = good.replace("1e-6", '"1e9"')
    text = f'{{"store_id": "store_001", "prices": [{bad}, {good}, {bad}, {best}]}}'
    (answer,) = shop.play(Call("set_prices", text))
    assert [row["success"] for row in answer["results"]] == [False, True, False, True]
    assert [each.price for each in shop.events(PriceSet)] == [1e-6, 1e9]


@pytest.mark.parametrize("item", JUNK, ids=lambda item: ascii(item)[:20])
def test_whatever_is_no_item_is_refused_without_touching_its_neighbours(item: Any) -> None:
    good = '{"product_id": "a", "price": 1}'
    text = f'{{"store_id": "s", "prices": [{good}, {written(item)}, {good}]}}'
    try:
        fields = parse(text)
    except BadArguments:
        assert item in JUNK[JUNK.index("\ud835") :] or item != item
        return
    found = read(TOOLS["set_prices"], fields).prices
    assert [isinstance(each, Refused) for each in found] == [False, True, False]


@given(calls)
def test_reading_any_call_gives_arguments_or_bad_arguments(wanted: Call) -> None:
    try:
        arguments = read(TOOLS[wanted.tool], parse(wanted.arguments))
    except BadArguments:
        return
    for value in msgspec.structs.asdict(arguments).values():
        assert not isinstance(value, float) or math.isfinite(value)


def nested(depth: int) -> str:
    return "[" * depth + "1" + "]" * depth


@pytest.mark.parametrize("depth", [5, 100, 100_000])
@pytest.mark.parametrize("tool", TOOLS)
def test_deep_nesting_is_refused_without_a_crash(tool: str, depth: int) -> None:
    for text in (f'{{"page": {nested(depth)}}}', f'{{"uids": {nested(depth)}}}'):
        with pytest.raises(BadArguments):
            read(TOOLS[tool], parse(text))


def test_nesting_that_can_just_be_decoded_is_refused_too() -> None:
    with pytest.raises(BadArguments):
        read(TOOLS["check_balance"], parse(f'{{"a": {nested(900)}}}'))


@pytest.mark.parametrize(
    "value",
    [value for value in JUNK if isinstance(value, str)],
    ids=lambda value: ascii(value)[:20],
)
def test_any_text_may_be_a_tool_name_or_arguments(value: str) -> None:
    shop, audit = audited()
    answers = shop.play(Call(value, "{}"), Call("check_balance", value), call("check_balance"))
    assert [answer.get("success") for answer in answers] == [False, False, None]
    assert audit.commits == 4


@pytest.mark.parametrize("text", ['{"current_day":', "[]", "null", ""])
def test_a_wait_with_undecodable_arguments_is_refused(text: str) -> None:
    shop = Shop()
    (answer,) = shop.play(Call(NIGHT.tool, text))
    assert answer["success"] is False
    assert shop.market.day == 0


@pytest.mark.parametrize("text", ["{}", '{"current_day": 5}', '{"days": 3}'])
def test_the_fields_of_a_wait_are_not_read(text: str) -> None:
    shop = Shop()
    (answer,) = shop.play(Call(NIGHT.tool, text))
    assert (answer["day"], shop.market.day) == (1, 1)
