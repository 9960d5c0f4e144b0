"""What source files import, read once per process; only statements are looked at, since expressions hold no imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.bootstrap import ROOT


class Import(NamedTuple):
    """One imported name."""

    line: int
    name: str
    """The full dotted name: the module, and behind it what is taken from it."""
    for_types: bool
    """Whether it stands below ``if TYPE_CHECKING``, and so is not imported at run time."""


@cache
def list_imports(path: Path) -> tuple[Import, ...]:
    """Return every import of a source file (a path below the project's folder), wherever in the file it stands."""
    tree = ast.parse((Path(ROOT) / path).read_text("utf-8"))
    return tuple(_walk(tree, path.with_suffix("").parts[:-1], False))


def _walk(node: ast.AST, package: tuple[str, ...], for_types: bool) -> Iterator[Import]:
    if isinstance(node, ast.Import):
        yield from (Import(node.lineno, alias.name, for_types) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = list(package[: len(package) - node.level + 1]) if node.level else []
        whole = ".".join([*base, *([node.module] if node.module else [])])
        yield from (Import(node.lineno, f"{whole}.{alias.name}", for_types) for alias in node.names)
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        inner = getattr(node, name, None)
        if isinstance(inner, list):  # not the body of a lambda
            inside = for_types or (name == "body" and isinstance(node, ast.If) and _is_type_checking(node.test))
            for each in inner:
                yield from _walk(each, package, inside)


def _is_type_checking(test: ast.expr) -> bool:
    return isinstance(test, (ast.Name, ast.Attribute)) and "TYPE_CHECKING" in ast.unparse(test)
