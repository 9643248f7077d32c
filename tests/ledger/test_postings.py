"""Goal: every event that moves money has a posting, and every posting cancels.

Method: one worked example per kind (rule book §23.2), the whole vocabulary searched for fields of
money, and generated events of every kind that posts.
"""

from typing import Any, get_args, get_origin

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.base import Event
from events.episode import EpisodeEnded, EpisodeStarted
from events.marketplace import (
    DeliveryArrived,
    Moved,
    ReturnArrived,
    ReturnSeeded,
    Salvage,
    ShipmentSent,
    StoreClosed,
    StoreOpened,
    UnitsSold,
)
from events.money import (
    DayClosed,
    EscrowMatured,
    FeePaid,
    IdleCharged,
    Matured,
    OpsCharged,
    SolvencyTested,
    StorageCharged,
    StoreCost,
    WalletWithdrawn,
)
from events.supermarket import (
    DayReported,
    GoodsOrdered,
    GoodsSold,
    OrderLine,
    RentPaid,
    TakingsBooked,
)
from events.talks import OrderPlaced
from events.union import KINDS
from ledger.accounts import ALL
from ledger.book import Book
from ledger.postings import POSTINGS, legs

MONEY_FIELDS = {
    "amount", "fee", "ops_cost", "cost", "net", "commission", "taken", "forgiven", "bank",
    "wallet", "escrow", "opening_balance", "unit_price", "unit_refund", "unit_shipping", "ops",
    "idle", "storage", "matured", "revenue", "refunds", "net_worth",
}  # fmt: skip
"""Names under which the vocabulary holds micro-yuan."""

REPORTING = (
    UnitsSold,
    ReturnSeeded,
    DeliveryArrived,
    SolvencyTested,
    DayClosed,
    EpisodeEnded,
    GoodsSold,
    DayReported,
)
"""Kinds that mention money that moves with another event, or has moved already."""


def sample(kind: type[Event], **fields: Any) -> Event:
    """Return an event of a kind; what is not given is the emptiest value of its type."""
    empty = {int: 0, str: "", float: 0.0, bool: False}
    made = {
        field.name: empty.get(field.type, ())
        for field in msgspec.structs.fields(kind)
        if field.required and (field.type in empty or get_origin(field.type) is tuple)
    }
    return kind(**(made | fields))


EXAMPLES = [
    (sample(EpisodeStarted, opening_balance=9), {"capital": -9, "bank": 9}),
    (sample(StoreOpened, fee=500, ops_cost=60), {"bank": -500, "setup": 500}),
    (
        sample(OpsCharged, stores=(StoreCost("a", 60), StoreCost("b", 130))),
        {"bank": -190, "ops": 190},
    ),
    (sample(IdleCharged, amount=1000), {"bank": -1000, "ops": 1000}),
    (sample(StorageCharged, units=3, amount=15), {"bank": -15, "storage": 15}),
    (
        sample(ShipmentSent, cost=6, commission=8, net=392),
        {"bank": -6, "shipping": 6, "escrow": 392, "commission": 8, "revenue": -400},
    ),
    (
        sample(ReturnArrived, quantity=3, taken=292, forgiven=8),
        {"escrow": -292, "commission_reversed": -8, "refunds": 300},
    ),
    (
        sample(EscrowMatured, batches=(Matured(1, 98), Matured(2, 0), Matured(4, 2))),
        {"escrow": -100, "wallet": 100},
    ),
    (sample(WalletWithdrawn, amount=40), {"wallet": -40, "bank": 40}),
    (
        sample(OrderPlaced, amount=600, unit_price=20, quantity=30),
        {"bank": -600, "procurement": 600},
    ),
    (sample(FeePaid, amount=1000), {"bank": -1000, "vip_fees": 1000}),
    (
        sample(StoreClosed, liquidated=(Salvage("x", 2, 30), Salvage("y", 1, 4))),
        {"salvage": -34, "bank": 34},
    ),
    (sample(StoreClosed, moved=(Moved("x", 3),)), {}),
    (
        sample(GoodsOrdered, amount=70, lines=(OrderLine(1, "x", 7, 1e-5, 70, 2, 9),)),
        {"bank": -70, "procurement": 70},
    ),
    (
        sample(TakingsBooked, revenue=50, refunds=8),
        {"bank": 42, "refunds": 8, "revenue": -50},
    ),
    (sample(RentPaid, amount=600), {"bank": -600, "rent": 600}),
]


@pytest.mark.parametrize(("event", "effect"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_event_moves_these_accounts_by_these_amounts(event, effect):
    book = Book()
    book.post(legs(event))
    assert {account: moved for account, moved in book.balances.items() if moved} == effect


def test_every_kind_that_posts_has_an_example():
    assert {type(event) for event, _ in EXAMPLES} == set(POSTINGS)


def amounts(struct: Any) -> list[str]:
    """Return the names of all fields of money in a struct and its lines."""
    found = []
    for field in msgspec.structs.fields(struct):
        if get_origin(field.type) is tuple:
            item = get_args(field.type)[0]
            found += amounts(item) if issubclass(type(item), type(msgspec.Struct)) else []
        elif field.type is int and field.name in MONEY_FIELDS:
            found.append(field.name)
    return found


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.__name__)
def test_an_event_that_carries_an_amount_has_a_posting_or_only_reports(kind):
    assert bool(amounts(kind)) == ((kind in POSTINGS) != (kind in REPORTING))


@pytest.mark.parametrize("kind", REPORTING, ids=lambda kind: kind.__name__)
def test_an_event_that_only_reports_moves_nothing(kind):
    ones = {name: 1 for name in amounts(kind) if name in kind.__struct_fields__}
    assert legs(sample(kind, **ones)) == ()


plain = {
    int: st.integers(-(10**12), 10**12),
    str: st.text(max_size=3),
    float: st.floats(allow_nan=False),
    bool: st.booleans(),
}


def values(type_: Any) -> st.SearchStrategy[Any]:
    """Return values of a field's type, as the vocabulary uses them."""
    if type_ in plain:
        return plain[type_]
    arguments = get_args(type_)
    if get_origin(type_) is dict:
        return st.dictionaries(values(arguments[0]), values(arguments[1]), max_size=4)
    if get_origin(type_) is tuple:
        return st.lists(values(arguments[0]), max_size=4).map(tuple)
    if type(None) in arguments:
        return st.none() | values(arguments[0])
    return structs(type_)


def structs(kind: Any) -> st.SearchStrategy[Any]:
    fields = msgspec.structs.fields(kind)
    return st.builds(kind, **{field.name: values(field.type) for field in fields})


EVENTS = {kind: structs(kind) for kind in POSTINGS}


@settings(deadline=None)
@given(st.lists(st.one_of(*EVENTS.values()), max_size=10))
def test_all_postings_cancel_whatever_the_event_says(events):
    book = Book()
    for event in events:
        moved = legs(event)
        assert sum(amount for _, amount in moved) == 0
        assert all(account in ALL and type(amount) is int for account, amount in moved)
        book.post(moved)
    assert sum(book.balances.values()) == 0


@pytest.mark.parametrize("kind", POSTINGS, ids=lambda kind: kind.__name__)
def test_each_kind_cancels_on_its_own(kind):
    @settings(deadline=None)
    @given(EVENTS[kind])
    def cancels(event: Event) -> None:
        assert sum(amount for _, amount in legs(event)) == 0

    cancels()
