"""Failed requests: what can go wrong with a provider, and how long one is patient with it.

What an error message means follows from its code, its words and the status, in this order, because
providers disagree: a conversation that is too long comes as 400, 413, 429, 500 or 200.

Attempts are numbered from 1 and come in series. A series ends with an answer, with a fault that no
repetition mends, or with its last attempt; an episode that was broken off within a series goes on
with it, and one whose series was used up begins the next. Between two attempts lie 1, 2, 4 ... 30
seconds, or what the provider asks for, and a share of a second that differs between episodes.
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime
from typing import Final, Literal

from events.errors import ProviderError
from runs.agents.reply import Refusal, Reply

Kind = Literal[
    "connection",
    "timeout",
    "rate_limit",
    "overloaded",
    "server",
    "authentication",
    "permission",
    "not_found",
    "bad_request",
    "context_overflow",
    "malformed",
    "quota",
    "content_policy",
]
RETRIABLE: Final[tuple[Kind, ...]] = (
    "connection",
    "timeout",
    "rate_limit",
    "overloaded",
    "server",
    "malformed",
)
"""Faults that may be gone next time."""
PAUSE_MAX: Final = 30.0
"""Seconds between two attempts at most, unless the provider asks for more."""
ASKED_MAX: Final = 120.0
"""Seconds a provider is granted at most."""
OVERFLOW_NAMES: Final = (
    "context_length_exceeded",
    "context_window_exceeded",
    "exceed_context_size_error",
    "model_context_window_exceeded",
    "request_too_large",
    "string_above_max_length",
)
OVERFLOW_WORDS: Final = re.compile(
    r"(maximum|max|model's) (context|prompt|model|input|sequence) (length|window)"
    r"|(exceed\w*|longer than|beyond|larger than|too (large|long|big) for|fit (in|into)) "
    r"(the |its |this )?(model'?s? )?(available |maximum |allowed )?context"
    r"|(prompt|input|request|conversation|message)s? ((is|are) )?too (long|large)"
    r"|context[ _]?(length|window|size)[ _]?(is )?(exceed|limit|too)"
    r"|(token count|tokens|prompt|input length) .{0,40}exceeds? (the )?(max|limit|model|config)"
    r"|exceeded model token limit|range of input length|reduce the length of the"
    r"|must have less than \d+ tokens",
    re.IGNORECASE,
)
POLICY_NAMES: Final = (
    "content_filter",
    "content_policy_violation",
    "data_inspection_failed",
    "responsibleaipolicyviolation",
    "moderation_blocked",
    "invalid_prompt",
)
POLICY_WORDS: Final = re.compile(
    r"content (management )?policy|usage polic|safety system|content filter|inappropriate content"
    r"|content exists risk|considered high risk|flagged by|requires moderation",
    re.IGNORECASE,
)
QUOTA_NAMES: Final = (
    "insufficient_quota",
    "insufficient_balance",
    "billing_hard_limit_reached",
    "billing_not_active",
    "billing_error",
    "payment_required",
)
QUOTA_WORDS: Final = re.compile(
    r"insufficient (balance|quota|credit|fund)|(credit )?balance is too low|out of credits"
    r"|requires more credits|billing hard limit|exceeded your current quota|payment required",
    re.IGNORECASE,
)
KEY_WORDS: Final = re.compile(
    r"(invalid|incorrect|wrong).{0,20}api.?key|api.?key.{0,20}(in|not )valid", re.IGNORECASE
)
BY_STATUS: Final[dict[int, Kind]] = {
    400: "bad_request",
    401: "authentication",
    402: "quota",
    403: "permission",
    404: "not_found",
    405: "not_found",
    407: "authentication",
    408: "timeout",
    409: "server",
    410: "not_found",
    413: "context_overflow",
    425: "server",
    429: "rate_limit",
    498: "overloaded",
    503: "overloaded",
    504: "timeout",
    524: "timeout",
    529: "overloaded",
}
BY_NAME: Final[dict[str, Kind]] = {
    "rate_limit_error": "rate_limit",
    "rate_limit_exceeded": "rate_limit",
    "resource_exhausted": "rate_limit",
    "overloaded_error": "overloaded",
    "unavailable": "overloaded",
    "authentication_error": "authentication",
    "invalid_api_key": "authentication",
    "unauthenticated": "authentication",
    "permission_error": "permission",
    "permission_denied": "permission",
    "not_found_error": "not_found",
    "model_not_found": "not_found",
    "not_found": "not_found",
    "invalid_request_error": "bad_request",
    "invalid_argument": "bad_request",
    "timeout": "timeout",
}


class ProviderFault(ProviderError):
    """A request came to nothing: `(kind, told, status, retry_after_s, retriable)`.

    Args:
        told: for people; holds no secrets.
        status: of HTTP; 0 where there was none.
        retry_after_s: how long the provider asks to wait, if it does.
        retriable: follows from the kind if it is not given.
    """

    def __init__(
        self,
        kind: Kind,
        told: str,
        status: int = 0,
        retry_after_s: float | None = None,
        retriable: bool | None = None,
    ) -> None:
        retriable = kind in RETRIABLE if retriable is None else retriable
        super().__init__(kind, told, status, retry_after_s, retriable)
        self.kind, self.told, self.status = kind, told, status
        self.retry_after_s, self.retriable = retry_after_s, retriable

    def __str__(self) -> str:
        status = f" (HTTP {self.status})" if self.status else ""
        return f"{self.kind}{status}: {self.told}"


def kind_of(status: int, refusal: Refusal) -> Kind:
    """Return what kind of fault an error message is."""
    names = {refusal.code.lower(), refusal.type.lower()}
    told = refusal.told
    if status == 200 and refusal.status:
        status = refusal.status
    if status not in (401, 403):
        if names & {*OVERFLOW_NAMES} or OVERFLOW_WORDS.search(told):
            return "context_overflow"
        # Some call a limit per minute a quota; then they say when it is over.
        if names & {*QUOTA_NAMES} or (QUOTA_WORDS.search(told) and _in_words(told) is None):
            return "quota"
    if names & {*POLICY_NAMES} or POLICY_WORDS.search(told):
        return "content_policy"
    if status in (200, 400):
        if KEY_WORDS.search(told):
            return "authentication"
        named: list[Kind] = [BY_NAME[name] for name in sorted(names) if name in BY_NAME]
        if status == 200 and named:
            return named[0]
    if 300 <= status < 400:
        return "not_found"
    return BY_STATUS.get(status, "bad_request" if 400 <= status < 500 else "server")


def ask_with_patience(
    ask: Callable[[int], Reply],
    *,
    attempts: int,
    first: int = 1,
    wait: Callable[[float], None],
    jitter: Callable[[int], float],
    on_fault: Callable[[int, ProviderFault, float], None],
) -> Reply:
    """Return the answer of the first attempt of a series that has one.

    Args:
        ask: makes the attempt of this number.
        attempts: how many a series has: it ends with the next multiple of this number.
        first: number of the first attempt to make.
        wait: sleeps so many seconds; what it raises ends the series.
        jitter: seconds to add to the pause after the attempt of this number; see `spread`.
        on_fault: told of every failed attempt, before the pause: its number, the fault, and the
            seconds until the next attempt, 0 if there is none.

    Raises:
        ProviderFault: the last fault.
    """
    if attempts < 1 or first < 1:
        raise ValueError(f"attempts and first: expected 1 or more, found {attempts} and {first}")
    attempt, last = first, -(-first // attempts) * attempts
    while True:
        try:
            return ask(attempt)
        except ProviderFault as failed:
            fault = failed
        if not fault.retriable or attempt == last:
            on_fault(attempt, fault, 0.0)
            raise fault
        fault, pause = pause_after(fault, (attempt - 1) % attempts + 1)
        pause += jitter(attempt)
        on_fault(attempt, fault, pause)
        wait(pause)
        attempt += 1


def pause_after(fault: ProviderFault, failures: int) -> tuple[ProviderFault, float]:
    """Return the seconds to wait, and the fault, which says so if less is granted than asked.

    Args:
        failures: how many there were in a row, this one included.
    """
    asked = fault.retry_after_s or 0.0
    if asked <= 0:
        return fault, min(2.0 ** min(failures - 1, 10), PAUSE_MAX)
    if asked <= ASKED_MAX:
        return fault, asked
    told = f"{fault.told} (asks for {asked:.0f} s, is granted {ASKED_MAX:.0f} s)"
    capped = ProviderFault(fault.kind, told, fault.status, asked, fault.retriable)
    return capped, ASKED_MAX


def spread(episode: str, turn: int) -> Callable[[int], float]:
    """Return a jitter of less than a second: the same for the same episode, turn and attempt."""

    def jitter(attempt: int) -> float:
        digest = hashlib.sha256(f"{episode}\n{turn}\n{attempt}".encode()).digest()
        return int.from_bytes(digest[:4], "big") / 2**32

    return jitter


def read_retry_after(headers: Mapping[str, str], told: str, now: float) -> float | None:
    """Return the seconds a response asks to wait, None if it does not.

    Args:
        headers: with names in lower case.
        told: the error message, which counts if the headers say nothing.
        now: seconds since the epoch; counts for a date unless the response tells its own.
    """
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(name, "").strip()
        if re.fullmatch(r"[0-9]{1,15}(\.[0-9]{1,9})?", value):
            return float(value) * unit
    until = _epoch(headers.get("retry-after", ""))
    if until is None:
        return _in_words(told)
    since = _epoch(headers.get("date", ""))
    return max(0.0, until - (now if since is None else since))


def _epoch(date: str) -> float | None:
    try:
        return parsedate_to_datetime(date).timestamp()
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def _in_words(told: str) -> float | None:
    """Return the seconds that a message asks to wait in words."""
    match = re.search(
        r"(?:retry|try again) (?:in|after) (?:(\d{1,3})m(?!s))?(?:(\d{1,6}(?:\.\d{1,9})?)(ms|s)?)?",
        told,
        re.IGNORECASE,
    )
    if match is None or not (match[1] or match[2]):
        return None
    unit = 0.001 if match[3] == "ms" else 1.0
    return 60.0 * int(match[1] or 0) + float(match[2] or 0) * unit
