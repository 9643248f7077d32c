"""How a merchant gets its calls through a working day: turns, minutes, pages and messages."""

import json
from collections.abc import Generator, Sequence
from typing import Any, Final

from events.episode import Call
from runs.agents.base import Answers, call

CLOSING_MIN: Final = 18 * 60
Turns = Generator[list[Call], Answers, Answers]


class Office:
    """Sends calls and keeps the hour and the morning's news."""

    def __init__(self) -> None:
        self.minutes_left = 600
        self.news: list[str] = []
        """Texts of the notices that came with the last turn."""
        self.is_over = False

    def send(self, *calls: Call) -> Turns:
        """Make one turn of these calls and return their answers."""
        answers = yield list(calls)
        self.news = []
        for answer in answers:
            hour, minute = answer["current_time"][11:16].split(":")
            self.minutes_left = CLOSING_MIN - 60 * int(hour) - int(minute)
            self.is_over |= "episode_ended" in answer
            for morning in answer.get("system_notifications", ()):
                self.news += [notice["content"] for notice in morning["news"]]
        return answers

    def rows(self, field: str, tool: str, **arguments: Any) -> Turns:
        """Return all rows of an answer, however many pages it has."""
        rows, page, pages = Answers(), 0, 1
        while page < pages:
            page += 1
            (answer,) = yield from self.send(call(tool, **arguments, page=page))
            rows += answer.get(field, [])
            pages = answer.get("pages", 1)
        return rows


def message(addresses: Sequence[str], entries: Sequence[dict[str, Any]]) -> Call:
    """Return a message with the same negotiation entries to one or more suppliers."""
    content = f"Our bids, per unit:\n```negotiate\n{json.dumps(entries)}\n```"
    return call("chatbox", uids=list(addresses), content=content)


def arrivals(news: Sequence[str]) -> list[tuple[int, str, str]]:
    """Return (units, shown title, supplier) of every delivery in the news."""
    found = []
    for line in "\n".join(news).splitlines():
        units, by, goods = line.partition(" x ")
        title, source, supplier = goods.rpartition(" from ")
        if by and source and units.isdigit():
            found.append((int(units), title, supplier))
    return found
