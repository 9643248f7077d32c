"""The vocabularies from which the generated world's titles and names are made."""

from data.marketplace.words import (
    appliance_digital,
    auto_hardware,
    beauty,
    daily_office,
    fashion,
    food_beverage,
    home_living,
    mother_baby,
    pet,
    shoes_bags,
    sports_outdoor,
    toys_entertainment,
)

VOCABULARY: dict[str, str] = {
    **appliance_digital.CATEGORIES,
    **fashion.CATEGORIES,
    **shoes_bags.CATEGORIES,
    **food_beverage.CATEGORIES,
    **beauty.CATEGORIES,
    **sports_outdoor.CATEGORIES,
    **mother_baby.CATEGORIES,
    **home_living.CATEGORIES,
    **daily_office.CATEGORIES,
    **pet.CATEGORIES,
    **auto_hardware.CATEGORIES,
    **toys_entertainment.CATEGORIES,
}
"""Category -> its vocabulary, in the text form that `grammar` reads."""
