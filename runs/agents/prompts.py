"""What a model is told before its first turn and, in a few situations, after.

The long texts are in `texts/`; `VERSION` names all of them in the log, which also holds the opening
messages of conversations whole.
Whatever a model needs to know of the rules, and could not learn from a tool in time, is in here.
"""

from importlib import resources
from typing import Any, Final

import msgspec

from runs.agents.base import Brief
from runs.agents.exchange import Setup
from runs.agents.frameworks import PLAN, REFLECTION
from runs.agents.place import Place

VERSION: Final = "prompts/1"

IDLE: Final = "No tool was called, so nothing happened. Act through a tool; `{wait}` passes time."
CUT: Final = (
    "Your answer was cut at its length limit. None of its tool calls was carried out, because the "
    "last one may be incomplete. Answer again, shorter."
)
NO_ACTION: Final = (
    "Your answer was no JSON object with a list of actions ({problem}), so nothing was carried out."
)
IDLE_WARNING: Final = (
    " Warning {count} of 3: after three answers in a row without a tool call {over}."
)
WARNING: Final = " (Warning {count} of 3.)"

KEPT: Final = {
    REFLECTION: ", but for your notes and a text that you write after each day",
    PLAN: ", but for your notes; before you act you make a plan",
}
"""What lasts longer than a day, by framework."""


def system_text(brief: Brief, setup: Setup, place: Place) -> str:
    """Return the system message of an episode."""
    framework, window = setup.framework, setup.window
    limits = msgspec.structs.asdict(window) | {"notes": place.notes}
    task = {
        "start": brief.start_date,
        "days": brief.days,
        "balance": brief.opening_balance,
        "wait": place.wait,
        "day_turns": framework.day_turns,
        "fruitless_turns": framework.fruitless_turns,
        "kept": KEPT.get(framework.name, ", but for your notes"),
    }
    parts = [
        text_of("general_days" if framework.is_daily else place.general).format_map(task),
        text_of("window").format_map(limits),
        text_of(brief.scenario).format_map(task | place.facts),
    ]
    if setup.mode == "json":
        parts.append("\n".join([text_of("json"), *map(_tool_line, brief.tools)]))
    return "\n\n".join(parts)


def text_of(name: str) -> str:
    """Return one of the long texts."""
    file = resources.files("runs.agents.texts") / f"{name}.txt"
    return file.read_text(encoding="utf-8").rstrip("\n")


def _tool_line(schema: dict[str, Any]) -> str:
    arguments = ", ".join(schema["parameters"].get("properties", {}))
    return f"- {schema['name']}({arguments}): {schema['description']}"


def day_text(morning: str, handed: str, plan: str, last: str) -> str:
    """Return the message that opens the conversation of a day.

    Args:
        handed: what the model wrote after the day before.
        plan: what it wrote for today.
        last: the answers that ended the day before, where no tool tells them again.
    """
    parts = [morning]
    for title, text in (
        ("THE TEXT YOU HANDED ON TO YOURSELF", handed),
        ("YOUR PLAN", plan),
        ("THE ANSWERS THAT ENDED YESTERDAY", last),
    ):
        if text:
            parts.append(f"{title}\n{text}")
    return "\n\n".join([*parts, "The day is yours."])


def replanned(plan: str) -> str:
    """Return the message that hands the model its new plan."""
    return f"YOUR PLAN FOR THE REST OF THE DAY\n{plan}"
