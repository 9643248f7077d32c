"""A provider of a model over the network: one request, one reply or one fault.

`Provider.ask` makes a single attempt with the openai client, whose own retries are off so that
every attempt can be written down. The client carries the request; bodies are read by
`runs.agents.reply`, so that no field is changed or dropped on the way. Whatever goes wrong
between us and the model comes out as a ProviderFault with one of the kinds of
`runs.agents.retrying`; its text never holds the key. Attempts end after the profile's time, even if
the server keeps sending.
"""

import re
import string
import time
from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from events.codec import clean_text
from runs.agents.profiles import Profile, hide
from runs.agents.reply import Fault, Refusal, Reply, read_refusal, read_reply
from runs.agents.retrying import Kind, ProviderFault, kind_of, read_retry_after

if TYPE_CHECKING:
    import httpx2
    import openai

__all__ = ["OVERFLOW", "Provider", "ProviderFault", "scrub"]

OVERFLOW: Final = "context_overflow"
"""The kind of fault that means: the conversation is too long for the model."""
BODY_MAX: Final = 64 * 2**20
"""Bytes of a response's body, unpacked."""
TOLD_MAX: Final = 500
CONNECT_S: Final = 20.0
PART: Final = 8
"""Characters of a key in a row that give it away."""
SMALL: Final = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
"""Unlike `lower`, this never changes a text's length."""


class Provider:
    """Asks one model on behalf of one episode.

    Connections are kept between requests until `close`.

    Args:
        key: empty if the server wants none; see `runs.agents.profiles.read_key`.
        episode: a name that the server may use to tell episodes apart.

    Raises:
        ValueError: key or episode cannot be sent in a header, or the client is not installed.
    """

    def __init__(self, profile: Profile, key: str, episode: str) -> None:
        if find_spec("openai") is None:
            raise ValueError("a provider needs an extra: pip install 'shopyear[models]'")
        if not re.fullmatch(r"[!-~]*", key):
            raise ValueError("a key consists of visible ASCII characters")
        if not re.fullmatch(r"[!-~]+", episode):
            raise ValueError(f"an episode's name travels in a header: not ASCII: {episode!a}")
        self.profile = profile
        self.episode = episode
        self._key = key
        self._client: openai.OpenAI | None = None

    def ask(
        self,
        messages: list[dict[str, Any]],
        tools: list[dict[str, Any]] | None,
        response_format: dict[str, Any] | None,
        turn: int,
    ) -> Reply:
        """Make one request.

        Raises:
            ProviderFault: it came to nothing.
        """
        body = msgspec.json.encode(self.request(messages, tools, response_format))
        answer = self._post(body, turn)
        if answer.status >= 300:
            raise self._refused(answer, read_refusal(answer.body))
        try:
            return read_reply(answer.body)
        except Fault as found:
            fault = found
        # Raised here: inside the handler the body would hang on as the error's context.
        if fault.refusal is not None:
            raise self._refused(answer, fault.refusal)
        raise ProviderFault("malformed", scrub(fault.told, self._key), answer.status)

    def request(
        self,
        messages: list[dict[str, Any]],
        tools: list[dict[str, Any]] | None,
        response_format: dict[str, Any] | None,
    ) -> dict[str, Any]:
        """Return the body of a request."""
        profile = self.profile
        optional = {
            "tools": tools,
            "response_format": response_format,
            "temperature": profile.temperature,
            "reasoning_effort": profile.effort or None,
            "max_tokens": profile.max_tokens or None,
        }
        if "max_completion_tokens" in profile.body:
            del optional["max_tokens"]
        given = {name: value for name, value in optional.items() if value is not None}
        return {"model": profile.model, "messages": messages} | given | profile.body

    def close(self) -> None:
        """Close the connections; the next request opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            client.close()

    def _post(self, body: bytes, turn: int) -> "_Answer":
        import httpx2
        import openai

        if self._client is None:
            self._client = _client(self.profile, self._key)
        headers: dict[str, str | openai.Omit] = {
            name.lower(): value for name, value in self.profile.headers.items()
        }
        # All that the client would take from its own environment variables is replaced.
        headers |= {
            "authorization": f"Bearer {self._key}" if self._key else openai.Omit(),
            "openai-organization": headers.get("openai-organization", openai.Omit()),
            "openai-project": headers.get("openai-project", openai.Omit()),
            "content-type": "application/json",
            "x-shopyear-episode": self.episode,
            "x-shopyear-turn": str(turn),
        }
        options: openai.RequestOptions = {"headers": headers, "follow_redirects": False}
        response: httpx2.Response | None = None
        failure: Exception | None = None
        try:
            response = self._client.post(
                "/chat/completions", cast_to=httpx2.Response, content=body, options=options
            )
        except openai.APIStatusError as error:
            response = error.response
        except Exception as error:
            failure = error
        if response is None:
            assert failure is not None
            raise self._unanswered(failure)
        return _answer(response)

    def _unanswered(self, failure: Exception) -> ProviderFault:
        """Return the fault of a request that got no whole response."""
        import httpx2
        import openai

        cause = failure.__cause__ or failure
        kind: Kind = "connection"
        told = f"{type(cause).__name__}: {cause}"
        if isinstance(failure, openai.APITimeoutError):
            kind, told = "timeout", f"no answer within {self.profile.timeout_s:g} s"
        elif isinstance(cause, _TooMuch | httpx2.DecodingError | ValueError):
            kind = "malformed"
        return ProviderFault(kind, scrub(told, self._key))

    def _refused(self, answer: "_Answer", refusal: Refusal) -> ProviderFault:
        """Return the fault of a response that says no."""
        kind = kind_of(answer.status, refusal)
        told = refusal.told or "the provider gives no reason"
        if 300 <= answer.status < 400:
            place = answer.headers.get("location", "nowhere")
            told = f"redirected to {place}: base_url should be the final address"
        asked = read_retry_after(answer.headers, refusal.told, time.time())
        return ProviderFault(kind, scrub(told, self._key), answer.status, asked)


class _Answer(NamedTuple):
    """A whole response of HTTP; headers with names in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def _answer(response: "httpx2.Response") -> _Answer:
    headers = {name.lower(): value for name, value in response.headers.items()}
    return _Answer(response.status_code, headers, response.content)


class _TooMuch(Exception):
    """A body is larger than any reply."""


def _client(profile: Profile, key: str) -> "openai.OpenAI":
    import httpx2
    import openai

    class Bounded(openai.DefaultHttpxClient):
        """Reads bodies up to a size and a time."""

        def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
            end = time.monotonic() + profile.timeout_s
            response = super().send(request, **options | {"stream": True})
            body = bytearray()
            try:
                for part in response.iter_bytes():
                    body += part
                    if len(body) > BODY_MAX:
                        raise _TooMuch(f"the body is larger than {BODY_MAX} bytes")
                    if time.monotonic() > end:
                        raise httpx2.ReadTimeout("too slow", request=request)
            finally:
                response.close()
            packed = ("content-encoding", "content-length", "transfer-encoding")
            headers = [pair for pair in response.headers.multi_items() if pair[0] not in packed]
            return httpx2.Response(
                response.status_code, headers=headers, content=bytes(body), request=request
            )

    timeout = httpx2.Timeout(profile.timeout_s, connect=min(CONNECT_S, profile.timeout_s))
    return openai.OpenAI(
        api_key=key or "none",
        admin_api_key="",
        base_url=profile.base_url,
        timeout=timeout,
        max_retries=0,
        http_client=Bounded(timeout=timeout, follow_redirects=False),
    )


def scrub(text: str, key: str) -> str:
    """Return a provider's text for people: one short line without secrets and control characters.

    Hidden are the key, every part of it of eight characters or more, what stands behind the name
    of an authorising header, users and keys in addresses, and what has the form of a key.
    """
    text = "".join(sign if sign.isprintable() else " " for sign in clean_text(text[:8000]))
    text = hide(_without(text, key))
    for pattern, instead in _SCRUBBED:
        text = pattern.sub(instead, text)
    text = " ".join(text.split())
    return text if len(text) <= TOLD_MAX else text[: TOLD_MAX - 1] + "…"


_SCRUBBED: Final = (
    (
        re.compile(
            r"((?:proxy-)?authorization|x-api-key|api-key|x-goog-api-key|cookie)"
            r"(['\"]?\s*[:=,]\s*(?:b?['\"])?)(?:(?:bearer|basic)\s+)?[^\s,;'\"}]+",
            re.IGNORECASE,
        ),
        r"\1\2[hidden]",
    ),
    (re.compile(r"\b(bearer|basic)\s+(?!\[)[\w.~+/=-]{6,}", re.IGNORECASE), r"\1 [hidden]"),
    (re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]{0,20}://)[^/\s@]*@"), r"\1"),
    (re.compile(r"([?&][\w-]{0,20}(?:key|token|secret)=)[^&\s]+", re.IGNORECASE), r"\1[hidden]"),
)


def _without(text: str, key: str) -> str:
    """Return the text without the key and its longer parts, in capitals or not."""
    if not key:
        return text
    size = min(PART, len(key))
    lower = text.translate(SMALL)
    parts = {key.translate(SMALL)[at : at + size] for at in range(len(key) - size + 1)}
    shown: list[str] = []
    end = 0
    for at in range(len(text)):
        if lower[at : at + size] in parts:
            if at >= end:
                shown.append("[key]")
            end = at + size
        elif at >= end:
            shown.append(text[at])
    return "".join(shown)
