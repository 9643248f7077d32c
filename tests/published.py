"""Comparing what we compute with what the published system wrote at the end of a recorded trace."""

from typing import Any


def difference(wanted: Any, got: Any, where: str = "report") -> str | None:
    """Return the first place where two reports differ; None if there is none.

    Whole numbers and texts are to be equal, other numbers to the last printed digit.
    """
    if isinstance(wanted, dict):
        if not isinstance(got, dict) or wanted.keys() - got.keys():
            return f"{where}: {wanted!r} != {got!r}"
        places = (difference(part, got[key], f"{where}.{key}") for key, part in wanted.items())
        return next(filter(None, places), None)
    if isinstance(wanted, list):
        if not isinstance(got, list) or len(wanted) != len(got):
            return f"{where}: {wanted!r} != {got!r}"
        pairs = enumerate(zip(wanted, got, strict=True))
        return next(filter(None, (difference(*pair, f"{where}[{n}]") for n, pair in pairs)), None)
    if isinstance(wanted, float) and isinstance(got, int | float):
        digits = min(6, max(2, len(str(wanted).partition(".")[2])))
        return None if abs(wanted - got) <= 1.01 * 10**-digits else f"{where}: {wanted} != {got}"
    same = type(wanted) is type(got) and wanted == got
    return None if same else f"{where}: {wanted!r} != {got!r}"
