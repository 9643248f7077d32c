"""Goal: whatever an agent sends, the year stays whole.

Method: hypothesis plays turns of good and bad calls after a scripted opening, seeded drivers play
whole years, and an audit that has only the bytes of the commits compares its books with the state.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from events.agent import ConsentRead, VoiceSpoke
from events.episode import EpisodeEnded
from events.money import DayOpened
from events.union import ASIDES, KINDS
from runs.agents.base import call
from sim.marketplace.state import State
from sim.marketplace.tools import TOOLBOX
from sim.turn import take_turn
from tests.sim.marketplace.audit import audited
from tests.sim.marketplace.shop import NIGHT, cheapest, offer, open_up, supplier
from tests.strategies import dice, random_call, random_turn, sources, tools


class Year(RuleBasedStateMachine):
    """An episode that hypothesis plays, from day 0 or after the scripted opening."""

    @initialize(
        days=st.sampled_from((365, 33, 24)),
        bank=st.sampled_from((100_000, 1_000_000, 25_000)),
        opening=st.sampled_from((21, 18, 0)),
    )
    def begin(self, days: int, bank: float, opening: int) -> None:
        self.shop, self.audit = audited(days=days, bank=bank)
        if opening:
            open_up(self.shop, opening)

    def is_on(self) -> bool:
        return not self.shop.market.is_over

    @precondition(is_on)
    @rule(rng=dice)
    def turn(self, rng: Random) -> None:
        self.shop.play(*random_turn(rng, self.shop.known))

    @precondition(is_on)
    @rule(rng=sources, tool=tools)
    def single_call(self, rng: Random, tool: str) -> None:
        self.shop.play(random_call(rng, self.shop.known, tool))

    @precondition(is_on)
    @rule(count=st.integers(1, 6), ship=st.booleans())
    def days_pass(self, count: int, ship: bool) -> None:
        for _ in range(count * self.is_on()):
            if self.is_on():
                self.shop.play(*([call("ship_orders")] if ship else []), NIGHT)

    @precondition(is_on)
    @rule()
    def nothing(self) -> None:
        self.shop.play()

    @precondition(lambda self: not self.is_on())
    @rule()
    def it_is_over(self) -> None:
        assert self.shop.market.state.reason in ("max_days_reached", "bankruptcy")
        assert self.audit.count[EpisodeEnded] == 1
        assert all(answer.failed for answer in take_turn(self.shop.market, TOOLBOX, [NIGHT, NIGHT]))

    @invariant()
    def the_books_are_whole(self) -> None:
        self.audit.check()

    def teardown(self) -> None:
        if hasattr(self, "shop"):
            self.shop.market.close("agent_stopped")
            self.audit.finish(self.shop)


TestYear = Year.TestCase
TestYear.settings = settings(
    max_examples=180,
    stateful_step_count=40,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize(("seed", "bank"), [(1, 2_000_000), (2, 3_000_000), (3, 40_000)])
def test_a_fuzzed_year_stays_whole_to_its_end(seed: int, bank: int) -> None:
    shop, audit = audited(every=False, seed=seed, bank=bank)
    rng = Random(seed)
    open_up(shop)
    while not shop.market.is_over:
        shop.play(*random_turn(rng, shop.known))
        if rng.random() < 0.3 and not shop.market.is_over:
            # A regular customer: keeps goods flowing, and outlives its supplier.
            shop.play(call("check_warehouse"), call("ship_orders"), call("withdraw"))
            row = cheapest("Kitchenware")[0]
            seller = supplier("Kitchenware", nth=seed % 2)
            shop.write(seller, offer(row.id, row.reference_price, 9), history_count=1)
    audit.finish(shop)
    assert audit.count[DayOpened] == shop.market.day
    if seed == 3:
        assert shop.market.state.reason == "bankruptcy"
        assert shop.market.state.streak == 10
    else:
        assert (shop.market.state.reason, shop.market.day) == ("max_days_reached", 365)
        ours = {kind for kind in KINDS.values() if kind.__module__ != "events.supermarket"}
        assert len(ours - {*audit.count} - {*ASIDES, VoiceSpoke, ConsentRead}) <= 6


def first(things: dict[Any, Any]) -> Any:
    return next(iter(things.values()))


FAULTS: dict[str, Callable[[State], Any]] = {
    "a unit from nowhere": lambda state: setattr(first(state.goods), "free", 10**6),
    "an empty lot": lambda state: first(state.goods).lots.append([0, 1]),
    "a yuan from nowhere": lambda state: state.book.balances.update(bank=10**12),
    "a lost batch": lambda state: state.escrow.popitem(),
    "a lost parcel": lambda state: state.parcels.popitem(),
    "a lost sale": lambda state: state.shipments.popitem(),
    "a lost delivery": lambda state: state.deliveries.popitem(),
    "a forgotten message": lambda state: first(state.suppliers).history.pop(),
    "a longer streak": lambda state: setattr(state, "streak", 1),
    "another price": lambda state: setattr(first(state.sessions), "standing", 1.0),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("both", [False, True], ids=["live", "folded as well"])
def test_the_audit_notices(fault: str, both: bool) -> None:
    """Money and goods are noticed even if the fold errs in the same way."""
    shop, audit = audited(every=False)
    open_up(shop)
    audit.check()
    FAULTS[fault](shop.market.state)
    if both:
        audit.replica = shop.market.state
    if both and fault in ("a forgotten message", "a longer streak", "another price"):
        audit.check()
        return
    with pytest.raises(AssertionError):
        audit.check()
