"""Plain text tables and figures for the terminal, aligned whatever their characters are."""

from collections.abc import Collection, Sequence
from textwrap import fill
from typing import Final
from unicodedata import combining, east_asian_width

from ledger.money import YUAN
from projections.retail_baseline import DOING_NOTHING, SUPERMARKET, DoNothing

NOTHING: Final = "–"
"""Stands for a figure that is undefined."""

COLUMNS: Final = 100
"""How wide texts are set."""

SCALES: Final = {"micro": YUAN, "nano": 10**9}
"""Units of whole parts, and how many parts are shown as one."""

_GAP: Final = "  "


def table(rows: Sequence[Sequence[str]], columns: Sequence[str], left: Collection[str] = ()) -> str:
    """Return rows under their columns' titles; numbers end, and texts begin, at one edge.

    Args:
        left: titles of the columns that hold texts; all others are set to the right.
    """
    lines = [list(columns), *map(list, rows)]
    widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
    shown = []
    for line in lines:
        cells = zip(line, columns, widths, strict=True)
        padded = (_padded(cell, size, title in left) for cell, title, size in cells)
        shown.append(_GAP.join(padded).rstrip())
    return "\n".join(shown)


def wrapped(text: str, indent: str = "") -> str:
    """Return a sentence broken into lines of at most `COLUMNS`; those after the first stand in."""
    further = f"{indent}  "
    return fill(text, COLUMNS, initial_indent=indent, subsequent_indent=further)


def width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    wide = [character for character in text if east_asian_width(character) in "WF"]
    marks = [character for character in text if combining(character)]
    return len(text) + len(wide) - len(marks)


def _padded(cell: str, size: int, is_left: bool) -> str:
    blank = " " * (size - width(cell))
    return cell + blank if is_left else blank + cell


def currency_of(scenario: str) -> str:
    """Return the sign before an amount of money; a supermarket's currency has none."""
    return "" if scenario == SUPERMARKET else "¥"


def unit_of(unit: str, scenario: str) -> str:
    """Return a unit as it is shown: whole micro-units appear as the scenario's currency."""
    money = "money" if scenario == SUPERMARKET else "yuan"
    return {"micro": money, "nano": "currency", "yes": ""}.get(unit, unit)


def idle_line(found: DoNothing) -> str:
    """Return what doing nothing comes to, as a line of text."""
    why = "bankruptcy" if found.is_bankrupt else "the last day"
    return (
        f"{DOING_NOTHING}: survival_days {found.survival_days:,}, final_net_worth "
        f"{figure(found.final_net_worth, 'micro')}, ends by {why}; {found.preset}, "
        f"{found.days:,} days from {figure(found.opening_balance, 'micro')}"
    )


def figure(value: float | bool | None, unit: str, signed: bool = False) -> str:
    """Return a metric's value for people: micro-yuan as yuan, large numbers without decimals."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    sign = "+" if signed else ""
    if unit in SCALES:
        return f"{value / SCALES[unit]:{sign},.{2 if unit == 'micro' else 4}f}"
    shown = value + 0  # which makes a negative zero plain
    if isinstance(shown, int):
        return f"{shown:{sign},}"
    size = abs(shown)
    decimals = 0 if size >= 1000 else 2 if size >= 10 else 4
    return f"{shown:{sign},.{decimals}f}"
