"""Goal: a supermarket's episodes are scored by one command, beside what doing nothing comes to.

Method: real episodes on disk, the command line as a user types it.
"""

import csv
import io
import json
from pathlib import Path

import pytest
from reports import interrupted, shop

from projections.retail_reference import TABLES
from projections.score import metrics_of
from runs.cli import main

DAYS = 8
LINE = (
    "doing nothing (computed): survival_days 8, final_net_worth 25,200.00, ends by the last day; "
    "hard_v2, 8 days from 30,000.00"
)


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    """A steward and an idler that ended, and a merchant that was broken off."""
    place = tmp_path_factory.mktemp("stores")
    shop(place / "steward", "steward", DAYS)
    shop(place / "idle", "idle", DAYS)
    shop(place / "broken", "cheapest", DAYS, stop=3)
    return place


@pytest.fixture
def score(capsys):
    def call(*words: object) -> tuple[int, str, str]:
        code = main(["score", *map(str, words)])
        told = capsys.readouterr()
        return code, told.out, told.err

    return call


def words_of(text: str) -> str:
    return " ".join(text.split())


def test_one_episode_is_told_metric_by_metric(score, place):
    code, out, err = score(place / "steward")
    assert (code, err) == (0, "")
    assert "steward: steward, ended; seed 42, 8 days from 30,000, published draws" in out
    assert LINE in words_of(out)
    assert all(f"\n{name} " in out for name in metrics_of("supermarket"))
    assert "yuan" not in out


def test_several_are_averaged_and_doing_nothing_stands_once_below(score, place):
    code, out, _ = score(place, "--metrics", "final_net_worth,survival_days")
    assert code == 0
    assert "cheapest: 0 episodes that ended, 1 not averaged" in out
    assert words_of(out).count(LINE) == 1
    (row,) = [line.split() for line in out.splitlines() if "25,200.00 " in line]
    assert row[:2] == ["final_net_worth", "25,200.00"]


def test_json_has_the_line_of_doing_nothing(score, place):
    found = json.loads(score(place, "--json")[1])
    (line,) = found["do_nothing"]
    assert (line["survival_days"], line["final_net_worth"], line["preset"]) == (
        *(DAYS, 25_200_000_000, "hard_v2"),
    )
    (idle,) = [each for each in found["episodes"] if each["episode"] == "idle"]
    assert idle["figures"]["final_net_worth"] == line["final_net_worth"]
    assert idle["figures"]["survival_days"] == line["survival_days"]
    assert json.loads(idle["options"])["rent"] == 600_000_000


def test_the_reference_format_prints_a_line_of_csv_per_run(score, place):
    code, out, _ = score(place, "--format", "reference")
    assert code == 0
    rows = {row["run"]: row for row in csv.DictReader(io.StringIO(out))}
    assert list(rows) == ["broken", "idle", "steward"]
    for name in ("run_metrics", "four_stage_metrics"):
        assert set(TABLES[name]) <= set(rows["idle"])
    assert (rows["idle"]["final_net_worth"], rows["idle"]["total_sales"]) == ("25200.0", "0")
    assert (rows["broken"]["ended"], rows["broken"]["survival_days"]) == ("false", "3")


def test_the_published_tables_are_written_into_a_folder(score, place, tmp_path):
    code, out, _ = score(place, "--format", "reference", "--out", tmp_path / "tables")
    assert code == 0
    assert out.split() == [str(tmp_path / "tables" / f"{name}.csv") for name in TABLES]
    best = (tmp_path / "tables" / "best_framework_by_model.csv").read_text().splitlines()
    assert [line.split(",")[:3] for line in best[1:]] == [
        ["steward", "rules", "steward"],
        ["idle", "rules", "idle"],
        ["doing nothing (computed)", "computed", ""],
    ]


def test_what_the_reference_format_cannot_do_is_said(score, place, tmp_path):
    interrupted(tmp_path / "market", 2)
    for words, told in (
        ((place, tmp_path, "--format", "reference"), "name episodes of one of them"),
        ((tmp_path, "--format", "reference", "--out", tmp_path), "have published tables"),
        ((place, "--out", tmp_path), "--out belongs to --format reference"),
    ):
        code, _, err = score(*words)
        assert (code, told in err) == (1, True), err


def test_the_list_names_every_metric(score):
    out = score("--list")[1]
    assert all(f"\n{name} " in out for name in metrics_of("supermarket"))
