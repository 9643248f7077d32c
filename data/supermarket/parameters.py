"""The supermarket's constants, and the presets that differ in what they switch on.

A `Preset` is everything that can be configured beside seed, days and opening balance; it is written
whole into an episode's first event. Rules: docs/rules/supermarket.md §2.
"""

import math
from typing import Final

import msgspec

START_DATE: Final = "1991-09-07"
WEEK_ZERO: Final = "1989-09-07"
"""Weeks, and with them the season, are counted from here."""
SEASON_WEEKS: Final = 52
NOISE_DIVISOR: Final = 5

RATING_WINDOW_DAYS: Final = 60
RATING_WINDOWS: Final = 20
"""How many windows a product's ratings are looked for in, each 60 days longer than the last."""

STAR_COUNTS: Final = (21, 9, 6, 14, 50)
"""How customers rate on the whole, 1 to 5 stars, before the quality tilts it."""
TILT_LIMIT: Final = 10.0
TILT_STEPS: Final = 50
TILT_TOLERANCE: Final = 1e-4

RETURN_CURVE: Final = (0.005, -1 / 15, 0.325, -11 / 15, 0.77)
"""Return probability by quality: a quartic, highest power first."""
RETURN_BOUNDS: Final = (0.02, 0.30)
RETURN_UNKNOWN: Final = 0.08

DIMENSIONS: Final = ("price", "quality", "other")
COMPLAINT_STARS: Final = 3
POOR_QUALITY: Final = 3
DEAR_FACTOR: Final = 3
QUALITY_WEIGHTS: Final = (0.1, 0.8, 0.1)
PRICE_WEIGHTS: Final = (0.8, 0.1, 0.1)

LEAD_UNKNOWN: Final = (3, 7)
NEWS_RUN_DAYS: Final = (3, 5)
ORDER_UNITS_MIN: Final = 10_000
"""An order may always hold this many units; more where the store is larger."""

NEWS_RATIOS: Final = {
    "neutral": 0.90,
    "single_category": 0.02,
    "macro_all": 0.03,
    "sku_level": 0.05,
}
NEWS_WEIGHTS: Final = {
    "neutral": 0.0,
    "macro_all": 1.0,
    "single_category": 1.0,
    "sku_level": 1.2,
}

POWER: Final = "power"
LEGACY: Final = "legacy"


class Preset(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a store is like. Money in micro-units."""

    name: str = "hard_v2"
    rent: int = 600_000_000
    capacity: int = 15_000
    """Units of storage."""
    shelf: int | None = 40
    """Products on the shelf; None: no limit, and the shelf does not matter."""
    aggregation: str = POWER
    """How a category's demand is made of its products': `power` or `legacy`."""
    rho: float = 3.0
    effects: dict[str, float] = {}
    """Legacy: how much its siblings take from a product, by category."""
    effect: float = 0.0
    """The same for categories that are not named."""
    review_ratio: float | None = 0.05
    """Reviews per unit sold; None: neither reviews nor returns."""
    news: bool = True
    news_daily: int = 20
    news_scale: float = 0.8
    news_cap: float | None = 0.5
    news_ratios: dict[str, float] = msgspec.field(default_factory=lambda: dict(NEWS_RATIOS))
    """How often an item is of each mode."""
    news_weights: dict[str, float] = msgspec.field(default_factory=lambda: dict(NEWS_WEIGHTS))
    """How strongly an item of each mode acts."""
    patience: int = 5
    """Mornings in a row below zero that end the episode; 0: none do."""

    def __post_init__(self) -> None:
        """Refuse what no store can be run with; raises ValueError."""
        for name in ("rent", "capacity", "news_daily", "patience"):
            _require(name, getattr(self, name), int)
        for name in ("rho", "effect", "news_scale"):
            _require(name, getattr(self, name), float)
        _require("shelf", self.shelf, int, or_none=True)
        for name in ("review_ratio", "news_cap"):
            _require(name, getattr(self, name), float, or_none=True)
        for name in ("effects", "news_ratios", "news_weights"):
            _require_numbers(name, getattr(self, name))
        if not isinstance(self.name, str):
            raise ValueError(f"name must be a text, not {self.name!r}")
        if not isinstance(self.news, bool):
            raise ValueError(f"news must be True or False, not {self.news!r}")
        if self.aggregation not in (POWER, LEGACY):
            raise ValueError(f"aggregation must be power or legacy, not {self.aggregation!r}")
        if not 0 <= self.rent <= 10**15:
            raise ValueError(f"rent must lie between 0 and 10**15 micro-units, not {self.rent}")
        if not 1 <= self.capacity <= 1_000_000:
            raise ValueError(f"capacity must lie between 1 and 1,000,000, not {self.capacity}")
        if self.shelf is not None and self.shelf < 1:
            raise ValueError(f"shelf must be at least 1, not {self.shelf}")
        if not 0.1 <= self.rho <= 10:
            raise ValueError(f"rho must lie between 0.1 and 10, not {self.rho}")
        if self.review_ratio is not None and not 0 <= self.review_ratio <= 1:
            raise ValueError(f"review_ratio must lie between 0 and 1, not {self.review_ratio}")
        if not 0 <= self.news_daily <= 1_000:
            raise ValueError(f"news_daily must lie between 0 and 1,000, not {self.news_daily}")
        if min(self.news_ratios.values(), default=0.0) < 0 or not any(self.news_ratios.values()):
            raise ValueError("news_ratios must be 0 or more, and not all of them 0")
        if self.patience < 0:
            raise ValueError(f"patience must be 0 or more mornings, not {self.patience}")


def _require(name: str, value: object, kind: type, *, or_none: bool = False) -> None:
    """Raise ValueError unless it is a whole number (int) or a finite one (float), or None."""
    fits = type(value) is int or (kind is float and _is_finite(value))
    if not fits and not (or_none and value is None):
        wanted = ("a whole number" if kind is int else "a number") + " or None" * or_none
        raise ValueError(f"{name} must be {wanted}, not {value!r}")


def _require_numbers(name: str, value: object) -> None:
    if not isinstance(value, dict) or not all(
        isinstance(key, str) and (type(each) is int or _is_finite(each))
        for key, each in value.items()
    ):
        raise ValueError(f"{name} must be numbers by name, not {value!r}")


def _is_finite(value: object) -> bool:
    return type(value) is float and math.isfinite(value)


_LEGACY: Final = Preset(
    aggregation=LEGACY,
    shelf=None,
    effect=-0.1,
    review_ratio=0.02,
    news_scale=0.4,
    news_cap=None,
)


def _preset(base: Preset, **changes: object) -> Preset:
    return msgspec.structs.replace(base, **changes)


PRESETS: Final[dict[str, Preset]] = {
    "hard_v2": Preset(),
    "hard": _preset(_LEGACY, name="hard"),
    "middle": _preset(_LEGACY, name="middle", rent=200_000_000, capacity=10_000, news=False),
    "easy": _preset(_LEGACY, name="easy", rent=0, capacity=10_000, news=False),
}
ALIASES: Final = {
    "dynamic_hard_v2": "hard_v2",
    "stress_hard": "hard_v2",
    "dynamic_hard": "hard",
    "dynamic_middle": "middle",
    "still_hard": "middle",
    "ultra_easy": "easy",
    "still_middle": "easy",
}
OPENING: Final = {
    "hard_v2": 30_000_000_000,
    "hard": 30_000_000_000,
    "middle": 25_000_000_000,
    "easy": 5_000_000_000,
}
"""Opening balance in micro-units."""
CATEGORIES: Final = {"hard_v2": 20, "hard": 20, "middle": 10, "easy": 3}
"""How many categories the store sells; which ones, the world's folder says."""


def preset_named(name: str) -> Preset:
    """Return the preset of a name or alias.

    Raises:
        ValueError: there is none.
    """
    found = PRESETS.get(ALIASES.get(name, name))
    if found is None:
        raise ValueError(f"there is no preset {name!r}; the presets are {', '.join(PRESETS)}")
    return found
