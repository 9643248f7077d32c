"""Goal: every recorded call of the published system comes out the same, to half a cent.

Method: replay the traces through the tools; then check that a wrong trace is caught and named.
"""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from data.marketplace.loader import load_folder
from events.log import status, verify_chain
from runs.cli import main
from runs.conform import conform, conform_file
from runs.trace import Trace, read_trace

GOLDEN = Path(__file__).parent.parent / "golden"
TRACES = sorted((GOLDEN / "traces").glob("*.gz")) + sorted((GOLDEN / "batches").glob("*.gz"))
COMPARE = GOLDEN.parent.parent.parent / "shared" / "golden" / "compare_trace.py"


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name.split(".")[0])
def test_every_call_of_the_trace_matches(path, golden_world):
    trace = read_trace(path)
    found = conform(trace, golden_world)
    assert found.first is None
    assert found.calls == found.matched == len(trace.calls) + len(trace.turns) > 0


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name.split(".")[0])
def test_an_independent_comparison_agrees_on_what_is_emitted(path, tmp_path):
    if not COMPARE.exists():
        pytest.skip("compare_trace.py is not part of the project (../shared/golden is absent)")
    emitted = tmp_path / "emitted.jsonl"
    conform_file(path, GOLDEN / "world", emit=emitted)
    told = subprocess.run(
        [sys.executable, COMPARE, path, emitted], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout


@pytest.mark.parametrize("name", ["released-haggle", "released-year"])
def test_the_traces_on_the_released_tables_match(name, released):
    found = conform(read_trace(released / "traces" / f"{name}.jsonl.gz"), load_folder(released))
    assert found.first is None


def _spoilt(trace: Trace, call: int, change) -> Trace:
    calls = json.loads(json.dumps(trace.calls[: call + 1]))
    change(calls[call])
    return Trace(trace.header, calls, [], trace.final)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda call: call["after"].update(bank=call["after"]["bank"] + 0.01), "after.bank"),
        (lambda call: call["after"].update(time="2026-01-01 08:01"), "after.time"),
        (lambda call: call["result"].update(success=False), "result.success"),
        (lambda call: call["result"]["allowed_categories"].reverse(), "result.allowed_categories"),
        (lambda call: call["result"].update(unheard_of=1), "result.unheard_of"),
    ],
)
def test_a_wrong_call_is_named_with_number_and_field(change, field, golden_world):
    trace = read_trace(GOLDEN / "traces" / "year-mixed.jsonl.gz")
    found = conform(_spoilt(trace, 1, change), golden_world)
    assert found.first is not None
    assert found.first.call == 1
    assert found.first.tool == "open_store"
    assert found.first.field.startswith(field)


def test_a_wrong_morning_figure_is_caught(golden_world):
    trace = read_trace(GOLDEN / "traces" / "idle.jsonl.gz")
    spoilt = _spoilt(trace, 8, lambda call: call["days"][0].update(idle_penalty_charged=999.0))
    found = conform(spoilt, golden_world)
    assert found.first is not None
    assert found.first.field == "days[0].idle_penalty_charged"


def test_a_wrong_final_ledger_is_caught(golden_world):
    trace = read_trace(GOLDEN / "traces" / "idle.jsonl.gz")
    ledger = trace.final["ledger"] | {"ops": trace.final["ledger"]["ops"] + 0.01}
    found = conform(
        Trace(trace.header, trace.calls, [], trace.final | {"ledger": ledger}), golden_world
    )
    assert found.first is not None
    assert found.first.field == "final.ledger.ops"


def test_the_command_exits_by_whether_all_match(tmp_path, capsys):
    good = GOLDEN / "traces" / "broadcast.jsonl.gz"
    assert main(["conform", str(good)]) == 0
    lines = gzip.decompress(good.read_bytes()).decode().splitlines()
    number = next(n for n, line in enumerate(lines) if '"round": 2' in line)
    lines[number] = lines[number].replace('"round": 2', '"round": 3', 1)
    bad = tmp_path / "bad.jsonl"
    bad.write_text("\n".join(lines))
    capsys.readouterr()
    assert main(["conform", str(bad)]) == 1
    assert f"first mismatch: call {number - 1} (chatbox), result" in capsys.readouterr().out


def test_a_file_that_is_no_trace_is_refused_with_its_line(tmp_path, capsys):
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text('{"header": {"trace": "x"}}\n[1, 2]\n')
    assert main(["conform", str(wrong)]) == 1
    assert "wrong.jsonl, line 2" in capsys.readouterr().err


def test_a_replay_can_be_archived(tmp_path):
    episode = tmp_path / "episode"
    found = conform_file(GOLDEN / "traces" / "idle.jsonl.gz", GOLDEN / "world", out=episode)
    assert found.holds
    assert status(episode) == "ended"
    assert verify_chain(episode).problem is None
