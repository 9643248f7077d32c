"""What happens in the marketplace: stores, goods, sales, parcels, news.

Days are counted from 0, the first day. `price` fields are doubles in yuan as the agent wrote them;
`unit_price` and every amount are micro-yuan. Rates are probabilities; they are hidden from the
agent and recorded because metrics need them.
"""

from events.base import Line, Outcome


class StoreOpened(Outcome, frozen=True, tag="store.opened"):
    """A store opened and its fee was paid."""

    store: str
    store_type: str
    name: str
    fee: int
    ops_cost: int
    """Micro-yuan a day, fixed for the store's life."""
    reopened: bool = False
    """A store of this type was open before."""


class Moved(Line, frozen=True):
    """Units of one SKU that went back to the warehouse."""

    sku: str
    quantity: int


class Salvage(Line, frozen=True):
    """Units of one SKU that were liquidated, and what they fetched."""

    sku: str
    quantity: int
    amount: int


class StoreClosed(Outcome, frozen=True, tag="store.closed"):
    """A store closed for good; its shelf went back to the warehouse or was liquidated."""

    store: str
    moved: tuple[Moved, ...] = ()
    liquidated: tuple[Salvage, ...] = ()


class GoodsListed(Outcome, frozen=True, tag="goods.listed"):
    """Units moved from the warehouse to a shelf; the price holds for all units of the SKU there."""

    store: str
    sku: str
    quantity: int
    price: float


class GoodsUnlisted(Outcome, frozen=True, tag="goods.unlisted"):
    """Units moved from a shelf back to the warehouse."""

    store: str
    sku: str
    quantity: int


class PriceSet(Outcome, frozen=True, tag="price.set"):
    """A listed SKU has a new price."""

    store: str
    sku: str
    price: float


class PromotionJoined(Outcome, frozen=True, tag="promotion.joined"):
    """A store takes part in a promotion with this discount."""

    store: str
    promotion: str
    discount: float


class PromotionLapsed(Outcome, frozen=True, tag="promotion.lapsed"):
    """A store's promotion has no window left this year."""

    store: str
    promotion: str


class UnitsSold(Outcome, frozen=True, tag="units.sold"):
    """Customers of one day bought one SKU in one store: a shipment waits to be sent."""

    shipment: int
    store: str
    sku: str
    quantity: int
    unit_price: int
    """Effective price, after a promotion's discount."""
    net: int
    """What will reach escrow on shipping: gross less commission."""
    sale_day: int
    deadline_day: int
    rate_natural: float
    rate_defect: float
    """After blending in defective deliveries."""
    rate_price: float
    """After the price multiplier, not capped."""


class ShipmentSent(Outcome, frozen=True, tag="shipment.sent"):
    """A shipment left; its net revenue opened the escrow batch of the same number as `batch`."""

    shipment: int
    store: str
    speed: str
    cost: int
    commission: int
    batch: int
    net: int
    due_day: int
    """Morning on which escrow matures."""


class ReturnSeeded(Outcome, frozen=True, tag="return.seeded"):
    """Hidden: customers will send units of a shipment back."""

    batch: int
    store: str
    sku: str
    quantity: int
    unit_refund: int
    unit_shipping: int
    """What sending one unit had cost, for the record."""
    due_day: int


class ReturnArrived(Outcome, frozen=True, tag="return.arrived"):
    """A parcel came back and was refunded: `taken` from escrow, `forgiven` by the platform."""

    batch: int
    store: str
    sku: str
    quantity: int
    taken: int
    forgiven: int = 0
    restocked: bool = True
    """False at the final settlement, where goods no longer count."""


class ShipmentCancelled(Outcome, frozen=True, tag="shipment.cancelled"):
    """A shipment passed its deadline; its units went back to the warehouse."""

    shipment: int
    store: str
    sku: str
    quantity: int


class ShipmentVoided(Outcome, frozen=True, tag="shipment.voided"):
    """The episode ended before a shipment was sent: no revenue, units gone."""

    shipment: int
    store: str
    sku: str
    quantity: int


class DeliveryArrived(Outcome, frozen=True, tag="delivery.arrived"):
    """A purchase order line entered the warehouse."""

    order: int
    supplier: str
    sku: str
    quantity: int
    cost: int
    """Agreed unit price times the units that came."""
    defective: bool = False


class NewsPublished(Outcome, frozen=True, tag="news.published"):
    """A notice for the agent: penalty, fulfilment, delivery, event or promotion."""

    topic: str
    subject: str
    """The event's or promotion's name; empty for the agent's own affairs."""
    content: str


class Rating(Line, frozen=True):
    """One store's reputation."""

    store: str
    reputation: float


class ReputationUpdated(Outcome, frozen=True, tag="reputation.updated"):
    """The open stores were re-rated, 0.15 to 1 each; their recent counters fade."""

    stores: tuple[Rating, ...]
    """In opening order."""


class MemoWritten(Outcome, frozen=True, tag="memo.written"):
    """The agent added or changed a note."""

    title: str
    content: str


class MemoDeleted(Outcome, frozen=True, tag="memo.deleted"):
    """The agent deleted a note."""

    title: str
