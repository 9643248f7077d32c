"""The mock server: endpoints, conversations, recorded requests.

A conversation is what comes under one `x-shopyear-episode`. With the header `x-shopyear-turn` a
turn that was answered is answered alike when it is asked again, so that a lost reply or a resumed
process changes nothing.
"""

import threading
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Any, Final, Self

import msgspec

from runs.mock.delivery import Listener
from runs.mock.protocol import STRICT, Offence, Rules, Size, check
from runs.mock.script import Asked, Script, Step, refusing
from runs.mock.wire import Response, error, respond

POLL_S: Final = 0.01
"""How long closing the server may go unnoticed."""
NOTHING: Final = Size.of(())


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """One request and what came of it."""

    method: str
    path: str
    headers: dict[str, str]
    """Names in lower case."""
    body: Any = None
    """None unless it is JSON."""
    episode: str = ""
    turn: int = 0
    status: int = 200
    step: Step | None = None
    """As the script gave it; None if the script was not asked."""
    again: bool = False
    """The answer was given before."""
    offence: str = ""
    """What was wrong with the request."""


class _Served(msgspec.Struct, frozen=True):
    step: Step
    response: Response


class _Talk:
    """One conversation."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.turn = 0
        self.answers: dict[int, _Served] = {}
        self.before, self.latest = NOTHING, NOTHING
        """The messages of the turn before, and of the latest turn."""


class MockServer:
    """Serves a script at `base_url` while it is entered.

    Args:
        port: 0 for any free one.
        key: if given, requests without `Authorization: Bearer KEY` get status 401.
        keep: how many requests are remembered.
        watch: told of each request, before its response is sent.
    """

    def __init__(
        self,
        script: Script,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        rules: Rules = STRICT,
        key: str = "",
        model: str = "mock",
        keep: int = 10_000,
        watch: Callable[[Recorded], None] = lambda _request: None,
    ) -> None:
        self._script, self._rules, self._key, self._model = script, rules, key, model
        self._requests: deque[Recorded] = deque(maxlen=keep)
        self._watch = watch
        self._talks: dict[str, _Talk] = {}
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._refuse_s = 0.0
        self._http = Listener((host, port), self)
        self._thread = threading.Thread(target=self._serve, name="mock-model", daemon=True)

    @property
    def base_url(self) -> str:
        """What a client is configured with, `/v1` included."""
        host, port = self._http.server_address[:2]
        return f"http://{host!s}:{port}/v1"

    @property
    def requests(self) -> tuple[Recorded, ...]:
        """The requests so far, in the order of their responses."""
        with self._lock:
            return tuple(self._requests)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._closing.set()
        while self._thread.is_alive():
            # More than once: it may just be opening the port again.
            self._http.shutdown()
            self._thread.join(0.05)

    def pause(self, seconds: float) -> None:
        """Wait, unless the server is being closed."""
        self._closing.wait(seconds)

    def refuse(self, seconds: float) -> None:
        """Accept no connections for some time, and drop all there are."""
        self._refuse_s = seconds
        self._http.shutdown()
        self._http.socket.close()

    def _serve(self) -> None:
        while True:
            self._http.serve_forever(POLL_S)
            address = self._http.server_address
            self._http.hang_up()
            self._http.server_close()
            if self._closing.is_set():
                return
            self.pause(self._refuse_s)
            if self._closing.is_set():
                return
            self._http = Listener((str(address[0]), int(address[1])), self)

    def answer(
        self, method: str, path: str, headers: dict[str, str], raw: bytes
    ) -> tuple[Response, Step | None]:
        """Return the response to a request, and the step it is delivered by."""
        request = Recorded(method=method, path=path, headers=headers)
        if self._key and headers.get("authorization") != f"Bearer {self._key}":
            return self._refuse(request, 401, "the key is missing or wrong")
        if path.rstrip("/") == "/v1/models" and method == "GET":
            model = {"id": self._model, "object": "model", "created": 0, "owned_by": "mock"}
            body = msgspec.json.encode({"object": "list", "data": [model]})
            self._record(request)
            return Response(200, {"content-type": "application/json"}, body), None
        if path != "/v1/chat/completions":
            return self._refuse(request, 404, f"there is no {path}")
        if method != "POST":
            return self._refuse(request, 405, f"{method} is not allowed")
        try:
            body = msgspec.json.decode(raw)
        except (msgspec.DecodeError, RecursionError) as problem:
            return self._refuse(request, 400, f"the body is no JSON: {problem}")
        request = msgspec.structs.replace(
            request, body=body, episode=headers.get("x-shopyear-episode", "")
        )
        try:
            return self._complete(request, check(body, self._rules))
        except Offence as offence:
            return self._refuse(request, 400, offence.told, offence.param, offence.code)

    def _complete(self, request: Recorded, messages: list[bytes]) -> tuple[Response, Step]:
        with self._lock:
            talk = self._talks.setdefault(request.episode, _Talk())
        with talk.lock:
            named = request.headers.get("x-shopyear-turn", "")
            if named and not (named.isascii() and named.isdigit() and len(named) < 10):
                raise Offence(f"x-shopyear-turn: expected a number, found {named[:40]!r}")
            turn = int(named) if named else talk.turn + 1
            given = talk.answers.get(turn)
            if given is None:
                served = self._serve_turn(
                    talk, Asked(request.episode, turn, request.body), messages
                )
                delivered = served.step
            else:
                served, delivered = given, given.step.well_delivered()
        self._record(
            msgspec.structs.replace(
                request,
                turn=turn,
                status=served.response.status,
                step=served.step,
                again=given is not None,
            )
        )
        return served.response, delivered

    def _serve_turn(self, talk: _Talk, asked: Asked, messages: list[bytes]) -> _Served:
        if asked.turn != talk.turn:
            talk.before = talk.latest
        talk.turn, talk.latest = asked.turn, Size.of(messages)
        cached = talk.before.tokens if talk.before.begins(messages) else 0
        try:
            step = self._script(asked)
        except Exception as problem:
            # A script may be any function: its defects are told to whoever asks.
            step = refusing(f"the script fails: {problem!r}", "script_failed")
        served = _Served(step, respond(step, asked, talk.latest.tokens, cached))
        if step.is_answer:
            talk.answers[asked.turn] = served
        return served

    def _refuse(
        self,
        request: Recorded,
        status: int,
        told: str,
        param: str | None = None,
        code: str | None = None,
    ) -> tuple[Response, None]:
        self._record(msgspec.structs.replace(request, status=status, offence=told))
        return error(status, told, param, code), None

    def _record(self, request: Recorded) -> None:
        with self._lock:
            self._requests.append(request)
            self._watch(request)
