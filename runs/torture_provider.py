"""Playing the corpus of hostile and broken answers against the loop, over real HTTP.

Each case is an episode of its own, played through the same client, retries and log as any other,
archived, verified without the server, and then judged by what the server saw.
"""

import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final

import msgspec

from runs.agents.base import Brief
from runs.agents.connect import ProviderLine, setup_of
from runs.agents.exchange import Setup
from runs.agents.model import ModelAgent
from runs.agents.profiles import Profile
from runs.agents.roster import AGENTS
from runs.archive import Archived, run
from runs.mock.corpus import PAUSE_S, TIMEOUT_S, Case, corpus, judge
from runs.mock.server import MockServer
from runs.verify import verify
from sim.marketplace.world import Settings
from sim.world import World

KEY: Final = "mock-key-4f1c9a77"
"""What the server is given as a key; it must be found nowhere afterwards."""
MERCHANT: Final = "steward"
ATTEMPTS: Final = 8


class Verdict(msgspec.Struct, frozen=True):
    """What came of one case."""

    case: str
    row: str
    problems: tuple[str, ...]
    """What went otherwise than it has to; empty if all is well."""


def torture_provider(
    names: Sequence[str] = (), watch: Callable[[int], None] = lambda _done: None
) -> list[Verdict]:
    """Play all cases, or those of these names, and judge them.

    Raises:
        ValueError: there is no such case.
    """
    cases = corpus()
    known = {case.name for case in cases}
    for name in names:
        if name not in known:
            raise ValueError(f"there is no case {name!r}")
    wanted = [case for case in cases if not names or case.name in names]
    verdicts = []
    with tempfile.TemporaryDirectory() as scratch:
        for done, case in enumerate(wanted, 1):
            verdicts.append(play(case, Path(scratch) / case.name))
            watch(done)
    return verdicts


def play(case: Case, folder: Path) -> Verdict:
    """Play one case into a folder and judge it."""
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        time.sleep(PAUSE_S)

    opened = ExitStack()
    server: list[MockServer] = []

    def make(told: Brief, market: World[Any]) -> ModelAgent:
        script = case.script(AGENTS[MERCHANT], told)
        server.append(opened.enter_context(MockServer(script, key=KEY)))
        profile = Profile(
            model="mock",
            base_url=server[0].base_url,
            key_env="KEY",
            timeout_s=TIMEOUT_S,
            attempts=ATTEMPTS,
        )
        setup: Setup = setup_of(profile, "bytes/4")
        line = ProviderLine(profile, case.name, {"KEY": KEY}, pause=pause)
        opened.enter_context(closing(line))
        return ModelAgent(setup, told, market, line)

    settings = Settings(agent="openai:mock", days=case.days)
    with opened:
        done = run(folder, settings, player=make, sync="off")
    requests = server[0].requests
    problems = judge(case, requests, status=done.status, reason=done.outcome.reason, pauses=pauses)
    return Verdict(case.name, case.row, (*problems, *_archive_problems(folder, done)))


def _archive_problems(folder: Path, done: Archived) -> list[str]:
    found = []
    verdict = verify(folder)
    if not verdict.holds:
        found.append(f"the episode does not verify: {verdict.told}")
    if KEY in done.why:
        found.append("the key is in what the user is told")
    files = (path for path in folder.rglob("*") if path.is_file())
    leaks = (path.name for path in files if KEY.encode() in path.read_bytes())
    return [*found, *(f"the key is in {name}" for name in leaks)]
