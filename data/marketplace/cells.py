"""One CSV file into records that know where they stand, and one cell into one value.

Everything that is wrong with a file is a `WorldError` naming file, row, column and value, and
saying what would be right. Line ends, a byte order mark, the order of columns and unknown columns
make no difference; the line ends inside quoted cells become LF.
"""

import csv
import io
import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TypeVar

import msgspec

from data.marketplace.names import REQUIRED
from events.errors import WorldError

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
_INTEGER = re.compile(r"[+-]?[0-9]{1,9}")
_MONTH_DAY = re.compile(r"(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_MONTH_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

Parsed = TypeVar("Parsed")


class Record:
    """One data row: its cells by column, and its place for the error texts.

    The getters give the typed value of a cell. A getter with a `default` gives it where the whole
    column is absent; an empty cell under a present column is an error unless the getter says that
    it stands for nothing.
    """

    __slots__ = ("_at", "_cells", "file", "row")

    def __init__(self, file: str, row: int, at: dict[str, int], cells: list[str]) -> None:
        self.file, self.row = file, row
        self._at, self._cells = at, cells

    def raw(self, column: str) -> str | None:
        """The cell as written, None where the file has no such column."""
        index = self._at.get(column)
        return None if index is None else self._cells[index]

    def error(self, column: str, reason: str) -> WorldError:
        """The error for this row's cell under `column`, to be raised by the caller."""
        return WorldError(self.file, self.row, column, self.raw(column), reason)

    def text(self, column: str, default: str = "") -> str:
        """Free text, possibly empty; control characters other than tab and LF are refused."""
        cell = self.raw(column)
        if cell is None:
            return default
        if cell.isprintable():
            return cell
        cell = cell.replace("\r\n", "\n").replace("\r", "\n")
        if _CONTROL.search(cell):
            raise self.error(column, "holds a control character; only tabs and line feeds may stay")
        return cell

    def name(self, column: str) -> str:
        """Text that identifies something: not empty, no blanks around it."""
        cell = self.text(column)
        if not cell or cell != cell.strip():
            raise self.error(column, "must be a text, not empty and without blanks around it")
        return cell

    def one_of(self, column: str, known: Collection[str], default: str | None = None) -> str:
        """One of the words of `known`."""
        cell = self.raw(column)
        if cell is None and default is not None:
            return default
        if cell is None or cell not in known:
            raise self.error(column, f"is unknown; known: {_listing(known)}")
        return cell

    def number(
        self,
        column: str,
        low: float,
        high: float,
        *,
        default: float | None = None,
        above: bool = False,
    ) -> float:
        """A finite decimal number from `low` (excluded if `above`) to `high`."""
        cell = self.raw(column)
        if cell is None and default is not None:
            return default
        value = float(cell) if cell is not None and _NUMBER.fullmatch(cell.strip()) else None
        if value is None or not low <= value <= high or (above and value == low):
            bounds = f"above {low:g} and at most" if above else f"from {low:g} to"
            raise self.error(column, f"must be a number {bounds} {high:,.10g}")
        return value + 0.0  # turns -0.0 into 0.0, so that equal facts have equal digests

    def maybe_number(self, column: str, low: float, high: float) -> float | None:
        """Like `number`, but None where the column is absent or the cell empty."""
        return self.number(column, low, high) if self.raw(column) else None

    def integer(self, column: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from `low` to `high`, written without a decimal point."""
        cell = self.raw(column)
        if cell is None and default is not None:
            return default
        value = int(cell) if cell is not None and _INTEGER.fullmatch(cell.strip()) else None
        if value is None or not low <= value <= high:
            raise self.error(column, f"must be a whole number from {low:,} to {high:,}")
        return value

    def parts(self, column: str) -> tuple[str, ...]:
        """The parts of a "|"-joined list, none twice; an empty cell is an empty list."""
        cell = self.text(column)
        parts = tuple(cell.split("|")) if cell else ()
        if len(dict.fromkeys(parts)) != len(parts):
            raise self.error(column, 'must not name anything twice; join different names by "|"')
        return parts

    def month_day(self, column: str) -> str:
        """A day of the year as MM-DD."""
        cell = self.text(column).strip()
        if not is_month_day(cell):
            raise self.error(column, "must be a day of a 365-day year as MM-DD, such as 03-08")
        return cell

    def windows(self, column: str) -> tuple[tuple[str, str], ...]:
        """Windows of days, "MM-DD:MM-DD" joined by "|", both days inclusive; at least one."""
        windows = tuple(tuple(part.strip().split(":")) for part in self.text(column).split("|"))
        found: list[tuple[str, str]] = []
        for window in windows:
            if len(window) != 2 or not all(is_month_day(day) for day in window):
                raise self.error(column, 'must be MM-DD:MM-DD, several joined by "|"')
            found.append((window[0], window[1]))
        return tuple(found)

    def json(self, column: str, shape: Callable[[bytes], Parsed], like: str) -> Parsed:
        """The cell's JSON through the decoder `shape`; `like` is an example of what is right."""
        cell = self.text(column)
        try:
            return shape(cell.encode())
        except (msgspec.MsgspecError, RecursionError) as problem:
            raise self.error(column, f"must be JSON like {like}: {problem}") from problem


def is_month_day(day: str) -> bool:
    """Whether `day` is MM-DD and exists in a year of 365 days."""
    match = _MONTH_DAY.fullmatch(day)
    return match is not None and int(match[2]) <= _MONTH_LENGTHS[int(match[1]) - 1]


def read_records(folder: Path, file: str) -> list[Record]:
    """Read one CSV file of a world's folder, blank lines left out.

    Raises:
        WorldError: the file is missing or unreadable, not UTF-8, not CSV, lacks a required column,
            names a column twice, has a row of another width than its header, or has no rows.
    """
    rows = _rows(file, _read_text(folder, file))
    if not rows:
        raise WorldError(file, None, None, None, "is empty; it needs a header and data rows")
    header = [column.strip() for column in rows[0]]
    at = {column: index for index, column in enumerate(header)}
    _check_header(file, header, at)
    for number, cells in enumerate(rows[1:], 1):
        if len(cells) != len(header):
            reason = f"the row has {len(cells)} cells; the header has {len(header)}"
            raise WorldError(file, number, None, None, reason)
    if len(rows) == 1:
        raise WorldError(file, None, None, None, "has a header but no data rows")
    return [Record(file, number, at, cells) for number, cells in enumerate(rows[1:], 1)]


def _read_text(folder: Path, file: str) -> str:
    try:
        return (folder / file).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        reason = f"is not UTF-8 text: byte {problem.start} is wrong"
        raise WorldError(file, None, None, None, reason) from problem
    except OSError as problem:
        reason = f"cannot be read in {folder}: {problem.strerror or problem}"
        raise WorldError(file, None, None, None, reason) from problem


def _rows(file: str, text: str) -> list[list[str]]:
    rows: list[list[str]] = []
    try:
        # strict: an unclosed quote or text after a closing one is an error, not a guess
        rows.extend(filter(None, csv.reader(io.StringIO(text, newline=""), strict=True)))
    except csv.Error as problem:
        row = len(rows) if rows else None
        raise WorldError(file, row, None, None, f"is not well-formed CSV: {problem}") from problem
    return rows


def _check_header(file: str, header: list[str], at: dict[str, int]) -> None:
    for column in REQUIRED[file]:
        if column not in at:
            raise WorldError(file, None, column, None, "is missing: the file needs this column")
    for index, column in enumerate(header):
        if at[column] != index and column:
            raise WorldError(file, None, column, None, "stands twice in the header")


def _listing(known: Collection[str]) -> str:
    words = list(known)
    shown = ", ".join(words[:12])
    return shown if len(words) <= 12 else f"{shown} and {len(words) - 12} more"
