"""Goal: scripts come from files and merchants, and the cases of the corpus hold for the loop.

Method: files line by line, a merchant through the API and without it, a sample of the cases.
"""

import time

import openai
import pytest

from runs.agents.base import call
from runs.agents.connect import ProviderLine, setup_of
from runs.agents.model import ModelAgent
from runs.agents.profiles import Profile
from runs.agents.roster import AGENTS
from runs.archive import run
from runs.mock.corpus import PAUSE_S, TIMEOUT_S, corpus, judge
from runs.mock.script import Steps, after_days, merchant_script, read_script
from runs.mock.server import MockServer
from sim.marketplace.world import Settings
from tests.mocking import (
    FIRST,
    ask,
    brief,
    called,
    calls,
    client_of,
    result,
    say,
)


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
