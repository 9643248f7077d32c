"""One turn: all the calls an agent makes at once, carried out in order.

    1. every call but the waits, in the order given; each is one commit
    2. the first wait, last of all: it ends the day unless another call already did
    3. the morning notices go with the last call carried out

Minutes pass before a call is looked at. Whatever one call does, the others run. Once the last
morning has been settled the call that crossed it is completed and everything after it is refused.
Rules: docs/rules/marketplace.md §21.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from events.codec import clean_text
from events.episode import Call, ToolAnswered, TurnTaken
from events.errors import BadArguments, RuleBroken
from sim.answers import present
from sim.tools import ITSELF, Result, Tool, parse, read
from sim.world import World

WAIT: Final = "wait_for_next_day"


class Toolbox(NamedTuple):
    """What an agent can do in a world, and what it is told each turn.

    `notices(world)` returns the undelivered morning notices, grouped for the answer, and their
    number; `reminder(world)` returns a warning about low cash, or an empty text; `report(world)`
    is what the tool named `wait` answers once the night is over.
    """

    tools: dict[str, Tool]
    notices: Callable[[Any], tuple[list[Result], int]]
    reminder: Callable[[Any], str]
    wait: str = WAIT
    report: Callable[[Any], Result] = lambda world: {
        "current_time": world.calendar.stamp_iso(world.minute),
        "day": world.day,
    }
    aliases: dict[str, str] = {}  # noqa: RUF012
    """Other names of tools."""

    def find(self, name: str) -> Tool | None:
        """Return the tool of that name or alias."""
        return self.tools.get(self.aliases.get(name, name))


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
    rows: tuple[str, ...] = ()
    page: int = 1


_OVER: Final = "the episode has ended; nothing more can be done"


def take_turn(world: World[Any], toolbox: Toolbox, calls: Sequence[Call]) -> list[Answer]:
    """Carry out one turn's calls and return their answers in the order of the calls."""
    if world.has_ended:
        return [_refused(world, call.tool) for call in calls]
    calls = tuple([_storable(call) for call in calls])
    world.catch_up()
    world.emit(TurnTaken, turn=world.turn + 1, calls=calls)
    started, answers = world.today, dict.fromkeys(range(len(calls)))
    order = _order(calls, toolbox.wait)
    first_wait = order[-1] if order and calls[order[-1]].tool == toolbox.wait else -1
    for index in order:
        call = calls[index]
        if call.tool != toolbox.wait:
            done = _carry_out(world, toolbox, call)
        elif index == first_wait:
            done = _wait(world, toolbox, call, started)
        else:
            done = _waited_twice()
        last = index == order[-1]
        answers[index] = _answer(world, toolbox, call, index, done, last=last)
        if last and world.is_over:
            world.end()
        world.tape.commit()
        if not last:
            world.catch_up()
    world.tape.commit()
    return [answer for answer in answers.values() if answer is not None]


def _storable(call: Call) -> Call:
    """Return the call with whatever UTF-8 cannot hold written as an escape."""
    if call.arguments.isascii() and call.tool.isascii():
        return call
    return Call(clean_text(call.tool), clean_text(call.arguments))


def _order(calls: Sequence[Call], wait: str) -> list[int]:
    """Return the order of carrying out: as given, but the first wait after everything else."""
    order = list(range(len(calls)))
    for index, call in enumerate(calls):
        if call.tool == wait:
            order.append(order.pop(index))
            break
    return order


def _wait(world: World[Any], toolbox: Toolbox, call: Call, started: int) -> _Done:
    try:
        raw = parse(call.arguments)
        if toolbox.tools[call.tool].strict:
            read(toolbox.tools[call.tool], raw)
    except BadArguments as error:
        return _failure(f"{call.tool}: {error}")
    if not world.is_over and world.today == started:
        world.sleep()
    return _Done(toolbox.report(world))


def _waited_twice() -> _Done:
    return _Done({"note": "a turn ends one day at most; this wait was not needed"})


def _carry_out(world: World[Any], toolbox: Toolbox, call: Call) -> _Done:
    if world.is_over:
        return _failure(_OVER)
    tool = toolbox.find(call.tool)
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
    failed = bool(result.get("error")) and "message" not in result
    page = getattr(arguments, "page", None) or 1
    return _Done(result, tool.minutes, failed, tool.rows, page)


def _failure(text: str, minutes: int = 0) -> _Done:
    return _Done({"success": False, "error": text}, minutes, failed=True)


def _refused(world: World[Any], tool: str) -> Answer:
    result = _common(world) | _failure(_OVER).result
    return Answer(tool, result, present(result), failed=True)


def _common(world: World[Any]) -> Result:
    """Return the fields every answer begins with."""
    head: Result = {}
    if world.is_over:
        head |= {"episode_ended": True, "termination_reason": world.state.reason}
    head["current_time"] = world.stamp()
    return head


def _answer(
    world: World[Any], toolbox: Toolbox, call: Call, index: int, done: _Done, *, last: bool
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
    result = head | _common(world) | done.result
    if done.rows == (ITSELF,):
        text = present(result, page=done.page, table=tuple(done.result))
    else:
        text = present(result, done.rows, done.page)
    world.emit(
        ToolAnswered,
        turn=world.turn,
        index=index,
        tool=call.tool,
        minutes=done.minutes,
        answer=msgspec.Raw(text),
        failed=done.failed,
        notices=delivered,
    )
    return Answer(call.tool, result, text, done.failed)
