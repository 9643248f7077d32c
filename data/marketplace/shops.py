"""The shops of the generated world: their brands, and who sells what."""

import msgspec

from data.marketplace.draws import Draws
from data.marketplace.published import Parameters
from data.marketplace.words.brands import BRAND_HEADS, BRAND_TAILS

_SHOPS = {
    "appliance_digital": 6,
    "fashion": 13,
    "shoes_bags": 8,
    "food_beverage": 7,
    "beauty": 3,
    "sports_outdoor": 4,
    "mother_baby": 4,
    "home_living": 7,
    "daily_office": 3,
    "pet": 1,
    "auto_hardware": 4,
    "toys_entertainment": 2,
}
"""Store type -> shops whose main trade it is, roughly one for each 110 products."""

_RELATED = {
    "Women's Shoes": "fashion",
    "Bags & Luggage": "fashion",
    "Sneakers": "sports_outdoor",
    "Sportswear & Casual": "sports_outdoor",
    "Children's Shoes": "shoes_bags",
    "Personal Care & Massage": "appliance_digital",
    "Gaming & Accessories": "appliance_digital",
    "Small Appliances": "home_living",
    "Household Essentials": "daily_office",
    "Toys & Educational": "toys_entertainment",
    "Health Supplements": "beauty",
}
"""Category -> another trade whose shops may carry it."""

_CARRIED = 0.5
_CARRIED_RELATED = 0.35


class Shop(msgspec.Struct, frozen=True, kw_only=True):
    """One seller: what it may sell, under which brands, and how much of it."""

    brands: tuple[str, ...]
    categories: tuple[str, ...]
    share: float
    """Relative to other shops that carry the same category."""


def open_shops(draws: Draws, parameters: tuple[Parameters, ...]) -> tuple[Shop, ...]:
    """Draw the shops, in random order; at least one carries each category."""
    brands = draws.shuffled([head + tail for head in BRAND_HEADS for tail in BRAND_TAILS])
    shops: list[Shop] = []
    for store_type, count in _SHOPS.items():
        for place in range(count):
            carried = _carried(draws, parameters, store_type, place, count)
            names = tuple(brands.pop() for _ in range(1 + draws.below(4)))
            share = draws.uniform(0.5, 1.5, 3)
            shops.append(Shop(brands=names, categories=carried, share=share))
    return tuple(draws.shuffled(shops))


def stock(
    draws: Draws, parameters: tuple[Parameters, ...], shops: tuple[Shop, ...]
) -> list[tuple[Shop, list[Parameters]]]:
    """Deal every product to a shop: each shop that got any, with its products' categories."""
    dealt: list[list[Parameters]] = [[] for _ in shops]
    for category in parameters:
        sellers = [at for at, shop in enumerate(shops) if category.name in shop.categories]
        shares = [shops[at].share for at in sellers]
        for _ in range(category.products):
            dealt[draws.weighted(sellers, shares)].append(category)
    return [(shop, products) for shop, products in zip(shops, dealt, strict=True) if products]


def _carried(
    draws: Draws, parameters: tuple[Parameters, ...], store_type: str, place: int, count: int
) -> tuple[str, ...]:
    own = [row.name for row in parameters if row.store_type == store_type]
    # taking turns makes sure that every category has a seller
    carried = [name for at, name in enumerate(own) if at % count == place or draws.chance(_CARRIED)]
    related = [name for name, trade in _RELATED.items() if trade == store_type]
    carried += [name for name in related if draws.chance(_CARRIED_RELATED)]
    # a shop of a trade with fewer categories than shops may have drawn nothing
    return tuple(carried) or (draws.choice(own),)
