"""The canvas: logical units (a block of 1600 × 900) on a window of any size, and the cache of its surfaces."""

import itertools
from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from typing import Any, TypeVar

import pygame

from sprites.base.display_list import DisplayList
from sprites.base.drawn_words import DrawnWords

T = TypeVar("T")
Steps = Generator[None, None, pygame.Surface]
"""The making of a picture in pieces of work that a frame has time for."""

WIDTH = 1600.0
HEIGHT = 900.0
_MEGABYTE = 1 << 20
PART = 64
"""From this part of the window on, a picture that only served to make one of the whole window is let go."""
CACHED = 48 * _MEGABYTE
"""Bytes of pictures that are kept for a window of 1920 × 1080."""
RETAINED = 0.55
"""Share of the limit that pictures of a closed board may take."""
SMALL = 1 << 16
"""Bytes below which a picture survives a sweep."""
SWEEP: Hashable = ("sweep",)


def make_whole(steps: Steps) -> pygame.Surface:
    """Run all steps of a picture and return it."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            made: pygame.Surface = end.value
            return made


class Cache:
    """LRU cache of surfaces by key, limited to ``limit`` bytes.

    A picture of at least half of ``window`` bytes is put together once: large pictures that were made on the way to it
    are not kept. What no scene uses any more goes with a sweep.
    """

    def __init__(self, limit: int, window: int = 0) -> None:
        self.limit = limit
        self.size = 0
        self._window = window
        self._making: list[Hashable] | None = None
        """Keys of the pictures that were made for the one that is being made; None when none is."""
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._worked_out: dict[Hashable, Any] = {}
        self._planned: OrderedDict[Hashable, Callable[[], object]] = OrderedDict()
        self._planned_at_rest: OrderedDict[Hashable, Callable[[], object]] = OrderedDict()
        self._were_planned: set[Hashable] = set()
        self._in_steps: set[Hashable] = set()
        self._begun: Iterator[None] | None = None
        """What is left of the work on a planned picture."""
        self._retained: set[Hashable] = set()
        self.retained_for = ""
        """Whose board's pictures stay although no scene uses them."""
        self.puts = 0
        """How often a surface has been put into the cache."""
        self._noted: list[Hashable] | None = None
        """Keys that have been used since ``track_used`` began to note them; None while nobody wants them."""

    def keep(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value under ``key``, made if missing; for values other than surfaces that depend on this size."""
        if key not in self._worked_out:
            self._worked_out[key] = make()
        found: T = self._worked_out[key]
        return found

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the surface under ``key``; make and keep it when there is none."""
        kept = self._kept
        if self._noted is not None:
            self._noted.append(key)
        found = kept.get(key)
        if found is not None:
            kept.move_to_end(key)
            return found
        outer, inner = self._making, list[Hashable]()
        self._making = inner
        try:
            made = make()
        finally:
            self._making = outer
        self.put(key, made)
        if outer is not None:
            outer.append(key)
        if self._window and _count_bytes(made) * 2 >= self._window:
            for each in inner:
                if each in kept and self._window // PART <= _count_bytes(kept[each]) != self._window:
                    self.drop(each)
        return made

    def plan(self, key: Hashable, make: Callable[[], object], *, at_rest: bool = False) -> None:
        """Plan a call of ``make`` for a frame with time to spare, once: it makes a picture that is needed soon, or,
        with ``at_rest``, one that may be needed and is made only while nothing moves."""
        if key not in self._were_planned:
            self._were_planned.add(key)
            (self._planned_at_rest if at_rest else self._planned)[key] = make

    def plan_steps(self, key: Hashable, begin: Callable[[], Steps], *, at_once: bool = False) -> None:
        """Plan to make the picture under ``key`` step by step, in frames with time to spare, if it is missing;
        ``at_once``: before everything planned earlier."""
        if key not in self._kept:
            self._in_steps.add(key)
            self.plan(key, lambda: self._make_in_steps(key, begin))
            if at_once and key in self._planned:
                self._planned.move_to_end(key, last=False)

    def make_next(self, *, at_rest: bool = False, whole: bool = True) -> bool:
        """Make the picture that was planned first, or its next step; return whether there was one. ``at_rest``: nothing
        moves; ``whole``: there is time for a picture that is not made in steps."""
        if self._begun is None:
            planned = self._planned or (self._planned_at_rest if at_rest else None)
            if not planned or (not whole and next(iter(planned)) not in self._in_steps):
                return False
            made = planned.popitem(last=False)[1]()
            self._begun = made if isinstance(made, Iterator) else None
        if self._begun is not None and next(self._begun, self) is self:
            self._begun = None
        return True

    def _make_in_steps(self, key: Hashable, begin: Callable[[], Steps]) -> Iterator[None]:
        if key not in self._kept:
            made = yield from begin()
            if key not in self._kept:
                self.put(key, made)
        self._were_planned.discard(key)  # it may be needed again after it has been let go

    def begin_sweep(self) -> None:
        """Begin a sweep: surfaces used until its end are kept."""
        self.put(SWEEP, pygame.Surface((1, 1)))

    def finish_sweep(self) -> None:
        """Finish the sweep: remove large pictures not used since it began, except those of the board closed last."""
        unused = list(itertools.takewhile(lambda key: key is not SWEEP, self._kept))
        for key in unused:
            if _count_bytes(self._kept[key]) >= SMALL and key not in self._retained:
                self.drop(key)
        self.drop(SWEEP)
        self._forget_plans()

    def retain(self, board: str) -> None:
        """Keep the pictures used last when a table closes, within a share of the limit, until a table of another game
        (``board``) opens: so the next table of this game, its lessons and small copies are drawn at once."""
        large = [key for key in reversed(self._kept) if _count_bytes(self._kept[key]) >= SMALL]
        sums = itertools.accumulate(_count_bytes(self._kept[key]) for key in large)
        room = self.limit * RETAINED
        self._retained = {key for key, total in zip(large, sums, strict=True) if total <= room}
        self.retained_for = board

    def release_other_boards(self, board: str) -> None:
        """Drop the pictures retained for a closed table of another game than ``board``, when a table opens."""
        if board != self.retained_for:
            for key in self._retained & self._kept.keys():
                self.drop(key)
            self._retained, self.retained_for = set(), ""

    def _forget_plans(self) -> None:
        """Forget all planned pictures; they may be planned again."""
        self._planned.clear()
        self._planned_at_rest.clear()
        self._were_planned.clear()
        self._in_steps.clear()
        self._begun = None

    def find(self, key: Hashable) -> pygame.Surface | None:
        """Return the surface under ``key`` and mark it as used; None when there is none."""
        if self._noted is not None:
            self._noted.append(key)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def track_used(self, draw: Callable[[], T]) -> tuple[T, tuple[Hashable, ...]]:
        """Call ``draw``; return its result and the keys of all surfaces that it used."""
        outer, noted = self._noted, list[Hashable]()
        self._noted = noted
        try:
            return draw(), tuple(dict.fromkeys(noted))
        finally:
            self._noted = outer
            if outer is not None:
                outer += noted

    def touch(self, keys: Iterable[Hashable]) -> None:
        """Mark these surfaces as used, as if each had been requested now."""
        kept = self._kept
        if self._noted is not None:
            keys = tuple(keys)
            self._noted += keys
        for key in keys:
            if key in kept:
                kept.move_to_end(key)

    def put(self, key: Hashable, surface: pygame.Surface) -> None:
        """Keep a surface; evict the oldest others over the limit (never the one just kept)."""
        self.puts += 1
        old = self._kept.pop(key, None)
        if old is not None:
            self.size -= _count_bytes(old)
        self._kept[key] = surface
        self.size += _count_bytes(surface)
        while self.size > self.limit and len(self._kept) > 1:
            _, gone = self._kept.popitem(last=False)
            self.size -= _count_bytes(gone)

    def drop(self, key: Hashable) -> None:
        """Remove a surface, if present."""
        old = self._kept.pop(key, None)
        if old is not None:
            self.size -= _count_bytes(old)

    def clear(self) -> None:
        """Remove everything."""
        self._kept.clear()
        self._worked_out.clear()
        self._forget_plans()
        self.size = 0

    def __len__(self) -> int:
        return len(self._kept)


class Canvas:
    """A surface to draw on in logical units.

    ``scale`` is pixels per unit; ``left``/``right`` are the logical x of the window's edges (a wide window shows more
    table), ``height`` its logical height (at least 900: a tall window gives more room below), without ``foot``, which
    is left free for the row of buttons for fingers (``foot`` pixels of the surface). ``size`` is the size of
    the surface in pixels when the canvas was made: the surface of a window changes its own when the window does.
    ``least_text``: no text is set smaller, in units. ``surface`` is drawn on: that of a window is a display list;
    ``target`` the surface that is painted. ``words`` collects what is written, while a screen reader wants it;
    ``is_blank``: nothing has been drawn yet on a layer that a panel will fill. ``solids``: rectangles in pixels that
    the largest panel hides that has been drawn and lets nothing through.
    """

    __slots__ = (
        "_ox",
        "_oy",
        "cache",
        "foot",
        "height",
        "is_blank",
        "least_text",
        "left",
        "palette",
        "patterns",
        "right",
        "scale",
        "size",
        "solids",
        "surface",
        "target",
        "text_scale",
        "words",
    )

    def __init__(
        self,
        surface: pygame.Surface | DisplayList,
        *,
        text_scale: float = 1.0,
        palette: str = "standard",
        patterns: bool = False,
        least_text: float = 0.0,
        foot: int = 0,
    ) -> None:
        wide, high = surface.get_size()
        self.surface = surface
        self.target = surface.target if isinstance(surface, DisplayList) else surface
        self.size = (wide, high)
        self.scale = max(0.05, min(wide / WIDTH, (high - foot) / HEIGHT))
        self._ox = (wide - WIDTH * self.scale) / 2
        self._oy = 0.0
        self.left = -self._ox / self.scale
        self.right = WIDTH + self._ox / self.scale
        self.height = (high - foot) / self.scale
        self.foot = foot / self.scale
        self.text_scale = text_scale
        self.palette = palette
        self.patterns = patterns
        self.least_text = least_text
        self.words: DrawnWords | None = None
        self.is_blank = False
        self.solids: tuple[pygame.Rect, ...] = ()
        self.cache = Cache(int(CACHED * max(0.6, (self.scale / 1.2) ** 2)), 4 * wide * high)

    def x(self, v: float) -> int:
        """Return the pixel column of a logical x."""
        return round(v * self.scale + self._ox)

    def y(self, v: float) -> int:
        """Return the pixel row of a logical y."""
        return round(v * self.scale + self._oy)

    def px(self, v: float) -> int:
        """Return the length in whole pixels of ``v`` units; at least 1 for a positive length."""
        n = round(v * self.scale)
        return n if n > 0 or v <= 0 else 1

    def rect(self, x: float, y: float, w: float, h: float) -> pygame.Rect:
        """Return the pixel rectangle of a logical one; neighbours share their edges."""
        left, top = self.x(x), self.y(y)
        return pygame.Rect(left, top, self.x(x + w) - left, self.y(y + h) - top)

    def logical(self, px_pos: tuple[float, float]) -> tuple[float, float]:
        """Return the logical position of a pixel."""
        return (px_pos[0] - self._ox) / self.scale, (px_pos[1] - self._oy) / self.scale

    def layer(self, w: float, h: float) -> pygame.Surface:
        """Return an empty, transparent surface of ``w`` × ``h`` units."""
        return pygame.Surface((self.px(w), self.px(h)), pygame.SRCALPHA)

    def copy(self, box: pygame.Rect) -> pygame.Surface:
        """Return a picture of what has been drawn so far in ``box``, a rectangle in pixels."""
        surface = self.surface
        return surface.copy(box) if isinstance(surface, DisplayList) else surface.subsurface(box).copy()

    def blit_centred(self, made: pygame.Surface, x: float, y: float) -> None:
        """Draw a picture with its middle at a logical place."""
        self.surface.blit(made, self.find_corner(made, x, y))

    def find_corner(self, made: pygame.Surface, x: float, y: float) -> tuple[int, int]:
        """Return the upper left pixel of a picture with its middle at a logical place."""
        return self.x(x) - made.get_width() // 2, self.y(y) - made.get_height() // 2

    def mark(self, x: float, y: float, w: float, h: float) -> None:
        """Mark a logical rectangle in which pixels of a shown picture have changed in place, see ``DisplayList``."""
        self.mark_pixels(self.rect(x, y, w, h))

    def mark_pixels(self, box: pygame.Rect) -> None:
        """Mark a rectangle in pixels as :meth:`mark` does."""
        if isinstance(self.surface, DisplayList):
            self.surface.mark(box)

    def on(self, surface: pygame.Surface | DisplayList, origin: tuple[float, float] = (0.0, 0.0)) -> "Canvas":
        """Return a canvas of the same scale and cache for another surface whose top left corner is the logical
        ``origin``; what is written on it is not collected."""
        other = Canvas.__new__(Canvas)
        other.surface = surface
        other.target = self.target
        other.size = surface.get_size()
        other.scale = self.scale
        other._ox = -origin[0] * self.scale
        other._oy = -origin[1] * self.scale
        other.left = origin[0]
        other.right = origin[0] + surface.get_width() / self.scale
        other.height = surface.get_height() / self.scale
        other.foot = 0.0
        other.text_scale = self.text_scale
        other.palette = self.palette
        other.patterns = self.patterns
        other.least_text = self.least_text
        other.words = None
        other.is_blank = False
        other.solids = ()
        other.cache = self.cache
        return other


def _count_bytes(surface: pygame.Surface) -> int:
    return surface.get_pitch() * surface.get_height()
