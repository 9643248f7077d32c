"""A conversation with a model: every message so far, and the request that comes of them.

Messages are plain dictionaries in the form of the Chat Completions API. What was said is never
changed; a request leaves out what the context editor has cleared, and adds its notice to the last
message of that one request.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from runs.agents.context import Context, Cut, Kind, Window

Message = dict[str, Any]

CUT_MARK: Final = "\n[{left_out:,} characters are left out here: too long for the window]"
NOTICE: Final = 80
"""Tokens that the notice of a removal takes at most."""
ROOM: Final = 4
"""The share of the capacity that the answer and its calls are left: one in so many."""


def count_bytes(text: str) -> int:
    """Count tokens by the rule `bytes/4`: UTF-8 bytes over four, rounded up."""
    return -(-len(text.encode()) // 4)


def counter(name: str) -> Callable[[str], int]:
    """Return the function that counts a text's tokens.

    Args:
        name: `bytes/4`, or `o200k` or `cl100k` with the extra `tokens`.

    Raises:
        ValueError: there is no such counter, or the extra is not installed.
    """
    if name == "bytes/4":
        return count_bytes
    if name not in ("o200k", "cl100k"):
        raise ValueError(f"counter: expected bytes/4, o200k or cl100k, found {name!r}")
    try:
        import bpe_openai  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError:
        raise ValueError(
            f"the counter {name} needs an extra: pip install 'shopyear[tokens]'"
        ) from None
    encoding = bpe_openai.get_encoding(f"{name}_base")
    return lambda text: len(encoding.encode_ordinary(text))


class Conversation:
    """The messages of one episode.

    Args:
        count: how many tokens a text has.
    """

    def __init__(self, window: Window, count: Callable[[str], int]) -> None:
        self.window = window
        self._count = count
        self._messages: list[Message] = []
        self._context = Context(window)

    @property
    def tokens(self) -> int:
        """Of all messages the next request would have."""
        return self._context.tokens

    def add(self, kind: Kind, message: Message) -> None:
        """Take one more message."""
        self._messages.append(message)
        self._context.add(kind, self._size(message))

    def add_results(self, results: Sequence[tuple[str, str]], status: str = "") -> None:
        """Take the answers of a turn's calls, `(call id, text)`, each with the gauge after it.

        Args:
            status: the line after the last of them, if there is one.
        """
        texts = self._fitted([text for _, text in results])
        for place, ((call_id, _), text) in enumerate(zip(results, texts, strict=True), 1):
            shown = self._gauged(text, status if place == len(results) else "")
            self.add("tool", {"role": "tool", "tool_call_id": call_id, "content": shown})

    def add_report(self, text: str, status: str = "") -> None:
        """Take the answers of a turn's actions as one user message, with the gauge after it."""
        (fitted,) = self._fitted([text])
        self.add("tool", {"role": "user", "content": self._gauged(fitted, status)})

    def make_room(self, *, force: bool = False) -> Cut:
        """Clear what has to go before the next request."""
        edited = self._context.edit(force=force)
        squeezed = self._context.squeeze(NOTICE)
        return Cut(edited.freed + squeezed.freed, edited.cleared + squeezed.cleared)

    def request(self, cut: Cut) -> list[Message]:
        """Return the messages to send, with a notice if something was just cleared."""
        pairs = zip(self._messages, self._context.entries, strict=True)
        messages = [message for message, entry in pairs if not entry.cleared]
        last = messages[-1]
        if cut.freed and isinstance(last["content"], str):
            notice = removal(cut.freed, self.tokens, self.window)
            messages[-1] = last | {"content": f"{last['content']}\n{notice}"}
        return messages

    def _gauged(self, text: str, status: str) -> str:
        lines = [text, gauge(self.tokens, self.window), *([status] if status else [])]
        return "\n".join(lines)

    def _size(self, message: Message) -> int:
        text = message.get("content") or ""
        parts = [text, message.get("reasoning_content") or ""]
        if calls := message.get("tool_calls"):
            parts.append(msgspec.json.encode(calls).decode())
        return sum(self._count(part) for part in parts)

    def _fitted(self, texts: list[str]) -> list[str]:
        """Shorten the longest texts of a turn until they fit into what the window can hold."""
        first = sum(entry.tokens for entry in self._context.entries[:2])
        room = (self.window.capacity - first) * (ROOM - 1) // ROOM
        sizes = [self._count(text) for text in texts]
        if sum(sizes) <= room:
            return texts
        limit = _limit(sizes, room)
        return [
            text if size <= limit else _shortened(text, limit / size)
            for text, size in zip(texts, sizes, strict=True)
        ]


def _limit(sizes: list[int], room: int) -> int:
    """Return the size above which texts are shortened, so that all of them fit."""
    rest, left = room, len(sizes)
    for size in sorted(sizes):
        if size * left > rest:
            break
        rest -= size
        left -= 1
    return max(0, rest // left) if left else room


def _shortened(text: str, part: float) -> str:
    # A tenth less: tokens are spread unevenly, and the mark takes some, too.
    kept = max(0, int(len(text) * part * 0.9) - len(CUT_MARK) - 60)
    return text[:kept] + CUT_MARK.format(left_out=len(text) - kept)


def gauge(used: int, window: Window) -> str:
    """Return the line on the use of the window that ends every tool's answer."""
    percent = 100 * used // window.capacity
    left = max(0, window.capacity - used)
    return f"[window: {used:,} of {window.capacity:,} tokens used ({percent} %), {left:,} left]"


def removal(freed: int, used: int, window: Window) -> str:
    """Return the notice that earlier messages are gone."""
    return f"[earlier tool calls were removed: {freed:,} tokens]\n{gauge(used, window)}"
