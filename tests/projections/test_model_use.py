"""Goal: what a model took is summed from the log, and what is unknown stays unknown.

Method: hand-made logs of answers, failed attempts and removals.
"""

from typing import Any

import msgspec
import pytest

from events.agent import (
    AgentConfigured,
    AttemptFailed,
    ContextCut,
    DayForced,
    ModelAnswered,
)
from projections.model_use import METRICS, measure
from tests.logs import at, batch_of, log_of

RAW = msgspec.Raw(b'{"role":"assistant","content":"."}')


def configured(**others: Any) -> AgentConfigured:
    fields = {"model": "m", "mode": "tools", "prompts": "p", "system": "s", "first": "f"}
    numbers = {"capacity": 9, "trigger": 8, "release": 4, "spared": 2}
    return AgentConfigured(
        0, at(0), **fields, **numbers, tools_sha256="", counter="bytes/4", **others
    )


def answered(turn: int, *tokens: int) -> ModelAnswered:
    names = ("input_tokens", "cached_tokens", "output_tokens")
    given = dict(zip(names, tokens, strict=False))
    return ModelAnswered(0, at(0), turn=turn, attempt=1, message=RAW, finish="stop", **given)


PRICED = {"currency": "USD", "price_input": 250, "price_cached": 25, "price_output": 2_000}


def figures(*events: Any) -> dict[str, Any]:
    (row,) = measure(batch_of(log_of(*events))).rows(named=True)
    return row


def test_answers_attempts_and_removals_are_counted():
    found = figures(
        configured(),
        AttemptFailed(0, at(0), turn=1, attempt=1, fault="server", told=""),
        answered(1, 100, 40, 7),
        ContextCut(0, at(0), turn=2, freed=900, messages=(2, 3)),
        answered(2, 200, 60, 3),
        ContextCut(0, at(0), turn=3, freed=50, messages=(4,), forced=True),
        DayForced(0, at(0), turn=4, reason="turns"),
    )
    assert [found[name] for name in ("model_answers", "attempts_failed")] == [2, 1]
    assert (found["context_cuts"], found["context_freed"]) == (2, 950)
    assert found["forced_days"] == 1
    assert (found["input_tokens"], found["cached_tokens"], found["output_tokens"]) == (300, 100, 10)
    assert found["model_cost"] is None


def test_the_cost_is_exact_to_the_billionth():
    found = figures(configured(**PRICED), answered(1, 100, 40, 7), answered(2, 200, 60, 3))
    assert found["model_cost"] == 200 * 250 + 100 * 25 + 10 * 2_000


@pytest.mark.parametrize("untold", [(-1, 40, 7), (100, -1, 7), (100, 40, -1)])
def test_one_untold_number_leaves_the_cost_unknown(untold):
    found = figures(configured(**PRICED), answered(1, *untold), answered(2, 200, 60, 3))
    assert found["model_cost"] is None
    names = ("input_tokens", "cached_tokens", "output_tokens")
    assert [found[name] is None for name in names] == [number < 0 for number in untold]


def test_without_a_discount_the_cached_part_need_not_be_known():
    prices = PRICED | {"price_cached": 250}
    assert figures(configured(**prices), answered(1, 100, -1, 7))["model_cost"] == 39_000


def test_a_free_model_costs_nothing_and_an_unpriced_one_is_unknown():
    free = {"currency": "USD", "price_input": 0, "price_cached": 0, "price_output": 0}
    assert figures(configured(**free), answered(1, 100, 40, 7))["model_cost"] == 0
    half = PRICED | {"price_output": -1}
    assert figures(configured(**half), answered(1, 100, 40, 7))["model_cost"] is None
    assert figures(configured(**half), answered(1, 100, 40, 0))["model_cost"] == 16_000


def test_an_episode_without_a_model_has_none_of_it():
    found = measure(batch_of(log_of(), log_of(configured())))
    assert found.columns == ["episode", *(metric.name for metric in METRICS)]
    assert set(found.row(0)[1:]) == {None}
    assert found.row(1, named=True)["model_answers"] == 0
    assert found.row(1, named=True)["input_tokens"] == 0
