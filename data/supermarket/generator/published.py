"""What a generated world is calibrated to: published summaries, by category and of the whole.

They are means and medians over products of a category, never a product's or a day's own value.
"""

import datetime as dt
from typing import Final, NamedTuple

ORIGIN: Final = dt.date(1989, 9, 14)
"""Suppliers' cycles are counted from here, so that they do not begin with the store."""
HISTORY_FIRST: Final = dt.date(1991, 6, 6)
FIRST_DAY: Final = dt.date(1991, 9, 7)
LAST: Final = dt.date(1992, 12, 31)
"""The last day with customers and quotes."""
HISTORY_DAYS: Final = (FIRST_DAY - HISTORY_FIRST).days
DAYS: Final = (LAST - HISTORY_FIRST).days + 1
HORIZON: Final = 180
"""The days over which traffic is compared with the published figures."""


class Category(NamedTuple):
    """A category's summaries. Prices are ratios to the middle price of p30 and p70."""

    name: str
    products: int
    middle: float
    """Middle price."""
    low: float
    """Lowest price."""
    p30: float
    high: float
    """Highest price."""
    cost: float
    elasticity: float
    """At the middle price."""
    sigma: float
    life: tuple[int, ...]
    """Days of shelf life; products take turns."""
    daily: float
    """Units sold per day, all products together, before the first day."""
    appeal: float
    """X of the review curve."""
    threshold: float
    """s of the review curve: the rating from which demand reacts in full."""
    is_food: bool
    """Foods' prices follow their quality less closely than others'."""


CATEGORIES: Final = (
    Category("Bathroom Tissues", 5, 1.22, 0.43, 0.94, 1.34, 0.67, -2.72, 0.96,
             (37, 38), 268, 0.30, 3.7, False),
    Category("Beer", 3, 6.04, 0.82, 0.96, 1.16, 0.83, -3.79, 0.67,
             (21, 25), 60, 0.55, 3.9, False),
    Category("Bottled Juices", 5, 1.22, 0.55, 0.89, 1.38, 0.90, -1.98, 0.80,
             (24, 25), 58, 0.50, 3.8, True),
    Category("Canned Soup", 5, 0.73, 0.34, 0.92, 2.74, 0.66, -0.90, 0.68,
             (24, 25), 201, 0.40, 3.7, True),
    Category("Canned Tuna", 5, 0.82, 0.45, 0.91, 3.60, 0.85, -1.36, 0.81,
             (25,), 273, 0.42, 3.7, True),
    Category("Cereals", 5, 2.44, 0.53, 0.92, 1.15, 0.77, -1.52, 0.47,
             (24, 25), 63, 0.70, 3.9, True),
    Category("Cheeses", 5, 0.94, 0.37, 0.95, 1.90, 0.66, -0.95, 0.61,
             (24, 25), 196, 0.75, 4.0, True),
    Category("Cigarettes", 5, 2.22, 0.94, 0.96, 1.26, 0.50, -2.49, 0.58,
             (60,), 64, 1.20, 4.1, False),
    Category("Cookies", 5, 1.64, 0.51, 0.97, 1.83, 0.58, -1.82, 0.83,
             (24, 25), 75, 0.55, 3.8, True),
    Category("Crackers", 5, 1.89, 0.47, 0.95, 1.59, 0.63, -1.88, 0.58,
             (24, 25), 80, 0.52, 3.8, True),
    Category("Dish Detergent", 5, 1.29, 0.50, 0.97, 1.16, 0.74, -3.38, 0.67,
             (35,), 128, 0.95, 4.0, False),
    Category("Fabric Softeners", 5, 1.19, 0.75, 0.92, 1.30, 0.85, -3.99, 0.52,
             (35, 37), 55, 0.90, 4.0, False),
    Category("Front end candies", 5, 0.50, 0.60, 0.98, 2.00, 0.60, -0.81, 0.62,
             (21, 25), 51, 0.50, 3.8, False),
    Category("Frozen Entrees", 5, 0.76, 0.45, 0.95, 1.97, 0.88, -1.83, 0.72,
             (38,), 42, 0.78, 3.9, True),
    Category("Frozen Juices", 5, 1.04, 0.41, 0.95, 2.88, 0.57, -1.01, 0.79,
             (38,), 82, 0.60, 3.8, True),
    Category("Oatmeal", 5, 2.94, 0.29, 0.95, 1.18, 0.63, -2.70, 0.55,
             (24, 25), 133, 0.70, 3.9, False),
    Category("Paper Towels", 5, 0.88, 0.49, 0.93, 3.40, 0.74, -0.70, 0.92,
             (35, 37), 273, 0.30, 3.7, False),
    Category("Snack Crackers", 5, 2.22, 0.51, 0.93, 2.25, 0.70, -2.09, 0.61,
             (25,), 75, 0.50, 3.8, True),
    Category("Soft Drinks", 5, 1.04, 0.63, 0.95, 1.82, 0.67, -1.61, 0.68,
             (24, 28), 74, 0.50, 3.8, True),
    Category("Toothpastes", 3, 2.39, 0.66, 0.96, 1.06, 0.84, -2.85, 0.58,
             (35, 60), 72, 1.25, 4.1, False),
)  # fmt: skip
BY_NAME: Final = {row.name: row for row in CATEGORIES}

SUPPLIERS: Final = ("supplier_1", "supplier_2", "supplier_3", "supplier_4", "supplier_5")
CYCLE_DAYS: Final = (120, 180)
LEAD_DAYS: Final = (2, 7)
PRICE_BANDS: Final = ((1.0, 1.05), (0.9, 1.0), (0.8, 0.9), (0.7, 0.8), (0.6, 0.7))
"""By price tier, the dearest first: a quote over the unit cost."""
QUALITY_BANDS: Final = (
    (0.2, 0.3),
    (0.1, 0.2),
    (0.0, 0.1),
    (-1.0, 0.0),
    (-2.0, -1.0),
    (-2.5, -2.0),
    (-3.0, -2.5),
)
"""By quality tier, the best first: a quality less the product's rating to aim at."""
FOOD_LINK: Final = (0.2, 0.3)
OTHER_LINK: Final = (0.4, 0.5)
"""Correlation of prices and qualities."""

WEEKDAYS: Final = (0.944, 0.945, 0.943, 0.941, 0.970, 1.189, 1.064)
"""Customers by weekday, Monday first, over the mean day."""
TRAFFIC_MEAN: Final = 29_566
HISTORY_UNITS: Final = 215_000
HISTORY_UNITS_MARGIN: Final = 13_000
