"""Goal: the packages depend on each other in one direction only, and heavy libraries stay put.

Method: read every module's imports from its syntax tree, wherever in the module they stand.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ALLOWED = {
    "events": {"events"},
    "ledger": {"ledger", "events"},
    "data": {"data", "events"},
    "sim": {"sim", "data", "ledger", "events"},
    "projections": {"projections", "ledger", "events"},
    "runs": {"runs", "projections", "sim", "data", "ledger", "events"},
}
HOMES = {
    "simpy": ("sim/world.py",),
    "numpy": ("sim/rng.py",),
    "polars": (
        *("events/segment.py", "events/log.py", "events/salvage.py"),
        *("projections/", "runs/score.py"),
    ),
    "pyarrow": ("events/segment.py", "events/log.py", "projections/"),
    "openai": ("runs/agents/",),
    "rich": ("runs/console.py", "runs/live.py", "runs/progress.py"),
    "vl_convert": ("runs/report/svg.py",),
}
MODULES = sorted(path for package in ALLOWED for path in (ROOT / package).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_imports_only_what_its_package_may(path):
    package = name_of(path).split("/")[0]
    for name in imports(path):
        head = name.split(".")[0]
        assert head != "shopyear", f"{name_of(path)} imports the public face"
        if head in ALLOWED:
            assert head in ALLOWED[package], f"{name_of(path)} imports {name}"
        if package == "data" and head == "events":
            assert name == "events.errors", f"{name_of(path)} imports {name}"
        if head in HOMES:
            assert name_of(path).startswith(HOMES[head]), f"{name_of(path)} imports {name}"


def test_no_modules_import_each_other_in_a_circle():
    known = {name_of(path).removesuffix(".py").replace("/", "."): path for path in MODULES}
    graph = {
        name: [used for used in imports(path) if used in known] for name, path in known.items()
    }
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " -> ".join([*trail, name])
        if name not in done:
            for used in graph[name]:
                visit(used, (*trail, name))
            done.add(name)

    for name in graph:
        visit(name, ())


def test_importing_the_simulator_does_not_load_polars():
    import subprocess
    import sys

    code = (
        "import sim.marketplace.year, sim.supermarket.year, sys; sys.exit('polars' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
