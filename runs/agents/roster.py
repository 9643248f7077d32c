"""The built-in merchants by name."""

from collections.abc import Generator
from typing import Final

from events.episode import Call
from runs.agents.base import Answers, Brief, Merchant, call
from runs.agents.steward import steward


def idle(_brief: Brief) -> Generator[list[Call], Answers, None]:
    """Do nothing but wait: the line every other merchant must beat."""
    while True:
        yield [call("wait_for_next_day")]


AGENTS: Final[dict[str, Merchant]] = {"steward": steward, "idle": idle}
