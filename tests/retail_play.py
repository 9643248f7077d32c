"""The supermarket's merchants for tests: what they call, and the log of what came of it."""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

import polars as pl

from data.supermarket.parameters import Preset
from data.supermarket.tables import Supermarket
from events.base import Event
from events.codec import encode
from runs.agents.base import Brief, Merchant, Scripted
from runs.agents.retail import RETAIL_AGENTS
from runs.conform_store import SPARSE, conform_store
from runs.trace_store import StoreTrace, read_store_trace, settings_of
from sim.supermarket.tools import END_TODAY, toolbox
from sim.supermarket.world import Settings, Store
from sim.supermarket.year import begin
from sim.tape import Tape
from sim.turn import take_turn
from tests.retail import GOLDEN, world
from tests.retail_lines import LOOKING

Days = list[list[tuple[str, dict[str, Any]]]]


class Played(NamedTuple):
    """What a merchant did, day by day, and where it led."""

    days: Days
    store: Store
    log: pl.DataFrame
    failed: int
    """Calls that broke a rule."""


def play(
    name: str,
    data: str | Supermarket,
    settings: Settings,
    days_told: int = 0,
    agents: Mapping[str, Callable[[Supermarket, Preset], Merchant]] = RETAIL_AGENTS,
) -> Played:
    """Let a merchant play an episode to its end, or until it gives up.

    Args:
        days_told: the days it is told to play; those of the episode by default.
        agents: where its name is looked up.
    """
    tables = world(data) if isinstance(data, str) else data
    tape = Tape(keep=True)
    store, box = begin(tables, settings, tape), toolbox(settings.preset)
    brief = Brief(
        scenario="supermarket",
        start_date=settings.start_date,
        days=days_told or settings.days,
        opening_balance=settings.opening_balance / 10**6,
        tools=(),
    )
    agent = Scripted(name, agents[name](tables, settings.preset), brief)
    days: Days = [[]]
    texts: list[str] = []
    failed = 0
    while not store.is_over:
        calls = agent.act(texts)
        if calls is None:
            break
        for each in calls:
            days[-1].append((each.tool, json.loads(each.arguments)))
            if each.tool == END_TODAY:
                days.append([])
        answers = take_turn(store, box, calls)
        failed += sum(answer.failed for answer in answers)
        texts = [answer.text.decode() for answer in answers]
    return Played([calls for calls in days if calls], store, whole_log(tape.events), failed)


def trace_of(name: str) -> StoreTrace:
    """Return a golden trace."""
    return read_store_trace(GOLDEN / f"{name}.jsonl.gz")


@cache
def play_trace(name: str) -> Played:
    """Let the merchant of a trace play the trace's episode by itself, as published."""
    trace = trace_of(name)
    header = trace.header
    data, settings = str(header["data"]), settings_of(trace)
    return play(header["policy"], data, settings, header["days_limit"], LOOKING)


def log_of_trace(name: str) -> pl.DataFrame:
    """Return the log of a trace's episode, with the calls that the trace leaves out."""
    trace = trace_of(name)
    if trace.header["policy"] in SPARSE:
        return play_trace(name).log
    kept: list[Event] = []

    class Keep:
        def commit(self, events, sync=False):
            kept.extend(events)

    assert conform_store(trace, world(str(trace.header["data"])), Keep()).holds
    return whole_log(kept)


def whole_log(events: Iterable[Event]) -> pl.DataFrame:
    """Return events as a log, as they are numbered."""
    rows = [
        (event.seq, event.tick, str(event.__struct_config__.tag), encode(event).decode())
        for event in events
    ]
    schema = {"seq": pl.Int64, "tick": pl.Int64, "kind": pl.String, "payload": pl.String}
    return pl.DataFrame(rows, schema=schema, orient="row")
