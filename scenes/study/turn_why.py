"""Why the turn was played that the study shows: the sentence of the table, for every turn and every seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ai.analysis.turn_questions import TurnQuestion, find_question
from ai.decision import TurnReason
from scenes.common.player_identity import build_face
from scenes.common.turn_sentence import tell_reason
from scenes.table.rival_why import ask_question, mark_turn
from sprites.base import layout, portrait, shapes, text

if TYPE_CHECKING:
    from scenes.shell.targets import Box
    from scenes.study.scene import StudyScene
    from sprites.base.canvas import Canvas

TALL = 76.0
FACE = 25.0


class TurnWhy:
    """The sentence over the lower edge of the table of a study, while it is wanted."""

    def __init__(self, scene: StudyScene) -> None:
        self._scene = scene
        self.wanted = False
        self._at = -1
        """The number of decisions for which the question was found."""
        self._question: TurnQuestion | None = None
        self._ticket = 0
        self._known: dict[tuple[int, int, int | None], TurnReason] = {}
        """Answers by the number of decisions before, the seat that played and the seat that looks on."""

    def toggle(self) -> None:
        """Show the sentence, or hide it."""
        self.wanted, self._at = not self.wanted, -1
        if not self.wanted:
            self._scene.table.turn_marks = None
        self._scene.ui.dirty = True

    @property
    def _key(self) -> tuple[int, int, int | None]:
        assert self._question is not None
        return self._question.turn, self._question.seat, self._scene.eyes

    def update(self) -> None:
        """Follow the position that is shown: ask about its last turn once, and take in the answer."""
        scene = self._scene
        if not self.wanted or scene.turn_view is not None or scene.own_line is not None:
            return
        if self._at != scene.turn:
            self._at, self._question = scene.turn, self._find_question()
            question = self._question
            if question is not None and not question.view:
                self._known[self._key] = TurnReason("later")
            if question is not None and self._key not in self._known:
                self._ticket = ask_question(scene.ctx, scene.whole, question)
            self._show()
        elif self._question is not None and self._key not in self._known:
            found = scene.ctx.thinker.take_reason(self._ticket)
            if found is not None:
                self._known[self._key] = found
                self._show()

    @property
    def is_answered(self) -> bool:
        """Whether it is known why the turn that is shown was played, or there is nothing to know."""
        return self._at >= 0 and (self._question is None or self._key in self._known)

    def _find_question(self) -> TurnQuestion | None:
        scene, course = self._scene, self._scene.whole.course
        before = max(scene.first, scene.turn - 1)
        if before >= course.turn:
            return None
        seat = course.entries[before - course.base].seat
        own = None if scene.eyes is None else find_question(scene.whole.game, course, scene.eyes, scene.eyes, before)
        return own or find_question(scene.whole.game, course, seat, scene.eyes, before)

    def _show(self) -> None:
        if self._question is not None:
            mark_turn(self._scene.table, self._scene.whole, self._question, self._known.get(self._key))
        else:
            self._scene.table.turn_marks = None
        self._scene.ui.dirty = True

    def say(self) -> str:
        """Return the sentence with the name before it; "" where none is shown."""
        scene = self._scene
        if not self.wanted or self._question is None:
            return ""
        reason = self._known.get(self._key)
        said = scene.ctx.t("rival.thinking") if reason is None else tell_reason(scene.ctx.texts, reason, scene.names)
        return scene.ctx.t("rival.heard", name=scene.names[self._question.seat], reason=said)

    def draw(self, c: Canvas, table: Box) -> None:
        """Draw the sentence over the lower edge of the table."""
        said, scene = self.say(), self._scene
        if not said or self._question is None:
            return
        seat = scene.whole.seats[self._question.seat]
        wide = min(table[2] - 32, 620.0)
        box = (table[0] + (table[2] - wide) / 2, table[1] + table[3] - TALL - 12, wide, TALL)

        def paint(layer: Canvas) -> None:
            shapes.panel(layer, *box, "parchment", radius=12)
            arms, rank = build_face(seat, layer.palette)
            portrait.draw(layer, arms, rank, box[0] + 14 + FACE, layout.middle(box), FACE)
            left, room = box[0] + 28 + 2 * FACE, wide - 44 - 2 * FACE
            font = text.fit(layer, said, room, TALL - 16, "aside", 1.18)
            tall = text.paragraph_height(layer, said, room, font, line=1.18)
            top = box[1] + (TALL - tall) / 2
            text.paragraph(layer, said, left, top, room, font, "paper.text", line=1.18, bold_colour="paper.label")

        scene.panels.draw(c, "turn_why", (said, seat.colour), box, paint)
