"""A `Supermarket` back into a folder in the published layout, and the import of a foreign folder.

The bytes depend on the facts alone. Suppliers' days are written one row per product and supplier
(`offers.csv`), which is far shorter than one row per day. Published columns that the tables do not
carry, because no rule reads them, are left out.
"""

import datetime as dt
import json
import struct
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from data.copies import copied, csv_text
from data.supermarket.loader import STORE, load_folder
from data.supermarket.suppliers import SERIES, SERIES_COLUMNS
from data.supermarket.tables import Supermarket

BASE: Final = f"simulate_data/{STORE}"
_GZIP_HEADER: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
"""No name, no time, best compression, unknown system."""

Cells = Iterable[tuple[str, ...]]


def render(market: Supermarket) -> dict[str, str]:
    """The folder's files as texts, by path; those of `.gz` are to be packed."""
    return {
        f"{BASE}/sku_model_parameter.json": _models(market),
        f"{BASE}/upc.json": _json_list(_catalogue(market)),
        f"{BASE}/news_merged.jsonl.gz": _json_lines(_news(market)),
        f"customer_number/{STORE}/data.json": _json_list(_traffic(market)),
        "review/review_star_smooth_params.json": json.dumps(
            {row.category: {"poly_coeffs": row.polynomial} for row in market.tastes}, indent=1
        )
        + "\n",
        "review/all_category_reviews.jsonl.gz": _json_lines(_remarks(market)),
        f"{SERIES}.gz": _csv(SERIES_COLUMNS, _offers(market)),
        **_history(market),
    }


def write_folder(market: Supermarket, path: str | Path) -> None:
    """Write the files into the folder `path`, made if need be; files there are replaced.

    `load_folder` of the result equals `market`, with the same digest.
    """
    for name, text in render(market).items():
        file = Path(path) / name
        file.parent.mkdir(parents=True, exist_ok=True)
        raw = text.encode()
        file.write_bytes(packed(raw) if name.endswith(".gz") else raw)


def import_folder(source: str | Path, target: str | Path) -> Supermarket:
    """Read the folder `source` and write its normalised copy as `target`; give what was read.

    Raises:
        WorldError: `source` does not load, or `target` exists and is no empty folder.
    """
    return copied(source, target, load_folder, write_folder)


def packed(raw: bytes) -> bytes:
    """Pack bytes as gzip does, with nothing in the header that could differ between runs."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    body = squeezer.compress(raw) + squeezer.flush()
    return _GZIP_HEADER + body + struct.pack("<II", zlib.crc32(raw), len(raw) & 0xFFFFFFFF)


def _models(market: Supermarket) -> str:
    fields = ("alpha", "beta", "beta_s", "beta_c", "sigma")
    models = {row.id: {name: getattr(row, name) for name in fields} for row in market.products}
    return json.dumps(models, indent=1) + "\n"


def _catalogue(market: Supermarket) -> Iterator[dict[str, Any]]:
    for row in market.products:
        yield {
            "UPC": row.id,
            "CATEGORY": row.category,
            "BRAND": row.brand,
            "DESCRIPTION": row.description,
            "PROMOTION_TIME": row.shelf_life,
            "price_min": row.price_min,
            "price_max": row.price_max,
        }


def _news(market: Supermarket) -> Iterator[dict[str, Any]]:
    for row in market.news:
        yield {
            "id": row.id,
            "title": row.title,
            "content": row.content,
            "mode": row.mode,
            "impact_direction": row.direction,
            "impact_strength": row.strength,
            "impact_factor": row.side,
            "target_category": row.category,
            "target_sku_upc": row.sku,
        }


def _traffic(market: Supermarket) -> Iterator[dict[str, Any]]:
    first = dt.date.fromisoformat(market.traffic_first)
    for place, customers in enumerate(market.traffic):
        date = (first + dt.timedelta(days=place)).isoformat()
        yield {"store": int(STORE), "custcoun": customers, "date": date}


def _remarks(market: Supermarket) -> Iterator[dict[str, Any]]:
    for row in market.remarks:
        yield {
            "CATEGORY": row.category,
            "STAR": row.stars,
            "DIMENSION": row.dimension,
            "COMMENTS": row.text,
        }


def _offers(market: Supermarket) -> Cells:
    for supply in market.supplies:
        for offer in supply.offers:
            yield (
                supply.sku,
                supply.category,
                offer.supplier,
                _number(offer.lead_min),
                _number(offer.lead_max),
                supply.first_date,
                ";".join(map(_number, offer.prices)),
                ";".join(map(_number, offer.qualities)),
            )


def _history(market: Supermarket) -> dict[str, str]:
    past = market.history
    sales = ((row.sku, row.date, str(row.units), _number(row.price)) for row in past.sales)
    reviews = ((row.sku, row.date, str(row.stars)) for row in past.reviews)
    returns = ((row.supplier, row.sku, row.date) for row in past.returns for _ in range(row.units))
    batches = (
        (
            str(row.units),
            row.sku,
            row.supplier,
            _number(row.buy_price),
            _number(row.selling_price),
            row.order_date,
            row.sold_date,
        )
        for row in past.batches
    )
    prices = ("buy_price", "selling_price", "order_date", "sold_date")
    units = ("units", "sku_id", "supplier_id", *prices)
    return {
        "history/sale_records.csv.gz": _csv(("upc", "date", "move", "price"), sales),
        "history/review_records.csv.gz": _csv(("upc", "date", "rating"), reviews),
        "history/return_records.csv.gz": _csv(("supplier_id", "sku_id", "date"), returns),
        "history/product_lifecycle_batches.csv.gz": _csv(units, batches),
    }


def _json_list(rows: Iterable[dict[str, Any]]) -> str:
    return "[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n"


def _json_lines(rows: Iterable[dict[str, Any]]) -> str:
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def _csv(header: tuple[str, ...], rows: Cells) -> str:
    return csv_text((header, *rows))


def _number(value: float | None) -> str:
    return "" if value is None else repr(value)
