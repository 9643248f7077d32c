"""The pool of news: many pieces about the town, and some that move demand or suppliers' prices."""

from typing import Final

from data.supermarket.generator.chance import Chance
from data.supermarket.generator.published import CATEGORIES
from data.supermarket.tables import Item, Product
from data.supermarket.words.news import (
    DEGREES,
    EVENTS,
    EVERYTHING,
    HEADLINES,
    PLACES,
    TOWN,
)

STRENGTHS: Final = (0.1, 0.4)
INCREASES: Final = 0.55
MACRO_ITEMS: Final = 80
CATEGORY_ITEMS: Final = 8
PRODUCT_ITEMS: Final = 4
_SIDES: Final = ("need", "supply")


def items(seed: int, products: tuple[Product, ...]) -> tuple[Item, ...]:
    """Draw the pool: every place with every town story, and trade news about all that is sold."""
    chance = Chance(seed, "news")
    drafts: list[tuple[str, str, str | None, str | None]] = []
    drafts += [("macro_all", EVERYTHING, None, None)] * MACRO_ITEMS
    for row in CATEGORIES:
        drafts += [("single_category", row.name.lower(), row.name, None)] * CATEGORY_ITEMS
    for product in products:
        name = f"{product.brand} {product.description.split(',')[0].lower()}"
        drafts += [("sku_level", name, None, product.id)] * PRODUCT_ITEMS
    made = [_trade(chance, *draft) for draft in drafts]
    made += [_town(headline, text, place) for place in PLACES for headline, text in TOWN]
    return tuple(_numbered(item, number) for number, item in enumerate(chance.shuffled(made), 1))


def _trade(
    chance: Chance, mode: str, what: str, category: str | None, sku: str | None
) -> dict[str, object]:
    direction = "increase" if chance.chance(INCREASES) else "decrease"
    side = chance.choice(_SIDES)
    strength = chance.uniform(*STRENGTHS, 3)
    low, high = STRENGTHS
    degrees = DEGREES[side]
    degree = degrees[min(len(degrees) - 1, int(len(degrees) * (strength - low) / (high - low)))]
    event = chance.choice(EVENTS[side, direction]).format(what=what)
    return {
        "title": chance.choice(HEADLINES[side, direction]).format(what=what),
        "content": f"{event} {degree}",
        "mode": mode,
        "direction": direction,
        "strength": strength,
        "side": side,
        "category": category,
        "sku": sku,
    }


def _town(headline: str, text: str, place: str) -> dict[str, object]:
    return {
        "title": headline.format(place=place),
        "content": text.format(place=place),
        "mode": "neutral",
        "direction": "",
        "strength": 0.0,
        "side": "",
        "category": None,
        "sku": None,
    }


def _numbered(fields: dict[str, object], number: int) -> Item:
    return Item(id=f"item-{number:04}", **fields)  # type: ignore[arg-type]
