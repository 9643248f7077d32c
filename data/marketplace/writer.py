"""A `Marketplace` back into its folder of six CSV files, and the import of a foreign folder.

The bytes depend on the facts alone: released column layout, LF line ends, UTF-8 without a byte
order mark, the shortest decimal that reads back as the same number. Released columns that the
tables do not carry, because no rule reads them, are written with their published values; a
published cost increase of an event is left out.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from data.copies import copied, csv_text
from data.marketplace.loader import load_folder
from data.marketplace.names import (
    CATEGORIES_CSV,
    COLUMNS,
    EVENTS_CSV,
    EVERYWHERE,
    PRODUCTS_CSV,
    PROMOTIONS_CSV,
    STORE_TYPES_CSV,
    SUPPLIERS_CSV,
)
from data.marketplace.tables import MarketEvent, Marketplace

_SETUP_FEE = "500.0"
_COMMISSION = "0.02"
_DAILY_RENT = {1: "130.0", 2: "100.0", 3: "45.0"}
"""Tier -> the published rent, which no rule reads: stores pay an operating cost by tier."""


def render(market: Marketplace) -> dict[str, str]:
    """The six files as texts, by file name."""
    return {
        STORE_TYPES_CSV: _csv(STORE_TYPES_CSV, _store_types(market)),
        CATEGORIES_CSV: _csv(CATEGORIES_CSV, _categories(market)),
        SUPPLIERS_CSV: _csv(SUPPLIERS_CSV, _suppliers(market)),
        PRODUCTS_CSV: _csv(PRODUCTS_CSV, _products(market)),
        PROMOTIONS_CSV: _csv(PROMOTIONS_CSV, _promotions(market)),
        EVENTS_CSV: _csv(EVENTS_CSV, _events(market)),
    }


def write_folder(market: Marketplace, path: str | Path) -> None:
    """Write the six files into the folder `path`, made if need be; files there are replaced.

    `load_folder` of the result equals `market`, with the same digest.
    """
    folder = Path(path)
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in render(market).items():
        (folder / file).write_bytes(text.encode())


def import_folder(source: str | Path, target: str | Path) -> Marketplace:
    """Read the folder `source` and write its normalised copy as `target`; give what was read.

    All or nothing: the copy is written beside the target, read back and compared, then renamed.

    Raises:
        WorldError: `source` does not load, or `target` exists and is no empty folder.
    """
    return copied(source, target, load_folder, write_folder)


def _csv(file: str, rows: Iterator[tuple[str, ...]]) -> str:
    return csv_text((COLUMNS[file], *rows))


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return str(int(value)) if value.is_integer() else repr(value)


def _store_types(market: Marketplace) -> Iterator[tuple[str, ...]]:
    for row in market.store_types:
        yield (
            row.id,
            row.name,
            str(row.tier),
            _SETUP_FEE,
            _DAILY_RENT.get(row.tier, ""),
            _COMMISSION,
            "|".join(row.categories),
            str(len(row.categories)),
        )


def _categories(market: Marketplace) -> Iterator[tuple[str, ...]]:
    for row in market.categories:
        bands = (row.price_min, row.price_max, row.monthly_min, row.monthly_max)
        returns = (row.return_min, row.return_max)
        ratios = (row.elasticity_k, row.wholesale_ratio, row.floor_ratio, row.scam_cap_ratio)
        yield (
            row.name,
            row.store_type,
            row.default_size,
            *(_number(value) for value in (*bands, *returns)),
            row.return_note,
            row.elasticity,
            *(_number(value) for value in ratios),
        )


def _suppliers(market: Marketplace) -> Iterator[tuple[str, ...]]:
    for row in market.suppliers:
        yield (
            row.id,
            row.name,
            row.email,
            "good" if row.honest else "bad",
            row.personality,
            _number(row.urgency),
            row.fraud,
            "|".join(row.categories),
            str(row.closes_after),
        )


def _products(market: Marketplace) -> Iterator[tuple[str, ...]]:
    for row in market.products:
        yield (
            row.id,
            row.shop,
            row.category,
            row.store_type,
            row.brand,
            row.title,
            row.size,
            _number(row.reference_price),
            _number(row.return_rate),
        )


def _promotions(market: Marketplace) -> Iterator[tuple[str, ...]]:
    for row in market.promotions:
        windows = "|".join(f"{first}:{last}" for first, last in row.windows)
        yield row.name, windows, _number(row.max_multiplier), _number(row.elasticity_boost)


def _events(market: Marketplace) -> Iterator[tuple[str, ...]]:
    for row in market.events:
        demand = json.dumps(row.demand, ensure_ascii=False)
        supply = json.dumps(_supply_effects(row), ensure_ascii=False)
        yield row.name, row.start, str(row.duration_days), demand, supply, row.news


def _supply_effects(row: MarketEvent) -> dict[str, object]:
    effects: dict[str, object] = {}
    if row.delay != 1.0:
        effects["delivery_delay_multiplier"] = row.delay
    if row.affects:
        everywhere = row.affects == (EVERYWHERE,)
        effects["affected_categories"] = EVERYWHERE if everywhere else list(row.affects)
    return effects
