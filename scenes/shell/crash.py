"""The last word when something broke: what happened, where the log is, and that the game is saved."""

import contextlib
import io
import platform
import sys

import pygame

from engine import crash
from engine.desktop import system
from scenes.shell.context import Context
from scenes.shell.window import UNSEEN
from sprites.base import assets
from sprites.base.theme import font_file, rgb

FACES = ("sans", "sans_bold", "serif", "serif_bold", "italic", "sc", "black")
"""Fonts that have all letters; the first screen has read some of them."""


def show(ctx: Context, report: str) -> int:
    """Write the log and show a plain dialog until a key or click; returns exit code 1."""
    print(report, file=sys.stderr)
    log = crash.write(f"pygame-ce {pygame.version.ver}, {platform.platform()}\n{report}")
    crash.set_mark()
    path = str(log or "")
    last = report.strip().splitlines()[-1]
    try:
        _dialog(ctx, last, path)
    except Exception:
        print(f"Log: {path}", file=sys.stderr)
        if system.is_silent():  # the window itself may be what is broken
            system.show_message(f"{last}\n\n{path}")
        elif pygame.display.get_init() and pygame.display.get_driver() not in UNSEEN:
            with contextlib.suppress(Exception):  # the system's letters: no file of ours is left
                pygame.display.message_box(system.TITLE, f"{last}\n\n{path}", "error")
    return 1


def _fonts(*sizes: int) -> list[pygame.font.Font]:
    """The same font in these sizes, from a file that was read before if none can be read any more; raises OSError."""
    pygame.font.init()
    for face in FACES:
        with contextlib.suppress(Exception):
            data = assets.font_file(font_file(face))
            return [pygame.font.Font(io.BytesIO(data), size) for size in sizes]
    raise OSError("no font can be read")


def _dialog(ctx: Context, last: str, path: str) -> None:
    window = ctx.window
    if window is None:
        return
    surface = window.surface
    w, h = surface.get_size()
    size = max(16, h // 36)
    big, font = _fonts(int(size * 1.5), size)
    t = ctx.texts.t
    surface.fill(rgb("panel.low"))
    rows = [(big, t("ui.crash.title"), rgb("text.title")), (font, t("ui.crash.body"), rgb("text"))]
    rows.append((font, last, rgb("text.muted")))
    if path:
        rows.append((font, t("ui.crash.log", path=path), rgb("text")))
    rows.append((font, t("ui.crash.close"), rgb("accent")))
    y = h // 6
    for face, words, colour in rows:
        line = face.render(words, True, colour, None, int(w * 0.8))
        surface.blit(line, (w // 10, y))
        y += line.get_height() + size
    window.flip()
    pygame.event.clear()
    while True:
        event = pygame.event.wait(500)
        if event.type in (pygame.QUIT, pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.JOYBUTTONDOWN):
            return
