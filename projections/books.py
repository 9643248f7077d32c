"""The double-entry books of an archived episode, for auditors' tools: Beancount, CSV, Parquet.

Everything comes from the log through `ledger.postings`, the table that also moved the money when
the episode was played. The books are checked while they are read: wherever the log states a
balance of its own (`solvency.tested`, `day.closed`, `episode.ended`), the running book must agree
to the micro-yuan.

Beancount knows dates but no hours, and it checks a `balance` directive before everything else of
its date. A date here holds the 08:00 settlement and the working day after it, so no directive can
stand between the two. Each therefore states a close: dated D+1, it says what the account holds
after all that happened on day D, which is also what the next morning's settlement begins with.
Postings carry their own dates. The balances between settlement and working day are compared by us
alone, with `day.closed`.

Beancount forgives half a unit of the last digit written, in a balance a whole one. So all amounts
have six places, where half a unit is less than any money is, and balances say `~ 0`; no option is
needed, and the file may be included in another. Amounts are written from integers, never floats.
"""

import csv
import datetime
import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from events.base import Event
from events.codec import make_decoder
from events.episode import EpisodeEnded, EpisodeStarted
from events.errors import LogError, UnknownKind
from events.log import read_episode
from events.marketplace import ReturnArrived, ShipmentSent, StoreClosed, StoreOpened
from events.money import (
    DayClosed,
    EscrowMatured,
    FeePaid,
    IdleCharged,
    OpsCharged,
    SolvencyTested,
    StorageCharged,
    WalletWithdrawn,
)
from events.supermarket import DayReported, GoodsOrdered, RentPaid, TakingsBooked
from events.talks import OrderPlaced
from events.union import KINDS, AnyEvent
from ledger import accounts as chart
from ledger.book import Book
from ledger.money import YUAN
from ledger.postings import POSTINGS, Legs, legs
from ledger.settlement import DAY_MIN, day_of, minute_of

BEANCOUNT: Final = {
    **{each: f"Assets:{each.title()}" for each in chart.ASSETS},
    chart.CAPITAL: "Equity:Capital",
    chart.REVENUE: "Income:Revenue",
    chart.SALVAGE: "Income:Salvage",
    chart.COMMISSION_REVERSED: "Income:Commission-Reversed",
    chart.COMMISSION: "Expenses:Commission",
    chart.SETUP: "Expenses:Setup",
    chart.OPS: "Expenses:Ops",
    chart.STORAGE: "Expenses:Storage",
    chart.SHIPPING: "Expenses:Shipping",
    chart.PROCUREMENT: "Expenses:Procurement",
    chart.VIP_FEES: "Expenses:Vip-Fees",
    chart.REFUNDS: "Expenses:Refunds",
    chart.RENT: "Expenses:Rent",
}
"""Our accounts by their names in Beancount; the signs are the same."""

NARRATIONS: Final[dict[type[Event], Callable[[Any], str]]] = {
    EpisodeStarted: lambda _: "Opening capital",
    StoreOpened: lambda it: f"Setup of {it.store} ({it.store_type})",
    StoreClosed: lambda it: (
        f"Closing of {it.store}: {sum(line.quantity for line in it.liquidated)} units liquidated"
    ),
    OpsCharged: lambda it: "Operating cost of " + ", ".join(line.store for line in it.stores),
    IdleCharged: lambda _: "Idle fee: no store open",
    StorageCharged: lambda it: f"Storage of {it.units} units",
    ShipmentSent: lambda it: f"Shipment {it.shipment} of {it.store}, {it.speed}",
    ReturnArrived: lambda it: (
        f"Return to {it.store}: {it.quantity} x {it.sku} of shipment {it.batch}"
    ),
    EscrowMatured: lambda it: f"Escrow of {len(it.batches)} shipments matured",
    WalletWithdrawn: lambda _: "Withdrawal from the wallet",
    OrderPlaced: lambda it: f"Order {it.order}: {it.quantity} x {it.sku} from {it.supplier}",
    FeePaid: lambda it: f"Membership fee {it.order} to {it.supplier}",
    GoodsOrdered: lambda it: (
        f"Order {it.order}: {sum(line.quantity for line in it.lines)} units from {it.supplier}"
    ),
    TakingsBooked: lambda _: "Sales of the day, less refunds",
    RentPaid: lambda _: "Rent",
}
"""What to call a posting, for every event that moves money."""

COLUMNS: Final = ("seq", "day", "date", "kind", "account", "amount_micro", "balance_micro")
"""The columns of CSV and Parquet: one row per leg, with the account's balance after it."""

_STATING: Final[tuple[type[Event], ...]] = (
    SolvencyTested,
    DayClosed,
    DayReported,
    EpisodeEnded,
)
_READ: Final = {tag for tag, kind in KINDS.items() if kind in POSTINGS or kind in _STATING}
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_HEADER: Final = """\
; The books of an episode of shopyear, one transaction per event that moved money.
;
; Postings carry the date on which they happened: that of the morning's settlement and of the
; working day after it. A balance dated D+1 states what the account held at the close of day D,
; which is the start of D+1, when Beancount checks it; the last ones state the end of the log.
; Balances between a settlement and its working day are not stated here: they were compared with
; the log's own morning figures while this file was written.
; All amounts are exact; a single micro-yuan (0.000001) out of place makes bean-check fail.
"""


class Posting(NamedTuple):
    """One event that moved money; legs of zero are left out."""

    seq: int
    tick: int
    day: int
    date: str
    """YYYY-MM-DD."""
    time: str
    """HH:MM."""
    kind: str
    narration: str
    legs: Legs
    """(account, micro-yuan), a debit positive; they sum to zero."""


class Morning(NamedTuple):
    """All balances in micro-yuan after a morning's settlement; `day` counts from 0."""

    day: int
    date: str
    balances: dict[str, int]


class Close(NamedTuple):
    """All balances in micro-yuan after everything that happened on a day."""

    day: int
    date: str
    balances: dict[str, int]


def entries(folder: Path | str) -> Iterator[EpisodeStarted | Posting | Morning | Close]:
    """Yield an episode's books in order: its first event, then postings, mornings and closes.

    Every day has one close, also days without a posting; the last one may be of an unfinished day.

    Raises:
        LogError: the log is damaged, or states another balance than its postings give.
        Unbalanced: a posting does not sum to zero.
    """
    rows = read_episode(Path(folder))
    first = next(rows, None)
    decode = make_decoder(AnyEvent)
    started = decode(first.payload) if first else None
    if first is None or not isinstance(started, EpisodeStarted):
        raise LogError(f"{folder}: there are no books before an episode.started")
    yield started
    opening, book, day = datetime.date.fromisoformat(started.start_date), Book(), 0
    date = opening.isoformat()
    for row in chain([first], rows):
        today = day_of(row.tick)
        if today < day:
            raise LogError(f"event {row.seq}, {row.kind}: on day {today}, but day {day} had begun")
        while day < today:
            yield Close(day, date, dict(book.balances))
            day += 1
            date = (opening + datetime.timedelta(days=day)).isoformat()
        if row.kind not in KINDS:
            raise UnknownKind(f"event {row.seq} is of unknown kind {row.kind!r}")
        if row.kind in _READ:
            event = decode(row.payload)
            if moved := tuple(leg for leg in legs(event) if leg[1]):
                book.post(moved)
                told, time = NARRATIONS[type(event)](event), _time(row.tick)
                yield Posting(row.seq, row.tick, day, date, time, row.kind, told, moved)
            _compare(book, event, row.kind)
            if isinstance(event, (DayClosed, DayReported)):
                yield Morning(day, date, dict(book.balances))
    yield Close(day, date, dict(book.balances))


def _time(tick: int) -> str:
    hours, minutes = divmod(minute_of(tick) % DAY_MIN, 60)
    return f"{hours:02d}:{minutes:02d}"


def _compare(book: Book, event: Event, kind: str) -> None:
    if isinstance(event, _STATING):
        for account in chart.ASSETS:
            stated = getattr(event, account, book[account])
            if stated != book[account]:
                raise LogError(
                    f"event {event.seq}, {kind}: {account} is stated as {stated}, "
                    f"the postings give {book[account]}"
                )


def postings(folder: Path | str) -> Iterator[Posting]:
    """Yield the events that moved money, in order; raises as `entries`."""
    return (entry for entry in entries(folder) if isinstance(entry, Posting))


def balances_by_morning(folder: Path | str) -> Iterator[Morning]:
    """Yield all accounts' balances after each morning's settlement; raises as `entries`."""
    return (entry for entry in entries(folder) if isinstance(entry, Morning))


def yuan_text(micro: int) -> str:
    """Return micro-yuan as an exact decimal of yuan with six places."""
    whole, rest = divmod(abs(micro), YUAN)
    return f"{'-' if micro < 0 else ''}{whole}.{rest:06d}"


def write_beancount(folder: Path | str, target: IO[str]) -> None:
    """Write the books in Beancount's language; the module says how days become dates.

    Raises as `entries`; what was written by then is incomplete.
    """
    for entry in entries(folder):
        if isinstance(entry, EpisodeStarted):
            target.write(_preamble(entry))
        elif isinstance(entry, Posting):
            target.write(_transaction(entry))
        elif isinstance(entry, Close):
            target.write(_assertions(entry))


def _preamble(started: EpisodeStarted) -> str:
    title = f"shopyear {started.scenario}: {started.agent}, seed {started.seed}"
    opened = "".join(f"{started.start_date} open {name} CNY\n" for name in BEANCOUNT.values())
    options = f'option "title" {_quoted(title)}\noption "operating_currency" "CNY"\n'
    return f"{_HEADER}\n{options}\n{opened}\n"


def _transaction(entry: Posting) -> str:
    lines = [f"  {BEANCOUNT[account]}  {yuan_text(amount)} CNY\n" for account, amount in entry.legs]
    return (
        f"{entry.date} * {_quoted(entry.narration)} #{entry.kind}\n"
        f'  seq: {entry.seq}\n  tick: {entry.tick}\n  time: "{entry.time}"\n{"".join(lines)}\n'
    )


def _assertions(close: Close) -> str:
    after = datetime.date.fromisoformat(close.date) + datetime.timedelta(days=1)
    lines = [
        f"{after} balance {name}  {yuan_text(close.balances[account])} ~ 0 CNY\n"
        for account, name in BEANCOUNT.items()
    ]
    return f"; the close of day {close.day}, {close.date}\n{''.join(lines)}\n"


def _quoted(text: str) -> str:
    shown = _CONTROL.sub(" ", text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{shown}"'


def _rows(folder: Path | str) -> Iterator[tuple[int, int, str, str, str, int, int]]:
    balances = dict.fromkeys(chart.ALL, 0)
    for entry in postings(folder):
        for account, amount in entry.legs:
            balances[account] += amount
            place = (entry.seq, entry.day, entry.date, entry.kind)
            yield (*place, account, amount, balances[account])


def write_csv(folder: Path | str, target: IO[str]) -> None:
    """Write one line per leg with the columns `COLUMNS`; raises as `entries`."""
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_rows(folder))


def write_parquet(folder: Path | str, target: Path | IO[bytes]) -> None:
    """Write one row per leg with the columns `COLUMNS`, `date` as a date; raises as `entries`."""
    import polars as pl

    texts, whole = ("date", "kind", "account"), pl.Int64()
    schema = {name: pl.String() if name in texts else whole for name in COLUMNS}
    frame = pl.DataFrame(list(_rows(folder)), schema, orient="row")
    frame.with_columns(pl.col("date").str.to_date()).write_parquet(target)
