"""Copying a world's tables into a folder of its own, all of it or nothing, and writing CSV.

CSV texts are alike on every platform: LF line ends, quotes only where they are needed.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol, TypeVar

from events.errors import WorldError


class Tables(Protocol):
    """A world's tables."""

    @property
    def digest(self) -> str:
        """The hash of their facts."""


T = TypeVar("T", bound=Tables)


def copied(
    source: str | Path,
    target: str | Path,
    load: Callable[[Path], T],
    write: Callable[[T, Path], None],
) -> T:
    """Read a world from `source` and write its normalised copy as `target`; give what was read.

    The copy is written beside the target, read back and compared, then renamed.

    Args:
        load: reads tables from a folder.
        write: writes tables into a folder, which it makes.

    Raises:
        WorldError: `source` does not load, `target` exists and is no empty folder, or the copy
            reads back differently.
    """
    tables = load(Path(source))
    folder = Path(target)
    if folder.is_symlink() or (folder.exists() and not _is_empty_folder(folder)):
        raise WorldError(str(folder), None, None, None, "must be a new or an empty folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    hidden = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    copy = hidden / "world"  # one deeper, so that it has an ordinary folder's permissions
    try:
        write(tables, copy)
        if load(copy).digest != tables.digest:
            raise WorldError(str(folder), None, None, None, "the copy reads back differently")
        if folder.exists():
            folder.rmdir()
        copy.rename(folder)
    finally:
        shutil.rmtree(hidden, ignore_errors=True)
    return tables


def _is_empty_folder(folder: Path) -> bool:
    return folder.is_dir() and not any(folder.iterdir())


def csv_text(rows: Iterable[Iterable[str]]) -> str:
    """Return the CSV text of rows of cells."""
    return "".join(",".join(map(_cell, cells)) + "\n" for cells in rows)


def _cell(text: str) -> str:
    # not csv.writer: when it quotes has changed between Python versions
    if any(mark in text for mark in ',"\n\r'):
        return '"' + text.replace('"', '""') + '"'
    return text
