"""How each kind of supplier bargains: the constants behind six temperaments and five scams.

Rules: docs/rules/marketplace.md §17.
"""

from functools import cache
from typing import Final, NamedTuple

CONCILIATORY: Final = "conciliatory"
NEUTRAL: Final = "neutral"
AGGRESSIVE: Final = "aggressive"
STANCES: Final = (CONCILIATORY, NEUTRAL, AGGRESSIVE)


class Preset(NamedTuple):
    """Behaviour by stance (conciliatory, neutral, aggressive); noise is relative to the range."""

    speed: tuple[float, float, float]
    rigidity: tuple[float, float, float]
    damping: tuple[float, float, float]
    noise: float


INSTRUMENTAL: Final = Preset((0.0, -0.25, -0.75), (0.40, 0.0, -0.50), (0.30, 0.50, 1.00), 0.01)
REACTIVE: Final = Preset((0.0, -0.75, -1.50), (0.40, 0.0, -0.75), (0.45, 0.90, 1.80), 0.03)
STOCHASTIC: Final = Preset((0.0, -0.50, -1.10), (0.35, 0.0, -0.60), (0.35, 0.70, 1.40), 0.08)
HARDBALL: Final = Preset((-0.25, -1.25, -2.25), (0.0, -0.50, -1.20), (0.60, 1.40, 2.60), 0.01)

FAMILIES: Final = {
    "Candid": INSTRUMENTAL,
    "Taciturn": INSTRUMENTAL,
    "Expressive": REACTIVE,
    "Strategic": REACTIVE,
    "Stochastic": STOCHASTIC,
    "Adversarial": HARDBALL,
}
FAMILY_OF: Final = {
    "Friendly": "Candid",
    "Professional": "Taciturn",
    "Enthusiastic": "Expressive",
    "Strategic": "Strategic",
    "Unpredictable": "Stochastic",
    "Tough": "Adversarial",
    "Adversarial": "Adversarial",
}

URGENCY_OF: Final = {
    "Enthusiastic": (0.70, CONCILIATORY),
    "Friendly": (0.65, NEUTRAL),
    "Unpredictable": (0.60, NEUTRAL),
    "Professional": (0.60, AGGRESSIVE),
    "Strategic": (0.55, AGGRESSIVE),
    "Tough": (0.50, AGGRESSIVE),
}
"""Honest personality -> (urgency to sell, stance)."""

VIP_FEE: Final = "vip_fee"
FUTURE_DISCOUNT: Final = "future_discount"
FAKE_URGENCY: Final = "fake_urgency"
QTY_BAIT: Final = "qty_bait"
QUALITY_DOWNGRADE: Final = "quality_downgrade"


class Scam(NamedTuple):
    """How a scam bargains, and by how much it inflates its floor."""

    urgency: float
    stance: str
    floor_multiplier: float


SCAMS: Final = {
    VIP_FEE: Scam(0.15, AGGRESSIVE, 1.5),
    FUTURE_DISCOUNT: Scam(0.20, AGGRESSIVE, 1.5),
    FAKE_URGENCY: Scam(0.20, AGGRESSIVE, 1.5),
    QTY_BAIT: Scam(0.35, NEUTRAL, 1.0),
    QUALITY_DOWNGRADE: Scam(0.35, NEUTRAL, 1.0),
}

DRAWN_CUES: Final = ("Candid", "Expressive", "Stochastic")
"""Families whose cues are drawn; Adversarial always presses, the others always hold."""


class Template(NamedTuple):
    """One supplier's bargaining constants."""

    family: str
    urgency: float
    stance: str
    speed_weight: float
    rigidity_weight: float
    damping: float
    noise: float
    harshness: float
    """How far above its floor it opens: 0.5 soft to 1.5 hard."""


@cache
def template(personality: str, fraud: str) -> Template:
    """Return the constants of a supplier; `fraud` is empty for an honest one."""
    family = FAMILY_OF.get(personality, "Candid")
    if fraud:
        urgency, stance, _ = SCAMS[fraud]
    else:
        urgency, stance = URGENCY_OF.get(personality, (0.5, NEUTRAL))
    preset, at = FAMILIES[family], STANCES.index(stance)
    lean = 0.15 * (stance == AGGRESSIVE) - 0.15 * (stance == CONCILIATORY)
    return Template(
        family=family,
        urgency=urgency,
        stance=stance,
        speed_weight=preset.speed[at],
        rigidity_weight=preset.rigidity[at],
        damping=preset.damping[at],
        noise=preset.noise,
        harshness=min(1.5, max(0.5, 1 - 0.3 * urgency + lean)),
    )
