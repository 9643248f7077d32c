"""The words of an explanation: amounts, moments and events, each on one line."""

import datetime
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from events.base import Event
from events.episode import EpisodeStarted, ToolAnswered, TurnTaken
from events.marketplace import (
    DeliveryArrived,
    ReturnArrived,
    ReturnSeeded,
    ShipmentCancelled,
    ShipmentSent,
    ShipmentVoided,
    StoreClosed,
    StoreOpened,
    UnitsSold,
)
from events.money import (
    DayClosed,
    EscrowMatured,
    FeePaid,
    IdleCharged,
    OpsCharged,
    SolvencyTested,
    StorageCharged,
    WalletWithdrawn,
)
from events.talks import OfferAnswered, OrderPlaced, QuoteAccepted
from ledger.money import YUAN
from ledger.settlement import ACTING, DAY_MIN, PHASES, Step, day_of, minute_of

_SHOWN: Final = 8
"""Things named on one line."""

Words = Mapping[type[Event], Callable[[Any], str]]
"""What an event of a kind says, in words."""


def amount(micro: int, currency: str = "", *, signed: bool = False) -> str:
    """Return an amount to the micro-unit: ¥1,234.500000, with its sign."""
    whole, rest = divmod(abs(micro), YUAN)
    sign = "-" if micro < 0 else "+" if signed else ""
    return f"{sign}{currency}{whole:,}.{rest:06d}"


def yuan(micro: int, *, signed: bool = False) -> str:
    """Return an amount of the marketplace's currency."""
    return amount(micro, "¥", signed=signed)


def moment(tick: int, start_date: str, steps: Iterable[Step]) -> str:
    """Return a tick as day, date, time and the name of its step, or `acting`."""
    day, minute, phase = day_of(tick), minute_of(tick) % DAY_MIN, tick % PHASES
    date = datetime.date.fromisoformat(start_date) + datetime.timedelta(days=day)
    names = {(step.minute % DAY_MIN, step.phase): step.name for step in steps}
    other = ACTING.name if phase == ACTING.phase else f"phase {phase}"
    name = names.get((minute, phase), other)
    return f"day {day}, {date} {minute // 60:02d}:{minute % 60:02d}, {name}"


def words(event: Event, telling: Words) -> str:
    """Return what an event says, in words; its fields for kinds without words of their own."""
    tell = telling.get(type(event))
    tag = str(event.__struct_config__.tag)
    if tell is not None:
        return f"{tag}: {tell(event)}"
    names = [name for name in event.__struct_fields__ if name not in ("seq", "tick")]
    return f"{tag}: " + shortened(", ".join(f"{name} {getattr(event, name)}" for name in names))


def several(things: Iterable[str]) -> str:
    """Return the first of these things, and how many more there are."""
    every = list(things)
    more = len(every) - _SHOWN
    return ", ".join(every[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


def shortened(text: str, limit: int = 160) -> str:
    """Return the text on one line, cut to `limit` characters; nothing that steers a terminal."""
    text = "".join([char if char.isprintable() else "�" for char in " ".join(text.split())])
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _sold(event: UnitsSold) -> str:
    return (
        f"shipment {event.shipment}, {event.quantity} x {event.sku} at {yuan(event.unit_price)} in "
        f"{event.store}, net {yuan(event.net)}, deadline day {event.deadline_day}"
    )


def _sent(event: ShipmentSent) -> str:
    return (
        f"shipment {event.shipment} by {event.speed}, cost {yuan(event.cost)}; net "
        f"{yuan(event.net)} into batch {event.batch}, commission {yuan(event.commission)}, "
        f"due day {event.due_day}"
    )


def _seeded(event: ReturnSeeded) -> str:
    return (
        f"{event.quantity} x {event.sku} of batch {event.batch} will come back on day "
        f"{event.due_day}, refund {yuan(event.unit_refund)} each"
    )


def _returned(event: ReturnArrived) -> str:
    goods = "goods back in the warehouse" if event.restocked else "goods lost"
    return (
        f"{event.quantity} x {event.sku}: {yuan(event.taken)} taken from batch {event.batch}, "
        f"{yuan(event.forgiven)} borne by the platform, {goods}"
    )


def _matured(event: EscrowMatured) -> str:
    total = sum([line.amount for line in event.batches])
    lines = several(f"{line.batch} {yuan(line.amount)}" for line in event.batches)
    return f"{yuan(total)} to the wallet from batch {lines}"


def _ops(event: OpsCharged) -> str:
    return ", ".join(f"{line.store} {yuan(line.amount)}" for line in event.stores)


def _liquidated(event: StoreClosed) -> str:
    total = sum([line.amount for line in event.liquidated])
    units = sum([line.quantity for line in event.liquidated])
    moved = sum([line.quantity for line in event.moved])
    return f"{event.store}, {units} units sold off for {yuan(total)}, {moved} back to the warehouse"


def _placed(event: OrderPlaced) -> str:
    return (
        f"order {event.order}, {event.quantity} x {event.sku} at {yuan(event.unit_price)} from "
        f"{event.supplier}, {yuan(event.amount)}; {event.delivered} will arrive on day "
        f"{event.due_day}"
    )


def _delivered(event: DeliveryArrived) -> str:
    return (
        f"order {event.order}, {event.quantity} x {event.sku} from {event.supplier}, cost "
        f"{yuan(event.cost)}{', defective' if event.defective else ''}"
    )


def _closed(event: DayClosed) -> str:
    return (
        f"day {event.day}, bank {yuan(event.bank)}, wallet {yuan(event.wallet)}, escrow "
        f"{yuan(event.escrow)}"
    )


def _answered(event: ToolAnswered) -> str:
    failed = " failed" if event.failed else ""
    return f"turn {event.turn}, call {event.index}: {event.tool}{failed}, {event.minutes} minutes"


def _taken(event: TurnTaken) -> str:
    return f"turn {event.turn}: {', '.join(call.tool for call in event.calls) or 'no call'}"


def _goods(event: ShipmentCancelled | ShipmentVoided) -> str:
    return f"shipment {event.shipment}, {event.quantity} x {event.sku} of {event.store}"


COMMON_WORDS: Final[Words] = {TurnTaken: _taken, ToolAnswered: _answered}

MARKET_WORDS: Final[Words] = {
    **COMMON_WORDS,
    EpisodeStarted: lambda event: f"opened with {yuan(event.opening_balance)} in the bank",
    StoreOpened: lambda event: f"{event.store} ({event.store_type}), fee {yuan(event.fee)}",
    StoreClosed: _liquidated,
    OpsCharged: _ops,
    IdleCharged: lambda event: f"no store open, {yuan(event.amount)}",
    StorageCharged: lambda event: f"{event.units} units, {yuan(event.amount)}",
    UnitsSold: _sold,
    ShipmentSent: _sent,
    ShipmentCancelled: _goods,
    ShipmentVoided: _goods,
    ReturnSeeded: _seeded,
    ReturnArrived: _returned,
    EscrowMatured: _matured,
    WalletWithdrawn: lambda event: f"{yuan(event.amount)} from the wallet to the bank",
    OfferAnswered: lambda event: (
        f"{event.supplier}, {event.sku}: offer {event.offer}, {event.decision} at {event.quote}"
    ),
    QuoteAccepted: lambda event: f"{event.supplier}, {event.sku} at {event.price}",
    OrderPlaced: _placed,
    FeePaid: lambda event: f"order {event.order}, {event.supplier}, {yuan(event.amount)}",
    DeliveryArrived: _delivered,
    SolvencyTested: lambda event: f"bank {yuan(event.bank)}, streak {event.streak}",
    DayClosed: _closed,
}
