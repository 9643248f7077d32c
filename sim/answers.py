"""From a structured result to the text an agent is shown: whole JSON, never too long.

A result that fits is shown as it is. A longer one is paged by whole rows where its tool has rows,
and otherwise its longest parts are shortened and named; JSON is never cut in the middle.
Rules: docs/rules/marketplace.md §21.
"""

from collections.abc import Collection
from typing import Any, Final

import msgspec

from sim.tools import Result

LIMIT: Final = 65_536
"""Characters in one answer."""
_RESERVE: Final = 400
_WORTH_SHORTENING: Final = 16
_PATH_SHOWN: Final = 60
_TABLE: Final = "\0"
"""Stands for the result itself while it is paged."""
_encode = msgspec.json.Encoder().encode


def present(
    result: Result, rows: tuple[str, ...] = (), page: int = 1, table: Collection[str] = ()
) -> bytes:
    """Return the answer's JSON text.

    Args:
        result: the whole structured result.
        rows: fields, in order of preference, whose rows may be spread over pages.
        page: the page asked for, from 1.
        table: fields that are rows themselves and may be spread over pages.
    """
    text = _encode(result)
    if page == 1 and _fits(text):
        return text
    if table:
        head = {field: value for field, value in result.items() if field not in table}
        body = {field: value for field, value in result.items() if field in table}
        paged = _paged(head | {_TABLE: body}, _TABLE, page)
        result = head | paged.pop(_TABLE) | paged
        text = _encode(result)
    for field in rows:
        if isinstance(result.get(field), (list, dict)):
            result = _paged(result, field, page)
            text = _encode(result)
            break
    return text if _fits(text) else _shortened(result)


def _fits(text: bytes) -> bool:
    return len(text) <= LIMIT or len(text.decode()) <= LIMIT


def _size(value: Any) -> int:
    """Return the characters of a value's JSON text."""
    return len(_encode(value).decode())


def _paged(result: Result, field: str, page: int) -> Result:
    rows = result[field]
    entries = list(rows.items()) if isinstance(rows, dict) else list(rows)
    budget = LIMIT - _RESERVE - _size(result | {field: []})
    pages: list[list[Any]] = [[]]
    room = budget
    for entry in entries:
        size = _size(entry) + 1
        if size > room and pages[-1]:
            pages.append([])
            room = budget
        pages[-1].append(entry)
        room -= size
    shown = pages[page - 1] if page <= len(pages) else []
    note = f"page {page} of {len(pages)}, {len(shown)} of {len(entries)} rows"
    if page < len(pages):
        note += f"; call again with page={page + 1} for more"
    paging = {"page": page, "pages": len(pages), "paging": note}
    return result | {field: dict(shown) if isinstance(rows, dict) else shown} | paging


def _shortened(result: Result) -> bytes:
    """Halve the longest list, object or text until the whole fits, and say what was left out."""
    whole = msgspec.json.decode(_encode(result))
    left_out: dict[str, str] = {}
    text = _encode(whole)
    while not _fits(text):
        size, path, parent, key = _longest(whole)
        if size < _WORTH_SHORTENING:
            return _encode({"error": "this answer is too long to be shown"})
        value = parent[key]
        kept = len(value) // 2
        if isinstance(value, dict):
            parent[key] = dict(list(value.items())[:kept])
        else:
            parent[key] = value[:kept]
        left_out[path] = f"shortened to its first {kept}"
        text = _encode(whole | {"shortened": left_out})
    return text


def _longest(whole: Any) -> tuple[int, str, Any, Any]:
    """Return (characters, path, parent, key) of the part that takes most room by itself.

    A list or object counts without its largest entry, which is a part of its own.
    """
    best: tuple[int, str, Any, Any] = (0, "$", whole, None)
    waiting: list[tuple[Any, str]] = [(whole, "$")]
    while waiting:
        parent, at = waiting.pop()
        for key, value in parent.items() if isinstance(parent, dict) else enumerate(parent):
            here = f"{at}.{key[:_PATH_SHOWN]}" if isinstance(key, str) else f"{at}[{key}]"
            if isinstance(value, str):
                size = len(value)
            elif isinstance(value, (list, dict)):
                waiting.append((value, here))
                parts = value.values() if isinstance(value, dict) else value
                size = _size(value) - max(map(_size, parts), default=0)
            else:
                continue
            if size > best[0]:
                best = (size, here, parent, key)
    return best
