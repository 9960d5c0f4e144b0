"""Puzzles of all games one after the other: a mix without end, and a streak against the clock."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.content import puzzles
from engine.content.puzzles import STEPS, BadPuzzles, Puzzle
from scenes.menus import game_tabs
from scenes.puzzles import puzzle_results
from scenes.puzzles.puzzle_controller import open_puzzle
from scenes.shell import routes
from scenes.shell.inputs import Input
from scenes.shell.stack import Scene
from sprites.base import backdrop, controls, icons, layout, shapes, text
from sprites.base.canvas import Canvas
from sprites.base.layout import Box, Stack

if TYPE_CHECKING:
    from scenes.shell.context import Context

STREAK_S = 180.0
"""Seconds of a streak."""
MISSES = 3
"""Misses that end a streak."""
LEFT, TOP, WIDE, SIDE = 24.0, 66.0, 1152.0, 376.0
COIN, PITCH = 19.0, 46.0
HEAD = 44.0


class Mix:
    """The occasion of a puzzle in a mix: the games come in turn, in a new order each time round."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.solved = 0
        self.met = 0
        self._games: list[str] = []
        self._last: dict[str, str] = {}
        """The puzzle of each game that was met last."""

    def finish_try(self, solved: bool) -> None:
        """Count a try that has ended."""
        self.met += 1
        self.solved += solved

    def open(self) -> None:
        """Open the shelf again."""
        routes.go(self.ctx, "puzzles", next(reversed(self._last), ""))

    def label(self) -> str:
        """Label of the button that leads to the shelf."""
        return self.ctx.t("puzzle.all")

    def next_label(self) -> str:
        """Label of the button to the next puzzle."""
        return self.ctx.t("puzzle.next")

    def describe(self) -> str:
        """How many were solved of those that were met."""
        return self.ctx.t("puzzle.mix.where", n=self.solved, of=self.met)

    def check(self) -> bool:
        """Return True: a mix has no end."""
        return True

    def go_on(self) -> None:
        """Open the next puzzle; raises BadPuzzles."""
        game = self._draw_game()
        shelf = puzzles.load_shelf(game)
        record = puzzle_results.get_record(self.ctx, game)
        number = puzzle_results.next_one(record, shelf, self._last.pop(game, ""))
        self._last[game] = shelf[number].id
        open_puzzle(self.ctx, game, number, self)

    def _draw_game(self) -> str:
        if not self._games:
            self._games = [game for game in puzzles.games() if puzzles.load_shelf(game)]
            secrets.SystemRandom().shuffle(self._games)
        return self._games.pop()


class Streak(Mix):
    """The occasion of a puzzle in a streak: it ends after three minutes, or with the third miss."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self._end = time.monotonic() + STREAK_S
        self._told = False

    @property
    def misses(self) -> int:
        """How many tries have missed."""
        return self.met - self.solved

    @property
    def seconds(self) -> int:
        """Whole seconds that are left."""
        return max(0, round(self._end - time.monotonic()))

    @property
    def is_over(self) -> bool:
        """Whether time or misses have run out."""
        return self.misses >= MISSES or time.monotonic() >= self._end

    def describe(self) -> str:
        """Solved ones, misses, and the time that is left."""
        minutes, seconds = divmod(self.seconds, 60)
        clock = f"{minutes}:{seconds:02d}"
        return self.ctx.t("puzzle.streak.where", n=self.solved, misses=self.misses, most=MISSES, time=clock)

    def next_label(self) -> str:
        """Label of the button to the next puzzle, or to the end."""
        return self.ctx.t("puzzle.streak.end" if self.is_over else "puzzle.next")

    def check(self) -> bool:
        """Whether there is time left; when it has run out, what has become of the streak is told."""
        if time.monotonic() >= self._end and not self._told:
            self._tell()
        return not self._told

    def go_on(self) -> None:
        """Open the next puzzle, or tell what has become of the streak; raises BadPuzzles."""
        if self.is_over:
            self._tell()
        else:
            super().go_on()

    def _tell(self) -> None:
        """Record the streak, and tell of it."""
        if self._told:
            return
        self._told = True
        t = self.ctx.t
        best = puzzle_results.get_streaks(self.ctx).best
        puzzle_results.keep_streak(self.ctx, self.solved)
        said = t("puzzle.streak.solved", n=self.solved)
        more = t("puzzle.streak.record") if self.solved > best else t("puzzle.streak.best", n=best)
        self.ctx.play("round_won" if self.solved > best else "refused")
        self.ctx.ask(
            t("puzzle.streak"), f"{said}\n\n{more}",
            [("shelf", t("puzzle.all"), self.open), ("again", t("puzzle.streak.again"), self._begin_again)], main=1,
            by_itself=True,
        )  # fmt: skip

    def _begin_again(self) -> None:
        Streak(self.ctx).go_on()


class Shelf(Scene):
    """Coins in rows, one row of steps of difficulty below the other."""

    name = "puzzles"
    music = "title"

    def __init__(self, ctx: Context, game: str = "") -> None:
        super().__init__(ctx)
        self.games = puzzles.games()
        self.game = game if game in self.games else self.games[0]
        self.theme = ""
        """The theme that is shown alone; "" = all."""
        self.order: Sequence[str] = ()
        """The themes of the game, in the order in which they are shown."""
        self.all: tuple[Puzzle, ...] = ()
        self.trouble = ""
        self._read()

    def _read(self) -> None:
        self.theme = ""
        self.trouble = ""
        try:
            known = puzzles.goals(self.game)
            self.order = () if known is None else known.THEMES
            self.all = puzzles.load_shelf(self.game)
        except BadPuzzles as error:
            self.order, self.all, self.trouble = (), (), str(error)
        self.kept = puzzle_results.get_record(self.ctx, self.game)
        self.ui.dirty = True

    @property
    def shown(self) -> list[int]:
        """The numbers of the puzzles that are shown."""
        return [at for at, puzzle in enumerate(self.all) if self.theme in ("", puzzle.theme)]

    @property
    def next(self) -> int | None:
        """The number of the puzzle to go on with."""
        if not self.all:
            return None
        some = tuple(self.all[at] for at in self.shown)
        return self.shown[puzzle_results.next_one(self.kept, some)]

    def draw(self, c: Canvas) -> None:
        """Draw tabs, coins, and the column with the player's rating."""
        t = self.ctx.t
        c.surface.blit(backdrop.table(c, "table"), (0, 0))
        controls.top_bar(c, t("puzzle.title"), t(f"{self.game}.name"), "star")
        self.ui.icon_button(c, "bar.back", 36, 24, 16, "left", self.go_back, tip=(t("ui.back"), ""))
        game_tabs.draw(self.ctx, self.ui, c, self.games, self.game, self._pick)
        h = c.height - TOP - 22
        shapes.panel(c, LEFT, TOP, WIDE, h)
        if self.trouble:
            text.paragraph(c, self.trouble, LEFT + 40, TOP + 60, WIDE - 80, "lead", "text")
        self._coins(c, h)
        self._column(c, LEFT + WIDE + 24, TOP, h)

    def _coins(self, c: Canvas, h: float) -> None:
        t = self.ctx.t
        y = TOP + 20
        per_row = int((WIDE - 40) // PITCH)
        pitch = self._pitch(per_row, h)
        for step in range(1, STEPS + 1):
            numbers = [at for at in self.shown if self.all[at].step == step]
            if not numbers:
                continue
            for star in range(step):
                icons.draw(c, "star", LEFT + 34 + 21 * star, y + 15, 16, "accent")
            done = sum(self.kept.is_solved(self.all[at]) for at in numbers)
            label = t("puzzle.done", n=done, of=len(numbers))
            text.draw(c, label, LEFT + WIDE - 28, y + 15, "body", "text.muted", "rm", max_w=400)
            y += HEAD - 8
            lines = -(-len(numbers) // per_row)
            room = (LEFT + 20, y, PITCH * per_row, pitch * lines)
            for at, cell in zip(numbers, layout.grid(room, len(numbers), per_row), strict=True):
                self._coin(c, at, layout.centre(cell, 2 * COIN, 2 * COIN))
            y += pitch * lines + 6

    def _pitch(self, per_row: int, h: float) -> float:
        """The height of a row of coins: closer when there are many of them."""
        rows = steps = 0
        for step in range(1, STEPS + 1):
            count = sum(self.all[at].step == step for at in self.shown)
            rows += -(-count // per_row)
            steps += bool(count)
        return min(PITCH, (h - 30 - steps * (HEAD - 2)) / max(1, rows))

    def _coin(self, c: Canvas, at: int, box: Box) -> None:
        """Solved: gold with a tick; tried: a ring; the one to go on with: amber; a number on each."""
        t, puzzle = self.ctx.t, self.all[at]
        state, r = self.kept.state.get(puzzle.id, ""), COIN
        x, y = box[0] + r, box[1] + r
        theme = t(puzzles.theme_id(self.game, puzzle.theme))
        said = (
            t(f"puzzle.state.{state}")
            if state in (puzzle_results.SOLVED, puzzle_results.TRIED, puzzle_results.SHOWN)
            else ""
        )
        tip = (t("puzzle.number", n=at + 1), " · ".join(each for each in (theme, said) if each))
        hot = self.ui.zone(
            f"puzzle.{at}", box, self._opener(at), tip=tip, radius=r
        ) in ("hover", "pressed")  # fmt: skip
        now = at == self.next
        fill = "accent" if state == puzzle_results.SOLVED else "confirm" if now else "panel.top"
        shapes.round_rect(c, *box, r, "accent.bright" if hot else fill)
        shapes.round_rect(c, *box, r, "edge.bright" if now else "edge.low", border=2.4 if now or state else 1.2)
        if state == puzzle_results.SOLVED:
            icons.draw(c, "check", x, y, 18, "paper.text")
        else:
            ink = "paper.text" if now or hot else "text" if state else "text.muted"
            text.draw(c, str(at + 1), x, y, "name", ink, "cm", max_w=2 * r - 6, fixed=True)

    def _column(self, c: Canvas, x: float, y: float, h: float) -> None:
        """Own rating, themes, the amber button."""
        t = self.ctx.t
        shapes.panel(c, x, y, SIDE, h - 76)
        text.draw(c, t("puzzle.own"), x + 22, y + 30, "heading", "accent", "lm", max_w=SIDE - 130)
        value = str(round(self.kept.rating)) if self.kept.rated else "\u2013"
        text.draw(c, value, x + SIDE - 22, y + 30, "figure", "text.title", "rm")
        solved = sum(map(self.kept.is_solved, self.all))
        said = t("puzzle.done", n=solved, of=len(self.all))
        text.draw(c, said, x + 22, y + 60, "body", "text", "lm", max_w=SIDE - 44)
        shapes.rule(c, x + 18, y + 84, SIDE - 36, ornament=False)
        text.draw(c, t("puzzle.themes"), x + 22, y + 110, "heading", "accent", "lm", max_w=SIDE - 44)
        themes = ["", *(theme for theme in self.order if any(puzzle.theme == theme for puzzle in self.all))]
        stack = Stack((x + 14, y + 132, SIDE - 28, h - 220))
        for at, theme in enumerate(themes):
            self._theme(c, at, theme, stack.take(44))
            stack.skip(6)
        shapes.rule(c, x + 18, stack.y + 8, SIDE - 36, ornament=False)
        about = t("puzzle.about")
        top = stack.y + 24
        if top + text.paragraph_height(c, about, SIDE - 44, "remark") < y + h - 200:
            text.paragraph(c, about, x + 22, top, SIDE - 44, "remark", "text.muted")
        half = (SIDE - 46) / 2
        for at, (name, act) in enumerate((("mix", self.begin_mix), ("streak", self.begin_streak))):
            place = (x + 18 + at * (half + 10), y + h - 192, half, 44)
            tip = (t(f"puzzle.{name}"), t(f"puzzle.{name}.tip", n=puzzle_results.get_streaks(self.ctx).best))
            self.ui.button(c, name, place, t(f"puzzle.{name}"), act, tip=tip)
        label = t("ui.edit.title")
        self.ui.button(c, "workshop", (x + 18, y + h - 138, SIDE - 36, 44), label, self.open_workshop, icon="edit")
        box = (x, y + h - 62, SIDE, 62)
        self.ui.button(
            c, "main", box, t("puzzle.go_on"), self.go_on, main=True, icon="play",
            enabled=self.next is not None, key=t("ui.key.main"),
        )  # fmt: skip

    def _theme(self, c: Canvas, at: int, theme: str, box: Box) -> None:
        x, y, w, h = box
        t = self.ctx.t
        state = self.ui.zone(f"theme.{at}", box, self._chooser(theme), radius=8)
        if theme == self.theme:
            shapes.round_rect(c, x, y, w, h, 8, "accent", alpha=46)
            shapes.round_rect(c, x, y, w, h, 8, "edge", border=1.4)
        elif state == "hover":
            shapes.round_rect(c, x, y, w, h, 8, "accent", alpha=24)
        some = [puzzle for puzzle in self.all if theme in ("", puzzle.theme)]
        count = f"{sum(map(self.kept.is_solved, some))} / {len(some)}"
        label = t(puzzles.theme_id(self.game, theme)) if theme else t("puzzle.themes.all")
        text.draw(c, label, x + 12, y + h / 2, "label", "text", "lm", max_w=w - 100)
        text.draw(c, count, x + w - 12, y + h / 2, "body", "text.title", "rm", max_w=84, fixed=True)

    def _opener(self, at: int) -> Callable[[], None]:
        def call() -> None:
            self._open(at)

        return call

    def _chooser(self, theme: str) -> Callable[[], None]:
        def call() -> None:
            self.theme = theme
            self.ui.dirty = True

        return call

    def _pick(self, k: int) -> None:
        self.game = self.games[k]
        self._read()

    def _open(self, at: int) -> None:
        try:
            open_puzzle(self.ctx, self.game, at)
        except BadPuzzles as error:
            self.ctx.ask(self.ctx.t("puzzle.bad"), str(error), [("ok", self.ctx.t("ui.ok"), lambda: None)])

    def go_on(self) -> None:
        """The puzzle to go on with."""
        if self.next is None:
            self.ctx.play("refused")
        else:
            self._open(self.next)

    def begin_mix(self) -> None:
        """Puzzles of all games, one after the other."""
        self._begin(Mix(self.ctx))

    def begin_streak(self) -> None:
        """As many puzzles as can be solved in three minutes, or until the third miss."""
        self._begin(Streak(self.ctx))

    def _begin(self, mix: Mix) -> None:
        try:
            mix.go_on()
        except BadPuzzles as error:
            self.ctx.ask(self.ctx.t("puzzle.bad"), str(error), [("ok", self.ctx.t("ui.ok"), lambda: None)])

    def open_workshop(self) -> None:
        """Set up a position of this game, to play on from or to make a puzzle of."""
        routes.call(self.ctx, "open_workshop", self.game)

    def go_back(self) -> None:
        """Back to the screen below, or to the title."""
        routes.back(self.ctx)

    def handle(self, given: Input) -> bool:
        """Space goes on, Esc goes back."""
        if given.kind != "command" or given.name not in ("main", "back"):
            return False
        (self.go_on if given.name == "main" else self.go_back)()
        return True
