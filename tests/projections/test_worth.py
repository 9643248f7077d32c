"""Goal: figures come from the log alone and agree with the live state.

Method: archive short years and compare the projections with the folded state and known sums.
"""

from pathlib import Path

import polars as pl
import pytest

import shopyear
from events.marketplace import UnitsSold
from events.money import EscrowMatured, OpsCharged
from events.union import KINDS
from projections.frames import columns, frame_of, log_frame
from projections.worth import NEEDED, balances, worth


@pytest.fixture(scope="module")
def episode(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("worth") / "episode"
    return shopyear.run(folder, shopyear.Settings(agent="steward", days=40), sync="off").folder


def test_worth_equals_the_folded_state(episode):
    state = shopyear.fold(shopyear.load(episode))
    found = worth(log_frame(episode, *NEEDED))
    assert found is not None
    assert found.assets == state.book.assets
    assert found.last_day == state.day == 40
    assert found.multiplier == pytest.approx(state.book.assets / 100_000_000_000)
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
    assert found.multiplier == 0.0


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
