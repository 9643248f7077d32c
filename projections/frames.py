"""Typed frames of an archived episode: one row per event of a kind, one column per field.

Frames come from the log's bytes alone; the simulator is never asked. Columns get their types from
the event's struct, so money stays Int64 and a field that an old event left out has its default.
"""

from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
import polars as pl
from msgspec import inspect

from events.base import Event
from events.log import frames

_SCALARS: dict[type[inspect.Type], Any] = {
    inspect.IntType: pl.Int64,
    inspect.FloatType: pl.Float64,
    inspect.StrType: pl.String,
    inspect.BoolType: pl.Boolean,
}

_RAW: Final = inspect.RawType
_PLAIN: Final = (inspect.IntType, inspect.BoolType)


def log_frame(folder: Path | str, *kinds: type[Event]) -> pl.DataFrame:
    """Return the log, or its events of some kinds: `seq, tick, kind, payload, chain`.

    Raises:
        LogError: the log is damaged.
    """
    return frames(Path(folder), [tag_of(kind) for kind in kinds] or None)


def frame_of(log: pl.DataFrame, kind: type[Event]) -> pl.DataFrame:
    """Return the events of one kind, in order; a field of raw JSON has no column."""
    dtypes = columns(kind)
    rows = log.filter(pl.col("kind") == tag_of(kind))
    decoded = rows.select(payload_of(kind).str.json_decode(pl.Struct(dtypes)).struct.unnest())
    return decoded.with_columns(
        pl.col(name).fill_null(pl.lit(value, dtypes[name]))
        for name, value in defaults(kind).items()
    )


def payload_of(kind: type[Event]) -> pl.Expr:
    """Return the payload, without its field of raw JSON if only numbers and truths follow it.

    An answer is nine tenths of its event, and no column needs it. In canonical bytes a comma before
    a bare quotation mark stands before a name only, so the first place that looks like the field's
    name is its name; what follows the field is read off the end.
    """
    fields = _fields(kind)
    payload = pl.col("payload")
    raw = [place for place, each in enumerate(fields) if isinstance(each.type, _RAW)]
    after = fields[raw[0] + 1 :] if raw else ()
    if not raw or not all(isinstance(each.type, _PLAIN) for each in after):
        return payload
    halves = payload.str.splitn(f',"{fields[raw[0]].encode_name}":', 2)
    pairs = "".join(f'(?:,"{each.encode_name}":[a-z0-9-]+)?' for each in after)
    end = halves.struct.field("field_1").str.extract(rf"({pairs}\}})$", 1)
    return pl.coalesce(halves.struct.field("field_0") + end, payload)


def defaults(kind: type[Event]) -> dict[str, Any]:
    """Return what a column holds where an event leaves it out; lists are left null."""
    known = columns(kind)
    return {
        field.name: field.default
        for field in msgspec.structs.fields(kind)
        if field.name in known and field.default not in (msgspec.NODEFAULT, ())
    }


def columns(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return a struct's columns and their Polars types."""
    found = {field.encode_name: _dtype(field.type) for field in _fields(kind)}
    return {name: dtype for name, dtype in found.items() if dtype is not None}


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return info.fields


def tag_of(kind: type[Event]) -> str:
    """Return the wire tag of a kind, as in the log's column."""
    return str(kind.__struct_config__.tag)


def _dtype(info: inspect.Type) -> Any:
    if isinstance(info, inspect.VarTupleType):
        return pl.List(_dtype(info.item_type))
    if isinstance(info, inspect.StructType):
        return pl.Struct(columns(info.cls))
    if isinstance(info, inspect.UnionType):
        (present,) = [each for each in info.types if not isinstance(each, inspect.NoneType)]
        return _dtype(present)
    return _SCALARS.get(type(info))
