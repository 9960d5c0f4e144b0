"""The last word when something broke: what happened, where the log is, and that the game is saved."""

from __future__ import annotations

import platform
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from engine import crash, message_box

if TYPE_CHECKING:
    from scenes.shell.context import Context

FONT = Path(__file__).absolute().parents[2] / "sprites" / "fonts" / "AlegreyaSans_500Medium.ttf"


def show(ctx: Context, report: str) -> int:
    """Write the log and show a plain dialog until a key or click; returns exit code 1."""
    print(report, file=sys.stderr)
    log = crash.write(f"pygame-ce {pygame.version.ver}, {platform.platform()}\n{report}")
    path = str(log or "")
    try:
        _dialog(ctx, report.strip().splitlines()[-1], path)
    except Exception:
        print(f"Log: {path}", file=sys.stderr)
        if message_box.silent():  # the window itself may be what is broken
            message_box.show(f"{report.strip().splitlines()[-1]}\n\n{path}")
    return 1


def _dialog(ctx: Context, last: str, path: str) -> None:
    surface = pygame.display.get_surface()
    if surface is None:
        return
    pygame.font.init()
    font_file = str(FONT) if FONT.is_file() else None
    w, h = surface.get_size()
    size = max(16, h // 36)
    big = pygame.font.Font(font_file, int(size * 1.5))
    font = pygame.font.Font(font_file, size)
    t = ctx.texts.t
    surface.fill((31, 19, 11))
    rows = [(big, t("ui.crash.title"), (246, 220, 154)), (font, t("ui.crash.body"), (244, 232, 207))]
    rows.append((font, last, (189, 166, 131)))
    if path:
        rows.append((font, t("ui.crash.log", path=path), (244, 232, 207)))
    rows.append((font, t("ui.crash.close"), (215, 171, 87)))
    y = h // 6
    for face, words, colour in rows:
        line = face.render(words, True, colour, None, int(w * 0.8))
        surface.blit(line, (w // 10, y))
        y += line.get_height() + size
    pygame.display.flip()
    pygame.event.clear()
    while True:
        event = pygame.event.wait(500)
        if event.type in (pygame.QUIT, pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.JOYBUTTONDOWN):
            return
