"""Goal: what the supermarket's rules forbid is found, however well the figures add up.

Method: edit one event of a sound log so that it breaks one rule; look for the rule's name there.
"""

import json
from collections import Counter
from itertools import pairwise
from typing import Any

import polars as pl
import pytest

from projections.audit import audit_frame
from sim.supermarket.world import Settings
from tests.crowded import SKUS, crowd
from tests.falsified import after, dearer, edited, pick, relaid, told
from tests.retail_play import play

Fields = dict[str, Any]

TWO_LOTS = '"lots":\\[\\{[^\\]]*\\},\\{'


@pytest.fixture(scope="module")
def log() -> pl.DataFrame:
    return crowd()


def review(sale: Fields, times: int = 1, **changes: Any) -> list[Fields]:
    one = {"lot": sale["lots"][0]["lot"], "stars": 5, "dimension": "price", "remark": 1}
    return [one | changes] * times


def from_the_last(sale: Fields) -> list[Fields]:
    return [review(sale, lot=part["lot"])[0] for part in reversed(sale["lots"])]


SALES = {
    "younger units first": (lambda sale: sale["lots"].reverse(), "goods.sold"),
    "more than there is": (lambda sale: sale["lots"][0].update(units=10**6), "goods.sold"),
    "more back than sold": (lambda sale: sale["lots"][0].update(returned=10**6), "sales.returned"),
    "a lot left out": (lambda sale: sale["lots"].pop(), "sales.lots"),
    "more than customers": (lambda sale: sale.update(demand=10**9), "sales.traffic"),
    "less than nothing": (lambda sale: sale.update(demand=-1), "sales.sold"),
    "an unknown product": (lambda sale: sale.update(sku="x"), "sales.products"),
    "too many reviews": (lambda sale: sale.update(reviews=review(sale, 10**4)), "sales.reviews"),
    "another lot's review": (
        lambda sale: sale.update(reviews=review(sale, lot=0)),
        "sales.reviews",
    ),
    "reviews out of order": (
        lambda sale: sale.update(reviews=from_the_last(sale)),
        "sales.reviews",
    ),
    "six stars": (lambda sale: sale.update(reviews=review(sale, stars=6)), "sales.review"),
    "about taste": (
        lambda sale: sale.update(reviews=review(sale, dimension="taste")),
        "sales.review",
    ),
    "no such remark": (lambda sale: sale.update(reviews=review(sale, remark=-1)), "sales.review"),
}


@pytest.mark.parametrize(("edit", "rule"), SALES.values(), ids=list(SALES))
def test_a_sale_that_cannot_be_is_found(log, edit, rule):
    def change(fields: Fields) -> None:
        edit(next(sale for sale in fields["sales"] if len(sale.get("lots", ())) > 1))

    seq = pick(log, "goods.sold", TWO_LOTS)
    assert (rule, seq) in told(audit_frame(edited(log, seq, change)))


def outside(lot: Fields) -> None:
    """Let a unit wait that found room."""
    lot.update(stocked=lot["stocked"] - 1, waiting=lot.get("waiting", 0) + 1)


BROKEN = {
    "goods.sold": {
        "another selling order": (lambda fields: fields["sales"].reverse(), "sales.products"),
        "a product left out": (lambda fields: fields["sales"].pop(), "sales.products"),
        "a product twice": (
            lambda fields: fields["sales"].append(fields["sales"][0]),
            "sales.products",
        ),
    },
    "shelf.set": {
        "a product twice": (lambda fields: fields.update(skus=SKUS[:1] * 2), "shelf.twice"),
        "an unknown product": (lambda fields: fields.update(skus=["x"]), "shelf.product"),
        "41 products": (
            lambda fields: fields.update(skus=[*map(str, range(41))]),
            "shelf.places",
        ),
    },
    "price.set": {
        "for nothing": (lambda fields: fields.update(price=0.0), "shelf.price"),
        "ten millions": (lambda fields: fields.update(price=1e7), "shelf.price"),
        "in another store": (lambda fields: fields.update(store="x"), "shelf.price"),
        "an unknown product": (lambda fields: fields.update(sku="x"), "shelf.product"),
    },
    "prices.drawn": {
        "a product twice": (
            lambda fields: fields["prices"].append(fields["prices"][0]),
            "shelf.twice",
        ),
    },
    "quotes.published": {
        "a product left out": (lambda fields: fields["products"].pop(), "quotes.products"),
        "in another order": (lambda fields: fields["products"].reverse(), "quotes.products"),
        "other suppliers": (lambda fields: fields["suppliers"].reverse(), "quotes.suppliers"),
        "a price too few": (lambda fields: fields["products"][0]["prices"].pop(), "quotes.size"),
        "beyond the cap": (
            lambda fields: fields["products"][0].update(effect=-0.6),
            "quotes.effect",
        ),
    },
    "goods.ordered": {
        "an unknown supplier": (lambda fields: fields.update(supplier="x"), "orders.supplier"),
        "lots out of order": (lambda fields: fields["lines"].reverse(), "orders.lot"),
        "an unknown product": (
            lambda fields: fields["lines"][0].update(sku="x"),
            "orders.product",
        ),
        "no units": (lambda fields: fields["lines"][0].update(quantity=0), "orders.units"),
        "too many units": (
            lambda fields: fields["lines"][0].update(quantity=10**5),
            "orders.units",
        ),
        "at once": (lambda fields: fields["lines"][0].update(lead_days=0), "orders.due"),
        "beyond the funds": (lambda fields: fields.update(amount=10**15), "orders.funds"),
    },
    "goods.delivered": {
        "in another order": (lambda fields: fields["lots"].reverse(), "goods.delivered"),
        "not all there is room for": (lambda fields: outside(fields["lots"][0]), "goods.room"),
    },
    "goods.admitted": {
        "not at all": (lambda fields: fields["lots"].clear(), "goods.admitted"),
    },
    "goods.expired": {
        "not all of it": (lambda fields: fields["lots"].pop(), "goods.expired"),
    },
    "demand.sampled": {
        "in another order": (lambda fields: fields["products"].reverse(), "goods.stock"),
        "fewer than no customers": (lambda fields: fields.update(traffic=-1), "sales.traffic"),
        "beyond the cap": (
            lambda fields: fields["products"][0].update(news=0.6),
            "sales.attraction",
        ),
        "repulsive": (lambda fields: fields["products"][0].update(value=-0.1), "sales.attraction"),
        "attractive despite all": (
            lambda fields: fields["products"][1].update(reviews=-2.0),
            "sales.attraction",
        ),
    },
    "news.drawn": {
        "an item too few": (lambda fields: fields["fresh"].pop(), "news.length"),
        "for years": (lambda fields: fields["fresh"][0].update(last_day=10**3), "news.run"),
    },
    "day.reported": {
        "a product was short": (lambda fields: fields.update(short=["x"]), "report.short"),
    },
    "day.opened": {
        "another date": (lambda fields: fields.update(date="1991-01-01"), "night.date"),
    },
    "episode.finalised": {
        "bankrupt": (lambda fields: fields.update(reason="bankruptcy"), "end.reason"),
    },
    "episode.ended": {
        "bankrupt": (lambda fields: fields.update(reason="bankruptcy"), "frame.reason"),
    },
}
CASES = {
    f"{kind}: {name}": (kind, edit, rule)
    for kind, edits in BROKEN.items()
    for name, (edit, rule) in edits.items()
}


@pytest.mark.parametrize(("kind", "edit", "rule"), CASES.values(), ids=list(CASES))
def test_what_the_rules_forbid_is_found(log, kind, edit, rule):
    seq = pick(log, kind)
    assert (rule, seq) in told(audit_frame(edited(log, seq, edit)))


def test_an_item_that_runs_once_and_once_not_is_found(log):
    shown = [
        (seq, place, item["item"], item["last_day"] == fields["day"])
        for seq, text in log.filter(kind="news.drawn").select("seq", "payload").iter_rows()
        for fields in [json.loads(text)]
        for place, item in enumerate(fields["fresh"])
    ]
    times = Counter(item for *_, item, is_brief in shown if is_brief)
    again = [each for each in shown if each[3] and times[each[2]] > 1]
    seq, place, *_ = again[-1]
    changed = edited(log, seq, dearer(f"fresh.{place}.last_day", by=4))
    assert ("news.run", seq) in told(audit_frame(changed))


def test_orders_unloaded_in_another_order_than_placed_are_found():
    whole = play("steward", "data-small", Settings(days=20)).log
    rows = whole.to_dicts()
    seq = next(
        seq
        for seq, (row, following) in enumerate(pairwise(rows), 1)
        if row["kind"] == following["kind"] == "goods.delivered"
    )
    rows[seq - 1], rows[seq] = rows[seq], rows[seq - 1]
    assert ("goods.turn", seq + 1) in told(audit_frame(relaid(rows, whole)))


def test_products_that_are_not_shelved_do_not_sell(log):
    seq = int(log.filter(kind="shelf.set")["seq"][0])
    changed = edited(log, seq, lambda fields: fields["skus"].clear())
    assert ("sales.products", after(log, seq, "goods.sold")) in told(audit_frame(changed))


@pytest.mark.parametrize("amount", [2**62, 2**63, 2**80])
def test_numbers_beyond_64_bits_are_found(log, amount):
    seq = pick(log, "goods.sold")
    changed = edited(log, seq, lambda fields: fields["sales"][0].update(revenue=amount))
    assert ("books.revenue", seq) in told(audit_frame(changed))


@pytest.mark.parametrize("price", [1e308, -1e308])
def test_prices_that_make_no_amount_are_found(log, price):
    seq = pick(log, "goods.ordered")
    changed = edited(log, seq, lambda fields: fields["lines"][0].update(price=price))
    assert ("orders.amount", seq) in told(audit_frame(changed))
