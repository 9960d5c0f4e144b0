"""Themes: wrong files name file, place and expectation; a theme replaces roles and palettes everywhere."""

import contextlib
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine import schema
from engine.storage import settings
from scenes.dev.screenshots import all_scenes
from scenes.dev.selftest import headless
from scenes.shell.context import Context
from scenes.shell.window import Window
from sprites.base import assets, shapes, theme
from sprites.base.canvas import Canvas
from sprites.base.theme import FORMER

GREEN = {
    "confirm.high": "#8fd98a",
    "confirm": "#4fae4a",
    "confirm.low": "#2c7a2a",
    "confirm.edge": "#123a12",
    "confirm.text": "#062006",
    "confirm.disabled": "#46604a",
}
WITH_CONFIRM = (
    "settings", "setup", "dialog",  "rules", "gallery", "king_of_12/table", "legends/table",
    "king_of_the_dice/dice-table", "tash_kalar/tash-summoning", "tash_kalar/lesson-first",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _standard_theme() -> Iterator[None]:
    yield
    theme.choose(None)


def write(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), "utf-8")
    return path


def standard() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((assets.HOME / "base" / "theme.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize(
    ("change", "place", "expected"),
    [
        ({"text.mutd": "#ffffff"}, "roles.text.mutd", "a role of sprites/base/theme.py"),
        ({"text.muted": "#ffff"}, "roles.text.muted", "found '#ffff'"),
        ({"text.muted": 7}, "roles.text.muted", "expected a text"),
        ({"text.muted": None}, "roles.text.muted", "notes, units"),
    ],
)
def test_a_damaged_theme_names_the_place(tmp_path: Path, change: dict[str, Any], place: str, expected: str) -> None:
    data = standard()
    data["roles"] |= change
    if change.get("text.muted", 0) is None:
        del data["roles"]["text.muted"]
    path = write(tmp_path / "theme.json", data)
    with pytest.raises(assets.AssetError) as raised:
        schema.read(path, theme.Theme, assets.AssetError)
    assert "theme.json" in str(raised.value) and place in str(raised.value) and expected in str(raised.value)


@pytest.mark.parametrize(
    ("part", "name", "value", "place"),
    [
        ("fonts", "sans", "../../etc/passwd", "fonts.sans"), ("bold", "sans", "gothic", "bold.sans"),
        ("bold", "gothic", "sans", "bold.gothic"), ("styles", "body", ["gothic", 15], "styles.body"),
        ("styles", "body", ["sans", 900], "styles.body"), ("shadows", "mat", None, "shadows.mat"),
        ("shadows", "mat", [26, 0, 1e9, 190], "shadows.mat[2]"), ("palettes", "standard", None, "palettes.standard"),
    ],
)  # fmt: skip
def test_every_number_and_name_of_the_theme_is_bounded(
    tmp_path: Path, part: str, name: str, value: Any, place: str
) -> None:
    data = standard()
    data[part][name] = value
    if value is None:
        del data[part][name]
    with pytest.raises(assets.AssetError) as raised:
        schema.read(write(tmp_path / "theme.json", data), theme.Theme, assets.AssetError)
    assert place in str(raised.value)


@pytest.mark.parametrize("shape", ["shield", "circle", "hexagon", "diamond", "square"])
def test_any_shape_of_a_player_is_drawn(tmp_path: Path, shape: str) -> None:
    """What the schema takes, every table draws; the largest shadows cost no more than a second."""
    signs = [{"shape": shape, "emblem": "lion"}] * 4
    shadows = {name: [60, 60, -60, 255] for name in standard()["shadows"]}
    theme.choose(write(tmp_path / "mine.json", {"players": signs, "shadows": shadows}))
    c = Canvas(pygame.Surface((320, 180)))
    begun = time.process_time()
    for colour in range(4):
        shapes.badge(c, colour, "", 300, 300, 40)
    shapes.panel(c, 10, 10, 800, 400)
    assert time.process_time() - begun < 1.0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_theme_that_is_a_pipe_is_reported(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "mine.json")
    with pytest.raises(assets.AssetError, match=r"mine\.json: cannot be read"):
        theme.read(tmp_path / "mine.json")


@pytest.mark.parametrize(
    ("data", "place", "expected"),
    [
        ({"roles": {"confirmed": "#ffffff"}}, "roles.confirmed", "a role"),
        ({"roles": {"confirm": "green"}}, "roles.confirm", "found 'green'"),
        ({"art": {"legends": {"tundra": "#ffffff"}}}, "art.legends.tundra", "sprites/legends/palette.json"),
        ({"art": {"legends": {"forest": "#fff"}}}, "art.legends.forest", "found '#fff'"),
        ({"art": {"chess": {"king": "#ffffff"}}}, "chess", "palette.json"),
        ({"art": {"../base": {"gold": "#ffffff"}}}, "art.../base", "a folder of sprites"),
        ({"shadows": {"sun": [1, 1, 1, 1]}}, "shadows.sun", "one of lying"),
        ({"palettes": {"grey": [["#ffffff"] * 4] * 4}}, "palettes.grey", "one of standard"),
        ({"colors": {}}, "colors", "no such field"),
        ({"players": [{"shape": "star", "emblem": "lion"}] * 4}, "players[0].shape", "one of shield, circle"),
        ({"players": [{"shape": "shield", "emblem": "cow"}] * 4}, "players[0].emblem", "one of lion"),
        ({"players": [{"shape": "shield", "emblem": "../lion"}] * 4}, "players[0].emblem", "found '../lion'"),
        ({"shadows": {"panel": [5000, 0, 0, 100]}}, "shadows.panel[0]", "found 5000"),
        ({"shadows": {"panel": [5, 0, -9000, 100]}}, "shadows.panel[2]", "found -9000"),
        ({"shadows": {"panel": [5, 0, 0, 900]}}, "shadows.panel[3]", "found 900"),
        ({"shadows": {"panel": [float("nan"), 0, 0, 9]}}, "mine.json", "NaN is no number"),
        ({"roles": {"confirm": "#ffffff\n"}}, "roles.confirm", "found '#ffffff"),
        ({"pictures": {"legends/moon.jpg": "dots"}}, "pictures.legends/moon.jpg", "a picture of sprites/art"),
        ({"pictures": {"../icon.png": "dots"}}, "pictures.../icon.png", "a picture of sprites/art"),
        ({"pictures": {"covers/legends.jpg": "stripes"}}, "covers/legends.jpg", "one of baked"),
    ],
)
def test_a_damaged_override_names_the_place(tmp_path: Path, data: Any, place: str, expected: str) -> None:
    path = write(tmp_path / "mine.json", data)
    with pytest.raises(assets.AssetError) as raised:
        theme.read(path)
    assert "mine.json" in str(raised.value) and place in str(raised.value) and expected in str(raised.value)


@pytest.mark.parametrize("content", [b"", b"\xff", b"[]", b'{"roles": {"confirm": 1}}', b"[" * 100_000])
def test_a_theme_that_cannot_be_used_is_reported(tmp_path: Path, content: bytes) -> None:
    usual = theme.rgb("confirm")
    path = tmp_path / "mine.json"
    path.write_bytes(content)
    with contextlib.closing(assets.Missed()) as missed:
        theme.choose(path)
        assert theme.rgb("confirm") == usual
    assert len(missed.lines) == 1 and "mine.json" in missed.lines[0]


def test_a_palette_that_is_wrong_names_the_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "moon").mkdir()
    write(tmp_path / "moon" / "palette.json", {"dust": "grey"})
    monkeypatch.setattr(assets, "HOME", tmp_path)
    with pytest.raises(assets.AssetError, match=r"palette\.json: dust: expected .*found 'grey'"):
        theme.colour("moon/dust")


def test_a_theme_replaces_roles_art_seats_and_shadows(tmp_path: Path) -> None:
    seats = [[f"#{k}{k}{k}{k}{k}{k}"] * 4 for k in range(1, 5)]
    theme.choose(
        write(
            tmp_path / "mine.json",
            {
                "roles": {"text": "#010203"},
                "art": {"legends": {"forest": "#040506"}},
                "palettes": {"standard": seats},
                "shadows": {"panel": [0, 0, 0, 0]},
            },
        )
    )
    assert theme.rgb("text") == (1, 2, 3) and theme.rgb("text.title") == (0xF6, 0xDC, 0x9A)
    assert theme.rgb("legends/forest") == (4, 5, 6) and theme.rgb("legends/meadow") == (0xAA, 0xB5, 0x52)
    assert theme.player(1).base == "#222222" and theme.shadow("panel").alpha == 0
    assert theme.mix("text", "text", 0.5) == "#010203"
    theme.choose(None)
    assert theme.rgb("text") == (0xF4, 0xE8, 0xCF)


def test_every_palette_of_the_settings_is_in_the_theme() -> None:
    assert set(theme.PALETTES) == set(settings.PALETTES)


def test_colour_names_of_version_0_1_are_roles_now() -> None:
    assert theme.colour("cream") == theme.colour("text") and theme.colour("gold_hi") == theme.colour("text.title")
    for name, role in FORMER.items():
        assert theme.colour(name) == theme.colour(role)


def face_of_confirm(name: str) -> tuple[int, int, int]:
    """Colour of the main button of a scene, left of its label."""
    headless()
    chosen = settings.Settings()
    chosen.speed = "instant"
    ctx = Context(chosen, sound=False, quiet=True)
    ctx.instant = True
    window = Window(ctx, (1280, 720), visible=False)
    try:
        all_scenes()[name](ctx, "7")
        ctx.stack.settle()
        ctx.stack.fade = 0.0
        for _ in range(3):
            ctx.stack.update(0)
            window.draw()
        scene: Any = ctx.stack.top
        target = next(one for one in reversed(scene.ui.targets) if one.main)
        x, y, _, h = target.box
        c = window.canvas
        red, green, blue, *_ = c.target.get_at((c.x(x + 6), c.y(y + h * 0.6)))
        return red, green, blue
    finally:
        ctx.close()


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", WITH_CONFIRM)
def test_every_confirm_button_follows_the_theme(tmp_path: Path, name: str) -> None:
    red, green, blue = face_of_confirm(name)
    assert red > green > blue
    theme.choose(write(tmp_path / "green.json", {"roles": GREEN}))
    red, green, blue = face_of_confirm(name)
    assert green > red and green > blue
