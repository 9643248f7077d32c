"""Customers per day: weekday, a slow decline, holidays, and days that resemble the day before."""

import datetime as dt
import math
from typing import Final

from data.supermarket.generator.chance import Chance
from data.supermarket.generator.published import (
    DAYS,
    FIRST_DAY,
    HISTORY_FIRST,
    TRAFFIC_MEAN,
    WEEKDAYS,
)

_DECLINE_YEARLY: Final = 0.025
_LEVEL: Final = 1.016 * TRAFFIC_MEAN
"""The level at the beginning of the history."""
_MEMORY: Final = 0.6
_DEVIATION: Final = 0.058
_SUMMER_DEVIATION: Final = 0.025
_SUMMER_FLATNESS: Final = 0.9
_SUMMER: Final = (6, 7, 8)
_HOLIDAYS: Final = {
    "1991-11-27": 0.40,
    "1991-11-28": -0.10,
    "1991-12-21": 0.10,
    "1991-12-24": 0.20,
    "1991-12-25": -0.16,
    "1991-12-31": 0.18,
    "1992-01-01": -0.16,
    "1992-04-18": 0.10,
    "1992-07-03": 0.12,
    "1992-11-25": 0.40,
    "1992-11-26": -0.10,
    "1992-12-19": 0.10,
    "1992-12-24": 0.20,
    "1992-12-25": -0.16,
    "1992-12-31": 0.18,
}
"""The rush before a feast, and the quiet of the feast."""


def customers(seed: int) -> tuple[int, ...]:
    """Draw every day's customers, from the first day of the history on."""
    chance = Chance(seed, "traffic")
    counts = []
    last = chance.normal(0.0, 1.0)
    for place in range(DAYS):
        date = HISTORY_FIRST + dt.timedelta(days=place)
        last = _MEMORY * last + chance.normal(0.0, math.sqrt(1.0 - _MEMORY**2))
        is_summer = date < FIRST_DAY or date.month in _SUMMER
        index = WEEKDAYS[date.weekday()]
        if is_summer:
            index = 1.0 + _SUMMER_FLATNESS * (index - 1.0)
        deviation = _SUMMER_DEVIATION if is_summer else _DEVIATION
        level = _LEVEL * math.exp(-_DECLINE_YEARLY * place / 365.0)
        usual = 1.0 + max(-2.5, min(2.5, last)) * deviation
        counts.append(round(level * index * (usual + _HOLIDAYS.get(date.isoformat(), 0.0))))
    return tuple(counts)
