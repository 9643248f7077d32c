"""Goal: a sound episode of the supermarket has no findings, on the terms and to the end it had.

Method: audit recorded and played episodes, whole and cut off at a commit; then claim other terms or
another end for them. Falsified events: `test_retail_audit_changes`, `test_retail_audit_rules`.
"""

import json
from collections.abc import Callable
from typing import Any

import polars as pl
import pytest

import shopyear
from data.supermarket.parameters import OPENING, PRESETS, Preset
from events.errors import LogError
from events.union import KINDS
from projections.audit import PASSES_OF, audit, audit_frame
from projections.frames import log_frame
from runs.archive import run
from runs.cli import main
from sim.supermarket.world import Settings
from tests.crowded import crowd
from tests.falsified import (
    compact,
    dearer,
    edited,
    payload,
    pick,
    told,
)
from tests.retail import TRACES
from tests.retail_play import log_of_trace, play

NAMES = [path.name.split(".")[0] for path in TRACES]


@pytest.fixture(scope="module")
def log() -> pl.DataFrame:
    return crowd()


@pytest.fixture(scope="module")
def bankrupt() -> pl.DataFrame:
    """A store that never opens and goes under on its fifth overdrawn morning."""
    return play("idle", "data-small", Settings(opening_balance=2_000_000_000)).log


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_episode_has_no_findings(name):
    assert audit_frame(log_of_trace(name)) == []


@pytest.mark.parametrize("agent", ["idle", "cheapest", "oracle", "steward"])
@pytest.mark.parametrize("draws", ["published", "paired"])
@pytest.mark.parametrize("preset", ["hard_v2", "middle"])
def test_a_played_episode_has_no_findings(agent, draws, preset):
    settings = Settings(
        days=20, draws=draws, preset=PRESETS[preset], opening_balance=OPENING[preset]
    )
    assert audit_frame(play(agent, "data-small", settings).log) == []


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"draws": "paired"},
        {"aggregation": "legacy", "shelf": None},
        {"shelf": None},
        {"news": False},
        {"news_daily": 0},
        {"news_cap": None, "news_scale": 4.0},
        {"rent": 0, "patience": 0, "opening_balance": 0},
    ],
    ids=str,
)
def test_a_crowded_store_has_no_findings_under_any_rules(settings):
    assert audit_frame(crowd(**settings)) == []


def test_stores_without_reviews_have_no_findings():
    settings = Settings(days=20, preset=Preset(review_ratio=None))
    assert audit_frame(play("steward", "data-small", settings).log) == []


def test_the_crowded_store_has_seen_everything(log):
    days = [json.loads(each) for each in log.filter(kind="day.reported")["payload"]]
    expired = json.loads(log.filter(kind="goods.expired")["payload"][0])["lots"]
    assert any(lot.get("waiting") for lot in expired)
    assert any(lot.get("stocked") for lot in expired)
    assert any(day["returned"] and day.get("short") and day["waiting"] for day in days)
    assert max(day["stocked"] for day in days) == 500
    kinds = {tag for tag, kind in KINDS.items() if tag in set(log["kind"])}
    assert kinds >= {"goods.admitted", "news.lapsed", "shelf.set", "price.set", "takings.booked"}


def test_an_interrupted_episode_has_no_findings_either(tmp_path):
    run(tmp_path / "e", Settings(agent="steward", days=9), sync="off")
    whole = log_frame(tmp_path / "e")
    assert audit(tmp_path / "e") == []
    commits = whole["chain"].is_not_null().arg_true().to_list()
    for last in commits[:: len(commits) // 12]:
        assert audit_frame(whole.head(last + 1)) == []


def test_an_episode_that_is_given_up_has_no_findings(tmp_path):
    run(tmp_path / "e", Settings(agent="steward", days=60), sync="off", turn_limit=9)
    assert shopyear.load(tmp_path / "e")[-1].reason == "max_turns_reached"
    assert audit(tmp_path / "e") == []


def test_without_reviews_nothing_is_sent_back_or_reviewed(log):
    changed = edited(log, 1, with_options(review_ratio=None))
    assert {"sales.returned", "sales.reviews", "sales.attraction"} <= {
        rule for rule, _ in told(audit_frame(changed))
    }


def with_options(**changes: Any) -> Callable[[dict[str, Any]], None]:
    def edit(fields: dict[str, Any]) -> None:
        fields["options"] = compact(json.loads(fields["options"]) | changes)

    return edit


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"rent": 1}, "books.rent"),
        ({"capacity": 499}, "goods.room"),
        ({"shelf": 29}, "shelf.places"),
        ({"news": False}, "news.day"),
        ({"news_daily": 21}, "news.length"),
        ({"news_cap": 0.0}, "quotes.effect"),
        ({"aggregation": "legacy"}, "sales.products"),
    ],
    ids=str,
)
def test_a_store_on_other_terms_than_it_was_played_on_is_found(log, changes, rule):
    changed = edited(log, 1, with_options(**changes))
    assert rule in {rule for rule, _ in told(audit_frame(changed))}


@pytest.mark.parametrize("options", ["{}", "5", '{"rent": "x"}'])
def test_terms_that_cannot_be_read_are_named(log, options):
    changed = edited(log, 1, lambda fields: fields.update(options=options))
    with pytest.raises(LogError, match=r"event 1, episode\.started: its options"):
        audit_frame(changed)


def test_the_fifth_overdrawn_morning_ends_the_episode(bankrupt):
    final = pick(bankrupt, "episode.finalised")
    assert payload(bankrupt, final)["reason"] == "bankruptcy"
    assert audit_frame(bankrupt) == []
    for patience, rule in ((6, "end.reason"), (4, "end.missing"), (0, "end.reason")):
        changed = edited(bankrupt, 1, with_options(patience=patience))
        assert rule in {rule for rule, _ in told(audit_frame(changed))}
    horizon = edited(bankrupt, final, lambda fields: fields.update(reason="max_days_reached"))
    assert ("end.reason", final) in told(audit_frame(horizon))
    shorter = edited(bankrupt, 1, lambda fields: fields.update(days=3))
    assert "end.missing" in {rule for rule, _ in told(audit_frame(shorter))}


def test_a_reason_to_end_is_none_between_two_nights(bankrupt):
    final = pick(bankrupt, "episode.finalised")
    acting = edited(bankrupt, final, lambda fields: fields.update(tick=fields["tick"] + 9))
    assert ("end.reason", final) in told(audit_frame(acting))


@pytest.mark.parametrize("kind", ["goods.sold", "goods.ordered", "takings.booked"])
def test_a_drift_is_told_once_and_not_every_evening(log, kind):
    path = {"goods.sold": "sales.0.revenue", "goods.ordered": "amount"}.get(kind, "revenue")
    rules = [each.rule for each in audit_frame(edited(log, pick(log, kind), dearer(path)))]
    assert len(rules) < 8
    assert rules.count("books.bank") <= 1
    assert rules.count("report.net_worth") <= 2


@pytest.mark.parametrize("amount", [2**62, 2**63, 2**80])
def test_numbers_beyond_64_bits_are_found(log, amount):
    seq = pick(log, "takings.booked")
    changed = edited(log, seq, lambda fields: fields.update(revenue=amount))
    assert ("books.takings", seq) in told(audit_frame(changed))


@pytest.mark.parametrize("price", [1e308, -1e308])
def test_prices_that_make_no_amount_are_found(log, price):
    seq = pick(log, "goods.ordered")
    changed = edited(log, seq, lambda fields: fields["lines"][0].update(price=price))
    assert ("orders.amount", seq) in told(audit_frame(changed))


def test_the_command_line_says_what_was_checked(tmp_path, capsys):
    folder = tmp_path / "e"
    run(folder, Settings(agent="steward", days=5), sync="off")
    assert main(["audit", str(folder)]) == 0
    out = capsys.readouterr().out
    assert all(each.__name__ in out for each in PASSES_OF["supermarket"])
    assert main(["audit", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_the_command_line_prints_findings(log, capsys, monkeypatch):
    seq = pick(log, "goods.ordered")
    spoilt = edited(log, seq, dearer("amount"))
    monkeypatch.setattr("projections.frames.log_frame", lambda _folder: spoilt)
    assert main(["audit", "any"]) == 1
    assert f"seq {seq}, day " in capsys.readouterr().out


def test_every_pass_says_its_rule_in_a_line():
    for passes in PASSES_OF.values():
        rules = [str(each.__doc__).splitlines()[0] for each in passes]
        assert all(rule.endswith(".") for rule in rules)
        assert len(set(rules)) == len(passes)
