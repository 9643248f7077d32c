"""What every rule of the marketplace works on: tables, state, streams, calendar.

The rules live beside this module, one per part of the business; each is a function that reads the
market and emits events. `sim.marketplace.year` begins and ends an episode.
"""

from dataclasses import dataclass, field
from typing import Final

import msgspec

from data.marketplace.parameters import STORAGE_MICRO
from data.marketplace.tables import Category, MarketEvent, Marketplace, Product, StoreType, Supplier
from ledger.money import YUAN
from sim.clock import Calendar
from sim.marketplace.apply import apply
from sim.marketplace.demand import Curves, category_share
from sim.marketplace.state import State
from sim.marketplace.voice import CatalogueRow, Voice
from sim.numbers import YUAN_MAX
from sim.rng import Draws, KernelStreams
from sim.tape import Tape
from sim.world import World

RULES: Final = "marketplace/1"
DRAWS: Final = ("published", "keyed")
MAX_DAYS: Final = 3_650
"""The longest episode."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What an episode can be configured with; all of it is in the first event."""

    seed: int = 20260122
    days: int = 365
    opening_balance: int = 100_000_000_000
    """Micro-yuan."""
    start_date: str = "2026-01-01"
    draws: str = "published"
    """`published` (one shared supply stream) or `keyed` (one per entity)."""
    agent: str = ""

    def __post_init__(self) -> None:
        """Refuse what no episode can be played with; raises ValueError."""
        if self.draws not in DRAWS:
            raise ValueError(f"draws must be one of {', '.join(DRAWS)}, not {self.draws!r}")
        if not 1 <= self.days <= MAX_DAYS:
            raise ValueError(f"days must lie between 1 and {MAX_DAYS}, not {self.days}")
        if not 0 <= self.seed < 2**63:
            raise ValueError(f"seed must lie between 0 and 2**63 - 1, not {self.seed}")
        if not 0 <= self.opening_balance <= YUAN_MAX * YUAN:
            raise ValueError(f"opening_balance must be 0 to {YUAN_MAX:,} yuan, in micro-yuan")
        Calendar(self.start_date)


@dataclass(slots=True)
class Figures:
    """The running figures of one morning, written down when its books close."""

    ops: int = 0
    idle: int = 0
    storage: int = 0
    units_sold: int = 0
    cancelled: int = 0
    returned: int = 0
    matured: int = 0
    arrivals: list[tuple[int, str, str]] = field(default_factory=list)
    """(units, SKU, supplier) of each delivered line."""


class Market(World[State]):
    """A running marketplace episode."""

    def __init__(self, tables: Marketplace, settings: Settings, tape: Tape, voice: Voice) -> None:
        super().__init__(State(), apply, tape, settings.start_date)
        self.settings = settings
        self.tables = tables
        self.voice = voice
        self.draws = Draws(settings.seed, keyed=settings.draws == "keyed")
        self.kernels: dict[tuple[str, str], KernelStreams] = {}
        """The streams of each session's present cycle."""
        self.products: dict[str, Product] = {row.id: row for row in tables.products}
        self.categories: dict[str, Category] = {row.name: row for row in tables.categories}
        self.store_types: dict[str, StoreType] = {row.id: row for row in tables.store_types}
        self.curves: dict[str, Curves] = {
            name: Curves(name, self.products, self.categories) for name in self.store_types
        }
        """Demand curves by store type, then by SKU."""
        self.category_shares: dict[str, float] = {
            row.id: category_share(len(row.categories)) for row in tables.store_types
        }
        self.storage_fees = {row.id: STORAGE_MICRO[row.size] for row in tables.products}
        """Micro-yuan a day by SKU, while it is new."""
        self.suppliers: dict[str, Supplier] = {row.name: row for row in tables.suppliers}
        self.addresses: dict[str, Supplier] = {row.email: row for row in tables.suppliers}
        self.catalogues: dict[tuple[str, ...], tuple[CatalogueRow, ...]] = {}
        """What suppliers of the same categories sell; built when first asked for."""
        self.events_by_day: dict[int, list[MarketEvent]] = {}
        """Market events active on a day; filled as days come."""
        self.search_orders: dict[str, list[Supplier]] = {}
        """The order in which a search last showed its suppliers, for its later pages."""
        self._searched: tuple[str, dict[str, None]] = "", {}
        self.figures = Figures()

    def categories_with(self, name: str) -> dict[str, None]:
        """Return the categories of products whose title contains `name`, ignoring case."""
        if self._searched[0] != name:
            part = name.lower()
            found = dict.fromkeys(
                row.category for row in self.tables.products if part in row.title.lower()
            )
            self._searched = name, found
        return self._searched[1]
