"""Goal: a defect of ours is never mistaken for the agent's failure, and costs nothing committed.

Method: a tool is broken on purpose in the middle of a turn; the year is then verified, audited,
resumed with the tool mended, and compared with the undisturbed one.
"""

from pathlib import Path

import pytest

from events.episode import EpisodeFailed
from events.log import read_episode, status
from projections.audit import audit
from runs.archive import load, resume, run
from runs.replay import state_at
from runs.verify import verify
from sim.marketplace import tools
from sim.marketplace.world import Settings

SETTINGS = Settings(agent="steward", days=6)


def broken(name: str, after: int):
    """Return a tool that breaks at one of its calls."""
    real, calls = tools.TOOLBOX.tools[name], []

    def run(world, arguments):
        calls.append(name)
        if len(calls) == after:
            raise ZeroDivisionError("a defect\ud800")
        return real.run(world, arguments)

    return real._replace(run=run)


@pytest.fixture
def failed(tmp_path, monkeypatch) -> Path:
    with monkeypatch.context() as patch:
        patch.setitem(tools.TOOLBOX.tools, "chatbox", broken("chatbox", 3))
        with pytest.raises(ZeroDivisionError) as caught:
            run(tmp_path / "e", SETTINGS, sync="off")
    assert "a defect of shopyear, after event" in "".join(caught.value.__notes__)
    return tmp_path / "e"


def test_a_defect_marks_the_episode_as_failed(failed):
    assert status(failed) == "failed"
    last = load(failed)[-1]
    assert isinstance(last, EpisodeFailed)
    assert (last.error, last.told) == ("ZeroDivisionError", "a defect\\ud800")


def test_a_failed_episode_verifies_and_adds_up(failed):
    assert verify(failed).holds, verify(failed).told
    assert audit(failed) == []
    assert state_at(failed, 10**9).turn > 0


def test_a_failed_episode_goes_on_once_the_defect_is_mended(failed, tmp_path):
    whole = run(tmp_path / "whole", SETTINGS, sync="off")
    done = resume(failed, sync="off")
    assert status(failed) == "ended"
    assert verify(failed).holds, verify(failed).told
    assert audit(failed) == []
    assert done.outcome == whole.outcome
    assert done.events == whole.events + 1
    kinds = [row.kind for row in read_episode(failed)]
    kinds.remove("episode.failed")
    assert kinds == [row.kind for row in read_episode(tmp_path / "whole")]


def test_a_failed_episode_may_be_broken_off_and_fail_again(failed, monkeypatch):
    class Gone(BaseException):
        """The process is meant to be gone."""

    def watch(market) -> None:
        if market.day == 3:
            raise Gone

    with pytest.raises(Gone):
        resume(failed, sync="off", watch=watch)
    assert status(failed) == "interrupted"
    with monkeypatch.context() as patch:
        patch.setitem(tools.TOOLBOX.tools, "chatbox", broken("chatbox", 9))
        with pytest.raises(ZeroDivisionError):
            resume(failed, sync="off")
    assert status(failed) == "failed"
    resume(failed, sync="off")
    assert status(failed) == "ended"
    assert verify(failed).holds, verify(failed).told


def test_a_defect_before_the_first_event_leaves_an_episode_not_begun(tmp_path, monkeypatch):
    def defect(*_args, **_fields):
        raise KeyError("no such table")

    with monkeypatch.context() as patch:
        patch.setattr("sim.marketplace.year.begin", defect)
        with pytest.raises(KeyError):
            run(tmp_path / "e", SETTINGS, sync="off")
    assert status(tmp_path / "e") == "interrupted"
    assert resume(tmp_path / "e", sync="off").status == "ended"
