"""Goal: faults are named rightly in every provider's words, and patience has an end.

Method: error messages as servers word them; series of attempts with recorded pauses, nobody sleeps.
"""

import pickle
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.agents.reply import Refusal, Reply, Usage
from runs.agents.retrying import (
    ProviderFault,
    ask_with_patience,
    kind_of,
    pause_after,
    read_retry_after,
    spread,
)

REPLY = Reply("hello", "", (), "stop", "m", Usage())
BUSY = ProviderFault("overloaded", "busy", 529)


class Course:
    """One series: what each attempt brings, and what was seen of it."""

    def __init__(self, *outcomes: Reply | ProviderFault) -> None:
        self._outcomes: Iterator[Reply | ProviderFault] = iter(outcomes)
        self.seen: list[object] = []

    def ask(self, attempt: int) -> Reply:
        self.seen.append(attempt)
        outcome = next(self._outcomes)
        if isinstance(outcome, ProviderFault):
            raise outcome
        return outcome

    def on_fault(self, attempt: int, fault: ProviderFault, pause: float) -> None:
        self.seen.append((attempt, fault.told, pause))

    def wait(self, seconds: float) -> None:
        self.seen.append(seconds)

    def run(self, attempts: int = 8, first: int = 1, jitter: float = 0.0) -> Reply:
        return ask_with_patience(
            self.ask,
            attempts=attempts,
            first=first,
            wait=self.wait,
            jitter=lambda attempt: jitter * attempt,
            on_fault=self.on_fault,
        )


def test_a_fault_is_rebuilt_from_its_arguments():
    fault = ProviderFault("rate_limit", "slow down", 429, 2.5, False)
    again = pickle.loads(pickle.dumps(fault))
    assert vars(again) == vars(fault)
    assert str(again) == "rate_limit (HTTP 429): slow down"
    assert str(ProviderFault("connection", "refused")) == "connection: refused"
    assert ProviderFault("server", "").retriable
    assert not ProviderFault("context_overflow", "").retriable


def test_an_answer_ends_the_series():
    course = Course(BUSY, REPLY)
    assert course.run() is REPLY
    assert course.seen == [1, (1, "busy", 1.0), 1.0, 2]


def test_pauses_double_up_to_thirty_seconds_and_the_last_fault_is_raised():
    course = Course(*[BUSY] * 7, ProviderFault("server", "last"))
    with pytest.raises(ProviderFault, match="last"):
        course.run()
    assert [seen for seen in course.seen if isinstance(seen, float)] == [1, 2, 4, 8, 16, 30, 30]
    assert course.seen[-1] == (8, "last", 0.0)


def test_jitter_is_added():
    course = Course(BUSY, BUSY, REPLY)
    course.run(jitter=0.25)
    assert [seen for seen in course.seen if isinstance(seen, float)] == [1.25, 2.5]


def test_a_fault_that_lasts_is_raised_at_once():
    course = Course(ProviderFault("authentication", "no", 401))
    with pytest.raises(ProviderFault, match="no"):
        course.run()
    assert course.seen == [1, (1, "no", 0.0)]


def test_an_interrupted_series_goes_on_where_it_was():
    course = Course(BUSY, BUSY)
    with pytest.raises(ProviderFault):
        course.run(attempts=4, first=3)
    assert course.seen == [3, (3, "busy", 4.0), 4.0, 4, (4, "busy", 0.0)]


def test_after_a_series_was_used_up_the_next_one_begins():
    course = Course(*[BUSY] * 4)
    with pytest.raises(ProviderFault):
        course.run(attempts=4, first=5)
    assert [seen for seen in course.seen if isinstance(seen, int)] == [5, 6, 7, 8]
    assert [seen for seen in course.seen if isinstance(seen, float)] == [1, 2, 4]


def test_what_the_provider_asks_for_is_granted_up_to_two_minutes():
    course = Course(
        ProviderFault("rate_limit", "soon", 429, 0.5),
        ProviderFault("rate_limit", "now", 429, 0.0),
        ProviderFault("rate_limit", "late", 429, 120.0),
        ProviderFault("rate_limit", "tomorrow", 429, 86_400.0),
        REPLY,
    )
    course.run()
    assert [seen for seen in course.seen if isinstance(seen, float)] == [0.5, 2, 120, 120]
    assert course.seen[-3] == (4, "tomorrow (asks for 86400 s, is granted 120 s)", 120.0)


def test_the_event_is_written_before_the_wait_and_an_interruption_ends_it():
    course = Course(BUSY, REPLY)

    def interrupted(seconds: float) -> None:
        raise KeyboardInterrupt

    course.wait = interrupted  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        course.run()
    assert course.seen == [1, (1, "busy", 1.0)]


def test_our_own_mistakes_are_not_repeated():
    def ask(attempt: int) -> Reply:
        raise TypeError("ours")

    with pytest.raises(TypeError, match="ours"):
        ask_with_patience(
            ask, attempts=3, wait=pytest.fail, jitter=spread("e", 1), on_fault=pytest.fail
        )


@pytest.mark.parametrize(("attempts", "first"), [(0, 1), (3, 0)])
def test_numbers_below_one_are_refused(attempts, first):
    with pytest.raises(ValueError, match="1 or more"):
        Course().run(attempts, first)


@given(st.integers(1, 10**6), st.none() | st.floats(allow_nan=False))
def test_a_pause_is_always_positive_and_bounded(failures, asked):
    _, pause = pause_after(ProviderFault("server", "", 500, asked), failures)
    assert 0 < pause <= 120


def test_jitter_is_the_same_each_time_and_another_for_others():
    values = [
        spread(episode, turn)(attempt)
        for episode in ("a", "b")
        for turn in (1, 2)
        for attempt in (1, 2)
    ]
    assert len(set(values)) == 8
    assert all(0 <= value < 1 for value in values)
    assert values[0] == spread("a", 1)(1) == 0.5650357692502439


@pytest.mark.parametrize(
    ("headers", "told", "seconds"),
    [
        ({}, "", None),
        ({"retry-after": "12"}, "", 12),
        ({"retry-after": " 1.5 "}, "", 1.5),
        ({"retry-after-ms": "250", "retry-after": "12"}, "", 0.25),
        ({"retry-after-ms": "soon", "retry-after": "12"}, "", 12),
        ({"retry-after": "Thu, 01 Jan 1970 00:01:40 GMT"}, "", 60),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:10 GMT"}, "", 0),
        (
            {
                "retry-after": "Thu, 01 Jan 1970 00:01:40 GMT",
                "date": "Thu, 01 Jan 1970 00:01:30 GMT",
            },
            "",
            10,
        ),
        ({"retry-after": "-5"}, "", None),
        ({"retry-after": "inf"}, "", None),
        ({"retry-after": "nan"}, "", None),
        ({"retry-after": "٥"}, "", None),
        ({"retry-after": "Thu, 99 Foo 99999 00:00:00"}, "", None),
        ({"retry-after": "99999999999"}, "", 99_999_999_999),
        ({}, "Please try again in 20s.", 20),
        ({}, "Please try again in 6ms.", 0.006),
        ({}, "Please try again in 1m26.4s.", 86.4),
        ({}, "Please try again in 2m.", 120),
        ({}, "Please retry in 34.07s.", 34.07),
        ({}, "retry after 30 seconds", 30),
        ({"retry-after": "3"}, "Please retry in 34s.", 3),
        ({}, "try again in a while", None),
    ],
)
def test_how_long_to_wait_is_read_from_headers_and_words(headers, told, seconds):
    assert read_retry_after(headers, told, now=40.0) == seconds


@given(st.text(), st.text(), st.text())
def test_any_header_is_seconds_or_nothing(one, two, told):
    headers = {"retry-after": one, "retry-after-ms": two, "date": one}
    found = read_retry_after(headers, told, now=0.0)
    assert found is None or found >= 0


TOO_LONG = [
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 9",
    "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300000",
    "Your input exceeds the context window of this model.",
    "prompt is too long: 208310 tokens > 200000 maximum",
    "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000",
    "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    "the request exceeds the available context size, try increasing it",
    "The decoder prompt (length 9000) is longer than the maximum model length of 8192.",
    "Prompt contains 40000 tokens, too large for model with 32768 maximum context length",
    "This model's maximum prompt length is 131072 but the request contains 200000 tokens.",
    "Range of input length should be [1, 129024]",
    "Input is too long for requested model.",
    "Please reduce the length of the messages or completion.",
    "Request too large for gpt-x on tokens per min (TPM): Limit 30000, Requested 40000.",
    "Invalid request: Your request exceeded model token limit: 131072",
    "Prompt exceeds max length",
    "the input length exceeds the context length",
    "context window exceeds limit (2013)",
    "`inputs` must have less than 1024 tokens. Given: 5000",
    "context length exceeded",
    "litellm.ContextWindowExceededError: prompt too long",
]


@pytest.mark.parametrize("told", TOO_LONG)
@pytest.mark.parametrize("status", [200, 400, 413, 422, 429, 500])
def test_a_conversation_that_is_too_long_is_recognised(told, status):
    assert kind_of(status, Refusal(told)) == "context_overflow"


OTHERS = [
    (400, Refusal("max_tokens is too large: 99999. This model supports at most 16384"), "bad"),
    (400, Refusal("tool name is too long", "string_too_long"), "bad"),
    (400, Refusal("Invalid 'messages[3].content': expected a string, got null"), "bad"),
    (401, Refusal("prompt is too long"), "authentication"),
    (429, Refusal("Too many tokens, please wait before trying again."), "rate_limit"),
    (429, Refusal("This request would exceed your rate limit of 40,000 input tokens"), "rate"),
    (429, Refusal("Rate limit reached on tokens per min: Limit 9, Used 8. retry in 2s"), "rate"),
    (429, Refusal("You exceeded your current quota. Please retry in 34.07s."), "rate_limit"),
    (429, Refusal("You exceeded your current quota, please check your plan"), "quota"),
    (429, Refusal("x", "insufficient_quota", "insufficient_quota"), "quota"),
    (400, Refusal("Your credit balance is too low to access the API"), "quota"),
    (402, Refusal("x"), "quota"),
    (403, Refusal("Your input was flagged by moderation"), "content_policy"),
    (400, Refusal("Content Exists Risk"), "content_policy"),
    (400, Refusal("x", "data_inspection_failed"), "content_policy"),
    (400, Refusal("API key not valid. Please pass a valid API key.", "400"), "authentication"),
    (200, Refusal("x", "invalid_api_key"), "authentication"),
    (200, Refusal("x", "", "UNAVAILABLE"), "overloaded"),
    (200, Refusal("x", "503", "", 503), "overloaded"),
    (200, Refusal("x", "1234"), "server"),
    (404, Refusal("The model does not exist", "model_not_found"), "not_found"),
    (418, Refusal("x"), "bad_request"),
    (504, Refusal("x"), "timeout"),
    (520, Refusal("x"), "server"),
    (307, Refusal("x"), "not_found"),
]


@pytest.mark.parametrize(("status", "refusal", "kind"), OTHERS)
def test_other_messages_have_the_kind_they_mean(status, refusal, kind):
    assert kind_of(status, refusal).startswith(kind)
