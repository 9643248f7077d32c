"""Goal: a model runs the supermarket from the command line as exactly as the marketplace.

Method: merchants and hostile scripts behind a real server on the loopback interface; the log is
compared with that of the same merchant in process, broken off, resumed, verified, read.
"""

import json
import subprocess
import sys
import time
from functools import cache

import msgspec
import pytest

import shopyear
from events.agent import AgentConfigured, DayForced, ModelAnswered
from events.episode import TurnTaken
from events.log import status
from events.supermarket import GoodsOrdered, ShelfSet
from events.union import ASIDES
from ledger.money import to_yuan
from runs.agents.base import Brief
from runs.agents.connect import ProviderLine, setup_of
from runs.agents.frameworks import NAMES, framework_of
from runs.agents.model import ModelAgent
from runs.agents.profiles import Profile
from runs.agents.retail import RETAIL_AGENTS
from runs.agents.roster import AGENTS
from runs.archive import run, tool_schemas
from runs.cli import main
from runs.mock.corpus import PAUSE_S, TIMEOUT_S, Case, corpus, judge
from runs.mock.script import Step, Steps, ToolCall, merchant_script
from runs.mock.server import MockServer
from runs.places import place_of
from runs.score import score_paths
from runs.verify import verify
from sim.supermarket.world import Settings
from tests.retail import GOLDEN, world

WORLD = GOLDEN / "data-small"
DAYS = 8
WIDE = ("--window", "4000000,3900000,100000")
"""Merchants read whole answers."""
DAILY = [name for name in NAMES if name != "conversation"]


def brief(days: int) -> Brief:
    told = Settings()
    return Brief(
        scenario="supermarket",
        start_date=told.start_date,
        days=days,
        opening_balance=to_yuan(told.opening_balance),
        tools=tool_schemas("supermarket"),
    )


def merchant(name: str, days: int = DAYS):
    return merchant_script(RETAIL_AGENTS[name](world(), Settings().preset), brief(days))


def play(server: MockServer, folder, *more: str, days: int = DAYS) -> int:
    words = ["--scenario", "supermarket", "--world", str(WORLD), "--days", str(days)]
    words += ["--agent", "openai:mock", "--base-url", server.base_url]
    return main(["run", *words, "--out", str(folder), "--sync", "off", "--quiet", *more])


def outcomes(folder) -> list[bytes]:
    events = [event for event in shopyear.load(folder) if not isinstance(event, ASIDES)]
    return [msgspec.json.encode(msgspec.structs.replace(event, seq=0)) for event in events[1:]]


def deeds(folder) -> list[bytes]:
    """Return what was ordered, shelved and earned, without numbers and looks."""
    events = [
        event
        for event in shopyear.load(folder)
        if isinstance(event, GoodsOrdered | ShelfSet) or "sold" in event.__struct_fields__
    ]
    return [msgspec.json.encode(msgspec.structs.replace(event, seq=0)) for event in events]


@cache
def in_process(name: str, base):
    folder = base / f"in-process-{name}"
    run(folder, Settings(agent=name, days=DAYS), world=WORLD, sync="off")
    return folder


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    base = tmp_path_factory.mktemp("merchants")
    return lambda name: in_process(name, base)


@pytest.mark.parametrize("name", ["cheapest", "steward"])
@pytest.mark.parametrize("mode", ["tools", "json"])
def test_a_merchant_over_http_gives_the_events_of_the_same_merchant_in_process(
    name, mode, played, tmp_path
):
    with MockServer(merchant(name)) as server:
        words = ["--framework", "conversation", "--mode", mode, *WIDE]
        assert play(server, tmp_path / "e", *words) == 0
        assert [each.offence for each in server.requests if each.offence] == []
    assert outcomes(tmp_path / "e") == outcomes(played(name))
    assert verify(tmp_path / "e", world=WORLD).holds


@pytest.mark.parametrize("name", ["cheapest", "steward"])
@pytest.mark.parametrize("framework", DAILY)
def test_under_every_framework_a_merchant_does_the_same(name, framework, played, tmp_path):
    """It has to look up what a new day's conversation does not show; its deeds stay the same."""
    with MockServer(merchant(name)) as server:
        assert play(server, tmp_path / "e", "--framework", framework, *WIDE) == 0
        assert [each.offence for each in server.requests if each.offence] == []
    assert deeds(tmp_path / "e") == deeds(played(name))
    assert verify(tmp_path / "e", world=WORLD).holds


def test_days_make_no_difference_to_a_merchant_of_the_marketplace(tmp_path):
    words = ["--agent", "openai:mock", "--days", "12", "--sync", "off", "--quiet", *WIDE]
    told = Brief(
        scenario="marketplace",
        start_date="2026-01-01",
        days=12,
        opening_balance=100_000.0,
        tools=tool_schemas(),
    )
    for framework in ("conversation", "reflection"):
        with MockServer(merchant_script(AGENTS["steward"], told)) as server:
            more = ["--base-url", server.base_url, "--framework", framework]
            assert main(["run", *words, *more, "--out", str(tmp_path / framework)]) == 0
    assert outcomes(tmp_path / "reflection") == outcomes(tmp_path / "conversation")
    assert verify(tmp_path / "reflection").holds


def test_react_is_the_default_and_the_limits_are_in_the_log(tmp_path):
    with MockServer(Steps([], end="wait")) as server:
        assert play(server, tmp_path / "e", "--day-turns", "9", days=2) == 0
    (configured,) = kinds(tmp_path / "e", AgentConfigured)
    limits = (configured.framework, configured.day_turns, configured.fruitless_turns)
    assert limits == ("react", 9, 5)
    assert (configured.capacity, configured.trigger) == (64_000, 50_000)


def test_a_model_under_another_framework_is_scored_as_another_agent(tmp_path):
    for framework in ("conversation", "reflection"):
        with MockServer(Steps([], end="wait")) as server:
            assert play(server, tmp_path / framework, "--framework", framework, days=1) == 0
    scored, _ = score_paths([tmp_path], names=["units_sold"])
    assert [each.agent for each in scored] == ["openai:mock", "openai:mock, reflection"]


def test_a_limit_that_does_not_fit_is_named_before_anything_is_written(tmp_path, capsys):
    with MockServer(Steps([], end="wait")) as server:
        assert play(server, tmp_path / "e", "--round-turns", "9") == 1
    assert "round_turns: the framework react has no such limit" in capsys.readouterr().err
    assert not (tmp_path / "e").exists()


def kinds(folder, *wanted):
    return [event for event in shopyear.load(folder) if isinstance(event, wanted)]


@pytest.mark.parametrize("framework", ["reflection", "plan-and-act"])
def test_an_interrupted_episode_goes_on_without_asking_twice(framework, tmp_path, capsys):
    script = merchant("cheapest", 4)
    with MockServer(script) as server:
        assert play(server, tmp_path / "whole", "--framework", framework, *WIDE, days=4) == 0
        asked = len(server.requests)
    gone = Step(status=401, body={"error": {"message": "expired"}})
    for stop in (1, asked // 2, asked - 1):
        folder = tmp_path / f"e{stop}"
        script, count = merchant("cheapest", 4), iter(range(10**6))

        def served(told, script=script, count=count, stop=stop) -> Step:
            return script(told) if next(count) < stop else gone

        with MockServer(served) as broken:
            assert play(broken, folder, "--framework", framework, *WIDE, days=4) == 1
        assert status(folder) == "interrupted"
        with MockServer(script) as server:
            words = ["--base-url", server.base_url, "--world", str(WORLD), "--quiet"]
            assert main(["resume", str(folder), *words]) == 0
            assert len(server.requests) == asked - stop
        assert outcomes(folder) == outcomes(tmp_path / "whole")
        assert verify(folder, world=WORLD).holds
    assert "expired" in capsys.readouterr().err


def test_the_transcript_shows_plans_and_forced_days(tmp_path, capsys):
    look = Step(tool_calls=(ToolCall("view_funds_and_date"),))
    plan = Step(content="1. Look.\x1b[2J 2. Wait.")
    with MockServer(Steps([plan, look, look], end="wait")) as server:
        words = ["--framework", "plan-and-act", "--day-turns", "2", "--round-turns", "2"]
        assert play(server, tmp_path / "e", *words, days=2) == 0
    capsys.readouterr()
    assert main(["transcript", str(tmp_path / "e")]) == 0
    told = capsys.readouterr().out
    assert "== mock (tools, prompts/1, plan-and-act)" in told
    assert "-> asked for a plan\nPLAN DAY 1" in told
    assert "== turn 1, day 0, 08:00, plan\n1. Look.\\x1b[2J 2. Wait." in told
    assert "-> a new day, and an empty conversation\nIt is day 1 of 2" in told
    assert "-- the day is ended for the model: it has no more turns today" in told
    assert "\x1b" not in told


def test_the_transcript_shows_reflections(tmp_path, capsys):
    with MockServer(Steps([], end="wait")) as server:
        assert play(server, tmp_path / "e", "--framework", "reflection", days=2) == 0
    capsys.readouterr()
    main(["transcript", str(tmp_path / "e")])
    told = capsys.readouterr().out
    assert "-> asked to reflect\nREFLECT ON DAY 1" in told
    assert "== turn 2, day 1, 08:00, reflection\nAll goes as planned." in told
    assert "THE TEXT YOU HANDED ON TO YOURSELF\nAll goes as planned." in told


def test_tokens_of_plans_and_reflections_are_counted(tmp_path, capsys):
    with MockServer(Steps([], end="wait")) as server:
        assert play(server, tmp_path / "e", "--framework", "plan-and-act", days=2) == 0
        asked = len(server.requests)
    answered = kinds(tmp_path / "e", ModelAnswered)
    turns = kinds(tmp_path / "e", TurnTaken)
    assert (len(answered), len(turns)) == (asked, 2) == (4, 2)
    assert all(event.input_tokens > 0 for event in answered)


SAMPLE = ("f5-price-nan", "f11-number-id", "f13-no-choices", "f14-null")
SAMPLE += ("f15-nothing", "f17-413", "f18-text-ansi", "http-page-200", "http-429-seconds")
SAMPLE += ("http-401", "http-dropped", "shape-name-empty", "shape-calls-text", "shape-call-in-text")
OURS = {
    "check_balance": "view_funds_and_date",
    "bank_balance": "funds",
    "wait_for_next_day": "end_today",
    "set_prices": "modify_sku_price",
}


def in_the_store(case: Case) -> Case:
    """Return a case with the tools of the supermarket in place of the marketplace's."""
    text = json.dumps(msgspec.to_builtins(case))
    for theirs, ours in OURS.items():
        text = text.replace(theirs, ours)
    return msgspec.convert(json.loads(text), Case)


@pytest.mark.parametrize("framework", ["conversation", "react"])
@pytest.mark.parametrize("case", [c for c in corpus() if c.name in SAMPLE], ids=lambda c: c.name)
def test_the_loop_does_what_a_hostile_case_expects(framework, case, tmp_path):
    case, pauses = in_the_store(case), []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        time.sleep(min(seconds, PAUSE_S))

    with MockServer(case.script(AGENTS["steward"], brief(case.days))) as server:
        profile = Profile(model="mock", base_url=server.base_url, timeout_s=TIMEOUT_S * 5)
        setup = setup_of(profile, "bytes/4", framework_of(framework, "supermarket"))
        line = ProviderLine(profile, case.name, {}, pause=pause)
        done = run(
            tmp_path / "e",
            Settings(days=case.days, agent="mock"),
            player=lambda told, store: ModelAgent(setup, told, store, line, place_of(store)),
            world=WORLD,
            sync="off",
        )
        line.close()
    found = judge(
        case, server.requests, status=done.status, reason=done.outcome.reason, pauses=pauses
    )
    assert found == []
    assert verify(tmp_path / "e", world=WORLD).holds


def test_the_mock_serves_merchants_of_either_world(tmp_path):
    code = "import sys; from runs.cli import main; sys.exit(main(sys.argv[1:]))"
    words = ["--scenario", "supermarket", "--merchant", "cheapest", "--world", str(WORLD)]
    server = subprocess.Popen(
        [sys.executable, "-c", code, "mock-model", *words, "--days", "3", "--quiet"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        url = server.stdout.readline().strip()
        words = ["--scenario", "supermarket", "--world", str(WORLD), "--days", "3", *WIDE]
        words += ["--agent", "openai:mock", "--base-url", url, "--out", str(tmp_path / "e")]
        assert main(["run", *words, "--quiet"]) == 0
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()
    assert kinds(tmp_path / "e", GoodsOrdered)
    assert kinds(tmp_path / "e", DayForced) == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--merchant", "oracle"], "the marketplace has no merchant 'oracle': steward, idle"),
        (["--merchant", "steward", "--preset", "easy"], "--preset is of the supermarket"),
    ],
)
def test_a_merchant_of_another_world_is_refused(words, told, capsys):
    assert main(["mock-model", *words]) == 1
    assert told in capsys.readouterr().err
