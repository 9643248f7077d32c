"""Logs with something falsified in them: payloads changed, events left out, doubled, moved."""

import json
from collections.abc import Callable
from typing import Any

import polars as pl

from projections.audit import Finding

Edit = Callable[[dict[str, Any]], Any]


def pick(log: pl.DataFrame, kind: str, holding: str = "") -> int:
    """Return the seq of an event from the middle of those of a kind."""
    rows = log.filter((pl.col("kind") == kind) & pl.col("payload").str.contains(holding))
    return int(rows["seq"][rows.height // 2])


def after(log: pl.DataFrame, seq: int, kind: str) -> int:
    """Return the seq of the next event of a kind."""
    return int(log.filter((pl.col("seq") > seq) & (pl.col("kind") == kind))["seq"][0])


def payload(log: pl.DataFrame, seq: int) -> dict[str, Any]:
    """Return an event's fields."""
    fields: dict[str, Any] = json.loads(log["payload"][seq - 1])
    return fields


def compact(fields: dict[str, Any]) -> str:
    """Return fields as a payload."""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def edited(log: pl.DataFrame, seq: int, edit: Edit) -> pl.DataFrame:
    """Return the log with one payload changed, its columns after it."""
    row = log.row(seq - 1, named=True)
    fields = json.loads(row["payload"])
    edit(fields)
    columns = {name: fields[name] for name in ("seq", "tick", "kind")}
    row = row | columns | {"payload": compact(fields)}
    return pl.concat([log.head(seq - 1), pl.DataFrame([row], schema=log.schema), log[seq:]])


def dearer(path: str, by: float = 1) -> Edit:
    """Return the edit that adds to the number at `path`: a micro-unit, or a unit."""
    *inner, name = path.split(".")

    def edit(fields: dict[str, Any]) -> None:
        target = at_path(fields, inner)
        target[name] = target.get(name, 0) + by

    return edit


def at_path(fields: dict[str, Any], steps: list[str]) -> Any:
    """Return what stands at a path of names and places."""
    target: Any = fields
    for step in steps:
        target = target[int(step) if step.lstrip("-").isdigit() else step]
    return target


def relaid(rows: list[dict[str, Any]], log: pl.DataFrame) -> pl.DataFrame:
    """Return these rows as a log numbered without a gap."""
    laid = []
    for seq, row in enumerate(rows, 1):
        payload = row["payload"].replace(f'"seq":{row["seq"]},', f'"seq":{seq},', 1)
        laid.append(row | {"seq": seq, "payload": payload})
    return pl.DataFrame(laid, schema=log.schema)


def dropped(log: pl.DataFrame, seq: int) -> pl.DataFrame:
    """Return the log without an event."""
    rows = log.to_dicts()
    return relaid(rows[: seq - 1] + rows[seq:], log)


def doubled(log: pl.DataFrame, seq: int) -> pl.DataFrame:
    """Return the log with an event twice; the second is the next."""
    rows = log.to_dicts()
    return relaid(rows[:seq] + rows[seq - 1 :], log)


def moved(log: pl.DataFrame, seq: int, minutes: int) -> tuple[pl.DataFrame, int]:
    """Return the log with an event at another time, and the seq that it has there."""

    def later(fields: dict[str, Any]) -> None:
        fields["tick"] += minutes * 16

    rows = edited(log, seq, later).to_dicts()
    event = rows.pop(seq - 1)
    there = next(at for at, row in enumerate(rows) if row["tick"] >= event["tick"])
    return relaid([*rows[:there], event, *rows[there:]], log), there + 1


def told(findings: list[Finding]) -> set[tuple[str, int]]:
    """Return rules and events of findings."""
    return {(finding.rule, finding.seq) for finding in findings}
