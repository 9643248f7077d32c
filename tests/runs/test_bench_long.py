"""Goal: the benchmarks of the supermarket measure what they say, on a world that lasts.

Method: short episodes in processes of their own; the world gone on with, compared day by day.
"""

import json
from itertools import pairwise

import pytest

from data.supermarket.writer import write_folder
from runs import bench_long
from runs.archive import run
from runs.bench_long import REPEATED_DAYS, LongBench, lasting
from runs.cli import main
from runs.options import STORE_YEAR
from sim.supermarket.world import Settings
from tests.retail import world


def test_a_world_that_lasts_repeats_its_last_weeks():
    short = world()
    made = lasting(short, 500)
    assert len(made.traffic) == len(short.traffic) + 500
    assert made.traffic[: len(short.traffic)] == short.traffic
    ours, theirs = made.supplies[3].offers[2], short.supplies[3].offers[2]
    for series, before in (
        (made.traffic, short.traffic),
        (ours.prices, theirs.prices),
        (ours.qualities, theirs.qualities),
    ):
        period, end = min(REPEATED_DAYS, len(before)), len(before)
        assert len(series) == end + 500
        assert series[end:] == tuple(series[place - period] for place in range(end, end + 500))


def test_a_store_trades_on_after_the_last_day_of_the_tables(tmp_path):
    tables = world()
    days = tables.traffic_first, len(tables.traffic)
    write_folder(lasting(tables, 400), tmp_path / "world")
    settings = Settings(agent="oracle", days=days[1], opening_balance=10**12)
    done = run(tmp_path / "e", settings, world=tmp_path / "world", sync="off")
    assert done.outcome.day == days[1]
    assert done.outcome.reason == "max_days_reached"


def test_more_days_are_measured_in_fresh_processes(monkeypatch, capsys):
    monkeypatch.setattr(bench_long, "YEAR_DAYS", 8)
    assert main(["bench", "--scenario", "supermarket", "--long", "40", "--json"]) == 0
    found = [LongBench(**each) for each in json.loads(capsys.readouterr().out)]
    assert [each.days for each in found] == [8, 10, 20, 40]
    assert all(one.events < two.events for one, two in pairwise(found))
    assert all(one.sealed_bytes < two.sealed_bytes for one, two in pairwise(found))
    assert all(each.seconds > 0 and each.peak_memory_mb > 50 for each in found)


def test_a_recorded_supermarket_is_replayed_and_proved(capsys):
    words = ["bench", "--scenario", "supermarket", "--trace", str(STORE_YEAR), "--repeat", "1"]
    assert main([*words, "--sync", "off", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["trace"], found["calls"]) == ("small-random-1", 914)
    assert found["sealed_bytes"] < found["journal_bytes"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--long", "100"], "--scenario supermarket"),
        (["--scenario", "supermarket", "--score", "4"], "marketplace only"),
    ],
)
def test_a_benchmark_of_the_other_world_is_refused(words, told, capsys):
    assert main(["bench", *words]) != 0
    assert told in capsys.readouterr().err
