"""The negotiation kernel: what a supplier answers to a price, as pure functions.

Everything a decision depends on is passed in: the price frame, the supplier's template, its last
quote, all offers of the cycle so far, the round, and the two named streams. Prices are IEEE doubles
and never rounded here. Rules: docs/rules/marketplace.md §17.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import exp, sqrt
from typing import Final, NamedTuple

from data.marketplace.tables import Category, Product
from sim.marketplace.templates import (
    AGGRESSIVE,
    CONCILIATORY,
    DRAWN_CUES,
    SCAMS,
    Template,
)
from sim.rng import KernelStreams

HORIZON: Final = 10
"""Rounds over which patience is scaled; no round limit follows from it."""
WALK_ROUND: Final = 5
"""From this round an offer below the floor may end the talks."""
OPENING_NOISE: Final = 0.02
UNDERCUT: Final = 0.03
STALL: Final = 0.10

OFFER: Final = "Offer"
ACCEPT: Final = "Accept"
REJECT: Final = "Reject"
ERROR: Final = "Error"

STRATEGIES: Final = ("Concede", "Hold", "Pressure")
_BIAS: Final = {CONCILIATORY: (1.0, 0.0, -1.0), AGGRESSIVE: (-1.0, 0.0, 1.0)}
_NEUTRAL_BIAS: Final = (0.0, 0.5, 0.0)


class Frame(NamedTuple):
    """The prices of one (supplier, SKU) pair, in yuan."""

    reference: float
    honest_floor: float
    list_price: float
    floor: float
    """The supplier's reservation price; above the honest floor for some scams."""
    ceiling: float
    range: float
    """The scale on which price differences count."""


class Verdict(NamedTuple):
    """A decision on an offer; `price` is the counter-offer, the offer itself, or None."""

    decision: str
    price: float | None
    sentiment: str
    strategy: str


def price_frame(product: Product, category: Category, fraud: str) -> Frame:
    """Return the price frame of a product at a supplier; `fraud` is empty for an honest one."""
    reference = product.reference_price
    honest_floor = round(reference * category.floor_ratio, 2)
    list_price = round(reference * category.wholesale_ratio, 2)
    floor = honest_floor
    if fraud:
        cap = round(reference * category.scam_cap_ratio, 2)
        inflated = min(honest_floor * SCAMS[fraud].floor_multiplier, cap, list_price)
        floor = round(max(honest_floor, inflated), 2)
    ceiling = 1.5 * list_price
    spread = max(1.0, ceiling - (floor if fraud else 0.0))
    return Frame(reference, honest_floor, list_price, floor, ceiling, spread)


def open_talks(frame: Frame, template: Template, streams: KernelStreams) -> float:
    """Return the supplier's opening quote (round 1), which the agent does not see."""
    slack = frame.ceiling - frame.floor
    reach = template.harshness * slack
    start = 0.7
    if reach >= 1e-9:
        start = min(0.99, max(0.0, (frame.list_price - frame.floor) / reach))
    quote = frame.floor + start * template.harshness * slack
    quote += streams.normal(0.0, OPENING_NOISE * frame.range)
    quote = min(max(quote, frame.floor), frame.ceiling)
    # The opening's cues are not shown, but their draws are part of the stream.
    _strategy(template, 1, 0.0, streams)
    _sentiment(template, streams)
    return quote


def respond(
    frame: Frame,
    template: Template,
    last: float,
    offers: Sequence[float],
    round_: int,
    streams: KernelStreams,
) -> Verdict:
    """Return the supplier's decision on the newest of `offers`, its own last quote being `last`."""
    offer = offers[-1]
    speed, magnitude, rigid = _history(offers, frame.range)
    above = (offer - frame.floor) / frame.range
    if above >= 0:
        lean = (
            6 * above
            + 1 * template.urgency
            - 2 * (1 - sqrt(round_ / HORIZON))
            + template.speed_weight * speed
            + template.rigidity_weight * rigid
        )
        if streams.uniform() < _logistic(lean):
            return Verdict(ACCEPT, offer, _sentiment(template, streams), "Concede")
    elif round_ >= WALK_ROUND:
        late = (round_ - WALK_ROUND) / (HORIZON - WALK_ROUND)
        if streams.uniform() < _logistic(-4.5 + 30 * -above + 1.5 * late):
            return Verdict(REJECT, None, _sentiment(template, streams), "Pressure")
    quote = _counter(frame, template, last, offer, magnitude, streams)
    moved = min(1.0, abs(quote - last) / (abs(last - frame.floor) + 1e-5))
    strategy = _strategy(template, round_, moved, streams)
    return Verdict(OFFER, quote, _sentiment(template, streams), strategy)


def _counter(
    frame: Frame,
    template: Template,
    last: float,
    offer: float,
    magnitude: float,
    streams: KernelStreams,
) -> float:
    step = (
        0.12
        + 0.28 * template.urgency
        - template.damping * magnitude
        - 0.10 * (template.stance == AGGRESSIVE)
        + 0.10 * (template.stance == CONCILIATORY)
    )
    step = min(1.0, max(0.0, step))
    noise = streams.normal(0.0, template.noise * frame.range)
    quote = min(max(last - step * (last - frame.floor) + noise, frame.floor), last)
    if quote < offer:
        quote = min(offer + UNDERCUT * frame.range, last)
    return quote


def _history(offers: Sequence[float], scale: float) -> tuple[float, float, float]:
    """Return speed, magnitude and rigidity of the agent's last three steps."""
    if len(offers) < 2:
        return 0.0, 0.0, 0.0
    tail = offers[-4:]
    steps = [(new - old) / scale for old, new in pairwise(tail)]
    speed = _total(steps) / len(steps)
    magnitude = _total([max(0.0, step) for step in steps]) / len(steps)
    return speed, magnitude, 1.0 if max(0.0, steps[-1]) < STALL else 0.0


def _total(values: Sequence[float]) -> float:
    """Add from left to right: sum() does otherwise from Python 3.12 on."""
    total = 0.0
    for value in values:
        total += value
    return total


def _logistic(x: float) -> float:
    if x >= 0:
        return 1 / (1 + exp(-x))
    e = exp(x)
    return e / (1 + e)


def _strategy(template: Template, round_: int, moved: float, streams: KernelStreams) -> str:
    if template.family == "Adversarial":
        return "Pressure"
    if template.family not in DRAWN_CUES:
        return "Hold"
    concede, hold, press = _BIAS.get(template.stance, _NEUTRAL_BIAS)
    deadline = sqrt(round_ / HORIZON)
    logits = (concede + 2 * (moved - 0.10), hold, press + 2 * (deadline - 0.80) - 1 * moved)
    if template.family == "Stochastic":
        logits = (logits[0] / 2.5, logits[1] / 2.5, logits[2] / 2.5)
    top = max(logits)
    weights = (exp(logits[0] - top), exp(logits[1] - top), exp(logits[2] - top))
    total = _total(weights)
    return STRATEGIES[streams.pick(tuple(weight / total for weight in weights))]


def _sentiment(template: Template, streams: KernelStreams) -> str:
    if template.family == "Adversarial":
        return "negative"
    if template.family not in DRAWN_CUES:
        return "neutral"
    mean = 1.0 * (template.stance == CONCILIATORY) - 1.0 * (template.stance == AGGRESSIVE)
    z = streams.normal(mean, 2.0 if template.family == "Stochastic" else 0.75)
    if z > 0.5:
        return "positive"
    return "negative" if z < -0.5 else "neutral"
