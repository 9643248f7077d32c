"""Goal: the same inputs give the same bytes, whatever the process was started with.

Method: play the same days in separate processes under different hash seeds and compare logs.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from events.log import read_episode


def play(folder: Path, hash_seed: str, *options: str) -> dict:
    command = [sys.executable, "-m", "runs", "run", "--out", folder, "--json", "--quiet", *options]
    told = subprocess.run(
        command,
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        cwd=Path(__file__).parent.parent.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(told.stdout)


@pytest.mark.parametrize(
    ("scenario", "days", "draws"),
    [
        ("marketplace", 45, "published"),
        ("marketplace", 45, "keyed"),
        ("supermarket", 15, "published"),
        ("supermarket", 15, "paired"),
    ],
)
def test_three_hash_seeds_give_the_same_bytes_and_chain(tmp_path, scenario, days, draws):
    options = ("--days", str(days), "--seed", "7", "--sync", "off", "--draws", draws)
    options += ("--scenario", scenario)
    runs = [play(tmp_path / seed, seed, *options) for seed in ("0", "1", "random")]
    assert len({run["chain_head"] for run in runs}) == 1
    payloads = [
        [row.payload for row in read_episode(tmp_path / seed)] for seed in ("0", "1", "random")
    ]
    assert payloads[0] == payloads[1] == payloads[2]
    assert len(payloads[0]) == runs[0]["events"] > 500


def test_another_seed_gives_another_year(tmp_path):
    one = play(tmp_path / "one", "0", "--days", "30", "--seed", "1", "--sync", "off")
    two = play(tmp_path / "two", "0", "--days", "30", "--seed", "2", "--sync", "off")
    assert one["chain_head"] != two["chain_head"]


def test_the_sync_policy_does_not_change_the_log(tmp_path):
    heads = {
        play(tmp_path / sync, "0", "--days", "5", "--sync", sync)["chain_head"]
        for sync in ("commit", "day", "off")
    }
    assert len(heads) == 1
