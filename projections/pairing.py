"""Which episode of one group stands against which of another.

Two episodes are a pair where they were played in the same world, by the same rules, with the same
draws, seed, days, opening balance and further options. Definitions: docs/metrics.md, "Comparing
agents".
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from projections.scored import Scored, ended

SETTINGS: Final = ("world", "rules", "draws", "days", "opening_balance", "options")
"""What two episodes must have in common to be played under the same settings."""
SHARED_LUCK: Final = ("keyed", "paired")
"""The draws in which the same seed means the same luck, whatever the agents do."""
DRIFTING: Final = (
    "paired by seed, but draws are as published: once two agents act differently, the same seed no "
    "longer means the same luck"
)

_NAMED_MAX: Final = 5
_NAME_CHARS: Final = 16

Key = tuple[str | int, ...]
Pairs = list[tuple[Scored, Scored]]


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """How two groups are compared."""

    a: str
    """The groups' labels."""
    b: str
    paired: bool
    of_a: int
    """Episodes of A that can count: as many as pairs where they are paired."""
    of_b: int
    notes: tuple[str, ...] = ()
    """Why they are not paired, and what else to bear in mind."""


def settings_of(each: Scored) -> Key:
    """Return the values of `SETTINGS`."""
    return tuple(getattr(each, field) for field in SETTINGS)


def pair(
    labels: tuple[str, str], a: Sequence[Scored], b: Sequence[Scored]
) -> tuple[Pairing, Pairs | None]:
    """Pair the ended episodes of two groups.

    Returns:
        How they are compared, and the pairs; None where an episode has no partner or several. A
        partner that has not ended is not lacking: that pair is dropped.
    """
    whole_a, whole_b = ended(a)[0], ended(b)[0]
    why = _unlike(labels, a, b) or _unmatched(labels, a, b)
    if why:
        of_a, of_b, pairs, notes = len(whole_a), len(whole_b), None, [f"not paired: {why}"]
    else:
        partners = {_key(each): each for each in whole_b}
        pairs = [(each, partners[_key(each)]) for each in whole_a if _key(each) in partners]
        of_a = of_b = len(pairs)
        dropped = len(whole_a) + len(whole_b) - 2 * len(pairs)
        notes = [f"{dropped} pair(s) dropped: one of the two has not ended"] if dropped else []
        notes += [DRIFTING] if any(each.draws not in SHARED_LUCK for each in whole_a) else []
    pairing = Pairing(
        a=labels[0], b=labels[1], paired=not why, of_a=of_a, of_b=of_b, notes=tuple(notes)
    )
    return pairing, pairs


def _key(each: Scored) -> Key:
    return (*settings_of(each), each.seed)


def _unlike(labels: tuple[str, str], a: Sequence[Scored], b: Sequence[Scored]) -> str:
    """Tell which settings differ between two groups; empty where none does."""
    told = []
    for field in SETTINGS:
        kinds = [sorted({getattr(each, field) for each in group}) for group in (a, b)]
        if not all(kinds) or kinds[0] == kinds[1]:
            continue
        if field == "options":
            told.append(f"these options differ: {_listed(_unlike_options(kinds[0] + kinds[1]))}")
        else:
            named = zip(labels, kinds, strict=True)
            each = ", ".join(f"{label}: {_listed(kind)}" for label, kind in named)
            told.append(f"the {field.replace('_', ' ')} differs ({each})")
    return "; ".join(told)


def _unlike_options(options: Sequence[str]) -> list[str]:
    """Name the fields in which any of these JSON objects differ."""
    found = [msgspec.json.decode(each) for each in options]
    names = sorted({name for each in found for name in each})
    return [name for name in names if any(each.get(name) != found[0].get(name) for each in found)]


def _unmatched(labels: tuple[str, str], a: Sequence[Scored], b: Sequence[Scored]) -> str:
    """Tell which seeds have no partner or several; empty where none has."""
    reasons = []
    for label, group, others in ((labels[0], a, b), (labels[1], b, a)):
        counts = Counter(map(_key, ended(group)[0]))
        doubled = [key for key, count in counts.items() if count > 1]
        if doubled:
            reasons.append(f"{label} has seed {_seeds(doubled)} more than once")
        known = {_key(each) for each in group}
        missing = [key for key in map(_key, ended(others)[0]) if key not in known]
        if missing:
            reasons.append(f"{label} has no seed {_seeds(missing)}")
    return "; ".join(reasons)


def _seeds(keys: Iterable[Key]) -> str:
    return _listed(sorted({int(key[-1]) for key in keys}))


def _listed(items: Sequence[object]) -> str:
    named = ", ".join(str(item)[:_NAME_CHARS] for item in items[:_NAMED_MAX])
    more = len(items) - _NAMED_MAX
    return f"{named} and {more} more" if more > 0 else named
