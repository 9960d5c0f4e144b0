"""View of the sea chart: fitting, zoom, panning, and its picture at the displayed size."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pygame

from maps.readers.legends import Point
from scenes.legends.charts import AHEAD, ChartTiles, Composed
from scenes.shell.targets import Box
from sprites.base.canvas import Canvas
from sprites.base.damage import cut_out, list_gaps
from sprites.base.display_list import DisplayList
from sprites.base.draw_commands import Layer
from sprites.legends import chart as legends_chart, coastline as legends_shores
from sprites.legends.chart import RIM

ZOOMS = (1.0, 1.5, 2.2)
ZOOM_MS = 170.0
WIDEST = 4000
"""Widest painted picture in pixels; higher zoom scales it up."""
FINER = 1.3
"""How many times the scale of the standard picture a finer one has to have to be worth its memory."""
SAME_SCALE = 0.002
"""Pixels per map pixel by which a picture may miss the scale at which it is shown."""
PAINT_S = 0.002
"""Painting time of the fine picture in a frame."""
OPENING_FRAMES, OPENING_S = 30, 0.006
"""Frames of a new chart, most of them behind the fade, in which the fine picture is painted before it is wanted, and
the time for it in each of them."""
FIRST_S = 0.06
"""Painting time per frame of a new chart, so that the table appears before all its islands."""
Record = Callable[[Box, tuple[object, ...], tuple[int, ...]], Layer | None]
"""Records what lies still on a part of the chart (a box of the table), by a key of how the chart lies in the window's
pixels, and one of the part; None where it is to be drawn over the chart in every frame."""


@dataclass(frozen=True, slots=True)
class _Placement:
    """How the tiles of a zoomed chart lie in the window, in pixels."""

    at: tuple[int, int]
    """Where the picture of the chart begins."""
    boxes: Sequence[pygame.Rect]
    """Where the sea shows; these do not overlap."""
    outer: pygame.Rect
    area: Box
    """The tiles in sight, as a box of the table."""
    key: tuple[object, ...]
    """Equal for as long as whatever lies on the chart lies on the same pixels of it."""
    part: tuple[int, ...]
    """The same tiles in pixels of the picture of the chart."""


class ChartView:
    """Maps points of the chart to the table and back, and draws the chart."""

    def __init__(self) -> None:
        self.composed: Composed | None = None
        self._sheets: list[Box] = []
        """The rectangles of sea of which the chart is made."""
        self.box: Box = (0.0, 0.0, 100.0, 100.0)
        self.fit = 1.0
        """Units per map pixel when the whole chart is visible."""
        self.zoom = 1.0
        self.level = 0
        self.names = False
        """Whether region names are also shown on the whole map."""
        self.cx = self.cy = 0.0
        self._goal: tuple[float, float, float] | None = None
        self._from: tuple[float, float, float] = (1.0, 0.0, 0.0)
        self._age = 0.0
        self._base: pygame.Surface | None = None
        self._fine: pygame.Surface | None = None
        self._fine_k = 0.0
        self._work: Iterator[None] | None = None
        self._painted_at = (0.0, 0.0)
        """Where the view was when the fine picture could be painted on last."""
        self._painting: Iterator[None] | None = None
        """Remaining painting steps of the standard picture."""
        self._opening_frames = 0
        """Frames that are left in which the fine picture is painted whether it is wanted or not."""
        self._wanted = False
        """Whether the chart has been zoomed."""
        self._tiles = ChartTiles()
        """The zoomed chart."""
        self._placement: _Placement | None = None
        """How the tiles were drawn; None where the chart was drawn in another way."""
        self._is_settling = False
        """Whether tiles in sight have yet to be scaled."""
        self._pixel = 0.0
        """Units in a pixel of the window; 0 before the first drawing."""
        self._left_over = [0.0, 0.0]
        """Units that the view has been panned by less than a pixel."""
        self._made_for: tuple[object, ...] = ()
        self._corner: tuple[object, Point] | None = None

    # --- what is shown --------------------------------------------------------------------------------

    def show(self, composed: Composed | None, box: Box) -> None:
        """Show a chart (None: none) in ``box``; a new chart starts with the whole map in sight."""
        fresh, moved = composed is not self.composed, box != self.box
        self.composed, self.box = composed, box
        self._sheets = [] if composed is None else legends_shores.sheets(composed.chart)
        if composed is not None:
            w, h = composed.chart.size
            self.fit = min(box[2] / (w + 2 * RIM), box[3] / (h + 2 * RIM))
        if fresh:
            self._corner = None
            self.whole(at_once=True)
            self.forget()
        elif moved:
            self._clamp()

    def forget(self) -> None:
        """Clear the pictures after a change of size or chart."""
        self._base = self._fine = None
        self._work = self._painting = None
        self._tiles.forget()
        self._is_settling = False
        self._made_for = ()

    @property
    def unit(self) -> float:
        """Units of the table per pixel of the map."""
        return self.fit * self.zoom

    @property
    def moving(self) -> bool:
        """Whether a change of zoom or position is under way."""
        return self._goal is not None

    @property
    def working(self) -> bool:
        """Whether a picture is not finished: the standard or the fine one, or its scaled tiles."""
        return self._has_work or self._painting is not None or self._is_settling

    @property
    def _has_work(self) -> bool:
        """Whether the fine picture is to be painted on."""
        return self._work is not None and (self._wanted or self._opening_frames > 0)

    def whole(self, at_once: bool = False) -> None:
        """Zoom out to the whole map, without a motion if ``at_once``."""
        if self.composed is not None:
            w, h = self.composed.chart.size
            self._go(0, w / 2, h / 2, at_once)

    @property
    def is_whole(self) -> bool:
        """Whether the whole map is visible."""
        return self.level == 0

    def _go(self, level: int, cx: float, cy: float, at_once: bool = False) -> None:
        self.level = level
        self._wanted = self._wanted or level > 0
        self._from = (self.zoom, self.cx, self.cy)
        self._goal = (ZOOMS[level], cx, cy)
        self._age = 0.0
        if at_once:
            self.update(ZOOM_MS)

    def change_zoom(self, by: int, at: Point | None = None, at_once: bool = False) -> bool:
        """Zoom by ``by`` steps around a point of the table (None: the middle); return whether the level has changed."""
        level = min(len(ZOOMS) - 1, max(0, self.level + by))
        if level == self.level or self.composed is None:
            return False
        if level == 0:
            self.whole(at_once)
            return True
        x, y = at if at is not None else self.middle
        px, py = self.chart_point(x, y)
        new = self.fit * ZOOMS[level]
        mx, my = self.middle
        self._go(level, px - (x - mx) / new, py - (y - my) / new, at_once)
        return True

    def pinch(self, factor: float, at: Point) -> None:
        """Zoom by a factor around a point of the table, as two fingers do; ``level`` becomes the nearest one."""
        if self.composed is None:
            return
        px, py = self.chart_point(*at)
        self._goal, self._wanted = None, True
        self.zoom = min(ZOOMS[-1], max(ZOOMS[0], self.zoom * factor))
        self.level = min(range(len(ZOOMS)), key=lambda level: abs(ZOOMS[level] - self.zoom))
        mx, my = self.middle
        self.cx, self.cy = px - (at[0] - mx) / self.unit, py - (at[1] - my) / self.unit
        self._clamp()

    def settle(self, at_once: bool = False) -> None:
        """Zoom to the nearest level, for which there are pictures."""
        if self.level == 0:
            self.whole(at_once)
        elif self.zoom != ZOOMS[self.level]:
            self._go(self.level, self.cx, self.cy, at_once)

    def pan(self, dx: float, dy: float) -> None:
        """Pan the chart by units of the table, in whole pixels, so that pictures on it need not be drawn anew."""
        self._goal = None
        if not self._pixel or self.composed is None:
            self.cx, self.cy = self.cx - dx / self.unit, self.cy - dy / self.unit
            self._clamp()
            return
        w, h = self.composed.chart.size
        self.cx = self._step(0, self.cx, dx, w, self.box[2])
        self.cy = self._step(1, self.cy, dy, h, self.box[3])

    def _step(self, axis: int, at: float, by: float, long: float, room: float) -> float:
        """Return the middle ``at`` of the view along an axis, moved by ``by`` units in whole pixels, within the
        chart."""
        half, pixel = room / 2 / self.unit, self._pixel / self.unit
        low, high = half - RIM, long + RIM - half
        if low >= high:
            return long / 2
        by += self._left_over[axis]
        steps = round(by / self._pixel)
        self._left_over[axis] = by - steps * self._pixel
        at -= steps * pixel
        if at < low:
            at += math.ceil((low - at) / pixel) * pixel
        elif at > high:
            at -= math.ceil((at - high) / pixel) * pixel
        return at

    def bring_to_middle(self, at: Point, at_once: bool = False) -> None:
        """Pan so that the point ``at`` of the table comes to the middle."""
        self._go(self.level, *self.chart_point(*at), at_once)

    def show_region(self, region: int, at_once: bool = False) -> None:
        """Pan a zoomed chart so that a region is visible."""
        if self.composed is None or region >= len(self.composed.chart.codes):
            return
        point = self.composed.chart.label(region)
        x, y = self.point(point)
        bx, by, bw, bh = self.box
        if self.level and not (bx + 60 < x < bx + bw - 60 and by + 60 < y < by + bh - 60):
            self._go(self.level, *point, at_once)

    def update(self, ms: float, at_once: bool = False) -> None:
        """Advance a change of zoom or position by ``ms``."""
        if self._goal is None:
            return
        self._age = ZOOM_MS if at_once else self._age + ms
        t = min(1.0, self._age / ZOOM_MS)
        t = t * t * (3 - 2 * t)
        self.zoom, self.cx, self.cy = (a + (b - a) * t for a, b in zip(self._from, self._goal, strict=True))
        if t >= 1:
            self._goal = None
        self._clamp()

    def _clamp(self) -> None:
        """Clamp the view so that the chart fills the box, or is centred if smaller."""
        if self.composed is None:
            return
        w, h = self.composed.chart.size
        half_w, half_h = self.box[2] / 2 / self.unit, self.box[3] / 2 / self.unit
        self.cx = w / 2 if 2 * half_w >= w + 2 * RIM else min(w + RIM - half_w, max(half_w - RIM, self.cx))
        self.cy = h / 2 if 2 * half_h >= h + 2 * RIM else min(h + RIM - half_h, max(half_h - RIM, self.cy))

    # --- points -----------------------------------------------------------------------------------------

    @property
    def middle(self) -> Point:
        """Return the middle of the box."""
        x, y, w, h = self.box
        return x + w / 2, y + h / 2

    def point(self, at: Point) -> Point:
        """Convert a point of the chart to the table."""
        mx, my = self.middle
        return mx + (at[0] - self.cx) * self.unit, my + (at[1] - self.cy) * self.unit

    def chart_point(self, x: float, y: float) -> Point:
        """Convert a point of the table to the chart."""
        mx, my = self.middle
        return self.cx + (x - mx) / self.unit, self.cy + (y - my) / self.unit

    def holds(self, x: float, y: float) -> bool:
        """Whether a point of the table lies in the box."""
        bx, by, bw, bh = self.box
        return bx <= x < bx + bw and by <= y < by + bh

    def find_region(self, x: float, y: float) -> int | None:
        """Return the region under a point of the table; None outside the box or on the sea."""
        if self.composed is None or not self.holds(x, y):
            return None
        return self.composed.shores.find_region(*self.chart_point(x, y))

    # --- places on the chart ------------------------------------------------------------------------------

    @property
    def laid(self) -> Composed:
        """Return the chart that is shown; call only while one is."""
        assert self.composed is not None
        return self.composed

    def find_place(self, kind: str, region: int, owner: int = 0) -> Point:
        """Return the point on the chart of an owner's "army" or "city" in a region, or of its "token"."""
        return (0.0, 0.0) if self.composed is None else self.composed.find_place(kind, region, owner)

    def find_spot(self, kind: str, region: int, owner: int = 0) -> Point:
        """Return the point of :func:`find_place` on the table."""
        return self.point(self.find_place(kind, region, owner))

    def way(self, origin: int, target: int) -> tuple[bool, list[list[Point]]]:
        """Return whether a step crosses the sea, and its legs: one, or two where the ring wraps around."""
        if self.composed is None:
            return False, [[]]
        chart = self.composed.chart
        if len(chart.wrapped) == 2 and {chart.wrapped[0].a, chart.wrapped[0].b} == {origin, target}:
            out, back = sorted(chart.wrapped, key=lambda route: route.a != origin)
            return True, [list(out.way), list(back.way[::-1])]
        for route in chart.routes:
            if {route.a, route.b} == {origin, target}:
                return route.sea, [list(route.way) if route.a == origin else list(route.way[::-1])]
        return (min(origin, target), max(origin, target)) in chart.sea, [[]]

    def free_corner(self, places: tuple[Point, ...]) -> Point:
        """Return the first of these places where four round buttons cover no region, else that with least cover."""
        key = (self.box, places)
        if self._corner is None or self._corner[0] != key:
            self._corner = (key, min(places, key=self._measure_cover))
        return self._corner[1]

    def _measure_cover(self, place: Point) -> int:
        """Return at how many sample points four round buttons at a place would cover regions."""
        if self.composed is None:
            return 0
        w, h = self.composed.chart.size
        mx, my = self.middle
        points = ((place[0] + dx, place[1] + dy) for dx in range(-20, 138, 8) for dy in range(-20, 36, 8))
        found = 0
        for x, y in points:
            at = (w / 2 + (x - mx) / self.fit, h / 2 + (y - my) / self.fit)
            found += self.composed.shores.find_region(*at) is not None
        return found

    def sheets(self) -> list[Box]:
        """Return the boxes of the sheets of sea on the table, including their rims."""
        (x0, y0), unit = self.point((-RIM, -RIM)), self.unit
        return [
            (x0 + x * unit, y0 + y * unit, (w + 2 * RIM) * unit, (h + 2 * RIM) * unit) for x, y, w, h in self._sheets
        ]

    def find_small(self, c: Canvas, room: tuple[float, float]) -> tuple[pygame.Surface, Box]:
        """Return a picture of the whole chart that fits ``room`` (width, height), and the box of it in sight."""
        base = self._base
        assert base is not None
        wide, high = base.get_size()
        share = min(c.px(room[0]) / wide, c.px(room[1]) / high)
        size = (round(wide * share), round(high * share))
        made = c.cache.get(
            ("small chart", self._made_for, size, self._painting is None),
            lambda: pygame.transform.smoothscale(base, size),
        )
        bx, by, bw, bh = self.box
        (left, top), (right, low) = self.chart_point(bx, by), self.chart_point(bx + bw, by + bh)
        k = size[0] / c.scale / (self.laid.chart.size[0] + 2 * RIM)
        most_x, most_y = size[0] / c.scale, size[1] / c.scale
        x, y = max(0.0, (left + RIM) * k), max(0.0, (top + RIM) * k)
        return made, (x, y, min(most_x, (right + RIM) * k) - x, min(most_y, (low + RIM) * k) - y)

    def list_free_rects(self, c: Canvas) -> list[pygame.Rect]:
        """Return the parts of the window, in pixels, not covered by the sea."""
        clip = c.rect(*self.box)
        covered = [c.rect(*sheet).inflate(-4, -4).clip(clip) for sheet in self.sheets()]
        return list_gaps(c.surface.get_rect(), covered)

    # --- picture ------------------------------------------------------------------------------------------

    def paint_on(self, *, has_time: bool) -> bool:
        """Paint the fine picture for some milliseconds if the frame ``has_time`` or the chart is new, not while it is
        panned or tiles are scaled; return True in the call that finishes it."""
        if not self._has_work or self._painting is not None or self._is_settling:
            return False
        if not (has_time or self._opening_frames):
            return False
        place, self._painted_at = self._painted_at, (self.cx, self.cy)
        if place != self._painted_at:
            return False
        begin = time.perf_counter()
        time_s = OPENING_S if self._opening_frames else PAINT_S
        while self._work is not None and time.perf_counter() - begin < time_s:
            if next(self._work, self) is self:
                self._work = None
                self._tiles.forget()
                return True
        return False

    @property
    def is_painting(self) -> bool:
        """Whether the picture of the whole chart is not finished, or not begun."""
        return self.composed is not None and (self._base is None or self._painting is not None)

    def draw(self, c: Canvas, at_once: bool = True) -> None:
        """Draw the chart in its box; ``at_once``: paint everything missing now, however long that takes."""
        self._placement = None
        if self.composed is None:
            return
        self._make(c)
        self._opening_frames = max(0, self._opening_frames - 1)
        if at_once:
            self._opening_frames = 0  # nothing is made in advance where nothing takes its time
        self._paint(c, at_once)
        assert self._base is not None
        self._pixel = 1 / c.scale
        k = self.unit * c.scale
        left, top = self.point((-RIM, -RIM))
        at = (c.x(left), c.y(top))
        clip = c.surface.get_clip()
        c.surface.set_clip(c.rect(*self.box).clip(clip))
        self._is_settling = False
        if self.level == 0 and not self.moving:
            self._blit(c, self._base, at, k)
        elif self.moving or self._painting is not None:
            self._scale(c, k, at)
        else:
            phase = ((left - c.left) * c.scale % 1, top * c.scale % 1)
            self._draw_tiles(c, k, at, at_once=at_once, phase=phase)
        c.surface.set_clip(clip)

    def draw_layer(self, c: Canvas, name: str, record: Record) -> bool:
        """Draw the layer that ``record`` makes, moved with the zoomed chart while that is panned; return False where it
        must be drawn in every frame instead."""
        placed = self._placement
        layer = None if placed is None else record(placed.area, placed.key, placed.part)
        if placed is None or layer is None or not isinstance(c.surface, DisplayList):
            return False
        clip = c.surface.get_clip()
        shift = self._tiles.find_shift(name, layer, placed.at)
        # What stands out over the edge of the sea is drawn too.
        for part in (*placed.boxes, *list_gaps(placed.outer, placed.boxes)):
            c.surface.set_clip(part)
            c.surface.replay_with_offset(layer, *shift)
        c.surface.set_clip(clip)
        return True

    def _make(self, c: Canvas) -> None:
        assert self.composed is not None
        k = self.fit * c.scale
        made_for = (self.composed.key, round(k * 4096), c.size)
        if made_for != self._made_for:
            self.forget()
            self._made_for = made_for
            self._base = c.cache.find(("legends chart", *made_for))
            if self._base is None:
                self._base = self._picture(c, k)
                self._painting = legends_chart.steps(c, self.composed.chart, self.composed.shores, k, self._base)
        if self._fine is None and self._work is None:
            w = self.composed.chart.size[0] + 2 * RIM
            self._fine_k = min(k * ZOOMS[-1], WIDEST / w)
            if self._fine_k > k * FINER:
                self._work, self._opening_frames = self._paint_fine(c, self.composed), OPENING_FRAMES

    def _paint_fine(self, c: Canvas, composed: Composed) -> Iterator[None]:
        """Paint the fine picture in steps; the longest are allocating it and loading the sea."""
        self._fine = self._picture(c, self._fine_k)
        yield
        yield from legends_chart.steps(c, composed.chart, composed.shores, self._fine_k, self._fine)

    def _paint(self, c: Canvas, at_once: bool) -> None:
        if self._painting is not None:
            c.mark(*self.box)
            self._tiles.forget()
        begin = time.perf_counter()
        while self._painting is not None and (at_once or time.perf_counter() - begin < FIRST_S):
            if next(self._painting, self) is self:
                self._painting = None
                self._tiles.forget()
                assert self._base is not None and self._made_for is not None
                c.cache.put(("legends chart", *self._made_for), self._base)

    def _picture(self, c: Canvas, k: float) -> pygame.Surface:
        assert self.composed is not None
        return pygame.Surface(legends_chart.size(self.composed.chart, k), 0, c.target)

    def _best(self) -> tuple[pygame.Surface, float]:
        """Return the finest finished picture and its pixels per map pixel."""
        assert self._base is not None and self.composed is not None
        if self._fine is not None and self._work is None:
            return self._fine, self._fine_k
        return self._base, self._base.get_width() / (self.composed.chart.size[0] + 2 * RIM)

    def _blit(self, c: Canvas, picture: pygame.Surface, at: tuple[int, int], k: float) -> None:
        for x, y, w, h in self._sheets:
            part = pygame.Rect(round(x * k), round(y * k), round((w + 2 * RIM) * k), round((h + 2 * RIM) * k))
            c.surface.blit(picture, (at[0] + part.x, at[1] + part.y), part)

    def _scale(self, c: Canvas, k: float, at: tuple[int, int]) -> None:
        """Draw the visible part at ``k`` pixels per map pixel, scaled fast: for a view that changes in every frame."""
        source, source_k = self._best()
        share = source_k / k
        for box in self._sheet_pixels(c, k, at):
            seen = box.clip(c.surface.get_clip())
            part = pygame.Rect(
                int((seen.x - at[0]) * share),
                int((seen.y - at[1]) * share),
                int(seen.w * share) + 1,
                int(seen.h * share) + 1,
            ).clip(source.get_rect())
            if seen.w and seen.h and part.w and part.h:
                c.surface.blit(pygame.transform.scale(source.subsurface(part), seen.size), seen)

    def _draw_tiles(
        self, c: Canvas, k: float, at: tuple[int, int], *, at_once: bool, phase: tuple[float, float]
    ) -> None:
        """Draw the visible part of a zoomed chart by tiles."""
        source, source_k = self._best()
        if abs(source_k - k) < SAME_SCALE:
            source_k = k
        self._tiles.choose_scale(source, source_k, k)
        outer = c.surface.get_clip()
        boxes: list[pygame.Rect] = []
        for each in self._sheet_pixels(c, k, at):
            boxes += [part for part in cut_out(each.clip(outer), boxes) if part.w and part.h]
        seen = self._tiles.list_visible(at, boxes)
        ahead = self._tiles.list_visible(at, [box.inflate(2 * AHEAD, 2 * AHEAD) for box in boxes])
        self._is_settling = not self._tiles.make(source, seen, ahead, at_once=at_once)
        self._tiles.draw(c, at, boxes)
        if seen:
            key = (*(round(each, 3) % 1 for each in phase), k)
            area = self._tiles.find_box(at, seen)
            x, y = c.logical(area.topleft)
            box, part = (x, y, area.w / c.scale, area.h / c.scale), tuple(area.move(-at[0], -at[1]))
            self._placement = _Placement(at, boxes, outer, box, key, part)

    def _sheet_pixels(self, c: Canvas, k: float, at: tuple[int, int]) -> list[pygame.Rect]:
        return [
            pygame.Rect(at[0] + round(x * k), at[1] + round(y * k), round((w + 2 * RIM) * k), round((h + 2 * RIM) * k))
            for x, y, w, h in self._sheets
        ]
