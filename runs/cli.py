"""The command line. Each command parses its arguments, calls one library function and prints.

Exit codes: 0 done (or: everything holds), 1 it failed (or: something does not hold), 2 wrong usage,
130 broken off with Ctrl-C.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final

from events.errors import ShopyearError

VERSION: Final = "0.1.0"

COMMANDS: Final = {
    "run": "runs.play_cli",
    "tools": "runs.play_cli",
    "world": "runs.world_cli",
    "resume": "runs.replay_cli",
    "verify": "runs.replay_cli",
    "replay": "runs.replay_cli",
    "diff": "runs.replay_cli",
    "audit": "runs.audit_cli",
    "explain": "runs.audit_cli",
    "score": "runs.score_cli",
    "status": "runs.score_cli",
    "compare": "runs.compare_cli",
    "board": "runs.compare_cli",
    "report": "runs.report.cli",
    "transcript": "runs.model_cli",
    "ledger": "runs.books_cli",
    "conform": "runs.conform_cli",
    "bench": "runs.bench_cli",
    "torture": "runs.torture_cli",
    "mock-model": "runs.mock_cli",
}
"""The modules that add the commands to a parser. All of them take a second to import."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = sys.argv[1:] if argv is None else argv
    arguments = parser(words[0] if words else "").parse_args(words)
    command: Callable[[argparse.Namespace], int] = arguments.command
    try:
        return command(arguments)
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ShopyearError, ValueError, OSError) as error:
        print(f"shopyear: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parser(command: str = "") -> argparse.ArgumentParser:
    """Return the parser of a command and those of its module; of all if there is none of it."""
    top = argparse.ArgumentParser(
        prog="shopyear", description="Play, archive and check a simulated year in business."
    )
    top.add_argument("--version", action="version", version=f"shopyear {VERSION}")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    wanted = [COMMANDS[command]] if command in COMMANDS else dict.fromkeys(COMMANDS.values())
    for module in wanted:
        import_module(module).add(commands)
    return top
