"""Every way of asking a supermarket, and asking twice: in disguise and openly."""

import hashlib
import json
from typing import Any

from data.supermarket.parameters import Preset
from events.episode import Call
from events.errors import RuleBroken
from runs.agents.base import call
from sim.supermarket.reads import reads
from sim.supermarket.sandbox import Told
from sim.supermarket.tools import ALIASES, END_TODAY, toolbox
from sim.turn import take_turn
from tests.retail import Shop, world
from tests.sim.supermarket.disguise import disguised
from tests.sim.supermarket.scanner import Leak

SKUS = [row.id for row in world().products]
SUPPLIERS = [f"supplier_{number}" for number in range(1, 6)]
TOOLS = toolbox(Preset()).tools
READS = [read.name for read in reads(Preset())]


class Reader:
    """In place of a sandbox: asks, keeps what it was given, and gives the answers' digests back."""

    def __init__(self) -> None:
        self.given: list[Any] = []

    def run(self, code, read, tools, *, given=None, today=""):
        self.given.append([sorted(given), given["funds"], given["rent"], today, tools])
        found = {}
        for name, arguments in json.loads(code):
            try:
                found[name] = read(name, arguments)
            except RuleBroken as error:
                found[name] = str(error)
        text = json.dumps(found)
        return Told(text[:200], hashlib.sha256(text.encode()).hexdigest())


def questions(shop: Shop, day: int) -> list[Call]:
    """Return every way of asking: each tool with good arguments, pages, other names, and errors."""
    iso, first = shop.store.calendar.iso, -20 if day % 2 else 0
    span = {"start_date": iso(first), "end_date": iso(max(first, day))}
    paper = [shown.item for shown in shop.store.state.news]
    good: dict[str, list[dict[str, Any]]] = {
        "view_sku_prices": [{"sku_ids": SKUS}],
        "view_sku_inventory_cost": [{"sku_ids": SKUS}],
        "view_sales_profit_history": [
            {"sku_ids": SKUS, **span},
            {"sku_ids": SKUS, **span, "page": 2},
            {"sku_ids": SKUS[:3], **span, "supplier_id": "supplier_2"},
        ],
        "view_current_date_supplier_prices": [{"sku_ids": SKUS}],
        "view_supplier_price_history": [
            {"sku_id": SKUS[day % len(SKUS)]},
            {"sku_id": SKUS[3], "start_date": iso(-90), "end_date": iso(day + 30)},
        ],
        "view_sku_avg_ratings": [{"sku_ids": SKUS, "start_date": None, "end_date": None}],
        "view_supplier_returns_avg_rate": [
            {"supplier_id": name, "start_date": iso(0), "end_date": iso(day)} for name in SUPPLIERS
        ],
        "view_news_history": [{"start_date": iso(0), "end_date": iso(day)}],
        "view_news_detail": [{"news_id": item} for item in dict.fromkeys(paper)],
    }
    asked = [asking(name, given) for name in READS for given in good.get(name, [{}])]
    asked += [asking(alias, good[name][0]) for alias, name in ALIASES.items() if name in good]
    codes = [json.dumps([[each.tool, json.loads(each.arguments)]]) for each in asked]
    return [*asked, *wrong(), *[call("execute_code", code=code) for code in codes]]


def asking(tool: str, arguments: dict[str, Any]) -> Call:
    return Call(tool, json.dumps(arguments))


def wrong() -> list[Call]:
    """Return calls that are refused."""
    item = {"sku_id": SKUS[0], "quantity": 3}
    return [
        *[Call(name, "[]") for name in (*TOOLS, *ALIASES) if name != END_TODAY],
        *[Call(name, '{"quality": 1}') for name in TOOLS if name != END_TODAY],
        call("place_order", items=[item], supplier_id="supplier_9"),
        call("place_order", items=[item | {"quantity": 10**8}], supplier_id="supplier_1"),
        call("place_order", items=[item | {"sku_id": "?"}], supplier_id="supplier_1"),
        call("place_order", items=[item, item | {"quantity": 16_000}], supplier_id="supplier_1"),
        call("view_news_detail", news_id="macro_all"),
        call("view_quality"),
    ]  # fmt: skip


def answered(shop: Shop, calls: list[Call]) -> list[tuple[str, bytes, Any]]:
    return [
        (each.tool, each.text, each.result)
        for wanted in calls
        for each in take_turn(shop.store, shop.box, [wanted])
    ]


def ask_twice(shop: Shop, calls: list[Call]) -> list[tuple[str, bytes, Any]]:
    """Ask in disguise and then openly; raise Leak where the answers differ."""
    with disguised(shop.store):
        masked = answered(shop, calls)
    openly = answered(shop, calls)
    for wanted, one, two in zip(calls, masked, openly, strict=True):
        if one != two:
            raise Leak(f"{wanted} is answered by what is hidden")
    return openly
