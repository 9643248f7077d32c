"""What a report shows of an episode's money: frauds by supplier, and the double-entry books."""

from collections import Counter, defaultdict
from pathlib import Path

import msgspec

from events.talks import OrderPlaced
from ledger.accounts import ALL
from projections.batch import Batch
from projections.books import postings
from projections.fraud import purchases


class Fraud(msgspec.Struct, frozen=True):
    """A fraudulent supplier that was paid."""

    supplier: str
    scam: str
    payments: int
    """Orders and fees."""
    ordered: int
    """Units."""
    delivered: int
    """Units that really come."""
    amount: int
    """Micro-yuan, fees included."""


def frauds(batch: Batch) -> list[Fraud]:
    """Return the fraudulent suppliers that were paid, the one that got most first."""
    coming = {
        row["seq"]: row["delivered"]
        for row in batch.of(OrderPlaced).rows(named=True)
        if not row["honest"]
    }
    totals: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for row in purchases(batch).rows(named=True):
        if not row["honest"]:
            total = totals[row["supplier"], row["fraud"]]
            total["payments"] += 1
            total["ordered"] += row["units"]
            total["delivered"] += coming.get(row["seq"], 0)
            total["amount"] += row["amount"]
    names = ("payments", "ordered", "delivered", "amount")
    found = [Fraud(*key, *(total[name] for name in names)) for key, total in totals.items()]
    return sorted(found, key=lambda fraud: (-fraud.amount, fraud.supplier))


class Account(msgspec.Struct, frozen=True):
    """One account's totals in micro-yuan."""

    name: str
    debits: int
    credits: int

    @property
    def balance(self) -> int:
        """Debits less credits."""
        return self.debits - self.credits


class Books(msgspec.Struct, frozen=True):
    """The trial balance, and what moved the money."""

    accounts: list[Account]
    kinds: list[tuple[str, int, int]]
    """Kind of event, how many, and the micro-yuan they debited."""


def books(folder: Path) -> Books:
    """Return the totals of an episode's books.

    Raises:
        LogError: the log is damaged, or states another balance than its postings give.
        Unbalanced: a posting does not sum to zero.
    """
    debits: Counter[str] = Counter()
    credits: Counter[str] = Counter()  # noqa: A001
    counts: Counter[str] = Counter()
    moved: Counter[str] = Counter()
    for posting in postings(folder):
        counts[posting.kind] += 1
        for account, amount in posting.legs:
            (debits if amount > 0 else credits)[account] += abs(amount)
            moved[posting.kind] += max(amount, 0)
    kinds = sorted(counts, key=lambda kind: (-moved[kind], kind))
    return Books(
        [Account(name, debits[name], credits[name]) for name in ALL],
        [(kind, counts[kind], moved[kind]) for kind in kinds],
    )
