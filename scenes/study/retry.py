"""A moment tried again: the position before a choice that cost something, at the real table, until it is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from ai.analysis.report import WHOLE, Moment
from ai.analysis.worker import (
    Attempt,
    AttemptResult,
    AttemptWorker,
    answer_attempt,
)
from engine.content import spaced_repetition
from engine.content.spaced_repetition import Missed
from engine.contract import Message
from engine.replay import Rewound
from engine.session import Session
from engine.storage import save_format
from engine.storage.folders import FolderError
from scenes.common.level_names import level_name
from scenes.common.turn_sentence import tell_part
from scenes.shell.inputs import Input
from scenes.shell.targets import Box
from scenes.study import retry_view
from scenes.study.turn_lines import find_difference, make_lines
from scenes.table import game_screens as games
from scenes.table.companion import Aside
from scenes.tutorial.lessons import get_voice
from scenes.tutorial.scripted_opponents import Scripted
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.table.table_scene import PlayScene

WIDE, TALL = 338.0, 240.0
GREEN, RED = "right", "wrong"
MENTOR = "aldous"
"""Who asks, and says what is better."""
REASONS = 2


class Trial:
    """What lies over the table: the question, what became of the answer, and the buttons.

    ``then`` is called when it is left, with whether the next one is wanted; it is moment ``number`` of ``of``.
    """

    def __init__(
        self,
        table: PlayScene[Any],
        whole: Session,
        moment: Moment,
        then: Callable[[bool], None],
        number: int,
        of: int,
        beside: AttemptWorker | None = None,
    ) -> None:
        self.voice = get_voice(table.ctx, MENTOR)
        self.number, self.of = number, of
        self._box: Box | None = None
        self.table = table
        self.ctx = table.ctx
        self.played = whole
        self.moment = moment
        self._lines = make_lines(whole, whole.id, moment)
        self.state = "asked"
        """asked, thinking, wrong, failed, right, shown"""
        self.hints = 0
        self.tries = 0
        self.lost = 0
        """What the last wrong choice loses, in millionths."""
        self._then = then
        self._beside = beside
        self._action = 0

    # --- what a table asks its companion ------------------------------------------------------------

    whole = False
    helps = True
    way_out = None
    reading = False

    def holds(self, target: str) -> bool:
        """Return False: a retry watches no control of the table."""
        return False

    def advise(self) -> bool:
        """The lamp of the top bar gives its hint."""
        self.hint()
        return True

    def describe_progress(self) -> str:
        """Which of the moments it is, and how far the game was."""
        if self.of < 2:
            return self.table.describe_progress()
        return self.ctx.t("study.try.where", n=self.number, of=self.of) + " · " + self.table.describe_progress()

    # --- the choice -------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether it has been found or shown."""
        return self.state in ("right", "shown")

    def allows(self, action: int) -> bool:
        """A good choice is carried out and ends the moment; any other one is taken back before it is made."""
        if self.over or self.state == "thinking":
            return False
        self.tries += 1
        moment = self.moment
        if action in moment.right:
            self._end("right")
            return True
        if action == moment.chosen:
            self._wrong(moment.cost)
            return False
        self._action = action
        asked = Attempt(save_format.encode(self.played.record()), moment.turn, moment.seat, moment.best, action)
        if self._beside is None:
            self._explain(answer_attempt(asked))
            return self.over
        self.state = "thinking"
        self._beside.ask(asked)
        return False

    def update(self, ms: float) -> None:
        """Take in what the Master says of a choice."""
        if self.state != "thinking" or self._beside is None:
            return
        answer = self._beside.poll()
        if answer is None:
            return
        self.table.ui.dirty = True
        if answer == "failed":
            self.state = "failed"
        else:
            self._explain(answer)
            if self.over:
                self._carry_out(self._action)

    def _explain(self, answer: AttemptResult) -> None:
        if answer.clear:
            self._wrong(answer.lost)
        else:
            self._end("right")

    def _wrong(self, lost: int) -> None:
        self.state, self.lost = "wrong", lost
        self.table.chosen = None
        self.ctx.play("refused")
        self.table.ui.dirty = True

    def _end(self, state: str) -> None:
        self.state = state
        self._remember()
        self.table.ui.dirty = True

    def _carry_out(self, action: int) -> None:
        """Make a decision for the bottom seat."""
        table = self.table
        table.chosen = None
        if table.viewer is not None and action in table.session.legal(table.viewer):
            table.submit(table.viewer, action)

    def _remember(self) -> None:
        """A moment that was not found at once comes back another day; one that was is found once more."""
        at_once = self.state == "right" and self.tries == 1 and not self.hints
        whole, moment, today = self.played, self.moment, spaced_repetition.today()
        if self.ctx.quiet:
            return

        raw = msgspec.Raw(msgspec.json.encode(moment))
        one = Missed(whole.id, whole.game, moment.turn, moment.seat, raw, today)

        def changed(listed: tuple[Missed, ...]) -> tuple[Missed, ...]:
            return (
                spaced_repetition.record_success(listed, one.key, today)
                if at_once
                else spaced_repetition.record_miss(listed, one, today)
            )

        def write() -> list[Message]:
            try:
                spaced_repetition.change(changed)
            except FolderError as error:
                return [error.message]
            return []

        self.ctx.files.submit(f"practice {one.key}", write)

    # --- the buttons ------------------------------------------------------------------------------

    def hint(self) -> None:
        """First why something else is better, then what it is."""
        if not self.over and self.hints < len(self._hints()):
            self.hints += 1
            self.table.ui.dirty = True

    def _hints(self) -> list[str]:
        names = self.table.names
        found = [self.ctx.say(reason.message(), names) for reason in self.moment.reasons[:1]]
        best = "" if self.over else self._name_choice(1)
        return [*found, self.ctx.t("study.try.it_is", best=best)]

    def show(self) -> None:
        """Let the Master make the choice."""
        if self.over or self.state == "thinking":
            return
        self._end("shown")
        self._carry_out(self.moment.best)

    def leave(self) -> None:
        """To what comes then: when it is over the next moment, else back."""
        self._leave(self.over)

    def skip(self) -> None:
        """To the next moment, if there is one; this one may come back another day."""
        if self.more:
            self._leave(True)
        else:
            self.ctx.play("refused")

    @property
    def more(self) -> bool:
        """Whether another moment follows."""
        return self.number < self.of

    def _leave(self, on: bool) -> None:
        if self._beside is not None:
            self._beside.close()
        self._then(on)

    def describe_spoken(self) -> str:
        """Return what the mentor says, with the small print."""
        return " ".join([*self.speech(), self.note()]).strip()

    def find_spoken_target(self) -> str:
        """Return "": the better choice has to be found."""
        return ""

    def takes_main(self) -> bool:
        """The amber button is the table's."""
        return False

    def swallows(self, given: Input) -> bool:
        """H asks for a hint, W shows the answer, N goes on to the next moment, Space does when this one is over, Esc
        leaves."""
        if given.kind != "command":
            return False
        if given.name == "back" and self.table.chosen is None:
            self.leave()
        elif given.name == "why":
            self.show()
        elif given.name == "skip":
            self.skip()
        elif given.name == "main" and self.over:
            self.leave()
        elif given.name in ("undo", "redo"):
            self.ctx.play("refused")
        else:
            return False
        return True

    # --- what it says -----------------------------------------------------------------------------

    def speech(self) -> list[str]:
        """What the mentor says now, sentence by sentence."""
        t, moment = self.ctx.t, self.moment
        chosen, best = self._name_choice(0), self._name_choice(1)
        hints = self._hints()[: self.hints]
        if self.over:
            said = [self.ctx.say(one.message(), self.table.names) for one in moment.reasons[:REASONS]]
            return [t("study.try.best", best=best), *said]
        if self.state == "thinking":
            return [t("study.try.thinking")]
        if self.state == "failed":
            return [t("study.try.failed")]
        asked = t("study.try.asked", cost=self._percent(moment.cost), chosen=chosen)
        if self.state == "wrong":
            return [t("study.try.wrong", cost=self._percent(self.lost)), *hints]
        return hints or [asked]

    def note(self) -> str:
        """Small print below the text."""
        t = self.ctx.t
        if self.over:
            seen = self.moment.seen_by
            return t("study.try.seen_by", level=level_name(self.ctx, seen)) if seen else ""
        together = len(self.played.rules.to_act(self.played.course.get_position(self.moment.turn).state)) > 1
        return t("study.try.on_average") if together and not self.hints and self.state == "asked" else ""

    def chances(self) -> list[tuple[str, int, str]]:
        """The chance to win with the choice that was played, and with the one made now, once it has been judged: name,
        millionths, colour."""
        moment = self.moment
        if not moment.expected:
            return []
        found = [("study.try.then", max(0, moment.expected - moment.cost), RED)]
        if self.over:
            found.append(("study.try.now", moment.expected, GREEN))
        elif self.state == "wrong":
            found.append(("study.try.now", max(0, moment.expected - self.lost), RED))
        return found

    def ways(self) -> list[tuple[str, str, Callable[[], None], bool]]:
        """The buttons below: name, icon, what they do, whether they can be used."""
        waits = self.state == "thinking"
        found = [
            ("hint", "hint", self.hint, self.hints < len(self._hints())),
            ("show", "eye", self.show, not waits),
            ("skip", "skip", self.skip, self.more),
        ]
        return [*found, ("back", "ph-arrow-left", self.leave, True)]

    # --- drawing ----------------------------------------------------------------------------------

    @property
    def aside(self) -> Aside | None:
        """Drawing function of the panel that replaces the game log."""
        return self._take_place

    def _take_place(self, c: Canvas, box: Box) -> None:
        self._box = box

    def draw(self, c: Canvas) -> None:
        """The mentor in place of the chronicle; a banner above the table when the choice was good."""
        retry_view.draw(self, c, self._box or (c.right - WIDE, c.height - TALL, WIDE, TALL))

    def _name_choice(self, of: int) -> str:
        """What the played turn (0) or the better one (1) does first that the other one does not; the name of the
        decision where the moment is no turn."""
        part = None if self._lines is None else find_difference(self._lines, of)
        if part is not None:
            return tell_part(self.ctx.texts, part, self.table.names).replace("*", "")
        if self._lines is not None:
            return self.ctx.t("ui.turn.nothing")
        table, moment, course = self.table, self.moment, self.played.course
        held, table.view = table.view, self.played.rules.view(course.get_position(moment.turn).state, moment.seat)
        try:
            return table.name_action(moment.best if of else moment.chosen)
        finally:
            table.view = held

    def _percent(self, millionths: int) -> str:
        return self.ctx.t("ui.percent", value=self.ctx.texts.decimal(100 * millionths / WHOLE, 1))


def try_moment(
    ctx: Context, whole: Session, moment: Moment, then: Callable[[bool], None], number: int = 1, of: int = 1
) -> PlayScene[Any]:
    """Open a table at the position of a moment, with the question in place of the log."""
    seats = [
        msgspec.structs.replace(seat, kind="person", level="") if number == moment.seat
        else msgspec.structs.replace(seat, kind="computer", level=seat.level or "skilled")
        for number, seat in enumerate(whole.seats)
    ]  # fmt: skip
    session = Rewound(whole, moment.turn).play_on(seats, whole.seed, None)
    table = games.table(ctx, session)
    table.opponents = Scripted(ctx, session, (), table.codec)
    table.guide = Trial(table, whole, moment, then, number, of, None if ctx.quiet else AttemptWorker())
    return table
