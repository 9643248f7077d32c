"""One episode, from the first turn to the last event: observe, act, carry out, commit.

This loop is the whole contract between an agent and a world. The agent is handed the text of the
last turn's answers and returns calls; the world carries them out and commits each one.
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from ledger.accounts import BANK, ESCROW, WALLET
from runs.agents.base import Agent
from sim.turn import Toolbox, take_turn
from sim.world import World

TURN_LIMIT: Final = 4_000


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How an episode stands; money in micro-yuan."""

    reason: str
    """Why it ended; empty while it could go on."""
    day: int
    turns: int
    calls: int
    bank: int
    wallet: int
    escrow: int

    @property
    def assets(self) -> int:
        return self.bank + self.wallet + self.escrow


def play(
    world: World[Any],
    toolbox: Toolbox,
    agent: Agent,
    *,
    turn_limit: int = TURN_LIMIT,
    watch: Callable[[Any], None] = lambda _world: None,
) -> Outcome:
    """Let an agent play until the episode ends.

    Args:
        watch: called after every turn.
    """
    answers: list[str] = []
    idle = 0
    while not world.is_over and world.turn < turn_limit:
        wanted = agent.act(answers)
        if wanted is None:
            break
        idle = 0 if wanted else idle + 1
        answers = [answer.text.decode() for answer in take_turn(world, toolbox, wanted)]
        watch(world)
        if idle >= agent.idle_limit:
            break
    if not world.is_over:
        world.close(_why_stopped(world, agent, idle, turn_limit))
    return standing(world)


def standing(world: World[Any]) -> Outcome:
    """Return how an episode stands now."""
    return Outcome(
        reason=world.state.reason,
        day=world.day,
        turns=world.turn,
        calls=world.state.calls,
        bank=world.balance(BANK),
        wallet=world.balance(WALLET),
        escrow=world.balance(ESCROW),
    )


def _why_stopped(world: World[Any], agent: Agent, idle: int, turn_limit: int) -> str:
    if world.turn >= turn_limit:
        return "max_turns_reached"
    return "agent_idle" if idle >= agent.idle_limit else agent.stopped
