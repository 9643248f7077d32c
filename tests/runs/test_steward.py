"""The steward lives by the tools alone: it survives, repeats itself, and imports no world."""

import ast
from collections.abc import Sequence
from pathlib import Path

import pytest

from data.marketplace.tables import Marketplace
from events.episode import Call
from runs.agents import steward, steward_books, steward_office
from runs.agents.base import Brief, Scripted
from runs.episode import Outcome, play
from sim.marketplace.tools import TOOLBOX
from sim.marketplace.world import Settings
from sim.marketplace.year import begin
from sim.tape import Tape

MODULES = (steward, steward_books, steward_office)
STANDARD = {"collections", "dataclasses", "json", "math", "re", "typing"}


class Listener(Scripted):
    """The steward, with its calls written down."""

    def __init__(self, days: int) -> None:
        brief = Brief(
            scenario="marketplace",
            start_date="2026-01-01",
            days=days,
            opening_balance=100_000.0,
            tools=(),
        )
        super().__init__("steward", steward.steward, brief)
        self.calls: list[Call] = []

    def act(self, answers: Sequence[str]) -> Sequence[Call] | None:
        wanted = super().act(answers)
        self.calls += wanted or ()
        return wanted


def trade(world: Marketplace, days: int, draws: str = "published") -> tuple[Outcome, list[Call]]:
    market = begin(world, Settings(agent="steward", days=days, draws=draws), Tape())
    agent = Listener(days)
    return play(market, TOOLBOX, agent), agent.calls


def test_sixty_days_end_with_a_gain(embedded_world: Marketplace) -> None:
    outcome, calls = trade(embedded_world, 60)
    assert outcome.reason == "max_days_reached"
    assert outcome.assets > 150_000_000_000
    assert {"publish_to_store", "set_prices", "chatbox", "ship_orders"} <= {
        each.tool for each in calls
    }


def test_the_same_episode_gives_the_same_calls(embedded_world: Marketplace) -> None:
    assert trade(embedded_world, 30) == trade(embedded_world, 30)


@pytest.mark.parametrize("days", [1, 2, 9])
def test_an_episode_may_be_very_short(embedded_world: Marketplace, days: int) -> None:
    outcome, _ = trade(embedded_world, days, draws="keyed")
    assert (outcome.reason, outcome.day) == ("max_days_reached", days)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_a_merchant_imports_neither_simulator_nor_tables(module: object) -> None:
    tree = ast.parse(Path(str(getattr(module, "__file__", ""))).read_text(encoding="utf-8"))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module or "")
    ours = {name for name in imported if name.split(".")[0] not in STANDARD}
    assert all(name == "events.episode" or name.startswith("runs.agents.") for name in ours)
