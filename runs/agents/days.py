"""An episode day by day: what a framework counts, keeps and hands on.

`Days` says when a day is to be ended for the model, writes the message that opens each day's
conversation, and has the model plan or reflect where its framework wants it. Published rules and
what is ours: docs/models.md, "Frameworks".
"""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from events.episode import Call
from runs.agents.actions import report
from runs.agents.frameworks import PLAN, REFLECTION, Framework
from runs.agents.place import Place
from runs.agents.prompts import day_text, replanned, text_of

SAID_MAX: Final = 1_000
"""Characters of an answer of the model that it is shown when it reflects."""
ANSWER_MAX: Final = 500
"""Characters of a tool's answer that it is shown then, and of a call's arguments."""
REPORT_MAX: Final = 2_000
"""Characters of the answer that ended a day."""
DONE_MAX: Final = 2_000
"""Characters of the list of calls that a planner is shown, and of each call's arguments there."""
ARGUMENTS_MAX: Final = 120
NOTHING: Final = "(nothing)"
PLANNED: Final = "plan"
REFLECTED: Final = "reflection"
"""What words alone are asked for."""

Think = Callable[[str, str], str]
"""(purpose, message) -> what the model writes, asked without tools."""


class Day(msgspec.Struct, kw_only=True):
    """One day so far."""

    number: int
    turns: int = 0
    round_turns: int = 0
    """Since the model last planned."""
    fruitless: int = 0
    """Turns in a row without a successful call."""
    told: list[str] = []
    """What the model said, called and was answered, in short."""
    done: list[str] = []
    """The calls, each with whether it succeeded."""
    report: str = ""
    """The answer of the newest call."""
    last: str = ""
    """The answers of the newest turn, whole."""

    def take(self, said: str, calls: Sequence[Call], answers: Sequence[str]) -> None:
        """Count one turn, once it is carried out."""
        self.turns += 1
        self.round_turns += 1
        self.told.append(f"You: {shortened(said, SAID_MAX) or NOTHING}")
        found = False
        for call, answer in zip(calls, answers, strict=True):
            succeeded = is_success(answer)
            found |= succeeded
            outcome = "done" if succeeded else "failed"
            self.told.append(f"-> {call.tool} {shortened(call.arguments, ANSWER_MAX)}")
            self.told.append(f"<- {shortened(answer, ANSWER_MAX)}")
            arguments = shortened(call.arguments, ARGUMENTS_MAX)
            self.done.append(f"{call.tool} {arguments}: {outcome}")
        self.fruitless = 0 if found else self.fruitless + 1
        if calls:
            self.last = report([call.tool for call in calls], answers)

    def close(self, wait: str, calls: Sequence[Call], answers: Sequence[str]) -> None:
        """Keep how the day ended: what the call that ended it was answered."""
        answered = dict(zip([call.tool for call in calls], answers, strict=True))
        self.report = answered.get(wait, answers[-1] if answers else "")


class Days:
    """The days of an episode under a framework.

    Args:
        days: how many the episode has.
        think: has the model write something; what it raises ends the turn.
    """

    def __init__(self, framework: Framework, place: Place, days: int, think: Think) -> None:
        self._framework, self._place, self._days = framework, place, days
        self._think = think
        self._day: Day | None = None
        self._before: Day | None = None
        self._handed = ""

    @property
    def status(self) -> str:
        """How things stand now, as one line under the newest answers."""
        day = self._day
        assert day is not None
        turn = min(day.turns + 1, self._framework.day_turns)
        return f"[{self._place.status()}; answer {turn} of {self._framework.day_turns} today]"

    def take(self, said: str, calls: Sequence[Call], answers: Sequence[str], today: int) -> None:
        """Learn what came of a turn.

        Args:
            today: the day after it; another one if the turn ended its day.
        """
        day = self._day
        assert day is not None
        day.take(said, calls, answers)
        if today != day.number:
            day.close(self._place.wait, calls, answers)

    def forced(self) -> str:
        """Return why the day has to be ended for the model now; empty if it has not."""
        day, limits = self._day, self._framework
        if day is None:
            return ""
        if day.turns >= limits.day_turns:
            return "turns"
        return "fruitless" if day.fruitless >= limits.fruitless_turns else ""

    def has_passed(self, today: int) -> bool:
        """Return whether a new day's conversation has to be opened."""
        return self._day is None or self._day.number != today

    def open(self, today: int) -> str:
        """Begin a day and return the message that opens its conversation."""
        ended = self._before = self._day
        if ended is not None and self._framework.name == REFLECTION:
            self._handed = self._reflect(ended) or self._handed
        self._day = Day(number=today, told=[], done=[])
        plan = self._plan() if self._framework.name == PLAN else ""
        last = ended.last if ended is not None and self._place.tells_once else ""
        return day_text(self._place.morning(), self._handed, plan, last)

    def again(self) -> str:
        """Return the message that hands the model a new plan; empty if it needs none."""
        day, limits = self._day, self._framework
        assert day is not None
        if not limits.round_turns or day.round_turns < limits.round_turns:
            return ""
        return replanned(self._plan())

    def _reflect(self, day: Day) -> str:
        text = text_of("reflection").format(
            day=day.number + 1,
            text=self._handed or NOTHING,
            report=shortened(day.report, REPORT_MAX),
            told="\n".join(day.told),
        )
        return self._think(REFLECTED, text)

    def _plan(self) -> str:
        day = self._day
        assert day is not None
        begun = day.turns > 0
        shown = day if begun else self._before
        ended = "" if begun or shown is None else shortened(shown.report, REPORT_MAX)
        text = text_of("plan").format(
            day=day.number + 1,
            what="the rest of the day" if begun else "the day",
            morning=self._place.morning(),
            since="TODAY" if begun else "YESTERDAY",
            done=shortened("\n".join(shown.done), DONE_MAX) if shown else NOTHING,
            report=f"\nHOW YESTERDAY ENDED\n{ended}" if ended else "",
        )
        day.round_turns = 0
        return self._think(PLANNED, text) or NOTHING


def shortened(text: str, most: int) -> str:
    """Return the beginning of a text, with a mark where the rest was."""
    return text if len(text) <= most else text[: most - 1] + "…"


def is_success(answer: str) -> bool:
    """Return whether a tool's answer reports no error."""
    found = msgspec.json.decode(answer)
    return not (isinstance(found, dict) and found.get("error") and "message" not in found)
