"""The pieces of Tash-Kalar. Ranks differ by size, outline and height, sides by colour and emblem, never by tint alone.

Common: a plain wooden disc. Heroic: a higher one in a scalloped gold rim, with two chevrons. Legendary: an
eight-pointed gold star round dark enamel, with a crown and a faint light. ``radius`` is always that of the common
piece of the same set (20 in the arena); the others are larger in proportion.
"""

import math
from functools import partial

import pygame

from sprites.base import icons, raster, shapes
from sprites.base.canvas import Canvas
from sprites.base.icons import outline_points, pattern
from sprites.base.raster import Point, Stops
from sprites.base.theme import PlayerLook, is_flat, mix, player

COMMON, HEROIC, LEGENDARY = range(3)
RADIUS = 20.0
"""Radius of a common piece in the arena."""
SIZES = (1.0, 1.275, 1.5)
"""Size of the ranks relative to a common piece."""
_METAL: Stops = ((0.0, "tash_kalar/metal.high"), (0.5, "tash_kalar/metal"), (1.0, "tash_kalar/metal.low"))
_STAR: Stops = ((0.0, "tash_kalar/gold.high"), (0.45, "tash_kalar/star"), (1.0, "tash_kalar/star.low"))
_HEIGHTS = (3.0, 4.0, 5.0)
_ROOM = 12.0


def build_star(n: int, inner: float, cx: float, cy: float, r: float, turn: float = 0.0) -> list[Point]:
    """Return the corners of a star with ``n`` points; ``inner``: radius of its notches, as a share of ``r``."""
    return [
        (
            cx + r * (1 if k % 2 == 0 else inner) * math.cos(math.pi * k / n + turn),
            cy + r * (1 if k % 2 == 0 else inner) * math.sin(math.pi * k / n + turn),
        )
        for k in range(2 * n)
    ]


def picture(
    c: Canvas, colour: int, emblem: str, rank: int, radius: float = RADIUS, *, shadow: bool = True
) -> pygame.Surface:
    """Return a piece with its shadow, centred on the surface; kept in the cache."""
    look = player(colour, c.palette)
    name = emblem or look.emblem
    key = ("tash piece", colour, name, rank, round(radius * c.scale * 8), shadow, c.palette, c.patterns)
    return c.cache.get(key, lambda: _picture(c, look, colour, name, rank, radius, shadow))


def draw_piece(
    c: Canvas,
    cx: float,
    cy: float,
    radius: float,
    colour: int,
    rank: int,
    *,
    emblem: str = "",
    alpha: int = 255,
    scale: float = 1.0,
    squeeze: float = 1.0,
    shadow: bool = True,
) -> None:
    """Draw a piece round a centre.

    ``colour`` 0 … 3 is the player's look, ``rank`` 0 common, 1 heroic, 2 legendary; an empty ``emblem`` means the
    colour's own. ``alpha`` below 255 makes a ghost of it; ``scale`` and ``squeeze`` (share of the width) other than 1
    are for pieces in motion.
    """
    made = picture(c, colour, emblem, rank, radius, shadow=shadow)
    if scale != 1.0 or squeeze != 1.0:
        step, narrow = max(1, round(scale * 24)), max(1, round(squeeze * 12))
        high = max(1, made.get_width() * step // 24)
        wide = max(1, high * narrow // 12)
        key = ("tash piece scaled", colour, emblem, rank, made.get_width(), step, narrow, shadow, c.palette, c.patterns)
        source = made
        made = c.cache.get(key, lambda: pygame.transform.smoothscale(source, (wide, high)))
    at = c.find_corner(made, cx, cy)
    if alpha >= 255:
        c.surface.blit(made, at)
        return
    made.set_alpha(max(0, alpha))
    c.surface.blit(made, at)
    made.set_alpha(255)


def _picture(
    c: Canvas, look: PlayerLook, colour: int, emblem: str, rank: int, radius: float, shadow: bool
) -> pygame.Surface:
    s = radius / RADIUS
    half = radius * SIZES[rank] + _ROOM * s
    side = 2 * math.ceil(half * c.scale)
    made = raster.empty(side, side)
    m = side / 2
    k = c.scale * s  # pixels per unit of a piece of the usual size
    if is_flat():
        _draw_flat(c, made, look, emblem, rank, m, k)
        return made
    if rank == LEGENDARY:
        light = raster.fade(raster.radial(side, "glow", 2.4), 150)
        made.blit(light, (0, 0))
    outer = _outer(rank, side, m, m, k)
    under = _outer(rank, side, m, m + _HEIGHTS[rank] * k, k)
    if shadow:
        dark, pad = raster.soft(under, max(1, round(5 * k)), "base/black", 190)
        made.blit(dark, (-pad, round(1.5 * k) - pad))
    edge = (
        (look.low, mix(look.low, "tash_kalar/black", 0.45))
        if rank == COMMON
        else ("tash_kalar/rank.edge.high", "tash_kalar/rank.edge.low")
    )
    made.blit(raster.fill(under, ((0, edge[0]), (1, edge[1])), 25), (0, 0))
    if rank == COMMON:
        made.blit(raster.tint(outer, mix(look.low, "tash_kalar/black", 0.12)), (0, 0))
        top: Stops = ((0, look.high), (0.5, look.base), (1, mix(look.base, look.low, 0.5)))
        _disc(made, m, 18.8 * k, top)
        _disc(made, m, 15.4 * k, ((0, mix(look.base, look.low, 0.38)), (1, look.base)))
        _stripes(c, made, colour, look, m, 15.4 * k)
        _sign(c, made, emblem, look.ink, m, m, 22.4 * k)
    elif rank == HEROIC:
        made.blit(raster.fill(outer, _METAL, 25), (0, 0))
        _disc(made, m, 21.4 * k, ((0, look.low), (1, look.high)))
        _disc(made, m, 19.6 * k, ((0, look.high), (0.45, look.base), (1, look.low)))
        _stripes(c, made, colour, look, m, 19.6 * k)
        _sign(c, made, emblem, look.ink, m, m - 3.2 * k, 22.5 * k)
        _chevrons(made, m, k)
    else:
        made.blit(raster.fill(outer, _STAR, 25), (0, 0))
        _disc(made, m, 21.6 * k, ((0, "tash_kalar/open.hot"), (1, "tash_kalar/legendary.ring.low")))
        _disc(made, m, 20.2 * k, ((0, "tash_kalar/legendary.ground"), (1, look.low)))
        _disc(
            made,
            m,
            18.4 * k,
            ((0, mix(look.low, "tash_kalar/black", 0.4)), (1, mix(look.base, "tash_kalar/black", 0.08))),
        )
        _stripes(c, made, colour, look, m, 18.4 * k)
        gold: Stops = ((0, "tash_kalar/gold.high"), (1, "tash_kalar/legendary.gold.low"))
        _metal_sign(c, made, emblem, gold, m, m + 2.6 * k, 23.5 * k, 0.0)
        _metal_sign(
            c,
            made,
            "crown",
            ((0, "tash_kalar/legendary.crown.high"), (1, "tash_kalar/legendary.crown.low")),
            m,
            m - 20.5 * k,
            18.5 * k,
            1.3 * k,
        )
    return made


def _draw_flat(c: Canvas, made: pygame.Surface, look: PlayerLook, emblem: str, rank: int, m: float, k: float) -> None:
    """Draw a piece as in a linocut: the shape of its player, with a white ring if heroic, on a star if legendary."""
    side = made.get_width()

    def blit_shape(r: float, ink: str) -> None:
        made.blit(raster.tint(raster.polygon_mask(side, side, outline_points(look.shape, m, m, r)), ink), (0, 0))

    if rank == LEGENDARY:
        star = build_star(12, 0.78, m, m, 30 * k, math.pi / 12)
        made.blit(raster.tint(raster.polygon_mask(side, side, star), "shine"), (0, 0))
        blit_shape(20.5 * k, "well")
    elif rank == HEROIC:
        blit_shape(25 * k, "shine")
        blit_shape(21.5 * k, "well")
    blit_shape(18.5 * k, look.base)
    _sign(c, made, emblem, look.ink, m, m, 21 * k)


def _outer(rank: int, side: int, cx: float, cy: float, k: float) -> pygame.Surface:
    """Return the outline of a rank as a mask."""
    if rank == COMMON:
        circle = [
            (cx + 20 * k * math.cos(n * math.pi / 40), cy + 20 * k * math.sin(n * math.pi / 40)) for n in range(80)
        ]
        return raster.polygon_mask(side, side, circle)
    if rank == HEROIC:
        return raster.polygon_mask(side, side, build_star(16, 0.925, cx, cy, 25.5 * k))
    return raster.polygon_mask(side, side, build_star(8, 0.76, cx, cy, 30 * k, math.pi / 8))


def _disc(made: pygame.Surface, m: float, r: float, stops: Stops) -> None:
    size = max(2, round(2 * r))
    made.blit(raster.fill(raster.disc_mask(size), stops, 25), (round(m - size / 2), round(m - size / 2)))


def _stripes(c: Canvas, made: pygame.Surface, colour: int, look: PlayerLook, m: float, r: float) -> None:
    """Draw a player's stripe pattern for colour-blind players."""
    if not c.patterns:
        return
    size = max(2, round(2 * r))
    made.blit(pattern(raster.disc_mask(size), colour, look.ink, c.scale), (round(m - r), round(m - r)))


def _sign(c: Canvas, made: pygame.Surface, name: str, ink: str, cx: float, cy: float, size: float) -> None:
    px = max(4, round(size))
    made.blit(icons.pixels(c, name, px, ink), (round(cx - px / 2), round(cy - px / 2)))


def _metal_sign(
    c: Canvas, made: pygame.Surface, name: str, stops: Stops, cx: float, cy: float, size: float, outline: float
) -> None:
    px = max(4, round(size))
    mask = icons.mask(c, name, px)
    at = (round(cx - px / 2), round(cy - px / 2))
    if outline:
        dark, pad = raster.soft(mask, max(1, round(outline)), "tash_kalar/bead.ink", 255)
        made.blit(dark, (at[0] - pad, at[1] - pad))
        made.blit(dark, (at[0] - pad, at[1] - pad))
    made.blit(raster.fill(mask, stops), at)


def _chevrons(made: pygame.Surface, m: float, k: float) -> None:
    for row in (0, 1):
        y = m + (10.6 + row * 4.4) * k
        points = [(m - 6 * k, y - 3 * k), (m, y), (m + 6 * k, y - 3 * k)]
        side = made.get_width()
        for colour, width, drop in (("tash_kalar/sign.edge", 3.1, 0.5), ("tash_kalar/metal.high", 2.0, 0.0)):
            line = raster.stroke_mask(side, side, [(x, py + drop * k) for x, py in points], max(1.0, width * k))
            made.blit(raster.tint(line, colour, 170 if drop else 255), (0, 0))


def draw_rubble(c: Canvas, cx: float, cy: float, colour: int, t: float, radius: float = RADIUS) -> None:
    """Draw a piece breaking: six splinters drift apart, sink and fade while ``t`` runs from 0 to 1."""
    look = player(colour, c.palette)
    step = min(11, int(t * 12))
    for number in range(6):
        angle = number * math.pi / 3 + 0.4
        away = radius * (0.25 + 1.0 * (step / 11))
        x = cx + away * math.cos(angle)
        y = cy + away * math.sin(angle) * 0.8 + radius * 0.5 * (step / 11) ** 2
        size = radius * (0.44 - 0.05 * (number % 3)) * (1 - 0.5 * step / 11)
        tone = (look.high, look.base, look.low)[number % 3]
        side = max(4, round(2.4 * size * c.scale))
        key = ("tash rubble", tone, side, number)
        made = c.cache.get(key, partial(_splinter, side, tone, angle))
        shown = made
        shown.set_alpha(round(255 * (1 - step / 11)))
        c.surface.blit(shown, (c.x(x) - side // 2, c.y(y) - side // 2))
        shown.set_alpha(255)


def _splinter(side: int, tone: str, angle: float) -> pygame.Surface:
    m = side / 2
    points = [
        (m + m * share * math.cos(angle + turn), m + m * share * math.sin(angle + turn))
        for turn, share in ((0.0, 0.95), (1.5, 0.6), (2.7, 0.9), (4.3, 0.7), (5.3, 0.55))
    ]
    made = raster.fill(
        raster.polygon_mask(side, side, points), ((0, mix(tone, "tash_kalar/white", 0.25)), (1, tone)), 25
    )
    return made


def draw_flash(c: Canvas, cx: float, cy: float, t: float, radius: float = RADIUS) -> None:
    """Draw a burst of light that grows and dies away while ``t`` runs from 0 to 1."""
    strength = round(255 * math.sin(math.pi * min(1.0, max(0.0, t))))
    if strength > 8:
        shapes.glow(c, cx, cy, radius * (1.6 + 1.3 * t), "tash_kalar/flash", strength, add=True)


# Board pieces of expansions: the rift round the piece that bears it, and the ice over a stored card.

Box = tuple[float, float, float, float]
_RIFT: Stops = ((0.0, "tash_kalar/rift.high"), (0.55, "tash_kalar/rift"), (1.0, "tash_kalar/rift.low"))
_ICE: Stops = ((0.0, "tash_kalar/ice.high"), (0.5, "tash_kalar/ice"), (1.0, "tash_kalar/ice.low"))
RIFT_REACH = 1.66
"""Radius of the rift in radii of a common piece; it is seen round a heroic one too."""
RIFT_POINTS = 11
_JAGS = (1.0, 0.93, 1.0, 0.9, 0.97, 0.94, 1.0, 0.88, 0.98, 0.92, 0.96)
"""Length of the points of the rift, so that no two of them are alike."""


def draw_rift(c: Canvas, x: float, y: float, radius: float) -> None:
    """Draw the rift in the stone, to lie under its piece; ``radius`` of a common piece."""
    shapes.glow(c, x, y, radius * 2.1, "tash_kalar/rift.light", 150, add=True)
    side = 2 * math.ceil((radius * RIFT_REACH + 2) * c.scale)
    made = c.cache.get(("tash rift", side), lambda: _make_rift(side))
    c.surface.blit(made, (c.x(x) - side // 2, c.y(y) - side // 2))


def _make_rift(side: int) -> pygame.Surface:
    """Return the rift: a dark jagged hole in a burning rim."""
    made = raster.empty(side, side)
    m = side / 2
    for share, inner, stops in (
        (0.98, 0.8, _RIFT),
        (0.9, 0.74, ((0, "tash_kalar/rift.deep"), (1, "tash_kalar/black"))),
    ):
        found = []
        for k in range(2 * RIFT_POINTS):
            angle = math.pi * k / RIFT_POINTS + 0.2
            reach = m * share * (_JAGS[k // 2] if k % 2 == 0 else inner)
            found.append((m + reach * math.cos(angle), m + reach * math.sin(angle)))
        made.blit(raster.fill(raster.polygon_mask(side, side, found), stops, 25), (0, 0))
    return made


def draw_rift_sign(c: Canvas, x: float, y: float, radius: float) -> None:
    """Draw the sign of the rift at the lower left edge of its piece."""
    cx, cy = x - 0.95 * radius, y + 0.95 * radius
    shapes.outline(c, "circle", cx, cy, 0.5 * radius, _RIFT, rim="rim.dark", rim_w=1.3)
    icons.draw(c, "vortex", cx, cy, 0.72 * radius, "tash_kalar/rift.ink")


def draw_ice(c: Canvas, box: Box) -> None:
    """Draw the ice over a stored card: a pale sheet, thicker along the edges, with icicles below and a snowflake."""
    x, y, w, _h = box
    r = c.rect(*box)
    made = c.cache.get(("tash ice", r.size), lambda: _make_ice(r.w, r.h))
    c.surface.blit(made, r)
    shapes.outline(c, "hexagon", x + w - 6, y + 6, 9.5, _ICE, rim="rim.dark", rim_w=1.2)
    icons.draw(c, "snowflake-2", x + w - 6, y + 6, 13, "tash_kalar/ice.ink")


def _make_ice(w: int, h: int) -> pygame.Surface:
    made = raster.empty(w, h)
    radius = max(2, round(0.09 * w))
    if not is_flat():
        made.blit(raster.tint(raster.round_rect_mask(w, h, radius), "tash_kalar/ice", 26), (0, 0))
    rim = raster.round_rect_mask(w, h, radius, max(2, round(0.055 * w)))
    made.blit(raster.fill(rim, _ICE, 35), (0, 0))
    count = 5
    for k in range(count):
        left, right = w * k / count, w * (k + 1) / count
        long = h * (0.1, 0.17, 0.08, 0.13, 0.1)[k]
        points = [(left, h - 1.0), (right, h - 1.0), ((left + right) / 2, h - 1.0 - long)]
        made.blit(raster.fill(raster.polygon_mask(w, h, points), _ICE, 90), (0, 0))
    return made
