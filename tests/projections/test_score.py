"""Goal: one name and one definition per metric, the same figure whatever shares its batch.

Method: recorded years scored alone, together, with other engines and threads, in other segments.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import shopyear
from projections.batch import Batch
from projections.frames import log_frame
from projections.metric import Metric
from projections.score import FAMILIES_OF, figures, metrics_of

ROOT = Path(__file__).parent.parent.parent
DOCUMENT = (ROOT / "docs" / "metrics.md").read_text()
NAMES = ("year-mixed", "half-year-churn", "overspend-bankrupt", "idle")


@pytest.fixture(scope="module")
def logs(archived):
    return {name: log_frame(archived(name)) for name in NAMES}


METRICS = metrics_of("marketplace")
ALL = [metric for scenario in FAMILIES_OF for metric in metrics_of(scenario).values()]


@pytest.mark.parametrize("scenario", FAMILIES_OF)
def test_a_name_stands_for_one_metric_of_a_scenario(scenario):
    names = [metric.name for family in FAMILIES_OF[scenario] for metric in family.metrics]
    assert len(names) == len(set(names)) == len(metrics_of(scenario))


def documented() -> set[str]:
    cells = re.findall(r"^\| (`[^|]+`) \|", DOCUMENT, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


def test_every_metric_is_in_the_document():
    # `se_plus.candid` is `se_plus` of one family of suppliers.
    assert {metric.name.partition(".")[0] for metric in ALL} - documented() == set()


@pytest.mark.parametrize("metric", ALL, ids=range(len(ALL)))
def test_a_metric_is_told_in_one_line(metric: Metric):
    for text in (metric.meaning, metric.undefined):
        assert "\n" not in text
        assert not text.endswith(".")
    assert metric.meaning
    known = [metrics_of(scenario) for scenario in FAMILIES_OF]
    assert all(any(name in each for each in known) for name in metric.over or ())
    assert (metric.pooled == "ratio") == (metric.over is not None)


def test_an_undefined_figure_has_its_reason(logs):
    for found in figures(Batch(logs)):
        for name, value in found.items():
            assert value is not None or METRICS[name].undefined, name


def test_who_shares_a_batch_changes_nothing(logs):
    together = figures(Batch(logs))
    backwards = figures(Batch(dict(reversed(logs.items()))))
    alone = [figures(Batch({name: log}))[0] for name, log in logs.items()]
    assert together == alone == backwards[::-1]


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_the_engine_changes_nothing(logs, engine):
    assert figures(Batch(logs, engine=engine)) == figures(Batch(logs))


def test_the_number_of_threads_and_the_hash_seed_change_nothing(archived):
    places = [str(archived(name)) for name in NAMES]
    command = [sys.executable, "-m", "runs", "score", *places, "--json"]
    told = set()
    for threads, seed in (("1", "0"), ("2", "1"), ("5", "random")):
        surroundings = os.environ | {"POLARS_MAX_THREADS": threads, "PYTHONHASHSEED": seed}
        done = subprocess.run(command, capture_output=True, cwd=ROOT, env=surroundings, check=True)
        told.add(done.stdout)
    assert len(told) == 1


def test_the_number_of_segments_changes_nothing(tmp_path):
    settings = shopyear.Settings(agent="steward", days=12)
    logs = {}
    for size in (60_000, 10**9):
        from runs.archive import run

        folder = run(tmp_path / f"e{size}", settings, sync="off", segment_bytes=size).folder
        logs[str(size)] = log_frame(folder)
    assert len(list((tmp_path / "e60000" / "segments").iterdir())) > 5
    assert len(list((tmp_path / "e1000000000" / "segments").iterdir())) == 1
    many, one = figures(Batch(logs))
    assert many == one


def test_an_episode_broken_off_at_any_commit_can_be_measured(logs):
    log = logs["half-year-churn"]
    commits = log["chain"].is_not_null().arg_true().to_list()
    parts = {str(last): log.head(last + 1) for last in commits[:: len(commits) // 25]}
    for found in figures(Batch(parts)):
        assert found["final_assets"] is None
        assert json.dumps(found)


def test_only_some_metrics_may_be_asked_for(logs):
    found = figures(Batch(logs), ["se_plus", "final_assets"])
    assert [list(each) for each in found] == [["se_plus", "final_assets"]] * len(NAMES)
    with pytest.raises(ValueError, match="no metric 'profit'"):
        figures(Batch(logs), ["profit"])
