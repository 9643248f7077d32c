"""Goal: every figure of every episode by one command, and nothing averaged that should not be.

Method: real episodes on disk, the command line as a user types it.
"""

import csv
import io
import json
import shutil
from pathlib import Path

import pytest

import shopyear
from projections.score import METRICS
from runs.cli import main
from runs.score import SHARE, score_paths
from runs.trace import read_trace
from tests.conftest import GOLDEN
from tests.published import difference

TRACES = sorted(path.name.split(".")[0] for path in GOLDEN.glob("traces/*"))
WORLD = ["--world", str(GOLDEN / "world")]


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    """Two stewards and an idler that ended, and one that was broken off."""
    place = tmp_path_factory.mktemp("scored")
    for name, agent, seed in (("a1", "steward", 1), ("a2", "steward", 2), ("i", "idle", 1)):
        settings = shopyear.Settings(agent=agent, days=15, seed=seed)
        shopyear.run(place / name, settings, sync="off")

    def watch(market) -> None:
        if market.day == 5:
            raise KeyboardInterrupt

    settings = shopyear.Settings(agent="steward", days=15, seed=3)
    shopyear.run(place / "broken", settings, sync="off", watch=watch)
    return place


def run(capsys, *words: str) -> tuple[int, str, str]:
    code = main(["score", *words])
    told = capsys.readouterr()
    return code, told.out, told.err


@pytest.mark.parametrize(
    "name", sorted(path.name.split(".")[0] for path in GOLDEN.glob("traces/*"))
)
def test_the_reference_format_is_the_published_report(name, archived, capsys):
    code, out, _ = run(capsys, str(archived(name)), "--format", "reference", *WORLD)
    final = read_trace(GOLDEN / "traces" / f"{name}.jsonl.gz").final
    found = json.loads(out)
    assert code == 0
    assert difference(final["report"], found["report"]) is None
    assert difference(final["negotiation"], found["negotiation"], "negotiation") is None


def test_one_episode_is_told_metric_by_metric(place, capsys):
    code, out, err = run(capsys, str(place / "i"))
    assert (code, err) == (0, "")
    assert "i: idle, ended; seed 1, 15 days from ¥100,000" in out
    assert all(f"\n{name} " in out for name in METRICS)
    assert "nothing was bought" in out


def test_several_are_averaged_by_agent_without_the_one_that_was_broken_off(place, capsys):
    code, out, _ = run(capsys, str(place), "--metrics", "final_assets,bankrupt")
    assert code == 0
    assert "steward: 2 episodes that ended, 1 not averaged\n  broken is interrupted" in out
    assert "idle: 1 episodes that ended" in out


def test_json_has_every_figure_and_why_there_is_none(place, capsys):
    _, out, _ = run(capsys, str(place), "--json")
    found = json.loads(out)
    assert [each["episode"] for each in found["episodes"]] == ["a1", "a2", "broken", "i"]
    assert [each["status"] for each in found["episodes"]] == [
        *("ended", "ended", "interrupted", "ended")
    ]
    assert found["undefined"]["broken"]["final_assets"] == "the episode has not ended"
    steward = next(each for each in found["agents"] if each["agent"] == "steward")
    assets = [each["figures"]["final_assets"] for each in found["episodes"][:2]]
    assert steward["figures"]["final_assets"]["value"] == sum(assets) / 2
    assert steward["figures"]["final_assets"]["n"] == 2


def test_csv_has_a_line_per_episode(place, capsys):
    _, out, _ = run(capsys, str(place), "--csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["episode"] for row in rows] == ["a1", "a2", "broken", "i"]
    assert set(METRICS) < set(rows[0])
    assert rows[2]["final_assets"] == ""


def test_a_damaged_episode_is_named_and_never_averaged(place, tmp_path, capsys):
    shutil.copytree(place, tmp_path / "e")
    segment = tmp_path / "e" / "a2" / "segments" / "segment-000001.parquet"
    segment.write_bytes(segment.read_bytes()[:-100])
    code, out, err = run(capsys, str(tmp_path / "e"), "--metrics", "final_assets")
    assert code == 1
    assert "steward: 1 episodes that ended, 1 not averaged" in out
    assert "left out: a2:" in err
    assert "segment-000001.parquet" in err


def test_the_roster_is_only_that_of_the_worlds_own_tables(archived):
    name = archived("half-year-churn")
    (ours,), _ = score_paths([name], names=["bad_contacted"])
    (theirs,), _ = score_paths([name], world=GOLDEN / "world", names=["bad_contacted"])
    assert ours.figures["bad_contacted"] is None
    assert theirs.figures["bad_contacted"] > 0


def test_mistakes_are_named(place, tmp_path, capsys):
    for words, told in (
        ([str(tmp_path)], "there is no episode here"),
        ([str(tmp_path / "no")], "there is no such folder"),
        ([], "name an episode"),
        ([str(place), "--metrics", "luck"], "no metric 'luck'"),
    ):
        code, _, err = run(capsys, *words)
        assert (code, told in err) == (1, True), err


def test_the_list_names_every_metric(capsys):
    code, out, _ = run(capsys, "--list")
    assert code == 0
    assert all(f"\n{name} " in out for name in METRICS)


def test_status_tells_how_episodes_stand(place, tmp_path, capsys):
    assert main(["status", str(place)]) == 0
    assert capsys.readouterr().out.split() == [
        *("ended", "a1", "ended", "a2", "interrupted", "broken", "ended", "i")
    ]
    shutil.copytree(place / "a1", tmp_path / "a1")
    (tmp_path / "a1" / "segments" / "segment-000001.parquet").write_bytes(b"")
    assert main(["status", str(tmp_path), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["status"] == "quarantined"
    assert "segment-000001.parquet" in told["problems"][0]


def test_many_episodes_give_the_figures_of_each_in_order(place, tmp_path):
    names = [f"episode={number:02d}" for number in range(SHARE + 3)]
    for number, name in enumerate(names):
        shutil.copytree(place / ("a1", "i", "broken")[number % 3], tmp_path / "all" / name)
    (tmp_path / "all" / names[4] / "manifest.json").write_text("{}")
    seen = []
    found, skipped = score_paths([tmp_path / "all"], watch=lambda *done: seen.append(done))
    alone = [score_paths([tmp_path / "all" / name]) for name in names]
    assert [each.figures for each in found] == [one.figures for ones, _ in alone for one in ones]
    assert [each.name for each in skipped] == ["04"]
    assert seen[-1] == (len(names), len(names))
    assert len(seen) > 1


def test_an_error_in_another_process_is_the_same_error(place, tmp_path):
    for number in range(SHARE + 1):
        shutil.copytree(place / "i", tmp_path / f"{number:02d}")
    with pytest.raises(ValueError, match="no metric 'profit'"):
        score_paths([tmp_path], names=["profit"])


def test_a_ratio_of_sums_needs_not_ask_for_the_sums(place, capsys):
    whole = json.loads(run(capsys, str(place), "--json")[1])
    asked = json.loads(run(capsys, str(place), "--json", "--metrics", "profit_per_call")[1])
    for one, all_ in zip(asked["agents"], whole["agents"], strict=True):
        assert one["figures"] == {"profit_per_call": all_["figures"]["profit_per_call"]}
    assert one["figures"]["profit_per_call"]["how"] == "ratio of sums"
    assert any(each["figures"]["profit_per_call"]["value"] for each in asked["agents"])
    assert [list(each["figures"]) for each in asked["episodes"]] == [["profit_per_call"]] * 4
