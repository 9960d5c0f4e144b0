"""The window: size, full screen, canvas, and toasts above all scenes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from engine.desktop import memory
from scenes.shell import display_area
from sprites.base import controls
from sprites.base.canvas import Canvas
from sprites.base.display_list import DisplayList
from sprites.base.theme import is_flat, rgb

if TYPE_CHECKING:
    from scenes.shell.context import Context

SMALLEST = (1024, 640)
TITLE = "Four Thrones"
TOAST_MS = 2500.0
LIGHT_FRAME_S, MOST_HEAVY_FRAMES = 0.004, 3
"""A frame shorter than this has time for a planned picture; after this number of longer ones it is made anyway."""
DAMAGE_WIDTH = 3
"""Pixels of the frame round what was painted."""
UNSEEN = ("offscreen", "dummy")
"""Drivers without a screen: fine when asked for, useless when SDL falls back to them."""
ICON = Path(__file__).absolute().parents[2] / "sprites" / "art" / "icon.png"


def fitting(size: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    """The size of a window that has room on the screen; in the same shape, if it has to shrink."""
    if size[0] <= room[0] and size[1] <= room[1]:
        return size
    share = min(room[0] / size[0], room[1] / size[1])
    return max(SMALLEST[0], round(size[0] * share)), max(SMALLEST[1], round(size[1] * share))


class NoDisplay(RuntimeError):
    """No window can be opened; the text says what the system answered."""


class Window:
    """The one window of the program."""

    def __init__(self, ctx: Context, size: tuple[int, int], *, fullscreen: bool = False, visible: bool = True) -> None:
        self.ctx = ctx
        self.size = size
        self.fullscreen = fullscreen
        self.shows_damage = False
        """Whether what each frame paints is framed (for development)."""
        self._heavy_frames = 0
        self._toasts: list[tuple[str, bool, float]] = []
        if sys.platform.startswith("linux"):
            # Pictures are drawn in memory: a detour over a graphics driver costs time and 80 MB here.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        elif sys.platform == "win32":
            # Real pixels on every monitor, also where the sources run in a Python whose manifest says nothing of it.
            os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
        try:
            pygame.display.init()
            if pygame.display.get_driver() in UNSEEN and not os.environ.get("SDL_VIDEODRIVER"):
                raise NoDisplay("no display was found")  # SDL would draw where nobody sees it
            if ICON.is_file():
                pygame.display.set_icon(pygame.image.load(ICON))
            self._open(visible)
        except pygame.error as error:
            raise NoDisplay(str(error)) from error
        pygame.display.set_caption(TITLE)
        ctx.window = self
        self.canvas = self._canvas()

    def _open(self, visible: bool) -> None:
        """A window of the size that was left, or the whole screen, which goes back to such a window."""
        if visible and pygame.display.get_driver() not in UNSEEN and not display_area.roomy(self.size):
            self.size = fitting(self.size, display_area.room())
        shown_later = 0 if visible and not self.fullscreen else pygame.HIDDEN
        pygame.display.set_mode(self.size, (pygame.RESIZABLE if visible else 0) | shown_later)
        if not visible:
            return
        window = pygame.Window.from_display_module()
        window.minimum_size = SMALLEST
        if self.fullscreen:
            window.set_fullscreen(True)
            window.show()

    def _canvas(self) -> Canvas:
        self.screen = DisplayList(self.surface)
        settings = self.ctx.settings
        w, h = self.screen.get_size()
        scale = min(w / 1600, h / 900)
        return Canvas(
            self.screen,
            text_scale=self.ctx.text_scale(scale),
            palette=settings.palette,
            patterns=settings.patterns or is_flat(),
        )

    @property
    def surface(self) -> pygame.Surface:
        """What is shown; another one whenever the size has changed."""
        surface = pygame.display.get_surface()
        assert surface is not None
        return surface

    def invalidate(self) -> None:
        """Paint everything again: the window system may have lost what was shown."""
        self.screen.invalidate()
        self.ctx.stack.dirty = True

    def renew(self) -> None:
        """Make a new canvas: size, text size or palette changed."""
        self.canvas.cache.clear()
        self.canvas = self._canvas()
        self.ctx.stack.dirty = True

    def resize(self) -> None:
        """The window system changed the size."""
        surface = pygame.display.get_surface()
        if surface is None:
            return
        if not self.fullscreen:
            self.size = surface.get_size()
            self.ctx.settings.window_width, self.ctx.settings.window_height = self.size
        self.renew()
        self.ctx.stack.relabel()

    def toggle_fullscreen(self) -> None:
        """F11: full screen and back, to the size and the place that the window had.

        What was drawn last is shown, as large as it has to be, while the picture for the new size is made.
        """
        last = self.surface.copy()
        self.fullscreen = not self.fullscreen
        self.ctx.settings.fullscreen = self.fullscreen
        window = pygame.Window.from_display_module()
        if self.fullscreen:
            window.set_fullscreen(True)
        else:
            window.set_windowed()
        pygame.transform.scale(last, self.surface.get_size(), self.surface)
        pygame.display.flip()
        self.ctx.apply_settings()

    def toast(self, text: str, *, at_top: bool = False) -> None:
        """Show a pill at the bottom, or at the top, for a moment."""
        self._toasts = [(text, at_top, TOAST_MS)]
        self.ctx.stack.dirty = True

    def update(self, ms: float) -> None:
        """Let toasts fade."""
        if self._toasts:
            self._toasts = [(text, at_top, left - ms) for text, at_top, left in self._toasts if left > ms]
            self.ctx.stack.dirty = True

    def draw(self) -> None:
        """Draw all scenes and show what has changed."""
        self.show(self.paint())

    def paint(self) -> list[pygame.Rect]:
        """Draw all scenes; return the rectangles in which the picture is another one than before."""
        stack, cache = self.ctx.stack, self.canvas.cache
        sweeps = stack.closed and not stack.fade
        if sweeps:
            cache.begin_sweep()
        self.screen.begin()
        self.ctx.stack.draw(self.canvas)
        for text, at_top, left in self._toasts:
            controls.toast(self.canvas, text, int(255 * min(1.0, left / 300)), at_top=at_top)
        if sweeps:
            cache.finish_sweep()
            stack.closed = False
            memory.trim()
        return self.screen.finish()

    def prepare(self, spent_s: float) -> None:
        """Make one of the pictures that are planned, unless this frame has taken long already."""
        if spent_s < LIGHT_FRAME_S or self._heavy_frames >= MOST_HEAVY_FRAMES:
            self._heavy_frames = 0
            self.canvas.cache.make_next()
        else:
            self._heavy_frames += 1

    def show(self, damage: list[pygame.Rect]) -> None:
        """Hand what was painted to the window system."""
        if self.shows_damage:
            self._show_damage(damage)
        else:
            pygame.display.update(damage)

    def _show_damage(self, damage: Sequence[pygame.Rect]) -> None:
        """Show the frame with what was painted framed (F9 in development); the next one is drawn without frames."""
        clean = self.surface.copy()
        for box in damage:
            pygame.draw.rect(self.surface, rgb("danger"), box, DAMAGE_WIDTH)
        pygame.display.flip()
        self.surface.blit(clean, (0, 0))
