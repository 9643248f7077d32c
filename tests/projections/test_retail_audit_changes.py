"""Goal: whatever is changed, left out, doubled or moved in a sound log is found where it shows.

Method: the log of a crowded store, one change at a time; look for the rule and the event. What no
audit can know without the world's tables is listed.
"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from events.base import Event, Outcome
from events.codec import encode
from events.episode import EpisodeEnded, EpisodeFinalised
from events.errors import LogError
from events.marketplace import PriceSet
from events.money import DayOpened, SolvencyTested
from events.supermarket import PricesDrawn
from events.union import KINDS
from projections.audit import audit_frame
from projections.frames import log_frame
from runs.archive import run
from runs.verify import verify
from sim.supermarket.world import Settings
from tests.crowded import crowd
from tests.falsified import (
    after,
    at_path,
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
from tests.forging import forged
from tests.retail import decode


@pytest.fixture(scope="module")
def log() -> pl.DataFrame:
    return crowd()


ITSELF = ""
FIGURES = [
    ("episode.started", "opening_balance", "books.bank", "solvency.tested"),
    ("goods.ordered", "amount", "orders.amount", ITSELF),
    ("goods.ordered", "amount", "books.bank", "solvency.tested"),
    ("goods.ordered", "lines.0.amount", "orders.amount", ITSELF),
    ("goods.ordered", "lines.0.price", "orders.price", ITSELF),
    ("goods.ordered", "lines.0.price", "orders.amount", ITSELF),
    ("goods.ordered", "lines.0.quality", "orders.quality", ITSELF),
    ("goods.ordered", "lines.0.quantity", "orders.amount", ITSELF),
    ("goods.ordered", "lines.0.last_day", "orders.last_day", ITSELF),
    ("goods.ordered", "lines.0.lot", "orders.lot", ITSELF),
    ("goods.ordered", "due_day", "orders.due", ITSELF),
    ("goods.ordered", "order", "orders.number", ITSELF),
    ("goods.delivered", "order", "goods.day", ITSELF),
    ("goods.delivered", "lots.0.stocked", "goods.delivered", ITSELF),
    ("goods.delivered", "lots.0.waiting", "goods.delivered", ITSELF),
    ("goods.delivered", "lots.0.lot", "goods.delivered", ITSELF),
    ("goods.admitted", "lots.0.stocked", "goods.admitted", ITSELF),
    ("goods.admitted", "lots.0.lot", "goods.admitted", ITSELF),
    ("goods.admitted", "lots.0.stocked", "report.stocked", "day.reported"),
    ("goods.admitted", "lots.0.stocked", "report.waiting", "day.reported"),
    ("goods.expired", "lots.0.stocked", "goods.expired", ITSELF),
    ("goods.expired", "lots.0.stocked", "report.expired", "day.reported"),
    ("goods.sold", "sales.0.demand", "sales.sold", ITSELF),
    ("goods.sold", "sales.0.sold", "sales.sold", ITSELF),
    ("goods.sold", "sales.0.sold", "sales.lots", ITSELF),
    ("goods.sold", "sales.0.sold", "report.sold", "day.reported"),
    ("goods.sold", "sales.0.returned", "sales.lots", ITSELF),
    ("goods.sold", "sales.0.returned", "books.refunds", ITSELF),
    ("goods.sold", "sales.0.price", "sales.price", ITSELF),
    ("goods.sold", "sales.0.revenue", "books.revenue", ITSELF),
    ("goods.sold", "sales.0.revenue", "books.takings", "takings.booked"),
    ("goods.sold", "sales.0.refunds", "books.refunds", ITSELF),
    ("goods.sold", "sales.0.cost", "books.cost", ITSELF),
    ("goods.sold", "sales.0.lots.0.units", "sales.lots", ITSELF),
    ("goods.sold", "sales.0.lots.0.lot", "goods.sold", ITSELF),
    ("takings.booked", "revenue", "books.takings", ITSELF),
    ("takings.booked", "refunds", "books.takings", ITSELF),
    ("takings.booked", "revenue", "books.bank", "solvency.tested"),
    ("rent.paid", "amount", "books.rent", ITSELF),
    ("solvency.tested", "bank", "books.bank", ITSELF),
    ("solvency.tested", "streak", "books.streak", ITSELF),
    ("day.opened", "day", "night.day", ITSELF),
    ("news.drawn", "day", "news.day", ITSELF),
    ("episode.ended", "bank", "books.bank", ITSELF),
    ("episode.ended", "wallet", "books.wallet", ITSELF),
    ("episode.ended", "day", "frame.day", ITSELF),
    ("day.reported", "bank", "books.bank", ITSELF),
    *(
        ("day.reported", name, f"report.{name}", ITSELF)
        for name in (
            *("day", "sold", "returned", "expired", "revenue", "refunds", "cost"),
            *("net_worth", "stocked", "waiting", "bare"),
        )
    ),
]


@pytest.mark.parametrize(("kind", "path", "rule", "shows"), FIGURES)
def test_a_micro_unit_a_day_or_a_unit_more_is_found(log, kind, path, rule, shows):
    # The first product in selling order has sold something in the middle of the episode.
    seq = pick(log, kind, '"sales":\\[\\{[^}]*"sold":[^}]*"lots"' if kind == "goods.sold" else "")
    findings = audit_frame(edited(log, seq, dearer(path)))
    assert (rule, after(log, seq, shows) if shows else seq) in told(findings)
    assert len(findings) < 100


@pytest.mark.parametrize(
    ("path", "rule"), [("lines.0.quantity", "goods.delivered"), ("due_day", "goods.day")]
)
def test_what_arrives_is_what_was_ordered_when_it_was_due(log, path, rule):
    seq = pick(log, "goods.ordered")
    order = payload(log, seq)["order"]
    (arrived,) = log.filter(
        pl.col("payload").str.contains(f'"order":{order},'), kind="goods.delivered"
    )["seq"]
    assert (rule, arrived) in told(audit_frame(edited(log, seq, dearer(path))))


UNSEEN = {
    "prices.drawn": {"price", "category"},
    "quotes.published": {"prices", "qualities", "effect"},
    "goods.ordered": {"lead_days"},
    "demand.sampled": {"traffic", "value", "news", "reviews"},
    "goods.sold": {"stars", "remark", "dimension"},
    "news.drawn": {"item"},
}
"""Fields whose value may be another one as far as the log can tell: draws, the world's tables, and
what the agent wrote. Re-execution tells."""


COMMON = (DayOpened, SolvencyTested, PriceSet, EpisodeFinalised, EpisodeEnded)
OUTCOMES = [
    tag
    for tag, kind in KINDS.items()
    if kind in COMMON or (kind.__module__ == PricesDrawn.__module__ and issubclass(kind, Outcome))
]


def leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, (*path, name))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from leaves(inner, (*path, str(place)))
    else:
        yield path


def other(value: Any) -> Any:
    if isinstance(value, float):
        return value * 1.01
    return value + 1 if isinstance(value, int) else f"{value}x"


@pytest.mark.parametrize("kind", OUTCOMES)
def test_no_field_of_an_outcome_can_be_changed_unseen(log, kind):
    seq = pick(log, kind)
    seen: Counter[str] = Counter()
    for path in leaves(payload(log, seq)):
        names = [step for step in path if not step.isdigit()]
        seen[".".join(names)] += 1
        if seen[".".join(names)] > 3 or names[-1] in UNSEEN.get(kind, set()):
            continue

        def change(fields: dict[str, Any], path: tuple[str, ...] = path) -> None:
            target = at_path(fields, list(path[:-1]))
            key: Any = int(path[-1]) if isinstance(target, list) else path[-1]
            target[key] = other(target[key])

        try:
            assert audit_frame(edited(log, seq, change)), path
        except LogError:
            assert path == ("kind",)


@pytest.fixture(scope="module")
def episode(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("changes") / "e"
    run(folder, Settings(agent="cheapest", days=8), sync="off")
    return folder


@pytest.mark.parametrize("kind", [*UNSEEN, "tool.answered"])
def test_re_execution_sees_what_the_log_cannot_tell(episode, tmp_path, kind):
    seq = pick(log_frame(episode), kind)

    def change(events: list[Event]) -> list[Event]:
        fields = json.loads(encode(events[seq - 1]))
        for path in leaves(fields):
            if path[-1] in UNSEEN.get(kind, {"current_time"}) or path[-2:-1] == ("prices",):
                target = at_path(fields, list(path[:-1]))
                key: Any = int(path[-1]) if isinstance(target, list) else path[-1]
                target[key] = other(target[key])
                break
        events[seq - 1] = decode(compact(fields))
        return events

    assert verify(forged(episode, tmp_path / "forged", change)).holds is False


@pytest.mark.parametrize(
    ("kind", "rule", "shows"),
    [
        ("goods.ordered", "goods.unknown", "goods.delivered"),
        ("goods.ordered", "orders.number", "goods.ordered"),
        ("goods.delivered", "goods.missing", "goods.ordered"),
        ("goods.admitted", "goods.outside", "day.opened"),
        ("goods.sold", "sales.missing", "demand.sampled"),
        ("goods.sold", "books.takings", "takings.booked"),
        ("goods.expired", "goods.unexpired", "day.opened"),
        ("demand.sampled", "night.lacking", "goods.sold"),
        ("demand.sampled", "sales.demand", "goods.sold"),
        ("takings.booked", "books.untaken", "goods.sold"),
        ("news.lapsed", "news.unlapsed", "news.drawn"),
        ("news.drawn", "news.missing", "day.opened"),
        ("rent.paid", "books.unpaid", "day.reported"),
        ("quotes.published", "night.lacking", "demand.sampled"),
        ("quotes.published", "orders.quote", "goods.ordered"),
        ("solvency.tested", "night.lacking", "demand.sampled"),
        ("day.reported", "night.last", "demand.sampled"),
        ("day.opened", "night.morning", "goods.delivered"),
        ("shelf.set", "sales.products", "goods.sold"),
        ("price.set", "sales.price", "goods.sold"),
        ("prices.drawn", "night.begin", "news.drawn"),
        ("episode.finalised", "end.missing", "day.reported"),
        ("tool.answered", "turns.unanswered", "turn.taken"),
    ],
)
def test_a_dropped_event_is_found(log, kind, rule, shows):
    mornings = "quotes.published", "day.opened"
    # Of the morning of an order, or of an arrival.
    seq = pick(log, kind) if kind not in mornings else _before(log, shows, kind)
    if kind == "shelf.set":
        seq = int(log.filter(kind=kind)["seq"][0])
    forged = dropped(log, seq)
    found = {forged["kind"][each.seq - 1] for each in audit_frame(forged) if each.rule == rule}
    assert shows in found


def _before(log: pl.DataFrame, kind: str, before: str) -> int:
    """Return the seq of the last event of one kind before a certain one of another."""
    seq = pick(log, kind)
    return int(log.filter((pl.col("seq") < seq) & (pl.col("kind") == before))["seq"][-1])


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("goods.ordered", "orders.number"),
        ("goods.ordered", "orders.lot"),
        ("goods.delivered", "goods.unknown"),
        ("goods.admitted", "goods.admitted"),
        ("goods.admitted", "night.twice"),
        ("goods.sold", "night.twice"),
        ("goods.sold", "sales.demand"),
        ("goods.expired", "goods.expired"),
        ("takings.booked", "books.takings"),
        ("news.drawn", "night.twice"),
        ("news.drawn", "news.length"),
        ("news.lapsed", "news.lapsed"),
        ("rent.paid", "night.twice"),
        ("quotes.published", "night.twice"),
        ("demand.sampled", "night.twice"),
        ("day.opened", "night.days"),
        ("day.reported", "night.twice"),
        ("solvency.tested", "night.twice"),
        ("prices.drawn", "night.begin"),
        ("episode.finalised", "end.reason"),
        ("tool.answered", "turns.twice"),
    ],
)
def test_a_doubled_event_is_found(log, kind, rule):
    seq = pick(log, kind)
    assert (rule, seq + 1) in told(audit_frame(doubled(log, seq)))


@pytest.mark.parametrize(
    ("kind", "days", "rule"),
    [
        ("goods.delivered", 1, "goods.day"),
        ("goods.delivered", -1, "goods.day"),
        ("goods.expired", 1, "goods.expired"),
        ("goods.expired", -1, "goods.expired"),
        ("news.lapsed", 1, "news.lapsed"),
        ("goods.ordered", 1, "orders.due"),
    ],
)
def test_what_happens_on_another_day_is_found(log, kind, days, rule):
    changed, seq = moved(log, pick(log, kind), days * 1_440)
    assert (rule, seq) in told(audit_frame(changed))


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("goods.sold", "night.hour"),
        ("rent.paid", "night.hour"),
        ("goods.admitted", "night.hour"),
        ("price.set", "night.hour"),
    ],
)
def test_what_happens_at_another_hour_is_found(log, kind, rule):
    changed, seq = moved(log, pick(log, kind), 60)
    assert (rule, seq) in told(audit_frame(changed))


def test_a_step_in_the_phase_of_another_is_found(log):
    seq = pick(log, "goods.expired")

    def later(fields: dict[str, Any]) -> None:
        fields["tick"] += 1

    assert ("night.phase", seq) in told(audit_frame(edited(log, seq, later)))


def test_two_steps_swapped_are_found(log):
    rows = log.to_dicts()
    here = pick(log, "rent.paid")
    rows[here - 1], rows[here] = rows[here], rows[here - 1]
    assert "night.tick" in {rule for rule, _ in told(audit_frame(relaid(rows, log)))}


def test_a_night_left_out_is_found(log):
    sampled = pick(log, "demand.sampled")
    closed = after(log, sampled, "day.reported")
    rows = log.to_dicts()
    changed = relaid(rows[: sampled - 1] + rows[closed:], log)
    findings = told(audit_frame(changed))
    assert ("night.days", after(changed, sampled, "day.opened")) in findings
    assert ("night.morning", sampled) in findings


def test_what_is_of_another_world_is_found(log):
    seq = pick(log, "price.set")
    rows = log.to_dicts()
    fields = {"kind": "wallet.withdrawn", "seq": seq, "tick": rows[seq - 1]["tick"], "amount": 1}
    stray = rows[seq - 1] | {"kind": "wallet.withdrawn", "payload": compact(fields)}
    changed = relaid([*rows[: seq - 1], stray, *rows[seq - 1 :]], log)
    assert ("night.kind", seq) in told(audit_frame(changed))
