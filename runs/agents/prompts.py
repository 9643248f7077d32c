"""What a model is told before its first turn and, in a few situations, after.

The long texts are in `texts/`; `VERSION` names all of them in the log, which also holds the first
two messages whole.
Whatever a model needs to know of the rules, and could not learn from a tool in time, is in here.
"""

from importlib import resources
from typing import Any, Final

import msgspec

from runs.agents.base import Brief
from runs.agents.context import Window

VERSION: Final = "prompts/1"

FIRST: Final = "The year begins. The shop is yours."
"""The user's message that opens the conversation."""

IDLE: Final = (
    "No tool was called, so nothing happened. Act through a tool; `wait_for_next_day` passes time. "
    "Warning {count} of 3: after three answers in a row without a tool call the year is over."
)
CUT: Final = (
    "Your answer was cut at its length limit. None of its tool calls was carried out, because the "
    "last one may be incomplete. Answer again, shorter. (Warning {count} of 3.)"
)
NO_ACTION: Final = (
    "Your answer was no JSON object with a list of actions ({problem}), so nothing was carried "
    "out. (Warning {count} of 3.)"
)


def system_text(brief: Brief, window: Window, mode: str) -> str:
    """Return the system message of an episode."""
    limits = msgspec.structs.asdict(window)
    task = {"start": brief.start_date, "days": brief.days, "balance": brief.opening_balance}
    parts = [
        text_of("general"),
        text_of("window").format_map(limits),
        text_of(brief.scenario).format_map(task),
    ]
    if mode == "json":
        parts.append("\n".join([text_of("json"), *map(_tool_line, brief.tools)]))
    return "\n\n".join(parts)


def text_of(name: str) -> str:
    """Return one of the long texts."""
    file = resources.files("runs.agents.texts") / f"{name}.txt"
    return file.read_text(encoding="utf-8").rstrip("\n")


def _tool_line(schema: dict[str, Any]) -> str:
    arguments = ", ".join(schema["parameters"].get("properties", {}))
    return f"- {schema['name']}({arguments}): {schema['description']}"


def gauge(used: int, window: Window) -> str:
    """Return the line on the use of the window that ends every tool's answer."""
    percent = 100 * used // window.capacity
    left = max(0, window.capacity - used)
    return f"[window: {used:,} of {window.capacity:,} tokens used ({percent} %), {left:,} left]"


def removal(freed: int, used: int, window: Window) -> str:
    """Return the notice that earlier messages are gone."""
    return f"[earlier tool calls were removed: {freed:,} tokens]\n{gauge(used, window)}"
