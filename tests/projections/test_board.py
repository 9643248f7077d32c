"""Goal: agents are ranked as far as they can be told apart, and each has an honest profile.

Method: scored episodes made by hand.
"""

import pytest
from scores import scored, series

from projections.board import DIMENSIONS, Board, board, needed, position, ranked_by
from projections.metric import Metric
from projections.score import METRICS, metrics_of
from projections.scored import LeftOut, pooled

RANKED_BY = ranked_by("marketplace")
NOISE = [0, 5, -3, 8, 2, -6, 4, 1]


def agent(name: str, level: float, **others):
    return series(RANKED_BY, [level + noise for noise in NOISE], agent=name, **others)


def only(*episodes) -> Board:
    (found,) = board([each for part in episodes for each in part], metrics_of).boards
    return found


def ranks(found: Board) -> dict[str, tuple[int, int]]:
    return {each.agent: (each.highest_rank, each.lowest_rank) for each in found.standings}


def test_every_dimension_is_a_metric_with_a_better_side():
    for scenario, dimensions in DIMENSIONS.items():
        assert len(dimensions) == 7
        for _, name in dimensions:
            assert metrics_of(scenario)[name].better
    asked = needed(metrics_of)
    assert len(set(asked)) == len(asked)
    assert set(asked) >= {RANKED_BY, "surplus", "calls", "final_net_worth", "query_depth"}


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
    found = board(episodes, metrics_of).boards
    assert [(each.world, each.days) for each in found] == [("v", 365), ("w", 100), ("w", 365)]
    assert all(ranks(each) for each in found)


STORE = {
    "rules": "supermarket/1",
    "days": 180,
    "opening_balance": 30_000 * 10**6,
    "options": '{"name":"hard_v2","patience":5,"rent":600000000}',
}


def shop(name: str, worth: list[int | None], **others):
    return series("final_net_worth", worth, agent=name, **{**STORE, **others})


def test_a_store_has_a_board_of_its_own_ranked_by_net_worth():
    episodes = [*agent("a", 0), *shop("rich", [9, 8]), *shop("poor", [1, 2])]
    market, store = sorted(board(episodes, metrics_of).boards, key=lambda each: each.scenario)
    assert (market.scenario, market.ranked_by, market.do_nothing) == (
        *("marketplace", "final_assets", None),
    )
    assert (store.scenario, store.ranked_by) == ("supermarket", "final_net_worth")
    assert [each.agent for each in store.standings] == ["rich", "poor"]
    assert (store.do_nothing.survival_days, store.do_nothing.final_net_worth) == (
        55,
        -3_000 * 10**6,
    )
    assert [place.dimension for place in store.standings[0].profile] == [
        dimension for dimension, _ in DIMENSIONS["supermarket"]
    ]


def test_another_preset_has_a_board_of_its_own():
    easy = '{"name":"easy","patience":5,"rent":0}'
    episodes = [*shop("a", [1, 2]), *shop("a", [7, 8], options=easy)]
    found = board(episodes, metrics_of).boards
    assert sorted(each.do_nothing.preset for each in found) == ["easy", "hard_v2"]
    assert all(len(each.standings) == 1 for each in found)


def test_an_episode_that_ended_before_its_first_night_is_left_out_and_named():
    found = board([*shop("a", [None, 5])], metrics_of)
    assert [each.episodes for each in found.boards[0].standings] == [1]
    assert found.left_out == (LeftOut("seed-1", "ended without a final_net_worth"),)


def test_paired_draws_of_a_store_do_not_drift():
    for draws, notes in (("paired", 0), ("published", 1)):
        found = only(shop("a", [1, 2], draws=draws), shop("b", [3, 4], draws=draws))
        assert len(found.notes) == notes


def test_an_unfinished_episode_is_on_no_board():
    found = board([scored(1, {RANKED_BY: 5}, status="interrupted")], metrics_of)
    assert found.boards == ()
    assert found.left_out == (LeftOut("seed-1", "interrupted"),)


def test_the_order_of_episodes_does_not_matter():
    episodes = [*agent("a", 0), *agent("b", 10), *agent("c", -5)]
    assert board(episodes[::-1], metrics_of) == board(episodes, metrics_of)


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
