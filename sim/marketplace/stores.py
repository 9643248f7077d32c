"""Stores and shelves: opening, closing, listing, pricing, taking back, promotions.

Each function checks the rules in their published order, raises RuleBroken before anything happens,
or emits the event. Rules: docs/rules/marketplace.md §11, joining a promotion §12.
"""

from data.marketplace.parameters import (
    MAX_OPEN_STORES,
    OPS_COST_MICRO,
    SALVAGE_RATE,
    SETUP_FEE_MICRO,
)
from data.marketplace.tables import Promotion, StoreType
from events.errors import RuleBroken
from events.marketplace import (
    GoodsListed,
    GoodsUnlisted,
    Moved,
    PriceSet,
    PromotionJoined,
    Salvage,
    StoreClosed,
    StoreOpened,
)
from ledger.accounts import BANK
from ledger.money import to_micro, to_yuan
from sim.marketplace.promotions import JOIN_DAYS, find, is_active, starts_within
from sim.marketplace.state import Store
from sim.marketplace.world import Market

DISCOUNT_RANGE = (0.05, 0.50)


def ops_cost(store_type: StoreType) -> int:
    """Return a store type's daily operating cost in micro-yuan."""
    return OPS_COST_MICRO[store_type.tier]


def open_store(market: Market, type_id: str, name: str) -> StoreOpened:
    """Open a store of a type; raises RuleBroken if the rules or the bank forbid it."""
    stores = market.state.open_stores()
    if len(stores) >= MAX_OPEN_STORES:
        raise RuleBroken(f"{MAX_OPEN_STORES} stores are open already, which is the maximum")
    store_type = market.store_types.get(type_id)
    if store_type is None:
        known = ", ".join(market.store_types)
        raise RuleBroken(f"there is no store type {type_id[:60]!r}; the types are {known}")
    if any(store.type == type_id for store in stores):
        raise RuleBroken(f"a store of type {type_id} is open already")
    bank = market.balance(BANK)
    if bank < SETUP_FEE_MICRO:
        need, have = to_yuan(SETUP_FEE_MICRO), to_yuan(bank)
        raise RuleBroken(f"opening a store costs ¥{need:,.2f} and the bank holds ¥{have:,.2f}")
    return market.emit(
        StoreOpened,
        store=f"store_{len(market.state.stores) + 1:03d}",
        store_type=type_id,
        name=name,
        fee=SETUP_FEE_MICRO,
        ops_cost=ops_cost(store_type),
        reopened=any(store.type == type_id for store in market.state.stores.values()),
    )


def find_open(market: Market, store_id: str) -> Store:
    """Return an open store, or raise RuleBroken."""
    store = market.state.stores.get(store_id)
    if store is None or not store.is_open:
        reason = "does not exist" if store is None else "is closed"
        raise RuleBroken(f"store {store_id[:60]!r} {reason}")
    return store


def close_store(market: Market, store_id: str, *, liquidate: bool) -> StoreClosed:
    """Close a store for good; its stock returns to the warehouse or is liquidated."""
    store = find_open(market, store_id)
    stock = {sku: units for sku, units in store.shelf.items() if units > 0}
    if not liquidate:
        moved = tuple(Moved(sku, units) for sku, units in stock.items())
        return market.emit(StoreClosed, store=store_id, moved=moved)
    lines = tuple(
        Salvage(sku, units, to_micro(market.state.goods[sku].unit_cost * SALVAGE_RATE * units))
        for sku, units in stock.items()
    )
    return market.emit(StoreClosed, store=store_id, liquidated=lines)


def list_goods(market: Market, store: Store, sku: str, quantity: int, price: float) -> None:
    """Put units on a shelf and set the price of all units of that SKU there."""
    if quantity <= 0:
        raise RuleBroken(f"quantity must be at least 1, not {quantity}")
    _require_price(price)
    product = market.products.get(sku)
    if product is None:
        raise RuleBroken(f"there is no product {sku[:60]!r}")
    if product.category not in market.store_types[store.type].categories:
        raise RuleBroken(f"a {store.type} store may not sell {product.category}")
    goods = market.state.goods.get(sku)
    free = goods.free if goods else 0
    if free < quantity:
        raise RuleBroken(f"the warehouse holds {free} unlisted units, {quantity} were asked for")
    market.emit(GoodsListed, store=store.id, sku=sku, quantity=quantity, price=price)


def set_price(market: Market, store: Store, sku: str, price: float) -> float:
    """Change a listed SKU's price and return the old one."""
    _require_price(price)
    if sku not in store.shelf:
        raise RuleBroken(f"{sku[:60]!r} is not listed in {store.id}")
    old = store.prices.get(sku, 0.0)
    market.emit(PriceSet, store=store.id, sku=sku, price=price)
    return old


def unlist_goods(market: Market, store: Store, sku: str, quantity: int) -> None:
    """Take units off a shelf, back to the warehouse."""
    if quantity <= 0:
        raise RuleBroken(f"quantity must be at least 1, not {quantity}")
    listed = store.shelf.get(sku, 0)
    if listed < quantity:
        raise RuleBroken(f"{store.id} lists {listed} units, {quantity} were asked for")
    market.emit(GoodsUnlisted, store=store.id, sku=sku, quantity=quantity)


def join_promotion(market: Market, store: Store, name: str, discount: float) -> Promotion:
    """Enter a store in a promotion; it replaces the store's present one."""
    low, high = DISCOUNT_RANGE
    if not low <= discount <= high:
        raise RuleBroken(f"discount_rate must lie between {low} and {high:.2f}, not {discount}")
    promotion = find(market, name)
    if promotion is None:
        raise RuleBroken(f"there is no promotion {name[:60]!r}")
    date = market.calendar.date(market.today)
    if not (is_active(market, promotion, date) or starts_within(promotion, date, JOIN_DAYS)):
        raise RuleBroken(f"{name} is neither on now nor starting within {JOIN_DAYS} days")
    market.emit(PromotionJoined, store=store.id, promotion=name, discount=discount)
    return promotion


def _require_price(price: float) -> None:
    if price <= 0:
        raise RuleBroken(f"price must be above 0, not {price}")
