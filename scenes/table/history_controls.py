"""Looking back at a table, and going back: what its log says, what the others did, told once more, undo and redo."""

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial

from engine.contract import View
from engine.session import Update
from engine.storage.folders import FolderError
from scenes.common.occasions import counts_elsewhere
from scenes.shell import routes
from scenes.shell.layers import Line
from scenes.shell.targets import Box
from scenes.table.advice import Hints
from scenes.table.game_log import News, join_reason, list_pointed_places, number_ways
from scenes.table.script import AnyTable
from sprites.base.canvas import Canvas

MOST = 400
"""Updates kept at most; a watcher of a long game sees only the latest again."""


class SeenAgain:
    """Stores the updates of a table since the last decision of seat ``mine``, and the view before them, for a
    replay."""

    def __init__(self, mine: Collection[int], view: View) -> None:
        self._mine = mine
        self._last: View = view
        """The view after the newest update that was heard."""
        self.start: View = view
        self.updates: list[Update] = []
        self.telling = False
        """Whether they are being told once more."""

    def note_update(self, update: Update) -> None:
        """Store a newly shown update; a decision of ``mine``, or an undo, starts the list anew."""
        if self.telling:
            return
        if update.kind == "reset" or update.seat in self._mine or len(self.updates) >= MOST:
            self.updates = []
            self.start = update.view
        else:
            self.updates.append(update)
        self._last = update.view

    def forget(self, view: View) -> None:
        """Drop all updates, because another person looks on, who must not see them."""
        self.updates, self.telling = [], False
        self.start = self._last = view


class LookingBack:
    """Log, replay and explanations of past events at one table."""

    def __init__(self, table: AnyTable, hints: Hints) -> None:
        self._table, self._hints = table, hints
        self.scroll = 0
        """How many of the newest lines of the chronicle are scrolled out of sight."""
        self.line_shown: int | None = None
        """A line of the chronicle that is pointed at in the whole chronicle."""

    # --- the panel --------------------------------------------------------------------------------

    def find_news(self) -> None:
        """Update the table's ``news``, marked places and numbered ways for this frame."""
        table = self._table
        table.chronicle.update()
        comment = table.coach.draw if table.coach.words else None
        notes = table.card_help.list_notes()
        if notes:
            comment = partial(table.card_help.draw, notes, table.coach)
        table.news = replace(self.news(), comment=comment)
        table.spoken_of = self.list_pointed_places()
        fresh = [] if table.spoken_of or table.turn_marks is not None else self.fresh()
        table.recent = fresh
        table.faint = sorted({place for line in fresh for place in line.places})
        table.ways = number_ways(fresh)

    def news(self) -> News:
        """Return the content of the log panel for this frame."""
        table, hints = self._table, self._hints
        since = table.back.last_choice(table.below if table.viewer is None else table.viewer)
        missed = table.shared and table.viewer is not None and since > 0
        aside = None if table.guide is None else table.guide.aside
        return News(
            table.chronicle.all, self.scroll, since, self.open_line, missed, hints.shown, hints.count,
            table.opponents.hinting, aside, hints.rows, self.open,
        )  # fmt: skip

    def scroll_lines(self, lines: float) -> None:
        """Scroll the log panel: back, or forward for negative ``lines``."""
        self.scroll = int(min(max(0, len(self._table.chronicle.all) - 1), max(0, self.scroll + lines)))
        self._table.ui.dirty = True

    def open(self) -> None:
        """Open the whole log."""
        if self._alone():
            self._table.chronicle.update()
            routes.open(self._table.ctx, "chronicle", self._table)

    def _alone(self) -> bool:
        """Whether no guide shows its own task at the table (a lesson, a puzzle)."""
        guide = self._table.guide
        return guide is None or guide.whole

    # --- places on the board ----------------------------------------------------------------------

    def list_pointed_places(self) -> tuple[int, ...]:
        """Return the places that the hovered or focused line of log or advice refers to, here or in the open whole
        log."""
        table = self._table
        shown = None if self.line_shown is None else f"line.{self.line_shown}"
        return list_pointed_places((*table.ui.hot, shown), table.chronicle.all, self._hints.rows)

    def fresh(self) -> list[Line]:
        """Return the log lines since the viewer's last decision, while the next one is pending; else []."""
        table = self._table
        log = table.session.log
        others_last = bool(log) and log[-1].seat != table.viewer
        if not table.again.updates or not table.may_act() or table.guide is not None or not others_last:
            return []
        since = table.back.last_choice(table.viewer or 0)
        return [line for line in table.chronicle.all if line.turn > since > 0]

    # --- once more --------------------------------------------------------------------------------

    def can_see_again(self) -> bool:
        """Whether there are rivals' moves to replay and nothing is being animated."""
        return bool(self._table.again.updates) and not self._table.busy and self._alone()

    def see_again(self) -> None:
        """Replay rivals' moves since the player's last decision."""
        table = self._table
        if not self.can_see_again():
            table.ctx.play("refused")
            return
        table.again.telling = True
        table.queue.extend(table.again.updates)
        table.view = table.again.start
        table.reset_stage()
        table.ui.dirty = True

    # --- why --------------------------------------------------------------------------------------

    def open_line(self, line: Line) -> None:
        """Explain a clicked log line: of a rival's last turn why it was played, of another line the rule behind it."""
        if not self._table.rival_why.open_line(line):
            self.explain_line(line)

    def explain_line(self, line: Line) -> None:
        """Show the rule behind a line of the log."""
        self._say_why(join_reason(line))

    def explain_decision(self) -> str:
        """Return what has to be decided and what usually matters in it; "" without a pending decision."""
        table = self._table
        text_id = f"{table.session.game}.why.{table.view['phase']}"
        return table.ctx.t(text_id) if table.may_act() and table.ctx.texts.has(text_id) else ""

    def explain(self) -> None:
        """Explain the pending decision; without one the last event."""
        why = self.explain_decision() or self._table.hooks.why_last(self._table)
        if why:
            self._say_why(why)

    def _say_why(self, why: str) -> None:
        routes.open(self._table.ctx, "why", self._table.session.game, why)


class TakingBack:
    """Undo and redo at one table."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        self._counts: bool | None = None
        """Whether the end of this game counts elsewhere; None until the game is over."""

    def _find_owner(self) -> int | None:
        """Return whose decisions are taken back; None = anybody's."""
        table = self._table
        return table.people[0] if len(table.people) == 1 else table.viewer

    def state(self) -> tuple[bool, str]:
        """Return (True, ...) if the last decision can be undone now, else False and the text id of the reason."""
        table = self._table
        if table.busy and not table.confirming:
            return False, "ui.undo.reason.busy"
        if table.session.over:
            if self._counts is None:
                self._counts = counts_elsewhere(table.ctx, table.session.id)
            if self._counts:
                return False, "ui.undo.reason.counts"
        return table.session.undo_check(self._find_owner())

    def words(self) -> tuple[bool, str]:
        """Return whether the last decision can be undone now, and the tooltip of the button."""
        possible, reason = self.state()
        return possible, self._table.ctx.t("ui.bar.undo.tip" if possible else reason) if possible or reason else ""

    def undo(self) -> None:
        """Undo the player's last decision, or say why that is impossible; a shown finished turn is only closed. Where
        several people choose at once, they are asked whether all agree."""
        table = self._table
        if table.finished_turn.is_open:
            table.finished_turn.close()
            table.chosen = None
            table.ctx.play("undo")
            table.stay_on()
            return
        table.hooks.drop_plans(table)
        self._ask()
        while table.hooks.is_halfway(table) and self.state()[0]:
            self._ask()

    def redo(self) -> None:
        """Redo an undone decision, or say why that is impossible."""
        table = self._table
        self._redo_step()
        while table.hooks.is_halfway(table) and table.session.redo_check()[0]:
            self._redo_step()

    def _ask(self) -> None:
        """Undo one decision; where several people choose at once, ask whether all agree."""
        table = self._table
        together = len(table.people) > 1 and table.shared and table.ctx.settings.share_keyboard
        if not together or not self.state()[0]:
            self._undo_step()
            return
        t = table.ctx.t
        choices = [("stay", t("ui.cancel"), lambda: None), ("take_back", t("choice.undo.yes"), self._undo_step)]
        table.ctx.ask(t("choice.undo"), t("choice.undo.body"), choices, main=0)

    def _undo_step(self) -> None:
        self._step(self.state(), self._table.session.undo)

    def _redo_step(self) -> None:
        self._step(self._table.session.redo_check(), lambda seat: self._table.session.redo())

    def draw_button(self, c: Canvas, box: Box, icon: str | None = "undo") -> None:
        """Draw the undo button; while it is disabled its tooltip says why."""
        possible, tip = self.words()
        table, t = self._table, self._table.ctx.t
        table.ui.button(
            c, "undo", box, t("ui.undo.button"), table.back.undo, enabled=possible, icon=icon,
            tip=(t("ui.bar.undo"), tip),
        )  # fmt: skip

    def last_choice(self, seat: int) -> int:
        """Return the number of decisions up to and including the last one of a seat; 0 without one."""
        log = self._table.session.log
        return next((turn + 1 for turn in range(len(log) - 1, -1, -1) if log[turn].seat == seat), 0)

    def _step(self, check: tuple[bool, str], step: Callable[[int | None], object]) -> None:
        table = self._table
        possible, reason = check
        if not possible:
            table.ctx.play("refused")
            if reason:
                table.ctx.toast(table.ctx.t(reason))
            return
        table.runner.drop()
        table.opponents.forget()
        table.hints.drop()
        table.ctx.play("undo")
        try:
            step(self._find_owner())
        except FolderError as error:
            table.turns.report_folder_error(error)
        table.speeches.forget(len(table.told))
        table.bubble.dismiss()
        table.finished = False  # the game stands where it was: nobody has won it yet
        table.tell()
