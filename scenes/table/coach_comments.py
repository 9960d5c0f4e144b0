"""What a coach says of plans in the first games of a person: threats and aims, never what would be best to do.

The Master looks at the person's own view and gives its reasons, as for advice. Those that have a text of the coach
(``GAME.coach.REASON`` for the reason ``GAME.hint.REASON``) can be said; such a text names no action. What the rival
before is after comes first, where the person would lose by it (``ai.aims``). One is said in a turn at most. The game
counts in full: nobody is told what to do.
"""

from collections.abc import Callable, Iterator

from ai.decision import Decision
from engine.contract import Message
from scenes.common import opponent_names
from scenes.common.matchmaking import AboutEven
from scenes.common.turn_sentence import tell_reason
from scenes.shell.targets import Box
from scenes.table.script import AnyTable
from sprites.base import layout, portrait, shapes, text
from sprites.base.canvas import Canvas

FIRST_GAMES = 3
"""Games of a person in which the coach comments."""
LOOKED_AT = 4
"""Actions whose reasons are read, those that the Master likes best."""
MOST_KEPT = 200
"""Comments that are remembered of a person's first games, so that none comes twice."""
FACE_R = 21.0
PAD = 10.0
DESCENT = 4.0
"""Ink below the last base line."""
LEAST_BELOW = 50.0
"""Room that must be left to the chronicle; otherwise the comment takes its place."""


class CoachComments:
    """A coach's comments at one table; ``words``: the shown comment, "" for none."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self.words = ""
        self._even: AboutEven | None = None
        self._asked: tuple[int, int] | None = None
        """The decision that the Master looks at, or has looked at."""
        self._threat = 0
        """The question why the rival before has played its turn, 0 when it is answered."""
        self._spoken_at = -1
        """How many decisions the others had made when the last comment was given."""
        self._spoken_for: tuple[int, int] | None = None
        """The decision for which the last comment was given."""

    def start(self) -> None:
        """Count in the background how often the person has played this game; called when the table opens."""
        table = self._table
        if self._is_wanted() and self.who is not None and not table.ctx.instant:
            self._even = AboutEven(table.ctx, table.game)

    @property
    def who(self) -> str | None:
        """Return the level of the character that comments in a first game, the coach; None if there is none."""
        return opponent_names.find_coach(self._table.game)

    def _is_wanted(self) -> bool:
        table = self._table
        whole = table.guide is None or table.guide.whole
        return table.ctx.settings.coach_comments and len(table.people) == 1 and whole and not table.behind_glass

    @property
    def active(self) -> bool:
        """Whether the coach comments at this table: the person is known to have played this game rarely."""
        if self._even is None or not self._even.read or not self._is_wanted():
            return False
        name = self._table.session.seats[self._table.people[0]].name
        return self._even.count_games(name) < FIRST_GAMES

    def update(self) -> None:
        """Ask the Master about a new decision, and comment on its answer."""
        table = self._table
        if self.words and (table.finished or not (self._is_wanted() and self._is_same_turn())):
            self._set_words("")
        if not self.active or table.busy or not table.may_act():
            return
        owed = table.get_pending()
        if owed is None or len(table.legal()) < 2 or self._count_rivals_decisions() == self._spoken_at:
            return
        if owed != self._asked:
            self._asked = owed
            table.opponents.ask_comment(owed[0])
            self._threat = table.rival_why.ask_quietly()
            return
        if self._threat and not self._tell_threat(owed[0]):
            return
        found = table.opponents.take_comment(owed)
        if found is not None:
            self._say(found)

    def _is_same_turn(self) -> bool:
        """Whether the turn goes on in which the last comment was given."""
        table = self._table
        if table.busy or not table.pending:
            return True
        owed = table.get_pending() if table.may_act() else None
        return owed == self._spoken_for or self._count_rivals_decisions() == self._spoken_at

    def _count_rivals_decisions(self) -> int:
        own = self._table.people[0]
        return sum(entry.seat != own for entry in self._table.session.log)

    def _tell_threat(self, own: int) -> bool:
        """Comment on what the rival before aims at if that would cost this seat the game; return whether to comment
        otherwise."""
        table = self._table
        reason = table.ctx.thinker.take_reason(self._threat)
        if reason is None:
            return False
        self._threat = 0
        threatens = reason.kind in ("better", "even") and reason.threatens == own
        if threatens and reason.aim is not None and reason.aim.id not in self._list_said():
            name = table.names[table.session.log[-1].seat]
            said = tell_reason(table.ctx.texts, reason, table.names)
            self._keep_said(reason.aim.id)
            self._spoken_at, self._spoken_for = self._count_rivals_decisions(), table.get_pending()
            self._set_words(table.ctx.t("rival.heard", name=name, reason=said))
        return not threatens

    def _say(self, found: Decision) -> None:
        table = self._table
        for comment in list_comments(found, table.ctx.texts.has):
            words = table.ctx.say(comment, table.names)
            if comment.id not in self._list_said():
                self._keep_said(comment.id)
                self._spoken_at, self._spoken_for = self._count_rivals_decisions(), table.get_pending()
                self._set_words(words)
                return

    @property
    def _key(self) -> str:
        """Key of this person's comments in the settings."""
        table = self._table
        return f"{table.game}: {table.names[table.people[0]]}"

    def _list_said(self) -> list[str]:
        """Return what this person has been told in the first games of this game."""
        return self._table.ctx.settings.coach_lines.get(self._key, [])[-MOST_KEPT:]

    def _keep_said(self, text_id: str) -> None:
        """Remember a comment."""
        ctx = self._table.ctx
        ctx.settings.coach_lines = {**ctx.settings.coach_lines, self._key: [*self._list_said(), text_id]}
        ctx.save_settings()

    def _set_words(self, words: str) -> None:
        self.words = words
        self._table.ui.dirty = True

    def draw(self, c: Canvas, box: Box) -> Box:
        """Draw the comment at the upper end of a box; return the box left over (all of it without a comment)."""
        level = self.who
        if not self.words or level is None or not self._table.may_act():
            return box
        x, y, w, h = box
        left = 2 * FACE_R + 2 * PAD
        room = w - left - PAD - 4
        words = text.paragraph_height(c, self.words, room, "remark", line=1.18) + DESCENT
        tall = max(2 * FACE_R + 4, words) + 2 * PAD
        rest = h - tall - 8
        tall = tall if rest >= LEAST_BELOW else h
        self._paint(c, (x, y, w, tall), level)
        return (x, y + tall + 8, w, rest) if rest >= LEAST_BELOW else (x, y, w, 0.0)

    def _paint(self, c: Canvas, box: Box, level: str) -> None:
        x, y, w, h = box
        left = 2 * FACE_R + 2 * PAD
        room = w - left - PAD - 4
        one = opponent_names.find_character(level)

        def paint(layer: Canvas) -> None:
            shapes.panel(layer, x, y, w, h, "parchment", radius=12)
            if one is not None:
                arms, rank = opponent_names.build_arms(one), opponent_names.get_rank(one)
                portrait.draw(layer, arms, rank, x + PAD + FACE_R, layout.middle(box), FACE_R)
            font = text.fit(layer, self.words, room, h - 2 * PAD, "remark", 1.18)
            tall = text.paragraph_height(layer, self.words, room, font, line=1.18)
            top = y + (h - tall - DESCENT) / 2
            text.paragraph(
                layer, self.words, x + left, top, room, font, "paper.text", line=1.18,
                bold_colour="paper.label",
            )  # fmt: skip

        self._table.panels.draw(c, "coach", (self.words, level), box, paint)


def list_comments(found: Decision, has: Callable[[str], bool]) -> Iterator[Message]:
    """Yield what a coach can say of a decision: reasons for which the coach has a text, those of the best actions
    first."""
    best = sorted(found.considered, key=lambda one: -one.weight)[:LOOKED_AT]
    seen: set[str] = set()
    for one in best:
        for reason in one.reasons:
            id_ = reason.id.replace(".hint.", ".coach.", 1)
            if id_ not in seen and id_ != reason.id and has(id_):
                seen.add(id_)
                yield Message(id_, reason.params)
