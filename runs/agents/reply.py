"""What a provider sent back, read strictly: a reply, a refusal or nothing that can be used.

    body -> read_reply -> Reply
                       -> Fault, which carries the Refusal if the body is an error message

Bodies are those of the Chat Completions API in the dialects of the servers that speak it. Nothing
is made up: a number of tokens that is not told is unknown, arguments stay the text they came as,
broken or not, and a message of another shape than an assistant's is a fault. Every text can be
stored (see `events.codec.clean_text`).
"""

import json
import re
from typing import Any, Final

import msgspec

from events.codec import clean_text
from events.errors import ProviderError

UNKNOWN: Final = -1
"""A number of tokens the provider did not tell."""
COUNT_MAX: Final = 2**53
DEPTH_MAX: Final = 100
"""Lists and objects within each other; far below what any later reader of the parts bears."""
LENGTH: Final = ("length", "max_tokens", "MAX_TOKENS")
"""Reasons to finish that mean: cut at the length limit."""
SENT_BACK: Final = (
    "reasoning_content",
    "reasoning",
    "reasoning_details",
    "thinking_blocks",
    "extra_content",
    "signature",
    "provider_specific_fields",
)
"""Fields of a message that providers want back unchanged in later requests."""
OF_A_CALL: Final = ("id", "type", "index", "function")
NOTHING: Final = msgspec.Raw(b"{}")


class ToolCall(msgspec.Struct, frozen=True):
    """One call as the model wrote it."""

    id: str
    """The provider's, possibly empty or used twice."""
    tool: str
    arguments: str
    """The text exactly as received, valid or not; empty where there was none."""
    recoded: bool = False
    """The arguments came as a JSON value instead of a text, and were written as one."""
    extra: msgspec.Raw = NOTHING
    """Further fields of the call, as one JSON object; belongs into the call sent back."""


class Usage(msgspec.Struct, frozen=True):
    """Tokens of one request; -1 where the provider does not tell."""

    input: int = UNKNOWN
    """All of the prompt, the cached part included."""
    cached: int = UNKNOWN
    output: int = UNKNOWN
    """All that was generated, reasoning included."""
    reasoning: int = UNKNOWN


class Reply(msgspec.Struct, frozen=True):
    """An assistant's message with what came along."""

    text: str
    reasoning: str
    calls: tuple[ToolCall, ...]
    finish: str
    """As the provider names it; empty if it does not."""
    model: str
    usage: Usage
    extra: msgspec.Raw = NOTHING
    """Further fields of the message that have to be sent back, as one JSON object."""
    cut: bool = False
    """Cut at the length limit: calls must not be carried out."""
    choices: int = 1
    """How many the body had; all but the first are ignored."""


class Refusal(msgspec.Struct, frozen=True):
    """What an error message says."""

    told: str
    code: str = ""
    type: str = ""
    status: int = 0
    """An HTTP status in the message itself; 0 where there is none."""


class Fault(ProviderError):
    """The body is no reply: `(told, refusal)`, the latter None unless it is an error message."""

    def __init__(self, told: str, refusal: Refusal | None = None) -> None:
        super().__init__(told, refusal)
        self.told, self.refusal = told, refusal

    def __str__(self) -> str:
        return self.told


def read_reply(body: bytes) -> Reply:
    """Return the reply in the body of a successful response.

    Raises:
        Fault: there is none.
    """
    document = _document(body)
    refusal = _refusal(document)
    if refusal is not None:
        raise Fault(f"an error message instead of a reply: {refusal.told}", refusal)
    if not isinstance(document, dict):
        raise Fault(f"expected a JSON object, found {_name(document)}")
    choices = document.get("choices")
    if not isinstance(choices, list) or not choices:
        raise Fault("choices: expected a list with at least one choice")
    choice = choices[0]
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        raise Fault("choices[0].message: expected an object")
    text, thoughts = _content(message.get("content"))
    refused = _text(message.get("refusal"))
    finish = _text(choice.get("finish_reason"))
    return Reply(
        text="\n".join(filter(None, (text, refused))),
        reasoning=_text(message.get("reasoning_content"))
        or _text(message.get("reasoning"))
        or thoughts,
        calls=_calls(message),
        finish=finish,
        model=_text(document.get("model")),
        usage=_usage(document.get("usage")),
        extra=_raw({key: message[key] for key in SENT_BACK if message.get(key) is not None}),
        cut=finish in LENGTH,
        choices=len(choices),
    )


def read_refusal(body: bytes) -> Refusal:
    """Return what the body of a failed response says, whatever it is."""
    try:
        document = _document(body)
    except Fault:
        return Refusal(_plain(body))
    found = _refusal(document)
    return found if found is not None else Refusal(_plain(body))


def _document(body: bytes) -> Any:
    text = body.decode("utf-8-sig", "replace")
    if not text.strip():
        raise Fault("the body is empty")
    try:
        # Not msgspec: it refuses escaped lone surrogates and NaN, which models do write.
        document = json.loads(text)
    except RecursionError:
        raise Fault("the body is nested too deeply") from None
    except ValueError as error:
        page = re.match(r"\s*<(!|html|head|body)", text, re.IGNORECASE)
        what = "a web page instead of JSON" if page else f"the body is no JSON ({error})"
        raise Fault(f"{what}: {_plain(body)}") from None
    return _cleaned(document, DEPTH_MAX)


def _cleaned(value: Any, depth: int) -> Any:
    """Return a JSON value whose texts can be stored."""
    if isinstance(value, str):
        return clean_text(value)
    if not isinstance(value, list | dict):
        return value
    if depth == 0:
        raise Fault("the body is nested too deeply")
    if isinstance(value, list):
        return [_cleaned(item, depth - 1) for item in value]
    return {clean_text(key): _cleaned(item, depth - 1) for key, item in value.items()}


def _plain(body: bytes) -> str:
    """Return the beginning of a body as plain text, without a page's markup."""
    text = clean_text(body[:4000].decode("utf-8", "replace"))
    if text.lstrip().startswith("<"):
        text = re.sub(r"<(script|style)\b.*?</\1>|<[^<>]*>", " ", text, flags=re.I | re.S)
    return " ".join(text.split())[:400]


def _content(content: Any) -> tuple[str, str]:
    """Return text and reasoning of a message's content, which may be a list of parts."""
    if content is None or isinstance(content, str):
        return content or "", ""
    if not isinstance(content, list):
        raise Fault(f"message.content: expected a text, found {_name(content)}")
    texts: list[str] = []
    thoughts: list[str] = []
    for part in content:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict):
            texts += [_text(part.get("text")), _text(part.get("refusal"))]
            thinking = part.get("thinking")
            inner = thinking if isinstance(thinking, list) else [{"text": thinking}]
            thoughts += [_text(each.get("text")) for each in inner if isinstance(each, dict)]
        else:
            raise Fault(f"message.content: expected parts, found {_name(part)}")
    return "".join(texts), "".join(thoughts)


def _calls(message: dict[str, Any]) -> tuple[ToolCall, ...]:
    calls = message.get("tool_calls")
    if calls is None:
        calls = []
    if not isinstance(calls, list):
        raise Fault(f"message.tool_calls: expected a list, found {_name(calls)}")
    if not calls and message.get("function_call") is not None:
        calls = [{"function": message["function_call"]}]
    return tuple(_call(call, f"message.tool_calls[{place}]") for place, call in enumerate(calls))


def _call(call: Any, path: str) -> ToolCall:
    function = call.get("function") if isinstance(call, dict) else None
    if not isinstance(function, dict):
        raise Fault(f"{path}.function: expected an object")
    name = function.get("name")
    if not isinstance(name, str):
        raise Fault(f"{path}.function.name: expected a text, found {_name(name)}")
    arguments = function.get("arguments", "")
    recoded = not isinstance(arguments, str)
    return ToolCall(
        id=_text(call.get("id")),
        tool=name,
        # NaN is written as it is, so that the tool refuses it: null would mean something else.
        arguments=_compact(arguments) if recoded else arguments,
        recoded=recoded,
        extra=_raw({key: value for key, value in call.items() if key not in OF_A_CALL}),
    )


def _usage(usage: Any) -> Usage:
    if not isinstance(usage, dict):
        return Usage()
    prompt = _details(usage, "prompt_tokens_details", "input_tokens_details")
    completion = _details(usage, "completion_tokens_details", "output_tokens_details")
    entered, output = _count(usage, "prompt_tokens"), _count(usage, "completion_tokens")
    cached = _count(prompt, "cached_tokens")
    for name in ("prompt_cache_hit_tokens", "cache_read_input_tokens", "cached_tokens"):
        cached = _count(usage, name) if cached == UNKNOWN else cached
    if entered == UNKNOWN:
        # Under this name the parts that were read from or written to the cache come on top.
        entered = _count(usage, "input_tokens")
        if entered != UNKNOWN and "cache_read_input_tokens" in usage:
            written = max(0, _count(usage, "cache_creation_input_tokens"))
            entered = entered + written + cached if cached != UNKNOWN else UNKNOWN
    if output == UNKNOWN:
        output = _count(usage, "output_tokens")
    reasoning = _count(completion, "reasoning_tokens")
    if min(entered, output) >= 0 and 0 < reasoning == _count(usage, "total_tokens") - (
        entered + output
    ):
        output += reasoning  # this provider counts them apart
    if entered != UNKNOWN and cached > entered:
        cached = UNKNOWN
    return Usage(entered, cached, output, reasoning)


def _details(usage: dict[str, Any], *names: str) -> dict[str, Any]:
    for name in names:
        details = usage.get(name)
        if isinstance(details, dict):
            return details
    return {}


def _count(usage: dict[str, Any], name: str) -> int:
    value = usage.get(name)
    return value if type(value) is int and 0 <= value < COUNT_MAX else UNKNOWN


def _refusal(document: Any) -> Refusal | None:
    """Return the error message that a document is, if it is one."""
    if isinstance(document, list):
        return _refusal(document[0]) if document and isinstance(document[0], dict) else None
    if not isinstance(document, dict):
        return None
    error = document.get("error")
    choices = document.get("choices")
    if not error and isinstance(choices, list) and choices and isinstance(choices[0], dict):
        error = choices[0].get("error")
    if not error and not choices:
        error = _bare_error(document)
    if not error:
        return None
    if not isinstance(error, dict):
        return Refusal(error if isinstance(error, str) else _compact(error))
    code = error.get("code")
    named = _text(code) if not isinstance(code, int) else str(code)
    metadata = error.get("metadata")
    raw = _text(metadata.get("raw")) if isinstance(metadata, dict) else ""
    told = _text(error.get("message")) or _compact(error)
    return Refusal(
        told=f"{told}: {raw}" if raw else told,
        code=named,
        type=_text(error.get("type")) or _text(error.get("status")),
        status=int(named) if re.fullmatch("[345][0-9]{2}", named) else 0,
    )


def _bare_error(document: dict[str, Any]) -> Any:
    """Return the error of a document that has no field `error` and no choices."""
    base = document.get("base_resp")
    if isinstance(base, dict) and base.get("status_code"):
        return {"message": base.get("status_msg"), "code": base["status_code"]}
    for name in ("message", "msg", "detail", "errors"):
        if document.get(name):
            told = document[name]
            return document | {"message": told if isinstance(told, str) else _compact(told)}
    return None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _name(value: Any) -> str:
    if value is None:
        return "null"
    kinds = {bool: "true or false", str: "a text", list: "a list", dict: "an object"}
    return kinds.get(type(value), "a number")


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _raw(fields: dict[str, Any]) -> msgspec.Raw:
    try:
        text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except ValueError:
        raise Fault("a number that is not finite where fields have to be sent back") from None
    return msgspec.Raw(text.encode())
