"""Fixtures shared by all tests: where the golden files are, and the worlds, loaded once."""

from pathlib import Path

import pytest

from data.marketplace.loader import embedded, load_folder
from data.marketplace.tables import Marketplace

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "golden"
SHARED = ROOT.parent / "shared"


@pytest.fixture(scope="session")
def golden_world() -> Marketplace:
    return load_folder(GOLDEN / "world")


@pytest.fixture(scope="session")
def embedded_world() -> Marketplace:
    return embedded()


@pytest.fixture(scope="session")
def released() -> Path:
    """The folder of the released tables; tests that need it are skipped where it is absent."""
    folder = SHARED / "released"
    if not folder.is_dir():
        pytest.skip(
            "the released tables are not part of the project (../shared/released is absent)"
        )
    return folder
