"""The goals of a station in one line below the result of its game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.content import objectives
from scenes.campaign.results import Told
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import tell_as_one

if TYPE_CHECKING:
    from scenes.shell.context import Context

MOST_WIDE = 1400.0
GAP = 26.0


def road_line(ctx: Context, c: Canvas, told: Told, at: tuple[float, float], room: float = MOST_WIDE) -> None:
    """Draw each goal with its star round a middle, gold when it was reached; what is new shines."""
    station = told.station
    words = [ctx.say(objectives.text(station.game, goal)) for goal in station.goals]
    font = text.find_font("aside")
    while font.size > 12 and _wide(c, words, font) > room:
        font = text.resize(font, font.size - 0.5)
    y = at[1]
    x = at[0] - _wide(c, words, font) / 2
    for number, said in enumerate(words):
        won, fresh = told.bits >> number & 1, told.fresh >> number & 1
        if fresh:
            shapes.glow(c, x + 11, y, 24, "glow", 190)
        if won:
            icons.gradient(c, "round-star", x + 11, y, 23, ("base/star.high", "base/star.low"))
        else:
            icons.draw(c, "round-star", x + 11, y, 23, "line")
        ink = "text.bright" if won else "text.dim"
        with tell_as_one(c.words, (x, y - 12, room, 24.0), _describe(ctx, said, bool(won))):
            wide = text.draw(c, said, x + 28, y, font, ink, "lm", shadow=True)
        x += 28 + wide + GAP


def _describe(ctx: Context, goal: str, won: bool) -> Callable[[], str]:
    return lambda: ctx.t(f"reader.result.stars.{'won' if won else 'missed'}", goal=goal)


def _wide(c: Canvas, words: list[str], font: text.Font) -> float:
    return sum(28 + text.width(c, said, font) for said in words) + GAP * (len(words) - 1)
