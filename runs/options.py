"""What several commands' options share: whole numbers in bounds, files of the source tree."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from runs.bench import GOLDEN
from runs.scenarios import MARKETPLACE, SCENARIOS, SUPERMARKET
from runs.trace_store import store_world

YEAR: Final = GOLDEN / "traces" / "year-mixed.jsonl.gz"
"""A recorded year with every kind of event."""
STORE_YEAR: Final = GOLDEN / "retail" / "small-random-1.jsonl.gz"
"""The same of the supermarket: 90 days in which every tool is used."""


def add_year(parser: argparse.ArgumentParser) -> None:
    """Add the options that name a recorded year; `year_of` reads them."""
    parser.add_argument("--scenario", choices=tuple(SCENARIOS), default=MARKETPLACE.name)
    parser.add_argument("--trace", type=Path, help="a recorded year; default: the scenario's")
    parser.add_argument("--world", type=Path, help="where it was recorded")


def year_of(arguments: argparse.Namespace, store_year: Path = STORE_YEAR) -> tuple[Path, Path]:
    """Return the trace and the world's folder that a command's options name.

    Raises:
        ValueError: there is no such trace, or none without a source tree.
    """
    usual = store_year if arguments.scenario == SUPERMARKET.name else YEAR
    trace: Path = arguments.trace or usual
    require_source(trace)
    world: Path | None = arguments.world or store_world(trace, GOLDEN / "retail")
    return trace, world or GOLDEN / "world"


def require_source(path: Path) -> None:
    """Raise ValueError for a file of the source tree where there is no source tree."""
    if GOLDEN in path.parents and not path.exists():
        raise ValueError(
            f"{path} is part of the source tree only; name another with --trace and --world"
        )


def encoded(value: Any) -> str:
    """Return a value as one JSON object."""
    return msgspec.json.encode(value).decode()


def whole(low: int, high: int) -> Callable[[str], int]:
    """Return the parser of a whole number within these bounds."""

    def parse(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{value} does not lie between {low} and {high}")
        return value

    return parse
