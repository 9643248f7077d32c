"""What every rule of the marketplace works on: tables, state, streams, calendar.

The rules live beside this module, one per part of the business; each is a function that reads the
market and emits events. `sim.marketplace.year` begins and ends an episode.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from data.marketplace.parameters import STORAGE_MICRO
from data.marketplace.tables import Category, MarketEvent, Marketplace, Product, StoreType, Supplier
from sim.marketplace.apply import apply
from sim.marketplace.demand import Curves, category_share
from sim.marketplace.state import State
from sim.marketplace.voice import CatalogueRow, Voice
from sim.rng import Draws, KernelStreams
from sim.settings import EpisodeSettings
from sim.tape import Tape
from sim.world import World


class Settings(EpisodeSettings, frozen=True, kw_only=True):
    """What a marketplace episode can be configured with."""

    SCENARIO: ClassVar = "marketplace"
    RULES: ClassVar = "marketplace/1"
    DRAWS: ClassVar = ("published", "keyed")
    """`published` (one shared supply stream) or `keyed` (one per entity)."""

    seed: int = 20260122
    days: int = 365
    opening_balance: int = 100_000_000_000
    start_date: str = "2026-01-01"


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
        super().__init__(State(), apply, tape, settings)
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
