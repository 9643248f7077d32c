"""The worlds that the tests of `data` read, and a way to change one cell of a copy."""

import shutil
from pathlib import Path

import pytest

from data.marketplace.loader import embedded, load_folder
from data.marketplace.tables import Marketplace
from tests.data.worlds import GOLDEN, RELEASED, Corrupt, read_cells, write_cells


@pytest.fixture(scope="session")
def shipped() -> Marketplace:
    return embedded()


@pytest.fixture(scope="session")
def golden() -> Marketplace:
    return load_folder(GOLDEN)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the golden world that a test may spoil."""
    return Path(shutil.copytree(GOLDEN, tmp_path / "golden"))


@pytest.fixture
def corrupt(folder: Path) -> Corrupt:
    """Put a value into one cell (data rows count from 1; row 0 is the header)."""

    def put(file: str, row: int, column: str, value: str) -> Path:
        cells = read_cells(folder / file)
        cells[row][cells[0].index(column)] = value
        write_cells(folder / file, cells, line_end="\r\n")  # so that a lone CR is quoted
        return folder

    return put


@pytest.fixture(scope="session")
def released() -> Path:
    if not RELEASED.is_dir():
        pytest.skip("the released tables are not beside this repository (../shared/released)")
    return RELEASED
