"""A folder in the published layout into a `Supermarket`.

    meta.json                                          which categories the store sells; optional
    simulate_data/<store>/sku_model_parameter.json     demand, in the order of the first prices
    simulate_data/<store>/upc.json                     catalogue
    simulate_data/<store>/news_merged.jsonl            news
    customer_number/<store>/data.json                  traffic
    review/*                                           taste curves and remarks
    suppliers.csv or simulate_data/<store>/<Category>/<sku>_suppliers.json
    history/*.csv or simulate_data/<store>/records.sql

Each file may be gzipped.
"""

from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from data.supermarket.files import Folder, date_of, days_between, decoded
from data.supermarket.history import read_history
from data.supermarket.news import read_news
from data.supermarket.suppliers import read_supplies
from data.supermarket.tables import Product, Remark, Supermarket, Taste
from events.errors import WorldError

EMBEDDED: Final = Path(__file__).parent / "world"
"""The folder of the world that comes with shopyear."""
STORE: Final = "15"
"""The published store's label."""
PRICE_MAX: Final = 1_000_000.0
_TRAFFIC_MAX: Final = 100_000_000
_DAYS_MAX: Final = 20_000


class _Model(msgspec.Struct):
    alpha: float
    beta: float
    beta_s: float
    beta_c: float
    sigma: float


class _Upc(msgspec.Struct, rename="upper"):
    upc: str
    category: str
    promotion_time: int
    price_min: float = msgspec.field(name="price_min")
    price_max: float = msgspec.field(name="price_max")
    brand: str = ""
    description: str = ""


class _Traffic(msgspec.Struct):
    custcoun: int
    date: str


class _Curve(msgspec.Struct):
    poly_coeffs: tuple[float, ...]


class _Remark(msgspec.Struct, rename="upper"):
    category: str
    star: int
    dimension: str
    comments: str = ""


class _Meta(msgspec.Struct):
    selected_categories: list[str] | None = None


def load_folder(
    path: str | Path, *, store: str = STORE, categories: tuple[str, ...] | None = None
) -> Supermarket:
    """Read a world from a folder in the published layout.

    Args:
        store: the label under which the folder has the store.
        categories: what it sells; by default what meta.json says, or else everything.

    Raises:
        WorldError: a file or column is missing, or a value is malformed, unknown or out of bounds;
            the error names file, row, column and value.
    """
    folder = Folder(Path(path))
    base = f"simulate_data/{store}"
    wanted = categories
    if wanted is None and folder.has("meta.json"):
        meta: _Meta = folder.json("meta.json", _Meta)
        wanted = tuple(meta.selected_categories) if meta.selected_categories else None
    products = _products(folder, base, wanted)
    skus = {product.id: product.category for product in products}
    sold = dict.fromkeys(product.category for product in products)
    first, traffic = _traffic(folder, f"customer_number/{store}/data.json")
    return Supermarket(
        products=products,
        supplies=read_supplies(folder, base, tuple(skus)),
        traffic_first=first,
        traffic=traffic,
        tastes=_tastes(folder, tuple(sold)),
        remarks=_remarks(folder, tuple(sold)),
        news=read_news(folder, f"{base}/news_merged.jsonl", skus, sold),
        history=read_history(folder, base, skus),
    )


@cache
def embedded(categories: tuple[str, ...] | None = None) -> Supermarket:
    """Return the world that comes with shopyear: `build(DEFAULT_SEED)` as files.

    It is read once a process; tables are frozen.

    Args:
        categories: what the store sells; all 20 by default.
    """
    return load_folder(EMBEDDED, categories=categories)


def _products(folder: Folder, base: str, wanted: tuple[str, ...] | None) -> tuple[Product, ...]:
    file, catalogue = f"{base}/sku_model_parameter.json", f"{base}/upc.json"
    models: dict[str, msgspec.Raw] = folder.json(file, dict[str, msgspec.Raw])
    rows = folder.json_rows(catalogue, _Upc)
    known: dict[str, tuple[int, _Upc]] = {}
    for number, row in enumerate(rows, 1):
        before, same = known.setdefault(row.upc, (number, row))
        if same != row:
            raise WorldError(catalogue, number, "UPC", row.upc, f"differs from row {before}")
    chosen = None if wanted is None else {name.replace("_", " ") for name in wanted}
    products = []
    for line, (sku, raw) in enumerate(models.items(), 1):
        if sku not in known:
            raise WorldError(file, line, None, sku, f"is not in {catalogue}")
        place, row = known[sku]
        if chosen is not None and row.category not in chosen:
            continue
        model: _Model = decoded(file, line, bytes(raw), _Model)
        _check_product(catalogue, place, row)
        _check_model(file, line, model)
        products.append(
            Product(
                id=sku,
                category=row.category,
                brand=row.brand,
                description=row.description,
                shelf_life=row.promotion_time,
                price_min=row.price_min,
                price_max=row.price_max,
                **msgspec.structs.asdict(model),
            )
        )
    if not products:
        raise WorldError(file, None, None, wanted, "no product is of a category the store sells")
    return tuple(products)


def _check_product(file: str, row: int, product: _Upc) -> None:
    if not 0 <= product.promotion_time <= 10_000:
        value = product.promotion_time
        raise WorldError(file, row, "PROMOTION_TIME", value, "must be 0 to 10,000 days")
    if not 0 < product.price_min <= product.price_max <= PRICE_MAX:
        band = f"{product.price_min} to {product.price_max}"
        raise WorldError(
            file, row, "price_min", band, f"must be a band above 0, up to {PRICE_MAX:,.0f}"
        )


def _check_model(file: str, row: int, model: _Model) -> None:
    for column, value in msgspec.structs.asdict(model).items():
        if not -1_000 <= value <= 1_000 or (column == "sigma" and value < 0):
            raise WorldError(file, row, column, value, "must be a number of moderate size")


def _traffic(folder: Folder, file: str) -> tuple[str, tuple[int, ...]]:
    """Return the first date and the customers by day; a day that is missing has none."""
    found: dict[str, int] = {}
    days_listed: list[_Traffic] = folder.json_rows(file, _Traffic)
    for number, row in enumerate(days_listed, 1):
        if not 0 <= row.custcoun <= _TRAFFIC_MAX:
            raise WorldError(file, number, "custcoun", row.custcoun, "must be 0 or more customers")
        date = date_of(file, number, "date", row.date)
        if found.setdefault(date, row.custcoun) != row.custcoun:
            told = f"had {found[date]:,} customers in an earlier row"
            raise WorldError(file, number, "date", row.date, told)
    if not found:
        raise WorldError(file, None, None, None, "has no days")
    first, last = min(found), max(found)
    days = days_between(first, last) + 1
    if days > _DAYS_MAX:
        raise WorldError(file, None, "date", last, f"is more than {_DAYS_MAX:,} days after {first}")
    counts = [0] * days
    for date, customers in found.items():
        counts[days_between(first, date)] = customers
    return first, tuple(counts)


def _tastes(folder: Folder, categories: tuple[str, ...]) -> tuple[Taste, ...]:
    file = "review/review_star_smooth_params.json"
    curves: dict[str, _Curve] = folder.json(file, dict[str, _Curve])
    for category in categories:
        if category not in curves:
            raise WorldError(file, None, None, category, "is missing: every category needs a curve")
    return tuple(Taste(category=name, polynomial=curves[name].poly_coeffs) for name in categories)


def _remarks(folder: Folder, categories: tuple[str, ...]) -> tuple[Remark, ...]:
    file = "review/all_category_reviews.jsonl"
    found = []
    for number, line in folder.json_lines(file):
        row: _Remark = decoded(file, number, line, _Remark)
        if not 1 <= row.star <= 5:
            raise WorldError(file, number, "STAR", row.star, "must be 1 to 5 stars")
        if row.category in categories:
            found.append(
                Remark(
                    category=row.category,
                    stars=row.star,
                    dimension=row.dimension,
                    text=row.comments,
                )
            )
    present: dict[str, Any] = dict.fromkeys(remark.category for remark in found)
    for category in categories:
        if category not in present:
            raise WorldError(file, None, "CATEGORY", category, "has no remark; it needs some")
    return tuple(found)
