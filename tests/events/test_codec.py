"""Canonical bytes: round trip, stability, refusals, the chain."""

import hashlib
import math
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.base import Line, Outcome
from events.codec import GENESIS, clean_text, encode, link, make_decoder, read_header
from events.errors import LogError, UnknownKind
from tests.events.samples import Ended, Leg, Noted, Priced, decode, events

BAD_FLOATS = [math.nan, math.inf, -math.inf]


@given(events)
def test_an_event_survives_and_its_bytes_are_stable(event: Any) -> None:
    payload = encode(event)
    assert decode(payload) == event
    assert decode(payload.decode()) == event
    assert encode(decode(payload)) == payload
    assert b"\n" not in payload


def test_the_canonical_form_is_pinned() -> None:
    """Header first, fields as declared, defaults left out, no spaces, text as it is."""
    assert encode(Noted(seq=7, tick=113, text="¥ \u2028 \x00 \x1b \n")) == (
        '{"kind":"sample.noted","seq":7,"tick":113,"text":"¥ \u2028 \\u0000 \\u001b \\n"}'.encode()
    )
    event = Priced(seq=1, tick=0, price=0.1, legs=(Leg("a", 2.5, {"x": -0.0}), Leg("b")))
    assert encode(event) == (
        b'{"kind":"sample.priced","seq":1,"tick":0,"price":0.1,'
        b'"legs":[{"sku":"a","price":2.5,"parts":{"x":-0.0}},{"sku":"b"}]}'
    )


def test_a_field_added_with_a_default_changes_no_old_bytes() -> None:
    class Old(Outcome, frozen=True, tag="sample.old"):
        amount: int

    class New(Outcome, frozen=True, tag="sample.old"):
        amount: int
        tax: int = 0

    old = encode(Old(seq=1, tick=2, amount=3))
    assert encode(make_decoder(New | Ended)(old)) == old


@pytest.mark.parametrize("bad", BAD_FLOATS)
@pytest.mark.parametrize(
    ("place", "field"),
    [
        (lambda x: {"price": x}, "price"),
        (lambda x: {"units": x}, "units"),
        (lambda x: {"legs": (Leg("a"), Leg("b", x))}, "legs[1].price"),
        (lambda x: {"legs": (Leg("a", 1.0, {"p": x}),)}, "legs[0].parts['p']"),
        (lambda x: {"rates": {"ok": 1.0, "bad": x}}, "rates['bad']"),
        (lambda x: {"table": {"t": [[1.0], [2.0, x]]}}, "table['t'][1][1]"),
        (lambda x: {"outside": {"a": ({"b": x},)}}, "outside['a'][0]['b']"),
        (lambda x: {"outside": {x: 1}}, "outside (key"),
    ],
)
def test_a_number_that_is_not_finite_is_refused_at_any_nesting(
    place: Any, field: str, bad: float
) -> None:
    with pytest.raises(ValueError, match="not a finite number") as caught:
        encode(Priced(**{"seq": 1, "tick": 2, "price": 1.0, **place(bad)}))
    assert str(caught.value).startswith("sample.priced: ")
    assert field in str(caught.value)


@pytest.mark.parametrize("bad", ["\ud835", "a\udfffb", "\udc00\ud800"])
@pytest.mark.parametrize(
    ("place", "field"),
    [
        (lambda x: {"legs": (Leg(x),)}, "legs[0].sku"),
        (lambda x: {"legs": (Leg("a", 1.0, {x: 1.0}),)}, "legs[0].parts (key"),
        (lambda x: {"rates": {x: 1.0}}, "rates (key"),
        (lambda x: {"outside": [{"deep": x}]}, "outside[0]['deep']"),
    ],
)
def test_a_lone_surrogate_is_refused_at_any_nesting(place: Any, field: str, bad: str) -> None:
    with pytest.raises(ValueError, match="lone surrogate") as caught:
        encode(Priced(seq=1, tick=2, price=1.0, **place(bad)))
    assert str(caught.value).startswith("sample.priced: ")
    assert field in str(caught.value)
    str(caught.value).encode()


@pytest.mark.parametrize("text", ["null", '{"a": null}', 'nan": ', 'inf":1', "NaN", "Infinity"])
def test_words_that_only_look_like_bad_numbers_are_fine(text: str) -> None:
    for event in (
        Noted(seq=1, tick=2, text=text, remark=text),
        Priced(seq=1, tick=2, price=1.0, rates={text: 2.0, "nan": 1.0, "-inf": 0.0}),
        Priced(seq=1, tick=2, price=1.0, outside={"none": None, "deep": [None]}),
    ):
        assert decode(encode(event)) == event


@given(st.text())
def test_clean_text_makes_any_string_storable(text: str) -> None:
    event = Noted(seq=1, tick=2, text=clean_text(text))
    assert decode(encode(event)).text == clean_text(text) == clean_text(clean_text(text))


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_clean_text_leaves_storable_text_alone(text: str) -> None:
    assert clean_text(text) == text


def test_clean_text_shows_which_surrogate_was_there() -> None:
    assert clean_text("x\ud835y\udc00 \x00\u2028") == "x\\ud835y\\udc00 \x00\u2028"


def test_an_unknown_kind_is_its_own_error() -> None:
    with pytest.raises(UnknownKind, match=r"event 4 is of unknown kind 'sample\.new'"):
        decode(b'{"kind":"sample.new","seq":4,"tick":2}')


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff",
        b'{"seq":1,"tick":2,"text":"no kind"}',
        b'{"kind":7,"seq":1,"tick":2,"text":"x"}',
        b'{"kind":"sample.noted","seq":1,"tick":2}',
        b'{"kind":"sample.noted","seq":1.5,"tick":2,"text":"x"}',
        b'{"kind":"sample.noted","seq":1,"tick":2,"text":"x","new":1}',
        b'{"kind":"sample.noted","seq":1,"tick":2,"text":"\\ud800"}',
        b'{"kind":"sample.noted","seq":1,"tick":2,"text":"\xed\xa0\x80"}',
        b'{"kind":"sample.noted","seq":1,"tick":2,"text":"x"} ,',
        b'{"kind":"sample.priced","seq":1,"tick":2,"price":null}',
        b'{"kind":"sample.priced","seq":1,"tick":2,"price":1e400}',
        b'{"kind":"sample.priced","seq":1,"tick":2,"price":NaN}',
        b'{"kind":"sample.priced","seq":1,"tick":2,"price":1.0,"outside":' + b"[" * 100_000,
        "\ud800",
    ],
)
def test_any_other_damage_is_a_log_error(payload: bytes | str) -> None:
    with pytest.raises(LogError) as caught:
        decode(payload)
    assert type(caught.value) is LogError


def test_the_header_is_readable_without_knowing_the_kind() -> None:
    header = read_header(b'{"kind":"later.kind","seq":4,"tick":2,"more":[{}]}')
    assert (header.kind, header.seq, header.tick) == ("later.kind", 4, 2)
    with pytest.raises(LogError, match="this is no event"):
        read_header(b'{"kind":"later.kind","seq":4}')


def test_a_vocabulary_without_one_canonical_form_is_refused() -> None:
    class Tagged(Outcome, frozen=True, tag="sample.tagged"):
        legs: list[dict[str, frozenset[str]]]

    with pytest.raises(ValueError, match="order of its hashes"):
        make_decoder(Tagged | Ended)
    with pytest.raises(ValueError, match="at least two"):
        make_decoder(Ended)


class Quoted(Outcome, frozen=True, tag="sample.quoted"):
    raw: msgspec.Raw


class Quote(Line, frozen=True):
    raw: msgspec.Raw


class Hidden(Outcome, frozen=True, tag="sample.hidden"):
    quotes: tuple[Quote, ...]


def test_raw_json_is_kept_byte_for_byte() -> None:
    decode_quoted = make_decoder(Quoted | Ended)
    raw = msgspec.Raw('{ "b":null,"a":1.50,"b":"\u2028" }'.encode())
    event = Quoted(seq=1, tick=2, raw=raw)
    payload = encode(event)
    assert decode_quoted(payload) == event
    assert encode(decode_quoted(payload)) == payload


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"NaN",
        b"[1,]",
        b'"\xff"',
        b'"\\ud800"',
        b'{"a":\n1}',
        b'1},{"raw":',
        b"[" * 100_000,
    ],
    ids=lambda raw: repr(raw[:12]),
)
def test_raw_that_is_no_json_line_is_refused(raw: bytes) -> None:
    with pytest.raises(ValueError, match=r"sample\.quoted: a Raw field is no JSON line"):
        encode(Quoted(seq=1, tick=2, raw=msgspec.Raw(raw)))


def test_raw_json_must_be_a_field_of_its_own() -> None:
    with pytest.raises(ValueError, match="Hidden: raw JSON must be a field of its own"):
        encode(Hidden(seq=1, tick=2, quotes=(Quote(msgspec.Raw(b"1")),)))


def test_the_chain_is_what_the_document_says() -> None:
    assert bytes(32) == GENESIS
    expected = hashlib.sha256(bytes(32) + b"p1" + b"\n" + b"p2" + b"\n").digest()
    assert link(GENESIS, [b"p1", b"p2"]) == link(GENESIS, iter([b"p1", b"p2"])) == expected
    assert link(link(GENESIS, [b"p1"]), [b"p2"]) != expected
