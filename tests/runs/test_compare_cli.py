"""Goal: both commands say what was found, what was left out, and what they refuse.

Method: the scoring of folders is replaced by scored episodes made by hand.
"""

import argparse
import json

import pytest
from msgspec.structs import replace
from scores import scored, series

from projections.board import DIMENSIONS, needed
from projections.collection import Skipped
from projections.score import metrics_of
from runs import compare_cli
from runs import score as scoring
from runs.tables import COLUMNS, figure, table, width, wrapped

ASKED = list(needed(metrics_of))
LEVELS = {
    "final_assets": 45e12,
    "multiplier": 456.7,
    "se_plus": 0.8,
    "bad_spend_pct": 12.5,
    "drawdown_over_peak": 0.4,
    "profit_per_call": 12_345e6,
    "controllable_points": 5.5,
    "anchor_ratio": 0.9,
}
"""As large as figures of a very good year are."""


def played(level: float, agent: str):
    noise = (level + seed / 100 for seed in range(1, 11))
    figures = [{name: high * each for name, high in LEVELS.items()} for each in noise]
    return [scored(seed, each, agent=agent) for seed, each in enumerate(figures, 1)]


def shop(agent: str, level: float):
    names = [name for _, name in DIMENSIONS["supermarket"]]
    facts = {"rules": "supermarket/1", "draws": "paired", "days": 180, "agent": agent}
    facts |= {"opening_balance": 30_000 * 10**6, "options": OPTIONS}
    return [
        scored(seed, dict.fromkeys(names, level + seed / 100) | {"final_net_worth": level * 10**10},
               **facts)
        for seed in range(1, 11)
    ]  # fmt: skip


OPTIONS = '{"name":"hard_v2","patience":5,"rent":600000000}'
GOOD = played(1, "steward")
POOR = played(0.1, "a-long-name-of-an-agent")
FOLDERS = {
    "good": GOOD,
    "poor": POOR,
    "one": POOR[:1],
    "broken": [replace(POOR[0], status="interrupted")],
    "late": series("final_assets", [None, 5, 7], first=50),
    "damaged": [],
    "shop": shop("steward", 10),
    "idler": shop("a-long-name-of-an-agent", 1),
}


@pytest.fixture
def run(monkeypatch, capsys):
    asked = []

    def score_paths(places, *, world=None, names=None, watch=None):
        asked.append((list(places), world, list(names)))
        skipped = [Skipped("x", "its checksum differs") for place in places if place == "damaged"]
        return [each for place in places for each in FOLDERS[place]], skipped

    monkeypatch.setattr(scoring, "score_paths", score_paths)

    def call(*words):
        asked.clear()
        parser = argparse.ArgumentParser(prog="shopyear")
        compare_cli.add(parser.add_subparsers(required=True))
        arguments = parser.parse_args(words)
        code = arguments.command(arguments)
        shown = capsys.readouterr()
        return code, shown.out, shown.err, list(asked)

    return call


def test_compare_shows_the_verdict_and_its_grounds(run):
    code, out, err, asked = run("compare", "good", "--", "poor")
    assert (code, err) == (0, "")
    assert asked == [(["good"], None, ASKED), (["poor"], None, ASKED)]
    assert "A: steward; 10 ended episodes" in out
    assert "A and B: 10 pairs" in out
    assert "A higher" in out
    assert "d_z" in out


def test_tables_fit_into_a_hundred_columns(run):
    for words in (
        ("compare", "good", "--", "poor", "--", "one", "late"),
        ("board", "good", "poor", "late", "broken", "shop", "idler"),
        ("compare", "shop", "--", "idler"),
    ):
        out = run(*words)[1]
        assert max(map(width, out.splitlines())) <= COLUMNS


@pytest.mark.parametrize(
    "words",
    [
        ("--metrics", "multiplier", "good", "one", "--", "poor", "--json"),
        ("good", "one", "--json", "--", "poor", "--metrics", "multiplier"),
        ("--json", "--metrics=multiplier", "good", "one", "--", "poor"),
    ],
)
def test_options_may_stand_anywhere(run, words):
    code, out, _, asked = run("compare", *words)
    assert code == 0
    assert [(places, names) for places, _, names in asked] == [
        *((["good", "one"], ["multiplier"]), (["poor"], ["multiplier"])),
    ]
    (difference,) = json.loads(out)["differences"]
    assert difference["metric"] == "multiplier"


def test_more_than_two_groups_are_compared_two_by_two(run):
    out = run("compare", "good", "--", "poor", "--", "one", "--metrics", "final_assets")[1]
    for title in ("A and B: 10 pairs", "A and C: 10 against 1 episode", "B and C: 10 against 1"):
        assert title in out
    assert "– one episode of C: no interval: final_assets" in out


def test_ties_that_so_few_episodes_force_are_marked(run):
    out = run("compare", "late", "--", "late", "--metrics", "final_assets")[1]
    assert "tie (too few)" in out
    assert "too few: no figures" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("compare", "good"), "two groups are needed"),
        (("compare", "good", "--"), "two groups are needed"),
        (("compare",), "two groups are needed"),
        (("compare", "good", "--", "poor", "--metrics", "luck"), "there is no metric 'luck'"),
        (("compare", "good", "--", "poor", "--loud"), "--loud"),
        (("compare", "good", "--", "shop"), "only episodes of one scenario can be compared"),
        (("compare", "shop", "--", "idler", "--metrics", "calls"), "supermarket has no metric"),
        (("compare", *" -- ".join(["good"] * 27).split()), "2 to 26 groups"),
    ],
)
def test_wrong_usage_is_refused(run, capsys, words, told):
    with pytest.raises(SystemExit) as refused:
        run(*words)
    assert refused.value.code == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("words", [("compare", "good", "--"), ("board", "good")])
def test_a_damaged_episode_is_named_and_fails_the_command(run, words):
    code, out, err, _ = run(*words, "poor", "damaged")
    assert code == 1
    assert err == "shopyear: x is left out: its checksum differs\n"
    assert out


def test_unfinished_episodes_are_named(run):
    out = run("compare", "good", "broken", "--", "poor")[1]
    assert "left out: seed-1 (interrupted)" in out
    assert "left out: seed-1 (interrupted)" in run("board", "good", "broken")[1]


def test_board_shows_ranks_and_profiles(run):
    code, out, err, asked = run("board", "good", "poor")
    assert (code, err) == (0, "")
    assert {"final_assets", "surplus", "calls"} <= set(asked[0][2])
    first, second = [line.split() for line in out.splitlines() if line.startswith(("1 ", "2 "))]
    assert first[:3] == ["1", "steward", "10"]
    assert second[:3] == ["2", "a-long-name-of-an-agent", "10"]
    assert "place, 0–100" in out


def test_stores_are_compared_on_their_own_metrics_beside_doing_nothing(run):
    _, out, err, _ = run("compare", "shop", "--", "idler")
    assert err == ""
    for _, name in DIMENSIONS["supermarket"]:
        assert f"\n{name} " in out
    assert "doing nothing (computed): survival_days 55, final_net_worth -3,000.00" in out
    assert "A and B: 10 pairs\n\n" in out
    assert "money" in out
    assert "yuan" not in out


def test_board_never_ranks_two_scenarios_together_and_shows_doing_nothing(run):
    out = run("board", "good", "shop", "poor", "idler")[1]
    assert "2 boards: episodes of different settings do not compare" in out
    market, store = out.split("world w, rules supermarket/1")
    assert "doing nothing" not in market
    (row,) = [line.split() for line in store.splitlines() if line.startswith("–  ")]
    assert row == ["–", "doing", "nothing", "(computed)", "–", "-3,000.00", "–", "–"]
    (row,) = [line.split() for line in store.splitlines() if line.startswith("doing nothing (c")]
    assert row[3:] == ["-3,000.00", "55", *"–––––"]
    assert "preset hard_v2" in store
    assert "¥" not in store


def test_board_as_json(run):
    (found,) = json.loads(run("board", "good", "poor", "--json")[1])["boards"]
    assert found["standings"][0]["agent"] == "steward"


def test_a_board_of_unfinished_episodes_is_empty(run):
    assert "no episode has ended" in run("board", "broken")[1]


def test_a_table_is_aligned_by_what_the_terminal_shows():
    assert table([("北京", "5"), ("é", "10")], ("city", "n"), left=("city",)).splitlines() == [
        "city   n",
        "北京   5",
        "é     10",
    ]
    assert width("北京") == 4
    assert width("e\u0301") == 1


def test_long_sentences_are_wrapped():
    lines = wrapped("word " * 50, "  ").splitlines()
    assert max(map(len, lines)) <= COLUMNS
    assert lines[0].startswith("  word")
    assert lines[1].startswith("    word")


def test_figures_are_shown_for_people():
    assert figure(1_234_567_890_000, "micro") == "1,234,567.89"
    assert figure(12_345_678, "micro", signed=True) == "+12.35"
    assert figure(0.12345, "ratio") == "0.1235"
    assert figure(7, "count") == "7"
    assert figure(True, "yes") == "yes"
    assert figure(None, "ratio") == "–"
