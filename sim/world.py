"""The kernel of every world: a SimPy clock, a state, and the only way to change it.

A world *decides* (reads state, draws, checks rules) and then *emits* an event. Emitting does three
things in this order: number the event, apply it to the state, put it on the tape. Nothing else
changes the state, so the tape is the whole truth.

Time is one integer, the tick (`ledger.settlement`). The settlement between two days is one SimPy
process that walks through the world's steps, each at its own minute and phase; what falls due on a
certain day (escrow, parcels, deliveries, goods past their last day) is a SimPy process of its own
that wakes at its step's phase. The agent acts at phase 15, where no process ever wakes.

    world.spend(30)     let 30 working minutes pass, with every morning they cross
    world.sleep()       let time pass until 08:00 of the next day
    world.close(why)    end the episode now
"""

from collections.abc import Callable, Generator, Sequence
from operator import index
from typing import Any, Generic, TypeVar

import simpy

from events.base import Event
from events.episode import EpisodeEnded, EpisodeFailed, EpisodeFinalised, EpisodeStarted
from events.errors import Diverged
from events.union import FORMAT
from ledger.accounts import BANK, ESCROW, WALLET
from ledger.settlement import (
    ACTING,
    CLOSING_MIN,
    DAY_MIN,
    OPEN,
    OPENING_MIN,
    PHASES,
    Step,
    day_of,
    minute_of,
    tick_of,
)
from sim.clock import Calendar
from sim.core import Core
from sim.settings import EpisodeSettings
from sim.tape import Tape

S = TypeVar("S", bound=Core)
E = TypeVar("E", bound=Event)


class World(Generic[S]):
    """One running episode of some scenario, with state `S`.

    How far the episode is (`day`, `turn`, `is_over`, `has_ended`) is read from what every state
    has (`sim.core.Core`).
    """

    def __init__(
        self,
        state: S,
        apply: Callable[[S, Event], None],
        tape: Tape,
        settings: EpisodeSettings,
    ) -> None:
        self.state = state
        self.tape = tape
        self.settings = settings
        self.calendar = Calendar(settings.start_date)
        self.tick = tick_of(0, OPEN)
        """Now. SimPy's own clock stands at the last process that woke."""
        self._env = simpy.Environment(initial_time=self.tick)
        self._apply = apply
        self._seq = 0
        self._recalled: Callable[[int], Event | None] = lambda _seq: None
        self._settle: Callable[[Any], None] = lambda _world: None
        self._agenda: dict[int, tuple[Callable[[Any, list[int]], None], list[int]]] = {}

    @property
    def minute(self) -> int:
        """Minutes since 00:00 of the first day."""
        return minute_of(self.tick)

    @property
    def today(self) -> int:
        """Days since the first one."""
        return day_of(self.tick)

    @property
    def day(self) -> int:
        """Mornings settled so far."""
        return self.state.day

    @property
    def turn(self) -> int:
        """Turns taken so far."""
        return self.state.turn

    @property
    def is_over(self) -> bool:
        """True once the last morning has been settled."""
        return bool(self.state.reason)

    @property
    def has_ended(self) -> bool:
        """True once the last event has been written."""
        return self.state.ended

    def balance(self, account: str) -> int:
        """Return an account's balance in micro-units."""
        return self.state.book.balances[account]

    def stamp(self) -> str:
        """Return the time as tools show it."""
        return self.calendar.stamp(self.minute)

    def start(self, tables: str, *, voice: str = "", options: str = "") -> None:
        """Write the first event: everything the rest depends on.

        Args:
            tables: the digest of the world's tables.
            voice: who words the suppliers' replies.
            options: what the settings have beyond those of every world, as canonical JSON.
        """
        settings = self.settings
        more = {"options": options} if options else {}
        self.emit(
            EpisodeStarted,
            format=FORMAT,
            scenario=settings.SCENARIO,
            world=tables,
            rules=settings.RULES,
            draws=settings.draws,
            seed=settings.seed,
            days=settings.days,
            start_date=settings.start_date,
            opening_balance=settings.opening_balance,
            agent=settings.agent,
            voice=voice,
            **more,
        )

    def finalise(self, reason: str) -> None:
        """Settle everything that is pending and close the business."""
        self._settle(self)
        self.emit(EpisodeFinalised, reason=reason)

    def end(self) -> None:
        """Write the last event: why the episode ended and what is left."""
        self.emit(
            EpisodeEnded,
            reason=self.state.reason,
            day=self.state.day,
            bank=self.balance(BANK),
            wallet=self.balance(WALLET),
            escrow=self.balance(ESCROW),
        )

    def close(self, reason: str) -> None:
        """End a running episode now, in a commit of its own; nothing if it has ended."""
        self.catch_up()
        if not self.is_over:
            self.finalise(reason)
        if not self.has_ended:
            self.end()
        self.tape.commit()

    def emit(self, kind: type[E], /, **fields: Any) -> E:
        """Make an event happen now: number it, apply it, record it."""
        self._seq += 1
        event = kind(self._seq, self.tick, **fields)
        self._apply(self.state, event)
        self.tape.append(event)
        return event

    def recall(self, aside_at: Callable[[int], Event | None]) -> None:
        """Prepare to repeat a record's asides: the events that no rule produces.

        Args:
            aside_at: number of an event -> that event of the record, if it is an aside.
        """
        self._recalled = aside_at

    def catch_up(self) -> None:
        """Repeat the recalled asides that come next in the record."""
        while self._repeat() is not None:
            pass

    def repeat(self, *kinds: type[Event]) -> Any:
        """Repeat the next recalled aside if it is of one of these kinds, and return it.

        None means that the record has nothing more to say here: it is time to act.
        """
        while (aside := self._repeat()) is not None:
            if isinstance(aside, kinds):
                return aside
            if not isinstance(aside, EpisodeFailed):
                raise Diverged(aside.seq, type(aside).__name__, "another aside")
        return None

    def note(self, kind: type[E], /, **fields: Any) -> E:
        """Write an aside, a commit of its own; where one is recalled here, it must be the same.

        Raises:
            Diverged: the record holds another aside here.
        """
        recorded: E | None = self.repeat(kind)
        if recorded is None:
            written = self.emit(kind, **fields)
            self.tape.commit()
            return written
        if recorded != kind(recorded.seq, recorded.tick, **fields):
            raise Diverged(recorded.seq, repr(recorded)[:300], repr(fields)[:300])
        return recorded

    def _repeat(self) -> Event | None:
        aside = self._recalled(self._seq + 1)
        if aside is not None:
            self._seq += 1
            self._apply(self.state, aside)
            self.tape.append(aside)
            self.tape.commit()
        return aside

    def start_mornings(
        self,
        acts: Sequence[tuple[Step, Callable[[Any], None]]],
        settle: Callable[[Any], None] = lambda _world: None,
    ) -> None:
        """Do these acts for every morning from tomorrow on, each at its own step's time.

        Args:
            settle: settles everything that is pending, before the business closes.
        """
        self._settle = settle
        self._env.process(self._mornings(acts))

    def schedule(
        self, step: Step, day: int, item: int, act: Callable[[Any, list[int]], None]
    ) -> None:
        """Do `act(world, items)` at `step` of `day`'s settlement, items in scheduled order."""
        due = tick_of(index(day), step)
        if due <= self.tick:
            raise ValueError(f"{step.name} of day {day} is over")
        if due not in self._agenda:
            self._agenda[due] = act, []
            self._env.process(self._wake(due))
        planned, items = self._agenda[due]
        assert planned is act, f"two different acts at {step.name} of day {day}"
        items.append(item)

    def spend(self, minutes: int) -> None:
        """Let working minutes pass; reaching 18:00 leads to 08:00 of the next day."""
        if minutes < 0:
            raise ValueError(f"minutes: expected 0 or more, found {minutes}")
        self._advance(self.minute + index(minutes))
        if not self.is_over and self.minute % DAY_MIN >= CLOSING_MIN:
            self.sleep()

    def sleep(self) -> None:
        """Let time pass until 08:00 of the next day."""
        self._advance((self.today + 1) * DAY_MIN + OPENING_MIN)

    def go_to(self, step: Step) -> None:
        """Move to a later phase of the current minute, without passing time."""
        self.tick = self.minute * PHASES + step.phase

    def _advance(self, target: int) -> None:
        while not self.is_over:
            morning = (self.today + 1) * DAY_MIN + OPENING_MIN
            until = min(morning, target) * PHASES + ACTING.phase
            if target >= morning:
                # Processes wake between closing and opening only, never at the acting phase.
                while self._env.peek() < until:
                    self._env.step()
            self.tick = until
            if target <= morning:
                return

    def _mornings(
        self, acts: Sequence[tuple[Step, Callable[[Any], None]]]
    ) -> Generator[simpy.Event, None, None]:
        day = 0
        while True:
            day += 1
            for step, act in acts:
                due = tick_of(day, step)
                # Only give way where something else may be due before this step.
                if step is acts[0][0] or self._env.peek() <= due:
                    yield self._env.timeout(due - self._env.now)
                self.tick = due
                act(self)
                if self.is_over:
                    return

    def _wake(self, due: int) -> Generator[simpy.Event, None, None]:
        yield self._env.timeout(due - self._env.now)
        self.tick = due
        act, items = self._agenda.pop(due)
        act(self, items)
