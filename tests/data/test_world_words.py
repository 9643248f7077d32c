"""The draws and the grammar under the generated titles."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.marketplace.draws import Draws
from data.marketplace.words import VOCABULARY
from data.marketplace.words.grammar import make_title, read_kinds


@given(seed=st.integers(0, 2**64), bound=st.integers(1, 10**6))
def test_below_stays_below_its_bound(seed: int, bound: int) -> None:
    assert 0 <= Draws(seed).below(bound) < bound


@given(seed=st.integers(0, 2**64), options=st.lists(st.integers(), min_size=1))
def test_a_shuffle_keeps_every_option(seed: int, options: list[int]) -> None:
    assert sorted(Draws(seed).shuffled(options)) == sorted(options)
    assert Draws(seed).shuffled(options) == Draws(seed).shuffled(options)


def test_weights_are_kept_in_the_long_run() -> None:
    draws = Draws(5)
    counts = Counter(draws.weighted("abc", (1, 2, 0)) for _ in range(9000))
    assert counts["c"] == 0
    assert counts["b"] / counts["a"] == pytest.approx(2, rel=0.1)


def test_draws_are_those_of_a_known_seed() -> None:
    draws = Draws(20260122)
    known = [draws.below(100), draws.uniform(0, 1, 4), draws.choice("abcdef"), draws.chance(0.5)]
    assert known == [50, 0.8029, "b", True]


def test_a_paragraph_may_hold_templates_items_and_shared_slots() -> None:
    kinds = read_kinds(
        "weight: 3\n{size} {noun}\nnoun: Pot\n    | Pan\nsize: S | L\n\n"
        "- Hose {model}: 5 m | 9 m; {colour}\ncolour: Red"
    )
    assert [kind.weight for kind in kinds] == [3, 1]
    draws = Draws(1)
    titles = {make_title(draws, kinds[:1], "Quillmere") for _ in range(60)}
    assert titles == {f"Quillmere {size} {noun}" for size in "SL" for noun in ("Pot", "Pan")}
    title = make_title(draws, kinds[1:], "Quillmere")
    assert title.startswith("Quillmere Hose QU-")
    assert title.endswith(("0, 5 m, Red", "0, 9 m, Red"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [("{noun} {size}\nnoun: Pot", "no slot fills 'size'"), ("noun: Pot", "nothing is described")],
)
def test_a_vocabulary_with_a_gap_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_kinds(text)


@pytest.mark.parametrize("category", list(VOCABULARY))
def test_every_vocabulary_reads_and_names_enough_things(category: str) -> None:
    kinds = read_kinds(VOCABULARY[category])
    nouns = [noun for kind in kinds for noun in kind.slots.get("noun", kind.templates)]
    assert len(nouns) >= 5
    assert len(dict.fromkeys(nouns)) >= len(nouns) - 6
