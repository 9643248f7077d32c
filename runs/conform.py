"""Replaying a conformance trace through the tools and comparing every call.

The trace's calls go in as an agent's would; clock, balances, structured results, every morning's
figures and the final ledger come out and are compared. Our whole results are used, before an answer
is paged for an agent.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from data.marketplace.loader import load_folder
from data.marketplace.tables import Marketplace
from events.episode import Call
from ledger.money import to_micro
from runs.archive import open_log
from runs.compare import Mismatch, compare
from runs.conform_store import conform_store_file
from runs.conformance import Conformance, Finding, Watched
from runs.trace import Json, Mornings, Trace, after, final, read_trace
from runs.trace_store import is_store_trace
from sim.marketplace.tools import TOOLBOX
from sim.marketplace.world import Market, Settings
from sim.marketplace.year import begin
from sim.tape import Sink
from sim.turn import Answer, take_turn


def settings_of(trace: Trace) -> Settings:
    """Return the settings a trace was recorded with."""
    header = trace.header
    return Settings(
        seed=header["seed"],
        days=header["max_day"],
        opening_balance=to_micro(header["initial_balance"]),
        agent=f"trace:{header['trace']}",
    )


def conform(
    trace: Trace,
    tables: Marketplace,
    sink: Sink | None = None,
    emit: Callable[[Json], None] = lambda _line: None,
) -> Conformance:
    """Replay a trace; `emit` gets our own lines in the trace's format."""
    tape = Watched(sink)
    market = begin(tables, settings_of(trace), tape)
    mornings = Mornings(market)
    tape.watch(mornings.watch)
    played = _turns(market, trace) if trace.turns else _calls(market, trace, mornings)
    done = matched = 0
    first: Finding | None = None
    for tool, line, found in played:
        emit(line)
        if found is None:
            matched += 1
        elif first is None:
            first = Finding(done, tool, *found)
        done += 1
    ours = final(market)
    emit({"final": ours})
    if first is None and not trace.turns:
        wanted = {key: trace.final[key] for key in ("state", "reason", "ledger")}
        found = compare(wanted, ours, "final")
        first = Finding(done, "final", *found) if found else None
    return Conformance(trace.header["trace"], done, matched, first)


def conform_file(
    path: Path, world: Path, *, out: Path | None = None, emit: Path | None = None
) -> Conformance:
    """Replay a trace file against a folder of tables.

    Args:
        out: archive the replay in this folder.
        emit: write our own lines, in the trace's format, to this file.

    Raises:
        ValueError: the file is not a trace.
        WorldError: the tables are missing or malformed.
        LogError: `out` is not empty or cannot be written.
    """
    if is_store_trace(path):
        return conform_store_file(path, world, out=out, emit=emit)
    trace, tables = read_trace(path), load_folder(world)
    lines: list[Json] = []
    log = open_log(out, world.name, tables, settings_of(trace), "day") if out else None
    try:
        found = conform(trace, tables, log, lines.append)
    finally:
        if log is not None:
            log.close(ended=True)
    if emit is not None:
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        emit.write_text(text, encoding="utf-8")
    return found


def _calls(
    market: Market, trace: Trace, mornings: Mornings
) -> Iterator[tuple[str, Json, Mismatch | None]]:
    for recorded in trace.calls:
        was_over = market.is_over
        (answer,) = take_turn(market, TOOLBOX, [recorded_call(recorded)])
        ours = {
            "tool": recorded["tool"],
            "args": recorded["args"],
            "result": plain(answer),
            "after": after(market),
            "days": mornings.take(),
        }
        if market.is_over and not was_over:
            ours["ended"] = market.state.reason
        compared = ("result", "after", "days", "ended")
        wanted = {key: recorded[key] for key in compared if key in recorded}
        yield recorded["tool"], {"call": ours}, compare(wanted, ours)


def _turns(market: Market, trace: Trace) -> Iterator[tuple[str, Json, Mismatch | None]]:
    for number, recorded in enumerate(trace.turns):
        answers = take_turn(market, TOOLBOX, [recorded_call(call) for call in recorded["calls"]])
        ours = {
            "calls": recorded["calls"],
            "results": [plain(answer) for answer in answers],
            "after": after(market),
            "done": market.is_over,
            "reason": market.state.reason or None,
        }
        # In the turn that ends the episode the published system lets later calls act.
        compared = ("done", "reason") if recorded["done"] else ("results", "after", "done")
        wanted = {key: recorded[key] for key in compared}
        yield f"turn {number}", {"batch": ours}, compare(wanted, ours)


def recorded_call(recorded: Json) -> Call:
    """Return a recorded call as an agent would have written it."""
    arguments = recorded.get("args", {})
    return Call(recorded["tool"], json.dumps(arguments, ensure_ascii=False))


def plain(answer: Answer) -> Json:
    """Return a whole result as a trace has it: kinds of news for notices, true for the reminder."""
    result = dict(answer.result)
    if "system_notifications" in result:
        result["system_notifications"] = [
            notice | {"news": [news["type"] for news in notice["news"]]}
            for notice in result["system_notifications"]
        ]
    if "balance_reminder" in result:
        result["balance_reminder"] = True
    return result
