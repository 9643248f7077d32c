"""Goal: whoever shares a file together keeps the limit, and nobody is blocked by the dead.

Method: a clock of the test's own that only sleeping moves on; then real processes and threads.
"""

import multiprocessing
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

import pytest

from runs.agents.rate import SharedRate


class Clock:
    def __init__(self, at: float = 1000.0) -> None:
        self.at = at

    def now(self) -> float:
        return self.at

    def sleep(self, seconds: float) -> None:
        self.at += seconds


def test_requests_are_spaced_evenly(tmp_path):
    clock = Clock()
    rate = SharedRate(tmp_path / "rate", 30)
    assert [rate.wait_turn(clock.sleep, clock.now) for _ in range(4)] == [0, 2, 2, 2]
    clock.at += 0.5
    assert rate.wait_turn(clock.sleep, clock.now) == 1.5
    clock.at += 100
    assert [rate.wait_turn(clock.sleep, clock.now) for _ in range(2)] == [0, 2]


def test_episodes_that_share_a_file_take_turns(tmp_path):
    clock = Clock()
    waits: list[float] = []
    for _ in range(3):
        SharedRate(tmp_path / "rate", 60).wait_turn(waits.append, clock.now)
    assert waits == [1, 2]


def test_others_with_another_limit_keep_their_own_distance(tmp_path):
    clock = Clock()
    fast, slow = SharedRate(tmp_path / "rate", 60), SharedRate(tmp_path / "rate", 6)
    pauses = [rate.wait_turn(lambda _: None, clock.now) for rate in (slow, fast, slow, fast)]
    assert pauses == [0, 10, 11, 21]


def test_without_a_limit_nothing_is_written(tmp_path):
    assert SharedRate(tmp_path / "rate", 0).wait_turn(pytest.fail) == 0
    assert not (tmp_path / "rate").exists()


@pytest.mark.parametrize("per_minute", [-1, float("nan"), float("inf")])
def test_a_limit_that_is_none_is_refused(tmp_path, per_minute):
    with pytest.raises(ValueError, match="0 or more"):
        SharedRate(tmp_path / "rate", per_minute)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\x00", b'{"free": "x", "at": 1}', b"[1, 2]"])
def test_a_damaged_file_is_written_anew(tmp_path, content):
    (tmp_path / "rate").write_bytes(content)
    clock = Clock()
    rate = SharedRate(tmp_path / "rate", 60)
    assert [rate.wait_turn(clock.sleep, clock.now) for _ in range(2)] == [0, 1]


def test_a_clock_that_is_set_back_does_not_stop_the_rest(tmp_path):
    clock = Clock(at=1_000_000.0)
    rate = SharedRate(tmp_path / "rate", 60)
    rate.wait_turn(clock.sleep, clock.now)
    clock.at = 5.0
    assert [rate.wait_turn(clock.sleep, clock.now) for _ in range(2)] == [1, 1]


def test_an_interrupted_wait_costs_one_turn(tmp_path):
    clock = Clock()
    rate = SharedRate(tmp_path / "rate", 60)

    def interrupted(seconds: float) -> None:
        raise KeyboardInterrupt

    rate.wait_turn(clock.sleep, clock.now)
    with pytest.raises(KeyboardInterrupt):
        rate.wait_turn(interrupted, clock.now)
    assert rate.wait_turn(clock.sleep, clock.now) == 2


def test_a_process_that_dies_with_the_lock_blocks_nobody(tmp_path):
    path = tmp_path / "rate"
    code = (
        "import fcntl, os, signal, sys\n"
        "fd = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT)\n"
        "fcntl.flock(fd, fcntl.LOCK_EX)\n"
        "os.write(fd, b'{\"free\"')\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode == -9
    clock = Clock()
    assert SharedRate(path, 60).wait_turn(clock.sleep, clock.now) == 0


def booked(path: Path) -> list[float]:
    rate = SharedRate(path, 60)
    return [rate.wait_turn(lambda _: None, lambda: 1000.0) for _ in range(25)]


def test_no_turn_is_given_twice_among_processes(tmp_path):
    context = multiprocessing.get_context("spawn")
    with context.Pool(2) as pool:
        found = pool.map(booked, [tmp_path / "rate"] * 4, chunksize=1)
    assert sorted(chain(*found)) == list(range(100))


def open_files() -> int:
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.is_dir() else 0


def test_no_turn_is_given_twice_among_threads_and_no_file_stays_open(tmp_path):
    before = open_files()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(booked, [tmp_path / "rate"] * 8))
    assert sorted(chain(*found)) == list(range(200))
    assert open_files() <= before
