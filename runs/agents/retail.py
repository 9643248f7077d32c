"""The supermarket's built-in merchants by name.

`oracle` and `cheapest` know the world's hidden tables and are there to compare with; `steward` and
`idle` know what the tools show.
"""

from collections.abc import Callable, Generator
from typing import Final

from data.supermarket.parameters import Preset
from data.supermarket.tables import Supermarket
from events.episode import Call
from runs.agents.base import Answers, Brief, Merchant, call
from runs.agents.retail_oracle import cheapest, oracle
from runs.agents.retail_steward import steward


def idle(_brief: Brief) -> Generator[list[Call], Answers, None]:
    """Do nothing but end the day: the line every other merchant must beat."""
    while True:
        yield [call("end_today")]


RETAIL_AGENTS: Final[dict[str, Callable[[Supermarket, Preset], Merchant]]] = {
    "steward": lambda _tables, _preset: steward,
    "idle": lambda _tables, _preset: idle,
    "oracle": oracle,
    "cheapest": cheapest,
}
"""What makes each merchant, for a world under a preset."""
BENCHMARKS: Final = ("oracle", "cheapest")
"""Those that know more than the tools tell."""
