"""The portrait of an opponent: a medallion with two tinctures of enamel, the face as a lit relief, the frame by level.

Plain iron, plain bronze, silver with studs, scalloped gold with a crown, the same with a laurel round it: the level is
shown by shape, not only by metal. What an opponent says stands on parchment next to it.
"""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

import pygame

from sprites.base import icons, raster, regalia, shapes, text, theme
from sprites.base.canvas import Canvas, Steps, make_whole
from sprites.base.icons import STRONG, pattern
from sprites.base.layout import Box
from sprites.base.raster import Point
from sprites.base.theme import is_flat, player

METALS = {
    "iron": ("base/metal.iron.high", "base/metal.iron", "base/metal.iron.low"),
    "bronze": ("base/metal.bronze.high", "base/metal.bronze", "base/metal.bronze.low"),
    "silver": ("base/metal.silver.high", "base/metal.silver", "base/metal.silver.low"),
    "gold": ("base/metal.gold.high", "base/metal.gold", "base/metal.gold.low"),
}
FRAMES = ("iron", "bronze", "silver", "gold", "gold")
"""The metal of each level, weakest first."""
CROWNED, LAURELLED = 3, 4
"""Lowest levels with a scalloped frame and a crown, and with a laurel."""
STUDS, SCALLOPS = 16, 20
FACE = 1.13
"""Size of the face in radii."""
_INK = "base/portrait.face"
BRIGHT = 330
"""Sum of the three parts of an enamel from which a flat theme draws a dark face on it."""
Side = Literal["below", "above", "left", "right"]
"""Where a bubble stands, seen from what speaks."""
FONT = "aside"
PAD_X, PAD_Y = 18.0, 13.0
LEAST_W, MOST_W = 200.0, 260.0
"""Widths of a bubble: a longer line gets more rows."""
RADIUS = 14.0
_MARGIN = 26.0
"""Room round the box in its picture, for the tail."""


@dataclass(frozen=True, slots=True)
class Arms:
    """Arms of a portrait: icon of the face; light, middle and dark enamel; the division of the field."""

    face: str
    enamel: tuple[str, str, str]
    field: str


def draw(c: Canvas, arms: Arms, rank: int, cx: float, cy: float, r: float, *, dim: bool = False) -> None:
    """Draw the medallion with its middle at cx, cy; ``rank`` of the level from 0, ``dim`` for one that cannot be
    chosen."""
    made = picture(c, arms, rank, r, dim=dim)
    px, py = c.find_corner(made, cx, cy)
    shapes.shadow(c, made, px, py, "lifted" if r > 60 else "hand", key=("portrait", rank, round(r * c.scale)))
    c.surface.blit(made, (px, py))


def picture(c: Canvas, arms: Arms, rank: int, r: float, *, dim: bool = False) -> pygame.Surface:
    """Return the picture of a medallion, in the middle of a square of 3.2 r units."""
    key = _find_key(c, arms, rank, r, dim)
    return c.cache.get(key, lambda: make_whole(_render(c, arms, rank, r, dim)))


def plan(c: Canvas, arms: Arms, rank: int, r: float) -> None:
    """Plan to render the picture of a medallion before it is needed."""
    c.cache.plan_steps(_find_key(c, arms, rank, r, False), lambda: _render(c, arms, rank, r, False))


def _find_key(c: Canvas, arms: Arms, rank: int, r: float, dim: bool) -> tuple[object, ...]:
    return ("portrait", arms, rank, round(r * c.scale), dim)


def _render(c: Canvas, arms: Arms, rank: int, r: float, dim: bool) -> Steps:
    side = c.px(r * 3.2)
    made = raster.empty(side, side)
    on = c.on(made, (0, 0))
    middle = side / c.scale / 2
    _frame(on, made, rank, middle, r)
    yield
    disc = shapes.outline_surface(on, "circle", r * 0.825, [(0, "base/white"), (1, "base/white")])
    whole = _enamel(on, arms, r)
    yield
    _face(on, whole, arms, r)
    yield
    whole.blit(disc, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    n = whole.get_width()
    made.blit(whole, ((side - n + 1) // 2, (side - n + 1) // 2))
    if rank >= CROWNED:
        crown = "imperial-crown" if rank >= LAURELLED else "queen-crown"
        icons.draw(on, crown, middle, middle - r * 1.16 + 1, r * 0.62, "base/portrait.rim")
        icons.gradient(on, crown, middle, middle - r * 1.17, r * 0.56, ("base/metal.gold.high", "base/star.low"))
    if dim:
        made.fill(theme.rgb("base/portrait.dimmed"), special_flags=pygame.BLEND_RGBA_MULT)
    return made


def _frame(on: Canvas, made: pygame.Surface, rank: int, middle: float, r: float) -> None:
    high, base, low = METALS[FRAMES[rank]]
    side = made.get_width()
    if rank >= LAURELLED:
        icons.draw(on, "laurel-crown", middle, middle + r * 0.06, r * 2.62, "base/portrait.rim")
        icons.gradient(on, "laurel-crown", middle, middle + r * 0.05, r * 2.54, (high, low))
    if rank >= CROWNED:
        for grow, stops in (
            (1.05, [(0.0, "base/portrait.rim"), (1.0, "base/portrait.rim")]),
            (1.02, [(0.0, high), (0.5, base), (1.0, low)]),
        ):
            mask = raster.polygon_mask(side, side, _scallop(middle * on.scale, r * grow * on.scale))
            made.blit(raster.fill(mask, list(stops), 20), (0, 0))
    else:
        rim = max(1.2, r * 0.03)
        shapes.outline(
            on, "circle", middle, middle, r, [(0, high), (0.5, base), (1, low)], rim="base/portrait.rim", rim_w=rim
        )
    if FRAMES[rank] == "silver":
        for k in range(STUDS):
            turn = math.tau * k / STUDS
            x, y = middle + r * 0.886 * math.cos(turn), middle + r * 0.886 * math.sin(turn)
            shapes.outline(on, "circle", x, y, max(1.1, r * 0.026), [(0, "base/white"), (1, low)])
    shapes.outline(on, "circle", middle, middle, r * 0.885, [(0, low), (1, high)])
    shapes.outline(on, "circle", middle, middle, r * 0.85, [(0, "base/portrait.ground"), (1, "base/portrait.ground")])


def _scallop(middle: float, r: float) -> list[Point]:
    return [
        (
            middle + r * (1 if k % 2 == 0 else 0.93) * math.cos(math.pi * k / SCALLOPS),
            middle + r * (1 if k % 2 == 0 else 0.93) * math.sin(math.pi * k / SCALLOPS),
        )
        for k in range(2 * SCALLOPS)
    ]


def _enamel(on: Canvas, arms: Arms, r: float) -> pygame.Surface:
    high, base, low = arms.enamel
    whole = shapes.outline_surface(on, "circle", r * 0.825, [(0, high), (0.5, base), (1, low)], angle=25).copy()
    n = whole.get_width()
    strength = 70 if arms.field == "rays" else 120
    for points in _second_tincture(arms.field, float(n)):
        whole.blit(raster.tint(raster.polygon_mask(n, n, points), low, strength), (0, 0))
    light = raster.radial(n, high).copy()
    light.set_alpha(190)
    whole.blit(light, (0, -round(n * 0.10)))
    return whole


def _face(on: Canvas, whole: pygame.Surface, arms: Arms, r: float) -> None:
    """Draw the relief: a soft shadow, a dark edge, the lit shape and a fine light from above."""
    _, base, low = arms.enamel
    n, px = whole.get_width(), on.px(r * FACE)
    face = icons.mask(on, arms.face, px)
    at = (n - px) // 2, (n - px) // 2
    if theme.is_flat():
        bright = sum(theme.rgb(base)) > BRIGHT
        whole.blit(raster.tint(face, "base/black" if bright else _INK), at)
        return
    dark, pad = raster.soft(face, max(2, on.px(r * 0.07)), "base/black", 190)
    whole.blit(dark, (at[0] - pad + on.px(r * 0.03), at[1] - pad + on.px(r * 0.06)))
    step = max(1, on.px(r * 0.02))
    edge_of = icons.pixels(on, arms.face, px, theme.mix(low, "base/black", 0.45))
    for k in range(12):
        turn = math.tau * k / 12
        whole.blit(edge_of, (at[0] + round(step * math.cos(turn)), at[1] + round(step * math.sin(turn))))
    whole.blit(
        raster.fill(face, [(0, "base/portrait.face.light"), (0.5, _INK), (1, theme.mix(_INK, base, 0.5))], 20), at
    )
    fine = max(1, step // 2)
    rim = face.copy()
    rim.blit(raster.tint(face, "base/black"), (fine, fine), special_flags=pygame.BLEND_RGBA_SUB)
    whole.blit(raster.fade(raster.tint(rim, "base/white"), 120), at)


def _second_tincture(field: str, s: float) -> list[list[Point]]:
    """Return the polygons of the second colour for a division ``field`` of a square of side ``s``."""
    half = s / 2
    plain: dict[str, list[list[Point]]] = {
        "pale": [[(half, 0), (s, 0), (s, s), (half, s)]],
        "fess": [[(0, s * 0.52), (s, s * 0.52), (s, s), (0, s)]],
        "bend": [[(0, 0), (s, s), (0, s)]],
        "sinister": [[(s, 0), (s, s), (0, s)]],
        "chevron": [[(0, s), (0, s * 0.82), (half, s * 0.36), (s, s * 0.82), (s, s)]],
        "quarter": [[(half, 0), (s, 0), (s, half), (half, half)], [(0, half), (half, half), (half, s), (0, s)]],
        "bars": [[(s * k / 7, 0), (s * (k + 1) / 7, 0), (s * (k + 1) / 7, s), (s * k / 7, s)] for k in (1, 3, 5)],
        "cross": [
            [(s * 0.4, 0), (s * 0.6, 0), (s * 0.6, s), (s * 0.4, s)],
            [(0, s * 0.4), (s, s * 0.4), (s, s * 0.6), (0, s * 0.6)],
        ],
    }
    if field != "rays":
        return plain.get(field, [])

    def point(turn: float) -> Point:
        return half + s * math.cos(math.tau * turn / 12), half + s * math.sin(math.tau * turn / 12)

    return [[(half, half), point(k), point(k + 0.5)] for k in range(12)]


# How a portrait at a table shows what its player does and feels: by a sign, a tilt or a light, not by colour alone.
#
# Pictures are made for few steps of a mood and kept, so a change costs one blit.


class Mood(StrEnum):
    """Mood shown by a portrait."""

    REST = "rest"
    THINKING = "thinking"
    LAID = "laid"
    PLEASED = "pleased"
    STRUCK = "struck"
    LOST = "lost"


RISE_MS = 120.0
"""How long a mood takes to come, and to go."""
LASTS_MS = {Mood.PLEASED: 600.0, Mood.STRUCK: 240.0}
"""How long a mood stays that is an answer to something that has happened."""
STEPS = 4
"""Pictures between rest and a mood at full strength."""
_TILT = {Mood.PLEASED: 5.0, Mood.STRUCK: -6.0}
_TONE = {Mood.STRUCK: "base/portrait.struck", Mood.LOST: "base/portrait.lost"}


def find_strength(mood: Mood, age: float) -> float:
    """Return the strength (0 … 1) of a mood that answers an event, ``age`` milliseconds after it began."""
    lasts = LASTS_MS[mood]
    return max(0.0, min(1.0, age / RISE_MS, (lasts + 2 * RISE_MS - age) / RISE_MS))


def draw_mood(
    c: Canvas, arms: Arms, rank: int, cx: float, cy: float, r: float, mood: Mood, strength: float = 1.0,
    *, still: bool = False,
) -> None:  # fmt: skip
    """Draw a medallion in a mood of a strength 0 … 1; ``still``: without tilt and movement."""
    step = round(STEPS * strength)
    if (mood not in _TILT and mood not in _TONE) or step == 0:
        draw(c, arms, rank, cx, cy, r)
    else:
        _rotate_picture(c, arms, rank, cx, cy, r, mood, step, still)


def _rotate_picture(
    c: Canvas, arms: Arms, rank: int, cx: float, cy: float, r: float, mood: Mood, step: int, still: bool
) -> None:
    share = step / STEPS
    angle = 0.0 if still else _TILT.get(mood, 0.0) * share
    tone = _TONE.get(mood)

    def make() -> pygame.Surface:
        made = picture(c, arms, rank, r)
        if tone is not None:
            made = made.copy()
            made.fill(theme.rgb(theme.mix("base/white", tone, share)), special_flags=pygame.BLEND_RGB_MULT)
        return pygame.transform.rotozoom(made, angle, 1.0) if angle else made

    key = ("portrait.mood", arms, rank, round(r * c.scale), mood, step, still)
    if mood is Mood.PLEASED:
        shapes.glow(c, cx, cy, r * 1.75, "glow", round(190 * share))
    if mood is Mood.STRUCK and not still:
        cx, cy = cx + 4 * share, cy + 2 * share
    if mood is Mood.LOST:
        cy += 3
    made = c.cache.get(key, make)
    c.blit_centred(made, cx, cy)
    if mood is Mood.PLEASED:
        regalia.glint(c, cx - r * 0.84, cy - r * 0.79, r * 0.24)
        regalia.glint(c, cx + r * 0.9, cy - r * 0.5, r * 0.17)
    if mood is Mood.STRUCK:
        for n in range(3):
            x, y = cx - r * 1.42 - n * 3, cy - r * 0.5 + n * r * 0.46
            shapes.line(c, x, y, x + r * 0.2, y + r * 0.1, "base/portrait.blow", 2.4, round(210 * share))


def draw_mood_sign(c: Canvas, mood: Mood, cx: float, cy: float, size: float) -> None:
    """Draw the round sign of thinking (three dots) or of a choice that is made (a tick) on a medallion of this size;
    other moods have none."""
    if mood not in (Mood.THINKING, Mood.LAID):
        return
    x, y, r = cx + size * 0.79, cy - size * 0.74, max(9.0, size * 0.3)
    if mood is Mood.THINKING:
        shapes.outline(
            c, "circle", x, y, r, [(0, "paper"), (1, "paper.low")], rim="rim.dark", rim_w=1.4,
            shadow="chip",
        )  # fmt: skip
        for n in (-1, 0, 1):
            shapes.outline(c, "circle", x + n * r / 2, y, r * 0.18, [(0, "paper.text"), (1, "paper.text")])
        return
    shapes.outline(c, "circle", x, y, r, [(0, "good.high"), (1, "good.low")], rim="good.ink", rim_w=1.4, shadow="chip")
    icons.draw(c, "check", x, y, r * 1.2, "good.ink")


# Frames of plates in the colour of a player with the player's lines, as a flat theme has them.


def draw_plate(
    c: Canvas, box: Box, colour_index: int, radius: float = 12.0, face: tuple[float, float] | None = None, *,
    owes: bool = False,
) -> None:  # fmt: skip
    """Draw the ground of a player's plate; ``owes``: framed, as a decision of the player is waited for."""
    shapes.panel(c, *box, radius=radius)
    draw_seat_frame(c, box, colour_index, radius, face)
    if owes:
        shapes.bright_frame(c, box, radius)


def draw_seat_frame(
    c: Canvas, box: Box, colour_index: int, radius: float = 12.0, face: tuple[float, float] | None = None
) -> None:
    """Frame a player's plate in the player's colour in a flat theme, with the player's line pattern in its upper left
    corner, ``face`` wide and high, where the portrait stands; draw nothing in any other theme."""
    if not is_flat():
        return
    x, y, w, h = box
    look = player(colour_index, c.palette)
    if face is not None:
        r = c.rect(x, y, *face)

        def make() -> pygame.Surface:
            shape = raster.round_rect_mask(r.w, r.h, c.px(radius))
            made = raster.tint(shape, look.base)
            made.blit(pattern(shape, colour_index, look.ink, c.scale, STRONG), (0, 0))
            return made

        c.surface.blit(c.cache.get(("seat lines", r.size, colour_index, radius, c.palette), make), r)
    shapes.round_rect(c, x, y, w, h, radius, look.base, border=shapes.FLAT_FRAME)


def measure(c: Canvas, words: str, most: float = MOST_W) -> tuple[float, float]:
    """Return width, at most ``most``, and height of the speech bubble for ``words``, in units."""
    wide = text.width(c, words, FONT) * c.text_scale
    w = max(LEAST_W, min(most, wide + 2 * PAD_X + 6))
    return w, text.paragraph_height(c, words, w - 2 * PAD_X, FONT) + 2 * PAD_Y


def draw_bubble(c: Canvas, words: str, box: Box, tip: Point, alpha: int = 255) -> None:
    """Draw a line of speech in its box; the tail ends at ``tip``, which lies outside the box."""
    x, y, w, h = box
    if alpha >= 255:
        shapes.box_shadow(c, x, y, w, h, RADIUS, "chip")
    left, top = x - _MARGIN, y - _MARGIN
    key = ("bubble", words, c.px(w), c.px(h), round(tip[0] - x), round(tip[1] - y), c.text_scale)

    def make() -> pygame.Surface:
        layer = c.layer(w + 2 * _MARGIN, h + 2 * _MARGIN)
        on = c.on(layer, (left, top))
        outer, inner = _list_tail_points(box, tip, 11.0), _list_tail_points(box, tip, 8.5)
        _fill(on, layer, outer, (left, top), "paper.edge")
        shapes.panel(on, x, y, w, h, "parchment", radius=RADIUS, shadow=False)
        _fill(on, layer, inner, (left, top), "paper")
        text.paragraph(on, words, x + PAD_X, y + PAD_Y, w - 2 * PAD_X, FONT, "paper.text", "c")
        return layer

    made = c.cache.get(key, make)
    if alpha < 255:
        made = c.cache.get((*key, alpha // 32), lambda: raster.fade(made, alpha // 32 * 32))
    c.surface.blit(made, (c.x(left), c.y(top)))


def _list_tail_points(box: Box, tip: Point, half: float) -> list[Point]:
    """Return the triangle from the edge of the box nearest to ``tip`` to it; with a smaller ``half`` it lies inside."""
    x, y, w, h = box
    sunk, short = 4.0 + (11.0 - half) * 1.4, 1.0 - (11.0 - half) * 0.06
    if x + RADIUS < tip[0] < x + w - RADIUS:
        below = tip[1] > y
        edge = y + h if below else y
        base = edge - sunk if below else edge + sunk
        return [(tip[0] - half, base), (tip[0] + half, base), (tip[0], edge + (tip[1] - edge) * short)]
    right = tip[0] > x
    edge = x + w if right else x
    base = edge - sunk if right else edge + sunk
    middle = min(max(tip[1], y + 22), y + h - 22)
    end = (edge + (tip[0] - edge) * short, middle + (tip[1] - middle) * short)
    return [(base, middle - half), (base, middle + half), end]


def _fill(on: Canvas, layer: pygame.Surface, points: list[Point], at: Point, colour: str) -> None:
    k = on.scale
    shape = [((px - at[0]) * k, (py - at[1]) * k) for px, py in points]
    layer.blit(raster.tint(raster.polygon_mask(*layer.get_size(), shape), colour), (0, 0))
