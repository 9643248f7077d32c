"""May this prose of a model stand as a supplier's reply? Amounts are checked, and a few forms.

An amount is a number with a currency, with two decimals, or said to be per unit. Each must be one
that the moment knows; what cannot be read as a number (a sum in words, `2k`, `1.234,50`) is none.
The check cannot understand prose: whether it sounds like a yes or a no is left to the model, and
the structured answer holds in any case. Description: docs/models.md.
"""

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal
from itertools import chain
from typing import Final

from data.marketplace.parameters import MEMBERSHIP_FEE_MICRO
from ledger.money import to_yuan
from sim.marketplace.suppliers import FEE_WORDS
from sim.marketplace.templates import FUTURE_DISCOUNT, VIP_FEE
from sim.marketplace.voice import Brief

LENGTH_MAX: Final = 4_000
"""Characters of a reply."""
LENGTH_PER_LINE: Final = 200
"""Characters more for each decision."""
SKU_MIN: Final = 6
"""Shorter ones could be part of a price."""
FEE: Final = Decimal(f"{to_yuan(MEMBERSHIP_FEE_MICRO):.2f}")

_NUMBER: Final = r"\d(?:[\d.,]*\d)?"
_SCALE: Final = r"(?P<k>\s*(?:k\b|w\b|[万千百]|thousand\b|million\b))?"
_UNITS: Final = r"(?!\d|\s*(?:%|percent|days|units|pieces|to\b))"
_RANGE: Final = rf"(?:(?:[-–—~]|\s+(?:to|or)\s+)(?P<b>{_NUMBER}){_UNITS})?"
_BEFORE: Final = re.compile(
    rf"(?:[¥$€£]|\b(?:RMB|CNY|USD|EUR|yuan))\s*(?P<a>{_NUMBER})" + _SCALE + _RANGE,
    re.IGNORECASE,
)
_AFTER: Final = re.compile(
    rf"(?<![\w.,])(?P<a>{_NUMBER})"
    + _RANGE
    + _SCALE
    + r"\s*(?:(?:yuan|renminbi|RMB|CNY|USD|dollars?|euros?)\b(?!\s*\d)|[元块])",
    re.IGNORECASE,
)
_PER_UNIT: Final = re.compile(
    rf"(?<![\w.,])(?P<a>{_NUMBER})"
    r"\s*(?:per (?:unit|piece|item)|each|apiece|a (?:unit|piece))\b",
    re.IGNORECASE,
)
_DECIMALS: Final = re.compile(r"(?<![\w.,])(?P<a>\d[\d,]*\.\d{2})(?![\w%]|[.,]\d|\s*(?:%|percent))")
_PLAIN: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_IN_WORDS: Final = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred"
    r"|thousand|million|dozen)[ -](?:yuan|renminbi|RMB)\b|[一二两三四五六七八九十百千万]\s*[元块]",
    re.IGNORECASE,
)
_DISCOUNT: Final = re.compile(
    rf"(?P<a>{_NUMBER})\s*(?:%|percent|per cent)"
    r"\s*(?:off|discount|less|cheaper|below|reduction|rebate)"
    rf"|(?:discount|reduction|rebate) of (?P<b>{_NUMBER})\s*(?:%|percent|per cent)",
    re.IGNORECASE,
)
_FORBIDDEN: Final = (
    ("a code block", re.compile("```")),
    ("an action", re.compile(r"""["']action["']\s*:""", re.IGNORECASE)),
    ("a status paragraph", re.compile(r"ORDER (?:CONFIRMED|NOT PLACED)|ENROLLMENT CONFIRMED")),
    ("a rule of its own", re.compile(r"^\s*-{3,}\s*$", re.MULTILINE)),
    ("a placeholder", re.compile(r"[\[<{](?:your|our|company|customer|name|insert|date)\b", re.I)),
)


def tidy(text: str) -> str:
    """Return a model's text fit to be shown: no thoughts, no control or invisible characters."""
    text = re.sub(r"\A\s*<think>.*?</think>", "", text, flags=re.DOTALL)
    lines = "\n".join(text.replace("\t", " ").splitlines())
    shown = (sign for sign in lines if sign == "\n" or unicodedata.category(sign)[0] != "C")
    return "".join(shown).strip()


def flaw_of(text: str, brief: Brief) -> str:
    """Return why a tidy text may not stand as the reply; empty if it may."""
    if not text:
        return "it is empty"
    if len(text) > LENGTH_MAX + LENGTH_PER_LINE * len(brief.decisions):
        return "it is too long"
    for what, pattern in _FORBIDDEN:
        if pattern.search(text):
            return f"it holds {what}"
    return _money_flaw(unicodedata.normalize("NFKC", text), brief)


def _money_flaw(text: str, brief: Brief) -> str:
    bare = _without_skus(text, brief)
    written = _numbers(brief.message)
    if _IN_WORDS.search(bare):
        return "it has an amount in words"
    promises = brief.supplier.fraud in (VIP_FEE, FUTURE_DISCOUNT)
    for match in _DISCOUNT.finditer(bare):
        if not promises and _amount(match["a"] or match["b"]) not in written:
            return f"it promises {match[0]}"
    marked, loose = {*_marked(bare)}, {*_loose(bare)}
    allowed = {Decimal(0), *written, *_known(text, brief)}
    for row in brief.catalogue:
        loose -= _numbers(row.title)
    wrong = (marked | loose) - allowed
    if wrong:
        return f"it names amounts that nobody decided: {', '.join(sorted(map(str, wrong)))}"
    missing = {*chain(*_offers(brief).values())} - marked - loose
    if missing:
        return f"it does not name {', '.join(sorted(map(str, missing)))}"
    unpaid = brief.supplier.fraud == VIP_FEE and not (brief.fee_paid or brief.fee_agreed)
    # Consent counts only after a mention: without it the prose would decide about money.
    if unpaid and (FEE not in marked or not any(word in text.lower() for word in FEE_WORDS)):
        return "it does not name the membership and its fee"
    return _swap_flaw(text, brief)


def _swap_flaw(text: str, brief: Brief) -> str:
    """Return what is wrong if a line names one product with another's price only."""
    offers = _offers(brief)
    prices = {*chain(*offers.values())}
    for line in text.splitlines():
        skus = [sku for sku in offers if sku in line]
        bare = _without_skus(line, brief)
        said = prices & {*_marked(bare), *_loose(bare)}
        if len(skus) == 1 and said and not said & {*offers[skus[0]]}:
            return f"it gives {skus[0]} another's price"
    return ""


def _offers(brief: Brief) -> dict[str, list[Decimal]]:
    """Return the prices of the counter-offers by SKU."""
    offers: dict[str, list[Decimal]] = {}
    for each in brief.decisions:
        if each.decision == "Offer" and each.price is not None:
            offers.setdefault(each.sku, []).append(_cents(each.price))
    return offers


def _known(text: str, brief: Brief) -> set[Decimal]:
    """Return the amounts of the decisions and of the catalogue that the text may use.

    Beside decisions only the rows of products that are decided or named count: of hundreds of list
    prices one is always close to a wrong counter-offer.
    """
    decided = {each.sku for each in brief.decisions}
    known = {_cents(each.price) for each in brief.decisions if each.price is not None}
    for each in brief.decisions:
        known |= _numbers(each.error)
    for row in brief.catalogue:
        if not decided or row.sku in decided or row.sku in text or row.title in text:
            known |= {_cents(row.reference_price), _cents(row.list_price)}
    if brief.supplier.fraud == VIP_FEE:
        known.add(FEE)
    return known


def _without_skus(text: str, brief: Brief) -> str:
    for row in brief.catalogue:
        if len(row.sku) >= SKU_MIN:
            text = text.replace(row.sku, "#")
    return text


def _marked(text: str) -> Iterator[Decimal | None]:
    """Yield the amounts with a currency or per unit; None for one that is no plain number."""
    for pattern in (_BEFORE, _AFTER, _PER_UNIT):
        for match in pattern.finditer(text):
            found = match.groupdict()
            yield None if found.get("k") else _amount(found["a"])
            if found.get("b"):
                yield _amount(found["b"])


def _loose(text: str) -> Iterator[Decimal | None]:
    """Yield the numbers that look like prices for having two decimals."""
    return (_amount(match["a"]) for match in _DECIMALS.finditer(text))


def _numbers(text: str) -> set[Decimal]:
    found = map(_amount, re.findall(_NUMBER, unicodedata.normalize("NFKC", text)))
    return {number for number in found if number is not None}


def _amount(token: str) -> Decimal | None:
    return Decimal(token.replace(",", "")) if _PLAIN.fullmatch(token) else None


def _cents(price: float) -> Decimal:
    return Decimal(f"{price:.2f}")
