"""The sections of a supermarket's report about goods: purchases, products and reviews."""

from collections import Counter, defaultdict
from typing import Final

from runs.report import charts, small
from runs.report.data import Seen, span_of
from runs.report.html import Child, amount, el, folded, table
from runs.report.retail_data import (
    Bought,
    Line,
    bought_by_category,
    bought_by_span,
    categories,
)
from runs.report.retail_data import (
    products as products_of,
)
from runs.report.retail_data import (
    reviews as reviews_of,
)
from runs.report.sheet import BLUE
from runs.report.shell import Section

SHOWN: Final = 12
"""More rows than this are folded away."""
_STARS: Final = range(1, 6)
_SHARE_LABELS: Final = "format(datum.value, '.0~f') + ' %'"
_STAR_LABELS: Final = "format(datum.value, '.1f')"


def buying(seen: Seen) -> Section:
    """Return the quality and price of what was bought, beside the best and cheapest on offer."""
    days = bought_by_span(seen)
    title = "Purchases"
    if not days:
        told = "Nothing was ordered that could be compared with another supplier's offer."
        return Section("buying", title, [el("p", told)])
    by = "day" if span_of(seen) == 1 else "week"
    quality = {
        "bought": [(each.day, each.quality) for each in days],
        "best on offer": [(each.day, each.best) for each in days],
    }
    price = {
        "bought": [(each.day, 100 * each.premium) for each in days],
        "best quality on offer": [(each.day, 100 * each.best_premium) for each in days],
    }
    columns = (f"first day of the {by}" if by == "week" else by, *_COLUMNS)
    content: list[Child] = [
        el(
            "p",
            "Every order line beside what the other suppliers offered of the same product that "
            "day; means by unit. The agent sees quotes, but no quality.",
        ),
        el("h3", "Quality, 1 to 5"),
        charts.lines("quality", f"Quality bought and best on offer, by {by}", quality,
                     _STAR_LABELS, 160),
        el("h3", "Price above the cheapest offer"),
        charts.lines("premium", f"Price above the cheapest offer, by {by}", price,
                     _SHARE_LABELS, 160),
        folded(f"Purchases by {by}", table(columns, [(f"{each.day:,}", *_cells(each)) for each in
                                                     days])),
        table(("category", *_COLUMNS), [(each.name or "?", *_cells(each)) for each in
                                        bought_by_category(seen)], left=("category",),
              caption="Purchases by category"),
    ]  # fmt: skip
    return Section("buying", title, content)


_COLUMNS: Final = ("order lines", "units", "paid", "quality", "best on offer", "with the best",
                   "above the cheapest", "with the cheapest")  # fmt: skip


def _cells(found: Bought) -> tuple[str, ...]:
    return (
        f"{found.lines:,}",
        f"{found.units:,}",
        f"{found.paid:,.2f}",
        f"{found.quality:.2f}",
        f"{found.best:.2f}",
        f"{100 * found.is_best / found.lines:.0f} %",
        f"{100 * found.premium:.1f} %",
        f"{100 * found.is_cheapest / found.lines:.0f} %",
    )


def products(seen: Seen) -> Section:
    """Return what became of each product."""
    found = products_of(seen)
    if not found:
        return Section("products", "Products", [el("p", "Nothing was ordered.")])
    names = {each.id: each.description for each in seen.store.products} if seen.store else {}
    columns = ("product", "category", "ordered", "sold", "returned", "expired", "days short",
               "takings", "cost of goods sold", "margin")  # fmt: skip
    rows = [_product(each, names.get(each.sku, "")) for each in found]
    known = set(categories(seen.batch).values())
    top, rest = rows[:SHOWN], rows[SHOWN:]
    content: list[Child] = [
        el(
            "p",
            f"{len(found):,} products of {len({each.category for each in found}):,} of "
            f"{len(known):,} categories were ordered. Margin is takings less what the units "
            "sold had been bought for; what expired is not in it.",
        ),
        table(columns, top, left=columns[:2]),
        folded(f"{len(rest):,} more", table(columns, rest, left=columns[:2])) if rest else None,
    ]
    return Section("products", "Products", content)


def _product(found: Line, name: str) -> tuple[Child, ...]:
    told: Child = [el("code", found.sku, class_="whole"), " ", el("span", name, class_="note")]
    units = (found.ordered, found.sold, found.returned, found.expired, found.days_short)
    money = (found.taken, found.cost, found.taken - found.cost)
    return (told, found.category, *(f"{each:,}" for each in units), *map(amount, money))


def reviews(seen: Seen) -> Section:
    """Return what customers thought, and what they wrote about."""
    found = reviews_of(seen)
    if not found:
        return Section("reviews", "Reviews", [el("p", "There was no review.")])
    span = span_of(seen)
    by = "day" if span == 1 else "week"
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for day, stars, _ in found:
        groups[day // span * span].append(stars)
    mean = {
        "mean rating": [(day, sum(group) / len(group)) for day, group in sorted(groups.items())]
    }
    counts = Counter(stars for _, stars, _ in found)
    bars = [
        (f"{stars} star{'' if stars == 1 else 's'}", float(counts[stars]), f"{counts[stars]:,}")
        for stars in reversed(_STARS)
    ]
    about = Counter((stars, subject) for _, stars, subject in found)
    subjects = sorted({subject for _, subject in about})
    rows = [
        (f"{stars}", *(f"{about[stars, subject]:,}" for subject in subjects)) for stars in _STARS
    ]
    total = sum(stars for _, stars, _ in found) / len(found)
    content: list[Child] = [
        el("p", f"{len(found):,} reviews with {total:.2f} stars on average."),
        charts.lines("ratings", f"Mean rating of the reviews by {by}", mean, _STAR_LABELS, 140),
        small.bars("stars", "Reviews by stars", bars, BLUE),
        folded("Reviews by stars and subject", table(("stars", *subjects), rows)),
    ]
    return Section("reviews", "Reviews", content)
