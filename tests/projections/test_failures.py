"""Goal: the failures of recorded episodes are known, and their evidence is in the log.

Method: pin the verdicts; look up each row of evidence among the events of the kind it tells of.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from failure_logs import YUAN, started
from logs import batch_of, log_of

from events.base import Event
from events.marketplace import ShipmentCancelled, ShipmentVoided
from events.money import DayClosed, FeePaid
from events.talks import OrderPlaced
from projections.batch import Batch
from projections.failures import EVIDENCE, METRICS, RULES, evidence, measure
from projections.frames import log_frame

GOLDEN = Path(__file__).parent.parent / "golden"

HOLDING = {
    "idle": (),
    "half-year-churn": ("unsold_stock", "late_sales_lost"),
    "year-mixed": (
        "unsold_stock",
        "orders_after_harm",
        "lapsed_shipments",
        "late_sales_lost",
        "membership_fee_paid",
    ),
    "overspend-bankrupt": (
        "unsold_stock",
        "first_quotes_taken",
        "lapsed_shipments",
        "overdrawn_with_cash",
    ),
}
SHOWN: dict[str, tuple[type[Event], Callable[[dict[str, Any]], tuple[str, ...]]]] = {
    "unsold_stock": (OrderPlaced, lambda event: (event["sku"],)),
    "orders_after_harm": (OrderPlaced, lambda event: (event["supplier"], event["sku"])),
    "first_quotes_taken": (OrderPlaced, lambda event: (event["supplier"], event["sku"])),
    "lapsed_shipments": (ShipmentCancelled, lambda event: (f"shipment {event['shipment']} ",)),
    "late_sales_lost": (ShipmentVoided, lambda event: (f"shipment {event['shipment']} ",)),
    "membership_fee_paid": (FeePaid, lambda event: (event["supplier"],)),
    "overdrawn_with_cash": (DayClosed, lambda event: (f"{-event['bank'] // YUAN:,}.",)),
}


@pytest.fixture(scope="module")
def recorded(archived) -> dict[str, pl.DataFrame]:
    return {name: log_frame(archived(name)) for name in HOLDING}


def test_the_verdicts_on_recorded_episodes_stay_as_they_are(recorded):
    measured = measure(Batch(recorded))
    assert measured.columns == ["episode", *(metric.name for metric in METRICS)]
    rows = zip(recorded, measured.iter_rows(named=True), strict=True)
    held = {name: tuple(rule.name for rule in RULES if row[rule.name]) for name, row in rows}
    assert held == HOLDING


def test_evidence_points_at_the_events_it_tells_of(recorded):
    batch = Batch(recorded)
    rows = evidence(batch)
    order_of = {rule.name: number for number, rule in enumerate(RULES)}
    places = [(row[0], order_of[row[1]], row[2]) for row in rows.iter_rows()]
    assert rows.columns == list(EVIDENCE)
    assert places == sorted(places)
    found = {(batch.names[episode], rule) for episode, rule, *_ in rows.iter_rows()}
    assert found == {(name, rule) for name, rules in HOLDING.items() for rule in rules}
    for rule, (kind, words) in SHOWN.items():
        events = {(row["episode"], row["seq"]): row for row in batch.of(kind).to_dicts()}
        for row in rows.filter(pl.col("rule") == rule).iter_rows(named=True):
            event = events[row["episode"], row["seq"]]
            assert row["on"] == event["on"]
            assert all(word in row["told"] for word in words(event)), row["told"]


def test_a_batch_gives_each_episode_what_it_gets_alone(recorded):
    whole, alone = Batch(recorded), [Batch({name: log}) for name, log in recorded.items()]
    assert measure(whole).drop("episode").rows() == [
        measure(batch).drop("episode").row(0) for batch in alone
    ]
    words = ["rule", "seq", "on", "told"]
    rows = [row for batch in alone for row in evidence(batch).select(words).rows()]
    assert evidence(whole).select(words).rows() == rows


def test_an_episode_of_one_event_has_no_failure_and_no_evidence():
    batch = batch_of(log_of(started()))
    row = measure(batch).row(0, named=True)
    assert {row[rule.name] for rule in RULES} == {None}
    assert evidence(batch).is_empty()
    optional = {metric.name for metric in METRICS if metric.undefined}
    assert {name for name, value in row.items() if value is None} == optional
