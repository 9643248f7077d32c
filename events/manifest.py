"""The manifest: what an episode is and which segments its log has, in `manifest.json`.

It is written whole, pretty and with sorted keys, each time a segment is sealed. Its `digest` is the
SHA-256 of the canonical bytes of everything else in it, so re-indenting the file is harmless and a
changed value is not. Whether the episode has ended is not in it: that follows from the log's last
event (`events.log.status`).
"""

import hashlib
import platform
from importlib import metadata
from pathlib import Path
from typing import Any, Final

import msgspec

from events.errors import LogError
from events.journal import replace_file
from events.segment import Sealed

FORMAT: Final = 1
"""Version of the episode folder as a whole."""

_LIBRARIES = ("shopyear", "msgspec", "polars", "simpy", "numpy")


class World(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A world's data: its name and the digest of its tables."""

    name: str
    digest: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an episode is; fixed at its start, except for `segments`, which grows."""

    format: int = FORMAT
    episode: str
    scenario: str
    world: World
    rules: dict[str, str | int | float | bool]
    seed: int
    days: int
    opening_balance: int
    """Micro-yuan."""
    agent: str
    versions: dict[str, str]
    """See `versions`."""
    created: str
    """Wall-clock time as the caller wrote it; this package never reads the clock."""
    segments: tuple[Sealed, ...] = ()

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical bytes, in hex; changes when a segment is added."""
        return _digest(msgspec.to_builtins(self))


def _digest(fields: dict[str, Any]) -> str:
    return hashlib.sha256(msgspec.json.encode(fields, order="sorted")).hexdigest()


def versions() -> dict[str, str]:
    """Return the versions on which the exact figures of an episode may depend."""
    found = {"python": platform.python_version(), "platform": platform.platform()}
    for library in _LIBRARIES:
        try:
            found[library] = metadata.version(library)
        except metadata.PackageNotFoundError:
            found[library] = "not installed"
    return found


def render(manifest: Manifest) -> bytes:
    """Return the text of the manifest's file.

    Raises:
        ValueError: a field has a value that could not be read again.
    """
    fields: dict[str, Any] = msgspec.to_builtins(manifest)
    fields["digest"] = _digest(fields)
    content = msgspec.json.format(msgspec.json.encode(fields, order="sorted"), indent=2) + b"\n"
    try:
        again = _parse(content)
    except LogError as error:
        raise ValueError(f"the manifest could not be read again: {error}") from error
    if again != manifest:
        raise ValueError("the manifest would read back differently")
    return content


def write_manifest(path: Path, manifest: Manifest) -> None:
    """Put the manifest in place, whole or not at all.

    Raises:
        ValueError: as `render`.
        LogError: the disk refused.
    """
    replace_file(path, render(manifest))


def read_manifest(path: Path) -> Manifest:
    """Read a manifest and verify its digest.

    Raises:
        LogError: it is missing, malformed, of another format or does not match its digest.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise LogError(f"{path}: cannot read the manifest: {error.strerror}") from error
    try:
        return _parse(content)
    except LogError as error:
        raise LogError(f"{path}: {error}") from error


def _parse(content: bytes) -> Manifest:
    try:
        fields = msgspec.json.decode(content, type=dict[str, Any])
        recorded = fields.pop("digest", None)
        # The digest is taken of what the file says, not of the struct: a later version may give
        # the struct another field with a default.
        if recorded != (found := _digest(fields)):
            raise LogError(f"expected digest {recorded}, found {found}")
        if fields.get("format") != FORMAT:
            raise LogError(f"expected format {FORMAT}, found {fields.get('format')!r}")
        return msgspec.convert(fields, Manifest)
    except (msgspec.DecodeError, RecursionError) as error:
        raise LogError(f"the manifest is damaged: {error}") from error
