"""Answers to what a message asks: the price list, the house rules, or just a kind word.

Questions are recognised by the word lists of `topics`. `pick` chooses among interchangeable lines
by a checksum of the moment and of the slot to fill, so it needs no randomness and keeps no state.
"""

import re
import zlib

from sim.marketplace.voices.brief import Brief, CatalogueRow
from sim.marketplace.voices.character import Character
from sim.marketplace.voices.topics import (
    CATALOGUE_WORDS,
    GREETING_WORDS,
    HAGGLING,
    HOUSE_RULES,
    THANKS_WORDS,
)

PAGE_ROWS = 120
TITLE_CHARS = 50
ANSWERS_MAX = 3
READ_CHARS = 4_000
"""How much of a message is searched for questions; it bounds the work, not the sense."""

_PAGE = re.compile(r"\bpage\s+([0-9]{1,6})\b")
# Control characters and separators could forge a line, lone surrogates cannot be stored, and a
# fence would read as a negotiate block.
_UNSAYABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|`{3,}")


def pick(pool: tuple[str, ...], mark: int, slot: str) -> str:
    """Return the line of the pool that belongs to this moment and slot."""
    return pool[spread(zlib.crc32(slot.encode(), mark), len(pool))]


def spread(checksum: int, size: int) -> int:
    """Map a CRC-32 onto range(size).

    A CRC is linear: the checksums of two slots always differ by the same bits, so their lines
    would always go together. The multiplication breaks that up.
    """
    return ((checksum * 0x9E3779B1 & 0xFFFFFFFF) >> 16) % size


def plain(text: str) -> str:
    """Return foreign text fit for the middle of a line: no line breaks, no fences."""
    return _UNSAYABLE.sub(" ", text)


def short(title: str) -> str:
    """Return a title as replies show it."""
    return plain(title[:TITLE_CHARS]).rstrip()


def talk(brief: Brief, who: Character, mark: int, context: dict[str, str]) -> list[str]:
    """Answer a message without bids, in paragraphs."""
    text = _searchable(brief.message)
    parts = []
    page = _PAGE.search(text)
    if page or _mentions(text, CATALOGUE_WORDS):
        parts.append(pick(who.lead, mark, "lead"))
        parts.append(catalogue_page(brief.catalogue, int(page[1]) if page else 1))
    answers = _answers(text, who, mark)
    if len(answers) < ANSWERS_MAX and _mentions(text, HAGGLING.words):
        answers.append(pick(HAGGLING.answers[who.register], mark, "haggling"))
    if answers:
        parts.append(" ".join(answers))
    if parts or brief.fee_agreed:
        return parts
    pool = who.talk
    if brief.exchanges and _mentions(text, THANKS_WORDS):
        pool = who.thanks
    elif _mentions(text, GREETING_WORDS):
        pool = who.intro
    elif _mentions(text, THANKS_WORDS):
        pool = who.thanks
    return [pick(pool, mark, "talk").format_map(context)]


def asides(message: str, who: Character, mark: int) -> list[str]:
    """Answer what is asked beside bids: only in a question, since bids quote our own phrases."""
    questions = message[:READ_CHARS].split("?")[:-1]
    if not questions:
        return []
    text = _searchable(" ".join(map(_last_sentence, questions)))
    answers = _answers(text, who, mark)
    if _mentions(text, CATALOGUE_WORDS):
        answers.append("For the catalogue, please ask again in a message without bids.")
    return [" ".join(answers)] if answers else []


def catalogue_page(rows: tuple[CatalogueRow, ...], number: int) -> str:
    """Return one page of the price list; a number past either end gives the nearest page."""
    pages = max(1, -(-len(rows) // PAGE_ROWS))
    page = min(max(number, 1), pages)
    lines = ["sku | title | size | reference ¥ | list ¥"]
    for row in rows[(page - 1) * PAGE_ROWS : page * PAGE_ROWS]:
        title = short(row.title).replace("|", "/")
        prices = f"{row.reference_price:.2f} | {row.list_price:.2f}"
        lines.append(f"{row.sku} | {title} | {row.size} | {prices}")
    foot = f"Page {page} of {pages}, {len(rows)} products in all."
    if page < pages:
        foot += f' For the next page write "catalogue page {page + 1}".'
    lines.append(f"{foot} Delivery usually takes 3 to 7 days and is free.")
    return "\n".join(lines)


def _searchable(message: str) -> str:
    return f" {message[:READ_CHARS]} ".lower()


def _last_sentence(text: str) -> str:
    return text[max(text.rfind(mark) for mark in ".!\n") + 1 :]


def _mentions(text: str, words: tuple[str, ...]) -> bool:
    return any(map(text.__contains__, words))


def _answers(text: str, who: Character, mark: int) -> list[str]:
    asked = [topic for topic in HOUSE_RULES if _mentions(text, topic.words)]
    return [
        pick(topic.answers[who.register], mark, topic.words[0]) for topic in asked[:ANSWERS_MAX]
    ]
