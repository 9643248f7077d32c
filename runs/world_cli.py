"""`shopyear world build | check | import`: making, judging and reading a world's tables."""

import argparse
import json
from pathlib import Path
from typing import Any

import msgspec

from data.marketplace.build import DEFAULT_SEED, build
from data.marketplace.check import Finding, check, summary
from data.marketplace.loader import embedded, load_folder
from data.marketplace.writer import import_folder, write_folder


def add(commands: Any) -> None:
    """Add the commands to a parser."""
    world = commands.add_parser("world", help="build, check or import a world's tables")
    actions = world.add_subparsers(required=True, metavar="ACTION")
    sub = actions.add_parser("build", help="generate a full world from a seed")
    sub.set_defaults(command=_build)
    sub.add_argument("--seed", type=int, default=DEFAULT_SEED)
    sub.add_argument("-o", "--out", type=Path, required=True, metavar="DIR")
    sub = actions.add_parser("check", help="report counts, bands and inconsistencies of a folder")
    sub.set_defaults(command=_check)
    sub.add_argument("folder", type=Path, nargs="?", metavar="DIR", help="default: the embedded")
    sub.add_argument("--json", action="store_true")
    sub = actions.add_parser("import", help="read released tables and write a normalised copy")
    sub.set_defaults(command=_import)
    sub.add_argument("folder", type=Path, metavar="DIR")
    sub.add_argument("-o", "--out", type=Path, required=True, metavar="DIR")


def _build(arguments: argparse.Namespace) -> int:
    market = build(arguments.seed)
    write_folder(market, arguments.out)
    print(f"{arguments.out}: {len(market.products):,} products, digest {market.digest}")
    return 0


def _check(arguments: argparse.Namespace) -> int:
    market = load_folder(arguments.folder) if arguments.folder else embedded()
    findings = check(market)
    if arguments.json:
        report = {"summary": summary(market), "findings": findings}
        print(msgspec.json.encode(report).decode())
    else:
        for name, value in summary(market).items():
            print(f"{name:24} {json.dumps(value, ensure_ascii=False)}")
        for finding in findings:
            print(_line(finding))
        print(f"{len(findings)} finding(s)")
    return 1 if any(finding.severity == "error" for finding in findings) else 0


def _import(arguments: argparse.Namespace) -> int:
    market = import_folder(arguments.folder, arguments.out)
    print(f"{arguments.out}: {len(market.products):,} products, digest {market.digest}")
    return 0


def _line(finding: Finding) -> str:
    return f"{finding.severity}: {finding.file}, {finding.subject}: {finding.message}"
