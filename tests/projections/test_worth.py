"""Goal: what a business was worth comes from the log alone and agrees with the live state.

Method: small logs by hand; then short archived years, compared with the folded state.
"""

from pathlib import Path

import msgspec
import polars as pl
import pytest

import shopyear
from events.base import Event
from events.episode import EpisodeEnded, EpisodeStarted
from events.marketplace import UnitsSold
from events.money import DayClosed, EscrowMatured, OpsCharged
from events.union import KINDS
from projections.exact import percent, ratio, round_div
from projections.frames import columns, frame_of, log_frame
from projections.worth import METRICS, NEEDED, balances, daily, measure, mornings, worth
from tests.logs import at, batch_of, log_of, morning

STARTED = EpisodeStarted(
    *(0, at(0, 480, 0), 1, "marketplace", "w", "r", "published", 1, 365, "2026-01-01"),
    *(1_000, "steward", "template"),
)


def closed(day: int, bank: int, wallet: int = 0, escrow: int = 0) -> Event:
    return DayClosed(0, morning(day, 12), day, *(0,) * 8, bank, wallet, escrow, 0)


def ended(day: int, bank: int, wallet: int = 0, reason: str = "max_days_reached") -> Event:
    return EpisodeEnded(0, morning(day, 15), reason, day, bank, wallet, 0)


def test_final_assets_are_the_three_balances_at_the_end():
    log = log_of(STARTED, closed(1, 900, 50, 50), ended(2, 1_200, 300))
    assert measure(batch_of(log)).row(0, named=True) == {
        "episode": 0,
        "final_assets": 1_500,
        "multiplier": 1.5,
        "surplus": 500,
        "bankrupt": False,
        "last_day": 2,
    }


def test_a_bankruptcy_is_one_and_may_end_in_debt():
    found = measure(batch_of(log_of(STARTED, ended(17, -250, 50, "bankruptcy")))).row(0, named=True)
    assert found["bankrupt"] is True
    assert found["final_assets"] == -200
    assert found["multiplier"] == -0.2
    assert found["surplus"] == -1_200


def test_an_episode_that_has_not_ended_has_no_primary_figures():
    batch = batch_of(log_of(STARTED, closed(1, 900)), log_of(STARTED, ended(1, 7)))
    found = measure(batch)
    assert found["episode"].to_list() == [0, 1]
    assert found["final_assets"].to_list() == [None, 7]
    assert found.row(0) == (0, None, None, None, None, None)


def test_nothing_multiplied_is_undefined():
    nothing = msgspec.structs.replace(STARTED, opening_balance=0)
    log = log_of(nothing, ended(1, 7))
    found = measure(batch_of(log)).row(0, named=True)
    assert found["multiplier"] is None
    assert found["surplus"] == 7
    told = worth(log)
    assert told is not None
    assert told.multiplier is None


def test_columns_are_the_metrics_and_typed():
    schema = measure(batch_of(log_of(STARTED))).schema
    assert list(schema) == ["episode", *(metric.name for metric in METRICS)]
    assert list(schema.values())[1:] == [pl.Int64, pl.Float64, pl.Int64, pl.Boolean, pl.Int64]


def test_the_daily_series_begins_with_the_opening_balance_and_leaves_out_the_end():
    log = log_of(STARTED, closed(1, 900, 50, 51), closed(2, 800), ended(2, 9))
    batch = batch_of(log, log_of(STARTED))
    assert daily(batch).rows() == [(0, 0, 1_000), (0, 1, 1_001), (0, 2, 800), (1, 0, 1_000)]
    assert mornings(batch)["assets"].to_list() == [1_001, 800]
    assert balances(log).rows()[-1] == (2, 9, 0, 0, 9)


@pytest.mark.parametrize(
    ("above", "below", "expected"),
    [(7, 2, 4), (5, 2, 2), (-5, 2, -2), (-7, 2, -4), (8, 3, 3), (-8, 3, -3), (1, 0, None)],
)
def test_whole_division_rounds_half_to_even(above, below, expected):
    frame = pl.DataFrame({"above": [above], "below": [below]})
    quotient = frame.select(round_div(pl.col("above"), pl.col("below")))
    assert quotient.dtypes == [pl.Int64]
    assert quotient.item() == expected


def test_a_ratio_to_nothing_is_undefined():
    frame = pl.DataFrame({"above": [1, 1], "below": [0, 4]})
    assert frame.select(ratio(pl.col("above"), pl.col("below"))).rows() == [(None,), (0.25,)]
    assert frame.select(percent(pl.col("above"), pl.col("below"))).rows() == [(None,), (25.0,)]


@pytest.fixture(scope="module")
def episode(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("worth") / "episode"
    return shopyear.run(folder, shopyear.Settings(agent="steward", days=40), sync="off").folder


def test_worth_equals_the_folded_state(episode):
    state = shopyear.fold(shopyear.load(episode))
    found = worth(log_frame(episode, *NEEDED))
    assert found is not None
    assert found.assets == state.book.assets
    assert found.opening_balance == 100_000_000_000
    assert found.last_day == state.day == 40
    assert found.multiplier == state.book.assets / 100_000_000_000
    assert not found.bankrupt


def test_balances_have_one_row_a_morning_and_one_for_the_end(episode):
    daily = balances(log_frame(episode, *NEEDED))
    assert daily["day"].to_list() == [*range(1, 41), 40]
    assert daily["assets"].dtype == pl.Int64
    end = daily.row(-1, named=True)
    assert end["escrow"] == 0
    assert end["assets"] == end["bank"] + end["wallet"]


def test_an_idle_business_goes_bankrupt(tmp_path):
    settings = shopyear.Settings(agent="idle", opening_balance=0)
    folder = shopyear.run(tmp_path / "idle", settings, sync="off").folder
    found = worth(log_frame(folder))
    assert found is not None
    assert found.bankrupt
    assert found.assets == -10_000_000_000
    assert found.last_day == 17
    assert found.multiplier is None


def test_a_frame_has_a_typed_column_for_every_field(episode):
    log = log_frame(episode)
    for kind in KINDS.values():
        frame = frame_of(log, kind)
        assert dict(frame.schema) == columns(kind)
    sold = frame_of(log, UnitsSold)
    events = [event for event in shopyear.load(episode) if isinstance(event, UnitsSold)]
    assert sold.height == len(events) > 0
    assert sold["rate_price"].to_list() == [event.rate_price for event in events]
    assert sold["net"].sum() == sum(event.net for event in events)


def test_lines_inside_events_become_lists_of_structs(episode):
    log = log_frame(episode, OpsCharged, EscrowMatured)
    costs = frame_of(log, OpsCharged).explode("stores").unnest("stores")
    assert set(costs["amount"].to_list()) <= {60_000_000, 100_000_000, 130_000_000}
    matured = frame_of(log, EscrowMatured).explode("batches").unnest("batches")
    assert matured["batch"].is_unique().all()


def test_an_interrupted_episode_has_no_worth_yet(episode):
    log = log_frame(episode).filter(pl.col("kind") != "episode.ended")
    assert worth(log) is None
