"""A moment tried again: the position before a choice that cost something, at the real table, until it is found."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Any

import msgspec

from ai.review.account import WHOLE, Moment
from ai.review.beside import AttemptsBeside
from ai.review.service import Attempt, Attempted, attempted
from engine import practice, save_format
from engine.contract import Message
from engine.folders import FolderError
from engine.practice import Missed
from engine.replay import Rewound
from engine.session import Session
from scenes.menus.levels import level_name
from scenes.shell import entries as games
from scenes.shell.inputs import Input
from scenes.shell.panels import titled
from scenes.table.scripted import Scripted
from sprites.base import icons, shapes, text
from sprites.base.canvas import Canvas

if TYPE_CHECKING:
    from scenes.shell.context import Context
    from scenes.table.play import PlayScene

WIDE, EDGE = 338.0, 14.0
GREEN, RED = "#6cc04a", "#ee5a44"


class Trial:
    """What lies over the table: the question, what became of the answer, and the buttons.

    ``then`` is called when it is left, with whether it is over; ``more`` says whether another one follows.
    """

    def __init__(
        self,
        table: PlayScene[Any],
        whole: Session,
        moment: Moment,
        then: Callable[[bool], None],
        more: bool,
        beside: AttemptsBeside | None = None,
    ) -> None:
        self.table = table
        self.ctx = table.ctx
        self.played = whole
        self.moment = moment
        self.state = "asked"
        """asked, thinking, wrong, failed, right, shown"""
        self.hints = 0
        self.tries = 0
        self.lost = 0
        """What the last wrong choice loses, in millionths."""
        self._then = then
        self._more = more
        self._beside = beside
        self._action = 0

    # --- what a table asks its companion ------------------------------------------------------------

    whole = False
    reading = False
    aside = None

    def holds(self, target: str) -> bool:
        """It watches no control."""
        return False

    def advise(self) -> bool:
        """The lamp of the top bar gives its hint."""
        self.hint()
        return True

    def where(self) -> str:
        """How far the game was."""
        return self.table.where()

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
            self._told(attempted(asked))
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
            self._told(answer)
            if self.over:
                self._carry_out(self._action)

    def _told(self, answer: Attempted) -> None:
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
        """Make a decision for the person below."""
        table = self.table
        table.chosen = None
        if table.viewer is not None and action in table.session.legal(table.viewer):
            table.submit(table.viewer, action)

    def _remember(self) -> None:
        """A moment that was not found at once comes back another day; one that was is found once more."""
        at_once = self.state == "right" and self.tries == 1 and not self.hints
        whole, moment, today = self.played, self.moment, date.today()
        if self.ctx.quiet:
            return

        def write() -> list[Message]:
            kept = practice.kept()
            if at_once:
                after = practice.found(kept, (whole.id, moment.turn, moment.seat), today)
            else:
                raw = msgspec.Raw(msgspec.json.encode(moment))
                one = Missed(whole.id, whole.game, moment.turn, moment.seat, raw, today)
                after = practice.missed(kept, one, today)
            try:
                if after != kept:
                    practice.keep(after)
            except FolderError as error:
                return [error.message]
            return []

        self.ctx.files.do("practice", write)

    # --- the buttons ------------------------------------------------------------------------------

    def hint(self) -> None:
        """First why something else is better, then what it is."""
        if not self.over and self.hints < len(self._hints()):
            self.hints += 1
            self.table.ui.dirty = True

    def _hints(self) -> list[str]:
        names = self.table.names
        found = [self.ctx.say(reason.message(), names) for reason in self.moment.reasons[:1]]
        best = self.table.named(self.moment.best) if not self.over else ""
        return [*found, self.ctx.t("study.try.it_is", best=best)]

    def show(self) -> None:
        """The Master makes the choice."""
        if self.over or self.state == "thinking":
            return
        self._end("shown")
        self._carry_out(self.moment.best)

    def leave(self) -> None:
        """To what comes then."""
        if self._beside is not None:
            self._beside.close()
        self._then(self.over)

    def swallows(self, given: Input) -> bool:
        """H asks for a hint, Space goes on when the moment is over, Esc leaves."""
        if given.kind != "command":
            return False
        if given.name == "back" and self.table.chosen is None:
            self.leave()
        elif given.name == "why":
            self.show()
        elif given.name == "main" and self.over:
            self.leave()
        elif given.name in ("undo", "redo"):
            self.ctx.play("refused")
        else:
            return False
        return True

    # --- drawing ----------------------------------------------------------------------------------

    def draw(self, c: Canvas) -> None:
        """The panel at the right edge; a banner above the table when the choice was good."""
        t, ui = self.ctx.t, self.table.ui
        rows = self._rows()
        heights = [text.paragraph_height(c, row, WIDE - 36, "sans", 15) + 8 for row, _ in rows]
        tall = 56 + sum(heights) + 62
        x, y = c.right - WIDE - EDGE if c.right < 1600 else 1600 - WIDE - EDGE, c.height - tall - self.table.under_aside
        box = (x, y, WIDE, tall)
        ui.cover(box)
        shapes.rounded(c, *box, 10, "#1a100a")
        titled(c, box, t("study.try"), "hint")
        rim = GREEN if self.over else RED if self.state == "wrong" else "gold"
        shapes.rounded(c, *box, 10, rim, alpha=230, border=2)
        yy = y + 52
        for (row, colour), high in zip(rows, heights, strict=True):
            text.paragraph(c, row, x + 18, yy, WIDE - 36, "sans", 15, colour, bold_colour="#ffeec4")
            yy += high
        yy = y + tall - 54
        if self.over:
            words = t("study.try.next" if self._more else "study.try.back")
            ui.button(c, "trial.on", (x + 16, yy, WIDE - 32, 42), words, self.leave, main=True, size=18)
        else:
            wide = (WIDE - 32 - 16) / 3
            more = self.hints < len(self._hints())
            buttons = (
                ("hint", "study.try.hint", self.hint, more),
                ("show", "study.try.show", self.show, self.state != "thinking"),
                ("skip", "study.try.skip", self.leave, True),
            )
            for number, (name, label, act, possible) in enumerate(buttons):
                at = (x + 16 + number * (wide + 8), yy, wide, 42.0)
                ui.button(c, f"trial.{name}", at, t(label), act, enabled=possible, size=14.5)
        if self.state == "right":
            w = max(220.0, text.width(c, t("study.try.right"), "sc_black", 28) + 110)
            shapes.gradient_box(c, 640 - w / 2, 40, w, 46, 8, [(0, "#5c9a3a"), (1, "#33651f")], rim="gold")
            icons.draw(c, "check", 640 - w / 2 + 30, 63, 22, "cream")
            text.draw(c, t("study.try.right"), 652, 63, "sc_black", 26, "cream", "cm", shadow=True, max_w=w - 90)

    def _rows(self) -> list[tuple[str, str]]:
        t = self.ctx.t
        moment = self.moment
        cost = self._percent(moment.cost)
        held, self.table.view = self.table.view, self._before()
        try:
            chosen, best = self.table.named(moment.chosen), self.table.named(moment.best)
            hints = self._hints()[: self.hints]
        finally:
            self.table.view = held
        if self.over:
            rows = [(t("study.try.best", best=best), "cream")]
            rows += [(self.ctx.say(one.message(), self.table.names), "#e6d6b6") for one in moment.reasons[:3]]
            if moment.seen_by:
                rows.append((t("study.try.seen_by", level=level_name(self.ctx, moment.seen_by)), "mute"))
            return rows
        rows = [(t("study.try.asked", cost=cost, chosen=chosen), "cream")]
        if len(self.played.rules.to_act(self.played.course.at(moment.turn).state)) > 1:
            rows.append((t("study.try.on_average"), "mute"))
        rows += [(hint, "#ffe2a0") for hint in hints]
        if self.state == "thinking":
            rows.append((t("study.try.thinking"), "mute"))
        elif self.state == "failed":
            rows.append((t("study.try.failed"), "#ffb49a"))
        elif self.state == "wrong":
            rows.append((t("study.try.wrong", cost=self._percent(self.lost)), "#ffb49a"))
        return rows

    def _before(self) -> dict[str, Any]:
        return self.played.rules.view(self.played.course.at(self.moment.turn).state, self.moment.seat)

    def _percent(self, millionths: int) -> str:
        return self.ctx.t("ui.percent", value=self.ctx.texts.decimal(100 * millionths / WHOLE, 1))


def try_moment(
    ctx: Context, whole: Session, moment: Moment, then: Callable[[bool], None], more: bool
) -> PlayScene[Any]:
    """A table at the position of a moment, with the question over it."""
    seats = [
        msgspec.structs.replace(seat, kind="person", level="") if number == moment.seat
        else msgspec.structs.replace(seat, kind="computer", level=seat.level or "skilled")
        for number, seat in enumerate(whole.seats)
    ]  # fmt: skip
    session = Rewound(whole, moment.turn).play_on(seats, whole.seed, None)
    table = games.table(ctx, session)
    table.opponents = Scripted(ctx, session, (), table.codec)
    table.guide = Trial(table, whole, moment, then, more, None if ctx.quiet else AttemptsBeside())
    return table
