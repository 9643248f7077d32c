"""The frames that the supermarket's metrics share: days, sales, actions, calls, what was asked.

`day` counts from 0. An action is one line of a placed order, or one price set; shelf, notes and
the end of the day are none. Each is made once per batch: `batch.derived(actions)`.
"""

from typing import Final

import msgspec
import polars as pl

from events.episode import ToolAnswered, TurnTaken
from events.marketplace import PriceSet
from events.supermarket import (
    CodeRan,
    DayReported,
    GoodsExpired,
    GoodsOrdered,
    GoodsSold,
    PricesDrawn,
    QuotesPublished,
)
from projections.batch import Batch

KEY: Final = ("episode", "day", "sku")
ORDER: Final = "place_order"
PRICE: Final = "modify_sku_price"
WINDOW_DAYS: Final = 7
"""Days after an action or event within which it is followed up."""
NO_DAY: Final = "no day was played"
NO_ACTION: Final = "nothing was ordered and no price was set"

_ALIASES: Final = {
    "modify_product_price": PRICE,
    "view_product_prices": "view_sku_prices",
    "view_product_inventory_cost": "view_sku_inventory_cost",
    "view_product_avg_ratings": "view_sku_avg_ratings",
}


def catalogue(batch: Batch) -> pl.DataFrame:
    """Return `episode, sku, category` of what the store sells, where the log names categories."""
    rows = batch.of(PricesDrawn).select("episode", "prices").explode("prices").drop_nulls()
    rows = rows.select("episode", _field("prices", "sku"), _field("prices", "category"))
    return rows.filter(pl.col("category").fill_null("") != "")


def days(batch: Batch) -> pl.DataFrame:
    """Return the days played: `episode, day`, and the fields of their reports."""
    return batch.of(DayReported)


def lines(batch: Batch) -> pl.DataFrame:
    """Return order lines: `episode, day, seq, supplier, sku, lot, quantity, price, quality`."""
    orders = batch.of(GoodsOrdered).rename({"on": "day"})
    orders = orders.select("episode", "day", "seq", "supplier", "lines").explode("lines")
    parts = [_field("lines", name) for name in ("sku", "lot", "quantity", "price", "quality")]
    return orders.select("episode", "day", "seq", "supplier", *parts)


def sales(batch: Batch) -> pl.DataFrame:
    """Return products' days: `episode, day, sku, price, demand, sold, returned, lots, reviews`."""
    sold = batch.of(GoodsSold).rename({"on": "day"})
    sold = sold.select("episode", "day", "sales").explode("sales")
    names = ("sku", "price", "demand", "sold", "returned", "lots", "reviews")
    parts = sold.select("episode", "day", *(_field("sales", name) for name in names))
    # A record leaves out fields that have their default.
    return parts.with_columns(pl.col("sold", "returned").fill_null(0))


def expired(batch: Batch) -> pl.DataFrame:
    """Return what expired: `episode, day, sku, units`, a row per lot."""
    gone = batch.of(GoodsExpired).rename({"on": "day"})
    gone = gone.select("episode", "day", "lots").explode("lots")
    units = _field("lots", "stocked").fill_null(0) + _field("lots", "waiting").fill_null(0)
    gone = gone.select("episode", "day", _field("lots", "lot"), units.alias("units"))
    lots = batch.derived(lines).select("episode", "lot", "sku")
    joined = gone.join(lots, on=["episode", "lot"], how="left", maintain_order="left")
    return joined.select(*KEY, "units")


def short(batch: Batch) -> pl.DataFrame:
    """Return products that ran out while customers still wanted them: `episode, day, sku`."""
    rows = batch.derived(days).select("episode", "day", pl.col("short").alias("sku"))
    return rows.explode("sku").drop_nulls("sku")


def actions(batch: Batch) -> pl.DataFrame:
    """Return the actions of days that were played to their end, in order.

    Columns: `episode, day, seq, sku, tool, price` (the retail price set; null for an order).
    """
    ordered = batch.derived(lines).select(
        *("episode", "day", "seq", "sku"),
        tool=pl.lit(ORDER),
        price=pl.lit(None, pl.Float64),
    )
    priced = batch.of(PriceSet).select(
        *("episode", pl.col("on").alias("day"), "seq", "sku"),
        tool=pl.lit(PRICE),
        price=pl.col("price"),
    )
    found = pl.concat([ordered, priced]).sort("episode", "seq", maintain_order=True)
    played = batch.derived(days).select("episode", "day")
    return found.join(played, on=["episode", "day"], how="semi", maintain_order="left")


def acted(batch: Batch) -> pl.DataFrame:
    """Return the products acted upon each day: `episode, day, sku`, none twice."""
    return batch.derived(actions).select(KEY).unique(maintain_order=True)


def calls(batch: Batch) -> pl.DataFrame:
    """Return every call, the agent's own and those of its code, in order.

    Columns: `episode, day, seq, place` (from 0 in each episode), `tool, is_inner, failed,
    arguments` (JSON). A call's `seq` and `day` are those of its answer, or of its
    code's record; a call that ends a day is answered on the next.
    """
    taken = batch.of(TurnTaken).select("episode", "turn", "calls").explode("calls")
    taken = taken.drop_nulls("calls").select(
        "episode",
        "turn",
        pl.int_range(pl.len(), dtype=pl.Int64).over("episode", "turn").alias("index"),
        _field("calls", "arguments"),
    )
    direct = batch.of(ToolAnswered).join(
        taken, on=["episode", "turn", "index"], how="left", maintain_order="left"
    )
    direct = direct.select(
        *("episode", "seq", "tool"),
        day=pl.col("on"),
        is_inner=pl.lit(False),
        failed=pl.col("failed"),
        arguments=pl.col("arguments"),
    )
    inner = batch.of(CodeRan).select("episode", "seq", "on", "calls").explode("calls")
    inner = inner.drop_nulls("calls").select(
        "episode",
        "seq",
        _field("calls", "tool"),
        day=pl.col("on"),
        is_inner=pl.lit(True),
        failed=~pl.col("calls").struct.field("success").fill_null(True),
        arguments=pl.col("calls").struct.field("arguments"),
    )
    both = pl.concat([direct, inner], how="vertical_relaxed")
    both = both.sort("episode", "seq", maintain_order=True)
    place = pl.int_range(pl.len(), dtype=pl.Int64).over("episode")
    return both.with_columns(pl.col("tool").replace(_ALIASES), place=place)


def asked(batch: Batch) -> pl.DataFrame:
    """Return what was looked up: `episode, day, seq, place, tool, sku`; failed calls are left out.

    A row per product named; `sku` is null where a look was at all of them.
    """
    made = batch.derived(calls).filter(~pl.col("failed") & pl.col("tool").str.starts_with("view_"))
    told = {text: _named(text) for text in made["arguments"].unique(maintain_order=True)}
    named = [told[text] for text in made["arguments"]]
    made = made.with_columns(pl.Series("sku", named, pl.List(pl.String))).explode("sku")
    return made.select("episode", "day", "seq", "place", "tool", "sku")


class _Looked(msgspec.Struct):
    sku_id: str | None = None
    sku_ids: list[str] | None = None


def _named(arguments: str | None) -> list[str] | None:
    """Return the products that a call's arguments name, as the tools read them: None for all."""
    try:
        found = msgspec.json.decode(arguments or "{}", type=str | _Looked)
        if isinstance(found, str):  # encoded twice
            found = msgspec.json.decode(found, type=_Looked)
    except msgspec.DecodeError:
        return None
    return [found.sku_id] if found.sku_id is not None else found.sku_ids


def quotes(batch: Batch) -> pl.DataFrame:
    """Return quotes of the products that were acted upon, on those days.

    Columns: `episode, day, sku, supplier, price, quality`; suppliers without a price are left out.
    """
    names = batch.of(QuotesPublished).rename({"on": "day"})
    rows = names.select("episode", "day", "suppliers", "products").explode("products")
    parts = [_field("products", name) for name in ("sku", "prices", "qualities")]
    rows = rows.select("episode", "day", pl.col("suppliers").alias("supplier"), *parts)
    rows = rows.join(batch.derived(acted), on=list(KEY), how="semi", maintain_order="left")
    rows = rows.rename({"prices": "price", "qualities": "quality"})
    rows = rows.explode("supplier", "price", "quality").drop_nulls("price")
    return rows.select(*KEY, "supplier", "price", "quality")


def _field(column: str, name: str) -> pl.Expr:
    return pl.col(column).struct.field(name)
