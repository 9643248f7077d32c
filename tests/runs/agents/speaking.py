"""A server that speaks for the suppliers, well or badly, and what a voice of it is asked to say."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from events.agent import VoiceSpoke
from events.codec import encode
from events.episode import EpisodeStarted
from runs.agents.profiles import Profile
from runs.agents.provider import Provider
from runs.agents.voice import ModelVoice
from runs.agents.voice_prompt import PITCH
from runs.archive import load
from sim.marketplace.voice import Brief, Decision
from sim.marketplace.world import Settings
from tests.sim.marketplace.moments import brief, decided, rows
from tests.sim.marketplace.moments import supplier as firm

KEY = "sk-proj-Wm3q8ZtRb1LxNc0VtY7eKfU2"
SETTINGS = Settings(agent="steward", days=3)
LABELS = re.compile(
    "fraud|scam|honest|adversarial|vip_fee|future_discount|fake_urgency|qty_bait|downgrade|"
    "bankrupt|closes|urgency|capacity|reservation|decei|cheat|swindl|suppliers.example",
    re.IGNORECASE,
)
"""Words of which none may be in a request."""
Body = dict[str, Any]
Script = Callable[[Body], bytes | Body | str]


def speak(body: Body) -> str:
    """Answer as a model that does what its instructions say."""
    notes = body["messages"][-1]["content"]
    lines = ["Good day!"]
    for item, price in re.findall(r"\d+\. (.*): your counter-offer is (¥[\d.]+)", notes):
        lines.append(f"For {item} it is {price} per unit.")
    lines += [f"{item}: yes." for item in re.findall(r"\d+\. (.*): you accept", notes)]
    if PITCH in notes:
        lines.append("Our membership is ¥1,000.00, payable now.")
    return "\n".join([*lines, "Regards"])


class Server:
    """Answers each request by a script and keeps what it was sent."""

    def __init__(self) -> None:
        self.script: Script = speak
        self.bodies: list[Body] = []
        self.headers: list[dict[str, str]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = 65_536

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                outer.bodies.append(body)
                outer.headers.append({k.lower(): v for k, v in self.headers.items()})
                said = outer.script(body)
                code = 200
                if isinstance(said, str):
                    said = completion(said)
                if isinstance(said, dict):
                    code = said.pop("status", 200)
                    said = json.dumps(said).encode()
                self.send_response(code)
                self.send_header("content-length", str(len(said)))
                self.end_headers()
                try:
                    self.wfile.write(said)
                except OSError:
                    self.close_connection = True

            def log_message(self, *_arguments: Any) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}/v1"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,))
        self._thread.start()

    def close(self) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()


def completion(text: str, finish: str = "stop") -> Body:
    message = {"role": "assistant", "content": text}
    usage = {
        "prompt_tokens": 900,
        "completion_tokens": 60,
        "prompt_tokens_details": {"cached_tokens": 800},
    }
    return {"choices": [{"message": message, "finish_reason": finish}], "usage": usage}


@contextmanager
def voice_at(url: str, name: str = "openai:m", **fields: Any) -> Iterator[ModelVoice]:
    pauses: list[float] = []
    fields = {"model": "m", "base_url": url, "timeout_s": 5.0, "attempts": 3} | fields
    voice = ModelVoice(name, Provider(Profile(**fields), KEY, "e"), pauses.append)
    voice.pauses = pauses  # type: ignore[attr-defined]
    yield voice
    voice.close()


OFFER = (decided("Offer"),)
TOLD = "Hello! SKU b4af883459aa is ¥1,234.57 per unit. Regards, Harbor Link"


def moment(fraud: str = "", decisions: tuple[Decision, ...] = OFFER, **more: Any) -> Brief:
    personality = "Adversarial" if fraud else "Friendly"
    return brief(firm(personality, fraud), "Deal?", decisions, rows(3), **more)


def facts(folder: Path) -> list[Any]:
    """Return an episode's events without what is said, and without numbering."""
    found = []
    for event in load(folder):
        if not isinstance(event, VoiceSpoke | EpisodeStarted):
            fields = json.loads(encode(event))
            del fields["seq"]
            found.append(_silent(fields))
    return found


def _silent(value: Any) -> Any:
    if isinstance(value, list):
        return [_silent(item) for item in value]
    if not isinstance(value, dict):
        return value
    spoken = ["supplier_reply"]
    if value.get("kind") == "message.received":
        spoken.append("text")
    return {key: _silent(item) for key, item in value.items() if key not in spoken}


def said_by(folder: Path) -> list[VoiceSpoke]:
    return [event for event in load(folder) if isinstance(event, VoiceSpoke)]
