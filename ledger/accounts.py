"""The chart of accounts. A debit is positive, a credit negative; all accounts sum to zero."""

from typing import Final

BANK: Final = "bank"
"""Asset: pays every cost; may go negative."""
WALLET: Final = "wallet"
"""Asset: settled revenue, until withdrawn."""
ESCROW: Final = "escrow"
"""Asset: net revenue of shipped goods, held by the platform until it matures."""

CAPITAL: Final = "capital"
"""Equity: what the business opened with."""
REVENUE: Final = "revenue"
"""Income: gross sales at the moment of shipping, or over the counter."""
SALVAGE: Final = "salvage"
"""Income: stock liquidated when a store closes."""
COMMISSION_REVERSED: Final = "commission_reversed"
"""Income: the part of a refund that the platform bears."""

COMMISSION: Final = "commission"
SETUP: Final = "setup"
OPS: Final = "ops"
STORAGE: Final = "storage"
SHIPPING: Final = "shipping"
PROCUREMENT: Final = "procurement"
RENT: Final = "rent"
VIP_FEES: Final = "vip_fees"
REFUNDS: Final = "refunds"

ASSETS: Final = (BANK, WALLET, ESCROW)
ALL: Final = (
    BANK,
    WALLET,
    ESCROW,
    CAPITAL,
    REVENUE,
    SALVAGE,
    COMMISSION_REVERSED,
    COMMISSION,
    SETUP,
    OPS,
    STORAGE,
    SHIPPING,
    PROCUREMENT,
    VIP_FEES,
    REFUNDS,
    RENT,
)
