"""One episode, from the first turn to the last event: observe, act, carry out, commit.

This loop is the whole contract between an agent and a world. The agent is handed the text of the
last turn's answers and returns calls; the world carries them out and commits each one.
"""

from collections.abc import Callable
from typing import Final

import msgspec

from ledger.accounts import BANK, ESCROW, WALLET
from runs.agents.base import Agent
from sim.marketplace.world import Market
from sim.marketplace.year import close
from sim.turn import Toolbox, take_turn

TURN_LIMIT: Final = 4_000
IDLE_LIMIT: Final = 3


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
    market: Market,
    toolbox: Toolbox,
    agent: Agent,
    *,
    turn_limit: int = TURN_LIMIT,
    watch: Callable[[Market], None] = lambda _market: None,
) -> Outcome:
    """Let an agent play until the episode ends; `watch` is called after every turn."""
    answers: list[str] = []
    idle = 0
    while not market.is_over and market.turn < turn_limit:
        wanted = agent.act(answers)
        if wanted is None:
            break
        idle = 0 if wanted else idle + 1
        answers = [answer.text.decode() for answer in take_turn(market, toolbox, wanted)]
        watch(market)
        if idle >= IDLE_LIMIT:
            break
    if not market.is_over:
        close(market, _why_stopped(market, agent, idle, turn_limit))
    return standing(market)


def standing(market: Market) -> Outcome:
    """Return how an episode stands now."""
    return Outcome(
        reason=market.state.reason,
        day=market.day,
        turns=market.turn,
        calls=market.state.calls,
        bank=market.balance(BANK),
        wallet=market.balance(WALLET),
        escrow=market.balance(ESCROW),
    )


def _why_stopped(market: Market, agent: Agent, idle: int, turn_limit: int) -> str:
    if market.turn >= turn_limit:
        return "max_turns_reached"
    return "agent_idle" if idle >= IDLE_LIMIT else agent.stopped
