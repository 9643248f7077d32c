"""Goal: what a model is told beside its tools is true, fits the preset, and hides what is hidden.

Method: both worlds, every preset; a store whose hidden numbers are others tells the same.
"""

import re

import msgspec
import pytest

from data.supermarket.parameters import PRESETS
from runs.agents.base import Brief
from runs.agents.exchange import Setup
from runs.agents.frameworks import FRAMEWORKS, NAMES
from runs.agents.place import Place
from runs.agents.prompts import system_text
from runs.archive import tool_schemas
from runs.places import place_of
from runs.scenarios import SCENARIOS
from sim.marketplace.world import Settings as MarketSettings
from sim.marketplace.year import begin as begin_market
from sim.supermarket.world import Settings
from sim.supermarket.year import begin
from sim.tape import Tape
from tests.retail import Shop, world


def told(place: Place, scenario: str, framework: str = "react", mode: str = "tools") -> str:
    brief = Brief(
        scenario=scenario,
        start_date="1991-09-07",
        days=180,
        opening_balance=30_000.0,
        tools=tool_schemas(scenario),
    )
    setup = Setup(model="m", mode=mode, framework=FRAMEWORKS[framework])
    return system_text(brief, setup, place)


def store(tables=None, preset="hard_v2"):
    return begin(tables or world(), Settings(preset=PRESETS[preset]), Tape())


@pytest.mark.parametrize("scenario", list(SCENARIOS))
@pytest.mark.parametrize("framework", NAMES)
@pytest.mark.parametrize("mode", ["tools", "json"])
def test_instructions_are_whole_and_name_only_tools_that_exist(
    scenario, framework, mode, golden_world
):
    running = (
        begin_market(golden_world, MarketSettings(), Tape())
        if scenario == "marketplace"
        else store()
    )
    text = told(place_of(running), scenario, framework, mode).split("HOW TO ACT")[0]
    assert not re.search(r"\{[a-z_]+[}:]", text)
    names = {schema["name"] for schema in tool_schemas(scenario)}
    quoted = {part for part in text.split("`")[1::2] if part.replace("_", "").isalpha()}
    assert {name for name in quoted if "_" in name} <= names | {"system_notifications"}
    assert ("CATALOGUE" in text) == (scenario == "supermarket")


@pytest.mark.parametrize("preset", list(PRESETS))
def test_instructions_fit_the_preset(preset):
    settings = PRESETS[preset]
    text = told(place_of(store(preset=preset)), "supermarket")
    assert ("rent of" in text) == bool(settings.rent)
    assert ("The shelf has room for 40 products" in text) == (settings.shelf is not None)
    assert ("`view_today_news`" in text) == settings.news
    assert f"The store holds {settings.capacity:,} units" in text
    assert "5 mornings in a row" in text


def test_without_reviews_nothing_is_said_of_returns():
    shop = Shop(review_ratio=None)
    assert "view_supplier_returns_avg_rate" not in told(place_of(shop.store), "supermarket")


def test_every_product_is_in_the_catalogue_once():
    running = store()
    text = told(place_of(running), "supermarket")
    assert all(text.count(f"- {sku}: ") == 1 for sku in running.skus)


def test_hidden_numbers_change_nothing_that_is_told():
    tables = world()
    products = tuple(
        msgspec.structs.replace(row, alpha=row.alpha - 1, beta=row.beta / 2, sigma=row.sigma + 1)
        for row in tables.products
    )
    supplies = tuple(
        msgspec.structs.replace(
            supply,
            offers=tuple(
                msgspec.structs.replace(
                    offer, qualities=tuple(q and 6 - q for q in offer.qualities)
                )
                for offer in supply.offers
            ),
        )
        for supply in tables.supplies
    )
    other = msgspec.structs.replace(tables, products=products, supplies=supplies)
    ours, theirs = place_of(store()), place_of(store(other))
    assert told(ours, "supermarket") == told(theirs, "supermarket")
    assert ours.morning() == theirs.morning()


def test_the_morning_tells_the_shelf_and_what_is_not_on_it():
    shop = Shop()
    place = place_of(shop.store)
    first, second, *_ = shop.store.skus
    quotes = shop.call("view_current_date_supplier_prices", sku_ids=[first, second])
    for sku in (first, second):
        supplier = quotes[sku][0]["supplier_id"]
        shop.call("place_order", supplier_id=supplier, items=[{"sku_id": sku, "quantity": 7}])
    shop.call("set_shelf_skus", sku_ids=[first])
    shop.call("modify_sku_price", sku_id=first, new_price=2.5)
    morning = place.morning()
    category = shop.store.products[first].category
    assert f"SHELF (product, category, price: in stock, waiting, on their way)\n- {first}, " in (
        morning
    )
    assert f"- {first}, {category}, 2.50: 0, 0, 7" in morning
    rest = morning.split("NOT ON THE SHELF")[1]
    assert f"- {second}, " in rest
    assert first not in rest
    assert "on their way: 14." in morning


def test_a_store_without_a_shelf_lists_its_goods():
    shop = Shop(shelf=None)
    sku = shop.store.skus[0]
    quotes = shop.call("view_current_date_supplier_prices", sku_ids=[sku])
    supplier = quotes[sku][0]["supplier_id"]
    shop.call("place_order", supplier_id=supplier, items=[{"sku_id": sku, "quantity": 3}])
    morning = place_of(shop.store).morning()
    assert "SHELF" not in morning
    assert "GOODS (product" in morning


def test_the_status_is_that_of_now():
    shop = Shop()
    place = place_of(shop.store)
    assert place.status() == "day 1 of 180, 1991-09-07; funds 30,000.00"
    shop.nights(2)
    assert place.status() == "day 3 of 180, 1991-09-09; funds 28,800.00"
    assert f"It is {place.status()}." in place.morning()


def test_the_marketplace_tells_its_accounts(golden_world):
    place = place_of(begin_market(golden_world, MarketSettings(), Tape()))
    assert place.status().startswith("day 1 of 365, 2026-01-01 08:00; bank ¥100,000.00, wallet ¥0")
    assert "Open stores: none." in place.morning()
    assert place.tells_once
