"""Goal: whatever a model or its server says, the loop does the right thing with it.

Method: the whole corpus, one episode for each case, over real HTTP; and a judge that is judged.
"""

import json

import pytest

from runs.cli import main
from runs.mock.corpus import corpus
from runs.torture_provider import Verdict, play, torture_provider


@pytest.mark.parametrize("case", corpus(), ids=lambda case: case.name)
def test_a_hostile_answer_is_dealt_with(case, tmp_path):
    assert play(case, tmp_path / "e") == Verdict(case.name, case.row, ())


def test_the_corpus_has_every_kind():
    rows = {case.row for case in corpus()}
    numbers = (*range(1, 8), *range(11, 16), 17, 18, 20, 21)
    assert rows == {"HTTP", "SHAPE", *(f"F{number}" for number in numbers)}


def test_a_loop_that_does_otherwise_is_seen(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("runs.agents.exchange.NAMELESS", "")
    assert main(["torture", "provider", "shape-name-empty", "--json"]) == 1
    (verdict,) = json.loads(capsys.readouterr().out)
    assert "request refused" in verdict["problems"][0]


def test_a_case_that_is_not_there_is_named():
    with pytest.raises(ValueError, match="no case 'f99'"):
        torture_provider(["f99"])
