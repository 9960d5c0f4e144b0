"""Why the turn was played that the study shows: the sentence of the table, for every turn and every seat."""

from ai.analysis.turns import TurnQuestion, find_question
from ai.decision import TurnReason
from engine.session import Session
from scenes.common.player_identity import build_face
from scenes.common.turn_sentence import tell_reason
from scenes.shell.context import Context
from scenes.shell.layers import PanelCache
from scenes.shell.targets import Box
from scenes.table.rival_why import ask_question, mark_turn
from scenes.table.script import AnyTable
from sprites.base import layout, portrait, shapes, text
from sprites.base.canvas import Canvas

TALL = 76.0
FACE = 25.0


class TurnWhy:
    """The sentence why a turn was played, over the lower edge of the study's table, while it is wanted."""

    def __init__(self, ctx: Context, whole: Session, table: AnyTable, panels: PanelCache) -> None:
        self._ctx, self._whole, self._table, self._panels = ctx, whole, table, panels
        self.wanted = False
        self._at: tuple[int, int | None] = (-1, None)
        """The number of decisions for which the question was found, and the seat that looks on."""
        self._question: TurnQuestion | None = None
        self._ticket = 0
        self._known: dict[tuple[int, int, int | None], TurnReason] = {}
        """Answers by the number of decisions before, the seat that played and the seat that looks on."""

    def toggle(self) -> None:
        """Show the sentence, or hide it."""
        self.wanted, self._at = not self.wanted, (-1, None)
        if not self.wanted:
            self._table.turn_marks = None

    @property
    def _key(self) -> tuple[int, int, int | None]:
        assert self._question is not None
        return self._question.turn, self._question.seat, self._at[1]

    def update(self, turn: int, eyes: int | None) -> bool:
        """Ask once why the last turn before the shown position was played, or take in the answer; return whether to
        redraw."""
        if not self.wanted:
            return False
        if self._at != (turn, eyes):
            self._at, self._question = (turn, eyes), self._find_question(turn, eyes)
            question = self._question
            if question is not None and not question.view:
                self._known[self._key] = TurnReason("later")
            if question is not None and self._key not in self._known:
                self._ticket = ask_question(self._ctx, self._whole, question)
        elif self._question is not None and self._key not in self._known:
            found = self._ctx.thinker.take_reason(self._ticket)
            if found is None:
                return False
            self._known[self._key] = found
        else:
            return False
        self._table.turn_marks = None
        if self._question is not None:
            mark_turn(self._table, self._whole, self._question, self._known.get(self._key))
        return True

    @property
    def has_answer(self) -> bool:
        """Whether the reason for the shown turn is known, or there is no reason to ask for."""
        return self._at[0] >= 0 and (self._question is None or self._key in self._known)

    def _find_question(self, turn: int, eyes: int | None) -> TurnQuestion | None:
        course, game = self._whole.course, self._whole.game
        before = max(course.base, turn - 1)
        if before >= course.turn:
            return None
        own = None if eyes is None else find_question(game, course, eyes, eyes, before)
        return own or find_question(game, course, course.entries[before - course.base].seat, eyes, before)

    def say(self) -> str:
        """Return the player's name and the reason in one sentence; "" where none is shown."""
        texts, names = self._ctx.texts, [seat.name for seat in self._whole.seats]
        if not self.wanted or self._question is None:
            return ""
        reason = self._known.get(self._key)
        said = texts.t("rival.thinking") if reason is None else tell_reason(texts, reason, names)
        return texts.t("rival.heard", name=names[self._question.seat], reason=said)

    def draw(self, c: Canvas, table: Box) -> None:
        """Draw the sentence over the lower edge of the table's box."""
        said = self.say()
        if not said or self._question is None:
            return
        seat = self._whole.seats[self._question.seat]
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

        self._panels.draw(c, "turn_why", (said, seat.colour), box, paint)
