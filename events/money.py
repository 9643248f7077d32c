"""Events that move or test money. Amounts are micro-yuan, positive unless they say otherwise."""

from events.base import Line, Outcome


class StoreCost(Line, frozen=True):
    """One store's daily operating cost."""

    store: str
    amount: int


class OpsCharged(Outcome, frozen=True, tag="ops.charged"):
    """The open stores paid their daily operating costs, in opening order."""

    stores: tuple[StoreCost, ...]


class IdleCharged(Outcome, frozen=True, tag="idle.charged"):
    """The platform charged a day without any open store."""

    amount: int


class StorageCharged(Outcome, frozen=True, tag="storage.charged"):
    """The warehouse charged all units by size and age."""

    units: int
    amount: int


class Matured(Line, frozen=True):
    """One batch's remainder; 0 where refunds had emptied it."""

    batch: int
    amount: int


class EscrowMatured(Outcome, frozen=True, tag="escrow.matured"):
    """The batches due this morning moved to the wallet."""

    batches: tuple[Matured, ...]


class WalletWithdrawn(Outcome, frozen=True, tag="wallet.withdrawn"):
    """The agent moved wallet money to the bank."""

    amount: int


class FeePaid(Outcome, frozen=True, tag="fee.paid"):
    """The agent paid a supplier's membership fee."""

    order: int
    supplier: str
    amount: int
    fraud: str


class SolvencyTested(Outcome, frozen=True, tag="solvency.tested"):
    """The morning's bank balance (may be negative) and the mornings in a row below zero."""

    bank: int
    streak: int


class DayOpened(Outcome, frozen=True, tag="day.opened"):
    """A morning began; `day` counts mornings, so the first settlement opens day 1."""

    day: int
    date: str


class DayClosed(Outcome, frozen=True, tag="day.closed"):
    """The morning's figures: counts, and micro-yuan of flows and balances after all steps."""

    day: int
    ops: int
    idle: int
    storage: int
    units_sold: int
    cancelled: int
    """Shipments that lapsed."""
    returned: int
    """Parcels that came back."""
    matured: int
    delivered: int
    """Order lines that arrived."""
    bank: int
    wallet: int
    escrow: int
    streak: int
