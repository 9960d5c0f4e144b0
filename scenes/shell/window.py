"""The window: where it has room on the screens, size, full screen, canvas, and toasts above all scenes."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pygame

from engine.desktop import system
from engine.storage import files, folders
from engine.storage.settings import NO_SPEECH
from scenes.shell import sdl, touch_sizes
from sprites.base import controls, text
from sprites.base.canvas import Canvas
from sprites.base.display_list import DisplayList
from sprites.base.theme import is_flat, rgb

if TYPE_CHECKING:
    from engine.accessibility.adapter import Adapter
    from scenes.shell.context import Context
    from scenes.shell.targets import Box

FRAME = (2, 40)
"""What a window's own frame and title need, at the least."""
ROOM = 0.9
"""Share of a screen that is left where nobody tells how large the bars are."""
PLENTY = 0.84
"""Share of a screen that every window system leaves, in both directions."""
STEP = 40
"""So far from the window of another copy of the program the next one opens, in both directions."""
FIRST = 0.75
"""Share of the usable screen that the very first window takes, in both directions."""

SMALLEST = (1024, 640)
TITLE = "Four Thrones"
UPRIGHT = 0.62
"""Height of the picture on a screen that is held upright, as a share of its width."""
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


class Area(NamedTuple):
    """Left, top, width and height in units of the desktop, which are pixels on most systems."""

    x: int
    y: int
    w: int
    h: int

    @property
    def name(self) -> str:
        """Key under which a window's place is stored; it differs for another arrangement of screens."""
        return f"{self.w}x{self.h}{self.x:+d}{self.y:+d}"

    def has(self, x: int, y: int) -> bool:
        """Whether a point lies in the area."""
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h


def step_aside(place: Area, screen: Area, number: int) -> Area:
    """Return a place moved ``number`` steps right and down, or left and up where only there is room."""

    def step(at: int, long: int, first: int, room: int) -> int:
        away = STEP * number
        return at - away if at + away + long > first + room and at - away >= first else at + away

    x, y = step(place.x, place.w, screen.x, screen.w), step(place.y, place.h, screen.y, screen.h)
    return place._replace(x=x, y=y)


def list_screens() -> list[Area]:
    """Return the screens in the system's order; side by side where their places are unknown."""
    found, left = [], 0
    for number, (wide, high) in enumerate(pygame.display.get_desktop_sizes()):
        bounds = sdl.find_bounds(number)
        area = Area(*bounds) if bounds is not None else Area(left, 0, wide, high)
        found.append(area)
        left = max(left, area.x + area.w)
    return found


def roomy(size: tuple[int, int]) -> bool:
    """Whether a window is so much smaller than its screen that :func:`measure_room`, which takes a moment, is not
    needed."""
    wide, high = pygame.display.get_desktop_sizes()[0]
    return size[0] <= wide * PLENTY and size[1] <= high * PLENTY


def measure_room() -> tuple[int, int]:
    """Return width and height of the largest window that fits on the first screen with its frame, without the desktop's
    bars."""
    usable = _usable()
    if usable is not None:
        return usable[0] - FRAME[0], usable[1] - FRAME[1]
    wide, high = pygame.display.get_desktop_sizes()[0]
    return int(wide * ROOM), int(high * ROOM)


def find_first_size() -> tuple[int, int]:
    """Return the default size of a window: three quarters of the usable screen, or the smallest one."""
    wide, high = _usable() or pygame.display.get_desktop_sizes()[0]
    return max(SMALLEST[0], round(wide * FIRST)), max(SMALLEST[1], round(high * FIRST))


def _usable() -> tuple[int, int] | None:
    """What the window system says of a screen without its bars; None when it says nothing."""
    bounds = sdl.find_bounds(0, usable=True)
    return None if bounds is None else (bounds[2], bounds[3])


def fitting(size: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    """Return the size of a window reduced to fit the room on the screen; the aspect ratio stays."""
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
        # Fingers are inputs of their own, and a keyboard of the system would hide the field that is typed into.
        os.environ.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")
        os.environ.setdefault("SDL_ENABLE_SCREEN_KEYBOARD", "0")
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
        """Open and return the window, at its last size and place, or full screen (which can go back to these)."""
        if self.visible:
            self._number = next((each for each in range(MOST_WINDOWS) if files.claim(_name_window(each))), 0)
        place = self._find_place() if self.visible else None
        if place is not None:
            self.size = place.w, place.h
        elif self.visible and pygame.display.get_driver() not in UNSEEN and not roomy(self.size):
            self.size = fitting(self.size, measure_room())
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

    def _find_place(self) -> Area | None:
        """Return the window's last place; None if its screen is gone or another size was asked for."""
        settings = self.ctx.settings
        kept = settings.window_places.get(settings.window_screen, {})
        screen = next((one for one in list_screens() if one.name == settings.window_screen), None)
        if (
            screen is None
            or set(kept) != set(Area._fields)
            or (settings.window_width, settings.window_height) != self.size
        ):
            return None
        place = step_aside(Area(**kept), screen, self._number)
        sizes = SMALLEST[0] <= place.w <= screen.w and SMALLEST[1] <= place.h <= screen.h
        return place if sizes and screen.has(place.x, place.y) else None

    def note_place(self) -> None:
        """Remember size and place of the window for its screen."""
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
        screens, middle = list_screens(), (x + self.size[0] // 2, y + self.size[1] // 2)
        screen = next((one for one in screens if one.has(*middle)), screens[0])
        settings.window_screen = screen.name
        place = Area(x, y, *self.size)
        settings.window_places = {**settings.window_places, screen.name: place._asdict()}
        settings.window_width, settings.window_height = self.size

    def close(self) -> None:
        """Destroy the window."""
        if self.visible:
            files.release(_name_window(self._number))
        if self.ctx.window is self:
            self.ctx.window = None
        self.system.destroy()

    def _canvas(self) -> Canvas:
        self.screen = DisplayList(self.surface)
        settings = self.ctx.settings
        w, h = self.screen.get_size()
        pixels, foot = touch_sizes.measure((w, h), settings.touch_density)
        if h > w:
            foot = max(foot, h - round(w * UPRIGHT))  # the picture stands at the top, whole
        scale = min(w / 1600, (h - foot) / 900)
        touch = self.ctx.touch
        touch.least, touch.mm = pixels / scale, settings.touch_density / touch_sizes.MM_IN_INCH / scale
        touch.gap = touch_sizes.GAP_MM * touch.mm
        return Canvas(
            self.screen,
            foot=foot,
            text_scale=self.ctx.text_scale(scale / self.ratio),
            palette=settings.palette,
            patterns=settings.patterns or is_flat(),
            least_text=max(settings.least_text, LEAST_FLAT_TEXT if is_flat() else 0.0, touch_sizes.TEXT_MM * touch.mm),
        )

    @property
    def surface(self) -> pygame.Surface:
        """The window's surface; its size changes with that of the window."""
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
        """Redraw everything in the next frame: the window system may have lost the picture."""
        self.screen.invalidate()
        self.ctx.stack.dirty = True

    def renew(self) -> None:
        """Create a new canvas: size, text size or palette has changed."""
        self.canvas.cache.clear()
        self.canvas = self._canvas()
        self.ctx.stack.dirty = True

    def resize(self) -> None:
        """Adapt to a size or pixel ratio changed by the window system."""
        if not self.fullscreen:
            self.size = self.system.size
            self.note_place()
        self.renew()
        self.ctx.stack.relabel()

    def toggle_fullscreen(self) -> None:
        """Switch full screen on or off; afterwards the window has its former size and place. Until the picture for the
        new size is ready, the last one is shown scaled."""
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
        """Show a short note in a pill at the bottom, or at the top, for a moment."""
        self._toasts = [(text, at_top, TOAST_MS)]
        self.ctx.stack.dirty = True

    def update(self, ms: float) -> None:
        """Advance toasts by ``ms`` milliseconds."""
        if self._toasts:
            self._toasts = [(text, at_top, left - ms) for text, at_top, left in self._toasts if left > ms]
            self.ctx.stack.moved = True

    def draw(self) -> None:
        """Draw all scenes and show the changed rectangles."""
        self.show(self.paint())

    def paint(self) -> list[pygame.Rect]:
        """Draw all scenes; return the rectangles in which the picture differs from the last frame."""
        stack, cache = self.ctx.stack, self.canvas.cache
        sweeps = stack.closed and not stack.fade
        if sweeps:
            cache.begin_sweep()
        self.screen.begin()
        self.ctx.stack.draw(self.canvas)
        if self.canvas.size[1] > self.canvas.size[0]:
            c = self.canvas
            text.draw(
                c, self.ctx.t("touch.turn"), 800, c.height + c.foot * 0.6, "title", "text.title", "cm", max_w=1500
            )
        top = self.ctx.stack.top
        is_typing = top is not None and top.ui.keyboard is not None  # by a keyboard at the lower edge
        for words, at_top, left in self._toasts:
            controls.toast(self.canvas, words, int(255 * min(1.0, left / 300)), at_top=at_top or is_typing)
        damage = self.screen.finish()
        if sweeps:
            cache.finish_sweep()
            stack.closed = False
            system.free_memory()
        return damage

    def prepare(self, spent_s: float) -> None:
        """Render one of the planned pictures, or some steps of one that takes several; in a frame that took long
        already at most one step, or none. At rest also collect garbage."""
        moves = self.ctx.stack.moving
        if not moves and system.collect_at_rest():
            return
        begin, is_light = time.perf_counter(), spent_s < LIGHT_FRAME_S or self._heavy_frames >= MOST_HEAVY_FRAMES
        self._heavy_frames = 0 if is_light else self._heavy_frames + 1
        if spent_s > LONG_FRAME_S and not is_light:
            return
        while self.canvas.cache.make_next(at_rest=not moves, whole=is_light):
            if spent_s + time.perf_counter() - begin > LIGHT_FRAME_S:
                break

    def finish_plans(self) -> None:
        """Render all planned pictures, for screenshots and films."""
        while self.canvas.cache.make_next():
            pass

    def show(self, damage: list[pygame.Rect]) -> None:
        """Update these rectangles of the window."""
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
