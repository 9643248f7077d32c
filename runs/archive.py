"""From a configuration to an archived episode: the folder, its log, and the year played into it."""

import contextlib
import datetime
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec

from events.codec import clean_text
from events.episode import EpisodeFailed
from events.errors import Diverged, LogError, ProviderError
from events.log import MANIFEST, SEGMENT_BYTES, EpisodeLog, Sync, read_episode
from events.manifest import Manifest, World, read_manifest, versions
from events.recover import reopen
from events.supermarket import CodeRan
from events.union import AnyEvent
from ledger.money import to_yuan
from runs.agents.base import Agent, Brief, Scripted
from runs.episode import Outcome, play, standing
from runs.record import Record, voice_of
from runs.replay import events_of, planned, scenario_of, settings_of, start_of
from runs.scenarios import MARKETPLACE, of_name, of_settings
from sim.marketplace.voice import Voice
from sim.tape import Tape
from sim.world import World as Running

EPISODES = Path("episodes")
CTRL_C: Final = "Ctrl-C"


class Archived(msgspec.Struct, frozen=True, kw_only=True):
    """An episode on disk and how it ended."""

    folder: Path
    status: str
    """`ended`, or `interrupted` where play was broken off."""
    outcome: Outcome
    events: int
    chain_head: str
    why: str = ""
    """What broke play off, where it was broken off."""
    cut: int = 0
    """Bytes of a torn commit that were cut off when the episode was resumed."""


def new_folder(agent: str, seed: int) -> Path:
    """Return a folder under ./episodes that does not exist yet."""
    number, name = 1, re.sub(r"[^\w.-]+", "-", agent)
    while (folder := EPISODES / f"{name}-{seed}-{number:03d}").exists():
        number += 1
    return folder


def tool_schemas(scenario: str = MARKETPLACE.name) -> tuple[dict[str, Any], ...]:
    """Return the tools' function schemas of a scenario in their fixed order.

    Raises:
        ValueError: there is no such scenario.
    """
    found = of_name(scenario)
    return found.schemas(found.settings())


def load(folder: Path | str) -> list[AnyEvent]:
    """Return all events of an archived episode, in order.

    Raises:
        LogError: the log is damaged, or holds an event this version does not know.
    """
    return list(events_of(Path(folder)))


def open_log(
    folder: Path,
    world: str,
    tables: Any,
    settings: Any,
    sync: Sync,
    segment_bytes: int = SEGMENT_BYTES,
    voice: str = "",
    about: Mapping[str, str] = MappingProxyType({}),
) -> EpisodeLog:
    """Start an episode's folder.

    Args:
        voice: the suppliers'; the scenario's own by default.
        about: further facts for the manifest, such as where a model was asked.

    Raises:
        LogError: the folder is not empty or cannot be written.
    """
    scenario = of_settings(settings)
    spoken = {"voice": voice} if voice else {}
    manifest = Manifest(
        episode=folder.name,
        scenario=scenario.name,
        world=World(world, tables.digest),
        rules={
            "name": scenario.rules,
            "draws": settings.draws,
            "start_date": settings.start_date,
            **scenario.options(settings),
            **spoken,
            **about,
        },
        seed=settings.seed,
        days=settings.days,
        opening_balance=settings.opening_balance,
        agent=settings.agent,
        versions=versions(),
        created=_now(),
    )
    return EpisodeLog.create(folder, manifest, sync=sync, segment_bytes=segment_bytes)


Player = Callable[[Brief, Running[Any]], Agent]
"""Makes the agent of an episode, given what it is told and the world it may write asides to."""


def built_in(name: str, tables: Any, settings: Any) -> Player:
    """Return the maker of a built-in merchant.

    Raises:
        ValueError: there is no such merchant.
    """
    scenario = of_settings(settings)
    if name not in scenario.agents:
        known = ", ".join(scenario.agents)
        raise ValueError(f"there is no built-in agent {name!r}; the agents are {known}")
    merchant = scenario.merchant(name, tables, settings)
    return lambda brief, _world: Scripted(name, merchant, brief)


def run(
    folder: Path | str,
    settings: Any,
    *,
    player: Player | None = None,
    voice: Voice | None = None,
    about: Mapping[str, str] = MappingProxyType({}),
    world: Path | None = None,
    sync: Sync = "commit",
    turn_limit: int | None = None,
    segment_bytes: int = SEGMENT_BYTES,
    watch: Callable[[Any], None] = lambda _world: None,
) -> Archived:
    """Play an episode and archive it.

    Args:
        folder: the episode's own folder; missing or empty.
        settings: of a scenario's type; without a `player`, `agent` names a built-in merchant.
        player: makes the agent that plays.
        voice: words the suppliers' replies; the offline voice by default.
        about: further facts for the manifest.
        world: a folder of tables; the embedded world by default.
        turn_limit: after how many turns the episode is ended; by default the scenario's.
        watch: called after every turn; a KeyboardInterrupt out of it leaves the episode
            interrupted, with every turn so far committed.

    Raises:
        WorldError: the tables are missing or malformed.
        LogError: the folder is not empty, or writing failed.
        ValueError: there is no such agent.
    """
    folder = Path(folder)
    name, tables = of_settings(settings).load(world)
    player = player or built_in(settings.agent, tables, settings)
    spoken = voice.name if voice else ""
    log = open_log(folder, name, tables, settings, sync, segment_bytes, spoken, about)
    return _play_into(log, None, tables, settings, player, voice, turn_limit, watch)


def resume(
    folder: Path | str,
    *,
    player: Player | None = None,
    voice: Voice | None = None,
    world: Path | None = None,
    sync: Sync = "commit",
    turn_limit: int | None = None,
    segment_bytes: int = SEGMENT_BYTES,
    watch: Callable[[Any], None] = lambda _world: None,
) -> Archived:
    """Continue an interrupted episode: play it again, comparing with the log, then go live.

    Raises:
        Locked: another process writes it.
        Diverged: playing it again gives another event than the log records.
        CannotTell: it was played in another world or under other rules.
        LogError: there is no episode, or it is damaged.
        ValueError: its agent is not built in.
    """
    folder = Path(folder)
    started = start_of(folder) or planned(read_manifest(folder / MANIFEST))
    _, tables = scenario_of(started).load(world)
    settings = settings_of(started, tables)
    player = player or built_in(settings.agent, tables, settings)
    reopened = reopen(folder, since=_now(), sync=sync, segment_bytes=segment_bytes)
    record = Record(read_episode(folder), reopened.log)
    voice = voice_of(record, started.voice, voice)
    done = _play_into(reopened.log, record, tables, settings, player, voice, turn_limit, watch)
    return msgspec.structs.replace(done, cut=reopened.cut)


def _play_into(
    log: EpisodeLog,
    record: Record | None,
    tables: Any,
    settings: Any,
    player: Player,
    voice: Voice | None,
    turn_limit: int | None,
    watch: Callable[[Any], None],
) -> Archived:
    why, scenario = "", of_settings(settings)
    with log, _failure_noted(log):
        codes = record.inputs(CodeRan) if record else ()
        world = scenario.begin(tables, settings, Tape(record or log), voice, codes, True)
        if record:
            world.recall(record.aside_at)
        brief = Brief(
            scenario=scenario.name,
            start_date=settings.start_date,
            days=settings.days,
            opening_balance=to_yuan(settings.opening_balance),
            tools=scenario.schemas(settings),
        )
        agent = player(brief, world)
        try:
            toolbox = scenario.toolbox(settings)
            limit = turn_limit or scenario.turns_max(settings)
            play(world, toolbox, agent, turn_limit=limit, watch=watch)
        except KeyboardInterrupt:
            why = CTRL_C
        except ProviderError as error:
            why = str(error)
        log.close(ended=not why)
    return Archived(
        folder=log.folder,
        status="interrupted" if why else "ended",
        why=why,
        outcome=standing(world),
        events=log.events,
        chain_head=log.head.hex(),
    )


@contextlib.contextmanager
def _failure_noted(log: EpisodeLog) -> Iterator[None]:
    """End the log with `episode.failed` where a defect of ours breaks play off.

    A disk that refuses, a provider that is down and a record that comes out otherwise are not
    ours: they leave the episode interrupted.
    """
    try:
        yield
    except (LogError, Diverged, ProviderError, OSError):
        raise
    except Exception as error:
        for last in deque(read_episode(log.folder), maxlen=1):
            told = clean_text(str(error))
            failed = EpisodeFailed(last.seq + 1, last.tick, error=type(error).__name__, told=told)
            with contextlib.suppress(LogError):
                log.commit([failed])
        error.add_note(
            f"{log.folder}: a defect of shopyear, after event {log.seq}; what was committed stands "
            "and can be resumed once the defect is mended"
        )
        raise


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
