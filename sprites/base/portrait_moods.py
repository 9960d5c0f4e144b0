"""How a portrait at a table shows what its player does and feels: by a sign, a tilt or a light, not by colour alone.

Pictures are made for few steps of a mood and kept, so a change costs one blit.
"""

from __future__ import annotations

from enum import StrEnum

import pygame

from sprites.base import icons, lights, portrait, shapes, theme
from sprites.base.canvas import Canvas
from sprites.base.portrait import Arms


class Mood(StrEnum):
    """What a portrait shows."""

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
    """Return how strong an answering mood is, 0 … 1, at an age in milliseconds."""
    lasts = LASTS_MS[mood]
    return max(0.0, min(1.0, age / RISE_MS, (lasts + 2 * RISE_MS - age) / RISE_MS))


def draw(
    c: Canvas, arms: Arms, rank: int, cx: float, cy: float, r: float, mood: Mood, strength: float = 1.0,
    *, still: bool = False,
) -> None:  # fmt: skip
    """Draw a medallion in a mood; ``still``: without tilt and movement."""
    step = round(STEPS * strength)
    if (mood not in _TILT and mood not in _TONE) or step == 0:
        portrait.draw(c, arms, rank, cx, cy, r)
    else:
        _rotate_picture(c, arms, rank, cx, cy, r, mood, step, still)
    if mood in (Mood.THINKING, Mood.LAID):
        draw_sign(c, mood, cx + r * 0.79, cy - r * 0.74, max(9.0, r * 0.3))


def _rotate_picture(
    c: Canvas, arms: Arms, rank: int, cx: float, cy: float, r: float, mood: Mood, step: int, still: bool
) -> None:
    share = step / STEPS
    angle = 0.0 if still else _TILT.get(mood, 0.0) * share
    tone = _TONE.get(mood)

    def make() -> pygame.Surface:
        made = portrait.picture(c, arms, rank, r)
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
    c.surface.blit(made, (c.x(cx) - made.get_width() // 2, c.y(cy) - made.get_height() // 2))
    if mood is Mood.PLEASED:
        lights.glint(c, cx - r * 0.84, cy - r * 0.79, r * 0.24)
        lights.glint(c, cx + r * 0.9, cy - r * 0.5, r * 0.17)
    if mood is Mood.STRUCK:
        for n in range(3):
            x, y = cx - r * 1.42 - n * 3, cy - r * 0.5 + n * r * 0.46
            shapes.line(c, x, y, x + r * 0.2, y + r * 0.1, "base/portrait.blow", 2.4, round(210 * share))


def draw_sign(c: Canvas, mood: Mood, x: float, y: float, r: float) -> None:
    """Draw the round sign of thinking (three dots) or of a choice that is made (a tick)."""
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
