"""Running an agent's code: what is recorded is repeated, what is new goes into the sandbox."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from events.base import Event
from runs.sandbox.limits import SandboxUnavailable
from runs.sandbox.sandbox import Sandbox
from sim.supermarket.sandbox import Answers, Ran, Told, recalled


class Runner:
    """Repeats a record's pieces of code, then runs new ones in a locked process.

    Where the system does not give the isolation that needs, code is refused and the agent told.
    """

    def __init__(self, recorded: Iterable[Event]) -> None:
        self._recorded = list(recorded)
        self._repeated = recalled(self._recorded)
        self._left = len(self._recorded)
        self._sandbox: Sandbox | None = None

    def run(
        self,
        code: str,
        read: Answers,
        tools: Mapping[str, Sequence[str]],
        *,
        given: Mapping[str, Any] | None = None,
        today: str = "1970-01-01",
    ) -> Ran:
        """Return what comes of a piece of code."""
        if self._left:
            self._left -= 1
            return self._repeated.run(code, read, tools, given=given, today=today)
        try:
            self._sandbox = self._sandbox or Sandbox()
        except SandboxUnavailable as error:
            return Told(error=f"code cannot be run here: {error}", rejected=True)
        return self._sandbox.run(code, read, tools, given=given, today=today)
