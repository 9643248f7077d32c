"""Goal: calls, minutes, bands, profit per call and memory traffic are what the log says.

Method: small logs made by hand, with every figure counted on paper; the table of bands against the
marketplace's own tools; one recorded year, counted again another way.
"""

from collections import Counter

import msgspec
import pytest
from logs import at, batch_of, log_of

from events.episode import Call, EpisodeEnded, EpisodeStarted, ToolAnswered, TurnTaken
from events.marketplace import MemoDeleted, MemoWritten
from projections.efficiency import BANDS, METRICS, OTHER, measure
from projections.frames import log_frame
from sim.marketplace.tools import TOOLBOX

RAW = msgspec.Raw(b"{}")


def started(opening: int = 1_000) -> EpisodeStarted:
    return EpisodeStarted(
        seq=0,
        tick=at(0),
        format=1,
        scenario="marketplace",
        world="",
        rules="",
        draws="published",
        seed=1,
        days=365,
        start_date="2026-01-01",
        opening_balance=opening,
        agent="",
        voice="",
    )


def ended(bank: int, wallet: int = 0, escrow: int = 0) -> EpisodeEnded:
    return EpisodeEnded(0, at(9), "max_days_reached", 9, bank, wallet, escrow)


def turn(number: int, *calls: tuple[str, int, bool]) -> list[object]:
    """Return a turn and the answers to its calls, each (tool, minutes, failed)."""
    taken = TurnTaken(0, at(1), number, tuple(Call(tool, "{}") for tool, _, _ in calls))
    answers = [
        ToolAnswered(0, at(1), number, index, tool, minutes, RAW, failed)
        for index, (tool, minutes, failed) in enumerate(calls)
    ]
    return [taken, *answers]


def figures(*events) -> dict[str, object]:
    return measure(batch_of(log_of(*events))).row(0, named=True)


@pytest.fixture(scope="module")
def day() -> dict[str, object]:
    """One day of ten calls in three turns, the last of them without a call."""
    return figures(
        started(opening=1_000),
        *turn(
            1,
            ("open_store", 60, False),
            ("market_search", 30, False),
            ("market_search", 30, True),
            ("conjure_cash", 0, True),
            ("operate_memory", 10, False),
        ),
        MemoWritten(0, at(1), "plan", "buy 茶"),
        *turn(
            2,
            ("operate_memory", 10, False),
            ("operate_memory", 10, True),
            ("operate_memory", 10, False),
            ("chatbox", 30, False),
            ("wait_for_next_day", 0, False),
        ),
        MemoDeleted(0, at(1), "plan"),
        *turn(3),
        ended(bank=700, wallet=200, escrow=75),
    )


def test_every_answered_call_counts_whatever_its_tool_and_outcome(day):
    assert (day["calls"], day["calls_failed"], day["calls_failed_share"]) == (10, 3, 0.3)


def test_a_turn_without_a_call_is_a_turn(day):
    assert day["turns"] == 3
    assert day["calls_per_turn"] == pytest.approx(10 / 3)


def test_calls_and_minutes_are_gathered_by_band(day):
    calls = {name[6:]: day[name] for name in day if name.startswith("calls_")}
    counted = {"publishing": 1, "research": 2, "bookkeeping": 4, "sourcing": 1, "day_advance": 1}
    nothing = {"shipping": 0, "withdrawal": 0, "pricing": 0}
    others = {"failed": 3, "failed_share": 0.3, "per_turn": calls["per_turn"]}
    assert calls == counted | nothing | {OTHER: 1} | others
    assert day["minutes_publishing"] == 60
    assert day["minutes_research"] == 60
    assert day["minutes_bookkeeping"] == 40
    assert day["minutes_sourcing"] == 30
    assert day["minutes_worked"] == 190


def test_a_successful_memory_call_that_wrote_and_deleted_nothing_is_a_look_up(day):
    assert (day["memo_writes"], day["memo_deletes"], day["memo_reads"]) == (1, 1, 1)
    assert day["memo_chars"] == 5


def test_profit_per_call_is_rounded_to_the_micro_yuan_ties_to_even(day):
    assert day["profit_per_call"] == -2
    made = figures(started(), *turn(1, *[("withdraw", 10, False)] * 2), ended(bank=1_007))
    assert made["profit_per_call"] == 4


def test_profit_per_call_needs_an_end_and_a_call():
    assert figures(started(), *turn(1, ("withdraw", 10, False)))["profit_per_call"] is None
    assert figures(started(), ended(bank=900))["profit_per_call"] is None


def test_an_episode_without_a_turn_has_counts_of_zero_and_no_ratios():
    blank = figures(started())
    undefined = {metric.name for metric in METRICS if metric.undefined}
    assert {name for name, value in blank.items() if value is None} == undefined
    assert all(blank[metric.name] == 0 for metric in METRICS if not metric.undefined)


def test_episodes_of_a_batch_are_measured_each_for_itself():
    busy = log_of(started(), *turn(1, ("withdraw", 10, False)), ended(bank=1_005))
    measured = measure(batch_of(log_of(started()), busy, log_of(started())))
    assert measured["episode"].to_list() == [0, 1, 2]
    assert measured["calls"].to_list() == [0, 1, 0]
    assert measured["profit_per_call"].to_list() == [None, 5, None]
    assert measured.columns == ["episode", *(metric.name for metric in METRICS)]


def test_the_table_of_bands_has_every_tool_of_the_marketplace_and_no_other():
    assert set(BANDS) == set(TOOLBOX.tools)
    assert len(set(BANDS.values())) == 8
    assert OTHER not in BANDS.values()


def test_a_recorded_half_year_counts_as_its_answers_do(archived):
    log = log_frame(archived("half-year-churn"))
    payloads = log.filter(log["kind"] == "tool.answered")["payload"]
    answers = [msgspec.json.decode(payload) for payload in payloads]
    measured = measure(batch_of(log)).row(0, named=True)
    assert measured["calls"] == len(answers) == 719
    assert measured["minutes_worked"] == sum(answer["minutes"] for answer in answers)
    bands = Counter(BANDS[answer["tool"]] for answer in answers)
    assert {band: measured[f"calls_{band}"] for band in bands} == dict(bands)
    assert measured["calls_failed"] == sum(answer.get("failed", False) for answer in answers)
    used = [answer for answer in answers if answer["tool"] == "operate_memory"]
    memory = sum(not answer.get("failed", False) for answer in used)
    assert memory == measured["memo_writes"] + measured["memo_deletes"] + measured["memo_reads"]
    assert (len(used), memory) == (11, 8)
