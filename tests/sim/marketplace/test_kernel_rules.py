"""Goal: each rule of the kernel taken alone (rule book §17.5 to §17.9).

Method: a price frame to count with in one's head, scripted draws, figures worked out by hand.
"""

from math import exp

import pytest

from sim.marketplace.kernel import Frame, open_talks, respond
from sim.marketplace.templates import Template, template
from tests.worlds import Script, Threshold

FRAME = Frame(100.0, 50.0, 75.0, 50.0, 112.5, 100.0)
"""Floor 50, scale 100."""

TOUGH, FRIENDLY = template("Tough", ""), template("Friendly", "")
ENTHUSIASTIC, UNPREDICTABLE = template("Enthusiastic", ""), template("Unpredictable", "")
PROFESSIONAL, STRATEGIC = template("Professional", ""), template("Strategic", "")
BAD = template("Adversarial", "vip_fee")


def compared(style: Template, offers: list[float], round_: int) -> list[float]:
    """Return the probabilities that uniforms were compared with."""
    threshold = Threshold()
    respond(FRAME, style, 100.0, offers, round_, Script(threshold))
    return threshold.seen


def counter(style: Template, offers: list[float], last: float = 100.0, noise: float = 0.0) -> float:
    verdict = respond(FRAME, style, last, offers, 2, Script(1.0, noise))
    assert verdict.decision == "Offer"
    assert verdict.price is not None
    return verdict.price


@pytest.mark.parametrize(
    ("offers", "leaning"),
    [
        ([70.0], 6 * 0.2 + 0.5),
        ([50.0, 70.0], 6 * 0.2 + 0.5 - 2.25 * 0.2),  # a step of a fifth is not rigid
        ([50.0, 60.0], 6 * 0.1 + 0.5 - 2.25 * 0.1),  # nor is one of exactly a tenth
        ([50.0, 59.0], 6 * 0.09 + 0.5 - 2.25 * 0.09 - 1.2),
        ([50.0, 50.0], 0.5 - 1.2),
        ([80.0, 60.0], 6 * 0.1 + 0.5 + 2.25 * 0.2 - 1.2),  # taking back counts as speed below zero
        ([0.0, 50.0, 60.0, 95.0, 95.0], 6 * 0.45 + 0.5 - 2.25 * 0.15 - 1.2),  # the last three steps
    ],
)
def test_acceptance_weighs_price_urgency_and_the_last_three_steps(offers, leaning):
    # Round 10, where patience plays no part.
    assert compared(TOUGH, offers, 10) == [pytest.approx(1 / (1 + exp(-leaning)))]


def test_repeating_an_offer_pleases_the_conciliatory_and_annoys_the_aggressive():
    def change(style: Template) -> float:
        [once], [twice] = compared(style, [50.0], 3), compared(style, [50.0, 50.0], 3)
        return twice - once

    assert change(ENTHUSIASTIC) > 0
    assert change(FRIENDLY) == change(UNPREDICTABLE) == 0
    assert max(change(style) for style in (TOUGH, PROFESSIONAL, STRATEGIC, BAD)) < 0


@pytest.mark.parametrize(("offer", "round_"), [(35.0, 5), (37.0, 7), (40.0, 10), (45.0, 15)])
def test_below_the_floor_distance_and_time_make_the_supplier_leave(offer, round_):
    # In each case 30 times the distance and 1.5 times the lateness make up for the 4.5.
    assert compared(TOUGH, [offer], round_) == [pytest.approx(0.5)]


@pytest.mark.parametrize("round_", [2, 3, 4])
def test_before_round_five_no_offer_below_the_floor_is_at_risk(round_):
    assert compared(TOUGH, [-1000.0], round_) == []


def test_a_uniform_equal_to_the_probability_neither_accepts_nor_leaves():
    for offers, round_ in (([50.0], 6), ([30.0], 6)):
        [p] = compared(TOUGH, offers, round_)
        assert respond(FRAME, TOUGH, 100.0, offers, round_, Script(p)).decision == "Offer"
        closing = respond(FRAME, TOUGH, 100.0, offers, round_, Script(p - 1e-12))
        assert closing.decision == ("Accept" if offers[0] >= 50 else "Reject")


def test_the_agreed_price_is_the_offer_even_above_the_quote():
    verdict = respond(FRAME, TOUGH, 100.0, [170.0], 2, Script(0.0))
    assert (verdict.decision, verdict.price) == ("Accept", 170.0)


def test_a_counter_offer_moves_towards_the_floor_and_less_after_large_steps():
    assert counter(TOUGH, [10.0]) == pytest.approx(100 - 0.16 * 50)
    assert counter(TOUGH, [10.0, 15.0]) == pytest.approx(100 - (0.16 - 2.6 * 0.05) * 50)
    assert counter(TOUGH, [10.0, 30.0]) == 100.0  # damped to a standstill
    assert counter(ENTHUSIASTIC, [10.0, 20.0]) == pytest.approx(100 - (0.416 - 0.045) * 50)
    assert counter(ENTHUSIASTIC, [20.0, 10.0]) == pytest.approx(100 - 0.416 * 50)
    # Of a step back and one of 0.3 forward only the latter damps, at half its size.
    assert counter(ENTHUSIASTIC, [20.0, 10.0, 40.0]) == pytest.approx(100 - (0.416 - 0.0675) * 50)


def test_noise_cannot_push_a_quote_up_or_below_the_floor():
    assert counter(TOUGH, [10.0], noise=-1.0) == pytest.approx(100 - 0.16 * 50 - 0.01 * 100)
    assert counter(UNPREDICTABLE, [10.0], noise=1.0) == pytest.approx(100 - 0.288 * 50 + 0.08 * 100)
    assert counter(TOUGH, [10.0], noise=1e3) == 100.0
    assert counter(TOUGH, [10.0], noise=-1e3) == 50.0


def test_a_quote_is_not_undercut_by_the_bid_it_answers():
    assert counter(TOUGH, [91.9]) == pytest.approx(92.0)
    assert counter(TOUGH, [95.0]) == 98.0
    assert counter(TOUGH, [99.0]) == 100.0
    assert counter(TOUGH, [120.0]) == 100.0  # lower than the bid: quotes never rise


def calls(style: Template, offer: float, round_: int, uniform: float) -> str:
    script = Script(uniform)
    respond(FRAME, style, 100.0, [offer], round_, script)
    return "".join(script.calls)


@pytest.mark.parametrize(
    ("style", "cue", "mood"),
    [(ENTHUSIASTIC, "P", "N"), (FRIENDLY, "P", "N"), (UNPREDICTABLE, "P", "N"),
     (PROFESSIONAL, "", ""), (STRATEGIC, "", ""), (TOUGH, "", ""), (BAD, "", "")],
)  # fmt: skip
def test_draws_come_in_the_published_order(style, cue, mood):
    script = Script()
    open_talks(FRAME, style, script)
    assert "".join(script.calls) == "N" + cue + mood
    assert calls(style, 60.0, 2, 0.0) == "U" + mood  # accepted
    assert calls(style, 20.0, 5, 0.0) == "U" + mood  # walked away
    assert calls(style, 60.0, 2, 1.0) == "UN" + cue + mood
    assert calls(style, 20.0, 5, 1.0) == "UN" + cue + mood
    assert calls(style, 20.0, 4, 0.0) == "N" + cue + mood


@pytest.mark.parametrize(
    ("style", "strategy", "sentiment"),
    [(PROFESSIONAL, "Hold", "neutral"), (STRATEGIC, "Hold", "neutral"),
     (TOUGH, "Pressure", "negative"), (BAD, "Pressure", "negative")],
)  # fmt: skip
def test_some_temperaments_always_show_the_same_cues(style, strategy, sentiment):
    verdict = respond(FRAME, style, 100.0, [20.0], 2, Script())
    assert (verdict.strategy, verdict.sentiment) == (strategy, sentiment)


@pytest.mark.parametrize(
    ("style", "mean", "sd"), [(ENTHUSIASTIC, 1.0, 0.75), (FRIENDLY, 0.0, 0.75),
                              (UNPREDICTABLE, 0.0, 2.0)],
)  # fmt: skip
def test_a_mood_is_a_normal_with_two_thresholds(style, mean, sd):
    def mood(z: float) -> str:
        script = Script(0.0, (z - mean) / sd)
        verdict = respond(FRAME, style, 100.0, [60.0], 2, script)
        assert script.normals == [(mean, sd)]
        return verdict.sentiment

    assert [mood(z) for z in (0.51, 0.5, 0.0, -0.5, -0.51)] == [
        "positive", "neutral", "neutral", "neutral", "negative"
    ]  # fmt: skip


def test_a_drawn_strategy_weighs_the_step_the_stance_and_the_time():
    # From 100 the friendly supplier moves 15.1 of 50 towards its floor; round 10 is full time.
    script = Script()
    respond(FRAME, FRIENDLY, 100.0, [40.0], 10, script)
    # The logits are 0.404, 0.5 and 0.098.
    assert script.weights == pytest.approx((0.35247, 0.38798, 0.25955), abs=1e-5)
    script = Script()
    open_talks(FRAME, ENTHUSIASTIC, script)
    # Before any step: 1 - 0.2, 0, and -1 + 2 * (0.31623 - 0.8).
    total = exp(0.8) + 1 + exp(-1.96754)
    expected = (exp(0.8) / total, 1 / total, exp(-1.96754) / total)
    assert script.weights == pytest.approx(expected, abs=1e-5)
    script = Script()
    open_talks(FRAME, UNPREDICTABLE, script)
    scores = [exp(x / 2.5) for x in (-0.2, 0.5, -0.96754)]
    assert script.weights == pytest.approx([s / sum(scores) for s in scores], abs=1e-5)
