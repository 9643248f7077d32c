"""Files of a supermarket's folder: JSON and CSV, plain or gzipped, into records.

Everything that is wrong with a file is a `WorldError` naming file, row, column and value, and
saying what would be right.
"""

import csv
import datetime as dt
import gzip
import io
import zlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from events.errors import WorldError

T = TypeVar("T")


class Folder:
    """A world's folder; paths are given relative to it, without `.gz`."""

    def __init__(self, root: Path) -> None:
        if not root.is_dir():
            raise WorldError(str(root), None, None, None, "is not a folder of a world's tables")
        self.root = root

    def has(self, file: str) -> bool:
        """Whether the file exists, plain or gzipped."""
        return any((self.root / name).is_file() for name in (file, f"{file}.gz"))

    def matching(self, pattern: str) -> list[str]:
        """Return the files that match a glob pattern, in the order of their names."""
        found = [*self.root.glob(pattern), *self.root.glob(f"{pattern}.gz")]
        names = (path.relative_to(self.root).as_posix() for path in found)
        return sorted(name.removesuffix(".gz") for name in names)

    def text(self, file: str) -> str:
        """Return a file's text.

        Raises:
            WorldError: it is missing or unreadable, or no UTF-8 text.
        """
        plain = self.root / file
        try:
            if plain.is_file():
                return plain.read_bytes().decode("utf-8-sig")
            with gzip.open(f"{plain}.gz") as stream:
                return stream.read().decode("utf-8-sig")
        except UnicodeDecodeError as problem:
            reason = f"is not UTF-8 text: byte {problem.start} is wrong"
            raise WorldError(file, None, None, None, reason) from problem
        except (OSError, EOFError, zlib.error) as problem:
            told = getattr(problem, "strerror", None) or problem
            reason = f"cannot be read in {self.root}: {told}"
            raise WorldError(file, None, None, None, reason) from problem

    def json(self, file: str, shape: type[T] | Any) -> T:
        """Return a JSON file as a value of that shape."""
        value: T = decoded(file, None, self.text(file), shape)
        return value

    def json_rows(self, file: str, shape: type[T]) -> list[T]:
        """Return the objects of a JSON list."""
        rows: list[msgspec.Raw] = decoded(file, None, self.text(file), list[msgspec.Raw])
        return [decoded(file, number, bytes(raw), shape) for number, raw in enumerate(rows, 1)]

    def json_lines(self, file: str) -> Iterator[tuple[int, str]]:
        """Yield number and text of a JSON-lines file's lines, blank ones left out."""
        for number, line in enumerate(self.text(file).splitlines(), 1):
            if line.strip():
                yield number, line

    def csv(self, file: str, columns: tuple[str, ...]) -> Iterator[tuple[int, list[str]]]:
        """Yield number and cells of a CSV file's data rows: those columns, in that order."""
        rows = csv.reader(io.StringIO(self.text(file), newline=""), strict=True)
        number = 0
        try:
            header = next(rows, [])
            for column in columns:
                if column not in header:
                    raise WorldError(
                        file, None, column, None, "is missing: the file needs this column"
                    )
            at = [header.index(column) for column in columns]
            for cells in rows:
                if not cells:
                    continue
                number += 1
                if len(cells) != len(header):
                    reason = f"the row has {len(cells)} cells; the header has {len(header)}"
                    raise WorldError(file, number, None, None, reason)
                yield number, [cells[index] for index in at]
        except csv.Error as problem:
            reason = f"is not well-formed CSV: {problem}"
            raise WorldError(file, number + 1, None, None, reason) from problem


def decoded(file: str, row: int | None, text: str | bytes, shape: type[T] | Any) -> T:
    """Return a JSON text as a value of that shape.

    Raises:
        WorldError: it is no JSON, or has another shape.
    """
    try:
        return msgspec.json.decode(text, type=shape)
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError) as problem:
        told, _, place = str(problem).partition(" - at ")
        column = place.strip("`$.") or None
        raise WorldError(file, row, column, None, f"must be JSON of another shape: {told}") from (
            problem
        )


def date_of(file: str, row: int | None, column: str, text: object) -> str:
    """Return a date as YYYY-MM-DD, written so or as MM/DD/YY.

    Raises:
        WorldError: it is no date.
    """
    date = _date(str(text))
    if date is None:
        raise WorldError(file, row, column, text, "must be a date, YYYY-MM-DD or MM/DD/YY")
    return date


@lru_cache(maxsize=4_096)
def _date(text: str) -> str | None:
    for form in ("%Y-%m-%d", "%m/%d/%y"):
        try:
            return dt.datetime.strptime(text, form).date().isoformat()
        except ValueError:
            continue
    return None


def whole(file: str, row: int, column: str, cell: str, low: int = 0, high: int = 10**9) -> int:
    """Return a cell as a whole number within bounds.

    Raises:
        WorldError: it is none.
    """
    try:
        value = int(cell) if _is_plain(cell) else low - 1
    except ValueError:
        value = low - 1
    if not low <= value <= high:
        raise WorldError(file, row, column, cell, f"must be a whole number from {low} to {high:,}")
    return value


def number(file: str, row: int, column: str, cell: str, low: float, high: float) -> float:
    """Return a cell as a number within bounds.

    Raises:
        WorldError: it is none.
    """
    try:
        value = float(cell) if _is_plain(cell) else low - 1
    except ValueError:
        value = low - 1
    if not low <= value <= high:
        raise WorldError(file, row, column, cell, f"must be a number from {low:g} to {high:,.10g}")
    return value


def days_between(first: str, last: str) -> int:
    """Return the days from one date to another."""
    return (dt.date.fromisoformat(last) - dt.date.fromisoformat(first)).days


def _is_plain(cell: str) -> bool:
    """Whether Python reads nothing into a number that others would not."""
    return cell.isascii() and "_" not in cell
