"""The negotiation block of the published report, with its field names, rules and roundings.

Per-negotiation values are rounded to four decimals first; means are taken of those, one after the
other in order of conclusion, and rounded again. Docs: docs/metrics.md, published blocks.
"""

from collections.abc import Sequence
from typing import Final

import polars as pl

from events.talks import MessageReceived, MessageSent, SupplierClosed
from projections.anchoring import anchorings
from projections.batch import Batch
from projections.reference_learning import (
    Row,
    anchoring_block,
    deals_of,
    each,
    learning_block,
    mean,
    of_family,
    total,
)
from projections.talks import TEN_THOUSANDTHS, concluded, talks

FENCE: Final = "```negotiate"
"""How the entries of a message begin."""
_QUALITY: Final = ("SE+", "CSE+", "%Oracle", "AGR+")


def reference_talks(batch: Batch) -> list[Row]:
    """Return the block of each episode, in order.

    Without a negotiation entry in any message it holds the order counts only; without a concluded
    negotiation, the counts of concluded (0) and, if any, of open ones.
    """
    rows = talks(batch)
    over = concluded(rows).partition_by("episode", as_dict=True)
    running = _counts(rows.filter(pl.col("outcome").is_null()))
    opened = _counts(rows)
    fenced = pl.col("text").str.contains(FENCE, literal=True)
    tried = _counts(batch.of(MessageSent).filter(fenced))
    anchored = anchorings(rows)
    blocks = _orders(batch)
    for episode, block in enumerate(blocks):
        if (episode,) in over:
            found = [_named(row) for row in over[episode,].rows(named=True)]
            block |= {"total_negotiations": len(found)}
            block |= {"active_unconcluded": running.get(episode, 0)}
            block |= _aggregates(found)
            block["learning_speed"] = learning_block(found)
            block["anchoring"] = anchoring_block(anchored.get(episode))
            block["per_negotiation"] = found
        elif episode in opened:
            block |= {"total_negotiations": 0, "active_unconcluded": opened[episode]}
        elif episode in tried:
            block["total_negotiations"] = 0
    return blocks


def quality(block: Row) -> Row:
    """Return the `negotiation_quality` part of the published analysis from a block."""
    terms = block.get("terms_bench_metrics", {})
    others = ("avg_rounds_to_deal", "total_money_saved_vs_initial", "learning_speed")
    return {name: terms.get(name) for name in _QUALITY} | {name: block.get(name) for name in others}


def _orders(batch: Batch) -> list[Row]:
    deals = batch.of(MessageReceived).filter("deal")
    deals = deals.group_by("episode", "supplier", maintain_order=True).len()
    counts: dict[int, dict[str, int]] = {}
    for episode, supplier, messages in deals.rows():
        counts.setdefault(episode, {})[supplier] = messages
    contacted = _counts(batch.of(MessageSent).unique(["episode", "supplier"]))
    closed = _counts(batch.of(SupplierClosed))
    return [
        {
            "total_orders": sum(counts.get(episode, {}).values()),
            "suppliers_contacted": contacted.get(episode, 0),
            "suppliers_bankrupt": closed.get(episode, 0),
            "order_counts": counts.get(episode, {}),
        }
        for episode in range(len(batch.names))
    ]


def _counts(frame: pl.DataFrame) -> dict[int, int]:
    return dict(frame.group_by("episode").len().rows())


def _named(row: Row) -> Row:
    """Return one negotiation under its published names."""
    return {
        "supplier_name": row["supplier"],
        "sku_id": row["sku"],
        "supplier_type": "good" if row["honest"] else "bad",
        "supplier_family": row["family"],
        "rounds": row["rounds"],
        "outcome": row["outcome"],
        "final_price": row["final_price"],
        "reference_price": row["reference"],
        "cost_floor": row["floor"],
        "initial_offer": row["list_price"],
        "agent_utility": row["utility"] / TEN_THOUSANDTHS,
        "surplus_efficiency": row["efficiency"] / TEN_THOUSANDTHS,
        "money_saved_vs_initial": row["saved"] / TEN_THOUSANDTHS,
        "agent_concession_rate": row["agent_concession"] / TEN_THOUSANDTHS,
        "supplier_concession_rate": row["supplier_concession"] / TEN_THOUSANDTHS,
        "critical_violations": row["critical"],
        "secondary_violations": row["secondary"],
        "terminated_by": row["concluded_by"],
        "day_started": row["day_started"],
        "day_concluded": row["day_concluded"],
    }


def _aggregates(rows: list[Row]) -> Row:
    deals = deals_of(rows)
    good = [row for row in rows if row["supplier_type"] == "good"]
    bad = [row for row in rows if row["supplier_type"] == "bad"]
    families = dict.fromkeys(row["supplier_family"] for row in rows)
    return {
        "total_deals": len(deals),
        "total_rejections": len(rows) - len(deals),
        "avg_surplus_efficiency": _efficiency(deals),
        "avg_rounds_to_deal": round(mean(each(deals, "rounds")), 2) if deals else 0.0,
        "total_money_saved_vs_initial": round(total(each(deals, "money_saved_vs_initial")), 2),
        "total_violations": {
            "critical": sum(len(row["critical_violations"]) for row in rows),
            "secondary": sum(len(row["secondary_violations"]) for row in rows),
        },
        "terms_bench_metrics": _terms(rows, good, bad),
        "by_supplier_type": {
            name: {
                "negotiations": len(some),
                "deals": len(deals_of(some)),
                "avg_efficiency": _efficiency(deals_of(some)),
            }
            for name, some in (("good", good), ("bad", bad))
        },
        "by_family": {family: _family(of_family(rows, family)) for family in families},
    }


def _terms(rows: list[Row], good: list[Row], bad: list[Row]) -> Row:
    deals = deals_of(good)
    # A deal without surplus counts nothing in AbsSE+, whatever its utility.
    gained = [row["agent_utility"] if row["surplus_efficiency"] else 0.0 for row in good]
    room = [max(0.0, row["reference_price"] - row["cost_floor"]) for row in good]
    oracle = None
    if good and total(room):
        oracle = round(100 * mean(each(good, "agent_utility")) / mean(room), 2)
    critical = [1 if row["critical_violations"] else 0 for row in rows]
    return {
        "AGR+": _share(deals, good),
        "SE+": _mean4(each(good, "surplus_efficiency")),
        "CSE+": _mean4(each(deals, "surplus_efficiency")),
        "AbsSE+": _mean4(gained),
        "AbsCSE+": _mean4(each(deals, "agent_utility")),
        "FAGR-": _share(deals_of(bad), bad),
        "CritViol": round(sum(critical) / len(rows), 4),
        "%Oracle": oracle,
    }


def _family(rows: list[Row]) -> Row:
    deals = deals_of(rows)
    return {"count": len(rows), "deals": len(deals), "avg_efficiency": _efficiency(deals)}


def _efficiency(deals: list[Row]) -> float:
    return _mean4(each(deals, "surplus_efficiency")) or 0.0


def _share(part: list[Row], whole: list[Row]) -> float | None:
    return round(len(part) / len(whole), 4) if whole else None


def _mean4(values: Sequence[float]) -> float | None:
    return round(mean(values), 4) if values else None
