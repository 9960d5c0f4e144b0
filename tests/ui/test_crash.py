"""A crash is told in the window although no file of the program is left."""

from pathlib import Path
from typing import Any

import pygame
import pytest

from scenes.shell import crash
from sprites.base import assets
from tests.ui.driver import Driver

LAST = "FileNotFoundError: everything is gone"


@pytest.fixture
def nothing_left(driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Driver:
    """A run whose folder of fonts and pictures is gone; the first screen had read some."""
    from scenes.menus.title import Title

    driver.ctx.stack.push(Title(driver.ctx))
    driver.run(200)
    monkeypatch.setenv("FOUR_THRONES_HOME", str(tmp_path / "home"))

    def gone(path: Path, kind: str) -> Any:
        raise assets.AssetError(f"the {kind} {path} is missing")

    def no_default(file: Any = None, size: int = 20) -> Any:
        if file is None or isinstance(file, str | Path):
            raise FileNotFoundError("pygame/freesansbold.ttf")
        return Font(file, size)

    Font = pygame.font.Font
    monkeypatch.setattr(assets, "_content", gone)
    monkeypatch.setattr(pygame.font, "Font", no_default)
    return driver


def test_letters_that_were_read_before_tell_it(nothing_left: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[pygame.Surface] = []
    monkeypatch.setattr(nothing_left.window, "flip", lambda: shown.append(nothing_left.window.canvas.target.copy()))
    monkeypatch.setattr(pygame.event, "wait", lambda ms: pygame.event.Event(pygame.KEYDOWN))
    assert crash.show(nothing_left.ctx, f"Traceback\n{LAST}") == 1
    (picture,) = shown
    colours = {tuple(picture.get_at((x, y)))[:3] for x in range(0, 900, 2) for y in range(0, 500, 2)}
    assert len(colours) > 20, "letters are drawn, with soft edges"


def test_without_any_letters_the_system_tells_it(nothing_left: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, ...]] = []
    monkeypatch.setattr(crash, "FACES", ())
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    monkeypatch.setattr(pygame.display, "message_box", lambda *words: told.append(words))
    assert crash.show(nothing_left.ctx, f"Traceback\n{LAST}") == 1
    assert len(told) == 1 and LAST in told[0][1] and "four_thrones.log" in told[0][1]
