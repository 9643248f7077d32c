"""The fenced `negotiate` blocks of a message: from the agent's text to actions.

A block holds one JSON object, an array of them, or one per line. What cannot be read has no effect
and is named in the answer. Rules: docs/rules/marketplace.md §19.
"""

import json
import math
import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from events.codec import clean_text
from sim.numbers import QUANTITY_MAX, YUAN_MAX, YUAN_MIN

_BLOCK: Final = re.compile(r"```negotiate(.*?)```", re.DOTALL)
ENROLL: Final = "enroll"
ACTIONS: Final = ("offer", "accept", "reject")
_UNREADABLE: Final = object()


class Action(msgspec.Struct, frozen=True):
    """One readable entry; `flaw` says why it cannot be carried out as written."""

    kind: str
    sku: str
    price: float | None = None
    quantity: int = 1
    flaw: str = ""


class Parsed(msgspec.Struct, frozen=True):
    """A message taken apart."""

    text: str
    """What is left without the blocks."""
    actions: tuple[Action, ...]
    enrolls: bool
    ignored: tuple[str, ...]
    """Why entries were ignored, one text each."""


def parse(content: str) -> Parsed:
    """Take a message apart into conversation and actions."""
    if "```negotiate" not in content:
        return Parsed(content.strip(), (), False, ())
    actions: list[Action] = []
    ignored: list[str] = []
    enrolls = False
    for body in _BLOCK.findall(content):
        for entry in _entries(body.strip(), ignored):
            action = _action(entry)
            if isinstance(action, str):
                ignored.append(action)
            elif action.kind == ENROLL:
                enrolls = True
            else:
                actions.append(action)
    return Parsed(_BLOCK.sub("", content).strip(), tuple(actions), enrolls, tuple(ignored))


def _entries(body: str, ignored: list[str]) -> Iterator[Any]:
    whole = _json(body)
    if whole is not _UNREADABLE:
        yield from whole if isinstance(whole, list) else [whole]
        return
    for line in body.split("\n"):
        if not line.strip():
            continue
        entry = _json(line)
        if entry is _UNREADABLE:
            ignored.append("a line is not valid JSON")
        else:
            yield entry


def _json(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        pass
    try:
        # The standard library also reads NaN and Infinity, which are then refused by name.
        return json.loads(text)
    except (ValueError, RecursionError):
        return _UNREADABLE


def _action(entry: Any) -> Action | str:
    """Return the action an entry stands for, or why it is ignored."""
    if not isinstance(entry, dict):
        return "an entry is not a JSON object"
    kind = clean_text(str(entry.get("action", ""))).lower()
    if kind == ENROLL:
        return Action(kind, "")
    if kind not in ACTIONS:
        return f"unknown action {kind[:40]!r}; use offer, accept, reject or enroll"
    sku = clean_text(str(entry.get("sku_id") or "")).strip().lower()
    if not sku:
        return f"an entry with action {kind} names no sku_id"
    if kind == "reject":
        return Action(kind, sku)
    price = _number(entry.get("price"))
    if price is None and kind == "offer":
        return f"the offer for {sku[:40]} has no price"
    flaw = _price_flaw(price)
    quantity = 1
    if entry.get("quantity") is not None:
        read = _number(entry["quantity"])
        if read is None or not math.isfinite(read) or read != int(read):
            flaw = flaw or "the quantity must be a whole number"
        elif abs(read) > QUANTITY_MAX:
            flaw = flaw or f"the quantity must be at most {QUANTITY_MAX:,}"
        else:
            quantity = int(read)
    return Action(kind, sku, price, quantity, flaw)


def _price_flaw(price: float | None) -> str:
    if price is None:
        return ""
    if not math.isfinite(price):
        return "the price must be a finite number"
    if abs(price) > YUAN_MAX or 0 < abs(price) < YUAN_MIN:
        return f"the price must lie between {YUAN_MIN:g} and {YUAN_MAX:,.0f} yuan"
    return ""


def _number(value: object) -> float | None:
    """Return a JSON number or numeric string as a double; infinite where it overflows."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf
    except ValueError:
        return None
