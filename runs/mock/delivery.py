"""Sending responses over a connection: whole, slowly, in part or not at all.

A response leaves in one write. Headers and body in two of them would wait for each other: the
sender for the acknowledgement of the first, the receiver for more to acknowledge.
"""

import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import SHUT_RDWR, socket
from typing import Any, Final, Protocol

from runs.mock.script import Step
from runs.mock.wire import Response, error

BODY_MAX: Final = 64 * 2**20
"""Bytes of a request's body."""
PIECES: Final = 20
"""A body that trickles comes in so many pieces."""


class Owner(Protocol):
    """Who decides what is sent."""

    def answer(
        self, method: str, path: str, headers: dict[str, str], raw: bytes
    ) -> tuple[Response, Step | None]:
        """Return the response to a request, and the step that says how to deliver it."""

    def pause(self, seconds: float) -> None:
        """Wait."""

    def refuse(self, seconds: float) -> None:
        """Accept no connections for some time."""


class Listener(ThreadingHTTPServer):
    """Accepts connections, and knows which of them are open."""

    daemon_threads = False
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], owner: Owner) -> None:
        super().__init__(address, _Handler)
        self.owner = owner
        self._open: set[Any] = set()

    def get_request(self) -> tuple[socket, Any]:
        """Accept a connection."""
        connection, address = super().get_request()
        self._open.add(connection)
        return connection, address

    def shutdown_request(self, request: Any) -> None:
        """Close a connection."""
        self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report a defect; a client that hangs up is none."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    def hang_up(self) -> None:
        """Drop all connections there are."""
        for connection in list(self._open):
            try:
                connection.shutdown(SHUT_RDWR)
            except OSError:
                continue


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    disable_nagle_algorithm = True
    server: Listener

    def do_GET(self) -> None:
        self._reply()

    def do_POST(self) -> None:
        self._reply()

    def log_message(self, *_: Any) -> None:
        pass

    def _reply(self) -> None:
        length = self.headers.get("content-length", "0")
        if "transfer-encoding" in self.headers or not length.isdigit():
            self._send(error(411, "the request has to tell its length"), None, last=True)
            return
        if int(length) > BODY_MAX:
            self._send(error(413, f"more than {BODY_MAX} bytes"), None, last=True)
            return
        raw = self.rfile.read(int(length))
        headers = {name.lower(): value for name, value in self.headers.items()}
        owner = self.server.owner
        response, step = owner.answer(self.command, self.path, headers, raw)
        if step is None:
            self._send(response, None, last=self.close_connection)
            return
        owner.pause(step.delay_s)
        if step.refuse_s:
            owner.refuse(step.refuse_s)
        if step.refuse_s or step.close == "before" or step.is_silent:
            self.close_connection = True
            return
        self._send(response, step, last=self.close_connection or bool(step.close))

    def _send(self, response: Response, step: Step | None, *, last: bool) -> None:
        self.close_connection = last
        for part, pause_s in _parts(response, step, last=last):
            self.wfile.write(part)
            if pause_s:
                self.wfile.flush()
                self.server.owner.pause(pause_s)
        self.wfile.flush()


def _parts(response: Response, step: Step | None, *, last: bool) -> Iterator[tuple[bytes, float]]:
    """Yield what is sent, each part with the seconds to wait after it."""
    chunked = step is not None and step.chunked
    yield _head(response, chunked=chunked, last=last), 0.0
    if step is None or step.close == "after_headers":
        if step is None:
            yield response.body, 0.0
        return
    count = PIECES if step.trickle_s else 2
    size = max(1, -(-len(response.body) // count))
    pieces = [response.body[at : at + size] for at in range(0, len(response.body), size)]
    if step.close == "mid_body":
        pieces = pieces[: len(pieces) // 2]
    for piece in pieces:
        framed = b"%x\r\n%b\r\n" % (len(piece), piece) if chunked else piece
        yield framed, step.trickle_s / PIECES
    if chunked and step.close != "mid_body":
        yield b"0\r\n\r\n", 0.0


def _head(response: Response, *, chunked: bool, last: bool) -> bytes:
    """Return the status line and the headers; they tell the length of the whole body."""
    headers = {"connection": "close" if last else "keep-alive"}
    if chunked:
        headers["transfer-encoding"] = "chunked"
    else:
        headers["content-length"] = str(len(response.body))
    lines = [f"{name}: {value}" for name, value in (headers | response.headers).items()]
    text = "\r\n".join([f"HTTP/1.1 {response.status} Mock", *lines])
    return f"{text}\r\n\r\n".encode("latin-1", "replace")
