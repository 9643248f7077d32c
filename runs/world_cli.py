"""`shopyear world build | check | import`: making, judging and reading a world's tables."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from data.findings import Finding
from data.marketplace import build as market_build
from data.marketplace import check as market_check
from data.marketplace import loader as market_loader
from data.marketplace import writer as market_writer
from data.supermarket import build as store_build
from data.supermarket import check as store_check
from data.supermarket import loader as store_loader
from data.supermarket import writer as store_writer


class _Kind(NamedTuple):
    """What the commands need of a scenario; tables are of its own type."""

    seed: int
    build: Callable[[int], Any]
    write: Callable[[Any, Path], None]
    load: Callable[[Path], Any]
    embedded: Callable[[], Any]
    check: Callable[[Any], list[Finding]]
    summary: Callable[[Any], dict[str, object]]
    copy: Callable[[Path, Path], Any]


_KINDS: Final = {
    "marketplace": _Kind(
        market_build.DEFAULT_SEED,
        market_build.build,
        market_writer.write_folder,
        market_loader.load_folder,
        market_loader.embedded,
        market_check.check,
        market_check.summary,
        market_writer.import_folder,
    ),
    "supermarket": _Kind(
        store_build.DEFAULT_SEED,
        store_build.build,
        store_writer.write_folder,
        store_loader.load_folder,
        store_loader.embedded,
        store_check.check,
        store_check.summary,
        store_writer.import_folder,
    ),
}


def add(commands: Any) -> None:
    """Add the commands to a parser."""
    world = commands.add_parser("world", help="build, check or import a world's tables")
    actions = world.add_subparsers(required=True, metavar="ACTION")
    sub = actions.add_parser("build", help="generate a full world from a seed")
    sub.set_defaults(command=_build)
    sub.add_argument("--seed", type=int, help="default: that of the embedded world")
    sub.add_argument("-o", "--out", type=Path, required=True, metavar="DIR")
    sub = actions.add_parser("check", help="report counts, bands and inconsistencies of a folder")
    sub.set_defaults(command=_check)
    sub.add_argument("folder", type=Path, nargs="?", metavar="DIR", help="default: the embedded")
    sub.add_argument("--json", action="store_true")
    sub = actions.add_parser("import", help="read released tables and write a normalised copy")
    sub.set_defaults(command=_import)
    sub.add_argument("folder", type=Path, metavar="DIR")
    sub.add_argument("-o", "--out", type=Path, required=True, metavar="DIR")
    for sub in actions.choices.values():
        sub.add_argument("--scenario", choices=tuple(_KINDS), default="marketplace")


def _build(arguments: argparse.Namespace) -> int:
    kind = _KINDS[arguments.scenario]
    market = kind.build(kind.seed if arguments.seed is None else arguments.seed)
    kind.write(market, arguments.out)
    print(f"{arguments.out}: {len(market.products):,} products, digest {market.digest}")
    return 0


def _check(arguments: argparse.Namespace) -> int:
    kind = _KINDS[arguments.scenario]
    market = kind.load(arguments.folder) if arguments.folder else kind.embedded()
    findings = kind.check(market)
    if arguments.json:
        report = {"summary": kind.summary(market), "findings": findings}
        print(msgspec.json.encode(report).decode())
    else:
        for name, value in kind.summary(market).items():
            print(f"{name:28} {json.dumps(value, ensure_ascii=False)}")
        for finding in findings:
            print(_line(finding))
        print(f"{len(findings)} finding(s)")
    return 1 if any(finding.severity == "error" for finding in findings) else 0


def _import(arguments: argparse.Namespace) -> int:
    market = _KINDS[arguments.scenario].copy(arguments.folder, arguments.out)
    print(f"{arguments.out}: {len(market.products):,} products, digest {market.digest}")
    return 0


def _line(finding: Finding) -> str:
    return f"{finding.severity}: {finding.file}, {finding.subject}: {finding.message}"
