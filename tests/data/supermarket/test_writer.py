"""Goal: a supermarket's tables survive being written and read, whatever folder they came from.

Method: write worlds, load them again, compare digests; spoil the short form of suppliers' days.
"""

import gzip

import pytest

from data.supermarket.loader import EMBEDDED, embedded, load_folder
from data.supermarket.writer import import_folder, packed, write_folder
from events.errors import WorldError
from runs.cli import main
from tests.retail import GOLDEN, world


@pytest.fixture
def folder(tmp_path):
    write_folder(world(), tmp_path / "w")
    return tmp_path / "w"


@pytest.mark.parametrize("name", ["data-small", "data-full"])
def test_a_world_reads_back_as_it_was_written(tmp_path, name):
    write_folder(world(name), tmp_path)
    again = load_folder(tmp_path)
    assert again == world(name)
    assert again.digest == world(name).digest


def test_the_same_tables_make_the_same_bytes(tmp_path):
    write_folder(embedded(), tmp_path)
    for path in EMBEDDED.rglob("*"):
        if path.is_file():
            copied = (tmp_path / path.relative_to(EMBEDDED)).read_bytes()
            if path.suffix == ".gz":
                assert gzip.decompress(copied) == gzip.decompress(path.read_bytes())
                assert copied[:10] == path.read_bytes()[:10]
            else:
                assert copied == path.read_bytes()


def test_packing_leaves_no_trace_of_time():
    assert packed(b"text") == packed(b"text")
    assert gzip.decompress(packed(b"text")) == b"text"
    assert packed(b"")[4:8] == b"\0\0\0\0"


def test_an_import_is_a_normalised_copy_of_its_source(tmp_path):
    market = import_folder(GOLDEN / "data-small", tmp_path / "copy")
    assert load_folder(tmp_path / "copy").digest == market.digest == world().digest


def test_an_import_refuses_a_folder_that_holds_something(tmp_path):
    (tmp_path / "precious").write_text("")
    with pytest.raises(WorldError, match="a new or an empty folder"):
        import_folder(GOLDEN / "data-small", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["precious"]


def spoil(folder, old, new):
    path = folder / "offers.csv.gz"
    text = gzip.decompress(path.read_bytes()).decode()
    assert old in text
    path.write_bytes(packed(text.replace(old, new, 1).encode()))


@pytest.mark.parametrize(
    ("old", "new", "column"),
    [
        (",supplier_2,", ",supplier_1,", "supplier_id"),
        ("1991-06-06,", "1991-06-07,", "supplier_id"),
        ("1991-06-06,", "1991-13-06,", "first_date"),
        (";", ";-1;", "supplier_prices"),
        (";", ";nan;", "supplier_prices"),
        ("1991-06-06,", "1991-06-06,1;", "quality_scores"),
    ],
)
def test_a_fault_in_the_short_form_is_named(folder, old, new, column):
    spoil(folder, old, new)
    with pytest.raises(WorldError) as caught:
        load_folder(folder)
    assert caught.value.file == "offers.csv"
    assert caught.value.column == column


def test_a_day_without_a_quote_stays_one(folder):
    path = folder / "offers.csv.gz"
    lines = gzip.decompress(path.read_bytes()).decode().splitlines(keepends=True)
    cells = lines[1].rstrip("\n").split(",")
    cells[6], cells[7] = (";".join(["", *cells[at].split(";")[1:]]) for at in (6, 7))
    cells[3] = cells[4] = ""
    lines[1] = ",".join(cells) + "\n"
    path.write_bytes(packed("".join(lines).encode()))
    offer = next(
        offer
        for supply in load_folder(folder).supplies
        for offer in supply.offers
        if supply.sku == cells[0] and offer.supplier == cells[2]
    )
    assert (offer.prices[0], offer.qualities[0], offer.lead_min) == (None, None, None)
    assert offer.prices[1] is not None


def test_a_product_without_suppliers_is_named(folder):
    path = folder / "offers.csv.gz"
    lines = gzip.decompress(path.read_bytes()).decode().splitlines(keepends=True)
    sku = lines[1].split(",")[0]
    kept = [line for line in lines if not line.startswith(sku)]
    path.write_bytes(packed("".join(kept).encode()))
    with pytest.raises(WorldError, match="has no supplier") as caught:
        load_folder(folder)
    assert caught.value.value == sku


def test_world_commands_build_check_and_import(tmp_path, capsys):
    built, copied = str(tmp_path / "built"), str(tmp_path / "copied")
    kind = ["--scenario", "supermarket"]
    assert main(["world", "build", *kind, "--seed", "5", "-o", built]) == 0
    assert main(["world", "import", *kind, built, "-o", copied]) == 0
    assert main(["world", "check", *kind, copied]) == 0
    told = capsys.readouterr().out
    assert "history_units" in told
    assert load_folder(built).digest == load_folder(copied).digest
    assert load_folder(built).digest in told
