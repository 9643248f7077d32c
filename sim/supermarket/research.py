"""What the agent can look up about the past: sales, ratings, returns, prices, news.

The days before the first one come from the world's tables, later ones from the state; an answer
does not show where one ends and the other begins. Rules: docs/rules/supermarket.md §10.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from events.errors import RuleBroken
from sim.supermarket.suppliers import asked
from sim.supermarket.world import Store
from sim.tools import Result


class _Sold(NamedTuple):
    """Units of one supplier sold on one day, all alike."""

    supplier: str
    units: int
    price: float
    cost: float
    """What one unit had been bought for."""


def sales_history(
    store: Store, skus: list[str], first: int, last: int, supplier: str | None
) -> Result:
    """Return units, prices and profit of products day by day."""
    return {sku: _sales(store, sku, first, last, supplier) for sku in skus}


def _sales(store: Store, sku: str, first: int, last: int, supplier: str | None) -> Result:
    daily: list[Result] = []
    records: dict[str, list[Result]] = {}
    units = 0
    worth = profit = 0.0
    for day in range(first, last + 1):
        date = store.calendar.iso(day)
        sold = [each for each in _sold(store, sku, day) if supplier in (None, each.supplier)]
        count = sum([each.units for each in sold])
        gross = _added(tuple([(each.price, each.units) for each in sold]))
        spent = 0.0
        for each in sold:
            spent += each.cost * each.units
        net = round(gross - _refunds(store, sku, day, supplier) - spent, 4)
        price = gross / count if count else None
        daily.append({"date": date, "selling_price": price, "units_sold": count, "net_profit": net})
        records[date] = []
        if count:
            record = {"sku_id": sku, "date": date, "price": price, "move": count, "net_profit": net}
            records[date].append(record)
        units, worth, profit = units + count, worth + gross, profit + net
    return {
        "daily": daily,
        "records": records,
        "total_units": units,
        "days": len(daily),
        "net_profit": round(profit, 4),
        "avg_selling_price": worth / units if units else None,
    }


@lru_cache(maxsize=65_536)
def _added(parts: tuple[tuple[float, int], ...]) -> float:
    """Add up prices unit by unit: the mean's last digits are part of what is reported."""
    total = 0.0
    for price, units in parts:
        for _ in range(units):
            total += price
    return total


def _sold(store: Store, sku: str, day: int) -> Iterator[_Sold]:
    if day < 0:
        for batch in store.past.batches.get((sku, day), ()):
            yield _Sold(batch.supplier, batch.units, batch.selling_price, batch.buy_price)
        return
    sale = store.state.sales.get(sku, {}).get(day)
    if sale is None:
        return
    for part in sorted(sale.lots, key=lambda part: part.lot):
        lot = store.state.lots[part.lot]
        yield _Sold(lot.supplier, part.units, sale.price, lot.price)


def _returned(store: Store, sku: str, day: int, supplier: str | None) -> int:
    if day < 0:
        past = store.past.returns.get((sku, day), ())
        return sum([each.units for each in past if supplier in (None, each.supplier)])
    sale = store.state.sales.get(sku, {}).get(day)
    if sale is None or not sale.returned:
        return 0
    lots = store.state.lots
    return sum([part.returned for part in sale.lots if supplier in (None, lots[part.lot].supplier)])


def _refunds(store: Store, sku: str, day: int, supplier: str | None) -> float:
    """Return what returns of a day cost, at the mean price of that day's sales."""
    returned = _returned(store, sku, day, supplier)
    if not returned:
        return 0.0
    if day >= 0:
        return returned * store.state.sales[sku][day].price
    units, worth = 0, 0.0
    for sale in store.past.sales.get((sku, day), ()):
        units, worth = units + sale.units, worth + sale.units * sale.price
    return returned * worth / units if units else 0.0


def price_history(
    store: Store, sku: str, first: int | None, last: int | None, supplier: str | None
) -> list[Result]:
    """Return what suppliers asked for a product on past days, supplier by supplier."""
    begin = store.past.first_day if first is None else max(first, store.past.first_day)
    end = store.today - 1 if last is None else min(last, store.today - 1)
    days = range(begin, end + 1)
    asked_on = {
        day: store.quoted(sku, day).prices if day >= 0 else asked(store, sku, day)[0]
        for day in days
    }
    return [
        {"supplier_id": name, "sku_id": sku, "date": store.calendar.iso(day), "price": price}
        for place, name in enumerate(store.suppliers)
        if supplier in (None, name)
        for day in days
        if (price := asked_on[day][place]) is not None
    ]


def mean_ratings(store: Store, skus: list[str], first: int | None, last: int | None) -> Result:
    """Return the mean rating of products within dates."""
    low = store.past.first_day if first is None else first
    high = store.today if last is None else last
    found: Result = {}
    for sku in skus:
        stars = count = 0
        for source in (store.past.ratings, store.state.ratings):
            if sku in source:
                more_stars, more = source[sku].between(low, high)
                stars, count = stars + more_stars, count + more
        found[sku] = stars / count if count else None
    return found


def return_rates(store: Store, supplier: str, skus: list[str], first: int, last: int) -> Result:
    """Return how much of a supplier's goods came back; where none sold, of those ordered."""
    per_sku = {sku: _rate(store, supplier, sku, first, last) for sku in skus}
    rows = per_sku.values()
    sold, ordered, measured, returned = (
        sum([row[key] for row in rows])
        for key in ("sold_count", "ordered_count", "denominator_count", "return_count")
    )
    source = "mixed_sold_and_ordered"
    if not measured:
        source = "none"
    elif measured == sold:
        source = "sold_count"
    elif measured == ordered:
        source = "ordered_count_fallback"
    rates = [row["return_rate"] for row in rows if row["return_rate"] is not None]
    mean = None
    if rates:
        total = 0.0
        for rate in rates:
            total += rate
        mean = total / len(rates)
    return {
        "supplier_id": supplier,
        "sku_ids": skus,
        "start_date": store.calendar.iso(first),
        "end_date": store.calendar.iso(last),
        "sold_count": sold,
        "ordered_count": ordered,
        "denominator_count": measured,
        "denominator_source": source,
        "return_count": returned,
        "average_return_rate": returned / measured if measured else None,
        "sold_based_return_rate": returned / sold if sold else None,
        "order_based_return_rate": returned / ordered if ordered else None,
        "average_sku_return_rate": mean,
        "per_sku": per_sku,
    }


def _rate(store: Store, supplier: str, sku: str, first: int, last: int) -> Result:
    sold = returned = 0
    for day in range(max(first, store.past.first_day), min(last, store.today) + 1):
        for each in _sold(store, sku, day):
            sold += each.units if each.supplier == supplier else 0
        returned += _returned(store, sku, day, supplier)
    ordered = 0
    for day, name, units in store.past.ordered.get(sku, ()):
        ordered += units if name == supplier and first <= day <= last else 0
    for number in store.state.supplied.get(sku, ()):
        lot = store.state.lots[number]
        if lot.supplier == supplier and first <= lot.ordered_day <= last:
            ordered += lot.units
    measured, source = (sold, "sold_count") if sold else (ordered, "ordered_count_fallback")
    return {
        "sku_id": sku,
        "sold_count": sold,
        "ordered_count": ordered,
        "denominator_count": measured,
        "denominator_source": source if measured else "none",
        "return_count": returned,
        "return_rate": returned / measured if measured else None,
    }


def todays_news(store: Store) -> list[Result]:
    """Return the headlines of today's paper."""
    return [
        {"id": shown.item, "record_id": None, "title": store.items[shown.item].title}
        for shown in store.state.news
    ]


def news_history(store: Store, first: int, last: int) -> list[Result]:
    """Return the items of past papers, by day."""
    rows = []
    for day in range(max(first, 0), min(last, store.today - 1) + 1):
        if day < len(store.state.papers):
            rows += [_article(store, item, day) for item in store.state.papers[day]]
    return rows


def news_detail(store: Store, name: str) -> Result:
    """Return one item: of today's paper, else of the first one it was in; or by record id."""
    papers, today = store.state.papers, store.today
    if name and papers and today < len(papers) and name in papers[today]:
        return _article(store, name, today)
    for day in range(min(today, len(papers))):
        if name in papers[day]:
            return _article(store, name, day)
    item, _, date = name.rpartition("_")
    for day in range(min(today, len(papers))):
        if item in papers[day] and store.calendar.iso(day) == date:
            return _article(store, item, day)
    raise RuleBroken(f"there is no news {name[:60]!r}")


def _article(store: Store, item: str, day: int) -> Result:
    row, date = store.items[item], store.calendar.iso(day)
    return {
        "record_id": f"{item}_{date}",
        "id": item,
        "title": row.title,
        "content": row.content,
        "date": date,
    }
