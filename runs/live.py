"""What a person sees while a model plays: the day, the money, the last calls, tokens and cost."""

import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Final, Self

from rich.console import Console
from rich.live import Live
from rich.table import Table

from ledger.accounts import BANK, ESCROW, WALLET
from ledger.money import to_yuan
from runs.agents.model import ModelAgent
from runs.agents.pricing import format_amount
from runs.transcript import safe
from sim.marketplace.world import Market
from sim.world import World

CALLS: Final = 6
"""How many of the last calls are shown."""
WIDTH: Final = 90


class LiveView:
    """A table on the terminal that is kept up to date; nothing at all with `show` false."""

    def __init__(self, days: int, *, show: bool) -> None:
        self._days = days
        self._show = show and Console(stderr=True).is_terminal
        self._live = Live(console=Console(stderr=True), refresh_per_second=4, transient=True)
        self._agent: ModelAgent | None = None
        self._world: World[Any] | None = None
        self._waiting = ""

    def __enter__(self) -> Self:
        if self._show:
            self._live.start()
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if self._show:
            self._live.stop()

    def follow(self, agent: ModelAgent) -> None:
        """Show this agent from now on."""
        self._agent = agent

    def update(self, world: World[Any]) -> None:
        """Show how far a world is."""
        self._world, self._waiting = world, ""
        self._draw()

    def pause(self, seconds: float, sleep: Callable[[float], None] = time.sleep) -> None:
        """Wait before the next attempt, and say so."""
        self._waiting = f"waiting {seconds:.0f} s before the next attempt"
        self._draw()
        sleep(seconds)

    def _draw(self) -> None:
        if not self._show or self._agent is None:
            return
        table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
        for name, value in self.rows().items():
            table.add_row(name, value)
        self._live.update(table)

    def rows(self) -> dict[str, str]:
        """Return what is shown, line by line."""
        assert self._agent is not None
        tally, rows = self._agent.tally, {"model": self._agent.name}
        if self._world is not None:
            world = self._world
            rows["day"] = f"{world.day} of {self._days}, {world.stamp()}, turn {world.turn}"
            sign = "¥" if isinstance(world, Market) else ""
            for account in (BANK, WALLET, ESCROW) if sign else (BANK,):
                rows[account] = f"{sign}{to_yuan(world.balance(account)):,.2f}"
        for number, call in enumerate(self._agent.last_calls[-CALLS:]):
            shown = safe(f"{call.tool} {call.arguments}")[:WIDTH]
            rows["calls" if not number else " " * number] = shown
        unsure = f" (unknown for {tally.untold} answers)" if tally.untold else ""
        rows["tokens"] = (
            f"{tally.input:,} in, {tally.cached:,} of them cached, {tally.output:,} out{unsure}"
        )
        known = not tally.unpriced
        rows["cost"] = format_amount(tally.cost, self._agent.currency) if known else "unknown"
        if tally.failed:
            rows["failed"] = f"{tally.failed} attempts {self._waiting}".rstrip()
        return rows
