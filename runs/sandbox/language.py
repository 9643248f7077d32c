"""The language of `execute_code`: Python with a list of things left out.

These are rules of the tool, so that the same code is accepted here as elsewhere. They keep nobody
in: whoever talks his way around them is in a process that can do nothing (`lockdown`).
"""

import ast
import builtins
from collections.abc import Iterator
from typing import Any, Final

# fmt: off
IMPORTS: Final = frozenset((
    "collections", "datetime", "decimal", "functools", "itertools", "json", "math", "operator",
    "statistics",
))
BUILTINS: Final = (
    "abs", "all", "any", "bool", "dict", "enumerate", "filter", "float", "int", "isinstance", "len",
    "list", "map", "max", "min", "print", "range", "reversed", "round", "set", "sorted", "str",
    "sum", "tuple", "zip",
)
BANNED_NAMES: Final = frozenset((
    "compile", "dir", "eval", "exec", "globals", "help", "input", "locals", "modify_sku_price",
    "open", "place_order", "super", "vars",
))
# fmt: on
BANNED_FORMS: Final[dict[type[ast.AST], str]] = {
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.ClassDef: "class",
    ast.AsyncFunctionDef: "async def",
    ast.With: "with",
    ast.AsyncWith: "async with",
    ast.Raise: "raise",
}


def offence(tree: ast.AST) -> str:
    """Return the first thing in the tree that the language does not have, or ""."""
    for node in ast.walk(tree):
        for told in _offences(node):
            return f"{told} is not allowed (line {getattr(node, 'lineno', 1)})"
    return ""


def _offences(node: ast.AST) -> Iterator[str]:
    if type(node) in BANNED_FORMS:
        yield f"'{BANNED_FORMS[type(node)]}'"
    if isinstance(node, ast.Import):
        for alias in node.names:
            if alias.name.split(".")[0] not in IMPORTS:
                yield f"import of '{alias.name}'"
    if isinstance(node, ast.ImportFrom):
        if node.level or (node.module or "").split(".")[0] not in IMPORTS:
            yield f"import from '{'.' * node.level}{node.module or ''}'"
        if any(alias.name == "*" for alias in node.names):
            yield "import of '*'"
        for alias in node.names:
            if alias.name.startswith("_"):
                yield f"import of '{alias.name}'"
    for name in _attributes(node):
        if name.startswith("_"):
            yield f"attribute '{name}'"
    for name in _names(node):
        if name in BANNED_NAMES or "__" in name:
            yield f"name '{name}'"


def _attributes(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Attribute):
        yield node.attr
    if isinstance(node, ast.MatchClass):
        yield from node.kwd_attrs


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id
    if isinstance(node, ast.arg):
        yield node.arg
    if isinstance(node, ast.FunctionDef | ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
        yield node.name or ""
    if isinstance(node, ast.MatchMapping):
        yield node.rest or ""
    if isinstance(node, ast.alias):
        yield node.asname or node.name


def allowed() -> dict[str, Any]:
    """Return the built-in functions of the language.

    Imports are checked in the tree; `__import__` itself stays whole, for `strptime` needs it.
    """
    return {name: getattr(builtins, name) for name in (*BUILTINS, "__import__")}
