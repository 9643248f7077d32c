"""The sections of a report about dealings: negotiations, frauds, and the calls it all took."""

from typing import Final

from projections.efficiency import BANDS, OTHER
from projections.fraud import SCAMS
from projections.scored import Figure
from runs.report import small
from runs.report.data import Seen, Talk, dearest
from runs.report.html import Child, Safe, amount, el, folded, money, price, table
from runs.report.sheet import BLACK, BLUE, VERMILION
from runs.report.shell import Section
from runs.report.svg import SOFT, swatch
from runs.report.totals import Fraud, frauds

TALKS_MAX: Final = 12
SUPPLIERS_SHOWN: Final = 12
"""More rows than this are folded away."""

_ALL_BANDS: Final = (*dict.fromkeys(BANDS.values()), OTHER)
_ENDINGS: Final = {
    "SupplierAccept": "the supplier accepted",
    "AgentAccept": "the agent accepted",
    "SupplierReject": "the supplier walked away",
    "AgentReject": "the agent broke it off",
}


def talks(seen: Seen) -> Section:
    """Return the price paths of the negotiations with the most money in them."""
    found = dearest(seen.batch, TALKS_MAX)
    title = "Negotiations"
    if not found:
        return Section("talks", title, [el("p", "There was no negotiation.")])
    keys = (
        ("supplier's prices; the agent does not see the first", swatch(VERMILION, "", "circle")),
        ("agent's offers", swatch(BLUE, "", "square")),
        ("reference price", swatch(SOFT, "6 3")),
        ("honest cost floor", swatch(SOFT, "2 2")),
        ("agreed price", swatch(BLACK, "", "diamond")),
    )
    figures = [_talk(f"talk-{number}", each) for number, each in enumerate(found, 1)]
    columns = ("supplier", "SKU", "day", "supplier's prices", "agent's offers", "reference",
               "floor", "agreed", "units", "paid")  # fmt: skip
    rows = [_talk_row(each) for each in found]
    is_all = len(found) < TALKS_MAX
    told = "All negotiations" if is_all else f"The {TALKS_MAX} negotiations with the dearest orders"
    content: list[Child] = [
        el("p", f"{told}; prices in yuan per unit by round."),
        el("ul", [el("li", drawn, told) for told, drawn in keys], class_="key"),
        el("div", figures, class_="small"),
        folded("The prices of these negotiations", table(columns, rows, left=columns[:2])),
    ]
    return Section("talks", title, content)


def _talk(name: str, found: Talk) -> Safe:
    row = found.row
    kind = "honest" if row["honest"] else f"fraud, {row['fraud'].replace('_', ' ')}"
    end = f"{found.units:,} units for {money(found.amount)}" if found.amount else "no order"
    how = _ENDINGS.get(row["concluded_by"] or "", "left open")
    caption = el(
        "figcaption",
        el("b", row["supplier"]),
        el("span", f"{row['sku']} · day {row['day_started']:,} · {row['personality']}, {kind}"),
        el("span", f"{end}; {how}"),
    )
    title = f"Prices by round: {row['supplier']}, {row['sku']}, day {row['day_started']}"
    return el("figure", caption, small.talk(name, title, found))


def _talk_row(found: Talk) -> tuple[Child, ...]:
    row = found.row
    return (
        row["supplier"],
        el("code", row["sku"]),
        f"{row['day_started']:,}",
        ", ".join(map(price, row["quotes"])),
        ", ".join(map(price, row["offers"])),
        price(row["reference"]),
        price(row["floor"]),
        price(row["final_price"]),
        f"{found.units:,}",
        amount(found.amount),
    )


def fraud(seen: Seen) -> Section:
    """Return what reached fraudulent suppliers, by scam and by supplier."""
    found, figures = frauds(seen.batch), seen.figures
    if not found:
        told = (
            "No money reached a fraudulent supplier."
            if figures["purchase_spend"]
            else "Nothing was bought."
        )
        return Section("fraud", "Fraud", [el("p", told)])
    share = figures["bad_spend_pct"]
    bars = [
        (
            scam.replace("_", " "),
            float(_whole(figures[f"spend_{scam}"])) / 1e6,
            f"{money(_whole(figures[f'spend_{scam}']))}",
        )
        for scam in SCAMS
    ]
    top, rest = found[:SUPPLIERS_SHOWN], found[SUPPLIERS_SHOWN:]
    more = f"{len(rest):,} more"
    content: list[Child] = [
        el(
            "p",
            f"{money(_whole(figures['bad_spend']))} of {money(_whole(figures['purchase_spend']))} "
            f"spent on goods and membership fees, {share:.1f} %, reached fraudulent suppliers.",
        ),
        small.bars("fraud", "Money that reached frauds, by scam", bars, VERMILION),
        _suppliers(top, "Fraudulent suppliers that were paid"),
        folded(more, _suppliers(rest, "")) if rest else None,
    ]
    return Section("fraud", "Fraud", content)


def _suppliers(found: list[Fraud], caption: str) -> Safe:
    columns = ("supplier", "scam", "payments", "units paid for", "units that come", "paid, ¥")
    rows = [
        (
            each.supplier,
            each.scam.replace("_", " "),
            f"{each.payments:,}",
            f"{each.ordered:,}",
            f"{each.delivered:,}",
            amount(each.amount),
        )
        for each in found
    ]
    return table(columns, rows, left=columns[:2], caption=caption or None)


def calls(seen: Seen) -> Section:
    """Return calls and minutes by band of activity."""
    figures = seen.figures
    if not figures["calls"]:
        return Section("calls", "Calls", [el("p", "No call was made.")])
    rows = []
    for band in _ALL_BANDS:
        count, minutes = _whole(figures[f"calls_{band}"]), figures.get(f"minutes_{band}")
        rows.append((band.replace("_", " "), count, minutes))
    bars = [
        (name, float(count), f"{count:,}" + (f" · {minutes:,} min" if minutes else ""))
        for name, count, minutes in rows
    ]
    lines = [
        (name, f"{count:,}", "" if minutes is None else f"{minutes:,}")
        for name, count, minutes in rows
    ]
    total = (
        "all",
        f"{_whole(figures['calls']):,}",
        f"{_whole(figures['minutes_worked']):,}",
    )
    failed = _whole(figures["calls_failed"])
    told = (
        f"{_whole(figures['calls']):,} calls in {_whole(figures['turns']):,} turns; "
        f"{failed:,} of them failed. Minutes are working minutes of the simulated day."
    )
    columns = ("activity", "calls", "minutes")
    content: list[Child] = [
        el("p", told),
        small.bars("calls", "Calls and working minutes by activity", bars, BLUE),
        folded("Calls and minutes by activity", table(columns, lines, left=("activity",),
                                                      total=total)),
    ]  # fmt: skip
    return Section("calls", "Calls", content)


def _whole(value: Figure) -> int:
    return int(value or 0)
