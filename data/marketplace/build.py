"""The seeded generator of a full-scale world.

The numbers are the published ones (`published`), the words are ours (`words`, `notes`, `news`).
One seed gives one world, byte for byte, on every platform and Python version. Facts that follow no
draw are the same under every seed: store types, categories, promotions, events, and how many
products and suppliers a category has.
"""

import hashlib

from data.marketplace.draws import Draws
from data.marketplace.names import FRAUDS, HOSTILE, PERSONALITIES, SIZES
from data.marketplace.news import NEWS
from data.marketplace.notes import RETURN_NOTES
from data.marketplace.published import (
    HAPPENINGS,
    PROMOTIONS,
    Parameters,
    parameters,
    store_types,
)
from data.marketplace.shops import open_shops, stock
from data.marketplace.tables import Category, MarketEvent, Marketplace, Product, Supplier
from data.marketplace.words import VOCABULARY
from data.marketplace.words.brands import COMPANY_GENERIC, COMPANY_HEADS, COMPANY_TAILS
from data.marketplace.words.grammar import Kind, make_title, read_kinds, repeats_a_word

DEFAULT_SEED = 20260122
"""The seed of the world that comes with shopyear."""

_DEFAULT_SIZE_SHARE = 0.73
_PERSONALITY_WEIGHTS = (0.25, 0.125, 0.25, 0.125, 0.125, 0.125)
_TITLE_TRIES = 50


def build(seed: int) -> Marketplace:
    """Make the world of this seed: 12 store types, 60 categories, 6,886 products, 576 suppliers."""
    draws = Draws(seed)
    published = parameters()
    return Marketplace(
        store_types=store_types(),
        categories=tuple(_category(row) for row in published),
        products=_products(draws, seed, published),
        suppliers=_suppliers(draws, published),
        promotions=PROMOTIONS,
        events=tuple(
            MarketEvent(
                name=row.name,
                start=row.start,
                duration_days=row.duration_days,
                demand=row.demand,
                delay=row.delay,
                affects=row.affects,
                news=NEWS[row.name],
            )
            for row in HAPPENINGS
        ),
    )


def _category(row: Parameters) -> Category:
    return Category(
        name=row.name,
        store_type=row.store_type,
        default_size=row.default_size,
        price_min=row.price[0],
        price_max=row.price[1],
        monthly_min=row.monthly[0],
        monthly_max=row.monthly[1],
        return_min=row.returns[0],
        return_max=row.returns[1],
        return_note=RETURN_NOTES[row.name],
        elasticity=row.elasticity,
        elasticity_k=row.elasticity_k,
        wholesale_ratio=row.wholesale_ratio,
        floor_ratio=row.floor_ratio,
        scam_cap_ratio=row.scam_cap_ratio,
    )


def _products(draws: Draws, seed: int, published: tuple[Parameters, ...]) -> tuple[Product, ...]:
    kinds = {row.name: read_kinds(VOCABULARY[row.name]) for row in published}
    taken: dict[str, str] = {}
    products: list[Product] = []
    shops = stock(draws, published, open_shops(draws, published))
    for number, (shop, categories) in enumerate(shops, 1):
        for row in categories:
            brand = draws.choice(shop.brands)
            products.append(
                Product(
                    id=_product_id(seed, len(products), taken),
                    shop=f"{number:03}",
                    category=row.name,
                    store_type=row.store_type,
                    brand=brand,
                    title=_new_title(draws, kinds[row.name], brand, taken),
                    size=_size(draws, row.default_size),
                    reference_price=draws.uniform(*row.price, 2),
                    return_rate=draws.uniform(*row.returns, 4),
                )
            )
    return tuple(products)


def _product_id(seed: int, index: int, taken: dict[str, str]) -> str:
    text = f"{seed}:{index}"
    while True:
        digest = hashlib.sha256(text.encode()).hexdigest()
        if taken.setdefault(digest[:12], text) == text:
            return digest[:12]
        text += "+"  # the twelve digits are another product's: a chance of one in ten million


def _new_title(draws: Draws, kinds: tuple[Kind, ...], brand: str, taken: dict[str, str]) -> str:
    title = make_title(draws, kinds, brand)
    for _ in range(_TITLE_TRIES):
        if title not in taken and not repeats_a_word(title):
            break
        title = make_title(draws, kinds, brand)
    taken[title] = title
    return title


def _size(draws: Draws, default: str) -> str:
    if draws.chance(_DEFAULT_SIZE_SHARE):
        return default
    at = SIZES.index(default)
    return draws.choice([SIZES[to] for to in (at - 1, at + 1) if 0 <= to < len(SIZES)])


def _suppliers(draws: Draws, published: tuple[Parameters, ...]) -> tuple[Supplier, ...]:
    suppliers: list[Supplier] = []
    names: dict[str, str] = {}
    frauds = 0
    for row in published:
        for place in range(row.honest + row.fraudulent):
            honest = place < row.honest
            code = f"SUP-{len(suppliers) + 1:04}"
            name = _new_company(draws, row.store_type, names)
            weights = _PERSONALITY_WEIGHTS
            suppliers.append(
                Supplier(
                    id=code,
                    name=name,
                    email=f"{name.replace(' ', '').lower()}.{code.lower()}@suppliers.example",
                    honest=honest,
                    personality=draws.weighted(PERSONALITIES, weights) if honest else HOSTILE,
                    fraud="" if honest else FRAUDS[frauds % len(FRAUDS)],
                    categories=(row.name,),
                    closes_after=10 + draws.below(11),
                    urgency=draws.uniform(0.1, 0.9, 3) if honest else draws.uniform(0.05, 0.2, 3),
                )
            )
            frauds += not honest
    return tuple(suppliers)


def _new_company(draws: Draws, store_type: str, names: dict[str, str]) -> str:
    tails = (*COMPANY_TAILS[store_type], *COMPANY_GENERIC)
    while True:
        name = f"{draws.choice(COMPANY_HEADS)} {draws.choice(tails)}"
        if name not in names:
            names[name] = name
            return name
