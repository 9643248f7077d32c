"""What a store comes to whose agent does nothing: no run of it, but a formula over the settings.

Survival and net worth say little by themselves, for the opening balance pays the rent for a while;
so this line stands beside them wherever they are shown. Formula: docs/metrics.md, "Doing nothing".
"""

from collections.abc import Iterable
from typing import Final

import msgspec

from projections.scored import Scored

SUPERMARKET: Final = "supermarket"
DOING_NOTHING: Final = "doing nothing (computed)"
"""How tables name the line."""


class DoNothing(msgspec.Struct, frozen=True, kw_only=True):
    """How an idle store of some settings ends. Money in micro-units."""

    preset: str
    days: int
    opening_balance: int
    rent: int
    """A day."""
    survival_days: int
    final_net_worth: int
    """It holds no goods, so this is its bank as well."""
    is_bankrupt: bool

    def net_worth(self, day: int) -> int:
        """Return its net worth on a morning, 0 being the first; what it ended with after that."""
        return self.opening_balance - min(day, self.survival_days) * self.rent


class _Options(msgspec.Struct, frozen=True):
    name: str
    rent: int
    patience: int


def do_nothing(opening_balance: int, days: int, options: str) -> DoNothing | None:
    """Return how a store ends that only pays its rent; None where its options do not tell the rent.

    Args:
        opening_balance: micro-units.
        options: the first event's, as JSON.
    """
    try:
        known = msgspec.json.decode(options, type=_Options)
    except msgspec.DecodeError:
        return None
    last = days
    if known.rent > 0 and known.patience > 0:
        first_overdrawn = opening_balance // known.rent + 1
        last = min(days, first_overdrawn + known.patience - 1)
    return DoNothing(
        preset=known.name,
        days=days,
        opening_balance=opening_balance,
        rent=known.rent,
        survival_days=last,
        final_net_worth=opening_balance - last * known.rent,
        is_bankrupt=last < days,
    )


def baseline_of(each: Scored) -> DoNothing | None:
    """Return the line of an episode's settings; None outside the supermarket."""
    if each.scenario != SUPERMARKET:
        return None
    return do_nothing(each.opening_balance, each.days, each.options)


def baselines(scored: Iterable[Scored]) -> tuple[DoNothing, ...]:
    """Return the lines of all settings that some episodes were played under, none twice."""
    found = (baseline_of(each) for each in scored)
    return tuple(dict.fromkeys(each for each in found if each is not None))
