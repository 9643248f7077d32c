"""Where the tests of `data` find worlds, and reading and writing their cells."""

import csv
from collections.abc import Callable
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
GOLDEN = REPOSITORY / "tests" / "golden" / "world"
RELEASED = REPOSITORY.parent / "shared" / "released"

Corrupt = Callable[[str, int, str, str], Path]


def read_cells(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


def write_cells(path: Path, cells: list[list[str]], line_end: str = "\n") -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator=line_end).writerows(cells)
