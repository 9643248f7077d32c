"""Goal: every recorded call of the published supermarket comes out the same.

Method: replay the traces through the tools; an independent comparison, where it is at hand, reads
what we emit; then check that a wrong trace is caught and named.
"""

import json
import subprocess
import sys

import pytest

from events.log import status
from events.supermarket import GoodsSold
from runs.cli import main
from runs.conform import conform_file
from runs.conform_store import conform_store
from runs.sandbox.sandbox import Sandbox, available
from runs.trace_store import StoreTrace, is_store_trace, read_store_trace
from runs.verify import verify
from tests.conftest import SHARED
from tests.retail import GOLDEN, TRACES, world

COMPARE = SHARED / "golden" / "retail" / "compare_retail.py"


def folder(trace: StoreTrace) -> str:
    return str(trace.header["data"])


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name.split(".")[0])
def test_every_call_of_the_trace_matches(path, tmp_path):
    trace, lines = read_store_trace(path), []
    found = conform_store(trace, world(folder(trace)), emit=lines.append)
    assert found.first is None
    assert found.calls == found.matched == len(trace.calls) > 0
    assert all("rng" in line["day"] for line in lines if line.get("tool") == "end_today")
    if COMPARE.exists():
        emitted = tmp_path / "emitted.jsonl"
        emitted.write_text("".join(json.dumps(line) + "\n" for line in lines))
        told = subprocess.run(
            [sys.executable, COMPARE, path, emitted], capture_output=True, text=True, check=False
        )
        assert told.returncode == 0, told.stdout


@pytest.mark.parametrize("name", ["small-random-1", "small-legacy-3"])
def test_the_agents_code_gives_the_same_when_it_is_run(name):
    if unavailable := available():
        pytest.skip(unavailable)
    trace = read_store_trace(GOLDEN / f"{name}.jsonl.gz")
    with Sandbox() as box:
        assert conform_store(trace, world(), sandbox=box).first is None


def spoilt(name: str, calls: int, change) -> StoreTrace:
    trace = read_store_trace(GOLDEN / f"{name}.jsonl.gz")
    copied = json.loads(json.dumps(trace.calls[:calls]))
    change(copied[-1])
    return StoreTrace(trace.name, trace.header, copied, {})


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda call: call["result"].update(funds=call["result"]["funds"] + 0.01), "result.funds"),
        (lambda call: call["day"].update(traffic=1), "day.traffic"),
        (lambda call: call["day"]["rng"]["news"].reverse(), "day.rng.news[0]"),
        (lambda call: call["day"]["news_next"].reverse(), "day.news_next[0]"),
        (lambda call: call["day"].update(calls=7), "day.calls"),
    ],
)
def test_a_wrong_day_is_named_with_number_and_field(change, field):
    found = conform_store(spoilt("small-idle", 3, change), world())
    assert found.first is not None
    assert (found.first.call, found.first.tool) == (2, "end_today")
    assert found.first.field.startswith(field)


def test_wrong_totals_are_caught():
    trace = read_store_trace(GOLDEN / "small-idle.jsonl.gz")
    metrics = trace.metrics | {"final_funds": -2_999.9}
    found = conform_store(StoreTrace(trace.name, trace.header, trace.calls, metrics), world())
    assert found.first is not None
    assert found.first.field == "final_funds"


def test_the_command_finds_the_traces_own_world(capsys):
    assert main(["conform", str(GOLDEN / "small-idle.jsonl.gz")]) == 0
    assert "55 of 55 match" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["small-legacy-3", "small-random-1"])
def test_an_archived_replay_proves_itself(name, tmp_path):
    """The trace tells code's calls without their arguments; in the archive they are whole."""
    if unavailable := available():
        pytest.skip(unavailable)
    episode = tmp_path / "episode"
    found = conform_file(GOLDEN / f"{name}.jsonl.gz", GOLDEN / "data-small", out=episode)
    assert found.holds
    assert status(episode) == "interrupted"
    verdict = verify(episode, world=GOLDEN / "data-small")
    assert verdict.holds, verdict.told


def test_every_sale_return_and_review_is_in_the_log():
    trace = read_store_trace(GOLDEN / "small-random-1.jsonl.gz")
    seen: list[GoodsSold] = []

    class Sink:
        def commit(self, events, sync=False):
            seen.extend(event for event in events if isinstance(event, GoodsSold))

    conform_store(trace, world(), Sink())
    recorded = [call["day"] for call in trace.calls if "day" in call]
    sales = [sale for event in seen for sale in event.sales]
    assert sum(sale.sold for sale in sales) == sum(day["units"] for day in recorded)
    assert sum(sale.returned for sale in sales) == sum(day["returns"] for day in recorded)
    assert sum(len(sale.reviews) for sale in sales) == sum(day["reviews"] for day in recorded)


def test_a_file_that_is_no_trace_is_refused_with_its_line(tmp_path):
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text('{"header": {"preset": "x", "config": {}}}\n[1, 2]\n')
    assert is_store_trace(wrong)
    with pytest.raises(ValueError, match=r"wrong\.jsonl, line 2"):
        read_store_trace(wrong)
