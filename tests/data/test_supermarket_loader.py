"""Goal: a folder in the published layout loads, whatever form its tables have; faults are named.

Method: the golden folder, copied and changed; each fault must be a WorldError that says where.
"""

import gzip
import json
import shutil
from pathlib import Path

import pytest

from data.supermarket.loader import load_folder
from events.errors import WorldError
from tests.retail import GOLDEN, world

STORE = "simulate_data/15"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(GOLDEN / "data-small", tmp_path / "w")
    return tmp_path / "w"


def change(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    if path.exists():
        text = path.read_text()
    else:
        path = folder / f"{file}.gz"
        text = gzip.decompress(path.read_bytes()).decode()
        path.unlink()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))


def test_the_golden_worlds_load():
    small, full = world(), world("data-full")
    assert (len(small.products), len(full.products)) == (40, 96)
    assert len({row.category for row in full.products}) == 20
    assert small.digest != full.digest


def test_the_order_of_products_is_that_of_the_parameter_file():
    order = json.loads((GOLDEN / "data-small" / STORE / "sku_model_parameter.json").read_text())
    assert [row.id for row in world().products] == [
        sku for sku in order if not sku.startswith("80000000")
    ]


def test_json_and_sql_hold_the_same_facts_as_csv(folder):
    (folder / "suppliers.csv.gz").unlink()
    shutil.rmtree(folder / "history")
    assert load_folder(folder).digest == world().digest


def test_gzipped_or_not_makes_no_difference(folder):
    change(folder, "suppliers.csv", "sku_id", "sku_id")
    assert (folder / "suppliers.csv").exists()
    assert load_folder(folder).digest == world().digest


def test_another_choice_of_categories_is_another_world(folder):
    some = load_folder(folder, categories=("Tobacco", "Till_Sweets"))
    assert {row.category for row in some.products} == {"Tobacco", "Till Sweets"}
    assert some.digest != world().digest


@pytest.mark.parametrize(
    ("file", "old", "new", "column", "reason"),
    [
        ("suppliers.csv", "0.5209", "cheap", "supplier_price", "number"),
        ("suppliers.csv", "0.5209", "nan", "supplier_price", "number"),
        ("suppliers.csv", "0.5209", "1_0", "supplier_price", "number"),
        ("suppliers.csv", "0.5209", "-1", "supplier_price", "number"),
        ("suppliers.csv", "4.705", "9", "quality_score", "0 to 5"),
        ("suppliers.csv", "1991-06-06", "6 June", "date", "YYYY-MM-DD"),
        ("suppliers.csv", "1991-06-07", "1991-06-06", "date", "already"),
        ("suppliers.csv", ",4,7,", ",8,7,", "transport_days_max", "whole number"),
        ("suppliers.csv", "quality_score", "quality", "quality_score", "needs this column"),
        (f"{STORE}/upc.json", '"PROMOTION_TIME": 38', '"PROMOTION_TIME": -1', "PROMOTION_TIME",
         "days"),
        (f"{STORE}/upc.json", '"price_min": 0.42', '"price_min": 42', "price_min", "band"),
        (f"{STORE}/upc.json", '"price_min": 0.42', '"price_min": "x"', "price_min", "shape"),
        (f"{STORE}/sku_model_parameter.json", '"sigma": 0.614433', '"sigma": -1', "sigma",
         "moderate"),
        (f"{STORE}/sku_model_parameter.json", '"alpha": -3.905563', '"alpha": null', "alpha",
         "shape"),
        (f"{STORE}/news_merged.jsonl", "0.366", '"strong"', "impact_strength", "number"),
        (f"{STORE}/news_merged.jsonl", "syn00002", "syn00001", "id", "already"),
        (f"{STORE}/news_merged.jsonl", '{"id"', '["id"', None, "JSON"),
        ("customer_number/15/data.json", "28168", "-5", "custcoun", "customers"),
        ("customer_number/15/data.json", "06/06/91", "91-06", "date", "YYYY-MM-DD"),
        ("review/all_category_reviews.jsonl", '"STAR": 1', '"STAR": 7', "STAR", "stars"),
        ("review/review_star_smooth_params.json", '"Tobacco"', '"Snuff"', None, "curve"),
        ("history/sale_records.csv", ",24,1.22", ",-24,1.22", "move", "whole number"),
        ("history/review_records.csv", "06-06,5,", "06-06,6,", "rating", "1 to 5"),
        ("history/product_lifecycle_batches.csv", "0,24,", "0,0,", "units", "whole number"),
    ],
)  # fmt: skip
def test_a_malformed_value_is_named(folder, file, old, new, column, reason):
    change(folder, file, old, new)
    with pytest.raises(WorldError, match=reason) as found:
        load_folder(folder)
    assert found.value.column == column
    assert found.value.file.split("/")[-1] == file.split("/")[-1]


def test_a_product_without_a_catalogue_row_is_named(folder):
    change(folder, f"{STORE}/upc.json", '"UPC": "9000001013"', '"UPC": "1"')
    with pytest.raises(WorldError, match=r"sku_model_parameter.*9000001013.*is not in"):
        load_folder(folder)


@pytest.mark.parametrize(
    "file",
    [f"{STORE}/upc.json", f"{STORE}/news_merged.jsonl", "review/review_star_smooth_params.json",
     "customer_number/15/data.json", "history/return_records.csv.gz"],
)  # fmt: skip
def test_a_missing_file_is_named(folder, file):
    (folder / file).unlink()
    with pytest.raises(WorldError, match="cannot be read"):
        load_folder(folder)


def test_text_that_is_no_sql_is_named(folder):
    shutil.rmtree(folder / "history")
    (folder / STORE / "records.sql.gz").unlink()
    for text in ("nonsense;", f"ATTACH '{folder}/other.db' AS other;"):
        (folder / STORE / "records.sql").write_text(text)
        with pytest.raises(WorldError, match="SQL text"):
            load_folder(folder)
    assert not (folder / "other.db").exists()


def test_a_file_that_is_no_folder_is_named(tmp_path):
    with pytest.raises(WorldError, match="is not a folder"):
        load_folder(tmp_path / "nowhere")
