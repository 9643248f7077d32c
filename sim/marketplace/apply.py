"""The one place that changes the marketplace's state: `apply(state, event)`.

`APPLY` names a function per event struct. Each is plain assignment: decisions were made before the
event was written. Money moves through the book by the event's posting.
"""

from collections.abc import Iterable
from typing import Final

from data.marketplace.parameters import REPUTATION_DECAY
from events.base import Event
from events.episode import ToolAnswered
from events.marketplace import (
    DeliveryArrived,
    GoodsListed,
    GoodsUnlisted,
    MemoDeleted,
    MemoWritten,
    NewsPublished,
    PriceSet,
    PromotionJoined,
    PromotionLapsed,
    ReputationUpdated,
    ReturnArrived,
    ReturnSeeded,
    ShipmentCancelled,
    ShipmentSent,
    ShipmentVoided,
    StoreClosed,
    StoreOpened,
    UnitsSold,
)
from events.money import DayOpened, EscrowMatured, FeePaid
from events.talks import (
    MessageReceived,
    MessageSent,
    OfferAnswered,
    OrderPlaced,
    OrderRefused,
    QuoteAccepted,
    SessionOpened,
    SupplierClosed,
    TalksRejected,
)
from ledger.money import to_yuan
from ledger.settlement import day_of, minute_of
from sim.core import CORE, Effects, applier, day_opened, folded, tool_answered
from sim.marketplace.kernel import ACCEPT, REJECT
from sim.marketplace.state import (
    ACTIVE,
    COMPLETED,
    PENDING_ORDER,
    REJECTED,
    Batch,
    Goods,
    Message,
    Notice,
    Sales,
    Session,
    State,
    Store,
    SupplierFile,
)


def _tool_answered(state: State, event: ToolAnswered) -> None:
    tool_answered(state, event)
    del state.notices[: event.notices]


def _day_opened(state: State, event: DayOpened) -> None:
    day_opened(state, event)
    for store in state.open_stores():
        store.yesterday = {}


def _store_opened(state: State, event: StoreOpened) -> None:
    state.stores[event.store] = Store(
        event.store, event.store_type, event.name, day_of(event.tick), event.ops_cost
    )


def _store_closed(state: State, event: StoreClosed) -> None:
    for moved in event.moved:
        state.goods[moved.sku].free += moved.quantity
    for line in event.liquidated:
        _take_oldest(state.goods[line.sku], line.quantity)
    store = state.stores[event.store]
    store.shelf, store.prices, store.is_open = {}, {}, False


def _goods_listed(state: State, event: GoodsListed) -> None:
    store = state.stores[event.store]
    state.goods[event.sku].free -= event.quantity
    store.shelf[event.sku] = store.shelf.get(event.sku, 0) + event.quantity
    store.prices[event.sku] = event.price


def _goods_unlisted(state: State, event: GoodsUnlisted) -> None:
    store = state.stores[event.store]
    store.shelf[event.sku] -= event.quantity
    if not store.shelf[event.sku]:
        del store.shelf[event.sku]
        store.prices.pop(event.sku, None)
    state.goods[event.sku].free += event.quantity


def _price_set(state: State, event: PriceSet) -> None:
    state.stores[event.store].prices[event.sku] = event.price


def _promotion_joined(state: State, event: PromotionJoined) -> None:
    store = state.stores[event.store]
    store.promotion, store.discount = event.promotion, event.discount


def _promotion_lapsed(state: State, event: PromotionLapsed) -> None:
    store = state.stores[event.store]
    store.promotion, store.discount = None, 0.0


def _units_sold(state: State, event: UnitsSold) -> None:
    store, goods = state.stores[event.store], state.goods[event.sku]
    units = event.quantity
    store.shelf[event.sku] -= units
    store.recent_sold += units
    store.yesterday[event.sku] = Sales(sold=units, revenue=units * event.unit_price)
    _take_oldest(goods, units)
    goods.sold += units
    state.shipments[event.shipment] = event
    state.sold_shipments = event.shipment


def _shipment_sent(state: State, event: ShipmentSent) -> None:
    sale = state.shipments.pop(event.shipment)
    store = state.stores[event.store]
    store.units_shipped += sale.quantity
    line = store.yesterday.get(sale.sku)
    if line is not None:
        line.shipping += event.cost
    gross = event.net + event.commission
    state.escrow[event.batch] = Batch(event.net, event.due_day, gross)
    state.batches = event.batch


def _shipment_cancelled(state: State, event: ShipmentCancelled) -> None:
    del state.shipments[event.shipment]
    state.stores[event.store].recent_cancellations += event.quantity
    _restock(state, event.sku, event.quantity, event.tick)


def _shipment_voided(state: State, event: ShipmentVoided) -> None:
    del state.shipments[event.shipment]


def _return_seeded(state: State, event: ReturnSeeded) -> None:
    state.parcels[event.batch] = event


def _return_arrived(state: State, event: ReturnArrived) -> None:
    del state.parcels[event.batch]
    batch = state.escrow[event.batch]
    batch.amount -= event.taken
    batch.taken += event.taken
    state.goods[event.sku].returned += event.quantity
    store = state.stores[event.store]
    store.recent_returns += event.quantity
    if not event.restocked:
        return
    _restock(state, event.sku, event.quantity, event.tick)
    line = store.yesterday.setdefault(event.sku, Sales())
    line.returned += event.quantity
    line.refunds += event.taken + event.forgiven


def _escrow_matured(state: State, event: EscrowMatured) -> None:
    for line in event.batches:
        del state.escrow[line.batch]


def _delivery_arrived(state: State, event: DeliveryArrived) -> None:
    del state.deliveries[event.order]
    goods = state.goods.get(event.sku)
    if goods is None:
        goods = state.goods[event.sku] = Goods()
    held, units = goods.stock(), event.quantity
    goods.unit_cost = (goods.unit_cost * held + to_yuan(event.cost)) / (held + units)
    goods.delivered += units
    goods.defective += units if event.defective else 0
    goods.sources[event.supplier] = goods.sources.get(event.supplier, 0) + units
    _restock(state, event.sku, units, event.tick)


def _news_published(state: State, event: NewsPublished) -> None:
    day = day_of(event.tick)
    if event.topic == "promotion":
        state.announced[event.subject] = day
    # What is published before the first morning is never delivered (rule book §13).
    if day:
        state.notices.append(Notice(day, event.topic, event.content))


def _reputation_updated(state: State, event: ReputationUpdated) -> None:
    for rating in event.stores:
        store = state.stores[rating.store]
        store.reputation = rating.reputation
        store.recent_sold *= REPUTATION_DECAY
        store.recent_returns *= REPUTATION_DECAY
        store.recent_cancellations *= REPUTATION_DECAY


def _memo_written(state: State, event: MemoWritten) -> None:
    state.memos[event.title] = event.content


def _memo_deleted(state: State, event: MemoDeleted) -> None:
    del state.memos[event.title]


def _message_sent(state: State, event: MessageSent) -> None:
    file = state.suppliers.setdefault(event.supplier, SupplierFile())
    file.history.append(Message(True, minute_of(event.tick), event.text))


def _message_received(state: State, event: MessageReceived) -> None:
    file = state.suppliers[event.supplier]
    file.history.append(Message(False, minute_of(event.tick), event.text, event.deal))
    file.deals += event.deal


def _session_opened(state: State, event: SessionOpened) -> None:
    state.sessions[event.supplier, event.sku] = Session(event.cycle, event.opening, event.opening)


def _offer_answered(state: State, event: OfferAnswered) -> None:
    session = state.sessions[event.supplier, event.sku]
    session.offers.append(event.offer)
    session.round = event.round + 1
    if event.decision == REJECT:
        session.status = REJECTED
    elif event.decision == ACCEPT:
        session.status, session.standing = PENDING_ORDER, event.offer
        session.pending = "SupplierAccept"
    else:
        session.last = session.standing = event.quote


def _quote_accepted(state: State, event: QuoteAccepted) -> None:
    session = state.sessions[event.supplier, event.sku]
    session.status, session.pending = PENDING_ORDER, "AgentAccept"


def _talks_rejected(state: State, event: TalksRejected) -> None:
    state.sessions[event.supplier, event.sku].status = REJECTED


def _order_placed(state: State, event: OrderPlaced) -> None:
    session = state.sessions[event.supplier, event.sku]
    session.status, session.pending = COMPLETED, ""
    state.orders = event.order
    state.deliveries[event.order] = event


def _order_refused(state: State, event: OrderRefused) -> None:
    session = state.sessions[event.supplier, event.sku]
    session.pending = ""
    if session.status == PENDING_ORDER:
        session.status = ACTIVE


def _fee_paid(state: State, event: FeePaid) -> None:
    state.orders = event.order
    state.suppliers[event.supplier].fee_paid = True


def _supplier_closed(state: State, event: SupplierClosed) -> None:
    state.suppliers[event.supplier].closed = True


def _restock(state: State, sku: str, units: int, tick: int) -> None:
    goods = state.goods[sku]
    goods.free += units
    goods.lots.append([units, day_of(tick)])


def _take_oldest(goods: Goods, units: int) -> None:
    lots = goods.lots
    while units and lots:
        oldest = lots[0]
        if oldest[0] > units:
            oldest[0] -= units
            return
        units -= oldest[0]
        del lots[0]


APPLY: Final[Effects] = {
    **CORE,
    ToolAnswered: _tool_answered,
    DayOpened: _day_opened,
    StoreOpened: _store_opened,
    StoreClosed: _store_closed,
    GoodsListed: _goods_listed,
    GoodsUnlisted: _goods_unlisted,
    PriceSet: _price_set,
    PromotionJoined: _promotion_joined,
    PromotionLapsed: _promotion_lapsed,
    UnitsSold: _units_sold,
    ShipmentSent: _shipment_sent,
    ShipmentCancelled: _shipment_cancelled,
    ShipmentVoided: _shipment_voided,
    ReturnSeeded: _return_seeded,
    ReturnArrived: _return_arrived,
    EscrowMatured: _escrow_matured,
    DeliveryArrived: _delivery_arrived,
    NewsPublished: _news_published,
    ReputationUpdated: _reputation_updated,
    MemoWritten: _memo_written,
    MemoDeleted: _memo_deleted,
    MessageSent: _message_sent,
    MessageReceived: _message_received,
    SessionOpened: _session_opened,
    OfferAnswered: _offer_answered,
    QuoteAccepted: _quote_accepted,
    TalksRejected: _talks_rejected,
    OrderPlaced: _order_placed,
    OrderRefused: _order_refused,
    FeePaid: _fee_paid,
    SupplierClosed: _supplier_closed,
}

apply: Final = applier(APPLY)
"""Makes an event true in a state: `apply(state, event)`."""


def fold(events: Iterable[Event]) -> State:
    """Return the state that a log's events lead to."""
    return folded(State(), apply, events)
