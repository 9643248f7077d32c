"""Goal: an episode ends once, at the right moment, and stays ended.

Method: short and ruined episodes in the golden world are played over their last morning and beyond
(rule book §15, §21.9, deviations D1 and D12).
"""

import pytest

from events.episode import Call, EpisodeEnded, ToolAnswered
from sim.marketplace.tools import TOOLBOX
from sim.turn import take_turn
from tests.sim.marketplace.shop import NIGHT, Shop, strict
from tests.sim.test_turn import BALANCE, OPEN, at


def test_the_call_that_crosses_the_end_is_completed_and_later_ones_are_refused() -> None:
    shop = at("17:30", days=1)
    opened, balance, night, again = shop.play(OPEN, BALANCE, NIGHT, NIGHT)
    assert opened["bank_balance"] == 99_500
    assert balance["success"] is False
    assert night["current_time"] == "2026-01-02T08:00:00"
    assert again["note"]
    assert [*again] == ["episode_ended", "termination_reason", "current_time", "note"]
    for answer in (opened, balance, night, again):
        assert answer["episode_ended"] is True
        assert answer["termination_reason"] == "max_days_reached"
        assert answer["current_time"][:10] == "2026-01-02"
    assert [each.minutes for each in shop.events(ToolAnswered)[-4:]] == [60, 0, 0, 0]
    assert isinstance(shop.tape.events[-1], EpisodeEnded)
    assert len(shop.events(EpisodeEnded)) == 1
    assert shop.tape.events[-1].bank == 99_500_000_000


def test_ten_mornings_below_zero_end_the_episode_at_once() -> None:
    shop = Shop(bank=10)
    shop.nights(16)
    assert not shop.market.is_over
    told = shop.play(NIGHT, BALANCE)
    assert told[0]["termination_reason"] == "bankruptcy"
    assert "episode_ended" not in told[1]
    assert shop.tape.events[-1].reason == "bankruptcy"
    assert shop.market.day == 17


@pytest.mark.parametrize("turn", [[], [OPEN], [NIGHT, BALANCE, NIGHT], [Call("nope", "[")]])
def test_a_turn_after_the_end_is_refused_and_leaves_nothing_in_the_log(turn: list[Call]) -> None:
    shop = Shop(days=1)
    shop.nights(1)
    log, state = [*shop.tape.events], repr(shop.market.state)
    answers = take_turn(shop.market, TOOLBOX, turn)
    shop.tape.commit()
    assert [each.tool for each in answers] == [each.tool for each in turn]
    for answer in answers:
        assert answer.failed
        assert answer.result["error"]
        assert strict(answer.text)["episode_ended"] is True
    assert shop.tape.events == log
    assert isinstance(log[-1], EpisodeEnded)
    assert repr(shop.market.state) == state


def test_a_refusal_after_the_end_has_what_every_answer_has() -> None:
    shop = Shop(days=1)
    shop.nights(1)
    assert shop.ask("check_balance")["termination_reason"] == "max_days_reached"
