"""What every rule of the supermarket works on: tables, state, streams, calendar.

The rules live beside this module, one per part of the business; each is a function that reads the
store and emits events. `sim.supermarket.year` begins and ends an episode.
"""

import datetime as dt
from dataclasses import dataclass, field
from typing import Any, ClassVar

from data.supermarket.parameters import OPENING, START_DATE, Preset, preset_named
from data.supermarket.tables import Item, Product, Supermarket, Supply
from events.supermarket import Attraction, GoodsOrdered, Quoted
from sim.rng import StoreDraws
from sim.settings import EpisodeSettings
from sim.supermarket.apply import apply
from sim.supermarket.past import Past
from sim.supermarket.sandbox import Recalled, Sandbox
from sim.supermarket.state import State
from sim.tape import Tape
from sim.world import World

Numbers = tuple[float | None, ...]


class Settings(EpisodeSettings, frozen=True, kw_only=True):
    """What a supermarket episode can be configured with."""

    SCENARIO: ClassVar = "supermarket"
    RULES: ClassVar = "supermarket/1"
    DRAWS: ClassVar = ("published", "paired")
    """`published` (three shared generators) or `paired` (a stream per purpose, product, day)."""

    seed: int = 42
    days: int = 180
    opening_balance: int = OPENING["hard_v2"]
    start_date: str = START_DATE
    preset: Preset = Preset()

    def __post_init__(self) -> None:
        """Refuse what no episode can be played with; raises ValueError."""
        super().__post_init__()
        if not isinstance(self.preset, Preset):
            raise ValueError(f"preset must be a Preset, not {self.preset!r}")

    @classmethod
    def of_preset(cls, name: str, **others: Any) -> "Settings":
        """Return a preset's settings: its own opening balance, unless another is among the others.

        Raises:
            ValueError: there is no such preset, or no episode can be played with the others.
        """
        preset = preset_named(name)
        return cls(**{"preset": preset, "opening_balance": OPENING[preset.name], **others})


@dataclass(slots=True)
class Figures:
    """The running figures of the day being settled, for its report."""

    attractions: tuple[Attraction, ...] = ()
    drawn_with: dict[str, float] = field(default_factory=dict)
    """Attractions as demand was drawn with them; under `legacy` less what siblings take."""
    binomials: list[tuple[int, float, int]] = field(default_factory=list)
    """(customers, share, buyers) in drawing order."""
    splits: list[list[int]] = field(default_factory=list)
    sold: dict[str, int] = field(default_factory=dict)
    """By product, in selling order."""
    returned: dict[str, int] = field(default_factory=dict)
    """By product, of the categories that had buyers."""
    reviews: int = 0
    short: list[str] = field(default_factory=list)
    bare: int = 0
    expired: dict[str, int] = field(default_factory=dict)
    revenue: int = 0
    refunds: int = 0
    cost: int = 0
    arrived: list[GoodsOrdered] = field(default_factory=list)
    """Orders that were unloaded."""


class Store(World[State]):
    """A running supermarket episode."""

    def __init__(
        self, tables: Supermarket, settings: Settings, tape: Tape, sandbox: Sandbox | None = None
    ) -> None:
        super().__init__(State(), apply, tape, settings)
        self.preset = settings.preset
        self.tables = tables
        self.sandbox: Sandbox = sandbox or Recalled()
        self.draws = StoreDraws(settings.seed, paired=settings.draws == "paired")
        self.products: dict[str, Product] = {row.id: row for row in tables.products}
        self.supplies: dict[str, Supply] = {row.sku: row for row in tables.supplies}
        self.categories: dict[str, list[str]] = {}
        """Products by category; categories in order of their first product."""
        for row in tables.products:
            self.categories.setdefault(row.category, []).append(row.id)
        self.skus = [sku for skus in self.categories.values() for sku in skus]
        """The order in which products are shown."""
        names = dict.fromkeys(
            [offer.supplier for supply in tables.supplies for offer in supply.offers]
        )
        self.suppliers = tuple(sorted(names))
        self.past = Past(tables.history, settings.start_date)
        self.items: dict[str, Item] = {item.id: item for item in tables.news}
        self.places = {item.id: place for place, item in enumerate(tables.news)}
        """News items by id: their places in the file."""
        self.pools: dict[str, list[Item]] = {}
        """News by mode; modes in order of their first item."""
        for item in tables.news:
            self.pools.setdefault(item.mode, []).append(item)
        self.curves = {row.category: row.polynomial for row in tables.tastes}
        self.remarks: dict[tuple[str, str, int], list[int]] = {}
        """Places of remarks by category, dimension ("" for any) and stars (0 for any)."""
        for place, remark in enumerate(tables.remarks):
            for dimension in ("", remark.dimension):
                for stars in (0, remark.stars):
                    key = remark.category, dimension, stars
                    self.remarks.setdefault(key, []).append(place)
        self._start = dt.date.fromisoformat(settings.start_date).toordinal()
        self._traffic_from = self.day_of(tables.traffic_first)
        self.series = {supply.sku: self._series(supply) for supply in tables.supplies}
        """What suppliers ask, by product: its first day, and prices and qualities of each day."""
        self._rows = {sku: place for place, sku in enumerate(self.skus)}
        self.first_appeal: dict[str, float] = {}
        """What each product's rating before the first day does to its demand."""
        self.figures = Figures()

    def day_of(self, date: str) -> int:
        """Return the day of a date, counted from the first one."""
        return dt.date.fromisoformat(date).toordinal() - self._start

    def traffic(self, day: int) -> int:
        """Return the customers of a day; none where the tables do not say."""
        place = day - self._traffic_from
        counts = self.tables.traffic
        return counts[place] if 0 <= place < len(counts) else 0

    def quoted(self, sku: str, day: int) -> Quoted:
        """Return what a product cost on a day up to today."""
        return self.state.quotes[day].products[self._rows[sku]]

    def _series(self, supply: Supply) -> tuple[int, list[tuple[Numbers, Numbers]]]:
        length = len(supply.offers[0].prices)
        nothing: Numbers = (None,) * length
        offers = {offer.supplier: offer for offer in supply.offers}
        found = [offers.get(supplier) for supplier in self.suppliers]
        prices = [offer.prices if offer else nothing for offer in found]
        qualities = [offer.qualities if offer else nothing for offer in found]
        days = zip(zip(*prices, strict=True), zip(*qualities, strict=True), strict=True)
        return self.day_of(supply.first_date), list(days)
