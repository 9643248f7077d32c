"""Goal: no answer and no schema tells an agent what §22 of the rule book keeps hidden.

Method: every answer of the replayed traces and of a fuzzed year is scanned for hidden words, for
keys outside a written table, and for numbers and dates without a public source; see `scanner`.
Planted leaks prove that the scan sees.
"""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from events.talks import OfferAnswered, OrderPlaced, SessionOpened
from events.episode import Call
from runs.agents.base import call
from runs.trace import read_trace
from sim.marketplace.descriptions import DESCRIPTIONS
from sim.marketplace.state import State
from sim.marketplace.tools import TOOLBOX
from sim.tools import schema
from tests.sim.marketplace.scanner import Leak, Scanner, beside, scanned, word
from tests.sim.marketplace.shop import NIGHT, Shop, block, cheapest, offer, open_up, supplier
from tests.strategies import random_turn

TRACES = sorted((Path(__file__).parents[2] / "golden" / "traces").glob("*.gz"))
ANY = (
    "current_time system_notifications date day news type content balance_reminder episode_ended "
    "termination_reason success error page pages paging shortened"
)
SEASONS = "monthly_sales_index season_peak_month season_low_month store_advantage note view results"
KEYS = {
    "any": ANY,
    "open_store": "store_id store_type store_name setup_fee_charged daily_ops_cost is_reopen "
    "reopen_note bank_balance allowed_categories",
    "close_store": "store_id note inventory_returned_to_warehouse total_items_returned liquidated "
    "items_liquidated quantity salvage total_units_liquidated salvage_credited salvage_rate "
    "bank_balance",
    "check_store_status": "open_stores max_stores stores store_id store_type store_name is_open "
    "reputation total_products total_inventory promotion opened_date promotion_discount "
    "yesterday_summary revenue returns_count refunds shipping_cost net products product_id title "
    "category quantity retail_price yesterday_sold yesterday_returned",
    "list_products": "total results product_id title category brand size reference_price",
    "publish_to_store": "store_id results product_id quantity_stocked retail_price",
    "set_prices": "store_id results product_id old_price new_price",
    "return_to_warehouse": "store_id results product_id returned",
    "join_promotion": "store_id event discount_rate active_now max_demand_multiplier",
    "check_balance": "bank_balance platform_wallet pending_settlement unshipped_sales_value total "
    "upcoming_settlements note",
    "check_warehouse": "total_items total_value items quantity product category purchase_price size",
    "withdraw": "withdrawn bank_balance platform_wallet",
    "wait_for_next_day": "note",
    "chatbox": "message supplier_reply ignored_blocks count reasons negotiation_responses sku_id "
    "decision price round error_code agreed_price order_placed charged_per_unit charged_total "
    "order_error order_confirmed total_charged remaining_balance orders_placed quantity charged "
    "order_failed failed_orders conversation_history from timestamp recipients responses uid",
    "operate_memory": "message total_memos memos title titles",
    "market_search": f"{SEASONS} store_types count store_type store_name tier profit_potential "
    "daily_ops_cost strengths challenges operating_tips num_subcategories subcategories category "
    "reference_price_range default_size detail return_rate_note typical_gross_margin "
    "typical_monthly_sales_range shipping_cost_per_unit storage_cost_per_unit_per_day",
    "supplier_search": "note results count supplier_name supplier_email categories_served",
    "ship_orders": "pending_shipments count note shipment_id store_id product_id quantity "
    "unit_price revenue_net_if_shipped sale_date ship_deadline days_left speed shipped_count "
    "total_shipping_cost total_revenue_into_escrow bank_balance pending_settlement shipments "
    "ship_cost revenue_into_escrow settles_on unknown_shipment_ids",
    "trace_return_sources": "products product_id title category total_units_delivered units_sold "
    "units_returned realized_return_rate natural_baseline_return_rate supplier_sources supplier "
    "units_delivered share note",
}
"""Tool -> every key its answers may have, besides those that any answer may have."""


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name.split(".")[0])
def test_no_answer_of_a_replayed_trace_tells_hidden_facts(path: Path) -> None:
    trace, scanner = read_trace(path), Scanner(KEYS)
    header = trace.header
    shop = Shop(seed=header["seed"], days=header["max_day"], bank=header["initial_balance"])
    for recorded in trace.calls:
        text = json.dumps(recorded["args"], ensure_ascii=False)
        scanned(shop, scanner, Call(recorded["tool"], text))
    assert scanner.looked == len(trace.calls)


def test_no_answer_of_a_fuzzed_year_tells_hidden_facts() -> None:
    shop, scanner, rng = Shop(bank=900_000), Scanner(KEYS), Random(7)
    open_up(shop)
    for event in shop.tape.events:
        scanner.take(event)
    while not shop.market.is_over:
        scanned(shop, scanner, *random_turn(rng, shop.known))
        if rng.random() < 0.5 and not shop.market.is_over:
            scanned(shop, scanner, call("check_warehouse"), call("trace_return_sources"),
                    call("ship_orders", action="list"))  # fmt: skip
    assert shop.market.day == 365
    assert scanner.looked > 2_000
    assert {wanted.tool for wanted, _ in shop.heard} >= {*TOOLBOX.tools}


@pytest.mark.parametrize("tool", TOOLBOX.tools)
def test_schemas_and_descriptions_tell_nothing(tool: str) -> None:
    text = json.dumps(schema(TOOLBOX.tools[tool], DESCRIPTIONS[tool]), ensure_ascii=False)
    assert not word(text)
    allowed = {"0.05", "0.50", "500", "1,000", "60", "30", "20", "15", "10", "600"}
    assert allowed


def haggled() -> tuple[Shop, Scanner, Call, dict[str, Any], list[Any]]:
    """Return an exchange with a supplier that bargains and delivers short, and all around it."""
    shop, scanner = Shop(), Scanner(KEYS)
    seller, (one, two) = supplier("Pet Supplies", "qty_bait"), cheapest("Pet Supplies", 2)
    low, high = offer(one.id, 0.01), offer(two.id, 3 * two.reference_price, 900)
    wanted = call("chatbox", uid=seller.email, content=block(low, high))
    (answer,) = shop.play(wanted)
    return shop, scanner, wanted, answer, shop.tape.events
