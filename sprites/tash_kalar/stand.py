"""The stand of the arena for the ceremony: rows of people who hold pennants, the wall before them, and pillars of pale
stone for those who are honoured."""

import math
import random
from collections.abc import Callable, Sequence

import pygame

from sprites.base import icons, raster, regalia, shapes, theme
from sprites.base.canvas import Canvas
from sprites.base.raster import Point, Stops

ROWS, DEPTH, TOP = 6, 44.0, 66.0
"""Rows of people, how much lower each is than the one behind it, and where the hindmost begins."""
HIGH = 420.0
"""Height of the picture of the stand."""
WALL = 356.0
"""Height of the wall's upper edge in the middle."""
COATS = (
    "tash_kalar/coat.1",
    "tash_kalar/coat.2",
    "tash_kalar/coat.3",
    "tash_kalar/coat.4",
    "tash_kalar/coat.5",
    "tash_kalar/coat.6",
)
SKINS = ("tash_kalar/skin.1", "tash_kalar/skin.2", "tash_kalar/skin.3", "tash_kalar/skin.4")
HAIR = ("tash_kalar/hair.1", "tash_kalar/hair.2", "tash_kalar/hair.3", "tash_kalar/hair.4")
STRIP = 40.0
"""Width of the strips in which heads rise in a wave."""
RISE = 9.0
FINE = 2
"""People are drawn larger by this factor and scaled down: their edges are smooth."""


def _bend(x: float) -> float:
    """Return by how many units the rows at ``x`` are shifted, 0 in the middle and negative (upwards) at the sides."""
    return -58 * ((x - 800) / 800) ** 2


def find_stand(c: Canvas, sides: Sequence[tuple[int, float]]) -> pygame.Surface:
    """Return the picture of the stand, cached while it is requested in every frame."""
    key = ("arena stand", tuple((colour, round(share, 2)) for colour, share in sides), c.palette)
    return c.cache.get(key, lambda: _render(c, sides))


def draw_stand(c: Canvas, sides: Sequence[tuple[int, float]], wave: float = 1.0, alpha: int = 255) -> None:
    """Draw the stand over the whole width of the window.

    ``sides`` are colours of players with their shares of the pennants; ``wave`` 0 … 1 is how far heads have risen in a
    wave from left to right.
    """
    made = find_stand(c, sides)
    made.set_alpha(alpha)
    if not 0 < wave < 1:
        c.surface.blit(made, (0, 0))
        return
    wide = c.px(STRIP)
    front = -400 + (c.right - c.left + 800) * wave
    for left in range(0, made.get_width(), wide):
        away = (left / c.scale - front) / 260
        lift = round(RISE * c.scale * max(0.0, math.cos(away * math.pi / 2))) if abs(away) < 1 else 0
        c.surface.blit(made, (left, -lift), (left, 0, wide, made.get_height()))


def _render(c: Canvas, sides: Sequence[tuple[int, float]]) -> pygame.Surface:
    w, h = c.size[0], c.px(HIGH)
    big = raster.empty(w * FINE, h * FINE)
    clear = theme.colour("tash_kalar/stand", 0)
    stops: Stops = [(0, "tash_kalar/stand"), (0.84, "tash_kalar/stand"), (0.9, clear), (1, clear)]
    big.blit(raster.gradient(w * FINE, h * FINE, stops), (0, 0))
    lot = random.Random(12)
    for row in range(ROWS):
        _draw_row(c, big, row, sides, lot)
    made = pygame.transform.smoothscale(big, (w, h))
    on = c.on(made, (c.left, 0.0))
    top: Stops = [(0, theme.colour("tash_kalar/stand", 225)), (1, clear)]
    shapes.gradient_box(on, c.left, 0, c.right - c.left, 150, 0, top)
    _draw_wall(on, c.left, c.right)
    return made


def _draw_row(c: Canvas, big: pygame.Surface, row: int, sides: Sequence[tuple[int, float]], lot: random.Random) -> None:
    """Draw a bench and the people who stand on it; nearer rows are larger and lighter."""
    share = row / (ROWS - 1)
    y0, r, light = TOP + row * DEPTH, 8.5 + 5.0 * share, 0.30 + 0.42 * share
    k = c.scale * FINE

    def to_point(x: float, y: float) -> Point:
        return (x - c.left) * k, y * k

    start = c.left - 40
    end = c.right + 100
    bench = [(x, y0 + 20 + r * 1.4 + _bend(x)) for x in [start + 60 * k for k in range(int((end - start) / 60) + 1)]]
    ground = [to_point(x, y) for x, y in (*bench, (bench[-1][0], y0 + DEPTH + 60), (bench[0][0], y0 + DEPTH + 60))]
    pygame.draw.polygon(big, theme.rgb(theme.mix("tash_kalar/stand", "tash_kalar/bench", light * 0.6)), ground)
    edge = theme.rgb(theme.mix("tash_kalar/stand", "tash_kalar/bench.edge", light * 0.5))
    pygame.draw.lines(big, edge, False, [to_point(x, y) for x, y in bench], max(1, round(1.4 * k)))
    step = r * 2.7
    x = c.left - 20 + lot.uniform(0, step)
    while x < c.right + 30:
        near = 1 - min(1.0, abs(x - 800) / 900)
        y = y0 + _bend(x) - lot.choice((0, 0, 0, 4, 7, 10))
        _draw_person(big, to_point, x, y, r, k, light * (0.55 + 0.6 * near), sides if row else (), lot)
        x += step * lot.uniform(0.86, 1.2)


def _draw_person(
    big: pygame.Surface, place: Callable[[float, float], Point], x: float, y: float, r: float, k: float, light: float,
    sides: Sequence[tuple[int, float]], lot: random.Random,
) -> None:  # fmt: skip
    """Draw one person: body, head, hair, perhaps arms in the air or a pennant."""
    dark = "tash_kalar/stand"

    def shade(name: str, strength: float) -> tuple[int, int, int]:
        return theme.rgb(theme.mix(dark, name, round(min(1.0, light * strength), 2)))

    coat = shade(lot.choice(COATS), 1.25)
    skin = shade(lot.choice(SKINS), 1.15)
    up = lot.random()
    if up < 0.42:  # arms in the air
        for side in (-1, 1) if up < 0.26 else (lot.choice((-1, 1)),):
            hx, hy = x + side * r * lot.uniform(1.1, 1.7), y - r * lot.uniform(1.5, 2.3)
            shoulder = place(x + side * r * 0.9, y + r * 1.5)
            pygame.draw.line(big, coat, shoulder, place(hx, hy), max(1, round(r * 0.62 * k)))
            pygame.draw.circle(big, skin, place(hx, hy), r * 0.36 * k)
    body = [(-1.25, 4.4), (-1.2, 1.9), (-0.6, 1.0), (0.6, 1.0), (1.2, 1.9), (1.25, 4.4)]
    pygame.draw.polygon(big, coat, [place(x + dx * r, y + dy * r) for dx, dy in body])
    pygame.draw.circle(big, skin, place(x, y), r * k)
    if lot.random() < 0.75:
        pygame.draw.circle(big, shade(lot.choice(HAIR), 1.3), place(x, y - r * 0.36), r * 0.8 * k)
    if up > 0.86 and sides:
        colour = lot.choices([colour for colour, _ in sides], [share + 0.05 for _, share in sides])[0]
        px, py, sway = x + r * 0.9, y - r * 3.2, lot.choice((-1, 1))
        pole = shade("tash_kalar/bench.edge", 1.0)
        pygame.draw.line(big, pole, place(px, py + r * 2.8), place(px, py - r * 1.6), max(1, round(2 * k)))
        cloth = [(px, py - r * 1.6), (px + sway * r * 3.0, py - r * 0.7), (px, py + r * 0.4)]
        pygame.draw.polygon(big, shade(theme.player(colour).high, 1.45), [place(*point) for point in cloth])


def _draw_wall(on: Canvas, left: float, right: float) -> None:
    """Draw the wall between the people and the arena."""
    xs = [left - 20, 200.0, 500.0, 800.0, 1100.0, 1400.0, right + 20]
    upper = [(x, WALL + _bend(x) * 0.8) for x in xs]
    lower = [(x, y + 56) for x, y in reversed(upper)]
    stops: Stops = [(0, "tash_kalar/pillar"), (0.25, "tash_kalar/pillar.low"), (1, "tash_kalar/pillar.deep")]
    regalia.polygon(on, [*upper, *lower], stops, rim="tash_kalar/stand", shadow="lifted")


def draw_pillar(c: Canvas, cx: float, top: float, half: float, bottom: float, colour: int) -> None:
    """Draw a drum of pale stone, ``half`` units to each side of ``cx``, with a band in a player's colour."""
    look = theme.player(colour, c.palette)
    stone: Stops = [(0, "tash_kalar/pillar.deep"), (0.3, "tash_kalar/pillar.high"), (0.55, "tash_kalar/pillar"),
                    (1, "tash_kalar/pillar.deep")]  # fmt: skip
    drum = [(cx - half, top + 16), (cx + half, top + 16), (cx + half + 8, bottom), (cx - half - 8, bottom)]
    regalia.polygon(c, drum, stone, 90, rim="tash_kalar/stand", shadow="lifted")
    if bottom - top < 70:
        return
    cap = [(cx - half - 14, top), (cx + half + 14, top), (cx + half + 4, top + 22), (cx - half - 4, top + 22)]
    cap_stops: Stops = [(0, "tash_kalar/pillar.light"), (0.4, "tash_kalar/pillar"), (1, "tash_kalar/pillar.deep")]
    regalia.polygon(c, cap, cap_stops, rim="tash_kalar/stand", shadow="hand")
    band = [(cx - half - 1, top + 34), (cx + half + 1, top + 34), (cx + half + 3, top + 60), (cx - half - 3, top + 60)]
    cloth: Stops = [(0, look.low), (0.3, look.high), (0.55, look.base), (1, look.low)]
    regalia.polygon(c, band, cloth, 90, rim="edge", rim_w=1.2)
    foot = [(cx - half - 26, bottom - 16), (cx + half + 26, bottom - 16), (cx + half + 34, bottom + 12),
            (cx - half - 34, bottom + 12)]  # fmt: skip
    regalia.polygon(c, foot, [(0, "tash_kalar/pillar.high"), (1, "tash_kalar/pillar.deep")], rim="tash_kalar/stand")


def draw_fire(c: Canvas, x: float, y: float) -> None:
    """Draw a brazier on the wall."""
    shapes.glow(c, x, y - 18, 150, "tash_kalar/brazier.light", 130, add=True)
    shapes.glow(c, x, y - 24, 46, "tash_kalar/brazier.high", 190, add=True)
    icons.draw(c, "brasero", x, y + 3, 74, "tash_kalar/brazier.edge")
    icons.gradient(c, "brasero", x, y, 70, ("base/leaf", "tash_kalar/brazier.light", "tash_kalar/brazier.low"))


def draw_laurel(c: Canvas, cx: float, cy: float, r: float) -> None:
    """Draw the laurel round a portrait of radius ``r``."""
    icons.draw(c, "laurel-crown", cx, cy + 2, r * 2.86, "tash_kalar/stand")
    icons.gradient(c, "laurel-crown", cx, cy - 1, r * 2.78, ("base/leaf", "base/gilt", "base/medal.low"))
