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
from runs.cli import main
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
    ("file", "of", "changed", "reason"),
    [
        (f"{STORE}/upc.json", "UPC", "PROMOTION_TIME", r"upc\.json.*UPC.*differs from row 1"),
        ("customer_number/15/data.json", "date", "custcoun", r"data\.json.*date.*earlier row"),
    ],
)
def test_a_thing_that_is_told_twice_has_to_be_told_alike(folder, file, of, changed, reason):
    path = folder / file
    rows = json.loads(path.read_text())
    path.write_text(json.dumps([*rows, rows[0]]))
    assert load_folder(folder).digest == world().digest
    path.write_text(json.dumps([*rows, rows[0] | {changed: 7}]))
    with pytest.raises(WorldError, match=reason) as found:
        load_folder(folder)
    assert (found.value.args[1], found.value.args[2]) == (len(rows) + 1, of)


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


@pytest.mark.parametrize(
    ("old", "new", "column", "reason"),
    [
        ('"supplier_price":0.5209', '"supplier_price":-1', "supplier_price", "0 or more"),
        ('"quality_score":4.705', '"quality_score":9', "quality_score", "0 to 5"),
        ('"date":"1991-06-06"', '"date":"6 June"', "date", "YYYY-MM-DD"),
        ('"date":"1991-06-07"', '"date":"1991-06-06"', "date", "already"),
        ('"transport_days_min":4', '"transport_days_min":8', "transport_days_min", "range"),
        ('"supplier_price":0.5209', '"supplier_price":"dear"', None, "list of days"),
    ],
)
def test_a_malformed_day_of_a_suppliers_json_file_is_named(folder, old, new, column, reason):
    (folder / "suppliers.csv.gz").unlink()
    file = f"{STORE}/Bath_Paper/9000001013_suppliers.json"
    change(folder, file, old, new)
    with pytest.raises(WorldError, match=reason) as found:
        load_folder(folder)
    assert found.value.file == file
    if column:
        assert found.value.column == column
        assert found.value.row


@pytest.mark.parametrize(
    ("table", "column", "value", "reason"),
    [
        ("sale_records", "move", "-3", "whole number"),
        ("sale_records", "price", "'dear'", "number"),
        ("review_records", "rating", "6", "1 to 5"),
        ("return_records", "date", "'soon'", "YYYY-MM-DD"),
        ("product_lifecycle", "order_date", "'soon'", "YYYY-MM-DD"),
    ],
)
def test_a_malformed_row_of_the_sql_text_is_named(folder, table, column, value, reason):
    shutil.rmtree(folder / "history")
    path = folder / STORE / "records.sql.gz"
    text = gzip.decompress(path.read_bytes()).decode()
    key = "merch_id" if table == "product_lifecycle" else "id"
    first = f"(SELECT min({key}) FROM {table})"
    text += f"\nUPDATE {table} SET {column} = {value} WHERE {key} = {first};\n"
    path.write_bytes(gzip.compress(text.encode()))
    with pytest.raises(WorldError, match=reason) as found:
        load_folder(folder)
    assert (found.value.file, found.value.row) == (f"{STORE}/records.sql", 1)
    assert found.value.column == column


@pytest.mark.parametrize("is_original", [True, False], ids=["JSON and SQL", "CSV"])
def test_a_users_own_copy_is_imported_and_played(folder, is_original, tmp_path, capsys):
    """The copy holds the same facts whatever form the original has, and an episode goes on it."""
    if is_original:
        (folder / "suppliers.csv.gz").unlink()
        shutil.rmtree(folder / "history")
    copy, kind = str(tmp_path / "copy"), ["--scenario", "supermarket"]
    assert main(["world", "import", *kind, str(folder), "-o", copy]) == 0
    assert world().digest in capsys.readouterr().out
    assert load_folder(copy).digest == world().digest
    # The golden world is smaller than the published one, which is no error.
    assert main(["world", "check", *kind, copy]) == 0
    words = ["run", *kind, "--agent", "idle", "--days", "2", "--world", copy, "--quiet"]
    assert main([*words, "--out", str(tmp_path / "e")]) == 0
    assert main(["verify", str(tmp_path / "e"), "--world", copy]) == 0


def test_an_import_of_a_malformed_copy_says_where_and_leaves_nothing(folder, tmp_path, capsys):
    change(folder, "suppliers.csv", "0.5209", "cheap")
    words = ["world", "import", "--scenario", "supermarket", str(folder)]
    assert main([*words, "-o", str(tmp_path / "copy")]) != 0
    told = capsys.readouterr().err
    assert "suppliers.csv, row 1, column supplier_price: 'cheap' must be a number" in told
    assert not (tmp_path / "copy").exists()


def test_a_file_that_is_no_folder_is_named(tmp_path):
    with pytest.raises(WorldError, match="is not a folder"):
        load_folder(tmp_path / "nowhere")
