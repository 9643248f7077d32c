"""How a merchant gets its calls through a working day: turns, minutes, pages and news."""

from collections.abc import Generator
from typing import Any, Final

from events.episode import Call
from runs.agents.base import Answers, call

CLOSING_MIN: Final = 18 * 60
Turns = Generator[list[Call], Answers, Answers]


class Office:
    """Sends calls, and keeps the minutes left today and the texts of the last turn's notices."""

    def __init__(self) -> None:
        self.minutes_left = 600
        self.news: list[str] = []
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
