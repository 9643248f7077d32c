"""What several commands' options share: whole numbers in bounds, files of the source tree."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from runs.bench import GOLDEN
from runs.replay import start_of
from runs.scenarios import SUPERMARKET

YEAR: Final = GOLDEN / "traces" / "year-mixed.jsonl.gz"
"""A recorded year with every kind of event."""


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


def require_marketplace(folder: Path, what: str) -> None:
    """Raise ValueError if an episode is of a scenario that a command does not know yet.

    Raises:
        LogError: the log is damaged.
    """
    started = start_of(folder)
    if started is not None and started.scenario == SUPERMARKET.name:
        raise ValueError(f"{folder}: {what} knows the marketplace only, not the {started.scenario}")
