"""How the points of a finished game grew: a line for every side, on a panel or on a sheet of its own."""

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Any

import pygame

from engine.session import Session
from scenes.shell.context import Context
from scenes.shell.inputs import Input
from scenes.shell.page import veil
from scenes.shell.stack import Scene
from scenes.shell.targets import Box
from scenes.table import game_screens as games
from sprites.base import raster, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import tell_as_one
from sprites.base.theme import player

History = list[list[int]]
"""Points by turn, by side."""
STROKES, FAINT = ((4.4, "veil", 220), (2.6, "", 255)), ((1.3, "", 70),)
"""Width, ink (none: the seat's own) and how strong: of a line, and of one in the background."""
BEHIND, APART = 4.0, 15.0
"""How far behind the last turn the badges stand, and how far from each other."""
WIDE, HIGH = 1180.0, 560.0


def get_history(session: Session, make: Callable[[Session], History]) -> History:
    """Return the points over the turns of a game: ``make(session)``, cached until the next turn."""
    return _cut_history(session, session.turn, make)


@lru_cache(maxsize=2)
def _cut_history(session: Session, turn: int, make: Callable[[Session], History]) -> History:
    """The course as it is at a turn."""
    return make(session)


def list_points(session: Session, points: Callable[[Any], list[int]]) -> History:
    """Return the points by side after each turn (``points`` of a state), for games whose states count their turns."""
    found: History = []
    seen = -1
    for position in session.course.positions:
        state: Any = position.state
        if state.turn == seen:
            found.pop()  # the last position of a turn counts
        seen = state.turn
        found.append(points(state))
    return found


def spread(heights: Sequence[float]) -> list[int]:
    """Return a column for each badge, the first in which it covers no badge at these ``heights`` (y)."""
    columns: list[int] = []
    for at, height in enumerate(heights):
        taken = {columns[other] for other in range(at) if abs(heights[other] - height) < APART}
        columns.append(next(column for column in range(len(heights)) if column not in taken))
    return columns


def draw_side_chart(
    ctx: Context, session: Session, c: Canvas, box: Box, title: str, rows: History, faint: Collection[int] = ()
) -> None:
    """Draw the panel with the points of a game over time; sides in ``faint`` have no badge."""
    x, y, w, h = box
    shapes.panel(c, x, y, w, h)
    text.draw(c, title, x + 18, y + 22, "caption", "accent", "lm", max_w=w - 36)
    if len(rows) < 2:
        return
    most = max(5, max(max(row) for row in rows))
    step = next((each for each in (1, 2, 5, 10, 20, 50) if most / each <= 6), 100)
    marks = range(0, most + step, step)
    _draw_lines(ctx, session, c, box, (x + 44, y + 46, w - 72, h - 66), rows, marks, faint)


def _draw_lines(
    ctx: Context,
    session: Session,
    c: Canvas,
    box: Box,
    plot: Box,
    rows: History,
    marks: Sequence[int],
    faint: Collection[int] = (),
) -> None:
    """Draw a line for every side with its seat's badge at the end, within ``box``; the lines run in ``plot``.

    ``marks``: points with a rule across; the scale spans these and the rows. Overlapping badges stand side by side, for
    which the lines get shorter. Sides in ``faint`` are drawn behind the others, without a badge.
    """
    x, y, w, h = box
    left, top, wide, high = plot
    most = max(marks[-1], max(max(row) for row in rows))
    least = min(marks[0], min(min(row) for row in rows))
    sides = [side for side in range(len(rows[0])) if side not in faint]

    def height(points: int) -> float:
        return top + high - (points - least) / (most - least) * high

    columns = dict(zip(sides, spread([height(rows[-1][side]) for side in sides]), strict=True))
    wide -= APART * max(columns.values())

    def make() -> pygame.Surface:
        layer = raster.empty(c.px(w), c.px(h))
        on = c.on(layer, (x, y))
        for mark in marks:
            shapes.line(on, left, height(mark), left + wide, height(mark), "control.text.disabled", 1, 70)
            text.draw(on, str(mark), left - 8, height(mark), "fine", "text.muted", "rm")
        for side in (*sorted(faint), *sides):
            look = player(session.seats[side].colour, c.palette)
            points = [
                ((left - x + wide * n / (len(rows) - 1)) * c.scale, (height(row[side]) - y) * c.scale)
                for n, row in enumerate(rows)
            ]
            strokes = FAINT if side in faint else STROKES
            for thick, colour, alpha in ((each, ink or look.high, alpha) for each, ink, alpha in strokes):
                line = raster.stroke_mask(layer.get_width(), layer.get_height(), points, thick * c.scale)
                layer.blit(raster.tint(line, colour, alpha), (0, 0))
        for side in sides:
            seat = session.seats[side]
            at = left + wide + BEHIND + APART * columns[side]
            shapes.badge(on, seat.colour, seat.emblem, at, height(rows[-1][side]), 8)
        return layer

    key = ("course", session.game, tuple(map(tuple, rows)), round(w), round(h), c.palette, ctx.texts.language)
    c.surface.blit(c.cache.get(key, make), (c.x(x), c.y(y)))


class CourseSheet(Scene):
    """Sheet with a chart of the points by side; the keys to go on or back, or a click outside, close it."""

    opaque = False
    name = "course"

    def __init__(self, ctx: Context, session: Session) -> None:
        super().__init__(ctx)
        self.session = session
        self.sheet: Box = (0.0, 0.0, 0.0, 0.0)

    def draw(self, c: Canvas) -> None:
        """Draw veil, panel, lines and the button."""
        veil(c)
        self.ui.modal()
        t, session = self.ctx.t, self.session
        top = (c.height - HIGH) / 2 - 30
        self.sheet = (800 - WIDE / 2, top, WIDE, HIGH)
        with tell_as_one(c.words, self.sheet, self.describe):
            title = t(f"{session.game}.result.course")
            draw_side_chart(self.ctx, session, c, self.sheet, title, get_history(session, games.course))
        place = (800.0 - 120, top + HIGH + 16, 240.0, 50.0)
        self.ui.button(c, "close", place, t("ui.ok"), self.ctx.stack.pop, main=True, key=t("ui.key.main"))

    def describe(self) -> str:
        """Return each side's points over the turns, as spoken text."""
        rows, names = get_history(self.session, games.course), self.session.names
        told = [f"{names[side]}: {', '.join(str(row[side]) for row in rows)}." for side in range(len(rows[0]))]
        return " ".join([f"{self.ctx.t(f'{self.session.game}.result.course')}.", *told])

    def handle(self, given: Input) -> bool:
        """Close the sheet at a key to go on or back, or a press outside; return True, since it uses every input."""
        x, y, w, h = self.sheet
        is_outside = given.kind == "press" and not (x <= given.x < x + w and y <= given.y < y + h)
        if is_outside or (given.kind == "command" and given.name in ("back", "main", "activate")):
            self.ctx.stack.pop()
        return True
