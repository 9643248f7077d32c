"""Goal: the published system's analysis report comes out of the log, field by field.

Method: archive every recorded trace, measure all of them as one batch, and compare with the report
that the published system wrote at its end: integers exactly, the rest to the last printed digit.
"""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from data.marketplace.loader import load_folder
from projections.batch import ROSTER, Batch
from projections.frames import log_frame
from projections.reference import report
from runs.conform import conform_file
from runs.trace import read_trace
from tests.logs import batch_of
from tests.published import difference

GOLDEN = Path(__file__).parent.parent / "golden"
TRACES = sorted((GOLDEN / "traces").glob("*.gz"))


def roster_of(world: Path) -> pl.DataFrame:
    rows = [
        (supplier.name, supplier.honest, "", supplier.personality, supplier.fraud)
        for supplier in load_folder(world).suppliers
    ]
    return pl.DataFrame(rows, schema=ROSTER, orient="row")


@pytest.fixture(scope="module")
def logs(archived) -> dict[str, pl.DataFrame]:
    names = (path.name.split(".")[0] for path in TRACES)
    return {name: log_frame(archived(name)) for name in names}


@pytest.fixture(scope="module")
def reports(logs) -> dict[str, dict[str, Any]]:
    batch = Batch(logs, roster_of(GOLDEN / "world"))
    return dict(zip(logs, report(batch, [{"given": name} for name in logs]), strict=True))


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name.split(".")[0])
def test_the_report_is_the_published_one(path, reports):
    wanted = dict(read_trace(path).final["report"])
    wanted.pop("negotiation_quality")
    got = reports[path.name.split(".")[0]]
    assert difference(wanted, got) is None
    assert got.keys() - wanted.keys() == {"negotiation_quality", "reward"}
    assert all(wanted[part].keys() == got[part].keys() for part in wanted)


@pytest.mark.parametrize("name", ["released-haggle", "released-year"])
def test_the_reports_on_the_released_tables_are_the_published_ones(name, released, tmp_path):
    trace = released / "traces" / f"{name}.jsonl.gz"
    wanted = dict(read_trace(trace).final["report"])
    wanted.pop("negotiation_quality")
    conform_file(trace, released, out=tmp_path / name)
    batch = Batch({name: log_frame(tmp_path / name)}, roster_of(released))
    (got,) = report(batch, [{}])
    assert difference(wanted, got) is None


def test_a_comparison_sees_a_digit_and_a_missing_name():
    assert difference({"rate": 0.0822}, {"rate": 0.0823}) is None
    assert difference({"rate": 0.0822}, {"rate": 0.0824}) == "report.rate: 0.0822 != 0.0824"
    assert difference({"a": {"b": 1}}, {"a": {}}) is not None
    assert difference({"count": 3}, {"count": 4}) is not None


def test_the_negotiation_part_is_the_one_given(reports):
    assert reports["idle"]["negotiation_quality"] == {"given": "idle"}


def test_one_episode_has_one_negotiation_part(logs):
    with pytest.raises(ValueError, match="shorter"):
        report(Batch(logs), [{}])


def test_the_reward_is_the_final_balance_over_the_opening_one(reports):
    assert reports["year-mixed"]["reward"] == {
        "final_score": 1.7635553,
        "reward_res": 1.7635553,
        "termination_reason": "env_completed",
        "termination_detail": "max_days_reached",
    }
    assert reports["idle"]["reward"]["termination_reason"] == "env_terminated"
    assert reports["idle"]["reward"]["termination_detail"] == "bankruptcy"


def test_without_a_roster_only_what_needs_it_is_missing(logs, reports):
    name = "pet-quarter"
    (got,) = report(Batch({name: logs[name]}), [{"given": name}])
    missing = dict.fromkeys(("contacted", "ordered", "roster_totals"))
    fraud = reports[name]["fraud_identification"] | {"bad_suppliers_total": None}
    expected = {"supplier_engagement": missing, "fraud_identification": fraud}
    assert got == reports[name] | expected


def test_an_interrupted_episode_has_no_final_figures(logs):
    log = logs["pet-quarter"]
    log = log.filter(~pl.col("kind").is_in(["episode.finalised", "episode.ended"]))
    (got,) = report(batch_of(log), [{}])
    unknown = ("final_balance", "bankrupt", "final_day")
    assert [got["profitability"][name] for name in unknown] == [None, None, None]
    assert set(got["reward"].values()) == {None}
    assert got["profitability"]["stores_opened"] == 1
