"""Re-execution: the recorded inputs go in again, and every event must come out as recorded.

Resume, verify and replay are this one idea with three endings. `Recorded` stands where a log would:
it compares each commit with the recorded one, and once the record is used up it hands over to a
live log, if there is one.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from events.agent import ConsentRead, VoiceSpoke
from events.base import Event
from events.codec import encode, make_decoder
from events.episode import EpisodeFinalised, EpisodeStarted, TurnTaken
from events.errors import Diverged, LogError
from events.log import Row, read_episode
from events.manifest import Manifest
from events.union import ASIDES, FORMAT, KINDS, AnyEvent
from runs.scenarios import MARKETPLACE, SCENARIOS, Scenario
from sim.marketplace.settlement import BANKRUPTCY, HORIZON
from sim.marketplace.voice import READS, Brief, Reading, Spoken, TemplateVoice, Voice
from sim.tape import Sink, Tape
from sim.turn import Toolbox, take_turn
from sim.world import World

_SHOWN = 300
_VOICE = ("voice.spoke", "consent.read")
_ASIDES = {tag for tag, kind in KINDS.items() if kind in ASIDES}


class CannotTell(LogError):
    """The episode cannot be re-executed here: another world or other rules."""


class Recorded:
    """A sink that compares commits with a record, then passes later ones on.

    Args:
        rows: the record, in order.
        live: where commits go once the record is used up; without it there must be none.
    """

    def __init__(self, rows: Iterable[Row], live: Sink | None = None) -> None:
        self._rows: Iterator[Row] = iter(rows)
        self._live = live
        self.compared = 0

    def commit(self, events: Sequence[Event], sync: bool = False) -> None:
        """Compare one commit with the record, or pass it on.

        Raises:
            Diverged: an event or the end of the commit is not as recorded.
        """
        for index, event in enumerate(events):
            row = next(self._rows, None)
            if row is None:
                if index or self._live is None:
                    raise Diverged(event.seq, "the end of the log", _told(encode(event)))
                self._live.commit(events, sync)
                return
            produced = encode(event)
            if produced != row.payload:
                raise Diverged(row.seq, _told(row.payload), _told(produced))
            if (row.chain is not None) != (index == len(events) - 1):
                raise Diverged(row.seq, "another end of its commit", _told(produced))
            self.compared += 1

    def finish(self) -> None:
        """Raise Diverged if the record holds more than was produced."""
        row = next(self._rows, None)
        if row is not None:
            raise Diverged(row.seq, _told(row.payload), "nothing more")


class RecordedVoice:
    """A voice that repeats a record, word by word, and hands over to a live one after it.

    Args:
        said: the recorded `voice.spoke` and `consent.read` events, in order.
        reads: whether the recorded voice read consent.
    """

    def __init__(
        self, name: str, said: Iterable[Any], live: Voice | None = None, *, reads: bool = False
    ) -> None:
        self.name = name
        self._said = iter(said)
        self._live = live
        self._reads = reads

    def reply(self, brief: Brief) -> str | Spoken:
        """Say what was said.

        Raises:
            Diverged: the record has another supplier speak here, or nobody.
        """
        event = self._next(VoiceSpoke, brief)
        if event is None:
            assert self._live is not None
            return self._live.reply(brief)
        return Spoken(
            event.text,
            event.source,
            event.input_tokens,
            event.cached_tokens,
            event.output_tokens,
        )

    def consents(self, brief: Brief) -> Reading | None:
        """Read what was read.

        Raises:
            Diverged: the record has something else here.
        """
        if not self._reads:
            return None
        event = self._next(ConsentRead, brief)
        if event is None:
            assert self._live is not None
            return self._live.consents(brief)
        return Reading(event.agreed, event.source)

    def _next(self, kind: type[Event], brief: Brief) -> Any:
        """Return the next recorded event; None if a live voice has to speak."""
        event: Any = next(self._said, None)
        if event is None and self._live is not None:
            return None
        speaker = getattr(event, "supplier", None)
        if type(event) is not kind or speaker != brief.supplier.name:
            seq = event.seq if event else 0
            wanted = f"{kind.__name__} of {brief.supplier.name}"
            raise Diverged(seq, repr(event)[:_SHOWN], wanted)
        return event


def voice_of(folder: Path, name: str, live: Voice | None = None) -> Voice | None:
    """Return the voice that repeats an episode's; None for our own, which needs no record."""
    if name in ("", TemplateVoice.name):
        return None
    rows = (row for row in read_episode(folder) if row.kind in _VOICE)
    return RecordedVoice(name, map(decoded, rows), live, reads=name.endswith(READS))


def settings_of(started: EpisodeStarted, tables: Any) -> Any:
    """Return the settings an episode was begun with, of its scenario's type.

    Raises:
        CannotTell: it was played in another world or under other rules.
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
    return scenario.settings(
        seed=started.seed,
        days=started.days,
        opening_balance=started.opening_balance,
        start_date=started.start_date,
        draws=started.draws,
        agent=started.agent,
        **scenario.more(started),
    )


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
    started = start_of(folder)
    if started is None:
        return 0
    scenario, settings = scenario_of(started), settings_of(started, tables)
    sink = Recorded(read_episode(folder))
    voice = voice_of(folder, started.voice)
    world = scenario.begin(tables, settings, Tape(sink), voice, codes_of(folder), False)
    world.recall(asides_of(folder))
    toolbox = scenario.toolbox(settings)
    for event in events_of(folder):
        if isinstance(event, TurnTaken):
            _take_again(world, toolbox, event)
        elif isinstance(event, EpisodeFinalised) and event.reason not in (HORIZON, BANKRUPTCY):
            scenario.close(world, event.reason)
    world.catch_up()
    sink.finish()
    return sink.compared


def _take_again(world: World[Any], toolbox: Toolbox, event: TurnTaken) -> None:
    try:
        take_turn(world, toolbox, event.calls)
    except Diverged as diverged:
        # An interrupted episode may end inside its last turn.
        if diverged.recorded != "the end of the log":
            raise


def codes_of(folder: Path) -> Iterator[Any]:
    """Yield what came of each piece of code an agent ran.

    Raises:
        LogError: the log is damaged.
    """
    return (decoded(row) for row in read_episode(folder) if row.kind == "code.ran")


def asides_of(folder: Path) -> Iterator[Any]:
    """Yield the events that re-execution cannot produce and takes over from the record.

    Raises:
        LogError: the log is damaged.
    """
    return (decoded(row) for row in read_episode(folder) if row.kind in _ASIDES)


def events_of(folder: Path) -> Iterator[Any]:
    """Yield an episode's events, in order.

    Raises:
        LogError: the log is damaged or holds an event this version does not know.
    """
    return map(decoded, read_episode(folder))


def state_at(folder: Path, seq: int) -> Any:
    """Return the state right after event `seq`, of its scenario's type; the last one if the log is
    shorter."""
    started = start_of(folder)
    scenario = MARKETPLACE if started is None else scenario_of(started)
    state = scenario.state()
    for event in events_of(folder):
        if event.seq > seq:
            break
        scenario.apply(state, event)
    return state


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
            ours, theirs = (_told(row.payload) if row else "has ended" for row in (left, right))
            day, assets = state.day, state.book.assets
            return Difference(place.seq, ours, theirs, cause, day, assets, differing)
        event = decoded(left)
        scenario.apply(state, event)
        if isinstance(event, TurnTaken):
            cause = f"turn {event.turn}: {', '.join(call.tool for call in event.calls)}"
    if not differing:
        return None
    return Difference(1, _told(began[0].payload), _told(began[1].payload), cause, 0, 0, differing)


def _settings_differing(one: EpisodeStarted, two: EpisodeStarted) -> tuple[str, ...]:
    return tuple(
        f"{name}: {getattr(one, name)} and {getattr(two, name)}"
        for name in one.__struct_fields__
        if getattr(one, name) != getattr(two, name)
    )


decode = make_decoder(AnyEvent)


def decoded(row: Row) -> Any:
    """Return the event of a row; raises LogError if this version does not know it."""
    return decode(row.payload)


def _told(payload: bytes) -> str:
    text = payload.decode()
    return text if len(text) <= _SHOWN else text[:_SHOWN] + " ..."
