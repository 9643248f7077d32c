"""Goal: every body is read as what it says, or refused; nothing is made up and nothing crashes.

Method: bodies in the dialects of several servers, each expectation written out; then arbitrary
JSON and arbitrary bytes, of which only a reply or a Fault may come.
"""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from runs.agents.reply import Fault, Refusal, Reply, ToolCall, Usage, read_refusal, read_reply


def body_of(message: Any, finish: Any = "stop", **rest: Any) -> bytes:
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return json.dumps({"model": "m-1", "choices": [choice]} | rest).encode()


def called(*calls: Any, **rest: Any) -> Reply:
    return read_reply(body_of({"content": None, "tool_calls": list(calls)}, "tool_calls", **rest))


def usage_of(usage: Any) -> Usage:
    return read_reply(body_of({"content": "x"}, usage=usage)).usage


def test_a_plain_answer_is_read():
    usage = {
        "prompt_tokens": 100,
        "completion_tokens": 20,
        "total_tokens": 120,
        "prompt_tokens_details": {"cached_tokens": 64},
        "completion_tokens_details": {"reasoning_tokens": 5},
    }
    message = {"role": "assistant", "content": "Good morning", "refusal": None, "annotations": []}
    assert read_reply(body_of(message, usage=usage)) == Reply(
        text="Good morning",
        reasoning="",
        calls=(),
        finish="stop",
        model="m-1",
        usage=Usage(100, 64, 20, 5),
    )


def test_calls_keep_their_texts_whatever_they_hold():
    texts = ['{"qty": 5,}', "", '{"a": "\u2028"}', '"{}"', "  {}\n"]
    calls = [
        {"id": f"c{place}", "type": "function", "function": {"name": "buy", "arguments": text}}
        for place, text in enumerate(texts)
    ]
    reply = called(*calls)
    assert [call.arguments for call in reply.calls] == texts
    assert [call.id for call in reply.calls] == ["c0", "c1", "c2", "c3", "c4"]
    assert not any(call.recoded for call in reply.calls)
    assert (reply.text, reply.finish, reply.cut) == ("", "tool_calls", False)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"qty": 5, "name": "ü"}, '{"qty":5,"name":"ü"}'),
        ([], "[]"),
        (None, "null"),
        (True, "true"),
        ({"amount": float("nan")}, '{"amount":NaN}'),
        ({"amount": 1e999}, '{"amount":Infinity}'),
    ],
)
def test_arguments_that_are_no_text_are_written_as_one(arguments, text):
    (call,) = called({"function": {"name": "buy", "arguments": arguments}}).calls
    assert call == ToolCall(id="", tool="buy", arguments=text, recoded=True)


def test_missing_arguments_are_an_empty_text_not_an_empty_object():
    (call,) = called({"id": 7, "function": {"name": ""}}).calls
    assert call == ToolCall(id="", tool="", arguments="")


def test_ids_may_be_missing_or_come_twice():
    one = {"id": "same", "function": {"name": "a", "arguments": "{}"}}
    none = {"function": {"name": "b", "arguments": "{}"}}
    assert [call.id for call in called(one, one, none).calls] == ["same", "same", ""]


def test_the_older_function_call_is_a_call():
    message = {"content": None, "function_call": {"name": "look", "arguments": "{}"}}
    (call,) = read_reply(body_of(message, "function_call")).calls
    assert (call.id, call.tool, call.arguments) == ("", "look", "{}")
    both = message | {"tool_calls": [{"function": {"name": "other", "arguments": "{}"}}]}
    assert [call.tool for call in read_reply(body_of(both)).calls] == ["other"]


@pytest.mark.parametrize("finish", ["length", "max_tokens", "MAX_TOKENS"])
def test_an_answer_at_its_length_limit_is_cut(finish):
    calls = [{"function": {"name": "buy", "arguments": '{"qua'}}]
    reply = read_reply(body_of({"tool_calls": calls}, finish))
    assert reply.cut
    assert reply.finish == finish
    assert reply.calls[0].arguments == '{"qua'


def test_content_in_parts_is_joined_and_thoughts_are_kept_apart():
    parts = [
        {"type": "thinking", "thinking": [{"type": "text", "text": "Hmm. "}]},
        {"type": "thinking", "thinking": "Well."},
        {"type": "text", "text": "Good "},
        "morning",
        {"type": "image_url", "image_url": {}},
        {"type": "refusal", "refusal": "."},
    ]
    reply = read_reply(body_of({"content": parts}))
    assert (reply.text, reply.reasoning) == ("Good morning.", "Hmm. Well.")


def test_a_refusal_of_the_model_is_text():
    assert read_reply(body_of({"content": None, "refusal": "I cannot."})).text == "I cannot."
    assert read_reply(body_of({"content": "So:", "refusal": "No."})).text == "So:\nNo."


def test_what_has_to_be_sent_back_stays_where_it_was():
    message = {
        "content": "",
        "reasoning_content": "First the stock.",
        "reasoning_details": [{"type": "reasoning.encrypted", "data": "abc="}],
        "audio": None,
        "tool_calls": [
            {
                "index": 0,
                "id": "1",
                "type": "function",
                "function": {"name": "look", "arguments": "{}"},
                "extra_content": {"google": {"thought_signature": "s=="}},
            },
            {"id": "2", "function": {"name": "look", "arguments": "{}"}},
        ],
    }
    reply = read_reply(body_of(message))
    assert reply.reasoning == "First the stock."
    assert msgspec.json.decode(reply.extra) == {
        "reasoning_content": "First the stock.",
        "reasoning_details": [{"type": "reasoning.encrypted", "data": "abc="}],
    }
    first, second = reply.calls
    signed = {"extra_content": {"google": {"thought_signature": "s=="}}}
    assert msgspec.json.decode(first.extra) == signed
    assert bytes(second.extra) == b"{}"


def test_of_several_choices_the_first_counts_and_the_number_is_kept():
    document = json.loads(body_of({"content": "one"}))
    document["choices"].append({"message": {"content": "two"}})
    reply = read_reply(json.dumps(document).encode())
    assert (reply.text, reply.choices) == ("one", 2)


def test_texts_that_cannot_be_stored_are_escaped_everywhere():
    call = {
        "id": "\ud835",
        "function": {"name": "b\ud835", "arguments": '{"a": "\ud835"}'},
        "sign\ud835": "\ud835",
    }
    message = {"content": "a\ud835b\x00\u2028\x1b[0m<script>", "tool_calls": [call]}
    message["reasoning_content"] = "\ud835"
    reply = read_reply(body_of(message, "st\ud835", model="\ud835"))
    assert reply.text == "a\\ud835b\x00\u2028\x1b[0m<script>"
    assert reply.calls[0].arguments == '{"a": "\\ud835"}'
    msgspec.json.decode(msgspec.json.encode(reply))
    assert msgspec.json.decode(reply.extra) == {"reasoning_content": "\\ud835"}
    assert msgspec.json.decode(reply.calls[0].extra) == {"sign\\ud835": "\\ud835"}


def test_bytes_that_are_no_text_are_replaced():
    body = body_of({"content": "half a letter: @"}).replace(b"@", b"\xe2\x82")
    assert read_reply(b"\xef\xbb\xbf" + body).text == "half a letter: \ufffd"


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        (None, Usage()),
        ({}, Usage()),
        ([], Usage()),
        ({"prompt_tokens": 10, "completion_tokens": 0}, Usage(10, -1, 0, -1)),
        ({"prompt_tokens": "10", "completion_tokens": 2.0}, Usage()),
        ({"prompt_tokens": True, "completion_tokens": -3}, Usage()),
        ({"prompt_tokens": 10**30, "completion_tokens": float("nan")}, Usage()),
        ({"prompt_tokens": 9, "prompt_cache_hit_tokens": 4}, Usage(9, 4)),
        ({"prompt_tokens": 9, "cached_tokens": 4}, Usage(9, 4)),
        ({"prompt_tokens": 9, "cache_read_input_tokens": 4}, Usage(9, 4)),
        ({"prompt_tokens": 9, "prompt_tokens_details": None}, Usage(9)),
        ({"prompt_tokens": 9, "prompt_tokens_details": {"cached_tokens": 0}}, Usage(9, 0)),
        ({"prompt_tokens": 9, "prompt_tokens_details": {"cached_tokens": 10}}, Usage(9)),
        ({"input_tokens": 9, "output_tokens": 2}, Usage(9, -1, 2)),
        (
            {
                "input_tokens": 9,
                "cache_read_input_tokens": 80,
                "cache_creation_input_tokens": 11,
                "output_tokens": 2,
            },
            Usage(100, 80, 2),
        ),
        ({"input_tokens": 9, "cache_read_input_tokens": None}, Usage()),
        (
            {
                "prompt_tokens": 9,
                "completion_tokens": 2,
                "total_tokens": 18,
                "completion_tokens_details": {"reasoning_tokens": 7},
            },
            Usage(9, -1, 9, 7),
        ),
    ],
)
def test_unknown_numbers_of_tokens_are_unknown(usage, expected):
    assert usage_of(usage) == expected


NO_REPLIES = [
    (b"", "empty"),
    (b" \n", "empty"),
    (b"<!DOCTYPE html><html><style>x{}</style><body>Sign in</body></html>", "page.*: Sign in$"),
    (b'{"choices": [{"message"', "no JSON"),
    (b"data: {}\n\n", "no JSON"),
    (b'"<html>"', "found a text"),
    (b"[]", "found a list"),
    (b"3", "found a number"),
    (b"true", "found true or false"),
    (b"null", "found null"),
    (b"{}", "choices"),
    (b'{"choices": null}', "choices"),
    (b'{"choices": []}', "choices"),
    (b'{"choices": {}}', "choices"),
    (b'{"choices": [null]}', "message"),
    (b'{"choices": [{"message": null}]}', "message"),
    (b'{"choices": [{"message": "hi"}]}', "message"),
    (body_of({"content": 5}), "content: .* found a number"),
    (body_of({"content": {"text": "x"}}), "content: .* found an object"),
    (body_of({"content": [5]}), "parts"),
    (body_of({"tool_calls": "x"}), "tool_calls: expected a list"),
    (body_of({"tool_calls": [None]}), r"tool_calls\[0\].function"),
    (body_of({"tool_calls": [{"id": "1"}]}), r"tool_calls\[0\].function"),
    (body_of({"tool_calls": [{"function": {"name": None}}]}), "name: .* found null"),
    (body_of({"function_call": "x"}), "function"),
    (body_of({"content": "", "signature": float("inf")}), "not finite"),
    (b"[" * 5000, "deep"),
    (b'{"a":' * 101 + b"1" + b"}" * 101, "deep"),
    (b'{"a":' * 100 + b"1" + b"}" * 100, "choices"),
    (b"1" * 5000, "no JSON"),
]


@pytest.mark.parametrize(("body", "told"), NO_REPLIES, ids=range(len(NO_REPLIES)))
def test_another_shape_is_a_fault_that_says_where(body, told):
    with pytest.raises(Fault, match=told) as caught:
        read_reply(body)
    assert caught.value.refusal is None
    assert str(Fault(*caught.value.args)) == str(caught.value)


REFUSALS = [
    (
        {"error": {"message": "no", "type": "invalid_request_error", "code": None}},
        Refusal("no", "", "invalid_request_error"),
    ),
    ({"error": {"message": "no", "code": "429"}}, Refusal("no", "429", "", 429)),
    ({"error": {"message": "no", "code": 429}}, Refusal("no", "429", "", 429)),
    ({"error": {"message": "no", "code": 1301}}, Refusal("no", "1301")),
    ({"error": "no"}, Refusal("no")),
    ({"error": {"code": "x"}}, Refusal('{"code":"x"}', "x")),
    ({"error": [1]}, Refusal("[1]")),
    (
        [{"error": {"message": "no", "code": 429, "status": "RESOURCE_EXHAUSTED"}}],
        Refusal("no", "429", "RESOURCE_EXHAUSTED", 429),
    ),
    (
        {"object": "error", "message": "no", "type": "BadRequestError", "code": 400},
        Refusal("no", "400", "BadRequestError", 400),
    ),
    ({"detail": [{"msg": "missing"}]}, Refusal('[{"msg":"missing"}]')),
    (
        {"error": {"message": "Provider error", "metadata": {"raw": "too long"}}},
        Refusal("Provider error: too long"),
    ),
    (
        {"choices": [{"message": {"content": "x"}, "error": {"message": "cut off", "code": 502}}]},
        Refusal("cut off", "502", "", 502),
    ),
]


@pytest.mark.parametrize(("document", "refusal"), REFUSALS, ids=range(len(REFUSALS)))
def test_an_error_message_is_read_in_every_dialect(document, refusal):
    body = json.dumps(document).encode()
    with pytest.raises(Fault) as caught:
        read_reply(body)
    assert caught.value.refusal == refusal
    assert read_refusal(body) == refusal


def test_an_empty_error_field_beside_a_reply_is_none():
    assert read_reply(body_of({"content": "x"}, error=None, detail="ok")).text == "x"
    assert read_reply(body_of({"content": "x"}, base_resp={"status_code": 0})).text == "x"


def test_a_refusal_without_json_is_its_plain_text():
    assert read_refusal(b"<html><h1>Bad  Gateway</h1>\n<p>nginx</html>").told == "Bad Gateway nginx"
    assert read_refusal(b"upstream\n\ntimed out").told == "upstream timed out"
    assert read_refusal(b"").told == ""
    assert read_refusal(b"{}").told == "{}"


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
NAMES = st.sampled_from(
    [
        *("choices", "message", "content", "tool_calls", "function", "function_call", "name"),
        *("arguments", "id", "error", "code", "type", "usage", "prompt_tokens", "refusal"),
        *("prompt_tokens_details", "cached_tokens", "finish_reason", "base_resp", "detail"),
        *("thinking", "text", "extra_content", "metadata", "raw", "status_code", "model"),
    ]
)


def containers(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4)


DOCUMENTS = st.recursive(SCALARS, containers, max_leaves=25)
NEARLY = st.builds(
    lambda message, finish, usage: json.dumps(
        {"choices": [{"message": message, "finish_reason": finish}], "usage": usage}
    ).encode(),
    st.dictionaries(NAMES, DOCUMENTS, max_size=5),
    SCALARS,
    DOCUMENTS,
)


@given(NEARLY | DOCUMENTS.map(lambda document: json.dumps(document).encode()) | st.binary())
@example(b"\xff\xfe{")
@example(b"[" * 990 + b"]" * 990)
def test_any_body_is_a_reply_that_can_be_stored_or_a_fault(body):
    assert isinstance(read_refusal(body).told, str)
    try:
        reply = read_reply(body)
    except Fault as fault:
        fault.told.encode()
        return
    assert msgspec.json.decode(msgspec.json.encode(reply), type=Reply) == reply
    for extra in (reply.extra, *(call.extra for call in reply.calls)):
        assert isinstance(msgspec.json.decode(extra), dict)
    assert min(msgspec.structs.astuple(reply.usage)) >= -1
