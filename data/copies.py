"""Writing the copy of a world's tables into a folder of its own, all of it or nothing."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from events.errors import WorldError


def put_copy(
    target: str | Path, write: Callable[[Path], None], digest: str, read: Callable[[Path], str]
) -> None:
    """Write a folder beside `target`, read it back, compare digests, and rename it to `target`.

    Args:
        write: writes the tables into a folder, which it makes.
        digest: that of the tables.
        read: reads tables from a folder and gives their digest.

    Raises:
        WorldError: `target` exists and is no empty folder, or the copy reads back differently.
    """
    folder = Path(target)
    if folder.is_symlink() or (folder.exists() and not _is_empty_folder(folder)):
        raise WorldError(str(folder), None, None, None, "must be a new or an empty folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    hidden = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    copy = hidden / "world"  # one deeper, so that it has an ordinary folder's permissions
    try:
        write(copy)
        if read(copy) != digest:
            raise WorldError(str(folder), None, None, None, "the copy reads back differently")
        if folder.exists():
            folder.rmdir()
        copy.rename(folder)
    finally:
        shutil.rmtree(hidden, ignore_errors=True)


def _is_empty_folder(folder: Path) -> bool:
    return folder.is_dir() and not any(folder.iterdir())
