"""Goal: whatever dies, nothing acknowledged is lost, and the year goes on undisturbed.

Method: real files and real processes; a short year is broken in every way and resumed; its final
chain head must be that of the undisturbed year.
"""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from data.marketplace.loader import embedded
from events.errors import Diverged, Locked, LogError
from events.journal import read_journal
from events.log import JOURNAL, status
from events.recover import reopen
from runs.archive import open_log, resume, run
from runs.cli import main
from sim.marketplace.world import Settings

DAYS = 8
SETTINGS = Settings(agent="steward", days=DAYS)
ROOT = Path(__file__).parent.parent.parent


class Stop(BaseException):
    """Raised by a watcher: the process is meant to be gone."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> str:
    """The chain head of the undisturbed year."""
    return run(tmp_path_factory.mktemp("whole") / "e", SETTINGS, sync="off").chain_head


@pytest.fixture(scope="module")
def broken(tmp_path_factory) -> Path:
    """An episode whose process was gone after some turns, with a journal and sealed segments."""
    folder = tmp_path_factory.mktemp("broken") / "e"

    def watch(market) -> None:
        if market.turn == 40:
            raise Stop

    with pytest.raises(Stop):
        run(folder, SETTINGS, sync="off", segment_bytes=400_000, watch=watch)
    assert status(folder) == "interrupted"
    return folder


def copy(folder: Path, target: Path) -> Path:
    shutil.copytree(folder, target)
    return target


def test_an_interrupted_year_is_continued_to_the_same_end(broken, whole, tmp_path):
    folder = copy(broken, tmp_path / "e")
    assert resume(folder, sync="off").chain_head == whole
    assert status(folder) == "ended"
    assert not (folder / JOURNAL).exists()


def test_an_ended_year_stays_as_it_is(tmp_path, whole):
    folder = tmp_path / "e"
    run(folder, SETTINGS, sync="off")
    assert resume(folder, sync="off").chain_head == whole
    assert main(["verify", str(folder), "--head", whole]) == 0


def test_the_last_two_commits_may_be_torn_anywhere(broken, whole, tmp_path):
    """Every offset is cut and reopened; every 40th is played to the end."""
    content = read_journal(broken / JOURNAL)
    start = content.records[-3].end
    data = (broken / JOURNAL).read_bytes()
    folder = copy(broken, tmp_path / "e")
    for cut in range(start, len(data)):
        (folder / JOURNAL).write_bytes(data[:cut])
        reopened = reopen(folder, since="now", sync="off")
        reopened.log.close()
        last = max(record.end for record in content.records if record.end <= cut)
        assert reopened.cut == cut - last
        assert (folder / JOURNAL).stat().st_size == last
        if (cut - start) % 4000 == 7:
            again = copy(folder, tmp_path / f"again-{cut}")
            assert resume(again, sync="off").chain_head == whole


def test_a_torn_tail_is_cut_and_said_so(broken, tmp_path, capsys):
    folder = copy(broken, tmp_path / "e")
    with (folder / JOURNAL).open("ab") as journal:
        journal.write(b'{"kind":"turn.taken","seq"')
    assert main(["resume", str(folder), "--sync", "off"]) == 0
    assert "a torn commit of 26 bytes was cut off" in capsys.readouterr().out


def test_a_killed_process_leaves_a_year_that_ends_the_same(whole, tmp_path):
    folder = tmp_path / "e"
    command = [sys.executable, "-m", "runs", "run", "--days", str(DAYS), "--out", str(folder)]
    with subprocess.Popen([*command, "--quiet"], cwd=ROOT) as process:
        while not (folder / JOURNAL).exists() or (folder / JOURNAL).stat().st_size < 300_000:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    assert (folder / "writer.lock").exists()
    assert status(folder) == "interrupted"
    assert resume(folder, sync="off").chain_head == whole


def test_a_second_writer_is_refused_and_the_first_undisturbed(broken, whole, tmp_path):
    folder = copy(broken, tmp_path / "e")
    refused = []

    def watch(market) -> None:
        if market.turn == 50 and not refused:
            assert status(folder) == "running"
            command = [sys.executable, "-m", "runs", "resume", str(folder), "--quiet"]
            told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            refused.append((told.returncode, told.stderr))

    assert resume(folder, sync="off", watch=watch).chain_head == whole
    [(code, text)] = refused
    assert code == 1
    assert f"process {os.getpid()} on " in text


def test_a_lock_of_this_process_is_seen_too(broken, tmp_path):
    folder = copy(broken, tmp_path / "e")
    first = reopen(folder, since="now").log
    with pytest.raises(Locked, match="since now, writes this episode"):
        reopen(folder, since="later")
    first.close()
    reopen(folder, since="later").log.close()


def test_another_year_is_not_continued(broken, tmp_path):
    folder = copy(broken, tmp_path / "e")
    lines = (folder / JOURNAL).read_bytes()
    assert lines
    (folder / "segments" / "segment-000001.parquet").unlink()
    with pytest.raises(LogError):
        resume(folder, sync="off")


def test_a_merchant_that_plays_otherwise_diverges(broken, tmp_path, monkeypatch):
    from runs.agents import roster
    from runs.agents.base import call

    def other(_brief):
        while True:
            yield [call("check_balance"), call("wait_for_next_day")]

    monkeypatch.setitem(roster.AGENTS, "steward", other)
    folder = copy(broken, tmp_path / "e")
    before = (folder / JOURNAL).read_bytes()
    with pytest.raises(Diverged, match="re-execution gives"):
        resume(folder, sync="off")
    assert (folder / JOURNAL).read_bytes() == before


@pytest.mark.parametrize("name", ["write", "fdatasync"])
def test_a_failing_disk_stops_the_year_and_it_goes_on_later(name, whole, tmp_path, monkeypatch):
    real, calls = getattr(os, name), []

    def failing(*args):
        calls.append(name)
        if len(calls) == 90:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(*args)

    folder = tmp_path / "e"
    with monkeypatch.context() as patch:
        patch.setattr(os, name, failing)
        with pytest.raises(LogError, match="No space left on device"):
            run(folder, SETTINGS, sync="commit")
    assert status(folder) == "interrupted"
    assert resume(folder, sync="off").chain_head == whole


def test_a_really_full_disk_stops_the_year_and_it_goes_on_later(whole, tmp_path, capsys):
    small = tmp_path / "small"
    small.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(small)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("a small file system cannot be mounted here")
    try:
        options = ["--days", str(DAYS), "--out", str(small / "e"), "--quiet"]
        assert main(["run", *options]) == 1
        assert "No space left on device" in capsys.readouterr().err
        shutil.copytree(small / "e", tmp_path / "e")
    finally:
        subprocess.run(["umount", str(small)], check=False)
    assert resume(tmp_path / "e", sync="off").chain_head == whole


def test_a_read_only_folder_is_refused_and_goes_on_once_writable(broken, whole, tmp_path, capsys):
    place = tmp_path / "place"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=30m", "tmpfs", str(place)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a file system cannot be mounted here")
    try:
        folder = copy(broken, place / "e")
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        assert main(["resume", str(folder), "--quiet"]) == 1
        assert "Read-only file system" in capsys.readouterr().err
        subprocess.run(["mount", "-o", "remount,rw", str(place)], check=True)
        assert resume(folder, sync="off").chain_head == whole
    finally:
        subprocess.run(["umount", str(place)], check=False)


def test_an_agent_that_is_not_built_in_is_refused_before_anything_is_written(tmp_path):
    with pytest.raises(ValueError, match="no built-in agent 'nobody'; the agents are steward"):
        run(tmp_path / "e", Settings(agent="nobody"))
    assert not (tmp_path / "e").exists()


def test_resuming_what_is_no_episode_says_so(tmp_path, capsys):
    assert main(["resume", str(tmp_path)]) == 1
    assert "manifest" in capsys.readouterr().err


def test_a_resumed_year_reports_like_any_other(broken, tmp_path, capsys):
    folder = copy(broken, tmp_path / "e")
    assert main(["resume", str(folder), "--sync", "off", "--json", "--quiet"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "ended"


def test_an_episode_broken_off_before_its_first_event_begins_then(whole, tmp_path):
    open_log(tmp_path / "e", "embedded", embedded(), SETTINGS, "commit").close()
    assert status(tmp_path / "e") == "interrupted"
    assert resume(tmp_path / "e", sync="off").chain_head == whole
