"""Goal: a model plays as exactly as a built-in merchant, and nothing it says is misread.

Method: merchants and scripts answer in place of a provider; the log is compared with that of the
same merchant in process, broken off, resumed, verified.
"""

import json

import msgspec
import pytest

import shopyear
from events.agent import AgentConfigured, AttemptFailed, ContextCut, ModelAnswered
from events.episode import Call, EpisodeEnded, ToolAnswered, TurnTaken
from events.log import status
from events.union import ASIDES
from projections.audit import audit
from runs.agents.base import Brief
from runs.agents.context import Window
from runs.agents.exchange import Setup
from runs.agents.model import ModelAgent
from runs.agents.retrying import ProviderFault
from runs.agents.roster import AGENTS
from runs.archive import resume, run
from runs.verify import verify
from sim.marketplace.world import Settings
from tests.runs.agents.lines import MerchantLine, ScriptLine, calls_reply, words_reply

DAYS = 12
SETUP = Setup(model="mock")
TINY = Window(capacity=9_000, trigger=7_000, release=2_500, spared=2)


def settings(days: int = DAYS) -> Settings:
    return Settings(agent="openai:mock", days=days)


def player(line, setup: Setup = SETUP):
    return lambda brief, market: ModelAgent(setup, brief, market, line)


def merchant_player(setup: Setup, lines: list[MerchantLine]):
    def make(brief: Brief, market) -> ModelAgent:
        lines.append(MerchantLine(AGENTS["steward"], brief, setup.mode))
        return ModelAgent(setup, brief, market, lines[-1])

    return make


def outcomes(folder) -> list[bytes]:
    """Return an episode's events but for asides, each without its number."""
    events = [event for event in shopyear.load(folder) if not isinstance(event, ASIDES)]
    return [msgspec.json.encode(msgspec.structs.replace(event, seq=0)) for event in events[1:]]


@pytest.fixture(scope="module")
def in_process(tmp_path_factory) -> list[bytes]:
    folder = tmp_path_factory.mktemp("steward") / "e"
    run(folder, Settings(agent="steward", days=DAYS), sync="off")
    return outcomes(folder)


@pytest.mark.parametrize("mode", ["tools", "json"])
def test_a_merchant_behind_a_conversation_plays_the_same_year(mode, in_process, tmp_path):
    lines: list[MerchantLine] = []
    make = merchant_player(Setup(model="mock", mode=mode), lines)
    done = run(tmp_path / "e", settings(), player=make, sync="off")
    assert done.status == "ended"
    assert outcomes(tmp_path / "e") == in_process
    assert verify(tmp_path / "e").holds
    assert audit(tmp_path / "e") == []
    assert lines[0].asked == done.outcome.turns


def test_a_tiny_window_is_never_exceeded_and_never_tears_a_call_from_its_result(tmp_path):
    lines: list[MerchantLine] = []
    make = merchant_player(Setup(model="mock", window=TINY), lines)
    with pytest.raises(json.JSONDecodeError):  # the merchant cannot live with shortened answers
        run(tmp_path / "e", settings(), player=make, sync="off")
    events = shopyear.load(tmp_path / "e")
    assert sum(isinstance(event, ContextCut) for event in events) > 1
    assert lines[0].largest < TINY.capacity * 4 * 1.1


class Gone(BaseException):
    """The process is meant to be gone."""


@pytest.mark.parametrize("stop", [1, 2, 7, 16, 25])
def test_an_episode_broken_off_anywhere_ends_with_the_same_head(stop, tmp_path):
    whole = run(tmp_path / "whole", settings(4), player=merchant_player(SETUP, []), sync="off")
    lines: list[MerchantLine] = []
    first = merchant_player(SETUP, lines)

    def watch(market) -> None:
        if market.turn == stop:
            raise Gone

    with pytest.raises(Gone):
        run(tmp_path / "e", settings(4), player=first, sync="off", watch=watch)
    (server,) = lines  # it outlives its client
    done = resume(tmp_path / "e", player=player(server), sync="off")
    assert done.chain_head == whole.chain_head
    assert server.asked == whole.outcome.turns


def play(tmp_path, steps, days: int = 2, setup: Setup = SETUP):
    line = ScriptLine(steps)
    done = run(tmp_path / "e", settings(days), player=player(line, setup), sync="off")
    return done, line, shopyear.load(tmp_path / "e")


def kinds(events, *wanted):
    return [event for event in events if isinstance(event, wanted)]


def test_the_configuration_is_in_the_log(tmp_path):
    _, line, events = play(tmp_path, [])
    (configured,) = kinds(events, AgentConfigured)
    first = line.requests[0].messages
    assert [message["content"] for message in first] == [configured.system, configured.first]
    assert "¥100,000" in configured.system
    assert (configured.capacity, configured.trigger) == (128_000, 120_000)


def test_an_answer_is_in_the_log_with_its_tokens(tmp_path):
    reply = calls_reply(Call("check_balance", "{}"), text="Let me see.")
    _, line, events = play(tmp_path, [reply])
    answered = kinds(events, ModelAnswered)[0]
    assert (answered.input_tokens, answered.output_tokens, answered.cached_tokens) == (100, 10, -1)
    assert answered.provider_ids == ("p0",)
    assert json.loads(bytes(answered.message))["content"] == "Let me see."
    call, result = line.requests[1].messages[-2:]
    assert call["tool_calls"][0]["id"] == result["tool_call_id"] == "call_1_1"
    assert '"bank_balance"' in result["content"]
    assert "tokens used" in result["content"]


@pytest.mark.parametrize("arguments", ["{'a': 1,}", "", "[]", "null", '"x"', '{"amount": NaN}'])
def test_malformed_arguments_change_nothing_and_the_model_is_told(arguments, tmp_path):
    done, line, events = play(tmp_path, [calls_reply(Call("withdraw", arguments))])
    (answer,) = [event for event in kinds(events, ToolAnswered) if event.tool == "withdraw"]
    assert answer.failed
    assert answer.minutes in (0, 10)
    call, result = line.requests[1].messages[-2:]
    assert "error" in result["content"]
    assert isinstance(json.loads(call["tool_calls"][0]["function"]["arguments"]), dict)
    assert kinds(events, TurnTaken)[0].calls[0].arguments == arguments
    assert done.status == "ended"


def test_a_cut_answer_is_never_carried_out(tmp_path):
    cut = calls_reply(Call("withdraw", '{"amount": 5'), finish="length", cut=True)
    _, line, events = play(tmp_path, [cut])
    assert kinds(events, TurnTaken)[0].calls == ()
    assert "cut at its length limit" in line.requests[1].messages[-1]["content"]
    assert line.requests[1].messages[-2] == {"role": "assistant", "content": "."}


def test_three_answers_without_a_call_end_the_year(tmp_path):
    done, line, _ = play(tmp_path, [words_reply("Hm."), words_reply(""), words_reply("Well.")])
    assert done.outcome.reason == "agent_idle"
    assert "Warning 2 of 3" in line.requests[2].messages[-1]["content"]
    assert line.requests[2].messages[-2]["content"] == "."


def test_a_call_in_between_resets_the_count(tmp_path):
    wait = calls_reply(Call("wait_for_next_day", "{}"))
    words = [words_reply("Hm.")] * 2
    done, _, _ = play(tmp_path, [*words, wait, *words, wait])
    assert done.outcome.reason == "max_days_reached"


def test_a_failed_attempt_is_repeated_and_written_down(tmp_path):
    faults = [ProviderFault("server", "oops", 500), ProviderFault("rate_limit", "slow", 429, 7.0)]
    done, line, events = play(tmp_path, faults)
    assert [(f.attempt, f.fault, f.status) for f in kinds(events, AttemptFailed)] == [
        (1, "server", 500),
        (2, "rate_limit", 429),
    ]
    assert kinds(events, ModelAnswered)[0].attempt == 3
    assert 1 <= line.pauses[0] < 2
    assert 7 <= line.pauses[1] < 8
    assert done.status == "ended"


@pytest.mark.parametrize("kind", ["authentication", "quota"])
def test_what_no_repetition_mends_interrupts_and_is_resumed(kind, tmp_path):
    done, line, _ = play(tmp_path, [ProviderFault(kind, "no entry", 401)])
    assert (done.status, status(tmp_path / "e")) == ("interrupted", "interrupted")
    assert "no entry" in done.why
    assert line.pauses == []
    whole = run(tmp_path / "w", settings(2), player=player(ScriptLine([])), sync="off")
    resumed = resume(tmp_path / "e", player=player(ScriptLine([])), sync="off")
    assert resumed.outcome == whole.outcome
    assert verify(tmp_path / "e").holds


def test_patience_ends_and_a_resumed_episode_has_it_anew(tmp_path):
    down = [ProviderFault("connection", "refused")] * 4
    done, _, events = play(tmp_path, down)
    assert done.status == "interrupted"
    assert len(kinds(events, AttemptFailed)) == 4
    line = ScriptLine(down[:3])
    assert resume(tmp_path / "e", player=player(line), sync="off").status == "ended"
    events = shopyear.load(tmp_path / "e")
    assert [event.attempt for event in kinds(events, AttemptFailed)] == [1, 2, 3, 4, 5, 6, 7]


def test_a_request_that_is_too_long_is_shortened_once(tmp_path):
    fill = [calls_reply(Call("market_search", '{"category": "Skincare & Beauty"}'))] * 6
    overflow = ProviderFault("context_overflow", "too long", 400)
    done, line, events = play(tmp_path, [*fill, overflow])
    (cut,) = kinds(events, ContextCut)
    assert cut.forced
    assert len(line.requests[7].messages) < len(line.requests[6].messages)
    assert done.outcome.reason == "max_days_reached"


def test_a_request_that_stays_too_long_ends_the_year_with_its_score(tmp_path):
    overflow = ProviderFault("context_overflow", "too long", 400)
    done, _, events = play(tmp_path, [overflow, overflow])
    assert (done.status, done.outcome.reason) == ("ended", "context_overflow")
    assert isinstance(events[-1], EpisodeEnded)
    assert verify(tmp_path / "e").holds


def test_ids_are_ours_whatever_the_provider_calls_them(tmp_path):
    twice = calls_reply(Call("check_balance", "{}"), Call("check_warehouse", "{}"))
    same = msgspec.structs.replace(
        twice, calls=tuple(msgspec.structs.replace(call, id="x") for call in twice.calls)
    )
    _, line, events = play(tmp_path, [same, same])
    ids = [m["tool_call_id"] for m in line.requests[2].messages if m["role"] == "tool"]
    assert ids == ["call_1_1", "call_1_2", "call_2_1", "call_2_2"]
    assert kinds(events, ModelAnswered)[0].provider_ids == ("x", "x")


def test_an_answer_that_is_no_list_of_actions_is_explained(tmp_path):
    setup = Setup(model="mock", mode="json")
    steps = [words_reply("I would wait."), words_reply('{"actions": []}')]
    wait = words_reply(
        '```json\n{"actions": [{"tool": "wait_for_next_day", "arguments": {}}]}\n```'
    )
    done, line, _ = play(tmp_path, [*steps, wait, wait], setup=setup)
    assert done.outcome.reason == "max_days_reached"
    assert "no JSON object with a list of actions" in line.requests[1].messages[-1]["content"]
    assert "the list of actions is empty" in line.requests[2].messages[-1]["content"]
    assert line.requests[0].tools is None
    assert "wait_for_next_day" in line.requests[0].messages[0]["content"]


def test_a_conversation_can_be_resumed_only_as_it_was_set_up(tmp_path):
    play(tmp_path, [ProviderFault("quota", "empty", 429)])
    other = Setup(model="mock", window=TINY)
    with pytest.raises(shopyear.ShopyearError, match="AgentConfigured"):
        resume(tmp_path / "e", player=player(ScriptLine([]), other), sync="off")
