"""The tables of a day as sealed letters, its puzzle, the month, and a line to tell others."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import TYPE_CHECKING

import msgspec

from ai.daily_benchmark import BenchmarkWorker, make_order
from ai.levels import LEVELS
from engine import registry
from engine.content import daily_challenge, puzzles
from engine.content.daily_challenge import (
    FIRST,
    KEPT,
    DailyResults,
    Day,
    Try,
)
from engine.contract import Message
from engine.storage import statistics
from engine.storage.folders import FolderError
from engine.storage.statistics import PlayedGame
from scenes.common.level_names import level_name
from scenes.daily import accuracy, letters, month, playing
from scenes.shell import routes
from scenes.shell.dialog import introduce
from scenes.shell.i18n import format_day
from scenes.shell.inputs import Input
from scenes.shell.panels import draw_titled_panel
from scenes.shell.stack import Scene
from scenes.shell.targets import Box
from scenes.shell.text_field import copy_text
from scenes.table import game_screens
from sprites.base import backdrop, controls, icons, layout, shapes, text, wax
from sprites.base.canvas import Canvas
from sprites.base.timeline import Timeline

if TYPE_CHECKING:
    from scenes.shell.context import Context

LEFT, WIDE, TOP = 24.0, 1072.0, 226.0
BREAK_MS, RISE_MS = 340.0, 300.0
"""A seal cracks; a sheet is drawn out."""
PAST_DAYS = 60
"""So far back a day is looked for that is still open."""


class Today(Scene):
    """One day. ``days`` is given where they are known already (the way back from a puzzle, pictures, tests); with
    ``today`` the clock of the computer is not asked (pictures, tests)."""

    name = "today"
    music = "title"

    def __init__(
        self, ctx: Context, day: date | None = None, days: DailyResults | None = None, today: date | None = None
    ) -> None:
        super().__init__(ctx)
        self._fixed = today
        self.today = self._clock()
        self.days = ctx.progress(KEPT) if days is None else days
        self.timeline = Timeline()
        self.cracked = self.risen = 1.0
        """How far the seal of the chosen letter is broken, and the sheets are out."""
        self._levels: BenchmarkWorker | None = None
        self._of: tuple[date, str] | None = None
        """Whose places the levels work out."""
        self._found: dict[str, PlayedGame] | None = None
        self.lost: dict[str, int] = {}
        """Cost of the player's choices by game in percent, where an analysis exists."""
        self._lost: tuple[date, dict[str, int]] | None = None
        self.show(day or self.today)

    # --- which day ----------------------------------------------------------------------------------------

    def show(self, day: date) -> None:
        """Show another day."""
        self.day = day
        self.month = max(day, FIRST).replace(day=1)
        self.games = daily_challenge.games(day)
        self.tables = {game: daily_challenge.table(day, game) for game in self.games}
        self.puzzle = daily_challenge.puzzle(day)
        open_ = [game for game in self.games if not self.get_try(game).place]
        self.chosen = (open_ or self.games or [""])[0]
        self.lost = {}
        self._ask_for_losses()
        self.ui.dirty = True

    def _clock(self) -> date:
        """The day that it is, by a clock that may stand anywhere."""
        if self._fixed is not None:
            return self._fixed
        try:
            return date.today()
        except (ValueError, OverflowError, OSError):  # beyond the year 9999
            return date.max

    @property
    def before_all(self) -> bool:
        """Whether the day lies before the first that has letters, as a clock says that has lost its battery."""
        return self.day < FIRST

    def _follow_clock(self) -> None:
        """Over midnight today is another day: its letters are laid out, unless one of the past is looked at."""
        now = self._clock()
        if now == self.today:
            return
        before, self.today = self.today, now
        if self.day == before or self.day > now:
            self.show(now)
            self.ctx.toast(self.ctx.t("today.new_day"))
        self.ui.dirty = True

    def opener(self, day: date) -> Callable[[], None]:
        """Show a day that was pointed at."""

        def call() -> None:
            self.show(day)

        return call

    def turn_month(self, by: int) -> None:
        """Another month of the calendar; the letters stay."""
        there = month.add_months(self.month, by)
        if FIRST <= there <= self.today:
            self.month = there
            self.ui.dirty = True

    @property
    def made(self) -> Day:
        """Result of this day."""
        return self.days.get(self.day)

    def get_try(self, game: str) -> Try:
        """The counted try at a table of this day."""
        return self.made.tables.get(game, Try())

    def past(self) -> None:
        """Today again, or the last day before that still has a sealed letter."""
        self.today = self._clock()
        if self.day != self.today:
            self.show(self.today)
            return
        for back in range(1, PAST_DAYS):
            day = self.today - timedelta(back)
            if day >= FIRST and not playing.complete(day, self.days, daily_challenge.games(day)):
                self.show(day)
                return
        self.ctx.play("refused")

    # --- coming, going, time --------------------------------------------------------------------------------

    def enter(self) -> None:
        """See whether a game of a letter has ended meanwhile; a file of days that is no good is told."""
        self._look()
        wrong = daily_challenge.trouble()
        if wrong:
            self.ctx.ask(self.ctx.t("today.bad"), wrong, [("ok", self.ctx.t("ui.ok"), lambda: None)])

    def resume(self) -> None:
        """Back from a game."""
        super().resume()
        self.today = self._clock()  # the letter that was played stays before the player, over midnight too
        self._look()
        self._ask_for_losses()

    def leave(self) -> None:
        """Stop waiting for the levels' games."""
        self._stop()

    def pause(self) -> None:
        """At a table the opponents think; the levels wait."""
        self._stop()

    def _stop(self) -> None:
        if self._levels is not None:
            self._levels.close()
            self._levels = self._of = None

    def _look(self) -> None:
        self.cracked = 1.0
        ids = playing.list_unsettled_games(self.days)
        if self.ctx.quiet or not ids:
            return

        def work() -> list[Message]:
            told: list[Message] = []
            try:
                self._found = statistics.find_games(ids, told)
            except FolderError as error:
                told.append(error.message)
            return told

        self.ctx.records.submit("days", work)

    def _ask_for_losses(self) -> None:
        """Read the analyses of the day's counted games, in the background."""
        day, tables, tries = self.day, dict(self.tables), dict(self.made.tables)
        if self.ctx.quiet or not any(one.place for one in tries.values()):
            return

        def work() -> list[Message]:
            self._lost = (day, accuracy.lost(tables, tries))
            return []

        self.ctx.records.submit("losses", work)

    @property
    def moving(self) -> bool:
        """Whether something is in motion."""
        return self.timeline.active

    def update(self, ms: float) -> None:
        """Take in ends of games and places of levels."""
        self.timeline.update(ms)
        if self.ctx.stack.top is self and not self.moving:
            self._follow_clock()
        if self._found is not None:
            found, self._found = self._found, None
            if playing.settle(self.days, found):
                self.ctx.keep(KEPT, self.days)
                if not (self.ctx.instant or self.ctx.reduced):
                    self.risen = 0.0
                    self.timeline.tween(self, RISE_MS, risen=1.0)
                self.ctx.play("card_lift")
            self.ui.dirty = True
        if self._lost is not None:
            (day, found_losses), self._lost = self._lost, None
            if day == self.day:
                self.lost = found_losses
                self.ui.dirty = True
        self._compare()
        if self.moving:
            self.ui.dirty = True

    def _compare(self) -> None:
        """Have the levels play the chosen table once it has been played, as long as it is looked at."""
        game = self.chosen
        one = self.get_try(game) if game else Try()
        missing = [level for level in LEVELS if level not in one.levels]
        if self._levels is not None and self._of != (self.day, game):
            self._stop()
        if self._levels is None and self._of is None and one.place and missing and not self.ctx.quiet:
            self._of = (self.day, game)
            self._levels = BenchmarkWorker(make_order(self.tables[game], missing))
        if self._levels is None:
            self._of = self._of if self._of == (self.day, game) else None
            return
        for placed in self._levels.poll():
            one = self.get_try(game)
            more = {**one.levels, placed.level: placed.place}
            self.days.record_try(self.day, game, msgspec.structs.replace(one, levels=more))
            self.ctx.keep(KEPT, self.days)
            self.ui.dirty = True
        if not self._levels.working:
            self._levels = None
            self.ui.dirty = True

    # --- what is done ------------------------------------------------------------------------------------------

    def chooser(self, game: str) -> Callable[[], None]:
        """Choose a letter; chosen again it is opened."""

        def call() -> None:
            if game == self.chosen:
                self.open()
            self.chosen = game
            self.ui.dirty = True

        return call

    def open(self) -> None:
        """The amber button: break the seal, go on, or once more."""
        if not self.chosen or self.moving:
            return
        if self.get_try(self.chosen).id or self.ctx.instant or self.ctx.reduced:
            self._begin()
            return
        self.ctx.play("crack")
        self.cracked = 0.0
        self.timeline.tween(self, BREAK_MS, end=self._begin, cracked=1.0)
        self.ui.dirty = True

    def _begin(self) -> None:
        table, one = self.tables[self.chosen], self.get_try(self.chosen)
        self._stop()
        if one.id and not one.place:
            playing.go_on(self.ctx, self.days, table)
        else:
            playing.start(self.ctx, self.days, table)

    def open_puzzle(self) -> None:
        """The puzzle of the day, at its table."""
        playing.start_puzzle(self.ctx, self.days, self.day)

    def line(self) -> str:
        """Places and tries of the day, and nothing else."""
        t = self.ctx.t
        parts = [t("today.line.head", day=self.day.day, month=t(f"ui.month.{self.day.month}"))]
        for game in self.games:
            one = self.get_try(game)
            said = f"{one.place}/{self.tables[game].seats}" if one.place else "–"
            said += f" ({t('ui.load.advised')})" if one.advised else ""
            parts.append(f"{t(f'{game}.short')} {said}")
        parts.append(t("today.line.puzzle", said=self._tries()))
        return " · ".join(parts)

    def _tries(self) -> str:
        return self.ctx.t("today.tries", n=self.made.tries) if self.made.solved else "–"

    def copy(self) -> None:
        """The line, for whatever it is put into."""
        if not copy_text(self.line()):
            self.ctx.ask(self.ctx.t("today.tell"), self.line(), [("ok", self.ctx.t("ui.ok"), lambda: None)])
            return
        self.ctx.toast(self.ctx.t("today.copied"))

    def back(self) -> None:
        """Go back to the title."""
        routes.go(self.ctx, "title")

    def handle(self, given: Input) -> bool:
        """Space opens the chosen letter, Esc goes back, the page keys turn the calendar, Ctrl+C copies the line."""
        if given.kind != "command":
            return False
        keys: dict[str, Callable[[], None]] = {
            "main": self.open, "back": self.back, "copy": self.copy,
            "page_up": lambda: self.turn_month(-1), "page_down": lambda: self.turn_month(1),
        }  # fmt: skip
        if given.name not in keys:
            return False
        keys[given.name]()
        return True

    # --- drawing ---------------------------------------------------------------------------------------------

    def date_words(self, day: date | None = None) -> str:
        """The day that is shown, or another one, with its weekday, as the language writes it."""
        return format_day(self.ctx.texts, day or self.day)

    @property
    def left(self) -> int:
        """How many letters of the day are still sealed, the puzzle among them."""
        return self.days.count_sealed_letters(self.day)

    def heading(self) -> str:
        """Return the line above the letters."""
        if self.before_all:
            return self.ctx.t("today.clock")
        return self.ctx.t("today.letters", n=self.left) if self.left else self.ctx.t("today.letters.none")

    def draw(self, c: Canvas) -> None:
        """Draw the letters, what lies below them, and the calendar at their side."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        shapes.glow(c, 560, 300, 620, "base/candle", 34, 1.0, 0.6)
        controls.top_bar(c, t("today.title"), self.date_words(), "ph-calendar-blank")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.back, tip=(t("ui.back"), ""))
        text.draw(c, self.heading(), 560, 92, "banner", "text.title", "cm", shadow=True, max_w=1040)
        if self.before_all:
            words = t("today.clock.body", date=self.date_words(), first=self.date_words(FIRST))
            text.paragraph(c, words, 200, 250, 720, "title", "text", "c")
        text.draw(c, t("today.same"), 560, 126, "aside", "text.soft", "cm", max_w=1040)
        shift = (c.height - 900) * 0.4
        gap = 29.0
        w = min(wax.WIDE, (WIDE + gap) / max(1, len(self.games)) - gap)
        row = layout.centre((LEFT, TOP + shift, WIDE, wax.HIGH), len(self.games) * (w + gap) - gap, wax.HIGH)
        for game, box in zip(self.games, layout.columns(row, len(self.games), gap=gap), strict=True):
            letters.draw_letter(self, c, game, box)
        self._levels_line(c, TOP + shift + 418)
        puzzle, telling = layout.columns((LEFT, c.height - 232, WIDE, 150.0), [400.0, 660.0], gap=12)
        self._puzzle(c, puzzle)
        self._telling(c, telling)
        month.draw(self, c, (1120, 66, 456, c.height - 148))
        y = c.height - 68
        self.ui.button(c, "back", (LEFT, y, 200, 50), t("ui.back"), self.back, icon="left")
        text.draw(c, t("today.foot"), 660, y + 25, "remark", "text.muted", "cm", max_w=830)
        label = t("today.title" if self.day != self.today else "today.past")
        self.ui.button(c, "past", (1336, y, 240, 50), label, self.past, icon="history")

    def _levels_line(self, c: Canvas, y: float) -> None:
        """How the five levels did at the chosen table, once it has been played."""
        if not self.chosen or not self.get_try(self.chosen).place:
            return
        t, one = self.ctx.t, self.get_try(self.chosen)
        parts = []
        for level in LEVELS:
            place = one.levels.get(level)
            parts.append(f"{level_name(self.ctx, level)} {'?' if place is None else place}")
        words = t("today.levels", levels=" · ".join(parts))
        missing = len(one.levels) < len(LEVELS)
        if missing and self._levels is None and self._of == (self.day, self.chosen):
            words = f"{words} · {t('study.stopped.again')}"
            self.ui.zone("levels", (30, y - 15, 1060, 30), self._compare_again, label=t("study.stopped.again"))
        text.draw(c, words, 560, y, "body", "text.soft", "cm", max_w=1060)

    def _compare_again(self) -> None:
        """Have the levels play on that have not been able to finish; what was found is kept."""
        self._of = None
        self.ui.dirty = True

    def _puzzle(self, c: Canvas, box: Box) -> None:
        """Draw the fifth letter, the puzzle of the day."""
        x, y, w, h = box
        t = self.ctx.t
        game, name = self.puzzle
        state = self.ui.zone("puzzle", box, self.open_puzzle, enabled=bool(game), radius=12)
        shapes.panel(c, *box)
        if state in ("hover", "pressed"):
            shapes.round_rect(c, *box, 12, "edge.bright", border=1.6)
        wax.seal(c, wax.build_wax(wax.GREEN, month.PUZZLE_ICON), x + 62, y + h / 2, 38, broken=self.made.tries > 0)
        title = t("today.puzzle")
        text.draw(c, title, x + 118, y + 34, "heading", "text.title", "lm", shadow=True, max_w=w - 134)
        if not game:
            return
        at = daily_challenge.find_puzzle(game, name)
        theme = (
            t(puzzles.theme_id(game, puzzles.load_puzzles(game)[at].theme))
            if at is not None
            else t("today.puzzle.gone")
        )
        said = f"{game_screens.short_name(self.ctx, game)}\u00a0· {theme}"
        high = text.paragraph(c, said, x + 118, y + 50, w - 134, "body", "text.soft")
        row = max(y + 104, y + 50 + high + 16)
        if self.made.solved:
            shapes.outline(c, "circle", x + 128, row, 10, [(0, "good.high"), (1, "good.low")], rim="good.ink")
            icons.draw(c, "check", x + 128, row, 11, "good.ink")
            words = t("today.puzzle.solved", n=self.made.tries)
            text.draw(c, words, x + 146, row, "strong", "text.good", "lm", max_w=w - 160)
        else:
            words = t("today.puzzle.open") if not self.made.tries else t("today.puzzle.tried", n=self.made.tries)
            text.draw(c, words, x + 118, row, "remark", "text.muted", "lm", max_w=w - 134)

    def _telling(self, c: Canvas, box: Box) -> None:
        """The line to tell others, with its button."""
        x, y, w, _ = box
        t = self.ctx.t
        draw_titled_panel(c, box, t("today.tell"), note=t("today.tell.note"))
        shapes.round_rect(c, x + 16, y + 52, w - 32, 42, 9, "veil", alpha=230)
        shapes.round_rect(c, x + 16, y + 52, w - 32, 42, 9, "edge", alpha=110, border=1)
        text.draw(c, self.line(), x + 32, y + 73, "strong", "text.bright", "lm", max_w=w - 64)
        text.draw(c, t("today.tell.body"), x + 18, y + 121, "remark", "text.muted", "lm", max_w=w - 190)
        self.ui.button(c, "copy", (x + w - 156, y + 102, 140, 38), t("today.copy"), self.copy, icon="copy")


def introduce_today(ctx: Context) -> None:
    """Explain the letters when they are opened for the first time."""
    introduce(ctx, "today", _picture)


def _picture(c: Canvas, x: float, y: float) -> None:
    """Draw the picture of the introduction: the seals of the games in a row, and that of the puzzle."""
    waxes = [wax.build_wax(info.cover.colour, info.emblem) for info in registry.games()]
    waxes.append(wax.build_wax(wax.GREEN, month.PUZZLE_ICON))
    for k, each in enumerate(waxes):
        wax.seal(c, each, x + (k - (len(waxes) - 1) / 2) * 88, y - 2, 37)
