"""The report of one episode: its header, the verdict and the order of its sections."""

from pathlib import Path
from typing import Final

from events.errors import ShopyearError
from projections.score import FAMILIES, METRICS
from runs.report import rules, trade, year
from runs.report.data import Seen, ending, failure, model
from runs.report.html import Child, Safe, el, facts, folded, markup, money, table, value_of, yuan
from runs.report.shell import Section, badge, page, status_badge
from runs.report.totals import Books, books
from runs.score_cli import unit_of

TILES: Final = (
    ("final_assets", "Final assets"),
    ("multiplier", "Multiplier"),
    ("bankrupt", "Bankrupt"),
    ("drawdown_over_peak", "Drawdown over peak"),
    ("se_plus", "SE+"),
    ("agr_plus", "AGR+"),
    ("bad_spend_pct", "BadSpend%"),
    ("controllable_points", "Controllable returns"),
    ("on_time_share", "Shipped on time"),
    ("anchor_ratio", "AnchorRatio"),
    ("profit_per_call", "Profit per call"),
    ("calls", "Calls"),
)
"""The figures of the verdict, and their short names."""

_WORDED: Final = ("points", "days", "minutes")
"""Units that are told beside a figure."""


def episode_page(seen: Seen, folder: Path) -> str:
    """Return the whole page."""
    try:
        totals, unread = books(folder), ""
    except ShopyearError as error:
        totals, unread = None, str(error)
    sections = [
        Section("verdict", "Verdict", [_tiles(seen)]),
        year.assets(seen),
        year.accounts(seen),
        year.goods(seen),
        trade.talks(seen),
        trade.fraud(seen),
        trade.calls(seen),
        year.stores(seen),
        rules.section(seen),
        Section("metrics", "All metrics", _metrics(seen), is_on_new_page=True),
        Section("ledger", "Ledger", _ledger(totals, unread)),
        Section("verification", "Verification", _verification(seen)),
    ]
    title = f"{seen.started.agent}, {seen.name}"
    footer = el(
        "p",
        "Made by shopyear from the episode's log alone. Definitions of all figures: "
        "docs/metrics.md. Chain head ",
        el("code", seen.chain.head),
        ".",
    )
    return page(f"{title} – shopyear report", _header(seen), sections, footer)


def _header(seen: Seen) -> Safe:
    started, setup = seen.started, model(seen.batch)
    pairs: list[tuple[str, Child]] = [
        ("Agent", started.agent),
        *([("Model", setup["model"])] if setup else []),
        ("World", [started.scenario, " ", el("code", started.world[:12])]),
        ("Rules", started.rules),
        ("Seed", [el("code", str(started.seed)), f", {started.draws} draws"]),
        ("Days", f"{started.days:,}, from {started.start_date}"),
        ("Opening balance", money(started.opening_balance)),
        ("Suppliers' voice", started.voice),
        ("Events", f"{seen.chain.events:,} in {seen.chain.commits:,} commits"),
    ]
    lead = el("p", status_badge(seen.status), " ", _ending(seen), class_="lead")
    return markup([el("h1", f"Episode {seen.name}"), lead, facts(pairs)])


def _ending(seen: Seen) -> str:
    ended, failed = ending(seen.batch), failure(seen.batch)
    if ended is not None:
        why = str(ended["reason"]).replace("_", " ")
        return f"Ended on day {ended['day']:,} ({seen.date_of(ended['day'])}): {why}."
    told = f"The log ends after {seen.last_day:,} of {seen.started.days:,} mornings"
    if seen.status == "failed" and failed is not None:
        return f"{told}, with a defect: {failed['error']}: {failed['told']}"
    if seen.status == "running":
        return f"{told}; the episode is still being played."
    return f"{told}; the episode was broken off."


def _tiles(seen: Seen) -> Safe:
    tiles = []
    for name, title in TILES:
        metric, value = METRICS[name], seen.figures[name]
        told = metric.undefined if value is None else metric.meaning
        is_worded = value is not None and metric.unit in _WORDED
        tiles.append(
            el(
                "li",
                el("span", title, class_="name"),
                el(
                    "strong", value_of(value, metric.unit), f" {metric.unit}" if is_worded else None
                ),
                el("span", told, class_="told"),
                class_="tile",
            )
        )
    return el("ul", tiles, class_="tiles")


def _metrics(seen: Seen) -> list[Child]:
    columns = ("metric", "value", "unit", "meaning, or why there is no value")
    tables = []
    for family in FAMILIES:
        rows = [
            (
                el("code", metric.name),
                value_of(seen.figures[metric.name], metric.unit),
                unit_of(metric.unit),
                metric.meaning
                if seen.figures[metric.name] is not None
                else f"undefined: {metric.undefined}",
            )
            for metric in family.metrics
        ]
        left = (columns[0], *columns[2:])
        tables.append(el("div", table(columns, rows, left=left, caption=family.title),
                         class_="prose metrics"))  # fmt: skip
    return [tables]


def _ledger(totals: Books | None, unread: str) -> list[Child]:
    if totals is None:
        return [el("p", badge("does not hold", "bad"), f" {unread}")]
    accounts = [
        (each.name.replace("_", " "), yuan(each.debits), yuan(each.credits), yuan(each.balance))
        for each in totals.accounts
    ]
    sums = [sum(column) for column in zip(
        *((each.debits, each.credits, each.balance) for each in totals.accounts), strict=True
    )]  # fmt: skip
    kinds = [(el("code", kind), f"{count:,}", yuan(moved)) for kind, count, moved in totals.kinds]
    return [
        el(
            "p",
            "Every event that moves money is a posting of balanced debits and credits. A balance "
            "is debits less credits: positive for assets and costs, negative for capital and "
            "income. Amounts in yuan; ",
            el("code", "shopyear ledger"),
            " exports them to the micro-yuan.",
        ),
        table(
            ("account", "debits", "credits", "balance"),
            accounts,
            left=("account",),
            caption="Trial balance",
            total=("all accounts", *map(yuan, sums)),
        ),
        folded(
            "What moved the money",
            table(
                ("event", "postings", "debited"),
                kinds,
                left=("event",),
                caption="Postings by kind of event",
            ),
        ),
    ]


def _verification(seen: Seen) -> list[Child]:
    chain, verdict = seen.chain, seen.verdict
    bytes_hold = chain.problem is None
    told = chain.problem or "manifest, segments, journal and hash chain agree"
    torn = f"; {chain.torn:,} bytes of an unfinished commit are left out" if chain.torn else ""
    names = {True: ("holds", "good"), False: ("does not hold", "bad"), None: ("open", "plain")}
    replay: tuple[Child, Child]
    if verdict is None:
        replay = (
            badge("not done", "plain"),
            [el("code", "shopyear report --verify"), " plays the episode again"],
        )
    else:
        replay = (badge(*names[verdict.holds]), verdict.told)
    count = len(seen.findings)
    audit = badge(*names[count == 0])
    rows = [
        ("Bytes and chain", badge(*names[bytes_hold]), f"{told}{torn}"),
        ("Audit", audit, f"{count:,} findings" if count != 1 else "1 finding"),
        ("Re-execution", *replay),
    ]
    left = ("check", "result", "what was found")
    found = [
        (f"{each.seq:,}", f"{each.day:,}", el("code", each.rule), each.message)
        for each in seen.findings[: rules.LINES_MAX]
    ]
    columns = ("event", "day", "rule", "finding")
    return [
        table(left, rows, left=left, caption="What was checked"),
        el("p", "Chain head ", el("code", chain.head)),
        folded("Findings of the audit", table(columns, found, left=columns[2:])) if found else None,
    ]
