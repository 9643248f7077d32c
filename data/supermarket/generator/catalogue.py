"""The catalogue: what is sold, at which prices, and how customers take to it."""

import hashlib
import math
from typing import Final

import msgspec

from data.supermarket.generator.chance import Chance
from data.supermarket.generator.published import CATEGORIES, Category
from data.supermarket.tables import Product
from data.supermarket.words.goods import BRANDS, GOODS

RATINGS: Final = (4.4, 4.8)
_MIDDLE_SPREAD: Final = 0.2
_RATIO_SPREAD: Final = 0.06
_ELASTICITY_SPREAD: Final = 0.25
_ELASTICITY_BOUNDS: Final = (0.4, 6.0)
_SHARE_SPREAD: Final = 0.38
_SEASON_SPREADS: Final = (0.17, 0.1)
_SEASON_MAX: Final = 0.4
_SIGMA_SPREAD: Final = 0.12
_SIGMA_MIN: Final = 0.3
_COST_MAX: Final = 0.97
_CENT: Final = 0.01


class Article(msgspec.Struct, frozen=True, kw_only=True):
    """A product with what only its making needs."""

    product: Product
    p30: float
    p70: float
    """Prices lie below p30 or above p70 before the first day, each half of the time."""
    cost: float
    """Mean unit cost."""
    rating: float
    """What customers would rate goods of ordinary good quality."""


def articles(seed: int) -> tuple[Article, ...]:
    """Draw the catalogue; alphas are as yet unscaled."""
    chance = Chance(seed, "catalogue")
    brands = chance.shuffled(BRANDS)
    taken: dict[str, int] = {}
    made: list[Article] = []
    for row in CATEGORIES:
        goods = chance.shuffled(GOODS[row.name])
        for place in range(row.products):
            number = len(made)
            brand = brands[number % len(brands)]
            sku = _sku(seed, number, taken)
            made.append(_article(chance, row, place, sku, brand, goods[place]))
    return tuple(made)


def _sku(seed: int, number: int, taken: dict[str, int]) -> str:
    """Return ten digits that begin with 2, which is kept for numbers that stores give."""
    text = f"{seed}:{number}"
    while True:
        digest = hashlib.sha256(text.encode()).digest()
        sku = f"2{int.from_bytes(digest[:8], 'big') % 10**9:09}"
        if taken.setdefault(sku, number) == number:
            return sku
        text += "+"


def _article(
    chance: Chance, row: Category, place: int, sku: str, brand: str, description: str
) -> Article:
    middle = row.middle * chance.scatter(_MIDDLE_SPREAD)
    p30 = round(middle * min(0.99, row.p30 * chance.scatter(0.02)), 2)
    p70 = max(round(2 * middle - p30, 2), round(p30 + _CENT, 2))
    low = min(round(middle * row.low * chance.scatter(0.15), 2), round(0.97 * p30, 2))
    reach = (row.high - 1.0) * chance.uniform(0.6, 1.4, 6)
    high = max(round(middle * (1.0 + reach), 2), round(1.02 * p70, 2), round(p70 + _CENT, 2))
    cost = middle * min(_COST_MAX, chance.normal(row.cost, _RATIO_SPREAD))
    least, most = _ELASTICITY_BOUNDS
    usual = -row.elasticity * math.sqrt(middle / row.middle)
    elasticity = -max(least, min(most, usual * chance.scatter(_ELASTICITY_SPREAD)))
    beta = elasticity / middle
    sine, cosine = (
        max(-_SEASON_MAX, min(_SEASON_MAX, chance.normal(0.0, spread)))
        for spread in _SEASON_SPREADS
    )
    product = Product(
        id=sku,
        category=row.name,
        brand=brand,
        description=description,
        shelf_life=row.life[place % len(row.life)],
        price_min=low,
        price_max=high,
        alpha=chance.normal(0.0, _SHARE_SPREAD) - elasticity,
        beta=round(beta, 6),
        beta_s=round(beta * sine, 6),
        beta_c=round(beta * cosine, 6),
        sigma=round(max(_SIGMA_MIN, chance.normal(row.sigma, _SIGMA_SPREAD)), 6),
    )
    rating = chance.uniform(*RATINGS, 3)
    return Article(product=product, p30=p30, p70=p70, cost=cost, rating=rating)
