"""The failure rules in a report: each one's verdict, its figures and where it shows."""

from collections import defaultdict
from typing import Final

from projections.failure_rule import Rule
from projections.failures import RULES, evidence
from runs.report.data import Seen
from runs.report.html import Child, Safe, el, folded, table, value_of
from runs.report.shell import Section, badge

LINES_MAX: Final = 100
"""Longer lists are cut; the log has every case."""

COLUMNS: Final = ("rule", "verdict", "cases", "what it means, or why it cannot be judged")


def section(seen: Seen) -> Section:
    """Return the table of rules and, folded, the evidence of those that hold."""
    lines: defaultdict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for _, rule, seq, day, told in evidence(seen.batch).rows():
        lines[rule].append((seq, day, told))
    rows = [
        (
            rule.title,
            _verdict(seen, rule),
            f"{len(lines[rule.name]):,}" if seen.figures[rule.name] else "",
            _told(seen, rule),
        )
        for rule in RULES
    ]
    held = sum(seen.figures[rule.name] is True for rule in RULES)
    shown = [_evidence(rule, lines[rule.name]) for rule in RULES if lines[rule.name]]
    content: list[Child] = [
        el("p", f"Mechanical tests of this episode that show a failure: {held} of {len(RULES)}."),
        el("div", table(COLUMNS, rows, left=(*COLUMNS[:2], COLUMNS[3])), class_="prose"),
        el("div", el("h3", "Evidence"), shown, class_="screen") if shown else None,
    ]
    return Section("failures", "Failure rules", content)


def _verdict(seen: Seen, rule: Rule) -> Safe:
    holds = seen.figures[rule.name]
    if holds is None:
        return badge("not judged", "plain")
    return badge("failure", "bad") if holds else badge("clear", "good")


def _told(seen: Seen, rule: Rule) -> Child:
    if seen.figures[rule.name] is None:
        return rule.undefined
    figures = (
        f"{metric.name.replace('_', ' ')} {value_of(seen.figures[metric.name], metric.unit)}"
        for metric in rule.figures
    )
    return [f"{rule.meaning}. ", el("span", "; ".join(figures), class_="note")]


def _evidence(rule: Rule, lines: list[tuple[int, int, str]]) -> Safe:
    rows = [(f"{day:,}", f"{seq:,}", told) for seq, day, told in lines[:LINES_MAX]]
    count = len(lines)
    cut = f" The first {LINES_MAX} of {count:,}." if count > LINES_MAX else ""
    return folded(
        f"{rule.title}: {count:,} {'case' if count == 1 else 'cases'}",
        el("p", f"{rule.meaning}.{cut}", class_="note"),
        table(("day", "event", "what happened"), rows, left=("what happened",)),
    )
