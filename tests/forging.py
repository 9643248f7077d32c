"""Episodes forged as someone with all our tools would."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from events.base import Event
from events.log import MANIFEST, EpisodeLog, read_episode
from events.manifest import read_manifest
from runs.archive import load


def forged(episode: Path, target: Path, change: Callable[[list[Event]], list[Event]]) -> Path:
    """Write the episode anew with other events: chain, seals and manifest are all in order."""
    manifest = msgspec.structs.replace(read_manifest(episode / MANIFEST), segments=())
    log = EpisodeLog.create(target, manifest, sync="off")
    commit: list[Event] = []
    ends = {row.seq for row in read_episode(episode) if row.chain is not None}
    for seq, event in enumerate(change(load(episode)), 1):
        commit.append(msgspec.structs.replace(event, seq=seq))
        if seq in ends:
            log.commit(commit)
            commit = []
    log.commit(commit)
    log.close(ended=True)
    return target


def first(events: list[Event], kind: type[Event]) -> int:
    """Return the place of the first event of a kind."""
    return next(index for index, event in enumerate(events) if type(event) is kind)
