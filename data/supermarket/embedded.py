"""The supermarket that comes with shopyear."""

from pathlib import Path
from typing import Final

from data.supermarket.loader import load_folder
from data.supermarket.tables import Supermarket

EMBEDDED: Final = Path(__file__).parent / "world"
"""The folder of the world that comes with shopyear."""


def embedded(categories: tuple[str, ...] | None = None) -> Supermarket:
    """Read the world that comes with shopyear: `build(DEFAULT_SEED)` as files.

    Args:
        categories: what the store sells; all 20 by default.
    """
    return load_folder(EMBEDDED, categories=categories)
