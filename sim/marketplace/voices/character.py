"""The shape of a character: pools of interchangeable lines, one of which is picked a slot.

Lines are `str.format` templates. Every greeting and every remark may use {name} (the company) and
{category} (what it sells); a line about a product uses {item} once, a counter-offer also {price}
once, an error {reason} as its last word. No template starts with a placeholder, so nothing taken
from the agent or from a title can begin a line of a reply. `push` and `excuse` are spoken as they
are written.
"""

from typing import Literal

import msgspec

Register = Literal["warm", "plain", "blunt"]


class Character(msgspec.Struct, frozen=True, kw_only=True):
    """How one kind of supplier speaks."""

    hello: tuple[str, ...]
    """Greets somebody unknown."""
    again: tuple[str, ...]
    """Greets somebody who has written before."""
    client: tuple[str, ...]
    """Greets somebody who has bought before."""
    opener: tuple[str, ...]
    """Leads over to the bids."""
    positive: tuple[str, ...]
    neutral: tuple[str, ...]
    negative: tuple[str, ...]
    accept: tuple[str, ...]
    reject: tuple[str, ...]
    error: tuple[str, ...]
    intro: tuple[str, ...]
    """Answers a mere greeting."""
    talk: tuple[str, ...]
    """Answers what was not understood."""
    thanks: tuple[str, ...]
    lead: tuple[str, ...]
    """Stands above the catalogue."""
    sign: tuple[str, ...]
    register: Register
    """Which wording of the common answers (`topics`) suits the character."""
    moods: tuple[str, ...] = ("neutral",)
    """Sentiments this temperament shows of its own accord, the frequent ones more than once."""
    push: tuple[str, ...] = ()
    """Spoken in every reply; empty for those who do not press."""
    excuse: tuple[str, ...] = ()
    """Spoken instead of `push` to somebody who has bought already."""
