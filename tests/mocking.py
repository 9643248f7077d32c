"""Clients and messages for tests of the mock model."""

from contextlib import contextmanager

import openai

from runs.agents.base import Brief
from runs.archive import tool_schemas
from runs.mock.script import Step, ToolCall

SYSTEM = {"role": "system", "content": "Run the shop."}
USER = {"role": "user", "content": "Begin."}
FIRST = [SYSTEM, USER]
BALANCE = {
    "type": "function",
    "function": {"name": "check_balance", "parameters": {"type": "object", "properties": {}}},
}


def say(*texts: str, **fields) -> list[Step]:
    return [Step(content=text, **fields) for text in texts]


def calls(*names: str) -> Step:
    return Step(tool_calls=tuple(ToolCall(name) for name in names))


def brief(days: int) -> Brief:
    return Brief(
        scenario="marketplace",
        start_date="2026-01-01",
        days=days,
        opening_balance=100_000.0,
        tools=tool_schemas(),
    )


@contextmanager
def client_of(server, timeout=5.0):
    with openai.OpenAI(
        api_key="k", base_url=server.base_url, max_retries=0, timeout=timeout
    ) as client:
        yield client


def ask(client, messages=FIRST, turn=0, episode="e", **fields):
    headers = {"x-shopyear-turn": str(turn), "x-shopyear-episode": episode} if turn else {}
    return client.chat.completions.create(
        model="m", messages=messages, extra_headers=headers, **fields
    )


def called(*ids: str, **function) -> dict:
    made = {"name": "check_balance", "arguments": "{}"} | function
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": each, "type": "function", "function": made} for each in ids],
    }


def result(of: str) -> dict:
    return {"role": "tool", "tool_call_id": of, "content": "{}"}
