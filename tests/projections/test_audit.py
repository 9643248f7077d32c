"""Goal: a sound episode has no findings, and any change to one is found where it shows.

Method: audit played years, whole and cut off at a commit; then change single payloads and rows of
their frames and look for the rule and the event.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import shopyear
from events.errors import LogError
from projections.audit import PASSES_OF, audit, audit_frame
from projections.frames import log_frame
from runs import audit_cli
from runs.conform import conform_file
from tests.falsified import (
    after,
    compact,
    dearer,
    doubled,
    dropped,
    edited,
    moved,
    payload,
    pick,
    relaid,
    told,
)

GOLDEN = Path(__file__).parent.parent / "golden"
TRACES = ("half-year-churn", "year-hard-stores", "haggle", "overspend-bankrupt")


@pytest.fixture(scope="module")
def folders(tmp_path_factory) -> Callable[[str], Path]:
    made: dict[str, Path] = {}

    def folder_of(name: str) -> Path:
        if name not in made:
            folder = made[name] = tmp_path_factory.mktemp("audit") / name
            if name in TRACES:
                trace = GOLDEN / "traces" / f"{name}.jsonl.gz"
                conform_file(trace, GOLDEN / "world", out=folder)
            else:
                agent, _, turns = name.partition("-")
                settings = shopyear.Settings(agent=agent, days=60)
                limit = int(turns or 4_000)
                shopyear.run(folder, settings, sync="off", turn_limit=limit)
        return made[name]

    return folder_of


@pytest.fixture(scope="module")
def churn(folders) -> pl.DataFrame:
    return log_frame(folders("half-year-churn"))


@pytest.mark.parametrize("name", [*TRACES, "steward", "idle", "steward-100"])
def test_a_sound_episode_has_no_findings(folders, name):
    assert audit(folders(name)) == []


@pytest.mark.parametrize("name", ["half-year-churn", "overspend-bankrupt", "steward-100"])
def test_an_interrupted_episode_has_no_findings_either(folders, name):
    log = log_frame(folders(name))
    commits = log["chain"].is_not_null().arg_true().to_list()
    for last in commits[:: len(commits) // 12]:
        assert audit_frame(log.head(last + 1)) == []
    assert audit_frame(log.clear()) == []


ITSELF = ""
MONEY = [
    ("half-year-churn", "episode.started", "opening_balance", "books.bank", "solvency.tested"),
    ("half-year-churn", "store.opened", "fee", "books.bank", "solvency.tested"),
    ("half-year-churn", "store.opened", "ops_cost", "books.ops_cost", "ops.charged"),
    ("half-year-churn", "store.closed", "liquidated.0.amount", "books.bank", "solvency.tested"),
    ("half-year-churn", "ops.charged", "stores.0.amount", "books.ops_cost", ITSELF),
    ("idle", "idle.charged", "amount", "books.bank", "solvency.tested"),
    ("half-year-churn", "storage.charged", "amount", "books.storage", "day.closed"),
    ("half-year-churn", "units.sold", "unit_price", "shipments.net", ITSELF),
    ("half-year-churn", "units.sold", "net", "shipments.net", ITSELF),
    ("half-year-churn", "shipment.sent", "cost", "books.bank", "solvency.tested"),
    ("half-year-churn", "shipment.sent", "net", "shipments.amount", ITSELF),
    ("half-year-churn", "shipment.sent", "net", "books.escrow", "day.closed"),
    ("half-year-churn", "shipment.sent", "commission", "shipments.amount", ITSELF),
    ("half-year-churn", "return.seeded", "unit_refund", "parcels.sale", ITSELF),
    ("half-year-churn", "return.arrived", "taken", "parcels.refund", ITSELF),
    ("half-year-churn", "return.arrived", "taken", "books.escrow", "day.closed"),
    ("half-year-churn", "return.arrived", "forgiven", "parcels.refund", ITSELF),
    ("half-year-churn", "escrow.matured", "batches.0.amount", "escrow.amount", ITSELF),
    ("half-year-churn", "escrow.matured", "batches.0.amount", "books.wallet", "day.closed"),
    ("half-year-churn", "wallet.withdrawn", "amount", "books.bank", "solvency.tested"),
    ("half-year-churn", "wallet.withdrawn", "amount", "books.wallet", "day.closed"),
    ("half-year-churn", "order.placed", "amount", "deliveries.amount", ITSELF),
    ("half-year-churn", "order.placed", "unit_price", "deliveries.amount", ITSELF),
    ("haggle", "fee.paid", "amount", "books.bank", "solvency.tested"),
    ("half-year-churn", "delivery.arrived", "cost", "deliveries.cost", ITSELF),
    ("half-year-churn", "solvency.tested", "bank", "books.bank", ITSELF),
    ("half-year-churn", "goods.listed", "quantity", "stock.listed", ITSELF),
    ("half-year-churn", "units.sold", "quantity", "stock.storage", "storage.charged"),
    ("half-year-churn", "store.closed", "liquidated.0.quantity", "stock.closed", ITSELF),
    ("half-year-churn", "store.closed", "liquidated.0.amount", "stock.salvage", ITSELF),
    ("half-year-churn", "storage.charged", "units", "stock.storage", ITSELF),
    *(
        ("half-year-churn", "day.closed", name, f"books.{name}", ITSELF)
        for name in ("bank", "wallet", "escrow", "ops", "idle", "storage", "matured")
    ),
    *(
        ("half-year-churn", "episode.ended", name, f"books.{name}", ITSELF)
        for name in ("bank", "wallet", "escrow")
    ),
]


@pytest.mark.parametrize(("name", "kind", "path", "rule", "shows"), MONEY)
def test_a_micro_yuan_or_a_unit_more_is_found(folders, name, kind, path, rule, shows):
    log = log_frame(folders(name))
    seq = pick(log, kind, "liquidated" if kind == "store.closed" else "")
    findings = audit_frame(edited(log, seq, dearer(path)))
    assert (rule, after(log, seq, shows) if shows else seq) in told(findings)
    assert len(findings) < 200


def test_a_drift_is_told_once_and_not_every_morning(churn):
    seq = pick(churn, "wallet.withdrawn")
    findings = audit_frame(edited(churn, seq, dearer("amount")))
    rules = [finding.rule for finding in findings]
    assert rules == ["books.bank", "books.wallet", "books.negative"]  # it took the whole wallet
    assert findings[2].seq == seq
    assert findings[0].figures["difference"] == -1


@pytest.mark.parametrize(
    ("first", "second"), [("ops.charged", "solvency.tested"), ("day.opened", "ops.charged")]
)
def test_two_events_of_a_morning_swapped_are_found(churn, first, second):
    rows = churn.to_dicts()
    here = pick(churn, first)
    there = after(churn, here, second)
    rows[here - 1], rows[there - 1] = rows[there - 1], rows[here - 1]
    findings = told(audit_frame(relaid(rows, churn)))
    assert {rule for rule, _ in findings} >= {"settlement.tick"}
    assert ("settlement.first", here) in findings or first != "day.opened"


def test_an_event_in_another_phase_is_found(churn):
    seq = pick(churn, "escrow.matured")

    def later(fields: dict[str, Any]) -> None:
        fields["tick"] += 1

    assert ("settlement.phase", seq) in told(audit_frame(edited(churn, seq, later)))


def test_a_morning_left_out_is_found(churn):
    opened = pick(churn, "day.opened")
    closed = after(churn, opened, "day.closed")
    rows = churn.to_dicts()
    log = relaid(rows[: opened - 1] + rows[closed:], churn)
    findings = told(audit_frame(log))
    assert ("settlement.days", after(log, opened - 1, "day.opened")) in findings
    assert ("settlement.morning", opened) in findings


@pytest.mark.parametrize(
    ("kind", "rule", "begun"),
    [
        ("return.arrived", "parcels.missing", "return.seeded"),
        ("return.seeded", "parcels.unknown", "return.arrived"),
        ("delivery.arrived", "deliveries.missing", "order.placed"),
        ("shipment.sent", "shipments.missing", "units.sold"),
        ("shipment.cancelled", "shipments.missing", "units.sold"),
        ("goods.listed", "stock.shelf", "units.sold"),
        ("escrow.matured", "escrow.missing", "shipment.sent"),
        ("tool.answered", "turns.unanswered", "turn.taken"),
        ("day.closed", "settlement.lacking", "day.opened"),
        ("solvency.tested", "settlement.lacking", "day.opened"),
    ],
)
def test_a_dropped_event_is_found(churn, kind, rule, begun):
    seq = pick(churn, kind)
    log = dropped(churn, seq)
    findings = [finding for finding in audit_frame(log) if finding.rule == rule]
    assert findings
    # One maturity ends many batches.
    assert {log["kind"][finding.seq - 1] for finding in findings} == {begun}


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("escrow.matured", "escrow.twice"),
        ("escrow.matured", "settlement.twice"),
        ("return.arrived", "parcels.twice"),
        ("return.seeded", "parcels.seeded_twice"),
        ("delivery.arrived", "deliveries.twice"),
        ("order.placed", "deliveries.number"),
        ("shipment.sent", "shipments.twice"),
        ("shipment.sent", "escrow.number"),
        ("units.sold", "shipments.number"),
        ("tool.answered", "turns.twice"),
        ("turn.taken", "turns.number"),
        ("day.opened", "settlement.twice"),
    ],
)
def test_a_doubled_event_is_found(churn, kind, rule):
    seq = pick(churn, kind)
    assert (rule, seq + 1) in told(audit_frame(doubled(churn, seq)))


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("delivery.arrived", "deliveries.day"),
        ("return.arrived", "parcels.day"),
        ("escrow.matured", "escrow.day"),
        ("shipment.cancelled", "shipments.lapse"),
    ],
)
def test_what_happens_a_day_late_is_found(churn, kind, rule):
    log, seq = moved(churn, pick(churn, kind), 1_440)
    assert (rule, seq) in told(audit_frame(log))


def test_anything_after_the_end_is_found(churn):
    rows = churn.to_dicts()
    log = relaid([*rows, rows[-2]], churn)
    assert ("frame.after", log.height) in told(audit_frame(log))


def test_a_second_start_is_found(churn):
    rows = churn.to_dicts()
    assert ("frame.start", 2) in told(audit_frame(relaid([rows[0], *rows], churn)))


def test_a_gap_is_found(churn):
    seq = pick(churn, "memo.written")
    log = churn.filter(pl.col("seq") != seq)
    assert told(audit_frame(log)) == {("sequence.gap", seq + 1)}


def test_a_column_that_belies_its_payload_is_found(churn):
    seq = pick(churn, "price.set")
    tick = pl.col("tick") + (pl.col("seq") == seq).cast(pl.Int64)
    assert ("sequence.columns", seq) in told(audit_frame(churn.with_columns(tick=tick)))


def test_an_outcome_that_no_call_caused_is_found(churn):
    seq = pick(churn, "tool.answered")
    rows = churn.to_dicts()
    stray = next(row for row in rows if row["kind"] == "price.set")
    fields = compact(json.loads(stray["payload"]) | {"tick": rows[seq - 1]["tick"]})
    stray = stray | {"tick": rows[seq - 1]["tick"], "payload": fields}
    log = relaid([*rows[:seq], stray, *rows[seq:]], churn)
    assert ("turns.cause", seq + 1) in told(audit_frame(log))


def test_what_is_of_another_world_is_found(churn):
    seq = pick(churn, "price.set")
    fields = {"kind": "shelf.set", "seq": seq, "tick": churn["tick"][seq - 1], "skus": []}
    log = edited(churn, seq, lambda price: (price.clear(), price.update(fields)))
    assert ("settlement.kind", seq) in told(audit_frame(log))


def test_another_date_than_the_days_is_found(churn):
    seq = pick(churn, "day.opened")
    log = edited(churn, seq, lambda fields: fields.update(date="2026-02-30"))
    assert ("settlement.date", seq) in told(audit_frame(log))


def test_a_payload_that_is_no_event_is_told_alone(churn):
    def spoil(fields: dict[str, Any]) -> None:
        fields["amount"] = 1.5

    seq = pick(churn, "wallet.withdrawn")
    assert told(audit_frame(edited(churn, seq, spoil))) == {("readable", seq)}


@pytest.mark.parametrize("amount", [2**63, 2**64, 2**80])
def test_a_number_beyond_64_bits_does_not_slip_through(churn, amount):
    def swell(fields: dict[str, Any]) -> None:
        fields["unit_price"] = amount

    with pytest.raises(LogError, match=r"units\.sold.*unit_price"):
        audit_frame(edited(churn, pick(churn, "units.sold"), swell))


def test_products_and_sums_do_not_wrap(churn):
    def swell(fields: dict[str, Any]) -> None:
        fields["unit_price"] = 2**62
        fields["quantity"] = 4

    seq = pick(churn, "units.sold")
    assert ("shipments.net", seq) in told(audit_frame(edited(churn, seq, swell)))


@pytest.mark.parametrize("way", ["moved", "liquidated"])
@pytest.mark.parametrize("edit", [list.pop, list.clear, lambda lines: lines.append(lines[0])])
def test_a_closing_store_gives_up_just_what_stood_there(churn, way, edit):
    seq = pick(churn, "store.closed", way)
    log = edited(churn, seq, lambda fields: edit(fields[way]))
    assert ("stock.closed", seq) in told(audit_frame(log))


@pytest.mark.parametrize("kind", ["units.sold", "goods.listed", "price.set"])
def test_goods_in_a_closed_store_are_found(churn, kind):
    closed = pick(churn, "store.closed")
    store = payload(churn, closed)["store"]
    log = edited(churn, after(churn, closed, kind), lambda fields: fields.update(store=store))
    assert ("stock.store", after(churn, closed, kind)) in told(audit_frame(log))


def test_goods_taken_back_that_were_never_there_are_found(churn):
    seq = pick(churn, "goods.unlisted")
    log = edited(churn, seq, lambda fields: fields.update(quantity=2**62))
    assert ("stock.shelf", seq) in told(audit_frame(log))


def test_sums_of_units_do_not_wrap(churn):
    log, seq = churn, after(churn, pick(churn, "storage.charged"), "units.sold")
    for sale in range(seq, seq + 4):
        log = edited(log, sale, lambda fields: fields.update(quantity=fields["quantity"] + 2**62))
    findings = [each for each in audit_frame(log) if each.rule == "stock.storage"]
    assert [each.figures["difference"] for each in findings] == [2**64]


def test_the_command_line_says_what_was_checked(folders, capsys, tmp_path):
    folder = folders("steward")
    assert _main("audit", str(folder)) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert all(each.__name__ in out for each in PASSES_OF["marketplace"])
    assert _main("audit", str(folder), "--json") == 0
    assert json.loads(capsys.readouterr().out) == []
    assert _main("audit", str(tmp_path / "nowhere")) == 2
    assert "nowhere" in capsys.readouterr().err


def test_the_command_line_prints_findings(folders, capsys, monkeypatch):
    log = log_frame(folders("steward"))
    seq = pick(log, "order.placed")
    spoilt = edited(log, seq, dearer("amount"))
    monkeypatch.setattr("projections.frames.log_frame", lambda _folder: spoilt)
    assert _main("audit", "any") == 1
    assert f"seq {seq}, day " in capsys.readouterr().out
    assert _main("audit", "any", "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert found[0].keys() == {"seq", "day", "rule", "message", "figures"}


def _main(*words: str) -> int:
    import argparse

    top = argparse.ArgumentParser()
    audit_cli.add(top.add_subparsers(required=True))
    arguments = top.parse_args(words)
    code: int = arguments.command(arguments)
    return code
