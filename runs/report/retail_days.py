"""The sections of a supermarket's report that follow the days: worth, trade, stock and news."""

from typing import Final

from data.supermarket.tables import Item
from projections.retail_baseline import DOING_NOTHING
from runs.report import charts
from runs.report.data import Goods, Seen, span_of
from runs.report.html import Child, Safe, amount, el, folded, table
from runs.report.retail_data import Runner, held, idle, mornings, options, papers, trade
from runs.report.rules import LINES_MAX
from runs.report.sheet import MONEY_LABELS, UNIT_LABELS, in_money
from runs.report.shell import Section

ACTING: Final = ("need", "supply")
"""The sides on which news acts: demand, and suppliers' prices."""
_DIRECTED: Final = ("increase", "decrease")


def idle_told(seen: Seen) -> Safe | None:
    """Return the line of doing nothing, which every figure of survival stands beside."""
    found = idle(seen)
    if found is None:
        return None
    how = "goes under" if found.is_bankrupt else "is still there"
    return el(
        "p",
        el("b", f"{DOING_NOTHING.capitalize()}: "),
        f"a store of these settings whose agent only ends its days {how} after "
        f"{found.survival_days:,} days and has {amount(found.final_net_worth)} then. This line is "
        "a formula of the opening balance, the rent and the days, not a run.",
    )


def worth(seen: Seen) -> Section:
    """Return net worth and what it is made of, beside the line of doing nothing."""
    rows = mornings(seen)
    columns = ("morning", "date", "net worth", "bank", "goods", "open orders", "doing nothing")
    lines = [
        (
            f"{row.day:,}",
            seen.date_of(row.day),
            *(amount(each) for each in (row.net_worth, row.bank, row.goods, row.open_orders)),
            amount(row.idle),
        )
        for row in rows
    ]
    series = {
        "net worth": [(row.day, in_money(row.net_worth)) for row in rows],
        DOING_NOTHING: [(row.day, in_money(row.idle)) for row in rows if row.idle is not None],
        "bank": [(row.day, in_money(row.bank)) for row in rows],
        "goods": [(row.day, in_money(row.goods)) for row in rows],
        "open orders": [(row.day, in_money(row.open_orders)) for row in rows],
    }
    drawn = {name: line for name, line in series.items() if line}
    content: list[Child] = [
        el(
            "p",
            "Net worth is the bank, the goods at a value that fades to nothing on their last day, "
            "and open orders at cost; every morning after the rent.",
        ),
        charts.lines("worth", "Net worth and its parts by morning", drawn, MONEY_LABELS, 280),
        folded("Net worth by morning", table(columns, lines, left=("date",))),
    ]
    return Section("worth", "Net worth", content)


def goods(seen: Seen) -> Section:
    """Return units sold, returned and expired, and the takings."""
    rows, span = trade(seen), span_of(seen)
    by = "day" if span == 1 else "week"
    if not any(row.sold or row.lost for row in rows):
        return Section("sales", "Sales and takings", [el("p", "Nothing was sold.")])
    first = "day" if span == 1 else "first day"
    columns = (first, "date", "units sold", "returned", "expired", "takings", "cost of goods sold",
               "rent")  # fmt: skip
    lines = [
        (
            f"{row.day:,}",
            seen.date_of(row.day),
            *(f"{units:,}" for units in (row.sold, row.returned, row.lost)),
            *(amount(each) for each in (row.taken, row.cost, row.rent)),
        )
        for row in rows
    ]
    units = [
        Goods(day=row.day, sold=row.sold, gross=row.taken, lost=row.lost, returned=row.returned)
        for row in rows
    ]
    money = {
        "takings": [(row.day, in_money(row.taken)) for row in rows],
        "cost of goods sold": [(row.day, in_money(row.cost)) for row in rows],
        "rent": [(row.day, in_money(row.rent)) for row in rows],
    }
    content: list[Child] = [
        el(
            "p",
            f"Units sold, by {by}, upwards; downwards those that were sent back and those whose "
            "last day had passed.",
        ),
        charts.goods(f"Units by {by}", units, span, seen.last_day, "expired"),
        el("h3", "Takings"),
        el("p", "Sales less refunds, what the units sold had been bought for, and the rent."),
        charts.lines("takings", f"Takings, costs and rent by {by}", money, MONEY_LABELS),
        folded(f"Sales and takings by {by}", table(columns, lines, left=("date",))),
    ]
    return Section("sales", "Sales and takings", content)


def stock(seen: Seen) -> Section:
    """Return stock, queue and room, and what stood on the shelf."""
    rows, known = held(seen), options(seen)
    if not rows:
        return Section("stock", "Stock and shelf", [el("p", "No day was played.")])
    room, places = known.get("capacity"), known.get("shelf")
    units = {
        "in stock": [(row.day, row.stocked) for row in rows],
        "waiting outside": [(row.day, row.waiting) for row in rows],
    }
    shelf = {
        "on the shelf": [(row.day, row.shelf) for row in rows],
        "sold": [(row.day, row.sold) for row in rows],
        "ran out": [(row.day, row.short) for row in rows],
        "empty all day": [(row.day, row.bare) for row in rows],
    }
    if room:
        units["room"] = [(row.day, room) for row in rows]
    columns = ("day", "date", "in stock", "waiting", "products on the shelf", "sold", "ran out",
               "empty all day")  # fmt: skip
    lines = [
        (
            f"{row.day:,}",
            seen.date_of(row.day),
            *(
                f"{each:,}"
                for each in (*(row.stocked, row.waiting, row.shelf, row.sold, row.short, row.bare),)
            ),
        )
        for row in rows
    ]
    content: list[Child] = [
        el("h3", "Units"),
        charts.lines("stock", "Units in stock and waiting by day", units, UNIT_LABELS),
        el("h3", "Products"),
        el(
            "p",
            f"The shelf has {places:,} places. " if places else "There is no limit to the shelf. ",
            "A product that ran out was asked for more than there was. One that stood on the shelf "
            "with nothing in stock all day was asked for nothing, so it never counts as short.",
        ),
        charts.lines("shelf", "Products on the shelf by day", shelf, UNIT_LABELS),
        folded("Stock and shelf by day", table(columns, lines, left=("date",))),
    ]
    return Section("stock", "Stock and shelf", content)


def news(seen: Seen) -> Section:
    """Return what was in the paper, and how much it moved."""
    days, runners = papers(seen)
    if not any(each.fresh for each in days):
        return Section("news", "News", [el("p", "There was no news.")])
    items = {each.id: each for each in seen.store.news} if seen.store else {}
    series = {
        "products whose demand it moves": [(each.day, each.demand) for each in days],
        "products whose quotes it moves": [(each.day, each.quotes) for each in days],
    }
    columns = ("day", "date", "fresh items", "running on", "demand moved", "quotes moved")
    lines = [
        (
            f"{each.day:,}",
            seen.date_of(each.day),
            *(f"{count:,}" for count in (each.fresh, each.running, each.demand, each.quotes)),
        )
        for each in days
    ]
    content: list[Child] = [
        el(
            "p",
            "What is in the paper acts on the demand for products in stock or on suppliers' "
            "prices. The agent reads titles and texts; what an item does is hidden from it.",
        ),
        charts.lines("news", "Products that the day's news moves", series, UNIT_LABELS, 160),
        folded("The paper by day", table(columns, lines, left=("date",))),
        _runners(runners, items),
    ]
    return Section("news", "News", content)


def _runners(runners: list[Runner], items: dict[str, Item]) -> Child:
    some = [each for each in runners if not items or _acts(items.get(each.item))]
    if not some:
        return el("p", "No item acted on anything.")
    told = "Items that act" if items else "Items that run for several days, among them all that act"
    cut = f"; the first {LINES_MAX} of {len(some):,}" if len(some) > LINES_MAX else ""
    columns: tuple[str, ...] = ("item", "from", "to", "side", "effect", "acts on", "title")
    rows = [_runner(each, items.get(each.item)) for each in some[:LINES_MAX]]
    if not items:
        columns = columns[:3]
    note = (
        None
        if items
        else el(
            "p", "What they say is in the world's tables, which are not at hand.", class_="note"
        )
    )
    left = tuple(name for name in columns if name not in ("from", "to", "effect"))
    return folded(
        f"{told}: {len(some):,}{cut}",
        note,
        el("div", table(columns, rows, left=left), class_="prose"),
    )


def _acts(item: Item | None) -> bool:
    return item is not None and item.side in ACTING and item.direction in _DIRECTED


def _runner(found: Runner, item: Item | None) -> tuple[Child, ...]:
    days = (f"{found.day:,}", f"{found.last_day:,}")
    if item is None:
        return (el("code", found.item), *days)
    sign = "+" if item.direction == _DIRECTED[0] else "−"
    target = item.sku or item.category or "everything"
    side = "demand" if item.side == ACTING[0] else "supply"
    shown = target if item.sku is None else el("code", target)
    return (el("code", found.item), *days, side, f"{sign}{item.strength:.3f}", shown, item.title)
