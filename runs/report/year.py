"""The sections of a report that follow the days: money, goods, stock and the stores."""

from runs.report import charts
from runs.report.data import Seen, ending, flow, marks, reputations, stock
from runs.report.data import accounts as accounts_of
from runs.report.html import Child, amount, el, folded, money, table
from runs.report.sheet import STORES_MAX
from runs.report.shell import Section


def assets(seen: Seen) -> Section:
    """Return the asset curve with the calendar's marks."""
    rows, ended, found = accounts_of(seen), ending(seen.batch), marks(seen.batch)
    final = None
    told = "The dashed line is the opening balance."
    if ended is not None:
        final = ended["bank"] + ended["wallet"] + ended["escrow"]
        told += f" The dot is the end: {money(final)} after the final settlement."
    listed = [(f"{mark.day:,}", seen.date_of(mark.day), mark.lane, mark.told) for mark in found]
    columns = ("day", "date", "what", "which")
    lead = f"Bank, wallet and escrow together, every morning after the settlement. {told}"
    content: list[Child] = [
        el("p", lead),
        charts.assets("Assets by day, in yuan", rows, final, found),
        folded("Events, promotions and stores by day", table(columns, listed, left=columns[1:]))
        if found
        else None,
    ]
    return Section("assets", "Assets", content)


def accounts(seen: Seen) -> Section:
    """Return the three accounts by day; their table has the assets, too."""
    rows = accounts_of(seen)
    names = ("bank", "wallet", "escrow", "assets")
    lines = [
        (f"{row['day']:,}", seen.date_of(row["day"]), *(amount(row[name]) for name in names))
        for row in rows
    ]
    content: list[Child] = [
        el(
            "p",
            "The bank pays every cost. Revenue waits in escrow until it matures, then lies in the "
            "wallet until the agent withdraws it.",
        ),
        charts.accounts("Bank, wallet and escrow by day, in yuan", rows),
        folded("The accounts and assets by day", table(("day", "date", *names), lines,
                                                       left=("date",))),
    ]  # fmt: skip
    return Section("accounts", "Accounts", content)


def goods(seen: Seen) -> Section:
    """Return units sold, returned and cancelled."""
    rows, span = flow(seen)
    by = "day" if span == 1 else "week"
    if not rows:
        return Section("sales", "Sales and returns", [el("p", "Nothing was sold.")])
    first = "day" if span == 1 else "first day"
    columns = (first, "date", "units sold", "gross sales, ¥", "returned", "cancelled")
    lines = [
        (
            f"{row.day:,}",
            seen.date_of(row.day),
            f"{row.sold:,}",
            amount(row.gross),
            f"{row.returned:,}",
            f"{row.lost:,}",
        )
        for row in rows
    ]
    content: list[Child] = [
        el(
            "p",
            f"Units that customers ordered, by {by}, upwards; downwards those they sent back and "
            "those in shipments that passed their deadline.",
        ),
        charts.goods(f"Units by {by}", rows, span, seen.last_day, "cancelled"),
        folded(f"Sales and returns by {by}", table(columns, lines, left=("date",))),
    ]
    return Section("sales", "Sales and returns", content)


def stores(seen: Seen) -> Section:
    """Return the units in store and the stores' reputation by day."""
    kept, lines = stock(seen.batch), reputations(seen.batch)
    content: list[Child] = [el("h3", "Units in the warehouse and on shelves")]
    if any(units for _, units in kept):
        content += [
            charts.stock("Units that paid storage, by morning", kept),
            folded(
                "Units by day",
                table(("day", "units"), [(f"{day:,}", f"{units:,}") for day, units in kept]),
            ),
        ]
    else:
        content.append(el("p", "There was never any stock."))
    content.append(el("h3", "Reputation of the stores"))
    if not lines:
        content.append(el("p", "No open store was rated."))
        return Section("stores", "Stock and stores", content)
    # The longest-lived stores; of these the first to open comes first.
    longest = sorted(lines, key=lambda name: -len(lines[name]))[:STORES_MAX]
    drawn = {name: line for name, line in lines.items() if name in longest}
    if len(drawn) < len(lines):
        content.append(
            el("p", f"The {len(drawn)} of {len(lines):,} stores that were rated most often.")
        )
    columns = ("store", "first rated, day", "last rated, day", "first", "lowest", "highest", "last")
    rows = [_rated(name, line) for name, line in lines.items()]
    content += [
        charts.reputations("Reputation by morning, 0.15 to 1", drawn, seen.last_day),
        folded("Reputation by store", table(columns, rows, left=("store",))),
    ]
    return Section("stores", "Stock and stores", content)


def _rated(name: str, line: list[tuple[int, float]]) -> tuple[str, ...]:
    values = [value for _, value in line]
    figures = (values[0], min(values), max(values), values[-1])
    days = (f"{line[0][0]:,}", f"{line[-1][0]:,}")
    return (name, *days, *(f"{value:.3f}" for value in figures))
