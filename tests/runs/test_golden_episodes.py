"""Goal: what was archived once stays readable and holds, in every later version.

Method: the episodes in tests/golden/episodes were written by the version their manifest names; they
are verified against their published heads and audited. They are never written anew.
"""

from pathlib import Path

import pytest

from projections.audit import audit
from runs.verify import verify

GOLDEN = Path(__file__).parent.parent / "golden"
HEADS = {
    "half-year-churn": "c77d55fec1ac5f33cefbdcfe703f6ff4de4f67218ba301759ca4b84e6ab73eeb",
    "idle": "c9e36d1046cccbecc868d97c4d32fad34dd6030a3a85ebde9f48cddf50cc1ffb",
}


@pytest.mark.parametrize("name", HEADS)
def test_an_old_archive_holds(name):
    found = verify(GOLDEN / "episodes" / name, world=GOLDEN / "world", head=HEADS[name])
    assert found.holds, found.told


@pytest.mark.parametrize("name", HEADS)
def test_an_old_archive_passes_the_audit(name):
    assert audit(GOLDEN / "episodes" / name) == []
