"""The closed vocabularies of the tables, and which columns each file has.

Only literals live here: the loader checks against them, the writer writes in their order.
"""

SIZES = ("Small", "Medium", "Large", "XLarge")
"""From light to heavy."""

ELASTICITIES = ("linear", "exponential", "constant_elasticity", "quadratic")

PERSONALITIES = ("Friendly", "Professional", "Enthusiastic", "Strategic", "Unpredictable", "Tough")
"""Of honest suppliers; the rules treat any other as an even-tempered Candid."""

HOSTILE = "Adversarial"
"""The personality of every fraudulent supplier."""

FRAUDS = ("vip_fee", "future_discount", "qty_bait", "quality_downgrade", "fake_urgency")

EVERYWHERE = "all"
"""In an event's `affects`: deliveries of every store type."""

STORE_TYPES_CSV = "store_types.csv"
CATEGORIES_CSV = "category_params.csv"
PRODUCTS_CSV = "products.csv"
SUPPLIERS_CSV = "suppliers.csv"
PROMOTIONS_CSV = "promotions.csv"
EVENTS_CSV = "events.csv"

COLUMNS: dict[str, tuple[str, ...]] = {
    STORE_TYPES_CSV: (
        "store_type_id",
        "store_type_name",
        "tier",
        "setup_fee",
        "daily_rent",
        "sales_commission_rate",
        "allowed_categories",
        "num_categories",
    ),
    CATEGORIES_CSV: (
        "category",
        "store_type",
        "default_size",
        "ref_price_min",
        "ref_price_max",
        "monthly_sales_min",
        "monthly_sales_max",
        "return_rate_min",
        "return_rate_max",
        "return_rate_description",
        "elasticity_type",
        "elasticity_param",
        "wholesale_ratio",
        "cost_floor_ratio",
        "scam_cap_ratio",
    ),
    SUPPLIERS_CSV: (
        "supplier_id",
        "supplier_name",
        "supplier_email",
        "supplier_type",
        "personality",
        "urgency",
        "fraud_type",
        "categories_served",
        "bankruptcy_threshold",
    ),
    PRODUCTS_CSV: (
        "product_id",
        "shop_id",
        "category",
        "store_type",
        "brand",
        "title",
        "size",
        "reference_price",
        "return_rate",
    ),
    PROMOTIONS_CSV: ("event_name", "periods", "max_demand_multiplier", "elasticity_boost"),
    EVENTS_CSV: (
        "event_name",
        "start_date",
        "duration_days",
        "demand_effects",
        "supply_effects",
        "news_content",
    ),
}
"""File -> columns as released, in the order in which they are written."""

REQUIRED: dict[str, tuple[str, ...]] = {
    STORE_TYPES_CSV: ("store_type_id", "store_type_name", "tier", "allowed_categories"),
    CATEGORIES_CSV: ("category", "store_type", "default_size", "ref_price_min", "ref_price_max"),
    SUPPLIERS_CSV: (
        "supplier_id",
        "supplier_name",
        "supplier_email",
        "supplier_type",
        "personality",
        "fraud_type",
        "categories_served",
    ),
    PRODUCTS_CSV: ("product_id", "category", "store_type", "size"),
    PROMOTIONS_CSV: ("event_name", "periods", "max_demand_multiplier", "elasticity_boost"),
    EVENTS_CSV: ("event_name", "start_date", "duration_days", "demand_effects", "supply_effects"),
}
"""File -> columns without which it cannot be read; every other column has a default."""
