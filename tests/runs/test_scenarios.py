"""Goal: an episode of either world is played, broken off, resumed, verified and scored alike.

Method: short episodes of the supermarket's embedded world, by library and command line.
"""

import json
import re

import msgspec
import pytest

import shopyear
from data.supermarket.loader import embedded
from data.supermarket.parameters import PRESETS, Preset
from events.log import status
from runs.archive import resume, run
from runs.cli import main
from runs.replay import CannotTell, diff, settings_of, state_at
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
    header, row = capsys.readouterr().out.splitlines()
    assert dict(zip(header.split(","), row.split(","), strict=True))["survival_days"] == "6"


@pytest.mark.parametrize("words", [["audit"], ["explain", "--event", "3"], ["transcript"]])
def test_it_is_audited_and_explained(whole, words, capsys):
    assert main([words[0], str(whole.folder), *words[1:]]) == 0
    assert capsys.readouterr().out


def test_a_start_that_no_episode_here_can_have_is_not_told_as_a_forgery(whole, tmp_path):
    started = shopyear.load(whole.folder)[0]
    for change in ({"options": '{"rent": -1}'}, {"days": 99_999}, {"draws": "keyed"}):
        with pytest.raises(CannotTell, match="has settings unknown here: "):
            settings_of(msgspec.structs.replace(started, **change), embedded())


BAD = [
    ("days", 2.5, "days must be a whole number, not 2.5"),
    ("days", True, "days must be a whole number, not True"),
    ("days", "7", "days must be a whole number, not '7'"),
    ("days", None, "days must be a whole number, not None"),
    ("days", 0, "days must lie between 1 and 3,650, not 0"),
    ("seed", 1.0, "seed must be a whole number, not 1.0"),
    ("seed", -1, "seed must lie between 0 and 9,223,372,036,854,775,807, not -1"),
    ("opening_balance", 1e9, "opening_balance must be a whole number, not 1000000000.0"),
    ("opening_balance", -1, "opening_balance must lie between 0 and 1,000,000,000,000,000 micro"),
    ("start_date", "7 Sep", "start_date must be a date, YYYY-MM-DD, not '7 Sep'"),
    ("start_date", "20260101", "start_date must be a date, YYYY-MM-DD, not '20260101'"),
    ("start_date", 1991, "start_date must be a date, YYYY-MM-DD, not 1991"),
    ("draws", "lucky", "draws must be one of published, "),
    ("draws", ["published"], "draws must be one of published, "),
    ("agent", None, "agent must be a name, not None"),
]


@pytest.mark.parametrize("scenario", sorted(SCENARIOS))
@pytest.mark.parametrize(("name", "value", "told"), BAD)
def test_settings_that_no_episode_can_have_are_refused_at_once(scenario, name, value, told):
    with pytest.raises(ValueError, match=re.escape(told)):
        SCENARIOS[scenario].settings(**{name: value})
    with pytest.raises(ValueError, match=re.escape(told)):
        msgspec.structs.replace(SCENARIOS[scenario].settings(), **{name: value})


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("capacity", 2.5, "capacity must be a whole number, not 2.5"),
        ("rent", "600", "rent must be a whole number, not '600'"),
        ("shelf", True, "shelf must be a whole number or None, not True"),
        ("shelf", 0, "shelf must be at least 1, not 0"),
        ("patience", 1.5, "patience must be a whole number, not 1.5"),
        ("news_daily", None, "news_daily must be a whole number, not None"),
        ("rho", "3", "rho must be a number, not '3'"),
        ("review_ratio", True, "review_ratio must be a number or None, not True"),
        ("review_ratio", float("nan"), "review_ratio must be a number or None, not nan"),
        ("news_scale", float("inf"), "news_scale must be a number, not inf"),
        ("effect", None, "effect must be a number, not None"),
        ("news_ratios", {"neutral": "1"}, "news_ratios must be numbers by name, not {'neutral'"),
        ("effects", {"Beer": True}, "effects must be numbers by name, not {'Beer': True}"),
        ("news", 1, "news must be True or False, not 1"),
        ("name", 3, "name must be a text, not 3"),
    ],
)
def test_a_preset_that_no_store_can_have_is_refused_at_once(name, value, told):
    with pytest.raises(ValueError, match=re.escape(told)):
        Preset(**{name: value})


def test_a_preset_is_no_name():
    with pytest.raises(ValueError, match="preset must be a Preset, not 'hard'"):
        Settings(preset="hard")


def test_unknown_settings_and_names_are_refused():
    with pytest.raises(TypeError, match="no world has settings of the type int"):
        of_settings(3)
    with pytest.raises(ValueError, match="there is no scenario 'casino'"):
        of_name("casino")
    assert set(SCENARIOS) == {"marketplace", "supermarket"}
