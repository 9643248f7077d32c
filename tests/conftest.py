"""Fixtures shared by all tests: the golden files, the worlds, recorded years archived once."""

import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

import data.marketplace.loader
import data.supermarket.loader
import runs.conform_store
from data.marketplace.loader import embedded, load_folder
from data.marketplace.tables import Marketplace
from runs.conform import conform_file

# The same examples on every machine, however slow it is.
settings.register_profile("ours", derandomize=True, database=None, deadline=None)
settings.load_profile("ours")

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "golden"
SHARED = ROOT.parent / "shared"


@pytest.fixture(scope="session", autouse=True)
def golden_worlds_are_read_once() -> Iterator[None]:
    """Keep the tables of the golden folders, which nobody changes: reading takes up to a second."""
    kept: dict[tuple[Any, ...], Any] = {}

    def once(load: Callable[..., Any]) -> Callable[..., Any]:
        def loaded(path: Path | str, **choice: Any) -> Any:
            if not Path(path).resolve().is_relative_to(GOLDEN):
                return load(path, **choice)
            key = (load, Path(path).resolve(), *choice.items())
            if key not in kept:
                kept[key] = load(path, **choice)
            return kept[key]

        return loaded

    with pytest.MonkeyPatch.context() as patch:
        for module in (data.marketplace.loader, data.supermarket.loader, runs.conform_store):
            patch.setattr(module, "load_folder", once(module.load_folder))
        yield


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


@pytest.fixture(scope="session")
def archived(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return the function from a recorded trace's name to its archived episode.

    Each is replayed once for all tests and worker processes; nobody may change it.
    """
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "archived"
    shared.mkdir(exist_ok=True)

    def folder_of(name: str) -> Path:
        folder = shared / name
        with (shared / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.exists():
                trace = GOLDEN / "traces" / f"{name}.jsonl.gz"
                assert conform_file(trace, GOLDEN / "world", out=shared / f"{name}.new").holds
                (shared / f"{name}.new").rename(folder)
        return folder

    return folder_of
