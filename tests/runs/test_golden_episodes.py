"""Goal: what was archived once stays readable and holds, in every later version.

Method: the episodes in tests/golden/episodes were written by the version their manifest names; they
are verified against their published heads and audited. They are never written anew.
"""

from pathlib import Path

import pytest

from projections.audit import audit
from runs.verify import verify

GOLDEN = Path(__file__).parent.parent / "golden"
WORLDS = {"small-random-1": GOLDEN / "retail" / "data-small"}
HEADS = {
    "half-year-churn": "c77d55fec1ac5f33cefbdcfe703f6ff4de4f67218ba301759ca4b84e6ab73eeb",
    "idle": "c9e36d1046cccbecc868d97c4d32fad34dd6030a3a85ebde9f48cddf50cc1ffb",
    "small-random-1": "907a520167563c1cf486347fa4a42fec239016b45c7e2faa73ee037cc5ae45c7",
}


@pytest.mark.parametrize("name", HEADS)
def test_an_old_archive_holds(name):
    found = verify(
        GOLDEN / "episodes" / name, world=WORLDS.get(name, GOLDEN / "world"), head=HEADS[name]
    )
    assert found.holds, found.told


@pytest.mark.parametrize("name", HEADS)
def test_an_old_archive_passes_the_audit(name):
    assert audit(GOLDEN / "episodes" / name) == []
