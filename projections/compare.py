"""Whether groups of episodes differ: each metric of each two groups, with the verdict's grounds.

Episodes are paired where that is possible; then what a seed made easy or hard cancels out. A group
is called higher only where an interval and a permutation test, adjusted for all tests made, agree;
everything else is a tie. Definitions: docs/metrics.md, "Comparing agents".
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import msgspec
from msgspec.structs import replace

from projections import statistics as stats
from projections.pairing import Pairing, Pairs, pair
from projections.retail_baseline import DoNothing, baselines
from projections.scored import LeftOut, Scored, ended, values

LABELS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TIE: Final = "tie"


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Episodes that are compared with others."""

    label: str
    agents: tuple[str, ...]
    episodes: int
    """Those that have ended."""
    left_out: tuple[LeftOut, ...]


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One metric of two groups; A less B, in the metric's unit."""

    metric: str
    a: str
    b: str
    paired: bool
    n_a: int
    """Episodes of A that count: the metric is defined, in both of a pair."""
    n_b: int
    mean_a: float | None = None
    mean_b: float | None = None
    difference: float | None = None
    interval: stats.Interval | None = None
    spread: float | None = None
    """The deviation of the paired differences, or of a difference between two single episodes."""
    p: float | None = None
    exact: bool = False
    """The p-value is of all permutations, not of a sample."""
    adjusted: float | None = None
    """The p-value adjusted for all tests of the comparison (Holm)."""
    lowest: float | None = None
    """The smallest adjusted p-value that so few episodes allow."""
    effect: float | None = None
    """Cohen's d_z where paired, else Hedges' g."""
    delta: float | None = None
    """Cliff's delta."""
    verdict: str | None = None
    """`A higher` or `B higher` (with their labels), or `tie`."""
    more: int | None = None
    """How many more pairs, or episodes of each group, would separate the two at the difference and
    spread seen; 0 where they are separated."""
    undefined: dict[str, str] = {}
    """A field that is None -> why."""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """All differences of all groups."""

    groups: tuple[Group, ...]
    pairings: tuple[Pairing, ...]
    differences: tuple[Difference, ...]
    tests: int
    """The p-values that are adjusted together."""
    do_nothing: tuple[DoNothing, ...] = ()
    """What doing nothing comes to under the supermarket settings the groups were played under."""


def compare(*groups: Sequence[Scored], names: Sequence[str]) -> Comparison:
    """Compare each two groups, labelled A, B, C, ... in their order, over some metrics.

    Episodes that have not ended are left out, and named.

    Raises:
        ValueError: there are fewer than two groups, more than there are letters, or episodes of
            several scenarios.
    """
    scenario_of(*groups)
    if not 2 <= len(groups) <= len(LABELS):
        raise ValueError(f"2 to {len(LABELS)} groups can be compared, not {len(groups)}")
    labelled = list(zip(LABELS, groups, strict=False))
    pairings: list[Pairing] = []
    found: list[Difference] = []
    for one, other in combinations(labelled, 2):
        pairing, measured = contrast(one, other, names)
        pairings.append(pairing)
        found += measured
    return Comparison(
        groups=tuple(_group(label, group) for label, group in labelled),
        pairings=tuple(pairings),
        differences=judged(found),
        tests=len([each for each in found if each.p is not None]),
        do_nothing=baselines(each for group in groups for each in group),
    )


def scenario_of(*groups: Sequence[Scored]) -> str:
    """Return the one scenario that all groups were played in; empty if there is no episode.

    Raises:
        ValueError: there are several.
    """
    first: dict[str, str] = {}
    for each in (each for group in groups for each in group):
        first.setdefault(each.scenario, each.episode)
    if len(first) > 1:
        told = ", ".join(f"{episode} is of the {name}" for name, episode in sorted(first.items()))
        raise ValueError(f"only episodes of one scenario can be compared: {told}")
    return next(iter(first), "")


def _group(label: str, group: Sequence[Scored]) -> Group:
    whole, left_out = ended(group)
    agents = tuple(sorted({each.agent for each in group}))
    return Group(label=label, agents=agents, episodes=len(whole), left_out=left_out)


def contrast(
    one: tuple[str, Sequence[Scored]], other: tuple[str, Sequence[Scored]], names: Sequence[str]
) -> tuple[Pairing, list[Difference]]:
    """Measure how two labelled groups differ; the verdicts are left to `judged`."""
    (label_a, a), (label_b, b) = one, other
    pairing, pairs = pair((label_a, label_b), a, b)
    whole_a, whole_b = ended(a)[0], ended(b)[0]
    return pairing, [_measured(name, pairing, pairs, whole_a, whole_b) for name in names]


def _measured(
    name: str, pairing: Pairing, pairs: Pairs | None, a: Sequence[Scored], b: Sequence[Scored]
) -> Difference:
    if pairs is not None:
        both = [pair for pair in pairs if all(each.figures.get(name) is not None for each in pair)]
        a, b = [one for one, _ in both], [other for _, other in both]
    one, other = values(a, name), values(b, name)
    apart = [x - y for x, y in zip(one, other, strict=True)] if pairing.paired else None
    mean_a, mean_b = stats.mean(one), stats.mean(other)
    found = Difference(
        metric=name,
        a=pairing.a,
        b=pairing.b,
        paired=pairing.paired,
        n_a=len(one),
        n_b=len(other),
        mean_a=mean_a,
        mean_b=mean_b,
    )
    if mean_a is None or mean_b is None:
        return found
    found = replace(found, difference=mean_a - mean_b if apart is None else stats.mean(apart))
    if min(len(one), len(other)) < 2:
        return found
    return _tested(found, one, other, apart)


def _tested(
    found: Difference, a: list[float], b: list[float], apart: list[float] | None
) -> Difference:
    name = found.metric
    if apart is not None:
        interval, spread = stats.mean_interval(apart, name), stats.deviation(apart)
        chance, effect = stats.sign_flip_test(apart, name), stats.cohen_dz(apart)
        lowest = stats.smallest_p(len(apart))
    else:
        interval, spread = stats.difference_interval(a, b, name), stats.joint_deviation(a, b)
        chance, effect = stats.two_sample_test(a, b, name), stats.hedges_g(a, b)
        lowest = stats.smallest_p(len(a), len(b))
    return replace(
        found,
        interval=interval,
        spread=spread,
        p=chance and chance.p,
        exact=chance is not None and chance.exact,
        lowest=lowest,
        effect=effect,
        delta=stats.cliff_delta(a, b),
    )


def judged(found: Sequence[Difference]) -> tuple[Difference, ...]:
    """Adjust the p-values of all differences together, and give each its verdict.

    A group is higher where the interval excludes 0 and the adjusted p-value is below `ALPHA`.
    """
    tested = [number for number, each in enumerate(found) if each.p is not None]
    p_values = [each.p for each in found if each.p is not None]
    lowest = [each.lowest for each in found if each.lowest is not None]
    decided = list(found)
    both = zip(tested, stats.holm(p_values), stats.holm(lowest), strict=True)
    for number, adjusted, least in both:
        decided[number] = _decided(found[number], adjusted, least, len(tested))
    return tuple(replace(each, undefined=_undefined(each)) for each in decided)


def _decided(found: Difference, adjusted: float, lowest: float, tests: int) -> Difference:
    verdict, more = TIE, None
    apart, interval, spread = found.difference, found.interval, found.spread
    if apart is not None and interval is not None and spread is not None:
        excluded = interval.low > 0 or interval.high < 0
        if excluded and adjusted < stats.ALPHA:
            verdict, more = f"{found.a if apart > 0 else found.b} higher", 0
        else:
            needed = stats.needed(apart, spread, paired=found.paired, tests=tests)
            # With as many as there are, chance had a part in the tie: one more is the least.
            more = None if needed is None else max(1, needed - min(found.n_a, found.n_b))
    return replace(found, adjusted=adjusted, lowest=lowest, verdict=verdict, more=more)


def winner(judged: Difference) -> str | None:
    """Return the label of the group that is higher; None where neither is."""
    if judged.difference is None or judged.verdict in (None, TIE):
        return None
    return judged.a if judged.difference > 0 else judged.b


def _undefined(found: Difference) -> dict[str, str]:
    missing = [name for name, value in msgspec.structs.asdict(found).items() if value is None]
    if found.p is None:
        return dict.fromkeys(missing, _too_few(found))
    why = {"effect": "the values do not vary", "more": "the means are equal"}
    return {name: why[name] for name in missing}


def _too_few(found: Difference) -> str:
    if found.paired:
        return "one pair: no interval" if found.n_a else "no pair has a value in both"
    sides = ((found.a, found.n_a), (found.b, found.n_b))
    told = {0: "no episode of {} has a value", 1: "one episode of {}: no interval"}
    return "; ".join(told[count].format(label) for label, count in sides if count in told)
