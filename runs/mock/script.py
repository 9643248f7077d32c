"""What the mock answers: steps in a fixed order, a merchant's calls, or any function.

A step is either an answer (a message with words or tool calls) or a fault (another body, an error
status, a broken connection); it may be an answer whose delivery is faulty. `docs/mock-model.md`
describes the file format field by field.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from events.episode import Call
from runs.agents.base import Brief, Merchant, Scripted
from runs.mock.recollect import lookups, recollected

WAIT: Final = "wait_for_next_day"
END_TODAY: Final = "end_today"
WORDS: Final = {
    "PLAN DAY": "1. See how the business stands.\n2. Look at today's prices.\n"
    "3. Set prices and order what runs short.\n4. End the day.",
    "REFLECT ON DAY": "All goes as planned. Tomorrow look at stock and prices first.",
}
"""What the mock says where it is asked for words alone, by how the request begins."""
End = Literal["error", "wait", "repeat"]
"""What follows the last step: a refusal, waiting for ever, or the first step again."""


class ToolCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One tool call of an answer."""

    name: str
    arguments: Any = "{}"
    """A text is sent as it is; anything else as its JSON text."""
    id: str | UnsetType | None = UNSET
    """Made up by default; None leaves it out."""


class Step(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """One response of the server."""

    content: str | UnsetType | None = UNSET
    tool_calls: tuple[ToolCall, ...] = ()
    reasoning_content: str = ""
    finish_reason: str | UnsetType | None = UNSET
    """`tool_calls` or `stop` by default."""
    message: Any = UNSET
    """The whole message, in place of the fields above."""
    fields: dict[str, Any] = {}
    """Fields of the completion to set, such as `usage`, `model` or `choices`."""
    without: tuple[str, ...] = ()
    """Fields of the completion to leave out."""
    status: int = 200
    headers: dict[str, str] = {}
    body: Any = UNSET
    """A JSON value to send in place of a completion."""
    raw: str | UnsetType = UNSET
    """A text to send in place of a completion; \\udc80 to \\udcff stand for single bytes."""
    html: bool = False
    """Send a web page in place of a completion."""
    gzip: bool = False
    chunked: bool = False
    delay_s: float = 0.0
    """Seconds before the response."""
    trickle_s: float = 0.0
    """Seconds that sending the body takes, in twenty pieces."""
    close: Literal["", "before", "after_headers", "mid_body"] = ""
    """Where the connection is dropped."""
    refuse_s: float = 0.0
    """Drop the connection and accept none for so many seconds."""
    fault: bool | UnsetType = UNSET
    """Whether the same turn asked again gets the next step, or this answer again."""
    repeat: int = 1
    """How many times in a row."""

    def __post_init__(self) -> None:
        if self.is_silent and not (self.delay_s or self.close or self.refuse_s):
            raise ValueError("a step needs an answer or a fault")
        if self.repeat < 1:
            raise ValueError(f"repeat: expected 1 or more, found {self.repeat}")

    @property
    def has_message(self) -> bool:
        """Whether the step has a message of an assistant, delivered well or not."""
        return bool(
            self.content is not UNSET
            or self.tool_calls
            or self.reasoning_content
            or self.message is not UNSET
            or self.fields
            or self.without
        )

    @property
    def has_body(self) -> bool:
        """Whether something else is sent in place of a completion."""
        return self.body is not UNSET or self.raw is not UNSET or self.html

    @property
    def is_silent(self) -> bool:
        """Whether there is nothing to send, so that the connection is just closed."""
        return not (self.has_message or self.has_body or self.status >= 300)

    @property
    def is_answer(self) -> bool:
        """Whether a turn that was given this step gets the same when it asks again."""
        if self.fault is not UNSET:
            return not self.fault
        return self.status < 300 and self.has_message and not self.has_body

    def well_delivered(self) -> "Step":
        """Return the same answer over a sound connection."""
        return msgspec.structs.replace(self, delay_s=0.0, trickle_s=0.0, close="", refuse_s=0.0)


class Asked(msgspec.Struct, frozen=True):
    """One request, as a script sees it."""

    episode: str
    """The header `x-shopyear-episode`; empty without it."""
    turn: int
    """The header `x-shopyear-turn`; without it, how many requests the conversation had."""
    body: dict[str, Any]

    @property
    def wants_json(self) -> bool:
        """Whether the answer has to be JSON actions, because tools are not declared."""
        return bool(self.body.get("response_format")) and not self.body.get("tools")

    @property
    def words(self) -> str:
        """What is said where nothing can be done now; empty where a turn is asked for."""
        if self.body.get("response_format") or self.body.get("tools"):
            return ""
        wanted = str(self.body["messages"][-1].get("content"))
        return next((said for head, said in WORDS.items() if wanted.startswith(head)), "")

    @property
    def is_new(self) -> bool:
        """Whether the conversation has just begun."""
        return not any(each["role"] == "assistant" for each in self.body["messages"])

    @property
    def wait(self) -> str:
        """The tool that ends the day."""
        offered = json.dumps(self.body.get("tools") or self.body.get("response_format"))
        return END_TODAY if f'"{END_TODAY}"' in offered else WAIT

    def results(self) -> list[dict[str, Any]]:
        """Return the results of tools since the last answer, in the order of the messages.

        Raises:
            ValueError: a result is not whole, perhaps because the loop shortened it.
        """
        messages = self.body["messages"]
        last = max((n for n, each in enumerate(messages) if each["role"] == "assistant"), default=0)
        # What follows a JSON object is the loop's word to the model.
        read = json.JSONDecoder().raw_decode
        since = messages[last + 1 :]
        if texts := [each["content"] for each in since if each["role"] == "tool"]:
            return [read(text)[0] for text in texts]
        lines = [line for each in since for line in (each["content"] or "").split("\n")]
        return [read(line)[0]["result"] for line in lines if line.startswith('{"tool": ')]


Script = Callable[[Asked], Step]
"""Gives the step a turn is answered with. The server repeats answers by itself, so a script is
asked again for the same turn only after a fault; never by two threads for the same episode."""


def calling(asked: Asked, calls: Sequence[Call]) -> Step:
    """Return the answer with these calls, as tool calls or as JSON actions."""
    if asked.wants_json:
        # The arguments' text as it is, so that either mode gives the same calls.
        actions = (
            f'{{"tool":{json.dumps(call.tool)},"arguments":{call.arguments}}}' for call in calls
        )
        return Step(content=f'{{"actions":[{",".join(actions)}]}}')
    return Step(tool_calls=tuple(ToolCall(call.tool, call.arguments) for call in calls))


def refusing(told: str, code: str) -> Step:
    """Return the refusal of a request; repeating it does not help."""
    error = {"message": told, "type": "invalid_request_error", "param": None, "code": code}
    return Step(status=400, body={"error": error})


class Steps:
    """A script of steps in a fixed order; every conversation begins with the first."""

    def __init__(self, steps: Sequence[Step], end: End = "error") -> None:
        self._steps = [step for step in steps for _ in range(step.repeat)]
        self._end = end
        self._given: dict[str, int] = {}

    def __call__(self, asked: Asked) -> Step:
        given = self._given.get(asked.episode, 0)
        self._given[asked.episode] = given + 1
        if given < len(self._steps):
            return self._steps[given]
        if self._end == "wait":
            if asked.words:
                return Step(content=asked.words)
            return calling(asked, [Call(asked.wait, "{}")])
        if self._end == "repeat" and self._steps:
            return self._steps[given % len(self._steps)]
        return refusing(f"the script has {len(self._steps)} steps", "script_ended")


def merchant_script(merchant: Merchant, brief: Brief) -> Script:
    """Return the script of a built-in merchant: it plays every episode through the model's API.

    Args:
        brief: what the merchant is told, the same in all episodes.
    """
    playing: dict[str, _Playing] = {}

    def answer(asked: Asked) -> Step:
        if asked.words:
            return Step(content=asked.words)
        if asked.episode not in playing:
            playing[asked.episode] = _Playing(Scripted("mock", merchant, brief))
        return playing[asked.episode].answer(asked)

    return answer


class _Playing:
    """A merchant in the middle of an episode."""

    def __init__(self, agent: Scripted) -> None:
        self._agent = agent
        self._wanted = 0
        """How many results the merchant waits for."""
        self._found: list[dict[str, Any]] | None = None
        """What it looks up because a new conversation does not show the results."""

    def answer(self, asked: Asked) -> Step:
        results = asked.results()
        if self._found is None and asked.is_new and self._wanted and not results:
            self._found = []
        if self._found is not None:
            self._found += results
            if missing := lookups(self._found):
                return calling(asked, missing)
            results = [*([{}] * (self._wanted - 1)), recollected(self._found)]
            self._found = None
        if len(results) != self._wanted:
            return refusing(f"{self._wanted} results expected, found {len(results)}", "results")
        calls = self._agent.act([json.dumps(result) for result in results])
        if calls is None:
            return Step(content="That is all.")
        self._wanted = len(calls)
        return calling(asked, calls)


def after_days(days: int, first: Script, then: Script) -> Script:
    """Return the script that turns to another one when the first has ended so many days."""
    waits: dict[str, int] = {}

    def answer(asked: Asked) -> Step:
        if waits.setdefault(asked.episode, 0) >= days:
            return then(asked)
        step = first(asked)
        ends = (WAIT, END_TODAY)
        waits[asked.episode] += any(call.name in ends for call in step.tool_calls)
        return step

    return answer


def read_script(path: Path) -> Steps:
    """Read a file of steps, one JSON object per line; `{"end": ...}` may be the last.

    Raises:
        ValueError: a line is no step; names it.
        OSError: the file cannot be read.
    """
    steps: list[Step] = []
    end: End = "error"
    # Not splitlines: a step may hold U+2028 and the like.
    lines = path.read_text(encoding="utf-8").split("\n")
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    for number, line in numbered:
        try:
            value = json.loads(line)
            if isinstance(value, dict) and set(value) == {"end"} and number == numbered[-1][0]:
                end = msgspec.convert(value["end"], End)
            else:
                steps.append(msgspec.convert(value, Step))
        except (ValueError, RecursionError) as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
    return Steps(steps, end)
