"""How a model is led through an episode: what it remembers, and when it is asked for what.

    conversation  one conversation for the whole episode, in a window
    react         a new conversation every day; only the notes a model keeps last
    reflection    the same, and a text that the model rewrites after each day
    plan-and-act  the same, and a plan that the model writes first, and again after some turns

All but the first go day by day, and end a day that leads nowhere. The rules and the published
values are in docs/models.md, "Frameworks".
"""

from typing import Final

import msgspec

from runs.agents.context import Window

CONVERSATION: Final = "conversation"
REACT: Final = "react"
REFLECTION: Final = "reflection"
PLAN: Final = "plan-and-act"


class Framework(msgspec.Struct, frozen=True, kw_only=True):
    """One framework with its limits; 0 where a limit does not apply.

    Raises:
        ValueError: a limit does not fit the framework.
    """

    name: str = CONVERSATION
    day_turns: int = 0
    """Turns after which a day is ended for the model."""
    round_turns: int = 0
    """Turns after which it plans again."""
    fruitless_turns: int = 0
    """Turns in a row without a successful call after which a day is ended for the model."""

    def __post_init__(self) -> None:
        """Refuse limits that no day could be played with."""
        if self.name not in (CONVERSATION, REACT, REFLECTION, PLAN):
            raise ValueError(f"framework: there is no {self.name!r}; there are {', '.join(NAMES)}")
        for limit, is_needed in (
            ("day_turns", self.is_daily),
            ("fruitless_turns", self.is_daily),
            ("round_turns", self.name == PLAN),
        ):
            number = getattr(self, limit)
            if is_needed and number < 1:
                raise ValueError(f"{limit}: expected 1 or more, found {number}")
            if not is_needed and number:
                raise ValueError(f"{limit}: the framework {self.name} has no such limit")

    @property
    def is_daily(self) -> bool:
        """Whether every day has a conversation of its own."""
        return self.name != CONVERSATION


FRAMEWORKS: Final = {
    each.name: each
    for each in (
        Framework(),
        Framework(name=REACT, day_turns=50, fruitless_turns=5),
        Framework(name=REFLECTION, day_turns=50, fruitless_turns=5),
        Framework(name=PLAN, day_turns=50, round_turns=20, fruitless_turns=5),
    )
}
"""By name, with the published limits."""
NAMES: Final = tuple(FRAMEWORKS)
BY_SCENARIO: Final = {"marketplace": CONVERSATION, "supermarket": REACT}
"""What a model plays with unless something else is asked for."""
DAY_WINDOW: Final = Window(capacity=64_000, trigger=50_000, release=10_000)
"""The window of a day's conversation unless something else is asked for."""


def framework_of(name: str | None, scenario: str, **limits: int | None) -> Framework:
    """Return a framework with these limits; its published ones where None is given.

    Args:
        name: None for the scenario's own.

    Raises:
        ValueError: there is no such framework, or a limit does not fit it.
    """
    found = FRAMEWORKS.get(name or BY_SCENARIO[scenario])
    if found is None:
        raise ValueError(f"framework: there is no {name!r}; there are {', '.join(NAMES)}")
    given = {limit: number for limit, number in limits.items() if number is not None}
    return msgspec.structs.replace(found, **given)


def window_of(framework: Framework) -> Window:
    """Return the window of a framework's conversations by default."""
    return DAY_WINDOW if framework.is_daily else Window()
