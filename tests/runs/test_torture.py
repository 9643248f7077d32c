"""Goal: a kill at any named point of an episode loses nothing, and the torture would see a loss.

Method: three days of a recorded year, in real processes that are really killed; what a lost commit,
another head or a broken process looks like is played to the torture, and it must tell.
"""

import json
import random
import time
from collections import Counter
from pathlib import Path

import pytest

from events.journal import read_journal
from events.log import JOURNAL
from runs import torture
from runs.bench import GOLDEN
from runs.cli import main
from runs.faults import Words
from runs.options import YEAR
from runs.torture import (
    Fate,
    Kill,
    Year,
    kill_and_resume,
    named_points,
    plan,
    strike,
    torture_kill,
    undisturbed,
)

SHORT = Year(YEAR, GOLDEN / "world", 3)
JOBS = 2
SEALING = (
    "segment create",
    "segment write",
    "segment fsync",
    "segment replace",
    "folder fsync after segment replace",
    "manifest create",
    "manifest write",
    "manifest fsync",
    "manifest replace",
    "folder fsync after manifest replace",
    "journal unlink",
    "folder fsync after journal unlink",
    "new journal create",
    "new journal write",
    "new journal fdatasync",
    "folder fsync after new journal fdatasync",
)
OTHERS = {
    "folder mkdir",
    "folder fsync after folder mkdir",
    "lock create",
    "lock ftruncate",
    "lock write",
    "journal write",
    "journal fdatasync",
    "lock unlink",
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Words:
    """The short episode, undisturbed."""
    return undisturbed(tmp_path_factory.mktemp("whole") / "e", SHORT)


def test_every_kind_of_disk_call_has_a_name(whole):
    assert set(whole.calls) == {*SEALING, *OTHERS}
    assert whole.calls.count("journal write") == whole.commits


def test_a_seal_passes_its_points_in_order(whole):
    first = whole.calls.index("segment create")
    assert whole.calls[first : first + len(SEALING)] == SEALING


def test_a_kill_at_each_named_point_loses_nothing(whole):
    """Before, amid or after in turn; at the last of its calls, or at any in every other case."""
    chance, kills = random.Random(11), []
    for name, moment in named_points(whole.calls)[: len(set(whole.calls))]:
        places = [call for call, other in enumerate(whole.calls, 1) if other == name]
        call = chance.choice(places) if len(kills) % 2 else places[-1]
        kills.append(Kill(call, name, moment))
    died = []
    for kill, fate in strike(SHORT, kills, JOBS):
        assert fate.found == whole.head, kill
        died += [(death.point, death.moment) for death in fate.deaths]
    assert died == [(kill.point, kill.moment) for kill in kills]
    assert {point for point, _ in died} == set(whole.calls)


def test_a_resumed_process_may_be_killed_too(whole, tmp_path):
    """A torn commit is left; the process that has just cut it off dies, too."""
    call = 60 + whole.calls[60:].index("journal write") + 1
    kill = Kill(call, "journal write", "amid", second=4, second_moment="after")
    fate = kill_and_resume(tmp_path / "e", SHORT, kill)
    assert [death.point for death in fate.deaths] == ["journal write", "journal ftruncate"]
    assert fate.found == whole.head


def test_the_plan_goes_through_all_points_and_falls_anywhere_else(whole):
    points = named_points(whole.calls)
    assert len(set(points)) == len(points)
    names = set(whole.calls)
    short = plan(whole.calls, 2 * len(names), seed=3)
    assert {kill.point for kill in short} == names
    kills = plan(whole.calls, 2 * len(points), seed=3)
    assert kills == plan(whole.calls, 2 * len(points), seed=3)
    assert kills != plan(whole.calls, 2 * len(points), seed=4)
    assert [(kill.point, kill.moment) for kill in kills[::2]] == points
    assert all(whole.calls[kill.call - 1] == kill.point for kill in kills)
    assert Counter(kill.second > 0 for kill in kills)[True] > len(points) // 2


def test_the_outcome_does_not_depend_on_how_many_run_at_a_time(whole, monkeypatch):
    monkeypatch.setattr(torture, "undisturbed", lambda *_: whole)

    def slowly(_folder, _year, kill: Kill) -> Fate:
        time.sleep(kill.call % 7 / 1000)
        return Fate((Words(kill.point, kill.moment),), f"call {kill.call}")

    monkeypatch.setattr(torture, "kill_and_resume", slowly)
    one, many = (torture_kill(SHORT, points=40, seed=5, jobs=jobs) for jobs in (1, 7))
    assert one == many
    assert [lost.kill for lost in one.lost] == plan(whole.calls, 40, seed=5)


def lose_a_segment(folder: Path) -> None:
    (folder / "segments" / "segment-000002.parquet").unlink()


def take_back_a_commit(folder: Path) -> None:
    """The log stays sound: only the number of its commits can tell."""
    journal = folder / JOURNAL
    data = journal.read_bytes()
    ends = [data.index(b"\n") + 1, *(record.end for record in read_journal(journal).records)]
    journal.write_bytes(data[: ends[-2]])


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (lose_a_segment, "segment-000002.parquet: cannot read the segment"),
        (take_back_a_commit, "17 commits were written, 16 are left"),
    ],
)
def test_a_kill_that_costs_a_commit_is_seen(whole, tmp_path, monkeypatch, harm, told):
    real = torture._child

    def harming(what, folder, *rest) -> Words:
        words = real(what, folder, *rest)
        harm(folder)
        return words

    monkeypatch.setattr(torture, "_child", harming)
    places = [call for call, name in enumerate(whole.calls, 1) if name == "journal write"]
    fate = kill_and_resume(tmp_path / "e", SHORT, Kill(places[16], "journal write", "after"))
    assert told in fate.found


def test_a_process_that_fails_by_itself_is_a_loss(tmp_path):
    elsewhere = Year(YEAR, tmp_path / "nowhere", 3)
    fate = kill_and_resume(tmp_path / "e", elsewhere, Kill(1, "folder mkdir", "before"))
    assert fate.found.startswith("run: events.errors.WorldError")


def test_the_command_fails_and_lists_what_was_lost(whole, monkeypatch, capsys):
    monkeypatch.setattr(torture, "undisturbed", lambda *_: whole)

    def losing(_folder, _year, kill: Kill) -> Fate:
        death = Words(kill.point, kill.moment)
        return Fate((death,), "f00d" if kill.point == "segment replace" else whole.head)

    monkeypatch.setattr(torture, "kill_and_resume", losing)
    options = ["torture", "kill", "--points", "48", "--days", "3"]
    assert main([*options, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert {lost["kill"]["point"] for lost in found["lost"]} == {"segment replace"}
    assert found["playing"].keys() == set(whole.calls)
    assert sum(sum(counts.values()) for counts in found["playing"].values()) == 48
    assert main(options) == 1
    told = capsys.readouterr().out
    assert "ended otherwise: f00d" in told
    assert f"{len(found['lost'])} lost" in told


def test_the_command_shows_every_point_and_succeeds_if_nothing_is_lost(whole, monkeypatch, capsys):
    monkeypatch.setattr(torture, "undisturbed", lambda *_: whole)
    fate = Fate((Words("lock create", "before"), Words("journal ftruncate")), whole.head)
    monkeypatch.setattr(torture, "kill_and_resume", lambda *_: fate)
    assert main(["torture", "kill", "--points", "2", "--days", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    figures = {line[:44].strip(): line[44:].split() for line in lines}
    assert figures.keys() >= set(whole.calls)
    assert figures["lock create"] == ["2", "-", "-"]
    assert figures["journal ftruncate"] == ["-", "-", "2"]
    assert lines[-1] == f"2 kills, 0 lost; chain head {whole.head}"
