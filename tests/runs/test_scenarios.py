"""Goal: an episode of either world is played, broken off, resumed, verified and scored alike.

Method: short episodes of the supermarket's embedded world, by library and command line.
"""

import json

import msgspec
import pytest

import shopyear
from data.supermarket.parameters import PRESETS
from events.log import status
from runs.archive import resume, run
from runs.cli import main
from runs.replay import diff, state_at
from runs.scenarios import SCENARIOS, of_name, of_settings
from runs.verify import verify
from sim.supermarket.world import Settings

SETTINGS = Settings(agent="steward", days=6)


class Gone(BaseException):
    """The process is meant to be gone."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return run(tmp_path_factory.mktemp("store") / "e", SETTINGS, sync="off")


def test_an_episode_of_the_supermarket_is_verified_and_folded(whole):
    assert whole.status == "ended"
    assert verify(whole.folder).holds, verify(whole.folder).told
    assert state_at(whole.folder, 10**9).book.assets == whole.outcome.assets


@pytest.mark.parametrize("turn", [1, 4, 11])
def test_broken_off_anywhere_it_ends_with_the_same_head(whole, turn, tmp_path):
    def watch(world) -> None:
        if world.turn == turn:
            raise Gone

    with pytest.raises(Gone):
        run(tmp_path / "e", SETTINGS, sync="off", watch=watch)
    assert status(tmp_path / "e") == "interrupted"
    assert verify(tmp_path / "e").holds
    assert resume(tmp_path / "e", sync="off").chain_head == whole.chain_head
    assert diff(whole.folder, tmp_path / "e") is None


def test_the_settings_survive_in_the_first_event(tmp_path):
    settings = msgspec.structs.replace(
        SETTINGS, agent="idle", days=2, seed=9, draws="paired", preset=PRESETS["hard_v2"]
    )
    folder = run(tmp_path / "e", settings, sync="off").folder
    started = shopyear.load(folder)[0]
    again = of_name(started.scenario)
    assert (
        again.settings(
            seed=started.seed,
            days=started.days,
            opening_balance=started.opening_balance,
            start_date=started.start_date,
            draws=started.draws,
            agent=started.agent,
            **again.more(started),
        )
        == settings
    )


def test_the_idle_store_survives_55_days(tmp_path, capsys):
    words = ["run", "--scenario", "supermarket", "--agent", "idle", "--sync", "off", "--json"]
    assert main([*words, "--quiet", "--out", str(tmp_path / "e")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["days"], told["assets"], told["reason"]) == (55, -3000.0, "bankruptcy")


def test_it_is_replayed_day_by_day(whole, capsys):
    assert main(["replay", str(whole.folder), "--until", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines] == ["0", "1", "2"]
    assert "net worth" in lines[0]


def test_it_is_scored_by_its_own_metrics(whole, capsys):
    assert main(["score", str(whole.folder), "--json"]) == 0
    (episode,) = json.loads(capsys.readouterr().out)["episodes"]
    assert episode["figures"]["survival_days"] == 6
    assert "se_plus" not in episode["figures"]
    assert main(["score", str(whole.folder), "--format", "reference"]) == 0
    assert json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    "words", [["audit"], ["explain", "--event", "3"], ["report", "-o", "/nowhere/x.html"]]
)
def test_what_does_not_know_the_supermarket_says_so(whole, words, capsys):
    assert main([words[0], str(whole.folder), *words[1:]]) in (1, 2)
    assert "knows the marketplace only" in capsys.readouterr().err


def test_a_model_is_told_that_it_plays_the_marketplace_only(tmp_path, capsys):
    words = ["run", "--scenario", "supermarket", "--agent", "openai:m", "--out"]
    assert main([*words, str(tmp_path / "e")]) == 1
    assert "a model plays the marketplace only" in capsys.readouterr().err
    assert not (tmp_path / "e").exists()


def test_unknown_settings_and_names_are_refused():
    with pytest.raises(TypeError, match="no world has settings of the type int"):
        of_settings(3)
    with pytest.raises(ValueError, match="there is no scenario 'casino'"):
        of_name("casino")
    assert set(SCENARIOS) == {"marketplace", "supermarket"}
