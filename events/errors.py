"""Every error shopyear raises on purpose.

ShopyearError
├── RuleBroken        the agent asked for what the rules forbid -> a tool result; nothing changed
│   └── BadArguments  undecodable or invalid arguments -> a tool result naming path and expectation
├── LogError          the episode's log cannot be read or written as it should
│   ├── TornTail      the journal ends in the middle of a commit: repairable, normal after a crash
│   ├── BrokenChain   a payload does not hash to the recorded chain
│   ├── SequenceGap   an event is missing or out of order
│   ├── UnknownKind   a payload is not an event this version knows
│   └── Locked        another process writes this episode
├── Diverged          re-execution produced another event than the log records
├── Unbalanced        the legs of a posting do not cancel: a bug, always fatal
├── WorldError        a data table is missing, malformed or inconsistent
└── ProviderError     a model's provider timed out, refused or answered nonsense

The `args` of each error are enough to build it again: SimPy re-raises `type(e)(*e.args)`.
"""


class ShopyearError(Exception):
    """The root: catching it catches everything shopyear raises on purpose."""


class RuleBroken(ShopyearError):
    """The agent asked for something the rules forbid; becomes a tool result."""


class BadArguments(RuleBroken):
    """A tool's arguments cannot be decoded or are invalid; the text names path and expectation."""


class LogError(ShopyearError):
    """The episode's log cannot be read or written as it should."""


class TornTail(LogError):
    """The journal ends inside a commit."""


class BrokenChain(LogError):
    """A payload does not hash to the chain recorded for it."""


class SequenceGap(LogError):
    """An event is missing, doubled or out of order."""


class UnknownKind(LogError):
    """A payload is no event that this version of shopyear knows."""


class Locked(LogError):
    """Another process is writing this episode."""


class Diverged(ShopyearError):
    """Re-execution produced another event than the log records: `(seq, recorded, produced)`."""

    def __init__(self, seq: int, recorded: str, produced: str) -> None:
        super().__init__(seq, recorded, produced)
        self.seq, self.recorded, self.produced = seq, recorded, produced

    def __str__(self) -> str:
        return f"event {self.seq}: the log has {self.recorded}, re-execution gives {self.produced}"


class Unbalanced(ShopyearError):
    """A posting whose legs do not cancel."""


class WorldError(ShopyearError):
    """A world's table is missing, malformed or inconsistent: `(file, row, column, value, reason)`.

    `row` counts data rows from 1 (the header is row 0); it is None where no single row is at fault.
    """

    def __init__(
        self, file: str, row: int | None, column: str | None, value: object, reason: str
    ) -> None:
        super().__init__(file, row, column, value, reason)
        self.file, self.row, self.column = file, row, column
        self.value, self.reason = value, reason

    def __str__(self) -> str:
        where = self.file
        if self.row is not None:
            where += f", row {self.row}"
        if self.column is not None:
            where += f", column {self.column}"
        shown = "" if self.value is None else f" {str(self.value)[:80]!r}"
        return f"{where}:{shown} {self.reason}"


class ProviderError(ShopyearError):
    """A model's provider timed out, refused or answered nonsense; retried, then interrupts."""
