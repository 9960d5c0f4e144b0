"""The row of a game's lessons in the top bar: what is done, what is being learnt, what comes; a click goes there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scenes.tutorial.state import Coin
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.tutorial.state import Guide

CENTRE, Y = 800.0, 27.0
R, HALF = 15.0, 18.0
"""Radius of a coin, and half the height of the current lesson's, which has its title next to its number."""
FEW = 8
"""Coins that lie wide; more of them lie close, with less room for the title."""
GAP, NARROW_GAP = 20.0, 8.0
"""From the edge of a coin to that of the next."""
TITLE, NARROW_TITLE = 260.0, 130.0
"""The title and the room for it; a longer one gets smaller."""
BEFORE, BEHIND = 42.0, 18.0
"""What the number takes before a title, and what is free behind it."""
GOLD = [(0, "text.figure"), (1, "base/laurel.low")]
DARK = [(0, "marked.high"), (1, "control.low")]


def draw(guide: Guide, c: Canvas) -> tuple[float, float] | None:
    """The row in the middle of the top bar; returns the place of the present lesson's coin, None without a row."""
    coins = guide.course.strip()
    if not coins:
        return None
    gap, room = (GAP, TITLE) if len(coins) <= FEW else (NARROW_GAP, NARROW_TITLE)
    widths = [_wide(c, coin, room) for coin in coins]
    left = CENTRE - (sum(widths) + gap * (len(coins) - 1)) / 2
    here, x = (CENTRE, Y), left
    for at, (coin, wide) in enumerate(zip(coins, widths, strict=True)):
        if at:
            done = coins[at - 1].stars > 0
            shapes.line(c, x - gap, Y, x, Y, "edge" if done else "edge.low", 2.4 if done else 2)
        _coin(guide, c, at, coin, (x, wide))
        if coin.now:
            here = (x + BEFORE / 2, Y)
        x += wide + gap
    return here


def _wide(c: Canvas, coin: Coin, room: float) -> float:
    if not coin.now:
        return 2 * R
    return BEFORE + min(room, text.width(c, coin.title, "name")) + BEHIND


def _coin(guide: Guide, c: Canvas, at: int, coin: Coin, place: tuple[float, float]) -> None:
    ui, t = guide.table.ui, guide.table.ctx.t
    x, wide = place
    half = HALF if coin.now else R
    note = t("lesson.stars", n=coin.stars) if coin.stars else t("lesson.open")
    box = (x, Y - half, wide, 2 * half)
    state = ui.zone(f"lesson.{at}", box, _going(guide, at), tip=(coin.title, note), radius=half)
    cx = x + R if not coin.now else x + BEFORE / 2
    if coin.now:
        shapes.glow_box(c, *box, half, "glow", 130, reach=9)
        shapes.gradient_box(c, *box, half, GOLD, angle=90, rim="rim.dark")
        text.draw(c, coin.title, x + BEFORE - 4, Y, "name", "confirm.text", "lm", max_w=wide - BEFORE)
    else:
        if state == "hover":
            shapes.glow(c, cx, Y, 28, "glow", 150)
        stops: Sequence[tuple[float, str]] = GOLD if coin.stars else DARK
        shapes.outline(c, "circle", cx, Y, R, list(stops), rim="rim.dark", rim_w=1.4)
    if coin.stars and not coin.now:
        icons.draw(c, "check", cx, Y, 18, "confirm.text")
    else:
        ink = "confirm.text" if coin.now else "text.quiet"
        text.draw(c, str(at + 1), cx, Y + 0.5, "name", ink, "cm", fixed=True)


def _going(guide: Guide, at: int) -> Callable[[], None]:
    return lambda: guide.course.go(at)
