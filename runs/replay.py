"""Re-execution: the recorded inputs go in again, and every event must come out as recorded.

Resume, verify and replay are this one idea with three endings; what compares is `runs.record`.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, islice, takewhile
from pathlib import Path
from typing import Any

import msgspec

from events.episode import EpisodeStarted, TurnTaken
from events.errors import Diverged, LogError
from events.log import Row, read_episode
from events.manifest import Manifest
from events.supermarket import CodeRan
from events.union import FORMAT, AnyEvent
from runs.record import ASIDE_TAGS, Record, decoded, is_cut_off, told, voice_of
from runs.scenarios import MARKETPLACE, SCENARIOS, Scenario
from sim.core import folded
from sim.days import BANKRUPTCY, HORIZON
from sim.tape import Tape
from sim.turn import Toolbox, take_turn
from sim.world import World


class CannotTell(LogError):
    """The episode cannot be re-executed here: another world or other rules."""


def settings_of(started: EpisodeStarted, tables: Any) -> Any:
    """Return the settings an episode was begun with, of its scenario's type.

    Raises:
        CannotTell: it was played in another world, under other rules or settings unknown here.
    """
    scenario = scenario_of(started)
    if started.world != tables.digest:
        raise CannotTell(
            f"the episode was played in world {started.world}, this one is {tables.digest}; "
            "name its tables with --world"
        )
    if started.rules != scenario.rules:
        raise CannotTell(
            f"the episode follows the rules {started.rules}, this version {scenario.rules}"
        )
    try:
        return scenario.settings(
            seed=started.seed,
            days=started.days,
            opening_balance=started.opening_balance,
            start_date=started.start_date,
            draws=started.draws,
            agent=started.agent,
            **scenario.more(started),
        )
    except ValueError as error:
        raise CannotTell(f"the episode has settings unknown here: {error}") from None


def scenario_of(started: EpisodeStarted) -> Scenario:
    """Return the scenario of an episode.

    Raises:
        CannotTell: this version does not have it.
    """
    if started.scenario not in SCENARIOS:
        raise CannotTell(f"the episode is of the scenario {started.scenario}, unknown here")
    return SCENARIOS[started.scenario]


def start_of(folder: Path) -> EpisodeStarted | None:
    """Return an episode's first event; None if it was broken off before it.

    Raises:
        LogError: the log is damaged, or begins with something else.
    """
    first = next(read_episode(folder), None)
    if first is None:
        return None
    started = decoded(first)
    if not isinstance(started, EpisodeStarted):
        raise LogError(f"{folder}: the log begins with {first.kind}, not with its start")
    return started


def planned(manifest: Manifest) -> EpisodeStarted:
    """Return the start that an episode was about to write, as its manifest has it."""
    return EpisodeStarted(
        seq=1,
        tick=0,
        format=FORMAT,
        scenario=manifest.scenario,
        world=manifest.world.digest,
        rules=str(manifest.rules["name"]),
        draws=str(manifest.rules["draws"]),
        seed=manifest.seed,
        days=manifest.days,
        start_date=str(manifest.rules["start_date"]),
        opening_balance=manifest.opening_balance,
        agent=manifest.agent,
        voice=str(manifest.rules["voice"]),
        options=str(manifest.rules.get("options", "{}")),
    )


def verify_execution(folder: Path, tables: Any) -> int:
    """Re-execute an episode from its recorded calls and return how many events agree.

    Raises:
        Diverged: an event comes out otherwise than recorded.
        CannotTell: it was played in another world or under other rules.
        LogError: the log is damaged.
    """
    return executed(Record(read_episode(folder)), tables)


def executed(record: Record, tables: Any) -> int:
    """Re-execute a record from its beginning; as `verify_execution`."""
    started = record.started()
    if started is None:
        return 0
    scenario, settings = scenario_of(started), settings_of(started, tables)
    voice = voice_of(record, started.voice)
    codes = record.inputs(CodeRan)
    world = scenario.begin(tables, settings, Tape(record), voice, codes, False)
    world.recall(record.aside_at)
    toolbox = scenario.toolbox(settings)
    world.catch_up()
    compared = 0
    while commit := record.ahead():
        event = decoded(commit[0])
        reason = _closed(commit)
        if record.compared > compared and isinstance(event, TurnTaken):
            compared = record.compared
            _take_again(world, toolbox, event)
        elif record.compared > compared and reason:
            compared = record.compared
            world.close(reason)
        else:
            raise Diverged(commit[0].seq, told(commit[0]), "nothing more")
        world.catch_up()
    return record.compared


def _closed(commit: list[Row]) -> str:
    """Return why play stopped early, if it did with this commit; else an empty text."""
    for row in commit:
        if row.kind == "episode.finalised":
            reason: str = decoded(row).reason
            return "" if reason in (HORIZON, BANKRUPTCY) else reason
    return ""


def _take_again(world: World[Any], toolbox: Toolbox, event: TurnTaken) -> None:
    try:
        take_turn(world, toolbox, event.calls)
    except Diverged as diverged:
        if not is_cut_off(diverged):
            raise


def asides_of(folder: Path) -> Iterator[Any]:
    """Yield the events that re-execution cannot produce and takes over from the record.

    Raises:
        LogError: the log is damaged.
    """
    return (decoded(row) for row in read_episode(folder) if row.kind in ASIDE_TAGS)


def events_of(folder: Path) -> Iterator[Any]:
    """Yield an episode's events, in order.

    Raises:
        LogError: the log is damaged or holds an event this version does not know.
    """
    return map(decoded, read_episode(folder))


def fold(events: Iterable[AnyEvent]) -> Any:
    """Return the state that an episode's events lead to, of its scenario's type.

    Args:
        events: from the first one on; none are a marketplace's state before it.

    Raises:
        CannotTell: this version does not have the scenario.
    """
    coming = iter(events)
    first = list(islice(coming, 1))
    scenario = MARKETPLACE
    for event in first:
        if isinstance(event, EpisodeStarted):
            scenario = scenario_of(event)
    return folded(scenario.state(), scenario.apply, chain(first, coming))


def state_at(folder: Path, seq: int) -> Any:
    """Return the state right after event `seq`, of its scenario's type; the last one if the log is
    shorter."""
    return fold(takewhile(lambda event: event.seq <= seq, events_of(folder)))


class Difference(msgspec.Struct, frozen=True):
    """Where two episodes part: the first differing event of each, and what led there."""

    seq: int
    first: str
    """The event in the first episode, or that it has ended."""
    second: str
    cause: str
    """The last input before it, in either."""
    day: int
    assets: int
    """Micro-yuan in both until then."""
    started: tuple[str, ...]
    """Settings in which the two differ."""


def diff(one: Path, two: Path) -> Difference | None:
    """Compare two episodes event by event; None if they are equal.

    The start is compared by its settings and does not count as the first difference.
    """
    first, second = read_episode(one), read_episode(two)
    began = next(first), next(second)
    differing = _settings_differing(*map(decoded, began))
    scenario, cause = scenario_of(decoded(began[0])), "the start"
    state = scenario.state()
    scenario.apply(state, decoded(began[0]))
    for left, right in zip(chain(first, [None]), chain(second, [None]), strict=False):
        if left is None and right is None:
            break
        if left is None or right is None or left.payload != right.payload:
            place = left or right
            assert place is not None
            ours, theirs = (told(row) if row else "has ended" for row in (left, right))
            day, assets = state.day, state.book.assets
            return Difference(place.seq, ours, theirs, cause, day, assets, differing)
        event = decoded(left)
        scenario.apply(state, event)
        if isinstance(event, TurnTaken):
            cause = f"turn {event.turn}: {', '.join(call.tool for call in event.calls)}"
    if not differing:
        return None
    return Difference(1, told(began[0]), told(began[1]), cause, 0, 0, differing)


def _settings_differing(one: EpisodeStarted, two: EpisodeStarted) -> tuple[str, ...]:
    return tuple(
        f"{name}: {getattr(one, name)} and {getattr(two, name)}"
        for name in one.__struct_fields__
        if getattr(one, name) != getattr(two, name)
    )
