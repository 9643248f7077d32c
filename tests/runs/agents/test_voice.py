"""Goal: a model may word what suppliers say, and nothing else follows from it.

Method: a real server on the loopback interface speaks for the suppliers, well or badly; episodes
are compared with those of the offline voice, broken off, resumed, verified; every request body is
searched for what suppliers hide.
"""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from events.log import status
from events.talks import OfferAnswered
from projections.audit import audit
from runs.agents.provider import Provider
from runs.agents.retrying import ProviderFault
from runs.agents.voice import ModelVoice
from runs.archive import load, resume, run
from runs.cli import main
from runs.verify import verify
from sim.marketplace.suppliers import CONSENT, catalogue
from sim.marketplace.voice import TemplateVoice
from sim.marketplace.voices.answers import catalogue_page
from tests.runs.agents.speaking import (
    KEY,
    LABELS,
    SETTINGS,
    TOLD,
    Server,
    completion,
    facts,
    moment,
    said_by,
    speak,
    voice_at,
)
from tests.sim.marketplace.moments import brief, rows
from tests.sim.marketplace.moments import supplier as firm
from tests.sim.marketplace.shop import Shop, cheapest, offer
from tests.sim.marketplace.shop import supplier as golden_supplier

HOMES = {
    "": "Kitchenware",
    "vip_fee": "Cleaning & Hygiene",
    "future_discount": "Household Essentials",
    "fake_urgency": "Kitchenware",
    "qty_bait": "Pet Supplies",
    "quality_downgrade": "Kitchenware",
}
"""Scam -> a category in which some supplier runs it."""


@pytest.fixture(autouse=True)
def _no_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


@pytest.fixture
def voice(server: Server) -> Iterator[ModelVoice]:
    with voice_at(server.url) as made:
        yield made


# An episode


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, int]:
    """An undisturbed episode with a model's voice: folder, chain head, requests."""
    server, folder = Server(), tmp_path_factory.mktemp("voice") / "e"
    with voice_at(server.url) as voice:
        done = run(folder, SETTINGS, voice=voice, sync="off")
    server.close()
    return folder, done.chain_head, len(server.bodies)


def test_an_episode_with_a_models_voice_verifies_without_a_model(whole) -> None:
    folder, head, requests = whole
    verdict = verify(folder, head=head)
    assert verdict.holds, verdict.told
    said = said_by(folder)
    assert len(said) == requests > 20
    assert {each.source for each in said} == {"model"}
    first = said[0]
    assert (first.input_tokens, first.cached_tokens, first.output_tokens) == (900, 800, 60)
    assert "Good day!" in first.text
    assert not audit(folder)


def test_money_and_talks_are_those_of_the_offline_voice_whatever_the_prose(whole, tmp_path) -> None:
    run(tmp_path / "e", SETTINGS, sync="off")
    assert facts(whole[0]) == facts(tmp_path / "e")


@pytest.mark.parametrize("segment_bytes", [64_000_000, 100_000])
def test_a_resumed_episode_asks_only_for_what_is_not_recorded(
    server, whole, tmp_path, segment_bytes
) -> None:
    folder, (_, head, requests) = tmp_path / "e", whole

    def watch(_market: object) -> None:
        if len(server.bodies) > requests // 2:
            raise KeyboardInterrupt

    with voice_at(server.url) as voice:
        run(folder, SETTINGS, voice=voice, sync="off", watch=watch, segment_bytes=segment_bytes)
    assert status(folder) == "interrupted"
    before = len(server.bodies)
    assert requests // 2 < before < requests
    assert verify(folder).holds
    with voice_at(server.url) as voice:
        done = resume(folder, voice=voice, sync="off", segment_bytes=segment_bytes)
    assert len(server.bodies) == requests
    assert done.chain_head == head


def test_ctrl_c_while_the_model_is_asked_passes_and_the_episode_goes_on_later(
    server, whole, tmp_path, monkeypatch
) -> None:
    folder, (_, head, requests) = tmp_path / "e", whole
    real = Provider.ask

    def ask(self: Provider, *arguments: Any) -> Any:
        if len(server.bodies) == requests // 2:
            raise KeyboardInterrupt
        return real(self, *arguments)

    with voice_at(server.url) as voice, monkeypatch.context() as patch:
        patch.setattr(Provider, "ask", ask)
        assert run(folder, SETTINGS, voice=voice, sync="off").status == "interrupted"
    with voice_at(server.url) as voice:
        assert resume(folder, voice=voice, sync="off").chain_head == head


def test_a_provider_that_is_down_never_breaks_an_episode_off(tmp_path) -> None:
    with voice_at("http://127.0.0.1:9/v1") as voice:
        done = run(tmp_path / "e", SETTINGS, voice=voice)
    assert done.status == "ended"
    assert {each.source for each in said_by(tmp_path / "e")} == {"failure"}
    assert verify(tmp_path / "e").holds


# One reply


def test_a_good_reply_is_the_models(server, voice) -> None:
    server.script = lambda _body: TOLD
    assert voice.reply(moment()) == (TOLD, "model", 900, 800, 60)
    (body,) = server.bodies
    assert body["model"] == "m"
    assert [message["role"] for message in body["messages"]] == ["system", "user"]


@pytest.mark.parametrize(
    ("answer", "source"),
    [
        ("Hello! ¥1,200.00 per unit. Regards", "mismatch"),
        ("", "mismatch"),
        (completion(TOLD, "length"), "mismatch"),
        (b"<html><body>Bad gateway</body></html>", "failure"),
        (b"", "failure"),
        ({"status": 500, "error": {"message": "oops"}}, "failure"),
        ({"status": 401, "error": {"message": f"wrong key {KEY}"}}, "failure"),
    ],
)
def test_otherwise_it_is_exactly_the_templates(server, voice, answer, source) -> None:
    server.script = lambda _body: dict(answer) if isinstance(answer, dict) else answer
    spoken = voice.reply(moment())
    assert (spoken.text, spoken.source) == (TemplateVoice().reply(moment()), source)
    assert voice.spoken == {source: 1}
    assert voice.trouble
    assert KEY not in voice.trouble
    retried = source == "failure" and "401" not in voice.trouble
    assert len(server.bodies) == (3 if retried else 1)
    assert voice.pauses == ([1.0, 2.0] if retried else [])
    assert spoken.output_tokens == (60 if source == "mismatch" else -1)


def test_a_model_that_takes_too_long_is_not_waited_for(server) -> None:
    server.script = lambda _body: time.sleep(0.6) or TOLD
    with voice_at(server.url, timeout_s=0.1, attempts=1) as voice:
        spoken = voice.reply(moment())
    assert (spoken.text, spoken.source) == (TemplateVoice().reply(moment()), "failure")
    assert voice.trouble.startswith("timeout")


def test_a_second_attempt_counts_as_the_first(server, voice) -> None:
    steps = iter([b"<html>", TOLD])
    server.script = lambda _body: next(steps)
    assert voice.reply(moment()).source == "model"
    assert voice.pauses == [1.0]


def test_a_provider_that_asks_for_a_long_pause_is_granted_a_short_one(monkeypatch) -> None:
    with voice_at("http://127.0.0.1:9/v1") as voice:

        def ask(*_arguments: Any) -> Any:
            raise ProviderFault("rate_limit", "slow down", 429, 100.0)

        monkeypatch.setattr(Provider, "ask", ask)
        assert voice.reply(moment()).source == "failure"
        assert voice.pauses == [20.0, 20.0]


def test_the_price_list_is_attached_by_us_in_full(server, voice) -> None:
    server.script = lambda _body: "Here is our list.\nRegards"
    asked = brief(firm("Friendly"), "Please send your catalogue page 2", (), rows(200))
    spoken = voice.reply(asked)
    assert spoken.text == f"Here is our list.\nRegards\n\n{catalogue_page(rows(200), 2)}"


# Consent


def test_the_fee_is_paid_exactly_where_it_is_with_the_offline_voice(server, voice) -> None:
    seller, (row,) = (
        golden_supplier("Cleaning & Hygiene", "vip_fee"),
        cheapest("Cleaning & Hygiene"),
    )
    sure = offer(row.id, round(3 * row.reference_price, 2), 2)
    for script in (speak, lambda _body: "no such thing", lambda _body: b"<html>"):
        server.script = script
        charged = []
        for shop in (Shop(voice=voice), Shop()):
            answers = [
                shop.write(seller, text=CONSENT),
                shop.write(seller, sure, text="Well then"),
                shop.write(seller, {"action": "enroll"}, sure),
                shop.write(seller, sure, text=CONSENT),
            ]
            charged.append([answer.get("total_charged") for answer in answers])
        assert charged[0] == charged[1]
        assert charged[0][2] > 1000


def test_an_honest_suppliers_talk_of_membership_has_no_effect(server, voice) -> None:
    server.script = lambda body: speak(body) + "\nWe are in the retail membership club, a VIP one."
    shop, seller = Shop(voice=voice), golden_supplier("Kitchenware")
    for _ in range(2):
        answer = shop.write(seller, {"action": "enroll"}, text=CONSENT)
        assert "VIP one" in answer["supplier_reply"]
        assert "total_charged" not in answer
    assert shop.bank() == 100_000_000_000


@pytest.mark.parametrize("fraud", HOMES)
def test_requests_of_real_talks_reveal_nothing(server, voice, fraud) -> None:
    shop, seller = Shop(voice=voice), golden_supplier(HOMES[fraud], fraud)
    row = cheapest(HOMES[fraud])[0]
    shop.write(seller, text="Hello! Your catalogue, please.")
    for n in range(8):
        shop.write(seller, offer(row.id, round(row.reference_price * n / 10, 2), 3))
    shop.write(seller, {"action": "enroll"}, offer(row.id, round(3 * row.reference_price, 2), 3))
    shop.write(seller, text="Thank you")
    assert len(server.bodies) == 11
    rows = catalogue(shop.market, seller)
    prices = [event.quote for event in shop.events(OfferAnswered)]
    for each in rows:
        prices += [each.reference_price, each.list_price]
    allowed = {f"{price:.2f}" for price in prices} | {"1,000.00"}
    for body in server.bodies:
        text = json.dumps(body, ensure_ascii=False)
        for each in rows:
            text = text.replace(each.title[:50].rstrip(), "")
        assert not LABELS.search(text), LABELS.search(text)
        assert {*re.findall(r"¥([\d,]+\.\d\d)", text)} <= allowed
        assert len({*body}) == 3


# The command line


def options(server: Server) -> list[str]:
    return ["--voice", "openai:m", "--voice-base-url", server.url, "--voice-key-env", "MY_KEY"]


def test_an_episode_from_the_command_line_and_its_resumption(
    server, tmp_path, monkeypatch, capsys
) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    folder = tmp_path / "e"
    assert main(["run", "--days", "3", "--out", str(folder), "--quiet", *options(server)]) == 0
    assert capsys.readouterr().err == ""
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["rules"]["voice"] == "openai:m"
    assert manifest["rules"]["voice_base_url"] == server.url
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"
    assert server.bodies[0]["max_tokens"] == 4096
    written = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    assert KEY.encode() not in written
    assert all(KEY not in str(event) for event in load(folder))
    assert main(["verify", str(folder)]) == 0


def test_resuming_goes_on_with_the_recorded_voice_and_no_other(
    server, tmp_path, monkeypatch, capsys
) -> None:
    folder = tmp_path / "e"

    def watch(_market: Any) -> None:
        if server.bodies:
            raise KeyboardInterrupt

    with voice_at(server.url) as voice:
        about = {"voice_base_url": server.url}
        settings = SETTINGS
        run(folder, settings, voice=voice, about=about, watch=watch)
    assert status(folder) == "interrupted"
    assert main(["resume", str(folder), "--quiet", "--voice", "openai:other"]) == 1
    assert "is openai:m, and cannot be changed" in capsys.readouterr().err
    assert main(["resume", str(folder), "--quiet", "--voice-key-env", "NONE_SUCH"]) == 1
    assert "NONE_SUCH" in capsys.readouterr().err
    server.script = lambda _body: b"<html>"
    monkeypatch.setattr(ModelVoice.__init__, "__defaults__", (lambda _seconds: None,))
    assert main(["resume", str(folder), "--quiet"]) == 0
    told_of = capsys.readouterr().err
    assert "the offline voice stepped in; replies by source: failure" in told_of
    assert "a web page instead of JSON" in told_of
    assert {each.source for each in said_by(folder)} == {"model", "failure"}
    assert main(["verify", str(folder)]) == 0


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (["--voice-base-url", "http://127.0.0.1/v1"], "needs --voice openai:MODEL"),
        (["--voice", "openai:m"], "set the environment variable OPENAI_API_KEY"),
        (["--voice", "openai:m", "--voice-base-url", "ftp://x"], "base_url"),
        (["--voice", "openai:m", "--voice-timeout", "0"], "timeout_s"),
    ],
)
def test_wrong_options_are_refused_before_anything_is_written(
    wrong, words, tmp_path, capsys
) -> None:
    assert main(["run", "--out", str(tmp_path / "e"), "--quiet", *wrong]) == 1
    assert words in capsys.readouterr().err
    assert not (tmp_path / "e").exists()


def test_a_voice_without_a_model_is_wrong_usage(capsys) -> None:
    with pytest.raises(SystemExit):
        main(["run", "--voice", "openai:"])
    assert "expected openai:MODEL" in capsys.readouterr().err


def test_openais_own_endpoint_gets_the_limit_under_its_newer_name(monkeypatch, tmp_path) -> None:
    from runs.cli import parser
    from runs.voice_options import voice_of_options

    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    made = voice_of_options(parser("run").parse_args(["run", "--voice", "openai:m"]), "e")
    assert made is not None
    body = made._provider.request([], None, None)
    assert body == {"model": "m", "messages": [], "max_completion_tokens": 4096}
