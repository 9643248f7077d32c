"""From a step to the response it stands for: a completion, a stream, an error, anything else."""

import gzip
import json
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import UNSET

from runs.mock.script import Asked, Step, ToolCall

PAGE: Final = (
    "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head>\n"
    "<body><center><h1>502 Bad Gateway</h1></center></body></html>\n"
)
CREATED: Final = 1_767_225_600
"""The time of every completion: 2026-01-01 00:00 UTC."""
TYPES: Final = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
}


class Response(msgspec.Struct, frozen=True):
    """What is sent if the delivery is sound."""

    status: int
    headers: dict[str, str]
    """Names in lower case."""
    body: bytes


def error(status: int, told: str, param: str | None = None, code: str | None = None) -> Response:
    """Return a refusal in the form of the API."""
    kind = TYPES.get(status, "server_error" if status >= 500 else "invalid_request_error")
    return _json(status, {"error": {"message": told, "type": kind, "param": param, "code": code}})


def respond(step: Step, asked: Asked, tokens: int, cached: int) -> Response:
    """Return what a step makes of a request of so many tokens."""
    if step.html:
        response = Response(step.status, {"content-type": "text/html"}, PAGE.encode())
    elif step.raw is not UNSET:
        body = step.raw.encode("utf-8", "surrogateescape")
        response = Response(step.status, {"content-type": "application/json"}, body)
    elif step.body is not UNSET:
        response = _json(step.status, step.body)
    elif step.status >= 300:
        response = error(step.status, f"the script answers with status {step.status}")
    else:
        response = _completed(step, asked, tokens, cached)
    body, headers = response.body, response.headers
    if step.gzip:
        body, headers = gzip.compress(body, mtime=0), headers | {"content-encoding": "gzip"}
    given = {name.lower(): value for name, value in step.headers.items()}
    return Response(response.status, headers | given, body)


def _json(status: int, value: Any) -> Response:
    # In ASCII: a lone surrogate can only be sent as an escape.
    return Response(status, {"content-type": "application/json"}, json.dumps(value).encode())


def _completed(step: Step, asked: Asked, tokens: int, cached: int) -> Response:
    document = completion(step, asked, tokens, cached)
    if asked.body.get("stream") is not True:
        return _json(step.status, document)
    options = asked.body.get("stream_options")
    usage = isinstance(options, dict) and options.get("include_usage") is True
    lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in _chunks(document, usage=usage)]
    body = "".join([*lines, "data: [DONE]\n\n"]).encode()
    return Response(step.status, {"content-type": "text/event-stream"}, body)


def completion(step: Step, asked: Asked, tokens: int, cached: int) -> dict[str, Any]:
    """Return the completion an answer is sent in."""
    message: Any = _message(step, asked.turn) if step.message is UNSET else step.message
    finish = step.finish_reason
    if finish is UNSET:
        finish = "tool_calls" if step.tool_calls else "stop"
    output = _tokens(message)
    details = {"reasoning_tokens": _tokens(step.reasoning_content)}
    document = {
        "id": f"chatcmpl-mock-{asked.turn}",
        "object": "chat.completion",
        "created": CREATED,
        "model": asked.body.get("model", ""),
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": finish}],
        "usage": {
            "prompt_tokens": tokens,
            "completion_tokens": output,
            "total_tokens": tokens + output,
            "prompt_tokens_details": {"cached_tokens": cached},
            "completion_tokens_details": details if step.reasoning_content else {},
        },
    } | step.fields
    return {name: value for name, value in document.items() if name not in step.without}


def _message(step: Step, turn: int) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": step.content}
    if step.content is UNSET:
        message["content"] = None if step.tool_calls else ""
    if step.reasoning_content:
        message["reasoning_content"] = step.reasoning_content
    if step.tool_calls:
        numbered = enumerate(step.tool_calls, 1)
        message["tool_calls"] = [_call(call, f"mock_{turn}_{number}") for number, call in numbered]
    return message


def _call(call: ToolCall, made_up: str) -> dict[str, Any]:
    arguments = call.arguments
    if not isinstance(arguments, str):
        arguments = json.dumps(arguments, ensure_ascii=False)
    function = {"name": call.name, "arguments": arguments}
    if call.id is None:
        return {"type": "function", "function": function}
    return {
        "id": made_up if call.id is UNSET else call.id,
        "type": "function",
        "function": function,
    }


def _tokens(value: Any) -> int:
    """Count by the rule of requests; a text by itself has no quotes."""
    text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    return -(-len(text.encode("utf-8", "surrogatepass")) // 4)


def _chunks(document: dict[str, Any], *, usage: bool) -> Iterator[dict[str, Any]]:
    """Yield a completion in the parts of a stream: the message, the reason, the usage."""
    head = document | {"object": "chat.completion.chunk", "choices": []}
    used = head.pop("usage", None)
    choices = document.get("choices")
    for choice in choices if isinstance(choices, list) else ():
        message = choice.get("message") if isinstance(choice, dict) else None
        if isinstance(message, dict):
            calls = message.get("tool_calls")
            if isinstance(calls, list):
                numbered = [{"index": n} | call for n, call in enumerate(calls)]
                message = message | {"tool_calls": numbered}
            index = choice.get("index", 0)
            yield head | {"choices": [{"index": index, "delta": message, "finish_reason": None}]}
            end = {"index": index, "delta": {}, "finish_reason": choice.get("finish_reason")}
            yield head | {"choices": [end]}
    if usage:
        yield head | {"usage": used}
