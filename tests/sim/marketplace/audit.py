"""An audit that sits where the log would be and believes nothing.

It decodes the bytes of every commit, folds them into a state of its own, keeps books of its own in
the simplest way there is, and compares both with the live state.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from events.base import Event
from events.codec import encode, make_decoder
from events.episode import EpisodeEnded, EpisodeFinalised, EpisodeStarted, ToolAnswered, TurnTaken
from events.marketplace import (
    DeliveryArrived,
    ReturnArrived,
    ReturnSeeded,
    ShipmentCancelled,
    ShipmentSent,
    ShipmentVoided,
    StoreClosed,
    StoreOpened,
    UnitsSold,
)
from events.money import (
    DayOpened,
    EscrowMatured,
    FeePaid,
    IdleCharged,
    OpsCharged,
    StorageCharged,
    WalletWithdrawn,
)
from events.talks import OfferAnswered, OrderPlaced, SessionOpened
from events.union import AnyEvent
from ledger.settlement import ACTING
from sim.marketplace.apply import apply, fold
from sim.marketplace.state import State
from sim.marketplace.world import Market
from tests.sim.marketplace.shop import Shop, strict

DECODE = make_decoder(AnyEvent)


def flows(event: Any) -> tuple[int, int, int]:
    """Return what an event does to bank, wallet and escrow, told apart from the ledger's table."""
    match event:
        case EpisodeStarted():
            return event.opening_balance, 0, 0
        case StoreOpened():
            return -event.fee, 0, 0
        case StoreClosed():
            return sum(line.amount for line in event.liquidated), 0, 0
        case OpsCharged():
            return -sum(line.amount for line in event.stores), 0, 0
        case IdleCharged() | StorageCharged() | FeePaid() | OrderPlaced():
            return -event.amount, 0, 0
        case ShipmentSent():
            return -event.cost, 0, event.net
        case ReturnArrived():
            return 0, 0, -event.taken
        case EscrowMatured():
            amount = sum(line.amount for line in event.batches)
            return 0, amount, -amount
        case WalletWithdrawn():
            return event.amount, -event.amount, 0
    return 0, 0, 0


class Audit:
    """A sink that believes nothing: it checks every commit, or only those that open a day."""

    def __init__(self, *, every: bool = True) -> None:
        self.every = every
        self.market: Market | None = None
        self.replica = State()
        self.payloads: list[bytes] = []
        self.money = [0, 0, 0]
        self.stock: Counter[str] = Counter()
        self.pending: dict[int, int] = {}
        self.batches: dict[int, int] = {}
        self.parcels: dict[int, int] = {}
        self.orders: dict[int, OrderPlaced] = {}
        self.quotes: dict[tuple[str, str], tuple[float, float]] = {}
        self.count: Counter[type] = Counter()
        self.commits = self.tick = self.matured = 0

    def commit(self, events: Sequence[Event], sync: bool = False) -> None:
        for happened in events:
            payload = encode(happened)
            event = DECODE(payload)
            assert event == happened
            assert encode(event) == payload
            assert event.seq == len(self.payloads) + 1
            assert event.tick >= self.tick
            assert not self.count[EpisodeEnded], f"{type(event)} after the end"
            # Nothing but the call that crossed the last morning happens once all is settled.
            assert not self.count[EpisodeFinalised] or event.tick % 16 == ACTING.phase
            self.payloads.append(payload)
            self.tick = event.tick
            self.count[type(event)] += 1
            apply(self.replica, event)
            self._book(event)
        self.commits += 1
        assert sync == any(type(event) is DayOpened for event in events)
        if self.market and (self.every or sync):
            self.check()

    def _book(self, event: Any) -> None:
        self.money = [had + flow for had, flow in zip(self.money, flows(event), strict=True)]
        match event:
            case UnitsSold():
                self.stock[event.sku] -= event.quantity
                self.pending[event.shipment] = event.quantity
            case ShipmentSent():
                assert self.pending.pop(event.shipment) > 0
                assert event.batch == len(self.batches) + 1
                assert event.due_day == event.tick // 16 // 1440 + 9
                self.batches[event.batch] = event.net
            case ShipmentCancelled():
                self.stock[event.sku] += event.quantity
                assert self.pending.pop(event.shipment) == event.quantity
            case ShipmentVoided():
                assert self.pending.pop(event.shipment) == event.quantity
            case ReturnSeeded():
                assert event.batch not in self.parcels
                self.parcels[event.batch] = event.quantity
            case ReturnArrived():
                assert self.parcels[event.batch] == event.quantity
                self.parcels[event.batch] = 0
                self.batches[event.batch] -= event.taken
                assert self.batches[event.batch] >= 0
                self.stock[event.sku] += event.quantity * event.restocked
            case EscrowMatured():
                for line in event.batches:
                    assert self.batches[line.batch] == line.amount
                    self.batches[line.batch] = -1
                    self.matured += 1
            case StoreClosed():
                for line in event.liquidated:
                    self.stock[line.sku] -= line.quantity
            case OrderPlaced():
                self.orders[event.order] = event
            case DeliveryArrived():
                placed = self.orders.pop(event.order)
                assert (event.sku, event.quantity) == (placed.sku, placed.delivered)
                assert event.tick // 16 // 1440 == placed.due_day
                self.stock[event.sku] += event.quantity
            case SessionOpened():
                self.quotes[event.supplier, event.sku] = event.floor, event.opening
            case OfferAnswered() if event.decision == "Offer":
                floor, last = self.quotes[event.supplier, event.sku]
                assert floor <= event.quote <= last
                self.quotes[event.supplier, event.sku] = floor, event.quote

    def check(self) -> None:
        """Compare the live state with the folded one and with the audit's own books."""
        assert self.market is not None
        state = self.market.state
        assert state == self.replica
        book = state.book.balances
        assert sum(book.values()) == 0
        assert [book["bank"], book["wallet"], book["escrow"]] == self.money
        assert book["bank"] + book["wallet"] + book["escrow"] == state.book.assets
        assert book["wallet"] >= 0
        live = {batch: amount for batch, amount in self.batches.items() if amount >= 0}
        assert {number: batch.amount for number, batch in state.escrow.items()} == live
        assert book["escrow"] == sum(live.values()) >= 0
        assert {number: sale.quantity for number, sale in state.shipments.items()} == self.pending
        assert state.deliveries == self.orders
        on_the_way = {batch: units for batch, units in self.parcels.items() if units}
        assert {batch: parcel.quantity for batch, parcel in state.parcels.items()} == on_the_way
        listed: Counter[str] = Counter()
        for store in state.stores.values():
            assert min(store.shelf.values(), default=0) >= 0
            assert store.is_open or not (store.shelf or store.prices)
            assert {*store.shelf} == {*store.prices}
            assert 0.15 <= store.reputation <= 1
            listed.update(store.shelf)
        assert len(state.open_stores()) <= 4
        for sku, goods in state.goods.items():
            assert goods.free >= 0
            assert all(lot[0] > 0 for lot in goods.lots)
            assert goods.stock() == goods.free + listed[sku] == self.stock[sku]
        assert {*listed} <= {*state.goods}
        assert len(state.memos) <= 20
        assert state.streak <= 10

    def finish(self, shop: Shop) -> None:
        """Check the whole log once an episode is over."""
        self.check()
        assert shop.market.state.ended
        assert self.count[EpisodeEnded] == self.count[EpisodeFinalised] == 1
        assert DECODE(self.payloads[-1]) == shop.tape.events[-1]
        assert isinstance(shop.tape.events[-1], EpisodeEnded)
        ended = shop.tape.events[-1]
        assert [ended.bank, ended.wallet, ended.escrow] == self.money
        assert not self.pending
        assert not any(self.parcels.values())
        assert {*self.batches.values()} <= {-1}
        assert len(self.batches) == self.count[ShipmentSent] == self.matured
        assert self.money[2] == 0
        assert repr(fold(map(DECODE, self.payloads))) == repr(shop.market.state)
        # One commit for the beginning, and one per call; turns without calls have one, too.
        events = shop.tape.events
        idle = sum(type(event) is TurnTaken and not event.calls for event in events)
        assert self.count[ToolAnswered] == len(shop.heard)
        closed = not isinstance(events[-2], ToolAnswered)
        assert self.commits == 1 + len(shop.heard) + idle + closed
        for event, (_, answer) in zip(shop.events(ToolAnswered), shop.heard, strict=True):
            assert strict(bytes(event.answer)) == answer


def audited(*, every: bool = True, **changes: Any) -> tuple[Shop, Audit]:
    audit = Audit(every=every)
    shop = Shop(sink=audit, **changes)
    audit.market = shop.market
    return shop, audit
