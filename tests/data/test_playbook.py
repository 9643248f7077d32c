"""The playbook: complete, shaped as market research shows it, and without figures."""

import re

import pytest

from data.marketplace.playbook import DEFAULT_PLAYBOOK, PLAYBOOK, PROFIT_POTENTIAL, Playbook

COUNTS = {
    "appliance_digital": (3, 3, 3),
    "fashion": (3, 3, 3),
    "shoes_bags": (3, 3, 3),
    "food_beverage": (3, 3, 3),
    "beauty": (3, 2, 3),
    "sports_outdoor": (3, 3, 3),
    "mother_baby": (3, 3, 3),
    "home_living": (3, 3, 3),
    "daily_office": (2, 3, 3),
    "pet": (3, 3, 3),
    "auto_hardware": (2, 2, 3),
    "toys_entertainment": (3, 3, 3),
}


def lines(playbook: Playbook) -> tuple[str, ...]:
    return (playbook.advantage, *playbook.strengths, *playbook.challenges, *playbook.tips)


def test_every_store_type_has_its_playbook() -> None:
    assert list(PLAYBOOK) == list(COUNTS)
    for name, book in PLAYBOOK.items():
        counts = (len(book.strengths), len(book.challenges), len(book.tips))
        assert counts == COUNTS[name]


@pytest.mark.parametrize("book", [*PLAYBOOK.values(), DEFAULT_PLAYBOOK])
def test_advice_is_whole_sentences_without_figures(book: Playbook) -> None:
    for line in lines(book):
        assert line.endswith(".")
        assert line[0].isupper()
        assert not re.search(r"[\d%¥]", line)
        assert not re.search(r"elasticit|capacity|ratio|floor|scam|fraud", line, re.IGNORECASE)


def test_no_advice_is_given_twice() -> None:
    said = [line for book in (*PLAYBOOK.values(), DEFAULT_PLAYBOOK) for line in lines(book)]
    assert len(said) == len({*said})


def test_profit_potential_names_the_tier() -> None:
    assert sorted(PROFIT_POTENTIAL) == [1, 2, 3]
    for tier, word in ((1, "very high"), (2, "moderate"), (3, "modest")):
        assert PROFIT_POTENTIAL[tier].startswith(word)
        assert not re.search(r"\d", PROFIT_POTENTIAL[tier])
