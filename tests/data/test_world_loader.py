"""Loading a world: what is refused names its place; what does not matter changes nothing."""

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.marketplace.cells import is_month_day
from data.marketplace.loader import load_folder
from data.marketplace.names import COLUMNS, REQUIRED
from data.marketplace.tables import Marketplace
from events.errors import WorldError
from tests.data.worlds import GOLDEN, Corrupt, read_cells, write_cells

P, C, S = "products.csv", "category_params.csv", "suppliers.csv"
T, M, E = "store_types.csv", "promotions.csv", "events.csv"

MALFORMED = [
    (P, "reference_price", "cheap", "number"),
    (P, "reference_price", "", "number"),
    (P, "reference_price", "nan", "number"),
    (P, "reference_price", "inf", "number"),
    (P, "reference_price", "1e999", "number"),
    (P, "reference_price", "-3", "number above 0"),
    (P, "reference_price", "0", "number above 0"),
    (P, "reference_price", "1_000", "number"),
    (P, "reference_price", "\u0663", "number"),
    (P, "reference_price", "1e300", "at most 10,000,000"),
    (P, "return_rate", "1.2", "from 0 to 1"),
    (P, "return_rate", "-0.1", "from 0 to 1"),
    (P, "return_rate", "5%", "from 0 to 1"),
    (P, "category", "Spaceships", "unknown"),
    (P, "category", "", "unknown"),
    (P, "store_type", "spaceport", "unknown"),
    (P, "size", "Huge", "Small, Medium, Large, XLarge"),
    (P, "product_id", "", "not empty"),
    (P, "product_id", " abc", "blanks"),
    (P, "title", "red \x1b[31m", "control character"),
    (C, "category", "", "not empty"),
    (C, "category", "Tea|Coffee", "separates"),
    (C, "store_type", "spaceport", "unknown"),
    (C, "default_size", "small", "unknown"),
    (C, "ref_price_min", "x", "number"),
    (C, "ref_price_max", "-1", "number"),
    (C, "monthly_sales_min", "-1", "number"),
    (C, "monthly_sales_max", "many", "number"),
    (C, "return_rate_min", "2", "from 0 to 1"),
    (C, "elasticity_type", "cubic", "linear, exponential"),
    (C, "elasticity_param", "NaN", "number"),
    (C, "elasticity_param", "1e9", "number"),
    (C, "wholesale_ratio", "1.5", "number"),
    (C, "cost_floor_ratio", "0", "number above 0"),
    (C, "scam_cap_ratio", "-0.5", "number above 0"),
    (S, "supplier_type", "ugly", "good, bad"),
    (S, "fraud_type", "ponzi", "vip_fee"),
    (S, "categories_served", "Spaceships", "unknown category 'Spaceships'"),
    (S, "categories_served", "", "no category"),
    (S, "categories_served", "Laptops|Laptops", "twice"),
    (S, "bankruptcy_threshold", "0", "whole number"),
    (S, "bankruptcy_threshold", "12.5", "whole number"),
    (S, "bankruptcy_threshold", "9" * 5000, "whole number"),
    (S, "urgency", "often", "number"),
    (S, "supplier_name", "", "not empty"),
    (S, "supplier_email", "", "not empty"),
    (T, "tier", "4", "from 1 to 3"),
    (T, "store_type_id", "", "not empty"),
    (T, "allowed_categories", "Laptops|Laptops", "twice"),
    (M, "periods", "02-30:03-01", "MM-DD:MM-DD"),
    (M, "periods", "01-01", "MM-DD:MM-DD"),
    (M, "periods", "", "MM-DD:MM-DD"),
    (M, "periods", "1-1:1-7", "MM-DD:MM-DD"),
    (M, "max_demand_multiplier", "0", "number above 0"),
    (M, "elasticity_boost", "-1", "number"),
    (E, "start_date", "13-01", "MM-DD"),
    (E, "start_date", "02-29", "MM-DD"),
    (E, "duration_days", "-1", "whole number"),
    (E, "duration_days", "a week", "whole number"),
    (E, "demand_effects", "{beauty: 2}", "JSON"),
    (E, "demand_effects", "[]", "JSON"),
    (E, "demand_effects", '{"beauty": NaN}', "JSON"),
    (E, "demand_effects", '{"beauty": "2"}', "JSON"),
    (E, "demand_effects", '{"beauty": -2}', "from 0"),
    (E, "demand_effects", '{"spaceport": 2}', "unknown store type"),
    (E, "demand_effects", "[" * 100_000, "JSON"),
    (E, "supply_effects", "", "JSON"),
    (E, "supply_effects", '{"delivery_delay_multiplier": 0}', "above 0"),
    (E, "supply_effects", '{"delivery_delay_multiplier": true}', "JSON"),
    (E, "supply_effects", '{"affected_categories": ["spaceport"]}', "store types"),
    (E, "supply_effects", '{"affected_categories": "beauty|fashion"}', "store types"),
]


@pytest.mark.parametrize(("file", "column", "value", "reason"), MALFORMED)
def test_a_malformed_cell_is_refused_by_file_row_column_and_value(
    corrupt: Corrupt, file: str, column: str, value: str, reason: str
) -> None:
    with pytest.raises(WorldError) as caught:
        load_folder(corrupt(file, 3, column, value))
    error = caught.value
    assert (error.file, error.row, error.column, error.value) == (file, 3, column, value)
    assert reason in error.reason


@pytest.mark.parametrize(
    ("file", "column"),
    [
        (T, "store_type_id"),
        (T, "store_type_name"),
        (C, "category"),
        (P, "product_id"),
        (S, "supplier_id"),
        (S, "supplier_name"),
        (S, "supplier_email"),
        (M, "event_name"),
        (E, "event_name"),
    ],
)
def test_a_repeated_key_names_both_rows(
    folder: Path, corrupt: Corrupt, file: str, column: str
) -> None:
    cells = read_cells(folder / file)
    first = cells[2][cells[0].index(column)]
    with pytest.raises(WorldError, match="row 2 already") as caught:
        load_folder(corrupt(file, 5, column, first))
    assert (caught.value.row, caught.value.column, caught.value.value) == (5, column, first)


def test_an_honest_supplier_with_a_scam_is_refused(folder: Path, corrupt: Corrupt) -> None:
    cells = read_cells(folder / S)
    row = next(at for at, cell in enumerate(cells) if "good" in cell)
    with pytest.raises(WorldError, match="must be empty for a supplier of type good"):
        load_folder(corrupt(S, row, "fraud_type", "vip_fee"))


@pytest.mark.parametrize("file", list(COLUMNS))
def test_a_missing_file_is_named(folder: Path, file: str) -> None:
    (folder / file).unlink()
    with pytest.raises(WorldError, match="cannot be read") as caught:
        load_folder(folder)
    assert caught.value.file == file


@pytest.mark.parametrize(
    ("file", "column"), [(file, column) for file in REQUIRED for column in REQUIRED[file]]
)
def test_a_missing_required_column_is_named(folder: Path, file: str, column: str) -> None:
    _drop(folder / file, column)
    with pytest.raises(WorldError, match="needs this column") as caught:
        load_folder(folder)
    assert (caught.value.file, caught.value.row, caught.value.column) == (file, None, column)


def test_missing_optional_columns_take_the_published_defaults(folder: Path) -> None:
    for file, columns in COLUMNS.items():
        for column in columns:
            if column not in REQUIRED[file]:
                _drop(folder / file, column)
    market = load_folder(folder)
    category, product = market.categories[0], market.products[0]
    supplier, event = market.suppliers[0], market.events[0]
    assert (category.monthly_min, category.monthly_max) == (100, 500)
    assert (category.return_min, category.return_max, category.return_note) == (None, None, "")
    assert (category.elasticity, category.elasticity_k) == ("linear", 2.0)
    ratios = (category.wholesale_ratio, category.floor_ratio, category.scam_cap_ratio)
    assert ratios == (0.7, 0.5, 0.7)
    assert (product.shop, product.brand, product.title) == ("", "", "")
    assert (product.reference_price, product.return_rate) == (50.0, 0.05)
    assert (supplier.urgency, supplier.closes_after) == (None, 20)
    assert event.news == ""


def test_without_its_column_the_scam_cap_is_the_wholesale_ratio(
    folder: Path, golden: Marketplace
) -> None:
    _drop(folder / C, "scam_cap_ratio")
    caps = [row.scam_cap_ratio for row in load_folder(folder).categories]
    assert caps == [row.wholesale_ratio for row in golden.categories]


def test_line_ends_column_order_unknown_columns_and_a_byte_order_mark_change_no_fact(
    folder: Path, golden: Marketplace
) -> None:
    for number, file in enumerate(COLUMNS):
        cells = read_cells(folder / file)
        order = list(range(len(cells[0])))
        random.Random(number).shuffle(order)
        shuffled = [[row[at] for at in order] + ["?"] for row in cells]
        shuffled[0][-1] = "comment"
        write_cells(folder / file, shuffled, line_end="\r\n")
        text = (folder / file).read_bytes()
        (folder / file).write_bytes(b"\xef\xbb\xbf" + text + b"\r\n\r\n")
    market = load_folder(folder)
    assert market == golden
    assert market.digest == golden.digest


def test_line_ends_inside_a_quoted_cell_are_one_fact(corrupt: Corrupt) -> None:
    digests = []
    for text in ("Storm\n\nStay in.", "Storm\r\n\r\nStay in.", "Storm\r\rStay in."):
        market = load_folder(corrupt(E, 1, "news_content", text))
        assert market.events[0].news == "Storm\n\nStay in."
        digests.append(market.digest)
    assert len(dict.fromkeys(digests)) == 1


def test_a_row_of_another_width_is_refused(folder: Path) -> None:
    path = folder / P
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[4] += ",extra"
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(WorldError, match="10 cells; the header has 9") as caught:
        load_folder(folder)
    assert (caught.value.file, caught.value.row) == (P, 4)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b"event_name,periods,max_demand_multiplier,elasticity_boost\n", "no data rows"),
        (b"event_name,periods,periods,max_demand_multiplier,elasticity_boost\n", "twice"),
        (b"event_name,periods\xff", "not UTF-8"),
        (b'event_name,periods,max_demand_multiplier,elasticity_boost\nA,"01-01', "well-formed"),
        (b'event_name,periods,max_demand_multiplier,elasticity_boost\n"A"x,1,1,1', "well-formed"),
    ],
)
def test_a_file_that_is_no_table_is_refused(folder: Path, content: bytes, reason: str) -> None:
    (folder / M).write_bytes(content)
    with pytest.raises(WorldError, match=reason) as caught:
        load_folder(folder)
    assert caught.value.file == M


def test_an_unclosed_quote_names_the_row_where_it_opens(folder: Path) -> None:
    lines = (folder / P).read_text(encoding="utf-8").splitlines()
    lines[7] = '"' + lines[7]
    (folder / P).write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(WorldError, match="well-formed") as caught:
        load_folder(folder)
    assert (caught.value.file, caught.value.row) == (P, 7)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WorldError, match="is not a folder"):
        load_folder(tmp_path / "nowhere")


def test_negative_zero_is_the_same_fact_as_zero(corrupt: Corrupt) -> None:
    plain = load_folder(corrupt(P, 1, "return_rate", "0")).digest
    assert load_folder(corrupt(P, 1, "return_rate", "-0.0")).digest == plain


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_any_corrupted_cell_is_loaded_or_refused_with_a_world_error(
    data: st.DataObject, folder: Path
) -> None:
    file = data.draw(st.sampled_from(list(COLUMNS)))
    original = (GOLDEN / file).read_bytes()
    cells = read_cells(GOLDEN / file)
    row = data.draw(st.integers(0, len(cells) - 1))
    column = data.draw(st.integers(0, len(cells[0]) - 1))
    odd = st.sampled_from(["", "nan", "-1", "1e400", "{}", "[]", "null", '{"a":1}', "|", "\x00"])
    other = st.sampled_from([cell for line in cells[:5] for cell in line])
    text = st.text(st.characters(codec="utf-8"), max_size=12)
    cells[row][column] = data.draw(odd | other | text)
    write_cells(folder / file, cells)
    outcome = _load(folder)
    (folder / file).write_bytes(original)
    assert isinstance(outcome, Marketplace) or outcome.file in COLUMNS
    assert str(outcome)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_any_damaged_byte_is_loaded_or_refused_with_a_world_error(
    data: st.DataObject, folder: Path
) -> None:
    file = data.draw(st.sampled_from(list(COLUMNS)))
    original = (GOLDEN / file).read_bytes()
    damaged = bytearray(original)
    at = data.draw(st.integers(0, len(damaged) - 1))
    damaged[at] = data.draw(st.integers(0, 255))
    (folder / file).write_bytes(damaged[: data.draw(st.sampled_from([len(damaged), at]))])
    outcome = _load(folder)
    (folder / file).write_bytes(original)
    assert isinstance(outcome, Marketplace) or outcome.file in COLUMNS


def test_the_days_of_a_365_day_year_are_month_days() -> None:
    days = [f"{m:02}-{d:02}" for m in range(14) for d in range(33)]
    assert sum(is_month_day(day) for day in days) == 365


def _load(folder: Path) -> Marketplace | WorldError:
    try:
        return load_folder(folder)
    except WorldError as refusal:
        return refusal


def _drop(path: Path, column: str) -> None:
    cells = read_cells(path)
    at = cells[0].index(column)
    write_cells(path, [row[:at] + row[at + 1 :] for row in cells])
