"""Goal: the house rules hold by themselves.

Method: read every module as text and as a syntax tree; a rule that is broken names file and line.
"""

import ast
import re
from pathlib import Path

import pytest

from runs.cli import COMMANDS

ROOT = Path(__file__).parent.parent
PACKAGES = ("events", "ledger", "data", "sim", "projections", "runs")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
DETERMINISTIC = ("events", "ledger", "sim")
MODULE_LINES = 400
FUNCTION_LINES = 70
LINE_CHARS = 100
BANNED_WORDS = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
BANNED_CALLS = ("hash", "id", "eval", "exec", "input", "globals", "vars")
CLOCKS = ("time", "monotonic", "perf_counter", "now", "today", "utcnow", "uuid4", "urandom")
RANDOM_HOME = "sim/rng.py"
ARGUMENTS = ("sim/marketplace/arguments.py", "sim/supermarket/arguments.py")
"""Their structs are told of by their tools."""


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@pytest.mark.parametrize("path", [*MODULES, *TESTS], ids=name_of)
def test_a_module_keeps_its_size(path):
    lines = path.read_text().splitlines()
    assert len(lines) <= MODULE_LINES
    for number, line in enumerate(lines, 1):
        assert len(line) <= LINE_CHARS, f"{name_of(path)}:{number}"
        assert not BANNED_WORDS.search(line) or path == Path(__file__), f"{name_of(path)}:{number}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_function_fits_on_a_screen(path):
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= FUNCTION_LINES, f"{name_of(path)}:{node.lineno} {node.name}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_every_module_class_and_function_says_what_it_is(path):
    tree = tree_of(path)
    if not tree.body:
        return
    assert ast.get_docstring(tree), name_of(path)
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            told = ast.get_docstring(node) or name_of(path) in ARGUMENTS
            assert told, f"{name_of(path)}:{node.lineno} {node.name}"
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            assert all(alias.name != "*" for alias in node.names), f"{name_of(path)}:{node.lineno}"


def deterministic() -> list[Path]:
    return [path for path in MODULES if name_of(path).split("/")[0] in DETERMINISTIC]


@pytest.mark.parametrize("path", deterministic(), ids=name_of)
def test_the_core_asks_neither_the_clock_nor_chance_nor_the_order_of_sets(path):
    for node in ast.walk(tree_of(path)):
        where = f"{name_of(path)}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Call):
            function = node.func
            if isinstance(function, ast.Name):
                allowed = function.id == "id" and name_of(path) == "events/codec.py"
                assert function.id not in BANNED_CALLS or allowed, where
            if isinstance(function, ast.Attribute):
                assert function.attr not in CLOCKS, where
        if isinstance(node, ast.Import):
            for alias in node.names:
                assert alias.name not in ("time", "uuid", "secrets"), where
                assert alias.name != "random" or name_of(path) == RANDOM_HOME, where
        if isinstance(node, ast.For | ast.comprehension):
            assert not isinstance(node.iter, ast.Set | ast.SetComp), where
            if isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name):
                assert node.iter.func.id not in ("set", "frozenset"), where


def test_no_module_is_dead():
    imported = set(re.findall(r"[\w.]+:main", (ROOT / "pyproject.toml").read_text()))
    imported |= set(COMMANDS.values())
    for path in [*MODULES, ROOT / "shopyear.py"]:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ImportFrom):
                imported |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    for path in MODULES:
        module = name_of(path).removesuffix(".py").replace("/", ".")
        if path.name == "__init__.py":
            continue
        known = module in imported or f"{module}:main" in imported or path.name == "__main__.py"
        assert known, f"{name_of(path)} is imported nowhere"
