"""Goal: a framework remembers what it should, ends days that lead nowhere, and forgets the rest.

Method: scripts answer in place of a provider in a small store; requests and log are looked at.
"""

import json

import pytest

import shopyear
from events.agent import (
    AgentConfigured,
    ContextCut,
    DayForced,
    ModelAnswered,
    ModelPrompted,
)
from events.episode import Call, TurnTaken
from events.log import status
from runs.agents.context import Window
from runs.agents.days import ANSWER_MAX, SAID_MAX, is_success, shortened
from runs.agents.exchange import Setup
from runs.agents.frameworks import Framework, framework_of
from runs.agents.model import ModelAgent
from runs.agents.prompts import VERSION
from runs.agents.retrying import ProviderFault
from runs.archive import resume, run
from runs.places import place_of
from runs.verify import verify
from sim.supermarket.world import Settings
from tests.retail import GOLDEN
from tests.runs.agents.lines import ScriptLine, calls_reply, check_protocol, words_reply

WORLD = GOLDEN / "data-small"
DAILY = ["react", "reflection", "plan-and-act"]
LOOK = calls_reply(Call("view_funds_and_date", "{}"))
END = calls_reply(Call("end_today", "{}"))
NOTE = calls_reply(Call("add_note", '{"content": "buy low"}'))
WRONG = calls_reply(Call("place_order", '{"items": 5}'))


def setup(name: str, **limits: int) -> Setup:
    mode, window = limits.pop("mode", "tools"), limits.pop("window", Window())
    framework = framework_of(name, "supermarket", **limits)
    return Setup(model="mock", framework=framework, mode=mode, window=window)


def player(line, made: Setup):
    return lambda brief, world: ModelAgent(made, brief, world, line, place_of(world))


def play(folder, steps, made: Setup, days: int = 3):
    line = ScriptLine(steps, wait="end_today")
    settings = Settings(agent="openai:mock", days=days)
    done = run(folder, settings, player=player(line, made), world=WORLD, sync="off")
    for request in line.requests:
        check_protocol(request.messages)
    return done, line, shopyear.load(folder)


def kinds(events, *wanted):
    return [event for event in events if isinstance(event, wanted)]


def opening(request) -> str:
    return request.messages[1]["content"]


def test_a_day_begins_with_an_empty_conversation_and_how_the_store_stands(tmp_path):
    _, line, events = play(tmp_path / "e", [LOOK, NOTE, END], setup("react"))
    sizes = [len(request.messages) for request in line.requests]
    assert sizes == [2, 4, 6, 2, 2]
    first, second = opening(line.requests[0]), opening(line.requests[3])
    assert first.startswith("It is day 1 of 3, 1991-09-07; funds 30,000.00.")
    assert second.startswith("It is day 2 of 3, 1991-09-08; funds 29,400.00.")
    assert "Notes kept: 0" in first
    assert "Notes kept: 1" in second
    assert "buy low" not in json.dumps(line.requests[3].messages)
    (configured,) = kinds(events, AgentConfigured)
    assert configured.system == line.requests[4].messages[0]["content"]
    assert (configured.framework, configured.day_turns, configured.first) == ("react", 50, "")
    assert configured.prompts == VERSION
    prompted = kinds(events, ModelPrompted)
    assert [event.text for event in prompted] == [opening(line.requests[n]) for n in (0, 3, 4)]
    assert {event.purpose for event in prompted} == {"day"}


@pytest.mark.parametrize("mode", ["tools", "json"])
def test_what_is_told_of_money_is_never_stale(mode, tmp_path):
    def order(_request):
        wanted = {"items": [{"sku_id": sku, "quantity": 10}], "supplier_id": who}
        return as_mode(mode, Call("place_order", json.dumps(wanted)))

    shop = json.loads(quotes(tmp_path / "look"))
    sku = next(key for key, value in shop.items() if isinstance(value, list) and value)
    who = shop[sku][0]["supplier_id"]
    made = setup("react", mode=mode)
    ends = [as_mode(mode, Call("end_today", "{}"))] * 2
    _, line, _ = play(tmp_path / "e", [order, *ends], made, 2)
    paid = 10 * shop[sku][0]["price"]
    last = line.requests[1].messages[-1]["content"].split("\n")[-1]
    assert last == (f"[day 1 of 2, 1991-09-07; funds {30_000 - paid:,.2f}; answer 2 of 50 today]")


def as_mode(mode: str, call: Call):
    if mode == "tools":
        return calls_reply(call)
    return words_reply(f'{{"actions": [{{"tool": "{call.tool}", "arguments": {call.arguments}}}]}}')


def quotes(folder) -> str:
    inventory = calls_reply(Call("view_inventory", "{}"))

    def ask(request):
        skus = list(json.loads(told(request))["inventory"])[:5]
        return calls_reply(Call("view_current_date_supplier_prices", json.dumps({"sku_ids": skus})))

    _, line, _ = play(folder, [inventory, ask, END], setup("react"), 2)
    return told(line.requests[2])


def told(request) -> str:
    return request.messages[-1]["content"].split("\n[")[0]


def test_a_day_ends_by_force_when_its_turns_are_used_up(tmp_path):
    done, line, events = play(tmp_path / "e", [LOOK] * 8, setup("react", day_turns=4))
    assert [(e.turn, e.reason) for e in kinds(events, DayForced)] == [(5, "turns"), (10, "turns")]
    forced = [event for event in kinds(events, TurnTaken) if event.turn in (5, 10)]
    assert [event.calls for event in forced] == [(Call("end_today", "{}"),)] * 2
    assert done.outcome.reason == "max_days_reached"
    assert [request.turn for request in line.requests] == [1, 2, 3, 4, 6, 7, 8, 9, 11]
    assert [request.number for request in line.requests] == list(range(1, 10))
    assert verify(tmp_path / "e", world=WORLD).holds


@pytest.mark.parametrize("step", [WRONG, words_reply("Let me think."), words_reply("")])
def test_turns_without_success_end_the_day_and_never_the_episode(step, tmp_path):
    done, line, events = play(tmp_path / "e", [step] * 15, setup("react"))
    assert [event.reason for event in kinds(events, DayForced)] == ["fruitless"] * 3
    assert (done.status, done.outcome.reason, done.outcome.day) == (
        "ended",
        "max_days_reached",
        3,
    )
    assert len(line.requests) == 15
    if not step.calls:
        assert (
            "Act through a tool; `end_today` passes time."
            in line.requests[1].messages[-1]["content"]
        )


def test_a_success_in_between_begins_the_count_anew(tmp_path):
    steps = [WRONG] * 4 + [LOOK] + [WRONG] * 4 + [END]
    _, _, events = play(tmp_path / "e", steps, setup("react"), 1)
    assert kinds(events, DayForced) == []


def test_a_reflection_is_one_text_rewritten_after_each_day(tmp_path):
    long = calls_reply(Call("view_inventory", "{}"), text="y" * 5_000)
    steps = [long, END, words_reply("first lesson"), END, words_reply("second lesson"), END]
    _, line, events = play(tmp_path / "e", steps, setup("reflection"))
    purposes = [event.purpose for event in kinds(events, ModelPrompted)]
    assert purposes == ["day", "reflection", "day", "reflection", "day"]
    first, second = line.requests[2], line.requests[4]
    for request in (first, second):
        assert request.tools is None
        assert request.response_format is None
        assert len(request.messages) == 2
    asked = opening(first)
    assert asked.startswith("REFLECT ON DAY 1\n")
    assert "y" * (SAID_MAX - 1) + "…" in asked
    assert "y" * SAID_MAX not in asked
    assert '"net_worth":' in asked
    answer = next(line for line in asked.split("\n") if line.startswith("<- "))
    assert len(answer) == ANSWER_MAX + len("<- ")
    assert "first lesson" in opening(line.requests[3])
    assert "first lesson" in opening(second)
    last = opening(line.requests[5])
    assert "second lesson" in last
    assert "first lesson" not in last


def test_an_empty_reflection_leaves_the_old_text(tmp_path):
    steps = [END, words_reply("kept"), END, words_reply(" "), END]
    _, line, _ = play(tmp_path / "e", steps, setup("reflection"))
    assert "kept" in opening(line.requests[4])


def test_a_plan_comes_first_and_again_after_a_round(tmp_path):
    steps = [words_reply("1. look"), LOOK, LOOK, words_reply("2. act"), NOTE, END]
    _, line, events = play(tmp_path / "e", steps, setup("plan-and-act", round_turns=2), 2)
    plan, act, _, again, acted = line.requests[:5]
    assert opening(plan).startswith("PLAN DAY 1\n")
    assert plan.tools is None
    assert "YOUR PLAN\n1. look" in opening(act)
    assert act.tools
    assert "a plan for the rest of the day" in opening(again)
    assert "view_funds_and_date {}: done" in opening(again)
    assert acted.messages[-1]["content"] == "YOUR PLAN FOR THE REST OF THE DAY\n2. act"
    assert opening(acted) == opening(act)
    purposes = [event.purpose for event in kinds(events, ModelPrompted)]
    assert purposes == ["plan", "day", "plan", "plan", "day"]
    assert [event.purpose for event in kinds(events, ModelAnswered)][:5] == [
        *("plan", "", "", "plan", "")
    ]
    tomorrow = opening(line.requests[6])
    assert tomorrow.startswith("PLAN DAY 2\n")
    assert "add_note" in tomorrow
    assert "HOW YESTERDAY ENDED" in tomorrow


def test_a_planner_that_calls_tools_is_not_obeyed(tmp_path):
    steps = [calls_reply(Call("add_note", '{"content": "x"}')), END]
    _, line, events = play(tmp_path / "e", steps, setup("plan-and-act"), 1)
    assert [call.tool for turn in kinds(events, TurnTaken) for call in turn.calls] == ["end_today"]
    assert "YOUR PLAN\n(nothing)" in opening(line.requests[1])


@pytest.mark.parametrize("name", DAILY)
def test_every_answer_has_its_tokens_in_the_log(name, tmp_path):
    _, line, events = play(tmp_path / "e", [], setup(name))
    answered = kinds(events, ModelAnswered)
    assert len(answered) == len(line.requests) == {"react": 3, "reflection": 5}.get(name, 6)
    assert all(event.input_tokens == 100 for event in answered)
    assert (line.tally.answers, line.tally.input) == (len(answered), 100 * len(answered))


class Gone(BaseException):
    """The process is meant to be gone."""


class Mortal(ScriptLine):
    """Dies at one of its requests; what was answered before stays answered."""

    dies = 0

    def ask(self, request):
        if request.number == self.dies:
            raise Gone
        return super().ask(request)


@pytest.mark.parametrize("name", DAILY)
def test_an_episode_killed_at_every_answer_ends_with_the_same_head(name, tmp_path):
    rounds = {"round_turns": 2} if name == "plan-and-act" else {}
    made = setup(name, day_turns=3, fruitless_turns=2, **rounds)
    plain = [LOOK, WRONG, LOOK]
    steps = {
        "react": plain,
        "reflection": [*plain, words_reply("so far"), WRONG, WRONG],
        "plan-and-act": [words_reply("1."), LOOK, LOOK, words_reply("2."), LOOK],
    }[name]
    whole, undisturbed, events = play(tmp_path / "whole", steps, made)
    assert kinds(events, DayForced)
    line = Mortal(steps, wait="end_today")
    line.dies = 1
    settings = Settings(agent="openai:mock", days=3)
    with pytest.raises(Gone):
        run(tmp_path / "e", settings, player=player(line, made), world=WORLD, sync="off")
    for line.dies in range(2, len(undisturbed.requests) + 1):
        with pytest.raises(Gone):
            resume(tmp_path / "e", player=player(line, made), world=WORLD, sync="off")
    line.dies = 0
    done = resume(tmp_path / "e", player=player(line, made), world=WORLD, sync="off")
    assert done.chain_head == whole.chain_head
    numbers = [request.number for request in line.requests]
    assert numbers == list(range(1, len(undisturbed.requests) + 1))
    assert [r.messages for r in line.requests] == [r.messages for r in undisturbed.requests]


@pytest.mark.parametrize("purpose", ["plan", "reflection"])
def test_a_provider_that_fails_while_words_are_asked_for_interrupts(purpose, tmp_path):
    name = {"plan": "plan-and-act"}.get(purpose, purpose)
    steps = [ProviderFault("quota", "empty", 429)]
    steps = steps if purpose == "plan" else [END, *steps]
    done, _, _ = play(tmp_path / "e", steps, setup(name))
    assert (done.status, status(tmp_path / "e")) == ("interrupted", "interrupted")
    line = ScriptLine([], wait="end_today")
    done = resume(tmp_path / "e", player=player(line, setup(name)), world=WORLD, sync="off")
    assert done.status == "ended"
    assert verify(tmp_path / "e", world=WORLD).holds


def test_a_plan_that_stays_too_long_ends_the_episode_with_its_score(tmp_path):
    overflow = ProviderFault("context_overflow", "too long", 400)
    done, _, _ = play(tmp_path / "e", [overflow, overflow], setup("plan-and-act"))
    assert (done.status, done.outcome.reason) == ("ended", "context_overflow")
    assert verify(tmp_path / "e", world=WORLD).holds


def test_a_day_stays_in_its_window(tmp_path):
    window = Window(capacity=16_000, trigger=12_000, release=2_000, spared=2)
    looks = calls_reply(Call("view_inventory", "{}"))
    made = setup("plan-and-act", window=window, round_turns=3)
    steps = [looks] * 60
    _, line, events = play(tmp_path / "e", steps, made, 2)
    assert len(kinds(events, ContextCut)) > 3
    sizes = [len(json.dumps(request.messages)) / 4 for request in line.requests]
    assert max(sizes) < window.capacity * 1.1


def test_one_conversation_can_hold_the_store_too(tmp_path):
    done, line, events = play(tmp_path / "e", [words_reply("Hm.")] * 3, setup("conversation"))
    assert done.outcome.reason == "agent_idle"
    assert kinds(events, ModelPrompted) == []
    assert opening(line.requests[0]) == "The first day begins. The store is yours."
    complaint = line.requests[1].messages[-1]["content"]
    assert "`end_today` passes time" in complaint
    assert "play is over" in complaint


def test_a_resumed_episode_keeps_its_framework(tmp_path):
    play(tmp_path / "e", [ProviderFault("quota", "empty", 429)], setup("react"))
    other = player(ScriptLine([], wait="end_today"), setup("react", day_turns=9))
    with pytest.raises(shopyear.ShopyearError, match="AgentConfigured"):
        resume(tmp_path / "e", player=other, world=WORLD, sync="off")


@pytest.mark.parametrize(
    ("answer", "is_good"),
    [
        ('{"success":false,"error":"no"}', False),
        ('{"error":"this costs 5","required":5}', False),
        ('{"error":null,"result":1}', True),
        ('{"rows":[]}', True),
        ('{"error":"x","message":"partly"}', True),
    ],
)
def test_an_answer_with_an_error_is_no_success(answer, is_good):
    assert is_success(answer) == is_good


def test_a_shortened_text_says_so():
    assert shortened("abc", 3) == "abc"
    assert shortened("abcd", 3) == "ab…"


def test_a_framework_is_in_a_setup_by_default():
    assert Setup(model="m").framework == Framework()
