"""The benchmark: a recorded year replayed with the log on, against a fixed calibration run.

The ratio of the two is comparable across machines; the seconds are not. Each is the best of a few
alternating runs in one process.
"""

import hashlib
import json
import random
import resource
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import msgspec

from events.errors import LogError
from events.log import Sync, verify_chain
from projections.audit import audit
from runs.archive import open_log
from runs.replay import verify_execution
from runs.scenarios import of_settings
from runs.trace_play import TracePlay, read_play
from sim.tape import Tape
from sim.turn import take_turn

GOLDEN: Final = Path(__file__).parent.parent / "tests" / "golden"
DRAWS: Final = 20_000
KEYS: Final = 997
DUMPS: Final = 300
DUMPED: Final = 200


class Bench(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured; times in seconds, sizes in bytes."""

    trace: str
    sync: str
    calls: int
    events: int
    seconds: float
    """For all calls, with the log on."""
    seal_seconds: float
    calls_per_second: float
    events_per_second: float
    calibration_seconds: float
    ratio: float
    """Seconds in calibration units."""
    verify_seconds: float
    """For the bytes, the chain and the re-execution of the archived year."""
    verify_over_run: float
    """Calibration units that takes more than the run itself."""
    audit_seconds: float
    journal_bytes: int
    sealed_bytes: int
    peak_memory_mb: float
    """Of the runs, without verifying and auditing."""


def calibrate() -> float:
    """Return the seconds of the fixed calibration run."""
    started = time.perf_counter()
    table: dict[int, float] = {}
    for i in range(DRAWS):
        seed = int(hashlib.md5(f"key {i}".encode(), usedforsecurity=False).hexdigest()[:8], 16)
        table[i % KEYS] = random.Random(seed).random()
    entries = dict(list(table.items())[:DUMPED])
    for _ in range(DUMPS):
        json.dumps(entries)
    return time.perf_counter() - started


def bench(trace: Path, world: Path, *, sync: Sync = "day", repeat: int = 12) -> Bench:
    """Measure a replay of a recorded year.

    Raises:
        OSError: the trace cannot be read.
        WorldError: the tables cannot be read.
    """
    recorded = read_play(trace)
    _, tables = of_settings(recorded.settings).load(world)
    runs: list[dict[str, Any]] = []
    units: list[float] = []
    for _ in range(repeat):
        units.append(calibrate())
        with tempfile.TemporaryDirectory() as scratch:
            runs.append(_replay(recorded, tables, Path(scratch) / "episode", sync))
    best, unit = min(runs, key=lambda run: run["seconds"]), min(units)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    verify_seconds, audit_seconds = _prove(recorded, tables, repeat)
    return Bench(
        trace=recorded.settings.agent.removeprefix("trace:"),
        sync=sync,
        calls_per_second=round(best["calls"] / best["seconds"]),
        events_per_second=round(best["events"] / best["seconds"]),
        calibration_seconds=unit,
        ratio=round(best["seconds"] / unit, 3),
        verify_seconds=verify_seconds,
        verify_over_run=round((verify_seconds - best["seconds"]) / unit, 3),
        audit_seconds=audit_seconds,
        peak_memory_mb=memory,
        **best,
    )


def _prove(trace: TracePlay, tables: Any, repeat: int) -> tuple[float, float]:
    """Return the best seconds of verifying and of auditing the archived year."""
    verifying, auditing = [], []
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "episode"
        _replay(trace, tables, folder, "off")
        for _ in range(repeat):
            started = time.perf_counter()
            problem = verify_chain(folder).problem
            verify_execution(folder, tables)
            verified = time.perf_counter()
            findings = audit(folder)
            audited = time.perf_counter()
            if problem is not None or findings:
                raise LogError(f"the year does not hold: {problem or findings[0]}")
            verifying.append(verified - started)
            auditing.append(audited - verified)
    return min(verifying), min(auditing)


def _replay(trace: TracePlay, tables: Any, folder: Path, sync: Sync) -> dict[str, Any]:
    settings, scenario = trace.settings, of_settings(trace.settings)
    log = open_log(folder, "bench", tables, settings, sync)
    world = scenario.begin(tables, settings, Tape(log), None, (), True)
    toolbox = scenario.toolbox(settings)
    started = time.perf_counter()
    for calls in trace.turns:
        take_turn(world, toolbox, calls)
    played = time.perf_counter()
    journal = (folder / "journal.jsonl").stat().st_size
    log.close(ended=True)
    sealed = time.perf_counter()
    return {
        "calls": sum(map(len, trace.turns)),
        "events": log.events,
        "seconds": played - started,
        "seal_seconds": sealed - played,
        "journal_bytes": journal,
        "sealed_bytes": sum(part.stat().st_size for part in folder.rglob("*.parquet")),
    }
