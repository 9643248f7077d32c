"""Ctrl-C as a request: the first one lets the running turn be committed, a second one insists."""

import signal
from types import FrameType, TracebackType
from typing import Any, Self


class Interrupt:
    """While active, remembers a Ctrl-C until `check` is called between two turns."""

    def __init__(self) -> None:
        self._asked = False
        self._before: Any = None

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._remember)
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        signal.signal(signal.SIGINT, self._before)

    def check(self) -> None:
        """Raise KeyboardInterrupt if Ctrl-C was pressed since."""
        if self._asked:
            raise KeyboardInterrupt

    def _remember(self, _signal: int, _frame: FrameType | None) -> None:
        if self._asked:
            raise KeyboardInterrupt
        self._asked = True
