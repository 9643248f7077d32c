"""What suppliers ask and deliver: one CSV file by day or by supplier, or JSON files by product."""

import re
from typing import Final, NamedTuple

import msgspec

from data.supermarket.files import Folder, date_of, days_between, number, whole
from data.supermarket.tables import Offer, Supply
from events.errors import WorldError

CSV: Final = "suppliers.csv"
COLUMNS: Final = (
    "sku_id",
    "supplier_label_category",
    "supplier_id",
    "transport_days_min",
    "transport_days_max",
    "date",
    "supplier_price",
    "quality_score",
)
SERIES: Final = "offers.csv"
"""The short form: one row per product and supplier, its days in two cells, a semicolon between."""
SERIES_COLUMNS: Final = (
    "sku_id",
    "supplier_label_category",
    "supplier_id",
    "transport_days_min",
    "transport_days_max",
    "first_date",
    "supplier_prices",
    "quality_scores",
)
PRICE_MAX: Final = 1_000_000.0
QUALITY_MAX: Final = 5.0
LEAD_MAX: Final = 365


class _Day(NamedTuple):
    price: float
    quality: float | None


class _Series:
    """One supplier's days for one product."""

    def __init__(self, label: str, lead_min: int | None, lead_max: int | None) -> None:
        self.label, self.lead_min, self.lead_max = label, lead_min, lead_max
        self.days: dict[str, _Day] = {}


class _Row(msgspec.Struct):
    date: str
    supplier_price: float
    category: str = ""
    quality_score: float | None = None
    transport_days_min: int | None = None
    transport_days_max: int | None = None


_PLAIN: Final = re.compile(r"[0-9]+(\.[0-9]+)?(;[0-9]+(\.[0-9]+)?)*")
_Found = dict[str, dict[str, _Series]]


def read_supplies(folder: Folder, base: str, skus: tuple[str, ...]) -> tuple[Supply, ...]:
    """Return the suppliers of each product, in the order of the products.

    Raises:
        WorldError: a file is malformed, or a product has no supplier.
    """
    if folder.has(SERIES):
        return _from_series(folder, skus)
    if folder.has(CSV):
        source, found = CSV, _from_csv(folder, skus)
    else:
        source, found = f"{base}/*/*_suppliers.json", _from_json(folder, base, skus)
    for sku in skus:
        if sku not in found:
            raise WorldError(source, None, "sku_id", sku, "has no supplier; it needs at least one")
    return tuple(_supply(sku, found[sku]) for sku in skus)


def _supply(sku: str, series: dict[str, _Series]) -> Supply:
    first = min(min(each.days) for each in series.values())
    last = max(max(each.days) for each in series.values())
    length = days_between(first, last) + 1
    offers = []
    for name in sorted(series):
        prices: list[float | None] = [None] * length
        qualities: list[float | None] = [None] * length
        for date, day in series[name].days.items():
            at = days_between(first, date)
            prices[at], qualities[at] = day
        lead_min, lead_max = series[name].lead_min, series[name].lead_max
        offers.append(
            Offer(
                supplier=name,
                lead_min=lead_min,
                lead_max=lead_max,
                prices=tuple(prices),
                qualities=tuple(qualities),
            )
        )
    label = next(iter(series.values())).label
    return Supply(sku=sku, category=label, first_date=first, offers=tuple(offers))


def _from_series(folder: Folder, skus: tuple[str, ...]) -> tuple[Supply, ...]:
    offers: dict[str, dict[str, Offer]] = {sku: {} for sku in skus}
    frames: dict[str, tuple[str, str, int]] = {}
    for row, cells in folder.csv(SERIES, SERIES_COLUMNS):
        sku, label, supplier, low, high, written, prices, qualities = cells
        if sku not in offers:
            continue
        asked = _days(row, "supplier_prices", prices, PRICE_MAX)
        frame = label, date_of(SERIES, row, "first_date", written), len(asked)
        if frames.setdefault(sku, frame) != frame:
            reason = "must have the category, first date and days of the product's other suppliers"
            raise WorldError(SERIES, row, "supplier_id", supplier, reason)
        if supplier in offers[sku]:
            raise WorldError(
                SERIES, row, "supplier_id", supplier, f"stands there for {sku} already"
            )
        good = _days(row, "quality_scores", qualities, QUALITY_MAX)
        if len(good) != len(asked):
            reason = f"must be as many as prices, {len(asked)}"
            raise WorldError(SERIES, row, "quality_scores", len(good), reason)
        lead_min = whole(SERIES, row, "transport_days_min", low, 1, LEAD_MAX) if low else None
        lead_max = (
            whole(SERIES, row, "transport_days_max", high, lead_min or 1, LEAD_MAX)
            if high
            else None
        )
        offers[sku][supplier] = Offer(
            supplier=supplier, lead_min=lead_min, lead_max=lead_max, prices=asked, qualities=good
        )
    for sku in skus:
        if not offers[sku]:
            raise WorldError(SERIES, None, "sku_id", sku, "has no supplier; it needs at least one")
    return tuple(
        Supply(
            sku=sku,
            category=frames[sku][0],
            first_date=frames[sku][1],
            offers=tuple(offers[sku][name] for name in sorted(offers[sku])),
        )
        for sku in skus
    )


def _days(row: int, column: str, text: str, high: float) -> tuple[float | None, ...]:
    # Half a million numbers: those that are plain and in their bounds are read at once.
    if _PLAIN.fullmatch(text):
        values = tuple(map(float, text.split(";")))
        if max(values) <= high:
            return values
    return tuple(
        number(SERIES, row, column, cell, 0.0, high) if cell else None for cell in text.split(";")
    )


def _from_csv(folder: Folder, skus: tuple[str, ...]) -> _Found:
    found: _Found = {}
    wanted = dict.fromkeys(skus)
    dates: dict[str, str] = {}
    for row, cells in folder.csv(CSV, COLUMNS):
        sku, label, supplier, low, high, written, price, quality = cells
        if sku not in wanted:
            continue
        date = dates.get(written)
        if date is None:
            date = dates[written] = date_of(CSV, row, "date", written)
        series = found.setdefault(sku, {}).get(supplier)
        if series is None:
            lead_min = whole(CSV, row, "transport_days_min", low, 1, LEAD_MAX)
            lead_max = whole(CSV, row, "transport_days_max", high, lead_min, LEAD_MAX)
            series = found[sku][supplier] = _Series(label, lead_min, lead_max)
        if date in series.days:
            raise WorldError(CSV, row, "date", written, f"{supplier} has this day already")
        series.days[date] = _Day(
            number(CSV, row, "supplier_price", price, 0.0, PRICE_MAX),
            number(CSV, row, "quality_score", quality, 0.0, QUALITY_MAX) if quality else None,
        )
    return found


def _from_json(folder: Folder, base: str, skus: tuple[str, ...]) -> _Found:
    found: _Found = {}
    wanted = dict.fromkeys(skus)
    for file in folder.matching(f"{base}/*/*_suppliers.json"):
        sku = file.rsplit("/", 1)[1].removesuffix("_suppliers.json")
        if sku not in wanted:
            continue
        raw: dict[str, msgspec.Raw] = folder.json(file, dict[str, msgspec.Raw])
        for supplier, text in raw.items():
            # Keys that begin with an underscore hold summaries.
            if not supplier.startswith("_"):
                found.setdefault(sku, {})[supplier] = _series(file, supplier, bytes(text))
    return found


def _series(file: str, supplier: str, text: bytes) -> _Series:
    try:
        rows = msgspec.json.decode(text, type=list[_Row])
    except msgspec.MsgspecError as problem:
        raise WorldError(file, None, supplier, None, f"must be a list of days: {problem}") from None
    if not rows:
        raise WorldError(file, None, supplier, None, "has no days")
    first = rows[0]
    series = _Series(first.category, first.transport_days_min, first.transport_days_max)
    low, high = series.lead_min, series.lead_max
    if low is None or high is None:
        series.lead_min = series.lead_max = None
    elif not 1 <= low <= high <= LEAD_MAX:
        raise WorldError(
            file, 1, "transport_days_min", f"{low} to {high}", "must be a range of days, 1 or more"
        )
    for place, row in enumerate(rows, 1):
        if not 0.0 <= row.supplier_price <= PRICE_MAX:
            value = row.supplier_price
            raise WorldError(file, place, "supplier_price", value, "must be a price, 0 or more")
        quality = row.quality_score
        if quality is not None and not 0.0 <= quality <= QUALITY_MAX:
            reason = f"must be a number from 0 to {QUALITY_MAX:g}"
            raise WorldError(file, place, "quality_score", quality, reason)
        date = date_of(file, place, "date", row.date)
        if date in series.days:
            raise WorldError(file, place, "date", row.date, f"{supplier} has this day already")
        series.days[date] = _Day(row.supplier_price, quality)
    return series
