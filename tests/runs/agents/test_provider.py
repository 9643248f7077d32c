"""Goal: whatever happens on the wire becomes one reply or one named fault, and no secret gets out.

Method: a server on the loopback interface that answers with exactly the bytes a test gives it.
"""

import contextlib
import gzip
import json
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runs.agents import provider as module
from runs.agents.profiles import Profile
from runs.agents.provider import Provider, ProviderFault, scrub

KEY = "sk-proj-Wm3q8ZtRb1LxNc0VtY7eKfU2"
MESSAGES = [{"role": "user", "content": "Good morning"}]
GOOD = {
    "choices": [{"message": {"role": "assistant", "content": "hello"}, "finish_reason": "stop"}]
}

Script = Callable[[socket.socket], None]


class Server:
    """Answers the n-th request by the n-th script and keeps what it was sent."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.scripts: list[Script] = []
        self.requests: list[tuple[str, dict[str, str], Any]] = []
        self.over = threading.Event()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            connection, _ = self._listener.accept()
            with connection:
                if self.over.is_set():
                    return
                connection.settimeout(10)
                self._read(connection)
                with contextlib.suppress(OSError):  # some tests want the client to hang up
                    self.scripts.pop(0)(connection)

    def _read(self, connection: socket.socket) -> None:
        with connection.makefile("rb") as stream:
            line = stream.readline().decode()
            headers = {}
            while (header := stream.readline().decode().strip()) != "":
                name, _, value = header.partition(": ")
                headers[name.lower()] = value
            body = stream.read(int(headers["content-length"]))
            self.requests.append((line.strip(), headers, json.loads(body)))

    def close(self) -> None:
        self.over.set()
        socket.create_connection(("127.0.0.1", self.port)).close()
        self._thread.join()
        self._listener.close()


def raw(data: bytes) -> Script:
    return lambda connection: connection.sendall(data)


def http(body: bytes | dict[str, Any] | list[Any], status: int = 200, **headers: str) -> Script:
    if not isinstance(body, bytes):
        body = json.dumps(body).encode()
    named = {"content-type": "application/json", "content-length": str(len(body))}
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in named.items())
    return raw(f"HTTP/1.1 {status} X\r\n{lines}connection: close\r\n\r\n".encode() + body)


@pytest.fixture(autouse=True)
def _no_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


@pytest.fixture
def provider(server: Server) -> Iterator[Provider]:
    made = Provider(profile_for(server.port), KEY, "episode-7")
    yield made
    made.close()


def profile_for(port: int, **fields: Any) -> Profile:
    fields = {"model": "m", "timeout_s": 5.0} | fields
    return Profile(base_url=f"http://127.0.0.1:{port}/v1", **fields)


def ask(provider: Provider) -> Any:
    return provider.ask(MESSAGES, None, None, 3)


def fault_of(provider: Provider) -> ProviderFault:
    with pytest.raises(ProviderFault) as caught:
        ask(provider)
    shown = "".join(traceback.format_exception(caught.value)) + repr(caught.value)
    shown += str(caught.value) + repr(provider)
    assert caught.value.__context__ is None
    assert not any(KEY[at : at + 8] in shown for at in range(len(KEY) - 7))
    assert len(caught.value.told) <= 500
    assert caught.value.told.isprintable()
    return caught.value


def test_a_request_holds_the_profile_and_names_episode_and_turn(server):
    server.scripts.append(http(GOOD))
    fields = {"headers": {"X-Title": "shop"}, "effort": "low", "temperature": 0.0}
    body = {"top_p": 0.5, "max_completion_tokens": 9}
    profile = profile_for(server.port, body=body, **fields)
    provider = Provider(profile, KEY, "episode-7")
    tools = [{"type": "function", "function": {"name": "look", "parameters": {}}}]
    reply = provider.ask(MESSAGES, tools, {"type": "json_object"}, 12)
    provider.close()
    assert reply.text == "hello"
    ((line, headers, body),) = server.requests
    assert line == "POST /v1/chat/completions HTTP/1.1"
    assert headers["authorization"] == f"Bearer {KEY}"
    assert headers["content-type"] == "application/json"
    assert headers["x-title"] == "shop"
    assert headers["x-shopyear-episode"] == "episode-7"
    assert headers["x-shopyear-turn"] == "12"
    assert body == {
        "model": "m",
        "messages": MESSAGES,
        "tools": tools,
        "response_format": {"type": "json_object"},
        "temperature": 0.0,
        "reasoning_effort": "low",
        "top_p": 0.5,
        "max_completion_tokens": 9,
    }


def test_what_is_not_set_is_not_sent(server, provider):
    server.scripts.append(http(GOOD))
    ask(provider)
    assert server.requests[0][2] == {"model": "m", "messages": MESSAGES, "max_tokens": 16384}


def test_nothing_but_the_profile_decides_who_asks(server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-somebody-else")
    monkeypatch.setenv("OPENAI_ADMIN_KEY", "sk-of-an-admin")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-1")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "project-1")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "Authorization: Bearer sk-of-the-environment")
    server.scripts += [http(GOOD), http(GOOD)]
    for key in ("", KEY):
        provider = Provider(profile_for(server.port), key, "e")
        ask(provider)
        provider.close()
    first, second = (headers for _, headers, _ in server.requests)
    assert "authorization" not in first
    assert second["authorization"] == f"Bearer {KEY}"
    assert not any(name.startswith(("openai-org", "openai-proj")) for name in first | second)


REFUSED = [
    (400, {"error": {"message": "Unknown field"}}, "bad_request", False),
    (401, {"error": {"message": "no"}}, "authentication", False),
    (402, {"error": {"message": "Insufficient Balance"}}, "quota", False),
    (403, {"error": {"message": "not for you"}}, "permission", False),
    (404, {"detail": "Not Found"}, "not_found", False),
    (408, b"", "timeout", True),
    (409, {"error": "conflict"}, "server", True),
    (413, b"<html><h1>413 Request Entity Too Large</h1></html>", "context_overflow", False),
    (422, {"detail": [{"loc": ["body"], "msg": "field required"}]}, "bad_request", False),
    (429, {"error": {"message": "slow down"}}, "rate_limit", True),
    (429, {"error": {"code": "insufficient_quota", "message": "pay"}}, "quota", False),
    (500, {"error": {"message": "oops"}}, "server", True),
    (502, b"<html><title>Bad Gateway</title></html>", "server", True),
    (503, b"", "overloaded", True),
    (529, {"type": "error", "error": {"type": "overloaded_error"}}, "overloaded", True),
    (400, {"error": {"code": "context_length_exceeded"}}, "context_overflow", False),
    (429, {"error": {"message": "Request too large for m on TPM"}}, "context_overflow", False),
]


@pytest.mark.parametrize(("status", "body", "kind", "retriable"), REFUSED)
def test_a_refused_request_has_its_kind_and_status(server, provider, status, body, kind, retriable):
    server.scripts.append(http(body, status))
    fault = fault_of(provider)
    assert (fault.kind, fault.status, fault.retriable) == (kind, status, retriable)
    assert fault.told
    assert "<" not in fault.told
    assert len(server.requests) == 1


INSTEAD_OF_A_REPLY = [
    (b"", "malformed"),
    (b"<!DOCTYPE html><html><body>Sign in</body></html>", "malformed"),
    (b'{"choices": [{"message": {"content": "hel', "malformed"),
    (b'"hello"', "malformed"),
    (b'{"choices": []}', "malformed"),
    (b'{"choices": [{"message": null}]}', "malformed"),
    (b"[" * 100_000, "malformed"),
    (b'{"error": {"code": 429, "message": "slow down"}}', "rate_limit"),
    (b'{"error": {"code": "context_length_exceeded", "message": "x"}}', "context_overflow"),
    (b'{"error": {"message": "This model\'s maximum context length is 9"}}', "context_overflow"),
    (b'{"error": "something"}', "server"),
    (b'{"choices": [{"error": {"code": 502, "message": "upstream"}}]}', "server"),
]


@pytest.mark.parametrize(("body", "kind"), INSTEAD_OF_A_REPLY)
def test_success_without_a_reply_is_a_fault(server, provider, body, kind):
    server.scripts.append(http(body))
    fault = fault_of(provider)
    assert (fault.kind, fault.status) == (kind, 200)


def test_the_content_type_does_not_matter_and_the_body_may_be_packed(server, provider):
    packed = gzip.compress(b"\n\n" + json.dumps(GOOD).encode())
    server.scripts.append(http(packed, content_encoding="gzip", content_type="text/html"))
    assert ask(provider).text == "hello"


def test_a_body_that_cannot_be_unpacked_is_malformed(server, provider):
    server.scripts.append(http(b"no gzip", content_encoding="gzip"))
    assert fault_of(provider).kind == "malformed"


def test_a_body_of_no_end_is_given_up(server, provider, monkeypatch):
    monkeypatch.setattr(module, "BODY_MAX", 100_000)
    bomb = gzip.compress(bytes(10_000_000))
    for status in (200, 500):
        server.scripts.append(http(bomb, status, content_encoding="gzip"))
        fault = fault_of(provider)
        assert fault.kind == "malformed"
        assert "larger than" in fault.told


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirection_is_told_not_followed(server, provider, status):
    place = f"http://user:{KEY}@elsewhere.example/v1/chat/completions?key={KEY}"
    server.scripts.append(http(b"", status, location=place))
    fault = fault_of(provider)
    assert (fault.kind, fault.status, fault.retriable) == ("not_found", status, False)
    assert "http://elsewhere.example/v1/chat/completions" in fault.told
    assert "user" not in fault.told


def test_a_closed_port_is_a_fault_of_the_connection():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    fault = fault_of(Provider(profile_for(port), KEY, "e"))
    assert (fault.kind, fault.status, fault.retriable) == ("connection", 0, True)
    assert "refused" in fault.told


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b'HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"choices": ',
        b'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"cho',
        b"HTTP/1.1 500 X\r\ncontent-length: 500\r\n\r\nbad",
        b"garbage that is no HTTP\r\n\r\n",
    ],
)
def test_a_torn_response_is_a_fault_of_the_connection(server, provider, data):
    server.scripts.append(raw(data))
    fault = fault_of(provider)
    assert (fault.kind, fault.status, fault.retriable) == ("connection", 0, True)


def test_silence_ends_with_the_time_limit(server):
    server.scripts.append(lambda connection: server.over.wait(5) and None)
    provider = Provider(profile_for(server.port, timeout_s=0.2), KEY, "e")
    fault = fault_of(provider)
    server.over.set()
    provider.close()
    assert (fault.kind, fault.retriable) == ("timeout", True)
    assert "0.2 s" in fault.told


def test_a_trickle_ends_with_the_time_limit_too(server):
    def trickle(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n")
        for _ in range(200):
            connection.sendall(b"\n")
            time.sleep(0.02)

    server.scripts.append(trickle)
    provider = Provider(profile_for(server.port, timeout_s=0.2), KEY, "e")
    fault = fault_of(provider)
    provider.close()
    assert fault.kind == "timeout"


def test_what_nobody_foresaw_is_a_fault_without_the_key_but_interruptions_pass(
    server, provider, monkeypatch
):
    server.scripts.append(http(GOOD))
    ask(provider)

    def broken(*_: Any, **__: Any) -> None:
        raise errors.pop()

    errors = [KeyboardInterrupt(), RuntimeError(f"generator ignored Bearer {KEY}")]
    monkeypatch.setattr(provider._client, "post", broken)
    fault = fault_of(provider)
    assert fault.kind == "connection"
    assert fault.told == "RuntimeError: generator ignored Bearer [key]"
    with pytest.raises(KeyboardInterrupt):
        ask(provider)


def test_a_message_that_is_no_json_is_our_own_mistake(provider):
    with pytest.raises(TypeError):
        provider.ask([{"role": "user", "content": object()}], None, None, 1)
    with pytest.raises(UnicodeEncodeError):
        provider.ask([{"role": "user", "content": "\ud835"}], None, None, 1)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [({"retry_after": "7"}, 7.0), ({"Retry_After_Ms": "1500"}, 1.5), ({}, 6.5)],
)
def test_a_fault_says_how_long_to_wait(server, provider, headers, seconds):
    message = "Please try again in 6.5s."
    server.scripts.append(http({"error": {"message": message}}, 429, **headers))
    assert fault_of(provider).retry_after_s == seconds


ECHOES = [
    f"Incorrect API key provided: {KEY}.",
    f"Incorrect API key provided: {KEY[:12]}****{KEY[-9:]}.",
    f"{KEY.upper()} is unknown",
    f"got header Authorization: Bearer {KEY}",
    f"{{'authorization': 'Bearer {KEY}', 'x': 1}}",
    f"{KEY[:14]}\x1b[0m\r\n{KEY[14:]}",
    f"see https://{KEY}@host.example/?api_key={KEY}",
    "x" * 400 + KEY * 10,
]


@pytest.mark.parametrize("echo", ECHOES)
@pytest.mark.parametrize("status", [200, 401, 500])
def test_a_provider_that_repeats_the_key_does_not_spread_it(server, provider, echo, status):
    server.scripts += [http({"error": {"message": echo}}, status), http(echo.encode(), status)]
    fault_of(provider)
    fault_of(provider)


def test_scrubbing_leaves_the_rest_readable():
    told = (
        f"key {KEY[:10]} of https://me:pw@api.example/v1 \x00failed\nAuthorization: Basic bWU6cHc="
    )
    assert scrub(told, KEY) == "key [key] of https://api.example/v1 failed Authorization: [hidden]"
    assert scrub("other keys: sk-abcdefghijkl, too", "") == "other keys: [hidden], too"
    assert scrub("the tab key is fine, an author too", KEY) == "the tab key is fine, an author too"
    assert scrub("İ " + KEY, KEY) == "İ [key]"
    assert scrub("short keys: abc", "abc") == "short keys: [key]"
    assert scrub("\ud835 <script>", KEY) == "\\ud835 <script>"
    assert len(scrub("long " * 1000, KEY)) == 500


@given(st.text(), st.text(), st.integers(0, len(KEY) - 8), st.integers(8, len(KEY)))
def test_no_longer_part_of_the_key_survives_anywhere(before, after, start, size):
    told = scrub(before + KEY[start : start + size] + after, KEY)
    assert not any(KEY[at : at + 8] in told for at in range(len(KEY) - 7))
    assert told.isprintable()


def test_what_cannot_be_a_header_is_refused_and_a_key_unseen():
    with pytest.raises(ValueError, match="visible") as caught:
        Provider(profile_for(1), KEY + "\n", "e")
    assert KEY not in str(caught.value)
    with pytest.raises(ValueError, match="episode"):
        Provider(profile_for(1), KEY, "Mañana")


def test_importing_the_provider_does_not_load_the_client():
    code = "import runs.agents.provider, sys; sys.exit('openai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
