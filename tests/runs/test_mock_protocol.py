"""Goal: a request that a strict provider refuses is refused, and the offence is named.

Method: a sound conversation, and one broken in every way by itself.
"""

import openai
import pytest

from runs.mock.protocol import Offence, Rules, Size, check
from runs.mock.script import Steps
from runs.mock.server import MockServer
from tests.mocking import (
    BALANCE,
    FIRST,
    SYSTEM,
    USER,
    ask,
    called,
    client_of,
    result,
    say,
)


def request(*messages: dict, **fields) -> dict:
    return {"model": "m", "messages": [*FIRST, *messages], "tools": [BALANCE]} | fields


def test_a_sound_conversation_passes():
    check(
        request(
            called("a", "b"),
            result("b"),
            result("a"),
            {"role": "assistant", "content": "Hm.", "reasoning_content": "Why?"},
            USER,
            called("c"),
            result("c"),
        ),
        Rules(declared_only=True),
    )


@pytest.mark.parametrize(
    ("body", "offence"),
    [
        ([], "JSON object"),
        ({"model": "m", "messages": []}, "at least one message"),
        ({"model": "m", "messages": [{"role": "robot", "content": ""}]}, "role"),
        (request(model=""), "name of a model"),
        ({"model": "m", "messages": [USER]}, "first message"),
        (request(SYSTEM), "comes first"),
        (request(called("a")), "without a result: a"),
        (request(called("a"), USER), "without a result: a"),
        (request(called("a", "b"), result("a")), "without a result: b"),
        (request(called("a"), result("a"), result("a")), "no open call"),
        (request(result("a")), "no open call"),
        (request(called("a"), USER, result("a")), "without a result"),
        (request(called("a"), result("a"), called("a"), result("a")), "used twice"),
        (request(called("a", "a"), result("a"), result("a")), "used twice"),
        (request(called(""), result("")), "not empty"),
        (request(called("a", arguments={}), result("a")), "JSON object"),
        (request(called("a", arguments="{"), result("a")), "JSON object"),
        (request(called("a", arguments="[]"), result("a")), "JSON object"),
        (request(called("a", name="check balance"), result("a")), "of the form"),
        (request(called("a", name=""), result("a")), "of the form"),
        (request(called("a", name="x" * 65), result("a")), "of the form"),
        (request(called("a", output=""), result("a")), "name and arguments"),
        (request({"role": "assistant", "content": None}), "expected a text"),
        (request({"role": "assistant", "content": ""}), "without words"),
        (request({"role": "assistant", "content": "", "tool_calls": []}), "at least one call"),
        (request({"role": "user", "content": None}), "expected a text"),
        (request({"role": "user", "content": "x", "extra": 1}), "'extra'"),
        (request(called("a") | {"signature": "s"}, result("a")), "'signature'"),
        (request(tools=[]), "at least one tool"),
        (request(tools=[BALANCE, BALANCE]), "same name"),
        (request(tools=[{"type": "function", "function": {"name": "a b"}}]), "of the form"),
        (
            request(
                tools=[{"type": "function", "function": {"name": "a", "parameters": {}}}],
            ),
            "type object",
        ),
    ],
)
def test_what_a_strict_provider_refuses_is_named(body, offence):
    with pytest.raises(Offence, match=offence):
        check(body, Rules())


def test_lenient_rules_take_any_messages_and_further_fields_can_be_allowed():
    assert len(check(request(result("a")), Rules(strict=False))) == 3
    check(request(called("a") | {"signature": "s"}, result("a")), Rules(also=("signature",)))
    with pytest.raises(Offence, match="not declared"):
        check(request(called("a", name="fly"), result("a")), Rules(declared_only=True))


def test_the_limit_counts_bytes_over_four_and_has_its_code():
    encoded = check(request(), Rules(context_limit=20))
    assert Size.of(encoded).tokens == 20
    server = MockServer(Steps(say("one")), rules=Rules(context_limit=19))
    with server, client_of(server) as client, pytest.raises(openai.BadRequestError) as caught:
        ask(client)
    assert caught.value.code == "context_length_exceeded"
    assert server.requests[0].step is None
