"""The shelf of puzzles: a frame for every series with the position that comes next, today's letter, and what comes
back."""

from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta
from functools import partial

from engine import registry
from engine.content import daily_challenge, puzzles, spaced_repetition
from engine.content.puzzles import STEPS, BadPuzzles, Puzzle
from engine.contract import Message
from engine.seats import Seat
from scenes.common import opponent_names
from scenes.common.player_identity import draw_face
from scenes.menus.game_choices import draw_tabs
from scenes.puzzles import puzzle_results
from scenes.puzzles.position_pictures import PositionPictures
from scenes.puzzles.puzzle_controller import open_puzzle
from scenes.puzzles.puzzle_results import Series
from scenes.puzzles.rounds import Mix, Streak
from scenes.shell import routes
from scenes.shell.context import Context
from scenes.shell.i18n import format_day
from scenes.shell.page import Page
from scenes.shell.parts import Act, Parts
from scenes.table import game_screens
from sprites.base import icons, layout, portrait, shapes, strokes, text, wax
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Part

COLUMN, NARROW_COLUMN = 368.0, 184.0
WORDS, BOARD = 78.0, 40.0
"""Room below a frame for its words, and between them and the next frame."""
SMALL_WORDS = 40.0
GAP = 22.0
FRAME_H, SMALL_FRAME_H = 200.0, 108.0
TALLEST = 0.8
"""Most height of a frame, in widths."""
WIDEST = 380.0
MOST_MISSED = 3
BUBBLE = 204.0
LIGHT_MS, APART_MS = 220.0, 60.0
"""A frame lights up when the page opens, so long after the one before."""


class Shelf(Page):
    """Page of a game's puzzles: a case with a frame for each series, or for each puzzle of one series."""

    name = "puzzles"
    music = "title"
    head, icon = "ui.title.puzzles", "star"
    margin, top, low = 24.0, 66.0, 22.0

    def __init__(self, ctx: Context, game: str = "", today: date | None = None) -> None:
        super().__init__(ctx)
        self.games = puzzles.games()
        self.game = game if game in self.games else self.games[0]
        self.today = today or spaced_repetition.today()
        self.days = ctx.progress(daily_challenge.KEPT)
        self.pictures = PositionPictures(ctx, self.ui)
        self.shelves: dict[str, tuple[Puzzle, ...]] = {}
        """Puzzles of all games, for the tabs; read in the background, as the rules of a game are loaded with them."""
        self.theme = ""
        """The series whose puzzles are shown; "" = all series."""
        self.all: tuple[Puzzle, ...] = ()
        self.series: list[Series] = []
        self.trouble = ""
        self.shown: list[int] = []
        """Numbers of the puzzles of the series that is open, of all puzzles where none is."""
        self.next: int | None = None
        """Number of the puzzle to continue with."""
        self.missed: list[tuple[int, int]] = []
        """Missed puzzles, and after how many others each comes back."""
        self.daily = daily_challenge.puzzle(self.today)
        """Game and name of the puzzle of the day, "" where there is none."""
        self.best_streak = puzzle_results.get_streaks(ctx).best
        self.shown_for = 0.0
        self._read()
        self.pictures.waits = self.moving
        if ctx.quiet:
            self._read_shelves()
        else:
            ctx.records.submit("shelves", self._read_shelves)

    def _read_shelves(self) -> list[Message]:
        for game in self.games:
            with suppress(BadPuzzles):
                self.shelves[game] = puzzles.load_shelf(game)
        self.ui.dirty = True
        return []

    def _read(self) -> None:
        self.trouble = ""
        try:
            known = puzzles.goals(self.game)
            self.all = puzzles.load_shelf(self.game)
        except BadPuzzles as error:
            known, self.all, self.trouble = None, (), str(error)
        self.kept = puzzle_results.get_record(self.ctx, self.game)
        self.series = puzzle_results.list_series(self.kept, self.all, () if known is None else known.THEMES)
        self.missed = puzzle_results.list_missed_puzzles(self.kept, self.all)
        self.scrolls.first.clear()
        self.open_series("")

    def enter(self) -> None:
        """Play the sound of wood at opening."""
        self.ctx.play("wood_bounce")

    def leave(self) -> None:
        """Drop what was needed only to make pictures."""
        self.pictures.forget()

    def resume(self) -> None:
        """Show the result of the day's puzzle, which may have been played."""
        super().resume()
        self.days = self.ctx.progress(daily_challenge.KEPT)

    @property
    def moving(self) -> bool:
        """Whether frames still light up."""
        return not self.ctx.is_still and self.shown_for < LIGHT_MS + APART_MS * (len(self.series) + 1)

    def update(self, ms: float) -> None:
        """Let the frames light up one after the other."""
        if self.pictures.waits:
            self.shown_for += ms
            self.ui.dirty = True
        self.pictures.waits = self.moving

    def subtitle(self) -> str:
        """Return the name of the game."""
        return self.ctx.t(f"{self.game}.name")

    def bar(self, parts: Parts) -> None:
        """Draw a tab for each game."""
        draw_tabs(parts, self.games, self.game, self._pick, self._format_progress)

    def _format_progress(self, game: str) -> str:
        """Return how many puzzles of a game are solved; "" where they are not known."""
        shelf = self.shelves.get(game)
        if not shelf:
            return ""
        solved = sum(map(puzzle_results.get_record(self.ctx, game).is_solved, shelf))
        return self.ctx.t("deeds.count", n=solved, of=len(shelf))

    def body(self, parts: Parts) -> Part:
        """Return the day's puzzle as a letter above the case, and the column with the player's rating."""
        narrow = parts.is_narrow
        rows = [parts.space(60), parts.note(self.trouble, "lead", "text", height=300)]
        case = parts.panel(rows, share=1) if self.trouble else Part(0, partial(self._draw_case, parts), 1)
        left = parts.column([self._make_today(parts, narrow), parts.space(12), case], share=1)
        column = self._make_narrow_column(parts) if narrow else self._make_column(parts)
        return parts.row([parts.fill(left), parts.at_width(NARROW_COLUMN if narrow else COLUMN, column)], gap=24)

    # --- the letter of the day ------------------------------------------------------------------------------

    def _make_today(self, parts: Parts, narrow: bool) -> Part:
        """Return the letter of the day's puzzle, the last seven days, and the coach's words."""
        t, c, made = self.ctx.t, parts.c, self.days.get(self.today)
        game, name = self.daily
        number = daily_challenge.find_puzzle(game, name) if game else None
        theme = "" if number is None else t(puzzles.theme_id(game, puzzles.load_puzzles(game)[number].theme))
        head = t("puzzle.today.open" if made.solved else "puzzle.today.sealed")
        what = t("puzzle.today.what", game=game_screens.short_name(self.ctx, game) if game else "", theme=theme)
        if made.solved:
            what = t("today.puzzle.solved", n=made.tries)
        label = t("today.again" if made.solved else "today.break")
        begin = partial(routes.call, self.ctx, "open_puzzle_of_day", self.days, self.today)
        button = parts.button("today", label, begin, height=48, width=196, enabled=number is not None)
        look = wax.build_wax(registry.info(game).cover.colour, registry.info(game).emblem) if game else None
        high = 68.0 if narrow else 128.0

        def draw_letter(box: Box) -> None:
            if look is not None:
                top = layout.middle(box) - high / 2
                wax.draw_small_letter(c, box[0] + 12, top, high, look, is_open=made.tries > 0)

        letter = Part(90.0 if narrow else 176.0, draw_letter)
        title = parts.line(head, "title" if narrow else "display", "text.title", height=30 if narrow else 34)
        lines = [title, parts.note(what, "lead", "text.body", height=26 if narrow else 42, middle=True)]
        if not narrow:
            day = parts.line(format_day(self.ctx.texts, self.today), "strong", "text.soft", height=26)
            lines = [day, *lines, Part(52, partial(self._draw_week, c))]
        return parts.panel([parts.fill(parts.row([
            letter, parts.middle(*lines), parts.at_width(210, parts.middle(button)),
            Part(90.0 if narrow else 342.0, partial(self._draw_coach, c, narrow)),
        ], gap=10))], height=84 if narrow else 158)  # fmt: skip

    def _draw_week(self, c: Canvas, box: Box) -> None:
        """Draw a seal for each of the last seven days whose puzzle was solved, and how many in a row were."""
        t, (x, y, _, _) = self.ctx.t, box
        days = [self.today - timedelta(back) for back in range(6, -1, -1)]
        for at, day in enumerate(days):
            cx = x + 12 + at * 34
            is_now, solved = day == self.today, self.days.get(day).solved
            stops = [(0, "panel.top"), (1, "well")]
            rim = "edge.bright" if is_now else "edge.low"
            shapes.outline(c, "circle", cx, y + 16, 12, stops, rim=rim, rim_w=1.6 if is_now else 1)
            if solved:
                wax.stamp(c, wax.build_wax(wax.GREEN, "star"), cx, y + 16, 9.5)
            ink = "text.soft" if is_now else "text.muted"
            text.draw(c, t(f"today.weekday.{day.isoweekday()}"), cx, y + 39, "fine", ink, "cm", max_w=32)
        solved_on = {day for day, made in self.days.days.items() if made.solved}
        run = puzzle_results.count_days_in_a_row(solved_on, self.today)
        if run:
            text.draw(c, t("puzzle.today.row", n=run), x + 250, y + 17, "strong", "text.body", "lm", max_w=box[2] - 250)

    def _draw_coach(self, c: Canvas, narrow: bool, box: Box) -> None:
        """Draw the coach of the game, who names the weakest series."""
        coach = opponent_names.find_coach(self.game)
        if coach is None:
            return
        x, middle, r = box[0] + box[2], layout.middle(box), 36.0 if narrow else 46.0
        cx, cy = x - r - 12, middle - (0 if narrow else 10)
        draw_face(c, Seat("computer", coach), cx, cy, r, sign=0)
        if narrow:
            return
        text.draw(c, opponent_names.get_name(self.ctx, coach), cx, middle + 54, "name", "text.bright", "cm", max_w=120)
        known = [one for one in self.series if one.met >= puzzle_results.FEW_MET and one.done < one.met]
        weak = min(known, key=lambda one: one.done / one.met, default=None)
        theme = "" if weak is None else self.ctx.t(puzzles.theme_id(self.game, weak.theme))
        said = self.ctx.t("puzzle.coach.weak", theme=theme) if theme else self.ctx.t("puzzle.coach.new")
        w, h = portrait.measure(c, said, BUBBLE)
        portrait.draw_bubble(c, said, (cx - r - 24 - w, middle - h / 2, w, h), (cx - r - 4, cy))

    # --- the case -------------------------------------------------------------------------------------------

    def _draw_case(self, parts: Parts, box: Box) -> None:
        """Draw the boards with the series, or with the puzzles of one of them; what has no room is scrolled to."""
        c, (x, y, w, h) = parts.c, box
        wax.draw_case(c, box)
        head = 0.0
        if self.theme:
            head = 44.0
            self._draw_series_head(parts, (x + 24, y + 8, w - 48, head))
            cells = [partial(self._draw_puzzle, parts, at) for at in self.shown]
            across, tall, words, name = 5, SMALL_FRAME_H, SMALL_WORDS, f"series.{self.theme}"
        else:
            cells = [partial(self._draw_series, parts, at) for at in range(len(self.series))]
            cells.append(partial(self._draw_own, parts))
            across = 4 if len(cells) > 6 else 3 if len(cells) > 4 else 2
            tall, words, name = FRAME_H, WORDS, "case"
        if parts.is_narrow:
            across = min(across, 3)
        rows = -(-len(cells) // across)
        fits = max(1, int((h - 24 - head) // (tall + words + BOARD)))
        if not self.theme and rows <= 2:
            fits = 2
        pitch = (h - 22 - head) / fits
        first = max(0, min(self.scrolls.first.get(name, 0), rows - fits))
        self.scrolls.note(name, max(1, rows - fits + 1), fits)
        wide = min(WIDEST, (w - 72 - GAP * (across - 1)) / across)
        tall = min(pitch - words - BOARD, wide * TALLEST)
        for row in range(fits):
            top, some = y + 22 + head + row * pitch, cells[(first + row) * across : (first + row + 1) * across]
            room = layout.inset((x, top, w, tall), 36, 0)
            for draw, place in zip(some, layout.columns(room, across if self.theme else len(some) or 1, gap=GAP),
                                   strict=False):  # fmt: skip
                draw(layout.centre(place, min(wide, place[2]), tall))
            wax.draw_plank(c, x + 10, top + tall + words + 2, w - 20)
        if rows > fits:
            cx, middle = x + w / 2, y + h - 18
            shapes.plaque(c, (cx - 100, middle - 18, 200, 36), 18, dark=255)
            said = self.ctx.t("puzzle.rows", n=first + 1, of=rows - fits + 1)
            text.draw(c, said, cx, middle, "strong", "text", "cm", max_w=110)
            can = first > 0, first < rows - fits
            parts.draw_arrows(name, ((cx - 78, middle), (cx + 78, middle)), 15, can)

    def _draw_series_head(self, parts: Parts, box: Box) -> None:
        one = next(each for each in self.series if each.theme == self.theme)
        count = self.ctx.t("deeds.count", n=one.done, of=len(one.numbers))
        parts.row([
            parts.icon_button("series.back", "left", partial(self.open_series, ""), self.ctx.t("puzzle.all")),
            parts.line(self.ctx.t(puzzles.theme_id(self.game, self.theme)), "title", "text.title", share=1),
            parts.line(count, "strong", "text.soft", align="r", width=160),
        ], gap=10).draw(box)  # fmt: skip

    def _draw_in_frame(self, parts: Parts, name: str, box: Box, at: int | None, act: Act, label: str, value: str,
                       *, lit: bool = False, dull: bool = False) -> Box:  # fmt: skip
        """Draw a frame with the position of a puzzle; one that is pointed at stands a little higher. Return its box."""
        c, (x, y, w, h) = parts.c, box
        state = self.ui.zone(name, box, act, radius=6, label=label, value=value, ring=True)
        box = (x, y - (6 if state in ("hover", "pressed") else 0), w, h)
        place = wax.draw_frame(c, box, lit=lit, dull=dull)
        if at is None:
            wax.draw_velvet(c, place, registry.info(self.game).emblem)
        else:
            self.pictures.draw(c, place, self.game, self.all[at])
        wax.draw_glass(c, place)
        return box

    def _draw_series(self, parts: Parts, number: int, box: Box) -> None:
        """Draw the frame of a series: the position that comes next, its state, stars and how much is solved."""
        t, c, one = self.ctx.t, parts.c, self.series[number]
        name, count = t(puzzles.theme_id(self.game, one.theme)), t("deeds.count", n=one.done, of=len(one.numbers))
        is_next = self.next is not None and self.all[self.next].theme == one.theme
        closed = one.is_closed
        opens = t("puzzle.opens", n=puzzle_results.find_opening(self.all[one.numbers[0]]))
        told = opens if closed else f"{count}, {t('puzzle.here')}" if is_next else count
        act = partial(self.ctx.play, "refused") if closed else partial(self.open_series, one.theme)
        x, y, w, h = self._draw_in_frame(parts, f"series.{number}", box, one.next, act, name, told, lit=is_next,
                                         dull=closed)  # fmt: skip
        dark = self._find_shade(number)
        if closed or dark:
            shapes.round_rect(c, x + 9, y + 9, w - 18, h - 18, 3, "veil", alpha=max(dark, 130 if closed else 0))
        if closed:
            icons.draw(c, "ph-lock", x + w / 2, y + h / 2, 42, "text.body")
        elif one.is_done:
            wax.draw_laurel(c, x + w - 30, y + 26, 52)
            parts.tick(26).draw((x + w - 43, y + 11, 26, 26))
        elif is_next:
            shapes.ribbon(c, x + w / 2, y + 2, t("puzzle.here"), "gold", size=15)
        elif not one.met:
            shapes.ribbon(c, x + w / 2, y + 2, t("puzzle.new"), "silver", size=14)
        low = box[1] + box[3]
        text.draw(c, name, x + 2, low + 20, "name", "text.muted" if closed else "text.bright", "lm", max_w=w - 4)
        if closed:
            text.draw(c, opens, x + 2, low + 44, "body", "text.muted", "lm", max_w=w)
            return
        self._draw_stars(c, x + 9, low + 43, self.all[one.next].step)
        text.draw(c, count, x + w - 2, low + 43, "strong", "text.good" if one.is_done else "text.soft", "rm")
        draw_bar(c, (x, low + 58, w, 8), one.done / len(one.numbers))

    def _find_shade(self, number: int) -> int:
        """Return how dark a frame still is while the frames light up."""
        if not self.moving:
            return 0
        return 32 * round(7 * (1 - min(1.0, max(0.0, (self.shown_for - APART_MS * number) / LIGHT_MS))))

    def _draw_stars(self, c: Canvas, x: float, y: float, step: int) -> None:
        for at in range(STEPS):
            icons.draw(c, "star", x + at * 16, y, 13, "accent.bright" if at < step else "line")

    def _draw_puzzle(self, parts: Parts, at: int, box: Box) -> None:
        """Draw the frame of one puzzle: its position, number, stars and what has been made of it."""
        t, c, puzzle = self.ctx.t, parts.c, self.all[at]
        state, number = self.kept.state.get(puzzle.id, ""), t("puzzle.number", n=at + 1)
        x, y, w, _ = self._draw_in_frame(parts, f"puzzle.{at}", box, at, partial(self._open, at), number,
                                         t(f"puzzle.state.{state}") if state else "", lit=at == self.next)  # fmt: skip
        if state == puzzle_results.SOLVED:
            parts.tick(26).draw((x + w - 34, y + 8, 26, 26))
        elif state:
            icons.draw(c, "history", x + w - 22, y + 22, 22, "text.bright")
        low = box[1] + box[3] + 20
        text.draw(c, number, x + 2, low, "strong", "text.bright", "lm", max_w=w - 90)
        self._draw_stars(c, x + w - 73, low, puzzle.step)

    def _draw_own(self, parts: Parts, box: Box) -> None:
        """Draw the empty frame in which a puzzle of one's own would hang; it opens the workshop."""
        t, c = self.ctx.t, parts.c
        label, act = t("puzzle.make"), partial(routes.call, self.ctx, "open_workshop", self.game)
        x, y, w, h = self._draw_in_frame(parts, "workshop", box, None, act, label, t("puzzle.make.note"), dull=True)
        shapes.outline(c, "circle", x + w / 2, y + h / 2, 26, [(0, "control.high"), (1, "control.low")], rim="edge")
        icons.draw(c, "plus", x + w / 2, y + h / 2, 24, "accent.bright")
        low = box[1] + box[3]
        text.draw(c, label, x + 2, low + 20, "name", "text.bright", "lm", max_w=w - 4)
        text.draw(c, t("puzzle.make.note"), x + 2, low + 44, "body", "text.soft", "lm", max_w=w - 4)

    # --- the column -----------------------------------------------------------------------------------------

    def _make_column(self, parts: Parts) -> Part:
        """Return the player's rating, the missed puzzles that return, other ways to play, and the main button."""
        t, missed = self.ctx.t, self.missed
        solved = t("puzzle.done", n=sum(map(self.kept.is_solved, self.all)), of=len(self.all))
        ways = [
            self._make_way(parts, "mix", "ph-shuffle", self.begin_mix, ""),
            self._make_way(parts, "streak", "stopwatch", self.begin_streak, self._tell_best_streak()),
        ]
        rating = Part(150, partial(self._draw_rating, parts))
        rows = [self._make_missed_puzzle(parts, at, wait) for at, wait in missed[:MOST_MISSED]]
        back = parts.caption_panel(t("puzzle.missed"), parts.column(rows), note=str(len(missed)))
        return parts.column([
            parts.caption_panel(t("puzzle.own"), parts.inset(rating, 8), note=solved),
            parts.space(12),
            *([parts.fill(back), parts.space(12), parts.row(ways, 150, gap=12, even=2)] if missed else
              [parts.column([parts.fill(way) for way in ways], gap=12, share=1)]),
            parts.space(8),
            parts.inset(parts.note(t("puzzle.about"), "remark", "text.soft", height=58), 4, 4),
            self._make_main(parts),
        ], share=1)  # fmt: skip

    def _tell_best_streak(self) -> str:
        return self.ctx.t("puzzle.best", n=self.best_streak) if self.best_streak else ""

    def _tell_rating(self) -> str:
        return str(round(self.kept.rating)) if self.kept.rated else "\u2013"

    def _make_main(self, parts: Parts) -> Part:
        label = self.ctx.t("puzzle.go_on")
        if self.next is not None:
            theme = self.ctx.t(puzzles.theme_id(self.game, self.all[self.next].theme))
            label = self.ctx.t("puzzle.go_on.to", theme=theme, n=self.next + 1)
        return parts.button("main", label, self.go_on, "play", height=84, main=True, enabled=self.next is not None)

    def _draw_rating(self, parts: Parts, box: Box) -> None:
        """Draw the rating, the results of the last tries, and the gain for a puzzle of the right difficulty."""
        t, c, kept, (x, y, w, _) = self.ctx.t, parts.c, self.kept, box
        text.draw(c, self._tell_rating(), x + 10, y + 44, text.resize("triumph", 46), "text.figure", "lm")
        course = [*kept.course]
        if len(course) > 1:
            gained = round(course[-1] - course[0])
            icon, ink = ("ph-arrow-up", "gain") if gained >= 0 else ("down", "loss")
            icons.draw(c, icon, x + 18, y + 86, 14, ink)
            said = t("puzzle.course", gain=f"{gained:+d}", n=len(course) - 1)
            text.draw(c, said, x + 32, y + 86, "strong", ink, "lm", max_w=w - 40)
            low, high = min(course), max(course)
            points = [(x + 140 + (w - 156) * at / (len(course) - 1), y + 66 - 54 * (each - low) / max(1.0, high - low))
                      for at, each in enumerate(course)]  # fmt: skip
            strokes.line(c, points, "accent", 2.4)
            shapes.outline(c, "circle", *points[-1], 5, [(0, "text"), (1, "accent")], rim="rim.dark", rim_w=1.2)
        if self.next is not None:
            shapes.rule(c, x + 4, y + 106, w - 8, ornament=False)
            puzzle = self.all[self.next]
            pays = t("puzzle.pays", rating=puzzle.rating, gain=round(kept.measure_gain(puzzle)))
            parts.note(pays, "body", "text.body").draw((x + 10, y + 116, w - 16, 34))

    def _make_missed_puzzle(self, parts: Parts, at: int, wait: int) -> Part:
        """Return the row of a missed puzzle: its picture, its name, and after how many others it comes back."""
        t, c = self.ctx.t, parts.c
        name = t("puzzle.missed.name", theme=t(puzzles.theme_id(self.game, self.all[at].theme)), n=at + 1)
        when = t("puzzle.missed.wait", n=wait) if wait else t("puzzle.missed.now")

        def draw(box: Box) -> None:
            place = wax.draw_frame(c, (box[0], box[1] + 4, 74, 54), dull=bool(wait))
            self.pictures.draw(c, place, self.game, self.all[at])

        words = parts.column([parts.line(name, "name", "text.bright", height=26),
                              parts.line(when, "body", "text.soft", height=24)], share=1)  # fmt: skip
        row = parts.row([Part(78, draw), parts.inset(words, 0, 6), parts.icon("right", 14, width=24)], 62, gap=10)
        return parts.press(f"missed.{at}", row, partial(self._open, at), label=name, value=when)

    def _make_way(self, parts: Parts, name: str, icon: str, act: Act, best: str) -> Part:
        """Return the card of another way to play."""
        t = self.ctx.t
        title = parts.row([parts.icon(icon, 30, width=36), parts.line(t(f"puzzle.{name}"), "display", "text.title",
                                                                    share=1)], 46, gap=8)  # fmt: skip
        inner = parts.column([parts.space(6), title, parts.note(t(f"puzzle.{name}.note"), "body", "text.body", share=1),
                              parts.line(best, "strong", "text.soft", height=28)], share=1)  # fmt: skip
        return parts.card(parts.inset(inner, 16, 4), press=(name, act))

    def _make_narrow_column(self, parts: Parts) -> Part:
        """Return the same as four signs, above the main button."""
        t, missed = self.ctx.t, self.missed
        due = partial(self._open, missed[0][0] if missed else 0)
        signs: list[tuple[str, str, str, str, Act]] = [
            ("go_on", "laurels", self._tell_rating(), t("puzzle.own"), self.go_on),
            ("missed", "history", str(len(missed)), t("puzzle.missed"), due),
            ("mix", "ph-shuffle", t("puzzle.mix"), "", self.begin_mix),
            ("streak", "stopwatch", t("puzzle.streak"), self._tell_best_streak(), self.begin_streak),
        ]
        cards = [
            Part(0, parts.card(parts.column([
                parts.space(share=1), parts.row([parts.icon(icon, 34, width=160)], 44),
                parts.line(title, "title", "text.title", align="c"),
                parts.inset(parts.line(note, "title", "text.soft", align="c"), 10),
                parts.space(share=1),
            ], share=1), press=(name, act)).draw, 1)
            for name, icon, title, note, act in signs
            if name != "missed" or missed
        ]  # fmt: skip
        return parts.column([*cards, self._make_main(parts)], gap=12, share=1)

    # --- what is done ---------------------------------------------------------------------------------------

    def open_series(self, theme: str) -> None:
        """Show the puzzles of one series (theme); "" for all series."""
        self.theme = theme
        self.shown = [at for at, puzzle in enumerate(self.all) if theme in ("", puzzle.theme)]
        some = tuple(self.all[at] for at in self.shown)
        self.next = self.shown[puzzle_results.next_one(self.kept, some)] if some else None
        self.ui.dirty = True

    def _pick(self, k: int) -> None:
        self.game = self.games[k]
        self._read()

    def _open(self, at: int) -> None:
        self._try(lambda: open_puzzle(self.ctx, self.game, at))

    def _try(self, act: Callable[[], object]) -> None:
        """Open a puzzle; tell of a file of puzzles that is no good."""
        try:
            act()
        except BadPuzzles as error:
            self.ctx.ask(self.ctx.t("puzzle.bad"), str(error))

    def go_on(self) -> None:
        """Open the puzzle to continue with."""
        if self.next is None:
            self.ctx.play("refused")
        else:
            self._open(self.next)

    def begin_mix(self) -> None:
        """Play puzzles of all games, one after the other."""
        self._try(Mix(self.ctx).go_on)

    def begin_streak(self) -> None:
        """Play as many puzzles as can be solved in three minutes, or until the third miss."""
        self._try(Streak(self.ctx).go_on)

    def go_back(self) -> None:
        """Go back to all series, else to the screen below, or to the title."""
        if self.theme:
            self.open_series("")
        else:
            super().go_back()

    def list_acts(self) -> dict[str, Act]:
        """Return the key bindings: Space opens the next puzzle."""
        return {"main": self.go_on, "back": self.go_back}


def draw_bar(c: Canvas, box: Box, share: float) -> None:
    """Draw a bar filled to ``share`` (0 to 1)."""
    x, y, w, h = box
    shapes.plaque(c, box, h / 2, ground="well", ink="edge.low", dark=255, edge=120)
    if share > 0:
        stops = [(0.0, "accent.bright"), (1.0, "accent.low")]
        shapes.gradient_box(c, x + 1, y + 1, max(h - 2, (w - 2) * share), h - 2, h / 2 - 1, stops)
