"""A world's folder of six CSV files into a `Marketplace`.

The files have the released column layout. The facts are what counts: line ends, a byte order mark,
the order of columns and columns we do not know leave the digest as it is. What a file may lack and
what stands in for it is listed in `names.REQUIRED` and in `rows`.
"""

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TypeVar

from data.marketplace import rows
from data.marketplace.cells import Record, read_records
from data.marketplace.names import (
    CATEGORIES_CSV,
    EVENTS_CSV,
    PRODUCTS_CSV,
    PROMOTIONS_CSV,
    STORE_TYPES_CSV,
    SUPPLIERS_CSV,
)
from data.marketplace.tables import Marketplace
from events.errors import WorldError

EMBEDDED = Path(__file__).parent / "world"
"""The folder of the world that comes with shopyear."""

Parsed = TypeVar("Parsed")


def load_folder(path: str | Path) -> Marketplace:
    """Read a world from the six files in the folder `path`.

    Raises:
        WorldError: a file or a required column is missing, or a cell is malformed, unknown or
            repeated where it must be unique; the error names file, row, column and value.
    """
    folder = Path(path)
    if not folder.is_dir():
        raise WorldError(str(folder), None, None, None, "is not a folder of a world's tables")
    types = read_records(folder, STORE_TYPES_CSV)
    _unique(types, "store_type_id", "store_type_name")
    store_types = tuple(rows.store_type(record) for record in types)
    type_ids = dict.fromkeys(row.id for row in store_types)

    params = read_records(folder, CATEGORIES_CSV)
    _unique(params, "category")
    categories = tuple(rows.category(record, type_ids) for record in params)
    names = dict.fromkeys(row.name for row in categories)

    return Marketplace(
        store_types=store_types,
        categories=categories,
        products=_table(
            folder, PRODUCTS_CSV, ("product_id",), lambda r: rows.product(r, type_ids, names)
        ),
        suppliers=_table(
            folder,
            SUPPLIERS_CSV,
            ("supplier_id", "supplier_name", "supplier_email"),
            lambda r: rows.supplier(r, names),
        ),
        promotions=_table(folder, PROMOTIONS_CSV, ("event_name",), rows.promotion),
        events=_table(
            folder, EVENTS_CSV, ("event_name",), lambda r: rows.market_event(r, type_ids)
        ),
    )


@cache
def embedded() -> Marketplace:
    """Return the world that comes with shopyear: `build(DEFAULT_SEED)` as files.

    It is read once a process; tables are frozen.
    """
    return load_folder(EMBEDDED)


def _table(
    folder: Path, file: str, keys: tuple[str, ...], parse: Callable[[Record], Parsed]
) -> tuple[Parsed, ...]:
    records = read_records(folder, file)
    _unique(records, *keys)
    return tuple(parse(record) for record in records)


def _unique(records: Iterable[Record], *columns: str) -> None:
    for column in columns:
        seen: dict[str, int] = {}
        for record in records:
            cell = record.raw(column) or ""
            first = seen.setdefault(cell, record.row)
            if first != record.row:
                raise record.error(column, f"stands in row {first} already; it must be unique")
