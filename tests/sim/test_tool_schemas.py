"""Goal: the schema a model is given says exactly what its tool will read.

Method: each schema is held against the rule book's parameter lists (§20), against a small grammar
of JSON Schema, and against the reader: what one accepts the other accepts.
"""

import json
from typing import Any

import pytest

from events.errors import BadArguments
from sim.marketplace.descriptions import DESCRIPTIONS
from sim.marketplace.tools import TOOLBOX
from sim.tools import Refused, read, schema

TOOLS = TOOLBOX.tools
PARAMETERS = {
    "open_store": "store_type store_name",
    "close_store": "store_id [liquidate]",
    "check_store_status": "[store_id] [page]",
    "list_products": "[store_type] [category] [page]",
    "publish_to_store": "store_id plan",
    "set_prices": "store_id prices",
    "return_to_warehouse": "store_id items",
    "join_promotion": "store_id event_name discount_rate",
    "check_balance": "",
    "check_warehouse": "[page]",
    "withdraw": "[amount]",
    "wait_for_next_day": "[current_day]",
    "chatbox": "[content] [uid] [uids] [history_count]",
    "operate_memory": "action [title] [content]",
    "market_search": "[store_type] [category]",
    "supplier_search": "[product_name] [category] [store_type] [page]",
    "ship_orders": "[action] [shipment_ids] [speed] [page]",
    "trace_return_sources": "[product_id] [page]",
}
"""As the rule book has them in §20; a parameter in brackets is optional."""
ITEMS = {"plan": "product_id quantity retail_price", "prices": "product_id price",
         "items": "product_id quantity"}  # fmt: skip
"""Fields of the items of a list, all required."""
ENUMS = {
    ("operate_memory", "action"): {"add", "get", "update", "delete", "list"},
    ("ship_orders", "action"): {"ship", "list"},
}
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": float,
         "boolean": bool, "null": type(None)}  # fmt: skip


def schema_of(tool: str) -> dict[str, Any]:
    return schema(TOOLS[tool], DESCRIPTIONS[tool])


def names(tool: str) -> list[str]:
    return [name.strip("[]") for name in PARAMETERS[tool].split()]


def check(node: dict[str, Any]) -> None:
    """Insist on the part of JSON Schema that every provider understands."""
    known = {"type", "properties", "required", "additionalProperties", "description", "default",
             "items", "minimum", "maximum", "maxLength", "enum", "anyOf"}  # fmt: skip
    assert {*node} <= known, node
    assert {"type", "anyOf", "enum"} & {*node}
    assert node.get("type", "object") in TYPES
    for option in node.get("anyOf", ()):
        check(option)
    if node.get("type") == "array":
        check(node["items"])
    if node.get("type") == "object":
        assert {*node["required"]} <= {*node["properties"]}
        assert len({*node["required"]}) == len(node["required"])
        for child in node["properties"].values():
            check(child)
    for bound in ("minimum", "maximum"):
        assert isinstance(node.get(bound, 0), int | float)


@pytest.mark.parametrize("tool", TOOLS)
def test_a_schema_is_plain_valid_and_whole(tool: str) -> None:
    found = schema_of(tool)
    assert [*found] == ["name", "description", "parameters"]
    assert found["name"] == tool
    assert found["description"] == DESCRIPTIONS[tool]
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    body = found["parameters"]
    assert body["type"] == "object"
    assert body["additionalProperties"] is False
    assert not {"title", "description", "$ref", "$defs"} & {*body}
    check(body)


@pytest.mark.parametrize("tool", TOOLS)
def test_parameters_are_those_of_the_rule_book_in_their_order(
    tool: str,
) -> None:
    assert [*schema_of(tool)["parameters"]["properties"]] == names(tool)


@pytest.mark.parametrize("tool", TOOLS)
def test_what_has_no_default_is_required(tool: str) -> None:
    body = schema_of(tool)["parameters"]
    wanted = [name for name in PARAMETERS[tool].split() if not name.startswith("[")]
    assert body["required"] == wanted
    for name, node in body["properties"].items():
        assert ("default" in node) == (name not in wanted)


@pytest.mark.parametrize(("tool", "name"), ENUMS)
def test_a_choice_lists_its_words(tool: str, name: str) -> None:
    node = schema_of(tool)["parameters"]["properties"][name]
    words = node.get("enum") or next(each["enum"] for each in node["anyOf"] if "enum" in each)
    assert {*words} == ENUMS[tool, name]
    assert len(words) == len({*words})


@pytest.mark.parametrize("tool", [tool for tool in TOOLS if TOOLS[tool].items])
def test_items_have_all_their_fields(tool: str) -> None:
    field = TOOLS[tool].items
    node = schema_of(tool)["parameters"]["properties"][field]
    assert node["type"] == "array"
    wanted = ITEMS[field].split()
    assert {*node["items"]["required"]} == {*node["items"]["properties"]} == {*wanted}


def samples(node: dict[str, Any]) -> list[Any]:
    """Return values at the edges of what a schema allows."""
    if "anyOf" in node:
        return [value for option in node["anyOf"] for value in samples(option)]
    if "enum" in node:
        return [*node["enum"]]
    match node["type"]:
        case "integer" | "number":
            low, high = node.get("minimum", -(10**6)), node.get("maximum", 10**6)
            return [low, high, (low + high) // 2]
        case "array":
            return [[], samples(node["items"])]
        case "object":
            fields = {name: samples(child) for name, child in node["properties"].items()}
            return [{name: values[index % len(values)] for name, values in fields.items()}
                    for index in range(3)]  # fmt: skip
        case "boolean":
            return [True, False]
        case "null":
            return [None]
    return ["", "x", "\u2028\0\U0001f600"]


@pytest.mark.parametrize("tool", TOOLS)
def test_what_the_schema_allows_is_read_and_what_it_forbids_is_not(tool: str) -> None:
    properties = schema_of(tool)["parameters"]["properties"]
    least = {name: samples(node)[0] for name, node in properties.items() if "default" not in node}
    read(TOOLS[tool], least)
    for name, node in properties.items():
        for value in samples(node):
            found = read(TOOLS[tool], least | {name: value})
            items = getattr(found, name) if name == TOOLS[tool].items else []
            assert not any(isinstance(item, Refused) for item in items)
        if "default" not in node:
            with pytest.raises(BadArguments, match=name):
                read(TOOLS[tool], {key: value for key, value in least.items() if key != name})
        for edge in ("minimum", "maximum"):
            if edge in node:
                beyond = node[edge] + (1 if edge == "maximum" else -1)
                with pytest.raises(BadArguments, match=name):
                    read(TOOLS[tool], least | {name: beyond})
