"""From a configuration to an archived episode: the folder, its log, and the year played into it."""

import contextlib
import datetime
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec

from data.marketplace.loader import embedded, load_folder
from data.marketplace.tables import Marketplace
from events.base import Event
from events.codec import clean_text
from events.episode import EpisodeFailed
from events.errors import Diverged, LogError, ProviderError
from events.log import MANIFEST, SEGMENT_BYTES, EpisodeLog, Sync, read_episode
from events.manifest import Manifest, World, read_manifest, versions
from events.recover import reopen
from events.union import AnyEvent
from ledger.money import to_yuan
from runs.agents.base import Agent, Brief, Scripted
from runs.agents.roster import AGENTS
from runs.episode import TURN_LIMIT, Outcome, play, standing
from runs.replay import Recorded, asides_of, events_of, planned, settings_of, start_of, voice_of
from sim.marketplace.descriptions import DESCRIPTIONS
from sim.marketplace.tools import TOOLBOX
from sim.marketplace.voice import TemplateVoice, Voice
from sim.marketplace.world import RULES, Market, Settings
from sim.marketplace.year import begin
from sim.tape import Sink, Tape
from sim.tools import schema

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


def load_world(folder: Path | None) -> tuple[str, Marketplace]:
    """Return a world's name and tables; the embedded one without a folder."""
    if folder is None:
        return "embedded", embedded()
    return folder.resolve().name, load_folder(folder)


def new_folder(agent: str, seed: int) -> Path:
    """Return a folder under ./episodes that does not exist yet."""
    number, name = 1, re.sub(r"[^\w.-]+", "-", agent)
    while (folder := EPISODES / f"{name}-{seed}-{number:03d}").exists():
        number += 1
    return folder


def tool_schemas() -> tuple[dict[str, object], ...]:
    """Return the tools' function schemas in their fixed order."""
    return tuple(schema(tool, DESCRIPTIONS[tool.name]) for tool in TOOLBOX.tools.values())


def load(folder: Path | str) -> list[AnyEvent]:
    """Return all events of an archived episode, in order.

    Raises:
        LogError: the log is damaged, or holds an event this version does not know.
    """
    return list(events_of(Path(folder)))


def open_log(
    folder: Path,
    world: str,
    tables: Marketplace,
    settings: Settings,
    sync: Sync,
    segment_bytes: int = SEGMENT_BYTES,
    voice: str = TemplateVoice.name,
    about: Mapping[str, str] = MappingProxyType({}),
) -> EpisodeLog:
    """Start an episode's folder.

    Args:
        about: further facts for the manifest, such as where a model was asked.

    Raises:
        LogError: the folder is not empty or cannot be written.
    """
    manifest = Manifest(
        episode=folder.name,
        scenario="marketplace",
        world=World(world, tables.digest),
        rules={
            "name": RULES,
            "draws": settings.draws,
            "start_date": settings.start_date,
            "voice": voice,
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


Player = Callable[[Brief, Market], Agent]
"""Makes the agent of an episode, given what it is told and the world it may write asides to."""


def built_in(name: str) -> Player:
    """Return the maker of a built-in merchant.

    Raises:
        ValueError: there is no such merchant.
    """
    if name not in AGENTS:
        known = ", ".join(AGENTS)
        raise ValueError(f"there is no built-in agent {name!r}; the agents are {known}")
    return lambda brief, _market: Scripted(name, AGENTS[name], brief)


def run(
    folder: Path | str,
    settings: Settings,
    *,
    player: Player | None = None,
    voice: Voice | None = None,
    about: Mapping[str, str] = MappingProxyType({}),
    world: Path | None = None,
    sync: Sync = "commit",
    turn_limit: int = TURN_LIMIT,
    segment_bytes: int = SEGMENT_BYTES,
    watch: Callable[[Market], None] = lambda _market: None,
) -> Archived:
    """Play an episode and archive it.

    Args:
        folder: the episode's own folder; missing or empty.
        settings: without a `player`, `agent` names a built-in merchant.
        player: makes the agent that plays.
        voice: words the suppliers' replies; the offline voice by default.
        about: further facts for the manifest.
        world: a folder of tables; the embedded world by default.
        watch: called after every turn; a KeyboardInterrupt out of it leaves the episode
            interrupted, with every turn so far committed.

    Raises:
        WorldError: the tables are missing or malformed.
        LogError: the folder is not empty, or writing failed.
        ValueError: there is no such agent.
    """
    folder = Path(folder)
    player = player or built_in(settings.agent)
    name, tables = load_world(world)
    voice = voice or TemplateVoice()
    log = open_log(folder, name, tables, settings, sync, segment_bytes, voice.name, about)
    return _play_into(log, log, (), tables, settings, player, voice, turn_limit, watch)


def resume(
    folder: Path | str,
    *,
    player: Player | None = None,
    voice: Voice | None = None,
    world: Path | None = None,
    sync: Sync = "commit",
    turn_limit: int = TURN_LIMIT,
    segment_bytes: int = SEGMENT_BYTES,
    watch: Callable[[Market], None] = lambda _market: None,
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
    _, tables = load_world(world)
    settings = settings_of(started, tables)
    player = player or built_in(settings.agent)
    reopened = reopen(folder, since=_now(), sync=sync, segment_bytes=segment_bytes)
    sink = Recorded(read_episode(folder), reopened.log)
    asides = list(asides_of(folder))
    voice = voice_of(folder, started.voice, voice)
    done = _play_into(
        reopened.log, sink, asides, tables, settings, player, voice, turn_limit, watch
    )
    return msgspec.structs.replace(done, cut=reopened.cut)


def _play_into(
    log: EpisodeLog,
    sink: Sink,
    asides: Sequence[Event],
    tables: Marketplace,
    settings: Settings,
    player: Player,
    voice: Voice | None,
    turn_limit: int,
    watch: Callable[[Market], None],
) -> Archived:
    why = ""
    with log, _failure_noted(log):
        market = begin(tables, settings, Tape(sink), voice)
        market.recall(asides)
        brief = Brief(
            scenario="marketplace",
            start_date=settings.start_date,
            days=settings.days,
            opening_balance=to_yuan(settings.opening_balance),
            tools=tool_schemas(),
        )
        agent = player(brief, market)
        try:
            play(market, TOOLBOX, agent, turn_limit=turn_limit, watch=watch)
        except KeyboardInterrupt:
            why = CTRL_C
        except ProviderError as error:
            why = str(error)
        log.close(ended=not why)
    return Archived(
        folder=log.folder,
        status="interrupted" if why else "ended",
        why=why,
        outcome=standing(market),
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
