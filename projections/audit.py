"""The audit of an archived episode, from its log alone, in the manner of a ledger's checks.

Each pass reads the log's frame (`seq, tick, kind, payload, chain`) and returns what does not hold;
a sound episode has no findings. The simulator is never asked: the rules are written down a second
time here, so an error has to be made twice to go unseen. The chain of hashes is another matter
(`events.log.verify_chain`): it proves that nothing was changed, the audit that it adds up.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import polars as pl

from events.codec import make_decoder
from events.episode import EpisodeStarted
from events.errors import LogError
from events.union import ASIDES, KINDS, AnyEvent
from ledger.settlement import day_of
from projections import audit_books, retail_audit_books
from projections.audit_finding import Finding
from projections.audit_goods import deliveries, parcels
from projections.audit_life import escrow, shipments
from projections.audit_order import settlement
from projections.audit_stock import stock
from projections.audit_turns import frame, sequence, turns
from projections.frames import log_frame
from projections.retail_audit_goods import goods
from projections.retail_audit_log import told
from projections.retail_audit_news import news
from projections.retail_audit_night import end, night
from projections.retail_audit_orders import orders, quotes
from projections.retail_audit_report import report
from projections.retail_audit_sales import sales, shelf

__all__ = ["PASSES_OF", "Finding", "audit", "audit_frame", "passes_of", "readable"]

Pass = Callable[[pl.DataFrame], list[Finding]]

PASSES_OF: Final[dict[str, tuple[Pass, ...]]] = {
    "marketplace": (
        sequence,
        frame,
        settlement,
        turns,
        audit_books.books,
        shipments,
        escrow,
        parcels,
        deliveries,
        stock,
    ),
    "supermarket": (
        sequence,
        frame,
        night,
        turns,
        retail_audit_books.books,
        quotes,
        orders,
        goods,
        shelf,
        sales,
        news,
        report,
        end,
    ),
}
"""The passes of each scenario, in the order of their findings; the first line of a pass's docstring
is its rule."""

OF_EVERYTHING: Final = (sequence, frame)
"""The passes that read asides, too."""

_ASIDES: Final = [tag for tag, kind in KINDS.items() if kind in ASIDES]
_decode = make_decoder(AnyEvent)


def passes_of(log: pl.DataFrame) -> tuple[Pass, ...]:
    """Return the passes for a log; the marketplace's where it does not say a scenario we know."""
    for started in told(log.head(1), EpisodeStarted):
        return PASSES_OF.get(started.scenario, PASSES_OF["marketplace"])
    return PASSES_OF["marketplace"]


def audit(folder: Path | str) -> list[Finding]:
    """Return what does not hold in an archived episode; nothing if all does.

    Raises:
        LogError: the log cannot be read.
    """
    return audit_frame(log_frame(folder))


def audit_frame(log: pl.DataFrame) -> list[Finding]:
    """Return the same for a log's frame: findings of payloads first, and alone if there are any.

    Raises:
        LogError: a value does not fit its column (a whole number beyond 64 bits).
    """
    unread = readable(log)
    try:
        return unread or _findings(log)
    except pl.exceptions.PolarsError as error:
        raise LogError(f"the log does not fit its frames: {error}") from error


def _findings(log: pl.DataFrame) -> list[Finding]:
    play = log.filter(~pl.col("kind").is_in(_ASIDES))
    return [
        finding
        for each in passes_of(log)
        for finding in each(log if each in OF_EVERYTHING else play)
    ]


def readable(log: pl.DataFrame) -> list[Finding]:
    """Every payload is an event of the vocabulary, with every field of its type."""
    findings = []
    for seq, tick, payload in log.select("seq", "tick", "payload").iter_rows():
        try:
            _decode(payload)
        except LogError as error:
            findings.append(Finding(seq, day_of(tick), "readable", str(error), {}))
    return findings
