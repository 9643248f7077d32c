"""Goal: the supermarket's log stands kills, flipped bits and forgers as the marketplace's does.

Method: days of a recorded episode in which every tool is used, code included; real processes killed
about the commits that matter; bits flipped in every file; well-made forgeries.
"""

import json
import random
import shutil

import pytest
from msgspec import Raw
from msgspec.structs import replace

from events.log import JOURNAL, MANIFEST, SEGMENTS, verify_chain
from events.supermarket import (
    CodeRan,
    GoodsOrdered,
    GoodsSold,
    NewsDrawn,
    QuotesPublished,
    RentPaid,
)
from runs.archive import load, resume, run
from runs.bench import GOLDEN
from runs.cli import main
from runs.options import STORE_YEAR
from runs.torture import Kill, Year, strike, undisturbed
from runs.trace_play import read_play
from runs.verify import verify
from tests.forging import first, forged

DAYS = 12
WORLD = GOLDEN / "retail" / "data-small"
SHORT = Year(STORE_YEAR, WORLD, DAYS)
MOMENTS = ("before", "amid", "after")


@pytest.fixture(scope="module")
def episode(tmp_path_factory):
    folder = tmp_path_factory.mktemp("store") / "e"
    recorded = read_play(STORE_YEAR)
    settings = replace(recorded.settings, days=DAYS)
    run(
        folder,
        settings,
        player=recorded.player(),
        world=WORLD,
        sync="off",
        segment_bytes=5_000 * DAYS,
    )
    return folder


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The episode of the torture, undisturbed."""
    return undisturbed(tmp_path_factory.mktemp("whole") / "e", SHORT)


def commit_of(events, kind):
    """Return the number of the commit that holds the first event of a kind."""
    place = first(events, kind)
    return 1 + sum(type(event).__name__ == "ToolAnswered" for event in events[:place])


def test_code_ran_in_the_episode(episode):
    codes = [event for event in load(episode) if isinstance(event, CodeRan)]
    assert len(codes) > 1
    assert any(event.calls for event in codes)
    assert not any("cannot be run here" in event.error for event in codes)


def test_a_kill_about_code_nights_and_seals_loses_nothing(episode, whole):
    events = load(episode)
    writes = [call for call, name in enumerate(whole.calls, 1) if name == "journal write"]
    code, night = (writes[commit_of(events, kind)] for kind in (CodeRan, GoodsSold))
    kills = [Kill(code, "journal write", moment) for moment in MOMENTS]
    kills.append(Kill(night, "journal write", "amid"))
    seal = whole.calls.index("segment replace") + 1
    kills.append(Kill(seal, "segment replace", "before", second=3))
    died = []
    for kill, fate in strike(SHORT, kills, jobs=2):
        assert fate.found == whole.head, kill
        died += [(death.point, death.moment) for death in fate.deaths[:1]]
    assert died == [(kill.point, kill.moment) for kill in kills]
    assert whole.head == verify_chain(episode).head


def test_the_command_tortures_a_supermarket(capsys):
    words = ["torture", "kill", "--scenario", "supermarket", "--days", "2", "--points", "1"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["lost"] == []
    assert {"segment replace", "journal unlink", "manifest write"} <= set(found["playing"])


def test_a_flipped_bit_is_detected_wherever_it_is(episode, tmp_path):
    harmed = tmp_path / "e"
    shutil.copytree(episode, harmed)
    draws, files = random.Random(6), [MANIFEST]
    files += [f"{SEGMENTS}/{path.name}" for path in sorted((episode / SEGMENTS).iterdir())]
    assert len(files) > 4
    for name in files:
        content = (episode / name).read_bytes()
        for position in draws.sample(range(len(content)), 12):
            changed = bytearray(content)
            changed[position] ^= 1 << draws.randrange(8)
            (harmed / name).write_bytes(changed)
            problem = verify_chain(harmed).problem
            assert problem is not None, (name, position)
            assert name.rpartition("/")[2] in problem
        (harmed / name).write_bytes(content)
    assert verify_chain(harmed) == verify_chain(episode)
    assert not (episode / JOURNAL).exists()


def one_unit_more(events):
    at = next(
        place for place, event in enumerate(events) if isinstance(event, GoodsSold) and event.sales
    )
    sale, *others = events[at].sales
    events[at] = replace(events[at], sales=(replace(sale, demand=sale.demand + 1), *others))
    return events


def better_goods(events):
    at = first(events, QuotesPublished)
    quoted, *others = events[at].products
    better = replace(quoted, qualities=(4.999, *quoted.qualities[1:]))
    events[at] = replace(events[at], products=(better, *others))
    return events


def news_in_another_order(events):
    at = first(events, NewsDrawn)
    events[at] = replace(events[at], fresh=events[at].fresh[::-1])
    return events


def cheaper_rent(events):
    at = first(events, RentPaid)
    events[at] = replace(events[at], amount=events[at].amount - 1)
    return events


def cheaper_order(events):
    at = first(events, GoodsOrdered)
    events[at] = replace(events[at], amount=events[at].amount - 1)
    return events


def another_result_of_code(events):
    at = first(events, CodeRan)
    events[at] = replace(events[at], result=Raw(b'"forged"'))
    return events


FORGERIES = [
    one_unit_more,
    better_goods,
    news_in_another_order,
    cheaper_rent,
    cheaper_order,
    another_result_of_code,
]


def test_the_episode_holds(episode):
    assert verify(episode, world=WORLD).holds


@pytest.mark.parametrize("change", FORGERIES, ids=lambda change: change.__name__)
def test_a_forgery_with_a_sound_chain_is_caught_by_re_execution(episode, tmp_path, change):
    found = verify(forged(episode, tmp_path / "forged", change), world=WORLD)
    assert found.holds is False
    assert "re-execution gives" in found.told


def test_an_unchanged_rewriting_is_no_forgery(episode, tmp_path):
    again = forged(episode, tmp_path / "again", lambda events: events)
    assert verify(again, world=WORLD, head=verify_chain(episode).head).holds


class Gone(BaseException):
    """The process is meant to be gone."""


@pytest.mark.parametrize("turn", [2, 75])
def test_an_episode_with_code_goes_on_where_it_was_broken_off(episode, tmp_path, turn):
    recorded = read_play(STORE_YEAR)

    def watch(world):
        if world.turn == turn:
            raise Gone

    settings = replace(recorded.settings, days=DAYS)
    options = {"player": recorded.player(), "world": WORLD, "sync": "off"}
    with pytest.raises(Gone):
        run(tmp_path / "e", settings, watch=watch, **options)
    resumed = resume(tmp_path / "e", **options)
    assert resumed.chain_head == verify_chain(episode).head
