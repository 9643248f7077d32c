"""Goal: a framework is what was asked for, with the published limits, or an error that says why.

Method: frameworks by name, scenario and limits; hypothesis for limits that fit.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.agents.context import Window
from runs.agents.frameworks import (
    BY_SCENARIO,
    DAY_WINDOW,
    FRAMEWORKS,
    NAMES,
    Framework,
    framework_of,
    window_of,
)


def test_each_scenario_has_its_own_default():
    named = {scenario: framework_of(None, scenario).name for scenario in BY_SCENARIO}
    assert named == {"marketplace": "conversation", "supermarket": "react"}


def test_the_published_limits_are_the_defaults():
    limits = {
        name: (each.day_turns, each.round_turns, each.fruitless_turns)
        for name, each in FRAMEWORKS.items()
    }
    assert limits == {
        "conversation": (0, 0, 0),
        "react": (50, 0, 5),
        "reflection": (50, 0, 5),
        "plan-and-act": (50, 20, 5),
    }
    assert window_of(FRAMEWORKS["react"]).trigger == DAY_WINDOW.trigger == 50_000
    assert window_of(FRAMEWORKS["conversation"]) == Window()


@given(st.sampled_from(NAMES), st.integers(1, 500), st.integers(1, 50))
def test_other_limits_replace_only_what_they_name(name, day_turns, fruitless_turns):
    limits = {"day_turns": day_turns, "fruitless_turns": fruitless_turns, "round_turns": None}
    if name == "conversation":
        with pytest.raises(ValueError, match="the framework conversation has no such limit"):
            framework_of(name, "supermarket", **limits)
        return
    found = framework_of(name, "supermarket", **limits)
    assert (found.day_turns, found.fruitless_turns) == (day_turns, fruitless_turns)
    assert found.round_turns == FRAMEWORKS[name].round_turns


@pytest.mark.parametrize(
    ("given_", "told"),
    [
        ({"name": "rect"}, "framework: there is no 'rect'; there are conversation, react"),
        ({"name": "react", "fruitless_turns": 5}, "day_turns: expected 1 or more, found 0"),
        (
            {"name": "react", "day_turns": 5, "fruitless_turns": 5, "round_turns": 2},
            "round_turns: the framework react has no such limit",
        ),
        (
            {"name": "plan-and-act", "day_turns": 5, "fruitless_turns": 5},
            "round_turns: expected 1 or more, found 0",
        ),
        (
            {"name": "reflection", "day_turns": 5, "fruitless_turns": -1},
            "fruitless_turns: expected 1 or more, found -1",
        ),
    ],
)
def test_what_no_day_can_be_played_with_is_refused(given_, told):
    with pytest.raises(ValueError, match=told):
        Framework(**given_)


def test_an_unknown_framework_is_named():
    with pytest.raises(ValueError, match="there is no 'cot'"):
        framework_of("cot", "supermarket")
