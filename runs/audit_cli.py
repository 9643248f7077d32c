"""`shopyear audit` and `shopyear explain`: what does not hold in an episode, and why it is so."""

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

from events.errors import LogError


def add(commands: Any) -> None:
    """Add the commands to a parser."""
    sub = commands.add_parser("audit", help="check that an archived episode adds up")
    sub.set_defaults(command=_audit)
    sub.add_argument("episode", type=Path, metavar="EPISODE")
    sub.add_argument("--json", action="store_true", help="print the findings as a JSON array")
    sub = commands.add_parser("explain", help="tell why a balance or an event is what it is")
    sub.set_defaults(command=_explain)
    sub.add_argument("episode", type=Path, metavar="EPISODE")
    asked = sub.add_mutually_exclusive_group(required=True)
    asked.add_argument("--day", type=int, metavar="D", help="a closed day; needs --account")
    asked.add_argument("--event", type=int, metavar="SEQ", help="an event's number")
    sub.add_argument(
        "--account",
        choices=("bank", "wallet", "escrow"),
        help="the supermarket has a bank only",
    )


def _audit(arguments: argparse.Namespace) -> int:
    # Importing Polars takes 0.3 s.
    from projections.audit import audit_frame, passes_of
    from projections.explain_words import shortened
    from projections.frames import log_frame

    try:
        log = log_frame(arguments.episode)
        findings = audit_frame(log)
    except (LogError, OSError) as error:
        return _unreadable(error)
    if arguments.json:
        print(msgspec.json.encode(findings).decode())
    elif findings:
        for each in findings:
            figures = ", ".join(f"{name} {value}" for name, value in each.figures.items())
            told = f" ({shortened(figures)})" if figures else ""
            print(f"seq {each.seq}, day {each.day}, {each.rule}: {each.message}{told}")
        print(f"{len(findings)} finding(s)")
    else:
        names = ", ".join(each.__name__ for each in passes_of(log))
        print(f"{arguments.episode}: {log.height:,} events hold: {names}")
    return 1 if findings else 0


def _explain(arguments: argparse.Namespace) -> int:
    from projections.explain import explain_balance, explain_event

    if (arguments.day is None) != (arguments.account is None):
        return _unreadable(ValueError("--day and --account go together"))
    try:
        if arguments.day is None:
            lines = explain_event(arguments.episode, arguments.event)
        else:
            lines = explain_balance(arguments.episode, arguments.day, arguments.account)
    except (LogError, OSError) as error:
        return _unreadable(error)
    print("\n".join(lines))
    return 0


def _unreadable(error: Exception) -> int:
    print(f"shopyear: {error}", file=sys.stderr)
    return 2
