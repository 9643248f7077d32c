"""Where an agent's code is run while an episode is played: in a locked process of its own."""

from collections.abc import Mapping, Sequence
from typing import Any

from runs.sandbox.limits import SandboxUnavailable
from runs.sandbox.sandbox import Sandbox
from sim.supermarket.sandbox import Answers, Ran, Told


class Workshop:
    """Makes a sandbox for each piece of code, and clears it away.

    Where the system does not give the isolation that needs, code is refused and the agent told.
    """

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
        try:
            sandbox = Sandbox()
        except SandboxUnavailable as error:
            return Told(error=f"code cannot be run here: {error}", rejected=True)
        with sandbox:
            return sandbox.run(code, read, tools, given=given, today=today)
