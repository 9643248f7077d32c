"""What the state of every world has: where the episode stands, and its book.

A world's own state extends `Core`, and its table of effects begins with `CORE`: the events that
mean the same everywhere.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from events.base import Event
from events.episode import EpisodeEnded, EpisodeFinalised, ToolAnswered, TurnTaken
from events.money import DayOpened, SolvencyTested
from ledger.book import Book


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


CORE: Final[dict[type[Event], Callable[[Any, Any], None]]] = {
    TurnTaken: turn_taken,
    ToolAnswered: tool_answered,
    DayOpened: day_opened,
    SolvencyTested: solvency_tested,
    EpisodeFinalised: finalised,
    EpisodeEnded: episode_ended,
}
