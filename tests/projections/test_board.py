"""Goal: agents are ranked as far as they can be told apart, and each has an honest profile.

Method: scored episodes made by hand.
"""

import pytest
from scores import scored, series

from projections.board import DIMENSIONS, RANKED_BY, Board, board, needed, position
from projections.metric import Metric
from projections.score import METRICS
from projections.scored import LeftOut, pooled

NOISE = [0, 5, -3, 8, 2, -6, 4, 1]


def agent(name: str, level: float, **others):
    return series(RANKED_BY, [level + noise for noise in NOISE], agent=name, **others)


def only(*episodes) -> Board:
    (found,) = board([each for part in episodes for each in part], METRICS).boards
    return found


def ranks(found: Board) -> dict[str, tuple[int, int]]:
    return {each.agent: (each.highest_rank, each.lowest_rank) for each in found.standings}


def test_every_dimension_is_a_metric_with_a_better_side():
    assert len(DIMENSIONS) == 7
    for _, name in DIMENSIONS:
        assert METRICS[name].better
    assert set(needed(METRICS)) >= {RANKED_BY, "surplus", "calls"}


def test_agents_that_can_be_told_apart_have_ranks_of_their_own():
    found = only(agent("low", 0), agent("high", 200), agent("middle", 100))
    assert ranks(found) == {"high": (1, 1), "middle": (2, 2), "low": (3, 3)}
    assert [each.agent for each in found.standings] == ["high", "middle", "low"]


def test_agents_that_cannot_be_told_apart_share_a_range_of_ranks():
    rough = series(RANKED_BY, [130, 70, 125, 80, 120, 60, 135, 88], agent="rough")
    found = only(agent("low", 0), agent("good", 100), rough)
    assert ranks(found) == {"good": (1, 2), "rough": (1, 2), "low": (3, 3)}


def test_with_few_episodes_all_share_all_ranks():
    found = only(*(agent(name, level)[:4] for name, level in (("a", 0), ("b", 900), ("c", 5))))
    assert set(ranks(found).values()) == {(1, 3)}


def test_one_agent_is_first_and_last():
    found = only(agent("a", 0))
    assert ranks(found) == {"a": (1, 1)}
    assert found.differences == ()


def test_the_mean_has_an_interval_unless_there_is_one_episode():
    found = only(agent("many", 100), agent("one", 100)[:1])
    many, one = sorted(found.standings, key=lambda each: each.agent)
    assert many.mean == 100 + 11 / 8
    assert many.interval.low < many.mean < many.interval.high
    assert one.interval is None
    assert found.notes[0].startswith("many, one: not paired: one has no seed 2, 3, 4, 5, 6 and 2")


def test_other_settings_have_a_board_of_their_own():
    episodes = [*agent("a", 0), *agent("a", 0, days=100), *agent("b", 0, world="v")]
    found = board(episodes, METRICS).boards
    assert [(each.world, each.days) for each in found] == [("v", 365), ("w", 100), ("w", 365)]
    assert all(ranks(each) for each in found)


def test_an_unfinished_episode_is_on_no_board():
    found = board([scored(1, {RANKED_BY: 5}, status="interrupted")], METRICS)
    assert found.boards == ()
    assert found.left_out == (LeftOut("seed-1", "interrupted"),)


def test_the_order_of_episodes_does_not_matter():
    episodes = [*agent("a", 0), *agent("b", 10), *agent("c", -5)]
    assert board(episodes[::-1], METRICS) == board(episodes, METRICS)


def test_draws_that_drift_are_told_of_once():
    found = only(*(agent(name, 0, draws="published") for name in "abc"))
    assert len(found.notes) == 1


def test_a_profile_has_pooled_values_and_places():
    thrifty = scored(1, {RANKED_BY: 1, "bad_spend_pct": 2.0, "se_plus": 0.5}, agent="thrifty")
    keen = scored(1, {RANKED_BY: 1, "bad_spend_pct": 9.0}, agent="keen")
    profiles = {
        each.agent: {place.metric: place for place in each.profile}
        for each in only([thrifty, keen]).standings
    }
    assert profiles["thrifty"]["bad_spend_pct"].position == 100
    assert profiles["keen"]["bad_spend_pct"].position == 0
    assert profiles["thrifty"]["se_plus"].value == 0.5
    assert profiles["thrifty"]["se_plus"].position is None
    assert profiles["thrifty"]["se_plus"].undefined == "no other agent has a value"
    assert profiles["keen"]["se_plus"].value is None
    assert profiles["keen"]["se_plus"].undefined == METRICS["se_plus"].undefined


def test_positions_are_ranks_in_percent_and_ties_share_the_middle():
    assert position(3, [1, 2, 3], "higher") == 100
    assert position(3, [1, 2, 3], "lower") == 0
    assert position(2, [1, 2, 2, 3, 4], "higher") == 37.5
    assert position(1, [1, 1], "higher") == 50
    assert position(1, [1], "higher") is None


def metric(**others) -> Metric:
    return Metric(**{"name": "m", "unit": "ratio", "meaning": ""} | others)


def test_figures_are_pooled_as_their_metric_says():
    episodes = series("m", [1.0, 2.0, None, 3.0, 4.0])
    assert pooled(metric(), episodes) == 2.5
    assert pooled(metric(pooled="stouffer", unit="z"), episodes) == 5.0
    shares = series("m", [True, False, None, False, False])
    assert pooled(metric(pooled="share", unit="yes"), shares) == 0.25
    assert pooled(metric(), series("m", [None])) is None


@pytest.mark.parametrize(("unit", "expected"), [("ratio", 0.25), ("percent", 25.0)])
def test_a_pooled_ratio_is_the_ratio_of_sums_of_episodes_that_have_both(unit, expected):
    episodes = [
        scored(1, {"m": 0.5, "top": 1, "base": 2}),
        scored(2, {"m": 1 / 6, "top": 1, "base": 6}),
        scored(3, {"m": None, "top": None, "base": 90}),
    ]
    ratio = metric(unit=unit, pooled="ratio", over=("top", "base"))
    assert pooled(ratio, episodes) == expected


def test_a_pooled_ratio_over_nothing_is_undefined():
    ratio = metric(pooled="ratio", over=("top", "base"))
    assert pooled(ratio, [scored(1, {"m": 0.0, "top": 0, "base": 0})]) is None
