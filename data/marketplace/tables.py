"""The marketplace's facts as typed, frozen tables.

A `Marketplace` is everything a world's data folder says: what is sold, by whom, and what happens
when. It is read once, never changed, and identified by `digest`, the SHA-256 of its canonical JSON:
two folders with the same facts have the same digest, whatever their line ends or column order.
Money here is yuan as in the tables; rates and ratios are fractions of one.
"""

import hashlib
from functools import cached_property

import msgspec


class Row(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Base of all rows."""


class StoreType(Row, frozen=True):
    """A kind of store: what it may sell and how dear it is to run."""

    id: str
    name: str
    tier: int
    """1 hard, 2 medium, 3 easy; sets the daily operating cost."""
    categories: tuple[str, ...]


class Category(Row, frozen=True):
    """A category and the economics all its products share."""

    name: str
    store_type: str
    default_size: str
    price_min: float
    price_max: float
    monthly_min: float
    """Platform-wide units a month for one product, lower bound."""
    monthly_max: float
    return_min: float | None
    return_max: float | None
    return_note: str
    elasticity: str
    """linear, exponential, constant_elasticity or quadratic."""
    elasticity_k: float
    wholesale_ratio: float
    """List wholesale price / reference price."""
    floor_ratio: float
    """Hidden: the honest cost floor / reference price."""
    scam_cap_ratio: float
    """Hidden: upper bound of an inflated floor / reference price."""


class Product(Row, frozen=True):
    """One product that can be bought, listed and sold."""

    id: str
    shop: str
    category: str
    store_type: str
    brand: str
    title: str
    size: str
    reference_price: float
    return_rate: float
    """Hidden until traded: the natural return rate."""


class Supplier(Row, frozen=True):
    """A wholesaler; most of what is here the agent never sees."""

    id: str
    name: str
    email: str
    honest: bool
    """Hidden."""
    personality: str
    """Hidden."""
    fraud: str
    """Hidden: the scam it runs, empty for an honest supplier."""
    categories: tuple[str, ...]
    closes_after: int
    """Hidden: successful order messages until it closes for good."""
    urgency: float | None
    """Unused by the rules; kept because the released table has it."""


class Promotion(Row, frozen=True):
    """A platform-wide sale that stores can join."""

    name: str
    windows: tuple[tuple[str, str], ...]
    """(first, last) day as MM-DD, both inclusive."""
    max_multiplier: float
    elasticity_boost: float


class MarketEvent(Row, frozen=True):
    """Something that moves demand or delays deliveries for some days."""

    name: str
    start: str
    """MM-DD."""
    duration_days: int
    demand: dict[str, float]
    """Store type -> factor on its demand."""
    delay: float
    """Factor on lead days; 1.0 for none."""
    affects: tuple[str, ...]
    """Store types whose deliveries are delayed; ("all",) for every one."""
    news: str


class Marketplace(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """All tables of one world, rows in file order (the order matters to the rules)."""

    store_types: tuple[StoreType, ...]
    categories: tuple[Category, ...]
    products: tuple[Product, ...]
    suppliers: tuple[Supplier, ...]
    promotions: tuple[Promotion, ...]
    events: tuple[MarketEvent, ...]

    @cached_property
    def digest(self) -> str:
        """The world's identity: SHA-256 (hex) of its canonical JSON."""
        return hashlib.sha256(msgspec.json.encode(self, order="sorted")).hexdigest()
