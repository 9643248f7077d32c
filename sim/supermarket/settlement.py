"""The night: what each step between two days does. `NIGHT` is the order (docs/rules §4).

Arrivals, expiries, the lapse of news and the suppliers' quotes are not in the table: each is a
SimPy process of its own that wakes at its step's phase, between the steps listed here.
"""

from collections.abc import Callable
from typing import Final

from data.supermarket.parameters import POWER
from events.supermarket import (
    DayReported,
    DemandSampled,
    GoodsSold,
    LotSold,
    RentPaid,
    Review,
    Sale,
    TakingsBooked,
)
from ledger.accounts import BANK
from ledger.money import to_micro
from ledger.settlement import Step
from ledger.trading import (
    ADMIT,
    CLOSE,
    DEMAND,
    FINALISE,
    NEWS,
    OPEN,
    READMIT,
    RENT,
    SALES,
    SOLVENCY,
    TAKINGS,
)
from sim.days import finish_if_due, open_day, test_solvency
from sim.rng import Stream
from sim.supermarket.demand import Wanted, attractions, legacy_demand, power_demand
from sim.supermarket.news import draw_paper
from sim.supermarket.reviews import return_probability, review
from sim.supermarket.state import Lot
from sim.supermarket.stock import admit, cost_of, net_worth, oldest
from sim.supermarket.world import Figures, Store


def open_doors(store: Store) -> None:
    """Begin the day's settlement: waiting goods fill free room."""
    store.figures = Figures()
    admit(store)
    state = store.state
    store.figures.bare = sum([1 for sku in state.shelf if not state.stock.get(sku)])


def sample_demand(store: Store) -> None:
    """Find out how attractive each product in stock is today."""
    found = store.figures.attractions = attractions(store)
    store.emit(DemandSampled, traffic=store.traffic(store.today), products=found)


def sell(store: Store) -> None:
    """Let the day's customers buy, send back and review."""
    demand = power_demand if store.preset.aggregation == POWER else legacy_demand
    sales = []
    for group in demand(store):
        sales += [_sale(store, wanted) for wanted in group]
    if sales:
        store.emit(GoodsSold, sales=tuple(sales))


def _sale(store: Store, wanted: Wanted) -> Sale:
    state, sku, figures = store.state, wanted.sku, store.figures
    sold = min(wanted.units, state.units(sku))
    if wanted.units > sold:
        figures.short.append(sku)
    price = state.prices[sku]
    parts: list[LotSold] = []
    reviews: list[Review] = []
    if sold:
        stream = store.draws.customers(sku, store.today)
        for lot, units in oldest(state, sku, sold):
            parts.append(_customers(store, stream, lot, units, price, reviews))
    lots = tuple(parts)
    returned = sum([part.returned for part in lots])
    revenue, refunds = to_micro(price * sold), to_micro(price * returned)
    cost = cost_of(state, lots)
    figures.sold[sku] = sold
    if wanted.had_buyers:
        figures.returned[sku] = returned
    figures.reviews += len(reviews)
    figures.revenue += revenue
    figures.refunds += refunds
    figures.cost += cost
    return Sale(
        sku, price, wanted.units, sold, returned, revenue, refunds, cost, lots, tuple(reviews)
    )


def _customers(
    store: Store, stream: Stream, lot: Lot, units: int, price: float, reviews: list[Review]
) -> LotSold:
    """Sell units of one lot; each may come back, and each may be reviewed."""
    ratio = store.preset.review_ratio
    if ratio is None:
        return LotSold(lot.number, units)
    chance, uniform = return_probability(lot.quality), stream.random
    returned = 0
    for _ in range(units):
        if uniform() < chance:
            returned += 1
        if uniform() <= ratio:
            reviews.append(review(store, stream, lot, price))
    return LotSold(lot.number, units, returned)


def draw_news(store: Store) -> None:
    """Draw tomorrow's paper."""
    draw_paper(store, store.today + 1)


def book_takings(store: Store) -> None:
    """Bring the day's revenue, less refunds, to the bank."""
    figures = store.figures
    if figures.revenue or figures.refunds:
        store.emit(TakingsBooked, revenue=figures.revenue, refunds=figures.refunds)


def pay_rent(store: Store) -> None:
    """Pay the day's rent, even with money that is not there."""
    if store.preset.rent:
        store.emit(RentPaid, amount=store.preset.rent)


def close_day(store: Store) -> None:
    """Write the figures of the day that is over down."""
    figures, state = store.figures, store.state
    store.emit(
        DayReported,
        day=store.today - 1,
        sold=sum(figures.sold.values()),
        returned=sum(figures.returned.values()),
        expired=sum(figures.expired.values()),
        revenue=figures.revenue,
        refunds=figures.refunds,
        cost=figures.cost,
        bank=store.balance(BANK),
        net_worth=net_worth(store),
        stocked=state.stocked,
        waiting=state.waiting_units(),
        short=tuple(figures.short),
        bare=figures.bare,
    )


NIGHT: Final[tuple[tuple[Step, Callable[[Store], None]], ...]] = (
    (ADMIT, open_doors),
    (DEMAND, sample_demand),
    (SALES, sell),
    (READMIT, admit),
    (NEWS, draw_news),
    (TAKINGS, book_takings),
    (OPEN, open_day),
    (RENT, pay_rent),
    (SOLVENCY, test_solvency),
    (CLOSE, close_day),
    (FINALISE, lambda store: finish_if_due(store, store.preset.patience)),
)
