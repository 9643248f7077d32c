"""Replaying a supermarket's conformance trace through the tools and comparing every call.

Some traces leave out the read calls of most days. What the agent's code gave is taken from the
trace, unless the replay is archived: the trace does not tell with which arguments code called
tools, so there it is run.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from data.supermarket.loader import load_folder
from data.supermarket.tables import Supermarket
from events.episode import Call
from runs.archive import open_log
from runs.coding import Workshop
from runs.compare import Mismatch, compare
from runs.conformance import Conformance, Finding, Watched
from runs.trace_store import (
    Json,
    StoreTrace,
    Totals,
    code_of,
    day_of,
    need_effects,
    plain,
    read_store_trace,
    settings_of,
)
from sim.supermarket.sandbox import Recalled, Sandbox
from sim.supermarket.tools import END_TODAY, toolbox
from sim.supermarket.world import Store
from sim.supermarket.year import begin
from sim.tape import Sink
from sim.turn import take_turn

MONEY: Final = 0.0051
EXACT: Final = 1e-9
MONEY_FIELDS: Final = (
    "funds",
    "net_worth",
    "money_earned",
    "cost_of_goods_sold",
    "total_cost",
    "line_cost",
    "funds_after",
    "required",
    "available",
    "cost",
    "net_profit",
    "pending_orders",
    "final_funds",
    "final_net_worth",
)
"""Fields of money; every other number must agree to nine digits, whole ones exactly."""
SPARSE: Final = ("oracle", "cheapest")
"""Policies whose traces leave read calls out."""


def conform_store_file(
    path: Path, world: Path, *, out: Path | None = None, emit: Path | None = None
) -> Conformance:
    """Replay a trace file against a folder of tables; as `runs.conform.conform_file`.

    Raises:
        ValueError: the file is not a trace.
        WorldError: the tables are missing or malformed.
        LogError: `out` is not empty or cannot be written.
    """
    trace = read_store_trace(path)
    wanted = tuple(trace.header["config"]["selected_categories"])
    tables = load_folder(world, categories=wanted)
    lines: list[Json] = []
    log = open_log(out, world.name, tables, settings_of(trace), "day") if out else None
    try:
        found = conform_store(trace, tables, log, lines.append, Workshop() if out else None)
    finally:
        if log is not None:
            log.close(ended=False)
    if emit is not None:
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        emit.write_text(text, encoding="utf-8")
    return found


def conform_store(
    trace: StoreTrace,
    tables: Supermarket,
    sink: Sink | None = None,
    emit: Callable[[Json], None] = lambda _line: None,
    sandbox: Sandbox | None = None,
) -> Conformance:
    """Replay a trace; `emit` gets our own lines in the trace's format.

    Args:
        sandbox: runs the agent's code; by default what the code gave is taken from the trace.
    """
    tape, totals = Watched(sink), Totals()
    store = begin(tables, settings_of(trace), tape, sandbox or Recalled(code_of(trace)))
    tape.watch(totals.watch)
    matched = done = 0
    first: Finding | None = None
    for recorded, ours in _played(store, trace):
        emit(ours)
        wanted: Json = {key: recorded[key] for key in ("result", "day") if key in recorded}
        found = _difference(wanted, ours)
        if found is None:
            matched += 1
        elif first is None:
            first = Finding(done, recorded["tool"], *found)
        done += 1
    ours = totals.told(store)
    emit({"metrics": ours})
    if first is None:
        wanted = {key: value for key, value in trace.metrics.items() if key in ours}
        found = _difference(wanted, ours)
        first = Finding(done, "metrics", *found) if found else None
    return Conformance(trace.name, done, matched, first)


def _difference(wanted: Json, ours: Json) -> Mismatch | None:
    return compare(wanted, ours, tolerance=lambda key: MONEY if key in MONEY_FIELDS else EXACT)


def _played(store: Store, trace: StoreTrace) -> Iterator[tuple[Json, Json]]:
    box = toolbox(store.preset)
    sparse = trace.header["policy"] in SPARSE
    calls = 0
    for recorded in trace.calls:
        tool, arguments = recorded["tool"], recorded["args"]
        calls += 1
        need = need_effects(store) if tool == END_TODAY else {}
        call = Call(tool, json.dumps(arguments, ensure_ascii=False))
        (answer,) = take_turn(store, box, [call])
        ours: Json = {"tool": tool, "args": arguments, "result": plain(store, answer)}
        if tool == END_TODAY:
            told = recorded.get("day", {}).get("calls", calls)
            left_out = max(0, told - calls) if sparse else 0
            ours["day"] = day_of(store, need) | {"calls": calls + left_out}
            calls = 0
        yield recorded, ours
