"""Goal: an answer is whole JSON of at most 65,536 characters, and says what it leaves out.

Method: results of every shape, made by hypothesis with huge texts, lists and objects, are presented
and read back; pages are leafed through and put together again (rule book §21.8, deviation D5).
"""

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runs.agents.base import call
from sim.answers import LIMIT, present
from tests.sim.marketplace.shop import Shop, strict
from tests.strategies import golden

EXOTIC = 'a\u2028\0\U0001f600é"\\\n'
small = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**53), 2**53), st.text(max_size=8),
    st.floats(-1e9, 1e9),
)  # fmt: skip
huge_text = st.builds(
    lambda part, times: part * times,
    st.sampled_from(("x", EXOTIC, "\0", "\U0001f600", "word ", '"')),
    st.sampled_from((1, 50, 5_000, 30_000, 70_000)),
)
keys = st.text(min_size=1, max_size=6)
times = st.sampled_from((2, 30, 3_000))
many = st.one_of(
    st.builds(lambda one, count: [one] * count, small, times),
    st.builds(lambda one, count: {f"k{n}": one for n in range(count)}, small, times),
    st.builds(lambda one, count: [[one]] * count, small, times),
    st.builds(lambda one, count: [{"id": "x", "text": one}] * count, st.text(max_size=40), times),
)
nested = st.recursive(
    st.one_of(small, huge_text, many),
    lambda inner: st.one_of(st.lists(inner, max_size=6), st.dictionaries(keys, inner, max_size=6)),
    max_leaves=8,
)
results = st.dictionaries(st.sampled_from(("a", "b", "rows", "note", "text")), nested, max_size=5)


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Fail instead of hanging."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    except TimeoutError:
        # Not with that traceback: an alarm may strike where the code has no line to show.
        raise AssertionError(f"not done after {seconds} s") from None
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def shown(result: dict[str, Any], *more: Any) -> dict[str, Any]:
    text = present(result, *more).decode()
    assert len(text) <= LIMIT == 65_536
    read = strict(text)
    assert isinstance(read, dict)
    return read


def part_of(value: Any, whole: Any) -> bool:
    """Return whether `value` is `whole` with texts, lists and objects cut at their ends."""
    if isinstance(whole, str):
        return isinstance(value, str) and whole.startswith(value)
    if isinstance(whole, list):
        return isinstance(value, list) and all(map(part_of, value, whole[: len(value)]))
    if isinstance(whole, dict):
        same = isinstance(value, dict) and [*value] == [*whole][: len(value)]
        return same and all(part_of(value[key], whole[key]) for key in value)
    return bool(value == whole) and type(value) is type(whole)


@given(results)
@settings(max_examples=120, derandomize=True, database=None, deadline=None)
def test_any_result_becomes_whole_json_that_fits(result: dict[str, Any]) -> None:
    if len(result) == 0:
        assert shown(result) == {}
        return
    with within(20):
        read = shown(result)
    whole = json.loads(json.dumps(result))
    left_out = read.pop("shortened", {})
    assert part_of(read, whole)
    assert bool(left_out) == (read != whole)
    for path, what in left_out.items():
        assert path.startswith("$.")
        assert path[2:].split(".")[0].split("[")[0] in whole
        assert what.startswith("shortened to its first ")


def test_a_text_that_just_fits_is_left_alone_and_one_more_character_is_not() -> None:
    frame = len('{"text":""}')
    for letter in ("x", "é", "\U0001f600"):
        fits = {"text": letter * (LIMIT - frame)}
        assert shown(fits) == fits
        cut = shown({"text": letter * (LIMIT - frame + 1)})
        assert cut["shortened"] == {"$.text": f"shortened to its first {(LIMIT - frame + 1) // 2}"}
        assert len(cut["text"]) == (LIMIT - frame + 1) // 2


def test_the_longest_part_goes_first_and_numbers_stay() -> None:
    read = shown({"short": "s" * 20_000, "long": "l" * 60_000, "n": 12.25, "id": "store_001"})
    assert (len(read["short"]), len(read["long"])) == (20_000, 30_000)
    assert (read["n"], read["id"]) == (12.25, "store_001")
    assert read["shortened"] == {"$.long": "shortened to its first 30000"}


def test_names_of_what_was_shortened_lead_to_the_place() -> None:
    read = shown({"list": [{"a": 1}, {"text": "x" * 90_000}], "n": 5})
    assert [*read["shortened"]] == ["$.list[1].text"]
    assert read["n"] == 5


rows = st.lists(
    st.one_of(
        st.integers(0, 9).map(lambda n: {"id": n, "text": "x" * 200}),
        st.sampled_from((300, 5_000, 40_000)).map(lambda n: {"text": "é" * (n // 2), "n": n}),
        st.just({"text": EXOTIC * 400}),
    ),
    max_size=30,
)


@given(rows, st.integers(1, 40), st.booleans())
@settings(max_examples=30, derandomize=True, database=None, deadline=None)
def test_pages_hold_every_row_once_and_in_order(
    some: list[dict[str, Any]], times: int, keyed: bool
) -> None:
    every = [row | {"at": n} for n, row in enumerate(some * times)][:400]
    whole: Any = {f"key {n}": row for n, row in enumerate(every)} if keyed else every
    result = {"count": len(every), "rows": whole, "note": "n"}
    first = shown(result, ("rows",))
    pages = [first["rows"]]
    assert ("pages" in first) == (first != result)
    for page in range(2, first.get("pages", 1) + 1):
        read = shown(result, ("rows",), page)
        assert (read["page"], read["pages"]) == (page, first["pages"])
        assert (read["count"], read["note"]) == (len(every), "n")
        assert read["rows"]
        assert "shortened" not in read
        pages.append(read["rows"])
    together = [entry for page in pages for entry in (page.items() if keyed else page)]
    assert together == (list(whole.items()) if keyed else whole)
    if "pages" in first or len(present(result)) <= LIMIT:
        beyond = shown(result, ("rows",), first.get("pages", 1) + 1)
        assert beyond["rows"] == ({} if keyed else [])


@pytest.mark.parametrize("page", [2, 99, 10**9, 10**30])
def test_a_page_beyond_the_last_is_empty_and_says_so(page: int) -> None:
    read = shown({"rows": [1, 2, 3], "total": 3}, ("rows",), page)
    assert (read["rows"], read["total"], read["pages"], read["page"]) == ([], 3, 1, page)


def test_a_row_too_long_for_a_page_is_shortened_and_the_rest_fits() -> None:
    read = shown({"rows": [{"n": 0, "text": "x" * 90_000}, {"n": 1}], "total": 2}, ("rows",))
    assert read["total"] == 2
    assert read["rows"][0]["n"] == 0
    assert read["shortened"]


def test_the_first_field_that_has_rows_is_paged() -> None:
    long = ["x" * 100] * 1_000
    read = shown({"stores": long, "note": "n"}, ("products", "stores"))
    assert 0 < len(read["stores"]) < 1_000
    assert read["pages"] == 2


def test_tools_page_their_lists_through_to_the_last_row() -> None:
    shop = Shop()
    seen: list[str] = []
    page, pages = 1, 2
    while page <= pages:
        answer = shop.ask("list_products", page=page)
        pages, page = answer["pages"], page + 1
        seen += [row["product_id"] for row in answer["results"]]
    assert seen == [row.id for row in golden().products]
    assert shop.ask("list_products", page=pages + 1)["results"] == []
    first = shop.ask("supplier_search")
    found = [row["supplier_name"] for row in first["results"]]
    for page in range(2, first["pages"] + 1):
        answer = shop.ask("supplier_search", page=page)
        found += [row["supplier_name"] for row in answer["results"]]
    assert sorted(found) == sorted(row.name for row in golden().suppliers)
    assert found != [row.name for row in golden().suppliers]


def test_notices_survive_a_shortened_answer() -> None:
    shop = Shop()
    shop.ask("operate_memory", action="add", title="a", content="m" * 90_000)
    shop.nights(8)
    shop.play(*[call("check_balance")] * 59)
    answer = shop.ask("operate_memory", action="list")
    assert answer["system_notifications"][0]["news"][0]["type"] == "penalty"
    assert [*answer["shortened"]] == ["$.memos.a"]
    assert answer["total_memos"] == 1


def test_a_memo_with_a_long_title_is_refused() -> None:
    shop = Shop()
    added = shop.ask("operate_memory", action="add", title="t" * 201, content="x")
    assert "200" in added["error"]
    assert shop.ask("operate_memory", action="list")["total_memos"] == 0


@pytest.mark.parametrize("value", [1, "x", "y" * 70_000], ids=["number", "text", "long text"])
def test_long_keys_are_shortened_too(value: Any) -> None:
    with within(1):
        assert shown({"memos": {"k" * 70_000: value}, "n": 1})["n"] == 1
