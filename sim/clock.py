"""The calendar: from simulated minutes to dates and back.

Time is counted in whole minutes from 00:00 of the first day; dates exist only for display, seasons
and keys of draws. Rules: docs/rules/marketplace.md §2.
"""

import datetime
from functools import lru_cache

from ledger.settlement import DAY_MIN, OPENING_MIN


class Calendar:
    """Dates of an episode's days. Day 0 is `start` (YYYY-MM-DD)."""

    __slots__ = ("_dates", "_isos", "_start")

    def __init__(self, start: str) -> None:
        self._start = datetime.date.fromisoformat(start)
        self._dates: dict[int, datetime.date] = {}
        self._isos: dict[int, str] = {}

    def date(self, day: int) -> datetime.date:
        """Return the calendar date of a day; days before the first are fine."""
        found = self._dates.get(day)
        if found is None:
            found = self._dates[day] = self._start + datetime.timedelta(days=day)
        return found

    def iso(self, day: int) -> str:
        """Return the date as YYYY-MM-DD."""
        found = self._isos.get(day)
        if found is None:
            found = self._isos[day] = self.date(day).isoformat()
        return found

    def stamp(self, minute: int) -> str:
        """Return `YYYY-MM-DD HH:MM`, the time as tools show it."""
        day, rest = divmod(minute, DAY_MIN)
        return f"{self.iso(day)} {rest // 60:02d}:{rest % 60:02d}"

    def stamp_iso(self, minute: int) -> str:
        """Return `YYYY-MM-DDTHH:MM:SS`, the time as the wait tool shows it."""
        day, rest = divmod(minute, DAY_MIN)
        return f"{self.iso(day)}T{rest // 60:02d}:{rest % 60:02d}:00"

    def is_weekend(self, day: int) -> bool:
        return self.date(day).weekday() >= 5

    def windows(self, windows: tuple[tuple[str, str], ...], year: int) -> "list[Window]":
        """Return (first, last) dates of MM-DD windows; a last before its first is next year's."""
        return _windows(windows, year)


Window = tuple[datetime.date, datetime.date]


@lru_cache(maxsize=256)
def _windows(windows: tuple[tuple[str, str], ...], year: int) -> list[Window]:
    found = []
    for first, last in windows:
        start, end = month_day(first, year), month_day(last, year)
        if start is None or end is None:
            continue
        if end < start:
            end = month_day(last, year + 1) or end
        found.append((start, end))
    return found


@lru_cache(maxsize=1024)
def month_day(text: str, year: int) -> datetime.date | None:
    """Return MM-DD as a date of `year`; None where that year has no such day."""
    try:
        return datetime.date(year, int(text[:2]), int(text[3:]))
    except ValueError:
        return None


def first_morning(minute: int) -> int:
    """Return the day whose 08:00 is the first at or after `minute`."""
    return -((OPENING_MIN - minute) // DAY_MIN)
