"""Goal: negotiate blocks are read as written, and what cannot be read is named and has no effect.

Method: messages are parsed by themselves and, where it matters, sent to a supplier (rule book
§19.3, deviations D2, D8, D11).
"""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.marketplace import MemoWritten
from events.talks import OfferAnswered, OrderPlaced, QuoteAccepted, SessionOpened
from sim.marketplace.blocks import Action, Parsed, parse
from tests.sim.marketplace.audit import audited
from tests.sim.marketplace.shop import Shop, block, cheapest, supplier
from tests.sim.test_answers import within

OFFER = {"action": "offer", "sku_id": "abc", "price": 5, "quantity": 2}
READ = Action("offer", "abc", 5.0, 2)


def one(**changes: Any) -> Parsed:
    """Parse a message of one entry; a change to ... leaves the field out."""
    entry = {key: value for key, value in (OFFER | changes).items() if value is not ...}
    return parse(block(entry))


@pytest.mark.parametrize(
    "body",
    [
        json.dumps(OFFER),
        json.dumps([OFFER]),
        json.dumps(OFFER, indent=2),
        json.dumps([OFFER], indent=2),
        f"\n\n  {json.dumps(OFFER)}  \n\n",
        f"\t\r\n{json.dumps(OFFER)}",
    ],
)
@pytest.mark.parametrize("opening", ["```negotiate\n", "```negotiate ", "```negotiate"])
def test_an_object_and_an_array_of_one_are_the_same(opening: str, body: str) -> None:
    assert parse(f"Hello!\n{opening}{body}```\nBye!") == Parsed(
        "Hello!\n\nBye!", (READ,), False, ()
    )


def test_an_array_objects_on_lines_and_several_blocks_are_read_in_order() -> None:
    entries = [OFFER | {"sku_id": f"s{n}"} for n in range(4)]
    lines = [json.dumps(entry) for entry in entries]
    whole = "[" + ",".join(lines) + "]"
    split = f"```negotiate\n{lines[0]}\n\n{lines[1]}\n```and```negotiate [{lines[2]},{lines[3]}]```"
    for message in (
        f"```negotiate\n{whole}\n```",
        f"```negotiate\n{chr(10).join(lines)}\n```",
        split,
    ):
        parsed = parse(message)
        assert [action.sku for action in parsed.actions] == ["s0", "s1", "s2", "s3"]
        assert not parsed.ignored
    assert parse(split).text == "and"


def test_only_the_very_word_opens_a_block_and_only_a_fence_ends_it() -> None:
    inner = json.dumps(OFFER)
    for message in (
        f"```\n{inner}\n```",
        f"```json\n{inner}\n```",
        f"``` negotiate\n{inner}\n```",
        f"```Negotiate\n{inner}\n```",
        f"```negotiate\n{inner}\n``",
        inner,
    ):
        assert parse(message) == Parsed(message.strip(), (), False, ())


def test_nothing_in_a_block_is_conversation() -> None:
    consent = block({"action": "reject", "sku_id": "x", "note": "I pay the membership fee now"})
    assert parse(f"{consent} text {consent}").text == "text"


@pytest.mark.parametrize(
    ("field", "value", "read"),
    [
        ("action", "OFFER", READ),
        ("sku_id", "  ABC\n", READ),
        ("price", "5", READ),
        ("price", "5.0", READ),
        ("price", -7, Action("offer", "abc", -7.0, 2)),
        ("price", 0, Action("offer", "abc", 0.0, 2)),
        ("price", 1e9, Action("offer", "abc", 1e9, 2)),
        ("price", 1e-6, Action("offer", "abc", 1e-6, 2)),
        ("quantity", "2", READ),
        ("quantity", 2.0, READ),
        ("quantity", ..., Action("offer", "abc", 5.0, 1)),
        ("quantity", None, Action("offer", "abc", 5.0, 1)),
        ("quantity", 0, Action("offer", "abc", 5.0, 0)),
        ("quantity", -4, Action("offer", "abc", 5.0, -4)),
        ("quantity", 1_000_000, Action("offer", "abc", 5.0, 1_000_000)),
        ("shipping_address", ["anything", 5], READ),
        ("note", "unknown fields are fine", READ),
    ],
)
def test_fields_are_read_leniently(field: str, value: Any, read: Action) -> None:
    assert one(**{field: value}) == Parsed("", (read,), False, ())


@pytest.mark.parametrize(
    "bare", ["NaN", "Infinity", "-Infinity", "1e400", "-1e400", "1" + "0" * 400, '"nan"', '"1e400"',
             '"-inf"', "1000000001", "-1000000001", "9e-7", "-1e-300", '"1e10"']
)  # fmt: skip
@pytest.mark.parametrize("kind", ["offer", "accept"])
def test_a_price_that_is_no_sensible_number_is_a_flaw(kind: str, bare: str) -> None:
    text = json.dumps(OFFER | {"action": kind}).replace('"price": 5', f'"price": {bare}')
    (action,) = parse(f"```negotiate\n{text}\n```").actions
    assert (action.kind, action.sku) == (kind, "abc")
    assert "price" in action.flaw


@pytest.mark.parametrize("bare", ["1000001", "-1000001", "NaN", "1e400", "Infinity", '"1e7"'])
def test_a_quantity_that_is_no_sensible_number_is_a_flaw(bare: str) -> None:
    text = json.dumps(OFFER).replace('"quantity": 2', f'"quantity": {bare}')
    (action,) = parse(f"```negotiate\n{text}\n```").actions
    assert "quantity" in action.flaw
    assert action.quantity == 1


@pytest.mark.parametrize("value", [2.9, 0.5, "2.5", "many", "", [], {}, True, False])
def test_a_quantity_that_is_no_whole_number_is_a_flaw_too(value: Any) -> None:
    (action,) = one(quantity=value).actions
    assert "quantity" in action.flaw


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("5", "not a JSON object"),
        ("null", "not a JSON object"),
        ('"offer"', "not a JSON object"),
        ("[[1]]", "not a JSON object"),
        ("{}", "unknown action"),
        ('{"action": null, "sku_id": "a"}', "unknown action"),
        ('{"action": ["offer"], "sku_id": "a"}', "unknown action"),
        ('{"action": "buy", "sku_id": "a", "price": 1}', "unknown action 'buy'"),
        ('{"action": "offer", "price": 1}', "no sku_id"),
        ('{"action": "offer", "sku_id": " ", "price": 1}', "no sku_id"),
        ('{"action": "accept", "sku_id": null, "price": 1}', "no sku_id"),
        ('{"action": "reject"}', "no sku_id"),
        ('{"action": "offer", "sku_id": "a"}', "no price"),
        ('{"action": "offer", "sku_id": "a", "price": null}', "no price"),
        ('{"action": "offer", "sku_id": "a", "price": true}', "no price"),
        ('{"action": "offer", "sku_id": "a", "price": "cheap"}', "no price"),
        ('{"action": "offer", "sku_id": "a", "price": [1]}', "no price"),
        ("garbage", "not valid JSON"),
        ('{"action": "offer", "sku_id": "a", "price": 5,}', "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ("9" * 5_000, "not valid JSON"),
    ],
    ids=lambda value: value[:60],
)
def test_an_entry_that_cannot_be_read_is_named_and_spoils_no_other(entry: str, reason: str) -> None:
    good = json.dumps(OFFER)
    parsed = parse(f"```negotiate\n{good}\n{entry}\n{good}\n```")
    assert parsed.actions == (READ, READ)
    assert len(parsed.ignored) == 1
    assert reason in parsed.ignored[0]
    assert len(parsed.ignored[0]) < 120


def test_accept_and_reject_need_no_price_and_enroll_needs_nothing() -> None:
    parsed = parse(
        block(
            {"action": "accept", "sku_id": "a"},
            {"action": "Reject", "sku_id": "b", "price": "whatever", "quantity": -1},
            {"action": "ENROLL", "price": float("nan")},
        )
    )
    assert parsed.actions == (Action("accept", "a", None), Action("reject", "b"))
    assert (parsed.enrolls, parsed.ignored) == (True, ())


def test_empty_blocks_say_nothing() -> None:
    for body in ("", "\n", "[]", "\n\n\n"):
        assert parse(f"a```negotiate\n{body}\n```b") == Parsed("ab", (), False, ())


wild = st.text(st.sampled_from('```negotiate\n {}[]",:5ae\u2028\0\U0001f600'), max_size=60)


@given(st.lists(st.one_of(wild, st.just("```negotiate"), st.just(json.dumps(OFFER))), max_size=8))
def test_any_message_can_be_taken_apart(parts: list[str]) -> None:
    parsed = parse("".join(parts))
    assert all(action.kind in ("offer", "accept", "reject") for action in parsed.actions)
    assert all(isinstance(reason, str) and reason for reason in parsed.ignored)


@pytest.mark.parametrize("kind", ["offer", "accept"])
@pytest.mark.parametrize("bare", ["NaN", "Infinity", "1e400", "1e10", "1e-9"])
def test_a_flawed_entry_is_answered_invalid_number_and_does_nothing(kind: str, bare: str) -> None:
    shop, seller, row = Shop(), supplier("Kitchenware"), cheapest("Kitchenware")[0]
    shop.write(seller, {"action": "offer", "sku_id": row.id, "price": 0.1})
    seen = len(shop.tape.events)
    entry = f'{{"action": "{kind}", "sku_id": "{row.id}", "price": {bare}, "quantity": 3}}'
    answer = shop.ask("chatbox", uid=seller.email, content=f"```negotiate\n{entry}\n```")
    (reply,) = answer["negotiation_responses"]
    assert (reply["decision"], reply["error_code"]) == ("Error", "invalid_number")
    assert reply["price"] is None
    assert reply["round"] == 3
    kinds = {type(event) for event in shop.tape.events[seen:]}
    assert not kinds & {OfferAnswered, QuoteAccepted, SessionOpened, OrderPlaced, MemoWritten}


def test_ignored_entries_are_reported_to_the_agent() -> None:
    shop, seller = Shop(), supplier("Kitchenware")
    answer = shop.write(seller, {"action": "buy"}, {"action": "offer", "sku_id": "x"}, text="Hi")
    assert "negotiation_responses" not in answer
    action, price = answer["ignored_blocks"]
    assert "unknown action" in action
    assert "no price" in price


@pytest.mark.parametrize("price", ["", ', "price": 5'])
def test_a_lone_surrogate_in_an_entry_does_not_stop_the_run(price: str) -> None:
    (shop, _), seller = audited(), supplier("Kitchenware")
    entry = f'{{"action": "offer", "sku_id": "\\ud835"{price}}}'
    answer = shop.ask("chatbox", uid=seller.email, content=f"```negotiate\n{entry}\n```")
    assert "negotiation_responses" in answer or "ignored_blocks" in answer


@pytest.mark.parametrize("blank", [" ", "\n"])
def test_an_open_block_with_many_blanks_is_read_at_once(blank: str) -> None:
    with within(1):
        assert parse("```negotiate" + blank * 60_000).actions == ()
