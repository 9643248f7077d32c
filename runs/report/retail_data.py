"""What a report shows of a supermarket's episode, read from its log; figures are of `projections`.

Days count from 0, mornings from 1: the night after day 0 leads to morning 1. Money is micro-units,
prices are doubles. Hidden facts (qualities, what news does) are shown: a report is for researchers.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from events.supermarket import (
    DayReported,
    GoodsDelivered,
    GoodsOrdered,
    GoodsSold,
    NewsDrawn,
    RentPaid,
    ShelfSet,
)
from projections.batch import Batch
from projections.retail_baseline import DoNothing, do_nothing
from projections.retail_choices import choices
from projections.retail_daily import demand_moved, quotes_moved
from projections.retail_frames import actions, calls, catalogue, expired, lines, sales
from runs.report.data import Seen, span_of


class Morning(msgspec.Struct, frozen=True, kw_only=True):
    """What the store was worth on a morning, in micro-units."""

    day: int
    bank: int
    open_orders: int
    net_worth: int
    idle: int | None
    """What doing nothing would be worth; None if it cannot be told."""

    @property
    def goods(self) -> int:
        """The goods' fading value."""
        return self.net_worth - self.bank - self.open_orders


def idle(seen: Seen) -> DoNothing | None:
    """Return what doing nothing comes to under the episode's settings."""
    started = seen.started
    return do_nothing(started.opening_balance, started.days, started.options)


def options(seen: Seen) -> dict[str, Any]:
    """Return the settings of the scenario's own."""
    found = msgspec.json.decode(seen.started.options)
    return found if isinstance(found, dict) else {}


def mornings(seen: Seen) -> list[Morning]:
    """Return the opening, then every morning after a day that was played."""
    batch, line = seen.batch, idle(seen)
    opening = seen.started.opening_balance
    amounts = dict(batch.of(GoodsOrdered).select("order", "amount").rows())
    moved = [
        *batch.of(GoodsOrdered).select("seq", "amount").rows(),
        *((seq, -amounts[order]) for seq, order in batch.of(GoodsDelivered)["seq", "order"].rows()),
    ]
    moved.sort()
    found = [(0, 0, opening, opening)]
    reported = batch.of(DayReported).select("seq", "day", "bank", "net_worth")
    found += [(seq, day + 1, bank, worth) for seq, day, bank, worth in reported.rows()]
    rows, unpaid, at = [], 0, 0
    for seq, day, bank, worth in found:
        while at < len(moved) and moved[at][0] < seq:
            unpaid += moved[at][1]
            at += 1
        rows.append(
            Morning(
                day=day,
                bank=bank,
                open_orders=unpaid,
                net_worth=worth,
                idle=None if line is None else line.net_worth(day),
            )
        )
    return rows


class Trade(msgspec.Struct, frozen=True, kw_only=True):
    """Units and money of some days."""

    day: int
    """The first of them."""
    sold: int
    returned: int
    lost: int
    """Units that expired."""
    taken: int
    """Sales less refunds."""
    cost: int
    """What the units sold had been bought for."""
    rent: int


def trade(seen: Seen) -> list[Trade]:
    """Return what was sold, sent back and expired, and the money of it, day by day or by week."""
    span = span_of(seen)
    tallies: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for row in seen.batch.of(DayReported).rows(named=True):
        tally = tallies[row["day"] // span]
        for name, value in (
            ("sold", row["sold"]),
            ("returned", row["returned"]),
            ("lost", row["expired"]),
            ("taken", row["revenue"] - row["refunds"]),
            ("cost", row["cost"]),
        ):
            tally[name] += value
    for on, amount in seen.batch.of(RentPaid)["on", "amount"].rows():
        tallies[(on - 1) // span]["rent"] += amount
    names = ("sold", "returned", "lost", "taken", "cost", "rent")
    return [
        Trade(day=number * span, **{name: tallies[number][name] for name in names})
        for number in sorted(tallies)
    ]


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """A day's goods and shelf, in the evening."""

    day: int
    stocked: int
    waiting: int
    shelf: int
    """Products on the shelf."""
    sold: int
    """Products of which anything was sold."""
    short: int
    """Products that ran out."""
    bare: int
    """Products on the shelf and empty all day."""


def held(seen: Seen) -> list[Held]:
    """Return stock, queue and shelf day by day."""
    batch = seen.batch
    changes = [(on, len(skus)) for on, skus in batch.of(ShelfSet)["on", "skus"].rows()]
    sold = Counter(day for day, units in batch.derived(sales)["day", "sold"].rows() if units)
    rows, shelf, at = [], 0, 0
    for row in batch.of(DayReported).rows(named=True):
        while at < len(changes) and changes[at][0] <= row["day"]:
            shelf = changes[at][1]
            at += 1
        rows.append(
            Held(
                day=row["day"],
                stocked=row["stocked"],
                waiting=row["waiting"],
                shelf=shelf,
                sold=sold[row["day"]],
                short=len(row["short"] or ()),
                bare=row["bare"],
            )
        )
    return rows


class Bought(msgspec.Struct, frozen=True, kw_only=True):
    """Order lines that can be compared with other offers, weighted by units."""

    name: str
    """Of the category; empty for a span of days."""
    day: int
    lines: int
    units: int
    paid: float
    quality: float
    """Of what was bought, mean per unit; 1 to 5."""
    best: float
    """The best quality on offer for the same products on the same days."""
    premium: float
    """Price paid over that of the cheapest offer, less 1."""
    best_premium: float
    """Price of the best quality over that of the cheapest offer, less 1."""
    is_best: int
    """Lines with the supplier of the best quality."""
    is_cheapest: int


def bought_by_span(seen: Seen) -> list[Bought]:
    """Return purchases by day or by week."""
    span = span_of(seen)
    return _bought(seen, lambda row: row["day"] // span * span)


def bought_by_category(seen: Seen) -> list[Bought]:
    """Return purchases by category, the one that cost the most first."""
    known = categories(seen.batch)
    found = _bought(seen, lambda row: known.get(row["sku"], ""))
    return sorted(found, key=lambda each: (-each.paid, each.name))


def _bought(seen: Seen, key_of: Callable[[dict[str, Any]], int | str]) -> list[Bought]:
    groups: defaultdict[int | str, list[dict[str, Any]]] = defaultdict(list)
    for row in seen.batch.derived(choices).rows(named=True):
        groups[key_of(row)].append(row)
    return [_sum(key, rows) for key, rows in groups.items()]


def _sum(key: int | str, rows: list[dict[str, Any]]) -> Bought:
    units = sum(row["quantity"] for row in rows)
    paid, cheapest, dear = (
        sum(row[name] * row["quantity"] for row in rows) for name in ("quote", "lowest", "best")
    )
    return Bought(
        name=key if isinstance(key, str) else "",
        day=key if isinstance(key, int) else 0,
        lines=len(rows),
        units=units,
        paid=paid,
        quality=sum(row["got"] * row["quantity"] for row in rows) / units,
        best=sum(row["highest"] * row["quantity"] for row in rows) / units,
        premium=paid / cheapest - 1 if cheapest else 0.0,
        best_premium=dear / cheapest - 1 if cheapest else 0.0,
        is_best=sum(row["rank"] == 1 for row in rows),
        is_cheapest=sum(row["is_cheapest"] for row in rows),
    )


def categories(batch: Batch) -> dict[str, str]:
    """Return each product's category; empty where the log does not name it."""
    return dict(batch.derived(catalogue).select("sku", "category").rows())


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One product over the whole episode."""

    sku: str
    category: str
    ordered: int
    sold: int
    returned: int
    expired: int
    days_short: int
    taken: int
    """Sales less refunds."""
    cost: int
    """What the units sold had been bought for."""


def products(seen: Seen) -> list[Line]:
    """Return the products that were ordered, the one that earned most first."""
    batch = seen.batch
    tallies: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for sku, quantity in batch.derived(lines)["sku", "quantity"].rows():
        tallies[sku]["ordered"] += quantity
    for sku, units in batch.derived(expired)["sku", "units"].rows():
        tallies[sku]["expired"] += units
    for row in batch.of(GoodsSold)["sales"].explode().drop_nulls().to_list():
        tally = tallies[row["sku"]]
        for name in ("sold", "returned", "cost"):
            tally[name] += row[name] or 0
        tally["taken"] += (row["revenue"] or 0) - (row["refunds"] or 0)
    for sku in batch.of(DayReported)["short"].explode().drop_nulls():
        tallies[sku]["days_short"] += 1
    known = categories(batch)
    names = ("ordered", "sold", "returned", "expired", "days_short", "taken", "cost")
    found = [
        Line(sku=sku, category=known.get(sku, ""), **{name: tally[name] for name in names})
        for sku, tally in tallies.items()
    ]
    return sorted(found, key=lambda each: (each.cost - each.taken, each.sku))


KINDS = ("order lines", "prices set", "looks", "looks by code", "other calls")


def activity(seen: Seen) -> dict[str, list[tuple[int, int]]]:
    """Return by kind of activity how much of it there was each day; failed calls do not count."""
    batch = seen.batch
    tallies: dict[str, Counter[int]] = {kind: Counter() for kind in KINDS}
    for tool, day in batch.derived(actions)["tool", "day"].rows():
        tallies[KINDS[0] if tool == "place_order" else KINDS[1]][day] += 1
    for tool, day, is_inner in _made(batch):
        if tool.startswith("view_"):
            tallies[KINDS[3] if is_inner else KINDS[2]][day] += 1
        elif tool not in ("place_order", "modify_sku_price", "end_today"):
            tallies[KINDS[4]][day] += 1
    return {
        kind: [(day, tally[day]) for day in range(seen.last_day)]
        for kind, tally in tallies.items()
        if tally
    }


def _made(batch: Batch) -> Iterable[tuple[str, int, bool]]:
    made = batch.derived(calls)["tool", "day", "is_inner", "failed"].iter_rows()
    return ((tool, day, is_inner) for tool, day, is_inner, failed in made if not failed)


def tools(seen: Seen) -> list[tuple[str, int, int, int]]:
    """Return `tool, calls of the agent's own, of its code, failed`, the most called first."""
    own, inner, failed = Counter[str](), Counter[str](), Counter[str]()
    made = seen.batch.derived(calls)
    for tool, is_inner, has_failed in made["tool", "is_inner", "failed"].iter_rows():
        (inner if is_inner else own)[tool] += 1
        failed[tool] += has_failed
    names = sorted(own | inner, key=lambda tool: (-own[tool] - inner[tool], tool))
    return [(tool, own[tool], inner[tool], failed[tool]) for tool in names]


def reviews(seen: Seen) -> list[tuple[int, int, str]]:
    """Return `day, stars, subject` of every review."""
    rows = seen.batch.derived(sales)["day", "reviews"].iter_rows()
    return [(day, each["stars"], each["dimension"]) for day, some in rows for each in some or ()]


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """A day's news, and how much it moved."""

    day: int
    fresh: int
    running: int
    """Items that went on from the days before."""
    demand: int
    """Products in stock whose demand it moved."""
    quotes: int
    """Products whose quotes it moved."""


class Runner(msgspec.Struct, frozen=True, kw_only=True):
    """An item that ran for more than a day: only those may act."""

    item: str
    day: int
    last_day: int


def papers(seen: Seen) -> tuple[list[Paper], list[Runner]]:
    """Return the papers of all days, and the items that ran on."""
    batch = seen.batch
    demand, quotes = (
        dict(batch.derived(of)["day", "products"].rows()) for of in (demand_moved, quotes_moved)
    )
    fresh: dict[int, list[dict[str, Any]]] = dict(batch.of(NewsDrawn)["day", "fresh"].rows())
    runners = [
        Runner(item=each["item"], day=day, last_day=each["last_day"])
        for day, items in fresh.items()
        for each in items or ()
        if each["last_day"] > day
    ]
    running = Counter(day for each in runners for day in range(each.day + 1, each.last_day + 1))
    found = [
        Paper(
            day=day,
            fresh=len(fresh[day] or ()),
            running=running[day],
            demand=demand.get(day, 0),
            quotes=quotes.get(day, 0),
        )
        for day in sorted(fresh)
    ]
    return found, runners
