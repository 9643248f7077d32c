"""The conversations of an archived episode, as text: with a model, and with each supplier.

Everything comes from the log; what an agent or a supplier wrote is shown with control characters
made visible, so that a terminal is safe from it.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from events.agent import (
    AgentConfigured,
    AttemptFailed,
    ContextCut,
    DayForced,
    ModelAnswered,
    ModelPrompted,
)
from events.episode import EpisodeFailed, ToolAnswered, TurnTaken
from events.talks import (
    MessageReceived,
    MessageSent,
    OfferAnswered,
    OrderPlaced,
    OrderRefused,
    QuoteAccepted,
    SupplierClosed,
    TalksRejected,
)
from ledger.money import to_yuan
from ledger.settlement import day_of, minute_of
from runs.replay import events_of

_MINUTES_A_DAY = 1440
OPENED: Final = {
    "day": "a new day, and an empty conversation",
    "plan": "asked for a plan",
    "reflection": "asked to reflect",
}
"""What a message of ours that opens a conversation is for."""
FORCED: Final = {
    "turns": "it has no more turns today",
    "fruitless": "no call has succeeded for too long",
}


def safe(text: str) -> str:
    """Return a text without characters that would act on a terminal."""
    return "".join(
        character if character.isprintable() or character in "\n\t" else f"\\x{ord(character):02x}"
        for character in text
    )


def transcript(folder: Path, supplier: str | None = None) -> Iterator[str]:
    """Yield an episode's conversation as paragraphs, all of it or that with one supplier.

    Raises:
        LogError: the log is damaged.
        ValueError: no supplier of that name was written to.
    """
    events = events_of(folder)
    if supplier is None:
        yield from filter(None, map(_told, events))
        return
    found = False
    for event in events:
        if getattr(event, "supplier", None) == supplier and (told := _between(event)):
            found = True
            yield told
    if not found:
        raise ValueError(f"no supplier {supplier!r} was written to in this episode")


def suppliers(events: Iterable[Any]) -> list[str]:
    """Return the suppliers that were written to, in order."""
    return list(dict.fromkeys(event.supplier for event in events if isinstance(event, MessageSent)))


def _when(tick: int) -> str:
    minute = minute_of(tick) % _MINUTES_A_DAY
    return f"day {day_of(tick)}, {minute // 60:02d}:{minute % 60:02d}"


def _told(event: Any) -> str | None:
    """Return what an event adds to the agent's own conversation."""
    match event:
        case AgentConfigured():
            led = f", {event.framework}" if event.day_turns else ""
            head = f"== {event.model} ({event.mode}, {event.prompts}{led})"
            return f"{head}\n\n{safe(event.system)}"
        case ModelPrompted():
            return f"-> {OPENED.get(event.purpose, event.purpose)}\n{safe(event.text)}"
        case ModelAnswered():
            words = f", {event.purpose}" if event.purpose else ""
            return f"== turn {event.turn}, {_when(event.tick)}{words}\n{_answer(event)}"
        case DayForced():
            return f"-- the day is ended for the model: {FORCED.get(event.reason, event.reason)}"
        case AttemptFailed():
            return f"-- attempt {event.attempt} failed: {event.fault}: {safe(event.told)}"
        case ContextCut():
            places = len(event.messages)
            return f"-- {places} messages removed from the window, {event.freed:,} tokens freed"
        case TurnTaken():
            calls = "\n".join(
                f"-> {safe(call.tool)} {safe(call.arguments)}" for call in event.calls
            )
            return f"-- turn {event.turn}, {_when(event.tick)}\n{calls or '(no tool was called)'}"
        case ToolAnswered():
            return f"<- {safe(event.tool)} {safe(bytes(event.answer).decode())}"
        case EpisodeFailed():
            return f"-- shopyear failed: {event.error}: {safe(event.told)}"
    return None


def _answer(event: ModelAnswered) -> str:
    message = msgspec.json.decode(event.message)
    parts = [safe(message[key]) for key in ("reasoning_content", "content") if message.get(key)]
    tokens = [
        f"{count:,} {name}"
        for name, count in (
            ("input", event.input_tokens),
            ("cached", event.cached_tokens),
            ("output", event.output_tokens),
        )
        if count >= 0
    ]
    return "\n".join(
        [*parts, f"[{event.finish or 'no reason'}; tokens: {', '.join(tokens) or 'unknown'}]"]
    )


def _between(event: Any) -> str | None:
    """Return what an event adds to the conversation with its supplier."""
    match event:
        case MessageSent():
            return f"[{_when(event.tick)}] to {event.supplier}:\n{safe(event.text)}"
        case MessageReceived():
            return f"[{_when(event.tick)}] {event.supplier}:\n{safe(event.text)}"
        case OfferAnswered():
            return (
                f"   ¥{event.offer:,.2f} offered for {event.sku}, round {event.round}: "
                f"{event.decision}, stands at ¥{event.quote:,.2f}"
            )
        case QuoteAccepted():
            return f"   ¥{event.price:,.2f} accepted for {event.sku}"
        case TalksRejected():
            return f"   talks about {event.sku} broken off"
        case OrderPlaced():
            paid = f"¥{to_yuan(event.amount):,.2f} paid"
            return f"   order {event.order}: {event.quantity} of {event.sku}, {paid}"
        case OrderRefused():
            return f"   no order: {event.reason}"
        case SupplierClosed():
            return f"   {event.supplier} went out of business"
    return None
