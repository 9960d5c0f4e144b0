"""Text of the scenes is set in the few named styles of the theme: no face and no size stands in their code."""

import ast
from pathlib import Path

import pytest

from engine.bootstrap import ROOT
from sprites.base import theme

SCENES = sorted((Path(ROOT) / "scenes").rglob("*.py"))
ALLOWED = {"scenes/shell/crash.py"}
"""Tries the font files themselves, as the theme may be what is broken."""
DRAWN = {
    "draw": 4,
    "paragraph": 5,
    "width": 2,
    "paragraph_height": 3,
    "fit": 4,
    "rows": 3,
    "word_boxes": 3,
    "widest": 3,
}
"""Functions of ``sprites.base.text`` and the place of the font among their arguments."""


def list_faults(source: str) -> list[str]:
    """Return faces, fonts of an own size and unknown styles in a module, each with its line."""
    faces, styles = theme.table().fonts, theme.table().styles
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and node.value in faces and node.value != "black":
            found.append(f"{node.lineno}: face {node.value}")
        if not isinstance(node, ast.Call) or not ast.unparse(node.func).startswith("text."):
            continue
        if any(isinstance(one, ast.Starred) for one in node.args):
            continue
        name = ast.unparse(node.func).removeprefix("text.")
        if name == "Font":
            found.append(f"{node.lineno}: {ast.unparse(node)}")
        if name in ("resize", "limit", "find_font") or (at := DRAWN.get(name, 99)) < len(node.args):
            font = node.args[0 if name in ("resize", "limit", "find_font") else at]
            if isinstance(font, ast.Constant) and font.value not in styles:
                found.append(f"{node.lineno}: {ast.unparse(font)}")
    return found


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_scenes_name_styles_and_no_sizes(path: Path) -> None:
    if path.relative_to(ROOT).as_posix() not in ALLOWED:
        assert list_faults(path.read_text(encoding="utf-8")) == []


def test_what_is_no_style_is_found() -> None:
    source = 'text.draw(c, s, 1, 2, "sans", 15)\ntext.fit(c, s, 1, 2, text.Font(f, 3))\ntext.width(c, s, "bodi")\n'
    assert len(list_faults(source)) == 4
    assert list_faults('text.draw(c, s, 1, 2, "body")\nlayer.fill("black")') == []
