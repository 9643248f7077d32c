"""Goal: an explanation of the supermarket names every posting and link, and its sums agree.

Method: explain every balance of a crowded store's days and an event of each kind; compare the text
with the log.
"""

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import shopyear
from events.marketplace import PriceSet
from events.money import SolvencyTested
from events.supermarket import (
    DayReported,
    DemandSampled,
    GoodsAdmitted,
    GoodsDelivered,
    GoodsExpired,
    GoodsOrdered,
    GoodsSold,
    NewsDrawn,
    NewsLapsed,
    PricesDrawn,
    QuotesPublished,
    RentPaid,
    ShelfSet,
    TakingsBooked,
)
from projections.explain import explain_balance, explain_event
from projections.explain_words import amount
from runs.archive import run
from runs.cli import main
from runs.conform_store import conform_store_file
from sim.supermarket.world import Settings
from tests.retail import GOLDEN


@pytest.fixture(scope="module")
def episode(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("explain") / "steward"
    run(folder, Settings(agent="steward", days=30), sync="off")
    return folder


@pytest.fixture(scope="module")
def random(tmp_path_factory) -> Path:
    """An episode with a queue, and with code that was run."""
    folder: Path = tmp_path_factory.mktemp("explain") / "random"
    trace = GOLDEN / "small-random-1.jsonl.gz"
    assert conform_store_file(trace, GOLDEN / "data-small", out=folder).holds
    return folder


def of(folder: Path, *kinds: type) -> list[Any]:
    return [event for event in shopyear.load(folder) if isinstance(event, kinds)]


def kinds_of(lines: list[str]) -> list[str]:
    return [re.search(r", (\w+\.\w+): ", line).group(1) for line in lines if ", seq" not in line]


def told_of(folder: Path, event: Any) -> tuple[list[str], list[str]]:
    """Return the lines about an event, but for its call, and the kinds they are of."""
    lines = [line for line in explain_event(folder, event.seq) if not line.startswith("caused")]
    return lines, kinds_of(lines)


@pytest.mark.parametrize("day", [0, 1, 7, 20, 29])
def test_a_balance_is_explained_posting_by_posting(episode, day):
    lines = explain_balance(episode, day, "bank")
    (report,) = [each for each in of(episode, DayReported) if each.day == day]
    end = next(at for at, line in enumerate(lines) if f"at the close of day {day}:" in line)
    assert amount(report.bank) in lines[end]
    assert all(line.endswith("the sum agrees") for line in lines[end:])
    total = number(lines[0].rsplit(": ", 1)[1])
    for line in lines[1:end]:
        moved, reached = re.match(r"  (\S+) -> (\S+)  seq \d+, day \d+, ", line).groups()
        total += number(moved)
        assert total == number(reached)
    assert total * 1_000_000 == report.bank
    assert not any("¥" in line for line in lines)


def number(text: str) -> Decimal:
    return Decimal(text.replace(",", ""))


def test_a_day_with_orders_names_them_the_takings_and_the_rent(episode):
    ordered = of(episode, GoodsOrdered)[-1]
    day = ordered.tick // (1440 * 16)
    text = "\n".join(explain_balance(episode, day, "bank"))
    assert f"goods.ordered: order {ordered.order} from {ordered.supplier}" in text
    assert "18:00, takings, takings.booked: revenue" in text
    assert "08:00, rent, rent.paid: 600.000000" in text


def test_only_accounts_and_days_of_the_store_are_explained(episode):
    with pytest.raises(ValueError, match="expected one of bank in the supermarket, found 'wallet'"):
        explain_balance(episode, 3, "wallet")
    for day in (-1, 30):
        with pytest.raises(ValueError, match="0 to 29"):
            explain_balance(episode, day, "bank")


def test_an_order_is_followed_from_its_quote_to_its_last_unit(episode):
    expired = of(episode, GoodsExpired)[0]
    (lot, *_) = [moved.lot for moved in expired.lots]
    (order,) = [
        each for each in of(episode, GoodsOrdered) if lot in [line.lot for line in each.lines]
    ]
    lines, kinds = told_of(episode, order)
    assert kinds[:3] == ["quotes.published", "goods.ordered", "goods.delivered"]
    assert kinds[-1] == "goods.expired"
    assert set(kinds[3:-1]) == {"goods.sold"}
    sold = sum(int(re.search(rf"of it (\d+) of lot {lot}", line).group(1)) for line in lines[3:-1])
    gone = int(re.search(rf"lot {lot} (\d+) in stock", lines[-1]).group(1))
    assert sold + gone == sum(line.quantity for line in order.lines)
    assert f"[bank {amount(-order.amount)}]" in lines[1]
    assert "place_order" in explain_event(episode, order.seq)[-1]
    (delivered,) = [each for each in of(episode, GoodsDelivered) if each.order == order.order]
    assert told_of(episode, delivered)[1] == kinds


def test_goods_that_waited_are_followed_through_the_queue(random):
    waited = of(random, GoodsAdmitted)[0]
    lines, kinds = told_of(random, waited)
    assert {"goods.ordered", "goods.delivered", "goods.admitted"} <= set(kinds)
    assert any(" outside" in line for line in lines if "goods.delivered" in line)


def test_a_days_sales_stand_between_what_led_to_them_and_their_takings(episode):
    sold = of(episode, GoodsSold)[10]
    lines, kinds = told_of(episode, sold)
    assert {"shelf.set", "goods.ordered", "goods.delivered", "price.set", "demand.sampled"} <= set(
        kinds[: kinds.index("goods.sold")]
    )
    assert kinds[kinds.index("goods.sold") :] == ["goods.sold", "takings.booked", "day.reported"]
    (asked,) = [line for line in lines if line.startswith(">")]
    sale = next(sale for sale in sold.sales if sale.sold)
    assert f"{sale.sold} x {sale.sku} at {sale.price}" in asked
    lots = {part.lot for sale in sold.sales for part in sale.lots}
    orders = of(episode, GoodsOrdered)
    behind = [each for each in orders if lots & {line.lot for line in each.lines}]
    assert kinds.count("goods.ordered") == len(behind)


def test_takings_are_explained_by_their_evening(episode):
    booked = of(episode, TakingsBooked)[3]
    lines, kinds = told_of(episode, booked)
    assert kinds == ["demand.sampled", "goods.sold", "takings.booked", "day.reported"]
    assert f"for {amount(booked.revenue)}," in lines[1]
    assert lines[2].endswith(f"[bank {amount(booked.revenue - booked.refunds, signed=True)}]")


def test_a_price_is_explained_by_the_one_before_and_the_sales_at_it(episode):
    prices = of(episode, PriceSet)
    first, second = [each for each in prices if each.sku == prices[-1].sku][-2:]
    lines, kinds = told_of(episode, first)
    assert kinds[0] in ("price.set", "prices.drawn")
    sold = [
        each
        for each in of(episode, GoodsSold)
        if first.seq < each.seq < second.seq
        and any(sale.sku == first.sku and sale.sold for sale in each.sales)
    ]
    assert kinds[2:] == ["goods.sold"] * len(sold)
    assert all(f" x {first.sku} at {first.price}" in line for line in lines[2:])


def test_the_paper_is_explained_by_what_it_acts_on_and_its_items_last_days(episode):
    drawn = next(
        each for each in of(episode, NewsDrawn) if any(x.last_day > each.day for x in each.fresh)
    )
    kinds = told_of(episode, drawn)[1]
    assert {"news.drawn", "quotes.published", "demand.sampled", "news.lapsed"} == set(kinds)
    lapsed = of(episode, NewsLapsed)[0]
    kinds = told_of(episode, lapsed)[1]
    assert kinds[-1] == "news.lapsed"
    assert kinds[0] == "news.drawn"
    quoted = of(episode, QuotesPublished)[0]
    kinds = told_of(episode, quoted)[1]
    assert kinds[:2] == ["news.drawn", "quotes.published"]
    assert set(kinds[2:]) == {"goods.ordered"}


def test_a_streak_is_explained_by_its_mornings(tmp_path):
    run(tmp_path / "e", Settings(opening_balance=1_000_000_000, agent="idle"), sync="off")
    test = of(tmp_path / "e", SolvencyTested)[-2]
    assert test.streak == 4
    kinds = told_of(tmp_path / "e", test)[1]
    assert kinds == ["solvency.tested"] * 3 + ["rent.paid", "solvency.tested"]
    final = shopyear.load(tmp_path / "e")[-3]
    assert told_of(tmp_path / "e", final)[1] == [
        *(["solvency.tested"] * 5),
        *("day.reported", "episode.finalised"),
    ]


def test_a_report_is_explained_by_its_whole_night(episode):
    kinds = told_of(episode, of(episode, DayReported)[9])[1]
    assert kinds[0] == "demand.sampled"
    assert {"goods.sold", "takings.booked", "rent.paid", "day.opened"} <= set(kinds)
    assert kinds[-1] == "day.reported"


@pytest.mark.parametrize("name", ["episode", "random"])
def test_every_kind_of_event_has_an_explanation(name, request):
    folder = request.getfixturevalue(name)
    seen = {type(event): event for event in shopyear.load(folder)}
    for event in seen.values():
        lines = explain_event(folder, event.seq)
        assert sum(line.startswith(f"> seq {event.seq}, ") for line in lines) == 1
        assert all(line.isprintable() for line in lines)
        assert not any("¥" in line for line in lines)
    assert {PricesDrawn, ShelfSet, DemandSampled, RentPaid} <= set(seen)


def test_the_command_line_explains(episode, capsys):
    assert main(["explain", str(episode), "--day", "3", "--account", "bank"]) == 0
    assert capsys.readouterr().out.splitlines() == explain_balance(episode, 3, "bank")
    assert main(["explain", str(episode), "--event", "4"]) == 0
    assert capsys.readouterr().out.splitlines() == explain_event(episode, 4)
    assert main(["explain", str(episode), "--day", "3", "--account", "escrow"]) != 0
    assert "bank in the supermarket" in capsys.readouterr().err
