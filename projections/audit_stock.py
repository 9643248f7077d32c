"""Audit pass over stock: units counted anew, on every shelf and in all, beside what the log tells.

All units of a SKU are one quantity, `held`; what stands on shelves is a part of it and `free` the
rest. Sums run in the order of the log. What is wrong is told where it first shows: a shelf or a SKU
once, storage where its difference changes. Rules: docs/rules/marketplace.md §5.4, §10.7 and §11.
"""

from typing import Final

import polars as pl

from events.base import Event
from events.marketplace import (
    DeliveryArrived,
    GoodsListed,
    GoodsUnlisted,
    PriceSet,
    ReturnArrived,
    ShipmentCancelled,
    StoreClosed,
    StoreOpened,
    UnitsSold,
)
from events.money import DayOpened, StorageCharged
from ledger.money import to_micro, to_yuan
from projections.audit_finding import Finding, dated, found, repeated, tag_of

MOVES: Final[dict[type[Event], tuple[int, int]]] = {
    DeliveryArrived: (1, 0),
    ReturnArrived: (1, 0),
    ShipmentCancelled: (1, 0),
    GoodsListed: (0, 1),
    GoodsUnlisted: (0, -1),
    UnitsSold: (-1, -1),
    PriceSet: (0, 0),
}
"""What each unit of an event adds to the units held, and to the shelf of its store."""

LINES: Final = {"moved": (0, -1), "liquidated": (-1, -1)}
"""The same for the lines of a closing store."""

IN_STORE: Final = tuple(tag_of(kind) for kind in (GoodsListed, GoodsUnlisted, UnitsSold, PriceSet))
"""What happens on a shelf, and so in an open store only."""

SALVAGE_RATE: Final = 0.1
"""What a liquidated unit fetches of its cost."""

_SHELF: Final = ("store", "sku")
_ROW: Final = ("seq", "tick", "kind", *_SHELF, "quantity", "held", "shelf")


def stock(log: pl.DataFrame) -> list[Finding]:
    """No more units are listed, sold, taken back, closed out or charged storage than there are."""
    opened, closed = dated(log, StoreOpened), dated(log, StoreClosed)
    moves, lines = _moves(log), _lines(closed)
    every = _running(pl.concat([moves, lines]).sort("seq", maintain_order=True))
    return [
        *found(
            *(every, _first(pl.col("quantity") < 1, *_SHELF), "stock.quantity"),
            *("not at least one unit", "kind", "store", "sku", "quantity"),
        ),
        *repeated(opened, "store", "stock.opened_twice", "such a store was opened before"),
        *_open(moves, opened, closed),
        *_shelves(every),
        *_closed(every, closed),
        *_salvage(log, every, closed),
        *_storage(log, every),
    ]


def _moves(log: pl.DataFrame) -> pl.DataFrame:
    parts = []
    for kind, signs in MOVES.items():
        rows = dated(log, kind)
        if kind is ReturnArrived:
            rows = rows.filter("restocked")
        if kind is PriceSet:
            rows = rows.with_columns(quantity=pl.lit(1))
        if kind is DeliveryArrived:
            rows = rows.with_columns(store=pl.lit(""))
        parts.append(_moved(rows, tag_of(kind), signs))
    return pl.concat(parts)


def _lines(closed: pl.DataFrame) -> pl.DataFrame:
    parts = []
    for name, signs in LINES.items():
        rows = closed.select("seq", "tick", "store", name).explode(name).drop_nulls(name)
        parts.append(_moved(rows.unnest(name), name, signs))
    return pl.concat(parts)


def _moved(rows: pl.DataFrame, kind: str, signs: tuple[int, int]) -> pl.DataFrame:
    # 128 bits: sums of 64-bit columns wrap without a word.
    units = pl.col("quantity").cast(pl.Int128)
    held, shelf = signs
    # A line's number beyond 64 bits is null and counts as nothing: the closing store's lines tell.
    added = {"held": (units * held).fill_null(0), "shelf": (units * shelf).fill_null(0)}
    return rows.with_columns(kind=pl.lit(kind), quantity=units, **added).select(_ROW)


def _running(moves: pl.DataFrame) -> pl.DataFrame:
    """Add what is there after each move: `held` of the SKU, `free` of it, `shelf`, `placed`."""
    kind = pl.col("kind")
    moves = moves.with_columns(
        pl.col("held").alias("added"),
        pl.col("held").cum_sum().over("sku"),
        pl.col("shelf").cum_sum().over(_SHELF),
        free=(pl.col("held") - pl.col("shelf")).cum_sum().over("sku"),
    )
    # A SKU that sold out keeps its place on the shelf; one that was taken back leaves it.
    placed = (
        pl.when(kind == tag_of(GoodsListed))
        .then(pl.lit(value=True))
        .when((kind == tag_of(GoodsUnlisted)) & (pl.col("shelf") == 0))
        .then(pl.lit(value=False))
    )
    return moves.with_columns(placed=placed).with_columns(
        pl.col("placed").forward_fill().over(_SHELF).fill_null(value=False)
    )


def _first(wrong: pl.Expr, *keys: str) -> pl.Expr:
    """Return whether a row is the first of its key to be wrong."""
    return wrong & (wrong.cast(pl.Int64).cum_sum().over(keys) == 1)


def _open(moves: pl.DataFrame, opened: pl.DataFrame, closed: pl.DataFrame) -> list[Finding]:
    """Stores are open when goods move in them, and when they close."""
    closes = closed.select("seq", "tick", "store", kind=pl.lit(tag_of(StoreClosed)))
    used = moves.filter(pl.col("kind").is_in(IN_STORE)).select(closes.columns)
    used = pl.concat([used, closes]).sort("seq", maintain_order=True)
    for name, bounds in (("opened", opened), ("closed", closed)):
        first = bounds.group_by("store").agg(pl.col("seq").min().alias(name))
        used = used.join(first, on="store", how="left", maintain_order="left")
    early = pl.col("opened").is_null() | (pl.col("seq") < pl.col("opened"))
    late = (pl.col("seq") > pl.col("closed")).fill_null(value=False)
    return [
        *found(
            *(used, _first(early, "store"), "stock.store"),
            *("such a store had not been opened", "kind", "store"),
        ),
        *found(
            *(used, _first(late, "store"), "stock.store"),
            *("the store had closed", "kind", "store", "closed"),
        ),
    ]


def _shelves(every: pl.DataFrame) -> list[Finding]:
    listed, priced = (pl.col("kind") == tag_of(kind) for kind in (GoodsListed, PriceSet))
    taken = pl.col("kind").is_in([tag_of(GoodsUnlisted), tag_of(UnitsSold)])
    return [
        *found(
            *(every, _first(pl.col("held") < 0, "sku"), "stock.held"),
            *("more units are gone than ever came", "kind", "sku", "quantity", "held"),
        ),
        *found(
            *(every, _first(listed & (pl.col("free") < 0), "sku"), "stock.listed"),
            *("listed more than there was to list", "store", "sku", "quantity", "free"),
        ),
        *found(
            *(every, _first(taken & (pl.col("shelf") < 0), *_SHELF), "stock.shelf"),
            *("sold or taken back more than was on the shelf", "kind", "store", "sku"),
            *("quantity", "shelf"),
        ),
        *found(
            *(every, _first(priced & ~pl.col("placed"), *_SHELF), "stock.priced"),
            *("a price for goods that are not on the shelf", "store", "sku"),
        ),
    ]


def _closed(every: pl.DataFrame, closed: pl.DataFrame) -> list[Finding]:
    """A closing store's lines are what stood on its shelf: each SKU with units, once."""
    closed = closed.unique("store", keep="first", maintain_order=True)
    ends = closed.select("store", end="seq", at="tick")
    rows = every.join(ends, on="store", how="inner", maintain_order="left")
    stood = rows.filter(pl.col("seq") < pl.col("end")).group_by(_SHELF, maintain_order=True)
    # A shelf below zero was told of before.
    left = stood.agg(pl.col("shelf").last(), told=pl.col("shelf").min() < 0)
    lines = rows.filter((pl.col("seq") == pl.col("end")) & pl.col("kind").is_in(list(LINES)))
    gone = lines.group_by(_SHELF, maintain_order=True).agg(
        lines=pl.len(), quantity=pl.col("quantity").sum()
    )
    both = left.filter((pl.col("shelf") != 0) | pl.col("told")).join(
        gone, on=_SHELF, how="full", coalesce=True, maintain_order="left_right"
    )
    both = both.filter(~pl.col("told").fill_null(value=False)).with_columns(
        pl.col("shelf", "quantity", "lines").fill_null(0)
    )
    both = both.join(ends, on="store", how="inner", maintain_order="left")
    both = both.rename({"end": "seq", "at": "tick"}).sort("seq", maintain_order=True)
    shelf, once = pl.col("shelf"), pl.col("lines") == 1
    wrong = (shelf == 0) | (pl.col("quantity") != shelf) | ~once
    ways = closed.with_columns(pl.col(name).list.len().fill_null(0) for name in LINES)
    return [
        *found(
            *(both, wrong, "stock.closed", "the lines are not what stood on the shelf"),
            *("store", "sku", "quantity", "shelf", "lines"),
        ),
        *found(
            *(ways, pl.all_horizontal(pl.col(name) > 0 for name in LINES), "stock.closed"),
            *("goods both moved and liquidated", "store", *LINES),
        ),
    ]


def _salvage(log: pl.DataFrame, every: pl.DataFrame, closed: pl.DataFrame) -> list[Finding]:
    """Liquidated units fetch a tenth of their SKU's cost, blended anew at each delivery."""
    lines = closed.explode("liquidated").drop_nulls("liquidated").unnest("liquidated")
    if lines.is_empty():
        return []
    before = every.filter(pl.col("kind") == tag_of(DeliveryArrived)).select(
        "seq", before=pl.col("held") - pl.col("added")
    )
    came = dated(log, DeliveryArrived).join(
        before.unique("seq", keep="first", maintain_order=True), on="seq", maintain_order="left"
    )
    steps = pl.concat([came, lines], how="diagonal").sort("seq", maintain_order=True)
    costs: dict[str, float] = {}
    fair: list[int | None] = []
    figures = steps.select("sku", "quantity", "cost", "before")
    for sku, units, cost, there in figures.iter_rows():
        known = costs.get(sku, 0.0)
        if cost is None:
            fair.append(to_micro(known * SALVAGE_RATE * (units or 0)))
            continue
        fair.append(None)
        if units > 0:
            held = max(there, 0)
            costs[sku] = (known * held + to_yuan(cost)) / (held + units)
    steps = steps.with_columns(fair=pl.Series(fair, dtype=pl.Int128))
    wrong = pl.col("amount").cast(pl.Int128).ne_missing(pl.col("fair"))
    return found(
        *(steps, pl.col("fair").is_not_null() & wrong, "stock.salvage"),
        *("not a tenth of what the units had cost", "store", "sku", "quantity", "amount", "fair"),
    )


def _storage(log: pl.DataFrame, every: pl.DataFrame) -> list[Finding]:
    """All units held pay storage, every morning there are any."""
    charged, mornings = (
        dated(log, kind).sort("seq", maintain_order=True) for kind in (StorageCharged, DayOpened)
    )
    total = every.select("seq", held=pl.col("added").cum_sum())
    rows = charged.join_asof(total, on="seq").with_columns(pl.col("held").fill_null(0))
    rows = rows.with_columns(difference=pl.col("units").cast(pl.Int128) - pl.col("held"))
    off = pl.col("difference")
    unpaid = mornings.join(charged, on="on", how="anti", maintain_order="left")
    unpaid = unpaid.join_asof(total, on="seq").filter(pl.col("held") > 0)
    return [
        *found(
            *(rows, (off != 0) & (off != off.shift(1, fill_value=0)), "stock.storage"),
            *("not the units held", "units", "held", "difference"),
        ),
        *found(
            *(unpaid.head(1), pl.lit(value=True), "stock.storage"),
            *("units are held and paid no storage", "day", "held"),
        ),
    ]
