"""Episodes in the form of the published programs: the marketplace's as JSON, the others as CSV."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from projections.retail_reference import IDLE_SETTINGS, framed, reference_tables, with_closeness

_REPORT: Final = "report"


def printed(found: Sequence[dict[str, Any]]) -> str:
    """Return the marketplace's reports, a JSON object a line, or the supermarket's rows as CSV.

    Args:
        found: as from `runs.score.reference_reports`.

    Raises:
        ValueError: there are episodes of both.
    """
    reports, rows = _parted(found)
    if not rows:
        return "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in reports)
    if reports:
        raise ValueError(
            "the reference format of the marketplace is JSON and that of the supermarket CSV: "
            "name episodes of one of them"
        )
    return with_closeness(framed(rows)).drop(IDLE_SETTINGS).write_csv()


def write_tables(found: Sequence[dict[str, Any]], folder: Path) -> list[Path]:
    """Write the supermarket's tables as CSV files into a folder and return their paths.

    Raises:
        ValueError: there is no episode of the supermarket.
    """
    _, rows = _parted(found)
    if not rows:
        raise ValueError("only episodes of the supermarket have published tables")
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, table in reference_tables(framed(rows)).items():
        written.append(folder / f"{name}.csv")
        table.write_csv(written[-1])
    return written


def _parted(found: Sequence[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Part the reports of the marketplace from the rows of the supermarket."""
    reports = [each for each in found if _REPORT in each]
    return reports, [each for each in found if _REPORT not in each]
