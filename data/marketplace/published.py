"""The published parameters of the marketplace, as literals.

Numbers and names are those of E-Commerce Bench (Qwen Team, Apache-2.0); see NOTICE. The texts that
go with them, in `notes` and `news`, are ours.
"""

import msgspec

from data.marketplace.tables import Promotion, StoreType

# ## starts a store type: id; name; tier. The lines under it are its categories, in order:
# name; default size; price band; monthly band; return band; elasticity family and k;
# wholesale, floor and scam cap ratio; number of products, of honest and of fraudulent suppliers.
_TABLE = """
## appliance_digital; Appliance & Digital; 2
Major Appliances; XL; 500 2500; 100 500; 0.1 0.2; quad 5.212; 0.86 0.72 0.5; 288 8 3
Small Appliances; L; 50 600; 500 1000; 0.03 0.1; exp 2.583; 0.78 0.55 0.7; 54 7 2
Audio & Video Electronics; L; 100 1500; 1000 3000; 0 0.03; const 1.631; 0.82 0.65 0.72; 48 7 3
Smartphones; S; 300 3000; 1000 3000; 0 0.03; linear 3.949; 0.84 0.68 0.75; 6 7 3
Laptops; M; 800 5000; 1000 3000; 0 0.03; quad 4.129; 0.85 0.7 0.78; 5 7 2
Computer Hardware & Peripherals; M; 30 800; 1000 3000; 0.03 0.1; exp 3.598; 0.72 0.45 0.6; 22 7 2
3C Digital Accessories; S; 5 150; 1000 3000; 0.1 0.2; quad 5.779; 0.7 0.4 0.55; 221 7 3
Storage Devices; S; 20 400; 50 100; 0 0.03; quad 3.839; 0.78 0.55 0.7; 2 7 3
Networking Equipment; M; 30 500; 1000 3000; 0.03 0.1; const 2.746; 0.75 0.5 0.65; 5 7 3
## fashion; Fashion; 2
Women's Fashion; M; 30 300; 100 500; 0.4 0.55; quad 5.74; 0.7 0.39 0.44; 733 7 2
Men's Clothing; M; 30 250; 50 100; 0.4 0.55; linear 2.428; 0.71 0.42 0.46; 332 7 3
Underwear & Loungewear; S; 15 120; 500 1000; 0.2 0.4; quad 5.368; 0.69 0.375 0.425; 341 7 3
Fashion Accessories; S; 10 150; 500 1000; 0.2 0.4; linear 2.995; 0.69 0.385 0.435; 195 7 3
Sportswear & Casual; M; 30 250; 1000 3000; 0.2 0.4; linear 3.411; 0.69 0.385 0.435; 97 7 3
## shoes_bags; Shoes & Bags; 2
Women's Shoes; M; 40 400; 1000 3000; 0.4 0.55; const 2.053; 0.72 0.45 0.88; 224 7 3
Men's Shoes; M; 50 400; 1500 2500; 0.1 0.2; quad 4.633; 0.75 0.5 0.88; 50 7 3
Sneakers; M; 80 600; 1500 2500; 0.2 0.4; quad 2.795; 0.92 0.84 0.93; 208 7 3
Bags & Luggage; L; 50 1000; 500 1000; 0 0.03; const 2.891; 0.8 0.6 0.9; 412 7 2
## food_beverage; Food & Beverage; 1
Snacks & Nuts; S; 8 60; 100 500; 0.2 0.35; linear 2.918; 0.79 0.572 0.611; 271 7 3
Groceries & Staples; S; 10 80; 50 100; 0.2 0.35; exp 3.924; 0.78 0.566 0.605; 224 7 2
Coffee & Beverages; S; 10 60; 50 100; 0.2 0.35; exp 4.257; 0.78 0.566 0.605; 21 7 2
Fresh Food & Meat; M; 15 120; 0 50; 0.2 0.35; linear 3.531; 0.78 0.559 0.598; 9 7 3
Alcoholic Beverages; M; 20 500; 50 100; 0.2 0.35; quad 3.544; 0.77 0.546 0.585; 37 7 2
Health Supplements; S; 30 200; 100 500; 0.2 0.35; quad 2.974; 0.75 0.507 0.552; 204 7 3
## beauty; Beauty; 3
Skincare & Beauty; S; 15 400; 3000 5000; 0.1 0.2; exp 3.133; 0.65 0.3 0.45; 204 8 3
Beauty Devices; M; 80 1000; 1000 3000; 0.03 0.1; exp 4.73; 0.7 0.4 0.55; 4 7 2
Personal Care & Massage; M; 30 600; 1000 3000; 0 0.03; const 1.352; 0.72 0.45 0.6; 37 7 3
## sports_outdoor; Sports & Outdoor; 3
Sports & Fitness; M; 15 300; 100 500; 0.03 0.1; const 2.204; 0.58 0.17 0.27; 322 7 3
Sports Bags & Accessories; L; 30 400; 1000 3000; 0.1 0.2; quad 3.877; 0.59 0.19 0.31; 23 7 3
Outdoor & Camping; L; 20 600; 50 100; 0 0.03; const 1.961; 0.58 0.17 0.27; 35 7 3
## mother_baby; Mother & Baby; 2
Children's Clothing; S; 15 100; 100 500; 0.03 0.1; const 1.42; 0.7 0.4 0.55; 26 7 3
Children's Shoes; S; 20 120; 500 1000; 0.03 0.1; quad 3.241; 0.72 0.45 0.6; 30 7 2
Baby Products; M; 15 400; 1000 3000; 0 0.03; linear 2.629; 0.68 0.35 0.5; 63 8 3
Maternity Products; S; 20 200; 50 100; 0.03 0.1; quad 4.716; 0.75 0.5 0.65; 4 7 3
Toys & Educational; L; 15 600; 1000 3000; 0.1 0.2; exp 4.687; 0.65 0.3 0.45; 263 7 2
## home_living; Home & Living; 1
Furniture; L; 100 800; 50 100; 0.2 0.35; exp 4.944; 0.86 0.73 0.88; 213 7 3
Bedding; L; 30 400; 100 500; 0.2 0.35; exp 4.023; 0.85 0.7 0.85; 202 7 2
Household Essentials; S; 3 50; 0 50; 0.2 0.35; const 2.059; 0.87 0.74 0.89; 260 7 2
Storage & Organization; M; 10 100; 1000 3000; 0.2 0.35; const 2.898; 0.84 0.69 0.84; 24 7 2
Lighting; M; 15 500; 1000 3000; 0.2 0.35; const 2.507; 0.86 0.73 0.88; 17 8 2
Home Building Materials; L; 20 400; 1000 3000; 0.2 0.35; const 2.612; 0.87 0.74 0.89; 11 7 2
Basic Construction Materials; M; 10 200; 1000 3000; 0.2 0.35; exp 3.889; 0.86 0.72 0.87; 10 7 2
Cleaning Tools; S; 5 50; 0 50; 0.2 0.35; exp 3.419; 0.87 0.74 0.89; 3 7 3
Kitchenware; M; 8 200; 500 1000; 0.2 0.35; const 2.506; 0.83 0.67 0.82; 203 7 2
## daily_office; Daily & Office; 1
Cleaning & Hygiene; S; 5 60; 100 500; 0.2 0.35; linear 3.411; 0.78 0.566 0.605; 5 7 3
Gifts & Party Supplies; S; 5 80; 0 50; 0.2 0.35; exp 3.392; 0.77 0.533 0.585; 19 7 3
Lifestyle Accessories; S; 20 400; 100 500; 0.2 0.35; linear 2.891; 0.77 0.533 0.585; 2 7 3
Stationery & Office Supplies; S; 3 80; 100 500; 0.2 0.35; exp 4.659; 0.76 0.52 0.572; 203 7 2
Office Equipment; L; 20 600; 500 1000; 0.2 0.35; linear 3.896; 0.78 0.552 0.598; 25 7 2
Medical Devices; S; 10 800; 100 500; 0.2 0.35; const 2.314; 0.77 0.533 0.585; 5 7 2
## pet; Pet Supplies; 3
Pet Supplies; S; 8 150; 300 1500; 0 0.03; quad 4.556; 0.61 0.22 0.28; 86 7 3
## auto_hardware; Auto & Hardware; 1
Auto Accessories; M; 10 400; 100 500; 0 0.08; exp 4.942; 0.92 0.84 0.92; 17 7 2
Hardware & Tools; M; 5 200; 100 500; 0 0.08; const 2.35; 0.93 0.86 0.93; 211 7 3
Electrical Supplies; S; 3 80; 1000 3000; 0 0.08; quad 4.521; 0.94 0.88 0.94; 17 7 2
Electronic Components; S; 1 50; 0 50; 0 0.08; const 2.219; 0.95 0.9 0.95; 157 7 2
E-Vehicles & Parts; XL; 100 1200; 100 500; 0 0.08; exp 4.812; 0.92 0.83 0.9; 29 7 2
Agricultural Supplies; L; 10 400; 50 100; 0 0.08; linear 2.185; 0.93 0.85 0.92; 18 7 3
Industrial & Lab Supplies; M; 10 200; 0 50; 0 0.08; exp 4.229; 0.93 0.85 0.92; 17 7 2
## toys_entertainment; Toys & Entertainment; 3
Collectibles & Figures; S; 15 500; 100 500; 0 0.03; const 1.777; 0.63 0.26 0.4; 42 7 2
Gaming & Accessories; S; 30 1000; 50 100; 0.03 0.1; quad 3.707; 0.66 0.31 0.45; 70 7 2
"""

_FAMILIES = {
    "linear": "linear",
    "exp": "exponential",
    "const": "constant_elasticity",
    "quad": "quadratic",
}
_SIZES = {"S": "Small", "M": "Medium", "L": "Large", "XL": "XLarge"}


class Parameters(msgspec.Struct, frozen=True, kw_only=True):
    """What is published of one category; the names are those of `tables.Category`."""

    name: str
    store_type: str
    default_size: str
    price: tuple[float, float]
    monthly: tuple[float, float]
    returns: tuple[float, float]
    elasticity: str
    elasticity_k: float
    wholesale_ratio: float
    floor_ratio: float
    scam_cap_ratio: float
    products: int
    honest: int
    """Honest suppliers."""
    fraudulent: int
    """Fraudulent suppliers."""


def parameters() -> tuple[Parameters, ...]:
    """The 60 categories in published order."""
    found: list[Parameters] = []
    store_type = ""
    for line in _TABLE.strip().splitlines():
        cells = [cell.strip() for cell in line.split(";")]
        if cells[0].startswith("## "):
            store_type = cells[0][3:]
        else:
            found.append(_parameters(store_type, *cells))
    return tuple(found)


def store_types() -> tuple[StoreType, ...]:
    """The 12 store types in published order, each with its categories in theirs."""
    listed: dict[str, list[str]] = {}
    for row in parameters():
        listed.setdefault(row.store_type, []).append(row.name)
    heads = [line[3:].split("; ") for line in _TABLE.splitlines() if line.startswith("## ")]
    return tuple(
        StoreType(id=code, name=name, tier=int(tier), categories=tuple(listed[code]))
        for code, name, tier in heads
    )


def _parameters(
    store_type: str,
    name: str,
    size: str,
    price: str,
    monthly: str,
    returns: str,
    elasticity: str,
    ratios: str,
    counts: str,
) -> Parameters:
    family, k = elasticity.split()
    wholesale, floor, scam_cap = map(float, ratios.split())
    products, honest, fraudulent = map(int, counts.split())
    return Parameters(
        name=name,
        store_type=store_type,
        default_size=_SIZES[size],
        price=_band(price),
        monthly=_band(monthly),
        returns=_band(returns),
        elasticity=_FAMILIES[family],
        elasticity_k=float(k),
        wholesale_ratio=wholesale,
        floor_ratio=floor,
        scam_cap_ratio=scam_cap,
        products=products,
        honest=honest,
        fraudulent=fraudulent,
    )


def _band(cell: str) -> tuple[float, float]:
    low, high = map(float, cell.split())
    return low, high


PROMOTIONS = tuple(
    Promotion(
        name=name,
        windows=tuple((part[:5], part[6:]) for part in windows.split()),
        max_multiplier=multiplier,
        elasticity_boost=boost,
    )
    for name, windows, multiplier, boost in (
        ("New Year Kickoff Sale", "01-01:01-07", 2.0, 1.5),
        ("Winter Clearance Festival", "01-29:02-06", 1.8, 1.5),
        ("Spring Blossom Sale", "03-04:03-08", 2.5, 1.8),
        ("Midyear Mega Sale", "05-29:05-31 06-14:06-18", 3.0, 2.0),
        ("Summer Members Days", "08-06:08-08", 2.0, 1.5),
        ("Autumn Harvest Sale", "09-02:09-09", 2.0, 1.5),
        ("Grand Autumn Carnival", "10-15:10-16 10-20:10-21 10-31:11-14", 3.5, 2.0),
        ("Year-End Finale Sale", "12-08:12-14", 2.5, 1.8),
    )
)
"""The 8 promotions."""


class Happening(msgspec.Struct, frozen=True):
    """What is published of one event; the names are those of `tables.MarketEvent`."""

    name: str
    start: str
    duration_days: int
    demand: dict[str, float]
    delay: float = 1.0
    affects: tuple[str, ...] = ()


HAPPENINGS = (
    Happening(
        "Winter Storm",
        "01-15",
        4,
        {"food_beverage": 2.0, "home_living": 1.5, "fashion": 0.3, "sports_outdoor": 0.2},
        2.5,
        ("all",),
    ),
    Happening(
        "Factory Fire in Guangdong",
        "03-01",
        7,
        {},
        4.0,
        ("appliance_digital", "toys_entertainment"),
    ),
    Happening(
        "Flu Outbreak",
        "04-10",
        7,
        {"daily_office": 2.5, "beauty": 1.5, "sports_outdoor": 0.4, "toys_entertainment": 0.5},
        2.0,
        ("daily_office",),
    ),
    Happening("Logistics Hub Shutdown", "05-20", 5, {}, 5.0, ("all",)),
    Happening(
        "Summer Heatwave",
        "07-05",
        7,
        {"appliance_digital": 3.0, "food_beverage": 2.0, "sports_outdoor": 0.3, "home_living": 0.5},
        2.0,
        ("appliance_digital",),
    ),
    Happening("Celebrity Product Recall", "08-20", 5, {"beauty": 0.4, "fashion": 0.6}, 1.0, ()),
    Happening(
        "Typhoon Warning",
        "09-15",
        3,
        {"food_beverage": 2.5, "daily_office": 2.0, "fashion": 0.2, "shoes_bags": 0.2},
        3.0,
        ("all",),
    ),
    Happening(
        "Economic Downturn News",
        "10-05",
        7,
        {
            "appliance_digital": 0.5,
            "fashion": 0.6,
            "shoes_bags": 0.5,
            "food_beverage": 1.3,
            "daily_office": 1.2,
        },
        1.0,
        (),
    ),
    Happening(
        "Raw Material Shortage",
        "11-20",
        7,
        {},
        3.0,
        ("appliance_digital", "home_living", "auto_hardware"),
    ),
    Happening(
        "Cold Wave",
        "12-20",
        5,
        {"fashion": 2.0, "home_living": 2.5, "food_beverage": 0.4, "sports_outdoor": 0.3},
        2.0,
        ("all",),
    ),
)
"""The 10 events."""
