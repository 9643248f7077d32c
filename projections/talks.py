"""Negotiations of many episodes: one row for each, with its prices, its end and its scores.

A negotiation begins with `session.opened` and is over with the supplier's walk-away, the agent's
rejection or the order that carries an agreement out. An agreement whose order fails leaves it
open. What later talks about the same SKU bring is a negotiation of its own, except where an order
was placed without concluding anything: then the open row goes on. Docs: docs/metrics.md,
negotiation.

Scores are whole ten-thousandths (`TEN_THOUSANDTHS`), so sums of them do not depend on their order.
"""

from itertools import pairwise
from typing import Final

import polars as pl

from events.talks import OfferAnswered, OrderPlaced, QuoteAccepted, SessionOpened, TalksRejected
from projections.batch import Batch
from projections.exact import ratio

AGREEMENT: Final = "Agreement"
DISAGREEMENT: Final = "Disagreement"
TEN_THOUSANDTHS: Final = 10_000
"""What a score is divided by to get yuan (utility, saving, concessions) or a ratio (efficiency)."""

BOUND: Final = 1.5
"""An offer above so many reference prices is out of bounds."""

_PAIR: Final = ("episode", "supplier", "sku")
_ROW: Final = ("episode", "record")
_PLACE: Final = ("episode", "seq", "on", "supplier", "sku")
_FACTS: Final = (
    *("supplier", "sku", "cycle", "honest", "family", "personality", "fraud"),
    *("reference", "floor", "list_price", "opening"),
)
_PRICE: Final = pl.lit(None, pl.Float64)


def talks(batch: Batch) -> pl.DataFrame:
    """Return one row per negotiation, by episode and then in the order of opening.

    Columns:
        episode, seq: the event that opened it.
        supplier, sku, cycle, honest, family, personality, fraud, reference, floor, list_price,
            opening: as in `session.opened`; prices in yuan, `floor` the honest one.
        offers, quotes: the agent's and the supplier's prices in order, the unseen opening first.
        first_quote: the first quote the agent was shown; null if none.
        rounds: offers + quotes + 1 for the end.
        outcome: Agreement or Disagreement; null while open, like the four columns after it.
        final_price: the agreed price, unrounded; null without a deal.
        concluded_by: SupplierAccept, AgentAccept, SupplierReject or AgentReject.
        day_concluded, place: the day, and the rank among the episode's conclusions from 0.
        day_started: the day it was opened.
        critical, secondary: names of violations, offer by offer.
        utility, efficiency, saved, agent_concession, supplier_concession: Int64
            ten-thousandths; the first three are 0 without a deal.
    """
    return batch.derived(_talks)


def concluded(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the concluded negotiations of a frame of `talks`, in the order of conclusion."""
    over = rows.filter(pl.col("outcome").is_not_null())
    return over.sort("episode", "place", maintain_order=True)


def is_deal() -> pl.Expr:
    """Return whether a row is an agreement that was carried out; false while it is open."""
    return pl.col("outcome").eq_missing(AGREEMENT)


def count(rows: pl.Expr) -> pl.Expr:
    """Return how many rows are true."""
    return rows.sum().cast(pl.Int64)


def aggregated(
    rows: pl.DataFrame, wholes: dict[str, pl.Expr], ratios: dict[str, tuple[pl.Expr, pl.Expr]]
) -> pl.DataFrame:
    """Return `episode` and these figures, one row for each episode that has rows.

    Args:
        ratios: names and the whole numbers to divide; null where the divisor is 0.
    """
    parts = {f"{name} {at}": pair[at] for name, pair in ratios.items() for at in (0, 1)}
    found = rows.group_by("episode", maintain_order=True).agg(**wholes, **parts)
    divided = (ratio(pl.col(f"{name} 0"), pl.col(f"{name} 1")).alias(name) for name in ratios)
    return found.select("episode", *wholes, *divided)


def _talks(batch: Batch) -> pl.DataFrame:
    facts = batch.of(SessionOpened).select("episode", "seq", *_FACTS)
    rows = _rows(_inside(_moves(batch)), facts)
    ended = pl.col("outcome").is_not_null()
    place = pl.col("ended_seq").rank("ordinal").over("episode").cast(pl.Int64) - 1
    rows = rows.with_columns(
        rounds=pl.col("offers").list.len().cast(pl.Int64) + pl.col("quotes").list.len() + ended,
        place=place,
    ).drop("ended_seq")
    return rows.with_columns(_scores(rows))


def _moves(batch: Batch) -> pl.DataFrame:
    """Return every step of every session, in the order of the log."""
    accepted = pl.col("decision") == "Accept"
    walked = pl.col("decision") == "Reject"
    opened = batch.of(SessionOpened).select(
        *_PLACE,
        by=pl.lit("opening"),
        offer=_PRICE,
        quote=pl.col("opening"),
        agreed=_PRICE,
        reference=pl.col("reference"),
    )
    answered = batch.of(OfferAnswered).select(
        *_PLACE,
        by=pl.when(walked).then(pl.lit("SupplierReject")).otherwise(pl.lit("")),
        offer=pl.col("offer"),
        quote=pl.when(accepted | walked).then(_PRICE).otherwise("quote"),
        agreed=pl.when(accepted).then("offer"),
        reference=_PRICE,
    )
    agreed = batch.of(QuoteAccepted).select(*_PLACE, by=pl.lit(""), agreed=pl.col("price"))
    left = batch.of(TalksRejected).select(*_PLACE, by=pl.lit("AgentReject"))
    placed = batch.of(OrderPlaced).filter(pl.col("concluded_by") != "")
    paid = placed.select(*_PLACE, by=pl.col("concluded_by"))
    parts = [opened, answered, agreed, left, paid]
    return pl.concat(parts, how="diagonal").sort("episode", "seq")


def _inside(moves: pl.DataFrame) -> pl.DataFrame:
    """Return the moves that belong to a negotiation, with the `seq` of its opening as `record`."""
    opens = pl.col("by") == "opening"
    ends = pl.col("by").is_in(["opening", ""]).not_()
    # A pair's last opening or end so far: an opening is one of its own only after an end.
    edge = pl.when(opens).then(True).when(ends).then(False)
    is_open = edge.forward_fill().shift(1).over(*_PAIR).fill_null(False)
    starts = opens & ~pl.col("is_open")
    record = pl.when(starts).then("seq").forward_fill().over(*_PAIR)
    return (
        moves.with_columns(is_open=is_open)
        .filter(opens | pl.col("is_open"))
        .with_columns(record=record, ends=ends)
    )


def _rows(moves: pl.DataFrame, facts: pl.DataFrame) -> pl.DataFrame:
    reference = pl.col("reference").first().over(*_ROW)
    far, dear = pl.col("offer") > BOUND * reference, pl.col("offer") > reference
    audited = moves.with_columns(
        far=pl.when(far).then(pl.lit("BoundViol")),
        dear=pl.when(dear).then(pl.lit("ResViol")),
    ).with_columns(critical=pl.concat_list("far", "dear"))
    is_deal = pl.col("by").last().str.ends_with("Accept")
    has_ended = pl.col("ends").last()
    outcome = pl.when(is_deal).then(pl.lit(AGREEMENT)).otherwise(pl.lit(DISAGREEMENT))
    rows = audited.group_by(*_ROW, maintain_order=True).agg(
        pl.col("offer").drop_nulls().alias("offers"),
        pl.col("quote").drop_nulls().alias("quotes"),
        # The unseen opening is a quote without an offer.
        pl.col("quote")
        .filter(pl.col("offer").is_not_null())
        .drop_nulls()
        .first()
        .alias("first_quote"),
        pl.when(has_ended).then(outcome).alias("outcome"),
        pl.when(has_ended & is_deal)
        .then(pl.col("agreed").drop_nulls().last())
        .alias("final_price"),
        pl.when(has_ended).then(pl.col("by").last()).alias("concluded_by"),
        pl.col("on").first().alias("day_started"),
        pl.when(has_ended).then(pl.col("on").last()).alias("day_concluded"),
        pl.when(has_ended).then(pl.col("seq").last()).alias("ended_seq"),
        pl.col("critical").explode().drop_nulls(),
        (pl.col("offer").drop_nulls().diff() < 0).sum().alias("lowered"),
    )
    rows = rows.rename({"record": "seq"}).with_columns(
        secondary=pl.lit("MonoViol").repeat_by("lowered")
    )
    # Openings of sessions in which an open row goes on have no row of their own.
    key = ["episode", "seq"]
    return facts.join(rows.drop("lowered"), on=key, how="inner", maintain_order="left")


def _scores(rows: pl.DataFrame) -> list[pl.Series]:
    # In Python, which rounds the exact decimal value of a double; Polars multiplies first.
    names = ("final_price", "reference", "floor", "list_price")
    prices = rows.select(names).rows()
    gains = [(0, 0, 0) if price[0] is None else _gains(*price) for price in prices]
    utility, efficiency, saved = zip(*gains, strict=True) if gains else ((), (), ())
    scores = {
        "utility": utility,
        "efficiency": efficiency,
        "saved": saved,
        "agent_concession": [_concession(offers) for offers in rows["offers"].to_list()],
        "supplier_concession": [_concession(quotes) for quotes in rows["quotes"].to_list()],
    }
    return [pl.Series(name, values, pl.Int64) for name, values in scores.items()]


def _gains(final: float, reference: float, floor: float, listed: float) -> tuple[int, int, int]:
    utility = reference - final
    efficiency = utility / (reference - floor) if reference > floor else 0.0
    return _scaled(utility), _scaled(efficiency), _scaled(listed - final)


def _concession(prices: list[float]) -> int:
    """Return the mean step from price to price; 0 for fewer than two prices."""
    if len(prices) < 2:
        return 0
    total = 0.0
    for before, after in pairwise(prices):
        total += after - before
    return _scaled(total / (len(prices) - 1))


def _scaled(value: float) -> int:
    return round(round(value, 4) * TEN_THOUSANDTHS)
