"""What the marketplace's rules need and no table carries: costs, capacities, seasons, speeds.

The figures are the published parameters of E-Commerce Bench (arXiv 2608.30730, Apache-2.0).
Amounts that are charged are integer micro-yuan (`_MICRO`); the rest are the doubles of the demand
model. Source of every rule: docs/rules/marketplace.md §3.
"""

from typing import Final

SETUP_FEE_MICRO: Final = 500_000_000
IDLE_FEE_MICRO: Final = 1_000_000_000
IDLE_GRACE_DAYS: Final = 7
MEMBERSHIP_FEE_MICRO: Final = 1_000_000_000
COMMISSION_RATE: Final = 0.02
COMMISSION_DIVISOR: Final = 50
"""The same rate for whole micro-yuan: the platform keeps 1/50 of the gross."""
MAX_OPEN_STORES: Final = 4
SETTLEMENT_DAYS: Final = 9
SHIP_DEADLINE_DAYS: Final = 2
INSOLVENT_MORNINGS: Final = 10
SALVAGE_RATE: Final = 0.1
MEMO_LIMIT: Final = 20

OPS_COST_MICRO: Final = {1: 130_000_000, 2: 100_000_000, 3: 60_000_000}

SHIPPING_MICRO: Final = {
    "Small": 500_000,
    "Medium": 1_500_000,
    "Large": 3_000_000,
    "XLarge": 6_000_000,
}
STORAGE_MICRO: Final = {"Small": 50_000, "Medium": 150_000, "Large": 500_000, "XLarge": 1_500_000}
STORAGE_AGES: Final = ((0, 10), (21, 14), (45, 22), (90, 40), (135, 60), (180, 90))
"""(age in days from which it holds, tenths of the daily storage fee)."""

SPEED_COST_HALVES: Final = {"fast": 4, "standard": 2, "slow": 1}
"""Shipping cost factor in halves."""
SPEED_RETURNS: Final = {"fast": 0.75, "standard": 1.0, "slow": 1.3}

RETURN_PRICE_KNEES: Final = ((0.8, 0.85), (1.0, 1.0), (1.3, 1.5), (1.8, 2.2))
RETURN_RATE_MAX: Final = 0.95
DEFECT_RETURN_MIN: Final = 0.40

REPUTATION_START: Final = 0.5
REPUTATION_MIN: Final = 0.15
REPUTATION_DECAY: Final = 0.85
REPUTATION_PENALTY_MAX: Final = 0.5
RETURN_WEIGHT: Final = 0.6
CANCEL_WEIGHT: Final = 1.0

WEEKEND_FACTOR: Final = 1.3
MONTH_DAYS: Final = 30.0
STORE_SCALE: Final = 0.1
CATEGORY_CAP_MIN: Final = 0.35
CATEGORY_CAP_NUMERATOR: Final = 1.2
CAPACITY_DEFAULT: Final = 50.0
DEMAND_SCALE_DEFAULT: Final = 1.0

CAPACITY: Final = {
    "appliance_digital": 13.959,
    "fashion": 224.37,
    "shoes_bags": 127.2,
    "food_beverage": 658.56,
    "beauty": 21.78,
    "sports_outdoor": 41.16,
    "mother_baby": 44.0154,
    "home_living": 4218.18,
    "daily_office": 1345.8,
    "pet": 91.2,
    "auto_hardware": 19862.16,
    "toys_entertainment": 23.28,
}
"""Units a day at which a store saturates."""

DEMAND_SCALE: Final = {
    "appliance_digital": 0.6,
    "fashion": 4.0,
    "shoes_bags": 0.2,
    "food_beverage": 9.0,
    "beauty": 1.5,
    "sports_outdoor": 1.5,
    "mother_baby": 0.8,
    "home_living": 6.0,
    "daily_office": 4.0,
    "pet": 0.75,
    "auto_hardware": 4.0,
    "toys_entertainment": 1.5,
}

SEASON: Final = {
    "appliance_digital": (1.0, 0.9, 1.0, 1.0, 1.0, 1.3, 0.9, 1.0, 1.0, 1.0, 1.4, 1.1),
    "fashion": (0.75, 0.7, 1.0, 0.95, 0.85, 1.0, 0.8, 0.8, 0.95, 0.85, 1.55, 0.85),
    "shoes_bags": (0.9, 0.8, 1.1, 1.1, 1.0, 1.2, 0.9, 0.9, 1.0, 1.0, 1.4, 1.0),
    "food_beverage": (1.3, 1.6, 1.0, 0.9, 0.9, 0.8, 1.1, 1.1, 1.3, 0.9, 0.6, 1.5),
    "beauty": (1.0, 1.0, 1.3, 1.0, 1.0, 1.2, 1.0, 1.0, 1.0, 1.0, 1.3, 1.0),
    "sports_outdoor": (0.8, 0.8, 1.0, 1.2, 1.3, 1.2, 1.3, 1.2, 1.0, 1.0, 1.0, 0.8),
    "mother_baby": (1.0, 1.0, 1.0, 1.0, 1.1, 1.2, 1.0, 1.0, 1.1, 1.0, 1.2, 1.0),
    "home_living": (1.0, 0.9, 1.1, 1.1, 1.0, 1.2, 1.0, 1.0, 1.0, 1.0, 1.3, 1.0),
    "daily_office": (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.1, 1.2, 1.0, 1.0, 1.0),
    "pet": (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.1, 1.0),
    "auto_hardware": (1.0, 0.9, 1.1, 1.1, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.1, 1.0),
    "toys_entertainment": (1.2, 1.0, 1.0, 1.0, 1.1, 1.2, 1.1, 1.0, 1.0, 1.0, 1.7, 1.3),
}
"""Demand factor by calendar month, January first."""
SEASON_DEFAULT: Final = (1.0,) * 12
