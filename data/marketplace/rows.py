"""One record into one typed row of a table.

Each function reads one file's columns. It refuses what no rule could work with; facts that are
readable but disagree with each other (a price outside its category's band, a category without
suppliers) are `check`'s business. The upper bounds are far above anything published: they keep
money inside 64-bit micro-yuan and exponentials finite.
"""

from collections.abc import Collection

import msgspec

from data.marketplace.cells import Record
from data.marketplace.names import ELASTICITIES, EVERYWHERE, FRAUDS, SIZES
from data.marketplace.tables import (
    Category,
    MarketEvent,
    Product,
    Promotion,
    StoreType,
    Supplier,
)

PRICE_MAX = 10_000_000.0
"""Yuan for one unit."""

_UNITS_MAX = 10_000_000.0
_FACTOR_MAX = 1_000.0
_BOOST_MAX = 10.0
_ELASTICITY_MAX = 20.0


class _Supply(msgspec.Struct):
    delivery_delay_multiplier: float = 1.0
    affected_categories: str | tuple[str, ...] = ()


_demand = msgspec.json.Decoder(dict[str, float]).decode
_supply = msgspec.json.Decoder(_Supply).decode


def store_type(record: Record) -> StoreType:
    """A row of store_types.csv; its categories are not looked up."""
    return StoreType(
        id=record.name("store_type_id"),
        name=record.name("store_type_name"),
        tier=record.integer("tier", 1, 3),
        categories=record.parts("allowed_categories"),
    )


def category(record: Record, store_types: Collection[str]) -> Category:
    """A row of category_params.csv, of one of the `store_types`."""
    name = record.name("category")
    if "|" in name:
        raise record.error("category", 'must not contain "|", which separates categories in lists')
    wholesale = record.number("wholesale_ratio", 0, 1, default=0.7, above=True)
    return Category(
        name=name,
        store_type=record.one_of("store_type", store_types),
        default_size=record.one_of("default_size", SIZES),
        price_min=record.number("ref_price_min", 0, PRICE_MAX),
        price_max=record.number("ref_price_max", 0, PRICE_MAX, above=True),
        monthly_min=record.number("monthly_sales_min", 0, _UNITS_MAX, default=100.0),
        monthly_max=record.number("monthly_sales_max", 0, _UNITS_MAX, default=500.0),
        return_min=record.maybe_number("return_rate_min", 0, 1),
        return_max=record.maybe_number("return_rate_max", 0, 1),
        return_note=record.text("return_rate_description"),
        elasticity=record.one_of("elasticity_type", ELASTICITIES, "linear"),
        elasticity_k=record.number("elasticity_param", 0, _ELASTICITY_MAX, default=2.0),
        wholesale_ratio=wholesale,
        floor_ratio=record.number("cost_floor_ratio", 0, 1, default=0.5, above=True),
        scam_cap_ratio=record.number("scam_cap_ratio", 0, 1, default=wholesale, above=True),
    )


def product(record: Record, store_types: Collection[str], categories: Collection[str]) -> Product:
    """A row of products.csv, of one of the `categories` and one of the `store_types`."""
    return Product(
        id=record.name("product_id"),
        shop=record.text("shop_id"),
        category=record.one_of("category", categories),
        store_type=record.one_of("store_type", store_types),
        brand=record.text("brand"),
        title=record.text("title"),
        size=record.one_of("size", SIZES),
        reference_price=record.number("reference_price", 0, PRICE_MAX, default=50.0, above=True),
        return_rate=record.number("return_rate", 0, 1, default=0.05),
    )


def supplier(record: Record, categories: Collection[str]) -> Supplier:
    """A row of suppliers.csv, serving one or more of the `categories`."""
    honest = record.one_of("supplier_type", ("good", "bad")) == "good"
    fraud = record.one_of("fraud_type", ("", *FRAUDS))
    if honest and fraud:
        raise record.error("fraud_type", "must be empty for a supplier of type good")
    served = record.parts("categories_served")
    unknown = [name for name in served if name not in categories]
    if unknown or not served:
        reason = f"names the unknown category {unknown[0]!r}" if unknown else "names no category"
        raise record.error("categories_served", f'{reason}; join known ones by "|"')
    return Supplier(
        id=record.name("supplier_id"),
        name=record.name("supplier_name"),
        email=record.name("supplier_email"),
        honest=honest,
        personality=record.text("personality"),
        fraud=fraud,
        categories=served,
        closes_after=record.integer("bankruptcy_threshold", 1, 1_000_000, 20),
        urgency=record.maybe_number("urgency", 0, 1),
    )


def promotion(record: Record) -> Promotion:
    """A row of promotions.csv."""
    return Promotion(
        name=record.name("event_name"),
        windows=record.windows("periods"),
        max_multiplier=record.number("max_demand_multiplier", 0, _FACTOR_MAX, above=True),
        elasticity_boost=record.number("elasticity_boost", 0, _BOOST_MAX),
    )


def market_event(record: Record, store_types: Collection[str]) -> MarketEvent:
    """A row of events.csv; its effects name `store_types`."""
    supply = record.json(
        "supply_effects",
        _supply,
        '{"delivery_delay_multiplier": 2.5, "affected_categories": "all"} or {}',
    )
    delay = supply.delivery_delay_multiplier
    if not 0 < delay <= _FACTOR_MAX:
        reason = f"the delay must be a number above 0 and at most {_FACTOR_MAX:,g}"
        raise record.error("supply_effects", reason)
    return MarketEvent(
        name=record.name("event_name"),
        start=record.month_day("start_date"),
        duration_days=record.integer("duration_days", 0, 366),
        demand=_demand_factors(record, store_types),
        delay=delay,
        affects=_affected(record, supply.affected_categories, store_types),
        news=record.text("news_content"),
    )


def _demand_factors(record: Record, store_types: Collection[str]) -> dict[str, float]:
    factors = record.json("demand_effects", _demand, '{"beauty": 0.4, "fashion": 1.5} or {}')
    for name, factor in factors.items():
        if name not in store_types:
            raise record.error("demand_effects", f"names the unknown store type {name!r}")
        if not 0 <= factor <= _FACTOR_MAX:
            reason = f"the factor of {name} must be from 0 to {_FACTOR_MAX:,g}"
            raise record.error("demand_effects", reason)
    return {name: factor + 0.0 for name, factor in factors.items()}


def _affected(
    record: Record, named: str | tuple[str, ...], store_types: Collection[str]
) -> tuple[str, ...]:
    if named in (EVERYWHERE, (EVERYWHERE,)):
        return (EVERYWHERE,)
    listed = (named,) if isinstance(named, str) else named
    for name in listed:
        if name not in store_types:
            reason = f'affected_categories names {name!r}; it must be "all" or list store types'
            raise record.error("supply_effects", reason)
    return listed
