"""The header every event carries, and the three families of events.

An event is one immutable fact. Its place in the episode is `seq` (1, 2, 3, ... without gaps) and
its place in simulated time is `tick` (see `ledger.settlement`: minute * 16 + phase). Its `kind` is
the struct's tag, written `noun.verb`.

* `Input`: came from outside and cannot be derived again (the configuration, the agent's calls).
* `Outcome`: follows deterministically from the inputs before it (money, goods, talks, calendar).
* `Telemetry`: a measurement (tokens, latency); replay ignores it.

Adding a field with a default keeps every old log readable and its bytes unchanged; a field is never
removed, renamed or given another type.
"""

import msgspec


class Event(
    msgspec.Struct,
    frozen=True,
    gc=False,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="kind",
):
    """One fact: what happened (`kind`), in which order (`seq`) and when (`tick`)."""

    seq: int
    tick: int


class Input(Event, frozen=True):
    """Came from outside; re-execution feeds it back."""


class Outcome(Event, frozen=True):
    """Follows from the inputs; re-execution must reproduce it exactly."""


class Telemetry(Event, frozen=True):
    """A measurement; re-execution ignores it."""


class Line(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Base of the small records inside an event (a call, a shelf line)."""
