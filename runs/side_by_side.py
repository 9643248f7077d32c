"""Work on many things at once, in processes of our own, with the results in their order.

The standard library's process pools run the caller's main module once more in each process, which a
script or a notebook would have to be written for. These processes know nothing but the work.
"""

import os
import pickle
import queue
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

T = TypeVar("T")
R = TypeVar("R")

ROOT: Final = Path(__file__).resolve().parent.parent
BOOT: Final = (
    "import sys; sys.path.insert(0, sys.argv[1]); from runs.side_by_side import serve; serve()"
)


def shares(things: Sequence[T], processes: int, most: int) -> list[Sequence[T]]:
    """Cut things into parts of at most `most`, so that all processes have about as many parts."""
    rounds = -(-len(things) // (processes * most))
    size = -(-len(things) // (processes * rounds)) if things else 1
    return [things[start : start + size] for start in range(0, len(things), size)]


def side_by_side(work: Callable[[T], R], parts: Sequence[T], processes: int) -> Iterator[R]:
    """Yield what comes of each part, in order; with one process or part, in this one.

    Args:
        work: a function or object that can be pickled, as its parts and results.

    Raises:
        Whatever the work raises.
        ChildProcessError: a process ended before its work was done.
    """
    processes = min(processes, len(parts))
    if processes < 2:
        yield from map(work, parts)
        return
    helpers: list[_Helper] = []
    try:
        free: queue.SimpleQueue[_Helper] = queue.SimpleQueue()
        for _ in range(processes):
            helpers.append(_Helper(work))
            free.put(helpers[-1])

        def done(part: T) -> R:
            helper = free.get()
            try:
                found: R = helper.ask(part)
            finally:
                free.put(helper)
            return found

        with ThreadPoolExecutor(processes) as pool:
            try:
                yield from pool.map(done, parts)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for helper in helpers:
                    helper.kill()
                raise
    finally:
        for helper in helpers:
            helper.close()


class _Helper:
    def __init__(self, work: Callable[[Any], Any]) -> None:
        # One thread each: the processes share the machine already.
        surroundings = os.environ | {"POLARS_MAX_THREADS": "1"}
        command = [sys.executable, "-c", BOOT, str(ROOT)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=surroundings)
        # Sent once, so that what the work keeps in mind from part to part serves the next.
        self._message: tuple[Any, ...] = (work,)

    def ask(self, part: Any) -> Any:
        """Have one part done."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            pickle.dump((part, *self._message), process.stdin)
            self._message = ()
            process.stdin.flush()
            found, error = pickle.load(process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError):
            status = process.wait()
            raise ChildProcessError(f"a process ended with status {status} at work") from None
        if error is not None:
            raise error
        return found

    def kill(self) -> None:
        self._process.kill()

    def close(self) -> None:
        """Let the process end."""
        with suppress(OSError), self._process:  # which closes its pipes and waits
            pass


def serve() -> None:
    """Be such a process: do parts until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the caller, who sees to us
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed at work must not get between the answers
    work: Any = None
    while True:
        try:
            part, *first = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            work = first[0] if first else work
            answer = pickle.dumps((work(part), None))
        except Exception as error:
            answer = pickle.dumps((None, error))
        try:
            answers.write(answer)
            answers.flush()
        except BrokenPipeError:
            return
