"""Goal: each command does what its help says, and says clearly what it refuses."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from events.log import read_episode, status
from runs.cli import main

KEYS = {
    "episode", "status", "assets", "bank", "wallet", "escrow", "days", "calls", "events",
    "chain_head",
}  # fmt: skip


def run(tmp_path, *options: str) -> list[str]:
    return ["run", "--agent", "idle", "--days", "12", "--out", str(tmp_path / "e"), *options]


def test_run_archives_an_episode_and_reports_it_as_json(tmp_path, capsys):
    assert main(run(tmp_path, "--json", "--quiet")) == 0
    told = json.loads(capsys.readouterr().out)
    assert told.keys() >= KEYS
    assert told["status"] == status(tmp_path / "e") == "ended"
    assert told["days"] == 12
    assert told["assets"] == told["bank"] == 95_000.0
    assert told["events"] == len(list(read_episode(tmp_path / "e")))


def test_run_shows_progress_and_a_summary(tmp_path, capsys):
    assert main(run(tmp_path)) == 0
    shown = capsys.readouterr()
    assert "12/12" in shown.err
    assert "¥95,000.00" in shown.out
    assert "assets by day" in shown.out


def test_run_without_out_makes_a_new_folder_each_time(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        assert main(["run", "--agent", "idle", "--days", "1", "--quiet"]) == 0
    folders = sorted(path.name for path in (tmp_path / "episodes").iterdir())
    assert folders == ["idle-20260122-001", "idle-20260122-002"]


def test_run_refuses_a_folder_in_use(tmp_path, capsys):
    assert main(run(tmp_path, "--quiet")) == 0
    assert main(run(tmp_path, "--quiet")) == 1
    assert "not empty" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--days", "0"], "between 1 and"),
        (["--days", "ten"], "not a whole number"),
        (["--seed", "-1"], "between 0 and"),
        (["--initial-balance", "nan"], "between 0 and"),
        (["--initial-balance", "much"], "not an amount"),
        (["--agent", "nobody"], "there is no agent"),
        (["--sync", "never"], "invalid choice"),
    ],
)
def test_run_refuses_wrong_options(tmp_path, options, told, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(run(tmp_path, *options))
    assert stopped.value.code == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "e").exists()


def test_run_names_the_table_that_is_missing(tmp_path, capsys):
    assert main(run(tmp_path, "--world", str(tmp_path))) == 1
    assert ".csv" in capsys.readouterr().err
    assert not (tmp_path / "e").exists()


def test_the_opening_balance_is_what_the_year_starts_with(tmp_path, capsys):
    assert main(run(tmp_path, "--initial-balance", "2500.25", "--quiet", "--json")) == 0
    assert json.loads(capsys.readouterr().out)["assets"] == 2500.25 - 5000


def test_tools_prints_all_18_schemas(capsys):
    assert main(["tools"]) == 0
    tools = msgspec.json.decode(capsys.readouterr().out)
    assert len(tools) == 18
    for tool in tools:
        assert tool["type"] == "function"
        assert tool["function"]["description"]
        assert tool["function"]["parameters"]["type"] == "object"


def test_world_commands_build_check_and_import(tmp_path, capsys):
    built, copied = tmp_path / "built", tmp_path / "copied"
    assert main(["world", "build", "--seed", "5", "-o", str(built)]) == 0
    assert main(["world", "check", str(built)]) == 0
    assert main(["world", "import", str(built), "-o", str(copied)]) == 0
    assert main(["world", "check", "--json", str(copied)]) == 0
    report = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert report["summary"]["products"] == 6886
    assert report["summary"]["suppliers_honest"] == 424
    assert report["summary"]["suppliers_fraudulent"] == 152
    for name in ("products.csv", "suppliers.csv"):
        assert (built / name).read_bytes() == (copied / name).read_bytes()


def test_bench_reports_every_figure(capsys):
    assert main(["bench", "--repeat", "1", "--sync", "off", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["calls"] == 1755
    assert found["ratio"] > 0
    assert found["verify_seconds"] > 0
    assert found["audit_seconds"] > 0
    assert found["sealed_bytes"] < found["journal_bytes"]


def test_a_year_plays_on_the_released_tables(released, tmp_path, capsys):
    options = ["--world", str(released), "--out", str(tmp_path / "e"), "--sync", "off"]
    assert main(["run", *options, "--quiet", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["status"] == "ended"
    assert told["days"] == 365
    assert told["assets"] > 100_000


def test_the_built_in_merchant_ends_the_year_above_its_opening_balance(tmp_path, capsys):
    assert main(["run", "--out", str(tmp_path / "e"), "--sync", "off", "--quiet", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["days"] == 365
    assert told["assets"] > 1_000_000


def test_ctrl_c_leaves_an_interrupted_episode_that_can_be_read(tmp_path):
    """A real process is interrupted in the middle of a year."""
    folder = tmp_path / "e"
    command = [sys.executable, "-m", "runs", "run", "--out", str(folder), "--json", "--quiet"]
    root = Path(__file__).parent.parent.parent
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as process:
        journal = folder / "journal.jsonl"
        while not journal.exists() or journal.stat().st_size < 100_000:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    told = json.loads(out)
    assert told.keys() >= KEYS
    assert told["status"] == status(folder) == "interrupted"
    assert len(list(read_episode(folder))) == told["events"]
