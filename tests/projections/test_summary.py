"""Goal: figures over episodes say how they were combined, of how many, and never mix in a part.

Method: hand-computed sets of a few episodes.
"""

import pytest

from projections.summary import summaries
from tests.scores import scored


def figures(*episodes):
    (summary,) = summaries(episodes)
    return summary, summary.figures


def test_means_have_their_deviation_and_number():
    _, found = figures(*(scored(seed, {"last_day": day}) for seed, day in enumerate((10, 20, 60))))
    assert found["last_day"].value == 30
    assert found["last_day"].deviation == pytest.approx(26.457513)
    assert (found["last_day"].n, found["last_day"].how) == (3, "mean")


def test_a_ratio_is_that_of_the_sums():
    _, found = figures(
        scored(1, {"profit_per_call": 10, "surplus": 100, "calls": 10}),
        scored(2, {"profit_per_call": 2, "surplus": 60, "calls": 30}),
    )
    assert found["profit_per_call"].value == 4


def test_z_scores_are_combined_by_stouffer():
    _, found = figures(
        *(scored(seed, {"anchor_z": z}) for seed, z in enumerate((1.0, 2.0, 3.0, 2.0)))
    )
    assert found["anchor_z"].value == 4.0


def test_yes_counts_as_a_share():
    _, found = figures(*(scored(seed, {"bankrupt": seed == 0}) for seed in range(4)))
    assert (found["bankrupt"].value, found["bankrupt"].deviation) == (0.25, None)


def test_what_is_undefined_does_not_count():
    _, found = figures(
        scored(1, {"se_plus": None}), scored(2, {"se_plus": 0.5}), scored(3, {"se_plus": None})
    )
    assert (found["se_plus"].value, found["se_plus"].deviation, found["se_plus"].n) == (
        0.5,
        None,
        1,
    )
    _, found = figures(scored(1, {"se_plus": None}))
    assert (found["se_plus"].value, found["se_plus"].n) == (None, 0)


def test_an_episode_that_has_not_ended_is_named_and_left_out():
    summary, found = figures(
        scored(1, {"last_day": 365}), scored(2, {"last_day": 8}, status="interrupted")
    )
    assert (summary.ended, found["last_day"].value) == (1, 365)
    assert [(each.episode, each.status) for each in summary.left_out] == [("seed-2", "interrupted")]


def test_each_agent_has_its_own():
    found = summaries(
        [scored(1, {}, agent="b"), scored(2, {}, agent="a"), scored(3, {}, agent="b")]
    )
    assert [(each.agent, each.ended) for each in found] == [("b", 2), ("a", 1)]
