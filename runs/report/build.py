"""One self-contained HTML page about an episode, or about a folder of episodes."""

from pathlib import Path

import msgspec

from events.errors import LogError
from projections.collection import find
from runs.report.data import look
from runs.report.overview import overview
from runs.report.page import episode_page
from runs.report.svg import converter


class Report(msgspec.Struct, frozen=True):
    """A page, and what to say of it."""

    html: str
    doubts: tuple[str, ...]
    """What did not hold, or could not be read; empty if all is well."""


def report(place: Path, *, world: Path | None = None, execute: bool = False) -> Report:
    """Return the page of an episode, or of all episodes below a folder.

    The same episodes give the same bytes.

    Args:
        world: the tables they were played with; the embedded ones by default.
        execute: play a single episode again and compare every event.

    Raises:
        NoCharts: the package that draws charts is not installed.
        LogError: there is no episode, or the one there is cannot be read.
        ValueError: several episodes are to be played again.
    """
    converter()
    folders = find(place)
    if not folders:
        raise LogError(f"{place}: there is no episode here")
    if folders != [place]:
        if execute:
            raise ValueError("only a single episode can be played again: --verify needs an EPISODE")
        page, skipped = overview(place, folders, world)
        return Report(page, tuple(f"left out: {each.name}: {each.reason}" for each in skipped))
    seen = look(place, world=world, execute=execute)
    doubts = []
    if seen.chain.problem is not None:
        doubts.append(seen.chain.problem)
    if seen.findings:
        doubts.append(f"the audit has {len(seen.findings)} finding(s)")
    if seen.verdict is not None and not seen.verdict.holds:
        doubts.append(seen.verdict.told)
    return Report(episode_page(seen, place), tuple(doubts))
