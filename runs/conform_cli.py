"""`shopyear conform`: replay a recorded episode of a published system, and compare every call."""

import argparse
from pathlib import Path
from typing import Any

from runs.bench import GOLDEN
from runs.conform import conform_file
from runs.conformance import Conformance
from runs.options import encoded, require_source
from runs.trace_store import store_world


def add(commands: Any) -> None:
    """Add the command to a parser."""
    sub = commands.add_parser("conform", help="replay a conformance trace and compare every call")
    sub.set_defaults(command=_conform)
    sub.add_argument("trace", type=Path, metavar="TRACE")
    sub.add_argument("--world", type=Path, metavar="DIR", help="default: the traces' own world")
    sub.add_argument("--out", type=Path, metavar="EPISODE", help="archive the replay here")
    sub.add_argument("--emit", type=Path, metavar="FILE", help="write our own lines here")
    sub.add_argument("--json", action="store_true", help="print the outcome as one JSON object")


def _conform(arguments: argparse.Namespace) -> int:
    world = arguments.world or store_world(arguments.trace, GOLDEN / "retail") or GOLDEN / "world"
    require_source(world)
    found = conform_file(arguments.trace, world, out=arguments.out, emit=arguments.emit)
    print(encoded(found) if arguments.json else _told(found))
    return 0 if found.holds else 1


def _told(found: Conformance) -> str:
    text = f"{found.trace}: {found.matched} of {found.calls} match"
    if found.first is None:
        return text
    first = found.first
    return (
        f"{text}\nfirst mismatch: call {first.call} ({first.tool}), {first.field}: "
        f"expected {first.expected!r}, got {first.got!r}"
    )
