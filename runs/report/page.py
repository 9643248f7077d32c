"""The report of one episode: its header, the verdict and the order of its sections."""

from pathlib import Path
from typing import Final

from events.errors import ShopyearError
from projections.retail_baseline import SUPERMARKET
from projections.score import families_of, metrics_of
from runs.report import retail_days, retail_dealings, retail_stages, rules, trade, year
from runs.report.data import Seen, ending, failure, model
from runs.report.html import Child, Safe, amount, el, facts, folded, markup, table, value_of
from runs.report.shell import Section, badge, page, status_badge
from runs.report.totals import Books, books
from runs.tables import currency_of, unit_of

_MARKET: Final = (
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
_STORE: Final = (
    ("final_net_worth", "Net worth"),
    ("survival_days", "Survival"),
    ("final_funds", "Funds"),
    ("units_sold", "Units sold"),
    ("income_per_day", "Income per day"),
    ("return_ratio", "Returned"),
    ("expired_ratio", "Expired"),
    ("short_products_per_day", "Short products a day"),
    ("high_demand_coverage", "High demand covered"),
    ("query_depth", "Evidence looked at"),
    ("supplier_quality", "Suppliers by quality"),
    ("resolved", "Troubles resolved"),
)
TILES: Final = {SUPERMARKET: _STORE}
"""By scenario, the figures of the verdict and their short names; the marketplace's otherwise."""

_WORDED: Final = ("points", "days", "minutes")
"""Units that are told beside a figure."""


def episode_page(seen: Seen, folder: Path) -> str:
    """Return the whole page."""
    try:
        totals, unread = books(folder), ""
    except ShopyearError as error:
        totals, unread = None, str(error)
    told = retail_days.idle_told(seen) if seen.is_store else None
    sections = [
        Section("verdict", "Verdict", [told, _tiles(seen)]),
        *(_store(seen) if seen.is_store else _market(seen)),
        Section("metrics", "All metrics", _metrics(seen), is_on_new_page=True),
        Section("ledger", "Ledger", _ledger(totals, unread, seen)),
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


def _market(seen: Seen) -> list[Section]:
    return [
        year.assets(seen),
        year.accounts(seen),
        year.goods(seen),
        trade.talks(seen),
        trade.fraud(seen),
        trade.calls(seen),
        year.stores(seen),
        rules.section(seen),
    ]


def _store(seen: Seen) -> list[Section]:
    return [
        retail_days.worth(seen),
        retail_days.goods(seen),
        retail_days.stock(seen),
        retail_dealings.buying(seen),
        retail_dealings.products(seen),
        retail_stages.attention(seen),
        retail_stages.stages(seen),
        retail_dealings.reviews(seen),
        retail_days.news(seen),
    ]


def _header(seen: Seen) -> Safe:
    started, setup = seen.started, model(seen.batch)
    pairs: list[tuple[str, Child]] = [
        ("Agent", started.agent),
        *([("Model", setup["model"])] if setup else []),
        ("World", [started.scenario, " ", el("code", started.world[:12])]),
        ("Rules", started.rules),
        ("Seed", [el("code", str(started.seed)), f", {started.draws} draws"]),
        ("Days", f"{started.days:,}, from {started.start_date}"),
        ("Opening balance", currency_of(started.scenario) + amount(started.opening_balance)),
        *([("Suppliers' voice", started.voice)] if started.voice else []),
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
    scenario = seen.started.scenario
    metrics, currency = metrics_of(scenario), currency_of(scenario)
    for name, title in TILES.get(scenario, _MARKET):
        metric, value = metrics[name], seen.figures[name]
        told = metric.undefined if value is None else metric.meaning
        is_worded = value is not None and metric.unit in _WORDED
        tiles.append(
            el(
                "li",
                el("span", title, class_="name"),
                el(
                    "strong",
                    value_of(value, metric.unit, currency),
                    f" {metric.unit}" if is_worded else None,
                ),
                el("span", told, class_="told"),
                class_="tile",
            )
        )
    return el("ul", tiles, class_="tiles")


def _metrics(seen: Seen) -> list[Child]:
    columns = ("metric", "value", "unit", "meaning, or why there is no value")
    tables = []
    scenario = seen.started.scenario
    for family in families_of(scenario):
        rows = [
            (
                el("code", metric.name),
                value_of(seen.figures[metric.name], metric.unit, currency_of(scenario)),
                unit_of(metric.unit, scenario),
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


def _ledger(totals: Books | None, unread: str, seen: Seen) -> list[Child]:
    if totals is None:
        return [el("p", badge("does not hold", "bad"), f" {unread}")]
    accounts = [
        (
            each.name.replace("_", " "),
            amount(each.debits),
            amount(each.credits),
            amount(each.balance),
        )
        for each in totals.accounts
        if not seen.is_store or each.debits or each.credits
    ]
    unit = "" if seen.is_store else "Amounts in yuan; "
    sums = [sum(column) for column in zip(
        *((each.debits, each.credits, each.balance) for each in totals.accounts), strict=True
    )]  # fmt: skip
    kinds = [(el("code", kind), f"{count:,}", amount(moved)) for kind, count, moved in totals.kinds]
    return [
        el(
            "p",
            "Every event that moves money is a posting of balanced debits and credits. A balance "
            "is debits less credits: positive for assets and costs, negative for capital and "
            f"income. {unit}",
            el("code", "shopyear ledger"),
            " exports them to the millionth.",
        ),
        table(
            ("account", "debits", "credits", "balance"),
            accounts,
            left=("account",),
            caption="Trial balance",
            total=("all accounts", *map(amount, sums)),
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
