"""What the agent can look up about its own business. Nothing here changes anything.

Hidden facts (floors, honesty, elasticities, capacities, returns on their way) never enter a result.
Rules: docs/rules/marketplace.md §20.
"""

from data.marketplace.parameters import COMMISSION_RATE, MAX_OPEN_STORES, SETTLEMENT_DAYS
from events.errors import RuleBroken
from events.marketplace import UnitsSold
from ledger.accounts import BANK, ESCROW, WALLET
from ledger.money import to_micro, to_yuan
from sim.marketplace.state import Batch, Goods, Store
from sim.marketplace.world import Market
from sim.tools import Result

UPCOMING_DATES = 5
TITLE_SHOWN = 60
TRACE_SOLD = 10


def balance(market: Market) -> Result:
    """Return the three balances, what waits to be shipped, and the next days' maturing escrow."""
    state = market.state
    upcoming: dict[int, float] = {}
    for batch in state.escrow.values():
        if batch.amount:
            # The published figure is rounded after each addition.
            so_far = upcoming.get(batch.due_day, 0.0)
            upcoming[batch.due_day] = round(so_far + _remainder(batch), 2)
    return {
        "bank_balance": to_yuan(market.balance(BANK)),
        "platform_wallet": to_yuan(market.balance(WALLET)),
        "pending_settlement": to_yuan(market.balance(ESCROW)),
        "unshipped_sales_value": to_yuan(sum(sale.net for sale in state.shipments.values())),
        "total": to_yuan(state.book.assets),
        "upcoming_settlements": {
            market.calendar.iso(day): upcoming[day] for day in sorted(upcoming)[:UPCOMING_DATES]
        },
        "day": state.day,
        "date": market.calendar.iso(market.today),
        "note": (
            "The bank pays every cost. Shipped sales wait in escrow (pending_settlement) for "
            f"{SETTLEMENT_DAYS} days, less refunds, then reach the wallet; withdraw moves the "
            "wallet to the bank. Unshipped sales are worth nothing until they are shipped."
        ),
    }


def _remainder(batch: Batch) -> float:
    """Return a batch's rest in yuan by the published arithmetic: half cents then round alike."""
    gross = to_yuan(batch.gross)
    return gross - gross * COMMISSION_RATE - to_yuan(batch.taken)


def warehouse(market: Market) -> Result:
    """Return the unlisted stock with its blended purchase prices."""
    free = {sku: goods for sku, goods in market.state.goods.items() if goods.free > 0}
    value = sum(to_micro(goods.free * goods.unit_cost) for goods in free.values())
    return {
        "total_items": sum(goods.free for goods in free.values()),
        "total_value": to_yuan(value),
        "items": {sku: _stock(market, sku, goods) for sku, goods in free.items()},
    }


def _stock(market: Market, sku: str, goods: Goods) -> Result:
    product = market.products[sku]
    return {
        "quantity": goods.free,
        "product": product.title[:TITLE_SHOWN],
        "category": product.category,
        "purchase_price": to_yuan(to_micro(goods.unit_cost)),
        "size": product.size,
    }


def all_stores(market: Market) -> Result:
    """Return a line for every store, closed ones included, in opening order."""
    return {
        "open_stores": len(market.state.open_stores()),
        "max_stores": MAX_OPEN_STORES,
        "stores": [
            {
                "store_id": store.id,
                "store_type": store.type,
                "store_name": store.name,
                "is_open": store.is_open,
                "reputation": round(store.reputation, 3),
                "total_products": len(store.shelf),
                "total_inventory": sum(store.shelf.values()),
                "promotion": store.promotion,
            }
            for store in market.state.stores.values()
        ],
    }


def one_store(market: Market, store_id: str) -> Result:
    """Return one store's shelf and its last sales day; raises RuleBroken if there is none such."""
    store = market.state.stores.get(store_id)
    if store is None:
        raise RuleBroken(f"store {store_id[:60]!r} does not exist")
    lines = store.yesterday.values()
    revenue = sum(line.revenue for line in lines)
    refunds = sum(line.refunds for line in lines)
    shipping = sum(line.shipping for line in lines)
    return {
        "store_id": store.id,
        "store_type": store.type,
        "store_name": store.name,
        "is_open": store.is_open,
        "opened_date": market.calendar.iso(store.opened_day),
        "reputation": round(store.reputation, 3),
        "promotion": store.promotion,
        "promotion_discount": store.discount,
        "yesterday_summary": {
            "revenue": to_yuan(revenue),
            "returns_count": sum(line.returned for line in lines),
            "refunds": to_yuan(refunds),
            "shipping_cost": to_yuan(shipping),
            "net": to_yuan(revenue - refunds - shipping),
        },
        "products": _shelf(market, store),
    }


def _shelf(market: Market, store: Store) -> list[Result]:
    rows = []
    unlisted = [sku for sku in store.yesterday if sku not in store.shelf]
    for sku in [*store.shelf, *unlisted]:
        product, line = market.products[sku], store.yesterday.get(sku)
        rows.append(
            {
                "product_id": sku,
                "title": product.title[:TITLE_SHOWN],
                "category": product.category,
                "quantity": store.shelf.get(sku, 0),
                "retail_price": store.prices.get(sku, 0),
                "yesterday_sold": line.sold if line else 0,
                "yesterday_returned": line.returned if line else 0,
            }
        )
    return rows


def queue(market: Market) -> Result:
    """Return the shipments that wait to be sent, oldest first."""
    rows = [_pending(market, sale) for sale in market.state.shipments.values()]
    return {
        "pending_shipments": rows,
        "count": len(rows),
        "note": "Ship on or before the deadline; later the order is cancelled.",
    }


def _pending(market: Market, sale: UnitsSold) -> Result:
    return {
        "shipment_id": sale.shipment,
        "store_id": sale.store,
        "product_id": sale.sku,
        "quantity": sale.quantity,
        "unit_price": to_yuan(sale.unit_price),
        "revenue_net_if_shipped": to_yuan(sale.net),
        "sale_date": market.calendar.iso(sale.sale_day),
        "ship_deadline": market.calendar.iso(sale.deadline_day),
        "days_left": sale.deadline_day - market.today,
    }


def trace(market: Market, sku: str | None) -> Result:
    """Return sold and returned counts beside the suppliers of each SKU's pooled stock."""
    goods = market.state.goods
    if sku:
        if sku not in goods:
            raise RuleBroken(f"{sku[:60]!r} has been neither delivered nor sold")
        return {"products": [_origin(market, sku, goods[sku])]}
    rows = [_origin(market, each, goods[each]) for each in sorted(goods)]
    rows.sort(key=lambda row: -row["realized_return_rate"])
    return {"products": rows}


def _origin(market: Market, sku: str, goods: Goods) -> Result:
    product = market.products[sku]
    rate = goods.returned / goods.sold if goods.sold else 0.0
    note = ""
    if goods.sold >= TRACE_SOLD:
        if rate >= max(0.25, 2 * product.return_rate):
            note = "Far more comes back than is natural: suspect one of the sources."
        elif rate >= 1.5 * product.return_rate:
            note = "More comes back than is natural: keep an eye on the sources."
    sources = sorted(goods.sources.items(), key=lambda source: -source[1])
    return {
        "product_id": sku,
        "title": product.title[:TITLE_SHOWN],
        "category": product.category,
        "total_units_delivered": goods.delivered,
        "units_sold": goods.sold,
        "units_returned": goods.returned,
        "realized_return_rate": round(rate, 3),
        "natural_baseline_return_rate": round(product.return_rate, 3),
        "supplier_sources": [
            {
                "supplier": supplier,
                "units_delivered": units,
                "share": round(units / goods.delivered, 3),
            }
            for supplier, units in sources
        ],
        "note": note,
    }
