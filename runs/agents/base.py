"""What an agent is: something that answers a turn's answers with the next turn's calls.

Built-in merchants are generators: they yield a list of calls and are sent the list of answers.

    def merchant(brief):
        (balance,) = yield [call("check_balance")]
        ...

An agent sees the brief and the text of the answers, nothing else.
"""

from collections.abc import Callable, Generator, Sequence
from typing import Any, Final, Protocol

import msgspec

from events.episode import Call

IDLE_LIMIT: Final = 3

Answers = list[dict[str, Any]]
"""The JSON objects of a turn's answers, in the order of its calls."""


class Brief(msgspec.Struct, frozen=True, kw_only=True):
    """What an agent is told before its first turn."""

    scenario: str
    start_date: str
    """YYYY-MM-DD of the first day."""
    days: int
    opening_balance: float
    """Yuan."""
    tools: tuple[dict[str, Any], ...]
    """The tools' function schemas."""


class Agent(Protocol):
    """Plays an episode turn by turn."""

    name: str
    stopped: str
    """Why it stopped, once `act` has returned None."""
    idle_limit: int
    """Turns in a row without a call after which the episode is over."""

    def act(self, answers: Sequence[str]) -> Sequence[Call] | None:
        """Return the next turn's calls, given the texts answering the last one; None to stop."""


Merchant = Callable[[Brief], Generator[list[Call], Answers, None]]


class Scripted:
    """An agent driven by a merchant's generator."""

    def __init__(self, name: str, merchant: Merchant, brief: Brief) -> None:
        self.name = name
        self.stopped = "agent_stopped"
        self.idle_limit = IDLE_LIMIT
        self._turns = merchant(brief)
        self._started = False

    def act(self, answers: Sequence[str]) -> Sequence[Call] | None:
        try:
            if not self._started:
                self._started = True
                return next(self._turns)
            return self._turns.send([msgspec.json.decode(answer) for answer in answers])
        except StopIteration:
            return None


def call(tool: str, **arguments: Any) -> Call:
    """Return a call with these arguments; None leaves one out."""
    given = {key: value for key, value in arguments.items() if value is not None}
    return Call(tool, msgspec.json.encode(given).decode())
