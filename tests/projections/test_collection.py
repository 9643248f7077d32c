"""Goal: whatever lies in a collection is found; what is damaged or of another version is named.

Method: real folders, one of them harmed in each way; an object store's URL of a local folder.
"""

import shutil
from pathlib import Path

import msgspec
import pytest

import shopyear
from events.errors import LogError
from events.log import JOURNAL, MANIFEST, EpisodeLog
from events.manifest import Manifest, read_manifest
from projections import collection
from projections.collection import Archive, Skipped, at_hand, batches, find, name_of, read


@pytest.fixture(scope="module")
def kept(tmp_path_factory) -> Path:
    """Three ended episodes, at different depths, one with a hive-style name, and other things."""
    place = tmp_path_factory.mktemp("kept")
    for name in ("episode=one", "b/two", "b/c/three"):
        shopyear.run(place / name, shopyear.Settings(agent="idle", days=3), sync="off")
    (place / "notes.txt").write_text("not an episode")
    (place / "empty").mkdir()
    return place


@pytest.fixture
def place(kept, tmp_path) -> Path:
    shutil.copytree(kept, tmp_path / "place")
    return tmp_path / "place"


def names(place: Path) -> list[str]:
    return [name_of(folder, place) for folder in find(place)]


def test_episodes_are_found_at_any_depth_and_nothing_else_is(place):
    assert names(place) == ["b/c/three", "b/two", "one"]


def test_an_episode_is_a_collection_of_itself(place):
    folder = place / "episode=one"
    assert find(folder) == [folder]
    assert names(folder) == ["one"]


def unsealed(folder: Path) -> Manifest:
    return msgspec.structs.replace(read_manifest(folder / MANIFEST), segments=())


def read_all(place: Path) -> tuple[list[Archive], list[Skipped]]:
    sound, bad = [], []
    for archives, skipped in batches([(name_of(each, place), each) for each in find(place)]):
        sound += archives
        bad += skipped
    return sound, bad


def test_a_damaged_episode_is_named_and_the_others_are_read(place):
    (segment,) = (place / "b" / "two" / "segments").iterdir()
    content = bytearray(segment.read_bytes())
    content[len(content) // 2] ^= 4
    segment.write_bytes(content)
    sound, (bad,) = read_all(place)
    assert [archive.name for archive in sound] == ["b/c/three", "one"]
    assert bad.name == "b/two"
    assert "segment-000001.parquet: SHA-256: expected" in bad.reason


def test_an_episode_that_lost_its_manifest_is_named_not_overlooked(place):
    (place / "b" / "two" / MANIFEST).unlink()
    _, (bad,) = read_all(place)
    assert (bad.name, "manifest.json" in bad.reason) == ("b/two", True)


def test_an_episode_of_a_later_format_is_named(place):
    folder = place / "episode=one"
    log = EpisodeLog.create(place / "later", unsealed(folder), sync="off")
    start = shopyear.load(folder)[0]
    log.commit([msgspec.structs.replace(start, format=2)])
    log.close()
    assert read(place / "later", "later") == Skipped(
        "later", f"{place / 'later'}: events of format 2; this version reads 1"
    )


def test_an_episode_that_never_began_is_named(place):
    folder = place / "episode=one"
    EpisodeLog.create(place / "unborn", unsealed(folder), sync="off").close()
    found = read(place / "unborn", "unborn")
    assert isinstance(found, Skipped)
    assert "before its first event" in found.reason


def test_an_interrupted_episode_says_so(place):
    with pytest.raises(ZeroDivisionError):
        shopyear.run(
            place / "broken",
            shopyear.Settings(agent="idle", days=9),
            sync="off",
            watch=lambda market: 1 // (2 - market.day),
        )
    found = read(place / "broken", "broken")
    assert isinstance(found, Archive)
    assert found.status == "failed"
    assert (place / "broken" / JOURNAL).exists()


def test_memory_is_bounded_by_what_a_batch_may_hold(place, monkeypatch):
    monkeypatch.setattr(collection, "BATCH_EVENTS", 1)
    folders = [(name_of(each, place), each) for each in find(place)]
    assert [len(archives) for archives, _ in batches(folders)] == [1, 1, 1]


def test_a_url_is_fetched_for_the_time_being(place):
    with at_hand(f"file://{place}") as local:
        assert local != place
        assert names(local) == names(place)
        assert len(read_all(local)[0]) == 3
    assert not local.exists()


def test_what_is_not_there_is_named(place):
    with pytest.raises(LogError, match="there is no such folder"), at_hand(str(place / "none")):
        pass
    with pytest.raises(LogError, match="none: cannot fetch"), at_hand(f"file://{place}/none"):
        pass


def test_a_urls_key_is_not_repeated():
    url = "s3://somebody:Secret@bucket/none?endpoint_override=127.0.0.1:1&scheme=http"
    with pytest.raises(LogError) as caught, at_hand(f"{url}&connect_timeout=1"):
        pass
    assert str(caught.value).startswith("s3://bucket/none")
    assert "Secret" not in str(caught.value)
