"""How reviews move a category's demand: a bent line by the published recipe, as a polynomial.

The fit is done in whole numbers and fractions, so that it is the same everywhere.
"""

from fractions import Fraction
from typing import Final

from data.supermarket.generator.published import CATEGORIES
from data.supermarket.tables import Taste

_DEGREE: Final = 4
_POINTS: Final = range(501)
"""Ratings from 0 to 5, in hundredths."""
_UNIT: Final = 100


def tastes() -> tuple[Taste, ...]:
    """Every category's curve."""
    return tuple(
        Taste(category=row.name, polynomial=curve(row.appeal, row.threshold)) for row in CATEGORIES
    )


def curve(appeal: float, threshold: float) -> tuple[float, ...]:
    """Fit a polynomial to the bent line over ratings from 0 to 5; highest power first."""
    steep, bend = round(appeal * _UNIT) - 24, round(threshold * _UNIT)
    line = [4 * max(x - 200, 0) + 20 * max(x - 300, 0) + steep * max(x - bend, 0) for x in _POINTS]
    powers = [[x**k for x in _POINTS] for k in range(2 * _DEGREE + 1)]
    moments = [sum(each) for each in powers]
    rows = [
        [
            *(Fraction(moment) for moment in moments[k : k + _DEGREE + 1]),
            Fraction(sum([x * y for x, y in zip(powers[k], line, strict=True)])),
        ]
        for k in range(_DEGREE + 1)
    ]
    fitted = [value * _UNIT**k / _UNIT**2 for k, value in enumerate(_solved(rows))]
    return tuple(float(value) for value in reversed(fitted))


def _solved(rows: list[list[Fraction]]) -> list[Fraction]:
    """Solve linear equations by elimination; a matrix of moments needs no pivoting."""
    for at, row in enumerate(rows):
        rows[at] = row = [value / row[at] for value in row]
        for other, values in enumerate(rows):
            if other != at:
                rows[other] = [a - values[at] * b for a, b in zip(values, row, strict=True)]
    return [row[-1] for row in rows]
