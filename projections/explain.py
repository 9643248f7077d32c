"""Why a balance is what it is, and what an event came from and led to: readable lines from a log.

Every amount is exact, to the millionth. Nothing is computed but sums; nothing is looked up but the
log. What differs between the worlds is a `Telling`.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from events.base import Event
from events.codec import make_decoder
from events.episode import EpisodeEnded, EpisodeStarted, ToolAnswered, TurnTaken
from events.errors import LogError
from events.log import read_episode
from events.money import DayClosed
from events.supermarket import DayReported
from events.union import AnyEvent
from ledger import settlement, trading
from ledger.accounts import ASSETS, BANK
from ledger.postings import legs
from ledger.settlement import ACTING, PHASES, Step
from projections import explain_market, retail_explain
from projections.explain_words import MARKET_WORDS, Words, amount, moment, shortened, words
from projections.retail_explain_words import RETAIL_WORDS

_decode = make_decoder(AnyEvent)


class Telling(NamedTuple):
    """How a world's episodes are explained."""

    accounts: tuple[str, ...]
    """The balances that the world has."""
    currency: str
    steps: tuple[Step, ...]
    words: Words
    related: Callable[[Sequence[Any], Any], Sequence[Event]]
    """(all events, one of them) -> what it came from and led to."""
    share: Callable[[Event, Event, Sequence[Event]], str]
    """(event of the chain, event asked for, chain) -> the part of it that is in question."""


TELLINGS: Final = {
    "marketplace": Telling(
        accounts=ASSETS,
        currency="¥",
        steps=(*settlement.STEPS, settlement.FINALISE),
        words=MARKET_WORDS,
        related=explain_market.related,
        share=explain_market.share,
    ),
    "supermarket": Telling(
        accounts=(BANK,),
        currency="",
        steps=(*trading.STEPS, trading.FINALISE),
        words=RETAIL_WORDS,
        related=retail_explain.related,
        share=retail_explain.share,
    ),
}


class _Episode(NamedTuple):
    events: list[Any]
    telling: Telling

    def money(self, micro: int, *, signed: bool = False) -> str:
        return amount(micro, self.telling.currency, signed=signed)

    def line(self, event: Event) -> str:
        when = moment(event.tick, self.events[0].start_date, self.telling.steps)
        return f"seq {event.seq}, {when}, {words(event, self.telling.words)}"


def explain_balance(folder: Path | str, day: int, account: str) -> list[str]:
    """Return how an account came from one close of the books to the next, posting by posting.

    For the last day of an ended episode the lines go on to the end, through the final settlement.

    Args:
        day: as the closes count them: the marketplace closes its books on the morning of a day, the
            supermarket on the morning after it.
        account: bank, and in the marketplace wallet or escrow.

    Raises:
        ValueError: the world has no such account, or the day was not closed in this log.
        LogError: the log is damaged.
    """
    episode = _load(folder)
    events, money = episode.events, episode.money
    known = episode.telling.accounts
    if account not in known:
        scenario = events[0].scenario
        raise ValueError(
            f"account: expected one of {', '.join(known)} in the {scenario}, found {account!r}"
        )
    closes = {
        event.day: at
        for at, event in enumerate(events)
        if isinstance(event, DayClosed | DayReported)
    }
    if day not in closes:
        days = f"{min(closes)} to {max(closes)}" if closes else "none"
        raise ValueError(f"day {day} was not closed in this episode; the days are {days}")
    before = closes.get(day - 1)
    if before is None:
        lines, balance, first = [f"{account} before the episode: {money(0)}"], 0, 0
    else:
        balance, first = getattr(events[before], account), before + 1
        lines = [f"{account} at the close of day {day - 1}: {money(balance)}"]
    until = closes[day]
    more, balance = _postings(episode, events[first:until], account, balance)
    lines += [*more, _compared(episode, events[until], account, balance, f"close of day {day}")]
    if isinstance(events[-1], EpisodeEnded) and day == max(closes):
        more, balance = _postings(episode, events[until:], account, balance)
        lines += [*more, _compared(episode, events[-1], account, balance, "end of the episode")]
    return lines


def _postings(
    episode: _Episode, events: Iterable[Event], account: str, balance: int
) -> tuple[list[str], int]:
    lines, money = [], episode.money
    for event in events:
        moved = sum([each for name, each in legs(event) if name == account])
        if moved:
            balance += moved
            lines.append(
                f"  {money(moved, signed=True)} -> {money(balance)}  {episode.line(event)}"
            )
    return lines, balance


def _compared(episode: _Episode, recorded: Event, account: str, balance: int, when: str) -> str:
    noted, money = getattr(recorded, account), episode.money
    agrees = "the sum agrees" if noted == balance else f"BUT the sum is {money(balance)}"
    return f"{account} at the {when}: {money(noted)} (seq {recorded.seq}); {agrees}"


def explain_event(folder: Path | str, seq: int) -> list[str]:
    """Return the chain around an event: its causes before it, its consequences after it.

    A line begins with `>` for the event asked for, and ends with the postings of the world's
    balances. The last lines name the call that caused it.

    Raises:
        ValueError: the log has no such event.
        LogError: the log is damaged.
    """
    episode = _load(folder)
    events, telling = episode.events, episode.telling
    if not 1 <= seq <= len(events) or events[seq - 1].seq != seq:
        raise ValueError(f"there is no event {seq}; the log ends with event {events[-1].seq}")
    asked = events[seq - 1]
    related = telling.related(events, asked)
    chain = {event.seq: event for event in [asked, *related]}
    lines = []
    for _, event in sorted(chain.items()):
        mark = ">" if event is asked else " "
        part = telling.share(event, asked, related)
        lines.append(f"{mark} {episode.line(event)}{part}{_money(episode, event)}")
    return lines + _cause(events, asked)


def _load(folder: Path | str) -> _Episode:
    events: list[Any] = [_decode(row.payload) for row in read_episode(Path(folder))]
    if not events or not isinstance(events[0], EpisodeStarted):
        raise LogError(f"{folder}: the log does not begin with an episode's start")
    telling = TELLINGS.get(events[0].scenario)
    if telling is None:
        raise LogError(f"{folder}: there is no scenario {events[0].scenario!r} to explain")
    return _Episode(events, telling)


def _money(episode: _Episode, event: Event) -> str:
    moved = [
        f"{name} {episode.money(each, signed=True)}"
        for name, each in legs(event)
        if name in episode.telling.accounts
    ]
    return f" [{', '.join(moved)}]" if moved else ""


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
