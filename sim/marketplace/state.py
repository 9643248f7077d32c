"""The marketplace's state: everything that is true at one moment.

It changes only in `sim.marketplace.apply`, one event at a time, so folding an episode's log gives
the live state exactly. Money is micro-yuan; days count from 0; prices are doubles in yuan. An
event that opens an obligation (a sale, a parcel on its way, an order) is itself the record of it.
"""

from dataclasses import dataclass, field

from data.marketplace.parameters import REPUTATION_START
from events.marketplace import ReturnSeeded, UnitsSold
from events.talks import OrderPlaced
from sim.core import Core

ACTIVE = "active"
PENDING_ORDER = "pending_order"
COMPLETED = "completed"
REJECTED = "rejected"


@dataclass(slots=True)
class Sales:
    """What one SKU did in one store on the last sales day, as the store's status shows it."""

    sold: int = 0
    revenue: int = 0
    shipping: int = 0
    returned: int = 0
    refunds: int = 0


@dataclass(slots=True)
class Store:
    """A store, open or closed for good."""

    id: str
    type: str
    name: str
    opened_day: int
    ops_cost: int
    is_open: bool = True
    shelf: dict[str, int] = field(default_factory=dict)
    """SKU -> units on sale; a SKU sold out stays, at 0."""
    prices: dict[str, float] = field(default_factory=dict)
    reputation: float = REPUTATION_START
    promotion: str | None = None
    discount: float = 0.0
    units_shipped: int = 0
    recent_sold: float = 0.0
    recent_returns: float = 0.0
    recent_cancellations: float = 0.0
    yesterday: dict[str, Sales] = field(default_factory=dict)


@dataclass(slots=True)
class Goods:
    """All units of one SKU, wherever they came from.

    `lots` are [units, day of arrival], oldest first, of all units physically present, listed or
    not; `free` counts those not listed. So the lots' units are `free` plus what all shelves hold.
    """

    free: int = 0
    lots: list[list[int]] = field(default_factory=list)
    unit_cost: float = 0.0
    """Blended purchase price, yuan."""
    delivered: int = 0
    defective: int = 0
    sources: dict[str, int] = field(default_factory=dict)
    sold: int = 0
    returned: int = 0

    def stock(self) -> int:
        """Return the units physically present."""
        return sum(lot[0] for lot in self.lots)


@dataclass(slots=True)
class Batch:
    """Escrow of one shipment: `amount` is left of it and matures on the morning of `due_day`."""

    amount: int
    due_day: int
    gross: int
    taken: int = 0
    """Refunded out of it so far."""


@dataclass(slots=True)
class Message:
    """One message between the agent and a supplier."""

    from_agent: bool
    minute: int
    text: str
    deal: bool = False


@dataclass(slots=True)
class SupplierFile:
    """What has passed between the agent and one supplier it contacted."""

    history: list[Message] = field(default_factory=list)
    deals: int = 0
    """Messages that led to at least one order."""
    fee_paid: bool = False
    closed: bool = False


@dataclass(slots=True)
class Session:
    """Talks over one SKU with one supplier; a new cycle begins after they end."""

    cycle: int
    last: float
    """The kernel's last own quote."""
    standing: float
    """The price the agent could accept now."""
    round: int = 2
    status: str = ACTIVE
    offers: list[float] = field(default_factory=list)
    pending: str = ""
    """Who accepted the agreement that waits for its order: SupplierAccept or AgentAccept."""


@dataclass(slots=True)
class Notice:
    """A piece of news the agent has not been told yet."""

    day: int
    topic: str
    content: str


@dataclass(slots=True)
class State(Core):
    """The whole state; `fold` builds it from a log."""

    stores: dict[str, Store] = field(default_factory=dict)
    goods: dict[str, Goods] = field(default_factory=dict)
    """By SKU, in order of first arrival."""
    shipments: dict[int, UnitsSold] = field(default_factory=dict)
    """Sold and not yet sent, oldest first."""
    escrow: dict[int, Batch] = field(default_factory=dict)
    parcels: dict[int, ReturnSeeded] = field(default_factory=dict)
    """Returns on their way, by batch."""
    deliveries: dict[int, OrderPlaced] = field(default_factory=dict)
    suppliers: dict[str, SupplierFile] = field(default_factory=dict)
    """By name; only those contacted."""
    sessions: dict[tuple[str, str], Session] = field(default_factory=dict)
    """By (supplier, SKU)."""
    announced: dict[str, int] = field(default_factory=dict)
    """Promotion -> day of its only announcement."""
    notices: list[Notice] = field(default_factory=list)
    """Not yet delivered to the agent."""
    memos: dict[str, str] = field(default_factory=dict)
    sold_shipments: int = 0
    batches: int = 0
    orders: int = 0

    def open_stores(self) -> list[Store]:
        """Return the open stores in opening order."""
        return [store for store in self.stores.values() if store.is_open]
