"""Lines to no provider: a merchant or a script answers as a model would."""

import json
from collections.abc import Callable, Generator, Sequence
from typing import Any

from events.episode import Call
from runs.agents.base import Brief, Merchant
from runs.agents.exchange import Request
from runs.agents.reply import Reply, ToolCall, Usage
from runs.agents.retrying import ProviderFault
from runs.agents.tally import Tally

Step = Reply | ProviderFault


def calls_reply(*calls: Call, text: str = "", **others: Any) -> Reply:
    """Return an answer with these calls."""
    wanted = tuple(ToolCall(f"p{n}", call.tool, call.arguments) for n, call in enumerate(calls))
    fields = {"finish": "tool_calls", "usage": Usage(input=100, output=10)} | others
    return Reply(text=text, reasoning="", calls=wanted, model="mock", **fields)


def words_reply(text: str, **others: Any) -> Reply:
    """Return an answer of words."""
    return calls_reply(text=text, **({"finish": "stop"} | others))


class ScriptLine:
    """Serves steps in order; after them, a wait each turn, or words where words are asked for."""

    episode = "script"
    attempts = 4

    def __init__(
        self,
        steps: Sequence[Step | Callable[[Request], Step]],
        wait: str = "wait_for_next_day",
    ) -> None:
        self._steps = list(steps)
        self._wait = wait
        self.requests: list[Request] = []
        self.pauses: list[float] = []

    def allow(self, tally: Tally) -> None:
        self.tally = tally

    def ask(self, request: Request) -> Reply:
        self.requests.append(request)
        step = self._steps.pop(0) if self._steps else self._waiting(request)
        if callable(step):
            step = step(request)
        if isinstance(step, ProviderFault):
            raise step
        return step

    def _waiting(self, request: Request) -> Reply:
        if request.tools is None and request.response_format is None:
            return words_reply(f"words {request.number}")
        return calls_reply(Call(self._wait, "{}"))

    def wait(self, seconds: float) -> None:
        self.pauses.append(seconds)


class MerchantLine:
    """A built-in merchant behind the messages of a conversation; a turn asked again is repeated."""

    episode = "merchant"
    attempts = 4

    def __init__(self, merchant: Merchant, brief: Brief, mode: str = "tools") -> None:
        self._turns: Generator[list[Call], Any, None] = merchant(brief)
        self._said: dict[int, list[Call]] = {}
        self._mode = mode
        self.largest = 0
        """Characters of the largest request."""
        self.asked = 0

    def allow(self, tally: Tally) -> None:
        """A merchant works for nothing."""

    def ask(self, request: Request) -> Reply:
        self.asked += 1
        check_protocol(request.messages)
        self.largest = max(self.largest, len(json.dumps(request.messages)))
        if request.turn not in self._said:
            self._said[request.turn] = self._next(request)
        calls = self._said[request.turn]
        if self._mode == "json":
            actions = (f'{{"tool":"{call.tool}","arguments":{call.arguments}}}' for call in calls)
            return words_reply(f'{{"actions":[{",".join(actions)}]}}')
        return calls_reply(*calls)

    def _next(self, request: Request) -> list[Call]:
        if request.turn == 1:
            return next(self._turns)
        return self._turns.send(self._answers(request.messages))

    def _answers(self, messages: list[dict[str, Any]]) -> list[Any]:
        if self._mode == "json":
            lines = messages[-1]["content"].split("\n")
            return [json.loads(line)["result"] for line in lines if line.startswith("{")]
        results = []
        for message in reversed(messages):
            if message["role"] != "tool":
                break
            results.append(json.loads(message["content"].split("\n[")[0]))
        return results[::-1]

    def wait(self, seconds: float) -> None:
        raise AssertionError("a merchant never fails")


def check_protocol(messages: list[dict[str, Any]]) -> None:
    """Assert what strict providers ask of a conversation."""
    assert [message["role"] for message in messages[:2]] == ["system", "user"]
    owed: list[str] = []
    seen: set[str] = set()
    for message in messages:
        if message["role"] == "tool":
            assert message["tool_call_id"] in owed, "a result of no call right before it"
            owed.remove(message["tool_call_id"])
            continue
        assert not owed, "a call without its result"
        for call in message.get("tool_calls", ()):
            assert call["id"] not in seen
            seen.add(call["id"])
            owed.append(call["id"])
            assert isinstance(json.loads(call["function"]["arguments"]), dict)
            assert call["function"]["name"]
        assert message["content"] or message.get("tool_calls")
    assert not owed
