"""The frame of an episode: how it began, what was asked and answered, how it ended."""

import msgspec

from events.base import Input, Line, Outcome, Telemetry


class EpisodeStarted(Input, frozen=True, tag="episode.started"):
    """The first event: everything the rest depends on."""

    format: int
    """Version of the event vocabulary."""
    scenario: str
    world: str
    """SHA-256 of the world's tables."""
    rules: str
    draws: str
    """`published` or `keyed`."""
    seed: int
    days: int
    start_date: str
    """YYYY-MM-DD of day 0."""
    opening_balance: int
    """Micro-yuan in the bank."""
    agent: str
    voice: str
    options: str = "{}"
    """Settings of the scenario's own, as canonical JSON."""


class Call(Line, frozen=True):
    """One tool call as the agent wrote it."""

    tool: str
    arguments: str
    """The arguments' JSON text, exactly as received, even where it is not valid JSON."""


class TurnTaken(Input, frozen=True, tag="turn.taken"):
    """The agent answered with these calls; they are carried out in the events that follow."""

    turn: int
    calls: tuple[Call, ...]


class ToolAnswered(Outcome, frozen=True, tag="tool.answered"):
    """A call is done: everything since the previous answer happened because of it."""

    turn: int
    index: int
    """Place of the call in its turn, from 0."""
    tool: str
    minutes: int
    """Working minutes charged; 0 for a call that never started."""
    answer: msgspec.Raw
    """The JSON object the agent was shown."""
    failed: bool = False
    notices: int = 0
    """Morning notices delivered with this answer, which closes the turn."""


class EpisodeFinalised(Outcome, frozen=True, tag="episode.finalised"):
    """The last morning is over and everything pending has been settled."""

    reason: str
    """`max_days_reached` or `bankruptcy`, or why play stopped early."""


class EpisodeFailed(Telemetry, frozen=True, tag="episode.failed"):
    """A defect of shopyear broke play off; what was committed before it stands."""

    error: str
    """The exception's class."""
    told: str


class EpisodeEnded(Outcome, frozen=True, tag="episode.ended"):
    """The last event. Balances in micro-yuan."""

    reason: str
    day: int
    bank: int
    wallet: int
    escrow: int
