"""The 18 tools of the marketplace: their arguments, minutes, and what each does.

Each handler gets validated arguments after its minutes have passed, calls one rule, and words the
result. Descriptions for models are in `sim.marketplace.descriptions`. Rules:
docs/rules/marketplace.md §20.
"""

from collections.abc import Callable
from typing import Any, Final

from data.marketplace.parameters import (
    MEMO_LIMIT,
    OPS_COST_MICRO,
    SALVAGE_RATE,
    SPEED_RETURNS,
)
from events.errors import RuleBroken
from events.marketplace import MemoDeleted, MemoWritten
from events.money import WalletWithdrawn
from ledger.accounts import BANK, ESCROW, WALLET
from ledger.money import to_micro, to_yuan
from sim.marketplace import queries, research, stores, suppliers
from sim.marketplace.arguments import (
    Chatbox,
    CheckStoreStatus,
    CheckWarehouse,
    CloseStore,
    JoinPromotion,
    Listing,
    ListProducts,
    MarketSearch,
    NewPrice,
    OpenStore,
    OperateMemory,
    PublishToStore,
    ReturnToWarehouse,
    SetPrices,
    ShipOrders,
    SupplierSearch,
    TakenBack,
    TraceReturnSources,
    WaitForNextDay,
    Withdraw,
)
from sim.marketplace.promotions import is_active
from sim.marketplace.shipping import send
from sim.marketplace.state import Notice
from sim.marketplace.world import Market
from sim.tools import NoArguments, Refused, Result, Tool, never
from sim.turn import WAIT, Toolbox

WITHDRAW_TOLERANCE_MICRO: Final = 5_000


def _open_store(market: Market, args: OpenStore) -> Result:
    opened = stores.open_store(market, args.store_type, args.store_name)
    note = "The fee was charged again and the reputation starts anew." if opened.reopened else ""
    return {
        "success": True,
        "store_id": opened.store,
        "store_type": opened.store_type,
        "store_name": opened.name,
        "setup_fee_charged": to_yuan(opened.fee),
        "daily_ops_cost": to_yuan(opened.ops_cost),
        "is_reopen": opened.reopened,
        "reopen_note": note,
        "bank_balance": to_yuan(market.balance(BANK)),
        "allowed_categories": list(market.store_types[opened.store_type].categories),
    }


def _close_store(market: Market, args: CloseStore) -> Result:
    closed = stores.close_store(market, args.store_id, liquidate=bool(args.liquidate))
    head = {"success": True, "store_id": args.store_id}
    again = "Opening such a store again costs the fee and resets the reputation."
    if not args.liquidate:
        return head | {
            "note": f"{again} Its stock is back in the warehouse and goes on costing storage.",
            "inventory_returned_to_warehouse": {each.sku: each.quantity for each in closed.moved},
            "total_items_returned": sum(each.quantity for each in closed.moved),
        }
    credited = sum(line.amount for line in closed.liquidated)
    return head | {
        "note": (
            f"{again} Its stock was sold for {SALVAGE_RATE:.0%} of its cost: "
            f"¥{to_yuan(credited):,.2f}."
        ),
        "liquidated": True,
        "items_liquidated": {
            line.sku: {"quantity": line.quantity, "salvage": to_yuan(line.amount)}
            for line in closed.liquidated
        },
        "total_units_liquidated": sum(line.quantity for line in closed.liquidated),
        "salvage_credited": to_yuan(credited),
        "salvage_rate": SALVAGE_RATE,
        "bank_balance": to_yuan(market.balance(BANK)),
    }


def _each(items: list[Any], act: Callable[[Any], Result]) -> list[Result]:
    """Carry out items one by one; a failing one says why and the rest go on."""
    results: list[Result] = []
    for item in items:
        if isinstance(item, Refused):
            results.append({"product_id": item.item, "success": False, "error": item.reason})
            continue
        head = {"product_id": item.product_id}
        try:
            results.append(head | {"success": True} | act(item))
        except RuleBroken as broken:
            results.append(head | {"success": False, "error": str(broken)})
    return results


def _publish(market: Market, args: PublishToStore) -> Result:
    store = stores.find_open(market, args.store_id)

    def act(item: Listing) -> Result:
        stores.list_goods(market, store, item.product_id, item.quantity, item.retail_price)
        return {"quantity_stocked": item.quantity, "retail_price": item.retail_price}

    return {"store_id": store.id, "results": _each(args.plan, act)}


def _set_prices(market: Market, args: SetPrices) -> Result:
    store = stores.find_open(market, args.store_id)

    def act(item: NewPrice) -> Result:
        old = stores.set_price(market, store, item.product_id, item.price)
        return {"old_price": old, "new_price": item.price}

    return {"store_id": store.id, "results": _each(args.prices, act)}


def _return_to_warehouse(market: Market, args: ReturnToWarehouse) -> Result:
    store = stores.find_open(market, args.store_id)

    def act(item: TakenBack) -> Result:
        stores.unlist_goods(market, store, item.product_id, item.quantity)
        return {"returned": item.quantity}

    return {"store_id": store.id, "results": _each(args.items, act)}


def _join_promotion(market: Market, args: JoinPromotion) -> Result:
    store = stores.find_open(market, args.store_id)
    joined = stores.join_promotion(market, store, args.event_name, args.discount_rate)
    return {
        "success": True,
        "store_id": store.id,
        "event": joined.name,
        "discount_rate": args.discount_rate,
        "active_now": is_active(market, joined, market.calendar.date(market.today)),
        "max_demand_multiplier": joined.max_multiplier,
    }


def _check_store_status(market: Market, args: CheckStoreStatus) -> Result:
    if args.store_id:
        return queries.one_store(market, args.store_id)
    return queries.all_stores(market)


def _withdraw(market: Market, args: Withdraw) -> Result:
    wallet = market.balance(WALLET)
    asked = to_micro(args.amount or 0.0)
    amount = min(asked, wallet) if args.amount and args.amount > 0 else wallet
    if asked - wallet > WITHDRAW_TOLERANCE_MICRO:
        have, want = to_yuan(wallet), to_yuan(asked)
        raise RuleBroken(f"the wallet holds ¥{have:,.2f}, ¥{want:,.2f} was asked for")
    if amount <= 0:
        raise RuleBroken("there is nothing to withdraw")
    market.emit(WalletWithdrawn, amount=amount)
    return {
        "success": True,
        "withdrawn": to_yuan(amount),
        "bank_balance": to_yuan(market.balance(BANK)),
        "platform_wallet": to_yuan(market.balance(WALLET)),
    }


def _chatbox(market: Market, args: Chatbox) -> Result:
    several = [args.uids] if isinstance(args.uids, str) else args.uids or []
    asked = [*several, args.uid or ""]
    pieces = [piece for each in asked for piece in each.replace(",", " ").split()]
    addresses = list(dict.fromkeys(pieces))
    if not addresses:
        return {"error": "no_uid_provided", "current_time": market.stamp()}
    if len(addresses) == 1:
        return suppliers.exchange(market, addresses[0], args.content or "", args.history_count or 0)
    return {
        "message": "broadcast_sent",
        "recipients": len(addresses),
        "responses": [
            suppliers.exchange(market, address, args.content or "", args.history_count or 0)
            | {"uid": address}
            for address in addresses
        ],
        "current_time": market.stamp(),
    }


def _operate_memory(market: Market, args: OperateMemory) -> Result:
    memos, title = market.state.memos, args.title or ""
    if args.action == "list" or (args.action == "get" and not title):
        return {"memos": dict(memos), "total_memos": len(memos)}
    if args.action == "get":
        if title not in memos:
            return {"error": f"there is no note {title[:60]!r}", "titles": list(memos)}
        return {"title": title, "content": memos[title]}
    if not title or (args.action != "delete" and not args.content):
        raise RuleBroken(
            f"{args.action} needs a title" + " and content" * (args.action != "delete")
        )
    if args.action == "add":
        if title in memos:
            raise RuleBroken(f"there is a note {title[:60]!r} already; use update")
        if len(memos) >= MEMO_LIMIT:
            raise RuleBroken(f"{MEMO_LIMIT} notes are kept, which is the maximum; delete one")
    elif title not in memos:
        raise RuleBroken(f"there is no note {title[:60]!r}")
    if args.action == "delete":
        market.emit(MemoDeleted, title=title)
        return {"success": True, "message": "deleted", "total_memos": len(memos)}
    market.emit(MemoWritten, title=title, content=args.content or "")
    if args.action == "update":
        return {"success": True, "message": "updated"}
    return {"success": True, "message": "added", "total_memos": len(memos)}


def _market_search(market: Market, args: MarketSearch) -> Result:
    if args.category:
        return research.category_detail(market, args.category, args.store_type or "")
    if args.store_type:
        return research.store_detail(market, args.store_type)
    return research.overview(market)


def _list_products(market: Market, args: ListProducts) -> Result:
    return research.products(market, args.store_type or "", args.category or "")


def _supplier_search(market: Market, args: SupplierSearch) -> Result:
    return research.suppliers(
        market, args.product_name or "", args.category or "", args.store_type or "", args.page or 1
    )


def _ship_orders(market: Market, args: ShipOrders) -> Result:
    if args.action == "list":
        return queries.queue(market)
    speed = (args.speed or "standard").lower()
    if speed not in SPEED_RETURNS:
        raise RuleBroken(f"there is no speed {speed[:40]!r}; use fast, standard or slow")
    if market.is_over:
        raise RuleBroken("the episode has ended; nothing can be shipped")
    waiting = market.state.shipments
    if args.shipment_ids is None:
        chosen, unknown = list(waiting.values()), []
    else:
        asked = frozenset(args.shipment_ids)
        chosen = [sale for number, sale in waiting.items() if number in asked]
        unknown = sorted(asked - waiting.keys())
    if not chosen:
        raise RuleBroken("no pending shipment matches")
    sent = [send(market, sale, speed) for sale in chosen]
    result = {
        "success": True,
        "speed": speed,
        "shipped_count": len(sent),
        "total_shipping_cost": to_yuan(sum(each.cost for each in sent)),
        "total_revenue_into_escrow": to_yuan(sum(each.net for each in sent)),
        "bank_balance": to_yuan(market.balance(BANK)),
        "pending_settlement": to_yuan(market.balance(ESCROW)),
        "shipments": [
            {
                "shipment_id": sale.shipment,
                "product_id": sale.sku,
                "quantity": sale.quantity,
                "ship_cost": to_yuan(each.cost),
                "revenue_into_escrow": to_yuan(each.net),
                "settles_on": market.calendar.iso(each.due_day),
            }
            for sale, each in zip(chosen, sent, strict=True)
        ],
    }
    return result | ({"unknown_shipment_ids": unknown} if unknown else {})


def _notices(market: Market) -> tuple[list[Result], int]:
    notices: list[Notice] = market.state.notices
    days: dict[int, list[Result]] = {}
    for notice in notices:
        news = {"type": notice.topic, "content": notice.content}
        days.setdefault(notice.day, []).append(news)
    grouped = [
        {"date": market.calendar.iso(day), "day": day, "news": news} for day, news in days.items()
    ]
    return grouped, len(notices)


def _reminder(market: Market) -> str:
    costs = sum(store.ops_cost for store in market.state.open_stores())
    need, bank = costs or min(OPS_COST_MICRO.values()), market.balance(BANK)
    if bank >= need:
        return ""
    return (
        f"The bank holds ¥{to_yuan(bank):,.2f}, less than a day's costs of ¥{to_yuan(need):,.2f}. "
        "Ten mornings in a row below zero are bankruptcy."
    )


_TOOLS: Final = (
    Tool("open_store", 60, OpenStore, _open_store),
    Tool("close_store", 30, CloseStore, _close_store),
    Tool(
        "check_store_status", 10, CheckStoreStatus, _check_store_status, rows=("products", "stores")
    ),
    Tool("list_products", 10, ListProducts, _list_products, rows=("results",)),
    Tool("publish_to_store", 20, PublishToStore, _publish, items="plan"),
    Tool("set_prices", 10, SetPrices, _set_prices, items="prices"),
    Tool("return_to_warehouse", 15, ReturnToWarehouse, _return_to_warehouse, items="items"),
    Tool("join_promotion", 10, JoinPromotion, _join_promotion),
    Tool("check_balance", 10, NoArguments, lambda market, _: queries.balance(market)),
    Tool(
        "check_warehouse",
        10,
        CheckWarehouse,
        lambda market, _: queries.warehouse(market),
        rows=("items",),
    ),
    Tool("withdraw", 10, Withdraw, _withdraw),
    Tool(WAIT, 0, WaitForNextDay, never),
    Tool("chatbox", 30, Chatbox, _chatbox),
    Tool("operate_memory", 10, OperateMemory, _operate_memory),
    Tool("market_search", 30, MarketSearch, _market_search),
    Tool("supplier_search", 10, SupplierSearch, _supplier_search, rows=("results",)),
    Tool("ship_orders", 20, ShipOrders, _ship_orders, rows=("pending_shipments",)),
    Tool(
        "trace_return_sources",
        10,
        TraceReturnSources,
        lambda market, args: queries.trace(market, args.product_id),
        rows=("products",),
    ),
)

TOOLBOX: Final = Toolbox({tool.name: tool for tool in _TOOLS}, _notices, _reminder)
