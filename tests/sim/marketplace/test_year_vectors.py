"""Goal: two recorded stretches of the published system come out row by row.

Method: the facts of Appendix A.10 and A.11 on a small world built of Python values; every morning
is read off the events and the book, never off what the simulator thinks of itself.
"""

import datetime
from collections import Counter
from typing import Any

import pytest

from events.marketplace import (
    ReturnArrived,
    ReturnSeeded,
    ShipmentCancelled,
    ShipmentSent,
    ShipmentVoided,
    UnitsSold,
)
from events.money import DayClosed
from ledger.accounts import (
    BANK,
    COMMISSION,
    COMMISSION_REVERSED,
    ESCROW,
    OPS,
    REFUNDS,
    REVENUE,
    SETUP,
    SHIPPING,
    STORAGE,
    WALLET,
)
from sim.marketplace.apply import fold
from sim.marketplace.procurement import place_order
from sim.marketplace.shipping import send
from sim.marketplace.stores import join_promotion, list_goods, open_store
from sim.marketplace.world import Market
from tests.worlds import (
    DRESS,
    DRYER,
    HOB,
    PHONE,
    SHAVER,
    STERILISER,
    VENTILATOR,
    WASHER,
    new_events,
    open_talks,
    shop,
    start,
    stock,
)

ALIASES = {WASHER: "W", STERILISER: "C", VENTILATOR: "F", PHONE: "S", HOB: "H", DRESS: "D"}
SPEEDS = ("standard", "fast", "slow")

# morning | shipments created | sent at | lapsed | parcels landed | new parcels
HAPPENED_C = """
01-13|1W×1 2S×2 3D×1|standard|0|0|S×1@01-18 D×1@01-20
01-14|4W×1 5S×1 6H×1 7D×1|fast|0|0|
01-15|8C×1 9S×1 10D×1|slow|0|0|D×1@01-18
01-16|11S×1 12D×1||0|0|
01-17|13S×1 14D×1||0|0|
01-18|15F×1 16S×2 17D×1|slow|2|2|D×1@01-24 D×1@01-23
01-19|18F×1 19S×1|standard|0|0|
01-20|20S×1|fast|0|1|
01-21|21S×1|slow|0|0|S×1@01-24
01-22|22S×1 23H×1 24D×1|standard|0|0|
01-23|25S×1 26H×1 27D×1|fast|0|1|H×1@01-27
01-24|28C×1 29S×1|slow|0|2|C×1@01-28
01-25|30S×1 31D×1|standard|0|0|D×1@02-01
01-26|32F×1 33S×1 34D×1|fast|0|0|F×1@01-29
01-27|35F×1 36S×1|slow|0|1|
01-28|37C×1 38S×1 39H×1|standard|0|1|S×1@02-03 H×1@02-01
01-29|40S×1|fast|0|1|
01-30|41S×1 42D×1|slow|0|0|
01-31|43F×1 44S×1 45D×1|standard|0|0|
02-01|46S×1 47D×1|fast|0|2|D×1@02-06
02-02|48F×1 49S×1 50D×1|slow|0|0|D×1@02-09
02-03|51S×1 52D×1|standard|0|1|D×1@02-09
02-04|53S×1 54D×1|fast|0|0|
02-05|55C×1 56F×1 57S×2 58D×1|slow|0|0|D×1@02-08
02-06|59S×1|standard|0|1|
02-07|||0|0|
"""
# morning | bank | wallet | escrow | reputation of each store
FIGURES_C = """
01-13|97876.0000|0.0000|2583.2800|0.353100726 0.353100726 0.353100726
01-14|97245.2500|0.0000|4209.1000|0.353841514 0.353100726 0.353346610
01-15|96629.2500|0.0000|7135.3800|0.354340624 0.353346610 0.353593538
01-16|96018.9500|0.0000|7135.3800|0.354843967 0.353346610 0.353841514
01-17|95408.8500|0.0000|7135.3800|0.354843967 0.353346610 0.353841514
01-18|94793.7000|0.0000|9444.0600|0.159146342 0.353346610 0.150000000
01-19|94178.6500|0.0000|10708.2600|0.203899618 0.353346610 0.150000000
01-20|93570.6500|0.0000|11584.3800|0.222071532 0.353346610 0.150000000
01-21|92963.3000|0.0000|12554.5800|0.238481820 0.353346610 0.150000000
01-22|92353.7500|1499.2000|12132.4000|0.253386759 0.353346610 0.150000000
01-23|91741.9500|3125.0200|11489.5200|0.266821156 0.353593538 0.150000000
01-24|91132.0000|5957.2200|10425.2400|0.218773267 0.353841514 0.150000000
01-25|90524.6500|5957.2200|11489.5200|0.235852865 0.353841514 0.150000000
01-26|89903.5000|5957.2200|12847.8000|0.262892982 0.353841514 0.150000000
01-27|89296.8000|9161.8200|10894.6600|0.282977742 0.150000000 0.150000000
01-28|88687.8500|10426.0200|10613.4000|0.239937538 0.150000000 0.150000000
01-29|88085.0000|11396.2200|10319.4000|0.191168047 0.150000000 0.150000000
01-30|87480.7000|11396.2200|11281.0152|0.209609624 0.150000000 0.150000000
01-31|86869.6000|12473.2400|11430.2104|0.240315635 0.150000000 0.178915430
02-01|86264.2000|13537.5200|11220.7256|0.253632918 0.150000000 0.150000000
02-02|85551.9000|14507.7200|11476.7408|0.275381141 0.150000000 0.150000000
02-03|84843.9800|15477.9200|10497.9560|0.221805033 0.150000000 0.184043464
02-04|84134.2900|16542.2000|10395.2912|0.237516060 0.150000000 0.218054624
02-05|83421.6300|17806.4000|12906.2864|0.280338452 0.150000000 0.244266998
02-06|82720.2700|19668.4000|11829.0312|0.288970115 0.150000000 0.150000000
02-07|82019.3300|31232.1256|0.0000|0.311653606 0.150000000 0.150000000
"""
ROWS_C = [
    happened.split("|") + figures.split("|")[1:]
    for happened, figures in zip(
        HAPPENED_C.strip().split("\n"), FIGURES_C.strip().split("\n"), strict=True
    )
]


def yuan(micro: int) -> str:
    """Return an amount with four decimals, exactly; these traces never need more."""
    assert micro % 100 == 0
    return f"{micro // 1_000_000}.{micro % 1_000_000 // 100:04d}"


def set_trace_c() -> Market:
    market = start(start_date="2026-01-12", days=26)
    units = {WASHER: (60, 400.0), STERILISER: (30, 1500.0), VENTILATOR: (60, 160.0)}
    units |= {PHONE: (50, 700.0), HOB: (200, 9.9), DRESS: (120, 40.0)}
    for sku, (count, cost) in units.items():
        stock(market, sku, count, cost)
    stock(market, VENTILATOR, 20, 160.0, defective=True)
    for store_type in ("appliance_digital", "home_living", "fashion"):
        open_store(market, store_type, store_type)
    first, second, third = market.state.stores.values()
    list_goods(market, first, WASHER, 60, 560.0)
    list_goods(market, first, STERILISER, 30, 1900.0)
    list_goods(market, first, VENTILATOR, 80, 300.0)
    list_goods(market, first, PHONE, 50, 990.0)
    list_goods(market, second, HOB, 200, 13.0)
    list_goods(market, third, DRESS, 120, 96.0)
    join_promotion(market, first, "Winter Clearance Festival", 0.10)
    join_promotion(market, third, "Winter Clearance Festival", 0.06)
    return market


def ship_all(market: Market, speed: str) -> None:
    for sale in list(market.state.shipments.values()):
        send(market, sale, speed)


def row_of(market: Market, speed: str, happened: list[Any]) -> list[str]:
    """Return what happened since the last row, in the words of the table."""

    def of(kind: type) -> list[Any]:
        return [event for event in happened if type(event) is kind]

    def dated(day: int) -> str:
        return (datetime.date(2026, 1, 12) + datetime.timedelta(day)).strftime("%m-%d")

    assert {sent.speed for sent in of(ShipmentSent)} <= {speed}
    voided = {event.shipment for event in of(ShipmentVoided)}
    created = [e for e in of(UnitsSold) if e.shipment not in voided]
    landed = [event for event in of(ReturnArrived) if event.restocked]
    balances = market.state.book.balances
    return [
        dated(market.today),
        " ".join(f"{e.shipment}{ALIASES[e.sku]}×{e.quantity}" for e in created),
        speed,
        str(len(of(ShipmentCancelled))),
        str(len(landed)),
        " ".join(f"{ALIASES[e.sku]}×{e.quantity}@{dated(e.due_day)}" for e in of(ReturnSeeded)),
        *(yuan(balances[account]) for account in (BANK, WALLET, ESCROW)),
        " ".join(f"{store.reputation:.9f}" for store in market.state.stores.values()),
    ]


def play_trace_c() -> tuple[Market, list[list[str]]]:
    market, rows = set_trace_c(), []
    for i in range(26):
        seen = len(new_events(market))
        market.sleep()
        speed = "" if i in (3, 4) or market.is_over else SPEEDS[i % 3]
        if speed:
            ship_all(market, speed)
        rows.append(row_of(market, speed, new_events(market, seen)))
    return market, rows


@pytest.fixture(scope="module")
def trace_c() -> tuple[Market, list[list[str]]]:
    return play_trace_c()


@pytest.mark.parametrize("number", range(26), ids=[row[0] for row in ROWS_C])
def test_trace_c_has_this_row(trace_c, number):
    assert trace_c[1][number] == ROWS_C[number]


def test_trace_c_ends_with_the_published_totals(trace_c):
    market, _ = trace_c
    book, events = market.state.book, market.tape.events
    assert market.state.reason == "max_days_reached"
    assert book.assets == 113_251_455_600  # shown as 113251.46
    spent = [book[account] for account in (SETUP, OPS, STORAGE, SHIPPING)]
    assert spent == [1_500_000_000, 8_580_000_000, 7_787_420_000, 113_250_000]
    assert -book[REVENUE] - book[COMMISSION] == 37_168_146_400
    assert (book[REFUNDS], -book[COMMISSION_REVERSED]) == (6_036_960_000, 100_939_200)
    sold = {event.shipment: event.quantity for event in events if type(event) is UnitsSold}
    assert (len(sold), sum(sold.values())) == (62, 66)
    sent = [sold[event.shipment] for event in events if type(event) is ShipmentSent]
    assert (len(sent), sum(sent)) == (57, 60)
    assert sum(type(event) is ShipmentCancelled for event in events) == 2
    assert sum(e.quantity for e in events if type(e) is ReturnArrived) == 16
    assert sum(type(event) is ShipmentVoided for event in events) == 3


def test_the_log_of_trace_c_folds_to_its_state(trace_c):
    market, _ = trace_c
    assert fold(market.tape.events) == market.state


def test_the_mornings_of_trace_c_count_what_its_events_say(trace_c):
    counted: Counter[str] = Counter()
    for event in trace_c[0].tape.events:
        match event:
            case UnitsSold():
                counted["sold"] += event.quantity
            case ShipmentCancelled():
                counted["cancelled"] += 1
            case ReturnArrived(restocked=True):
                counted["returned"] += 1
            case DayClosed():
                figures = (event.units_sold, event.cancelled, event.returned)
                assert figures == (counted["sold"], counted["cancelled"], counted["returned"])
                counted.clear()


def test_trace_a_reaches_the_published_balances():
    market = start()
    metro = market.suppliers["Metro Wholesale"]
    arrivals = []
    for sku, units, price in ((SHAVER, 60, 200.0), (DRYER, 40, 350.0)):
        open_talks(market, metro.name, sku)
        order = place_order(market, metro, sku, units, price)
        arrivals.append(market.calendar.stamp(order.arrival_min))
    assert arrivals == ["2026-01-07 15:45", "2026-01-05 23:58"]
    market.spend(60)
    store = shop(market, "beauty", {})
    for i in range(24):
        market.sleep()
        if market.today == 7:
            list_goods(market, store, SHAVER, 60, 350.0)
            list_goods(market, store, DRYER, 40, 540.0)
        elif market.today > 7:
            ship_all(market, ("fast", "standard", "slow")[i % 3])
    state = market.state
    assert market.calendar.stamp(market.minute) == "2026-01-25 08:00"
    balances = [yuan(state.book[account]) for account in (BANK, WALLET, ESCROW)]
    assert balances == ["71874.8000", "11338.6000", "13612.2000"]
    assert f"{store.reputation:.9f}" == "0.367655848"
    assert yuan(state.book[STORAGE]) == "118.9500"
    assert yuan(state.book[SHIPPING]) == "66.2500"
    assert store.units_shipped == 57
    [parcel] = state.parcels.values()
    assert (parcel.quantity, parcel.sku, parcel.due_day) == (1, SHAVER, 25)
