"""Screens and controls name colours by role, pictures by palettes; every name is read, and every name read is there."""

import ast
import inspect
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sprites.base import controls, icons, raster, shapes, strokes, text, theme
from sprites.base.theme import ROLES
from tests.support.modules import HOUSE

HEX = re.compile(r"#[0-9a-fA-F]{3,8}")
SPRITES = sorted((HOUSE / "sprites").rglob("*.py"))
SCENES = sorted((HOUSE / "scenes").rglob("*.py"))
CONTROLS = [HOUSE / "sprites" / "base" / f"{name}.py" for name in ("controls", "shapes", "icons", "strokes")]
PALETTES = sorted((HOUSE / "sprites").glob("*/palette.json"))
MODULES = {"controls": controls, "icons": icons, "raster": raster, "shapes": shapes, "strokes": strokes, "text": text}
COLOURS = {"colour", "ink", "rim", "bold_colour", "stops", "gradient", "colours", "value"}
"""Parameters of drawing functions that take colours."""
PAINTERS = {"fill", "render", "set_at", "rect", "circle", "polygon", "ellipse", "arc", "lines", "aaline", "aalines"}
"""Functions of pygame that take a colour."""


def relative(path: Path) -> str:
    return path.relative_to(HOUSE).as_posix()


class Colours(NamedTuple):
    """What a module says of colours; its tree is read once and forgotten."""

    texts: tuple[tuple[int, str], ...]
    """Line and value of the texts that are not docstrings."""
    literals: tuple[tuple[int, str], ...]
    """Line and source of the colours written as numbers."""
    given: frozenset[str]
    """Names of colours in calls of drawing functions."""


@cache
def read_colours(path: Path) -> Colours:
    """Return what a module says of colours."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    bodies = (node for node in nodes if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef))
    notes = {id(line.value) for node in bodies for line in node.body if isinstance(line, ast.Expr)}
    texts = [
        (node.lineno, node.value)
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes
    ]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    return Colours(
        tuple(texts),
        tuple((node.lineno, ast.unparse(node)) for node in find_tuples(nodes)),
        frozenset(name for call in calls for given in bound(call) for name in list_colours(given)),
    )


def is_colour(node: ast.AST) -> bool:
    """Whether a tuple can only be a colour: three or four numbers of which the first three are whole and 0 … 255."""
    if not isinstance(node, ast.Tuple) or len(node.elts) not in (3, 4):
        return False
    parts = [each.value if isinstance(each, ast.Constant) else None for each in node.elts[:3]]
    return all(type(part) is int and 0 <= part <= 255 for part in parts)


def find_tuples(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """Colours written as numbers: given to pygame, after a share in a gradient, or three numbers of a constant."""
    for node in nodes:
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in PAINTERS | {"tint", "mix"}:
                yield from (each for each in node.args[:3] if is_colour(each) and len(node.args) > 0)
            if name == "Color":
                yield node
            yield from (each.value for each in node.keywords if each.arg in COLOURS and is_colour(each.value))
        elif isinstance(node, ast.Tuple) and len(node.elts) == 2 and is_colour(node.elts[1]):
            first = node.elts[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, int | float):
                yield node.elts[1]
        elif isinstance(node, ast.Assign) and is_colour(node.value):
            assert isinstance(node.value, ast.Tuple)
            if len(node.value.elts) == 3 and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                yield node.value


def find_literals(path: Path) -> list[str]:
    """Colour literals of a module with their lines."""
    found = [(line, value) for line, value in read_colours(path).texts if HEX.fullmatch(value)]
    found += read_colours(path).literals
    return [f"{relative(path)}:{line}: {what}" for line, what in sorted(found)]


def test_no_colour_is_written_in_screens_and_controls() -> None:
    found = [line for path in (*SCENES, *CONTROLS) for line in find_literals(path)]
    assert not found, f"use a role of sprites/base/theme.py: {found}"


def test_colours_of_pictures_lie_in_palettes() -> None:
    found = [
        f"{relative(path)}:{line}: {value}"
        for path in SPRITES
        for line, value in read_colours(path).texts
        if HEX.fullmatch(value)
    ]
    assert not found, f"write the colour into the palette.json of its folder: {found}"


def test_literals_are_found(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        '"""#ffffff"""\nSHADE = (112, 100, 92)\nBOX = (14, 178, 224, 62)\nINK = "#Ffe9a8"\n'
        "STOPS = ((0, (0, 0, 0, 150)), (1.0, (0, 0, 0, 0)))\n"
        "def draw(s: object) -> None:\n    s.fill((1, 2, 3))\n    pygame.Color(1, 2, 3)\n    s.blit(s, (1, 2, 3, 4))\n"
    )
    found = read_colours(module)
    assert len(found.literals) == 5
    assert [value for _, value in found.texts if HEX.fullmatch(value)] == ["#Ffe9a8"]


@cache
def written() -> frozenset[str]:
    return frozenset(
        value for path in (*SCENES, *SPRITES) if path.stem != "roles" for _, value in read_colours(path).texts
    )


def test_every_role_is_used() -> None:
    assert set(ROLES) <= written(), sorted(set(ROLES) - written())


@pytest.mark.parametrize("path", PALETTES, ids=relative)
def test_every_colour_of_a_palette_is_used(path: Path) -> None:
    names = {f"{path.parent.name}/{name}" for name in json.loads(path.read_text("utf-8"))}
    assert names <= written(), sorted(names - written())


def test_roles_are_few() -> None:
    assert 60 <= len(ROLES) <= 90


def test_every_name_of_a_palette_is_there() -> None:
    folders = {path.parent.name for path in PALETTES}
    named = [
        each for each in written() if re.fullmatch(r"[a-z0-9_]+/[a-z0-9_.]+", each) and each.split("/")[0] in folders
    ]
    missing = [each for each in named if each.split("/")[1] not in theme.art(each.split("/")[0])]
    assert len(named) > 300
    assert not [each for each in missing if not each.endswith((".jpg", ".json", ".png", "_"))]


@cache
def list_parameters(module: str, name: str) -> tuple[str, ...]:
    """Parameters of a drawing function; none where it is not one."""
    function: Any = getattr(MODULES.get(module), name, None)
    return tuple(inspect.signature(function).parameters) if inspect.isfunction(function) else ()


def bound(call: ast.Call) -> Iterator[ast.AST]:
    """What a call of a drawing function gives as a colour."""
    if not (isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name)):
        return
    names = list_parameters(call.func.value.id, call.func.attr)
    for at, given in enumerate(call.args):
        if isinstance(given, ast.Starred):
            break
        if at < len(names) and names[at] in COLOURS:
            yield given
    yield from (each.value for each in call.keywords if names and each.arg in COLOURS)


def list_colours(node: ast.AST) -> Iterator[str]:
    """Texts of an expression that may be its value, also inside of tuples and lists."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*list_colours(node.body), *list_colours(node.orelse))
    elif isinstance(node, ast.Tuple | ast.List):
        for each in node.elts:
            yield from list_colours(each)


def test_colours_given_to_drawing_functions_exist() -> None:
    for path in (*SCENES, *SPRITES):
        for name in read_colours(path).given:
            try:
                theme.colour(name)
            except Exception as error:
                raise AssertionError(f"{relative(path)}: {name}") from error


def test_colours_in_calls_are_found() -> None:
    call = ast.parse('shapes.round_rect(c, 0, 0, 1, 1, 2, "edge" if lit else "line", alpha=3)').body[0]
    assert isinstance(call, ast.Expr) and isinstance(call.value, ast.Call)
    assert [name for given in bound(call.value) for name in list_colours(given)] == ["edge", "line"]
