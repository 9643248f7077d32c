"""Opening an interrupted episode for writing: cut what is torn, drop what is left over.

Every crash leaves the folder in one of these states, and each has one way on:

    journal torn in its last commit          cut it back to the last whole commit
    journal already sealed, not yet removed  remove it, start the next one
    journal removed, next one not begun      start it
    segment written, manifest without it     ignore it; the next seal overwrites it
    temporary file of an atomic write        remove it
"""

from pathlib import Path

import msgspec

from events.errors import LogError
from events.journal import Journal, JournalContent, read_journal, sync_folder
from events.lock import WriterLock
from events.log import (
    JOURNAL,
    MANIFEST,
    SEGMENT_BYTES,
    SEGMENTS,
    EpisodeLog,
    Sync,
    fresh_records,
    sealed_end,
)
from events.manifest import Manifest, read_manifest


class Reopened(msgspec.Struct, frozen=True):
    """A log ready to go on, and how many bytes of a torn commit were cut off."""

    log: EpisodeLog
    cut: int


def reopen(
    folder: Path, *, since: str, sync: Sync = "commit", segment_bytes: int = SEGMENT_BYTES
) -> Reopened:
    """Open an episode's log to go on after its last whole commit.

    Args:
        since: the time to be written into the lock, as text.

    Raises:
        Locked: another process writes it.
        LogError: the folder holds no episode, or it is damaged beyond a torn tail; nothing was
            changed then.
    """
    if not (folder / MANIFEST).is_file():
        raise LogError(f"{folder}: no {MANIFEST}; this is no episode that could be resumed")
    lock = WriterLock.acquire(folder, since)
    try:
        manifest = read_manifest(folder / MANIFEST)
        content = read_journal(folder / JOURNAL)
        fresh_records(folder, content, manifest)  # raises if the parts do not fit together
        journal = _journal(folder, manifest, content)
        _remove_temporaries(folder)
    except BaseException:
        lock.release()
        raise
    log = EpisodeLog(folder, manifest, journal, sync, segment_bytes, lock)
    return Reopened(log, content.torn)


def _journal(folder: Path, manifest: Manifest, content: JournalContent) -> Journal:
    path, end = folder / JOURNAL, sealed_end(manifest)
    if content.anchor == end:
        return Journal.reopen(path, content)
    try:
        path.unlink(missing_ok=True)
        sync_folder(folder)
    except OSError as error:
        raise LogError(f"{path}: cannot remove the sealed journal: {error}") from error
    return Journal.create(path, end)


def _remove_temporaries(folder: Path) -> None:
    for path in [*folder.glob("*.tmp"), *(folder / SEGMENTS).glob("*.tmp")]:
        path.unlink(missing_ok=True)
