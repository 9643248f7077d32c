"""Goal: a process that plays through a provider may die at any moment, and nothing is paid twice.

Method: real processes and real HTTP; killed when a request arrives, or right after its answer.
"""

import json

from msgspec.structs import replace

from runs.cli import main
from runs.torture_model import Death, ModelTorture, torture_model


def test_killed_anywhere_the_year_ends_with_the_same_head():
    found = torture_model(points=4, seed=3, days=3)
    assert found.lost == ()
    assert len(found.deaths) == 4
    assert found.turns > 15


def test_killed_anywhere_a_supermarket_ends_with_the_same_head():
    found = torture_model(points=2, seed=5, days=2, scenario="supermarket")
    assert found.lost == ()
    assert found.turns > 5


def test_another_end_or_a_second_payment_counts_as_lost(monkeypatch, capsys):
    sound = Death(5, None, "a", 41)
    found = ModelTorture("a", 40, (sound, replace(sound, head="b"), replace(sound, asked=42)))
    assert len(found.lost) == 2
    monkeypatch.setattr("runs.torture_model.torture_model", lambda **_options: found)
    assert main(["torture", "model", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["turns"] == 40
