"""Goal: the supermarket's published tables are written with the published names and figures.

Method: the totals of all golden traces; rows made by hand for the choice of the best run.
"""

import csv
from pathlib import Path

import polars as pl
import pytest

from events.agent import AgentConfigured, ModelAnswered
from events.episode import EpisodeEnded, EpisodeStarted
from projections.batch import Batch
from projections.retail_decisions import published_price_close
from projections.retail_reference import (
    FAILED,
    MONEY,
    RUN,
    STAGES,
    TABLES,
    framed,
    reference_retail,
    reference_tables,
    with_closeness,
)
from projections.retail_score import RETAIL_FAMILIES
from runs.reference import printed, write_tables
from tests.logs import at, batch_of, log_of, morning
from tests.retail import TRACES
from tests.retail_logs import report
from tests.retail_play import log_of_trace, trace_of

CENT = 0.0051
NAMES = [path.name.split(".")[0] for path in TRACES]
OPTIONS = '{"name":"hard_v2","patience":5,"rent":600000000}'
UNTRACED = {"tokens_per_day"}
"""Not in the traces: nobody there is a model."""


def started(agent: str, opening: int = 30_000_000_000) -> EpisodeStarted:
    return EpisodeStarted(
        *(0, at(0), 1, "supermarket", "w", "supermarket/1", "paired", 1, 180, "1991-09-07"),
        *(opening, agent, "", OPTIONS),
    )


def ended(day: int) -> EpisodeEnded:
    return EpisodeEnded(0, morning(day, 6), "bankruptcy", day, 0, 0, 0)


def setup(model: str, framework: str) -> AgentConfigured:
    return AgentConfigured(
        *(0, at(0), model, "tools", "1", "", "", "", "", 1, 1, 1, 1), framework=framework
    )


def rows(*runs: dict[str, object]) -> pl.DataFrame:
    """Return rows as if measured: those of an episode of one day, with some figures replaced."""
    batch = batch_of(log_of(started("x"), report(0), ended(1)))
    (plain,) = reference_retail(batch).to_dicts()
    return framed([{**plain, **run} for run in runs])


@pytest.mark.parametrize("name", NAMES)
def test_the_published_figures_of_a_trace_come_out(name):
    found = reference_retail(Batch({name: log_of_trace(name)})).row(0, named=True)
    wanted = {key: value for key, value in trace_of(name).metrics.items() if key != "rng"}
    assert set(wanted) == set(RUN) - UNTRACED
    for key, value in wanted.items():
        if value is None:
            assert found[key] is None, key
        else:
            near = CENT if key in MONEY else 0
            assert found[key] == pytest.approx(value, rel=1e-12, abs=near), key


def test_the_oracles_evidence_and_choices_are_the_published_ones():
    found = reference_retail(Batch({"oracle": log_of_trace("full-oracle-180")})).row(0, named=True)
    assert (found["query_depth_order"], found["query_depth_price"]) == (0.75, 0.5)
    assert (found["quality_first"], found["quality_rank"], found["incomplete"]) == (1.0, 1.0, 1.0)
    assert found["missed_high_demand"] == 0
    assert found["price_distance"] < 2
    assert found["unresolved"] < 0.01 < 0.99 < found["follow_up"]


def test_published_closeness_is_measured_against_the_worst_run():
    assert published_price_close([10.0, None, 40.0]) == [0.75, None, 0.0]
    assert published_price_close([None, 0.0]) == [None, None]
    near, far = ({"run": name, "price_distance": off} for name, off in (("a", 10.0), ("b", 40.0)))
    assert with_closeness(rows(near, far))["price_close"].to_list() == [0.75, 0.0]


def test_every_metric_is_in_a_table_under_one_name_or_the_other():
    columns = {column for names in TABLES.values() for column in names}
    ours = {*RUN.values(), *STAGES.values()}
    beside = {"short_days", "short_products_per_day"}
    for family in RETAIL_FAMILIES:
        if family.title != "Use of a model":
            for metric in family.metrics:
                assert metric.name in columns | ours | beside, metric.name
    assert columns >= {*FAILED, "price_close"}


def test_the_best_run_of_a_model_has_the_most_days_then_worth_then_sales():
    runs = [
        {"run": "short", "survival_days": 60, "final_net_worth": 9e4, "framework": "react"},
        {"run": "poor", "survival_days": 90, "final_net_worth": 1.0, "framework": "react"},
        {"run": "few", "survival_days": 90, "final_net_worth": 2.0, "total_sales": 3},
        {"run": "best", "survival_days": 90, "final_net_worth": 2.0, "total_sales": 4,
         "framework": "reflection"},
        {"run": "broken", "survival_days": 99, "ended": False},
    ]  # fmt: skip
    found = reference_tables(rows(*({"model": "m", **run} for run in runs)))
    (best, idle) = found["best_framework_by_model"].to_dicts()
    assert (best["run"], best["framework"], best["runs"]) == ("best", "reflection", 4)
    assert best["max_days"] == 90
    assert (idle["framework"], idle["survival_days"], idle["final_net_worth"]) == (
        *("computed", 55, -3_000.0),
    )
    assert idle["total_sales"] is None
    assert found["run_metrics"].height == found["four_stage_metrics"].height == 5


def test_a_model_and_its_framework_are_those_it_was_set_up_with():
    answers = [
        ModelAnswered(0, at(day), turn, 1, b"{}", "stop", input_tokens=read, output_tokens=20)
        for day, turn, read in ((0, 1, 100), (0, 2, 200), (3, 3, 60))
    ]
    played = log_of(started("model:m"), setup("m", "reflection"), *answers, report(0), ended(1))
    found = reference_retail(batch_of(played, log_of(started("oracle"), report(0))))
    shown = found.select("model", "framework", "ended", "tokens_per_day").rows()
    assert shown == [("m", "reflection", True, 420 / 2), ("oracle", "rules", False, None)]


def test_tokens_that_are_not_told_are_no_figure():
    silent = ModelAnswered(0, at(0), 1, 1, b"{}", "stop", input_tokens=5)
    found = reference_retail(batch_of(log_of(started("m"), setup("m", "x"), silent, report(0))))
    assert found["tokens_per_day"].to_list() == [None]


def test_tables_are_csv_files_with_a_line_per_run(tmp_path: Path):
    found = rows({"run": "a", "model": 'quote" and, comma'}, {"run": "b"}).to_dicts()
    names = [path.name for path in write_tables(found, tmp_path / "out")]
    assert names == [f"{name}.csv" for name in TABLES]
    with (tmp_path / "out" / "run_metrics.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert [line["model"] for line in lines] == ['quote" and, comma', "x"]
    assert tuple(lines[0]) == TABLES["run_metrics"]
    assert (lines[0]["survival_days"], lines[0]["return_ratio"]) == ("1", "")


def test_what_is_printed_is_of_one_world():
    store, market = rows({"run": "a"}).to_dicts(), [{"report": {}, "negotiation": {}}]
    header, line = printed(store).splitlines()
    assert header.startswith("run,model,framework,ended,survival_days,final_net_worth,")
    assert line.startswith("a,x,rules,true,1,")
    assert printed(market) == '{"report": {}, "negotiation": {}}\n'
    with pytest.raises(ValueError, match="name episodes of one of them"):
        printed([*store, *market])
    with pytest.raises(ValueError, match="only episodes of the supermarket"):
        write_tables(market, Path("nowhere"))
