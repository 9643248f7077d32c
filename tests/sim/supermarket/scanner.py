"""A scanner for hidden facts in what a supermarket's agent is told.

It looks for keys outside a written table, for hidden words in errors, and for numbers that are to
the last digit those of a hidden table or of the night that has just passed.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

from data.supermarket.tables import Supermarket
from events.base import Event
from events.supermarket import DemandSampled, GoodsOrdered, QuotesPublished

WORDS = re.compile(
    r"qualit|\btiers?\b|\balpha\b|\bbeta|\bsigma|attract|elasticit|strength|\beffects?\b|macro_all|"
    r"single_category|sku_level|\bneed\b|impact|utility|polynomial|\btraffic\b|probab",
    re.IGNORECASE,
)
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
ID = re.compile(r"\d{10}|\d{4}-\d\d-\d\d|supplier_\d+")
"""Keys that are products, dates or suppliers."""
PUBLISHED = ("view_today_news", "view_news_detail", "view_news_history")
"""Whose texts are the paper's own."""

ANY = "current_time episode_ended termination_reason balance_reminder success error page pages "
ANY += "paging shortened system_notifications"
STOCK = (
    "inventory quantity waiting incoming on_shelf total_items total_skus waiting_items "
    "pending_order_count incoming_items incoming_by_sku pending_orders shelf enabled capacity used "
    "sku_ids order_id supplier_id customer_id ordered_sku created_at delivery_time "
    "expected_delivery_date days_until_arrival cost items sku_id count"
)
ARTICLE = "rows record_id id title content date"
KEYS = {
    "place_order": "order_id arrival_date supplier_id total_cost funds_after lines sku_id quantity "
    "unit_price line_cost sampled_shipping_days sampled_arrival_date shipping_days required "
    "available",
    "modify_sku_price": "sku_id old_price new_price",
    "set_shelf_skus": "capacity used shelf_skus added removed",
    "add_note": "id content date",
    "remove_note": "note_id removed remaining_notes",
    "view_notes": "total_notes notes id content date",
    "end_today": f"{STOCK} funds current_date net_worth money_earned insufficient_skus note "
    "sales_by_sku returns_by_sku expired_discount_by_sku cost_of_goods_sold",
    "execute_code": "stdout result tool_calls",
    "view_funds_and_date": "funds current_date",
    "view_inventory": STOCK,
    "view_shelf_status": "enabled capacity used available shelf_skus on_shelf quantity category "
    "price in_stock",
    "view_sku_prices": "",
    "view_sku_inventory_cost": "quantity avg_buy_cost avg_days_in_stock min_buy_cost max_buy_cost",
    "view_sales_profit_history": "daily date selling_price units_sold net_profit records sku_id "
    "price move total_units days avg_selling_price",
    "view_current_date_supplier_prices": "supplier_id sku_id date price category "
    "transport_days_min transport_days_max",
    "view_supplier_price_history": "rows supplier_id sku_id date price",
    "view_sku_avg_ratings": "",
    "view_supplier_returns_avg_rate": "supplier_id sku_ids start_date end_date sold_count "
    "ordered_count denominator_count denominator_source return_count average_return_rate "
    "sold_based_return_rate order_based_return_rate average_sku_return_rate per_sku sku_id "
    "return_rate",
    "view_today_news": ARTICLE,
    "view_news_detail": ARTICLE,
    "view_news_history": ARTICLE,
}
"""Tool -> every key its answers may have."""


class Leak(AssertionError):
    """A hidden fact was found."""


@cache
def of_tables(tables: Supermarket) -> frozenset[float]:
    """Return the hidden numbers of a world that no public one is by chance."""
    found: list[float | None] = []
    for row in tables.products:
        found += [row.alpha, row.beta, row.beta_s, row.beta_c, row.sigma]
    for taste in tables.tastes:
        found += taste.polynomial
    for supply in tables.supplies:
        for offer in supply.offers:
            found += offer.qualities
    return telling(found)


def telling(numbers: Iterable[float | None]) -> frozenset[float]:
    """Return the numbers with so many digits that no public one is the same by chance."""
    return frozenset(each for each in numbers if each is not None and each != round(each, 4))


class Scanner:
    """Reads along with an episode; `look` raises Leak."""

    def __init__(self, tables: Supermarket, aliases: dict[str, str]) -> None:
        self.secrets = set(of_tables(tables))
        self.aliases = aliases
        self.looked = 0

    def take(self, event: Event) -> None:
        """Learn what an event makes hidden."""
        match event:
            case DemandSampled():
                for each in event.products:
                    self.secrets |= telling((each.value, each.news, each.reviews))
            case QuotesPublished():
                self.secrets |= telling(each.effect for each in event.products)
            case GoodsOrdered():
                self.secrets |= telling(line.quality for line in event.lines)

    def look(self, tool: str, text: bytes | str) -> None:
        """Scan the text of one answer."""
        self.looked += 1
        tool = self.aliases.get(tool, tool)
        answer = msgspec.json.decode(text)
        allowed = {*ANY.split(), *KEYS.get(tool, "").split()}
        error = str(answer.get("error") or "")
        if found := WORDS.search(error):
            raise Leak(f"{tool}: the word {found[0]!r} in {error!r}")
        if tool == "execute_code":
            answer = {**answer, "result": None}  # has the keys that the code gave it
        for key in keys(answer):
            if key not in allowed and not ID.fullmatch(key):
                raise Leak(f"{tool}: the key {key!r}")
        if tool not in PUBLISHED:
            self.search(tool, text.decode() if isinstance(text, bytes) else text)

    def search(self, where: str, text: str) -> None:
        """Look for hidden numbers in any text."""
        for number in NUMBER.findall(text):
            if float(number) in self.secrets:
                raise Leak(f"{where}: {number} is hidden")


def keys(node: Any) -> Iterator[str]:
    """Yield every key."""
    if isinstance(node, dict):
        yield from node
        node = list(node.values())
    if isinstance(node, list):
        for value in node:
            yield from keys(value)
