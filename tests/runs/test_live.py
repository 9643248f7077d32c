"""Goal: whoever watches a model play sees day, money, calls, tokens, cost and what holds it up."""

import io

from rich.console import Console

from events.episode import Call
from runs import live
from runs.agents.exchange import Setup
from runs.agents.frameworks import framework_of
from runs.agents.model import ModelAgent
from runs.agents.retrying import ProviderFault
from runs.archive import run
from runs.live import LiveView
from runs.places import place_of
from sim.supermarket.world import Settings as StoreSettings
from tests.retail import GOLDEN
from tests.runs.agents.lines import ScriptLine, calls_reply
from tests.runs.agents.test_model import settings

PRICED = Setup(
    model="mock", currency="USD", price_input=1_000, price_cached=1_000, price_output=10_000
)


class Watched:
    """Stands for what a view follows: an agent and the market it plays in."""

    def __init__(self, tmp_path, steps, setup) -> None:
        line = ScriptLine(steps)

        def make(brief, market):
            self.agent, self.market = ModelAgent(setup, brief, market, line), market
            return self.agent

        run(tmp_path / "e", settings(2), player=make, sync="off")


def test_the_view_tells_where_the_year_stands(tmp_path):
    fault = ProviderFault("server", "oops", 500)
    reply = calls_reply(Call("check_balance", '{"note": "\x1b[2J"}'))
    seen = Watched(tmp_path, [fault, reply], PRICED)
    view = LiveView(2, show=False)
    view.follow(seen.agent)
    view.update(seen.market)
    rows = view.rows()
    assert rows["day"].startswith("2 of 2, ")
    assert rows["bank"] == "¥100,000.00"
    assert rows["calls"] == "wait_for_next_day {}"
    assert rows["tokens"].startswith("300 in, 0 of them cached, 30 out")
    assert rows["cost"] == "0.0006 USD"
    assert rows["failed"] == "1 attempts"
    view.pause(7.4, sleep=lambda _seconds: None)
    assert view.rows()["failed"] == "1 attempts waiting 7 s before the next attempt"


def test_a_store_has_one_account(tmp_path):
    made = Setup(model="mock", framework=framework_of(None, "supermarket"))
    line, seen = ScriptLine([], wait="end_today"), []

    def make(brief, store):
        seen.extend((ModelAgent(made, brief, store, line, place_of(store)), store))
        return seen[0]

    run(tmp_path / "e", StoreSettings(days=2), player=make, world=GOLDEN / "data-small")
    view = LiveView(2, show=False)
    view.follow(seen[0])
    view.update(seen[1])
    rows = view.rows()
    assert rows["day"].startswith("2 of 2, ")
    assert rows["bank"] == "28,800.00"
    assert not {"wallet", "escrow"} & set(rows)


def test_an_unknown_cost_is_not_shown_as_nothing(tmp_path):
    seen = Watched(tmp_path, [], Setup(model="mock"))
    view = LiveView(2, show=False)
    view.follow(seen.agent)
    assert view.rows()["cost"] == "unknown"


def test_on_a_terminal_the_view_is_drawn_and_elsewhere_it_is_silent(tmp_path, monkeypatch):
    seen = Watched(tmp_path, [], PRICED)
    for is_terminal in (True, False):
        written = io.StringIO()
        console = Console(file=written, force_terminal=is_terminal, width=120)
        monkeypatch.setattr(live, "Console", lambda console=console, **_options: console)
        with LiveView(2, show=True) as view:
            view.follow(seen.agent)
            view.update(seen.market)
        assert ("wait_for_next_day" in written.getvalue()) == is_terminal
