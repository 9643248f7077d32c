"""Goal: the mock serves what its script says over real HTTP, breaks what it is told to break, and
answers a turn that is asked again as it did before.

Method: the openai client without retries, raw sockets, and the command as a process.
"""

import gzip
import json
import signal
import socket
import subprocess
import sys
import threading
import time
from urllib.parse import urlsplit

import openai
import pytest

from runs.mock.script import Step, Steps, ToolCall
from runs.mock.server import MockServer
from tests.mocking import (
    BALANCE,
    FIRST,
    SYSTEM,
    USER,
    ask,
    calls,
    client_of,
    say,
)


def exchange(server, *requests: bytes) -> bytes:
    """Send requests over one connection and return all that comes until it is closed."""
    url = urlsplit(server.base_url)
    with socket.create_connection((url.hostname, url.port), timeout=5) as link:
        link.sendall(b"".join(requests))
        received = b""
        while part := link.recv(65536):
            received += part
        return received


def post(body: object, *headers: str) -> bytes:
    text = json.dumps(body).encode()
    lines = [
        "POST /v1/chat/completions HTTP/1.1",
        "host: mock",
        f"content-length: {len(text)}",
        *headers,
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + text


def test_steps_are_served_in_order_with_stated_ids_and_usage():
    script = Steps([*say("one"), calls("check_balance")])
    with MockServer(script) as server, client_of(server) as client:
        one, two = ask(client), ask(client, tools=[BALANCE])
    assert one.choices[0].message.content == "one"
    assert one.choices[0].finish_reason == "stop"
    assert (one.id, two.id, one.model) == ("chatcmpl-mock-1", "chatcmpl-mock-2", "m")
    (called,) = two.choices[0].message.tool_calls
    assert (called.id, called.function.name) == ("mock_2_1", "check_balance")
    assert called.function.arguments == "{}"
    assert two.choices[0].finish_reason == "tool_calls"
    # {"role":"system","content":"Run the shop."} has 43 bytes, the user's message 34.
    assert one.usage.prompt_tokens == 11 + 9


def test_what_the_turn_before_was_asked_counts_as_cached():
    longer = [*FIRST, {"role": "assistant", "content": "one"}, USER]
    other = [SYSTEM, {"role": "user", "content": "Go."}, *longer[2:]]
    with MockServer(Steps(say("one", "two", "three"))) as server, client_of(server) as client:
        cached = [
            ask(client, each).usage.prompt_tokens_details.cached_tokens
            for each in (FIRST, longer, other)
        ]
    assert cached == [0, 20, 0]


def test_each_episode_begins_with_the_first_step():
    with MockServer(Steps(say("one", "two"))) as server, client_of(server) as client:
        texts = [
            ask(client, turn=turn, episode=name).choices[0].message.content
            for name, turn in (("a", 1), ("b", 1), ("a", 2), ("b", 2))
        ]
    assert texts == ["one", "one", "two", "two"]


def test_a_turn_asked_again_is_answered_alike_even_after_later_turns():
    with MockServer(Steps(say("one", "two"))) as server, client_of(server) as client:
        first = ask(client, turn=1)
        ask(client, turn=2)
        assert ask(client, turn=1) == first
        assert [request.again for request in server.requests] == [False, False, True]


def test_a_fault_is_followed_by_the_next_step_of_the_same_turn():
    script = Steps([Step(status=429, headers={"Retry-After": "0"}), *say("one", "two")])
    with MockServer(script) as server, client_of(server) as client:
        with pytest.raises(openai.RateLimitError) as caught:
            ask(client, turn=1)
        assert caught.value.response.headers["retry-after"] == "0"
        assert ask(client, turn=1).choices[0].message.content == "one"
        assert ask(client, turn=2).choices[0].message.content == "two"


@pytest.mark.parametrize(
    ("end", "expected"), [("wait", ["one", None, None]), ("repeat", ["one", "one", "one"])]
)
def test_after_the_last_step_the_script_does_as_it_says(end, expected):
    with MockServer(Steps(say("one"), end)) as server, client_of(server) as client:
        messages = [ask(client).choices[0].message for _ in range(3)]
    assert [message.content for message in messages] == expected
    if end == "wait":
        assert messages[1].tool_calls[0].function.name == "wait_for_next_day"


def test_a_script_that_is_over_or_fails_says_so():
    with MockServer(Steps([])) as server, client_of(server) as client:
        with pytest.raises(openai.BadRequestError) as caught:
            ask(client)
        assert caught.value.code == "script_ended"
    with MockServer(lambda asked: 1 / 0) as server, client_of(server) as client:
        with pytest.raises(openai.BadRequestError) as caught:
            ask(client)
        assert "division by zero" in caught.value.message


def test_a_stream_carries_the_same_answer():
    steps = [Step(content="Well.", tool_calls=(ToolCall("check_balance", {"a": 1}),))]
    with MockServer(Steps(steps)) as server, client_of(server) as client:
        stream = ask(client, stream=True, stream_options={"include_usage": True})
        chunks = list(stream)
    assert chunks[0].choices[0].delta.content == "Well."
    assert chunks[0].choices[0].delta.tool_calls[0].function.arguments == '{"a": 1}'
    assert chunks[1].choices[0].finish_reason == "tool_calls"
    assert chunks[2].usage.prompt_tokens == 20


def test_the_key_is_demanded_and_requests_are_recorded():
    server = MockServer(Steps(say("one")), key="secret", model="small")
    with server, client_of(server) as client:
        with pytest.raises(openai.AuthenticationError):
            ask(client)
        right = client.with_options(api_key="secret")
        assert [model.id for model in right.models.list()] == ["small"]
        ask(right, turn=1)
    refused, listed, asked = server.requests
    assert refused.headers["authorization"] == "Bearer k"
    assert (refused.status, listed.path, asked.turn) == (401, "/v1/models", 1)
    assert asked.body["messages"] == FIRST


def test_a_lost_reply_is_repeated_whole():
    for fault in ({"close": "before"}, {"close": "after_headers"}, {"close": "mid_body"}):
        with MockServer(Steps(say("one", "two", **fault))) as server, client_of(server) as client:
            with pytest.raises(openai.APIConnectionError):
                ask(client, turn=1)
            assert ask(client, turn=1).choices[0].message.content == "one"


def test_delays_and_trickles_exceed_the_clients_time():
    for fault in ({"delay_s": 5}, {"trickle_s": 10}):
        with MockServer(Steps(say("one", **fault))) as server, client_of(server, 0.2) as client:
            with pytest.raises(openai.APITimeoutError):
                ask(client, turn=1)
            assert ask(client, turn=1).choices[0].message.content == "one"


def test_a_refused_connection_opens_again_at_the_same_place():
    script = Steps([Step(refuse_s=0.3), *say("one")])
    with MockServer(script) as server, client_of(server) as client:
        refused = 0
        for _ in range(100):
            try:
                answer = ask(client, turn=1)
                break
            except openai.APIConnectionError:
                refused += 1
                time.sleep(0.05)
        assert refused > 1
        assert answer.choices[0].message.content == "one"


def test_other_bodies_arrive_as_they_are():
    steps = [
        Step(raw="caf\udce9"),
        Step(html=True),
        Step(body={"choices": []}),
        Step(content="\ud835"),
        Step(content="packed", gzip=True),
        Step(content="in chunks", chunked=True),
        Step(content="cut", chunked=True, close="mid_body"),
        Step(raw="late", trickle_s=0.02),
    ]
    body = {"model": "m", "messages": FIRST}
    with MockServer(Steps(steps)) as server:
        replies = [exchange(server, post(body, "connection: close")) for _ in steps]
    heads, bodies = zip(*(reply.split(b"\r\n\r\n", 1) for reply in replies), strict=True)
    assert bodies[0] == b"caf\xe9"
    assert b"text/html" in heads[1]
    assert bodies[1].startswith(b"<!DOCTYPE html>")
    assert bodies[2] == b'{"choices": []}'
    assert b'"\\ud835"' in bodies[3]
    assert b'"packed"' in gzip.decompress(bodies[4])
    assert bodies[5].endswith(b"\r\n0\r\n\r\n")
    assert not bodies[6].endswith(b"0\r\n\r\n")
    assert bodies[7] == b"late"


def test_one_connection_serves_many_requests():
    body = {"model": "m", "messages": FIRST}
    with MockServer(Steps(say("one", "two"))) as server:
        received = exchange(server, post(body), post(body, "connection: close"))
    assert received.count(b"HTTP/1.1 200") == 2
    assert received.index(b'"one"') < received.index(b'"two"')


def test_requests_that_are_none_are_refused():
    with MockServer(Steps([])) as server:
        assert b" 404 " in exchange(server, b"GET /v2 HTTP/1.1\r\nconnection: close\r\n\r\n")
        assert b" 405 " in exchange(
            server, b"GET /v1/chat/completions HTTP/1.1\r\nconnection: close\r\n\r\n"
        )
        endless = b"POST /v1/chat/completions HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n"
        assert b" 411 " in exchange(server, endless)
        surrogate = b'{"model":"m","messages":[{"role":"user","content":"\\ud835"}]}'
        head = f"POST /v1/chat/completions HTTP/1.1\r\ncontent-length: {len(surrogate)}\r\n"
        assert b" 400 " in exchange(server, head.encode() + b"connection: close\r\n\r\n", surrogate)
        odd = post({"model": "m", "messages": FIRST}, "x-shopyear-turn: one", "connection: close")
        assert b" 400 " in exchange(server, odd)


def test_many_conversations_go_on_at_once():
    with MockServer(Steps(say(*map(str, range(20))))) as server, client_of(server) as client:
        texts: dict[str, list[str]] = {}

        def talk(name):
            texts[name] = [
                ask(client, turn=turn, episode=name).choices[0].message.content
                for turn in range(1, 21)
            ]

        threads = [threading.Thread(target=talk, args=(f"e{n}",)) for n in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert list(texts.values()) == [[str(n) for n in range(20)]] * 5


def test_the_command_serves_until_it_is_told_to_stop(tmp_path):
    path = tmp_path / "script.jsonl"
    path.write_text('{"content": "one"}\n')
    code = (
        "import argparse, sys; from runs import mock_cli; p = argparse.ArgumentParser();"
        "mock_cli.add(p.add_subparsers()); a = p.parse_args(sys.argv[1:]); sys.exit(a.command(a))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, "mock-model", "--script", str(path)],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        url = process.stdout.readline().strip()
        with openai.OpenAI(api_key="k", base_url=url, max_retries=0) as client:
            assert ask(client, turn=1).choices[0].message.content == "one"
        assert process.stdout.readline() == "e turn 1: 200 no calls\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
