"""Goal: a newcomer's commands let a model play, break off, go on, and read what was said.

Method: the command line against a real server on the loopback interface.
"""

import json
import socket

import msgspec
import pytest

import shopyear
from events.agent import ContextCut, ModelAnswered
from events.episode import Call
from events.log import status
from events.union import ASIDES
from projections.audit import audit
from runs.agents.base import Brief
from runs.agents.roster import AGENTS
from runs.archive import run, tool_schemas
from runs.cli import main
from runs.mock.script import Step, Steps, ToolCall, merchant_script
from runs.mock.server import MockServer
from runs.verify import verify
from sim.marketplace.world import Settings

KEY = "sk-loopback-7d41e0c2b9"
WAIT = Step(tool_calls=(ToolCall("wait_for_next_day"),))


def merchant(days: int):
    brief = Brief(
        scenario="marketplace",
        start_date="2026-01-01",
        days=days,
        opening_balance=100_000.0,
        tools=tool_schemas(),
    )
    return merchant_script(AGENTS["steward"], brief)


def play(server: MockServer, folder, days: int, *more: str) -> int:
    words = ["--agent", "openai:mock", "--base-url", server.base_url, "--days", str(days)]
    return main(["run", *words, "--out", str(folder), "--sync", "off", "--quiet", *more])


def outcomes(folder) -> list[bytes]:
    events = [event for event in shopyear.load(folder) if not isinstance(event, ASIDES)]
    return [msgspec.json.encode(msgspec.structs.replace(event, seq=0)) for event in events[1:]]


@pytest.mark.parametrize("mode", ["tools", "json"])
def test_a_merchant_over_http_gives_the_events_of_the_same_merchant_in_process(mode, tmp_path):
    run(tmp_path / "in", Settings(agent="steward", days=40), sync="off")
    with MockServer(merchant(40), keep=1) as server:
        assert play(server, tmp_path / "over", 40, "--mode", mode) == 0
    assert outcomes(tmp_path / "over") == outcomes(tmp_path / "in")
    assert verify(tmp_path / "over").holds
    assert audit(tmp_path / "over") == []


def test_a_provider_that_goes_away_interrupts_and_the_episode_goes_on(tmp_path, capsys):
    with MockServer(merchant(4)) as server:
        assert play(server, tmp_path / "whole", 4) == 0
        turns = len(server.requests)
    gone = Steps([Step(status=401, body={"error": {"message": "the key has expired"}})])
    calls = iter(range(10**6))
    script = merchant(4)
    with MockServer(lambda asked: script(asked) if next(calls) < 9 else gone(asked)) as server:
        assert play(server, tmp_path / "e", 4) == 1
    told = capsys.readouterr().err
    assert "the key has expired" in told
    assert f"go on with: shopyear resume {tmp_path / 'e'}" in told
    assert status(tmp_path / "e") == "interrupted"
    kept = [event for event in shopyear.load(tmp_path / "e") if isinstance(event, ModelAnswered)]
    assert len(kept) == 9
    with MockServer(script) as server:
        words = ["--base-url", server.base_url, "--sync", "off", "--quiet"]
        assert main(["resume", str(tmp_path / "e"), *words]) == 0
        assert len(server.requests) == turns - 9
    assert verify(tmp_path / "e").holds
    whole, resumed = (shopyear.load(tmp_path / name) for name in ("whole", "e"))
    assert len(resumed) == len(whole) + 1  # the failed attempt


def test_the_key_is_sent_and_found_nowhere(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    bad = Step(status=401, body={"error": {"message": f"Incorrect API key provided: {KEY}"}})
    with MockServer(Steps([WAIT, bad], end="wait"), key=KEY) as server:
        assert play(server, tmp_path / "e", 3) == 1
        assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    out, err = capsys.readouterr()
    main(["transcript", str(tmp_path / "e")])
    main(["report", str(tmp_path / "e"), "-o", str(tmp_path / "e" / "report.html")])
    texts = [out, err, *capsys.readouterr()]
    texts += [path.read_bytes().decode("latin-1") for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(KEY in text for text in texts)


def test_a_missing_key_is_named_before_anything_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert main(["run", "--agent", "openai:gpt-5", "--out", str(tmp_path / "e")]) == 1
    assert "set the environment variable OPENAI_API_KEY" in capsys.readouterr().err
    assert not (tmp_path / "e").exists()


def test_nobody_at_the_address_is_an_interruption(tmp_path, capsys):
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{held.getsockname()[1]}/v1"
        words = ["--agent", "openai:m", "--base-url", url, "--attempts", "1", "--quiet"]
        assert main(["run", *words, "--days", "2", "--out", str(tmp_path / "e")]) == 1
    assert "connection" in capsys.readouterr().err
    assert status(tmp_path / "e") == "interrupted"


def test_a_spent_budget_pauses_and_a_larger_one_goes_on(tmp_path, capsys):
    prices = tmp_path / "prices.toml"
    prices.write_text(
        'currency = "USD"\n[models.mock]\ninput = "100"\ncached_input = "100"\noutput = "0"\n'
    )
    more = ["--prices", str(prices), "--budget", "0.3"]
    with MockServer(Steps([], end="wait")) as server:
        assert play(server, tmp_path / "e", 6, *more) == 1
        assert "spent, the budget is 0.3000 USD" in capsys.readouterr().err
        asked = len(server.requests)
        assert 0 < asked < 6
        words = ["--base-url", server.base_url, "--quiet", "--sync", "off"]
        more = ["--prices", str(prices), "--budget", "9"]
        assert main(["resume", str(tmp_path / "e"), *words, *more]) == 0
        assert len(server.requests) == 6


def test_the_transcript_tells_both_sides(tmp_path, capsys):
    with MockServer(merchant(3)) as server:
        play(server, tmp_path / "e", 3)
    capsys.readouterr()
    assert main(["transcript", str(tmp_path / "e")]) == 0
    told = capsys.readouterr().out
    assert "== mock (tools, prompts/1)" in told
    assert "-> market_search" in told
    sent = [event for event in shopyear.load(tmp_path / "e") if hasattr(event, "supplier")]
    assert main(["transcript", str(tmp_path / "e"), "--supplier", sent[0].supplier]) == 0
    told = capsys.readouterr().out
    assert f"to {sent[0].supplier}:" in told
    assert "market_search" not in told
    assert main(["transcript", str(tmp_path / "e"), "--supplier", "Nobody"]) == 1


def test_hostile_words_do_not_reach_the_terminal(tmp_path, capsys):
    evil = Step(content="\x1b[31mred\x07\u202e", tool_calls=(ToolCall("wait_for_next_day"),))
    with MockServer(Steps([evil], end="wait")) as server:
        assert play(server, tmp_path / "e", 2) == 0
    capsys.readouterr()
    main(["transcript", str(tmp_path / "e")])
    told = capsys.readouterr().out
    assert "\\x1b[31mred\\x07" in told
    assert not set("\x1b\x07\u202e") & set(told)


def test_what_a_request_was_can_be_read_from_the_log(tmp_path):
    call = Call("check_balance", "{}")
    steps = [Step(content="Look first.", tool_calls=(ToolCall(call.tool),))]
    with MockServer(Steps(steps, end="wait")) as server:
        play(server, tmp_path / "e", 2)
        second = server.requests[1].body["messages"]
    events = shopyear.load(tmp_path / "e")
    answered = next(event for event in events if isinstance(event, ModelAnswered))
    message = json.loads(bytes(answered.message))
    assert second[2] == message
    assert (
        second[0]["content"]
        == events[[e.__class__.__name__ for e in events].index("AgentConfigured")].system
    )


def test_a_year_in_a_tiny_window_stays_in_it_and_keeps_the_protocol(tmp_path):
    """The server checks each request as strict providers do; the sizes are checked here."""
    capacity = 6_000
    looks = [
        Step(tool_calls=(ToolCall("market_search", {"category": "Small Appliances"}),) * 3),
        Step(content="Let me think about that."),
        Step(tool_calls=(ToolCall("supplier_search", {}), ToolCall("wait_for_next_day"))),
    ]
    sizes = []

    def measure(request) -> None:
        texts = [part for message in request.body["messages"] for part in parts(message)]
        sizes.append(sum(-(-len(text.encode()) // 4) for text in texts))

    def parts(message) -> list[str]:
        calls = message.get("tool_calls")
        encoded = [msgspec.json.encode(calls).decode()] if calls else []
        return [message["content"] or "", *encoded]

    with MockServer(Steps(looks, end="repeat"), keep=2_000, watch=measure) as server:
        window = f"{capacity},4500,1500"
        assert play(server, tmp_path / "e", 365, "--window", window) == 0
        assert [each.offence for each in server.requests if each.offence] == []
    assert len(sizes) > 300
    assert max(sizes) <= capacity
    events = shopyear.load(tmp_path / "e")
    assert sum(isinstance(event, ContextCut) for event in events) > 100
    assert verify(tmp_path / "e").holds
