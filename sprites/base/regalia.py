"""Things of honour: the crown in relief, medals, hanging banners, gold bars and balls, filled polygons for more.

And the light of a ceremony: rays, the cone of a lamp, glints, gold leaf in the air, fireworks, a darker edge. Every
picture is made once for a size and kept. Light is added to what lies below; nothing is read from the window.
"""

import math
import random
from collections.abc import Callable, Sequence

import pygame

from sprites.base import icons, raster, shapes, theme
from sprites.base.canvas import Canvas
from sprites.base.raster import Point, Stops

GOLD = ("base/metal.gold.high", "base/metal.gold", "base/medal.low")
SILVER = ("base/metal.silver.high", "base/metal.silver", "base/metal.silver.low")
DARK = ("control.high", "base/medal.dark", "base/medal.dark.low")
"""Colours of a medal: light, middle, dark; of the dark place of one that is still to be won."""
ACROSS: Stops = [(0, "base/metal.gold.high"), (0.22, "base/gilt"), (0.55, "base/gilt.low"), (1, "base/gilt.deep")]
UPRIGHT: Stops = [(0, "base/gilt.deep"), (0.35, "base/gilt.high"), (0.6, "base/gilt.low"), (1, "base/gilt.deep")]
"""Gold of bars that lie and that stand."""
LEAF = ("base/leaf", "glow", "base/leaf.light")
"""Colours of gold leaf."""
RAY, BEAM = 50, 60
"""Alpha values of rays and of a lamp at full strength."""
STEPS = 3
"""Strengths of a light that grows."""
BLUR = 4
"""Rays and lamps are drawn smaller by this factor and scaled up: light has no edges."""


def polygon(
    c: Canvas,
    points: Sequence[Point],
    stops: Stops,
    angle: float = 0.0,
    *,
    rim: str | None = None,
    rim_w: float = 1.6,
    shadow: str | None = None,
) -> None:
    """Draw a polygon in logical units, filled with a gradient, with a rim outside it."""
    pad = rim_w + 2
    left, top = min(x for x, _ in points) - pad, min(y for _, y in points) - pad
    w, h = c.px(max(x for x, _ in points) + pad - left), c.px(max(y for _, y in points) + pad - top)
    key = (
        "polygon",
        tuple((round(x - left, 1), round(y - top, 1)) for x, y in points),
        tuple(stops),
        angle,
        rim,
        rim_w,
    )

    def make() -> pygame.Surface:
        local = [((x - left) * c.scale, (y - top) * c.scale) for x, y in points]
        inside = raster.fill(raster.polygon_mask(w, h, local), stops, angle)
        if rim is None:
            return inside
        whole = raster.tint(raster.stroke_mask(w, h, local, 2 * rim_w * c.scale, True), rim)
        whole.blit(inside, (0, 0))
        return whole

    made = c.cache.get(key, make)
    if shadow:
        shapes.shadow(c, made, c.x(left), c.y(top), shadow, key=key)
    c.surface.blit(made, (c.x(left), c.y(top)))


def ball(c: Canvas, x: float, y: float, r: float) -> None:
    """Draw a gold ball."""
    stops: Stops = [(0, "base/metal.gold.high"), (0.4, "base/gilt"), (1, "base/gilt.deep")]
    shapes.outline(c, "circle", x, y, r, stops, rim="base/gilt.rim", rim_w=1.2, shadow="coin")
    shapes.glow(c, x - r * 0.3, y - r * 0.35, r * 0.5, "base/leaf.light", 190)


def bar(c: Canvas, x: float, y: float, w: float, h: float, r: float = 4, *, upright: bool = True) -> None:
    """Draw a gold bar; ``upright`` ones are lit from the side."""
    shapes.box_shadow(c, x, y, w, h, r, "chip")
    shapes.round_rect(c, x - 1.4, y - 1.4, w + 2.8, h + 2.8, r + 1.4, "base/gilt.rim")
    shapes.gradient_box(c, x, y, w, h, r, UPRIGHT if upright else ACROSS, angle=90 if upright else 0)


def medal(
    c: Canvas, cx: float, cy: float, r: float, icon: str, metal: tuple[str, str, str] = GOLD, *, glow: int = 70
) -> None:
    """Draw a medal in relief; with the metal ``DARK`` the empty place of one. ``glow``: opacity of its light."""
    high, base, low = metal
    won = metal is not DARK
    if won and glow:
        shapes.glow(c, cx, cy, r * 1.7, "glow", glow)
    shapes.outline(
        c, "circle", cx, cy, r, [(0, high), (0.5, base), (1, low)], rim="base/gilt.rim", rim_w=1.6,
        shadow="hand" if won else None,
    )  # fmt: skip
    shapes.outline(c, "circle", cx, cy, r * 0.85, [(0, low), (1, base)])
    shapes.outline(c, "circle", cx, cy, r * 0.81, [(0, base), (1, high if won else low)])
    if not won:
        icons.draw(c, icon, cx, cy, r * 0.98, "text.faint")
        return
    icons.draw(c, icon, cx + r * 0.02, cy + r * 0.035, r * 1.02, "base/leaf.light")
    ink = ("base/coin.silver.ink", "base/metal.silver.low") if metal is SILVER else None
    icons.gradient(c, icon, cx, cy, r * 1.02, ink or ("base/medal.sign.high", "base/medal.sign.low"))


def crown(c: Canvas, cx: float, cy: float, size: float, *, tilt: float = 0.0, alpha: int = 255) -> None:
    """Draw the crown in relief, ``tilt`` degrees counter-clockwise; below ``alpha`` 255 it is a ghost."""
    steps = alpha // 8 if alpha < 255 else 32
    key = ("relief crown", round(size * c.scale), round(tilt), steps)

    def make() -> pygame.Surface:
        side = c.px(size * 1.5)
        made = raster.empty(side, side)
        on = c.on(made, (0, 0))
        middle = side / c.scale / 2
        icons.draw(on, "imperial-crown", middle, middle + size * 0.027, size * 1.06, "base/gilt.rim")
        stops = ("base/leaf.light", "base/gilt.high", "base/gilt", "base/gilt.low")
        icons.gradient(on, "imperial-crown", middle, middle, size, stops)
        turned = pygame.transform.rotozoom(made, round(tilt), 1) if round(tilt) else made
        return turned if steps == 32 else raster.fade(turned, alpha)

    if steps <= 0:
        return
    made = c.cache.get(key, make)
    x, y = c.find_corner(made, cx, cy)
    if steps == 32:
        shapes.shadow(c, made, x, y, "hand", key=key)
    c.surface.blit(made, (x, y))


def banner(c: Canvas, cx: float, top: float, w: float, h: float, colour: int, emblem: str, share: float = 1.0) -> None:
    """Draw a hanging cloth with a forked end in a player's colour; ``share`` of it is unrolled from its bar."""
    look = theme.player(colour, c.palette)

    def make() -> pygame.Surface:
        made = raster.empty(c.px(w + 24), c.px(h + 24))
        on = c.on(made, (0, 0))
        left, right, middle, bottom, notch = 12.0, 12 + w, 12 + w / 2, h, h * 0.12
        points = [(left, 0.0), (right, 0.0), (right, bottom), (middle, bottom - notch), (left, bottom)]
        hem = [(x + (0 if x == middle else 4 if x > middle else -4), y + (5 if y else 0)) for x, y in points]
        polygon(on, hem, [(0, "base/bar.low"), (1, "base/gilt.deep")], rim="base/gilt.rim", shadow="hand")
        mid = theme.mix(look.base, look.high, 0.35)
        polygon(on, points, [(0, look.low), (0.28, look.base), (0.5, mid), (0.78, look.base), (1, look.low)], 90)
        shade: Stops = [(0, theme.colour("veil", 190)), (1, theme.colour("veil", 0))]
        shapes.gradient_box(on, left, 0, w, 46, 0, shade)
        icons.draw(on, emblem, middle + 1.5, h * 0.55 + 2, w * 0.62, "base/gilt.rim")
        icons.gradient(on, emblem, middle, h * 0.55, w * 0.62, ("base/leaf.light", "base/gilt"))
        for off in (0.34, -0.34):
            shapes.line(on, middle + w * off, 10, middle + w * off, bottom - notch * 0.9 - 4, "edge.bright", 1.2, 90)
        return made

    made = c.cache.get(("banner", colour, emblem, c.palette, round(w), round(h)), make)
    shown = round(made.get_height() * share)
    if shown > 0:  # the lower end comes first: the cloth runs off its roll
        area = (0, made.get_height() - shown, made.get_width(), shown)
        c.surface.blit(made, (c.x(cx - w / 2 - 12), c.y(top)), area)
    bar(c, cx - w / 2 - 14, top - 6, w + 28, 10, 5, upright=False)


def rays(c: Canvas, cx: float, cy: float, reach: float, count: int = 18, strength: float = 1.0) -> None:
    """Draw wedges of light that fade outwards, ``reach`` units from their middle; ``strength`` 0 … 1."""
    side = max(8, c.px(2 * reach) // BLUR * BLUR)

    def make() -> pygame.Surface:
        small = side // BLUR
        made = raster.empty(small, small)
        for k in range(count):
            turn = math.tau * k / count + 0.06
            half = math.tau / count * (0.20 if k % 2 else 0.32)
            points: list[Point] = [(small / 2, small / 2)]
            points += [
                (small / 2 + small * math.cos(turn + by * half), small / 2 + small * math.sin(turn + by * half))
                for by in (-1, 1)
            ]
            light = RAY if k % 2 else round(RAY * 0.7)
            made.blit(raster.tint(raster.polygon_mask(small, small, points), "base/ray", light), (0, 0))
        made.blit(raster.radial(small, "base/white", 1.2), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return _flatten(c, made, side, side)

    _add_light(c, ("rays", side, count), make, (c.x(cx) - side // 2, c.y(cy) - side // 2), strength)


def beam(c: Canvas, cx: float, top_w: float, bottom_w: float, high: float, strength: float = 1.0) -> None:
    """Draw the cone of a lamp above the window, ``high`` units long; ``strength`` 0 … 1."""
    w, h = c.px(bottom_w) // BLUR * BLUR, c.px(high) // BLUR * BLUR

    def make() -> pygame.Surface:
        narrow, low, top = w // BLUR, h // BLUR, c.px(top_w) / BLUR
        edge = top * 0.1
        made = raster.empty(narrow, low)
        for step in range(4):  # soft sides
            by = edge * step
            points = [((narrow - top) / 2 + by, 0.0), ((narrow + top) / 2 - by, 0.0)]
            points += [(narrow - 4 * by, float(low)), (4 * by, float(low))]
            made.blit(raster.tint(raster.polygon_mask(narrow, low, points), "base/ray", BEAM // 4), (0, 0))
        fading = raster.gradient(narrow, low, [(0, "base/white"), (1, theme.colour("base/white", 0))])
        made.blit(fading, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return _flatten(c, made, w, h)

    _add_light(c, ("beam", w, h, round(top_w)), make, (c.x(cx) - w // 2, 0), strength)


def _add_light(
    c: Canvas, key: tuple[object, ...], make: Callable[[], pygame.Surface], at: tuple[int, int], strength: float
) -> None:
    """Add a light to what lies below, in one of few strengths."""
    step = round(STEPS * max(0.0, min(1.0, strength)))
    if step == 0:
        return
    whole = c.cache.get(key, make)

    def dim() -> pygame.Surface:
        made = whole.copy()
        level = 255 * step // STEPS
        made.fill(pygame.Color(level, level, level), special_flags=pygame.BLEND_RGB_MULT)
        return made

    made = whole if step == STEPS else c.cache.get((*key, step), dim)
    c.surface.blit(made, at, special_flags=pygame.BLEND_RGB_ADD)


def _flatten(c: Canvas, made: pygame.Surface, w: int, h: int) -> pygame.Surface:
    """Return a light on black, scaled to ``w`` × ``h`` pixels, to be added to what lies below."""
    flat = pygame.Surface(made.get_size()).convert(c.target)
    flat.blit(made, (0, 0))
    return pygame.transform.smoothscale(flat, (w, h))


def glint(c: Canvas, x: float, y: float, r: float) -> None:
    """Draw a four-pointed glint."""
    side = c.px(2 * r)

    def make() -> pygame.Surface:
        middle = side / 2
        points = [
            (
                middle + middle * (1 if k % 2 == 0 else 0.13) * math.cos(math.pi * k / 4 - math.pi / 2),
                middle + middle * (1 if k % 2 == 0 else 0.13) * math.sin(math.pi * k / 4 - math.pi / 2),
            )
            for k in range(8)
        ]
        return raster.tint(raster.polygon_mask(side, side, points), "base/leaf.light", 224)

    shapes.glow(c, x, y, r * 0.9, "glow", 115)
    made = c.cache.get(("glint", side), make)
    c.surface.blit(made, (c.x(x) - side // 2, c.y(y) - side // 2))


def gold_leaf(
    c: Canvas, cx: float, cy: float, wide: float, high: float, count: int, *, fall: float = 0.0, seed: int = 3
) -> None:
    """Draw small turned diamonds of gold around a centre; ``fall``: units fallen, starting again at the top."""
    lot = random.Random(seed)
    for _ in range(count):
        x = cx + max(-wide / 2, min(wide / 2, lot.gauss(0, wide / 2.6)))
        y = cy - high / 2 + (lot.uniform(0, high) + fall * lot.uniform(0.6, 1.2)) % high
        _leaf(c, x, y, lot.randrange(5), lot.randrange(6), lot.choice(LEAF))


def _leaf(c: Canvas, x: float, y: float, size: int, turn: int, colour: str) -> None:
    """Draw one of few leaves."""
    r = 2.0 + 0.7 * size
    side = c.px(r * 2.6) + 2

    def make() -> pygame.Surface:
        middle, angle, flat = side / 2, math.pi * turn / 6, 0.3 + 0.12 * turn
        points = []
        for k in range(4):
            px, py = math.cos(math.tau * k / 4) * r * c.scale, math.sin(math.tau * k / 4) * r * flat * c.scale
            points.append(
                (
                    middle + px * math.cos(angle) - py * math.sin(angle),
                    middle + px * math.sin(angle) + py * math.cos(angle),
                )
            )
        return raster.tint(raster.polygon_mask(side, side, points), colour, 140 + 20 * size)

    made = c.cache.get(("leaf", side, turn, colour, size), make)
    c.surface.blit(made, (c.x(x) - side // 2, c.y(y) - side // 2))


def firework(c: Canvas, cx: float, cy: float, r: float, share: float, colour: str = "base/leaf") -> None:
    """Draw a burst of sparks; ``share``: 0 … 1 of its time has passed (nothing at both ends)."""
    if not 0 < share < 1:
        return
    open_, bright = 1 - (1 - share) ** 3, min(1.0, 2.2 * (1 - share))
    for ring, reach in enumerate((1.0, 0.72, 0.42)):
        count = 18 - 4 * ring
        for k in range(count):
            turn = math.tau * (k + ring * 0.5) / count
            x = cx + r * reach * open_ * math.cos(turn)
            y = cy + r * reach * open_ * math.sin(turn) + r * 0.25 * share**2
            shapes.glow(c, x, y, 5.5 - ring, colour, round(255 * bright))
    shapes.glow(c, cx, cy, r * 0.9 * open_ + 4, colour, round(90 * bright))


def darken_edges(surface: pygame.Surface, strength: float) -> None:
    """Darken a picture towards its edges, in place; its light comes from a little above the middle."""
    small = pygame.Surface((48, 27))
    for y in range(27):
        for x in range(48):
            away = math.hypot((x / 47 - 0.5) * 1.2, (y / 26 - 0.42) * 1.05)
            light = round(255 * (1 - strength * min(1.0, max(0.0, away - 0.16) / 0.5) ** 1.5))
            small.set_at((x, y), pygame.Color(light, light, light))
    veil = pygame.transform.smoothscale(small, surface.get_size())
    surface.blit(veil, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
