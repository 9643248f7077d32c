"""What a world tells a model beside the answers of its tools.

A model agent sees a world through this and nothing else: words for its instructions, one line on
how things stand now, and how they stand on a new day. Hidden facts are in none of them.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from sim.turn import WAIT


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """One running world, as it shows itself; by default a marketplace of which nothing is told."""

    wait: str = WAIT
    """The tool that ends the day."""
    general: str = "general"
    """The text that comes before the scenario's where one conversation is all there is."""
    first: str = "The year begins. The shop is yours."
    """The user's message that opens it."""
    over: str = "the year is over"
    """What becomes of an episode that is given up."""
    notes: str = (
        "`operate_memory`: it keeps up to 20 notes, outside this conversation, for the whole\nyear."
    )
    """The tool that keeps notes, and for how long."""
    facts: dict[str, Any] = {}
    """Words for the scenario's text, by name."""
    status: Callable[[], str] = str
    """One line: the day, the time, the money, now."""
    morning: Callable[[], str] = str
    """Some lines: how the business stands at the beginning of a day."""
    tells_once: bool = False
    """Whether the answers that end a day hold what no tool tells again."""
