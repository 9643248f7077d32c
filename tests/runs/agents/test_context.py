"""Goal: the editor clears what the published one clears, and never tears a call from its result.

Method: 24 recorded conversations with every pass, and random ones for what must always hold.
"""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.agents.context import PROTECTED, Context, Cut, Kind, Window
from tests.conftest import GOLDEN

VECTORS = json.loads((GOLDEN / "context-editing.json").read_text())
KINDS: dict[str, Kind] = {
    "system": "system",
    "user": "user",
    "assistant": "assistant",
    "assistant_tools": "calls",
    "tool": "tool",
}


@pytest.mark.parametrize("vector", VECTORS, ids=range(len(VECTORS)))
def test_recorded_passes_are_repeated(vector):
    config = vector["config"]
    context = Context(
        Window(
            trigger=config["trigger"],
            release=config["clear_at_least"],
            spared=config["keep_tool_use"],
        )
    )
    messages = zip(vector["roles"], vector["tokens"], strict=True)
    for recorded in vector["passes"]:
        while len(context.entries) < recorded["messages_before"]:
            role, tokens = next(messages)
            context.add(KINDS[role], tokens)
        assert context.tokens == recorded["live_tokens_before"]
        assert context.edit() == Cut(recorded["freed"], tuple(recorded["cleared"]))


TURNS = st.lists(
    st.tuples(st.integers(1, 400), st.lists(st.integers(1, 900), max_size=4)), max_size=40
)


@given(turns=TURNS, spared=st.integers(0, 3), capacity=st.integers(1_000, 6_000))
def test_no_call_is_sent_without_its_results_and_the_window_holds(turns, spared, capacity):
    window = Window(capacity=capacity, trigger=capacity * 3 // 4, release=600, spared=spared)
    context = Context(window)
    context.add("system", 90)
    context.add("user", 10)
    for said, results in turns:
        context.edit()
        context.squeeze()
        assert context.tokens == sum(e.tokens for e in context.entries if not e.cleared)
        assert not any(entry.cleared for entry in context.entries[:PROTECTED])
        sent = [entry.kind for entry in context.entries if not entry.cleared]
        for before, kind in pairwise(sent):
            assert kind != "tool" or before in ("calls", "tool")
        newest = _newest_group(context)
        if context.tokens > capacity:
            assert all(entry.cleared for entry in context.entries[PROTECTED:newest])
        context.add("calls" if results else "assistant", said)
        for tokens in results:
            context.add("tool", tokens)
        if not results:
            context.add("user", 20)


def _newest_group(context: Context) -> int:
    places = [
        place
        for place, (entry, after) in enumerate(
            zip(context.entries, context.entries[1:], strict=False)
        )
        if entry.kind == "calls" and after.kind == "tool" and not entry.cleared
    ]
    return places[-1] if places else len(context.entries)


def test_below_the_trigger_only_force_clears():
    context = Context(Window(trigger=1_000, release=100, spared=1))
    kinds: tuple[Kind, ...] = ("system", "user", "calls", "tool", "calls", "tool", "calls", "tool")
    for kind in kinds:
        context.add(kind, 50)
    assert context.edit() == Cut(0, ())
    assert context.edit(force=True) == Cut(100, (2, 3))
    assert context.tokens == 300


def test_reaching_the_trigger_is_enough():
    context = Context(Window(trigger=200, release=1, spared=0))
    for kind in ("system", "user", "calls", "tool"):
        context.add(KINDS.get(kind, "calls"), 50)
    assert context.edit() == Cut(100, (2, 3))
