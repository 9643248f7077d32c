"""Goal: a log that was altered is caught, by its chain, a published head or re-execution.

Method: forge archived episodes as someone with all our tools would, and verify them.
"""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from events.base import Event
from events.codec import encode, make_decoder
from events.episode import EpisodeEnded, EpisodeFinalised, TurnTaken
from events.journal import read_journal
from events.log import JOURNAL, MANIFEST, SEGMENTS, Row, read_episode
from events.manifest import read_manifest
from events.marketplace import ReturnArrived, UnitsSold
from events.money import DayClosed, EscrowMatured, StorageCharged
from events.union import AnyEvent
from runs.archive import load, run
from runs.cli import main
from runs.record import Record
from runs.replay import diff, state_at
from runs.verify import verify
from sim.marketplace.apply import fold
from sim.marketplace.world import Settings
from tests.forging import first, forged

GOLDEN = Path(__file__).parent.parent / "golden"
decode = make_decoder(AnyEvent)


@pytest.fixture(scope="module")
def episode(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("verify") / "e"
    run(folder, Settings(agent="steward", days=25), sync="off", segment_bytes=1_500_000)
    return folder


def one_micro_yuan_more(events: list[Event]) -> list[Event]:
    at = first(events, StorageCharged)
    events[at] = msgspec.structs.replace(events[at], amount=events[at].amount + 1)
    return events


def swapped_in_a_morning(events: list[Event]) -> list[Event]:
    at = first(events, UnitsSold)
    events[at], events[at + 1] = events[at + 1], events[at]
    return events


def dropped_return(events: list[Event]) -> list[Event]:
    del events[first(events, ReturnArrived)]
    return events


FORGERIES = [one_micro_yuan_more, swapped_in_a_morning, dropped_return]


def test_a_sound_episode_holds(episode, capsys):
    verdict = verify(episode)
    assert verdict.holds
    assert verdict.events == len(load(episode))
    assert len(read_manifest(episode / MANIFEST).segments) > 1
    assert main(["verify", str(episode), "--head", verdict.chain_head]) == 0
    assert "hold: chain, segments, manifest and re-execution agree" in capsys.readouterr().out


def more_turns_after_the_end(events: list[Event]) -> list[Event]:
    turn = events[first(events, TurnTaken)]
    return [*events, msgspec.structs.replace(turn, tick=events[-1].tick)]


def an_end_that_was_not_due(events: list[Event]) -> list[Event]:
    closed = [each for each in events if type(each) in (EpisodeFinalised, EpisodeEnded)]
    at = len(events) // 2
    return [*events[:at], *closed]


FORGERIES += [more_turns_after_the_end, an_end_that_was_not_due]


@pytest.mark.parametrize("change", FORGERIES, ids=lambda change: change.__name__)
def test_a_forgery_with_a_sound_chain_is_caught_by_re_execution(episode, tmp_path, change):
    found = verify(forged(episode, tmp_path / "forged", change))
    assert found.holds is False
    assert "re-execution gives" in found.told


@pytest.mark.parametrize("change", FORGERIES, ids=lambda change: change.__name__)
def test_a_forgery_with_a_sound_chain_is_caught_by_a_published_head(episode, tmp_path, change):
    published = verify(episode).chain_head
    found = verify(forged(episode, tmp_path / "forged", change), head=published)
    assert found.holds is False
    assert "published is" in found.told


def test_an_unchanged_rewriting_is_no_forgery(episode, tmp_path):
    again = forged(episode, tmp_path / "again", lambda events: events)
    assert verify(again, head=verify(episode).chain_head).holds


def test_re_execution_reads_the_log_once_and_no_commit_ahead(episode, monkeypatch):
    """Of the log, no more is held than the commit that is being compared."""
    read = compared = ahead = passes = 0

    def counted(folder: Path) -> Iterator[Row]:
        nonlocal read, passes
        passes += 1
        for row in read_episode(folder):
            read += 1
            yield row

    class Watched(Record):
        def commit(self, events: Sequence[Event], sync: bool = False) -> None:
            nonlocal compared, ahead
            ahead = max(ahead, read - compared - len(events))
            super().commit(events, sync)
            compared = self.compared

    monkeypatch.setattr("runs.verify.read_episode", counted)
    monkeypatch.setattr("runs.replay.read_episode", counted)
    monkeypatch.setattr("runs.verify.Record", Watched)
    assert verify(episode).holds
    assert (passes, read, ahead) == (1, len(load(episode)), 0)


def test_an_altered_byte_is_named_by_segment(episode, tmp_path):
    folder = tmp_path / "e"
    shutil.copytree(episode, folder)
    segment = folder / SEGMENTS / "segment-000001.parquet"
    data = bytearray(segment.read_bytes())
    data[len(data) // 2] ^= 1
    segment.write_bytes(data)
    found = verify(folder)
    assert found.holds is False
    assert "segment-000001.parquet" in found.told


def test_a_missing_segment_is_named(episode, tmp_path):
    folder = tmp_path / "e"
    shutil.copytree(episode, folder)
    (folder / SEGMENTS / "segment-000002.parquet").unlink()
    found = verify(folder)
    assert found.holds is False
    assert "segment-000002.parquet" in found.told


def test_another_world_cannot_tell(episode, capsys):
    assert main(["verify", str(episode), "--world", str(GOLDEN / "world")]) == 2
    assert "--world" in capsys.readouterr().out


def test_a_folder_without_an_episode_cannot_tell(tmp_path):
    assert main(["verify", str(tmp_path)]) == 2


def test_an_unreadable_world_cannot_tell(episode, tmp_path):
    assert main(["verify", str(episode), "--world", str(tmp_path)]) == 2


@pytest.mark.parametrize("name", ["half-year-churn", "overspend-bankrupt"])
def test_an_archived_trace_holds(name, archived):
    assert verify(archived(name), world=GOLDEN / "world").holds


def test_the_state_at_any_event_is_the_fold_so_far(episode):
    events = load(episode)
    for seq in (1, 57, len(events) // 2, len(events)):
        assert state_at(episode, seq) == fold(events[:seq])


def test_replay_shows_each_morning(episode, capsys):
    assert main(["replay", str(episode), "--until", "9"]) == 0
    shown = capsys.readouterr().out
    closed = [event for event in load(episode) if isinstance(event, DayClosed)][8]
    assert f"{closed.bank / 1e6:,.2f}" in shown
    assert "day    9" in shown
    assert "day   10" not in shown


def test_diff_names_the_first_difference_and_its_cause(episode, tmp_path, capsys):
    assert diff(episode, episode) is None
    other = forged(episode, tmp_path / "other", one_micro_yuan_more)
    found = diff(episode, other)
    at = first(load(episode), StorageCharged)
    assert found is not None
    assert found.seq == at + 1
    assert found.started == ()
    assert "wait_for_next_day" in found.cause
    assert main(["diff", str(episode), str(other)]) == 1
    assert "storage.charged" in capsys.readouterr().out


def test_diff_of_two_seeds_names_the_setting(episode, tmp_path):
    run(tmp_path / "e", Settings(agent="steward", days=25, seed=1), sync="off")
    found = diff(episode, tmp_path / "e")
    assert found is not None
    assert found.started == ("seed: 20260122 and 1",)
    assert found.seq > 1


def test_a_sealed_episode_leaves_no_journal(episode):
    assert read_journal(episode / JOURNAL).records == []
    matured = [event for event in load(episode) if isinstance(event, EscrowMatured)]
    assert all(encode(decode(encode(event))) == encode(event) for event in matured)
