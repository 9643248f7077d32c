"""The supermarket's facts as typed, frozen tables.

A `Supermarket` is everything a world's data folder says: what is sold, what suppliers ask and
deliver day by day, who comes shopping, what the papers write, and the 93 days before the first one.
It is read once, never changed, and identified by `digest`, the SHA-256 of its canonical JSON.
Prices are doubles in the store's currency; dates are YYYY-MM-DD.
"""

import hashlib
from functools import cached_property

import msgspec


class Row(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Base of all rows."""


class Product(Row, frozen=True):
    """One product (SKU) of the store."""

    id: str
    category: str
    """As the catalogue has it."""
    brand: str
    description: str
    shelf_life: int
    """Days from arrival to the last day of sale."""
    price_min: float
    price_max: float
    alpha: float
    """Hidden: how attractive it is at a price of 0."""
    beta: float
    """Hidden: price sensitivity; with beta_s and beta_c its season."""
    beta_s: float
    beta_c: float
    sigma: float
    """Hidden: daily noise."""


class Offer(Row, frozen=True):
    """What one supplier asks and delivers for one product, day by day from the first date."""

    supplier: str
    lead_min: int | None
    """Days until delivery; None if unknown."""
    lead_max: int | None
    prices: tuple[float | None, ...]
    """By days since `Supply.first_date`; None where there is no quote."""
    qualities: tuple[float | None, ...]
    """Hidden: 1 to 5."""


class Supply(Row, frozen=True):
    """Where one product can be bought."""

    sku: str
    category: str
    """As the suppliers label it; it decides which news moves their prices."""
    first_date: str
    offers: tuple[Offer, ...]


class Taste(Row, frozen=True):
    """How reviews move the demand of a category: a polynomial in the mean rating."""

    category: str
    polynomial: tuple[float, ...]
    """Coefficients, highest power first."""


class Remark(Row, frozen=True):
    """A text a customer may write."""

    category: str
    stars: int
    dimension: str
    text: str


class Item(Row, frozen=True):
    """A news item, with what it does, which the agent never sees."""

    id: str
    title: str
    content: str
    mode: str
    """neutral, macro_all, single_category or sku_level."""
    direction: str
    """increase, decrease or something without effect."""
    strength: float
    side: str
    """need (demand) or supply; anything else does nothing."""
    category: str | None
    sku: str | None


class Batch(Row, frozen=True):
    """Past units of one order line that were sold on one day."""

    sku: str
    supplier: str
    units: int
    buy_price: float
    selling_price: float
    order_date: str
    sold_date: str


class PastSale(Row, frozen=True):
    """What was sold of a product on one past day, at which price."""

    sku: str
    date: str
    units: int
    price: float


class PastReview(Row, frozen=True):
    """A rating given in the past."""

    sku: str
    date: str
    stars: int


class PastReturns(Row, frozen=True):
    """Units of a product that came back on one past day."""

    sku: str
    supplier: str
    date: str
    units: int


class History(Row, frozen=True):
    """The days before the first one."""

    first_date: str
    sales: tuple[PastSale, ...]
    batches: tuple[Batch, ...]
    """In order of their units' ids."""
    reviews: tuple[PastReview, ...]
    returns: tuple[PastReturns, ...]


class Supermarket(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """All tables of one world."""

    products: tuple[Product, ...]
    """In the order of the parameter file, which is the order of the first prices."""
    supplies: tuple[Supply, ...]
    """One per product, in the same order."""
    traffic_first: str
    traffic: tuple[int, ...]
    """Customers by days since `traffic_first`."""
    tastes: tuple[Taste, ...]
    remarks: tuple[Remark, ...]
    news: tuple[Item, ...]
    """In file order; items for other stores are left out."""
    history: History

    @cached_property
    def digest(self) -> str:
        """The world's identity: SHA-256 (hex) of its canonical JSON."""
        return hashlib.sha256(msgspec.json.encode(self, order="sorted")).hexdigest()
