"""How the one person of a game stands against the strongest rival of it, and by rating."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from ai.ratings import find_rating
from sprites.base import layout, shapes, text
from sprites.base.drawn_words import tell_as_one

if TYPE_CHECKING:
    from engine.seats import Seat
    from scenes.common.suggested_opponent import AboutEven
    from scenes.results.outcome import Outcome
    from sprites.base.canvas import Canvas
    from sprites.base.layout import Box


def draw_record(c: Canvas, lines: Sequence[tuple[str, str]], box: Box) -> None:
    """Draw labels and values, see :func:`list_lines`."""
    shapes.panel(c, *box)
    cells = layout.rows(layout.inset(box, 24, 10), len(lines))
    for at, ((label, value), cell) in enumerate(zip(lines, cells, strict=True)):
        if at:
            shapes.rule(c, cell[0], cell[1], cell[2], ornament=False)
        middle = layout.middle(cell)
        with tell_as_one(c.words, cell, partial(_join_line, label, value)):
            wide = text.draw(c, value, cell[0] + cell[2], middle, "figure", "text.title", "rm")
            text.draw(c, label, cell[0], middle, "label", "text.body", "lm", max_w=cell[2] - wide - 16)


def _join_line(label: str, value: str) -> str:
    return f"{label}: {value}"


def list_lines(outcome: Outcome, record: AboutEven | None) -> list[tuple[str, str]]:
    """Return label and value of each line; none before the record has been read, or when it says nothing."""
    if record is None or outcome.person is None:
        return []
    t, session = outcome.ctx.t, outcome.session
    person = session.seats[outcome.person].name
    rivals = [seat for seat in session.seats if not seat.is_person]
    lines = []
    if rivals:
        best = max(rivals, key=lambda seat: _rate(session.game, seat))
        won, lost = record.count_meetings(person, best.level)
        if won + lost:
            lines.append((t("result.record.against", name=best.name), f"{won}\u00a0:\u00a0{lost}"))
    rating = record.estimate_rating(person)
    if rating is not None:
        lines.append((t("result.record.rating"), str(rating)))
    return lines


def _rate(game: str, seat: Seat) -> int:
    rated = find_rating(game, seat.level)
    return 0 if rated is None else rated.rating
