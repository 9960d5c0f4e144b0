"""How a moment that is tried again looks: the mentor with what it says, the chances then and now, and the buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from ai.analysis.report import WHOLE
from scenes.shell.targets import Box
from scenes.tutorial.state import Voice
from sprites.base import icons, portrait, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.table.table import AnyTable

LARGE, SMALL = 46.0, 30.0
"""The portrait where there is room, and where there is not."""
ROOMY = 240.0
EDGE = 12.0
FOOT = 50.0
"""Height of the row of buttons."""
BAR = 21.0
"""From one bar to the next."""
TOP = 62.0
RIM = {"right": "right", "shown": "accent", "wrong": "wrong"}


class Tried(Protocol):
    """A moment that is tried, as far as it is drawn; all of it as ``trial`` knows it."""

    table: AnyTable
    ctx: Context
    voice: Voice
    state: str

    @property
    def over(self) -> bool:
        """Whether it has been found or shown."""

    @property
    def more(self) -> bool:
        """Whether another moment follows."""

    def speech(self) -> list[str]:
        """Text that the mentor says now."""

    def note(self) -> str:
        """Small print below the text."""

    def chances(self) -> list[tuple[str, int, str]]:
        """Name, millionths and colour of every bar."""

    def ways(self) -> list[tuple[str, str, Callable[[], None], bool]]:
        """Name, icon, act and possibility of every button."""

    def leave(self) -> None:
        """Go on, or back."""


def draw(trial: Tried, c: Canvas, box: Box) -> None:
    """In the place of the chronicle; where that is too small, it grows away from the nearer edge of the window."""
    x, y, w, room = box
    r = LARGE if room >= ROOMY else SMALL
    bars, note = trial.chances(), trial.note()
    said = "\n".join(trial.speech())
    left = x + EDGE + 2 * r + 22
    wide = x + w - EDGE - left
    font = text.resize("label", 17 if room >= ROOMY else 15)
    fixed = FOOT + 2 * EDGE + BAR * len(bars)
    fixed += text.paragraph_height(c, note, w - 2 * EDGE, "remark") + 10 if note else 0
    while font.size > 12.5 and fixed + _bubble_tall(c, said, wide, font, r) > room:
        font = text.resize(font, font.size - 0.5)
    bubble = _bubble_tall(c, said, wide, font, r)
    tall = max(room, fixed + bubble)
    y = y if y + room / 2 < c.height / 2 or tall <= room else y + room - tall
    y = max(TOP, min(y, c.height - EDGE - tall))
    trial.table.ui.cover((x, y, w, tall))
    shapes.panel(c, x, y, w, tall)
    if trial.state in RIM:
        shapes.round_rect(c, x, y, w, tall, 12, RIM[trial.state], alpha=230, border=2)
    _mentor(trial, c, x + EDGE + r, y + EDGE + r + 4, r)
    shapes.panel(c, left, y + EDGE, wide, bubble, "parchment", radius=9, shadow=False)
    text.paragraph(c, said, left + 12, y + EDGE + 13, wide - 24, font, "paper.text", bold_colour="paper.link")
    yy = y + EDGE + bubble + 10
    if note:
        yy += text.paragraph(c, note, x + EDGE + 2, yy + 2, w - 2 * EDGE, "remark", "text.muted") + 10
    for bar in bars:
        _bar(trial, c, (x + EDGE, yy, w - 2 * EDGE, BAR), bar)
        yy += BAR
    _foot(trial, c, (x + EDGE, y + tall - FOOT, w - 2 * EDGE, FOOT - 8))
    if trial.state == "right":
        _banner(c, trial.ctx.t("study.try.right"))


def _bubble_tall(c: Canvas, said: str, wide: float, font: text.Font, r: float) -> float:
    return max(2 * r + 26, text.paragraph_height(c, said, wide - 24, font) + 26)


def _mentor(trial: Tried, c: Canvas, cx: float, cy: float, r: float) -> None:
    voice = trial.voice
    portrait.draw(c, voice.arms, voice.rank, cx, cy, r)
    text.draw(c, voice.name, cx, cy + r + 13, "heading", "text.title", "cm", max_w=2 * r + 20)


def _bar(trial: Tried, c: Canvas, box: Box, bar: tuple[str, int, str]) -> None:
    """A chance to win: what it is called, how long it is, and the number."""
    x, y, w, h = box
    name, chance, colour = bar
    label, number = min(92.0, w * 0.3), 58.0
    text.draw(c, trial.ctx.t(name), x + 2, y + h / 2, "label", "text", "lm", max_w=label - 8)
    left, wide = x + label, w - label - number
    shapes.round_rect(c, left, y + h / 2 - 5, wide, 10, 5, "well")
    share = max(0.0, min(1.0, chance / WHOLE))
    if share * wide > 3:
        shapes.round_rect(c, left, y + h / 2 - 5, share * wide, 10, 5, colour)
    words = trial.ctx.t("ui.percent", value=round(100 * share))
    text.draw(c, words, x + w - 2, y + h / 2, "name", "text", "rm", max_w=number - 6)


def _foot(trial: Tried, c: Canvas, box: Box) -> None:
    """The way on when it is over; before that hint, answer, the next moment and the way back."""
    x, y, w, h = box
    t, ui = trial.ctx.t, trial.table.ui
    if trial.over:
        words = t("study.try.next" if trial.more else "study.try.back")
        ui.button(c, "trial.on", (x, y, w, h), words, trial.leave, main=True, key=t("ui.key.main"))
        return
    ways: Sequence[tuple[str, str, Callable[[], None], bool]] = trial.ways()
    gap = min(72.0, w / len(ways))
    for at, (name, icon, act, possible) in enumerate(ways):
        centre = x + w / 2 + (at - (len(ways) - 1) / 2) * gap
        tip = (t(f"study.try.{name}"), t(f"study.try.{name}.tip"))
        ui.icon_button(c, f"trial.{name}", centre, y + h / 2, 19, icon, act, enabled=possible, tip=tip)


def _banner(c: Canvas, words: str) -> None:
    w = max(220.0, text.width(c, words, "display") + 110)
    shapes.gradient_box(c, 640 - w / 2, 40, w, 46, 8, [(0, "banner.good.high"), (1, "banner.good.low")], rim="edge")
    icons.draw(c, "check", 640 - w / 2 + 30, 63, 22, "text")
    text.draw(c, words, 652, 63, "display", "text", "cm", shadow=True, max_w=w - 90)
