"""`shopyear ledger EPISODE`: the double-entry books of an archived episode, for other tools."""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO, Any, Final

from projections.books import write_beancount, write_csv, write_parquet

_Write = Callable[[Path, IO[str]], None]
_TEXTS: Final[dict[str, _Write]] = {
    "beancount": write_beancount,
    "csv": write_csv,
}


def add(commands: Any) -> None:
    """Add the command to a parser."""
    sub = commands.add_parser("ledger", help="export the double-entry books of an episode")
    sub.set_defaults(command=partial(_ledger, sub))
    sub.add_argument("episode", type=Path, metavar="EPISODE")
    sub.add_argument("--format", choices=(*_TEXTS, "parquet"), required=True)
    sub.add_argument("-o", "--out", type=Path, metavar="FILE", help="default: print it")


def _ledger(sub: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    write: _Write | None = _TEXTS.get(arguments.format)
    out: Path | None = arguments.out
    if out is not None:
        _write_file(arguments.episode, write, out)
    elif write is not None:
        write(arguments.episode, sys.stdout)
    else:
        sub.error(f"--format {arguments.format} needs -o FILE")
    return 0


def _write_file(episode: Path, write: _Write | None, out: Path) -> None:
    # A file of that name appears, or is replaced, only when the books are whole.
    part = out.with_name(f"{out.name}.part")
    try:
        if write is None:
            write_parquet(episode, part)
        else:
            with part.open("w", encoding="utf-8", newline="\n") as target:
                write(episode, target)
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)
