"""Audit passes over the log as a whole: its numbers, its beginning and end, its turns and calls.

Rules: docs/rules/marketplace.md §15 and §21; they hold in every world.
"""

from typing import Final

import msgspec
import polars as pl

from events.codec import Header
from events.episode import (
    EpisodeEnded,
    EpisodeFinalised,
    EpisodeStarted,
    ToolAnswered,
    TurnTaken,
)
from events.marketplace import (
    ReturnArrived,
    ShipmentVoided,
)
from events.money import (
    DayOpened,
    EscrowMatured,
)
from ledger.settlement import (
    ACTING,
    PHASES,
    day_of,
)
from projections.audit_finding import Finding, dated, found, numbered, tag_of, timed

CLOSING: Final = (ShipmentVoided, ReturnArrived, EscrowMatured, EpisodeFinalised, EpisodeEnded)
"""What an early close writes in the acting phase, after everything the agent did."""


_header = msgspec.json.Decoder(Header).decode


def frame(log: pl.DataFrame) -> list[Finding]:
    """One start at the beginning, at most one end, nothing after it and little after the last."""
    rows = log.with_row_index("at")
    started = pl.col("kind") == tag_of(EpisodeStarted)
    ended = pl.col("kind") == tag_of(EpisodeEnded)
    final = pl.col("kind") == tag_of(EpisodeFinalised)
    phase = pl.col("tick") % PHASES
    rows = rows.with_columns(
        over=ended.cum_sum().shift(1, fill_value=0) > 0,
        settled=final.cum_sum().shift(1, fill_value=0) > 0,
    )
    return [
        *found(
            *(rows, started != (pl.col("at") == 0), "frame.start"),
            *("an episode has one start, and it is the first event", "kind"),
        ),
        *found(rows, pl.col("over"), "frame.after", "after the last event", "kind"),
        *found(
            *(rows, pl.col("settled") & ((phase != ACTING.phase) | final), "frame.settled"),
            *("after the final settlement only the agent's last call is completed", "kind"),
        ),
        *found(
            *(rows, ended & ~pl.col("settled"), "frame.unsettled"),
            "the episode ended without a final settlement",
        ),
        *_reason(log),
    ]


def _reason(log: pl.DataFrame) -> list[Finding]:
    given = dated(log, EpisodeFinalised)["reason"].to_list()[:1]
    ended = dated(log, EpisodeEnded)
    settled = dated(log, DayOpened).height
    other = ~pl.col("reason").is_in(given or [""])
    return [
        *found(ended, other, "frame.reason", "ended for another reason than settled", "reason"),
        *found(
            *(ended, pl.col("day") != settled, "frame.day"),
            *("the last day is not the number of mornings", "day"),
        ),
    ]


def sequence(log: pl.DataFrame) -> list[Finding]:
    """The log numbers its events 1, 2, 3, ... and its columns say what the payloads say."""
    findings = numbered(log, "seq", "sequence.gap")
    message = "the row's columns are not those of its payload"
    for seq, tick, kind, payload in log.select("seq", "tick", "kind", "payload").iter_rows():
        inside = _header(payload)
        if (inside.seq, inside.tick, inside.kind) != (seq, tick, kind):
            figures = {f"inside_{name}": getattr(inside, name) for name in ("seq", "tick", "kind")}
            findings.append(Finding(seq, day_of(tick), "sequence.columns", message, figures))
    return findings


def turns(log: pl.DataFrame) -> list[Finding]:
    """Every call of a turn is answered once, and whatever the agent causes stands before it."""
    taken, answers = dated(log, TurnTaken), dated(log, ToolAnswered)
    taken = taken.with_columns(size=pl.col("calls").list.len().cast(pl.Int64))
    planned = taken.select("turn", "calls").unique("turn", keep="first")
    said = answers.join(planned, on="turn", how="left", maintain_order="left").with_columns(
        current=_current_turn(log, answers)
    )
    tool = pl.col("calls").list.get(pl.col("index"), null_on_oob=True).struct.field("tool")
    counts = answers.group_by("turn").agg(answered=pl.col("index").n_unique().cast(pl.Int64))
    short = taken.join(counts, on="turn", how="left", maintain_order="left").with_columns(
        answered=pl.col("answered").fill_null(0)
    )
    if not (log["kind"] == tag_of(EpisodeEnded)).any():
        short = short.head(-1)  # broken off: the last turn's tail may be missing
    again = pl.struct("turn", "index").is_first_distinct().not_()
    return [
        *numbered(taken, "turn", "turns.number"),
        *found(
            *(said, pl.col("turn").ne_missing(pl.col("current")), "turns.stray"),
            *("an answer outside its turn", "turn", "index"),
        ),
        *found(said, again, "turns.twice", "the call was already answered", "turn", "index"),
        *found(
            *(said, tool.ne_missing(pl.col("tool")) | (pl.col("index") < 0), "turns.call"),
            *("an answer to no call of the turn", "turn", "index", "tool"),
        ),
        *found(
            *(short, pl.col("answered") != pl.col("size"), "turns.unanswered"),
            *("not every call was answered", "turn", "answered", "size"),
        ),
        *_causes(log),
    ]


def _current_turn(log: pl.DataFrame, answers: pl.DataFrame) -> pl.Series:
    begun = (log["kind"] == tag_of(TurnTaken)).cum_sum().cast(pl.Int64)
    current = begun.filter(log["kind"] == tag_of(ToolAnswered))
    assert current.len() == answers.height
    return current


def _causes(log: pl.DataFrame) -> list[Finding]:
    marks = [tag_of(kind) for kind in (TurnTaken, ToolAnswered, EpisodeEnded)]
    closing = [tag_of(kind) for kind in CLOSING]
    rows = timed(log).with_columns(
        mark=pl.when(pl.col("kind").is_in(marks)).then("kind").shift(-1).backward_fill(),
        turn=(pl.col("kind") == tag_of(TurnTaken)).cum_sum(),
    )
    caused = (pl.col("phase") == ACTING.phase) & ~pl.col("kind").is_in([*marks, *closing])
    answered = pl.col("mark") == tag_of(ToolAnswered)
    broken_off = pl.col("mark").is_null()
    orphan = caused & (~(answered | broken_off) | (pl.col("turn") == 0))
    return found(rows, orphan, "turns.cause", "no call of its turn caused it", "kind")
