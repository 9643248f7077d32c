"""Audit pass over the supermarket's paper: how many items, for how long, and when they go.

Rules: docs/rules/supermarket.md §8.
"""

from typing import Final

import polars as pl

from events.base import Event
from events.money import DayOpened
from events.supermarket import NewsDrawn, NewsLapsed, NewsShown
from ledger.settlement import PHASES, day_of
from ledger.trading import OPEN
from projections.audit_finding import Finding
from projections.retail_audit_log import Terms, finding, first_difference, terms_of, told

RUN_DAYS: Final = (3, 5)
"""Further days for which an item runs that raises or lowers something."""


class _Paper:
    """What is in the paper, and what is known of its items."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.running: list[NewsShown] = []
        """Items of several days that have not lapsed, in the order in which they were drawn."""
        self.runs: dict[str, bool] = {}
        """Whether an item is one that runs."""
        self.is_empty = False
        """There is nothing to draw from: the first paper had nothing in it."""
        self.day = -1
        """Of the last paper."""


def news(log: pl.DataFrame) -> list[Finding]:
    """Each day has its paper, as long as ever; items run one day or four to six, and lapse."""
    paper, findings = _Paper(terms_of(log)), []
    for event in told(log, NewsDrawn, NewsLapsed, DayOpened):
        today = day_of(event.tick)
        if isinstance(event, NewsLapsed):
            due = _due(paper, today)
            part = first_difference(event.items, [shown.item for shown in due])
            if part:
                message = "not the items that had their last day"
                findings.append(finding(event, "news.lapsed", message, **part))
        elif isinstance(event, NewsDrawn):
            findings += [*_unlapsed(paper, event, today), *_drawn(paper, event)]
        elif paper.terms.news and paper.day != today:
            message = "no paper was drawn for the day"
            findings.append(finding(event, "news.missing", message, day=today))
    return findings


def _due(paper: _Paper, today: int) -> list[NewsShown]:
    """Take the items out of the paper whose last day is today."""
    due = [shown for shown in paper.running if shown.last_day <= today]
    paper.running = [shown for shown in paper.running if shown.last_day > today]
    return due


def _unlapsed(paper: _Paper, event: Event, today: int) -> list[Finding]:
    message = "an item had its last day and did not lapse"
    return [
        finding(event, "news.unlapsed", message, item=shown.item, last_day=shown.last_day)
        for shown in _due(paper, today)
    ]


def _drawn(paper: _Paper, event: NewsDrawn) -> list[Finding]:
    findings, first = [], event.tick % PHASES == OPEN.phase
    day = day_of(event.tick) + (0 if first else 1)
    if event.day != day or not paper.terms.news:
        message = "not the paper of the next day, or of a store without news"
        figures = {"day": event.day, "expected": day}
        findings.append(finding(event, "news.day", message, **figures))
    length, fresh = max(0, paper.terms.news_daily - len(paper.running)), len(event.fresh)
    if paper.day < 0:
        paper.is_empty = not fresh
    if fresh != (0 if paper.is_empty else length):
        message = "not as many fresh items as the paper has places for"
        figures = {"fresh": fresh, "running": len(paper.running), "places": length}
        findings.append(finding(event, "news.length", message, **figures))
    paper.day = event.day
    for shown in event.fresh:
        findings += _run(paper, event, shown)
    paper.running += [shown for shown in event.fresh if shown.last_day > event.day]
    return findings


def _run(paper: _Paper, event: NewsDrawn, shown: NewsShown) -> list[Finding]:
    further = shown.last_day - event.day
    if further and not RUN_DAYS[0] <= further <= RUN_DAYS[1]:
        message = "an item is shown for one day, or for four to six"
    elif paper.runs.setdefault(shown.item, further > 0) != (further > 0):
        message = "the item runs in one paper and does not in another"
    else:
        return []
    figures = {"item": shown.item, "last_day": shown.last_day}
    return [finding(event, "news.run", message, **figures)]
