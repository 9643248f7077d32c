"""Goal: a turn keeps its order, its clock and its promises, whatever its calls are.

Method: turns are played in the golden world and read from both sides: from the answers, as an agent
does, and from the events and commits they left (rule book §21, deviations D1, D3, D4, D12).
"""

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from events.base import Event
from events.episode import Call, ToolAnswered, TurnTaken
from events.marketplace import NewsPublished
from events.money import DayOpened
from runs.agents.base import call
from sim.marketplace.tools import TOOLBOX
from tests.sim.marketplace.shop import NIGHT, Shop, open_up, supplier
from tests.strategies import MALFORMED, UNKNOWN_TOOLS

MINUTES = {
    "open_store": 60, "close_store": 30, "check_store_status": 10, "list_products": 10,
    "publish_to_store": 20, "set_prices": 10, "return_to_warehouse": 15, "join_promotion": 10,
    "check_balance": 10, "check_warehouse": 10, "withdraw": 10, "wait_for_next_day": 0,
    "chatbox": 30, "operate_memory": 10, "market_search": 30, "supplier_search": 10,
    "ship_orders": 20, "trace_return_sources": 10,
}  # fmt: skip
BALANCE, SEARCH = call("check_balance"), call("market_search")
OPEN = call("open_store", store_type="pet", store_name="Paws")
WRONG = {
    "open_store": ['{"store_type": "pet"}', '{"store_type": "pet", "store_name": 5}'],
    "close_store": ["{}", '{"store_id": "store_001", "liquidate": "yes"}'],
    "check_store_status": ['{"store_id": ["store_001"]}'],
    "list_products": ['{"page": 0}'],
    "publish_to_store": ['{"store_id": "store_001"}', '{"store_id": "store_001", "plan": "all"}'],
    "set_prices": ['{"store_id": "store_001", "prices": null}'],
    "return_to_warehouse": ['{"items": []}', '{"store_id": "store_001", "items": {}}'],
    "join_promotion": ['{"store_id": "store_001", "event_name": "x", "discount_rate": "half"}'],
    "check_balance": ['{"env": 1}'],
    "check_warehouse": ['{"page": 1.5}'],
    "withdraw": ['{"amount": "all"}', '{"amount": true}', '{"amount": 1000000001}'],
    "chatbox": ['{"content": "a", "history_count": "all"}', '{"content": {}}', '{"email": "x"}'],
    "operate_memory": ['{"action": "ADD", "title": "a", "content": "b"}', "{}"],
    "market_search": ['{"store_type": 1}'],
    "supplier_search": ['{"product_name": ["a"]}'],
    "ship_orders": ['{"action": "all"}', '{"shipment_ids": "12"}', '{"shipment_ids": [1.5]}'],
    "trace_return_sources": ['{"sku": "x"}'],
}
"""Objects that do not fit their tool: a field missing, unknown, or of the wrong type."""


class Commits:
    """A sink that keeps the kinds of each commit's events."""

    def __init__(self) -> None:
        self.kinds: list[list[str]] = []

    def commit(self, events: Sequence[Event], sync: bool = False) -> None:
        self.kinds.append([str(event.__struct_config__.tag) for event in events])


def at(clock: str, **changes: Any) -> Shop:
    """Return a shop on its first day at some time, with nothing done but looking around."""
    shop = Shop(**changes)
    hours, minutes = map(int, clock.split(":"))
    looks = (hours * 60 + minutes - 480) // 10
    if looks:
        shop.play(*[BALANCE] * looks)
    assert shop.market.stamp() == f"2026-01-01 {clock}"
    return shop


@pytest.fixture(scope="module")
def rich() -> Shop:
    """A shop with something to lose in every place, for calls that must change nothing."""
    shop = Shop()
    open_up(shop, 20)
    return shop


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_wait_comes_last_wherever_it_stands(order: tuple[int, ...]) -> None:
    calls = [(NIGHT, OPEN, BALANCE)[index] for index in order]
    shop = Shop()
    answers = dict(zip([each.tool for each in calls], shop.play(*calls), strict=True))
    assert answers[NIGHT.tool]["current_time"] == "2026-01-02T08:00:00"
    assert answers[NIGHT.tool]["day"] == 1
    assert answers["open_store"]["current_time"] < "2026-01-01 10"
    assert answers["check_balance"]["date"] == "2026-01-01"
    log = shop.events(ToolAnswered)
    assert log[-1].tool == NIGHT.tool
    assert [each.index for each in log[:-1]] == sorted(each.index for each in log[:-1])
    assert calls[log[-1].index] == NIGHT


def test_a_doubled_wait_is_answered_with_a_note_and_ends_one_day_only() -> None:
    shop = Shop()
    first, _, second, third = shop.play(NIGHT, BALANCE, NIGHT, NIGHT)
    assert (first["day"], shop.market.day) == (1, 1)
    for again in (second, third):
        assert again["note"]
        assert again["current_time"] == "2026-01-01 08:10"
        assert not {"day", "error", "system_notifications"} & {*again}
    assert [each.index for each in shop.events(ToolAnswered)] == [1, 2, 3, 0]


@pytest.mark.parametrize("where", [0, 1])
@pytest.mark.parametrize(("clock", "tool"), [("17:50", BALANCE), ("17:30", OPEN)])
def test_a_call_that_runs_into_the_next_day_makes_the_wait_idle(
    where: int, clock: str, tool: Call
) -> None:
    shop = at(clock)
    calls = [tool]
    calls.insert(where, NIGHT)
    answers = shop.play(*calls)
    assert answers[where]["current_time"] == "2026-01-02T08:00:00"
    assert answers[1 - where]["current_time"] == "2026-01-02 08:00"
    assert shop.market.day == len(shop.events(DayOpened)) == 1


def test_closing_time_is_eighteen_sharp_and_left_over_minutes_are_lost() -> None:
    assert at("17:40").ask("check_balance")["current_time"] == "2026-01-01 17:50"
    assert at("17:50").ask("check_balance")["current_time"] == "2026-01-02 08:00"
    assert at("17:50").ask("open_store")["current_time"] == "2026-01-02 08:00"


def test_a_turn_of_many_calls_may_cross_several_mornings_and_tells_all_their_news() -> None:
    shop = Shop()
    shop.nights(7)
    answers = shop.play(*[SEARCH] * 45)
    (told,) = [answer for answer in answers if "system_notifications" in answer]
    assert told is answers[-1]
    notices = told["system_notifications"]
    assert [notice["day"] for notice in notices] == [8, 9]
    assert [notice["date"] for notice in notices] == ["2026-01-09", "2026-01-10"]
    assert [notice["news"][0]["type"] for notice in notices] == ["penalty", "penalty"]
    assert "system_notifications" not in shop.ask("check_balance")


@pytest.mark.parametrize("where", [0, 1, 2])
def test_notices_and_reminder_go_with_the_last_call_carried_out_and_come_first(where: int) -> None:
    shop = Shop(bank=1_010)
    shop.nights(7)
    calls = [BALANCE, BALANCE]
    calls.insert(where, NIGHT)
    answers = shop.play(*calls)
    told = answers.pop(where)
    assert [*told][:2] == ["system_notifications", "balance_reminder"]
    assert "10.00" in told["balance_reminder"]
    assert "60.00" in told["balance_reminder"]
    assert told["system_notifications"][0]["news"][0]["type"] == "penalty"
    for answer in answers:
        assert not {"system_notifications", "balance_reminder"} & {*answer}


def test_the_reminder_compares_the_bank_with_the_open_stores() -> None:
    assert "balance_reminder" not in Shop(bank=560).play(OPEN)[0]
    assert "60.00" in Shop(bank=559).play(OPEN)[0]["balance_reminder"]


def test_the_news_is_told_whole_and_once() -> None:
    shop = Shop()
    open_up(shop, 12)
    told = [
        each["content"]
        for _, answer in shop.heard
        for notice in answer.get("system_notifications", ())
        for each in notice["news"]
    ]
    published = [event.content for event in shop.events(NewsPublished) if event.tick // 16 > 1440]
    assert told == published
    assert max(map(len, told)) > 200


@pytest.mark.parametrize("tool", UNKNOWN_TOOLS)
def test_an_unknown_tool_costs_no_time(tool: str) -> None:
    shop = at("09:00")
    (answer,) = shop.play(Call(tool, "{}"))
    assert answer["current_time"] == "2026-01-01 09:00"
    assert answer["error"]
    assert shop.events(ToolAnswered)[-1].minutes == 0
    assert shop.events(ToolAnswered)[-1].failed


@pytest.mark.parametrize("text", MALFORMED, ids=lambda text: ascii(text[:20]))
@pytest.mark.parametrize("tool", ["ship_orders", "withdraw", "check_balance"])
def test_arguments_that_are_no_object_cost_no_time_and_never_mean_all(
    rich: Shop, tool: str, text: str
) -> None:
    assert rich.market.state.shipments
    assert rich.market.balance("wallet") > 0
    seen, before = len(rich.tape.events), rich.market.minute
    (answer,) = rich.play(Call(tool, text))
    assert answer["error"].startswith(f"{tool}: the arguments ")
    assert rich.market.minute == before
    assert [type(event) for event in rich.tape.events[seen:]] == [TurnTaken, ToolAnswered]


@pytest.mark.parametrize(
    ("tool", "text"), [(tool, text) for tool, texts in WRONG.items() for text in texts]
)
def test_arguments_that_do_not_fit_cost_the_minutes_and_change_nothing(
    rich: Shop, tool: str, text: str
) -> None:
    if rich.market.minute % 1440 > 16 * 60:
        rich.nights(1)
    seen, before = len(rich.tape.events), rich.market.minute
    (answer,) = rich.play(Call(tool, text))
    assert answer["error"].startswith(f"{tool}: ")
    assert rich.market.minute - before == MINUTES[tool]
    assert [type(event) for event in rich.tape.events[seen:]] == [TurnTaken, ToolAnswered]
    assert rich.tape.events[-1].failed


def test_every_tool_takes_its_minutes_before_it_looks_at_anything() -> None:
    assert {name: tool.minutes for name, tool in TOOLBOX.tools.items()} == MINUTES
    shop = at("17:50")
    assert shop.ask("check_balance")["date"] == "2026-01-02"
    assert shop.ask("close_store", store_id="store_001")["current_time"] == "2026-01-02 08:30"


BAD = [
    Call("ship_orders", '{"shipment_ids":[12'),
    Call("publish_to_store", '{"store_id":"store_001","plan":[5,null,"x",{"quantity":1e308}]}'),
    Call("set_prices", '{"store_id":"store_001","prices":"all"}'),
    Call("withdraw", '{"amount": NaN}'),
    Call("nope", "{}"),
    Call("check_balance", "null"),
    call("close_store", store_id="store_777"),
    call("chatbox", uid="nobody@example.com", content="```negotiate\n[[[\n```"),
]


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.tool)
def test_one_failing_call_never_swallows_the_others(bad: Call) -> None:
    shop = Shop()
    before, _, opened, _, night, after = shop.play(BALANCE, bad, OPEN, bad, NIGHT, BALANCE)
    assert before["bank_balance"] == 100_000
    assert opened["success"] is True
    assert after["bank_balance"] == 99_500
    assert night["day"] == shop.market.day == 1


def test_two_calls_of_one_tool_are_two_events_each_with_its_own_answer() -> None:
    shop = Shop()
    pets = shop.play(*[call("open_store", store_type="pet", store_name=name) for name in "ab"])
    assert [answer["success"] for answer in pets] == [True, False]
    log = [(each.index, each.failed) for each in shop.events(ToolAnswered)]
    assert log == [(0, False), (1, True)]


def test_there_is_one_commit_a_call_and_it_ends_with_the_answer() -> None:
    sink = Commits()
    shop = Shop(days=1, sink=sink)
    seller = supplier("Pet Supplies")
    shop.play(OPEN, call("chatbox", uid=seller.email, content="Hello"), Call("nope", "{}"))
    shop.play()
    shop.play(NIGHT, BALANCE)
    assert [kinds[-1] for kinds in sink.kinds[1:]] == [
        *["tool.answered"] * 3, "turn.taken", "tool.answered", "episode.ended",
    ]  # fmt: skip
    assert [kinds.count("tool.answered") for kinds in sink.kinds[1:]] == [1, 1, 1, 0, 1, 1]
    assert [kinds.count("turn.taken") for kinds in sink.kinds[1:]] == [1, 0, 0, 1, 1, 0]
