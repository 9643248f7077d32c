"""Goal: `shopyear.py` offers what it says, the docs name it, and nothing else."""

import ast
from pathlib import Path

import shopyear

ROOT = Path(__file__).parent.parent


def test_everything_in_all_exists():
    for name in shopyear.__all__:
        assert hasattr(shopyear, name)
    assert sorted(shopyear.__all__) == shopyear.__all__


def test_the_face_only_re_exports():
    tree = ast.parse((ROOT / "shopyear.py").read_text())
    for node in tree.body:
        assert isinstance(node, ast.Expr | ast.ImportFrom | ast.Assign)


def test_the_reference_page_names_every_public_name():
    page = (ROOT / "docs" / "api.md").read_text()
    for name in shopyear.__all__:
        assert f"`{name}" in page


def test_a_first_script_works(tmp_path):
    settings = shopyear.Settings(agent="idle", days=3)
    episode = shopyear.run(tmp_path / "episode", settings)
    events = shopyear.load(episode.folder)
    assert len(events) == episode.events
    state = shopyear.fold(events)
    assert state.ended
    assert state.book.assets == episode.outcome.assets == 100_000_000_000
    assert shopyear.verify_chain(episode.folder).problem is None


def test_the_second_world_is_played_by_the_same_names(tmp_path):
    settings = shopyear.StoreSettings.of_preset("middle", agent="idle", days=3)
    episode = shopyear.run(tmp_path / "episode", settings)
    state = shopyear.fold(shopyear.load(episode.folder))
    assert isinstance(state, shopyear.StoreState)
    assert state == shopyear.state_at(episode.folder, episode.events)
    (scored,), _ = shopyear.score([tmp_path])
    assert (
        scored.figures["final_net_worth"] == state.book.assets == 25_000_000_000 - 3 * 200_000_000
    )
    assert set(scored.figures) == set(shopyear.metrics_of("supermarket"))
    assert shopyear.verify(episode.folder).holds
