"""What is odd or inconsistent in a world that loads, as values; `check` of each world finds it.

An error is a contradiction under which the rules would be fed with facts that cannot all be true,
or a gap that no episode survives; a warning is something a reader should know and may have meant.
Neither is raised.
"""

from typing import Literal

import msgspec


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is odd or inconsistent."""

    severity: Literal["error", "warning"]
    file: str
    subject: str
    """What it is about: a name or an id of that file; empty for the file as a whole."""
    message: str


def error(file: str, subject: str, message: str) -> Finding:
    """Return a finding that is an error."""
    return Finding(severity="error", file=file, subject=subject, message=message)


def warning(file: str, subject: str, message: str) -> Finding:
    """Return a finding that is a warning."""
    return Finding(severity="warning", file=file, subject=subject, message=message)
