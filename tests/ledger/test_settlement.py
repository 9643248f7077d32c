"""Goal: the day's order is what the rule book says (§2.4, §5), and ticks order it.

Method: the published table as literals; properties of the tick arithmetic.
"""

from hypothesis import given
from hypothesis import strategies as st

from ledger.settlement import (
    ACTING,
    DELIVERIES,
    FINALISE,
    MATURITY,
    OPEN,
    PHASES,
    RETURNS,
    STEPS,
    Step,
    day_of,
    minute_of,
    tick_of,
)

ALL = (*STEPS, FINALISE, ACTING)
days = st.integers(0, 100_000)
minutes = st.integers(0, 1439)
steps = st.sampled_from(ALL)


def test_the_steps_are_those_of_the_rule_book_in_its_order():
    names = "open ops idle storage sales lapse returns maturity deliveries news reputation "
    assert " ".join(step.name for step in STEPS) == names + "solvency close"
    assert [step.phase for step in STEPS] == list(range(13))


def test_phases_rise_strictly_and_end_before_the_agent_acts():
    phases = [step.phase for step in ALL]
    assert phases == sorted(set(phases))
    assert (FINALISE.phase, ACTING.phase, PHASES) == (13, 15, 16)


def test_refunds_come_before_escrow_matures_and_deliveries_after():
    assert RETURNS < MATURITY < DELIVERIES


def test_play_starts_in_minute_480_and_mornings_are_1440_minutes_apart():
    assert tick_of(0, OPEN) == 480 * 16
    assert tick_of(3, ACTING) == (3 * 1440 + 480) * 16 + 15


@given(days, steps, minutes)
def test_day_minute_and_phase_can_be_read_back_from_a_tick(day, step, minute):
    tick = tick_of(day, step, minute)
    assert (day_of(tick), minute_of(tick) % 1440, tick % 16) == (day, minute, step.phase)
    assert tick == minute_of(tick) * 16 + step.phase


moments = st.tuples(days, minutes, steps)


@given(moments, moments)
def test_ticks_order_by_day_then_minute_then_phase(one, other):
    def tick(moment: tuple[int, int, Step]) -> int:
        day, minute, step = moment
        return tick_of(day, step, minute)

    def place(moment: tuple[int, int, Step]) -> tuple[int, int, int]:
        return (*moment[:2], moment[2].phase)

    assert (tick(one) < tick(other)) == (place(one) < place(other))
