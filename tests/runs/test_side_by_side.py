"""Goal: work spread over processes is work done in one: same results, same order, same errors.

Method: real processes, some of which fail, or are killed at work.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import LogError
from runs.side_by_side import shares, side_by_side

ROOT = Path(__file__).parent.parent.parent


class Squares:
    """Work that remembers, to show that a process keeps what it was sent first."""

    def __init__(self):
        self.done = 0

    def __call__(self, number):
        self.done += 1
        if number < 0:
            raise LogError(f"{number}: no such number")
        if number == 13:
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.02 * (number % 3))
        sys.stdout.write("a word on the way")
        sys.stdout.flush()
        return number * number, self.done, os.getpid()


@given(st.integers(0, 300), st.integers(1, 9), st.integers(1, 20))
def test_shares_hold_everything_in_order_and_are_alike(number, processes, most):
    parts = shares(range(number), processes, most)
    assert [each for part in parts for each in part] == list(range(number))
    assert all(0 < len(part) <= most for part in parts)
    assert len({len(part) for part in parts[:-1]}) <= 1


def test_results_come_in_order_from_several_processes():
    found = list(side_by_side(Squares(), range(12), 3))
    assert [square for square, _, _ in found] == [number * number for number in range(12)]
    assert 1 < len({process for _, _, process in found}) <= 3
    assert os.getpid() not in {process for _, _, process in found}
    # What the work had in mind after one part is there for the next.
    assert max(done for _, done, _ in found) > 1


@pytest.mark.parametrize(("parts", "processes"), [([5], 4), ([5, 6], 1), ([], 3)])
def test_one_part_or_process_needs_no_other(parts, processes):
    found = list(side_by_side(Squares(), parts, processes))
    assert [square for square, _, _ in found] == [number * number for number in parts]
    assert {process for _, _, process in found} <= {os.getpid()}


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_of_the_work_is_raised_as_it_is(processes):
    with pytest.raises(LogError, match="-7: no such number"):
        list(side_by_side(Squares(), [1, -7, 2, 3, 4], processes))


def test_a_process_that_dies_is_an_error_and_not_a_gap():
    with pytest.raises(ChildProcessError, match="ended with status -9"):
        list(side_by_side(Squares(), [1, 2, 13, 4], 2))


def test_a_script_needs_no_guard(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from runs.side_by_side import side_by_side\n"
        "print(sorted(side_by_side(abs, [-3, -2, -1], 2)))\n"
    )
    surroundings = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, env=surroundings, check=True
    )
    assert done.stdout == "[1, 2, 3]\n"


def test_helpers_end_with_their_caller():
    script = (
        "import os, time\n"
        "from runs.side_by_side import side_by_side\n"
        "def ready(): os.write(1, b'.')\n"
        "for _ in side_by_side(time.sleep, [0, 0, 0.5, 0.5], 2): ready()\n"
    )
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe) as caller:
        assert caller.stdout is not None
        assert caller.stderr is not None
        assert caller.stdout.read(2) == b".."
        caller.kill()
        # The pipe of errors is closed when the last process that has it is gone.
        assert caller.stderr.read() == b""
