"""Acting without native tool calls: the model answers with a JSON object of actions.

For servers whose tool calls do not work but whose `response_format` does. The schema is handed to
the server, which may or may not hold the model to it; so the answer is checked all the same.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

ACTIONS_MAX: Final = 8
"""How many actions one answer may have."""


class Action(msgspec.Struct, frozen=True):
    """One action as the model wrote it; `arguments` is its JSON text."""

    tool: str
    arguments: msgspec.Raw


class Actions(msgspec.Struct, frozen=True):
    """An answer's actions."""

    actions: list[Action]


def response_format(tools: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the request's `response_format`: a JSON schema of an answer with actions."""
    action = {
        "anyOf": [
            {
                "type": "object",
                "properties": {
                    "tool": {"type": "string", "enum": [tool["name"]]},
                    "arguments": tool["parameters"],
                },
                "required": ["tool", "arguments"],
                "additionalProperties": False,
            }
            for tool in tools
        ]
    }
    schema = {
        "type": "object",
        "properties": {
            "actions": {
                "type": "array",
                "items": action,
                "minItems": 1,
                "maxItems": ACTIONS_MAX,
            }
        },
        "required": ["actions"],
        "additionalProperties": False,
    }
    return {"type": "json_schema", "json_schema": {"name": "actions", "schema": schema}}


def read_actions(text: str) -> list[tuple[str, str]]:
    """Return an answer's actions as `(tool, arguments' JSON text)`.

    Raises:
        ValueError: the text is no such object; says why.
    """
    try:
        found = msgspec.json.decode(_unfenced(text), type=Actions)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise ValueError(str(error)) from None
    if not found.actions:
        raise ValueError("the list of actions is empty")
    return [(action.tool, bytes(action.arguments).decode()) for action in found.actions]


def _unfenced(text: str) -> str:
    """Return what stands inside a code fence, which some models put around any JSON."""
    inner = text.strip()
    if inner.startswith("```") and inner.endswith("```") and "\n" in inner:
        inner = inner[inner.index("\n") + 1 : -3]
    return inner


def report(tools: Sequence[str], answers: Sequence[str]) -> str:
    """Return the results of a turn's actions as one text: a JSON object per line."""
    pairs = zip(tools, answers, strict=True)
    return "\n".join(
        f'{{"tool": {msgspec.json.encode(tool).decode()}, "result": {answer}}}'
        for tool, answer in pairs
    )
