"""What an agent might send: calls of all 18 tools, good, borderline and bad.

`random_call` builds one call from a source of randomness and from what the episode has shown so
far; the strategies at the end let hypothesis be that source. Good calls are the more frequent, so
that play gets somewhere; one in five is spoilt on purpose. Low draws mean good calls: hypothesis
likes low draws.
"""

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

from data.marketplace.loader import load_folder
from data.marketplace.tables import Marketplace
from events.episode import Call

GOLDEN = Path(__file__).parent / "golden" / "world"
WAIT = "wait_for_next_day"
JUNK = (
    *(-3, 0, 2.5, 5.0, 5.9, 1e308, 2**63, 10**30, "5", "5.0", "-1", "1e400", "nan", "inf", "null"),
    *(True, False, None, "", " ", "none", [], {}, [[]], [1, "2"], {"a": {}}, "x" * 5_000, "\0"),
    *("\u2028line\u2029", "\U0001f600" * 40, "\ud835", "ünïcødé", "'; DROP TABLE", "@NaN"),
    *("@1e400", "@Infinity", "@-Infinity", "@-1e400", "@1e-320", float("nan"), float("-inf")),
)
"""Values for any field; a text with @ is written as that bare word."""
MALFORMED = (
    *("", " ", "{", '{"qty": 5,}', '{"shipment_ids":[12', '{"amount": NaN}', '{"amount": 1e400}'),
    *("[]", "null", '"x"', "5", "true", "{}{}", "{'a': 1}", "\ufeff{}", "[" * 100_000, "{,}"),
    *('{"a":' * 100_000, '"{\\"a\\""', '"[]"', '{"a": "\\ud835"}', "nope", "\x00", '{"a": 01}'),
)
"""Texts that are no JSON object; such a call costs no time."""
UNKNOWN_TOOLS = ("", "sell_everything", "Check_Balance", "wait", "\U0001f600", "x" * 9_000, "\0")
CONSENT = "I pay the membership fee now"
PROSE = (
    *("Hello, my name is Wang.", "Please send me your catalogue.", "catalogue page 99999", ""),
    *("Is there a minimum order? Credit?", f"All right. {CONSENT}.", "membership vip premium"),
    *("Thanks!", "a\u2028b\u2029c\0d\x1b[31m", "Subject: hi\nbody", "```", "``` negotiate\n{}```"),
    *("<script>alert(1)</script>", "word " * 2_000, "\U0001f600", "```json\n{}```", "{not} %s {0}"),
)
TITLES = ("plan", "suppliers", "\U0001f600", "a\nb", "t" * 900)


@cache
def golden() -> Marketplace:
    """Return the golden world's tables, read once per process."""
    return load_folder(GOLDEN)


class Known:
    """What an episode's answers have shown, for calls that make sense."""

    def __init__(self) -> None:
        self.products: dict[str, tuple[str, float]] = {}
        """SKU -> (category, reference price)."""
        self.suppliers: dict[str, list[str]] = {}
        """Address -> categories."""
        self.stores: dict[str, list[str]] = {}
        """Store -> categories; empty once it is closed."""
        self.free: dict[str, int] = {}
        self.shelf: dict[str, str] = {}
        """SKU -> a store that lists it."""
        self.pending: list[int] = []
        self.quotes: dict[tuple[str, str], float] = {}

    def learn(self, call: Call, answer: dict[str, Any]) -> None:
        """Take in one answer."""
        match call.tool:
            case "list_products":
                for row in answer.get("results", ()):
                    self.products[row["product_id"]] = row["category"], row["reference_price"]
            case "supplier_search":
                for row in answer.get("results", ()):
                    self.suppliers[row["supplier_email"]] = row["categories_served"]
            case "open_store" if answer.get("success"):
                self.stores[answer["store_id"]] = answer["allowed_categories"]
            case "close_store" if answer.get("success"):
                self.stores[answer["store_id"]] = []
            case "check_warehouse" if "items" in answer:
                self.free = {sku: row["quantity"] for sku, row in answer["items"].items()}
            case "publish_to_store":
                for row in answer.get("results", ()):
                    if row["success"]:
                        self.shelf[row["product_id"]] = answer["store_id"]
                        left = self.free.get(row["product_id"], 0) - row["quantity_stocked"]
                        self.free[row["product_id"]] = left
            case "ship_orders" if "pending_shipments" in answer:
                self.pending = [row["shipment_id"] for row in answer["pending_shipments"]]
            case "chatbox":
                self._talked(call, answer)

    def _talked(self, call: Call, answer: dict[str, Any]) -> None:
        for flat in answer.get("responses", [answer]):
            for row in flat.get("negotiation_responses", ()):
                given = json.loads(call.arguments)
                uid = flat.get("uid") or (given if isinstance(given, dict) else {}).get("uid")
                key = str(uid), row["sku_id"]
                self.quotes.pop(key, None)
                if row["decision"] == "Offer":
                    self.quotes[key] = row["price"]


def _pick(rng: Random, good: Any, odd: Any) -> str:
    """Return one of the good ids, if there are any, else or now and then an odd one."""
    pool = list(good)
    return str(rng.choice(pool)) if pool and rng.random() < 0.92 else str(rng.choice(list(odd)))


def _price(rng: Random, around: float) -> float:
    if rng.random() > 0.95:
        return rng.choice((0.0, -1.0, 1e-6, 9e-7, 1e9, 1.1e9, 1e-300))
    return round(around * rng.choice((0.02, 0.5, 0.7, 0.8, 0.9, 1.0, 1.2, 1.6, 3.0)), 2)


def _quantity(rng: Random, most: int) -> int:
    return rng.choice((0, -1, most + 1, 10**6, 10**6 + 1)) if rng.random() > 0.94 else most


def _entry(rng: Random, known: Known, address: str) -> Any:
    """Return one entry of a negotiate block: mostly offers and accepts of what is on the table."""
    served = known.suppliers.get(address, ())
    skus = [sku for sku, (category, _) in known.products.items() if category in served]
    sku = _pick(rng, skus, [*list(known.products)[:3], "nope", "", "\U0001f600"])
    reference = known.products.get(sku, ("", 50.0))[1]
    quantity = _quantity(rng, rng.randint(1, 30))
    kind = rng.random()
    if kind < 0.55:
        price = _price(rng, reference)
        return {"action": "offer", "sku_id": sku, "price": price, "quantity": quantity}
    if kind < 0.8:
        on_table = [key for key in known.quotes if key[0] == address]
        if on_table:
            sku = rng.choice(on_table)[1]
        quote = known.quotes.get((address, sku), reference)
        price = quote if rng.random() < 0.9 else rng.choice((None, quote + 0.006, quote * 2, "7"))
        return {"action": "ACCEPT", "sku_id": sku.upper(), "price": price, "quantity": quantity}
    if kind < 0.88:
        return {"action": "reject", "sku_id": sku}
    if kind < 0.94:
        return {"action": "enroll"}
    odd = rng.choice(JUNK)
    sku = rng.choice((sku, odd))
    return rng.choice((odd, {"action": "offer", "sku_id": sku, "price": odd, "quantity": odd}))


def _block(rng: Random, entries: list[Any]) -> str:
    lines = [written(entry) for entry in entries]
    body = rng.choice(("[" + ",".join(lines) + "]", "\n".join(lines), lines[0]))
    if rng.random() > 0.94:
        body = rng.choice(("garbage", body[: len(body) // 2], f"{body}\nnot json", "[]", "", "{}"))
    end = "```" if rng.random() < 0.97 else ""
    return f"```negotiate\n{body}\n{end}"


def _message(rng: Random, known: Known, address: str) -> str:
    parts = [rng.choice(PROSE)]
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        parts.append(_block(rng, [_entry(rng, known, address) for _ in range(rng.randint(1, 4))]))
        parts.append(rng.choice(("", "", "", *PROSE)))
    return "\n".join(parts)


def _chat(rng: Random, known: Known) -> dict[str, Any]:
    recent = list(dict.fromkeys(address for address, _ in known.quotes))
    pool = recent if recent and rng.random() < 0.5 else list(known.suppliers)
    address = _pick(rng, pool, ("nobody@example.com", "", "a,b c", "\0"))
    args: dict[str, Any] = {"uid": address, "content": _message(rng, known, address)}
    if rng.random() < 0.12:
        args["uids"] = [_pick(rng, pool, ("", "x@y")) for _ in range(rng.randint(0, 5))]
    if rng.random() < 0.15:
        args["history_count"] = rng.choice((0, 1, 2, 5, 1_000, -1))
    return args


def _optional(rng: Random, **fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if rng.random() < 0.5}


def _on_shelf(rng: Random, known: Known) -> tuple[str, str]:
    sku = _pick(rng, known.shelf, ("nope",))
    return sku, known.shelf.get(sku) or _pick(rng, known.stores, ("store_099", ""))


def _arguments(rng: Random, known: Known, tool: str) -> dict[str, Any]:
    tables = golden()
    type_id = _pick(rng, [row.id for row in tables.store_types], ("", "bakery", "Pet"))
    category = _pick(rng, [row.name for row in tables.categories], ("", "Spaceships"))
    page = rng.choice((1, 1, 2, 3, 0, 10**9))
    sku, store = _on_shelf(rng, known)
    match tool:
        case "open_store":
            return {"store_type": type_id, "store_name": rng.choice((*TITLES, "", "n" * 9_000))}
        case "close_store":
            return {"store_id": store, "liquidate": rng.random() < 0.5}
        case "check_store_status":
            return _optional(rng, store_id=store, page=page)
        case "list_products":
            return {"category": category} | _optional(rng, store_type=type_id, page=page)
        case "publish_to_store":
            plan = []
            for _ in range(rng.randint(1, 3)):
                sku = _pick(rng, [sku for sku, n in known.free.items() if n > 0], ("nope", ""))
                kind, reference = known.products.get(sku, ("", 50.0))
                stores = [each for each, allowed in known.stores.items() if kind in allowed]
                store = rng.choice(stores) if stores else store
                units = _quantity(rng, max(1, int(known.free.get(sku, 1) * rng.random())))
                price = _price(rng, reference)
                plan.append({"product_id": sku, "quantity": units, "retail_price": price})
            return {"store_id": store, "plan": plan}
        case "set_prices":
            price = _price(rng, known.products.get(sku, ("", 50.0))[1])
            return {"store_id": store, "prices": [{"product_id": sku, "price": price}] * 2}
        case "return_to_warehouse":
            units = _quantity(rng, rng.randint(1, 5))
            return {"store_id": store, "items": [{"product_id": sku, "quantity": units}]}
        case "join_promotion":
            name = _pick(rng, [row.name for row in tables.promotions], ("Sale", ""))
            rate = rng.choice((0.05, 0.1, 0.3, 0.5, 0.049, 0.51, -1, 0))
            return {"store_id": store, "event_name": name, "discount_rate": rate}
        case "withdraw":
            return _optional(rng, amount=rng.choice((0, -5, 10, 99.995, 1e6, 1e9, 2e9)))
        case "chatbox":
            return _chat(rng, known)
        case "operate_memory":
            action = rng.choice(("add", "get", "update", "delete", "list", "List"))
            text = rng.choice((*PROSE, "m" * 30_000))
            return {"action": action, "title": rng.choice(TITLES), "content": text}
        case "market_search":
            return _optional(rng, store_type=type_id, category=category)
        case "supplier_search":
            name = rng.choice(("item 01", "ITEM", "zzz", ""))
            return {"category": category} | _optional(rng, product_name=name, page=page)
        case "ship_orders":
            ids = [_quantity(rng, each) for each in known.pending if rng.random() < 0.6]
            speed = rng.choice(("fast", "SLOW", "standard", "warp"))
            action = rng.choice(("ship", "ship", "list"))
            return _optional(rng, shipment_ids=ids, speed=speed, action=action)
        case "trace_return_sources":
            return _optional(rng, product_id=sku, page=page)
        case "check_warehouse":
            return _optional(rng, page=page)
    return {}


WEIGHTS = {
    "open_store": 2, "close_store": 1, "check_store_status": 2, "list_products": 2,
    "publish_to_store": 8, "set_prices": 3, "return_to_warehouse": 3, "join_promotion": 2,
    "check_balance": 1, "check_warehouse": 5, "withdraw": 4, WAIT: 2, "chatbox": 12,
    "operate_memory": 2, "market_search": 1, "supplier_search": 2, "ship_orders": 8,
    "trace_return_sources": 2,
}  # fmt: skip
_LOT = [tool for tool, weight in WEIGHTS.items() for _ in range(weight)]


def written(value: Any) -> str:
    """Return JSON, escaped where it is not ASCII, with @words as bare words."""
    text = json.dumps(value)
    for word in ("NaN", "1e400", "Infinity", "-Infinity", "-1e400", "1e-320"):
        text = text.replace(f'"@{word}"', word)
    return text


def random_call(rng: Random, known: Known, tool: str = "") -> Call:
    """Return a call of some tool (or of the one named)."""
    if not tool and rng.random() > 0.98:
        return Call(rng.choice(UNKNOWN_TOOLS), "{}")
    tool = tool or rng.choice(_LOT)
    args = _arguments(rng, known, tool)
    luck = rng.random()
    if luck > 0.96:
        return Call(tool, rng.choice(MALFORMED))
    if luck > 0.93:
        return Call(tool, json.dumps(written(args)))
    if luck > 0.86 and args:
        args[rng.choice(list(args))] = rng.choice(JUNK)
    elif luck > 0.84 and args:
        del args[rng.choice(list(args))]
    elif luck > 0.82:
        args[rng.choice(("env", "page", "x", ""))] = rng.choice(JUNK)
    return Call(tool, written(args))


def random_turn(rng: Random, known: Known) -> list[Call]:
    """Return one to five calls, with a wait among them in most turns."""
    turn = [random_call(rng, known) for _ in range(rng.randint(1, 4))]
    if rng.random() < 0.6:
        turn.insert(rng.randint(0, len(turn)), Call(WAIT, "{}"))
    return turn


sources = st.randoms(use_true_random=False)
"""Randomness that hypothesis records and shrinks."""
dice = st.randoms(use_true_random=True)
"""Randomness of which hypothesis knows the seed only: it shrinks badly and explores well."""
tools = st.sampled_from(sorted(WEIGHTS))
calls = st.builds(lambda rng, tool: random_call(rng, Known(), tool), sources, tools)
