"""The 93 days before the first one: everything on sale, nothing ever out of stock.

Prices change every few days, between cheap and dear. Goods come from the best or the second best
supplier of the day. A category's alphas are shifted together until it sells what it should.
"""

import datetime as dt
import math
from typing import Final

import msgspec

from data.supermarket.generator.catalogue import Article
from data.supermarket.generator.chance import Chance
from data.supermarket.generator.published import (
    BY_NAME,
    CATEGORIES,
    HISTORY_DAYS,
    HISTORY_FIRST,
)
from data.supermarket.generator.stars import star_edges
from data.supermarket.parameters import NOISE_DIVISOR, SEASON_WEEKS, WEEK_ZERO
from data.supermarket.tables import Batch, History, PastReturns, PastReview, PastSale, Supply

_PRICE_DAYS: Final = (3, 7)
_BEST_SHARE: Final = 0.6
_REVIEW_RATIO: Final = 0.03
_RETURN_RATES: Final = (0.01, 0.03)
_RHO: Final = 3.0
_ROUNDS: Final = 8
_TARGET_SPREAD: Final = 0.06
_ALPHA_DIGITS: Final = 6


class Path(msgspec.Struct, frozen=True):
    """A product's prices and noise, day by day."""

    prices: tuple[float, ...]
    noises: tuple[float, ...]


def paths(seed: int, articles: tuple[Article, ...]) -> tuple[Path, ...]:
    """Draw each product's prices and noise."""
    chance = Chance(seed, "past prices")
    made = []
    for article in articles:
        prices: list[float] = []
        while len(prices) < HISTORY_DAYS:
            days = chance.between(*_PRICE_DAYS)
            is_cheap = chance.chance(0.5)
            low = article.product.price_min if is_cheap else article.p70
            high = article.p30 if is_cheap else article.product.price_max
            prices += [chance.uniform(low, high, 2)] * days
        noises = [
            chance.normal(0.0, article.product.sigma) / NOISE_DIVISOR for _ in range(HISTORY_DAYS)
        ]
        made.append(Path(tuple(prices[:HISTORY_DAYS]), tuple(noises)))
    return tuple(made)


def scaled(
    seed: int, articles: tuple[Article, ...], made: tuple[Path, ...], customers: tuple[int, ...]
) -> tuple[Article, ...]:
    """Shift the alphas of each category so that its past sales are the published ones, about."""
    chance = Chance(seed, "past volumes")
    shifts = {}
    for row in CATEGORIES:
        goal = row.daily * HISTORY_DAYS * chance.scatter(_TARGET_SPREAD)
        members = [place for place, each in enumerate(articles) if _of(each) == row.name]
        days = [
            _whole([_attraction(articles[at], made[at], day) for at in members])
            for day in range(HISTORY_DAYS)
        ]
        shift = 0.0
        for _ in range(_ROUNDS):
            sizes = [math.exp(shift) * whole for whole in days]
            sold = math.fsum(
                [count * size / (1 + size) for count, size in zip(customers, sizes, strict=False)]
            )
            shift += math.log(goal / sold)
        shifts[row.name] = shift
    return tuple(_shifted(each, shifts[_of(each)]) for each in articles)


def history(
    seed: int,
    articles: tuple[Article, ...],
    made: tuple[Path, ...],
    supplies: tuple[Supply, ...],
    customers: tuple[int, ...],
) -> History:
    """Draw what was sold, sent back and said about it."""
    chance = Chance(seed, "past")
    sales: list[PastSale] = []
    batches: list[Batch] = []
    reviews: list[PastReview] = []
    returns: list[PastReturns] = []
    for day in range(HISTORY_DAYS):
        date = (HISTORY_FIRST + dt.timedelta(days=day)).isoformat()
        sold = _sold(chance, articles, made, day, customers[day])
        for article, path, supply, units in zip(articles, made, supplies, sold, strict=True):
            rate = chance.uniform(*_RETURN_RATES, 6)
            offer = _source(chance, supply, day)
            if not units:
                continue
            sku, price = article.product.id, path.prices[day]
            sales.append(PastSale(sku=sku, date=date, units=units, price=price))
            batches.append(
                Batch(
                    sku=sku,
                    supplier=supply.offers[offer].supplier,
                    units=units,
                    buy_price=supply.offers[offer].prices[day] or 0.0,
                    selling_price=price,
                    order_date=date,
                    sold_date=date,
                )
            )
            back = chance.successes(units, rate)
            if back:
                supplier = supply.offers[offer].supplier
                returns.append(PastReturns(sku=sku, supplier=supplier, date=date, units=back))
            edges = star_edges(round(supply.offers[offer].qualities[day] or 0.0, 2))
            for _ in range(chance.successes(units, _REVIEW_RATIO)):
                stars = _stars(chance, edges)
                reviews.append(PastReview(sku=sku, date=date, stars=stars))
    return History(
        first_date=HISTORY_FIRST.isoformat(),
        sales=tuple(sales),
        batches=tuple(batches),
        reviews=tuple(reviews),
        returns=tuple(returns),
    )


def _of(article: Article) -> str:
    return article.product.category


def _shifted(article: Article, shift: float) -> Article:
    alpha = round(article.product.alpha + shift, _ALPHA_DIGITS)
    product = msgspec.structs.replace(article.product, alpha=alpha)
    return msgspec.structs.replace(article, product=product)


def _attraction(article: Article, path: Path, day: int) -> float:
    date = HISTORY_FIRST + dt.timedelta(days=day)
    angle = 2 * math.pi * ((date - dt.date.fromisoformat(WEEK_ZERO)).days // 7) / SEASON_WEEKS
    row = article.product
    slope = row.beta + row.beta_s * math.sin(angle) + row.beta_c * math.cos(angle)
    return math.exp(row.alpha + slope * path.prices[day] + path.noises[day])


def _whole(values: list[float]) -> float:
    return math.pow(math.fsum([value**_RHO for value in values]), 1.0 / _RHO)


def _sold(
    chance: Chance, articles: tuple[Article, ...], made: tuple[Path, ...], day: int, customers: int
) -> list[int]:
    """Draw a day's units: buyers by category, each of whom takes one product."""
    values = [_attraction(each, path, day) for each, path in zip(articles, made, strict=True)]
    units = [0] * len(articles)
    for name in BY_NAME:
        members = [place for place, each in enumerate(articles) if _of(each) == name]
        whole = _whole([values[at] for at in members])
        left = chance.successes(customers, whole / (1.0 + whole))
        rest = math.fsum([values[at] for at in members])
        for at in members[:-1]:
            units[at] = chance.successes(left, values[at] / rest)
            left, rest = left - units[at], rest - values[at]
        units[members[-1]] = left
    return units


def _source(chance: Chance, supply: Supply, day: int) -> int:
    ranked = sorted(
        range(len(supply.offers)), key=lambda at: (-(supply.offers[at].qualities[day] or 0.0), at)
    )
    return ranked[0] if chance.chance(_BEST_SHARE) else ranked[1]


def _stars(chance: Chance, edges: tuple[float, ...]) -> int:
    point = chance.unit()
    return next((stars for stars, edge in enumerate(edges, 1) if edge > point), len(edges))
