"""`shopyear report`: one self-contained HTML page about an episode or a folder of episodes."""

import argparse
import sys
from pathlib import Path
from typing import Any


def add(commands: Any) -> None:
    """Add the command to a parser."""
    sub = commands.add_parser("report", help="write one HTML page about episodes")
    sub.set_defaults(command=_report)
    sub.add_argument("place", type=Path, metavar="EPISODE", help="an episode or a folder of some")
    sub.add_argument("-o", "--out", type=Path, metavar="FILE", required=True)
    sub.add_argument("--world", type=Path, metavar="DIR", help="default: the embedded world")
    sub.add_argument(
        "--verify", action="store_true", help="play the episode again, too, and say if it holds"
    )


def _report(arguments: argparse.Namespace) -> int:
    # Importing Polars takes 0.3 s.
    from runs.report.build import report

    made = report(arguments.place, world=arguments.world, execute=arguments.verify)
    out: Path = arguments.out
    # A page of that name appears, or is replaced, only when it is whole.
    part = out.with_name(f"{out.name}.part")
    try:
        part.write_bytes(made.html.encode())
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)
    for doubt in made.doubts:
        print(f"shopyear: {doubt}", file=sys.stderr)
    print(f"{out}: {len(made.html.encode()):,} bytes")
    return 1 if made.doubts else 0
