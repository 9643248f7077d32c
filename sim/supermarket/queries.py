"""What the agent can look up about its own store. Nothing here changes anything.

Hidden facts (qualities, demand, what news does) never enter a result.
Rules: docs/rules/supermarket.md §10.
"""

from events.supermarket import GoodsOrdered
from ledger.accounts import BANK
from ledger.money import to_yuan
from sim.supermarket.stock import net_worth
from sim.supermarket.world import Store
from sim.tools import Result


def funds_and_date(store: Store) -> Result:
    """Return the bank balance and the date."""
    return {
        "funds": to_yuan(store.balance(BANK)),
        "current_date": store.calendar.iso(store.today),
    }


def order_name(number: int) -> str:
    """Return an order's name as the agent knows it."""
    return f"order-{number}"


def note_name(number: int) -> str:
    """Return a note's name as the agent knows it."""
    return f"note-{number}"


def inventory(store: Store) -> Result:
    """Return stock, queue and open orders of every product."""
    state = store.state
    waiting: dict[str, int] = {}
    for lot, units in state.waiting:
        sku = state.lots[lot].sku
        waiting[sku] = waiting.get(sku, 0) + units
    incoming: dict[str, int] = {}
    for sku, units in state.open_lines():
        incoming[sku] = incoming.get(sku, 0) + units
    held = {sku: state.units(sku) for sku in store.skus}
    return {
        "inventory": {
            sku: {
                "quantity": held[sku],
                "waiting": waiting.get(sku, 0),
                "incoming": incoming.get(sku, 0),
                "on_shelf": sku in state.shelf,
            }
            for sku in store.skus
        },
        "total_items": state.stocked,
        "total_skus": len(held),
        "waiting_items": state.waiting_units(),
        "pending_order_count": len(state.orders),
        "incoming_items": sum(incoming.values()),
        "incoming_by_sku": incoming,
        "pending_orders": pending_orders(store),
        "shelf": _shelf(store),
    }


def pending_orders(store: Store) -> list[Result]:
    """Return the orders on their way, by arrival, supplier and order."""
    orders = sorted(
        store.state.orders.values(), key=lambda order: (order.due_day, order.supplier, order.order)
    )
    return [_pending(store, order) for order in orders]


def _pending(store: Store, order: GoodsOrdered) -> Result:
    ordered: dict[str, int] = {}
    for line in order.lines:
        ordered[line.sku] = ordered.get(line.sku, 0) + line.quantity
    created = store.state.lots[order.lines[0].lot].ordered_day
    due = store.calendar.iso(order.due_day)
    return {
        "order_id": order_name(order.order),
        "supplier_id": order.supplier,
        "customer_id": order.supplier,
        "ordered_sku": ordered,
        "created_at": store.calendar.iso(created),
        "delivery_time": order.due_day - created,
        "expected_delivery_date": due,
        "days_until_arrival": order.due_day - store.today,
        "cost": to_yuan(order.amount),
        "total_items": sum(ordered.values()),
        "items": [{"sku_id": sku, "count": count} for sku, count in ordered.items()],
    }


def _shelf(store: Store) -> Result:
    return {
        "enabled": store.preset.shelf is not None,
        "capacity": store.preset.shelf,
        "used": len(store.state.shelf),
        "sku_ids": sorted(store.state.shelf),
    }


def shelf_status(store: Store) -> Result:
    """Return what is on the shelf, with prices and stock."""
    state, capacity = store.state, store.preset.shelf
    skus = sorted(state.shelf)
    shown = {}
    for sku in skus:
        units = state.units(sku)
        shown[sku] = {
            "quantity": units,
            "category": store.products[sku].category,
            "price": state.prices[sku],
            "in_stock": units > 0,
        }
    return {
        "enabled": capacity is not None,
        "capacity": capacity,
        "used": len(skus),
        "available": None if capacity is None else capacity - len(skus),
        "shelf_skus": skus,
        "on_shelf": shown,
    }


def prices(store: Store, skus: list[str]) -> Result:
    """Return the retail prices of products."""
    return {sku: store.state.prices[sku] for sku in skus}


def inventory_cost(store: Store, skus: list[str]) -> Result:
    """Return what the stock of products cost, and how long it has been there."""
    return {sku: _cost(store, sku) for sku in skus}


def _cost(store: Store, sku: str) -> Result:
    state, today = store.state, store.today
    units = 0
    cost = days = 0.0
    paid = []
    for number, held in state.stock.get(sku, ()):
        lot = state.lots[number]
        units += held
        cost += held * lot.price
        days += held * (today - lot.due_day)
        paid.append(lot.price)
    return {
        "quantity": units,
        "avg_buy_cost": round(cost / units, 4) if units else 0.0,
        "avg_days_in_stock": round(days / units, 1) if units else 0.0,
        "min_buy_cost": round(min(paid, default=0.0), 4),
        "max_buy_cost": round(max(paid, default=0.0), 4),
    }


def supplier_prices(store: Store, skus: list[str]) -> Result:
    """Return what suppliers ask for products today."""
    today, date = store.today, store.calendar.iso(store.today)
    found: Result = {}
    for sku in skus:
        quoted, supply = store.quoted(sku, today), store.supplies[sku]
        leads = {offer.supplier: (offer.lead_min, offer.lead_max) for offer in supply.offers}
        found[sku] = [
            {
                "supplier_id": supplier,
                "sku_id": sku,
                "date": date,
                "price": price,
                "category": supply.category,
                "transport_days_min": leads[supplier][0],
                "transport_days_max": leads[supplier][1],
            }
            for supplier, price in zip(store.suppliers, quoted.prices, strict=True)
            if price is not None
        ]
    return found


def notes(store: Store) -> Result:
    """Return the agent's notes, oldest first."""
    return {
        "total_notes": len(store.state.notes),
        "notes": [
            {"id": title, "content": content, "date": store.calendar.iso(day)}
            for title, (day, content) in store.state.notes.items()
        ],
    }


def day_report(store: Store) -> Result:
    """Return how the day that is over went, and how the store stands this morning."""
    figures, state = store.figures, store.state
    stock = inventory(store)
    waiting = [{"sku_id": state.lots[lot].sku, "quantity": units} for lot, units in state.waiting]
    return funds_and_date(store) | {
        "net_worth": to_yuan(net_worth(store)),
        "money_earned": to_yuan(figures.revenue - figures.refunds),
        "insufficient_skus": list(figures.short),
        "sales_by_sku": dict(figures.sold),
        "returns_by_sku": dict(figures.returned),
        "expired_discount_by_sku": dict(figures.expired),
        "waiting_items": waiting,
        "cost_of_goods_sold": to_yuan(figures.cost),
        "inventory": stock,
        "pending_order_count": stock["pending_order_count"],
        "incoming_items": stock["incoming_items"],
        "incoming_by_sku": stock["incoming_by_sku"],
        "pending_orders": stock["pending_orders"],
    }
