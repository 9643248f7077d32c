"""The frame of every report: one document without scripts, fonts or addresses."""

from collections.abc import Iterable
from typing import Final

import msgspec

from runs.report.html import Child, Safe, el
from runs.report.style import STYLE

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""What a browser may load for a report: nothing."""


class Section(msgspec.Struct, frozen=True):
    """A part of a report with a heading of its own."""

    identity: str
    title: str
    content: list[Child]
    is_on_new_page: bool = False
    """Begins a new page in print."""


def page(title: str, header: Child, sections: Iterable[Section], footer: Child) -> str:
    """Return a whole document."""
    parts = list(sections)
    links = [el("li", el("a", part.title, href=f"#{part.identity}")) for part in parts]
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=POLICY),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("title", title),
        el("style", Safe(STYLE)),
    )
    contents = el("nav", el("ul", links), aria_label="Contents")
    body = el(
        "div",
        el("header", header, contents),
        el("main", map(_section, parts)),
        el("footer", footer),
        class_="page",
    )
    return f"<!DOCTYPE html>\n{el('html', head, el('body', body), lang='en')}\n"


def _section(part: Section) -> Safe:
    heading = el("h2", part.title, id=f"{part.identity}-heading")
    kind = "new-page" if part.is_on_new_page else None
    name = f"{part.identity}-heading"
    return el("section", heading, part.content, id=part.identity, class_=kind, aria_labelledby=name)


def badge(told: str, kind: str) -> Safe:
    """Return a word in a frame; `kind` is `good`, `bad` or `plain`."""
    return el("span", told, class_=f"badge {kind}")


def status_badge(status: str) -> Safe:
    """Return how an episode stands."""
    return badge(status, {"ended": "good", "running": "plain"}.get(status, "bad"))
