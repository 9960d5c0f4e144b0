"""Icons, sounds and texts that code names exist, and no name is given twice in one place."""

import ast
import inspect
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from scenes.shell.ui import Ui
from sprites.base import controls, icons
from tests.support.modules import HOUSE, modules

ICONS = {"icon", "emblem"}
"""Parameters of drawing functions and fields of records that name an icon."""
DRAWING = {"icons": (icons, "name", 0), "controls": (controls, "icon", 0), "ui": (Ui, "icon", 1)}
"""By the name in a call: what is called, its parameter for the icon, parameters that a call leaves out."""
FILES = (".json", ".jpg", ".tmx", ".png")
CACHES = re.compile(
    r"(king_of_12\.(static|sign|ring)|king_of_the_dice\.static|tash_kalar\.(static|cards)|choice\.0|offer\.evening)\Z"
)
"""Names of layers, sprites and targets that begin like ids of texts."""
CUES = {"ending"}
"""Sounds that stand for one of several (``scenes/table/sounds.py``)."""


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse((HOUSE / path).read_text("utf-8"))


def list_texts(node: ast.AST | None) -> Iterator[str]:
    """Texts that may be the value of an expression."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*list_texts(node.body), *list_texts(node.orelse))


def find_icons(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and name of icons given to drawing functions and to fields called ``icon``."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call):
            given = [each.value for each in node.keywords if each.arg in ICONS]
            if isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) in DRAWING:
                at = find_parameter(ast.unparse(node.func.value), node.func.attr)
                given += node.args[at : at + 1] if at >= 0 else []
            yield from ((node.lineno, name) for one in given for name in list_texts(one) if name)


@cache
def find_parameter(owner: str, function: str) -> int:
    """Place of the icon among what is given in a call, -1 where there is none."""
    holder, wanted, left_out = DRAWING[owner]
    called = getattr(holder, function, None)
    names = list(inspect.signature(called).parameters) if inspect.isfunction(called) else []
    return names.index(wanted) - left_out if wanted in names else -1


@cache
def texts() -> frozenset[str]:
    found: set[str] = set()
    for path in (HOUSE / "locale" / "en" / "LC_MESSAGES").glob("*.po"):
        found.update(re.findall(r'^msgid "(.+)"$', path.read_text("utf-8"), re.MULTILINE))
    return frozenset(found)


@cache
def icon_names() -> frozenset[str]:
    return frozenset(icons.table()) | {path.stem for path in (HOUSE / "sprites").rglob("*.svg")}


def test_icons_exist() -> None:
    found = [(path, line, name) for path in modules() for line, name in find_icons(tree(path))]
    assert len(found) > 200
    wrong = [f"{path}:{line}: {name}" for path, line, name in found if name not in icon_names()]
    assert not wrong, wrong


def test_sounds_exist() -> None:
    known = set(json.loads((HOUSE / "sounds" / "sounds.json").read_text("utf-8"))["effects"]) | CUES
    asked = {
        (path.as_posix(), name)
        for path in modules()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "play"
        for given in node.args[:1]
        for name in list_texts(given)
    }
    assert len(asked) > 100
    assert not [each for each in asked if each[1] not in known]


def list_ids(module: ast.Module, heads: set[str]) -> Iterator[tuple[int, str]]:
    """Line and pattern of ids of texts, whole or put together (``f"ui.{name}"``)."""
    parts = {id(each) for node in ast.walk(module) if isinstance(node, ast.JoinedStr) for each in node.values}
    for node in ast.walk(module):
        if isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant):
            head = str(node.values[0].value)
            if re.fullmatch(r"[a-z][a-z0-9_]*\.[a-z0-9_.]*", head) and head.partition(".")[0] in heads:
                said = (
                    re.escape(str(one.value)) if isinstance(one, ast.Constant) else r"[\w.-]+" for one in node.values
                )
                yield node.lineno, "".join(said)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            is_id = re.fullmatch(r"[a-z]\w*(\.\w+)+", node.value) and node.value.partition(".")[0] in heads
            yield from [(node.lineno, re.escape(node.value))] * bool(is_id)


def test_texts_exist() -> None:
    known = "\n".join(sorted(texts()))
    beginnings = {each[:at] for each in texts() for at in range(len(each)) if each[at] == "."}
    heads = {each.partition(".")[0] for each in texts()}
    wrong = []
    for path in modules():
        for line, said in list_ids(tree(path), heads):
            plain = said.replace("\\", "")
            if plain in texts() or plain in beginnings or plain.endswith(FILES) or CACHES.match(plain):
                continue
            if not re.search(rf"^{said}(\.|$)", known, re.MULTILINE):
                wrong.append(f"{path}:{line}: {plain}")
    assert not wrong, wrong


def split(target: ast.expr) -> Iterator[ast.expr]:
    """What an assignment binds, one by one."""
    if isinstance(target, ast.Tuple | ast.List):
        yield from (inner for each in target.elts for inner in split(each))
    else:
        yield target


def list_names(statement: ast.stmt) -> Iterator[str]:
    """Names that a statement of a module or a class binds, but for further forms of one function."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        marks = [ast.unparse(each) for each in statement.decorator_list]
        if not any(re.search(r"\b(overload|setter|getter|deleter|register)\b", mark) for mark in marks):
            yield statement.name
    elif isinstance(statement, ast.Assign):
        yield from (each.id for target in statement.targets for each in split(target) if isinstance(each, ast.Name))
    elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        yield statement.target.id


def find_repeats(module: ast.AST) -> Iterator[str]:
    """Names bound twice in one module or class, and keys twice in one dictionary."""
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.ClassDef):
            names = Counter(name for statement in node.body for name in list_names(statement))
        elif isinstance(node, ast.Dict):
            names = Counter(ast.unparse(key) for key in node.keys if key is not None)
        else:
            continue
        yield from (name for name, times in names.items() if times > 1 and name != "_")


def test_no_name_is_given_twice() -> None:
    repeats = {path.as_posix(): list(find_repeats(tree(path))) for path in modules()}
    assert {path: names for path, names in repeats.items() if names} == {}


def test_repeats_are_found() -> None:
    module = ast.parse(
        "A = 1\nA: int = 2\nclass B:\n    def c(self): ...\n    def c(self): ...\nD = {'e': 1, 'e': 2}\n"
    )
    assert set(find_repeats(module)) == {"A", "c", "'e'"}


@pytest.mark.parametrize("folder", ["engine", "games", "ai", "maps", "sprites", "scenes", "sounds", "measurements"])
def test_no_key_of_a_data_file_is_given_twice(folder: str) -> None:
    repeats: list[str] = []

    def check(pairs: list[tuple[str, object]]) -> dict[str, object]:
        repeats.extend(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        return dict(pairs)

    for path in sorted((HOUSE / folder).rglob("*.json")):
        json.loads(path.read_text("utf-8"), object_pairs_hook=check)
        assert not repeats, f"{path}: {repeats}"


@pytest.mark.parametrize("path", sorted((HOUSE / "locale").glob("*/LC_MESSAGES/*.po")), ids=lambda path: path.stem)
def test_no_id_of_a_catalogue_is_given_twice(path: Path) -> None:
    found = Counter(re.findall(r'^msgid "(.+)"$', path.read_text("utf-8"), re.MULTILINE))
    assert [each for each, times in found.items() if times > 1] == []
