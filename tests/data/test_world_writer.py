"""Writing a world gives its facts back, in bytes that depend on nothing else."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.marketplace import writer
from data.marketplace.loader import load_folder
from data.marketplace.names import COLUMNS, ELASTICITIES, SIZES
from data.marketplace.tables import (
    Category,
    MarketEvent,
    Marketplace,
    Product,
    Promotion,
    StoreType,
    Supplier,
)
from data.marketplace.writer import import_folder, render, write_folder
from events.errors import WorldError
from tests.data.worlds import GOLDEN, Corrupt

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=20)
PROSE = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], include_characters="\n\t"),
    max_size=40,
)
RATIOS = st.floats(0, 1, exclude_min=True).map(lambda value: value + 0.0)
RATES = st.floats(0, 1).map(lambda value: value + 0.0)
DAYS = st.sampled_from(["01-01", "02-28", "06-30", "12-31"])
BANDS = st.floats(0, 1e7).map(lambda value: value + 0.0)


@st.composite
def happenings(draw: st.DrawFn) -> MarketEvent:
    return MarketEvent(
        name="Storm",
        start=draw(DAYS),
        duration_days=draw(st.integers(0, 366)),
        demand=draw(st.dictionaries(st.just("drinks"), RATES)),
        delay=draw(st.just(1.0) | st.floats(0.1, 1000)),
        affects=draw(st.sampled_from([(), ("all",), ("drinks",)])),
        news=draw(PROSE),
    )


@st.composite
def promotions(draw: st.DrawFn) -> Promotion:
    return Promotion(
        name="Sale",
        windows=tuple(draw(st.lists(st.tuples(DAYS, DAYS), min_size=1, max_size=3))),
        max_multiplier=draw(st.floats(0.1, 1000)),
        elasticity_boost=draw(st.floats(0, 10).map(lambda value: value + 0.0)),
    )


@st.composite
def markets(draw: st.DrawFn) -> Marketplace:
    """A small world with anything that the loader accepts in its free fields."""
    category = Category(
        name="Tea & \u8336",
        store_type="drinks",
        default_size=draw(st.sampled_from(SIZES)),
        price_min=draw(BANDS),
        price_max=draw(st.floats(0.01, 1e7)),
        monthly_min=draw(BANDS),
        monthly_max=draw(BANDS),
        return_min=draw(st.none() | RATES),
        return_max=draw(st.none() | RATES),
        return_note=draw(PROSE),
        elasticity=draw(st.sampled_from(ELASTICITIES)),
        elasticity_k=draw(st.floats(0, 20).map(lambda value: value + 0.0)),
        wholesale_ratio=draw(RATIOS),
        floor_ratio=draw(RATIOS),
        scam_cap_ratio=draw(RATIOS),
    )
    product = Product(
        id="p1",
        shop=draw(WORDS),
        category=category.name,
        store_type="drinks",
        brand=draw(WORDS),
        title=draw(PROSE),
        size=draw(st.sampled_from(SIZES)),
        reference_price=draw(st.floats(1e-6, 1e7)),
        return_rate=draw(RATES),
    )
    supplier = Supplier(
        id="SUP-1",
        name='The "Quoted", Co',
        email="a@suppliers.example",
        honest=True,
        personality=draw(WORDS),
        fraud="",
        categories=(category.name,),
        closes_after=draw(st.integers(1, 1_000_000)),
        urgency=draw(st.none() | RATES),
    )
    store_type = StoreType(
        id="drinks",
        name="Drinks",
        tier=draw(st.integers(1, 3)),
        categories=draw(st.sampled_from([(), (category.name,)])),
    )
    return Marketplace(
        store_types=(store_type,),
        categories=(category,),
        products=(product,),
        suppliers=(supplier,),
        promotions=(draw(promotions()),),
        events=(draw(happenings()),),
    )


@settings(max_examples=150, deadline=None)
@given(market=markets())
def test_a_written_world_loads_as_itself(
    tmp_path_factory: pytest.TempPathFactory, market: Marketplace
) -> None:
    folder = tmp_path_factory.mktemp("world")
    write_folder(market, folder)
    again = load_folder(folder)
    assert again == market
    assert again.digest == market.digest


def test_the_golden_world_survives_a_round_trip(golden: Marketplace, tmp_path: Path) -> None:
    write_folder(golden, tmp_path / "copy")
    again = load_folder(tmp_path / "copy")
    assert again == golden
    assert again.digest == golden.digest


def test_the_files_have_the_released_columns_and_lf_line_ends(golden: Marketplace) -> None:
    files = render(golden)
    assert list(files) == list(COLUMNS)
    for file, text in files.items():
        assert text.splitlines()[0] == ",".join(COLUMNS[file])
        assert "\r" not in text


def test_columns_no_rule_reads_have_their_published_values(golden: Marketplace) -> None:
    rows = render(golden)["store_types.csv"].splitlines()
    assert rows[1].startswith("appliance_digital,Appliance & Digital,2,500.0,100.0,0.02,")
    assert rows[1].endswith(",9")


def test_an_import_is_the_normalised_copy_and_gives_what_it_read(
    golden: Marketplace, tmp_path: Path
) -> None:
    target = tmp_path / "worlds" / "mine"
    assert import_folder(GOLDEN, target) == golden
    assert {path.name: path.read_text("utf-8") for path in target.iterdir()} == render(golden)
    assert [path.name for path in target.parent.iterdir()] == ["mine"]


def test_an_import_may_fill_an_empty_folder(golden: Marketplace, tmp_path: Path) -> None:
    assert import_folder(GOLDEN, tmp_path).digest == golden.digest
    assert load_folder(tmp_path) == golden


def test_an_import_refuses_a_folder_that_holds_something(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", "utf-8")
    with pytest.raises(WorldError, match="new or an empty folder"):
        import_folder(GOLDEN, tmp_path)
    with pytest.raises(WorldError, match="new or an empty folder"):
        import_folder(GOLDEN, tmp_path / "notes.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_an_import_of_a_malformed_world_leaves_nothing_behind(
    corrupt: Corrupt, tmp_path: Path
) -> None:
    source = corrupt("products.csv", 700, "size", "Huge")
    with pytest.raises(WorldError):
        import_folder(source, tmp_path / "target")
    assert [path.name for path in tmp_path.iterdir()] == ["golden"]


def test_an_import_that_fails_while_writing_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail_late(market: Marketplace, path: Path) -> None:
        write_folder(market, path)
        raise OSError("disk full")

    monkeypatch.setattr(writer, "write_folder", fail_late)
    with pytest.raises(OSError, match="disk full"):
        import_folder(GOLDEN, tmp_path / "target")
    assert list(tmp_path.iterdir()) == []
