"""Why a balance is what it is, and what an event came from and led to: readable lines from a log.

Every amount is exact, to the micro-yuan. Nothing is computed but sums; nothing is looked up but the
log.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from events.base import Event
from events.codec import make_decoder
from events.episode import EpisodeEnded, EpisodeStarted, ToolAnswered, TurnTaken
from events.errors import LogError
from events.log import read_episode
from events.marketplace import ReturnArrived, ReturnSeeded, ShipmentSent
from events.money import DayClosed, EscrowMatured, WalletWithdrawn
from events.talks import OfferAnswered, OrderPlaced, QuoteAccepted
from events.union import AnyEvent
from ledger.accounts import ASSETS
from ledger.postings import legs
from ledger.settlement import ACTING, PHASES
from projections.explain_words import moment, shortened, words, yuan

_decode = make_decoder(AnyEvent)


def explain_balance(folder: Path | str, day: int, account: str) -> list[str]:
    """Return how an account came from the morning before to the close of `day`, posting by posting.

    For the last morning of an ended episode the lines go on to the end, through the final
    settlement.

    Args:
        account: bank, wallet or escrow.

    Raises:
        ValueError: no such account, or the morning is not in the log.
        LogError: the log is damaged.
    """
    if account not in ASSETS:
        raise ValueError(f"account: expected one of {', '.join(ASSETS)}, found {account!r}")
    events = _load(folder)
    closes = {event.day: at for at, event in enumerate(events) if isinstance(event, DayClosed)}
    if day not in closes:
        known = f"1 to {max(closes)}" if closes else "none"
        raise ValueError(f"day {day} was not settled in this episode; the mornings are {known}")
    start = events[0].start_date
    before = closes.get(day - 1)
    if before is None:
        lines, balance = [f"{account} before the episode: {yuan(0)}"], 0
        first = 0
    else:
        balance, first = getattr(events[before], account), before + 1
        lines = [f"{account} at the close of day {day - 1}: {yuan(balance)}"]
    until = closes[day]
    more, balance = _postings(events[first:until], account, balance, start)
    lines += [*more, _compared(events[until], account, balance, f"at the close of day {day}")]
    if isinstance(events[-1], EpisodeEnded) and day == max(closes):
        more, balance = _postings(events[until:], account, balance, start)
        lines += [*more, _compared(events[-1], account, balance, "at the end of the episode")]
    return lines


def _postings(
    events: Iterable[Event], account: str, balance: int, start: str
) -> tuple[list[str], int]:
    lines = []
    for event in events:
        amount = sum([amount for name, amount in legs(event) if name == account])
        if amount:
            balance += amount
            lines.append(
                f"  {yuan(amount, signed=True)} -> {yuan(balance)}  seq {event.seq}, "
                f"{moment(event.tick, start)}, {words(event)}"
            )
    return lines, balance


def _compared(recorded: Event, account: str, balance: int, when: str) -> str:
    noted = getattr(recorded, account)
    agrees = "the sum agrees" if noted == balance else f"BUT the sum is {yuan(balance)}"
    return f"{account} {when}: {yuan(noted)} (seq {recorded.seq}); {agrees}"


def explain_event(folder: Path | str, seq: int) -> list[str]:
    """Return the chain around an event: its causes before it, its consequences after it.

    A line begins with `>` for the event asked for, and ends with the postings of bank, wallet and
    escrow. The last lines name the call that caused it.

    Raises:
        ValueError: the log has no such event.
        LogError: the log is damaged.
    """
    events = _load(folder)
    if not 1 <= seq <= len(events) or events[seq - 1].seq != seq:
        raise ValueError(f"there is no event {seq}; the log ends with event {events[-1].seq}")
    asked, start = events[seq - 1], events[0].start_date
    related = _related(events, asked)
    chain = {event.seq: event for event in [asked, *related]}
    batches = {event.batch for event in related if isinstance(event, ShipmentSent)}
    lines = []
    for each, event in sorted(chain.items()):
        mark = ">" if event is asked else " "
        told = f"{words(event)}{_share(event, batches)}{_money(event)}"
        lines.append(f"{mark} seq {each}, {moment(event.tick, start)}, {told}")
    return lines + _cause(events, asked)


def _load(folder: Path | str) -> list[Any]:
    events = [_decode(row.payload) for row in read_episode(Path(folder))]
    if not events or not isinstance(events[0], EpisodeStarted):
        raise LogError(f"{folder}: the log does not begin with an episode's start")
    return events


def _share(event: Event, batches: set[int]) -> str:
    """Return what a maturity paid for the one batch in question."""
    if not isinstance(event, EscrowMatured) or len(batches) != 1 or len(event.batches) == 1:
        return ""
    lines = [line for line in event.batches if line.batch in batches]
    return "".join([f"; of it batch {line.batch}: {yuan(line.amount)}" for line in lines])


def _money(event: Event) -> str:
    moved = [
        f"{name} {yuan(amount, signed=True)}" for name, amount in legs(event) if name in ASSETS
    ]
    return f" [{', '.join(moved)}]" if moved else ""


_BY_SHIPMENT: Final = ("units.sold", "shipment.sent", "shipment.cancelled", "shipment.voided")
_BY_BATCH: Final = ("shipment.sent", "return.seeded", "return.arrived", "escrow.matured")
_BY_ORDER: Final = ("order.placed", "delivery.arrived", "fee.paid")


def _related(events: list[Any], asked: Any) -> list[Event]:
    """Return the events of the same shipments and batches, or of the same order."""
    kind = str(asked.__struct_config__.tag)
    if kind in _BY_ORDER:
        return _order(events, asked.order)
    if kind not in (*_BY_SHIPMENT, *_BY_BATCH):
        return []
    sent = [event for event in events if isinstance(event, ShipmentSent)]
    if kind in _BY_SHIPMENT:
        shipments = {asked.shipment}
        batches = {event.batch for event in sent if event.shipment in shipments}
    else:
        batches = _batches(asked)
        shipments = {event.shipment for event in sent if event.batch in batches}
    chain = [event for event in events if _belongs(event, shipments, batches)]
    return chain + _withdrawals(events, chain)


def _batches(event: Any) -> set[int]:
    if isinstance(event, EscrowMatured):
        return {line.batch for line in event.batches}
    return {event.batch}


def _belongs(event: Any, shipments: set[int], batches: set[int]) -> bool:
    if isinstance(event, ShipmentSent | ReturnSeeded | ReturnArrived | EscrowMatured):
        return not batches.isdisjoint(_batches(event))
    kind = str(event.__struct_config__.tag)
    return kind in _BY_SHIPMENT and event.shipment in shipments


def _withdrawals(events: list[Any], chain: list[Any]) -> list[Event]:
    """Return the first withdrawal after each maturity: wallet money has no name on it."""
    found: list[Event] = []
    for matured in chain:
        if isinstance(matured, EscrowMatured):
            later = events[matured.seq :]
            found += [event for event in later if isinstance(event, WalletWithdrawn)][:1]
    return found


def _order(events: list[Any], order: int) -> list[Event]:
    """Return an order's agreement, payment and delivery."""
    kinds = _BY_ORDER
    chain = [
        event
        for event in events
        if str(event.__struct_config__.tag) in kinds and event.order == order
    ]
    placed = next((event for event in chain if isinstance(event, OrderPlaced)), None)
    if placed is None:
        return chain
    agreed = [
        event
        for event in events[: placed.seq - 1]
        if isinstance(event, OfferAnswered | QuoteAccepted)
        and (event.supplier, event.sku) == (placed.supplier, placed.sku)
    ]
    return agreed[-1:] + chain


def _cause(events: list[Any], asked: Any) -> list[str]:
    """Return the call an acting-phase event belongs to; mornings and turns have none."""
    if asked.tick % PHASES != ACTING.phase or isinstance(asked, TurnTaken | EpisodeEnded):
        return []
    later = (event for event in events[asked.seq - 1 :])
    answer = next((event for event in later if isinstance(event, TurnTaken | ToolAnswered)), None)
    if not isinstance(answer, ToolAnswered):
        return ["no call caused it: the episode was closed or broken off"]
    turns = (event for event in reversed(events[: answer.seq]) if isinstance(event, TurnTaken))
    turn = next((event for event in turns if event.turn == answer.turn), None)
    if turn is None or not 0 <= answer.index < len(turn.calls):
        return [f"caused by turn {answer.turn}, call {answer.index}"]
    call = turn.calls[answer.index]
    where = (
        f"turn {answer.turn}, call {answer.index} (seq {turn.seq}, answered in seq {answer.seq})"
    )
    return [f"caused by {where}: {shortened(call.tool, 60)} {shortened(call.arguments)}"]
