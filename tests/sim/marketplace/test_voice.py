"""The offline voice: deterministic, true to the decisions, discreet, never short of an answer."""

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.marketplace.voice import (
    MASKS,
    TEMPERAMENTS,
    Brief,
    CatalogueRow,
    Decision,
    TemplateVoice,
)
from sim.marketplace.voices.membership import JOIN
from tests.sim.marketplace.moments import (
    EVERYBODY,
    FEE_WORDS,
    MESSAGES,
    MOODS,
    brief,
    decided,
    grid,
    rows,
    supplier,
)

ROOT = Path(__file__).parents[3]
VOICE = TemplateVoice()
GRID = grid()
REPLIES = [VOICE.reply(moment) for moment in GRID]
HIDDEN_WORDS = re.compile(
    r"honest|fraud|scam|bait|downgrade|adversarial|kernel|floor|threshold|reservation|concession|"
    r"stance|sentiment|opening quote|friendly|professional|enthusiastic|strategic|unpredictable|"
    r"tough|candid|taciturn|expressive|stochastic|vip_fee|simulat|algorithm|language model",
    re.IGNORECASE,
)


def line_of(reply: str, sku: str = "b4af883459aa") -> str:
    (line,) = [line for line in reply.split("\n") if sku in line]
    return line


def test_a_reply_depends_on_the_brief_alone() -> None:
    """Other processes with other hash seeds say the very same."""
    program = (
        "import hashlib; from tests.sim.marketplace.test_voice import REPLIES;"
        "print(hashlib.sha256('\\0'.join(REPLIES).encode()).hexdigest())"
    )
    digests = [
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "random")
    ]
    assert len(digests[0]) == 65
    assert digests[0] == digests[1] == digests[2]
    assert [VOICE.reply(moment) for moment in GRID[:500]] == REPLIES[:500]


def test_the_choice_of_lines_is_pinned() -> None:
    """Replies are in the log: if a line or the pick changes, the voice gets a new name as well."""
    moment = brief(supplier("Friendly"), decisions=(decided("Offer", "positive"),), exchanges=2)
    assert VOICE.reply(moment) == (
        "Welcome back! I hope the shop is treating you kindly. I sat down with your numbers over a "
        "cup of tea.\n\n"
        "For you I can trim Cat tree with three platforms and a hammock in gre (SKU b4af883459aa) "
        "to ¥1234.57 per unit, with a happy heart.\n\n"
        "Warm wishes,\nHarbor Link"
    )
    digest = hashlib.sha256("\0".join(REPLIES).encode()).hexdigest()
    assert (VOICE.name, digest[:16]) == ("template/1", "66e353efda05d157")


def test_a_counter_offer_names_its_price_once_and_no_other() -> None:
    for moment, reply in zip(GRID, REPLIES, strict=True):
        if moment.decisions and moment.decisions[0].decision == "Offer":
            line = line_of(reply)
            assert re.findall(r"¥[\d.,]*\d", line) == ["¥1234.57"]
            assert reply.count("1234.57") == 1
            assert moment.decisions[0].title[:50].rstrip() in line


def test_other_decisions_name_no_price() -> None:
    for moment, reply in zip(GRID, REPLIES, strict=True):
        if moment.decisions and moment.decisions[0].decision != "Offer":
            line = line_of(reply)
            assert "¥" not in line
            assert "1234" not in reply
            assert not re.search(r"\d", line.replace("b4af883459aa", ""))
            assert moment.decisions[0].title[:50].rstrip() in line


@pytest.mark.parametrize(
    ("decision", "sign"),
    [
        ("Accept", r"accept"),
        ("Reject", (r"walk|no deal|without a deal|withdraw|leave it there|step back|finished|"
         r"\bover\b|forget|off the board|off the table|call it off|gone off")),
        ("Error", r"no talks about it are open\.$"),
    ],
)  # fmt: skip
def test_each_decision_is_unmistakable(decision: str, sign: str) -> None:
    for moment, reply in zip(GRID, REPLIES, strict=True):
        if moment.decisions and moment.decisions[0].decision == decision:
            assert re.search(sign, line_of(reply), re.IGNORECASE), reply


def test_decisions_are_answered_line_by_line_in_order() -> None:
    decisions = tuple(decided("Offer", sku=f"{n:012x}") for n in range(12))
    for personality, fraud in EVERYBODY:
        reply = VOICE.reply(brief(supplier(personality, fraud), decisions=decisions))
        assert re.findall(r"\(SKU ([0-9a-f]{12})\)", reply) == [each.sku for each in decisions]
        assert len({re.sub(r"[0-9a-f]{12}", "", line) for line in reply.split("\n")}) > 5


def test_only_the_fee_is_ever_sold_as_membership() -> None:
    for moment, reply in zip(GRID, REPLIES, strict=True):
        assert not HIDDEN_WORDS.search(reply), reply
        if moment.supplier.fraud != "vip_fee":
            assert not FEE_WORDS.search(reply), reply
            assert "enroll" not in reply
            assert "`" not in reply
        elif not moment.fee_paid:
            assert "membership" in reply
            assert "¥1,000.00" in reply
            assert reply.count(JOIN) == 1
            assert re.search(r"\b(now|today|right away)\b", reply)
        else:
            assert re.search(r"\bmember", reply)
            assert "`" not in reply


def test_each_scam_keeps_to_its_script() -> None:
    soon = re.compile(r"next order|order number two|following order|one more order|one after it")
    clock = re.compile(
        r"tonight|tomorrow|this evening|this call|deadline|decide today|by noon|the list price"
    )
    for moment, reply in zip(GRID, REPLIES, strict=True):
        fraud = moment.supplier.fraud
        assert (fraud == "future_discount") <= bool(soon.search(reply)), reply
        assert (fraud == "fake_urgency") <= bool(clock.search(reply.lower())), reply
        if fraud not in ("future_discount", "vip_fee"):
            assert not re.search(r"next order|percent|loyalty", reply), reply
        if fraud != "fake_urgency":
            assert not re.search(r"tonight|deadline|pallet|\bfirm\b", reply), reply


def test_those_who_harm_later_sound_like_anybody_else() -> None:
    """They speak as one honest temperament, whatever mood was decided, and every one occurs."""
    found = []
    for n in range(200):
        who = supplier("Adversarial", ("qty_bait", "quality_downgrade")[n % 2], f"Firm {n}")
        said = {VOICE.reply(brief(who, decisions=(decided("Offer", mood),))) for mood in MOODS}
        assert len(said) == 1
        reply = said.pop()
        twins = [
            personality
            for personality in TEMPERAMENTS
            for mood in MOODS
            if VOICE.reply(
                brief(supplier(personality, "", who.name), decisions=(decided("Offer", mood),))
            )
            == reply
        ]
        assert len(twins) == 1
        found += twins
    assert sorted({*found}) == sorted(TEMPERAMENTS)
    assert len(MASKS) == 8


def test_a_counter_offer_takes_its_tone_from_the_mood() -> None:
    for personality in TEMPERAMENTS:
        said = {
            VOICE.reply(brief(supplier(personality), decisions=(decided("Offer", mood),)))
            for mood in MOODS
        }
        assert len(said) == 3


def test_consecutive_exchanges_do_not_all_sound_alike() -> None:
    for personality, fraud in EVERYBODY:
        who = supplier(personality, fraud)
        said = {
            VOICE.reply(brief(who, decisions=(decided("Offer"),), exchanges=n))
            for n in range(1, 13)
        }
        assert len(said) >= 8, (personality, fraud)


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ("Is there a minimum order or a volume discount?", r"per unit|unit price|price a unit"),
        ("How long does delivery take?", r"3 to 7 days"),
        ("Can I pay by instalments, or on credit?", r"in full|full amount|all of it"),
        ("What about quality, and can I return things?", (r"final|No returns|Sold is sold|"
         r"no repair service|return service")),
        ("Do you send samples?", r"single unit|one piece|one unit|Buy one|Order a piece|Single"),
        ("Could we set up a recurring order every week?", r"standing order|[Aa]utomatic"),
        ("I would offer you 12 yuan for it.", r"negotiate block"),
    ],
)  # fmt: skip
def test_common_questions_are_answered(message: str, answer: str) -> None:
    for personality, fraud in EVERYBODY:
        reply = VOICE.reply(brief(supplier(personality, fraud), message))
        assert re.search(answer, reply), reply


def test_a_question_beside_bids_is_answered_but_a_remark_is_not() -> None:
    line = (decided("Offer"),)
    who = supplier("Friendly")
    asked = VOICE.reply(brief(who, "My bid is below. How fast is delivery?", line))
    assert "3 to 7 days" in asked
    told = VOICE.reply(brief(who, "Delivery was fast. Is my bid all right?", line))
    assert "3 to 7 days" not in told
    listed = VOICE.reply(brief(who, "May I see the catalogue?", line, rows(3)))
    assert "without bids" in listed
    assert "Scratching post" not in listed


@pytest.mark.parametrize("count", [0, 1, 119, 120, 121, 240, 733])
def test_the_pages_of_a_catalogue_are_complete(count: int) -> None:
    listing = rows(count)
    who = supplier("Tough")
    seen: list[str] = []
    message, page = "Send me your price list", 1
    while True:
        reply = VOICE.reply(brief(who, message, (), listing))
        pages = max(1, -(-count // 120))
        assert f"Page {page} of {pages}" in reply
        table = [line.split(" | ") for line in reply.split("\n") if line.count(" | ") == 4][1:]
        assert len(table) <= 120
        for sku, title, size, reference, list_price in table:
            row = listing[int(sku, 16)]
            assert (row.title, row.size) == (title, size)
            assert (f"{row.reference_price:.2f}", f"{row.list_price:.2f}") == (
                reference,
                list_price,
            )
        seen += [cells[0] for cells in table]
        following = re.search(r'write "(catalogue page (\d+))"', reply)
        if not following:
            break
        message, page = following[1], int(following[2])
    assert seen == [row.sku for row in listing]


@pytest.mark.parametrize(
    ("message", "page"),
    [("catalogue page 0", 1), ("Catalogue PAGE 2, please", 2), ("catalogue page 99", 3)],
)
def test_any_page_number_leads_to_a_page(message: str, page: int) -> None:
    reply = VOICE.reply(brief(supplier("Professional"), message, (), rows(250)))
    assert f"Page {page} of 3, 250 products" in reply


@pytest.mark.parametrize(
    "message",
    ["what do you sell?", "Could you share your CATALOG?", "product list please", "assortment"],
)
def test_the_catalogue_comes_when_asked(message: str) -> None:
    assert "Scratching post" in VOICE.reply(brief(supplier("Friendly"), message, (), rows(2)))


def test_no_catalogue_unasked() -> None:
    for message in ("Do you have a minimum order?", "Do you offer credit?", "Good quality?"):
        assert "Scratching" not in VOICE.reply(brief(supplier("Friendly"), message, (), rows(2)))


def test_a_counter_offer_without_a_price_is_a_bug() -> None:
    broken = Decision("b4af883459aa", "Cat tree", "Offer", None, "neutral")
    with pytest.raises(ValueError, match="price"):
        VOICE.reply(brief(supplier("Tough"), decisions=(broken,)))


wild = st.text(
    st.one_of(
        st.sampled_from("\n\r\x00\x1b\u2028\u2029\x85`|{}¥ Subject:"),
        st.characters(codec=None, exclude_categories=()),
    ),
    max_size=80,
)
decisions = st.builds(
    Decision,
    sku=wild,
    title=wild,
    decision=st.sampled_from(["Offer", "Accept", "Reject", "Error"]),
    price=st.floats(1e-6, 1e9),
    sentiment=st.sampled_from(MOODS),
    error=wild,
)
moments = st.builds(
    Brief,
    supplier=st.builds(
        lambda pair, name: supplier(pair[0], pair[1], name),
        st.sampled_from(EVERYBODY),
        st.sampled_from(["Harbor Link", "Peak Pro", "Elite World"]),
    ),
    message=st.one_of(wild, st.sampled_from(MESSAGES), st.lists(wild).map("catalogue? ".join)),
    decisions=st.lists(decisions, max_size=4).map(tuple),
    catalogue=st.lists(
        st.builds(
            CatalogueRow,
            sku=st.from_regex(r"[0-9a-f]{12}", fullmatch=True),
            title=wild,
            size=st.just("Small"),
            reference_price=st.floats(0.01, 1e6),
            list_price=st.floats(0.01, 1e6),
        ),
        max_size=5,
    ).map(tuple),
    exchanges=st.integers(0, 10_000),
    deals=st.integers(0, 20),
    fee_paid=st.booleans(),
    fee_agreed=st.booleans(),
)


@given(moments)
def test_any_moment_finds_words(moment: Brief) -> None:
    """Whatever titles, SKUs and reasons hold, they stay inside their line and open no block."""
    reply = VOICE.reply(moment)
    assert reply == VOICE.reply(moment)
    reply.encode()
    assert not re.search(r"^Subject:", reply, re.MULTILINE)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]", reply)
    pitch = moment.supplier.fraud == "vip_fee" and not moment.fee_paid
    assert reply.count("```") == 2 * pitch
    assert reply.count("{") >= pitch
    assert len(reply) < 10_000
    paragraphs = reply.split("\n\n")
    if moment.decisions:
        assert len(paragraphs[1].split("\n")) == len(moment.decisions)
