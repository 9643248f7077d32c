"""Scoring archived episodes wherever they lie."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

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
from runs.side_by_side import shares, side_by_side
from sim.marketplace.templates import FAMILY_OF

SHARE: Final = 24
"""How many episodes a process is given at a time, at most."""

Watch = Callable[[int, int], None]
"""Told how many episodes are done, and of how many at a place."""


def _nobody(_done: int, _all: int) -> None:
    pass


def score_paths(
    places: Sequence[str | Path],
    *,
    world: Path | None = None,
    names: Sequence[str] | None = None,
    watch: Watch = _nobody,
) -> tuple[list[Scored], list[Skipped]]:
    """Score all episodes at or below some places, in order of place and name.

    More than a few are scored in as many processes as Polars has threads.

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
    wanted = None if names is None else tuple(names)
    return _each_place(places, _Measuring(Rosters(world), partial(score, names=wanted)), watch)


def reference_reports(
    places: Sequence[str | Path], *, world: Path | None = None, watch: Watch = _nobody
) -> tuple[list[dict[str, Any]], list[Skipped]]:
    """Return the published report of all episodes at or below some places.

    Args:
        places, world, watch: as for `score_paths`.

    Returns:
        For each episode an object with `report` and `negotiation`, or for a supermarket one with
        the published columns; and the episodes left out.

    Raises:
        LogError: there is no episode at a place.
    """
    return _each_place(places, _Measuring(Rosters(world), _reported), watch)


def processes_for(episodes: int) -> int:
    """Return how many processes so many episodes are scored in.

    For a few, another process takes longer to start than it saves.
    """
    return pl.thread_pool_size() if episodes > SHARE else 1


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
    groups: dict[tuple[str, str], list[Archive]] = {}
    for archive in archives:
        started = archive.started
        groups.setdefault((started.scenario, started.world), []).append(archive)
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


class _Measuring:
    """What is to be found of some episodes; can be sent to another process.

    Args:
        measured: (episodes of one world, its roster) -> what was found of each.
    """

    def __init__(
        self,
        rosters: Rosters,
        measured: Callable[[Sequence[Archive], pl.DataFrame | None], list[Any]],
    ) -> None:
        self._rosters = rosters
        self._measured = measured

    def __call__(self, episodes: Sequence[tuple[str, Path]]) -> tuple[list[Any], list[Skipped]]:
        """Return what was found of the sound ones, given by name and folder, and the others."""
        found: list[Any] = []
        skipped: list[Skipped] = []
        for sound, bad in batches(episodes):
            skipped += bad
            for archives, roster in by_world(sound, self._rosters):
                found += self._measured(archives, roster)
        return found, skipped


def _reported(archives: Sequence[Archive], roster: pl.DataFrame | None) -> list[dict[str, Any]]:
    """Return the published report of each episode; all are of one world."""
    batch = Batch({archive.name: archive.log for archive in archives}, roster)
    if archives[0].started.scenario == "supermarket":
        return reference_retail(batch).to_dicts()
    blocks = reference_talks(batch)
    analysis = report(batch, [quality(block) for block in blocks])
    return [
        {"report": each, "negotiation": block} for each, block in zip(analysis, blocks, strict=True)
    ]


def _each_place(
    places: Sequence[str | Path], measuring: _Measuring, watch: Watch
) -> tuple[list[Any], list[Skipped]]:
    found: list[Any] = []
    skipped: list[Skipped] = []
    for place in places:
        with at_hand(str(place)) as folder:
            episodes = [(name_of(each, folder), each) for each in find(folder)]
            if not episodes:
                raise LogError(f"{public_name(str(place))}: there is no episode here")
            processes, done = processes_for(len(episodes)), 0
            parts = shares(episodes, processes, SHARE)
            results = side_by_side(measuring, parts, processes)
            for part, (good, bad) in zip(parts, results, strict=True):
                found += good
                skipped += bad
                done += len(part)
                watch(done, len(episodes))
    return found, skipped
