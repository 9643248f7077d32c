"""What passes between an agent and a provider: the request, the line, the message that stays."""

import re
from typing import Any, Final, Protocol

import msgspec

from runs.agents.context import Window
from runs.agents.conversation import Message
from runs.agents.frameworks import Framework
from runs.agents.pricing import Prices
from runs.agents.reply import Reply
from runs.agents.tally import Tally

NAMELESS: Final = "no_name"
"""Stands for the empty name of a tool when a call is sent back."""
NAME_MAX: Final = 64
_ODD: Final = re.compile(r"[^a-zA-Z0-9_-]")


class Request(msgspec.Struct, frozen=True):
    """What a provider is asked."""

    number: int
    """How many answers the episode has with this one."""
    turn: int
    """The turn that comes of it; some turns take several answers."""
    messages: list[Message]
    tools: list[dict[str, Any]] | None
    response_format: dict[str, Any] | None


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """How a model plays; fixed for an episode."""

    model: str
    mode: str = "tools"
    """`tools` for native tool calls, `json` for actions under a JSON schema."""
    framework: Framework = Framework()
    window: Window = Window()
    counter: str = "bytes/4"
    body: str = "{}"
    """Further fields of each request, as canonical JSON."""
    currency: str = ""
    price_input: int = -1
    """Nano-units per token, as the other two; -1 unknown."""
    price_cached: int = -1
    price_output: int = -1

    @property
    def prices(self) -> Prices:
        """Return the prices together."""
        return Prices(self.price_input, self.price_cached, self.price_output)


class Line(Protocol):
    """The way to a provider."""

    episode: str
    """Names the episode; pauses between attempts are spread by it."""
    attempts: int
    """How many attempts a request has before the episode is interrupted."""

    def allow(self, tally: Tally) -> None:
        """Raise ProviderError if no more may be asked, given what was spent."""

    def ask(self, request: Request) -> Reply:
        """Make one attempt; raises ProviderFault."""

    def wait(self, seconds: float) -> None:
        """Pause between two attempts."""


def as_message(reply: Reply, turn: int) -> tuple[Message, tuple[str, ...]]:
    """Return a reply as the message that later requests repeat, and the provider's ids.

    Calls get ids of ours, because providers' ids may be missing or come twice. The arguments are
    as they were received.
    """
    message: Message = {"role": "assistant", "content": reply.text or None}
    message |= msgspec.json.decode(reply.extra)
    if reply.calls:
        message["tool_calls"] = [
            msgspec.json.decode(call.extra)
            | {
                "id": f"call_{turn}_{number}",
                "type": "function",
                "function": {"name": call.tool, "arguments": call.arguments},
            }
            for number, call in enumerate(reply.calls, 1)
        ]
    return message, tuple(call.id for call in reply.calls)


def harmless(call: dict[str, Any]) -> dict[str, Any]:
    """Return a call as it is sent back.

    Servers refuse odd names of tools, and many of them arguments that are no JSON object.
    """
    name, arguments = call["function"]["name"], call["function"]["arguments"]
    try:
        sound = isinstance(msgspec.json.decode(arguments), dict)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        sound = False
    if not sound:
        arguments = msgspec.json.encode({"not_a_json_object": arguments}).decode()
    shown = _ODD.sub("_", name)[:NAME_MAX] or NAMELESS
    return call | {"function": {"name": shown, "arguments": arguments}}
