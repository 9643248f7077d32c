"""Goal: no request to a model's provider holds what a supermarket hides.

Method: a merchant answers over HTTP in place of a model; every request's words are scanned with
what the log of the same episode hides.
"""

import json

from runs.agents.base import Brief
from runs.archive import load
from runs.cli import main
from runs.mock.script import merchant_script
from runs.mock.server import MockServer
from runs.scenarios import SUPERMARKET
from runs.torture_model import WINDOW
from sim.supermarket.tools import ALIASES
from sim.supermarket.world import Settings
from tests.sim.supermarket.scanner import Scanner

DAYS = 2


def test_what_a_provider_is_sent_tells_nothing_hidden(tmp_path):
    _, tables = SUPERMARKET.load(None)
    settings = Settings(days=DAYS)
    brief = Brief(
        scenario="supermarket",
        start_date=settings.start_date,
        days=DAYS,
        opening_balance=30_000.0,
        tools=SUPERMARKET.schemas(settings),
    )
    script = merchant_script(SUPERMARKET.merchant("steward", tables, settings), brief)
    words = ["run", "--scenario", "supermarket", "--agent", "openai:mock", "--days", str(DAYS)]
    sent = []
    with MockServer(
        script, keep=1, watch=lambda asked: sent.append(json.dumps(asked.body))
    ) as mock:
        words += ["--base-url", mock.base_url, "--window", WINDOW, "--sync", "off", "--quiet"]
        assert main([*words, "--out", str(tmp_path / "e")]) == 0
    scanner = Scanner(tables, ALIASES)
    for event in load(tmp_path / "e"):
        scanner.take(event)
    assert len(scanner.secrets) > 200
    assert len(sent) > 2 * DAYS
    for body in sent[-1], *sent[:3]:
        scanner.search("a request", body)
