"""The text form of a category's vocabulary, and a title made from it.

A vocabulary is a text of paragraphs. A paragraph describes kinds of products in one of two ways, or
in both:

    weight: 2
    {size} {noun}, {feature}
    noun: Kettle | Toaster
        | Waffle Maker
    size: 1 L | 2 L

    - Garden Hose: 15 m | 30 m; Reinforced | {colour}
    colour: Green | Grey

Lines with a colon after the first word are slots, indented lines go on with the line above, lines
with a hyphen are items, and all others are templates. The templates of a paragraph are one kind,
as likely as `weight` says (1 if absent). Each item is a kind of its own, of weight 1: a noun, and
one detail from each list that follows. An option may have holes too. The slot `model` is always
there: a model number that starts with the brand's initials.
"""

import re

import msgspec

from data.marketplace.draws import Draws

_SLOT = re.compile(r"(\w+): (.*)")
_LONG_WORD = re.compile(r"[a-z]{4,}")
_HOLE = re.compile(r"\{(\w+)\}")


class Kind(msgspec.Struct, frozen=True):
    """A kind of product: templates and what may fill their holes."""

    weight: int
    templates: tuple[str, ...]
    slots: dict[str, tuple[str, ...]]


def read_kinds(text: str) -> tuple[Kind, ...]:
    """Read one category's vocabulary.

    Raises:
        ValueError: a hole is filled by no slot, or a paragraph describes nothing.
    """
    kinds: list[Kind] = []
    for paragraph in text.strip().split("\n\n"):
        found = _read_paragraph(re.sub(r"\n\s+", " ", paragraph).splitlines())
        if not found:
            raise ValueError(f"nothing is described by {paragraph[:60]!r}")
        kinds += found
    return tuple(kinds)


def make_title(draws: Draws, kinds: tuple[Kind, ...], brand: str) -> str:
    """Draw one title: the brand, then a template of a drawn kind with its holes filled."""
    kind = draws.weighted(kinds, [kind.weight for kind in kinds])

    def fill(hole: re.Match[str]) -> str:
        if hole[1] == "model":
            return f"{brand[:2].upper()}-{10 * draws.below(90) + 100}"
        return _HOLE.sub(fill, draws.choice(kind.slots[hole[1]]))

    return f"{brand} {_HOLE.sub(fill, draws.choice(kind.templates))}"


def repeats_a_word(title: str) -> bool:
    """Whether a word of four letters or more stands twice, as in "Linen Robe, Linen"."""
    words = _LONG_WORD.findall(title.lower())
    return len(dict.fromkeys(words)) != len(words)


def _read_paragraph(lines: list[str]) -> list[Kind]:
    weight = 1
    templates: list[str] = []
    items: list[str] = []
    slots: dict[str, tuple[str, ...]] = {}
    for line in lines:
        slot = _SLOT.fullmatch(line)
        if line.startswith("- "):
            items.append(line.removeprefix("- "))
        elif slot is None:
            templates.append(line)
        elif slot[1] == "weight":
            weight = int(slot[2])
        else:
            slots[slot[1]] = _options(slot[2])
    kinds = [_item(item, slots) for item in items]
    if templates:
        kinds.append(Kind(weight=weight, templates=tuple(templates), slots=slots))
    for kind in kinds:
        _check_holes(kind)
    return kinds


def _item(item: str, shared: dict[str, tuple[str, ...]]) -> Kind:
    noun, _, details = item.partition(": ")
    slots = {"noun": _options(noun)}
    for number, options in enumerate(details.split(";"), 1):
        slots[f"detail{number}"] = _options(options)
    template = ", ".join("{" + name + "}" for name in slots)
    return Kind(weight=1, templates=(template,), slots={**shared, **slots})


def _options(text: str) -> tuple[str, ...]:
    return tuple(option.strip() for option in text.split("|"))


def _check_holes(kind: Kind) -> None:
    texts = [*kind.templates, *(option for options in kind.slots.values() for option in options)]
    for text in texts:
        for hole in _HOLE.findall(text):
            if hole != "model" and hole not in kind.slots:
                raise ValueError(f"no slot fills {hole!r} in {text!r}")
