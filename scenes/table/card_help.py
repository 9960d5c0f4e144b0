"""Notes on cards: for children the help of three, open in the place of the chronicle while a choice is made; and the
marks of a plan, by which a person numbers cards while others play.

Marks are drawn for that person alone, and neither saved nor told to anyone else.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scenes.shell.targets import Target
from scenes.table.coach_comments import CoachComments
from scenes.table.script import AnyTable
from sprites.base import layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box

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
    """The notes on cards that are open at one table."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table

    def list_notes(self) -> list[CardNote]:
        """Return at most ``OPEN`` notes on cards for a child that is to choose, those under the pointer first chosen;
        else []."""
        table = self._table
        if not table.for_child or not table.may_act():
            return []
        notes = table.hooks.list_card_notes(table)
        first = [note for name in table.hot for note in notes if note.target == name]
        wanted = list(dict.fromkeys([*first, *notes]))[:OPEN]
        return [note for note in notes if note in wanted]

    def draw(self, notes: Sequence[CardNote], coach: CoachComments, c: Canvas, box: Box) -> Box:
        """Draw the notes into a box, one below the other or side by side, below what the coach says. Where there is no
        room for both the coach is silent. Return what is left of the box: one of height 0."""
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


MARK_R = 13.0


class PlanCard(NamedTuple):
    """A card that a plan can name; ``is_open``: it can still be played or taken."""

    card: Hashable
    is_open: bool = True


@dataclass(slots=True)
class _Press:
    """What a press on such a card does: it marks it while others play, else what the game says."""

    marks: "PlanMarks"
    card: Hashable
    usual: Callable[[], object]

    def __call__(self) -> None:
        if self.marks.can_mark():
            self.marks.toggle(self.card)
        else:
            self.usual()


class PlanMarks:
    """The cards marked as plans by each person at one table."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self._marked: dict[int, list[Hashable]] = {}
        self._has_told = False

    def list_marks(self) -> list[Hashable]:
        """Return the cards marked by the viewer, in order; [] while other people look on too."""
        table = self._table
        return self._marked.get(table.viewer, []) if table.viewer is not None and not table.overlooked else []

    def can_mark(self) -> bool:
        """Whether a press on a card marks it: the viewer is a person, looks on alone, and has nothing to decide now."""
        table = self._table
        alone = table.viewer in table.people and not table.overlooked and table.guide is None
        return alone and not (table.finished or table.behind_glass or table.confirming or table.may_act())

    def toggle(self, card: Hashable) -> None:
        """Mark a card as the next of the plan, or take its mark away."""
        table = self._table
        assert table.viewer is not None
        marked = self._marked.setdefault(table.viewer, [])
        if card in marked:
            marked.remove(card)
        else:
            marked.append(card)
            if not self._has_told:
                table.ctx.toast(table.ctx.t("plan.marked"))
            self._has_told = True
        table.ctx.play("card_lift")
        table.ui.dirty = True

    def draw(self, c: Canvas) -> None:
        """Draw the marks on the cards of this drawing, and let presses on these cards mark them."""
        table, marked = self._table, self.list_marks()
        found: list[tuple[Target, PlanCard]] = []
        for target in table.ui.list_current_targets():
            known = table.hooks.find_plan_card(table, target.id)
            if known is not None:
                found.append((target, known))
        gone = {one.card for _, one in found if not one.is_open}
        marked[:] = [card for card in marked if card not in gone]
        order = [card for card in marked if any(one.card == card for _, one in found)]
        for target, one in found:
            if not isinstance(target.activate, _Press):
                target.activate = _Press(self, one.card, target.activate)
            number = order.index(one.card) + 1 if one.card in order else 0
            target.value = table.ctx.t("plan.mark", n=number) if number else ""
            if number:
                x, y, w, _ = target.box
                shapes.coin(c, x + w / 2, y + 2, MARK_R, str(number), "gold")
