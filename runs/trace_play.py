"""The calls of a trace, of either world, as an episode that is played again."""

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from events.episode import Call
from runs import conform, trace_store
from runs.agents.base import Answers, Brief, Scripted
from runs.archive import Player
from runs.trace import read_trace
from runs.trace_store import is_store_trace, read_store_trace


class TracePlay(NamedTuple):
    """What an agent once did, turn by turn, and under which settings."""

    settings: Any
    """As it was recorded, with the length it was recorded for."""
    turns: list[list[Call]]

    def player(self) -> Player:
        """Return the maker of an agent that makes these calls, whatever it is answered."""
        return lambda brief, _world: Scripted(self.settings.agent, self._repeat, brief)

    def _repeat(self, _brief: Brief) -> Generator[list[Call], Answers, None]:
        # A generator, because a list's own iterator takes no answers.
        yield from (turn for turn in self.turns)


def read_play(path: Path) -> TracePlay:
    """Read a trace file.

    Raises:
        ValueError: the file is not a trace; the message names file and line.
    """
    if is_store_trace(path):
        stored = read_store_trace(path)
        settings = replace(trace_store.settings_of(stored), days=stored.header["days_limit"])
        calls = [
            Call(each["tool"], json.dumps(each["args"], ensure_ascii=False))
            for each in stored.calls
        ]
        return TracePlay(settings, [[each] for each in calls])
    trace = read_trace(path)
    turns = [turn["calls"] for turn in trace.turns] or [[recorded] for recorded in trace.calls]
    return TracePlay(
        conform.settings_of(trace),
        [[conform.recorded_call(recorded) for recorded in turn] for turn in turns],
    )
