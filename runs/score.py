"""Scoring archived episodes wherever they lie."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from data.marketplace.loader import embedded, load_folder
from data.marketplace.tables import Marketplace
from events.errors import LogError
from projections.batch import ROSTER, Batch
from projections.collection import Archive, Skipped, at_hand, batches, find, name_of, public_name
from projections.reference import report
from projections.reference_talks import quality, reference_talks
from projections.retail_reference import reference_retail
from projections.score import score
from projections.scored import Scored
from sim.marketplace.templates import FAMILY_OF


def score_paths(
    places: Sequence[str | Path], *, world: Path | None = None, names: Sequence[str] | None = None
) -> tuple[list[Scored], list[Skipped]]:
    """Score all episodes at or below some places, in order of place and name.

    Args:
        places: folders, or URLs of folders in an object store.
        world: the tables the episodes were played with; the embedded ones by default. Only the
            metrics that need the roster of suppliers depend on them.
        names: the metrics wanted; all by default.

    Returns:
        The scored episodes, and those that could not be: damaged, or of another version.

    Raises:
        LogError: there is no episode at a place.
        ValueError: there is no such metric.
    """
    scored: list[Scored] = []

    def take(archives: list[Archive], roster: pl.DataFrame | None) -> None:
        scored.extend(score(archives, roster, names))

    skipped = _each_world(places, world, take)
    return scored, skipped


def _each_world(
    places: Sequence[str | Path],
    world: Path | None,
    take: Callable[[list[Archive], pl.DataFrame | None], None],
) -> list[Skipped]:
    """Hand over all sound episodes, those of one world at a time; return the others."""
    skipped: list[Skipped] = []
    rosters = Rosters(world)
    for place in places:
        with at_hand(str(place)) as folder:
            episodes = [(name_of(each, folder), each) for each in find(folder)]
            if not episodes:
                raise LogError(f"{public_name(str(place))}: there is no episode here")
            for sound, bad in batches(episodes):
                skipped += bad
                for archives, roster in by_world(sound, rosters):
                    take(archives, roster)
    return skipped


class Rosters:
    """The roster of the world at hand, read once, when it is first needed.

    Args:
        world: the folder of its tables; the embedded ones by default.
    """

    def __init__(self, world: Path | None) -> None:
        self._world = world
        self._known: dict[str, pl.DataFrame] = {}

    def of(self, archive: Archive) -> pl.DataFrame | None:
        """Return the roster of an episode's world; None if it is not the one at hand."""
        if archive.started.scenario != "marketplace":
            return None
        if not self._known:
            tables = embedded() if self._world is None else load_folder(self._world)
            self._known[tables.digest] = roster_of(tables)
        return self._known.get(archive.started.world)


def by_world(
    archives: Sequence[Archive], rosters: Rosters
) -> Iterator[tuple[list[Archive], pl.DataFrame | None]]:
    """Group episodes by their world, with its roster where it is at hand."""
    groups: dict[str, list[Archive]] = {}
    for archive in archives:
        groups.setdefault(archive.started.world, []).append(archive)
    for group in groups.values():
        yield group, rosters.of(group[0])


def roster_of(tables: Marketplace) -> pl.DataFrame:
    """Return a world's suppliers with the columns of `ROSTER`."""
    suppliers = tables.suppliers
    columns = {
        "supplier": [supplier.name for supplier in suppliers],
        "honest": [supplier.honest for supplier in suppliers],
        "family": [FAMILY_OF[supplier.personality] for supplier in suppliers],
        "personality": [supplier.personality for supplier in suppliers],
        "fraud": [supplier.fraud for supplier in suppliers],
    }
    return pl.DataFrame(columns, schema=ROSTER)


def reference_reports(
    places: Sequence[str | Path], *, world: Path | None = None
) -> tuple[list[dict[str, Any]], list[Skipped]]:
    """Return the published report of all episodes at or below some places.

    Args:
        places, world: as for `score_paths`.

    Returns:
        For each episode an object with `report` and `negotiation`, or for a supermarket one with
        the published columns; and the episodes left out.

    Raises:
        LogError: there is no episode at a place.
    """
    reports: list[dict[str, Any]] = []

    def take(archives: list[Archive], roster: pl.DataFrame | None) -> None:
        batch = Batch({archive.name: archive.log for archive in archives}, roster)
        if archives[0].started.scenario == "supermarket":
            reports.extend(reference_retail(batch).to_dicts())
            return
        blocks = reference_talks(batch)
        analysis = report(batch, [quality(block) for block in blocks])
        reports.extend(
            {"report": each, "negotiation": block}
            for each, block in zip(analysis, blocks, strict=True)
        )

    return reports, _each_world(places, world, take)
