"""Goal: the supermarket's night happens in the order of its table, and the log alone shows it.

Method: the table itself; then a busy store whose events are held against it kind by kind.
"""

from itertools import pairwise

from events.episode import EpisodeFinalised
from events.money import DayOpened, SolvencyTested
from events.supermarket import (
    DayReported,
    DemandSampled,
    GoodsAdmitted,
    GoodsDelivered,
    GoodsExpired,
    GoodsOrdered,
    GoodsSold,
    NewsDrawn,
    NewsLapsed,
    QuotesPublished,
    RentPaid,
    TakingsBooked,
)
from ledger.settlement import ACTING, CLOSING_MIN, DAY_MIN, OPENING_MIN, PHASES, tick_of
from ledger.trading import EVENING, FINALISE, MORNING, STEPS
from tests.retail import Shop, world

STEP_OF = {
    GoodsAdmitted: ("admit", "readmit"),
    DemandSampled: ("demand",),
    GoodsSold: ("sales",),
    GoodsExpired: ("expiry",),
    NewsLapsed: ("lapse",),
    NewsDrawn: ("news",),
    TakingsBooked: ("takings",),
    DayOpened: ("open",),
    GoodsDelivered: ("arrivals",),
    RentPaid: ("rent",),
    QuotesPublished: ("quotes",),
    SolvencyTested: ("solvency",),
    DayReported: ("close",),
    EpisodeFinalised: ("finalise",),
}


def test_the_steps_follow_each_other_from_evening_to_morning():
    ticks = [tick_of(1, step) for step in (*STEPS, FINALISE)]
    assert ticks == sorted(set(ticks))
    assert tick_of(0, ACTING) < ticks[0] == CLOSING_MIN * PHASES
    assert ticks[-1] < tick_of(1, ACTING)
    assert [step.phase for step in EVENING] == list(range(8))
    assert [step.phase for step in MORNING] == list(range(6))
    assert all(step.minute == OPENING_MIN for step in MORNING)


def test_every_event_of_a_busy_store_happens_at_its_step():
    shop = Shop(capacity=900, days=40, opening_balance=60_000_000_000)
    skus = [row.id for row in world().products]
    shop.call("set_shelf_skus", sku_ids=skus)
    for sku in skus[:10]:
        shop.call("modify_sku_price", sku_id=sku, new_price=0.2)
    for _ in range(8):
        items = [{"sku_id": sku, "quantity": 70} for sku in skus]
        shop.call("place_order", items=items, supplier_id="supplier_1")
        shop.nights(5)
    assert shop.store.is_over
    steps = {step.name: step for step in (*STEPS, FINALISE)}
    seen = set()
    for event in shop.events():
        names = STEP_OF.get(type(event), ())
        # Before the first day the first paper and the first quotes are laid out.
        if not names or event.tick < tick_of(0, ACTING):
            continue
        places = {(steps[name].minute % DAY_MIN, steps[name].phase) for name in names}
        minute, phase = divmod(event.tick, PHASES)
        assert (minute % DAY_MIN, phase) in places, type(event).__name__
        seen.add(type(event))
    assert seen == set(STEP_OF)
    ticks = [event.tick for event in shop.events()]
    assert all(earlier <= later for earlier, later in pairwise(ticks))
    assert all(event.tick % PHASES == ACTING.phase for event in shop.events(GoodsOrdered))
    shop.check()
