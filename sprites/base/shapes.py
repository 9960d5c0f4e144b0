"""Panels, lines, lights, badges, coins, value pills and ribbons. Positions and sizes are logical units."""

from collections.abc import Hashable

import pygame

from sprites.base import assets, icons, pictures, raster, text
from sprites.base.canvas import Canvas
from sprites.base.icons import outline_points, pattern
from sprites.base.raster import Stops
from sprites.base.theme import is_flat, mix, player, shadow as shadow_kind

FLAT_LINE, FLAT_FRAME = 2.2, 4.0
"""Widths of outlines, and of frames in place of a light, in a flat theme."""
FLAT_GLOW = 60
"""A light of this strength is a frame in a flat theme."""
COPIED_FROM = 400_000
"""Pixels of a panel from which on it is copied onto an empty layer; a smaller one is drawn as fast."""


def _place(c: Canvas, made: pygame.Surface, px: int, py: int, alpha: int = 255) -> None:
    if alpha >= 255:
        c.surface.blit(made, (px, py))
        return
    made.set_alpha(alpha)
    c.surface.blit(made, (px, py))
    made.set_alpha(255)


# ------------------------------------------------------------------ shadows


def shadow(c: Canvas, surf: pygame.Surface, px: int, py: int, kind: str = "hand", *, key: Hashable = None) -> None:
    """Draw the soft shadow of a surface that will lie at pixel ``px, py``.

    Cached by the surface's size and kind; give a ``key`` when shapes of one size differ (turned cards).
    """
    if is_flat():
        return
    look = shadow_kind(kind)
    blur = max(1, c.px(look.blur))
    made = c.cache.get(("shadow", surf.get_size(), kind, key), lambda: raster.soft(surf, blur, "shadow", look.alpha)[0])
    pad = raster.reach(blur)
    c.surface.blit(made, (px - pad + round(look.dx * c.scale), py - pad + round(look.dy * c.scale)))


def box_shadow(c: Canvas, x: float, y: float, w: float, h: float, radius: float, kind: str) -> None:
    """Draw the soft shadow of a rectangle with round corners."""
    if is_flat():
        return
    look = shadow_kind(kind)
    size, blur = (c.px(w), c.px(h)), max(1, c.px(look.blur))

    def make() -> pygame.Surface:
        return raster.soft(raster.round_rect_mask(*size, c.px(radius)), blur, "shadow", look.alpha)[0]

    made = c.cache.get(("box shadow", size, radius, kind), make)
    pad = raster.reach(blur)
    c.surface.blit(made, (c.x(x + look.dx) - pad, c.y(y + look.dy) - pad))


# ------------------------------------------------------------------ boxes and lines


def round_rect_surface(
    c: Canvas, w: int, h: int, radius: float, colour: str, alpha: int = 255, border: float = 0
) -> pygame.Surface:
    """Return a cached rectangle with round corners, sizes in pixels, radius and border logical."""
    if is_flat() and border:
        border, alpha = max(FLAT_LINE, border), 255
    edge = max(1, round(border * c.scale)) if border else 0
    key = ("rounded", w, h, radius, colour, alpha, edge)
    return c.cache.get(key, lambda: raster.tint(raster.round_rect_mask(w, h, c.px(radius), edge), colour, alpha))


def round_rect(
    c: Canvas,
    x: float,
    y: float,
    w: float,
    h: float,
    radius: float,
    colour: str,
    *,
    alpha: int = 255,
    border: float = 0,
) -> None:
    """Draw a rectangle with round corners, filled, or as an outline ``border`` wide."""
    r = c.rect(x, y, w, h)
    c.surface.blit(round_rect_surface(c, r.w, r.h, radius, colour, alpha, border), r)


def plaque(
    c: Canvas, box: tuple[float, float, float, float], radius: float, *, dark: int = 215, edge: int = 140,
    border: float = 1.0, ground: str = "veil", ink: str = "edge",
) -> None:  # fmt: skip
    """Draw a ground with a thin edge, in the colours ``ground`` and ``ink``; ``dark`` and ``edge`` are their
    opacities."""
    round_rect(c, *box, radius, ground, alpha=dark)
    round_rect(c, *box, radius, ink, alpha=edge, border=border)


def frame_box(
    c: Canvas, x: float, y: float, w: float, h: float, radius: float, colour: str, border: float, *, alpha: int = 255
) -> None:
    """Draw an outline as :func:`round_rect` does, for a large rectangle, as four parts: its inside need not be painted
    again when it appears or disappears."""
    r = c.rect(x, y, w, h)
    made = round_rect_surface(c, r.w, r.h, radius, colour, alpha, border)
    edge = min(c.px(max(radius, border)), r.w // 2, r.h // 2)
    tall = r.h - 2 * edge
    for part in ((0, 0, r.w, edge), (0, edge, edge, tall), (r.w - edge, edge, edge, tall), (0, r.h - edge, r.w, edge)):
        c.surface.blit(made, (r.x + part[0], r.y + part[1]), part)


def bright_frame(c: Canvas, box: tuple[float, float, float, float], radius: float, border: float = 2) -> None:
    """Draw the frame round what is chosen, or whose turn it is; one unit outside the box."""
    x, y, w, h = box
    round_rect(c, x - 1, y - 1, w + 2, h + 2, radius + 1, "edge.bright", border=border)


def gradient_box(
    c: Canvas,
    x: float,
    y: float,
    w: float,
    h: float,
    radius: float,
    stops: Stops,
    *,
    angle: float = 0,
    rim: str | None = None,
) -> None:
    """Draw a rectangle with round corners filled with a gradient ((share, colour) …), with an optional rim of one
    unit."""
    r = c.rect(x, y, w, h)
    key = ("gradient box", r.w, r.h, radius, tuple(stops), angle, rim)

    def make() -> pygame.Surface:
        if rim is None:
            return raster.fill(raster.round_rect_mask(r.w, r.h, c.px(radius)), stops, angle)
        edge = max(1, round(c.scale))
        made = raster.tint(raster.round_rect_mask(r.w, r.h, c.px(radius)), rim)
        inner = raster.fill(raster.round_rect_mask(r.w - 2 * edge, r.h - 2 * edge, c.px(radius) - edge), stops, angle)
        made.blit(inner, (edge, edge))
        return made

    c.surface.blit(c.cache.get(key, make), r)


def parchment(c: Canvas, w: int, h: int, radius: int) -> pygame.Surface:
    """Return parchment with round corners, sizes in pixels; plain colour when its picture is missing."""

    def make() -> pygame.Surface:
        shape = raster.round_rect_mask(w, h, radius)
        try:
            return raster.clip(pygame.transform.smoothscale(_parchment(c), (max(1, w), max(1, h))), shape)
        except assets.AssetError as error:
            assets.miss(error)
            return raster.fill(shape, [(0, "paper"), (1, "paper.low")])

    return c.cache.get(("parchment", w, h, radius), make)


def _parchment(c: Canvas) -> pygame.Surface:
    return c.cache.get(("parchment",), lambda: raster.native(pictures.load("parchment.jpg")))


def panel(
    c: Canvas,
    x: float,
    y: float,
    w: float,
    h: float,
    style: str = "leather",
    *,
    radius: float = 12,
    shadow: bool = True,
) -> None:
    """Draw a panel: dark ``leather`` with a hair-thin gold line, light ``parchment``, or ``glass`` over the table."""
    shadow = shadow and style != "glass"
    r = c.rect(x, y, w, h)
    is_blank, c.is_blank = c.is_blank, False
    if is_blank and r.w * r.h >= COPIED_FROM:
        _copy_panel(c, (x, y, w, h), style, radius, shadow)
    else:
        if shadow:
            box_shadow(c, x, y, w, h, radius, "panel")
        c.surface.blit(c.cache.get(("panel", r.w, r.h, style, radius), lambda: _panel(c, r.w, r.h, style, radius)), r)
    if style == "leather":
        # All but the round corners hides what lies below.
        inset = c.px(radius)
        solids = (r.inflate(0, -2 * inset), r.inflate(-2 * inset, 0)) if min(r.size) > 2 * inset else ()
        if solids and (not c.solids or solids[0].w * solids[0].h > c.solids[0].w * c.solids[0].h):
            c.solids = solids


def _copy_panel(c: Canvas, box: tuple[float, float, float, float], style: str, radius: float, shadow: bool) -> None:
    """Draw a panel with its shadow where nothing lies below: its pixels are copied, which takes a third of the time."""
    layer, r = c.surface, c.rect(*box)
    assert isinstance(layer, pygame.Surface)

    def make() -> pygame.Surface:
        made = raster.empty(*layer.get_size())
        on = c.on(made, (c.left, c.logical((0, 0))[1]))
        panel(on, *box, style, radius=radius, shadow=shadow)
        made.set_alpha(None)
        return made

    layer.blit(c.cache.get(("panel on a layer", *layer.get_size(), *r, style, radius, shadow), make), (0, 0))


def _panel(c: Canvas, w: int, h: int, style: str, radius: float) -> pygame.Surface:
    s = c.scale
    line = max(1, round(s))
    if is_flat():
        made = raster.tint(raster.round_rect_mask(w, h, c.px(radius)), "paper" if style == "parchment" else "panel")
        rim = "paper.edge" if style == "parchment" else "edge"
        width = max(2, round(FLAT_LINE * s))
        made.blit(raster.tint(raster.round_rect_mask(w, h, c.px(radius), width), rim), (0, 0))
        return made
    if style == "glass":
        made = raster.tint(raster.round_rect_mask(w, h, c.px(radius)), "veil", 170)
        made.blit(raster.tint(raster.round_rect_mask(w, h, c.px(radius), line), "edge", 70), (0, 0))
        return made
    if style == "parchment":
        made = raster.tint(raster.round_rect_mask(w, h, c.px(radius)), "paper.edge")
        edge = max(1, round(1.5 * s))
        made.blit(parchment(c, w - 2 * edge, h - 2 * edge, c.px(radius) - edge), (edge, edge))
        inset = round(5.5 * s)
        gold = raster.round_rect_mask(w - 2 * inset, h - 2 * inset, max(2, c.px(radius - 5)), line)
        made.blit(raster.tint(gold, "edge.low", 120), (inset, inset))
        return made
    made = raster.tint(raster.round_rect_mask(w, h, c.px(radius)), "well")
    inner = raster.round_rect_mask(w - 2 * line, h - 2 * line, c.px(radius) - line)
    stops: Stops = [(0, "panel.top"), (min(0.12, 40 * s / h), "panel"), (1, "panel.low")]
    made.blit(raster.fill(inner, stops), (line, line))
    inset = round(4 * s)
    gold = raster.round_rect_mask(w - 2 * inset, h - 2 * inset, c.px(radius - 3), line)
    made.blit(raster.tint(gold, "edge", 80), (inset, inset))
    return made


def line(
    c: Canvas, x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1, alpha: int = 255
) -> None:
    """Draw a straight line; level and upright ones are exact, slanted ones have smooth edges."""
    thick = c.px(width)
    if x1 == x2 or y1 == y2:
        r = pygame.Rect(c.x(min(x1, x2)), c.y(min(y1, y2)), c.x(max(x1, x2)) - c.x(min(x1, x2)), 0)
        r.h = c.y(max(y1, y2)) - c.y(min(y1, y2))
        if x1 == x2:
            r.x, r.w = r.x - thick // 2, thick
        else:
            r.y, r.h = r.y - thick // 2, thick
        if alpha >= 255:
            c.surface.fill(raster.parts(colour)[:3], r)
        else:
            _place(c, c.cache.get(("block", r.size, colour), lambda: _block(r.size, colour)), r.x, r.y, alpha)
        return
    left, up = min(x1, x2) - width, min(y1, y2) - width
    w, h = c.px(abs(x2 - x1) + 2 * width), c.px(abs(y2 - y1) + 2 * width)
    ends = [((x1 - left) * c.scale, (y1 - up) * c.scale), ((x2 - left) * c.scale, (y2 - up) * c.scale)]
    falling = (x2 - x1) * (y2 - y1) > 0
    key = ("line", w, h, falling, thick, colour)
    made = c.cache.get(key, lambda: raster.tint(raster.stroke_mask(w, h, ends, width * c.scale), colour))
    _place(c, made, c.x(left), c.y(up), alpha)


def _block(size: tuple[int, int], colour: str) -> pygame.Surface:
    made = pygame.Surface(size)
    made.fill(raster.parts(colour)[:3])
    return made


def rule(c: Canvas, x: float, y: float, w: float, *, colour: str = "edge", ornament: bool = True) -> None:
    """Draw a dividing line that fades out at both ends, with a small diamond in the middle."""
    wide, thick = c.px(w), c.px(1)
    if is_flat():
        line(c, x, y, x + w, y, colour, 1.6)
        return
    red, green, blue, _ = raster.parts(colour)
    stops: Stops = [(0, (red, green, blue, 0)), (0.5, (red, green, blue, 150)), (1, (red, green, blue, 0))]
    made = c.cache.get(("rule", wide, thick, colour), lambda: raster.gradient(wide, thick, stops, 90))
    c.surface.blit(made, (c.x(x), c.y(y)))
    if ornament:
        outline(c, "diamond", x + w / 2, y + 0.5, 2.6, [(0, colour), (1, colour)])


# ------------------------------------------------------------------ lights


def glow(
    c: Canvas,
    cx: float,
    cy: float,
    r: float,
    colour: str = "glow",
    alpha: int = 160,
    sx: float = 1,
    sy: float = 1,
    *,
    add: bool = False,
) -> None:
    """Draw a soft round light; ``add`` brightens what lies below instead of covering it.

    Made for changing strength and size: both are taken in small steps, so that few pictures serve a pulsing light.
    """
    if is_flat():
        return
    w, h = -(-c.px(2 * r * sx) // 4) * 4, -(-c.px(2 * r * sy) // 4) * 4
    at = (c.x(cx) - w // 2, c.y(cy) - h // 2)
    if add:
        step = max(1, round(alpha / 16))

        def bright() -> pygame.Surface:
            flat = pygame.Surface((w, h)).convert(c.target)
            light = raster.fade(raster.radial(128, colour), min(255, step * 16))
            flat.blit(pygame.transform.smoothscale(light, (w, h)), (0, 0))
            return flat

        made = c.cache.get(("bright", w, h, colour, step), bright)
        c.surface.blit(made, at, special_flags=pygame.BLEND_RGB_ADD)
        return
    made = c.cache.get(("glow", w, h, colour), lambda: pygame.transform.smoothscale(raster.radial(128, colour), (w, h)))
    _place(c, made, *at, alpha)


def glow_box(
    c: Canvas,
    x: float,
    y: float,
    w: float,
    h: float,
    radius: float,
    colour: str = "glow",
    strength: int = 120,
    *,
    reach: float = 10,
) -> None:
    """Draw a soft light round a rectangle; ``strength`` may change from frame to frame."""
    if is_flat():
        if strength >= FLAT_GLOW:
            round_rect(c, x, y, w, h, radius, colour, border=FLAT_FRAME)
        return
    blur = c.px(reach)
    size = (-(-c.px(w) // 4) * 4, -(-c.px(h) // 4) * 4)

    def make() -> pygame.Surface:
        return raster.soft(raster.round_rect_mask(*size, c.px(radius)), blur, colour, 255)[0]

    made = c.cache.get(("glow box", size, radius, colour, blur), make)
    pad = raster.reach(blur)
    _place(c, made, c.x(x + w / 2) - size[0] // 2 - pad, c.y(y + h / 2) - size[1] // 2 - pad, strength)


def focus_ring(c: Canvas, x: float, y: float, w: float, h: float, radius: float = 10) -> None:
    """Draw the white dashed ring of the keyboard focus, three units outside a rectangle."""
    out = c.rect(x - 5, y - 5, w + 10, h + 10)

    def make() -> pygame.Surface:
        thick = max(2, round(2 * c.scale))
        ring = raster.tint(raster.round_rect_mask(out.w, out.h, c.px(radius + 5), thick), "focus")
        gaps = raster.blank_mask(out.w, out.h)
        gaps.fill(raster.SOLID)
        dash, gap = 7 * c.scale, 4.5 * c.scale
        for length, across in ((out.w, True), (out.h, False)):
            count = max(1, round(length / (dash + gap)))
            step = length / count
            for k in range(count):
                start, span = round(k * step + dash / 2), max(1, round(step - dash))
                for far in (0, 1):
                    if across:
                        gaps.fill(raster.CLEAR, (start, far * (out.h - thick), span, thick))
                    else:
                        gaps.fill(raster.CLEAR, (far * (out.w - thick), start, thick, span))
        ring.blit(gaps, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        base = raster.tint(raster.round_rect_mask(out.w, out.h, c.px(radius + 5), thick), "well", 150)
        base.blit(ring, (0, 0))
        return base

    c.surface.blit(c.cache.get(("focus", out.w, out.h, radius), make), out)


def scan_frame(c: Canvas, x: float, y: float, w: float, h: float) -> None:
    """Draw the frame of one-switch play, six units outside a rectangle: light with dark edges, seen on every ground."""
    for out, colour, width in ((9, "well", 2.0), (7, "glow", 4.0), (3, "well", 1.5)):
        round_rect(c, x - out, y - out, w + 2 * out, h + 2 * out, 12, colour, border=width)


# ------------------------------------------------------------------ players' signs


def outline_surface(
    c: Canvas, kind: str, r: float, stops: Stops, *, rim: str | None = None, rim_w: float = 1.5, angle: float = 20
) -> pygame.Surface:
    """Return a player's shape of radius ``r``, filled, in the middle of a square of 2.6 r + 8 units."""
    key = ("outline", kind, round(r * c.scale * 4), tuple(stops), rim, rim_w, angle)

    def make() -> pygame.Surface:
        reach = (r * 1.3 + 4) * c.scale
        size = round(2 * reach)
        made = raster.empty(size, size)
        if rim:
            made.blit(
                raster.tint(raster.polygon_mask(size, size, outline_points(kind, reach, reach, r * c.scale)), rim),
                (0, 0),
            )
        inner = (r - (rim_w if rim else 0)) * c.scale
        made.blit(
            raster.fill(raster.polygon_mask(size, size, outline_points(kind, reach, reach, inner)), stops, angle),
            (0, 0),
        )
        return made

    return c.cache.get(key, make)


def outline(
    c: Canvas,
    kind: str,
    cx: float,
    cy: float,
    r: float,
    stops: Stops,
    *,
    rim: str | None = None,
    rim_w: float = 1.5,
    angle: float = 20,
    shadow: str | None = None,
) -> None:
    """Draw a player's shape around a centre; parameters as for :func:`outline_surface`."""
    made = outline_surface(c, kind, r, stops, rim=rim, rim_w=rim_w, angle=angle)
    px, py = c.find_corner(made, cx, cy)
    if shadow:
        shade(c, made, px, py, shadow, key=("outline", kind))
    c.surface.blit(made, (px, py))


shade = shadow

_EMBLEM = {"shield": (-0.04, 1.22), "circle": (0.0, 1.26), "hexagon": (0.0, 1.3), "diamond": (-0.02, 1.12),
           "square": (0.0, 1.2)}  # fmt: skip


def badge(c: Canvas, colour_index: int, emblem: str, cx: float, cy: float, r: float, *, active: bool = False) -> None:
    """Draw a player's sign: shape, colour and emblem; "" means the emblem that belongs to the colour."""
    look = player(colour_index, c.palette)
    name = emblem or look.emblem
    if active and is_flat():
        round_rect(c, cx - r * 1.35, cy - r * 1.35, r * 2.7, r * 2.7, r * 1.35, "glow", border=FLAT_FRAME)
    elif active:
        glow(c, cx, cy, r * 2.3, "glow", 150)
    key = ("badge", colour_index, name, round(r * c.scale * 4), c.palette, c.patterns)

    def make() -> pygame.Surface:
        stops: Stops = [(0, look.high), (0.45, look.base), (1, look.low)]
        rim_w = max(1.2, r * 0.09)
        made = outline_surface(c, look.shape, r, stops, rim="edge", rim_w=rim_w).copy()
        size = made.get_width()
        if c.patterns:
            shape = raster.polygon_mask(
                size, size, outline_points(look.shape, size / 2, size / 2, (r - rim_w) * c.scale)
            )
            made.blit(pattern(shape, colour_index, look.ink, c.scale), (0, 0))
        lift, part = _EMBLEM[look.shape]
        px = c.px(r * part)
        sign = icons.pixels(c, name, px, look.ink)
        made.blit(sign, (round((size - px) / 2), round((size - px) / 2 + lift * r * c.scale)))
        return made

    made = c.cache.get(key, make)
    px, py = c.find_corner(made, cx, cy)
    shadow(c, made, px, py, "coin", key=("badge", look.shape))
    c.surface.blit(made, (px, py))


# ------------------------------------------------------------------ small things

_METALS = {
    "gold": ("base/coin.gold.high", "base/coin.gold", "base/coin.gold.low", "base/coin.gold.ink"),
    "copper": ("base/coin.copper.high", "base/coin.copper", "base/coin.copper.low", "base/coin.copper.ink"),
    "silver": ("base/coin.silver.high", "base/coin.silver", "base/coin.silver.low", "base/coin.silver.ink"),
}


def coin(c: Canvas, cx: float, cy: float, r: float, label: str, metal: str = "gold") -> None:
    """Draw a coin with its number; ``metal``: gold (worth 2), copper (1) or silver (3)."""
    high, base, low, ink = _METALS[metal]
    key = ("coin", round(r * c.scale * 4), metal)

    def make() -> pygame.Surface:
        made = outline_surface(c, "circle", r, [(0, high), (1, low)], rim=ink, rim_w=max(0.8, r * 0.05)).copy()
        for share, stops in (
            (0.82, ((0.0, low), (1.0, high))),
            (0.76, ((0.0, high), (0.5, base), (1.0, mix(base, low, 0.5)))),
        ):
            ring = outline_surface(c, "circle", r * share, stops)
            made.blit(ring, ((made.get_width() - ring.get_width()) // 2, (made.get_height() - ring.get_height()) // 2))
        return made

    made = c.cache.get(key, make)
    px, py = c.find_corner(made, cx, cy)
    shadow(c, made, px, py, "coin", key="disc")
    c.surface.blit(made, (px, py))
    if label:
        text.draw(c, label, cx, cy, text.Font("black", r * 1.08), ink, "cm", fixed=True, max_w=r * 1.6)


_PILLS = {
    "plain": ("base/pill.plain.high", "base/pill.plain.low", "base/pill.plain.ink"),
    "win": ("base/pill.win.high", "base/pill.win.low", "base/pill.win.ink"),
    "out": ("base/pill.out.high", "base/pill.out.low", "base/pill.out.ink"),
    "dark": ("base/pill.dark.high", "base/pill.dark.low", "base/pill.dark.ink"),
}


def pill(c: Canvas, cx: float, cy: float, label: str, kind: str = "plain", *, size: float = 21) -> float:
    """Draw a value in a pill (``kind`` "plain", "win", "dark", or "out": struck through); return its logical width."""
    high, low, ink = _PILLS[kind]
    h = size * 1.52
    w = max(h * 1.25, text.width(c, label, text.Font("black", size), fixed=True) + size * 1.05)
    box_shadow(c, cx - w / 2, cy - h / 2, w, h, h / 2, "chip")
    round_rect(c, cx - w / 2, cy - h / 2, w, h, h / 2, "rim.dark" if kind != "dark" else "edge.low")
    gradient_box(c, cx - w / 2 + 1.5, cy - h / 2 + 1.5, w - 3, h - 3, h / 2 - 1.5, ((0, high), (1, low)))
    text.draw(c, label, cx, cy, text.Font("black", size), ink, "cm", fixed=True)
    if kind == "out":
        line(c, cx - w / 2 + 7, cy + h * 0.19, cx + w / 2 - 7, cy - h * 0.19, "strike", 2.4)
    return w


_RIBBONS = {
    "gold": ("base/ribbon.gold.high", "base/ribbon.gold.low", "base/ribbon.ink"),
    "silver": ("base/ribbon.silver.high", "base/ribbon.silver.low", "base/ribbon.ink"),
    "grey": ("base/ribbon.grey.high", "base/ribbon.grey.low", "base/ribbon.grey.ink"),
}


def ribbon(c: Canvas, cx: float, cy: float, label: str, kind: str = "gold", *, size: float = 14) -> float:
    """Draw a ribbon with notched ends; returns its logical width."""
    high, low, ink = _RIBBONS[kind]
    w, h = text.width(c, label, text.Font("sc", size)) + 26, size * 1.72 * max(1.0, c.text_scale)
    wide, high_px = c.px(w), c.px(h)

    def make() -> pygame.Surface:
        notch = 8 * c.scale
        shape = [(0, 0), (wide, 0), (wide - notch, high_px / 2), (wide, high_px), (0, high_px), (notch, high_px / 2)]
        return raster.fill(raster.polygon_mask(wide, high_px, shape), [(0, high), (1, low)])

    made = c.cache.get(("ribbon", wide, high_px, kind), make)
    px, py = c.x(cx) - wide // 2, c.y(cy) - high_px // 2
    shadow(c, made, px, py, "lying", key="ribbon")
    c.surface.blit(made, (px, py))
    text.draw(c, label, cx, cy, text.Font("sc", size), ink, "cm", shadow=True)
    return w


def crown(c: Canvas, cx: float, cy: float, size: float, won: bool) -> None:
    """Draw a crown: gold when won, else its dark place."""
    icons.gradient(
        c,
        "queen-crown",
        cx,
        cy,
        size,
        ("base/star.high", "base/star.low") if won else ("control.edge.disabled", "base/crown.lost.low"),
    )
