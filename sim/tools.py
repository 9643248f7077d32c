"""Tools as an agent sees them: a name, a description, one argument struct, one handler.

The argument struct gives both the JSON schema offered to a model and the validation of what comes
back. Decoding is strict first; where that fails, integral floats, digit strings and numeric strings
are coerced; nothing else is, and nothing malformed is ever read as "no arguments".
Rules: docs/rules/marketplace.md §20 and §21, docs/deviations.md.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, get_args, get_type_hints

import msgspec
from msgspec import Meta

from events.errors import BadArguments

Result = dict[str, Any]
"""A tool's structured answer; JSON values only."""

ITSELF: Final = "*"
"""The result's own fields are its rows."""

_NOT_VALUES: Final = ("null", "none", "nan", "inf", "+inf", "-inf", "infinity", "-infinity")


class Arguments(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the argument structs."""


class NoArguments(Arguments, frozen=True):
    """Those of a tool that takes none."""


Page = Annotated[int, Meta(ge=1, description="Which page of a long answer, from 1.")] | None
"""The argument `page` of a tool whose answers may be long."""


class Refused(NamedTuple):
    """A list item that could not be read: its identity as far as known, and what is wrong."""

    item: str
    reason: str


class Tool(NamedTuple):
    """One tool.

    Args:
        name: what the agent calls.
        minutes: working minutes a call takes; 0 for the wait, which takes the rest of the day.
        arguments: its argument struct.
        run: `(world, arguments) -> result`; raises RuleBroken before anything has happened.
        items: the list argument whose items stand or fall one by one.
        rows: the parts of the result that are paged when it grows too long; `(ITSELF,)` where
            each of its fields is a row.
        strict: nothing is coerced: a digit string is no number.
    """

    name: str
    minutes: int
    arguments: type[Arguments]
    run: Callable[[Any, Any], Result]
    items: str = ""
    rows: tuple[str, ...] = ()
    strict: bool = False


def parse(text: str) -> dict[str, Any]:
    """Return the arguments' JSON object.

    Raises:
        BadArguments: the text is not JSON, or not an object; it names place and expectation.
    """
    try:
        value = msgspec.json.decode(text)
        if isinstance(value, str):
            # Some models encode their arguments twice.
            value = msgspec.json.decode(value)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        raise BadArguments(f"the arguments are not valid JSON: {error}") from None
    if not isinstance(value, dict):
        raise BadArguments(f"the arguments must be a JSON object, not {type(value).__name__}")
    return value


def read(tool: Tool, raw: dict[str, Any]) -> Any:
    """Return a tool's arguments from their JSON object.

    Raises:
        BadArguments: a field is missing, unknown or of the wrong type or size.
    """
    if tool.strict:
        try:
            return msgspec.convert(raw, tool.arguments)
        except msgspec.ValidationError as error:
            raise BadArguments(str(error)) from None
    items = raw.get(tool.items) if tool.items else None
    if not isinstance(items, list):
        return _convert(raw, tool.arguments)
    outer = _convert(raw | {tool.items: []}, tool.arguments)
    item_type = _item_type(tool.arguments, tool.items)
    return msgspec.structs.replace(
        outer, **{tool.items: [_item(item, item_type) for item in items]}
    )


@cache
def _item_type(arguments: type[Arguments], field: str) -> type:
    return get_args(get_type_hints(arguments)[field])[0]  # type: ignore[no-any-return]


def _item(item: object, item_type: type) -> Any:
    try:
        return _convert(item, item_type)
    except BadArguments as error:
        identity = item.get("product_id", "") if isinstance(item, dict) else ""
        return Refused(str(identity)[:60], str(error))


def _convert(raw: object, type_: type) -> Any:
    try:
        return msgspec.convert(raw, type_)
    except msgspec.ValidationError as strict:
        reason = str(strict)
    try:
        read: Any = msgspec.convert(raw, type_, strict=False)
    except msgspec.ValidationError as lax:
        raise BadArguments(str(lax)) from None
    for field, value in raw.items() if isinstance(raw, dict) else ():
        # "null" and "nan" are words, not values: coercion must not read them as such.
        is_word = isinstance(value, str) and value.strip().lower() in _NOT_VALUES
        if is_word and getattr(read, field, value) != value:
            raise BadArguments(reason)
    return read


def never(_world: Any, _arguments: Arguments) -> Result:
    """Be the handler of the tool that ends the day: a turn carries it out itself."""
    raise AssertionError("the turn ends the day itself")


def schema(tool: Tool, description: str) -> dict[str, Any]:
    """Return the tool's function schema as OpenAI-compatible interfaces take it."""
    whole = msgspec.json.schema(tool.arguments)
    defs = whole.get("$defs", {})
    body = _inline(defs[tool.arguments.__name__], defs)
    body.pop("title", None)
    body.pop("description", None)
    return {"name": tool.name, "description": description, "parameters": body}


def schemas(tools: Iterable[Tool], descriptions: Mapping[str, str]) -> tuple[dict[str, Any], ...]:
    """Return the schemas of tools, given what each is said to do."""
    return tuple([schema(tool, descriptions[tool.name]) for tool in tools])


def _inline(node: Any, defs: dict[str, Any]) -> Any:
    if isinstance(node, dict):
        if "$ref" in node:
            return _inline(dict(defs[node["$ref"].rsplit("/", 1)[1]]), defs)
        # A text under "title" is the struct's name; a field may be called so, too.
        kept = {
            key: value
            for key, value in node.items()
            if key != "title" or not isinstance(value, str)
        }
        return {key: _inline(value, defs) for key, value in kept.items()}
    if isinstance(node, list):
        return [_inline(value, defs) for value in node]
    return node
