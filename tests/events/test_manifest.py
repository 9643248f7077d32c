"""The manifest: text, digest, refusals."""

import hashlib
import json
import math
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.errors import LogError
from events.manifest import Manifest, read_manifest, render, versions, write_manifest
from events.segment import Sealed
from tests.events.samples import MANIFEST

SEALED = Sealed(
    name="segment-000001.parquet",
    first_seq=1,
    last_seq=7,
    events=7,
    commits=3,
    bytes=1234,
    sha256="cd" * 32,
    head="ef" * 32,
)


@pytest.fixture
def manifest() -> Manifest:
    return msgspec.structs.replace(MANIFEST, segments=(SEALED, SEALED))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "manifest.json"


def test_a_manifest_survives(path: Path, manifest: Manifest) -> None:
    write_manifest(path, manifest)
    assert read_manifest(path) == manifest
    assert [entry.name for entry in path.parent.iterdir()] == ["manifest.json"]


def test_the_text_is_pretty_sorted_and_carries_its_digest(path: Path, manifest: Manifest) -> None:
    write_manifest(path, manifest)
    text = path.read_text(encoding="utf-8")
    fields = json.loads(text)
    assert text == json.dumps(fields, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    recorded = fields.pop("digest")
    canonical = json.dumps(fields, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    assert recorded == hashlib.sha256(canonical.encode()).hexdigest() == manifest.digest
    assert "status" not in fields


def test_indenting_it_otherwise_is_harmless(path: Path, manifest: Manifest) -> None:
    path.write_text(json.dumps(json.loads(render(manifest))))
    assert read_manifest(path) == manifest


def test_every_flipped_bit_is_seen(path: Path, manifest: Manifest) -> None:
    content = render(manifest)
    for position in range(len(content)):
        for bit in range(8):
            harmed = bytearray(content)
            harmed[position] ^= 1 << bit
            path.write_bytes(harmed)
            with pytest.raises(LogError, match=r"manifest\.json"):
                read_manifest(path)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"seed": 5}, "expected digest"),
        ({"digest": None}, "expected digest None"),
        ({"more": 1}, "expected digest"),
    ],
)
def test_a_changed_value_does_not_match_the_digest(
    path: Path, manifest: Manifest, change: dict[str, Any], found: str
) -> None:
    path.write_text(json.dumps(json.loads(render(manifest)) | change))
    with pytest.raises(LogError, match=found):
        read_manifest(path)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"format": 2}, "expected format 1, found 2"),
        ({"more": 1}, "unknown field `more`"),
        ({"seed": "5"}, "Expected `int`, got `str`"),
    ],
)
def test_another_format_is_refused_even_with_a_good_digest(
    path: Path, manifest: Manifest, change: dict[str, Any], found: str
) -> None:
    fields = json.loads(render(manifest)) | change
    del fields["digest"]
    canonical = json.dumps(fields, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    fields["digest"] = hashlib.sha256(canonical.encode()).hexdigest()
    path.write_text(json.dumps(fields))
    with pytest.raises(LogError, match=found):
        read_manifest(path)


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"null", b"\xff", b"[" * 100_000])
def test_what_is_no_manifest_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(LogError, match=r"manifest\.json"):
        read_manifest(path)


def test_a_missing_manifest_is_named(path: Path) -> None:
    with pytest.raises(LogError, match=r"manifest\.json: cannot read the manifest: No such file"):
        read_manifest(path)


@pytest.mark.parametrize(
    "change",
    [{"seed": 1.5}, {"days": "365"}, {"rules": {"rate": math.nan}}, {"agent": "\ud835"}],
    ids=str,
)
def test_a_value_that_could_not_be_read_again_is_not_written(
    path: Path, change: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match=r"cannot|could not|surrogates"):
        write_manifest(path, msgspec.structs.replace(MANIFEST, **change))
    assert not path.exists()


def test_the_versions_name_what_figures_depend_on() -> None:
    found = versions()
    assert set(found) == {
        "shopyear",
        "python",
        "platform",
        "msgspec",
        "polars",
        "simpy",
        "numpy",
    }
    assert found["msgspec"] == msgspec.__version__
