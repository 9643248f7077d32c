"""HTML for reports, escaped by construction: the one place that turns texts into markup.

Names and sentences in a log come from agents, models and world tables, and are not trusted. `el`
escapes every child that is not `Safe`; only `el` itself and the reader of charts
(`runs.report.svg`) make `Safe`. What a text must not do to a page even when escaped (end a line of
a terminal, turn the direction of writing) is shown as a visible escape instead.
"""

import html
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from events.codec import clean_text
from ledger.money import YUAN
from runs.tables import NOTHING, figure

TEXT_MAX: Final = 400
"""Longer texts are cut; the log has them whole."""

_JOINERS: Final = "\u200c\u200d"
_NONCHARACTERS: Final = re.compile(
    "[\ufdd0-\ufdef" + "".join(f"{chr(plane * 0x10000 + 0xFFFE)}-{chr(plane * 0x10000 + 0xFFFF)}"
                              for plane in range(17)) + "]"
)  # fmt: skip
_NAME: Final = re.compile(r"[a-z][a-z0-9-]*")
_VOID: Final = ("meta", "link", "br", "hr", "img")
_BANNED_TAGS: Final = ("script", "iframe", "object", "embed", "base", "form", "link")
_BANNED_ATTRIBUTES: Final = ("src", "srcset", "srcdoc", "action", "formaction", "style")

Child: TypeAlias = "str | int | Iterable[Child] | None"
"""What an element may hold."""


class Safe(str):
    """Markup that is part of a page as it stands."""

    __slots__ = ()


def shown(text: str, most: int = TEXT_MAX) -> str:
    """Return a text that is harmless wherever it is displayed; not yet escaped for HTML.

    Lone surrogates, control characters (ANSI escapes begin with one), noncharacters and invisible
    format characters, those that turn the direction of writing among them, become escapes such as
    `\\x1b` or `\\u202e`; line ends and tabs become spaces.
    """
    cut = f"{text[:most]}…" if len(text) > most else text
    clean = clean_text(cut)
    if clean.isascii() and clean.isprintable():
        return clean
    return "".join(map(_visible, clean))


def _visible(character: str) -> str:
    if character in "\n\r\t\u2028\u2029":
        return " "
    kind = unicodedata.category(character)
    if kind == "Cc" or (kind == "Cf" and character not in _JOINERS):
        return ascii(character)[1:-1]
    return ascii(character)[1:-1] if _NONCHARACTERS.match(character) else character


def el(tag: str, *children: Child, **attributes: str | int | bool | None) -> Safe:
    """Return an element; children that are not `Safe` are escaped, None is left out.

    Args:
        attributes: `_` stands for `-`, a final one is dropped (`class_`); True is an attribute
            without a value, None and False are none.

    Raises:
        ValueError: a tag or attribute that a page without scripts and network cannot need.
    """
    if not _NAME.fullmatch(tag) or tag in _BANNED_TAGS:
        raise ValueError(f"no element of a report: {tag!r}")
    opened = [tag, *(_attribute(name, value) for name, value in attributes.items() if _is(value))]
    inner = "" if tag in _VOID else f"{markup(children)}</{tag}>"
    return Safe(f"<{' '.join(opened)}>{inner}")


def markup(children: Child) -> Safe:
    """Return children one after the other, escaped where they are not `Safe`."""
    if children is None:
        return Safe("")
    if isinstance(children, Safe):
        return children
    if isinstance(children, str):
        return Safe(html.escape(shown(children)))
    if isinstance(children, int):
        return Safe(f"{children:,}")
    return Safe("".join(map(markup, children)))


def _is(value: str | int | bool | None) -> bool:
    return value is not None and value is not False


def _attribute(name: str, value: str | int | bool | None) -> str:
    shown_name = name.rstrip("_").replace("_", "-")
    if (
        not _NAME.fullmatch(shown_name)
        or shown_name.startswith("on")
        or shown_name in _BANNED_ATTRIBUTES
    ):
        raise ValueError(f"no attribute of a report: {name!r}")
    if shown_name == "href" and not str(value).startswith("#"):
        raise ValueError(f"a report links only to itself, not to {value!r}")
    return shown_name if value is True else f'{shown_name}="{html.escape(shown(str(value)))}"'


def table(
    columns: Sequence[str],
    rows: Iterable[Sequence[Child]],
    *,
    left: Sequence[str] = (),
    caption: str | None = None,
    total: Sequence[Child] | None = None,
) -> Safe:
    """Return a table in a scroller of its own; rows are headed by their first cell.

    Args:
        left: the columns that hold texts; the others hold numbers.
        total: a last row that sums up the others.
    """
    kinds = ["text" if name in left else "number" for name in columns]
    head = el("tr", [el("th", name, class_=kind, scope="col")
                     for name, kind in zip(columns, kinds, strict=True)])  # fmt: skip
    body = el("tbody", [_row(row, kinds) for row in rows])
    foot = el("tfoot", _row(total, kinds)) if total is not None else None
    named = el("caption", caption) if caption else None
    whole = el("table", named, el("thead", head), body, foot)
    # What scrolls must be reachable with the keyboard, and then it needs a name.
    label = caption or ", ".join(columns)
    return el("div", whole, class_="scroller", tabindex="0", role="region", aria_label=label)


def _row(row: Sequence[Child], kinds: Sequence[str]) -> Safe:
    first, *rest = zip(row, kinds, strict=True)
    cells = [el("th", first[0], class_=first[1], scope="row")]
    return el("tr", cells, [el("td", cell, class_=kind) for cell, kind in rest])


def folded(summary: str, *children: Child, is_open: bool = False) -> Safe:
    """Return children that are shown on demand."""
    return el("details", el("summary", summary), *children, open=is_open)


def facts(pairs: Iterable[tuple[str, Child]]) -> Safe:
    """Return names and values side by side."""
    return el("dl", [el("div", el("dt", name), el("dd", value)) for name, value in pairs],
              class_="facts")  # fmt: skip


def value_of(value: int | float | bool | None, unit: str, currency: str = "¥") -> str:
    """Return a metric's value for people, with its sign as typographers write it.

    Args:
        currency: the sign before an amount of money; empty for none.
    """
    if unit == "yes" or value is None:
        return figure(value, unit)
    sign, size = ("−", -value) if value < 0 else ("", value)
    told = figure(size, unit) if size else "0"
    money = currency if unit in ("micro", "yuan") else ""
    return f"{sign}{money}{told}{' %' if unit == 'percent' else ''}"


def amount(micro: int | None) -> str:
    """Return an amount of micro-units with two decimals, without a currency's sign."""
    if micro is None:
        return NOTHING
    cents = (abs(micro) * 100 + YUAN // 2) // YUAN
    return f"{'−' if micro < 0 and cents else ''}{cents // 100:,}.{cents % 100:02d}"


def money(micro: int) -> str:
    """Return an amount of micro-yuan with the sign of the yuan."""
    told = amount(abs(micro))
    return f"−¥{told}" if micro < 0 else f"¥{told}"


def price(value: float | None) -> str:
    """Return a price, a double in the store's currency, with two decimals."""
    return NOTHING if value is None else f"{value:,.2f}"
