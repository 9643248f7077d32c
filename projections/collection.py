"""Many archived episodes: where they are, which of them are sound, and their logs, some at a time.

An episode is a folder with a manifest; a collection is any folder that has such folders in it, at
any depth, or the URL of one in an object store. The name of an episode is its path in the
collection; a leading `episode=` is left out, so that a collection laid out as
`episode=NAME/segments/*.parquet` may be scanned by other tools as well. Damaged episodes are named
and left out, never guessed at.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
import polars as pl

from events.codec import make_decoder
from events.episode import EpisodeStarted
from events.errors import LogError
from events.log import JOURNAL, MANIFEST, SEGMENTS, Status, frames, status_of
from events.union import FORMAT, AnyEvent

BATCH_EVENTS: Final = 420_000
"""How many events are held in memory at once, unless a single episode has more."""

_decode = make_decoder(AnyEvent)


class Archive(msgspec.Struct, frozen=True, kw_only=True):
    """A sound episode of a collection."""

    name: str
    folder: Path
    started: EpisodeStarted
    status: Status
    log: pl.DataFrame
    """Its events: `seq, tick, kind, payload`."""


class Skipped(msgspec.Struct, frozen=True):
    """An episode that cannot be used, and why."""

    name: str
    reason: str


def find(place: Path) -> list[Path]:
    """Return the episodes' folders at or below a place, in the order of their names.

    A folder that has lost its manifest but still has segments or a journal counts: it is damaged.
    """
    found = []
    for folder, inner, files in os.walk(place):
        if MANIFEST in files or JOURNAL in files or SEGMENTS in inner:
            found.append(Path(folder))
            inner.clear()
        inner.sort()
    return sorted(found)


def name_of(folder: Path, place: Path) -> str:
    """Return an episode's name in a collection."""
    parts = folder.relative_to(place).parts or (folder.name,)
    return "/".join(part.removeprefix("episode=") for part in parts)


def read(folder: Path, name: str) -> Archive | Skipped:
    """Read one episode, every byte of it compared with its checksums."""
    try:
        log = frames(folder).drop("chain")
        if log.is_empty():
            return Skipped(name, f"{folder}: broken off before its first event")
        started = _decode(log["payload"][0])
    except LogError as error:
        return Skipped(name, str(error))
    if not isinstance(started, EpisodeStarted):
        return Skipped(name, f"{folder}: begins with {log['kind'][0]}, not with its start")
    if started.format > FORMAT:
        told = f"{folder}: events of format {started.format}; this version reads {FORMAT}"
        return Skipped(name, told)
    status = status_of(folder, log["kind"][-1])
    return Archive(name=name, folder=folder, started=started, status=status, log=log)


def batches(folders: Sequence[tuple[str, Path]]) -> Iterator[tuple[list[Archive], list[Skipped]]]:
    """Yield the episodes of these folders, so many at a time that memory is bounded."""
    sound: list[Archive] = []
    skipped: list[Skipped] = []
    held = 0
    for found in _read_ahead(folders):
        if isinstance(found, Skipped):
            skipped.append(found)
            continue
        if sound and held + found.log.height > BATCH_EVENTS:
            yield sound, skipped
            sound, skipped, held = [], [], 0
        sound.append(found)
        held += found.log.height
    yield sound, skipped


def _read_ahead(folders: Sequence[tuple[str, Path]]) -> Iterator[Archive | Skipped]:
    """Read some episodes at once: hashing and unpacking leave Python's lock free."""
    threads = pl.thread_pool_size()
    with ThreadPoolExecutor(threads) as pool:
        for start in range(0, len(folders), threads):
            some = folders[start : start + threads]
            yield from pool.map(lambda each: read(each[1], each[0]), some)


@contextmanager
def at_hand(place: str) -> Iterator[Path]:
    """Give a local folder for a place; what lies in an object store is fetched for the time being.

    Args:
        place: a path, or a URL that PyArrow knows (`s3://`, `gs://`, `abfs://`, `file://`).

    Raises:
        LogError: there is nothing, or it cannot be fetched.
    """
    if "://" not in place:
        if not Path(place).is_dir():
            raise LogError(f"{place}: there is no such folder")
        yield Path(place)
        return
    from pyarrow import fs  # type: ignore[import-untyped]

    with tempfile.TemporaryDirectory(prefix="shopyear-") as scratch:
        try:
            source, path = fs.FileSystem.from_uri(place)
            local = fs.LocalFileSystem()
            fs.copy_files(path, scratch, source_filesystem=source, destination_filesystem=local)
        except (OSError, ValueError) as error:  # PyArrow's errors are of these kinds
            raise LogError(f"{public_name(place)}: cannot fetch: {error}") from error
        yield Path(scratch)


def public_name(url: str) -> str:
    """Return a path as it is, and a URL without the user and key it may hold."""
    scheme, mark, rest = url.rpartition("://")
    return f"{scheme}{mark}{rest.rpartition('@')[2]}" if mark else url
