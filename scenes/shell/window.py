"""The window: size, full screen, canvas, and toasts above all scenes."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from engine.desktop import memory
from engine.storage import files, folders
from engine.storage.settings import NO_SPEECH
from scenes.shell import display_area, sdl
from sprites.base import controls
from sprites.base.canvas import Canvas
from sprites.base.display_list import DisplayList
from sprites.base.theme import is_flat, rgb

if TYPE_CHECKING:
    from engine.accessibility.adapter import Adapter
    from scenes.shell.context import Context
    from scenes.shell.targets import Box

SMALLEST = (1024, 640)
TITLE = "Four Thrones"
TOAST_MS = 2500.0
LEAST_FLAT_TEXT = 17.5
"""No text of a theme for weak eyes is smaller, in units."""
LIGHT_FRAME_S, MOST_HEAVY_FRAMES = 0.004, 3
"""A frame shorter than this has time for a planned picture, or for the tree of what is told; after this number of
longer ones the picture is made anyway."""
LONG_FRAME_S = 0.016
"""In a frame as long as this nothing is made, unless several have been."""
FRAME_AT_MOST = 64
"""A window that opens by so little away from its place was moved by the frame that the system has put round it."""
MOST_WINDOWS = 8
"""Number of copies of the program whose windows are offset from each other; further ones open over the first."""
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


def _name_window(number: int) -> Path:
    """Return what a window claims for as long as it is open."""
    return folders.settings() / f"window {number}"


class Window:
    """The one window of the program.

    Its surface has the pixels of the screen, which may be more than the units in which its size, its place and the
    pointer are counted: ``ratio`` of them in each unit.
    """

    def __init__(
        self,
        ctx: Context,
        size: tuple[int, int],
        *,
        fullscreen: bool = False,
        visible: bool = True,
        faked_ratio: float = 0.0,
    ) -> None:
        self.ctx = ctx
        self.size = size
        self.fullscreen = fullscreen
        self.visible = visible
        self._number = 0
        """How many windows of other copies of the program were open before."""
        self._wanted: tuple[int, int] | None = None
        """Where the window shall be, until the window system has said where it is."""
        self._faked_ratio = faked_ratio
        self._faked: pygame.Surface | None = None
        """Drawn on in place of the window's surface when a ratio is tried out that no screen here has."""
        self.shows_damage = False
        """Whether what each frame paints is framed (for development)."""
        self._heavy_frames = 0
        self.adapter: Adapter | None = None
        """The tree of the window for screen readers."""
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
            self.system = self._open()
            if ICON.is_file():
                self.system.set_icon(pygame.image.load(ICON))
        except pygame.error as error:
            raise NoDisplay(str(error)) from error
        ctx.window = self
        self.canvas = self._canvas()

    def _open(self) -> pygame.Window:
        """A window of the size and at the place that were left, or the whole screen, which goes back to such a one."""
        if self.visible:
            self._number = next((each for each in range(MOST_WINDOWS) if files.claim(_name_window(each))), 0)
        place = self._find_place() if self.visible else None
        if place is not None:
            self.size = place.w, place.h
        elif self.visible and pygame.display.get_driver() not in UNSEEN and not display_area.roomy(self.size):
            self.size = fitting(self.size, display_area.room())
        window = pygame.Window(
            TITLE,
            self.size,
            (place.x, place.y) if place is not None else pygame.WINDOWPOS_UNDEFINED,
            hidden=True,
            resizable=self.visible,
            allow_high_dpi=True,
        )
        if not self.visible:
            return window
        window.minimum_size = SMALLEST
        self.adapter = self._open_adapter(window)  # before the window is shown, as Windows and macOS want it
        if self.fullscreen:
            window.set_fullscreen(True)
        window.show()
        self._wanted = (place.x, place.y) if place is not None and not self.fullscreen else None
        return window

    def _open_adapter(self, window: pygame.Window) -> Adapter | None:
        """The tree for screen readers; None where the player wants none, or where it cannot be had."""
        if self.ctx.settings.spoken_output == NO_SPEECH or self.ctx.quiet:
            return None
        from engine.accessibility.adapter import open_adapter  # tests and pictures do without

        try:
            handle = getattr(window, "handle", 0)
        except (pygame.error, OSError):
            return None
        return open_adapter(handle, TITLE)

    def measure_box(self, box: Box) -> Box:
        """Return a box in pixels of the window: left, top, width, height."""
        rect = self.canvas.rect(*box)
        return float(rect.x), float(rect.y), float(rect.w), float(rect.h)

    def measure_place(self) -> tuple[bool, Box]:
        """Return whether the window has the keyboard, and its place on the screen in pixels."""
        (x, y), (w, h) = self.system.position, self.surface.get_size()
        return bool(self.system.focused), (float(x), float(y), float(w), float(h))

    def _find_place(self) -> display_area.Area | None:
        """Where the window was when it was left, if that screen is there; None before the first time."""
        settings = self.ctx.settings
        kept = settings.window_places.get(settings.window_screen, {})
        screen = next((one for one in display_area.list_screens() if one.name == settings.window_screen), None)
        if (
            screen is None
            or set(kept) != set(display_area.Area._fields)
            or (settings.window_width, settings.window_height) != self.size
        ):
            return None
        place = display_area.step_aside(display_area.Area(**kept), screen, self._number)
        sizes = SMALLEST[0] <= place.w <= screen.w and SMALLEST[1] <= place.h <= screen.h
        return place if sizes and screen.has(place.x, place.y) else None

    def note_place(self) -> None:
        """Remember size and place of the window for the screen on which it is."""
        if self.fullscreen or not self.visible:
            return
        settings = self.ctx.settings
        x, y = self.system.position
        wanted, self._wanted = self._wanted, None
        if wanted is not None and (x, y) != wanted and max(abs(x - wanted[0]), abs(y - wanted[1])) <= FRAME_AT_MOST:
            self.system.position = wanted  # a frame was put round it, whose size is known only now
            return
        if self._number:
            return  # the place of the first window is kept
        screen = display_area.find_screen(x + self.size[0] // 2, y + self.size[1] // 2)
        settings.window_screen = screen.name
        place = display_area.Area(x, y, *self.size)
        settings.window_places = {**settings.window_places, screen.name: place._asdict()}
        settings.window_width, settings.window_height = self.size

    def close(self) -> None:
        """Take the window away."""
        if self.visible:
            files.release(_name_window(self._number))
        if self.ctx.window is self:
            self.ctx.window = None
        self.system.destroy()

    def _canvas(self) -> Canvas:
        self.screen = DisplayList(self.surface)
        settings = self.ctx.settings
        w, h = self.screen.get_size()
        scale = min(w / 1600, h / 900)
        return Canvas(
            self.screen,
            text_scale=self.ctx.text_scale(scale / self.ratio),
            palette=settings.palette,
            patterns=settings.patterns or is_flat(),
            least_text=max(settings.least_text, LEAST_FLAT_TEXT if is_flat() else 0.0),
        )

    @property
    def surface(self) -> pygame.Surface:
        """What is shown; its size changes with that of the window."""
        if not self._faked_ratio:
            return self.system.get_surface()
        wide, high = (round(each * self._faked_ratio) for each in self.system.size)
        if self._faked is None or self._faked.get_size() != (wide, high):
            self._faked = pygame.Surface((wide, high)).convert(self.system.get_surface())
        return self._faked

    @property
    def ratio(self) -> float:
        """Pixels of the surface in one unit of the window."""
        return self.surface.get_width() / max(1, self.system.size[0])

    def flip(self) -> None:
        """Show the whole surface."""
        if self._faked is not None:
            shown = self.system.get_surface()
            pygame.transform.smoothscale(self._faked, shown.get_size(), shown)
        self.system.flip()

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
        """The window system changed the size, or how many pixels it has."""
        if not self.fullscreen:
            self.size = self.system.size
            self.note_place()
        self.renew()
        self.ctx.stack.relabel()

    def toggle_fullscreen(self) -> None:
        """F11: full screen and back, to the size and the place that the window had.

        What was drawn last is shown, as large as it has to be, while the picture for the new size is made.
        """
        last = self.surface.copy()
        self.fullscreen = not self.fullscreen
        self.ctx.settings.fullscreen = self.fullscreen
        if self.fullscreen:
            self.system.set_fullscreen(True)
        else:
            self.system.set_windowed()
        pygame.transform.scale(last, self.surface.get_size(), self.surface)
        self.flip()
        self.ctx.apply_settings()

    def toast(self, text: str, *, at_top: bool = False) -> None:
        """Show a pill at the bottom, or at the top, for a moment."""
        self._toasts = [(text, at_top, TOAST_MS)]
        self.ctx.stack.dirty = True

    def update(self, ms: float) -> None:
        """Let toasts fade."""
        if self._toasts:
            self._toasts = [(text, at_top, left - ms) for text, at_top, left in self._toasts if left > ms]
            self.ctx.stack.moved = True

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
        top = self.ctx.stack.top
        is_typing = top is not None and top.ui.keyboard is not None  # by a keyboard at the lower edge
        for text, at_top, left in self._toasts:
            controls.toast(self.canvas, text, int(255 * min(1.0, left / 300)), at_top=at_top or is_typing)
        damage = self.screen.finish()
        if sweeps:
            cache.finish_sweep()
            stack.closed = False
            memory.release()
        return damage

    def prepare(self, spent_s: float) -> None:
        """Make one of the pictures that are planned, of one that is made in steps some; in a frame that has taken long
        already at most one step, or none. Look for memory that is no longer used while nothing moves."""
        moves = self.ctx.stack.moving
        if not moves and memory.collect_at_rest():
            return
        begin, is_light = time.perf_counter(), spent_s < LIGHT_FRAME_S or self._heavy_frames >= MOST_HEAVY_FRAMES
        self._heavy_frames = 0 if is_light else self._heavy_frames + 1
        if spent_s > LONG_FRAME_S and not is_light:
            return
        while self.canvas.cache.make_next(at_rest=not moves, whole=is_light):
            if spent_s + time.perf_counter() - begin > LIGHT_FRAME_S:
                break

    def finish_plans(self) -> None:
        """Make all pictures that are needed soon: for pictures and films of the program, which have time."""
        while self.canvas.cache.make_next():
            pass

    def show(self, damage: list[pygame.Rect]) -> None:
        """Hand what was painted to the window system."""
        if self.shows_damage:
            self._show_damage(damage)
        elif damage and (self._faked is not None or not sdl.update_rects(self.system.id, damage)):
            self.flip()

    def _show_damage(self, damage: Sequence[pygame.Rect]) -> None:
        """Show the frame with what was painted framed (F9 in development); the next one is drawn without frames."""
        clean = self.surface.copy()
        for box in damage:
            pygame.draw.rect(self.surface, rgb("danger"), box, DAMAGE_WIDTH)
        self.flip()
        self.surface.blit(clean, (0, 0))
