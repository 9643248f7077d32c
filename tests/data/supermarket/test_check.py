"""Goal: the check of a supermarket names what cannot be, and what is merely odd.

Method: one fact of a golden world is changed; the finding must name it.
"""

import msgspec
import pytest

from data.supermarket.check import check, summary
from data.supermarket.loader import embedded
from data.supermarket.tables import Supermarket
from tests.retail import world

replace = msgspec.structs.replace


@pytest.fixture(scope="module")
def store() -> Supermarket:
    return embedded()


def new(store, changed, severity, subject):
    """The findings that a change brought."""
    return [
        found.message
        for found in check(changed)
        if (found.severity, found.subject) == (severity, subject)
    ]


def past(store, **changes):
    return replace(store, history=replace(store.history, **changes))


def test_a_small_world_is_told_what_a_full_one_has():
    messages = [
        found.message for found in check(world()) if found.file == "sku_model_parameter.json"
    ]
    assert "has 40 products; a full-scale world has 96" in messages


def test_the_summary_tells_figures_with_their_bounds(store):
    told = summary(store)
    assert told["history_units"][1:] == (215_000, 202_000, 228_000)
    assert told["digest"] == store.digest


def test_sales_must_be_made_of_units(store):
    first = store.history.sales[0]
    more = replace(first, units=first.units + 1)
    changed = past(store, sales=(more, *store.history.sales[1:]))
    assert new(store, changed, "error", first.sku) == [
        f"sold {first.units + 1} on {first.date}, of {first.units} single units"
    ]


def test_no_more_can_come_back_than_was_sold(store):
    first = store.history.returns[0]
    changed = past(store, returns=(replace(first, units=9_999), *store.history.returns[1:]))
    (message,) = new(store, changed, "error", first.sku)
    assert message.startswith("had 9999 of")


def test_goods_are_ordered_before_they_are_sold(store):
    first = store.history.batches[0]
    late = replace(first, order_date="1991-07-01")
    changed = past(store, batches=(late, *store.history.batches[1:]))
    assert new(store, changed, "error", first.sku) == [
        f"was sold on {first.sold_date}, before it was ordered"
    ]


def test_every_product_needs_a_rating(store):
    sku = store.products[0].id
    kept = tuple(row for row in store.history.reviews if row.sku != sku)
    (message,) = new(store, past(store, reviews=kept), "error", sku)
    assert "no rating" in message


def test_the_past_ends_before_the_first_day(store):
    first = store.history.reviews[0]
    late = replace(first, date="1991-09-07")
    changed = past(store, reviews=(late, *store.history.reviews[1:]))
    assert new(store, changed, "error", "") == ["reaches 1991-09-07; the first day is 1991-09-07"]


def test_a_store_needs_customers(store):
    changed = replace(store, traffic_first="1995-01-01")
    assert new(store, changed, "error", "") == ["has no customers from 1991-09-07 on"]


def test_short_series_are_odd(store):
    changed = replace(store, traffic=store.traffic[:100])
    assert "has customers on 7 of the 180 days from 1991-09-07" in new(
        store, changed, "warning", ""
    )
    supply = store.supplies[0]
    offer = supply.offers[0]
    brief = replace(
        offer,
        lead_min=None,
        prices=offer.prices[:93],
        qualities=(None, *offer.qualities[1:93]),
    )
    short = replace(supply, offers=(brief, *supply.offers[1:]))
    changed = replace(store, supplies=(short, *store.supplies[1:]))
    assert new(store, changed, "warning", f"{supply.sku} of {offer.supplier}") == [
        "has no days of delivery: 3 to 7 stand in for them",
        "is quoted on 0 of the 180 days from 1991-09-07",
        "has no quality on 1 days with a quote",
    ]


def test_prices_that_attract_are_odd(store):
    first = replace(store.products[0], beta=0.1)
    second = replace(store.products[1], beta_s=-9.0)
    changed = replace(store, products=(first, second, *store.products[2:]))
    assert "beta is 0.1" in new(store, changed, "warning", first.id)[0]
    assert "in some season" in new(store, changed, "warning", second.id)[0]


def test_prices_outside_the_band_are_odd(store):
    sale = store.history.sales[0]
    changed = past(store, sales=(replace(sale, price=99.0), *store.history.sales[1:]))
    (message,) = new(store, changed, "warning", sale.sku)
    assert message.startswith("was sold on 1 day(s) at prices outside")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"side": "both"}, "acts on 'both': on nothing"),
        ({"mode": "neutral"}, "is neutral, yet has a direction"),
        ({"sku": None, "category": None}, "names neither product nor category: it does nothing"),
        ({"strength": 0.0}, "has a strength of 0: it does nothing"),
    ],
)
def test_news_that_does_nothing_is_odd(store, changes, message):
    place, item = next(
        (place, item) for place, item in enumerate(store.news) if item.mode == "sku_level"
    )
    news = (*store.news[:place], replace(item, **changes), *store.news[place + 1 :])
    assert message in new(store, replace(store, news=news), "warning", item.id)


def test_a_missing_kind_of_news_is_odd(store):
    kept = tuple(item for item in store.news if item.mode != "macro_all")
    strange = replace(kept[0], mode="gossip", id="strange")
    found = new(store, replace(store, news=(*kept, strange)), "warning", "")
    assert found == [
        "has no item of mode macro_all",
        "has items of the mode gossip, which never appears",
    ]


def test_an_empty_cell_of_remarks_is_odd(store):
    kept = tuple(
        row
        for row in store.remarks
        if (row.category, row.dimension, row.stars) != ("Beer", "price", 2)
    )
    assert new(store, replace(store, remarks=kept), "warning", "Beer") == [
        "has no remark about price with 2 star(s)"
    ]


def test_a_figure_out_of_its_bounds_is_a_warning(store):
    changed = replace(store, traffic=tuple(2 * count for count in store.traffic))
    (message,) = new(store, changed, "warning", "traffic_mean")
    assert message.endswith("not 28966 to 30166 about 29566")
