"""Goal: the mock serves what its script says over real HTTP, breaks what it is told to break,
refuses what a strict provider refuses, and answers a turn that is asked again as it did before.

Method: the openai client without retries, raw sockets, and the model's loop on a few cases.
"""

import gzip
import json
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from urllib.parse import urlsplit

import openai
import pytest

from runs.agents.base import Brief, call
from runs.agents.connect import ProviderLine, setup_of
from runs.agents.model import ModelAgent
from runs.agents.profiles import Profile
from runs.agents.roster import AGENTS
from runs.archive import run, tool_schemas
from runs.mock.corpus import PAUSE_S, TIMEOUT_S, corpus, judge
from runs.mock.protocol import Offence, Rules, Size, check
from runs.mock.script import Step, Steps, ToolCall, after_days, merchant_script, read_script
from runs.mock.server import MockServer
from sim.marketplace.world import Settings

SYSTEM = {"role": "system", "content": "Run the shop."}
USER = {"role": "user", "content": "Begin."}
FIRST = [SYSTEM, USER]
BALANCE = {
    "type": "function",
    "function": {"name": "check_balance", "parameters": {"type": "object", "properties": {}}},
}


def say(*texts: str, **fields) -> list[Step]:
    return [Step(content=text, **fields) for text in texts]


def calls(*names: str) -> Step:
    return Step(tool_calls=tuple(ToolCall(name) for name in names))


def brief(days: int) -> Brief:
    return Brief(
        scenario="marketplace",
        start_date="2026-01-01",
        days=days,
        opening_balance=100_000.0,
        tools=tool_schemas(),
    )


@contextmanager
def client_of(server, timeout=5.0):
    with openai.OpenAI(
        api_key="k", base_url=server.base_url, max_retries=0, timeout=timeout
    ) as client:
        yield client


def ask(client, messages=FIRST, turn=0, episode="e", **fields):
    headers = {"x-shopyear-turn": str(turn), "x-shopyear-episode": episode} if turn else {}
    return client.chat.completions.create(
        model="m", messages=messages, extra_headers=headers, **fields
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


# -- answers


def test_steps_are_served_in_order_with_stated_ids_and_usage():
    with MockServer(Steps([*say("one"), calls("check_balance")])) as server:
        with client_of(server) as client:
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
        with pytest.raises(openai.BadRequestError, match="division by zero"):
            ask(client)


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
    with MockServer(Steps(say("one")), key="secret", model="small") as server:
        with client_of(server) as client:
            with pytest.raises(openai.AuthenticationError):
                ask(client)
            right = client.with_options(api_key="secret")
            assert [model.id for model in right.models.list()] == ["small"]
            ask(right, turn=1)
    refused, listed, asked = server.requests
    assert refused.headers["authorization"] == "Bearer k"
    assert (refused.status, listed.path, asked.turn) == (401, "/v1/models", 1)
    assert asked.body["messages"] == FIRST


# -- faults


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


# -- the protocol


def called(*ids: str, **function) -> dict:
    made = {"name": "check_balance", "arguments": "{}"} | function
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": each, "type": "function", "function": made} for each in ids],
    }


def result(of: str) -> dict:
    return {"role": "tool", "tool_call_id": of, "content": "{}"}


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
    with MockServer(Steps(say("one")), rules=Rules(context_limit=19)) as server:
        with client_of(server) as client, pytest.raises(openai.BadRequestError) as caught:
            ask(client)
    assert caught.value.code == "context_length_exceeded"
    assert server.requests[0].step is None


# -- scripts


def test_a_file_holds_one_step_a_line(tmp_path):
    path = tmp_path / "script.jsonl"
    lines = [
        '{"content": "a\u2028b"}',
        "",
        '{"tool_calls": [{"name": "withdraw", "arguments": "{\\"amount\\":"}], "repeat": 2}',
        '{"status": 429, "headers": {"retry-after": "0"}}',
        '{"end": "wait"}',
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    with MockServer(read_script(path)) as server, client_of(server) as client:
        assert ask(client).choices[0].message.content == "a\u2028b"
        for _ in range(2):
            cut = ask(client).choices[0].message.tool_calls[0].function
            assert cut.arguments == '{"amount":'
        with pytest.raises(openai.RateLimitError):
            ask(client)
        assert ask(client).choices[0].message.tool_calls


@pytest.mark.parametrize(
    "line",
    ["{", "[]", '{"contents": "x"}', "{}", '{"content": "x", "repeat": 0}', '{"end": "never"}'],
)
def test_a_line_that_is_no_step_is_named(tmp_path, line):
    path = tmp_path / "script.jsonl"
    path.write_text(f'{{"content": "x"}}\n{line}\n')
    with pytest.raises(ValueError, match="line 2"):
        read_script(path)


def test_the_end_is_said_last(tmp_path):
    path = tmp_path / "script.jsonl"
    path.write_text('{"end": "wait"}\n{"content": "x"}\n')
    with pytest.raises(ValueError, match="line 1"):
        read_script(path)


def test_a_merchant_is_sent_the_results_of_its_calls():
    seen = []

    def merchant(_brief):
        seen.append((yield [call("check_balance"), call("check_warehouse")]))
        seen.append((yield [call("wait_for_next_day")]))

    script = merchant_script(merchant, brief(3))
    results = [result("a") | {"content": '{"x":1}\n[gauge]'}, result("b") | {"content": '{"y":2}'}]
    asked = [*FIRST, called("a", "b"), *results]
    with MockServer(script) as server, client_of(server) as client:
        first = ask(client, turn=1)
        assert ask(client, turn=1) == first
        assert len(first.choices[0].message.tool_calls) == 2
        ask(client, asked, turn=2)
        ask(client, asked, turn=2)
        with pytest.raises(openai.BadRequestError, match="1 results expected, found 2"):
            ask(client, asked, turn=3)
    assert seen == [[{"x": 1}, {"y": 2}]]


def test_a_script_can_follow_days_of_another():
    script = after_days(2, Steps([calls("wait_for_next_day")], "repeat"), Steps(say("then")))
    with MockServer(script) as server, client_of(server) as client:
        texts = [ask(client).choices[0].message.content for _ in range(3)]
    assert texts == [None, None, "then"]


# -- the loop


def play(folder, server, days, pauses=None, mode="tools"):
    def pause(seconds):
        if pauses is not None:
            pauses.append(seconds)
        time.sleep(min(seconds, PAUSE_S))

    profile = Profile(model="mock", base_url=server.base_url, timeout_s=TIMEOUT_S * 5, mode=mode)
    line = ProviderLine(profile, folder.name, {}, pause=pause)
    setup = setup_of(profile, "bytes/4")
    try:
        return run(
            folder,
            Settings(days=days, agent="mock"),
            player=lambda told, market: ModelAgent(setup, told, market, line),
            sync="off",
        )
    finally:
        line.close()


@pytest.mark.parametrize("mode", ["tools", "json"])
def test_a_merchant_does_the_same_through_the_model_api(tmp_path, mode):
    with MockServer(merchant_script(AGENTS["steward"], brief(10)), keep=10) as server:
        played = play(tmp_path / "mock", server, 10, mode=mode)
        assert not [each.offence for each in server.requests if each.offence]
    direct = run(tmp_path / "direct", Settings(days=10, agent="steward"), sync="off")
    assert played.outcome == direct.outcome


def test_every_family_has_cases_and_no_name_comes_twice():
    cases = corpus()
    assert len({case.name for case in cases}) == len(cases) >= 190
    families = [*range(1, 8), *range(11, 16), 17, 18, 20, 21]
    assert {case.row for case in cases} == {*(f"F{n}" for n in families), "HTTP", "SHAPE"}


SAMPLE = ("f1-trailing-comma", "f2-ship-cut", "f11-same-id-in-a-turn", "f15-cut-arguments")
SAMPLE += ("f17-for-ever", "f20-lost-mid-body", "http-429-seconds", "http-401", "http-refused")


@pytest.mark.parametrize("case", [c for c in corpus() if c.name in SAMPLE], ids=lambda c: c.name)
def test_the_loop_does_what_a_case_expects(tmp_path, case):
    pauses = []
    with MockServer(case.script(AGENTS["steward"], brief(case.days))) as server:
        done = play(tmp_path / case.name, server, case.days, pauses)
    found = judge(
        case, server.requests, status=done.status, reason=done.outcome.reason, pauses=pauses
    )
    assert found == []


def test_the_judge_sees_what_is_wrong(tmp_path):
    (case,) = (case for case in corpus() if case.name == "f3-twice")
    (other,) = (case for case in corpus() if case.name == "f3-three-times")
    with MockServer(case.script(AGENTS["steward"], brief(case.days))) as server:
        play(tmp_path / "e", server, case.days)
    seen = server.requests
    assert judge(case, seen, status="ended", reason="max_days_reached") == []
    assert judge(other, seen, status="ended", reason="") == ["the hostile step was never reached"]
    assert judge(case, seen, status="interrupted", reason="") == [
        "the episode is interrupted, expected ended"
    ]


# -- the command


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
