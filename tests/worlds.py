"""A small marketplace made of Python values, and the shortest ways to set a scene in it.

Products, suppliers and parameters are those of the published tables that the rule book's traces
speak of (docs/rules/marketplace.md, Appendices A and B); titles and addresses are ours.
"""

from typing import Any

from data.marketplace.tables import (
    Category,
    MarketEvent,
    Marketplace,
    Product,
    Promotion,
    StoreType,
    Supplier,
)
from events.marketplace import DeliveryArrived
from events.talks import OrderPlaced, SessionOpened
from sim.marketplace.state import Store
from sim.marketplace.stores import list_goods, open_store
from sim.marketplace.world import Market, Settings
from sim.marketplace.year import begin
from sim.tape import Tape

SHAVER, DRYER = "b4af883459aa", "e782c402fc2e"
WASHER, STERILISER, VENTILATOR = "5217e60e5fc5", "840380c11886", "e58573912cac"
HOB, PHONE, DRESS = "fb8ba355bb4f", "syn_smart_01", "syn_fash_001"

TIERS = {"appliance_digital": 2, "fashion": 2, "home_living": 1, "beauty": 3}
SOLD_IN = {
    "appliance_digital": "Major Appliances|Small Appliances|Audio & Video Electronics|Smartphones|"
    "Laptops|Computer Hardware & Peripherals|3C Digital Accessories|Storage Devices|"
    "Networking Equipment",
    "fashion": "Women's Fashion|Men's Clothing|Underwear & Loungewear|Fashion Accessories|"
    "Sportswear & Casual",
    "home_living": "Furniture|Bedding|Household Essentials|Storage & Organization|Lighting|"
    "Home Building Materials|Basic Construction Materials|Cleaning Tools|Kitchenware",
    "beauty": "Skincare & Beauty|Beauty Devices|Personal Care & Massage",
}
"""Store type -> its categories; how many there are decides the share of each."""

CATEGORIES = {
    "Major Appliances": ("appliance_digital", (100, 500), "quadratic", 5.212, (0.86, 0.72, 0.5)),
    "Small Appliances": ("appliance_digital", (500, 1000), "exponential", 2.583, (0.78, 0.55, 0.7)),
    "Smartphones": ("appliance_digital", (1000, 3000), "linear", 3.949, (0.84, 0.68, 0.75)),
    "Women's Fashion": ("fashion", (100, 500), "quadratic", 5.74, (0.7, 0.39, 0.44)),
    "Household Essentials": (
        "home_living",
        (0, 50),
        "constant_elasticity",
        2.059,
        (0.87, 0.74, 0.89),
    ),
    "Personal Care & Massage": (
        "beauty",
        (1000, 3000),
        "constant_elasticity",
        1.352,
        (0.72, 0.45, 0.6),
    ),
}
"""Category -> store type, monthly sales, elasticity, k, (wholesale, floor, scam cap) ratios."""

PRODUCTS = {
    SHAVER: ("Personal Care & Massage", "Small", 318.62, 0.0111),
    DRYER: ("Personal Care & Massage", "Medium", 562.35, 0.0097),
    WASHER: ("Major Appliances", "XLarge", 569.82, 0.1661),
    STERILISER: ("Major Appliances", "XLarge", 1855.68, 0.169),
    VENTILATOR: ("Small Appliances", "XLarge", 283.43, 0.0685),
    HOB: ("Household Essentials", "Small", 13.34, 0.3406),
    PHONE: ("Smartphones", "Small", 1000.0, 0.02),
    DRESS: ("Women's Fashion", "Medium", 100.0, 0.48),
}
"""SKU -> category, size, reference price, natural return rate."""

ROSTER = {
    "Metro Wholesale": ("Professional", ""),
    "Polar Solutions": ("Tough", ""),
    "Urban Link": ("Strategic", ""),
    "Nexus Solutions": ("Friendly", ""),
    "Golden Solutions": ("Adversarial", "fake_urgency"),
    "Titan Commerce": ("Adversarial", "vip_fee"),
    "Harbor Wholesale": ("Adversarial", "future_discount"),
}
"""Suppliers of Personal Care & Massage -> personality, scam."""

PROMOTIONS = (
    ("New Year Kickoff Sale", ("01-01", "01-07"), 2.0, 1.5),
    ("Winter Clearance Festival", ("01-29", "02-06"), 1.8, 1.5),
)
STORM = {"food_beverage": 2.0, "home_living": 1.5, "fashion": 0.3, "sports_outdoor": 0.2}


def category(name: str, **changes: Any) -> Category:
    """Return a category's row; a name that is not in the table must come with its `changes`."""
    store_type, (low, high), elasticity, k, ratios = CATEGORIES.get(
        name, ("beauty", (100, 500), "linear", 2.0, (0.7, 0.5, 0.7))
    )
    fields = {
        "name": name,
        "store_type": store_type,
        "default_size": "Small",
        "price_min": 1.0,
        "price_max": 5_000.0,
        "monthly_min": low,
        "monthly_max": high,
        "return_min": None,
        "return_max": None,
        "return_note": "",
        "elasticity": elasticity,
        "elasticity_k": k,
        "wholesale_ratio": ratios[0],
        "floor_ratio": ratios[1],
        "scam_cap_ratio": ratios[2],
    }
    return Category(**(fields | changes))


def product(sku: str, **changes: Any) -> Product:
    """Return a product's row; any other SKU is a small item of Personal Care & Massage at 100."""
    kind, size, reference, rate = PRODUCTS.get(
        sku, ("Personal Care & Massage", "Small", 100.0, 0.0)
    )
    fields = {
        "id": sku,
        "shop": "001",
        "category": kind,
        "store_type": CATEGORIES[kind][0],
        "brand": "Brand",
        "title": f"{kind} {sku}",
        "size": size,
        "reference_price": reference,
        "return_rate": rate,
    }
    return Product(**(fields | changes))


def supplier(name: str) -> Supplier:
    personality, fraud = ROSTER[name]
    return Supplier(
        id=name,
        name=name,
        email=f"{name.lower().replace(' ', '')}@wholesale.example",
        honest=not fraud,
        personality=personality,
        fraud=fraud,
        categories=("Personal Care & Massage",),
        closes_after=20,
        urgency=None,
    )


SMALL_WORLD = Marketplace(
    store_types=tuple(
        StoreType(id=key, name=key, tier=tier, categories=tuple(SOLD_IN[key].split("|")))
        for key, tier in TIERS.items()
    ),
    categories=tuple(category(name) for name in CATEGORIES),
    products=tuple(product(sku) for sku in PRODUCTS),
    suppliers=tuple(supplier(name) for name in ROSTER),
    promotions=tuple(
        Promotion(name=name, windows=(window,), max_multiplier=multiplier, elasticity_boost=boost)
        for name, window, multiplier, boost in PROMOTIONS
    ),
    events=(
        MarketEvent(
            name="Winter Storm",
            start="01-15",
            duration_days=4,
            demand=STORM,
            delay=2.5,
            affects=("all",),
            news="A winter storm.",
        ),
    ),
)


def start(tables: Marketplace = SMALL_WORLD, **settings: Any) -> Market:
    """Begin an episode whose tape keeps every event."""
    return begin(tables, Settings(**settings), Tape(keep=True))


def new_events(market: Market, seen: int = 0) -> list[Any]:
    """Commit, and return all events but the first `seen`."""
    market.tape.commit()
    return market.tape.events[seen:]


def open_talks(market: Market, supplier_name: str, sku: str) -> None:
    """Let an order of this SKU from this supplier be possible: orders conclude talks."""
    market.emit(
        SessionOpened,
        supplier=supplier_name,
        sku=sku,
        cycle=0,
        honest=True,
        family="Candid",
        personality="Friendly",
        fraud="",
        reference=1.0,
        floor=1.0,
        list_price=1.0,
        opening=1.0,
    )


def stock(
    market: Market, sku: str, units: int, unit_cost_yuan: float, *, defective: bool = False
) -> None:
    """Put units into the warehouse now, through an order that costs the bank nothing."""
    name, order = "Stockist", market.state.orders + 1
    unit_price = round(unit_cost_yuan * 1_000_000)
    open_talks(market, name, sku)
    market.emit(
        OrderPlaced,
        order=order,
        supplier=name,
        sku=sku,
        quantity=units,
        agreed=unit_cost_yuan,
        unit_price=unit_price,
        amount=0,
        concluded_by="",
        honest=not defective,
        fraud="quality_downgrade" if defective else "",
        personality="Friendly",
        delivered=units,
        defective=defective,
        arrival_min=market.minute,
        due_day=market.today,
    )
    market.emit(
        DeliveryArrived,
        order=order,
        supplier=name,
        sku=sku,
        quantity=units,
        cost=unit_price * units,
        defective=defective,
    )


def shop(market: Market, store_type: str, shelf: dict[str, float]) -> Store:
    """Open a store and list all free units of these SKUs at these prices."""
    store = market.state.stores[open_store(market, store_type, store_type).store]
    for sku, price in shelf.items():
        list_goods(market, store, sku, market.state.goods[sku].free, price)
    return store


class Threshold:
    """A uniform that tells what it was compared with: `draw < p` notes p and says `answer`."""

    def __init__(self, *, answer: bool = False) -> None:
        self.answer = answer
        self.seen: list[float] = []

    def __lt__(self, other: float) -> bool:
        self.seen.append(other)
        return self.answer


class Script:
    """Kernel streams whose draws are given and noted: U decides, P picks a cue, N is noise."""

    def __init__(self, uniform: object = 1.0, noise: float = 0.0) -> None:
        self.draw, self.noise = uniform, noise
        self.calls: list[str] = []
        self.normals: list[tuple[float, float]] = []
        self.weights: tuple[float, ...] = ()

    def uniform(self) -> object:
        self.calls.append("U")
        return self.draw

    def normal(self, mean: float, sd: float) -> float:
        self.calls.append("N")
        self.normals.append((mean, sd))
        return mean + sd * self.noise

    def pick(self, weights: tuple[float, ...]) -> int:
        self.calls.append("P")
        self.weights = weights
        return 0
