"""Why a rival has played a turn: one sentence on parchment, what it passed over as a ghost on the board.

Another process than that of the opponents finds the answer (``ai.aims``), so the game never waits for it. It is asked
with what this person may know only; when the game is over, with what the rival knew.
"""

from collections.abc import Sequence

from ai.analysis.turns import TurnQuestion, find_question, list_turn_parts
from ai.decision import TurnReason
from engine.chance import mix
from engine.session import Session
from games.event_texts import TurnPart
from scenes.common.player_identity import build_face
from scenes.common.turn_sentence import capitalize, shorten_turn, tell_reason
from scenes.shell.context import Context
from scenes.shell.layers import Line
from scenes.shell.targets import Box
from scenes.table.game_log import GhostMarks, mark_parts
from scenes.table.script import AnyTable
from sprites.base import icons, layout, portrait, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import make_plain

TARGET = "rival_why"
WIDE = 420.0
"""Width of a panel from which the portrait is large."""
FACE, SMALL_FACE = 52.0, 30.0
PAD = 16.0
ROW = 26.0
SENTENCE = 24.0
LONGEST = 60
"""Letters of a turn in one line."""
BUTTON = 38.0


def ask_question(ctx: Context, session: Session, question: TurnQuestion) -> int:
    """Ask, in another process than that of the opponents, why a turn was played; return the ticket of the question."""
    seed = mix(session.seed, "why", question.turn, question.seat)
    return ctx.thinker.ask_why(session.game, question.view, question.seat, question.line, seed)


def list_steps(session: Session, question: TurnQuestion) -> list[TurnPart]:
    """Return the parts of a turn without those that only lead to others; [] for a game without turn parts."""
    parts = list_turn_parts(session.game, session.course, question.seat, question.first, question.end)
    return [part for part in parts if not part.leads]


def mark_turn(table: AnyTable, session: Session, question: TurnQuestion, answer: TurnReason | None) -> None:
    """Mark a turn on the board of a table and, once the answer is known, the alternative that was passed over."""
    others = answer.parts if answer is not None else ()
    ghosts = GhostMarks(
        tuple(dict.fromkeys(place for part in others for place in part.places)),
        tuple(way for part in others for way in part.moves), question.seat, table.ctx.t("rival.passed"),
    )  # fmt: skip
    marks = mark_parts(list_steps(session, question))
    table.turn_marks = marks._replace(ghosts=ghosts if ghosts.places or ghosts.ways else None)


class RivalWhy:
    """The answer that is shown at one table, if any."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self._question: TurnQuestion | None = None
        self._ticket = 0
        self._answer: TurnReason | None = None
        self._asked_at = 0
        """How many decisions had been made in the game when it was asked."""

    @property
    def alternative(self) -> tuple[int, int] | None:
        """Seat and action of the alternative that was passed over; None while none is shown."""
        question, answer = self._question, self._answer
        if question is None or answer is None or answer.action < 0:
            return None
        return question.seat, answer.action

    @property
    def alternative_card(self) -> object:
        """Name of the card that was passed over, as a text parameter; None where it was no card."""
        other = self._answer.other if self._question is not None and self._answer is not None else None
        return None if other is None else other.params.get("card")

    # --- asking -----------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether an answer is shown or waited for."""
        return self._question is not None

    @property
    def seat(self) -> int:
        """Seat of the rival asked about; -1 for none."""
        return -1 if self._question is None else self._question.seat

    def find_question(self, seat: int, before: int = -1) -> TurnQuestion | None:
        """Return the question why a rival has played its last turn; None where it has none or must not be asked.
        ``before``: only if that turn holds the decision with this index (decisions before it), -1 for any."""
        table = self._table
        whole = table.guide is None or table.guide.whole
        if not whole or table.behind_glass or seat in table.people:
            return None
        viewer = None if table.overlooked else table.viewer
        last = find_question(table.game, table.session.course, seat, viewer)
        return last if last is not None and (before < 0 or last.first <= before < last.end) else None

    def open_line(self, line: Line) -> bool:
        """Ask about the turn of a log line; return False where that is not a rival's last turn."""
        found = self.find_question(line.mark, line.turn - 1) if isinstance(line.mark, int) and line.turn else None
        if found is not None:
            self._open(found)
        return found is not None

    def ask(self) -> None:
        """Ask about the newest turn of a rival, or close the answer that is shown."""
        table = self._table
        if self.is_open:
            self.close()
            return
        seats = [entry.seat for entry in table.session.log]
        for seat in dict.fromkeys(reversed(seats)):
            self.ask_rival(seat)
            if self.is_open:
                return
        table.ctx.play("refused")
        table.ctx.toast(table.ctx.t("rival.none"))

    def ask_rival(self, seat: int) -> None:
        """Ask why a rival has played its last turn; do nothing without one, or for a person at this computer."""
        found = self.find_question(seat)
        if found is not None:
            self._open(found)

    def ask_quietly(self) -> int:
        """Ask why the last turn was played, without showing the answer; return the ticket of the question, 0 without
        one."""
        log = self._table.session.log
        found = self.find_question(log[-1].seat) if log and not self.is_open else None
        return 0 if found is None or not found.view else ask_question(self._table.ctx, self._table.session, found)

    def _open(self, question: TurnQuestion) -> None:
        table = self._table
        self._ticket = ask_question(table.ctx, table.session, question) if question.view else 0
        self.show(question, None if question.view else TurnReason("later"))
        table.ctx.play("card_lift")

    def show(self, question: TurnQuestion, answer: TurnReason | None) -> None:
        """Show the answer to a question, None while it is being found."""
        table = self._table
        self._question, self._answer, self._asked_at = question, answer, table.session.turn
        mark_turn(table, table.session, question, answer)
        table.ui.dirty = True

    def update(self) -> None:
        """Take in the answer when it has come; close it when the game goes on."""
        table = self._table
        if self._question is None:
            return
        if table.session.turn != self._asked_at or table.finished_turn.is_open:
            self.close()
        elif self._answer is None:
            found = table.ctx.thinker.take_reason(self._ticket)
            if found is not None:
                self.show(self._question, found)

    def close(self) -> None:
        """Close the answer."""
        self._question = None
        if not self._table.finished_turn.is_open:
            self._table.turn_marks = None
        self._table.ui.dirty = True

    # --- telling ----------------------------------------------------------------------------------

    def _find_sentence(self) -> str:
        table, answer = self._table, self._answer
        return table.ctx.t("rival.thinking") if answer is None else tell_reason(table.ctx.texts, answer, table.names)

    def say(self) -> str:
        """Return the name of the rival and the sentence, as spoken text; "" while it is waited for."""
        table = self._table
        if self._question is None or self._answer is None:
            return ""
        name = table.names[self._question.seat]
        return make_plain(table.ctx.t("rival.heard", name=name, reason=self._find_sentence()))

    def _list_choices(self, question: TurnQuestion) -> list[tuple[str, str, float, float]]:
        """The turn and the choice that was passed over: sign, words, chance to win and its margin."""
        table, answer = self._table, self._answer
        if answer is None or answer.other is None:
            return []
        steps = list_steps(table.session, question)
        if steps:
            said = shorten_turn(table.ctx.texts, steps, table.names, lambda one: len(one) < LONGEST)
        else:
            said = table.hooks.name_action(table, question.line[0])
        words = said or table.ctx.t("rival.played"), capitalize(table.ctx.say(answer.other, table.names))
        rows = zip(("check", "eye"), map(make_plain, words), answer.chances, answer.margins, strict=True)
        return list(rows)

    def draw(self, c: Canvas) -> None:
        """Draw the parchment over the rivals."""
        table, question = self._table, self._question
        if question is None:
            return
        x, y, w, h = box = table.hooks.find_why_box(table)
        table.ui.cover(box)
        colour = table.seats[question.seat].colour
        key = (self._ticket, self._asked_at, question.seat, self._answer is None, colour)
        table.panels.draw(c, TARGET, key, box, lambda layer: self._paint(layer, question, box))
        t, past = table.ctx.t, table.past
        table.ui.icon_button(c, f"{TARGET}.close", x + w - 24, y + 24, 13, "close", self.close, label=t("ui.back"))
        again = (x + PAD, y + h - PAD - BUTTON + 4, min(220.0, w - 2 * PAD), BUTTON)
        table.ui.button(
            c, f"{TARGET}.again", again, t("ui.bar.again"), past.see_again, icon="eye", enabled=past.can_see_again()
        )

    def _paint(self, c: Canvas, question: TurnQuestion, box: Box) -> None:
        table, seat, (x, y, w, h) = self._table, self._table.seats[question.seat], box
        is_wide = w >= WIDE
        face = FACE if is_wide else SMALL_FACE
        shapes.panel(c, *box, "parchment", radius=12)
        arms, rank = build_face(seat, c.palette)
        portrait.draw(c, arms, rank, x + PAD + face, y + PAD + face, face)
        shapes.badge(c, seat.colour, seat.emblem, x + PAD + 1.75 * face, y + PAD + 1.75 * face, face / 3.4)
        left = x + 2 * PAD + 2 * face
        room = x + w - left - (160 if is_wide else 46)
        text.draw(c, table.names[question.seat], left, y + 26, "title", "paper.title", "lm", max_w=room)
        if is_wide:
            text.draw(c, table.ctx.t("rival.title"), x + w - 48, y + 26, "remark", "paper.text", "rm")
        choices = self._list_choices(question)
        low = y + h - BUTTON - PAD - (30 + ROW * len(choices) if choices else 0)
        top = y + (46 if is_wide else 2 * face + 26)
        left, high = (left, low - top - PAD) if is_wide else (x + PAD, low - top - 8)
        sentence, wide = self._find_sentence(), x + w - PAD - left
        font = text.fit(c, sentence, wide, high, text.resize("aside", SENTENCE), 1.2)
        text.paragraph(c, sentence, left, top, wide, font, "paper.text", line=1.2, bold_colour="paper.label")
        if choices:
            _draw_choices(c, table, choices, (x + PAD, low, w - 2 * PAD, ROW * 2))


def _draw_choices(c: Canvas, table: AnyTable, choices: Sequence[tuple[str, str, float, float]], box: Box) -> None:
    """Draw the turn and the other choice with their chances to win, one line each, below a heading over the box."""
    x, y, w, h = box
    t, decimal = table.ctx.t, table.ctx.texts.decimal
    shapes.rule(c, x, y, w, ornament=False)
    text.draw(c, t("rival.weighed"), x, y + 16, "caption", "paper.label", "lm")
    start = x + text.width(c, t("rival.weighed"), "caption") + 14
    text.draw(c, t("rival.chance"), x + w, y + 16, "remark", "paper.text", "rm", max_w=x + w - start)
    for (sign, words, chance, margin), place in zip(choices, layout.rows((x, y + 30, w, h), 2), strict=True):
        middle = layout.middle(place)
        said = f"{t('ui.percent', value=decimal(100 * chance, 0))} ± {decimal(max(1.0, 100 * margin), 0)}"
        room = text.width(c, said, "strong")
        icons.draw(c, sign, x + 9, middle, 16, "paper.label")
        text.draw(c, words, x + 26, middle, "body", "paper.text", "lm", max_w=w - room - 40)
        text.draw(c, said, x + w, middle, "strong", "paper.title", "rm")
