"""Reading a supermarket's conformance traces and telling a day in their terms.

A trace is JSON lines, optionally gzipped: a header with the configuration, one line per call (that
of `end_today` with the day's inner figures), the final metrics. Texts are left out of it.
"""

import gzip
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from data.supermarket.parameters import START_DATE, Preset
from events.base import Event
from events.supermarket import GoodsExpired, GoodsOrdered, GoodsSold
from ledger.accounts import BANK
from ledger.money import to_micro, to_yuan
from sim.settings import MAX_DAYS
from sim.supermarket.news import NEED, SIGNS, Effects
from sim.supermarket.queries import order_name
from sim.supermarket.reads import LISTED
from sim.supermarket.sandbox import Called, Told
from sim.supermarket.stock import net_worth
from sim.supermarket.tools import END_TODAY
from sim.supermarket.world import Settings, Store
from sim.turn import Answer

Json = dict[str, Any]


class StoreTrace(msgspec.Struct, frozen=True):
    """A trace taken apart."""

    name: str
    header: Json
    calls: list[Json]
    metrics: Json


def is_store_trace(path: Path) -> bool:
    """Whether a file is a trace of the supermarket."""
    try:
        with _opened(path) as lines:
            first = json.loads(next(iter(lines), "{}"))
    except (OSError, ValueError):
        return False
    header = first.get("header") if isinstance(first, dict) else None
    return isinstance(header, dict) and "preset" in header and "config" in header


def store_world(path: Path, root: Path) -> Path | None:
    """Return the folder under `root` that a supermarket's trace was recorded on."""
    if not is_store_trace(path):
        return None
    return root / str(read_store_trace(path, only_header=True).header["data"])


def read_store_trace(path: Path, *, only_header: bool = False) -> StoreTrace:
    """Read a trace file.

    Raises:
        ValueError: a line is not one of a trace; the message names file and line.
    """
    parts: dict[str, list[Json]] = {"header": [], "tool": [], "metrics": []}
    with _opened(path) as lines:
        for number, line in enumerate(islice(lines, 1) if only_header else lines, 1):
            if not line.strip():
                continue
            try:
                entry = json.loads(line)
                parts[next(iter(entry))].append(entry)
            except (ValueError, KeyError, StopIteration, TypeError):
                raise ValueError(f"{path}, line {number}: not a line of a trace") from None
    metrics = parts["metrics"][-1]["metrics"] if parts["metrics"] else {}
    head = parts["header"][0]
    name = path.name.removesuffix(".gz").removesuffix(".jsonl")
    return StoreTrace(name, head["header"], parts["tool"], metrics)


def _opened(path: Path) -> Any:
    opener = gzip.open if path.suffix == ".gz" else open
    return opener(path, "rt", encoding="utf-8")


def settings_of(trace: StoreTrace) -> Settings:
    """Return the settings a trace was recorded with; it says itself when play stopped."""
    header, config = trace.header, trace.header["config"]
    seeds = {header[name] for name in ("np_seed", "py_seed", "news_seed")}
    if len(seeds) != 1:
        raise ValueError(f"{trace.name}: the three generators must have one seed, not {seeds}")
    preset = Preset(
        name=config["config_name"],
        rent=to_micro(config["everyday_rent"]),
        capacity=config["inventory_capacity"],
        shelf=config["shelf_sku_capacity"] if config["enable_shelf_constraint"] else None,
        aggregation=config["category_attraction_aggregation"],
        rho=config["category_attraction_rho"],
        effects=config["category_effects"],
        review_ratio=config["review_ratio"] if config["enable_review"] else None,
        news=config["enable_new"],
        news_daily=config["news_daily_count"],
        news_scale=config["news_impact_base_scale"],
        news_cap=config["news_impact_abs_cap"],
        news_ratios=config["news_sample_ratios"],
        news_weights=config["news_impact_mode_weights"],
        patience=0,
    )
    return Settings(
        seed=seeds.pop(),
        days=MAX_DAYS,
        opening_balance=to_micro(config["initial_funds"]),
        start_date=START_DATE,
        agent=f"trace:{trace.name}",
        preset=preset,
    )


def need_effects(store: Store) -> dict[str, float]:
    """Return what today's news does to the demand for each product it concerns."""
    news = Effects(store, NEED)
    effects = {sku: news.on(sku, store.products[sku].category) for sku in store.skus}
    return {sku: effect for sku, effect in effects.items() if effect}


def day_of(store: Store, need: dict[str, float]) -> Json:
    """Return the inner figures of the day that is over, as a trace has them."""
    figures, state = store.figures, store.state
    return {
        "n": store.day,
        "date": store.calendar.iso(store.today - 1),
        "traffic": store.traffic(store.today - 1),
        "units": sum(figures.sold.values()),
        "returns": sum(figures.returned.values()),
        "expired": sum(figures.expired.values()),
        "stock": state.stocked,
        "waiting": state.waiting_units(),
        "deliveries": [[order_name(order.order), _units(order)] for order in figures.arrived],
        "rent": to_yuan(store.preset.rent),
        "reviews": figures.reviews,
        "need_effect": need,
        "attraction": figures.drawn_with,
        "binomial": [list(drawn) for drawn in figures.binomials],
        "multinomial": figures.splits,
        "stock_key_order": list(state.stock),
        "news_next": [
            [shown.item, shown.last_day - store.today]
            if store.items[shown.item].direction in SIGNS
            else [shown.item, None]
            for shown in state.news
        ],
        "rng": store.draws.fingerprint(),
    }


def _units(order: GoodsOrdered) -> dict[str, int]:
    units: dict[str, int] = {}
    for line in order.lines:
        units[line.sku] = units.get(line.sku, 0) + line.quantity
    return units


def plain(store: Store, answer: Answer) -> Any:
    """Return a whole result as a trace has it."""
    result = answer.result
    if LISTED in result:
        return result[LISTED]
    if answer.tool == END_TODAY and not answer.failed:
        return _reduced(result)
    if answer.tool == "place_order" and not answer.failed:
        # What we hide from the agent, the published answer shows.
        first = store.state.lot_count - len(result["lines"]) + 1
        lines = [
            line | {"quality_score": store.state.lots[first + place].quality}
            for place, line in enumerate(result["lines"])
        ]
        return result | {"lines": lines}
    return result


def _reduced(report: Json) -> Json:
    stock = report["inventory"]
    shown = {
        sku: [row["quantity"], row["waiting"], row["incoming"]]
        for sku, row in stock["inventory"].items()
    }
    waiting: dict[str, int] = {}
    for each in report["waiting_items"]:
        waiting[each["sku_id"]] = waiting.get(each["sku_id"], 0) + each["quantity"]
    return report | {
        "inventory_nonzero": {sku: counts for sku, counts in shown.items() if any(counts)},
        "waiting_by_sku": waiting,
        "total_items": stock["total_items"],
        "waiting_items": stock["waiting_items"],
        "pending_orders": [
            [
                order["order_id"],
                order["supplier_id"],
                order["expected_delivery_date"],
                order["total_items"],
                order["cost"],
            ]
            for order in report["pending_orders"]
        ],
    }


def code_of(trace: StoreTrace) -> Iterator[Told]:
    """Yield what came of each piece of code that reached the sandbox."""
    for recorded in trace.calls:
        result = recorded["result"]
        if recorded["tool"] == "execute_code" and "result" in result:
            error = "it failed" if result["error"] else ""
            called = result.get("tool_calls", ())
            calls = tuple(Called(name, success=success) for name, success in called)
            rejected = "tool_calls" not in result
            yield Told("", result["result"], error, calls, rejected)


class Totals:
    """Watches an episode and keeps the totals a trace's last line has."""

    def __init__(self) -> None:
        self.sold = self.returned = self.expired = self.ordered = 0

    def watch(self, event: Event) -> None:
        """Look at an event that has just been applied."""
        if isinstance(event, GoodsSold):
            self.sold += sum(sale.sold for sale in event.sales)
            self.returned += sum(sale.returned for sale in event.sales)
        elif isinstance(event, GoodsExpired):
            self.expired += sum(moved.stocked + moved.waiting for moved in event.lots)
        elif isinstance(event, GoodsOrdered):
            self.ordered += sum(line.quantity for line in event.lines)

    def told(self, store: Store) -> Json:
        """Return the totals under the published names."""
        return {
            "survival_days": store.day,
            "final_net_worth": to_yuan(net_worth(store)),
            "final_funds": to_yuan(store.balance(BANK)),
            "units_sold": self.sold,
            "units_returned": self.returned,
            "units_expired": self.expired,
            "units_ordered": self.ordered,
            "rng": store.draws.fingerprint(),
        }
