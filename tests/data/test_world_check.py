"""What `check` finds, one contradiction or oddity at a time."""

from typing import Any

import msgspec
import pytest

from data.marketplace.check import check, summary
from data.marketplace.tables import Marketplace


def _changed(market: Marketplace, table: str, at: int, **fields: Any) -> Marketplace:
    rows = list(getattr(market, table))
    rows[at] = msgspec.structs.replace(rows[at], **fields)
    return msgspec.structs.replace(market, **{table: tuple(rows)})


CHANGES = [
    ("products", {"reference_price": 9e6}, "error", "reference price 9e+06 is outside"),
    ("products", {"reference_price": 0.01}, "error", "reference price 0.01 is outside"),
    ("products", {"return_rate": 0.99}, "error", "return rate 0.99 is outside"),
    ("products", {"store_type": "pet"}, "error", "is of store type pet; its category is of"),
    ("categories", {"price_min": 9e6}, "error", "the price band runs from 9e+06 down to"),
    ("categories", {"monthly_min": 9e6}, "error", "the monthly sales band runs from"),
    ("categories", {"return_min": 0.9}, "error", "the return rate band runs from"),
    ("categories", {"return_min": None}, "warning", "only one of its bounds"),
    ("categories", {"wholesale_ratio": 0.5}, "error", "wholesale_ratio 0.5 must be"),
    ("categories", {"scam_cap_ratio": 0.01}, "warning", "is below the floor"),
    ("suppliers", {"personality": "Moody"}, "warning", "unknown personality 'Moody'"),
    ("suppliers", {"honest": False, "fraud": "vip_fee"}, "warning", "is fraudulent with"),
    ("suppliers", {"honest": False}, "warning", "yet runs no scam"),
    ("store_types", {"categories": ("Teleporters",)}, "error", "unknown category Teleporters"),
    ("store_types", {"categories": ("Pet Supplies",)}, "error", "lists already"),
    ("store_types", {"categories": ("Pet Supplies",)}, "error", "a category of pet"),
    ("store_types", {"categories": ()}, "warning", "sells no category"),
    ("store_types", {"categories": ()}, "error", "is listed by no store type"),
    ("promotions", {"windows": (("12-30", "01-02"),)}, "warning", "into the next year"),
    (
        "promotions",
        {"windows": (("01-01", "01-05"), ("01-05", "01-09"))},
        "warning",
        "windows overlap",
    ),
    ("promotions", {"max_multiplier": 0.5}, "warning", "lowers demand"),
    ("promotions", {"elasticity_boost": 0.5}, "warning", "less sensitive"),
    ("events", {"duration_days": 0}, "warning", "lasts 0 days"),
    ("events", {"start": "12-30"}, "warning", "runs into the next year"),
    ("events", {"affects": ()}, "warning", "but nobody's"),
    ("events", {"delay": 1.0}, "warning", "but delays none"),
    ("events", {"delay": 1.0, "demand": {}}, "warning", "changes neither"),
    ("events", {"news": " \n"}, "warning", "no news text"),
]


@pytest.mark.parametrize(("table", "fields", "severity", "message"), CHANGES)
def test_a_contradiction_is_found_and_weighed(
    golden: Marketplace, table: str, fields: dict[str, Any], severity: str, message: str
) -> None:
    before = check(golden)
    found = [one for one in check(_changed(golden, table, 0, **fields)) if one not in before]
    assert [one.severity for one in found if message in one.message][:1] == [severity], found


def test_a_category_without_products_or_suppliers_is_found(golden: Marketplace) -> None:
    name = golden.categories[5].name
    market = msgspec.structs.replace(
        golden,
        products=tuple(row for row in golden.products if row.category != name),
        suppliers=tuple(row for row in golden.suppliers if name not in row.categories),
    )
    messages = [one.message for one in check(market) if one.subject == name]
    assert messages == ["has no products", "has no suppliers: its products cannot be bought"]


def test_counts_other_than_the_published_ones_are_warned_of(golden: Marketplace) -> None:
    market = msgspec.structs.replace(golden, events=golden.events[:3])
    assert [one.message for one in check(market) if not one.subject] == [
        "has 3 events; the published world has 10"
    ]


def test_the_golden_world_has_no_errors(golden: Marketplace) -> None:
    assert [one for one in check(golden) if one.severity == "error"] == []


def test_the_last_day_of_the_year_is_in_the_year(golden: Marketplace) -> None:
    market = _changed(golden, "events", 0, start="12-31", duration_days=1)
    assert check(market) == check(golden)


def test_a_summary_gives_counts_bands_and_the_digest(golden: Marketplace) -> None:
    figures = summary(golden)
    assert figures["products_per_category"] == (12, 12)
    assert figures["prices"] == (1.0, 4761.16)
    assert figures["digest"] == golden.digest
    assert list(figures)[-1] == "digest"
