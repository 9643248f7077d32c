"""What can still be read of a damaged log.

A bad part is named and set aside, never repaired and never guessed at: its file stays where it is,
so that a copy from a backup puts everything right. What is sound is read as ever.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from events.errors import LogError
from events.journal import JournalContent, scan_journal
from events.log import JOURNAL, MANIFEST, SEGMENTS, fresh_records
from events.manifest import Manifest, read_manifest
from events.segment import read_segment, to_frame

if TYPE_CHECKING:  # importing Polars takes 0.3 s
    import polars as pl


class Salvage(msgspec.Struct, frozen=True):
    """The sound parts of a log, and what is wrong with the others."""

    parts: "tuple[pl.DataFrame, ...]"
    """Frames with the columns seq, tick, kind, payload and chain, in order; events are missing
    between two of them, and at the end, where a part is bad."""
    problems: tuple[str, ...]
    """One per bad part, naming its file; empty if the whole log is sound."""


def salvage(folder: Path) -> Salvage:
    """Read every part of a log that is as it was written, and name every part that is not.

    A manifest that does not match its digest leaves only the journal: without it, no segment is
    known to be sound.
    """
    problems: list[str] = []
    content, fault = scan_journal(folder / JOURNAL)
    if fault is not None:
        problems.append(str(fault))
    manifest = None
    try:
        manifest = read_manifest(folder / MANIFEST)
    except LogError as error:
        problems.append(str(error))
    parts: list[pl.DataFrame] = []
    for sealed in manifest.segments if manifest else ():
        try:
            parts.append(read_segment(folder / SEGMENTS / sealed.name, sealed).frame)
        except LogError as error:
            problems.append(str(error))
    try:
        fresh = _fresh(folder, content, manifest)
        if fresh.height:
            parts.append(fresh)
    except LogError as error:
        problems.append(str(error))
    return Salvage(tuple(parts), tuple(problems))


def _fresh(folder: Path, content: JournalContent, manifest: Manifest | None) -> "pl.DataFrame":
    if manifest is None:
        return to_frame(content.records)
    return to_frame(fresh_records(folder, content, manifest))
