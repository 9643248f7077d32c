"""A vocabulary of three small events, and logs made of them, for the tests of the log layer."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import strategies as st

from events.base import Line, Outcome
from events.codec import GENESIS, encode, link, make_decoder
from events.journal import Commit, Journal
from events.log import EpisodeLog, Row
from events.manifest import Manifest, World


class Leg(Line, frozen=True):
    """A line with a float, a text and a map."""

    sku: str
    price: float = 1.0
    parts: dict[str, float] = msgspec.field(default_factory=dict)


class Noted(Outcome, frozen=True, tag="sample.noted"):
    """Text only."""

    text: str
    remark: str | None = None


class Priced(Outcome, frozen=True, tag="sample.priced"):
    """Floats at every nesting."""

    price: float
    units: int = 0
    legs: tuple[Leg, ...] = ()
    rates: dict[str, float] = msgspec.field(default_factory=dict)
    table: dict[str, list[list[float]]] = msgspec.field(default_factory=dict)
    outside: Any = None


class Ended(Outcome, frozen=True, tag="episode.ended"):
    """The last event of an episode."""


decode = make_decoder(Noted | Priced | Ended)

MANIFEST = Manifest(
    episode="e-0001",
    scenario="steward",
    world=World("visible", "ab" * 32),
    rules={"draws": "published", "grace": 7, "strict": True, "rate": 0.25},
    seed=20260122,
    days=365,
    opening_balance=100_000_000_000,
    agent="idle ¥",
    versions={"python": "3.11.7"},
    created="2026-11-30T22:20:00Z",
)

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
floats = st.floats(allow_nan=False, allow_infinity=False)
legs = st.builds(Leg, sku=texts, price=floats, parts=st.dictionaries(texts, floats, max_size=2))
header = {"seq": st.integers(1, 2**62), "tick": st.integers(0, 2**62)}
events = st.one_of(
    st.builds(Noted, **header, text=texts, remark=st.none() | texts),
    st.builds(
        Priced,
        **header,
        price=floats,
        units=st.integers(-(2**62), 2**62),
        legs=st.lists(legs, max_size=3).map(tuple),
        rates=st.dictionaries(texts, floats, max_size=3),
        table=st.dictionaries(texts, st.lists(st.lists(floats, max_size=2), max_size=2)),
    ),
    st.builds(Ended, **header),
)


def notes(first: int, count: int, text: str = "day's end") -> list[Noted]:
    """Return `count` events from seq `first` on."""
    return [
        Noted(seq=seq, tick=seq * 16, text=f"{text} {seq}") for seq in range(first, first + count)
    ]


def payloads(first: int, count: int) -> list[bytes]:
    """Return the payloads of `notes`."""
    return [encode(event) for event in notes(first, count)]


def lined(batch: Sequence[bytes]) -> bytes:
    """Return payloads as `Journal.append` takes them."""
    return b"".join(payload + b"\n" for payload in batch)


def write_journal(path: Path, sizes: Sequence[int]) -> list[Commit]:
    """Write a journal with commits of these sizes; return START and the commits."""
    commits = [Commit(0, 0, GENESIS)]
    journal = Journal.create(path)
    for size in sizes:
        batch = payloads(commits[-1].seq + 1, size)
        journal.append(lined(batch), commits[-1].seq + size)
        commits.append(journal.last)
    journal.close()
    return commits


SMALL = 400
"""Bytes from which a journal is sealed in these tests: a commit of five events is enough."""


def make_log(folder: Path, sizes: list[int], *, ended: bool, seal: int = SMALL) -> list[Row]:
    """Write an episode's log with commits of these sizes; return the rows a reader should find."""
    log = EpisodeLog.create(folder, MANIFEST, sync="off", segment_bytes=seal)
    expected: list[Row] = []
    head = GENESIS
    for size in sizes:
        batch = notes(log.seq + 1, size)
        log.commit(batch)
        if size:
            head = link(head, [encode(event) for event in batch])
            expected += [_row(event) for event in batch]
            expected[-1] = _row(batch[-1], head.hex())
        assert (log.head, log.seq, log.events) == (head, len(expected), len(expected))
    log.close(ended=ended)
    return expected


def _row(event: Noted, chain: str | None = None) -> Row:
    return Row(event.seq, event.tick, "sample.noted", encode(event), chain)
