"""The leaderboard: agents ranked by what they were left with, and what each of them is good at.

Agents are ranked only against those who played under the same settings, and one stands above
another only where the two can be told apart; until then they share a range of ranks. Definitions:
docs/metrics.md, "The board".
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

import msgspec

from projections import statistics as stats
from projections.compare import Difference, contrast, judged, winner
from projections.metric import Metric
from projections.pairing import DRIFTING, settings_of
from projections.scored import LeftOut, Scored, ended, pooled, values

RANKED_BY: Final = "final_assets"

DIMENSIONS: Final = (
    ("primary", "multiplier"),
    ("negotiation", "se_plus"),
    ("fraud", "bad_spend_pct"),
    ("solvency", "drawdown_over_peak"),
    ("efficiency", "profit_per_call"),
    ("operations", "controllable_points"),
    ("learning", "anchor_ratio"),
)
"""The dimensions of an agent's profile, each told by one metric."""


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """An agent on one dimension."""

    dimension: str
    metric: str
    episodes: int
    """Those in which the metric is defined."""
    value: float | None
    """Pooled over the episodes, in the metric's unit."""
    position: float | None
    """Where it stands among the board's agents: 0 the worst, 100 the best, ties in the middle of
    the places they share."""
    undefined: str = ""
    """Why there is no value, or no position."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """An agent on a board."""

    agent: str
    episodes: int
    highest_rank: int
    """1 and the agents that stand above it."""
    lowest_rank: int
    """The number of agents less those that stand below it."""
    mean: float
    """Final assets, micro-yuan."""
    interval: stats.Interval | None
    """Of the mean; None of a single episode."""
    profile: tuple[Position, ...]


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """Agents that played under the same settings, best mean first."""

    world: str
    rules: str
    draws: str
    days: int
    opening_balance: int
    standings: tuple[Standing, ...]
    differences: tuple[Difference, ...]
    """Final assets of each two agents, tested together."""
    notes: tuple[str, ...] = ()


class Boards(msgspec.Struct, frozen=True, kw_only=True):
    """A board for each of the settings, and the episodes on none."""

    boards: tuple[Board, ...]
    left_out: tuple[LeftOut, ...]


def needed(metrics: Mapping[str, Metric]) -> tuple[str, ...]:
    """Return the names of all metrics that a board reads."""
    names = [RANKED_BY]
    for _, name in DIMENSIONS:
        names += [name, *(metrics[name].over or ())]
    return tuple(dict.fromkeys(names))


def board(scored: Sequence[Scored], metrics: Mapping[str, Metric]) -> Boards:
    """Rank agents by their mean final assets, on one board for each of the settings.

    Args:
        metrics: every metric by name, as `projections.score.METRICS`.
    """
    whole, left_out = ended(scored)
    alike: dict[tuple[str | int, ...], list[Scored]] = {}
    for each in whole:
        alike.setdefault(settings_of(each), []).append(each)
    boards = tuple(_board(alike[settings], metrics) for settings in sorted(alike))
    return Boards(boards=boards, left_out=left_out)


def _board(scored: Sequence[Scored], metrics: Mapping[str, Metric]) -> Board:
    first = scored[0]
    agents: dict[str, list[Scored]] = {}
    for each in sorted(scored, key=lambda each: (each.agent, each.seed, each.episode)):
        agents.setdefault(each.agent, []).append(each)
    found: list[Difference] = []
    notes: list[str] = []
    for one, other in combinations(agents.items(), 2):
        pairing, differences = contrast(one, other, [RANKED_BY])
        found += differences
        told = f"{pairing.a}, {pairing.b}"
        notes += [f"{told}: {note}" for note in pairing.notes if note != DRIFTING]
    if any(each.paired and first.draws != "keyed" for each in found):
        notes.append(DRIFTING)
    tested = judged(found)
    profiles = _profiles(agents, metrics)
    standings = [_standing(agent, agents, tested, profiles[agent]) for agent in agents]
    return Board(
        world=first.world,
        rules=first.rules,
        draws=first.draws,
        days=first.days,
        opening_balance=first.opening_balance,
        standings=tuple(sorted(standings, key=lambda each: -each.mean)),
        differences=tested,
        notes=tuple(notes),
    )


def _standing(
    agent: str,
    agents: Mapping[str, Sequence[Scored]],
    differences: Iterable[Difference],
    profile: tuple[Position, ...],
) -> Standing:
    winners = [(each, winner(each)) for each in differences if agent in (each.a, each.b)]
    above = [each for each, name in winners if name not in (None, agent)]
    below = [each for each, name in winners if name == agent]
    final = values(agents[agent], RANKED_BY)
    mean = stats.mean(final)
    if mean is None:
        raise ValueError(f"{agent}: no ended episode has its {RANKED_BY}")
    return Standing(
        agent=agent,
        episodes=len(final),
        highest_rank=1 + len(above),
        lowest_rank=len(agents) - len(below),
        mean=mean,
        interval=stats.mean_interval(final, f"{RANKED_BY}/mean"),
        profile=profile,
    )


def _profiles(
    agents: Mapping[str, Sequence[Scored]], metrics: Mapping[str, Metric]
) -> dict[str, tuple[Position, ...]]:
    """Return each agent's place on every dimension."""
    profiles: dict[str, list[Position]] = {agent: [] for agent in agents}
    for dimension, name in DIMENSIONS:
        metric = metrics[name]
        found = {agent: pooled(metric, scored) for agent, scored in agents.items()}
        known = [value for value in found.values() if value is not None]
        for agent, value in found.items():
            place = None if value is None else position(value, known, metric.better)
            why = metric.undefined if value is None else "no other agent has a value"
            profiles[agent].append(
                Position(
                    dimension=dimension,
                    metric=name,
                    episodes=len(values(agents[agent], name)),
                    value=value,
                    position=place,
                    undefined="" if place is not None else why,
                )
            )
    return {agent: tuple(profile) for agent, profile in profiles.items()}


def position(value: float, among: Sequence[float], better: str) -> float | None:
    """Return where a value stands among all values, itself included: 0 the worst, 100 the best.

    Equal values stand in the middle of the places they share; None of a single value.
    """
    if len(among) < 2:
        return None
    lower = sum(1 for each in among if each < value)
    higher = sum(1 for each in among if each > value)
    worse, tied = higher if better == "lower" else lower, len(among) - 1 - lower - higher
    return 100 * (2 * worse + tied) / (2 * (len(among) - 1))
