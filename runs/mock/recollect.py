"""What a merchant of the supermarket has to look up where a day begins with an empty conversation.

Merchants learn from the report that `end_today` answers. A framework that gives every day a
conversation of its own does not show it again, so the mock asks for what the merchants use of it.
What cannot be had is guessed: that a product was short which sold, and of which nothing is left.
"""

import datetime as dt
from collections.abc import Sequence
from typing import Any, Final

from events.episode import Call
from runs.agents.base import call

CHUNK: Final = 20
"""Products asked for at once, so that no answer comes in pages."""


def lookups(found: Sequence[dict[str, Any]]) -> list[Call]:
    """Return what to ask next, given the answers so far, in order; nothing where they suffice."""
    if not found:
        return [call("view_inventory"), call("view_funds_and_date")]
    if len(found) > 2:
        return []
    skus, today = list(found[0]["inventory"]), dt.date.fromisoformat(found[1]["current_date"])
    date = (today - dt.timedelta(days=1)).isoformat()
    return [
        call(
            "view_sales_profit_history",
            sku_ids=skus[first : first + CHUNK],
            start_date=date,
            end_date=date,
        )
        for first in range(0, len(skus), CHUNK)
    ]


def recollected(found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the day's report as far as the answers to `lookups` tell it."""
    inventory, money, *histories = found
    rows = inventory["inventory"]
    sold = {
        sku: history[sku]["total_units"] for history in histories for sku in rows if sku in history
    }
    short = [sku for sku, units in sold.items() if units and not rows[sku]["quantity"]]
    return {
        "funds": money["funds"],
        "inventory": inventory,
        "sales_by_sku": {sku: units for sku, units in sold.items() if units},
        "insufficient_skus": short,
    }
