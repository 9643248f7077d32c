"""What a report shows of an episode, read from its log once; figures come from `projections`."""

from bisect import bisect_right
from collections import Counter, defaultdict
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

import msgspec

from data.supermarket.loader import embedded, load_folder
from data.supermarket.tables import Supermarket
from events.agent import AgentConfigured
from events.base import Event
from events.episode import EpisodeEnded, EpisodeFailed, EpisodeStarted
from events.errors import LogError
from events.log import ChainReport, Status, verify_chain
from events.marketplace import (
    NewsPublished,
    PromotionJoined,
    PromotionLapsed,
    ReputationUpdated,
    ReturnArrived,
    ShipmentCancelled,
    StoreClosed,
    StoreOpened,
    UnitsSold,
)
from events.money import DayClosed, StorageCharged
from events.supermarket import DayReported
from events.talks import OrderPlaced
from projections.audit import Finding, audit_frame
from projections.batch import Batch
from projections.collection import Archive, read
from projections.retail_baseline import SUPERMARKET
from projections.score import figures
from projections.scored import Figure
from projections.talks import talks
from projections.worth import mornings
from runs.score import Rosters, by_world
from runs.verify import Verdict, verify

DAILY_MAX: Final = 62
"""Longer episodes are shown by the week."""


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """One episode, its figures and what was checked."""

    name: str
    started: EpisodeStarted
    status: Status
    batch: Batch
    figures: dict[str, Figure]
    chain: ChainReport
    findings: list[Finding]
    verdict: Verdict | None
    """Of the re-execution; None where it was not asked for."""
    store: Supermarket | None = None
    """The supermarket's tables, where those it was played with are at hand."""

    @property
    def holds(self) -> bool:
        """Whether nothing that was checked contradicts the log."""
        replayed = self.verdict is None or self.verdict.holds is not False
        return self.chain.problem is None and not self.findings and replayed

    @property
    def last_day(self) -> int:
        """The last settled morning; 0 before the first."""
        if self.is_store:
            return self.batch.of(DayReported).height
        days = self.batch.of(DayClosed)["day"]
        return int(days[-1]) if len(days) else 0

    @property
    def is_store(self) -> bool:
        """Whether it was played in the supermarket."""
        return self.started.scenario == SUPERMARKET

    def date_of(self, day: int) -> str:
        """Return the date of a day, YYYY-MM-DD."""
        return (date.fromisoformat(self.started.start_date) + timedelta(days=day)).isoformat()


def look(folder: Path, *, world: Path | None = None, execute: bool = False) -> Seen:
    """Read, measure and check an episode.

    Args:
        world: the tables it was played with; the embedded ones by default.
        execute: play it again and compare every event, too.

    Raises:
        LogError: it cannot be read.
    """
    found = read(folder, folder.resolve().name)
    if not isinstance(found, Archive):
        raise LogError(found.reason)
    findings = audit_frame(found.log)
    if findings and findings[0].rule == "readable":
        raise LogError(f"{folder}: event {findings[0].seq}: {findings[0].message}")
    ((archives, roster),) = by_world([found], Rosters(world))
    batch = Batch({each.name: each.log for each in archives}, roster)
    return Seen(
        name=found.name,
        started=found.started,
        status=found.status,
        batch=batch,
        figures=figures(batch, scenario=found.started.scenario)[0],
        chain=verify_chain(folder),
        findings=findings,
        verdict=verify(folder, world=world) if execute else None,
        store=_store(found.started, world),
    )


def _store(started: EpisodeStarted, world: Path | None) -> Supermarket | None:
    if started.scenario != SUPERMARKET:
        return None
    tables = embedded() if world is None else load_folder(world)
    return tables if tables.digest == started.world else None


def ending(batch: Batch) -> dict[str, Any] | None:
    """Return the fields of `episode.ended`; None while the episode has not ended."""
    return _last(batch, EpisodeEnded)


def failure(batch: Batch) -> dict[str, Any] | None:
    """Return the fields of the last `episode.failed`, if any."""
    return _last(batch, EpisodeFailed)


def model(batch: Batch) -> dict[str, Any] | None:
    """Return how a model was set up; None where no model played."""
    return _last(batch, AgentConfigured)


def _last(batch: Batch, kind: type[Event]) -> dict[str, Any] | None:
    rows = batch.of(kind)
    return rows.row(-1, named=True) if rows.height else None


def accounts(seen: Seen) -> list[dict[str, int]]:
    """Return `day, bank, wallet, escrow, assets` in micro-yuan: the opening, then the mornings."""
    opening = seen.started.opening_balance
    first = {"day": 0, "bank": opening, "wallet": 0, "escrow": 0, "assets": opening}
    rows = mornings(seen.batch).drop("episode").rows(named=True)
    return [first, *rows]


class Mark(msgspec.Struct, frozen=True):
    """Something on the calendar that may explain a curve."""

    day: int
    lane: str
    told: str


LANES: Final = ("market event", "promotion announced", "promotion joined", "store opened or closed")


def marks(batch: Batch) -> list[Mark]:
    """Return market events, promotions and the stores' openings and closings, by day."""
    lanes = {"event": LANES[0], "promotion": LANES[1]}
    found = [
        *(
            Mark(row["on"], lanes[row["topic"]], row["subject"])
            for row in batch.of(NewsPublished).rows(named=True)
            if row["topic"] in lanes
        ),
        *_changes(batch, PromotionJoined, LANES[2], "{store} joined {promotion} at {discount:.0%}"),
        *_changes(batch, PromotionLapsed, LANES[2], "{promotion} is over for {store}"),
        *_changes(batch, StoreOpened, LANES[3], "{store} ({name}) opened"),
        *_changes(batch, StoreClosed, LANES[3], "{store} closed"),
    ]
    return sorted(found, key=lambda mark: (mark.day, LANES.index(mark.lane)))


def _changes(batch: Batch, kind: type[Event], lane: str, told: str) -> list[Mark]:
    return [Mark(row["on"], lane, told.format(**row)) for row in batch.of(kind).rows(named=True)]


class Goods(msgspec.Struct, frozen=True):
    """Units and money of some days; `lost` are units cancelled, or expired."""

    day: int
    """The first of them."""
    sold: int
    gross: int
    """Micro-yuan."""
    lost: int
    returned: int


def span_of(seen: Seen) -> int:
    """Return how many days are shown as one."""
    return 1 if seen.last_day <= DAILY_MAX else 7


def flow(seen: Seen) -> tuple[list[Goods], int]:
    """Return units sold, cancelled and returned, and how many days each row stands for."""
    span = span_of(seen)
    tallies: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for name, kind in (
        ("sold", UnitsSold),
        ("cancelled", ShipmentCancelled),
        ("returned", ReturnArrived),
    ):
        for row in seen.batch.of(kind).rows(named=True):
            tally = tallies[row["on"] // span]
            tally[name] += row["quantity"]
            tally["gross"] += row["quantity"] * row.get("unit_price", 0)
    if not tallies:
        return [], span
    order = ("sold", "gross", "cancelled", "returned")
    return [
        Goods(number * span, *(tallies[number][name] for name in order))
        for number in range(max(seen.last_day // span, *tallies) + 1)
    ], span


class Talk(msgspec.Struct, frozen=True):
    """A negotiation, and what the orders that came of it cost."""

    row: dict[str, Any]
    """As in `projections.talks`."""
    units: int
    amount: int
    """Micro-yuan; 0 where nothing was ordered."""


def dearest(batch: Batch, most: int) -> list[Talk]:
    """Return the negotiations whose orders cost the most, the dearest first.

    Those without an order come after them, by the price of one unit.
    """
    rows = talks(batch).rows(named=True)
    opened: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for row in rows:
        opened[row["supplier"], row["sku"]].append(row["seq"])
    units: Counter[int] = Counter()
    amounts: Counter[int] = Counter()
    for order in batch.of(OrderPlaced).rows(named=True):
        openings = opened[order["supplier"], order["sku"]]
        if at := bisect_right(openings, order["seq"]):
            units[openings[at - 1]] += order["quantity"]
            amounts[openings[at - 1]] += order["amount"]
    rows.sort(key=lambda row: (-amounts[row["seq"]], -row["reference"], row["seq"]))
    return [Talk(row, units[row["seq"]], amounts[row["seq"]]) for row in rows[:most]]


def stock(batch: Batch) -> list[tuple[int, int]]:
    """Return the units that paid storage on each settled morning; 0 where none did."""
    stored = dict(batch.of(StorageCharged).select("on", "units").rows())
    return [(day, stored.get(day, 0)) for day in batch.of(DayClosed)["on"]]


def reputations(batch: Batch) -> dict[str, list[tuple[int, float]]]:
    """Return each store's reputation by morning; stores in the order of opening."""
    names = dict(batch.of(StoreOpened).select("store", "name").rows())
    found: dict[str, list[tuple[int, float]]] = {}
    for row in batch.of(ReputationUpdated).rows(named=True):
        for rating in row["stores"]:
            store = rating["store"]
            told = f"{store} {names.get(store, '')}".strip()
            found.setdefault(told, []).append((row["on"], rating["reputation"]))
    return found
