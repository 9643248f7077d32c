"""Goal: whatever an agent's code does, it is told to the agent, recorded, counted and repeatable.

Method: a scripted agent runs code in the real sandbox; its episode is verified, resumed, forged and
scored.
"""

import csv
import io
import json

import msgspec
import pytest

import runs.coding
from data.supermarket.loader import embedded
from events.episode import ToolAnswered
from events.supermarket import CodeRan, InnerCall
from runs.agents.base import Scripted, call
from runs.archive import load, resume, run
from runs.cli import main
from runs.sandbox.limits import Limits, SandboxUnavailable
from runs.sandbox.sandbox import Sandbox, available
from runs.verify import verify
from sim.supermarket.world import Settings
from tests.forging import first, forged

pytestmark = pytest.mark.skipif(bool(available()), reason=available())

SETTINGS = Settings(agent="coder", days=3)
SKUS = [row.id for row in embedded().products[:2]]
LOOK = f"""
prices = view_sku_prices({SKUS})
try:
    view_sku_prices(["no such product"])
except:
    pass
quotes = view_current_date_supplier_prices({SKUS[:1]})
print(len(quotes))
result = len(prices)
"""


class Gone(BaseException):
    """The process is meant to be gone."""


def playing(*turns):
    """Return what makes an agent of these turns."""

    def merchant(_brief):
        for turn in turns:
            yield list(turn)

    return lambda brief, _world: Scripted("coder", merchant, brief)


def coded(code):
    return call("execute_code", code=code)


END = call("end_today")
ORDER = call("place_order", items=[{"sku_id": SKUS[0], "quantity": 5}], supplier_id="supplier_1")
PLAYER = playing(
    [coded(LOOK), ORDER, END],
    [coded("import os")],
    [call("view_sku_prices", sku_ids=SKUS), coded("1 / 0"), END],
    [coded(LOOK), END],
)


@pytest.fixture(scope="module")
def episode(tmp_path_factory):
    folder = tmp_path_factory.mktemp("coding") / "e"
    assert run(folder, SETTINGS, player=PLAYER, sync="off").status == "ended"
    return folder


def ran_and_told(folder):
    """Return what was recorded of each piece of code, and what the agent was told of it."""
    events = load(folder)
    ran = [event for event in events if isinstance(event, CodeRan)]
    answers = [event for event in events if isinstance(event, ToolAnswered)]
    told = [json.loads(bytes(each.answer)) for each in answers if each.tool == "execute_code"]
    return list(zip(ran, told, strict=True))


def test_each_inner_call_is_recorded_in_order_with_arguments_and_outcome(episode):
    (ran, told), *_ = ran_and_told(episode)
    asked = ({"sku_ids": SKUS}, {"sku_ids": ["no such product"]}, {"sku_ids": SKUS[:1]})
    texts = [msgspec.json.encode(arguments).decode() for arguments in asked]
    assert ran.calls == (
        InnerCall("view_sku_prices", texts[0]),
        InnerCall("view_sku_prices", texts[1], success=False),
        InnerCall("view_current_date_supplier_prices", texts[2]),
    )
    assert (ran.stdout, bytes(ran.result), ran.error, ran.refused) == ("1\n", b"2", "", False)
    assert told["tool_calls"] == [[each.tool, each.success] for each in ran.calls]
    assert (told["stdout"], told["result"], told["error"]) == ("1\n", 2, None)


def test_code_that_fails_is_told_and_recorded_and_the_episode_goes_on(episode):
    _, refused, failed, _ = ran_and_told(episode)
    assert refused[0].refused
    assert "import of 'os' is not allowed" in refused[0].error == refused[1]["error"]
    assert failed[0].error == failed[1]["error"] == "ZeroDivisionError: division by zero (line 1)"
    assert not failed[0].refused


def test_calls_of_code_count_as_calls_and_as_evidence(episode, capsys):
    assert main(["score", str(episode), "--format", "reference"]) == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert (row["direct_calls"], row["inner_calls"]) == ("9", "6")
    assert float(row["total_tools_per_day"]) == 15 / 3
    # Of inventory, sales, quotes and quality, the order's code looked at the quotes.
    assert float(row["query_depth_order"]) == 1 / 4


def test_it_is_verified_without_a_sandbox(episode, monkeypatch):
    monkeypatch.setattr(runs.coding, "Sandbox", lambda: pytest.fail("code was run again"))
    found = verify(episode)
    assert found.holds, found.told


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_it_is_resumed_to_the_same_end(episode, turn, tmp_path):
    def watch(world) -> None:
        if world.turn == turn:
            raise Gone

    with pytest.raises(Gone):
        run(tmp_path / "e", SETTINGS, player=PLAYER, sync="off", watch=watch)
    assert verify(tmp_path / "e").holds
    done = resume(tmp_path / "e", player=PLAYER, sync="off")
    assert done.chain_head == verify(episode).chain_head


def without(calls):
    return lambda ran: msgspec.structs.replace(ran, calls=calls(ran.calls))


@pytest.mark.parametrize(
    "change",
    [
        without(lambda calls: (calls[0], msgspec.structs.replace(calls[1], success=True))),
        without(lambda calls: (msgspec.structs.replace(calls[0], arguments='{"sku_ids":["x"]}'),)),
        without(lambda calls: (msgspec.structs.replace(calls[0], tool="place_order"),)),
        without(lambda calls: ()),
        lambda ran: msgspec.structs.replace(ran, result=msgspec.Raw(b"3")),
        lambda ran: msgspec.structs.replace(ran, error="it was stopped"),
    ],
    ids=["success", "arguments", "tool", "none", "result", "error"],
)
def test_a_forged_record_of_code_is_found(episode, tmp_path, change):
    def forge(events):
        at = first(events, CodeRan)
        events[at] = change(events[at])
        return events

    found = verify(forged(episode, tmp_path / "e", forge))
    assert found.holds is False
    assert "re-execution gives" in found.told


@pytest.mark.parametrize(
    ("code", "limits", "told"),
    [
        ("while True: pass", Limits(cpu_s=1, wall_s=30), "more than 1 s of processor time"),
        ("while True: pass", Limits(cpu_s=30, wall_s=1), "ran for longer than 1 s"),
        ("x = [0] * 10**9", Limits(), "MemoryError"),
        ("print('x' * 200_000)", Limits(), "printed more than 100000 bytes"),
        ("'x' * 60_000", Limits(), "the result is longer than 50,000 characters"),
        ("while True: view_notes()", Limits(calls=3), "made more than 3 tool calls"),
    ],
    ids=["cpu", "wall", "memory", "output", "result", "calls"],
)
def test_a_limit_is_told_and_recorded_and_the_episode_goes_on(
    code, limits, told, monkeypatch, tmp_path
):
    monkeypatch.setattr(runs.coding, "Sandbox", lambda: Sandbox(limits))
    player = playing([coded(code)], [coded("1 + 1"), END], [END], [END])
    assert run(tmp_path / "e", SETTINGS, player=player, sync="off").outcome.day == 3
    (ran, answer), (after, _) = ran_and_told(tmp_path / "e")
    assert told in ran.error == answer["error"]
    assert (bytes(ran.result), ran.refused) == (b"null", False)
    assert len(ran.calls) == len(answer["tool_calls"]) == (3 if limits.calls == 3 else 0)
    assert len(ran.stdout) == len(answer["stdout"]) <= 10_000
    assert bytes(after.result) == b"2"
    assert verify(tmp_path / "e").holds


def test_without_isolation_code_is_refused_with_the_reason(monkeypatch, tmp_path):
    def none_here():
        raise SandboxUnavailable("the sandbox needs Linux (this is darwin)")

    monkeypatch.setattr(runs.coding, "Sandbox", none_here)
    player = playing([coded("1 + 1"), END], [END], [END])
    assert run(tmp_path / "e", SETTINGS, player=player, sync="off").status == "ended"
    ((ran, told),) = ran_and_told(tmp_path / "e")
    assert ran.refused
    assert (
        ran.error
        == told["error"]
        == ("code cannot be run here: the sandbox needs Linux (this is darwin)")
    )
    assert verify(tmp_path / "e").holds
