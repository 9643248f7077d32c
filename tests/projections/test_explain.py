"""Goal: an explanation names every posting and every link of the chain, and its sums agree.

Method: explain all balances of a played half-year and the events of each kind; compare the text
with the log.
"""

import argparse
import re
from decimal import Decimal
from pathlib import Path

import pytest

import shopyear
from events.episode import ToolAnswered, TurnTaken
from events.marketplace import ReturnArrived, ReturnSeeded, ShipmentSent, UnitsSold
from events.money import DayClosed, EscrowMatured
from events.talks import OrderPlaced
from ledger.settlement import STEPS
from projections.explain import explain_balance, explain_event
from projections.explain_words import moment, shortened, yuan
from runs import audit_cli

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.fixture(scope="module")
def episode(archived) -> Path:
    return archived("half-year-churn")


@pytest.fixture(scope="module")
def events(episode) -> list:
    return shopyear.load(episode)


@pytest.mark.parametrize("account", ["bank", "wallet", "escrow"])
@pytest.mark.parametrize("day", [1, 2, 20, 49, 120, 180])
def test_a_balance_is_explained_posting_by_posting(episode, events, account, day):
    lines = explain_balance(episode, day, account)
    closed = next(event for event in events if isinstance(event, DayClosed) and event.day == day)
    end = next(at for at, line in enumerate(lines) if f"at the close of day {day}:" in line)
    assert yuan(getattr(closed, account)) in lines[end]
    assert lines[end].endswith("the sum agrees")
    assert lines[-1].endswith("the sum agrees")
    total = amount(lines[0].rsplit(": ", 1)[1])
    for line in lines[1:end]:
        moved, reached = re.match(r"  (\S+) -> (\S+)  seq \d+, day \d+, ", line).groups()
        total += amount(moved)
        assert total == amount(reached)
    assert total * 1_000_000 == getattr(closed, account)


def amount(text: str) -> Decimal:
    return Decimal(text.replace("¥", "").replace(",", ""))


def test_the_last_morning_goes_on_to_the_end(episode):
    lines = explain_balance(episode, 180, "escrow")
    assert any("finalise, escrow.matured" in line for line in lines)
    assert lines[-1].startswith("escrow at the end of the episode: ¥0.000000")


def test_only_mornings_and_accounts_of_the_episode_are_explained(episode):
    for day in (0, -1, 181):
        with pytest.raises(ValueError, match="1 to 180"):
            explain_balance(episode, day, "bank")
    with pytest.raises(ValueError, match="bank, wallet, escrow"):
        explain_balance(episode, 1, "revenue")
    for seq in (0, -1, 10**6):
        with pytest.raises(ValueError, match="there is no event"):
            explain_event(episode, seq)


def test_a_returned_shipment_is_followed_from_sale_to_withdrawal(episode, events):
    arrived = next(event for event in events if isinstance(event, ReturnArrived))
    shipped = {event.batch: event for event in events if isinstance(event, ShipmentSent)}
    sales = {event.shipment: event for event in events if isinstance(event, UnitsSold)}
    sent = shipped[arrived.batch]
    sold = sales[sent.shipment]
    kinds = ["units.sold", "shipment.sent", "return.seeded", "return.arrived"]
    kinds += ["escrow.matured", "wallet.withdrawn"]
    for asked in (sold, sent, arrived):
        lines = explain_event(episode, asked.seq)
        chain = [line for line in lines if " seq " in line and not line.startswith("caused")]
        assert [re.search(r", (\w+\.\w+):", line).group(1) for line in chain] == kinds
        (marked,) = [line for line in chain if line.startswith(">")]
        assert marked.startswith(f"> seq {asked.seq}, ")
        assert yuan(arrived.taken) in chain[3]
        assert f"of it batch {arrived.batch}: " in chain[4]
    assert explain_event(episode, sent.seq)[-1].startswith("caused by turn ")
    assert "ship_orders" in explain_event(episode, sent.seq)[-1]


def test_a_maturity_is_explained_by_each_of_its_shipments(episode, events):
    matured = max(
        (event for event in events if isinstance(event, EscrowMatured)),
        key=lambda event: len(event.batches),
    )
    lines = explain_event(episode, matured.seq)
    for kind in ("units.sold", "shipment.sent"):
        assert sum(f", {kind}:" in line for line in lines) == len(matured.batches)


def test_an_order_is_followed_from_agreement_to_delivery(episode, events):
    placed = next(event for event in events if isinstance(event, OrderPlaced))
    lines = explain_event(episode, placed.seq)
    assert "offer.answered" in lines[0] or "quote.accepted" in lines[0]
    assert lines[1].startswith(">")
    assert yuan(-placed.amount) in lines[1]
    assert "delivery.arrived" in lines[2]
    assert "chatbox" in lines[3]


def test_every_kind_of_event_has_an_explanation(episode, events):
    seen = {type(event): event for event in events}
    for event in seen.values():
        lines = explain_event(episode, event.seq)
        tag = event.__struct_config__.tag
        assert sum(line.startswith(f"> seq {event.seq}, ") for line in lines) == 1
        assert any(f"{tag}: " in line for line in lines)
        assert all(line.isprintable() for line in lines)
    assert TurnTaken in seen
    assert ToolAnswered in seen


def test_an_early_close_has_no_call(tmp_path):
    folder = tmp_path / "short"
    settings = shopyear.Settings(agent="steward", days=60)
    shopyear.run(folder, settings, sync="off", turn_limit=100)
    events = shopyear.load(folder)
    final = events[-2]
    assert final.reason == "max_turns_reached"
    assert explain_event(folder, final.seq)[-1].startswith("no call caused it")
    parcels = [event for event in events if isinstance(event, ReturnSeeded)]
    assert parcels
    assert all("return.arrived" in "".join(explain_event(folder, each.seq)) for each in parcels)


def test_amounts_and_moments_are_exact():
    assert yuan(1) == "¥0.000001"
    assert yuan(-1_234_500_000_000) == "-¥1,234,500.000000"
    assert yuan(5, signed=True) == "+¥0.000005"
    assert moment((1440 + 480) * 16 + 7, "2026-02-28", STEPS) == "day 1, 2026-03-01 08:00, maturity"
    assert shortened("a\n\x1b[31m b", 80) == "a �[31m b"
    assert len(shortened("x" * 500)) == 160


def test_the_command_line_explains(episode, capsys):
    top = argparse.ArgumentParser()
    audit_cli.add(top.add_subparsers(required=True))

    def main(*words: str) -> int:
        arguments = top.parse_args(["explain", str(episode), *words])
        code: int = arguments.command(arguments)
        return code

    assert main("--day", "20", "--account", "wallet") == 0
    assert capsys.readouterr().out.splitlines() == explain_balance(episode, 20, "wallet")
    assert main("--event", "174") == 0
    assert capsys.readouterr().out.splitlines() == explain_event(episode, 174)
    assert main("--day", "20") == 2
    assert "go together" in capsys.readouterr().err
    with pytest.raises(ValueError):
        main("--event", "0")
