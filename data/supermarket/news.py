"""The pool of news items, normalised, without those that concern other stores."""

from collections.abc import Collection
from typing import Any, Final

from data.supermarket.files import Folder, decoded
from data.supermarket.tables import Item
from events.errors import WorldError

MACRO: Final = "macro_all"
NEUTRAL: Final = "neutral"
_STRENGTH_MAX: Final = 100.0


def read_news(
    folder: Folder, file: str, skus: Collection[str], categories: Collection[str]
) -> tuple[Item, ...]:
    """Return the items for this store, in file order.

    Every field may be written in lower or upper case. An item about one product or category that
    the store does not sell is left out.

    Raises:
        WorldError: a line is malformed, or no item is left.
    """
    items = []
    seen: dict[str, int] = {}
    for row, line in folder.json_lines(file):
        raw: dict[str, Any] = decoded(file, row, line, dict[str, Any])
        item = _item(file, row, raw)
        if seen.setdefault(item.id, row) != row:
            first = seen[item.id]
            raise WorldError(file, row, "id", item.id, f"stands in line {first} already")
        foreign = (item.sku is not None and item.sku not in skus) or (
            item.category is not None and item.category not in categories
        )
        if item.mode == MACRO or not foreign:
            items.append(item)
    if not items:
        raise WorldError(file, None, None, None, "has no item for this store")
    return tuple(items)


def _item(file: str, row: int, raw: dict[str, Any]) -> Item:
    def field(name: str) -> Any:
        value = raw.get(name)
        return raw.get(name.upper()) if value is None else value

    def text(name: str) -> str:
        value = field(name)
        return "" if value is None else str(value)

    if not text("id"):
        raise WorldError(file, row, "id", None, "is missing: every item needs one")
    mode = raw.get("mode") or raw.get("IMPACT_SCOPE") or raw.get("MODE") or NEUTRAL
    return Item(
        id=text("id"),
        title=text("title"),
        content=text("content"),
        mode=str(mode).lower(),
        direction=text("impact_direction").lower(),
        strength=_strength(file, row, field("impact_strength")),
        side=text("impact_factor").lower(),
        category=text("target_category") or None,
        sku=text("target_sku_upc") or None,
    )


def _strength(file: str, row: int, value: object) -> float:
    if value is None or value == "":
        return 0.0
    try:
        strength = float(value) if isinstance(value, (int, float, str)) else -1.0
    except ValueError:
        strength = -1.0
    if not 0.0 <= strength <= _STRENGTH_MAX:
        reason = f"must be a number from 0 to {_STRENGTH_MAX:g}"
        raise WorldError(file, row, "impact_strength", value, reason)
    return strength
