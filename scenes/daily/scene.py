"""The tables of a day as sealed letters, its puzzle, the month, and a line to tell others."""

from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial

import msgspec

from ai.daily_benchmark import BenchmarkWorker, make_order
from ai.levels import LEVELS
from engine import registry
from engine.content import daily_challenge, puzzles, spaced_repetition
from engine.content.daily_challenge import FIRST, KEPT, DailyResults, Day, Try
from engine.contract import Message
from engine.storage import statistics
from engine.storage.folders import FolderError
from engine.storage.statistics import PlayedGame
from scenes.common.opponent_names import level_name
from scenes.daily import letters
from scenes.daily.letters import PUZZLE_ICON, add_months, make_letter, make_month
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.i18n import format_day
from scenes.shell.page import Page, introduce
from scenes.shell.parts import Act, Parts
from scenes.shell.text_field import copy_text
from scenes.table import game_screens
from sprites.base import icons, layout, shapes, text, wax
from sprites.base.canvas import Canvas
from sprites.base.drawn_words import tell_as_one
from sprites.base.layout import Box, Part
from sprites.base.timeline import Timeline

BREAK_MS, RISE_MS = 340.0, 300.0
"""A seal cracks; a sheet is drawn out."""
BARS = "\u25ae\u25af"
"""A star that was won, and one that was not, in the sum that is shared."""
PAST_DAYS = 60
"""So far back a day is looked for that is still open."""


class Today(Page):
    """Page of the daily challenge of one day. ``days``: results, if known already (after a puzzle, in pictures, tests);
    ``today``: replaces the clock (pictures, tests)."""

    name = "today"
    music = "title"
    head, icon = "today.title", "ph-calendar-blank"
    margin, top, low = 24.0, 66.0, 84.0

    def __init__(
        self, ctx: Context, day: date | None = None, days: DailyResults | None = None, today: date | None = None
    ) -> None:
        super().__init__(ctx)
        self._fixed = today
        self.today = self._clock()
        self.person = ctx.person
        """Whose letters these are."""
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
        """Show the challenge of another day."""
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
        return self._fixed or spaced_repetition.today()

    @property
    def before_all(self) -> bool:
        """Whether the day is before the first daily challenge, as with a computer clock that was reset."""
        return self.day < FIRST

    def _follow_clock(self) -> None:
        """After midnight show the new day, unless an earlier one is open."""
        now = self._clock()
        if now == self.today:
            return
        before, self.today = self.today, now
        if self.day == before or self.day > now:
            self.show(now)
            self.ctx.toast(self.ctx.t("today.new_day"))
        self.ui.dirty = True

    def turn_month(self, by: int) -> None:
        """Show the calendar ``by`` months later; the chosen day stays."""
        there = add_months(self.month, by)
        if FIRST <= there <= self.today:
            self.month = there
            self.ui.dirty = True

    @property
    def made(self) -> Day:
        """The stored results of this day."""
        return self.days.get(self.day)

    def get_try(self, game: str) -> Try:
        """Return the counted try of a game on this day; an empty one if there is none."""
        return self.made.tables.get(game, Try())

    def past(self) -> None:
        """Show today; from today the last earlier day with an unplayed table or puzzle."""
        self.today = self._clock()
        if self.day != self.today:
            self.show(self.today)
            return
        for back in range(1, PAST_DAYS):
            day = self.today - timedelta(back)
            if day >= FIRST and not letters.is_complete(day, self.days, daily_challenge.games(day)):
                self.show(day)
                return
        self.ctx.play("refused")

    # --- coming, going, time --------------------------------------------------------------------------------

    def enter(self) -> None:
        """Record the ends of this day's games; an invalid file of days is reported."""
        self._look()
        routes.call(self.ctx, "ask_who_plays")
        wrong = daily_challenge.trouble()
        if wrong:
            self.ctx.ask(self.ctx.t("today.bad"), wrong)

    def resume(self) -> None:
        """Refresh the page after a game."""
        super().resume()
        if self.person != self.ctx.person:
            self.person, self.days = self.ctx.person, self.ctx.progress(KEPT)
            self.show(self.day)
        self.today = self._clock()  # the letter that was played stays before the player, over midnight too
        self._look()
        self._ask_for_losses()

    def pause(self) -> None:
        """Stop the simulated games of the levels while a table lies above, whose opponents need the processor."""
        if self._levels is not None:
            self._levels.close()
            self._levels = self._of = None

    leave = pause

    def _look(self) -> None:
        self.cracked = 1.0
        # those counted of which no end is known
        ids = {one.id for day in self.days.days.values() for one in day.tables.values() if not one.place and one.id}
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
        """Read what the player's choices cost in the day's counted games, in the background."""
        day, tables, tries = self.day, dict(self.tables), dict(self.made.tables)
        if self.ctx.quiet or not any(one.place for one in tries.values()):
            return

        def work() -> list[Message]:
            self._lost = (day, letters.measure_losses(tables, tries))
            return []

        self.ctx.records.submit("losses", work)

    @property
    def moving(self) -> bool:
        """Whether something is animated."""
        return self.timeline.active

    def update(self, ms: float) -> None:
        """Show the results of ended games, and the places of the levels."""
        self.timeline.update(ms)
        if self.ctx.stack.top is self and not self.moving:
            self._follow_clock()
        if self._found is not None:
            found, self._found = self._found, None
            if letters.settle(self.days, found):
                self.ctx.keep(KEPT, self.days, self.person)
                left = [game for game in self.games if not self.get_try(game).place]
                if left and self.get_try(self.chosen).place:  # what comes next
                    self.chosen = left[0]
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
        """Let the levels play the chosen table in the background, once the player has played it."""
        game = self.chosen
        one = self.get_try(game) if game else Try()
        missing = [level for level in LEVELS if level not in one.levels]
        if self._levels is not None and self._of != (self.day, game):
            self.pause()
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
            self.ctx.keep(KEPT, self.days, self.person)
            self.ui.dirty = True
        if not self._levels.working:
            self._levels = None
            self.ui.dirty = True

    # --- what is done ------------------------------------------------------------------------------------------

    def choose(self, game: str) -> None:
        """Choose a game's letter; chosen already, it is opened."""
        if game == self.chosen:
            self.open()
        self.chosen = game
        self.ui.dirty = True

    def open(self) -> None:
        """Begin the chosen table, continue it, or repeat it (the main button)."""
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
        self.pause()
        if one.id and not one.place:
            letters.go_on(self.ctx, self.days, table)
        else:
            letters.start(self.ctx, self.days, table)

    def open_puzzle(self) -> None:
        """Open the puzzle of the day at its table."""
        letters.start_puzzle(self.ctx, self.days, self.day)

    def line(self) -> str:
        """Return the day's result for others: a heading, then for each game stars as bars, name and place, for the
        puzzle the tries."""
        t = self.ctx.t
        rows = [t("today.line.head", day=self.day.day, month=t(f"ui.month.{self.day.month}"))]
        for game in self.games:
            one, seats = self.get_try(game), self.tables[game].seats
            if one.place:
                said = f" ({t('ui.load.advised')})" if one.advised else ""
                won = letters.stars(one, seats)
                bars = BARS[0] * won + BARS[1] * (letters.MOST_STARS - won)
                rows.append(f"{bars} {t(f'{game}.name')}: {t('today.place', place=one.place, of=seats)}{said}")
        if self.made.solved:
            rows.append(
                f"{BARS[0] * letters.MOST_STARS} {t('today.puzzle')}: {t('today.puzzle.solved', n=self.made.tries)}"
            )
        return "\n".join(rows)

    def copy(self) -> None:
        """Copy the day's result (:meth:`line`) to the clipboard."""
        if not copy_text(self.line()):
            self.ctx.ask(self.ctx.t("today.tell"), self.line())
            return
        self.ctx.toast(self.ctx.t("today.copied"))

    def go_back(self) -> None:
        """Go back to the title."""
        routes.go(self.ctx, "title")

    def list_acts(self) -> dict[str, Act]:
        """Return the key bindings: Space opens the chosen letter, the page keys turn the calendar, Ctrl+C copies the
        line."""
        return {
            "main": self.open, "back": self.go_back, "copy": self.copy,
            "page_up": partial(self.turn_month, -1), "page_down": partial(self.turn_month, 1),
        }  # fmt: skip

    # --- drawing ---------------------------------------------------------------------------------------------

    def subtitle(self) -> str:
        """Return the day that is shown, with its weekday, as the language writes it."""
        return format_day(self.ctx.texts, self.day)

    @property
    def left(self) -> int:
        """Number of tables of the day not begun, plus one for an untried puzzle."""
        return self.days.count_sealed_letters(self.day)

    def heading(self) -> str:
        """Return the text above the letters."""
        if self.before_all:
            return self.ctx.t("today.clock")
        return self.ctx.t("today.letters", n=self.left) if self.left else self.ctx.t("today.letters.none")

    def body(self, parts: Parts) -> Part:
        """Return the letters with the parts below them, and the calendar at their side."""
        t = self.ctx.t
        shapes.glow(parts.c, 560, 300, 620, "base/candle", 34, 1.0, 0.6)
        words = t("today.clock.body", date=self.subtitle(), first=format_day(self.ctx.texts, FIRST))
        letters = parts.prose(words, 720, "title", "text", align="c") if self.before_all else self._make_letters(parts)
        left = parts.column([
            parts.line(self.heading(), "banner", "text.title", align="c", height=52, shadow=True),
            parts.line(t("today.same"), "aside", "text.soft", align="c", height=16),
            parts.space(92, share=0.4),
            letters,
            self._make_levels_line(parts),
            parts.space(share=0.6),
            parts.row([self._make_puzzle(parts), self._make_telling(parts)], 150, gap=12),
        ])  # fmt: skip
        return parts.row([parts.fill(left), make_month(self, parts)], gap=24)

    def foot(self, parts: Parts) -> Sequence[Part]:
        """Return the back button, a note, and the button for earlier days."""
        t = self.ctx.t
        label = t("today.title" if self.day != self.today else "today.past")
        return [
            parts.button("back", t("ui.back"), self.go_back, "left", height=50, width=200),
            parts.line(t("today.foot"), "remark", "text.muted", align="c", share=1),
            parts.button("past", label, self.past, "history", height=50, width=240),
        ]

    def _make_letters(self, parts: Parts) -> Part:
        gap, count = 29.0, max(1, len(self.games))
        row = parts.row([make_letter(self, parts, game) for game in self.games], gap=gap, even=count)

        def draw(box: Box) -> None:
            wide = min(count * (wax.WIDE + gap) - gap, box[2])
            row.draw(layout.centre(box, wide, box[3]))

        return Part(403, draw)

    def _make_levels_line(self, parts: Parts) -> Part:
        """Return the line with the places of the five levels at the chosen table; an empty one before it has been
        played."""
        t, one = self.ctx.t, self.get_try(self.chosen) if self.chosen else Try()
        if not one.place:
            return parts.space(30)
        places = [f"{level_name(self.ctx, level)} {one.levels.get(level, '?')}" for level in LEVELS]
        words, again = t("today.levels", levels=" · ".join(places)), t("study.stopped.again")
        if len(one.levels) < len(LEVELS) and self._levels is None and self._of == (self.day, self.chosen):
            line = parts.line(f"{words} · {again}", colour="text.soft", align="c", height=30)
            return parts.press("levels", line, self._compare_again, label=again)
        return parts.line(words, colour="text.soft", align="c", height=30)

    def _compare_again(self) -> None:
        """Let the levels that have not finished play on; results so far are kept."""
        self._of = None
        self.ui.dirty = True

    def _make_puzzle(self, parts: Parts) -> Part:
        """Return the fifth letter, the puzzle of the day."""
        c, made, game = parts.c, self.made, self.puzzle[0]
        look = wax.build_wax(wax.GREEN, PUZZLE_ICON)
        seal = Part(100, lambda box: wax.seal(c, look, box[0] + 50, layout.middle(box), 38, broken=made.tries > 0))
        words = [parts.space(18), parts.line(self.ctx.t("today.puzzle"), "heading", "text.title")]
        panel = parts.panel([parts.row([seal, parts.column([*words, *self._list_puzzle(parts)], share=1)], 150, gap=6)])

        def draw(box: Box) -> None:
            state = self.ui.zone("puzzle", box, self.open_puzzle, enabled=bool(game), radius=12)
            panel.draw(box)
            if state in ("hover", "pressed"):
                shapes.round_rect(c, *box, 12, "edge.bright", border=1.6)

        return Part(400, draw)

    def _list_puzzle(self, parts: Parts) -> list[Part]:
        """Return which puzzle it is, and what has been made of it."""
        t, made, (game, name) = self.ctx.t, self.made, self.puzzle
        if not game:
            return []
        at = daily_challenge.find_puzzle(game, name)
        theme = "today.puzzle.gone" if at is None else puzzles.theme_id(game, puzzles.load_puzzles(game)[at].theme)
        said = f"{game_screens.short_name(self.ctx, game)}\u00a0· {t(theme)}"
        found = [parts.prose(said, 200 if self.ui.touch.least else 266, "body", "text.soft", gap=10)]
        if not made.solved:
            words = t("today.puzzle.open") if not made.tries else t("today.puzzle.tried", n=made.tries)
            return [*found, parts.line(words, "remark", "text.muted")]
        words = t("today.puzzle.solved", n=made.tries)
        return [*found, parts.row([parts.tick(20), parts.line(words, "strong", "text.good", share=1)], 32, gap=8)]

    def _make_telling(self, parts: Parts) -> Part:
        """Return the line to tell others, with its button."""
        t, c = self.ctx.t, parts.c

        def draw_line(box: Box) -> None:
            shapes.plaque(c, box, 9, dark=230, edge=110)
            with tell_as_one(c.words, box, self.line):
                for game, cell in zip([*self.games, ""], layout.columns(box, len(self.games) + 1), strict=True):
                    self._draw_bars(c, game, cell)

        below = parts.row([
            parts.line(t("today.tell.body"), "remark", "text.muted", share=1),
            parts.button("copy", t("today.copy"), self.copy, "copy", height=38, width=140),
        ], 48)  # fmt: skip
        inner = parts.column([parts.space(4), Part(42, draw_line), below])
        return parts.caption_panel(t("today.tell"), inner, note=t("today.tell.note"), width=660)

    def _draw_bars(self, c: Canvas, game: str, box: Box) -> None:
        """Draw the sign of a game ("" for the puzzle), its stars as little bars, and its place."""
        one = self.get_try(game) if game else Try()
        seats = self.tables[game].seats if game else 0
        won = letters.stars(one, seats) if game else letters.MOST_STARS * self.made.solved
        said = (f"{one.place}/{seats}" if one.place else "\u2013") if game else str(self.made.tries or "\u2013")
        x, middle = box[0] + 12, layout.middle(box)
        icons.draw(c, game_screens.emblem(game) if game else PUZZLE_ICON, x + 10, middle, 20, "accent")
        for k in range(letters.MOST_STARS):
            high = 10.0 + 5 * k
            colour = "accent.bright" if k < won else "line"
            shapes.round_rect(c, x + 28 + 11 * k, middle + 10 - high, 8, high, 2, colour)
        text.draw(c, said, x + 70, middle, "strong", "text.bright", "lm", max_w=box[2] - 84)


def open_today(ctx: Context) -> None:
    """Open the letters of today; the first time they are explained."""
    routes.open(ctx, "today")
    introduce(ctx, "today", _picture)


def _picture(c: Canvas, x: float, y: float) -> None:
    """Draw the picture of the introduction: the seals of the games in a row, and that of the puzzle."""
    waxes = [wax.build_wax(info.cover.colour, info.emblem) for info in registry.games()]
    waxes.append(wax.build_wax(wax.GREEN, PUZZLE_ICON))
    for k, each in enumerate(waxes):
        wax.seal(c, each, x + (k - (len(waxes) - 1) / 2) * 88, y - 2, 37)
