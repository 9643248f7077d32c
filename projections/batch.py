"""The frames that metrics are made of: the events of one kind, of many episodes at once.

A batch holds as many episodes as memory allows; a metric groups by `episode` and gives one row per
episode, so a thousand years cost little more than their bytes.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal

import polars as pl

from events.base import Event
from ledger.settlement import DAY_MIN, PHASES
from projections.frames import columns, defaults, payload_of, tag_of

_HEADER: Final = ("seq", "tick")

PART_ROWS: Final = 4_096
"""How many events a thread decodes at a time."""

Engine = Literal["auto", "in-memory", "streaming"]

ROSTER: Final = {
    "supplier": pl.String,
    "honest": pl.Boolean,
    "family": pl.String,
    "personality": pl.String,
    "fraud": pl.String,
}
"""The columns of a world's supplier roster; `fraud` is empty for an honest supplier."""


class Batch:
    """The logs of some episodes as typed frames.

    Args:
        logs: an episode's name -> its log (`seq, tick, kind, payload`), possibly only some kinds.
        roster: the suppliers of the world all of them were played in, columns as `ROSTER`; None if
            that world is not at hand.
        engine: Polars' engine for decoding; figures do not depend on it.
    """

    def __init__(
        self,
        logs: Mapping[str, pl.DataFrame],
        roster: pl.DataFrame | None = None,
        engine: Engine = "auto",
    ) -> None:
        self.names = tuple(logs)
        self.roster = roster
        self._engine: Engine = engine
        numbered = [
            log.select(pl.lit(number, pl.UInt32).alias("episode"), "seq", "tick", "kind", "payload")
            for number, log in enumerate(logs.values())
        ]
        whole = pl.concat(numbered)
        parts = whole.partition_by("kind", as_dict=True, include_key=False)
        self._parts = {str(kind): part for (kind,), part in parts.items()}
        self._empty = whole.clear().drop("kind")
        self._frames: dict[type[Event], pl.DataFrame] = {}
        self._derived: dict[Callable[[Batch], pl.DataFrame], pl.DataFrame] = {}

    @property
    def episodes(self) -> pl.DataFrame:
        """Return `episode` (UInt32), one row per episode in order."""
        return pl.DataFrame({"episode": pl.Series(range(len(self.names)), dtype=pl.UInt32)})

    def of(self, kind: type[Event]) -> pl.DataFrame:
        """Return the events of one kind, in order: `episode, seq, tick, on, phase`, its fields.

        `on` is the day of the tick; days begin at midnight, and a morning's settlement is on the
        day it opens. A field of raw JSON has no column.
        """
        if kind not in self._frames:
            self._frames[kind] = self._decoded(kind)
        return self._frames[kind]

    def derived(self, make: "Callable[[Batch], pl.DataFrame]") -> pl.DataFrame:
        """Return `make(self)`, made once: several families of metrics may read the same frame."""
        if make not in self._derived:
            self._derived[make] = make(self)
        return self._derived[make]

    def _decoded(self, kind: type[Event]) -> pl.DataFrame:
        whole = self._parts.get(tag_of(kind), self._empty)
        # JSON is decoded on one thread: in parts, it takes as many as there are. And Polars builds
        # a tree of a part before it has columns, many times the part's bytes.
        size = min(whole.height // pl.thread_pool_size() + 1, PART_ROWS)
        parts = [self._decoder(kind, part.lazy()) for part in whole.iter_slices(size)]
        parts = parts or [self._decoder(kind, whole.lazy())]
        return pl.concat(pl.collect_all(parts, engine=self._engine))

    def _decoder(self, kind: type[Event], rows: pl.LazyFrame) -> pl.LazyFrame:
        fields = {name: dtype for name, dtype in columns(kind).items() if name not in _HEADER}
        tick = pl.col("tick")
        return rows.select(
            "episode",
            "seq",
            "tick",
            (tick // (PHASES * DAY_MIN)).alias("on"),
            (tick % PHASES).alias("phase"),
            payload_of(kind).str.json_decode(pl.Struct(fields)).struct.unnest(),
        ).with_columns(
            pl.col(name).fill_null(pl.lit(value, fields[name]))
            for name, value in defaults(kind).items()
        )

    def filled(self, measured: pl.DataFrame, zero: Iterable[str] = ()) -> pl.DataFrame:
        """Return one row per episode, in order, from a frame that has some of them.

        Args:
            zero: columns in which an episode without a row has 0; it has null in all others.
        """
        joined = self.episodes.join(measured, on="episode", how="left", maintain_order="left")
        return joined.with_columns(pl.col(list(zero)).fill_null(0))
