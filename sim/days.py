"""What every world's days have: they begin, solvency is tested, and some day is the last.

Each function is an act of a settlement; the worlds' tables say when it is due.
"""

from typing import Any, Final

from events.money import DayOpened, SolvencyTested
from ledger.accounts import BANK
from sim.world import World

HORIZON: Final = "max_days_reached"
BANKRUPTCY: Final = "bankruptcy"


def open_day(world: World[Any]) -> None:
    """Begin the day."""
    world.emit(DayOpened, day=world.today, date=world.calendar.iso(world.today))


def test_solvency(world: World[Any]) -> None:
    """Count the mornings in a row with the bank below zero."""
    bank = world.balance(BANK)
    world.emit(SolvencyTested, bank=bank, streak=world.state.streak + 1 if bank < 0 else 0)


def finish_if_due(world: World[Any], patience: int) -> None:
    """End the episode on its last morning, or after too many in a row below zero.

    Args:
        patience: how many are too many; 0: no number is.
    """
    if world.today >= world.settings.days:
        world.finalise(HORIZON)
    elif patience and world.state.streak >= patience:
        world.finalise(BANKRUPTCY)
