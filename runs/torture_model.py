"""Killing a process that plays through a provider, at any moment, and resuming it.

A merchant answers over HTTP from this process, which outlives its clients. The client is killed
with SIGKILL when a request of its arrives, when the answer has just been sent, or a moment later.
Resumed, it must end with the head of the undisturbed year, and no answer may be asked for twice
except the one that was on its way.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from events.log import verify_chain
from ledger.money import to_yuan
from runs.agents.base import Brief
from runs.mock.script import merchant_script
from runs.mock.server import MockServer, Recorded
from runs.scenarios import MARKETPLACE, of_name

MOMENTS_S: Final = (None, 0.0, 0.002, 0.02)
"""When the client dies after its request has arrived: at once, or so long after the answer."""

WINDOW: Final = "2000000,1900000,1000000"
"""Tokens: a merchant reads its answers whole, and those of a store's first day are long."""


class Death(msgspec.Struct, frozen=True):
    """One kill, and what came of it."""

    request: int
    moment_s: float | None
    head: str
    asked: int
    """Requests in all, of both processes."""


class ModelTorture(msgspec.Struct, frozen=True):
    """The outcome: `head` is the undisturbed year's, `turns` the answers it needs."""

    head: str
    turns: int
    deaths: tuple[Death, ...]

    @property
    def lost(self) -> tuple[Death, ...]:
        """Deaths after which the year ended otherwise, or more than one answer was asked again."""
        return tuple(
            death
            for death in self.deaths
            if death.head != self.head or death.asked > self.turns + 1
        )


def torture_model(
    *,
    points: int,
    seed: int,
    days: int,
    scenario: str = MARKETPLACE.name,
    merchant: str = "steward",
    watch: Callable[[int], None] = lambda _done: None,
) -> ModelTorture:
    """Kill and resume `points` episodes of `days` days; `watch` is told how many are done."""
    chance = random.Random(seed)
    hunter = _Hunter()
    played = of_name(scenario)
    settings = played.settings(days=days)
    _, tables = played.load(None)
    brief = Brief(
        scenario=scenario,
        start_date=settings.start_date,
        days=days,
        opening_balance=to_yuan(settings.opening_balance),
        tools=played.schemas(settings),
    )
    begin = ["run", "--scenario", scenario, "--days", str(days), "--out"]
    deaths = []
    with tempfile.TemporaryDirectory() as scratch:
        script = merchant_script(played.merchant(merchant, tables, settings), brief)
        with MockServer(script, keep=1, watch=hunter.look) as server:
            folder = Path(scratch) / "undisturbed"
            _play([*begin, str(folder)], folder, server.base_url)
            head, turns = verify_chain(folder).head, hunter.asked[folder.name]
            for done in range(points):
                folder = Path(scratch) / f"episode-{done}"
                request, moment = chance.randint(1, turns), chance.choice(MOMENTS_S)
                words = [*begin, str(folder)]
                deaths.append(_kill(hunter, server.base_url, folder, words, request, moment))
                watch(done + 1)
    return ModelTorture(head, turns, tuple(deaths))


class _Hunter:
    """Watches the server's requests and kills a client at a chosen one."""

    def __init__(self) -> None:
        self.asked: dict[str, int] = {}
        self._target: tuple[str, int, float | None] | None = None
        self._prey = 0

    def aim(self, episode: str, request: int, moment_s: float | None, process: int) -> None:
        self._target, self._prey = (episode, request, moment_s), process

    def look(self, request: Recorded) -> None:
        count = self.asked[request.episode] = self.asked.get(request.episode, 0) + 1
        if self._target is None or (request.episode, count) != self._target[:2]:
            return
        moment_s = self._target[2]
        self._target = None
        if moment_s is None:
            self._shoot()
        else:
            threading.Timer(moment_s, self._shoot).start()

    def _shoot(self) -> None:
        os.kill(self._prey, signal.SIGKILL)


def _kill(
    hunter: _Hunter, url: str, folder: Path, words: list[str], request: int, moment_s: float | None
) -> Death:
    command = _command(words, url)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    hunter.aim(folder.name, request, moment_s, process.pid)
    process.wait()
    if process.returncode not in (0, -signal.SIGKILL):
        raise RuntimeError(f"the tortured process failed by itself: exit {process.returncode}")
    _play(["resume", str(folder)], folder, url)
    return Death(request, moment_s, verify_chain(folder).head, hunter.asked[folder.name])


def _play(words: list[str], folder: Path, url: str) -> None:
    told = subprocess.run(_command(words, url), capture_output=True, text=True, check=False)
    if told.returncode:
        raise RuntimeError(f"{folder}: {told.stderr[-2000:]}")


def _command(words: list[str], url: str) -> list[str]:
    options = ["--base-url", url, "--sync", "commit", "--quiet"]
    if words[0] == "run":
        options += ["--agent", "openai:mock", "--window", WINDOW]
    return [sys.executable, "-m", "runs", *words, *options]
