"""The days before the first one, from CSV tables or from the published SQL text."""

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final

from data.supermarket.files import Folder, date_of, number, whole
from data.supermarket.tables import Batch, History, PastReturns, PastReview, PastSale
from events.errors import WorldError

PRICE_MAX: Final = 1_000_000.0
SALES: Final = ("upc", "date", "move", "price")
REVIEWS: Final = ("upc", "date", "rating")
RETURNS: Final = ("sku_id", "supplier_id", "date")
UNITS: Final = (
    "sku_id",
    "supplier_id",
    "buy_price",
    "selling_price",
    "order_date",
    "sold_date",
)
_BATCHES: Final = (*UNITS, "units")

Rows = Iterator[tuple[int, list[str]]]


def read_history(folder: Folder, base: str, skus: Collection[str]) -> History:
    """Return the past of these products.

    Raises:
        WorldError: a table is missing or malformed.
    """
    if folder.has("history/sale_records.csv"):
        return _from_csv(folder, skus)
    return _from_sql(folder, f"{base}/records.sql", skus)


def _from_csv(folder: Folder, skus: Collection[str]) -> History:
    names = {
        "sale_records": SALES,
        "review_records": REVIEWS,
        "return_records": RETURNS,
        "product_lifecycle_batches": _BATCHES,
    }
    files = {name: f"history/{name}.csv" for name in names}
    rows = {name: folder.csv(files[name], columns) for name, columns in names.items()}
    batches = _batches(files["product_lifecycle_batches"], rows["product_lifecycle_batches"], skus)
    return _history(
        _sales(files["sale_records"], rows["sale_records"], skus),
        batches,
        _reviews(files["review_records"], rows["review_records"], skus),
        _returns(files["return_records"], rows["return_records"], skus),
    )


def _from_sql(folder: Folder, file: str, skus: Collection[str]) -> History:
    """Load the SQL text into a database of its own, which may touch nothing outside."""
    base = sqlite3.connect(":memory:")
    base.set_authorizer(_only_inside)
    try:
        base.executescript(folder.text(file))
        units = _rows(
            base, f"SELECT {', '.join(UNITS)}, 1 FROM product_lifecycle ORDER BY merch_id"
        )
        return _history(
            _sales(
                file, _rows(base, f"SELECT {', '.join(SALES)} FROM sale_records ORDER BY id"), skus
            ),
            _joined(_batches(file, units, skus)),
            _reviews(
                file,
                _rows(base, f"SELECT {', '.join(REVIEWS)} FROM review_records ORDER BY id"),
                skus,
            ),
            _returns(
                file,
                _rows(base, f"SELECT {', '.join(RETURNS)} FROM return_records ORDER BY id"),
                skus,
            ),
        )
    except sqlite3.Error as problem:
        reason = f"is not the SQL text of the published tables: {problem}"
        raise WorldError(file, None, None, None, reason) from problem
    finally:
        base.close()


def _only_inside(action: int, *_rest: Any) -> int:
    outside = (sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH)
    return sqlite3.SQLITE_DENY if action in outside else sqlite3.SQLITE_OK


def _rows(base: sqlite3.Connection, query: str) -> Rows:
    for place, row in enumerate(base.execute(query), 1):
        yield place, ["" if cell is None else str(cell) for cell in row]


def _sales(file: str, rows: Rows, skus: Collection[str]) -> tuple[PastSale, ...]:
    return tuple(
        PastSale(
            sku=sku,
            date=date_of(file, row, "date", date),
            units=whole(file, row, "move", move),
            price=number(file, row, "price", price, 0.0, PRICE_MAX),
        )
        for row, (sku, date, move, price) in rows
        if sku in skus
    )


def _reviews(file: str, rows: Rows, skus: Collection[str]) -> tuple[PastReview, ...]:
    return tuple(
        PastReview(
            sku=sku,
            date=date_of(file, row, "date", date),
            stars=whole(file, row, "rating", rating, 1, 5),
        )
        for row, (sku, date, rating) in rows
        if sku in skus
    )


def _returns(file: str, rows: Rows, skus: Collection[str]) -> tuple[PastReturns, ...]:
    units: Counter[tuple[str, str, str]] = Counter()
    for row, (sku, supplier, date) in rows:
        if sku in skus:
            units[sku, supplier, date_of(file, row, "date", date)] += 1
    return tuple(
        PastReturns(sku=sku, supplier=supplier, date=date, units=count)
        for (sku, supplier, date), count in units.items()
    )


def _batches(file: str, rows: Rows, skus: Collection[str]) -> Iterator[Batch]:
    dates: dict[str, str] = {}

    def day(row: int, column: str, text: str) -> str:
        if text not in dates:
            dates[text] = date_of(file, row, column, text)
        return dates[text]

    for row, (sku, supplier, bought, sold_at, ordered, sold, units) in rows:
        if sku in skus and sold:
            yield Batch(
                sku=sku,
                supplier=supplier,
                units=whole(file, row, "units", units, 1),
                buy_price=number(file, row, "buy_price", bought, 0.0, PRICE_MAX),
                selling_price=number(file, row, "selling_price", sold_at, 0.0, PRICE_MAX),
                order_date=day(row, "order_date", ordered),
                sold_date=day(row, "sold_date", sold),
            )


def _joined(units: Iterable[Batch]) -> Iterator[Batch]:
    """Put neighbouring units that are alike into one batch."""
    last: Batch | None = None
    count = 0
    for unit in units:
        if unit == last:
            count += 1
            continue
        if last is not None:
            yield _of(last, count)
        last, count = unit, 1
    if last is not None:
        yield _of(last, count)


def _of(unit: Batch, units: int) -> Batch:
    return Batch(
        sku=unit.sku,
        supplier=unit.supplier,
        units=units,
        buy_price=unit.buy_price,
        selling_price=unit.selling_price,
        order_date=unit.order_date,
        sold_date=unit.sold_date,
    )


def _history(
    sales: tuple[PastSale, ...],
    batches: Iterable[Batch],
    reviews: tuple[PastReview, ...],
    returns: tuple[PastReturns, ...],
) -> History:
    if not sales:
        raise WorldError("sale_records", None, None, None, "has no row about this store's products")
    first = min([*(row.date for row in sales), *(row.date for row in reviews)])
    return History(
        first_date=first, sales=sales, batches=tuple(batches), reviews=reviews, returns=returns
    )
