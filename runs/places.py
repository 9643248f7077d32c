"""What each world tells a model beside its tools' answers, by its type.

Everything in here an agent could look up, but for the catalogue and the store's terms, which the
published system tells its models as well. Hidden facts are in none of it.
"""

from collections.abc import Callable
from typing import Any, Final

from ledger.accounts import BANK, ESCROW, WALLET
from ledger.money import to_yuan
from runs.agents.place import Place
from sim.marketplace.world import Market
from sim.supermarket.queries import inventory
from sim.supermarket.tools import END_TODAY
from sim.supermarket.world import Store
from sim.world import World

SHELF: Final = (
    "- The shelf has room for {shelf} products. Only what is on it is sold, and nothing is put"
    "\n  there by itself, not even what was just delivered: choose with `set_shelf_skus`. Its list"
    "\n  replaces the old one. A product that sells out keeps its place."
)
NO_SHELF: Final = "- Everything in stock is offered; there is no shelf to fill."
RENT: Final = "\n- Every morning a rent of {rent:,.0f} is due, even from money that is not there."
PATIENCE: Final = (
    "\n- With the bank below zero on {patience} mornings in a row the store is closed for good."
)
QUALITY: Final = (
    "\n- It shows in what customers do: bad goods come back the same day for the full price and are"
    " gone,\n  and buyers' ratings move later demand. `view_supplier_returns_avg_rate` and"
    "\n  `view_sku_avg_ratings` tell of both; returns follow the quality, not the ratings."
)
NEWS: Final = (
    "\n- The paper: `view_today_news`, and `view_news_detail` for one item. Most of it is of no"
    " matter\n  to you. Some items change for a few days what customers want or what suppliers ask."
)


def place_of(world: World[Any]) -> Place:
    """Return what a running world tells a model."""
    makers: dict[type, Callable[[Any], Place]] = {Market: _market, Store: _store}
    return makers[type(world)](world)


def _market(market: Market) -> Place:
    def status() -> str:
        accounts = (BANK, WALLET, ESCROW)
        money = ", ".join(f"{each} ¥{to_yuan(market.balance(each)):,.2f}" for each in accounts)
        return f"{_day(market)}, {market.stamp()}; {money}"

    def morning() -> str:
        stores = [store.name for store in market.state.open_stores()]
        state = market.state
        lines = [
            f"It is {status()}.",
            f"Open stores: {', '.join(stores) or 'none'}.",
            f"Sales to ship: {len(state.shipments)}; deliveries due: {len(state.deliveries)}.",
            f"Notes kept: {len(state.memos)} (`operate_memory`).",
        ]
        return "\n".join(lines)

    return Place(status=status, morning=morning, tells_once=True)


def _store(store: Store) -> Place:
    def status() -> str:
        date, funds = store.calendar.iso(store.today), to_yuan(store.balance(BANK))
        return f"{_day(store)}, {date}; funds {funds:,.2f}"

    return Place(
        wait=END_TODAY,
        general="general_store",
        first="The first day begins. The store is yours.",
        over="play is over",
        notes="`add_note`: it keeps notes, outside this conversation, until you remove them.",
        facts=_terms(store),
        status=status,
        morning=lambda: "\n".join([f"It is {status()}.", *_standing(store)]),
    )


def _day(world: Any) -> str:
    return f"day {world.day + 1} of {world.settings.days}"


def _terms(store: Store) -> dict[str, Any]:
    preset = store.preset
    rent, patience = to_yuan(preset.rent), preset.patience
    return {
        "products": len(store.skus),
        "categories": len(store.categories),
        "capacity": preset.capacity,
        "rent": (RENT.format(rent=rent) if rent else "")
        + (PATIENCE.format(patience=patience) if patience else ""),
        "shelf": NO_SHELF if preset.shelf is None else SHELF.format(shelf=preset.shelf),
        "quality": "" if preset.review_ratio is None else QUALITY,
        "news": NEWS if preset.news else "",
        "catalogue": "\n".join(_catalogue(store)),
    }


def _catalogue(store: Store) -> list[str]:
    lines = []
    for category, skus in store.categories.items():
        lines.append(f"{category}:")
        rows = [store.products[sku] for sku in skus]
        lines += [f"- {row.id}: {row.brand}, {row.description}, {row.shelf_life}" for row in rows]
    return lines


def _standing(store: Store) -> list[str]:
    """Return the shelf and what else there is, product by product."""
    state, found = store.state, inventory(store)
    shelf = found["shelf"]
    lines = [
        f"In stock: {found['total_items']:,} of {store.preset.capacity:,} units.",
        f"Waiting outside: {found['waiting_items']:,}; on their way: {found['incoming_items']:,}.",
        f"Notes kept: {len(state.notes)} (`view_notes`).",
    ]
    if shelf["enabled"]:
        lines.append(f"On the shelf: {shelf['used']} of {shelf['capacity']} products.")
    rows = found["inventory"]
    shown = [sku for sku, row in rows.items() if row["on_shelf"]]
    others = [sku for sku, row in rows.items() if not row["on_shelf"] and any(_units(row))]
    for title, skus in (("SHELF", shown), ("NOT ON THE SHELF", others)):
        if skus:
            heading = title if shelf["enabled"] else "GOODS"
            lines.append(f"{heading} (product, category, price: in stock, waiting, on their way)")
        for sku in skus:
            counts = ", ".join(map(str, _units(rows[sku])))
            category = store.products[sku].category
            lines.append(f"- {sku}, {category}, {state.prices[sku]:,.2f}: {counts}")
    return lines


def _units(row: dict[str, Any]) -> tuple[int, int, int]:
    return row["quantity"], row["waiting"], row["incoming"]
