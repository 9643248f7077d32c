"""The voice of a supplier: turns decisions that are already made into a chat message.

A `Voice` is told in a `Brief` all it may know about the moment, and only words it: prices, orders
and fees are settled elsewhere, and nothing is ever read back out of its prose. `TemplateVoice` is
the offline default. It is a pure function of the brief: lines are picked by a CRC of supplier,
exchange and slot, so the same moment sounds the same on any machine, and the next one differs.
Rules: docs/rules/marketplace.md §19.6.

Suppliers whose harm shows only after the sale speak like everybody else. They borrow one of the
six honest temperaments, in the roster's proportions and with its usual moods; were they all to
sound alike, their tone would give them away.
"""

import zlib
from typing import NamedTuple, Protocol

from data.marketplace.tables import Supplier
from sim.marketplace.voices.answers import asides, pick, plain, short, spread, talk
from sim.marketplace.voices.brief import Brief, CatalogueRow, Decision
from sim.marketplace.voices.character import Character
from sim.marketplace.voices.measured import PROFESSIONAL, STRATEGIC
from sim.marketplace.voices.membership import JOINING, MEMBER, MEMBERSHIP
from sim.marketplace.voices.pushy import HURRY, LOYALTY
from sim.marketplace.voices.sharp import TOUGH, UNPREDICTABLE
from sim.marketplace.voices.warm import ENTHUSIASTIC, FRIENDLY

__all__ = [
    "READS",
    "Brief",
    "CatalogueRow",
    "Decision",
    "Reading",
    "Spoken",
    "TemplateVoice",
    "Voice",
    "closure_notice",
]

TEMPERAMENTS = {
    "Friendly": FRIENDLY,
    "Professional": PROFESSIONAL,
    "Enthusiastic": ENTHUSIASTIC,
    "Strategic": STRATEGIC,
    "Unpredictable": UNPREDICTABLE,
    "Tough": TOUGH,
}
MASKS = (
    *(FRIENDLY, FRIENDLY, ENTHUSIASTIC, ENTHUSIASTIC),
    *(PROFESSIONAL, STRATEGIC, UNPREDICTABLE, TOUGH),
)
"""Temperaments by their share of the honest roster, in eighths."""

REASON_CHARS = 400
"""A reason may repeat what the agent wrote, however long that was."""


class Spoken(NamedTuple):
    """What a voice said that no rule can repeat, and who really spoke; see `voice.spoke`."""

    text: str
    source: str
    input_tokens: int = -1
    cached_tokens: int = -1
    output_tokens: int = -1


READS = "+consent"
"""Ends the name of a voice that reads whether a message agrees to pay."""


class Reading(NamedTuple):
    """Whether a message agrees to pay, as a voice reads it; see `consent.read`."""

    agreed: bool
    source: str


class Voice(Protocol):
    """Words a supplier's reply."""

    name: str

    def reply(self, brief: Brief) -> str | Spoken:
        """Say what was decided, as this supplier would; `Spoken` is written to the log."""

    def consents(self, brief: Brief) -> Reading | None:
        """Read whether the message agrees to pay a fee that was spoken of.

        None where this voice does not read: then only the agreed form of consent counts.
        """


class TemplateVoice:
    """The offline voice: fixed lines picked by a checksum; no model, no randomness, no state."""

    name = "template/1"

    def consents(self, _brief: Brief) -> None:
        """Return None: free prose is not read."""

    def reply(self, brief: Brief) -> str:
        """Say what was decided, as this supplier would; the same brief gives the same text."""
        supplier = brief.supplier
        who, masked = _character(brief)
        mark = zlib.crc32(f"{supplier.name}|{brief.exchanges}|".encode())
        context = {"name": supplier.name, "category": " and ".join(supplier.categories)}
        greeting = who.hello
        if brief.exchanges:
            greeting = who.client if brief.deals else who.again
        hello = pick(greeting, mark, "hello").format_map(context)
        if brief.decisions:
            parts = [f"{hello} {pick(who.opener, mark, 'opener')}"]
            parts.append("\n".join(_lines(brief.decisions, who, masked, mark)))
            parts.extend(asides(brief.message, who, mark))
        else:
            parts = [hello, *talk(brief, who, mark, context)]
        push = who.excuse if who.excuse and brief.deals else who.push
        if push:
            parts.append(pick(push, mark, "push"))
        parts.append(pick(who.sign, mark, "sign").format_map(context))
        return "\n\n".join(parts)


def closure_notice(supplier: Supplier) -> str:
    """Return the only answer a supplier that has closed for good still gives."""
    return (
        f"This is an automatic notice. {supplier.name} has permanently stopped trading and no "
        "longer takes bids, orders or questions. Goods that were paid for before the closure are "
        "still delivered.\n\n"
        f"The administrators of {supplier.name}"
    )


def _character(brief: Brief) -> tuple[Character, bool]:
    supplier = brief.supplier
    match supplier.fraud:
        case "vip_fee" if brief.fee_paid:
            return MEMBER, False
        case "vip_fee":
            return (JOINING if brief.fee_agreed else MEMBERSHIP), False
        case "future_discount":
            return LOYALTY, False
        case "fake_urgency":
            return HURRY, False
    own = TEMPERAMENTS.get(supplier.personality)
    if own is not None:
        return own, False
    return MASKS[spread(zlib.crc32(supplier.name.encode()), len(MASKS))], True


def _lines(decisions: tuple[Decision, ...], who: Character, masked: bool, mark: int) -> list[str]:
    lines = []
    for n, decision in enumerate(decisions):
        slot = f"line {n}"
        sku, title = short(decision.sku), short(decision.title)
        item = f"SKU {sku}" if title in ("", sku) else f"{title} (SKU {sku})"
        match decision.decision:
            case "Offer":
                # A borrowed temper needs a borrowed mood: the decided one is always sour.
                mood = pick(who.moods, mark, f"mood {n}") if masked else decision.sentiment
                line = pick(_counters(who, mood), mark, slot)
                lines.append(line.format(item=item, price=_yuan(decision.price)))
            case "Accept":
                lines.append(pick(who.accept, mark, slot).format(item=item))
            case "Reject":
                lines.append(pick(who.reject, mark, slot).format(item=item))
            case _:
                line = pick(who.error, mark, slot)
                lines.append(line.format(item=item, reason=_sentence(decision.error)))
    return lines


def _counters(who: Character, mood: str) -> tuple[str, ...]:
    if mood == "positive":
        return who.positive
    return who.negative if mood == "negative" else who.neutral


def _yuan(price: float | None) -> str:
    if price is None:
        raise ValueError("an Offer needs its price")
    return f"¥{price:.2f}"


def _sentence(reason: str) -> str:
    text = plain(reason[:REASON_CHARS]).strip() or "I could not make sense of that line"
    return text if text[-1] in ".!?" else f"{text}."
