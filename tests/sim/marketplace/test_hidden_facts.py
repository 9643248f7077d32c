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

from events.episode import Call
from events.marketplace import UnitsSold
from events.talks import OrderPlaced, SessionOpened
from runs.agents.base import call
from runs.trace import read_trace
from sim.marketplace.descriptions import DESCRIPTIONS
from sim.marketplace.tools import TOOLBOX
from sim.tools import schema
from tests.sim.marketplace.scanner import Leak, Scanner, numbers, scanned, word
from tests.sim.marketplace.shop import Shop, block, cheapest, offer, open_up, supplier
from tests.strategies import golden, random_turn

TOLD = {0, 0.05, 0.5, 1, 2, 6, 8, 10, 15, 18, 20, 30, 41.5, 57.8, 60, 100, 500, 600, 1_000, 10**6,
        10**9, 200}  # fmt: skip
"""Every number in a schema or description."""
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
    "check_warehouse": "total_items total_value items quantity product category size "
    "purchase_price",
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
    shop, scanner, rng = Shop(bank=3_000_000), Scanner(KEYS), Random(7)
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
    assert numbers(text) <= TOLD


def haggled() -> tuple[Shop, Call, dict[str, Any]]:
    """Return an exchange in which one product is bargained over and another is delivered short."""
    shop = Shop()
    seller, (one, two) = supplier("Pet Supplies", "qty_bait"), cheapest("Pet Supplies", 2)
    bids = block(offer(one.id, 0.01), offer(two.id, round(3 * two.reference_price, 2), 900))
    wanted = call("chatbox", uid=seller.email, content=bids)
    (answer,) = shop.play(wanted)
    return shop, wanted, answer


def says(answer: dict[str, Any], text: object) -> None:
    answer["supplier_reply"] += f"\n{text}"


Plant = Callable[[dict[str, Any], dict[str, Any]], Any]
PLANTED: dict[str, Plant] = {
    "nothing": lambda answer, secret: None,
    "floor beside": lambda answer, secret: answer["negotiation_responses"][0].update(
        price=secret["floor"]
    ),
    "floor in prose": lambda answer, secret: says(answer, f"Not below ¥{secret['floor']:.2f}!"),
    "floor in a line": lambda answer, secret: says(answer, f"{secret['sku']}: {secret['floor']}"),
    "opening": lambda answer, secret: answer["negotiation_responses"][0].update(
        agreed_price=secret["opening"]
    ),
    "rounded opening": lambda answer, secret: says(answer, f"From ¥{secret['opening']:.2f} on."),
    "return rate": lambda answer, secret: answer["negotiation_responses"][0].update(
        price=secret["rate"]
    ),
    "short delivery": lambda answer, secret: answer["orders_placed"][0].update(
        charged=secret["delivered"]
    ),
    "short delivery in prose": lambda answer, secret: says(answer, f"{secret['delivered']} come."),
    "arrival": lambda answer, secret: says(answer, "It arrives on 2026-01-06."),
    "order id": lambda answer, secret: answer["orders_placed"][0].update(order_id=1),
    "order id in prose": lambda answer, secret: says(answer, "Your order is no. 99."),
    "threshold": lambda answer, secret: says(answer, "We close after 14 deals."),
    "honesty": lambda answer, secret: answer.update(honest=True),
    "scam": lambda answer, secret: answer.update(message="qty_bait"),
    "personality": lambda answer, secret: answer.update(message="Tough"),
    "family": lambda answer, secret: says(answer, "I am rather taciturn."),
    "sentiment": lambda answer, secret: answer["negotiation_responses"][0].update(mood="positive"),
    "floor, the word": lambda answer, secret: says(answer, "That is below my floor."),
}


@pytest.mark.parametrize("leak", PLANTED)
def test_a_planted_leak_is_seen(leak: str) -> None:
    shop, wanted, answer = haggled()
    bargained, bought = shop.events(SessionOpened)
    (order,) = shop.events(OrderPlaced)
    assert bargained.sku != bought.sku
    assert order.delivered < order.quantity == 900
    rate = next(row.return_rate for row in golden().products if row.id == bargained.sku)
    secret = {"sku": bargained.sku, "floor": bargained.floor, "opening": bargained.opening,
              "delivered": order.delivered, "rate": rate}  # fmt: skip
    PLANTED[leak](answer, secret)
    scanner = Scanner(KEYS)
    if leak == "nothing":
        scanner.look(wanted, answer, shop.tape.events)
        return
    with pytest.raises(Leak):
        scanner.look(wanted, answer, shop.tape.events)


@pytest.mark.parametrize("key", ["total_units_delivered", "units_returned", "realized_return_rate"])
def test_what_is_still_on_its_way_is_seen_in_the_trace_of_returns(key: str) -> None:
    shop, scanner = Shop(), Scanner(KEYS)
    open_up(shop)
    assert shop.market.state.parcels
    wanted = call("trace_return_sources")
    (answer,) = shop.play(wanted)
    scanner.look(wanted, answer, shop.tape.events)
    spoilt = next(each for each in shop.events(UnitsSold) if each.rate_defect > 0.3)
    for row in answer["products"]:
        row[key] += 1
        if row["product_id"] == spoilt.sku and key == "realized_return_rate":
            row[key] = spoilt.rate_defect
    with pytest.raises(Leak):
        scanner.look(wanted, answer, [])


@pytest.mark.parametrize(
    ("tool", "extra"),
    [("ship_orders", {"expected_returns": 2}), ("check_warehouse", {"note": "due 2026-02-01"}),
     ("check_warehouse", {"arrives": 5}), ("check_balance", {"unpaid_streak": 3}),
     ("supplier_search", {"supplier_type": "good"}), ("list_products", {"return_rate": 0.2}),
     ("market_search", {"wholesale_ratio": 0.5}), ("check_store_status", {"demand": 4.2})],
)  # fmt: skip
def test_a_key_that_is_not_in_the_table_is_seen(tool: str, extra: dict[str, Any]) -> None:
    shop, wanted = Shop(), call(tool)
    (answer,) = shop.play(wanted)
    Scanner(KEYS).look(wanted, answer, shop.tape.events)
    with pytest.raises(Leak):
        Scanner(KEYS).look(wanted, answer | extra, shop.tape.events)
