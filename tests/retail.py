"""The supermarket for tests: its golden worlds, episodes that are played, and their checks."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from data.supermarket.loader import load_folder
from data.supermarket.parameters import Preset
from data.supermarket.tables import Supermarket
from events.base import Event
from events.codec import encode, make_decoder
from events.episode import Call
from events.supermarket import GoodsExpired, GoodsOrdered, GoodsSold
from events.union import AnyEvent
from ledger.accounts import BANK, CAPITAL, PROCUREMENT, REFUNDS, RENT, REVENUE
from sim.supermarket.apply import fold
from sim.supermarket.sandbox import Sandbox
from sim.supermarket.tools import toolbox
from sim.supermarket.world import Settings, Store
from sim.supermarket.year import begin
from sim.tape import Sink, Tape
from sim.turn import Answer, take_turn

GOLDEN = Path(__file__).parent / "golden" / "retail"
TRACES = sorted(GOLDEN.glob("*.jsonl.gz"))
decode = make_decoder(AnyEvent)


@cache
def world(name: str = "data-small") -> Supermarket:
    """Return a golden world's tables."""
    return load_folder(GOLDEN / name)


class Shop:
    """An episode that is played call by call."""

    def __init__(
        self, sandbox: Sandbox | None = None, *, sink: Sink | None = None, **settings: Any
    ) -> None:
        base = settings.pop("preset", Preset())
        other = {name: settings.pop(name) for name in Preset.__struct_fields__ if name in settings}
        preset = msgspec.structs.replace(base, **other)
        self.settings = Settings(preset=preset, **settings)
        self.tape = Tape(sink, keep=True)
        self.store: Store = begin(world(), self.settings, self.tape, sandbox)
        self.box = toolbox(self.settings.preset)

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Make one call and return its whole result."""
        return self.answer(tool, **arguments).result

    def answer(self, tool: str, **arguments: Any) -> Answer:
        """Make one call and return its answer."""
        (answer,) = take_turn(self.store, self.box, [Call(tool, json.dumps(arguments))])
        return answer

    def nights(self, count: int) -> None:
        """Let days pass."""
        for _ in range(count):
            if not self.store.is_over:
                self.call("end_today")

    def events(self, *kinds: type[Event]) -> list[Any]:
        """Return the events so far, of some kinds."""
        return [event for event in self.tape.events if not kinds or isinstance(event, kinds)]

    def check(self) -> None:
        """Assert that the log tells the whole state, and that nothing came from nowhere."""
        events = [decode(encode(event)) for event in self.tape.events]
        assert fold(events) == self.store.state
        check_goods(self.store, self.tape.events)
        check_money(self.store)


def check_goods(store: Store, events: list[Event]) -> None:
    """Assert lot by lot: ordered = in stock + waiting + on its way + sold + expired."""
    state, left = store.state, Counter[int]()
    for event in events:
        if isinstance(event, GoodsOrdered):
            for line in event.lines:
                left[line.lot] += line.quantity
        elif isinstance(event, GoodsSold):
            for sale in event.sales:
                assert sale.sold == sum(part.units for part in sale.lots) <= sale.demand
                assert sale.returned == sum(part.returned for part in sale.lots) <= sale.sold
                for part in sale.lots:
                    left[part.lot] -= part.units
        elif isinstance(event, GoodsExpired):
            for moved in event.lots:
                left[moved.lot] -= moved.stocked + moved.waiting
    for held in [*state.stock.values(), state.waiting]:
        for lot, units in held:
            assert units > 0
            left[lot] -= units
    for order in state.orders.values():
        for line in order.lines:
            left[line.lot] -= line.quantity
    assert not any(left.values())
    held = sum(units for lots in state.stock.values() for _, units in lots)
    assert held == state.stocked <= store.preset.capacity


def check_money(store: Store) -> None:
    """Assert that the bank holds what came in less what went out."""
    book = store.state.book.balances
    assert sum(book.values()) == 0
    spent = book[PROCUREMENT] + book[RENT] + book[REFUNDS]
    assert book[BANK] == -book[CAPITAL] - book[REVENUE] - spent


def plain(value: Any) -> Any:
    """Return a value as its JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(value))
