"""What a campaign is drawn as: the sheet of its map with realms, coasts and names, and the signs of its stations."""

import math
from collections.abc import Callable, Sequence

import pygame

from maps.readers.campaign_map import RoadMap
from sprites.base import icons, raster, shapes, strokes, text, theme
from sprites.base.canvas import Canvas
from sprites.base.raster import Point
from sprites.base.strokes import INK
from sprites.base.wax import Wax

# Scenery of campaign maps: mountains, trees, dunes, waves … Each is cached by size.

ROOM = 2.4
"""Half the side of a thing's picture in its sizes."""
_RUST = "road/roof"


def draw_scenery(c: Canvas, kind: str, x: float, y: float, size: float) -> None:
    """Draw a piece of scenery with its foot at x, y."""
    key = ("road thing", kind, round(size), c.scale)
    made = c.cache.get(key, lambda: _render(c, kind, float(round(size))))
    half = made.get_width() // 2
    c.surface.blit(made, (c.x(x) - half, c.y(y) - half))


def _render(c: Canvas, kind: str, size: float) -> pygame.Surface:
    half = size * ROOM
    layer = c.layer(2 * half, 2 * half)
    _KINDS[kind](c.on(layer, (-half, -half)), size)
    return layer


def _scale_points(points: list[Point], size: float) -> list[Point]:
    return [(x * size, y * size) for x, y in points]


def _mountain(c: Canvas, s: float) -> None:
    outline = _scale_points([(-0.95, 0), (-0.52, -0.62), (-0.06, -1.35), (0.42, -0.66), (0.95, 0)], s)
    ridge = _scale_points([(-0.06, -1.35), (0.10, -0.86), (-0.02, -0.46), (0.14, 0)], s)
    strokes.polygon(c, outline, [(0, "road/mountain.high"), (1, "road/mountain.low")])
    strokes.polygon(
        c,
        [outline[2], outline[3], outline[4], *reversed(ridge[1:])],
        [(0, "road/mountain.shade.high"), (1, "road/mountain.shade.low")],
        165,
    )
    snow = _scale_points([(-0.06, -1.35), (-0.3, -0.96), (-0.14, -0.9), (-0.04, -1.0), (0.09, -0.9)], s)
    strokes.polygon(c, snow, [(0, "road/snow.high"), (1, "road/snow.low")])
    for k in range(4):
        t = 0.28 + k * 0.19
        foot = (s * (0.08 + 0.30 * t), -s * 1.35 * (1 - t) + s * 0.10)
        strokes.line(c, [foot, (foot[0] - s * 0.05 + s * 0.02 * k, foot[1] + s * 0.26)], INK, 0.9, 150)
    strokes.line(c, outline, INK, 1.7, 235)
    strokes.line(c, ridge[:3], INK, 1.1, 190)


def _hill(c: Canvas, s: float) -> None:
    points = [(-s + 2 * s * k / 10, -s * 0.5 * math.sin(math.pi * k / 10)) for k in range(11)]
    strokes.polygon(c, points, [(0, "road/hill.high"), (1, "road/hill.low")])
    strokes.line(c, points, INK, 1.3, 200)
    strokes.line(c, _scale_points([(0.2, -0.36), (0.36, -0.12)], s), INK, 0.9, 130)


def _tree(c: Canvas, s: float) -> None:
    green = ("road/forest.1", "road/forest.2", "road/forest.3")[round(s) % 3]
    strokes.line(c, [(0, 0), (0, -s * 0.3)], INK, 1.6, 230)
    for wide, low, high in ((0.5, 0.2, 0.75), (0.4, 0.5, 1.05), (0.28, 0.82, 1.35)):
        cone = _scale_points([(-wide, -low), (0, -high), (wide, -low)], s)
        strokes.polygon(c, cone, [(0, theme.mix(green, "road/light", 0.28)), (1, green)])
        strokes.polygon(
            c,
            _scale_points([(0, -high), (wide, -low), (0.05, -low)], s),
            [(0, "road/forest.shade"), (1, "road/forest.shade")],
            70,
        )
        strokes.line(c, cone, INK, 0.95, 210)


def _dune(c: Canvas, s: float) -> None:
    back = [(-1.3, 0), (-0.9, -0.26), (-0.5, -0.42), (-0.1, -0.5), (0.1, -0.5), (0.6, -0.28), (1.2, 0)]
    strokes.line(c, _scale_points(back, s), _RUST, 1.3, 180)
    strokes.line(c, _scale_points([(0.1, -0.5), (0.02, -0.22), (0.2, 0)], s), _RUST, 1.0, 140)


def _waves(c: Canvas, s: float) -> None:
    for k in range(2):
        points = [(s * (-0.5 + 0.27 * k + t / 8), s * (0.22 * k - 0.12 * math.sin(math.tau * t / 4))) for t in range(9)]
        strokes.line(c, points, "road/ripple", 1.2, 150)


def _rose(c: Canvas, s: float) -> None:
    """Draw the wind rose, and north by its longest ray."""
    for k in range(8):
        angle, long = math.pi / 4 * k, s * (1.0 if k % 2 == 0 else 0.56) * (1.15 if k == 0 else 1)
        tip = (long * math.sin(angle), -long * math.cos(angle))
        for side, colour in ((1, "road/name.light"), (-1, "road/furrow.dark")):
            turn = angle + side * math.pi / 4
            corner = (0.24 * s * math.sin(turn), -0.24 * s * math.cos(turn))
            strokes.polygon(c, [(0, 0), tip, corner], [(0, colour), (1, colour)])
            strokes.line(c, [(0, 0), tip, corner], INK, 0.9, 220)


def _icon(name: str, colour: str, up: float = 0.5) -> Callable[[Canvas, float], None]:
    def draw_it(c: Canvas, s: float) -> None:
        icons.draw(c, name, 1.2, -s * up + 1.4, s, "road/sign.light", alpha=130)
        icons.draw(c, name, 0, -s * up, s, colour, alpha=230)

    return draw_it


def _village(c: Canvas, s: float) -> None:
    shapes.glow(c, 0, 0, s * 0.95, "road/castle.light", 230)
    _icon("house", "road/sign", 0.0)(c, s)


_KINDS: dict[str, Callable[[Canvas, float], None]] = {
    "mountain": _mountain, "hill": _hill, "tree": _tree, "dune": _dune, "waves": _waves, "rose": _rose,
    "village": _village, "wheat": _icon("wheat", "road/wheat"), "cactus": _icon("cactus", "road/cactus"),
    "ship": _icon("caravel", "road/ship"), "serpent": _icon("sea-serpent", "road/serpent"),
    "ruin": _icon("ancient-ruins", "road/ruin"),
}  # fmt: skip


Box = tuple[float, float, float, float]
Words = Callable[[str], str]
"""Returns the text of a text id."""
FINEST = 1.25
"""Pixels per unit of the washes at most."""
MARGIN = 18.0
"""Room round the sheet for its shadow."""
_SEA = ((0.0, "road/sea.near", 150), (0.55, "road/sea.middle", 116), (1.0, "road/sea.far", 96))
_HALO = ((-1.4, 0.0), (1.4, 0.0), (0.0, -1.4), (0.0, 1.4))


def place(road: RoadMap, box: Box, x: float, y: float) -> Point:
    """Return the position in ``box``, in units, of a point of the map, which fills that box."""
    return box[0] + x / road.width * box[2], box[1] + y / road.height * box[3]


def draw_map(c: Canvas, road: RoadMap, box: Box, key: object, words: Words) -> None:
    """Draw the static part of the sheet, cached under ``key``, which contains size and language."""
    made = c.cache.get(("road sheet", key, box, c.scale, c.text_scale), lambda: _sheet(c, road, box, words))
    c.surface.blit(made, (c.x(box[0] - MARGIN), c.y(box[1] - MARGIN)))


def _sheet(c: Canvas, road: RoadMap, box: Box, words: Words) -> pygame.Surface:
    x, y, w, h = box
    layer = c.layer(w + 2 * MARGIN, h + 2 * MARGIN)
    on = c.on(layer, (x - MARGIN, y - MARGIN))
    r = on.rect(x, y, w, h)
    washed = _paint_washes(c, road, box)
    layer.blit(pygame.transform.smoothscale(washed, layer.get_size()), (0, 0))
    edge = [(px * c.scale, py * c.scale) for px, py in _edge(w, h)]
    rim = raster.stroke_mask(r.w, r.h, edge, 1.6 * c.scale, closed=True)
    layer.blit(raster.tint(rim, "road/paper.rim", 220), r)
    _folds(on, box)
    _lines(on, road, box)
    for thing in road.things:
        draw_scenery(on, thing.kind, *place(road, box, thing.x, thing.y), thing.size)
    _names(on, road, box, words)
    return layer


def _paint_washes(c: Canvas, road: RoadMap, box: Box) -> pygame.Surface:
    """Paint paper, shadow and realm colours with their margin; they are soft, so at a limited resolution."""
    x, y, w, h = box
    low = c.on(c.layer(1, 1))
    low.scale = min(c.scale, FINEST)
    layer = low.layer(w + 2 * MARGIN, h + 2 * MARGIN)
    r = pygame.Rect(low.px(MARGIN), low.px(MARGIN), low.px(w), low.px(h))

    def local(points: Sequence[Point]) -> list[Point]:
        found = [place(road, box, *point) for point in points]
        return [((px - x) * low.scale, (py - y) * low.scale) for px, py in found]

    edge = [(px * low.scale, py * low.scale) for px, py in _edge(w, h)]
    shape = raster.polygon_mask(r.w, r.h, edge)
    dark, pad = raster.soft(shape, low.px(14), "base/black", 200)
    layer.blit(dark, (r.x - pad, r.y - pad + low.px(6)))
    sheet = raster.clip(shapes.parchment(low, r.w, r.h, 0), shape)
    sea = raster.blank_mask(r.w, r.h)
    for area in road.areas:
        if area.kind == "sea":
            sea.blit(raster.polygon_mask(r.w, r.h, local(area.points)), (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
    isles = [local(area.points) for area in road.areas if area.kind == "isle"]
    _wash_realms(low, sheet, road, shape, sea, local)
    _wash_sea(low, sheet, road, shape, sea, isles, local)
    _burn(low, sheet, shape, edge)
    layer.blit(sheet, r)
    return layer


def _edge(w: float, h: float) -> list[Point]:
    """Return the torn rim of the paper, from its corner."""
    found: list[Point] = []
    for k in range(240):
        t = k / 60
        side, s = int(t), t - int(t)
        deep = 7 + 3.2 * math.sin(k * 0.9) + 2.6 * math.sin(k * 2.3 + 1) + 1.2 * math.sin(k * 5.1)
        corner = [(s * w, deep), (w - deep, s * h), (w - s * w, h - deep), (deep, h - s * h)][side]
        found.append((min(w - 3, max(3, corner[0])), min(h - 3, max(3, corner[1]))))
    return found


Local = Callable[[Sequence[Point]], list[Point]]


def _wash_realms(
    c: Canvas, sheet: pygame.Surface, road: RoadMap, shape: pygame.Surface, sea: pygame.Surface, local: Local
) -> None:
    wide, high = sheet.get_size()
    for area in road.areas:
        if area.kind != "realm":
            continue
        wash, pad = raster.soft(raster.polygon_mask(wide, high, local(area.points)), c.px(14), area.colour, 44)
        made = raster.empty(wide, high)
        made.blit(wash, (-pad, -pad))
        made = strokes.apply_mask(made, shape)
        made.blit(raster.tint(sea, "road/cut"), (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
        sheet.blit(made, (0, 0))


def _wash_sea(
    c: Canvas, sheet: pygame.Surface, road: RoadMap, shape: pygame.Surface, sea: pygame.Surface,
    isles: list[list[Point]], local: Local,
) -> None:  # fmt: skip
    wide, high = sheet.get_size()
    sheet.blit(
        strokes.apply_mask(
            raster.fill(sea, [(share, theme.colour(name, alpha)) for share, name, alpha in _SEA], 20), shape
        ),
        (0, 0),
    )
    coasts = [(local(line.points), False) for line in road.lines if line.kind == "coast"]
    for width, alpha in ((26, 26), (17, 34), (9, 44)):
        for points, closed in (*coasts, *((isle, True) for isle in isles)):
            foam = raster.stroke_mask(wide, high, points, width * 2 * c.scale, closed=closed)
            foam.blit(sea, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
            foam.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
            sheet.blit(raster.tint(foam, "road/foam", alpha), (0, 0))
    for points in isles:
        ground = raster.polygon_mask(wide, high, points)
        sheet.blit(raster.clip(shapes.parchment(c, wide, high, 0), ground), (0, 0))
        sheet.blit(raster.tint(ground, "road/meadow", 46), (0, 0))


def _burn(c: Canvas, sheet: pygame.Surface, shape: pygame.Surface, edge: list[Point]) -> None:
    wide, high = sheet.get_size()
    inner = [(wide / 2 + (x - wide / 2) * 0.972, high / 2 + (y - high / 2) * 0.962) for x, y in edge]
    light, pad = raster.soft(raster.polygon_mask(wide, high, inner), c.px(26), "base/white", 255)
    cut = raster.empty(wide, high)
    cut.blit(light, (-pad, -pad))
    burnt = raster.tint(shape, "road/burn", 150)
    burnt.blit(raster.tint(cut, "road/cut", 150), (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    sheet.blit(burnt, (0, 0))


def _folds(c: Canvas, box: Box) -> None:
    x, y, w, h = box
    for at in (x + w / 3, x + 2 * w / 3):
        shapes.line(c, at, y + 14, at, y + h - 14, "road/crease.dark", 1, 46)
        shapes.line(c, at + 1.4, y + 14, at + 1.4, y + h - 14, "road/crease.light", 1, 60)
    middle = y + h / 2
    shapes.line(c, x + 14, middle, x + w - 14, middle, "road/crease.dark", 1, 46)
    shapes.line(c, x + 14, middle + 1.4, x + w - 14, middle + 1.4, "road/crease.light", 1, 60)


def _lines(c: Canvas, road: RoadMap, box: Box) -> None:
    for line in road.lines:
        points = [place(road, box, *point) for point in line.points]
        if line.kind == "river":
            strokes.line(c, points, INK, 6.4, 190)
            strokes.line(c, points, "road/wave", 4.0)
        elif line.kind == "coast":
            strokes.line(c, points, INK, 2.0, 235)
        else:
            strokes.strokes(c, strokes.dashes(points, 0.8, 8.2), INK, 2.6, 235)
    for area in road.areas:
        if area.kind == "isle":
            around = [place(road, box, *point) for point in (*area.points, area.points[0])]
            strokes.line(c, around, INK, 1.9, 235)


_FACES = {
    "realm": ("sc", "road/name.realm"),
    "water": ("italic", "road/name.water"),
    "place": ("sc", INK),
    "title": ("sc_black", "road/name.title"),
}


def _names(c: Canvas, road: RoadMap, box: Box, words: Words) -> None:
    for name in road.names:
        x, y = place(road, box, name.x, name.y)
        said = name.text or words(name.id)
        face, colour = _FACES[name.kind]
        draw_halo(c, said, x, y, text.Font(face, name.size), colour)
        if name.kind == "title":
            shapes.rule(c, x - 160, y + name.size * 0.76, 320, colour="road/name.rule")


def draw_halo(c: Canvas, said: str, x: float, y: float, font: str | text.Font, colour: str) -> None:
    """Draw text on the map with a light rim, which keeps it readable on any background."""
    for dx, dy in _HALO:
        text.draw(c, said, x + dx, y + dy, font, "road/name.light", "cm", alpha=150, fixed=True, max_w=400)
    text.draw(c, said, x, y, font, colour, "cm", fixed=True, max_w=400)


# Signs of campaign stations: a disc of parchment, the ring of the next stage, thrones and the hall.

STATION_R = 17.0
"""The radius of a station's sign."""


def draw_disc(c: Canvas, wax: Wax, x: float, y: float, *, dim: bool = False) -> None:
    """Draw a stage that has not been passed: a disc of parchment; ``dim``: behind a throne that is not won."""

    def make() -> pygame.Surface:
        layer = c.layer(3 * STATION_R, 3 * STATION_R)
        on = c.on(layer, (-1.5 * STATION_R, -1.5 * STATION_R))
        stops = [(0.0, "road/stop.high"), (1.0, "road/stop.low")]
        shapes.outline(on, "circle", 0, 0, 15.5, stops, rim="road/stop.rim", rim_w=1.7, shadow="coin")
        icons.draw(on, wax.icon, 0, 0, 18, theme.mix(wax.low, "road/stop.ink", 0.25))
        return raster.fade(layer, 150) if dim else layer

    made = c.cache.get(("road disc", wax, dim, c.scale), make)
    c.blit_centred(made, x, y)


def mark_next_stage(c: Canvas, wax: Wax, x: float, y: float, pulse: float) -> None:
    """Mark the next stage: a gold ring with a pulsing light (``pulse`` 0 … 1), and a pin above it."""
    shapes.glow(c, x, y, 62 + 14 * pulse, "road/here.light", 235)
    shapes.glow(c, x, y, 46, "road/here.glow", 235)
    shapes.outline(
        c,
        "circle",
        x,
        y,
        25,
        [(0, "road/here.high"), (1, "road/here.low")],
        rim="road/here.rim",
        rim_w=2,
        shadow="hand",
    )
    shapes.outline(c, "circle", x, y, 20, [(0, wax.high), (1, wax.base)], rim="road/here.rim", rim_w=1.2)
    icons.draw(c, wax.icon, x, y, 24, "road/here.ink")
    _pin(c, x, y - 34)


def _pin(c: Canvas, x: float, y: float) -> None:
    """Draw a pin whose point is at x, y."""

    def make() -> pygame.Surface:
        layer = c.layer(40, 48)
        on = c.on(layer, (-20, -44))
        drop = [(12 * math.sin(a), -26 - 12 * math.cos(a)) for a in [math.radians(k) for k in range(-130, 131, 10)]]
        strokes.polygon(
            on,
            [(px + 1.4, py + 1.8) for px, py in (*drop, (0, 0))],
            [(0, "road/pin.shadow"), (1, "road/pin.shadow")],
            150,
        )
        strokes.polygon(on, [*drop, (0, 0)], [(0, "road/pin.high"), (1, "road/pin.low")])
        strokes.line(on, [*drop, (0, 0), drop[0]], "road/pin.edge", 1.3)
        shapes.outline(on, "circle", 0, -26, 4.6, [(0, "road/pin.head"), (1, "road/pin.head.low")])
        return layer

    made = c.cache.get(("road pin", c.scale), make)
    c.surface.blit(made, (c.x(x) - made.get_width() // 2, c.y(y) - c.px(44)))


def draw_throne(c: Canvas, wax: Wax, x: float, y: float, label: str, *, won: bool, now: bool, pulse: float) -> None:
    """Draw a throne with its ribbon: grey, or gold under a crown once ``won``; ``now``: marked as the next stage."""
    shapes.glow(c, x, y - 4, 74, "road/castle.light", 235)
    if won or now:
        shapes.glow(c, x, y - 6, 62 + (14 * pulse if now else 0), "road/here.glow", 200)
    for dx, dy in ((-2, 0), (2, 0), (0, -2), (0, 2), (-1.5, -1.5), (1.5, 1.5), (-1.5, 1.5), (1.5, -1.5)):
        icons.draw(c, "stone-throne", x + dx, y - 12 + dy, 66, "road/throne.shadow")
    icons.gradient(c, "stone-throne", x, y - 12, 66, (wax.high, wax.base, wax.low))
    if won:
        for dx, dy in ((-2, 0), (2, 0), (0, -2), (0, 2)):
            icons.draw(c, "queen-crown", x + dx, y - 57 + dy, 34, "road/gold.edge")
        icons.gradient(c, "queen-crown", x, y - 57, 34, ("road/crown.high", "road/crown.low"))
    shapes.ribbon(c, x, y + 34, label, "gold" if won else "grey", size=14)
    if now:
        _pin(c, x, y - 52)


def draw_hall(c: Canvas, x: float, y: float, *, won: bool, now: bool, pulse: float) -> None:
    """Draw the last hall; parameters as for :func:`draw_throne`."""
    shapes.glow(c, x, y, 60 + (14 * pulse if now else 0), "road/here.glow" if won or now else "road/castle.light", 235)
    icons.draw(c, "castle", x + 1.4, y + 1.6, 62, "road/sign.light", alpha=130)
    if won:
        icons.gradient(c, "castle", x, y, 62, ("road/castle.won.high", "road/castle.won.low"))
    else:
        icons.draw(c, "castle", x, y, 62, "road/sign", alpha=245)
    if now:
        _pin(c, x, y - 38)


def find_star(x: float, y: float, number: int, most: int) -> tuple[float, float]:
    """Return the middle of the small star ``number`` (from 0) of ``most`` in a row around x, y."""
    return x + (number - (most - 1) / 2) * 11, y


def draw_stars(c: Canvas, x: float, y: float, won: int, most: int) -> None:
    """Draw ``most`` small stars below a sign at x, y, of which ``won`` are lit."""
    for k in range(most):
        at, _y = find_star(x, y, k, most)
        icons.draw(c, "round-star", at, y, 11.5, "road/gold.edge")
        icons.draw(c, "round-star", at, y, 9.5, "road/star.won" if k < won else "road/star.open")
