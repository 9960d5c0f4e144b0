"""The pieces of Legends: wooden cubes, towers, tokens, potions. Positions and sizes are logical units."""

import math
from collections.abc import Hashable
from itertools import pairwise

import pygame

from sprites.base import icons, raster, regalia, shapes, text, theme
from sprites.base.canvas import Canvas, Steps, make_whole
from sprites.base.raster import Point, Stops
from sprites.base.theme import PlayerLook, mix, player
from sprites.legends.coastline import Coastline, Line

NEUTRAL = PlayerLook(
    "legends/neutral.high", "legends/neutral", "legends/neutral.low", "square", "", "legends/neutral.ink"
)
"""Look of neutral armies: grey, without an emblem."""

TOKENS = {
    "spring": ("fountain", "legends/spring.high", "legends/spring.low"),
    "cottage": ("house", "legends/cottage.high", "legends/cottage.low"),
    "treasure": ("chest", "legends/treasure.high", "legends/treasure.low"),
    "book": ("spell-book", "legends/book.high", "legends/book.low"),
    "stable": ("stable", "legends/stable.high", "legends/stable.low"),
    "swamp": ("poison-bottle", "legends/swamp.high", "legends/swamp.low"),
    "citadel": ("guarded-tower", "legends/citadel.high", "legends/citadel.low"),
    "dragon": ("spiked-dragon-head", "legends/dragon.high", "legends/dragon.low"),
    "portal": ("magic-portal", "legends/portal.high", "legends/portal.low"),
    "rogues": ("bandit", "legends/rogues.high", "legends/rogues.low"),
    "start": ("star-formation", "legends/start.high", "legends/start.low"),
    "": ("question", "legends/unknown.high", "legends/unknown.low"),
}
"""Token → emblem, light and dark colour; "" for one that lies face down."""


def find_look(c: Canvas, colour: int | None) -> PlayerLook:
    """Return the look of a player's colour; of neutral pieces for None."""
    return NEUTRAL if colour is None else player(colour, c.palette)


def _pixels(size: float, c: Canvas) -> int:
    return round(size * c.scale * 4)


def cube(c: Canvas, colour: int | None, emblem: str, s: float) -> pygame.Surface:
    """Return a cube in the middle of a square of 2.6 s units; ``s`` is a little more than half of its width."""
    look = find_look(c, colour)
    key = ("cube", colour, emblem, _pixels(s, c), c.palette, c.patterns)
    return c.cache.get(key, lambda: _cube(c, look, emblem or look.emblem, s * c.scale, colour))


def _cube(c: Canvas, look: PlayerLook, emblem: str, s: float, colour: int | None) -> pygame.Surface:
    n = max(6, round(2.6 * s))
    o = n / 2
    w, h = s * 0.86, s * 0.5
    top: list[Point] = [(o, o - s), (o + w, o - h), (o, o), (o - w, o - h)]
    left: list[Point] = [(o - w, o - h), (o, o), (o, o + s * 0.98), (o - w, o + s * 0.48)]
    right: list[Point] = [(o + w, o - h), (o, o), (o, o + s * 0.98), (o + w, o + s * 0.48)]
    around = [
        (o, o - s),
        (o + w, o - h),
        (o + w, o + s * 0.48),
        (o, o + s * 0.98),
        (o - w, o + s * 0.48),
        (o - w, o - h),
    ]
    body = raster.polygon_mask(n, n, [(o + (x - o) * 1.1, o + (y - o) * 1.1) for x, y in around])
    made = raster.empty(n, n)
    blur = max(1, round(s * 0.26))
    dark, pad = raster.soft(body, blur, "base/black", 175)
    made.blit(dark, (round(s * 0.1) - pad, round(s * 0.2) - pad))
    made.blit(raster.tint(body, "legends/piece.edge"), (0, 0))
    stops = [(0.0, mix(look.high, "base/white", 0.12)), (1.0, look.high)]
    made.blit(raster.fill(raster.polygon_mask(n, n, top), stops, 30), (0, 0))
    made.blit(
        raster.fill(raster.polygon_mask(n, n, left), [(0.3, look.base), (1.0, mix(look.base, look.low, 0.35))]), (0, 0)
    )
    made.blit(raster.tint(raster.polygon_mask(n, n, right), mix(look.base, look.low, 0.72)), (0, 0))
    light = mix(look.high, "base/white", 0.5)
    for a, b in (((o - w, o - h), (o, o)), ((o + w, o - h), (o, o))):
        made.blit(raster.tint(raster.stroke_mask(n, n, [a, b], max(0.7, s * 0.07)), light, 190), (0, 0))
    if emblem:
        made.blit(_on_left_face(c, emblem, look.ink, s), (round(o - w), round(o - h)))
    return made


def _on_left_face(c: Canvas, emblem: str, ink: str, s: float) -> pygame.Surface:
    """Return the emblem slanted as the left side of the cube."""
    w, h = max(2, round(s * 0.86)), max(2, round(s * 0.98))
    mark = pygame.transform.smoothscale(
        icons.pixels(c, emblem, max(4, round(s * 1.6)), ink), (max(1, w - round(s * 0.12)), round(h * 0.92))
    )
    made = raster.empty(w + 2, round(h + s * 0.5) + 2)
    for x in range(mark.get_width()):
        made.blit(mark, (x + round(s * 0.06), round(x * 0.57 + s * 0.05)), (x, 0, 1, mark.get_height()))
    return made


def tower(c: Canvas, colour: int, emblem: str, s: float) -> pygame.Surface:
    """Return a city, a tower with the owner's emblem, in the middle of a square of 3.2 s units."""
    key = ("tower", colour, emblem, _pixels(s, c), c.palette)

    def make() -> pygame.Surface:
        look = find_look(c, colour)
        px = c.px(2.6 * s)
        n = c.px(3.2 * s)
        made = raster.empty(n, n)
        at = ((n - px) // 2, (n - px) // 2)
        shape = icons.mask(c, "white-tower", px)
        dark, pad = raster.soft(shape, max(1, c.px(s * 0.26)), "base/black", 180)
        made.blit(dark, (at[0] - pad + round(s * 0.1 * c.scale), at[1] - pad + round(s * 0.22 * c.scale)))
        rim = raster.tint(shape, "legends/piece.edge")
        d = max(1, round(s * 0.1 * c.scale))
        for dx, dy in ((-d, 0), (d, 0), (0, -d), (0, d), (-d, -d), (d, d), (-d, d), (d, -d)):
            made.blit(rim, (at[0] + dx, at[1] + dy))
        made.blit(
            raster.fill(shape, [(0, mix(look.high, "base/white", 0.2)), (0.55, look.base), (1, look.low)], 20), at
        )
        sign = icons.pixels(c, emblem or look.emblem, c.px(s * 0.95), look.ink)
        made.blit(sign, ((n - sign.get_width()) // 2, round(n * 0.56 - sign.get_height() / 2)))
        return made

    return c.cache.get(key, make)


def add_count(c: Canvas, key: Hashable, piece: pygame.Surface, count: int, s: float) -> pygame.Surface:
    """Return a copy of a piece with a number in a dark pill at its lower right corner, cached under ``key``."""

    def make() -> pygame.Surface:
        label = str(count)
        size = max(8.0, s * 1.02)
        pill_h = size * 1.14
        pill_w = max(pill_h, text.width(c, label, text.Font("sans_x", size), fixed=True) + size * 0.62)
        n = piece.get_width() / c.scale
        more = max(0.0, 0.5 * n + s * 0.22 + pill_w - n)
        made = raster.empty(c.px(n + more), max(piece.get_height(), c.px(n / 2 + s * 0.26 + pill_h)))
        made.blit(piece, (0, 0))
        on = c.on(made, (0.0, 0.0))
        x, y = n / 2 + s * 0.2, n / 2 + s * 0.24
        shapes.round_rect(on, x, y, pill_w, pill_h, pill_h / 2, "legends/count.ground")
        text.draw(
            on, label, x + pill_w / 2, y + pill_h / 2, text.Font("sans_x", size), "legends/count.text", "cm", fixed=True
        )
        return made

    return c.cache.get(("counted", key, count, _pixels(s, c), c.palette, c.patterns), make)


def draw_count(c: Canvas, cx: float, cy: float, count: int, s: float) -> None:
    """Draw a number of pieces in a dark pill, where :func:`add_count` has it."""

    def make() -> pygame.Surface:
        size = max(8.0, s * 1.02)
        high = size * 1.14
        wide = max(high, text.width(c, str(count), text.Font("sans_x", size), fixed=True) + size * 0.62)
        made = c.layer(wide, high)
        on = c.on(made, (0.0, 0.0))
        shapes.round_rect(on, 0, 0, wide, high, high / 2, "legends/count.ground")
        text.draw(on, str(count), wide / 2, high / 2, text.Font("sans_x", size), "legends/count.text", "cm", fixed=True)
        return made

    made = c.cache.get(("count", count, _pixels(s, c)), make)
    c.surface.blit(made, (c.x(cx + s * 0.2), c.y(cy + s * 0.24)))


def draw_army(
    c: Canvas, cx: float, cy: float, colour: int | None, emblem: str, count: int, s: float, *, alpha: int = 255
) -> None:
    """Draw an army: a cube with its number in a pill, 1 included."""
    piece = cube(c, colour, emblem, s)
    half = piece.get_width() // 2
    made = add_count(c, ("army", colour, emblem), piece, count, s) if count > 0 else piece
    _put(c, made, cx, cy, half, alpha)


def draw_cube(c: Canvas, cx: float, cy: float, colour: int | None, emblem: str, s: float, *, alpha: int = 255) -> None:
    """Draw one cube without a number: on its way, or as a sign."""
    made = cube(c, colour, emblem, s)
    _put(c, made, cx, cy, made.get_width() // 2, alpha)


def draw_city(
    c: Canvas, cx: float, cy: float, colour: int, emblem: str, count: int, s: float, *, alpha: int = 255
) -> None:
    """Draw a city, or several in one place with their number."""
    piece = tower(c, colour, emblem, s)
    half = piece.get_width() // 2
    made = add_count(c, ("city", colour, emblem), piece, count, s) if count > 1 else piece
    _put(c, made, cx, cy, half, alpha)


def _put(c: Canvas, made: pygame.Surface, cx: float, cy: float, half: int, alpha: int) -> None:
    at = (c.x(cx) - half, c.y(cy) - half)
    if alpha >= 255:
        c.surface.blit(made, at)
        return
    made.set_alpha(alpha)
    c.surface.blit(made, at)
    made.set_alpha(255)


def token(c: Canvas, cx: float, cy: float, code: str, r: float) -> None:
    """Draw a round token with its emblem; a ``code`` of "" shows its back."""
    icon, high, low = TOKENS[code]
    key = ("legends token", code, _pixels(r, c))

    def make() -> pygame.Surface:
        disc = shapes.outline_surface(
            c, "circle", r, [(0, high), (1, low)], rim="legends/place.rim", rim_w=max(0.8, r * 0.1)
        )
        ring = shapes.outline_surface(
            c, "circle", r * 0.86, [(0, "legends/place.ring.high"), (1, "legends/place.ring.low")]
        )
        inner = shapes.outline_surface(c, "circle", r * 0.78, [(0, mix(high, "base/white", 0.1)), (1, low)])
        made = raster.empty(*disc.get_size())
        shade, pad = raster.soft(disc, max(1, c.px(r * 0.22)), "base/black", 170)
        made.blit(shade, (-pad, c.px(r * 0.16) - pad))
        for part in (disc, ring, inner):
            made.blit(part, ((made.get_width() - part.get_width()) // 2, (made.get_height() - part.get_height()) // 2))
        ink = "legends/kind.ink" if code == "start" else "legends/place.ink"
        sign = icons.pixels(c, icon, c.px(r * 1.1), ink)
        made.blit(sign, ((made.get_width() - sign.get_width()) // 2, (made.get_height() - sign.get_height()) // 2))
        return made

    made = c.cache.get(key, make)
    c.blit_centred(made, cx, cy)


def elixir(c: Canvas, cx: float, cy: float, size: float) -> None:
    """Draw a potion."""
    icons.draw(c, "standing-potion", cx + 0.6, cy + 0.9, size * 1.06, "legends/potion.edge")
    icons.gradient(c, "standing-potion", cx, cy, size, ("legends/potion.high", "legends/potion.low"))


def price(c: Canvas, cx: float, cy: float, label: str, r: float = 12.5) -> None:
    """Draw a round price disc on a legal target."""
    stops = [(0.0, "legends/price.high"), (1.0, "legends/price.low")]
    shapes.outline(c, "circle", cx, cy, r, stops, rim="legends/price.rim", rim_w=1.5, shadow="chip")
    text.draw(c, label, cx, cy, text.Font("black", r * 1.25), "legends/price.ink", "cm", fixed=True)


# Marks on regions of the chart: controller, legal targets, origin of a move.

PAD = 14.0
"""Margin of a mark beyond its region, in pixels of the maps."""
_LIT: dict[str, tuple[int, tuple[tuple[float, str, int], ...]]] = {
    "hover": (46, ((3.0, "legends/light.line", 220),)),
    "changed": (120, ((3.0, "legends/light.line", 220),)),
    "focus": (60, ((7, "legends/focus.edge", 230), (4.4, "legends/focus.line", 255))),
    "origin": (0, ((6.6, "legends/focus.edge", 230), (4.4, "base/white", 255))),
    "legal": (46, ((5.6, "legends/target.edge", 200), (3.6, "legends/target.line", 255))),
}
"""By kind of a light: opacity of its ground, and width, ink and opacity of its strokes."""
_DASHES = ((1, 0), (2, 2), (1, 1), (5, 2))
"""How the rims of the four players are broken: dash and gap, in widths of the rim."""


def mark_region(
    c: Canvas, chart_key: object, shores: Coastline, number: int, k: float, kind: str, colour: int = 0
) -> pygame.Surface:
    """Return the mark of a kind on a region at ``k`` pixels per pixel of the maps, kept in the cache.

    Kinds: "legal" gold with a glow, "origin" white, "hover" a light, "changed" a strong one, "own" an inner rim in a
    player's colour, "scored" filled with a player's colour, "doomed" washed round by the sea, "sunk" under it. Its
    corner lies PAD pixels of the maps beyond the region's box.
    """
    key = _key(c, chart_key, number, k, kind, colour)
    return c.cache.get(key, lambda: make_whole(_mark(c, shores, number, k, kind, colour)))


def plan_marks(
    c: Canvas, chart_key: object, shores: Coastline, number: int, k: float, kind: str, colour: int = 0
) -> bool:
    """Plan the mark of :func:`mark_region` step by step; return whether it is there already."""
    key = _key(c, chart_key, number, k, kind, colour)
    c.cache.plan_steps(key, lambda: _mark(c, shores, number, k, kind, colour))
    return c.cache.find(key) is not None


def _key(c: Canvas, chart_key: object, number: int, k: float, kind: str, colour: int) -> tuple[object, ...]:
    return ("chart mark", chart_key, number, round(k * 1000), kind, colour, c.palette, c.patterns)


def _mark(c: Canvas, shores: Coastline, number: int, k: float, kind: str, colour: int) -> Steps:
    left, top, right, bottom = shores.boxes[number]
    w, h = round((right - left + 2 * PAD) * k), round((bottom - top + 2 * PAD) * k)
    loops = [tuple(((x - left + PAD) * k, (y - top + PAD) * k) for x, y in loop) for loop in shores.regions[number]]
    area = _area(loops, w, h)
    yield
    made = raster.empty(w, h)
    if kind == "own":
        look = player(colour, c.palette)
        if c.patterns:
            made.blit(raster.tint(_stroke(loops, w, h, 22 * k), mix(look.low, "shadow", 0.5), 220), (0, 0))
            yield
            made.blit(raster.tint(_stroke(loops, w, h, 22 * k, _DASHES[colour]), look.base), (0, 0))
        else:
            made.blit(raster.tint(_stroke(loops, w, h, 11 * k), look.base, 215), (0, 0))
        yield
        made.blit(raster.tint(_stroke(loops, w, h, 5.4 * k), look.low, 150), (0, 0))
        yield
        made.blit(area, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        made.blit(raster.tint(_stroke(loops, w, h, 2.2 * k), "legends/border.light", 240), (0, 0))
        return made
    if kind == "scored":
        look = player(colour, c.palette)
        made.blit(raster.tint(area, look.base, 120), (0, 0))
        yield
        made.blit(raster.tint(_stroke(loops, w, h, 7 * k), look.low, 230), (0, 0))
        yield
        made.blit(raster.tint(_stroke(loops, w, h, 4 * k), look.high), (0, 0))
        return made
    if kind in ("doomed", "sunk"):
        made.blit(raster.tint(area, "legends/sunk", 205 if kind == "sunk" else 50), (0, 0))
        yield
        foam = raster.tint(_stroke(loops, w, h, 12 * k), "legends/sunk.foam", 190)
        foam.blit(area, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        made.blit(foam, (0, 0))
        made.blit(raster.tint(_stroke(loops, w, h, 2.4 * k), "legends/sunk.line", 200), (0, 0))
        return made
    if kind == "legal":
        glow, pad = raster.soft(_stroke(loops, w, h, 9 * k), max(1, round(7 * k)), "glow", 235)
        made.blit(glow, (-pad, -pad))
    ground, strokes = _LIT[kind]
    if ground:
        made.blit(raster.tint(area, "legends/light.ground", ground), (0, 0))
    for width, ink, alpha in strokes:
        made.blit(raster.tint(_stroke(loops, w, h, width * k), ink, alpha), (0, 0))
    return made


def _fine(w: int, h: int) -> int:
    """Return the supersampling factor of a shape; large ones need less."""
    return 2 if w * h < 130_000 else 1


def _area(loops: list[Line], w: int, h: int) -> pygame.Surface:
    fine = _fine(w, h)
    big = raster.blank_mask(w * fine, h * fine)
    for number, loop in enumerate(loops):
        pygame.draw.polygon(big, (255, 255, 255, 0 if number else 255), [(x * fine, y * fine) for x, y in loop])
    return pygame.transform.smoothscale(big, (w, h)) if fine > 1 else big


def _stroke(loops: list[Line], w: int, h: int, width: float, dash: tuple[int, int] = (1, 0)) -> pygame.Surface:
    fine = _fine(w, h)
    big = raster.blank_mask(w * fine, h * fine)
    thick = max(1, round(width * fine))
    for loop in loops:
        points = [(x * fine, y * fine) for x, y in loop]
        if dash[1]:
            done = 0.0
            for a, b in pairwise((*points, points[0])):
                done += math.dist(a, b)
                if done / thick % sum(dash) < dash[0]:
                    pygame.draw.line(big, raster.SOLID, a, b, thick)
            continue
        raster.draw_line(big, points, thick, closed=True, every=1 if fine > 1 else 2)
    return pygame.transform.smoothscale(big, (w, h)) if fine > 1 else big


# Flags of the ceremony of Legends: planted on regions, and the long banner that bears the title.

HIGH = 78.0
"""Height of a planted flag from its foot."""
PHASES = 6
"""Pictures of one wave of the cloth."""


def draw_flag(c: Canvas, x: float, y: float, colour: int, emblem: str, share: float = 1.0, phase: int = 0) -> None:
    """Draw a flag with its foot at x, y; ``share`` (0 … 1) of it has been raised, ``phase``: step of its wave."""
    if share <= 0:
        return
    look = theme.player(colour, c.palette)

    def make() -> pygame.Surface:
        made = raster.empty(c.px(78), c.px(HIGH + 10))
        on = c.on(made, (0, 0))
        foot, top = HIGH + 4, 8.0
        shapes.glow(on, 10, foot - 2, 9, "shadow", 150, 1, 0.4)
        regalia.bar(on, 8, top, 4.4, foot - top, 2)
        regalia.ball(on, 10.2, top - 1, 4.6)
        wave = math.tau * phase / PHASES
        upper = [(13.0 + 50 * k / 8, 13 + 3.2 * math.sin(wave + k * 0.8) * k / 8) for k in range(9)]
        points: list[Point] = [*upper, *((px, py + 37) for px, py in reversed(upper))]
        stops: Stops = [(0, look.base), (0.3, look.high), (0.62, look.base), (1, look.low)]
        regalia.polygon(on, points, stops, 75, rim="base/gilt.rim", rim_w=1.2, shadow="chip")
        sway = 2.0 * math.sin(wave + 3.0)
        icons.draw(on, emblem, 38, 32 + sway, 30, look.ink)
        return made

    made = c.cache.get(("planted flag", colour, emblem, phase % PHASES, c.palette), make)
    high = round(made.get_height() * min(1.0, share))
    left, foot = c.x(x - 10), c.y(y)
    c.surface.blit(made, (left, foot - high), (0, 0, made.get_width(), high))


def draw_long_banner(c: Canvas, x: float, y: float, w: float, h: float, colour: int, share: float = 1.0) -> None:
    """Draw a waving banner with a forked end in a player's colour, its left ``share`` (0 … 1) unrolled."""
    look = theme.player(colour, c.palette)

    def make() -> pygame.Surface:
        made = raster.empty(c.px(w + 24), c.px(h + 30))
        on = c.on(made, (0, 0))
        upper = [(4 + w * k / 24, 14 + 6 * math.sin(k * 0.42)) for k in range(25)]
        lower = [(px, py + h - 12) for px, py in reversed(upper)]
        notch = (4 + w - h * 0.42, upper[-1][1] + (h - 12) / 2)
        points: list[Point] = [*upper, notch, *lower]
        is_dark = sum(theme.rgb(look.ink)) > sum(theme.rgb(look.base))
        mid = theme.mix(look.base, look.low, 0.6) if is_dark else theme.mix(look.base, look.high, 0.35)
        stops: Stops = [(0, look.low), (0.12, look.base), (0.3, mid), (0.75, mid), (0.9, look.base), (1, look.low)]
        regalia.polygon(on, points, stops, 90, rim="base/gilt", rim_w=2.0, shadow="hand")
        for off in (9.0, h - 21):
            for (ax, ay), (bx, by) in pairwise(upper[1:-1]):
                shapes.line(on, ax, ay + off, bx, by + off, "edge.bright", 1.2, 110)
        return made

    made = c.cache.get(("long banner", colour, c.palette, round(w), round(h)), make)
    shown = round(made.get_width() * max(0.0, min(1.0, share)))
    if shown > 0:
        c.surface.blit(made, (c.x(x - 4), c.y(y - 10)), (0, 0, shown, made.get_height()))
