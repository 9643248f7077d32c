"""The seeded generator of a full-scale world.

The summaries it is calibrated to are published ones (`generator.published`), the words are ours
(`words`), and every single number is drawn. One seed gives one world.
"""

from data.supermarket.generator import catalogue, curves, offers, papers, past, remarks, traffic
from data.supermarket.generator.chance import Chance
from data.supermarket.generator.published import BY_NAME, HISTORY_FIRST
from data.supermarket.tables import Supermarket

DEFAULT_SEED = 19910907
"""The seed of the world that comes with shopyear."""


def build(seed: int) -> Supermarket:
    """Make the world of this seed: 20 categories, 96 products, 5 suppliers of each, 575 days."""
    customers = traffic.customers(seed)
    articles = catalogue.articles(seed)
    made = past.paths(seed, articles)
    articles = past.scaled(seed, articles, made, customers)
    supplies = tuple(
        offers.supply(
            Chance(seed, f"offers of {article.product.id}"),
            article.product.id,
            article.product.category,
            is_food=BY_NAME[article.product.category].is_food,
            cost=article.cost,
            rating=article.rating,
        )
        for article in articles
    )
    products = tuple(article.product for article in articles)
    return Supermarket(
        products=products,
        supplies=supplies,
        traffic_first=HISTORY_FIRST.isoformat(),
        traffic=customers,
        tastes=curves.tastes(),
        remarks=remarks.remarks(seed),
        news=papers.items(seed, products),
        history=past.history(seed, articles, made, supplies, customers),
    )
