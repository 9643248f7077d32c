"""The running double-entry book: one balance per account, changed only by balanced postings."""

from collections.abc import Sequence

from events.errors import Unbalanced
from ledger.accounts import ALL, ASSETS
from ledger.money import LIMIT

Leg = tuple[str, int]
"""(account, micro-yuan): a debit is positive, a credit negative."""


class Book:
    """Balances in micro-yuan by account.

    Life cycle: empty, then `post` for every event that moves money. A posting that does not sum to
    zero changes nothing and raises Unbalanced.
    """

    __slots__ = ("balances",)

    def __init__(self) -> None:
        self.balances: dict[str, int] = dict.fromkeys(ALL, 0)

    def post(self, legs: Sequence[Leg]) -> None:
        """Apply one posting.

        Raises:
            Unbalanced: the legs do not cancel, or a balance would leave the 64-bit range.
        """
        balances = self.balances
        total, within = 0, True
        for account, amount in legs:
            total += amount
            balance = balances[account] = balances[account] + amount
            within = within and -LIMIT <= balance <= LIMIT
        if total or not within:
            reached = {account: balances[account] for account, _ in legs}
            for account, amount in legs:
                balances[account] -= amount
            why = f"legs sum to {total}" if total else f"beyond 64 bits: {reached}"
            raise Unbalanced(f"{why}: {legs!r}")

    def __getitem__(self, account: str) -> int:
        return self.balances[account]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Book) and self.balances == other.balances

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Book({self.balances!r})"

    @property
    def assets(self) -> int:
        """Bank + wallet + escrow, in micro-yuan."""
        return sum(self.balances[account] for account in ASSETS)
