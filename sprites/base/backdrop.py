"""Backgrounds: the walnut table in lamp light, the velvet mat, the dark side column, the curtain."""

import math

import pygame

from sprites.base import assets, icons, pictures, raster, shapes, text, theme
from sprites.base.canvas import Canvas

# Lamp over the wood: centre x, y (shares of the block), reach, least and most light, power; then corner shade 0 … 255.
_LIGHT = {"table": (0.40, 0.40, 1.10, 0.345, 1.0, 1.5, 120), "title": (0.50, 0.36, 1.05, 0.265, 1.05, 1.3, 150)}

TITLE = (1600, 900)
"""The size of the baked table of the title."""
_STEPS = 1000
"""Steps of a squared distance between 0 and 1."""


def table(c: Canvas, kind: str = "table") -> pygame.Surface:
    """Return the table as an opaque surface of the window's size: wood, lamp light, dark corners (cached)."""
    return c.cache.get(("backdrop", kind, c.surface.get_size()), lambda: _table(c, kind))


def _table(c: Canvas, kind: str) -> pygame.Surface:
    if theme.is_flat():
        made = pygame.Surface(c.surface.get_size()).convert(c.target)
        made.fill(theme.rgb("panel"))
        return made
    return (_load_title(c) if kind == "title" else None) or lit(c, kind)


def _load_title(c: Canvas) -> pygame.Surface | None:
    """Return the baked table of the title screen; None where it would have to be enlarged."""
    wide, high = c.surface.get_size()
    if wide > TITLE[0] or wide * TITLE[1] != high * TITLE[0]:
        return None
    try:
        baked = pictures.load("title.jpg")
    except assets.AssetError as error:
        assets.miss(error)
        return None
    made = pygame.Surface((wide, high)).convert(c.target)
    shown = (
        baked if baked.get_size() == (wide, high) else pygame.transform.smoothscale(baked.convert(made), (wide, high))
    )
    made.blit(shown, (0, 0))
    return made


def lit(c: Canvas, kind: str) -> pygame.Surface:
    """Render the table: wood with lamp light."""
    wide, high = c.surface.get_size()
    block = min(wide, round(1600 * c.scale))
    made = pygame.Surface((wide, high)).convert(c.target)
    try:
        wood = pictures.load("wood.jpg", (block, high))
        size = (block, max(high, round(block * wood.get_height() / wood.get_width())))
        shown = wood if wood.get_size() == size else pygame.transform.smoothscale(wood.convert(made), size)
        del wood
        left = (wide - block) // 2
        made.blit(shown, (left, 0))
        if left > 0:
            mirrored = pygame.transform.flip(shown, True, False)
            made.blit(mirrored, (left - block, 0))
            made.blit(mirrored, (left + block, 0))
    except assets.AssetError as error:
        assets.miss(error)
        made.fill(theme.rgb("base/wood"))
    lamp = pygame.transform.smoothscale(_lamp(block / wide, kind).convert(made), (wide, high))
    made.blit(lamp, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    if kind == "title":
        shapes.glow(c.on(made, (c.left, 0)), 800, 330, 760, "base/candle", 42, sx=1.2, sy=0.7)
    return made


def _lamp(share: float, kind: str) -> pygame.Surface:
    """Return lamp light and dark corners as a small multiply layer; ``share``: of its width that the block takes."""
    cx, cy, reach, low, top, power, corner = _LIGHT[kind]
    across, down = 64, 40
    # Both depend only on a distance, quantized to invisible steps and computed once per step.
    light = [top - (top - low) * min(1.0, math.sqrt(k / _STEPS) / (reach * 0.75)) ** power for k in range(_STEPS + 1)]
    shade = [
        1 - max(0.0, min(1.0, (math.sqrt(k / _STEPS) - 0.38) / 0.5)) ** 1.6 * corner / 255 for k in range(_STEPS + 1)
    ]
    columns = []
    for column in range(across):
        u = ((column + 0.5) / across - 0.5) / share + 0.5
        columns.append((((u - cx) * 1.15) ** 2 * _STEPS, ((u - 0.5) * 1.25) ** 2 * _STEPS))
    raw = bytearray()
    for row in range(down):
        v = (row + 0.5) / down
        near, middle = (v - cy) ** 2 * _STEPS, ((v - 0.5) * 1.25) ** 2 * _STEPS
        for to_lamp, to_middle in columns:
            m = light[min(_STEPS, int(near + to_lamp))] * shade[min(_STEPS, int(middle + to_middle))]
            raw += bytes((min(255, int(255 * m + 0.5)), min(255, int(243 * m + 0.5)), min(255, int(226 * m + 0.5))))
    return pygame.image.frombytes(bytes(raw), (across, down), "RGB")


def mat(c: Canvas, x: float = 92, y: float = 112, w: float = 1100, h: float = 512) -> None:
    """Draw the plum velvet mat of King of 12: gold lines, the ring of twelve numbers and the throne in its middle."""
    r = c.rect(x, y, w, h)
    shapes.box_shadow(c, x, y, w, h, 120, "mat")
    c.surface.blit(c.cache.get(("mat", r.size), lambda: _mat(c, x, y, w, h)), r)


def make_velvet(mask: pygame.Surface) -> pygame.Surface:
    """Return plum velvet in the form of ``mask``; plain where its picture is missing."""
    try:
        return raster.clip(pygame.transform.smoothscale(pictures.load("velvet.jpg"), mask.get_size()), mask)
    except assets.AssetError as error:
        assets.miss(error)
        return raster.tint(mask, "base/plum")


def _mat(c: Canvas, x: float, y: float, w: float, h: float) -> pygame.Surface:
    r = c.rect(x, y, w, h)
    made = raster.tint(raster.round_rect_mask(r.w, r.h, c.px(120)), "base/mat.edge")
    edge = c.px(3)
    inner = raster.round_rect_mask(r.w - 2 * edge, r.h - 2 * edge, c.px(117))
    made.blit(make_velvet(inner), (edge, edge))
    on = c.on(made, (x, y))
    shapes.round_rect(on, x + 13, y + 13, w - 26, h - 26, 108, "base/gold", alpha=190, border=2)
    shapes.round_rect(on, x + 19, y + 19, w - 38, h - 38, 102, "base/gold", alpha=90, border=1)
    cx, cy = x + w / 2, y + h / 2 - 14
    for radius, alpha in ((150, 46), (112, 54)):
        ring = raster.tint(raster.disc_mask(c.px(2 * radius), 1.4 * c.scale), "base/gold", alpha)
        made.blit(ring, (on.x(cx) - ring.get_width() // 2, on.y(cy) - ring.get_height() // 2))
    icons.draw(on, "stone-throne", cx, cy - 2, 96, "base/gold", alpha=72)
    for k in range(12):
        turn = k * math.pi / 6 - math.pi / 3
        px, py = cx + 131 * math.cos(turn), cy + 131 * math.sin(turn)
        text.draw(on, str(k + 1), px, py, "caption", "base/gold", "cm", alpha=96, fixed=True)
    return made


def side_column(c: Canvas, x: float = 1280, w: float = 320) -> None:
    """Draw the dark column on the right, from top to bottom, with a hair-thin gold line."""
    left, high = c.x(x), c.surface.get_height()
    wide = c.x(min(c.right, x + w + 0.5)) - left + 2
    shade = max(1, c.px(34))

    def make() -> pygame.Surface:
        return raster.gradient(wide, high, ((0, "base/side.wall"), (1, "base/side.wall.low"))).convert(c.target)

    dark = c.cache.get(
        ("column shade", shade, high),
        lambda: raster.gradient(
            shade, high, ((0, theme.colour("base/black", 0)), (1, theme.colour("base/black", 165))), 90
        ),
    )
    c.surface.blit(dark, (left - shade, 0))
    c.surface.blit(c.cache.get(("column", wide, high), make), (left, 0))
    c.surface.fill(theme.rgb("base/side.edge"), (left - 1, 0, c.px(2), high))
    c.surface.fill(theme.rgb("base/side.line"), (left + c.px(2.5), 0, c.px(1), high))


def curtain(c: Canvas, openness: float) -> None:
    """Draw a red curtain over the whole window: 0 closed (nothing shines through), 1 open (nothing drawn)."""
    if openness >= 1:
        return
    wide, high = c.surface.get_size()
    half = (wide + 1) // 2
    away = round(half * max(0.0, openness) * 1.06)
    cloth = c.cache.get(("curtain", wide, high), lambda: _cloth(c, wide, high))
    if away == 0:
        c.surface.blit(cloth, (0, 0))
    else:
        c.surface.blit(cloth, (-away, 0), (0, 0, half, high))
        c.surface.blit(cloth, (wide - half + away, 0), (wide - half, 0, half, high))
        hem = c.cache.get(("curtain hem", high), lambda: _hem(c, high))
        c.surface.blit(hem, (half - away - hem.get_width() // 2, 0))
        c.surface.blit(pygame.transform.flip(hem, True, False), (wide - half + away - hem.get_width() // 2, 0))
    top = c.cache.get(("pelmet", wide), lambda: _pelmet(c, wide))
    c.surface.blit(top, (0, -round(top.get_height() * max(0.0, openness))))


def _cloth(c: Canvas, wide: int, high: int) -> pygame.Surface:
    try:
        return pygame.transform.smoothscale(pictures.load("curtain.jpg").convert(c.target), (wide, high))
    except assets.AssetError as error:
        assets.miss(error)
        made = pygame.Surface((wide, high)).convert(c.target)
        made.fill(theme.rgb("base/curtain.plain"))
        return made


def _hem(c: Canvas, high: int) -> pygame.Surface:
    """Return the inner border of one half: gold braid."""
    wide = c.px(14)
    made = raster.gradient(
        wide, high, ((0, "base/rail.dark"), (0.35, "base/rail.light"), (0.6, "base/rail"), (1, "base/rail.low")), 90
    )
    step = max(4, c.px(9))
    for y in range(0, high, step):
        pygame.draw.line(made, theme.rgb("base/rail.rope"), (0, y + step), (wide, y), max(1, c.px(1.6)))
    return made


def _pelmet(c: Canvas, wide: int) -> pygame.Surface:
    """Return the hanging border at the top with its gold fringe and shadow."""
    s = c.scale
    deep, drop, swags = 84 * s, 34 * s, max(5, round(wide / (178 * s)) | 1)
    steps = swags * 16
    edge = [(wide * k / steps, deep + drop * abs(math.sin(math.pi * k / steps * swags))) for k in range(steps + 1)]
    high = round(deep + drop + 44 * s)
    shape = raster.polygon_mask(wide, high, [(0, 0), (wide, 0), *reversed(edge)])
    stops = (
        (0.0, "base/curtain.fold"),
        (0.35, "base/curtain"),
        (0.62, "base/curtain.light"),
        (0.8, "base/curtain.side"),
    )
    cloth = raster.fill(shape, stops)
    folds = raster.empty(wide, high)
    clear = theme.colour("base/black", 0)
    for k in range(swags * 4):
        x = wide * (k + 0.5) / (swags * 4)
        w = wide / (swags * 4) * 0.5
        band = raster.gradient(
            max(2, round(w)), high, [(0, clear), (0.5, theme.colour("base/black", 88)), (1, clear)], 90
        )
        folds.blit(band, (round(x - w / 2), 0))
    folds.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    cloth.blit(folds, (0, 0))
    dark, pad = raster.soft(shape, c.px(12), "base/black", 225)
    made = raster.empty(wide, high)
    made.blit(dark, (-pad, -pad + round(9 * s)))
    made.blit(cloth, (0, 0))
    braid = [(x, y - 4 * s) for x, y in edge]
    made.blit(
        raster.tint(raster.stroke_mask(wide, high, [(x, y + 2.5 * s) for x, y in braid], 7 * s), "base/braid.dark"),
        (0, 0),
    )
    made.blit(raster.tint(raster.stroke_mask(wide, high, braid, 4.5 * s), "base/braid"), (0, 0))
    made.blit(
        raster.tint(raster.stroke_mask(wide, high, [(x, y - 1.2 * s) for x, y in braid], 1.2 * s), "base/braid.light"),
        (0, 0),
    )
    fringe = raster.empty(wide, high)
    for k in range(0, steps * 3):
        x = wide * k / (steps * 3)
        y = deep + drop * abs(math.sin(math.pi * k / (steps * 3) * swags))
        pygame.draw.line(fringe, theme.colour("base/fringe", 235), (x, y), (x, y + 9 * s), max(1, round(1.4 * s)))
    made.blit(fringe, (0, 0))
    return made
