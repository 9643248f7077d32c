"""The world that comes with shopyear: whole, in its bands, the generator's byte for byte."""

import calendar
import os
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from data.marketplace.build import DEFAULT_SEED, build
from data.marketplace.check import check, summary
from data.marketplace.loader import EMBEDDED, embedded, load_folder
from data.marketplace.names import FRAUDS, HOSTILE, PERSONALITIES, SIZES
from data.marketplace.news import NEWS
from data.marketplace.notes import RETURN_NOTES
from data.marketplace.tables import Marketplace
from data.marketplace.words import VOCABULARY
from data.marketplace.words.grammar import repeats_a_word
from data.marketplace.writer import render
from tests.data.worlds import REPOSITORY


def test_the_shipped_files_are_what_the_generator_makes(shipped: Marketplace) -> None:
    built = build(DEFAULT_SEED)
    files = {path.name: path.read_bytes() for path in EMBEDDED.iterdir()}
    assert files == {file: text.encode() for file, text in render(built).items()}
    assert built == shipped
    assert built.digest == shipped.digest


def test_the_shipped_files_take_at_most_three_megabytes() -> None:
    assert sum(path.stat().st_size for path in EMBEDDED.iterdir()) <= 3_000_000


def test_the_shipped_world_has_the_published_counts(shipped: Marketplace) -> None:
    figures = summary(shipped)
    assert (figures["store_types"], figures["categories"]) == (12, 60)
    assert (figures["products"], figures["suppliers"]) == (6886, 576)
    assert (figures["suppliers_honest"], figures["suppliers_fraudulent"]) == (424, 152)
    assert (figures["promotions"], figures["events"]) == (8, 10)
    assert (figures["products_per_category"], figures["suppliers_per_category"]) == (
        (2, 733),
        (9, 11),
    )


def test_the_shipped_world_has_one_known_oddity(shipped: Marketplace) -> None:
    findings = check(shipped)
    assert [(found.severity, found.subject) for found in findings] == [
        ("warning", "Major Appliances")
    ]


@pytest.mark.parametrize("seed", [0, 1, -7, 2**80])
def test_every_seed_makes_a_consistent_world(seed: int) -> None:
    market = build(seed)
    assert [found for found in check(market) if found.severity == "error"] == []
    assert market.digest != build(seed + 1).digest
    _assert_unique(market)


def test_keys_are_unique_and_shaped_as_released(shipped: Marketplace) -> None:
    _assert_unique(shipped)
    assert all(re.fullmatch("[0-9a-f]{12}", row.id) for row in shipped.products)
    for number, row in enumerate(shipped.suppliers, 1):
        assert row.id == f"SUP-{number:04}"
        name = row.name.replace(" ", "").lower()
        assert row.email == f"{name}.{row.id.lower()}@suppliers.example"


def _assert_unique(market: Marketplace) -> None:
    keys: list[list[str]] = [
        [row.id for row in market.products],
        [row.name for row in market.suppliers],
        [row.email for row in market.suppliers],
        [f"{row.category}: {row.title}" for row in market.products],
    ]
    for listed in keys:
        assert [key for key, count in Counter(listed).items() if count > 1] == []


def test_products_lie_in_their_bands_with_the_published_decimals(shipped: Marketplace) -> None:
    bands = {row.name: row for row in shipped.categories}
    for row in shipped.products:
        band = bands[row.category]
        assert band.price_min <= row.reference_price <= band.price_max
        assert band.return_min is not None
        assert band.return_max is not None
        assert band.return_min <= row.return_rate <= band.return_max
        assert row.reference_price == round(row.reference_price, 2)
        assert row.return_rate == round(row.return_rate, 4)


def test_prices_and_return_rates_fill_their_bands_evenly(shipped: Marketplace) -> None:
    bands = {row.name: row for row in shipped.categories}
    prices, returns = [], []
    for row in shipped.products:
        band = bands[row.category]
        prices.append((row.reference_price - band.price_min) / (band.price_max - band.price_min))
        low, high = band.return_min or 0.0, band.return_max or 0.0
        returns.append((row.return_rate - low) / (high - low))
    for placed in (prices, returns):
        tenths = Counter(min(9, int(place * 10)) for place in placed)
        assert all(abs(tenths[tenth] - 688.6) < 110 for tenth in range(10))


def test_about_73_per_cent_of_sizes_are_the_default_and_the_rest_one_step_off(
    shipped: Marketplace,
) -> None:
    defaults = {row.name: row.default_size for row in shipped.categories}
    steps = [
        abs(SIZES.index(row.size) - SIZES.index(defaults[row.category])) for row in shipped.products
    ]
    assert max(steps) == 1
    assert steps.count(0) / len(steps) == pytest.approx(0.73, abs=0.02)


def test_titles_start_with_their_brand_and_brands_belong_to_one_shop(shipped: Marketplace) -> None:
    shops: dict[str, dict[str, int]] = {}
    owners: dict[str, str] = {}
    for row in shipped.products:
        assert row.title.startswith(row.brand + " ")
        assert 25 <= len(row.title) <= 140
        assert not re.search(r"[{}|]|  | ,|,,", row.title)
        shops.setdefault(row.shop, {})[row.brand] = 1
        assert owners.setdefault(row.brand, row.shop) == row.shop
    assert 55 <= len(shops) <= 65
    assert all(1 <= len(brands) <= 4 for brands in shops.values())


def test_no_title_says_a_word_twice(shipped: Marketplace) -> None:
    assert [row.title for row in shipped.products if repeats_a_word(row.title)] == []


def test_a_shop_is_one_block_of_rows(shipped: Marketplace) -> None:
    blocks = [
        row.shop
        for before, row in zip((None, *shipped.products), shipped.products, strict=False)
        if before is None or before.shop != row.shop
    ]
    assert blocks == sorted(dict.fromkeys(blocks))


def test_honest_suppliers_come_first_and_scams_take_turns(shipped: Marketplace) -> None:
    order = [row.name for row in shipped.categories]
    places = [(order.index(row.categories[0]), not row.honest) for row in shipped.suppliers]
    assert places == sorted(places)
    frauds = [row.fraud for row in shipped.suppliers if not row.honest]
    assert frauds == [FRAUDS[number % 5] for number in range(152)]


def test_supplier_draws_stay_in_their_published_ranges(shipped: Marketplace) -> None:
    for row in shipped.suppliers:
        assert 10 <= row.closes_after <= 20
        assert row.urgency is not None
        low, high = (0.1, 0.9) if row.honest else (0.05, 0.2)
        assert low <= row.urgency <= high
        assert row.personality in (PERSONALITIES if row.honest else (HOSTILE,))
    kinds = Counter(row.personality for row in shipped.suppliers if row.honest)
    for name, share in zip(PERSONALITIES, (2, 1, 2, 1, 1, 1), strict=True):
        assert kinds[name] / 424 == pytest.approx(share / 8, abs=0.06)


def test_every_category_has_its_words_and_its_note(shipped: Marketplace) -> None:
    listed = [row.name for row in shipped.categories]
    assert list(VOCABULARY) == listed
    assert list(RETURN_NOTES) == listed
    assert all(re.search(r"\d", note) is None for note in RETURN_NOTES.values())


def test_return_notes_are_true_to_their_bands(shipped: Marketplace) -> None:
    openings = {
        0.03: "Hardly any",
        0.08: "Not many",
        0.1: "Few",
        0.2: "Some",
        0.35: "Many",
        0.4: "Many",
        0.55: "About half",
    }
    for row in shipped.categories:
        assert row.return_max is not None
        assert row.return_note.startswith(openings[row.return_max]), row.name


def test_news_puts_the_dates_first_and_gives_no_figures_of_effects(shipped: Marketplace) -> None:
    months = calendar.month_abbr[1:]
    assert list(NEWS) == [row.name for row in shipped.events]
    for row in shipped.events:
        month, day = int(row.start[:2]), int(row.start[3:])
        name = months[month - 1]
        headline, _, body = row.news.partition("\n\n")
        assert headline.startswith(f"{name} {day} to {name} {day + row.duration_days - 1}: ")
        assert 500 <= len(row.news) <= 800
        assert len(headline) < 120
        assert re.search(r"%|percent|per cent|\d\.\d|times", body) is None
        numbers = [int(number) for number in re.findall(r"\d+", body)]
        assert all(day <= number <= day + row.duration_days for number in numbers)


def test_the_shipped_world_loads_quickly() -> None:
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        embedded()
        times.append(time.perf_counter() - begun)
    assert min(times) < 0.15


def test_the_digest_does_not_depend_on_the_hash_seed(shipped: Marketplace) -> None:
    script = (
        "from data.marketplace.build import DEFAULT_SEED, build\n"
        "from data.marketplace.loader import embedded\n"
        "import sys\n"
        "sys.stdout.write(build(DEFAULT_SEED).digest + embedded().digest)\n"
    )
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(REPOSITORY)},
            cwd=REPOSITORY,
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout == shipped.digest * 2


def test_parameters_and_counts_per_category_are_the_released_ones(
    shipped: Marketplace, released: Path
) -> None:
    market = load_folder(released)
    assert _facts(shipped) == _facts(market)


def _facts(market: Marketplace) -> list[object]:
    products = Counter(row.category for row in market.products)
    suppliers = Counter((row.categories[0], row.honest) for row in market.suppliers)
    return [
        market.store_types,
        [
            (
                {
                    field: getattr(row, field)
                    for field in row.__struct_fields__
                    if "note" not in field
                },
                products[row.name],
                suppliers[row.name, True],
                suppliers[row.name, False],
            )
            for row in market.categories
        ],
        market.promotions,
        [
            {field: getattr(row, field) for field in row.__struct_fields__ if field != "news"}
            for row in market.events
        ],
    ]


def test_no_text_of_the_released_tables_is_repeated(shipped: Marketplace, released: Path) -> None:
    market = load_folder(released)
    theirs = {row.title for row in market.products} | {row.name for row in market.suppliers}
    theirs |= {row.brand for row in market.products} | {
        row.return_note for row in market.categories
    }
    ours = {row.title for row in shipped.products} | {row.name for row in shipped.suppliers}
    ours |= {row.brand for row in shipped.products} | {
        row.return_note for row in shipped.categories
    }
    assert sorted(ours & theirs) == []
    assert _runs(shipped) & _runs(market) == set()


def _runs(market: Marketplace) -> set[tuple[str, ...]]:
    """Every run of six words in the news."""
    runs = set()
    for row in market.events:
        words = re.findall(r"\w+", row.news.lower())
        runs |= {tuple(words[at : at + 6]) for at in range(len(words) - 5)}
    return runs
