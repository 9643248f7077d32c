"""What a strict provider demands of a request, and how it counts tokens.

The checks are those that OpenAI and the servers compatible with it make, taken together, so that a
conversation that passes here is taken everywhere. Descriptions: docs/mock-model.md.
"""

import hashlib
import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec

NAME: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")
"""The form of a function's name."""
KEYS: Final[dict[str, tuple[str, ...]]] = {
    "system": ("content", "name"),
    "developer": ("content", "name"),
    "user": ("content", "name"),
    "assistant": ("content", "name", "refusal", "tool_calls"),
    "tool": ("content", "tool_call_id"),
}
"""The roles, and which fields a message of each may have."""
FIRST: Final = ("system", "developer")


class Offence(ValueError):
    """A request breaks the protocol: `(told, param, code)`."""

    def __init__(self, told: str, param: str | None = None, code: str | None = None) -> None:
        super().__init__(told, param, code)
        self.told, self.param, self.code = told, param, code

    def __str__(self) -> str:
        return self.told


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """How strict to be."""

    strict: bool = True
    """False takes any list of messages within the limit."""
    context_limit: int = 0
    """Tokens of all messages at most; 0 for no limit."""
    also: tuple[str, ...] = ("reasoning_content",)
    """Further fields that assistants' messages and tool calls may have."""
    declared_only: bool = False
    """Refuse a conversation with a call of a tool that is not declared."""


STRICT: Final = Rules()


class Size(msgspec.Struct, frozen=True):
    """The messages of a request: tokens, and what identifies them as another's beginning.

    A message has as many tokens as its compact JSON has bytes in UTF-8, over four, rounded up.
    """

    tokens: int
    count: int
    digest: bytes

    @classmethod
    def of(cls, messages: Sequence[bytes]) -> "Size":
        """Return the size of messages in compact JSON."""
        digest = hashlib.sha256(b"\n".join(messages)).digest()
        return cls(sum(-(-len(each) // 4) for each in messages), len(messages), digest)

    def begins(self, messages: Sequence[bytes]) -> bool:
        """Return whether these messages begin with the ones measured."""
        return self.count <= len(messages) and Size.of(messages[: self.count]) == self


def check(body: Any, rules: Rules) -> list[bytes]:
    """Return a request's messages in compact JSON.

    Raises:
        Offence: a strict provider refuses the request.
    """
    if not isinstance(body, dict):
        raise Offence("expected a JSON object")
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise Offence("expected a list with at least one message", "messages")
    for place, message in enumerate(messages):
        if not isinstance(message, dict) or message.get("role") not in KEYS:
            raise Offence(f"expected an object with a role of {', '.join(KEYS)}", _at(place))
    if rules.strict:
        if not isinstance(body.get("model"), str) or not body["model"]:
            raise Offence("expected the name of a model", "model")
        declared = _check_tools(body.get("tools"))
        _check_messages(messages, rules)
        _check_calls(messages, rules, declared)
    encoded = [msgspec.json.encode(message) for message in messages]
    tokens = Size.of(encoded).tokens
    if 0 < rules.context_limit < tokens:
        raise Offence(
            f"This model's maximum context length is {rules.context_limit} tokens. However, your "
            f"messages resulted in {tokens} tokens. Please reduce the length of the messages.",
            "messages",
            "context_length_exceeded",
        )
    return encoded


def _check_tools(tools: Any) -> set[str]:
    names: list[str] = []
    if tools is None:
        return set()
    if not isinstance(tools, list) or not tools:
        raise Offence("expected a list with at least one tool, or none", "tools")
    for place, tool in enumerate(tools):
        function = tool.get("function") if isinstance(tool, dict) else None
        if not isinstance(function, dict) or tool.get("type") != "function":
            raise Offence("expected a tool of type function", f"tools[{place}]")
        _check_name(function.get("name"), f"tools[{place}].function.name")
        parameters = function.get("parameters", {"type": "object"})
        if not isinstance(parameters, dict) or parameters.get("type") != "object":
            raise Offence("expected a schema of type object", f"tools[{place}].function.parameters")
        names.append(function["name"])
    if len(set(names)) < len(names):
        raise Offence("two tools have the same name", "tools")
    return set(names)


def _check_name(name: Any, param: str) -> None:
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise Offence(f"expected a name of the form {NAME.pattern}, found {name!r:.80}", param)


def _check_messages(messages: list[dict[str, Any]], rules: Rules) -> None:
    """Look at each message by itself."""
    if messages[0]["role"] not in FIRST:
        raise Offence("the first message has to be the system's", _at(0))
    for place, message in enumerate(messages):
        role, content = message["role"], message.get("content")
        if place and role in FIRST:
            raise Offence("a system message comes first or not at all", _at(place))
        allowed = ("role", *KEYS[role], *(rules.also if role == "assistant" else ()))
        for key in message:
            if key not in allowed:
                raise Offence(f"unknown field {key!r} of a message", _at(place))
        calls = message.get("tool_calls")
        if "tool_calls" in message and (not isinstance(calls, list) or not calls):
            raise Offence("expected a list with at least one call", f"{_at(place)}.tool_calls")
        if content is None and calls:
            continue
        if not isinstance(content, str):
            raise Offence("expected a text", f"{_at(place)}.content")
        if role == "assistant" and not content and not calls:
            raise Offence("an answer without words and calls", f"{_at(place)}.content")


def _check_calls(messages: list[dict[str, Any]], rules: Rules, declared: set[str]) -> None:
    """Look at calls and results: each call has one result, right after the answer."""
    seen: set[str] = set()
    open_calls: list[str] = []
    for place, message in enumerate(messages):
        if message["role"] == "tool":
            answered = message.get("tool_call_id")
            if answered not in open_calls:
                raise Offence(f"a result of no open call: {answered!r:.80}", _at(place))
            open_calls.remove(answered)
            continue
        _check_answered(open_calls, place)
        for number, call in enumerate(message.get("tool_calls", ())):
            path = f"{_at(place)}.tool_calls[{number}]"
            _check_call(call, path, rules)
            if call["id"] in seen:
                raise Offence(f"the id {call['id']!r:.80} is used twice", f"{path}.id")
            name = call["function"]["name"]
            if rules.declared_only and name not in declared:
                raise Offence(f"{name!r} is not declared", f"{path}.function.name")
            seen.add(call["id"])
            open_calls.append(call["id"])
    _check_answered(open_calls, len(messages))


def _check_answered(open_calls: list[str], place: int) -> None:
    if open_calls:
        raise Offence(f"calls without a result: {', '.join(open_calls)}", _at(place))


def _check_call(call: Any, path: str, rules: Rules) -> None:
    if not isinstance(call, dict) or call.get("type") != "function":
        raise Offence("expected a call of type function", path)
    for key in call:
        if key not in ("id", "type", "function", *rules.also):
            raise Offence(f"unknown field {key!r} of a call", path)
    if not isinstance(call.get("id"), str) or not call["id"]:
        raise Offence("expected a text that is not empty", f"{path}.id")
    function = call.get("function")
    if not isinstance(function, dict) or set(function) != {"name", "arguments"}:
        raise Offence("expected name and arguments", f"{path}.function")
    _check_name(function["name"], f"{path}.function.name")
    arguments = function["arguments"]
    try:
        sound = isinstance(arguments, str) and isinstance(msgspec.json.decode(arguments), dict)
    except (msgspec.DecodeError, RecursionError):
        sound = False
    if not sound:
        raise Offence("expected the text of a JSON object", f"{path}.function.arguments")


def _at(place: int) -> str:
    return f"messages[{place}]"
