"""Context editing: which messages of a conversation a model is still sent.

A model's window is small beside a year. Once the messages reach the trigger, whole groups are
cleared, the oldest first, until enough is released. A group is an answer with tool calls and all
tool messages right after it, so that no call is ever sent without its result. The system message,
the first user message, the newest groups and whatever belongs to no group are spared. What is
cleared is left out of every later request; the log keeps it.
"""

from typing import Final, Literal

import msgspec

Kind = Literal["system", "user", "assistant", "calls", "tool"]
"""The part a message plays; `calls` is an assistant's answer with tool calls."""

PROTECTED: Final = 2
"""The first messages, system and user, are never cleared."""


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of a conversation, in tokens, and how many of the newest groups are spared."""

    capacity: int = 128_000
    """What the model is told its window holds."""
    trigger: int = 120_000
    """Clearing begins when the messages have this many tokens or more."""
    release: int = 60_000
    """How many tokens one pass frees at least, as long as there are groups to clear."""
    spared: int = 2


class Entry(msgspec.Struct):
    """One message as the editor sees it."""

    kind: Kind
    tokens: int
    cleared: bool = False


class Cut(msgspec.Struct, frozen=True):
    """What a pass cleared: tokens, and the places of the messages, counted from 0."""

    freed: int
    cleared: tuple[int, ...]


class Context:
    """The messages of one conversation by size."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.entries: list[Entry] = []
        self.tokens = 0
        """Of all messages that are not cleared."""

    def add(self, kind: Kind, tokens: int) -> None:
        """Take one more message."""
        self.entries.append(Entry(kind, tokens))
        self.tokens += tokens

    def edit(self, *, force: bool = False) -> Cut:
        """Clear what has to go before the next request; nothing while there is room.

        Args:
            force: clear even below the trigger, because the provider said there is no room.
        """
        window = self.window
        if self.tokens < window.trigger and not force:
            return Cut(0, ())
        groups = self._groups()
        return self._clear(
            groups[: max(0, len(groups) - window.spared)],
            max(window.release, self.tokens - window.trigger),
        )

    def squeeze(self, reserve: int = 0) -> Cut:
        """Clear even what an edit spares, up to the newest group, if the capacity is exceeded.

        Args:
            reserve: tokens of the capacity that have to stay free.
        """
        groups = self._groups()
        newest = groups[-1][0] if groups else len(self.entries)
        grouped = {place: group for group in groups for place in group[:1]}
        inner = {place for group in groups for place in group[1:]}
        parts = [
            grouped.get(place, [place])
            for place, entry in enumerate(self.entries[:newest])
            if place >= PROTECTED and place not in inner and not entry.cleared
        ]
        return self._clear(parts, self.tokens + reserve - self.window.capacity)

    def _clear(self, parts: list[list[int]], target: int) -> Cut:
        freed, cleared = 0, list[int]()
        for part in parts:
            if freed >= target:
                break
            for place in part:
                self.entries[place].cleared = True
                freed += self.entries[place].tokens
            cleared += part
        self.tokens -= freed
        return Cut(freed, tuple(cleared))

    def _groups(self) -> list[list[int]]:
        """Return the groups that could be cleared, oldest first."""
        groups: list[list[int]] = []
        for place, entry in enumerate(self.entries[PROTECTED:], PROTECTED):
            if entry.kind == "calls":
                groups.append([place])
            elif entry.kind == "tool" and groups and groups[-1][-1] == place - 1:
                groups[-1].append(place)
        return [group for group in groups if len(group) > 1 and not self.entries[group[0]].cleared]
