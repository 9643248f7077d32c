"""The tools of the supermarket: their arguments, and what each does.

No tool takes time; `end_today` ends the day. Read tools are in `sim.supermarket.reads`,
descriptions for models in `sim.supermarket.descriptions`. Rules: docs/rules/supermarket.md §10.
"""

from functools import partial
from typing import Any, Final

import msgspec

from data.supermarket.parameters import Preset
from events.codec import clean_text
from events.errors import RuleBroken
from events.marketplace import MemoDeleted, MemoWritten
from events.supermarket import CodeRan, InnerCall
from ledger.accounts import BANK
from ledger.money import to_yuan
from sim.supermarket import queries
from sim.supermarket.arguments import (
    RESULT_MAX,
    AddNote,
    ExecuteCode,
    ModifyPrice,
    PlaceOrder,
    RemoveNote,
    SetShelf,
)
from sim.supermarket.procurement import Unaffordable, place_order
from sim.supermarket.reads import LISTED, Read, answer, reads
from sim.supermarket.sandbox import Ran
from sim.supermarket.shelf import set_price, set_shelf
from sim.supermarket.world import Store
from sim.tools import NoArguments, Result, Tool, never
from sim.turn import Toolbox

END_TODAY: Final = "end_today"
STDOUT_MAX: Final = 10_000
"""Characters of a program's output that are kept."""
ALIASES: Final = {
    "modify_product_price": "modify_sku_price",
    "set_shelf_products": "set_shelf_skus",
    "view_product_prices": "view_sku_prices",
    "view_product_inventory_cost": "view_sku_inventory_cost",
    "view_product_avg_ratings": "view_sku_avg_ratings",
}
"""The paper's names of some tools."""


def _place_order(store: Store, args: PlaceOrder) -> Result:
    items = [(item.sku_id, int(item.quantity)) for item in args.items]
    if not all(quantity for _, quantity in items):
        raise RuleBroken("quantity must be at least 1")
    placed = place_order(store, args.supplier_id.strip(), items)
    if isinstance(placed, Unaffordable):
        required, available = to_yuan(placed.required), to_yuan(placed.available)
        return {
            "error": f"this costs {required:,.2f} and the funds are {available:,.2f}",
            "required": required,
            "available": available,
        }
    iso, today = store.calendar.iso, store.today
    arrival, days = iso(placed.due_day), placed.due_day - today
    return {
        "order_id": queries.order_name(placed.order),
        "arrival_date": arrival,
        "supplier_id": placed.supplier,
        "total_cost": to_yuan(placed.amount),
        "funds_after": to_yuan(store.balance(BANK)),
        "lines": [
            {
                "sku_id": line.sku,
                "quantity": item.quantity,
                "unit_price": line.price,
                "supplier_id": placed.supplier,
                "line_cost": to_yuan(line.amount),
                "sampled_shipping_days": line.lead_days,
                "sampled_arrival_date": iso(today + line.lead_days),
                "shipping_days": days,
                "arrival_date": arrival,
            }
            for line, item in zip(placed.lines, args.items, strict=True)
        ],
    }


def _modify_price(store: Store, args: ModifyPrice) -> Result:
    before = set_price(store, args.sku_id, float(args.new_price))
    return {"sku_id": args.sku_id, "old_price": before, "new_price": args.new_price}


def _set_shelf(store: Store, args: SetShelf) -> Result:
    added, removed = set_shelf(store, args.sku_ids)
    shelf = sorted(store.state.shelf)
    return {
        "capacity": store.preset.shelf,
        "used": len(shelf),
        "shelf_skus": shelf,
        "added": added,
        "removed": removed,
    }


def _add_note(store: Store, args: AddNote) -> Result:
    if not args.content.strip():
        raise RuleBroken("content must not be empty")
    title = queries.note_name(store.state.note_count + 1)
    store.emit(MemoWritten, title=title, content=args.content)
    return {"id": title, "content": args.content, "date": store.calendar.iso(store.today)}


def _remove_note(store: Store, args: RemoveNote) -> Result:
    known = args.note_id in store.state.notes
    if known:
        store.emit(MemoDeleted, title=args.note_id)
    remaining = len(store.state.notes)
    return {"note_id": args.note_id, "removed": int(known), "remaining_notes": remaining}


def _execute_code(store: Store, args: ExecuteCode) -> Result:
    if not args.code.strip():
        raise RuleBroken("code must not be empty")
    found = reads(store.preset)
    ran = store.sandbox.run(
        args.code,
        partial(answer, store),
        {read.name: read.parameters() for read in found},
        given={
            "funds": to_yuan(store.balance(BANK)),
            "current_date": store.calendar.iso(store.today),
            "rent": to_yuan(store.preset.rent),
            "sku_ids": list(store.skus),
        },
        today=store.calendar.iso(store.today),
    )
    event = store.emit(
        CodeRan,
        stdout=clean_text(ran.stdout)[:STDOUT_MAX],
        calls=tuple(
            [
                InnerCall(call.tool, clean_text(call.arguments.decode()), success=call.success)
                for call in ran.calls
            ]
        ),
        refused=ran.rejected,
        **_given_back(ran),
    )
    told: Result = {
        "stdout": event.stdout,
        "result": msgspec.json.decode(event.result),
        "error": event.error or None,
    }
    if event.refused:
        return told
    return told | {"tool_calls": [[call.tool, call.success] for call in event.calls]}


def _given_back(ran: Ran) -> Result:
    """Return result and error of a piece of code, as they are recorded."""
    error = clean_text(ran.error)
    try:
        raw = msgspec.json.encode(ran.result)
    except (TypeError, ValueError, OverflowError, RecursionError) as problem:
        return {"result": msgspec.Raw(b"null"), "error": error or f"no JSON value: {problem}"}
    if len(raw) > RESULT_MAX:
        told = error or f"the result is longer than {RESULT_MAX:,} characters"
        return {"result": msgspec.Raw(b"null"), "error": told}
    return {"result": msgspec.Raw(raw), "error": error}


def _shown(read: Read, store: Store, args: Any) -> Result:
    found = read.answer(store, args)
    return {LISTED: found} if isinstance(found, list) else found


def _reminder(store: Store) -> str:
    rent, bank = store.preset.rent, store.balance(BANK)
    if bank >= rent or not store.preset.patience:
        return ""
    return (
        f"The funds are {to_yuan(bank):,.2f}, less than a day's rent of {to_yuan(rent):,.2f}. "
        f"{store.preset.patience} days in a row below zero end the business."
    )


_ACTS: Final = (
    Tool("place_order", 0, PlaceOrder, _place_order, strict=True),
    Tool("modify_sku_price", 0, ModifyPrice, _modify_price, strict=True),
    Tool("set_shelf_skus", 0, SetShelf, _set_shelf, strict=True),
    Tool("add_note", 0, AddNote, _add_note, strict=True),
    Tool("remove_note", 0, RemoveNote, _remove_note, strict=True),
    Tool("execute_code", 0, ExecuteCode, _execute_code, strict=True),
    Tool(END_TODAY, 0, NoArguments, never, strict=True),
)


def toolbox(preset: Preset) -> Toolbox:
    """Return what an agent can do in a store."""
    views = [
        Tool(read.name, 0, read.arguments, partial(_shown, read), rows=(read.rows,), strict=True)
        for read in reads(preset)
    ]
    tools = {tool.name: tool for tool in (*_ACTS, *views)}
    aliases = {alias: name for alias, name in ALIASES.items() if name in tools}
    return Toolbox(tools, lambda _store: ([], 0), _reminder, END_TODAY, queries.day_report, aliases)
