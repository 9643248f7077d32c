"""Hostile answers of a model or its server, and what a loop has to make of each.

A case is played as a short episode: a few ordinary turns, a probe that looks at money, orders and
notes, the hostile steps, the same probe again, and then waiting until the year is over. `judge`
compares what the server saw and how the episode ended with what is expected. The cases are data:
`corpus.json`, in the format of docs/mock-model.md.
"""

import json
from collections.abc import Sequence
from importlib import resources
from typing import Any, Final, Literal

import msgspec

from runs.agents.base import Brief, Merchant
from runs.mock.script import Asked, Script, Step, Steps, ToolCall, after_days
from runs.mock.script import merchant_script as played_by
from runs.mock.server import Recorded

Outcome = Literal["executed", "tool_error", "not_executed", "retried", "interrupted", "ended"]
"""What becomes of a hostile answer.

    executed      its calls are carried out, each once
    tool_error    its call is answered with an error and changes nothing; the turn counts
    not_executed  it has no calls, or none may be carried out; the model is told
    retried       it is no answer; the same turn is asked again
    interrupted   asking again does not help; the episode can be resumed later
    ended         it ends the episode in good order
"""

TIMEOUT_S: Final = 1.0
"""The time a client has to give a request for the slow cases to be too slow."""
PAUSE_S: Final = 0.1
"""How long pauses have to last at least for a refused connection to be open again."""
DAYS: Final = {"": 3, "trade": 19}
"""How long an episode has to be, by opening."""
TRADED: Final = 16
"""The days of trade before the hostile step."""
PROBES: Final = {
    "marketplace": Step(
        tool_calls=(
            ToolCall("check_balance"),
            ToolCall("ship_orders", {"action": "list"}),
            ToolCall("operate_memory", {"action": "list"}),
        )
    ),
    "supermarket": Step(
        tool_calls=(
            ToolCall("view_funds_and_date"),
            ToolCall("view_inventory"),
            ToolCall("view_notes"),
        )
    ),
}
"""What looks at money, orders and notes, by scenario; a look at money is its first call."""
PASSING: Final = ("current_time", "system_notifications", "balance_reminder")
"""Fields of a result that change with time alone."""


class Expect(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What has to come of a case."""

    outcome: Outcome
    shown: tuple[str, ...] = ()
    """Words among the messages that answer the last hostile step."""
    hidden: tuple[str, ...] = ()
    """Words that are not among them."""
    unchanged: bool = True
    """Both probes found the same."""
    attempts: int = 1
    """Requests of the hostile turn; 0 if the number is not fixed."""
    pause_s: tuple[float, float] | None = None
    """Bounds of the first pause between two attempts."""
    status: Literal["ended", "interrupted"] = "ended"
    reason: str = "max_days_reached"
    """Why the episode ended; does not count if it was interrupted."""


class Case(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """One kind of trouble."""

    name: str
    row: str
    """The family: F1 to F21 for answers, HTTP for responses, SHAPE for oddly formed messages."""
    told: str
    """What has to happen, in words."""
    steps: tuple[Step, ...]
    """The hostile steps."""
    expect: Expect
    opening: Literal["", "trade"] = ""
    """`trade`: a merchant plays first, until there are orders to ship and money to withdraw."""

    @property
    def days(self) -> int:
        """How long the episode has to be."""
        return DAYS[self.opening]

    def script(self, merchant: Merchant, brief: Brief) -> Script:
        """Return what the server says in this case.

        Args:
            merchant: plays the opening, if there is one.
        """
        probe = PROBES[brief.scenario]
        glances = [Step(tool_calls=probe.tool_calls[:1])] * 3
        steps = Steps([*glances, probe, *self.steps, probe], end="wait")
        if not self.opening:
            return steps
        return after_days(TRADED, played_by(merchant, brief), steps)


def corpus() -> tuple[Case, ...]:
    """Return all cases."""
    text = (resources.files("runs.mock") / "corpus.json").read_text(encoding="utf-8")
    return msgspec.convert(json.loads(text), tuple[Case, ...])


def judge(
    case: Case,
    requests: Sequence[Recorded],
    *,
    status: str,
    reason: str,
    pauses: Sequence[float] = (),
) -> list[str]:
    """Return what went otherwise than expected, one line each.

    Args:
        requests: of this case's episode alone.
        status: the episode's, when play was over.
        reason: why it ended.
        pauses: seconds the loop paused between attempts, in order.
    """
    expect = case.expect
    found = [f"request refused: {each.offence}" for each in requests if each.offence]
    hostile = [each for each in requests if any(each.step is step for step in case.steps)]
    if not hostile:
        return [*found, "the hostile step was never reached"]
    attempts = sum(each.turn == hostile[0].turn for each in requests)
    if expect.attempts not in (0, attempts):
        found.append(f"{attempts} requests of the turn, expected {expect.attempts}")
    if expect.outcome not in ("retried", "interrupted", "ended"):
        found += _misled(expect, "\n".join(_told_after(requests, hostile[-1].turn)))
    probes = [
        _probed(requests, each.turn)
        for each in requests
        if any(each.step is probe for probe in PROBES.values())
    ]
    if len(probes) > 1 and (probes[0] == probes[-1]) != expect.unchanged:
        changed = "the same" if expect.unchanged else "not the same"
        found.append(f"the second probe should find {changed}: {probes[0]} and {probes[-1]}")
    if expect.pause_s and not (pauses and expect.pause_s[0] <= pauses[0] <= expect.pause_s[1]):
        low, high = expect.pause_s
        found.append(f"pauses of {list(pauses)} s, the first should have {low} to {high}")
    if status != expect.status:
        found.append(f"the episode is {status}, expected {expect.status}")
    elif status == "ended" and reason != expect.reason:
        found.append(f"the episode ended with {reason}, expected {expect.reason}")
    return found


def _misled(expect: Expect, told: str) -> list[str]:
    missing = [f"the model is not told {words!r}" for words in expect.shown if words not in told]
    wrong = [f"the model is told {words!r}" for words in expect.hidden if words in told]
    return missing + wrong


def _told_after(requests: Sequence[Recorded], turn: int) -> list[str]:
    """Return the texts that answer this turn in the request of the next one."""
    for request in requests:
        if request.turn == turn + 1 and request.step is not None:
            messages = request.body["messages"]
            places = [n for n, each in enumerate(messages) if each["role"] == "assistant"]
            return [each["content"] for each in messages[places[-1] + 1 :]]
    return []


def _probed(requests: Sequence[Recorded], turn: int) -> list[dict[str, Any]]:
    for request in requests:
        if request.turn == turn + 1 and request.step is not None:
            results = Asked(request.episode, request.turn, request.body).results()
            return [
                {key: value for key, value in result.items() if key not in PASSING}
                for result in results
            ]
    return []
