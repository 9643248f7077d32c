"""Goal: time passes as §2.3 says, and everything in a morning happens at its own phase (§5).

Method: a world whose only state is a diary; then forty busy days of the golden world, whose events
are checked against the phase table kind by kind.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.base import Event
from ledger.settlement import (
    CLOSE,
    DELIVERIES,
    LAPSE,
    MATURITY,
    NEWS,
    OPEN,
    PHASES,
    RETURNS,
    STEPS,
    Step,
    tick_of,
)
from sim.marketplace.procurement import place_order
from sim.marketplace.shipping import send
from sim.marketplace.stores import close_store, join_promotion
from sim.marketplace.world import Market, Settings
from sim.tape import Tape
from sim.world import World
from tests.worlds import new_events, open_talks, shop, start, stock

EIGHT, SIX = 480, 1080


@cache
def noting(name: str) -> Callable[..., None]:
    """Return an act that notes its name, and the items it was given if it was given any."""
    return lambda world, *items: world.note(" ".join([name, *map(str, items)]))


class Diary(World[list[tuple[str, int]]]):
    """Its state is a list of (what, tick); it is over on the morning of day `last`."""

    def __init__(self, last: int = 1000, steps: tuple[Step, ...] = STEPS) -> None:
        super().__init__([], self._write, Tape(), Settings())
        self._last = last
        self.start_mornings([(step, noting(step.name)) for step in steps])

    @staticmethod
    def _write(state: list[tuple[str, int]], event: Event) -> None:
        raise AssertionError("a diary emits nothing")

    def note(self, text: str) -> None:
        self.state.append((text, self.tick))

    @property
    def day(self) -> int:
        return sum(text == "open" for text, _ in self.state)

    @property
    def is_over(self) -> bool:
        return self.day >= self._last and self.state[-1][0] == "close"

    def at(self) -> tuple[int, int]:
        """Return day and minute of the day."""
        return divmod(self.minute, 1440)


def test_a_world_begins_at_eight_on_its_first_day():
    world = Diary()
    assert (world.at(), world.today, world.state) == ((0, EIGHT), 0, [])


def test_working_minutes_pass_without_a_morning():
    world = Diary()
    world.spend(70)
    assert (world.at(), world.tick % PHASES, world.state) == ((0, EIGHT + 70), 15, [])


def test_a_minute_before_six_the_day_goes_on():
    world = Diary()
    world.spend(599)
    assert (world.at(), world.state) == ((0, SIX - 1), [])


def test_reaching_six_exactly_closes_the_day():
    world = Diary()
    world.spend(600)
    assert (world.at(), world.day) == ((1, EIGHT), 1)


def test_minutes_beyond_closing_are_lost():
    world = Diary()
    world.spend(590)
    world.spend(60)
    assert (world.at(), world.day) == ((1, EIGHT), 1)


def test_the_morning_is_complete_before_the_call_that_crossed_it_acts():
    world = Diary()
    world.spend(600)
    world.note("act")
    mornings = [(step.name, tick_of(1, step)) for step in STEPS]
    assert world.state == [*mornings, ("act", (1440 + EIGHT) * 16 + 15)]


def test_sleeping_leads_to_eight_of_the_next_day_from_any_minute():
    world = Diary()
    for minutes in (0, 1, 599):
        world.spend(minutes)
        day = world.today
        world.sleep()
        assert world.at() == (day + 1, EIGHT)
    assert world.day == 3


def test_a_very_long_call_settles_every_morning_it_crosses():
    world = Diary()
    world.spend(2 * 1440 + 30)
    assert (world.at(), world.day) == ((2, EIGHT + 30), 2)
    world.spend(1440 + 570)  # ends at 18:00
    assert (world.at(), world.day) == ((4, EIGHT), 4)


def test_after_the_end_no_time_passes_and_nothing_settles():
    world = Diary(last=2)
    world.schedule(RETURNS, 3, 1, noting("never"))
    world.spend(5 * 1440)
    end = world.tick
    assert (world.at(), world.day) == ((2, EIGHT), 2)
    diary = list(world.state)
    world.spend(30)
    world.sleep()
    assert (world.tick, world.state) == (end, diary)


@settings(deadline=None)
@given(st.lists(st.integers(0, 360), max_size=20))
def test_whatever_calls_take_the_agent_acts_in_working_hours_after_every_morning(calls):
    world = Diary()
    for minutes in calls:
        day, minute = world.at()
        world.spend(minutes)
        if minute + minutes < SIX:
            assert world.at() == (day, minute + minutes)
        else:
            assert world.at() == (day + 1, EIGHT)
        assert world.day == world.today
        assert world.tick % PHASES == 15


def test_obligations_wake_at_their_phase_between_the_steps_in_order_of_scheduling():
    world = Diary(steps=(OPEN, LAPSE, NEWS, CLOSE))
    world.schedule(MATURITY, 2, 7, noting("mature"))
    world.schedule(RETURNS, 2, 9, noting("return"))
    world.schedule(DELIVERIES, 2, 1, noting("deliver"))
    world.schedule(RETURNS, 1, 3, noting("return"))
    world.spend(600)
    world.schedule(RETURNS, 2, 4, noting("return"))
    world.schedule(MATURITY, 2, 2, noting("mature"))
    world.sleep()
    assert world.state == [
        ("open", tick_of(1, OPEN)),
        ("lapse", tick_of(1, LAPSE)),
        ("return [3]", tick_of(1, RETURNS)),
        ("news", tick_of(1, NEWS)),
        ("close", tick_of(1, CLOSE)),
        ("open", tick_of(2, OPEN)),
        ("lapse", tick_of(2, LAPSE)),
        ("return [9, 4]", tick_of(2, RETURNS)),
        ("mature [7, 2]", tick_of(2, MATURITY)),
        ("deliver [1]", tick_of(2, DELIVERIES)),
        ("news", tick_of(2, NEWS)),
        ("close", tick_of(2, CLOSE)),
    ]


@pytest.mark.parametrize("number", [0.5, float("nan"), float("inf"), -0.0])
def test_time_is_whole(number):
    world = Diary(steps=(OPEN, CLOSE))
    with pytest.raises(TypeError):
        world.spend(number)
    with pytest.raises(TypeError):
        world.schedule(RETURNS, number, 1, noting("return"))
    assert world.tick == tick_of(0, OPEN)


def test_time_does_not_run_back():
    world = Diary(steps=(OPEN, CLOSE))
    with pytest.raises(ValueError, match="minutes: expected 0 or more, found -30"):
        world.spend(-30)
    world.sleep()
    for day in (0, 1):
        with pytest.raises(ValueError, match=f"returns of day {day} is over"):
            world.schedule(RETURNS, day, 1, noting("return"))


due = st.tuples(st.integers(1, 6), st.sampled_from([RETURNS, MATURITY, DELIVERIES]))


@given(st.lists(st.tuples(due, st.integers(0, 5)), max_size=30))
def test_every_obligation_is_met_once_on_its_morning_at_its_phase(plan):
    world = Diary(steps=(OPEN, CLOSE))
    expected: dict[int, list[int]] = {}
    for today in range(7):
        for number, ((day, step), made) in enumerate(plan):
            if made == today and day > today:
                name = step.name
                world.schedule(step, day, number, noting(name))
                expected.setdefault(tick_of(day, step), []).append(number)
        world.sleep()
    met = {tick: text.split(" ", 1)[1] for text, tick in world.state if "[" in text}
    assert met == {tick: str(items) for tick, items in expected.items()}
    ticks = [tick for _, tick in world.state]
    assert ticks == sorted(ticks)


PHASE_OF = {
    "day.opened": 0, "ops.charged": 1, "idle.charged": 2, "storage.charged": 3, "units.sold": 4,
    "promotion.lapsed": 4, "shipment.cancelled": 5, "return.arrived": 6, "escrow.matured": 7,
    "delivery.arrived": 8, "reputation.updated": 10, "solvency.tested": 11, "day.closed": 12,
    "shipment.voided": 13, "episode.finalised": 13,
}  # fmt: skip
NEWS_PHASE = {"penalty": 2, "fulfilment": 5, "delivery": 9, "event": 9, "promotion": 9}
AT_THE_END = {"return.arrived", "escrow.matured"}


def play_forty_days(market: Market) -> None:
    """Trade so that every kind of morning event occurs, neglect and closed stores included."""
    shelves = {}
    for kind in ("fashion", "beauty", "home_living"):
        items = [row for row in market.tables.products if row.store_type == kind][:8]
        for row in items:
            stock(market, row.id, 400, row.reference_price / 2)
        shelves[kind] = {row.id: row.reference_price * 1.2 for row in items}
    fashion, *others = [shop(market, kind, shelf) for kind, shelf in shelves.items()]
    join_promotion(market, fashion, "New Year Kickoff Sale", 0.2)
    supplier = next(row for row in market.tables.suppliers if row.honest)
    goods = next(row for row in market.tables.products if row.category in supplier.categories)
    while not market.is_over:
        market.sleep()
        if market.today % 7 not in (1, 2, 3) and not market.is_over:
            for sale in list(market.state.shipments.values()):
                send(market, sale, "slow")
        if market.today in (3, 33):
            open_talks(market, supplier.name, goods.id)
            place_order(market, supplier, goods.id, 5, goods.reference_price)
        if market.today == 25:
            for store in others:
                close_store(market, store.id, liquidate=False)
        if market.today == 30:
            close_store(market, fashion.id, liquidate=True)
        if market.today == 36:
            shop(market, "beauty", shelves["beauty"])


@pytest.fixture(scope="module")
def forty_days(golden_world) -> list[Event]:
    market = start(golden_world, days=40)
    play_forty_days(market)
    return new_events(market)


def kind_of(event: Event) -> str:
    return str(event.__struct_config__.tag)


def test_events_are_numbered_without_gaps_and_their_ticks_never_fall(forty_days):
    assert [event.seq for event in forty_days] == list(range(1, len(forty_days) + 1))
    assert all(one.tick <= other.tick for one, other in pairwise(forty_days))


def test_every_morning_event_sits_on_the_phase_of_its_step(forty_days):
    last = forty_days[-1].tick // PHASES
    seen: Counter[tuple[str, int]] = Counter()
    for event in forty_days:
        minute, phase = divmod(event.tick, PHASES)
        if phase == 15 or minute == EIGHT:  # the agent's, or the episode's beginning
            continue
        kind = kind_of(event)
        assert minute % 1440 == EIGHT
        if kind == "news.published":
            kind = f"news.published {event.topic}"
            expected = {NEWS_PHASE[event.topic]}
        elif kind in AT_THE_END and minute == last:
            expected = {PHASE_OF[kind], 13}
        else:
            expected = {PHASE_OF[kind]}
        assert phase in expected, event
        seen[kind, phase] += 1
    wanted = set(PHASE_OF.items())
    wanted |= {(kind, 13) for kind in AT_THE_END}
    wanted |= {(f"news.published {topic}", phase) for topic, phase in NEWS_PHASE.items()}
    assert set(seen) == wanted


def test_the_agents_events_are_all_at_phase_fifteen(forty_days):
    actions = {"store.opened", "store.closed", "goods.listed", "promotion.joined",
               "shipment.sent", "return.seeded", "order.placed", "session.opened"}  # fmt: skip
    phases = {kind: set() for kind in actions}
    for event in forty_days:
        if kind_of(event) in actions:
            phases[kind_of(event)].add(event.tick % PHASES)
    assert phases == {kind: {15} for kind in actions}


def test_each_morning_has_its_fixed_events_once(forty_days):
    counted = Counter(kind_of(event) for event in forty_days)
    for kind in ("day.opened", "storage.charged", "solvency.tested", "day.closed"):
        assert counted[kind] == 40
    # Stores were open on the first thirty mornings and on the last four.
    assert counted["ops.charged"] == counted["reputation.updated"] == 34
    assert (counted["idle.charged"], counted["episode.finalised"]) == (6, 1)
