"""For children: what is said of a card, and the help of three cards, open in the place of the chronicle while a choice
is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sprites.base import layout, shapes, text
from sprites.base.layout import Box

if TYPE_CHECKING:
    from scenes.table.coach_comments import CoachComments
    from scenes.table.table import AnyTable
    from sprites.base.canvas import Canvas

OPEN = 3
"""Cards whose help is open."""


class CardNote(NamedTuple):
    """Note on a card: its target on the table, its name, its effect."""

    target: str
    name: str
    words: str


GAP, NOTE_PAD, NOTE_EDGE = 6.0, 13.0, 9.0
NAME_H, LINE = 24.0, 1.15
COACH_MOST, COACH_SHARE = 112.0, 0.34
"""Height of what the coach says above the notes, and the most of a box that it takes."""
LEAST_NOTE = 44.0
"""Height that a note keeps below the coach."""
NARROW = 140.0
"""Narrowest note; three of them lie side by side where a box is flat and wide enough."""


class CardHelp:
    """The open help at one table."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table

    def list_notes(self) -> list[CardNote]:
        """Return the notes that are open now; none where no child plays, or nothing can be chosen."""
        table = self._table
        if not table.for_child or not table.may_act():
            return []
        notes = table.hooks.list_card_notes(table)
        first = [note for name in table.hot for note in notes if note.target == name]
        wanted = list(dict.fromkeys([*first, *notes]))[:OPEN]
        return [note for note in notes if note in wanted]

    def draw(self, notes: Sequence[CardNote], coach: CoachComments, c: Canvas, box: Box) -> Box:
        """Draw the notes into a box, one below the other or side by side, below what the coach says.

        Where there is no room for both the coach is silent. Returns what is left of the box: nothing.
        """
        x, y, w, h = box
        flat = w >= OPEN * NARROW and h < w / 2
        said = min(COACH_MOST, h * COACH_SHARE)
        if coach.words and (h - said - GAP) / (1 if flat else len(notes)) >= LEAST_NOTE:
            spoken, box = layout.rows(box, [said, h - said - GAP], gap=GAP)
            coach.draw(c, spoken)
        hot, run_in = self._table.hot, self._table.ctx.t("table.card_help")
        told = [run_in.format(name=note.name, words=note.words) for note in notes]

        def paint(layer: Canvas) -> None:
            parts = layout.columns(box, len(notes), gap=GAP) if flat else _lay_rows(layer, told, box)
            rooms = [layout.inset(part, NOTE_PAD, NOTE_EDGE) for part in parts]
            apart = all(
                text.paragraph_height(layer, note.words, room[2]) <= room[3] - NAME_H
                for note, room in zip(notes, rooms, strict=True)
            )
            for note, words, part, room in zip(notes, told, parts, rooms, strict=True):
                shapes.panel(layer, *part, "parchment", radius=10, shadow=False)
                if note.target in hot:
                    shapes.round_rect(layer, *part, 10, "edge.bright", border=2)
                _write(layer, note, room, "" if apart else words)

        self._table.panels.draw(c, "card help", (tuple(notes), tuple(hot)), box, paint)
        return x, y, w, 0.0


def _lay_rows(c: Canvas, told: Sequence[str], box: Box) -> list[Box]:
    """Divide a box into rows: a note with more to say has more room."""
    wide = box[2] - 2 * NOTE_PAD
    needed = [text.paragraph_height(c, words, wide, "body", line=LINE) + 2 * NOTE_EDGE + 2 for words in told]
    spare = max(0.0, box[3] - GAP * (len(told) - 1) - sum(needed)) / len(told)
    return layout.rows(box, [tall + spare for tall in needed], gap=GAP)


def _write(layer: Canvas, note: CardNote, box: Box, run_in: str) -> None:
    """Write name and words, the name in a line of its own or, where that takes too much room in a note, before the
    words: ``run_in``."""
    x, y, w, h = box
    if not run_in:
        text.draw(layer, note.name, x, y + 10, "caption", "paper.title", "lm", max_w=w)
        text.paragraph(layer, note.words, x, y + NAME_H, w, "body", "paper.text")
        return
    font = text.fit(layer, run_in, w, h, "body", LINE)
    text.paragraph(layer, run_in, x, y, w, font, "paper.text", bold_colour="paper.title", line=LINE)
