"""The leaderboard: agents ranked by what they were left with, and what each of them is good at.

Agents are ranked only against those who played under the same settings, and one stands above
another only where the two can be told apart; until then they share a range of ranks. Definitions:
docs/metrics.md, "The board".
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Final

import msgspec

from projections import statistics as stats
from projections.compare import Difference, contrast, judged, winner
from projections.metric import Metric
from projections.pairing import DRIFTING, SHARED_LUCK, settings_of
from projections.retail_baseline import SUPERMARKET, DoNothing, baseline_of
from projections.scored import LeftOut, Scored, ended, pooled, values

Dimensions = tuple[tuple[str, str], ...]
"""The dimensions of an agent's profile, each told by one metric."""

_MARKETPLACE: Final = "marketplace"

RANKED_BY: Final = {_MARKETPLACE: "final_assets", SUPERMARKET: "final_net_worth"}
"""The primary metric of each scenario."""

DIMENSIONS: Final[dict[str, Dimensions]] = {
    _MARKETPLACE: (
        ("primary", "multiplier"),
        ("negotiation", "se_plus"),
        ("fraud", "bad_spend_pct"),
        ("solvency", "drawdown_over_peak"),
        ("efficiency", "profit_per_call"),
        ("operations", "controllable_points"),
        ("learning", "anchor_ratio"),
    ),
    SUPERMARKET: (
        ("primary", "final_net_worth"),
        ("survival", "survival_days"),
        ("attention", "high_demand_coverage"),
        ("evidence", "query_depth"),
        ("suppliers", "supplier_quality"),
        ("prices", "price_close"),
        ("follow-up", "resolved_early"),
    ),
}

MetricsOf = Callable[[str], Mapping[str, Metric]]
"""A scenario's name -> its metrics by name, as `projections.score.metrics_of`."""


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
    """Of the board's primary metric, in its unit."""
    interval: stats.Interval | None
    """Of the mean; None of a single episode."""
    profile: tuple[Position, ...]


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """Agents that played under the same settings, best mean first."""

    scenario: str
    ranked_by: str
    """The scenario's primary metric."""
    world: str
    rules: str
    draws: str
    days: int
    opening_balance: int
    options: str
    """Settings of the scenario's own, as canonical JSON."""
    standings: tuple[Standing, ...]
    differences: tuple[Difference, ...]
    """The primary metric of each two agents, tested together."""
    do_nothing: DoNothing | None = None
    """What doing nothing comes to; None outside the supermarket."""
    notes: tuple[str, ...] = ()


class Boards(msgspec.Struct, frozen=True, kw_only=True):
    """A board for each of the settings, and the episodes on none."""

    boards: tuple[Board, ...]
    left_out: tuple[LeftOut, ...]


def dimensions_of(scenario: str) -> Dimensions:
    """Return a scenario's dimensions; those of the marketplace for one that nobody knows."""
    return DIMENSIONS.get(scenario, DIMENSIONS[_MARKETPLACE])


def ranked_by(scenario: str) -> str:
    """Return a scenario's primary metric; the marketplace's for one that nobody knows."""
    return RANKED_BY.get(scenario, RANKED_BY[_MARKETPLACE])


def needed(metrics_of: MetricsOf) -> tuple[str, ...]:
    """Return the names of all metrics that boards of any scenario read."""
    names = []
    for scenario, dimensions in DIMENSIONS.items():
        names.append(ranked_by(scenario))
        for _, name in dimensions:
            names += [name, *(metrics_of(scenario)[name].over or ())]
    return tuple(dict.fromkeys(names))


def board(scored: Sequence[Scored], metrics_of: MetricsOf) -> Boards:
    """Rank agents by the mean of their scenario's primary metric, a board for each of the settings.

    Episodes of two scenarios are never on one board: their rules are a part of the settings.
    """
    whole, left_out = ended(scored)
    alike: dict[tuple[str | int, ...], list[Scored]] = {}
    for each in whole:
        primary = ranked_by(each.scenario)
        if each.figures.get(primary) is None:
            left_out = (*left_out, LeftOut(each.episode, f"{each.status} without a {primary}"))
            continue
        alike.setdefault(settings_of(each), []).append(each)
    boards = tuple(_board(alike[settings], metrics_of) for settings in sorted(alike))
    return Boards(boards=boards, left_out=left_out)


def _board(scored: Sequence[Scored], metrics_of: MetricsOf) -> Board:
    first = scored[0]
    primary = ranked_by(first.scenario)
    agents: dict[str, list[Scored]] = {}
    for each in sorted(scored, key=lambda each: (each.agent, each.seed, each.episode)):
        agents.setdefault(each.agent, []).append(each)
    found: list[Difference] = []
    notes: list[str] = []
    for one, other in combinations(agents.items(), 2):
        pairing, differences = contrast(one, other, [primary])
        found += differences
        told = f"{pairing.a}, {pairing.b}"
        notes += [f"{told}: {note}" for note in pairing.notes if note != DRIFTING]
    if any(each.paired and first.draws not in SHARED_LUCK for each in found):
        notes.append(DRIFTING)
    tested = judged(found)
    profiles = _profiles(agents, dimensions_of(first.scenario), metrics_of(first.scenario))
    standings = [
        _standing(agent, values(agents[agent], primary), tested, profiles[agent], primary)
        for agent in agents
    ]
    return Board(
        scenario=first.scenario,
        ranked_by=primary,
        world=first.world,
        rules=first.rules,
        draws=first.draws,
        days=first.days,
        opening_balance=first.opening_balance,
        options=first.options,
        standings=tuple(sorted(standings, key=lambda each: -each.mean)),
        differences=tested,
        do_nothing=baseline_of(first),
        notes=tuple(notes),
    )


def _standing(
    agent: str,
    final: list[float],
    differences: Sequence[Difference],
    profile: tuple[Position, ...],
    primary: str,
) -> Standing:
    winners = [(each, winner(each)) for each in differences if agent in (each.a, each.b)]
    above = [each for each, name in winners if name not in (None, agent)]
    below = [each for each, name in winners if name == agent]
    mean = stats.mean(final)
    assert mean is not None
    return Standing(
        agent=agent,
        episodes=len(final),
        highest_rank=1 + len(above),
        lowest_rank=1 + len(winners) - len(below),
        mean=mean,
        interval=stats.mean_interval(final, f"{primary}/mean"),
        profile=profile,
    )


def _profiles(
    agents: Mapping[str, Sequence[Scored]], dimensions: Dimensions, metrics: Mapping[str, Metric]
) -> dict[str, tuple[Position, ...]]:
    """Return each agent's place on every dimension."""
    profiles: dict[str, list[Position]] = {agent: [] for agent in agents}
    for dimension, name in dimensions:
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
