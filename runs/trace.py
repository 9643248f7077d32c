"""Reading conformance traces and telling a morning in their terms.

A trace is JSON lines, optionally gzipped: a header, one line per call or per turn, a final block.
It was recorded from the published system; what it leaves out (texts, titles) is not compared.
"""

import gzip
import json
from pathlib import Path
from typing import Any

import msgspec

from events.base import Event
from events.episode import EpisodeFinalised
from events.money import DayClosed
from ledger.accounts import (
    BANK,
    COMMISSION,
    COMMISSION_REVERSED,
    ESCROW,
    OPS,
    PROCUREMENT,
    REFUNDS,
    REVENUE,
    SALVAGE,
    SETUP,
    SHIPPING,
    STORAGE,
    VIP_FEES,
    WALLET,
)
from ledger.money import to_yuan
from sim.marketplace.state import State, Store
from sim.marketplace.world import Market

Json = dict[str, Any]


class Trace(msgspec.Struct, frozen=True):
    """A trace taken apart; exactly one of `calls` and `turns` is filled."""

    header: Json
    calls: list[Json]
    turns: list[Json]
    final: Json


def read_trace(path: Path) -> Trace:
    """Read a trace file.

    Raises:
        ValueError: the file is not a trace; the message names file and line.
    """
    opener = gzip.open if path.suffix == ".gz" else open
    parts: dict[str, list[Json]] = {"header": [], "call": [], "batch": [], "final": []}
    with opener(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                entry = json.loads(line)
                kind, value = next(iter(entry.items()))
                parts[kind].append(value)
            except (ValueError, KeyError, StopIteration, AttributeError):
                raise ValueError(f"{path}, line {number}: not a line of a trace") from None
    if not parts["header"]:
        raise ValueError(f"{path}: the trace has no header line")
    final = parts["final"][-1] if parts["final"] else {}
    return Trace(parts["header"][0], parts["call"], parts["batch"], final)


class Mornings:
    """Watches an episode and keeps, for each morning, the figures a trace compares."""

    def __init__(self, market: Market) -> None:
        self._market = market
        self._closed: DayClosed | None = None
        self.seen: list[Json] = []

    def watch(self, event: Event) -> None:
        """Look at an event that has just been applied."""
        if isinstance(event, DayClosed):
            self._closed = event
            self.seen.append(morning(self._market, event))
        elif isinstance(event, EpisodeFinalised) and self.seen and self._closed is not None:
            # A trace reads the last morning's stores after the final settlement.
            self.seen[-1] = morning(self._market, self._closed)

    def take(self) -> list[Json]:
        """Return the mornings since the last call of this method."""
        seen, self.seen = self.seen, []
        return seen


def morning(market: Market, closed: DayClosed) -> Json:
    """Return a morning's figures under the published names."""
    state = market.state
    return {
        "day": closed.day,
        "date": market.calendar.iso(closed.day),
        "ops_cost_charged": to_yuan(closed.ops),
        "idle_penalty_charged": to_yuan(closed.idle),
        "storage_charged": to_yuan(closed.storage),
        "total_sold": closed.units_sold,
        "orders_cancelled": closed.cancelled,
        "returns_processed": closed.returned,
        "settled_to_wallet": to_yuan(closed.matured),
        "deliveries_arrived": closed.delivered,
        "bank_balance": to_yuan(closed.bank),
        "platform_wallet": to_yuan(closed.wallet),
        "pending_settlement": to_yuan(closed.escrow),
        "unpaid_streak": closed.streak,
        "news": [notice.topic for notice in state.notices if notice.day == closed.day],
        "stores": {store.id: _store(store) for store in state.open_stores()},
        "pending": [
            [sale.shipment, sale.store, sale.sku, sale.quantity, to_yuan(sale.unit_price)]
            for sale in state.shipments.values()
        ],
    }


def _store(store: Store) -> Json:
    return {
        "reputation": store.reputation,
        "cumulative_sales": store.units_shipped,
        "recent_returns": store.recent_returns,
        "recent_sold": store.recent_sold,
        "recent_cancellations": store.recent_cancellations,
        "inventory": dict(store.shelf),
    }


def after(market: Market) -> Json:
    """Return clock and balances as a trace gives them after each call."""
    return {
        "time": market.stamp(),
        "bank": to_yuan(market.balance(BANK)),
        "wallet": to_yuan(market.balance(WALLET)),
        "escrow": to_yuan(market.balance(ESCROW)),
        "day": market.day,
    }


def final(market: Market) -> Json:
    """Return the final block: state, reason and ledger under the published names, in yuan."""
    return {"state": after(market), "reason": market.state.reason, "ledger": ledger(market.state)}


def ledger(state: State) -> dict[str, float]:
    """Return the published ledger's totals in yuan; its net revenue includes salvage."""
    book = state.book.balances
    totals = {
        "setup": book[SETUP],
        "ops": book[OPS],
        "storage": book[STORAGE],
        "shipping": book[SHIPPING],
        "procurement": book[PROCUREMENT],
        "revenue_net": -book[REVENUE] - book[COMMISSION] - book[SALVAGE],
        "refunds_gross": book[REFUNDS],
        "vip_fees": book[VIP_FEES],
        "commission_reversed": -book[COMMISSION_REVERSED],
    }
    return {name: to_yuan(amount) for name, amount in totals.items()}
