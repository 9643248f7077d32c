"""What the agent can find out about the market: store types, categories, products, suppliers.

Margins, return rates and demand are told in words or as platform-wide figures only.
Rules: docs/rules/marketplace.md §20.
"""

from data.marketplace.parameters import (
    SEASON,
    SEASON_DEFAULT,
    SHIPPING_MICRO,
    STORAGE_MICRO,
)
from data.marketplace.playbook import DEFAULT_PLAYBOOK, PLAYBOOK, PROFIT_POTENTIAL
from data.marketplace.tables import Category, StoreType, Supplier
from ledger.money import to_yuan
from sim.marketplace.stores import ops_cost
from sim.marketplace.world import Market
from sim.tools import Result


def overview(market: Market) -> Result:
    """Return a profile of every store type, in table order."""
    rows = []
    for store_type in market.tables.store_types:
        categories = list(store_type.categories)
        rows.append(
            _profile(store_type)
            | {"num_subcategories": len(categories), "subcategories": categories}
            | _season(store_type.id)
        )
    return {
        "view": "store_type_overview",
        "store_types": rows,
        "count": len(rows),
        "note": "Name a store_type or a category for more.",
    }


def store_detail(market: Market, type_id: str) -> Result:
    """Return one store type with its categories; an empty result and a note if unknown."""
    store_type = market.store_types.get(type_id)
    if store_type is None:
        note = f"No such store type; the types are {', '.join(market.store_types)}."
        return {"view": "store_detail", "results": [], "note": note}
    rows = [
        {
            "category": name,
            "reference_price_range": _price_range(market.categories[name]),
            "default_size": market.categories[name].default_size,
        }
        for name in store_type.categories
        if name in market.categories
    ]
    detail = {"subcategories": rows, "count": len(rows), "note": "Name a category for more."}
    return {"view": "store_detail"} | _profile(store_type) | detail | _season(type_id)


def category_detail(market: Market, name: str, type_id: str) -> Result:
    """Return one category in words and public figures; an empty result and a note if unknown."""
    category = market.categories.get(name)
    view = "subcategory_detail"
    if category is None:
        known = market.store_types[type_id].categories if type_id in market.store_types else ()
        hint = f" {type_id} sells {', '.join(known)}." if known else ""
        return {"view": view, "results": [], "note": f"No such category.{hint}"}
    if type_id and type_id != category.store_type:
        note = f"{name} belongs to {category.store_type}, not to {type_id[:60]}."
        return {"view": view, "results": [], "note": note}
    detail = _category(market, category) | _season(category.store_type)
    note = "Wholesale prices are found by asking and bargaining."
    return {"view": view, "detail": detail, "note": note}


def _category(market: Market, category: Category) -> Result:
    store_type = market.store_types.get(category.store_type)
    advantage = PLAYBOOK.get(category.store_type, DEFAULT_PLAYBOOK).advantage
    return {
        "category": category.name,
        "store_type": category.store_type,
        "store_name": store_type.name if store_type else category.store_type,
        "default_size": category.default_size,
        "reference_price_range": _price_range(category),
        "return_rate_note": category.return_note,
        "typical_gross_margin": _margin(category),
        "typical_monthly_sales_range": (
            f"{category.monthly_min:g}-{category.monthly_max:g} units a month of one product, "
            "over the whole platform"
        ),
        "shipping_cost_per_unit": to_yuan(SHIPPING_MICRO[category.default_size]),
        "storage_cost_per_unit_per_day": to_yuan(STORAGE_MICRO[category.default_size]),
        "store_advantage": advantage,
    }


def products(market: Market, type_id: str, category: str) -> Result:
    """Return the products of a store type, a category or both, in file order."""
    rows = [
        {
            "product_id": row.id,
            "title": row.title[:80],
            "category": row.category,
            "brand": row.brand,
            "size": row.size,
            "reference_price": row.reference_price,
        }
        for row in market.tables.products
        if (not type_id or row.store_type == type_id) and (not category or row.category == category)
    ]
    return {"total": len(rows), "results": rows}


def suppliers(market: Market, name: str, category: str, type_id: str, page: int) -> Result:
    """Search suppliers; the order is drawn anew for each first page and kept for later ones."""
    search = f"{name}|{category}|{type_id}"
    order = market.search_orders.get(search) if page > 1 else None
    if order is None:
        order = market.search_orders[search] = _found(market, name, category, type_id)
        market.draws.supply("search", search).mix(order)
    rows = [_contact(row) for row in order]
    return {
        "count": len(rows),
        "results": rows,
        "note": "In random order. Not all suppliers are alike: ask several.",
    }


def _found(market: Market, name: str, category: str, type_id: str) -> list[Supplier]:
    files = market.state.suppliers
    return [
        row
        for row in market.tables.suppliers
        if _serves(market, row.categories, name, category, type_id)
        and not (row.name in files and files[row.name].closed)
    ]


def _contact(row: Supplier) -> Result:
    return {
        "supplier_name": row.name,
        "supplier_email": row.email,
        "categories_served": list(row.categories),
    }


def _serves(
    market: Market, served: tuple[str, ...], name: str, category: str, type_id: str
) -> bool:
    if category and category not in served:
        return False
    if type_id:
        store_type = market.store_types.get(type_id)
        if store_type is None or not any(each in store_type.categories for each in served):
            return False
    return not name or any(each in market.categories_with(name) for each in served)


def _profile(store_type: StoreType) -> Result:
    book = PLAYBOOK.get(store_type.id, DEFAULT_PLAYBOOK)
    return {
        "store_type": store_type.id,
        "store_name": store_type.name,
        "tier": store_type.tier,
        "profit_potential": PROFIT_POTENTIAL.get(store_type.tier, ""),
        "daily_ops_cost": to_yuan(ops_cost(store_type)),
        "store_advantage": book.advantage,
        "strengths": list(book.strengths),
        "challenges": list(book.challenges),
        "operating_tips": list(book.tips),
    }


def _season(type_id: str) -> Result:
    months = SEASON.get(type_id, SEASON_DEFAULT)
    return {
        "monthly_sales_index": [round(100 * factor) for factor in months],
        "season_peak_month": months.index(max(months)) + 1,
        "season_low_month": months.index(min(months)) + 1,
    }


def _price_range(category: Category) -> str:
    return f"¥{category.price_min:g}-{category.price_max:g}"


def _margin(category: Category) -> str:
    middle = max(0.0, 1 - (category.wholesale_ratio + category.floor_ratio) / 2)
    if middle < 0.20:
        return "low"
    return "moderate" if middle < 0.35 else "high"
