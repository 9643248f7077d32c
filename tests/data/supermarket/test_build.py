"""Goal: the supermarket that comes with shopyear is the generator's, whole and in its bounds.

Method: compare its files with what the generator makes; check worlds of several seeds.
"""

import gzip
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from data.supermarket.build import DEFAULT_SEED, build
from data.supermarket.check import check, summary
from data.supermarket.figures import figures
from data.supermarket.generator.curves import curve
from data.supermarket.generator.published import CATEGORIES, DAYS, HISTORY_DAYS
from data.supermarket.generator.stars import star_edges
from data.supermarket.loader import EMBEDDED, embedded
from data.supermarket.parameters import DIMENSIONS, START_DATE
from data.supermarket.tables import Supermarket
from data.supermarket.words.goods import BRANDS, GOODS
from data.supermarket.words.remarks import THINGS
from data.supermarket.writer import render
from events.episode import Call
from ledger.accounts import BANK
from ledger.money import YUAN
from sim.supermarket.reviews import polynomial
from sim.supermarket.reviews import star_edges as star_edges_played
from sim.supermarket.tools import toolbox
from sim.supermarket.world import Settings
from sim.supermarket.year import begin
from sim.tape import Tape
from sim.turn import take_turn

REPOSITORY = Path(__file__).parents[3]
CORPORA = sorted((REPOSITORY.parent / "shared" / "golden" / "retail").glob("data-*"))
SEEDS = (0, 1, -7, 2**80)


@cache
def built(seed: int) -> Supermarket:
    return build(seed)


@pytest.fixture(scope="module")
def store() -> Supermarket:
    return embedded()


def test_the_shipped_files_are_what_the_generator_makes(store):
    files = {
        path.relative_to(EMBEDDED).as_posix(): path.read_bytes()
        for path in EMBEDDED.rglob("*")
        if path.is_file()
    }
    texts = {
        name: (gzip.decompress(raw) if name.endswith(".gz") else raw).decode()
        for name, raw in files.items()
    }
    assert texts == render(built(DEFAULT_SEED))
    assert built(DEFAULT_SEED) == store
    assert built(DEFAULT_SEED).digest == store.digest


def test_the_shipped_files_take_at_most_two_megabytes():
    assert sum(path.stat().st_size for path in EMBEDDED.rglob("*") if path.is_file()) <= 2_000_000


def test_the_shipped_world_loads_within_a_second():
    times = []
    for _ in range(3):
        begun = time.process_time()
        embedded()
        times.append(time.process_time() - begun)
    assert min(times) < 1.0


def test_the_shipped_world_has_the_published_counts_and_nothing_odd(store):
    figures = summary(store)
    assert (figures["categories"], figures["products"], figures["suppliers"]) == (20, 96, 5)
    assert check(store) == []


def test_the_same_seed_makes_the_same_bytes_whatever_the_hash_seed():
    script = "from data.supermarket.build import build; print(build(3).digest)"
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(REPOSITORY)},
            cwd=REPOSITORY,
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.strip() == built(3).digest


@pytest.mark.parametrize("seed", SEEDS)
def test_every_seed_makes_another_world_of_the_same_kind(seed, store):
    other = built(seed)
    assert other.digest != store.digest
    assert check(other) == []
    kinds = [Counter(row.category for row in world.products) for world in (store, other)]
    assert kinds[0] == kinds[1]
    assert not {row.id for row in store.products} & {row.id for row in other.products}


def test_a_store_that_does_nothing_lasts_55_days_in_this_world_too(store):
    tape = Tape(keep=True)
    shop = begin(store, Settings(), tape)
    box = toolbox(shop.preset)
    days = 0
    while not shop.is_over:
        take_turn(shop, box, [Call("end_today", "{}")])
        days += 1
    assert days == 55
    assert shop.balance(BANK) == -3_000 * YUAN


def test_the_past_has_the_published_volume(store):
    assert abs(sum(row.units for row in store.history.sales) - 215_000) <= 13_000


def test_each_calibration_figure_lies_within_its_bounds(store):
    told = figures(store)
    assert len(told) == 39
    assert [each for each in told if not each.holds] == []


def test_categories_are_the_published_ones_and_none_is_mislabelled(store):
    counts = Counter(row.category for row in store.products)
    assert counts == {row.name: row.products for row in CATEGORIES}
    assert [row.name for row in CATEGORIES if row.products == 3] == ["Beer", "Toothpastes"]
    homes = {row.id: row.category for row in store.products}
    for supply in store.supplies:
        assert supply.category == homes[supply.sku]


def test_products_are_named_in_words_of_our_own(store):
    for row in store.products:
        assert re.fullmatch("2[0-9]{9}", row.id)
        assert row.brand in BRANDS
        assert row.description in GOODS[row.category]
        assert 20 <= row.shelf_life <= 60
        assert 0 < row.price_min < row.price_max
        assert row.beta < 0
    assert len({(row.brand, row.description) for row in store.products}) == 96
    assert list(GOODS) == list(THINGS) == [row.name for row in CATEGORIES]


def test_each_product_has_five_suppliers_with_a_quote_on_every_day(store):
    for supply in store.supplies:
        assert [offer.supplier for offer in supply.offers] == [f"supplier_{k}" for k in range(1, 6)]
        for offer in supply.offers:
            assert len(offer.prices) == len(offer.qualities) == DAYS
            assert min(offer.prices) > 0
            assert 1 <= min(offer.qualities) <= max(offer.qualities) <= 5
            assert 2 <= offer.lead_min < offer.lead_max <= 7


def test_on_every_day_one_supplier_is_among_the_best_and_one_the_worst(store):
    for supply in store.supplies:
        for day in range(0, DAYS, 7):
            qualities = [offer.qualities[day] for offer in supply.offers]
            assert max(qualities) >= 4.6
            assert min(qualities) <= 2.3
            assert max(qualities) - min(qualities) >= 2.5


def test_tiers_last_for_months(store):
    """Within a tier a quality moves by at most 1; a change of supplier's tier mostly by more."""
    for supply in store.supplies[::8]:
        for offer in supply.offers:
            pairs = zip(offer.qualities, offer.qualities[1:], strict=False)
            assert sum(abs(a - b) > 1.0 for a, b in pairs) <= 8


def test_past_goods_come_from_the_two_best_suppliers_of_the_day(store):
    supplies = {supply.sku: supply for supply in store.supplies}
    days = sorted({row.date for row in store.history.sales})
    assert len(days) == HISTORY_DAYS
    assert days[-1] < START_DATE
    for batch in store.history.batches:
        offers, day = supplies[batch.sku].offers, days.index(batch.sold_date)
        ranked = sorted(offers, key=lambda offer: -offer.qualities[day])
        qualities = [offer.qualities[day] for offer in ranked[:2]]
        (chosen,) = (offer for offer in offers if offer.supplier == batch.supplier)
        assert chosen.qualities[day] in qualities
        assert batch.buy_price == chosen.prices[day]


def test_review_curves_follow_the_published_recipe():
    stars = (3.0, 4.0, 4.5, 5.0)
    for appeal, threshold, told in (
        (0.4, 3.7, (0.07, 0.32, 0.52, 0.76)),
        (1.2, 4.1, (0.04, 0.34, 0.75, 1.45)),
    ):
        values = [polynomial(curve(appeal, threshold), rating) for rating in stars]
        assert values == pytest.approx(told, abs=0.006)


def test_past_ratings_are_drawn_as_those_of_play_are():
    for quality in (1.0, 1.75, 3.63, 4.5, 5.0):
        assert star_edges(quality) == pytest.approx(star_edges_played(quality))


def test_every_category_has_a_dozen_remarks_of_every_kind(store):
    cells = Counter((row.category, row.dimension, row.stars) for row in store.remarks)
    assert len(cells) == 20 * len(DIMENSIONS) * 5
    assert {*cells.values()} == {12}
    for row in store.remarks:
        assert not re.search(r"[{}]|  | ,", row.text)
    assert len({(row.category, row.dimension, row.stars, row.text) for row in store.remarks}) == (
        len(store.remarks)
    )


def test_news_says_what_it_does_in_words_and_not_in_numbers(store):
    assert len({row.id for row in store.news}) == len(store.news)
    for row in store.news:
        assert not re.search(r"[{}]|  |%", row.title + row.content)
        if row.mode == "neutral":
            assert (row.direction, row.side, row.strength) == ("", "", 0.0)
        else:
            assert row.direction in ("increase", "decrease")
            assert row.side in ("need", "supply")
            assert 0.1 <= row.strength <= 0.4
            assert not re.search(r"\d", row.content)
    aimed = Counter(row.sku or row.category for row in store.news if row.mode != "neutral")
    assert {aimed[row.id] for row in store.products} == {4}
    assert {aimed[row.name] for row in CATEGORIES} == {8}


@pytest.mark.skipif(not CORPORA, reason="no foreign corpora are beside this repository")
def test_no_text_is_shared_with_a_foreign_corpus(store):
    foreign: dict[str, int] = {}
    for folder in CORPORA:
        for path in (*folder.rglob("*.jsonl"), *folder.rglob("upc.json")):
            text = path.read_text()
            rows = (
                json.loads(text)
                if path.suffix == ".json"
                else map(json.loads, text.split("\n")[:-1])
            )
            for row in rows:
                for name in ("title", "content", "COMMENTS", "BRAND", "DESCRIPTION", "UPC"):
                    foreign[str(row.get(name, ""))] = 1
    assert len(foreign) > 1_000
    own = [*(row.text for row in store.remarks)]
    own += [text for row in store.news for text in (row.title, row.content)]
    own += [text for row in store.products for text in (row.id, row.brand, row.description)]
    assert [text for text in own if text in foreign] == []
