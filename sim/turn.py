"""One turn: all the calls an agent makes at once, carried out in order.

    1. every call but the waits, in the order given; each is one commit
    2. the first wait, last of all: it ends the day unless another call already did
    3. the morning notices go with the last call carried out

Minutes pass before a call is looked at. Whatever one call does, the others run. Once the last
morning has been settled the call that crossed it is completed and everything after it is refused.
Rules: docs/rules/marketplace.md §21.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from events.episode import Call, ToolAnswered, TurnTaken
from events.errors import BadArguments, RuleBroken
from sim.answers import present
from sim.tools import Result, Tool, parse, read
from sim.world import World

WAIT = "wait_for_next_day"


class Toolbox(NamedTuple):
    """What an agent can do in a world, and what it is told each turn.

    `notices(world)` returns the undelivered morning notices, grouped for the answer, and their
    number; `reminder(world)` returns a warning about low cash, or an empty text.
    """

    tools: dict[str, Tool]
    notices: Callable[[Any], tuple[list[Result], int]]
    reminder: Callable[[Any], str]


class Answer(NamedTuple):
    """What came of one call: the whole structured result, and the text the agent is shown."""

    tool: str
    result: Result
    text: bytes
    failed: bool


class _Done(NamedTuple):
    result: Result
    minutes: int = 0
    failed: bool = False
    page: int = 1


def take_turn(world: World[Any], toolbox: Toolbox, calls: Sequence[Call]) -> list[Answer]:
    """Carry out one turn's calls and return their answers in the order of the calls."""
    turn = world.emit(TurnTaken, turn=world.turn + 1, calls=tuple(calls)).turn
    started = world.today
    order = [i for i, call in enumerate(calls) if call.tool != WAIT]
    waits = [i for i, call in enumerate(calls) if call.tool == WAIT]
    # Doubled waits are answered in passing; the first one is carried out after everything else.
    order = sorted(order + waits[1:]) + waits[:1]
    answers: dict[int, Answer] = {}
    for index in order:
        call = calls[index]
        last = index == order[-1]
        if call.tool == WAIT:
            done = _wait(world, started) if index == waits[0] else _waited_twice()
        else:
            done = _carry_out(world, toolbox, call)
        answers[index] = _answer(world, toolbox, turn, index, call.tool, done, last=last)
        if last and world.is_over:
            world.end()
        world.tape.commit()
    world.tape.commit()
    return [answers[index] for index in range(len(calls))]


def _wait(world: World[Any], started: int) -> _Done:
    if not world.is_over and world.today == started:
        world.sleep()
    return _Done({"current_time": world.calendar.stamp_iso(world.minute), "day": world.day})


def _waited_twice() -> _Done:
    return _Done({"note": "a turn ends one day at most; this wait was not needed"})


def _carry_out(world: World[Any], toolbox: Toolbox, call: Call) -> _Done:
    if world.is_over:
        return _failure("the episode has ended; nothing more can be done")
    tool = toolbox.tools.get(call.tool)
    if tool is None:
        return _failure(f"there is no tool {call.tool[:60]!r}")
    try:
        raw = parse(call.arguments)
    except BadArguments as error:
        return _failure(f"{call.tool}: {error}")
    world.spend(tool.minutes)
    try:
        arguments = read(tool, raw)
        result = tool.run(world, arguments)
    except RuleBroken as error:
        return _failure(f"{call.tool}: {error}", tool.minutes)
    page = getattr(arguments, "page", 1)
    return _Done(result, tool.minutes, "error" in result, page)


def _failure(text: str, minutes: int = 0) -> _Done:
    return _Done({"success": False, "error": text}, minutes, failed=True)


def _answer(
    world: World[Any],
    toolbox: Toolbox,
    turn: int,
    index: int,
    name: str,
    done: _Done,
    *,
    last: bool,
) -> Answer:
    head: Result = {}
    delivered = 0
    if last:
        notices, delivered = toolbox.notices(world)
        if notices:
            head["system_notifications"] = notices
        reminder = toolbox.reminder(world)
        if reminder:
            head["balance_reminder"] = reminder
    if world.is_over:
        head |= {"episode_ended": True, "termination_reason": world.state.reason}
    head["current_time"] = world.calendar.stamp(world.minute)
    result = head | done.result
    tool = toolbox.tools.get(name)
    text = present(result, tool.rows if tool else (), done.page)
    world.emit(
        ToolAnswered,
        turn=turn,
        index=index,
        tool=name,
        minutes=done.minutes,
        answer=msgspec.Raw(text),
        failed=done.failed,
        notices=delivered,
    )
    return Answer(name, result, text, done.failed)
