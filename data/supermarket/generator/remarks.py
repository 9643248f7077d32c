"""The pool of remarks: for every category, subject and number of stars a dozen."""

from typing import Final

from data.supermarket.generator.chance import Chance
from data.supermarket.generator.published import CATEGORIES
from data.supermarket.tables import Remark
from data.supermarket.words.remarks import ABOUT, THINGS

PER_CELL: Final = 12


def remarks(seed: int) -> tuple[Remark, ...]:
    """Draw the pool; no remark stands twice in its cell."""
    chance = Chance(seed, "remarks")
    made = []
    for row in CATEGORIES:
        it, good, bad = THINGS[row.name]
        for dimension, by_stars in ABOUT.items():
            for stars, (begins, ends) in by_stars.items():
                pairs = [f"{begin} {end}" for begin in begins for end in ends]
                made += [
                    Remark(
                        category=row.name,
                        stars=stars,
                        dimension=dimension,
                        text=text.format(it=it, good=good, bad=bad),
                    )
                    for text in chance.shuffled(pairs)[:PER_CELL]
                ]
    return tuple(made)
