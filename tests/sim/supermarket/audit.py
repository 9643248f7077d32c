"""A second opinion on an episode: books kept from nothing but the bytes of its commits."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from events.base import Event
from events.codec import encode, make_decoder
from events.episode import EpisodeEnded, EpisodeFinalised, EpisodeStarted, ToolAnswered, TurnTaken
from events.money import DayOpened
from events.supermarket import (
    CodeRan,
    DayReported,
    GoodsAdmitted,
    GoodsDelivered,
    GoodsExpired,
    GoodsOrdered,
    GoodsSold,
    RentPaid,
    TakingsBooked,
)
from events.union import AnyEvent
from ledger.accounts import BANK
from ledger.money import to_micro
from sim.supermarket.apply import apply, fold
from sim.supermarket.state import State
from sim.supermarket.world import Store
from tests.retail import Shop

DECODE = make_decoder(AnyEvent)


class Audit:
    """A sink that believes nothing: it checks every commit against the live state."""

    def __init__(self) -> None:
        self.store: Store | None = None
        self.replica = State()
        self.payloads: list[bytes] = []
        self.bank = 0
        self.takings = [0, 0]
        """Revenue and refunds that have not reached the bank."""
        self.travelling: dict[int, int] = {}
        """Units by lot: on their way, outside, in stock."""
        self.outside: dict[int, int] = {}
        self.stocked: dict[int, int] = {}
        self.ordered: Counter[int] = Counter()
        self.gone: Counter[int] = Counter()
        """Sold or expired."""
        self.inner_calls = 0
        self.count: Counter[type] = Counter()
        self.commits = self.tick = self.queued_most = 0

    def commit(self, events: Sequence[Event], sync: bool = False) -> None:
        for happened in events:
            payload = encode(happened)
            event = DECODE(payload)
            assert event == happened
            assert encode(event) == payload
            assert event.seq == len(self.payloads) + 1
            assert event.tick >= self.tick
            assert not self.count[EpisodeEnded], f"{type(event)} after the end"
            self.payloads.append(payload)
            self.tick = event.tick
            self.count[type(event)] += 1
            apply(self.replica, event)
            self._book(event)
        self.commits += 1
        assert sync == any(type(event) is DayOpened for event in events)
        if self.store is not None:
            self.check()

    def _book(self, event: Any) -> None:
        match event:
            case EpisodeStarted():
                self.bank = event.opening_balance
            case GoodsOrdered():
                self.bank -= event.amount
                assert event.amount == sum(line.amount for line in event.lines)
                for line in event.lines:
                    assert line.lot == len(self.ordered) + 1
                    self.ordered[line.lot] = self.travelling[line.lot] = line.quantity
            case GoodsDelivered():
                for moved in event.lots:
                    assert self.travelling.pop(moved.lot) == moved.stocked + moved.waiting
                    add(self.stocked, moved.lot, moved.stocked)
                    add(self.outside, moved.lot, moved.waiting)
            case GoodsAdmitted():
                for moved in event.lots:
                    add(self.outside, moved.lot, -moved.stocked)
                    add(self.stocked, moved.lot, moved.stocked)
            case GoodsExpired():
                for moved in event.lots:
                    add(self.stocked, moved.lot, -moved.stocked)
                    add(self.outside, moved.lot, -moved.waiting)
                    self.gone[moved.lot] += moved.stocked + moved.waiting
            case GoodsSold():
                for sale in event.sales:
                    self._sell(sale)
            case TakingsBooked():
                assert [event.revenue, event.refunds] == self.takings
                self.bank += event.revenue - event.refunds
                self.takings = [0, 0]
            case RentPaid():
                self.bank -= event.amount
            case DayReported():
                assert event.bank == self.bank
                assert event.stocked == sum(self.stocked.values())
                assert event.waiting == sum(self.outside.values())
            case CodeRan():
                self.inner_calls += len(event.calls)

    def _sell(self, sale: Any) -> None:
        assert sale.sold == sum(part.units for part in sale.lots) <= sale.demand
        assert sale.returned == sum(part.returned for part in sale.lots) <= sale.sold
        assert sale.revenue == to_micro(sale.price * sale.sold)
        assert sale.refunds == to_micro(sale.price * sale.returned)
        self.takings = [self.takings[0] + sale.revenue, self.takings[1] + sale.refunds]
        for part in sale.lots:
            add(self.stocked, part.lot, -part.units)
            self.gone[part.lot] += part.units
        assert len(sale.reviews) <= sale.sold
        assert {review.lot for review in sale.reviews} <= {part.lot for part in sale.lots}

    def check(self) -> None:
        """Compare the live state with the folded one and with the audit's own books."""
        assert self.store is not None
        state = self.store.state
        assert state == self.replica
        assert sum(state.book.balances.values()) == 0
        assert state.book.balances[BANK] == self.bank
        assert pairs(*state.stock.values()) == self.stocked
        assert pairs(state.waiting) == self.outside
        lines = [line for order in state.orders.values() for line in order.lines]
        assert {line.lot: line.quantity for line in lines} == self.travelling
        for lot, units in self.ordered.items():
            where = (self.stocked, self.outside, self.travelling, self.gone)
            assert units == sum(place.get(lot, 0) for place in where)
        assert state.stocked == sum(self.stocked.values()) <= self.store.preset.capacity
        self.queued_most = max(self.queued_most, sum(self.outside.values()))
        shelf = self.store.preset.shelf
        assert shelf is None or len(state.shelf) <= shelf
        assert min(state.prices.values()) > 0

    def finish(self, shop: Shop) -> None:
        """Check the whole log once an episode is over."""
        self.check()
        assert shop.store.state.ended
        assert self.count[EpisodeEnded] == self.count[EpisodeFinalised] == 1
        assert self.takings == [0, 0]
        ended = DECODE(self.payloads[-1])
        assert isinstance(ended, EpisodeEnded)
        assert ended.bank == self.bank
        assert repr(fold(map(DECODE, self.payloads))) == repr(shop.store.state)
        # One commit for the beginning, and one per call; turns without calls have one, too.
        idle = sum(not event.calls for event in shop.events(TurnTaken))
        closed = not isinstance(shop.tape.events[-2], ToolAnswered)
        assert self.commits == 1 + self.count[ToolAnswered] + idle + closed


def add(held: dict[int, int], lot: int, units: int) -> None:
    """Change the units of a lot; one without units is not held."""
    left = held.get(lot, 0) + units
    assert left >= 0, f"lot {lot} has {left} units"
    held.pop(lot, None)
    if left:
        held[lot] = left


def pairs(*lists: list[list[int]]) -> dict[int, int]:
    """Return the units by lot of [lot, units] pairs; none may be without units."""
    found: Counter[int] = Counter()
    for held in lists:
        for lot, units in held:
            assert units > 0, f"lot {lot} has {units} units"
            found[lot] += units
    return dict(found)


def audited(sandbox: Any = None, **settings: Any) -> tuple[Shop, Audit]:
    """Return an episode and the audit that watches it."""
    audit = Audit()
    shop = Shop(sandbox, sink=audit, **settings)
    audit.store = shop.store
    return shop, audit
