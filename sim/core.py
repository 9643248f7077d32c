"""What the state of every world has, and how events change it.

A world's own state extends `Core`, and its table of effects begins with `CORE`: the events that
mean the same everywhere. `applier` makes the function that applies events of such a table; it is
the only thing that changes a state.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from events.base import Event
from events.episode import EpisodeEnded, EpisodeFinalised, ToolAnswered, TurnTaken
from events.money import DayOpened, SolvencyTested
from ledger.book import Book
from ledger.postings import POSTINGS

S = TypeVar("S", bound="Core")
Effects = Mapping[type[Event], Callable[[Any, Any], None]]
"""What each kind of event does to a state, beside what its posting does to the book."""
_NOTHING: Final = (None, None)


@dataclass(slots=True)
class Core:
    """Where an episode stands; `fold` builds it from a log."""

    tick: int = 0
    day: int = 0
    turn: int = 0
    calls: int = 0
    """Calls answered."""
    streak: int = 0
    """Mornings in a row with the bank below zero."""
    reason: str = ""
    """Why the episode is over; empty while it runs."""
    ended: bool = False
    book: Book = field(default_factory=Book)


def turn_taken(state: Core, event: TurnTaken) -> None:
    """Count the turn."""
    state.turn = event.turn


def tool_answered(state: Core, _event: ToolAnswered) -> None:
    """Count the call."""
    state.calls += 1


def day_opened(state: Core, event: DayOpened) -> None:
    """Begin the day."""
    state.day = event.day


def solvency_tested(state: Core, event: SolvencyTested) -> None:
    """Keep the mornings in a row below zero."""
    state.streak = event.streak


def finalised(state: Core, event: EpisodeFinalised) -> None:
    """Close the business."""
    state.reason = event.reason


def episode_ended(state: Core, event: EpisodeEnded) -> None:
    """Close the episode."""
    state.reason, state.ended = event.reason, True


CORE: Final[Effects] = {
    TurnTaken: turn_taken,
    ToolAnswered: tool_answered,
    DayOpened: day_opened,
    SolvencyTested: solvency_tested,
    EpisodeFinalised: finalised,
    EpisodeEnded: episode_ended,
}


def applier(effects: Effects) -> Callable[[Any, Event], None]:
    """Return the function that makes an event true in a state.

    Money moves through the book by the event's posting, then the event's effect follows.
    """
    table = {kind: (POSTINGS.get(kind), effects.get(kind)) for kind in (*effects, *POSTINGS)}

    def apply(state: Core, event: Event) -> None:
        state.tick = event.tick
        post, change = table.get(type(event), _NOTHING)
        if post is not None:
            state.book.post(post(event))
        if change is not None:
            change(state, event)

    return apply


def folded(state: S, apply: Callable[[S, Event], None], events: Iterable[Event]) -> S:
    """Apply events to a state, one after the other, and return it."""
    for event in events:
        apply(state, event)
    return state
