"""What every episode can be configured with, whatever its world."""

import datetime
from typing import ClassVar, Final

import msgspec

from ledger.money import YUAN
from sim.numbers import YUAN_MAX

MAX_DAYS: Final = 3_650
"""The longest episode."""
SEED_MAX: Final = 2**63 - 1
OPENING_MAX: Final = YUAN_MAX * YUAN


class EpisodeSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What an episode can be configured with; all of it is in the first event.

    A world's own settings extend these and say what is usual there.
    """

    SCENARIO: ClassVar[str]
    """The world's name."""
    RULES: ClassVar[str]
    """Its rules and their version."""
    DRAWS: ClassVar[tuple[str, ...]]
    """The ways to draw it knows."""

    seed: int
    days: int
    opening_balance: int
    """Micro-units."""
    start_date: str
    """YYYY-MM-DD of day 0."""
    draws: str = "published"
    agent: str = ""

    def __post_init__(self) -> None:
        """Refuse what no episode can be played with; raises ValueError."""
        _whole("seed", self.seed, 0, SEED_MAX)
        _whole("days", self.days, 1, MAX_DAYS)
        _whole("opening_balance", self.opening_balance, 0, OPENING_MAX, " micro-units")
        if self.draws not in self.DRAWS:
            raise ValueError(f"draws must be one of {', '.join(self.DRAWS)}, not {self.draws!r}")
        if not isinstance(self.agent, str):
            raise ValueError(f"agent must be a name, not {self.agent!r}")
        if not _is_date(self.start_date):
            raise ValueError(f"start_date must be a date, YYYY-MM-DD, not {self.start_date!r}")


def _whole(name: str, value: object, low: int, high: int, unit: str = "") -> None:
    # A bool counts as a number in Python; nobody means one here.
    if type(value) is not int:
        raise ValueError(f"{name} must be a whole number, not {value!r}")
    if not low <= value <= high:
        raise ValueError(f"{name} must lie between {low} and {high:,}{unit}, not {value}")


def _is_date(text: object) -> bool:
    try:
        return datetime.date.fromisoformat(str(text)).isoformat() == text
    except ValueError:
        return False
