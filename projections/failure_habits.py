"""Failures of attention: research done twice, and an overdraft beside money left in the wallet.

Definitions and the reasons for the thresholds: docs/metrics.md, "Failure rules".
"""

from typing import Any, Final

import msgspec
import polars as pl

from events.episode import ToolAnswered, TurnTaken
from events.money import DayClosed
from events.talks import SupplierClosed
from ledger.money import YUAN
from projections.batch import Batch
from projections.explain_words import yuan
from projections.failure_rule import Found, Rule, count
from projections.metric import Metric

SUPPLIER_SEARCH: Final = "supplier_search"
RESEARCH_TOOLS: Final = ("market_search", "list_products", SUPPLIER_SEARCH)
"""Tools whose answer is fixed by the world; of suppliers, only the closed ones drop out."""
REPEAT_DAYS_MAX: Final = 30
"""After more days the answer may well have left the agent's context."""
REPEATS_MIN: Final = 5
"""A handful: fewer in an episode may each have had a reason."""

OVERDRAWN_MICRO_MIN: Final = 100 * YUAN
"""About what a store costs a day; less in the wallet counts if it covers the overdraft."""
OVERDRAWN_RUN_MIN: Final = 2
"""Mornings in a row: after the first the agent had a working day to withdraw."""


def canonical(arguments: str) -> str:
    """Return one text for all the ways to write the same arguments of a research tool.

    Keys are sorted; what counts as absent is left out: null, an empty text, the first page. Text
    that is no JSON object stands for itself.
    """
    try:
        value: object = msgspec.json.decode(arguments)
        if isinstance(value, str):
            value = msgspec.json.decode(value)
    except (msgspec.DecodeError, RecursionError):
        return arguments
    if not isinstance(value, dict):
        return arguments
    if "page" in value:
        value["page"] = _page(value["page"])
    present = {key: each for key, each in value.items() if each not in (None, "")}
    return msgspec.json.encode(present, order="deterministic").decode()


def _page(page: object) -> object:
    try:
        number = float(page)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return page
    if number == 1:
        return None
    return int(number) if number.is_integer() else page


def _research(batch: Batch) -> pl.DataFrame:
    """Return the research that succeeded, with its canonical arguments as `asked`."""
    researched = pl.col("tool").is_in(RESEARCH_TOOLS)
    answered = batch.of(ToolAnswered).filter(researched & ~pl.col("failed"))
    taken = batch.of(TurnTaken).select("episode", "turn", "calls")
    turns = taken.join(answered, on=["episode", "turn"], how="semi")
    calls = turns.with_columns(index=pl.int_ranges(pl.col("calls").list.len(), dtype=pl.Int64))
    each = calls.explode("calls", "index").unnest("calls").drop("tool")
    place = ["episode", "turn", "index"]
    made = answered.join(each, on=place, maintain_order="left")
    texts = made["arguments"].unique(maintain_order=True)
    asked = pl.DataFrame(
        {"arguments": texts, "asked": [canonical(text) for text in texts]},
        schema={"arguments": pl.String, "asked": pl.String},
    )
    return made.join(asked, on="arguments", maintain_order="left")


def _repeated(batch: Batch) -> Found:
    research = _research(batch)
    columns = ["episode", "seq", "on", "tool", "asked"]
    closed = batch.of(SupplierClosed).with_columns(
        tool=pl.lit(None, pl.String), asked=pl.lit(None, pl.String)
    )
    both = pl.concat([research.select(columns), closed.select(columns)]).sort("episode", "seq")
    closures = pl.col("tool").is_null().cum_sum().over("episode")
    state = pl.when(pl.col("tool") == SUPPLIER_SEARCH).then(closures).otherwise(0)
    same = ["episode", "tool", "asked", "state"]
    calls = both.with_columns(state=state).drop_nulls("tool")
    dated = calls.with_columns(before=pl.col("on").shift(1).over(same))
    rows = dated.filter(pl.col("on") - pl.col("before") <= REPEAT_DAYS_MAX)
    made = calls.group_by("episode").agg(lookups=count())
    again = rows.group_by("episode").agg(lookups_repeated=count())
    figures = batch.filled(made, ["lookups"]).join(
        batch.filled(again, ["lookups_repeated"]), on="episode", maintain_order="left"
    )
    holds = pl.col("lookups_repeated") >= REPEATS_MIN
    measured = figures.with_columns(holds=pl.when(pl.col("lookups") > 0).then(holds))
    return Found(measured, rows)


def _tell_repeated(row: dict[str, Any]) -> str:
    return f"{row['tool']} {row['asked']} again, last asked on day {row['before']}"


REPEATED: Final = Rule(
    name="repeated_research",
    title="Repeated research",
    meaning="the agent asked again for what it had been told and what could not have changed",
    undefined="nothing was looked up",
    figures=(
        Metric(name="lookups", unit="count", meaning="successful calls of the research tools"),
        Metric(
            name="lookups_repeated",
            unit="count",
            meaning=f"those made before, {REPEAT_DAYS_MAX} days ago or less, with the same answer",
            better="lower",
        ),
    ),
    look=_repeated,
    tell=_tell_repeated,
)


def _overdrawn(batch: Batch) -> Found:
    closes = batch.of(DayClosed)
    # What matured this very morning could not have been withdrawn before it.
    idle = pl.col("wallet") - pl.col("matured")
    overdraft = -pl.col("bank")
    needed = pl.min_horizontal(overdraft, pl.lit(OVERDRAWN_MICRO_MIN, pl.Int64))
    dated = closes.select("episode", "seq", "on", idle=idle, overdraft=overdraft, needed=needed)
    rows = dated.filter((pl.col("overdraft") > 0) & (pl.col("idle") >= pl.col("needed")))
    before = pl.col("on").shift(OVERDRAWN_RUN_MIN - 1).over("episode")
    in_a_row = pl.col("on") - before == OVERDRAWN_RUN_MIN - 1
    found = rows.with_columns(in_a_row=in_a_row).group_by("episode")
    counted = found.agg(
        idle_cash_overdrafts=count(), holds=pl.col("in_a_row").fill_null(False).any()
    )
    known = closes.select("episode").unique().with_columns(known=True)
    whole = batch.filled(counted, ["idle_cash_overdrafts"]).join(
        known, on="episode", how="left", maintain_order="left"
    )
    holds = pl.when(pl.col("known")).then(pl.col("holds").fill_null(False))
    return Found(whole.with_columns(holds=holds).drop("known"), rows)


def _tell_overdrawn(row: dict[str, Any]) -> str:
    return f"bank {yuan(-row['overdraft'])} with {yuan(row['idle'])} left in the wallet"


OVERDRAWN: Final = Rule(
    name="overdrawn_with_cash",
    title="Overdrawn with cash idle in the wallet",
    meaning="the bank stood below zero while money lay in the wallet that could have covered it",
    undefined="no morning was settled",
    figures=(
        Metric(
            name="idle_cash_overdrafts",
            unit="count",
            meaning="overdrawn mornings on which idle money could have helped",
            better="lower",
        ),
    ),
    look=_overdrawn,
    tell=_tell_overdrawn,
)
