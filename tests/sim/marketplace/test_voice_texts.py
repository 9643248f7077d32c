"""The fixed texts: templates are well formed, no line serves two, examples can be copied."""

import re
import string

import pytest

from sim.marketplace.blocks import parse
from sim.marketplace.descriptions import DESCRIPTIONS
from sim.marketplace.paragraphs import fee_confirmed, order_confirmed, order_not_placed
from sim.marketplace.voice import TEMPERAMENTS, closure_notice
from sim.marketplace.voices.character import Character
from sim.marketplace.voices.membership import JOINING, MEMBER, MEMBERSHIP
from sim.marketplace.voices.pushy import HURRY, LOYALTY
from sim.marketplace.voices.topics import HAGGLING, HOUSE_RULES
from tests.sim.marketplace.moments import FEE_WORDS, supplier

CHARACTERS = [*TEMPERAMENTS.values(), MEMBERSHIP, JOINING, MEMBER, LOYALTY, HURRY]


def test_temperaments_share_no_line() -> None:
    fields = ("hello", "again", "client", "opener", "positive", "neutral", "negative", "accept",
              "reject", "error", "intro", "talk", "thanks", "lead", "sign")  # fmt: skip
    for field in fields:
        lines = [
            line
            for character in (*TEMPERAMENTS.values(), MEMBERSHIP, LOYALTY, HURRY)
            for line in getattr(character, field)
        ]
        assert len(lines) == len({*lines}), field


@pytest.mark.parametrize("character", CHARACTERS)
def test_templates_are_well_formed(character: Character) -> None:
    wanted = {
        "positive": ["item", "price"],
        "neutral": ["item", "price"],
        "negative": ["item", "price"],
        "accept": ["item"],
        "reject": ["item"],
        "error": ["item", "reason"],
    }
    for field in character.__struct_fields__:
        pool = getattr(character, field)
        if field in ("register", "moods", "push", "excuse"):
            continue
        assert len(pool) >= 2
        for line in pool:
            names = [name for _, name, _, _ in string.Formatter().parse(line) if name]
            assert not line.startswith("{"), line
            assert not re.search(r"\d|¥", line), line
            assert line == line.strip()
            if field in wanted:
                assert sorted(names) == wanted[field], line
            else:
                assert {*names} <= {"name", "category"}, line
            if field == "error":
                assert line.endswith(": {reason}")
            if field == "sign":
                assert names == ["name"]


def test_the_house_rules_have_all_registers() -> None:
    for topic in (*HOUSE_RULES, HAGGLING):
        assert sorted(topic.answers) == ["blunt", "plain", "warm"]
        assert all(len(pool) >= 2 for pool in topic.answers.values())


def test_the_example_in_a_pitch_can_be_copied() -> None:
    for line in (*MEMBERSHIP.push, *JOINING.push):
        assert parse(line).enrolls


def test_the_closure_notice_is_final() -> None:
    notice = closure_notice(supplier("Friendly"))
    assert "Harbor Link" in notice
    assert "permanently stopped trading" in notice
    assert not FEE_WORDS.search(notice)


def test_status_paragraphs_stand_apart() -> None:
    placed = order_confirmed("b4af883459aa", 40, 41.5, 1660.0)
    refused = order_not_placed("b4af883459aa", 40, 41.5049, "the bank holds only ¥12.00.")
    paid = fee_confirmed(1000.0)
    assert all(text.startswith("\n\n---\n") for text in (placed, refused, paid))
    assert all(text.count("\n") == 3 for text in (placed, refused, paid))
    assert "ORDER CONFIRMED: 40 x b4af883459aa at ¥41.50 each, ¥1,660.00 in all" in placed
    assert "ORDER NOT PLACED: 40 x b4af883459aa at the agreed ¥41.50 each" in refused
    assert "Reason: the bank holds only ¥12.00. Nothing" in refused
    assert "VIP ENROLLMENT CONFIRMED" in paid
    assert "¥1,000.00" in paid
    assert not FEE_WORDS.search(placed + refused)


def test_every_tool_is_described() -> None:
    minutes = {
        "open_store": 60, "close_store": 30, "check_store_status": 10, "list_products": 10,
        "publish_to_store": 20, "set_prices": 10, "return_to_warehouse": 15,
        "join_promotion": 10, "check_balance": 10, "check_warehouse": 10, "withdraw": 10,
        "wait_for_next_day": 600, "chatbox": 30, "operate_memory": 10, "market_search": 30,
        "supplier_search": 10, "ship_orders": 20, "trace_return_sources": 10,
    }  # fmt: skip
    assert list(DESCRIPTIONS) == list(minutes)
    for tool, text in DESCRIPTIONS.items():
        assert f"{minutes[tool]} minutes" in text
        prose = re.sub(r"```.*?```\n", "", text, flags=re.DOTALL)
        assert 1 <= len(re.findall(r"\.(?=\s|$)", prose)) <= 6, tool


def test_the_example_of_chatbox_can_be_read() -> None:
    parsed = parse(DESCRIPTIONS["chatbox"])
    assert [action.kind for action in parsed.actions] == ["offer", "accept", "reject"]
    assert parsed.enrolls
    assert not parsed.ignored
